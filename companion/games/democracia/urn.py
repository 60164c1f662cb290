"""What comes out of the urn, blind: at an election, and by a card."""

from __future__ import annotations

from companion.engine import HOST, Script, aside, ask, by_way_of, first, grave

from . import events as e
from . import moves as m
from .state import Table


def out_of_urn(t: Table) -> Script[str | None]:
    """DEM-204, DEM-206, DEM-504. One token; None: a real urn is empty though more should have lain in it."""
    drawing = t.urn.faces(1)
    if "urn" not in t.options.tapped:
        (party,) = yield from drawing
    else:
        empty = grave(aside(by_way_of(ask(m.NoneLeft, HOST), frozenset(("phone",)))))  # the host's page, not OK
        drawn = yield from first(drawing, empty)
        if isinstance(drawn, m.NoneLeft):
            for p, n in t.inside.items():
                t.votes[p] += n
                t.inside[p] = 0
            t.urn.slots.clear()
            t.urn.loose.clear()
            t.tell(e.NoneLeftInUrn())
            return None
        (party,) = drawn
    t.inside[party] -= 1
    return party
