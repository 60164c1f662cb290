"""Reference pictures: a small PNG per scene, compared with tolerance.

`make pictures` (pytest -m picture --rewrite) writes them anew into the `pictures` folder beside a test module; look at
the difference before committing. `python -m tests.pictures FOLDER` writes every scene at three sizes to look at.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
import pygame

WIDTH = 480  # of a stored picture
NEAR = 24  # of 255: how far a channel of a pixel may be off
MANY = 0.004  # the share of pixels that may be further off: other versions of FreeType set letters a little differently


def check(picture: pygame.Surface, stored: Path, rewrite: bool) -> None:
    """Compare a picture with the stored one, or store it."""
    height = round(picture.get_height() * WIDTH / picture.get_width())
    small = pygame.transform.smoothscale(picture, (WIDTH, height))
    if rewrite:
        stored.parent.mkdir(exist_ok=True)
        pygame.image.save(small, stored)
        return
    assert stored.exists(), f"no stored picture {stored.name}: make pictures, then look at it"
    known = pygame.image.load(stored)
    assert known.get_size() == small.get_size()
    share = difference(small, known)
    assert share <= MANY, f"{stored.name}: {share:.2%} of the picture is different; make pictures and look at the diff"


def difference(one: pygame.Surface, other: pygame.Surface) -> float:
    """The share of pixels of which a channel differs by more than NEAR."""
    seen, known = (pygame.image.tobytes(surface, "RGB") for surface in (one, other))
    pixels = len(seen) // 3
    off = sum(
        1
        for i in range(0, len(seen), 3)
        if seen[i : i + 3] != known[i : i + 3] and max(abs(seen[i + c] - known[i + c]) for c in range(3)) > NEAR
    )
    return off / pixels


def main(folder: Path) -> None:
    """Write every scene, in both languages and at every size."""
    from companion.display.canvas import Canvas
    from companion.locale import Words
    from tests.board.examples import LANGUAGES, LONG, SHORT, SIZES, scenes
    from tests.games.secret_hitler.moments import shown, situation
    from tests.games.secret_hitler.test_scene import draw as draw_moment

    folder.mkdir(parents=True, exist_ok=True)
    for size in SIZES:
        canvas = Canvas(size)
        for lang in LANGUAGES:
            for name, draw in scenes(long=lang == "en").items():
                canvas.clear()
                draw(canvas, Words(lang))
                pygame.image.save(canvas.picture(), folder / f"{name}-{lang}-{size[1]}.png")
            names = LONG if lang == "en" else SHORT[:7]
            for name, moment in shown(len(names)).items():
                canvas.clear()
                draw_moment(canvas, situation(moment, names), lang, name)
                pygame.image.save(canvas.picture(), folder / f"secret-hitler-{name}-{lang}-{size[1]}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/pictures"))
