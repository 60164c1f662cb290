"""The scenes of the house, one module each: `draw(canvas, data, words)` reads its data and changes nothing else."""
