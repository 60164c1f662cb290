"""What each scene of the house shows: plain frozen values, filled by the board from what the table publishes."""

from __future__ import annotations

from dataclasses import dataclass

from companion.display.parts import Key
from companion.display.seats import Plate


@dataclass(frozen=True)
class Poster:
    """A game to choose: its id, its name, how few and how many may play it, and the way in which it is played."""

    game: str
    title: str
    least: int
    most: int
    preset: str = ""


@dataclass(frozen=True)
class Join:
    """How a phone comes in: the address in the QR code, and the name and key of the Wi-Fi (empty: not told)."""

    address: str
    wifi: str = ""
    key: str = ""


@dataclass(frozen=True)
class Lobby:
    """Choosing a game and taking seats. `chosen` is a place in `posters`; `sentence` replaces the usual one.

    `switches` are the options that differ from the usual, in words; `commitment` is the print of the sealed draw.
    """

    posters: tuple[Poster, ...]
    chosen: int
    join: Join
    seated: int
    plates: tuple[Plate, ...]
    keys: tuple[Key, ...]
    sentence: str = ""
    switches: tuple[str, ...] = ()
    commitment: str = ""


@dataclass(frozen=True)
class Finding:
    """One line of the doctor's: `state` is ok, warning or problem."""

    state: str
    text: str


@dataclass(frozen=True)
class Ready:
    """What the doctor found, the worst first."""

    findings: tuple[Finding, ...]
    join: Join
    plates: tuple[Plate, ...]
    keys: tuple[Key, ...]


@dataclass(frozen=True)
class Kind:
    """One kind of component in the enrolment: how many there are and how many are known already."""

    name: str
    total: int
    known: int


@dataclass(frozen=True)
class Enrolment:
    """Teaching the table its cards: the one to tap next, and where the whole set stands.

    `deck` is the word over the card. `current` is a place in `kinds`. `seat` counts from 1 where the card is a seat's
    own. `message` answers the last tap. When all are known there is no card left to tap.
    """

    game: str
    title: str
    deck: str
    card: str
    copy: int
    kinds: tuple[Kind, ...]
    current: int
    keys: tuple[Key, ...]
    message: str = ""
    seat: int | None = None


@dataclass(frozen=True)
class Draws:
    """The fairness of the draws: the print to which the table had committed, and whether the books are open."""

    mark: str
    open: bool = False


@dataclass(frozen=True)
class Ending:
    """The end of a match: who wins (huge), why, the decisive thing, a few facts; roles stand in the plates."""

    game: str
    title: str
    where: str
    winner: str
    why: str
    plates: tuple[Plate, ...]
    keys: tuple[Key, ...]
    decisive: str = ""
    facts: tuple[str, ...] = ()
    draws: Draws | None = None


@dataclass(frozen=True)
class Menu:
    """The menu: its entries and the cursor, how to join, and the PIN (empty on every screen but the table's own)."""

    entries: tuple[str, ...]
    cursor: int
    keys: tuple[Key, ...]
    join: Join
    pin: str = ""
    plates: tuple[Plate, ...] = ()


@dataclass(frozen=True)
class Pausing:
    """The match stands still: what it will wait for when it goes on, and how a phone comes in meanwhile.

    `panel`: there are keys to go on with; without them the host's page does it.
    """

    game: str
    title: str
    then: str
    join: Join
    plates: tuple[Plate, ...]
    keys: tuple[Key, ...]
    panel: bool = True


@dataclass(frozen=True)
class Confirm:
    """A question that is asked once before something that cannot be taken back: what, and what follows from it."""

    question: str
    consequence: str
    keys: tuple[Key, ...]
    plates: tuple[Plate, ...] = ()


@dataclass(frozen=True)
class StartUp:
    """While the table wakes: one line, or what keeps it from waking and what to type."""

    trouble: str = ""
    remedy: str = ""


@dataclass(frozen=True)
class Refusal:
    """Something was not taken: why not, and what to do now. Not `refused`: something to know, in the same place."""

    why_not: str
    what_now: str
    refused: bool = True


@dataclass(frozen=True)
class Alarm:
    """Something needs hands: what happened, and what to do."""

    what: str
    what_to_do: str
