"""What may be asked of the table, by whom, and what it says. Every device speaks in these."""
from __future__ import annotations

from typing import Any, Literal

import msgspec

__all__ = [
    "NAME_LETTERS", "SETTINGS",
    "AddBadge", "AddBot", "Afresh", "Answer", "Button", "Choose", "Comeback", "Contribute", "Correct", "Drop", "Enrol",
    "EnrolStep", "Erase", "Fall", "Forget", "FreeChair", "ImportTags", "Leave", "Lid", "OpenBooks", "Pause", "Presence",
    "Press", "Quit", "RaiseHand", "Rematch", "Rename", "Reply", "Request", "Set", "SetLanguage", "SetPreset",
    "SetSwitch", "Sit", "Source", "Start", "Status", "Tap", "Undo",
]  # fmt: skip

Source = Literal["tap", "panel", "phone", "table", "host", "bot"]
Button = Literal["YES", "NO", "UP", "DOWN", "OK", "MENU"]


class Reply(msgspec.Struct, frozen=True):
    """What the table says to whoever asked. `code` is a key of the catalogue: `ok`, or why not.

    `saved` is false where the answer was taken while the disk takes nothing. A refusal has changed nothing.
    """

    ok: bool
    code: str = "ok"
    detail: dict[str, Any] = {}
    saved: bool = True


class Request(msgspec.Struct, frozen=True, kw_only=True, tag_field="request"):
    """Base of all requests."""


# ---- phones (whose chair the web has made sure of)


NAME_LETTERS = 12  # a longer name does not fit on the board


class Sit(Request, frozen=True, tag="sit"):
    """Take a free chair. Reply detail: `code`, with which any phone comes back."""

    chair: int
    name: str
    token: str  # the phone's own secret, which it shows from now on; kept as a digest only


class Comeback(Request, frozen=True, tag="comeback"):
    """Take the chair with this code on a new phone; the older one is told. Reply detail: `chair`."""

    code: str
    token: str


class Rename(Request, frozen=True, tag="rename"):
    chair: int
    name: str


class Leave(Request, frozen=True, tag="leave"):
    """Give up a chair: in the lobby it is free again; during a match it waits for a newcomer."""

    chair: int


class Presence(Request, frozen=True, tag="presence"):
    """Whether the phone of this chair is listening: neither a move nor journaled."""

    chair: int
    here: bool


class Contribute(Request, frozen=True, tag="contribute"):
    """What a phone adds to the seed of the next match, in hexadecimal."""

    chair: int
    text: str


class RaiseHand(Request, frozen=True, tag="raise-hand"):
    """A signal: neither a move nor journaled."""

    chair: int
    up: bool = True


class Answer(Request, frozen=True, tag="answer"):
    """An answer to an open ask. `number` is the one of the form it was given on (None: from a device without forms).

    `fields` are plain JSON values. Without a chair the host answers.
    """

    kind: str
    fields: dict[str, Any] = {}
    number: int | None = None
    chair: int | None = None
    source: Source = "phone"
    match: str | None = None  # whose form it was given on: numbers begin anew with every match
    sure: bool = False  # also where the game would have it meant


class Drop(Request, frozen=True, tag="drop"):
    """The ballots of this seat, all that are due, by phone or panel, into the open urn; which ones is forgotten."""

    papers: list[str]
    chair: int
    extra: int | None = None  # what it adds to them, by its place in the seat's offer
    match: str | None = None  # for which urn of which match they are (None: for the open one)
    urn: int | None = None


# ---- the host (who has shown the PIN) and, where the design lets it, the panel


class Choose(Request, frozen=True, tag="choose"):
    game: str


class SetSwitch(Request, frozen=True, tag="set-switch"):
    name: str
    value: Any


class SetPreset(Request, frozen=True, tag="set-preset"):
    """One of the game's own ways to play: several switches at once."""

    preset: str


class SetLanguage(Request, frozen=True, tag="set-language"):
    language: Literal["es", "en"]


# The settings of the house and what each may be, the usual first.
SETTINGS: dict[str, tuple[Any, ...]] = {"motion": (True, False), "slow_clocks": (1, 2), "sound": (True, False)}


class Set(Request, frozen=True, tag="set"):
    """A setting of the house, out of `SETTINGS`."""

    name: str
    value: Any


class AddBot(Request, frozen=True, tag="add-bot"):
    """A bot on this chair (the next free one without)."""

    chair: int | None = None


class FreeChair(Request, frozen=True, tag="free-chair"):
    """Whoever holds the chair no longer does. Said on the board."""

    chair: int


class Start(Request, frozen=True, tag="start"):
    pass


class Pause(Request, frozen=True, tag="pause"):
    on: bool


class Undo(Request, frozen=True, tag="undo"):
    """Take the last move back. `sure`: also where somebody has learnt something by it."""

    sure: bool = False


class Correct(Request, frozen=True, tag="correct"):
    """A correction of the game, or another host ask."""

    kind: str
    fields: dict[str, Any] = {}


class Quit(Request, frozen=True, tag="quit"):
    """Back to the lobby: a running match is abandoned, an ended one is put away."""


class Rematch(Request, frozen=True, tag="rematch"):
    """The same game, seats and switches, and what the last match carries on."""


class Afresh(Request, frozen=True, tag="afresh"):
    """The next match of the chosen game begins a chain of its own; what was played stays listed."""


class OpenBooks(Request, frozen=True, tag="open-books"):
    """Publish the seed of an ended match: it tells every hand."""

    chair: int | None = None  # of a seat that agrees, where the game asks all seats


class Erase(Request, frozen=True, tag="erase"):
    """Remove a match from the disk, or everything."""

    match: str | None = None


class Showing(Request, frozen=True, tag="showing"):
    """A screen shows the board from now on, or no longer."""

    screen: str
    here: bool = True


class Seen(Request, frozen=True, tag="seen"):
    """The screens have shown so many events of this match."""

    match: str
    told: int


class Enrol(Request, frozen=True, tag="enrol"):
    """Teach the table the components of a game; without a game, stop."""

    game: str | None = None


class EnrolStep(Request, frozen=True, tag="enrol-step"):
    """Go to another component: -1 back, +1 on."""

    by: int


class AddBadge(Request, frozen=True, tag="add-badge"):
    """The next unknown tag becomes the badge of this chair; without one, no longer."""

    chair: int | None = None


class Forget(Request, frozen=True, tag="forget"):
    """These tags mean nothing any more."""

    uids: list[str]


class ImportTags(Request, frozen=True, tag="import-tags"):
    """What another table has exported of its tags, all or none."""

    text: str


# ---- devices


class Press(Request, frozen=True, tag="press"):
    button: Button


class Tap(Request, frozen=True, tag="tap"):
    """A tag on the reader of the table, or fallen past the one in the urn's slot."""

    uid: str
    reader: Literal["table", "slot"] = "table"


class Fall(Request, frozen=True, tag="fall"):
    """The beam saw something fall that nobody read."""


class Lid(Request, frozen=True, tag="lid"):
    open: bool


class Status(Request, frozen=True, tag="status"):
    """How a device is: `ready`, `garbled`, `two-tags`, `not-connected`, `error`, `simulated`.

    Devices are `reader`, `slot`, `panel`, `button YES`…, `lamp YES`…, `buzzer`, `beam`, `lid`, `reset`; and `power`,
    the button that switches off: `off-in-3`, `off-in-2`, `off-in-1`, `off`, and `ready` when let go in time. And
    `safe-mode`, when they are all left off: `no-devices`, `no-screen` (that too), `bad-config`.
    """

    device: str
    status: str
