"""The wiring as a picture: the 40-pin header with what hangs on each pin, from the map that the code reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from companion.locale import Words
from firmware import pins

__all__ = ["svg"]

INK, DIM, PAPER, RULE, GROUND, BARE = "#1c1a17", "#6f675c", "#f3ead7", "#cdbf9f", "#3a3733", "#d8ccb2"
# By kind of part: a colour, and a shape beside it, because colours are never the only sign.
KINDS: dict[str, tuple[str, str]] = {
    "reader": ("#2f6f9f", "R"), "button": ("#b3471d", "B"), "lamp": ("#b8860b", "L"), "sound": ("#6a4c93", "S"),
    "urn": ("#2e7d4f", "U"),
}  # fmt: skip
PITCH, TOP, MIDDLE, WIDTH = 31, 112, 480, 960
ROWS = 20
PARTS_TOP = TOP + ROWS * PITCH + 36
HEIGHT = PARTS_TOP + 216
POWER = {1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V"}


def svg(w: Words, map_: pins.Pins) -> str:
    """The whole picture, as text of an SVG file."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'font-family="Helvetica, Arial, sans-serif" font-size="15">',
        f"<title>{escape(w('wiring.title'))}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>',
        _text(40, 46, w("wiring.title"), size=26, weight=700),
        _text(40, 72, w("wiring.how"), fill=DIM),
        f'<rect x="{MIDDLE - 38}" y="{TOP - 8}" width="76" height="{ROWS * PITCH + 14}" rx="6" fill="{INK}"/>',
        *_header(used(w, map_)),
        *_kinds(w),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def used(w: Words, map_: pins.Pins) -> dict[int, tuple[str, str, str]]:
    """Place on the header → kind, what hangs there, and its GPIO number or voltage."""
    gpio = {place: number for number, place in pins.PLACES.items()}
    found = {place: ("reader", f"RC522 {signal}") for signal, place in pins.SPI.items()}
    found[pins.SECOND_SDA] = ("reader", w("wiring.second-sda"))
    for name, pin in map_.all().items():
        kind, _, key = name.partition(" ")
        group = {"reset": "reader", "buzzer": "sound", "lid": "urn", "beam": "urn"}.get(kind, kind)
        found[pins.PLACES[pin]] = (group, "RC522 RST" if kind == "reset" else w(f"device.{kind}", key=key))
    return {place: (kind, what, f"GPIO{gpio[place]}" if place in gpio else "") for place, (kind, what) in found.items()}


def _header(hung: Mapping[int, tuple[str, str, str]]) -> Iterator[str]:
    for place in range(1, 2 * ROWS + 1):
        left = place % 2 == 1
        side = -1 if left else 1
        x, y = MIDDLE + side * 18, TOP + (place - 1) // 2 * PITCH + PITCH / 2
        kind, what, where = hung.get(place, ("", "", ""))
        colour = KINDS[kind][0] if kind else GROUND if place in pins.GROUNDS else BARE
        if kind:
            yield f'<line x1="{x}" y1="{y}" x2="{x + side * 66}" y2="{y}" stroke="{colour}" stroke-width="4"/>'
            yield f'<circle cx="{x + side * 78}" cy="{y}" r="12" fill="{colour}"/>'
            yield _text(x + side * 78, y + 5, KINDS[kind][1], fill=PAPER, size=14, weight=700, anchor="middle")
            yield _text(x + side * 100, y + 5, what, weight=700, anchor="end" if left else "start")
        yield f'<circle cx="{x}" cy="{y}" r="12" fill="{colour}" stroke="{PAPER}" stroke-width="1.5"/>'
        light = PAPER if kind or place in pins.GROUNDS else INK
        yield _text(x, y + 4.5, str(place), fill=light, size=12, weight=700, anchor="middle")
        said = where or ("" if kind else "GND" if place in pins.GROUNDS else POWER.get(place, ""))
        if kind:
            yield _text(x + side * 330, y + 5, said, fill=DIM, size=13, anchor="start" if left else "end")
        elif said:
            yield _text(x + side * 26, y + 5, said, fill=DIM, size=13, anchor="end" if left else "start")


def _kinds(w: Words) -> Iterator[str]:
    """How each kind of part is joined, and where its other leg goes."""
    yield f'<line x1="40" y1="{PARTS_TOP - 18}" x2="{WIDTH - 40}" y2="{PARTS_TOP - 18}" stroke="{RULE}"/>'
    for i, (kind, (colour, sign)) in enumerate(KINDS.items()):
        y = PARTS_TOP + 14 + i * 40
        yield f'<circle cx="52" cy="{y}" r="12" fill="{colour}"/>'
        yield _text(52, y + 5, sign, fill=PAPER, size=14, weight=700, anchor="middle")
        yield from _symbol(kind, 84, y, colour)
        yield _text(238, y + 5, w(f"wiring.kind.{kind}"))


def _symbol(kind: str, x: float, y: float, colour: str) -> Iterator[str]:
    pen = f'fill="none" stroke="{colour}" stroke-width="2.5" stroke-linecap="round"'
    x1 = x + 130
    ground = f"M{x1} {y}v8M{x1 - 9} {y + 8}h18M{x1 - 5} {y + 12}h10"
    match kind:
        case "button":
            yield f'<path d="M{x} {y}h44l38 -12M{x + 84} {y}h{x1 - x - 84}{ground}" {pen}/>'
        case "lamp":
            yield f'<path d="M{x} {y}h14m30 0h20m0 -9v18l18 -9zm18 0v18M{x + 82} {y}h{x1 - x - 82}{ground}" {pen}/>'
            yield f'<rect x="{x + 14}" y="{y - 7}" width="30" height="14" {pen}/>'
            yield _text(x + 29, y + 4, "330", fill=colour, size=10, anchor="middle")
        case "sound":
            yield f'<path d="M{x} {y}h50m26 0h{x1 - x - 76}{ground}" {pen}/>'
            yield f'<circle cx="{x + 63}" cy="{y}" r="13" {pen}/>'
            yield f'<circle cx="{x + 63}" cy="{y}" r="3" fill="{colour}"/>'
        case "reader":
            yield f'<rect x="{x}" y="{y - 14}" width="{x1 - x}" height="28" rx="3" {pen}/>'
            yield _text(x + (x1 - x) / 2, y + 5, "RC522 · 3.3 V", fill=colour, size=13, weight=700, anchor="middle")
        case "urn":
            yield f'<path d="M{x} {y}h44l38 -12M{x + 84} {y}h{x1 - x - 84}{ground}" {pen}/>'
            yield f'<path d="M{x + 40} {y + 12}h48" stroke="{colour}" stroke-width="2" stroke-dasharray="3 4"/>'


def _text(
    x: float, y: float, words: str, *, fill: str = INK, size: int = 15, weight: int = 400, anchor: str = "start"
) -> str:
    style = f'fill="{fill}" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}"'
    return f'<text x="{x:g}" y="{y:g}" {style}>{escape(words)}</text>'
