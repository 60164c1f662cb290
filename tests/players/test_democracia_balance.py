"""D€mocracia among bots that play to win: figures of whole games, in wide bands around those of RULES.md ("Sanity
check"), so that a number of the data that spoils the game is seen."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import sqrt
from random import Random

import pytest

from companion.games.democracia import GAME
from companion.games.democracia import events as e
from companion.games.democracia.plan import Card
from companion.players.democracia.look import Look
from companion.players.play import play_out

NEUTRAL = {2: (14, 11, 8), 3: (12, 9, 7), 4: (11, 8, 5), 5: (10, 7, 4), 6: (8, 5, 3)}  # at elections, about


class Figures:
    """What some matches of so many players came to."""

    def __init__(self, seats: int, matches: int) -> None:
        self.n, self.told, self.matches = seats, Counter[type](), matches
        self.rounds: list[int] = []
        self.neutral: list[list[int]] = [[], [], []]
        self.wins, self.ended = Counter[str](), Counter[str]()
        self.seats = Counter[int]()
        self.cards: dict[str, Card] = {}
        self.by_all = Counter[str]()
        self.by_winners, self.by_lot = defaultdict[str, float](float), defaultdict[str, float](float)
        for seed in range(matches):
            match = GAME.match(seats)
            play_out(GAME, match, Random(f"{seats} {seed}"), set(range(seats)))
            events = [t.event for t in match.told]
            self.told.update(map(type, events))
            self.rounds.append(match.state.rounds)
            self.ended[match.result.reason] += 1
            self.wins.update({match.state.party(s) for s in match.result.winners})
            self.seats.update(match.result.winners)
            self.cards = dict(match.state.plan.cards)
            plays = [(x.card, x.seat) for x in events if isinstance(x, (e.Paid, e.Earned))]
            self.count_cards(plays, match.result.winners)
            held = [x.count for x in events if isinstance(x, e.ElectionBegan)]
            for counts, count in zip(self.neutral, held, strict=False):
                counts.append(count)

    def count_cards(self, plays: list[tuple[str, int]], winners: Sequence[int]) -> None:
        """Who has played what in one match; and the variance that there would be, were its winner drawn by lot."""
        by = Counter(plays)
        for card in {card for card, _ in by}:
            each = [by[card, seat] for seat in range(self.n)]
            self.by_winners[card] += sum(each[seat] for seat in winners) / len(winners)
            self.by_all[card] += sum(each)
            self.by_lot[card] += sum(c * c for c in each) / self.n - (sum(each) / self.n) ** 2

    def a_match(self, kind: type) -> float:
        return self.told[kind] / self.matches


def sane(seats: int, matches: int) -> None:
    f = Figures(seats, matches)
    assert max(f.rounds) <= (9 if seats > 3 else 12), "constraint 9"
    assert sum(f.rounds) / matches >= 6
    for counts, about in zip(f.neutral, NEUTRAL[seats], strict=True):
        if len(counts) > matches / 2:
            assert abs(sum(counts) / len(counts) - about) <= 3.5, "so that the urn decides, and less and less"
    assert 0.2 <= f.a_match(e.TrialOpened) <= 4
    assert f.a_match(e.Resigned) <= 1.5
    assert f.told[e.Unpaid] <= 0.03 * f.told[e.Revealed], "plans are paid for"
    blue, red = f.wins["blue"], f.wins["red"]
    assert abs(blue - red) <= 3.5 * sqrt(blue + red), "no colour is the better one"
    assert f.ended["minority"] <= 0.6 * matches
    assert min(blue, red) > 0
    fair = matches / seats
    assert all(abs(f.seats[seat] - fair) <= 3.5 * sqrt(fair) for seat in range(seats)), "no seat is the better one"
    even(f)


def even(f: Figures) -> None:
    """No card is played by winners much more or less often than by others. Winners play a little more of everything,
    nobody puts them in prison; beyond the band there is room for three standard errors of a winner drawn by lot."""
    usual = sum(f.by_winners.values()) / sum(f.by_all.values())
    for id, n in f.by_all.items():
        card = f.cards[id]
        if card.family == "president" or card.agents in (("media",), ("gov_media",)):
            continue  # they go with the office
        share, sure = f.by_winners[id] / (usual * n), 3 * sqrt(f.by_lot[id]) / (usual * n)
        assert 0.65 - sure <= share <= 1.35 + sure, f"{id}: {share:.2f} of the fair share in {n}"


def test_a_game_of_four_is_what_the_rules_say_it_is() -> None:
    sane(4, 12)


@pytest.mark.soak
@pytest.mark.parametrize("seats", range(2, 7))
def test_games_are_what_the_rules_say_they_are(seats: int) -> None:
    sane(seats, 150)


@pytest.mark.soak
@pytest.mark.parametrize("seats", range(2, 7))
def test_who_never_touches_illegal_cards_wins_less(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The legal way is slow. Seat 0 goes it, and shows no illegal card; nobody else fears them more than before."""
    usual, won, matches = Look.danger, 0, 90

    def danger(look: Look, id: str) -> float:
        return 99.0 if look.seat == 0 and not look.cards[id].legal else usual(look, id)

    monkeypatch.setattr(Look, "danger", danger)
    for seed in range(matches):
        match = GAME.match(seats)
        play_out(GAME, match, Random(f"legal {seats} {seed}"), set(range(seats)))
        for x in (t.event for t in match.told if isinstance(t.event, e.Revealed) and t.event.seat == 0):
            assert match.state.plan.cards[x.card].legal
        won += 0 in match.result.winners
    assert won <= 0.75 * matches / seats
