"""What people do in D€mocracia."""

from __future__ import annotations

from companion.engine import Move, Seat

# ---- setting up


class AssignLeaders(Move, frozen=True, tag="assign-leaders"):
    """DEM-003. Who leads, in the order of the seats."""

    leaders: list[str]


class ConfirmSeats(Move, frozen=True, tag="confirm-seats"):
    """DEM-004. The clockwise order of the table."""

    order: list[Seat]


class PlaceBastion(Move, frozen=True, tag="place-bastion"):
    """DEM-015."""

    community: str


class Shuffled(Move, frozen=True, tag="shuffled"):
    """DEM-009, DEM-165, DEM-201, DEM-267. Real cards, by hand."""


class Split(Move, frozen=True, tag="split"):
    """DEM-016, DEM-164, DEM-512. How many of the cards come from the Funding deck; the rest are Action cards."""

    funding: int


class HalfAndHalf(Move, frozen=True, tag="half-and-half"):
    """DEM-164. This refill and all to come: the same from either deck, with nothing discarded."""


class AskSplit(Move, frozen=True, tag="ask-split"):
    """DEM-164. No longer so: to be asked again."""


# ---- planning


class Plan(Move, frozen=True, tag="plan"):
    """DEM-060. A card under each of one's agents, or none."""

    cards: dict[str, str]


class PlaceToken(Move, frozen=True, tag="place-token"):
    """DEM-070."""

    judge: str
    agent: str


class ConfirmTokens(Move, frozen=True, tag="confirm-tokens"):
    """DEM-073."""


class PlaceCases(Move, frozen=True, tag="place-cases"):
    """DEM-402. By the own agent that holds the card: whose agent it is meant for."""

    targets: dict[str, str]


class ConfirmCases(Move, frozen=True, tag="confirm-cases"):
    """DEM-402."""


class FirstCase(Move, frozen=True, tag="first-case"):
    """DEM-405. Which of one's own two briefcases comes first."""

    agent: str


# ---- the turn


class Reveal(Move, frozen=True, tag="reveal"):
    """DEM-082, DEM-083."""

    agent: str


class RevealAll(Move, frozen=True, tag="reveal-all"):
    """DEM-082, DEM-083. All that are left in this step, in the order of the agents."""


class NameCard(Move, frozen=True, tag="name-card"):
    """DEM-068. What has been turned up."""

    card: str


class PickOption(Move, frozen=True, tag="pick-option"):
    """DEM-084."""

    option: str


class PassCard(Move, frozen=True, tag="pass-card"):
    """DEM-086. Without paying, without effect."""


class Speak(Move, frozen=True, tag="speak"):
    """DEM-142."""

    community: str


class StaySilent(Move, frozen=True, tag="stay-silent"):
    """DEM-142. Paid for, and nothing done."""


class Swap(Move, frozen=True, tag="swap"):
    """DEM-143. Put an own token there, or only take theirs away."""

    swap: bool


class Spread(Move, frozen=True, tag="spread"):
    """DEM-505."""

    pop: dict[Seat, int]


class Drain(Move, frozen=True, tag="drain"):
    """DEM-506."""

    pop: dict[Seat, int]


class PickPlayer(Move, frozen=True, tag="pick-player"):
    """DEM-507, DEM-513."""

    seat: Seat


class PickCommunity(Move, frozen=True, tag="pick-community"):
    """DEM-510, DEM-511, DEM-528."""

    community: str


class Repeat(Move, frozen=True, tag="repeat"):
    """DEM-502."""

    card: str


class SeenHand(Move, frozen=True, tag="seen-hand"):
    """DEM-513."""


class PayOwed(Move, frozen=True, tag="pay-owed"):
    """DEM-417."""

    card: str


class BuyAgent(Move, frozen=True, tag="buy-agent"):
    """DEM-151."""

    agent: str


class BuyPension(Move, frozen=True, tag="buy-pension"):
    """DEM-153."""

    pension: str
    face_down: bool


class EndPurchases(Move, frozen=True, tag="end-purchases"):
    """DEM-150."""


class Discard(Move, frozen=True, tag="discard"):
    """DEM-163."""

    places: list[int]


class KeepAll(Move, frozen=True, tag="keep-all"):
    """DEM-163. Nothing is discarded, of a hand that needs no card."""


class DiscardNamed(Move, frozen=True, tag="discard-named"):
    """DEM-163, of a hand that the table does not know."""

    cards: list[str]


# ---- windows


class React(Move, frozen=True, tag="react"):
    """DEM-529. A Reaction card."""

    card: str


class PassWindow(Move, frozen=True, tag="pass-window"):
    """DEM-529, DEM-531. No card: nobody hears of it."""


class ExcludeJudge(Move, frozen=True, tag="exclude-judge"):
    """DEM-517."""

    judge: str


class Scapegoat(Move, frozen=True, tag="scapegoat"):
    """DEM-521."""

    agent: str


class UseAttorney(Move, frozen=True, tag="use-attorney"):
    """DEM-336."""

    use: bool


class UsePresident(Move, frozen=True, tag="use-president"):
    """DEM-531. In a window."""

    card: str


class PlayPresident(Move, frozen=True, tag="play-president"):
    """DEM-531. In the own turn."""

    card: str


class FreeJudge(Move, frozen=True, tag="free-judge"):
    """DEM-525."""

    judge: str


class Judge(Move, frozen=True, tag="judge"):
    """DEM-115. By Judge."""

    innocent: dict[str, bool]


# ---- the end of a round


class Resign(Move, frozen=True, tag="resign"):
    """DEM-288."""

    resign: bool


class Cede(Move, frozen=True, tag="cede"):
    """DEM-182."""

    cede: bool


class GiveUp(Move, frozen=True, tag="give-up"):
    """DEM-442."""

    communities: list[str]


class DropVote(Move, frozen=True, tag="drop-vote"):
    """DEM-203. A real token, tapped as it is dropped into the urn."""

    party: str


class AllIn(Move, frozen=True, tag="all-in"):
    """DEM-203. The rest of them too, untapped."""


class Shaken(Move, frozen=True, tag="shaken"):
    """DEM-203."""


class NoneLeft(Move, frozen=True, tag="none-left"):
    """DEM-206. A token is missing: the real urn is empty."""


class Emptied(Move, frozen=True, tag="emptied"):
    """DEM-211."""


class MakeOffer(Move, frozen=True, tag="make-offer"):
    """DEM-221."""

    to: Seat
    communities: list[str]


class MakePromise(Move, frozen=True, tag="make-promise"):
    """DEM-222."""

    to: Seat
    count: int


class Withdraw(Move, frozen=True, tag="withdraw"):
    """DEM-223."""

    to: Seat


class AcceptOffer(Move, frozen=True, tag="accept-offer"):
    """DEM-224."""

    candidate: Seat


class Revoke(Move, frozen=True, tag="revoke"):
    """DEM-223."""


class NoDeal(Move, frozen=True, tag="no-deal"):
    """DEM-235."""


class TalkAgain(Move, frozen=True, tag="talk-again"):
    """DEM-235."""


# ---- corrections of the host


class Abort(Move, frozen=True, tag="abort"):
    """The table ends the game without a winner."""


class RecountUrn(Move, frozen=True, tag="recount-urn"):
    """DEM-204. What really lies in the urn."""

    votes: dict[str, int]


class Note(Move, frozen=True, tag="note"):
    """DEM-462."""

    text: str
