"""What people do in Republia. What the table then tells stands in events.py."""

from __future__ import annotations

from companion.engine import Move, Seat

# ---- set-up


class NameFirst(Move, frozen=True, tag="name-first"):
    """REP-012. The table names whoever has voted most often."""

    seat: Seat


class SeenFaction(Move, frozen=True, tag="seen-faction"):
    """REP-016."""


class Continue(Move, frozen=True, tag="continue"):
    """REP-016. The host goes on for those who have not looked."""


# ---- what a Situation asks


class PointAt(Move, frozen=True, tag="point-at"):
    """REP-175."""

    target: Seat


class NameBeneficiary(Move, frozen=True, tag="name-beneficiary"):
    """REP-176."""

    target: Seat


class ChooseVictim(Move, frozen=True, tag="choose-victim"):
    """REP-118, REP-167. Whose hand the president looks at."""

    target: Seat


class TakeCard(Move, frozen=True, tag="take-card"):
    """REP-118, REP-167. None: the hand is empty, and nobody else learns it."""

    card: int | None


class DrawExtraLaw(Move, frozen=True, tag="draw-extra-law"):
    """REP-182."""


class OfferSwap(Move, frozen=True, tag="offer-swap"):
    """REP-172. How many cards and points each side gives."""

    target: Seat
    terms: dict[str, int]


class AnswerSwap(Move, frozen=True, tag="answer-swap"):
    """REP-172."""

    agree: bool


class GiveCard(Move, frozen=True, tag="give-card"):
    """REP-172. The card of the swap, face down."""

    card: int


class NamePartner(Move, frozen=True, tag="name-partner"):
    """REP-169."""

    target: Seat


# ---- the start of a Turn


class ExchangeBuy(Move, frozen=True, tag="exchange-buy"):
    """REP-062."""

    pay: int


class ExchangeSell(Move, frozen=True, tag="exchange-sell"):
    """REP-063."""

    card: int


class PlayLeadership(Move, frozen=True, tag="play-leadership"):
    """REP-066."""

    card: int


class GivePower(Move, frozen=True, tag="give-power"):
    """REP-014, where gifts are allowed."""

    target: Seat
    pp: int


class HandOver(Move, frozen=True, tag="hand-over"):
    """REP-014, where gifts are allowed."""

    target: Seat
    card: int


# ---- the fate of a Law


class Legislate(Move, frozen=True, tag="legislate"):
    law: int


class Decree(Move, frozen=True, tag="decree"):
    law: int


class Veto(Move, frozen=True, tag="veto"):
    law: int


class EndPresentation(Move, frozen=True, tag="end-presentation"):
    """REP-079."""


class ChooseJournalist(Move, frozen=True, tag="choose-journalist"):
    """REP-081."""

    target: Seat


class EndPressConference(Move, frozen=True, tag="end-press-conference"):
    """REP-081."""


class PlayCard(Move, frozen=True, tag="play-card"):
    """REP-112, REP-124. A card played in the open: Informant or an instant card."""

    card: int


class ChooseTarget(Move, frozen=True, tag="choose-target"):
    """REP-126..128. Whom the instant card hits."""

    target: Seat


class EndTurn(Move, frozen=True, tag="end-turn"):
    """REP-124. After the last Turn of a Round: no instant card any more."""


# ---- the ballot


class PublicVote(Move, frozen=True, tag="public-vote"):
    aye: bool


class PublicVotes(Move, frozen=True, tag="public-votes"):
    """REP-171, REP-181. Whoever has two votes: how many of them are for."""

    ayes: int


class RepeatBallot(Move, frozen=True, tag="repeat-ballot"):
    """REP-093. Before the close, while nothing has been shown."""


class LateVote(Move, frozen=True, tag="late-vote"):
    aye: bool


class NobodyClaims(Move, frozen=True, tag="nobody-claims"):
    """REP-100."""


class AcceptCount(Move, frozen=True, tag="accept-count"):
    """REP-211. The box agrees with the screen."""


class Recount(Move, frozen=True, tag="recount"):
    """REP-093. Everything past the reader again."""


class ManualCount(Move, frozen=True, tag="manual-count"):
    """REP-093. As counted by hand: votes by sign, cards by type."""

    votes: dict[str, int]
    cards: dict[str, int]


class OwnCard(Move, frozen=True, tag="own-card"):
    """REP-093. Was the card that nobody could read yours?"""

    mine: bool


# ---- the end


class AnnounceVictory(Move, frozen=True, tag="announce-victory"):
    """REP-154."""

    faction: str


class CloseCheck(Move, frozen=True, tag="close-check"):
    """REP-154."""


# ---- corrections of the host


class Abort(Move, frozen=True, tag="abort"):
    """The match ends without a winner."""

    reveal: bool
