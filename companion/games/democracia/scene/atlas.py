"""Spain's communities as tiles of one size, for each weighs one seat: where they lie, and how they are drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from companion.display import shapes
from companion.display.canvas import Canvas
from companion.display.motion import Box
from companion.display.text import text
from companion.display.theme import BONE, DIM, NOW, RULE, STOCK, STOCK2, Face
from companion.locale import Words

from .signs import INKS, hexagon, party

TILES: Final[dict[str, tuple[int, int]]] = {
    "GAL": (0, 0), "AST": (2, 0), "CNT": (4, 0), "PVA": (6, 0), "NAV": (8, 0),
    "CYL": (3, 1), "RIO": (5, 1), "ARA": (7, 1), "CAT": (9, 1),
    "EXT": (2, 2), "MAD": (4, 2), "CLM": (6, 2), "VAL": (8, 2), "BAL": (11, 2),
    "CAN": (0, 3), "AND": (5, 3), "MUR": (7, 3),
}  # fmt: skip
"""By community: half columns from the left and rows from the top."""
PIPS: Final = {"gold": 3, "silver": 2, "bronze": 1}  # what it earns
LEGEND: Final = (59.4, 58.2)  # beside the last row
R: Final = 6.6  # of a tile
ORIGIN: Final = (9.7, 28.2)


def centre(community: str, r: float = R, origin: tuple[float, float] = ORIGIN) -> tuple[float, float]:
    """Where the middle of a tile lies."""
    column, row = TILES[community]
    return origin[0] + column * r * 0.866, origin[1] + row * r * 1.5


def tile_box(community: str, r: float = R, origin: tuple[float, float] = ORIGIN) -> Box:
    """The rectangle around a tile, its frame included."""
    x, y = centre(community, r, origin)
    return x - r, y - r * 1.12, r * 2, r * 2.24


def atlas(
    canvas: Canvas, view: Mapping[str, Any], metals: Mapping[str, str], picked: Iterable[str] = (), r: float = R,
    origin: tuple[float, float] = ORIGIN,
) -> None:  # fmt: skip
    """The whole map. `metals`: kinds of communities, where they count; `picked` tiles are framed."""
    framed = set(picked)
    for community in sorted(TILES, key=framed.__contains__):
        x, y = centre(community, r, origin)
        token, wall = view["held"].get(community), view["bastions"].get(community)
        pips = PIPS[metals[community]] if metals else 0
        tile(canvas, x, y, r, community, token or wall or "", bool(wall), pips, community in framed)


def tile(
    canvas: Canvas, x: float, y: float, r: float, code: str, held: str = "", wall: bool = False, pips: int = 0,
    framed: bool = False,
) -> None:  # fmt: skip
    """One community: an outline, a token of a party, or the same inside the dark ring of a bastion."""
    shape = hexagon(x, y, r * 0.955)
    if not held:
        shapes.polygon(canvas, shape, STOCK2, RULE, 0.25)
    elif wall:
        shapes.polygon(canvas, shape, INKS[held])
        shapes.polygon(canvas, hexagon(x, y, r * 0.80), STOCK)
        shapes.polygon(canvas, hexagon(x, y, r * 0.72), INKS[held])
    else:
        shapes.polygon(canvas, shape, INKS[held])
    ink = STOCK if held else BONE
    drop = 0.0 if pips else r * 0.1
    size = r * (0.44 if wall else 0.52)
    top = y - r * (0.5 if held else 0.4) + drop + (0 if held or pips else r * 0.08)
    text(canvas, x, top, code, size, Face.POSTER, ink, "center")
    if held:
        party(canvas, held, x, y + r * (0.13 if wall else 0.20) + drop, r * (0.2 if wall else 0.23), STOCK)
    dots(canvas, x, y + r * (0.47 if wall else 0.6 if held else 0.4), pips, ink, r)
    if framed:
        shapes.polygon(canvas, hexagon(x, y, r * 1.04), None, NOW, 0.9)


def dots(canvas: Canvas, x: float, y: float, n: int, ink: str, r: float = R) -> None:
    """Of which kind a community is, where that counts: what it earns."""
    for place in range(n):
        shapes.disc(canvas, x + (place - (n - 1) / 2) * r * 0.24, y, r * 0.08, ink)


def legend(canvas: Canvas, metals: Mapping[str, str], words: Words) -> None:
    """What the signs on a tile mean, in the empty sea."""
    x, y = LEGEND
    for reach, ink in ((2.0, BONE), (1.55, STOCK), (1.25, BONE)):
        shapes.polygon(canvas, hexagon(x, y, reach), ink)
    text(canvas, x + 3.4, y - 1.35, words("scene.legend.bastion"), 3.4, Face.POSTER, DIM, fit=22)
    if metals:
        dots(canvas, x, y + 4.6, 1, BONE)
        text(canvas, x + 3.4, y + 3.25, words("scene.legend.dot"), 3.4, Face.POSTER, DIM, fit=22)
