"""The branching of a deck as a picture: an SVG with one row a story, cards as boxes, decisions as arrows."""

from __future__ import annotations

from html import escape

from .content import Card, Story
from .deckcheck import unlocks
from .lore import ArcEnd

WIDE, HIGH, GAP_X, GAP_Y, MARGIN = 250, 44, 60, 22, 24
COLOURS = {"aye": "#1b7f4d", "nay": "#a8322a"}


def picture(story: Story, lang: str) -> str:
    """The whole deck, from the cards that begin a story on the left to its endings on the right."""
    parts: list[str] = []
    top = MARGIN
    for arc in story.arcs:
        parts.append(_text(MARGIN, top + 12, arc.name.of(lang), "bold"))
        rows, height = _arc(story, arc.id, lang, top + 24)
        parts += rows
        top += height + 24 + MARGIN
    width = 2 * MARGIN + 3 * (WIDE + GAP_X) + 120
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {top}" width="{width}" height="{top}"'
    style = ' font-family="sans-serif" font-size="12">'
    return "\n".join([head + style, f'<rect width="{width}" height="{top}" fill="#fbf8f1"/>', *parts, "</svg>"])


def depths(cards: list[Card]) -> dict[str, int]:
    """How many decisions lie before a card, at most."""
    depth = {c.id: 0 for c in cards if c.start}
    for _ in cards:
        for card in cards:
            for other in _next(card):
                if card.id in depth:
                    depth[other] = max(depth.get(other, 0), min(depth[card.id] + 1, len(cards)))
    return {c.id: depth.get(c.id, 0) for c in cards}


def _next(card: Card) -> list[str]:
    return [*unlocks(card.aye), *unlocks(card.nay)]


def _arc(story: Story, arc: str, lang: str, top: int) -> tuple[list[str], int]:
    cards = [c for c in story.dilemmas if c.arc == arc]
    depth = depths(cards)
    columns: dict[int, list[str]] = {}
    for card in cards:
        columns.setdefault(min(depth[card.id], 2), []).append(card.id)
    at = {
        name: (MARGIN + column * (WIDE + GAP_X), top + row * (HIGH + GAP_Y))
        for column, names in columns.items() for row, name in enumerate(names)
    }  # fmt: skip
    parts: list[str] = []
    for card in cards:
        x, y = at[card.id]
        for n, (side, option) in enumerate((("aye", card.aye), ("nay", card.nay))):
            start = y + HIGH // 3 * (n + 1)
            for other in unlocks(option):
                if other in at:
                    ox, oy = at[other]
                    parts.append(_line(x + WIDE, start, ox, oy + HIGH // 2, COLOURS[side]))
            for effect in option.effects:
                if isinstance(effect, ArcEnd):
                    ending = story.texts(lang)[f"ending.{effect.ending}"]
                    parts.append(_text(x + WIDE + 8, start + 4, ending, colour=COLOURS[side]))
    for card in cards:
        x, y = at[card.id]
        mark = " ☠" if card.skull else ""
        parts.append(f'<rect x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" rx="5" fill="#fff" stroke="#5b5347"/>')
        parts.append(_text(x + 8, y + 18, card.id + mark, "bold"))
        parts.append(_text(x + 8, y + 34, card.title.of(lang)))
    return parts, max(len(names) for names in columns.values()) * (HIGH + GAP_Y)


def _line(x1: int, y1: int, x2: int, y2: int, colour: str) -> str:
    return f'<path d="M{x1} {y1} C{x1 + 30} {y1} {x2 - 30} {y2} {x2} {y2}" fill="none" stroke="{colour}"/>'


def _text(x: int, y: int, said: str, weight: str = "normal", colour: str = "#2b2620") -> str:
    return f'<text x="{x}" y="{y}" font-weight="{weight}" fill="{colour}">{escape(said)}</text>'
