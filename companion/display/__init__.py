"""The drawing toolkit of the board: a printed poster on dark stock, in units of the screen.

It imports nothing of the rest of companion. Only `companion.board` and the `scene.py` of a game import it.

- `theme`   inks, sizes, fonts
- `canvas`  the surface: one unit for every screen, drawn at twice its size and scaled down once
- `shapes`  rectangles, lines, patterns, marks, suits
- `text`    a line, a label, a paragraph, placed by cap height
- `seats`   the plates of the players and their rail
- `paper`   what lies on the table: slips, ballots, cards, stamps, the QR code
- `parts`   the other components: status line, clock, panel hints, refusal, alarm, log
- `motion`  durations, easings, and small pictures that move over a still one
"""
