"""Section N: Objectives, ties, Crisis, the end."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine import HOST, Match
from companion.games.republia import GAME
from companion.games.republia import moves as m
from companion.games.republia.content import content
from companion.games.republia.ending import met
from companion.games.republia.rules import end_of_round
from companion.games.republia.state import Switches, Table

from ..driver import asked, drive, kinds_told, refused
from .tables import any_draws, draws, new, on, table

# hands by Corruption
CORR = {
    6: ["bribe", "fraud", "economic_coup"],
    7: ["bribe", "fraud", "attack"],
    8: ["bribe", "attack", "scandal"],
    9: ["attack", "removal", "scandal"],
    10: ["bribe", "fraud", "scandal", "attack"],
    11: ["bribe", "attack", "scandal", "removal"],
    12: ["attack", "absenteeism", "mobilization", "scandal"],
}


def ended(n: int = 8, *steps: Any, **facts: Any) -> Match[Table, Any]:
    """The end of a Round in which a Law was legislated, with nothing in the pile."""
    return on(end_of_round, table(n, **{"legislated": 1, "president": None, "sp": 3, **facts}), *steps)


def seat_of(faction: str) -> int:
    return ["LIB", "NEO", "MON", "FAS", "TOT", "COM", "SOC", "ANA"].index(faction)


def rich(**seats: tuple[int, int]) -> dict[str, Any]:
    """Corruption and power by faction."""
    return {
        "hands": {seat_of(f): CORR[corr] for f, (corr, _) in seats.items()},
        "pp": {**dict.fromkeys(range(8), 0), **{seat_of(f): pp for f, (_, pp) in seats.items()}},
    }


@pytest.mark.rule("REP-150", "REP-155")
def test_an_objective_is_looked_at_after_all_laws() -> None:
    """On the way through the area it gives nothing."""
    t = table(8, pos=(-1, 0), pile=["r2", "l2"], legislated=1, president=None, **rich(MON=(9, 20)))
    match = on(end_of_round, t)
    while not match.over:
        drive(match, draws(min(match.state.pile.contents())))
    assert match.result is None and match.state.pos == (-1, 0)
    assert ended(pos=(1, 0), **rich(MON=(9, 20))).result.winners == (seat_of("MON"),)


@pytest.mark.rule("REP-151", "REP-152", "REP-153", "REP-029")
@pytest.mark.parametrize(
    ("faction", "corr", "pp", "sp", "pos"),
    [
        ("ANA", 11, 10, 10, (-1, 1)),
        ("LIB", 11, 12, 0, (0, 1)),
        ("NEO", 10, 11, 0, (1, 1)),
        ("MON", 7, 12, 0, (1, 0)),
        ("FAS", 9, 11, 10, (1, -1)),
        ("TOT", 9, 12, 0, (0, -1)),
        ("COM", 8, 11, 0, (-1, -1)),
        ("SOC", 8, 12, 10, (-1, 0)),
    ],
)
def test_every_requirement_at_once(faction: str, corr: int, pp: int, sp: int, pos: tuple[int, int]) -> None:
    """W-20, W-52, W-53: each minimum, and each missed by one. "+9" is 10."""

    def meets(corr: int, pp: int, sp: int, pos: tuple[int, int]) -> bool:
        return met(table(8, sp=max(sp, 1), pos=pos, **rich(**{faction: (corr, pp)})), seat_of(faction)) == [faction]

    assert meets(corr, pp, sp, pos) and meets(12, pp + 5, 17, pos), "more is fine"
    assert not meets(corr, pp - 1, sp, pos) and not meets(corr - 1 if corr > 6 else 6, pp, sp, pos)
    assert not meets(corr, pp, sp, (0, 0))
    if sp:
        assert not meets(corr, pp, 9, pos)


@pytest.mark.rule("REP-191")
@pytest.mark.parametrize(("needs", "wins"), [(7, True), (8, False)])
def test_what_the_monarch_needs(needs: int, wins: bool) -> None:
    """W-52."""
    options = Switches(monarch_corruption=needs)  # type: ignore[arg-type]
    assert (ended(pos=(2, 0), options=options, **rich(MON=(7, 12))).result is not None) is wins
    assert ended(pos=(0, 3), **rich(MON=(7, 12))).result is None, "the axis"


@pytest.mark.rule("REP-019")
def test_of_a_pair_each_card_is_looked_at_by_itself() -> None:
    """W-54."""
    pair = {
        "factions": {0: ["LIB", "ANA"], 1: ["COM", "SOC"], 2: ["NEO", "MON"], 3: ["FAS", "TOT"]},
        "hands": {0: CORR[11]},
        "pp": {0: 11},
        "sp": 12,
    }
    assert ended(4, pos=(-1, 2), **pair).result.winners == (0,)
    assert ended(4, pos=(1, 2), **pair).result is None, "what one card lacks the other does not lend"


@pytest.mark.rule("REP-154")
def test_the_table_sees_it_or_one_must_say_so() -> None:
    """W-81: who stays silent may claim it later, if it still holds."""
    t = rich(MON=(9, 20)) | {"pos": (2, 0)}
    assert ended(**t).result.reason == "objective"
    match = ended(options=Switches(victory_claim="announce"), **t)
    assert {s for s, k in asked(match) if k == "announce-victory"} == set(range(8)), "every phone shows the button"
    assert match.view(2)["eligible"] == {2: ["MON"]} and match.view(0)["eligible"] == {}
    no = refused(match, m.AnnounceVictory("LIB", by=0))
    assert no.to(0)[1]["why"] == "not-met" and no.to(1) == ("not-now", {})
    silent = drive(match, m.CloseCheck(by=HOST))
    assert silent.over and silent.result is None
    again = ended(options=Switches(victory_claim="announce"), **t)
    drive(again, m.AnnounceVictory("MON", by=2))
    assert "announced" in kinds_told(again) and not again.over
    assert drive(again, m.CloseCheck(by=HOST)).result.winners == (2,)
    later = ended(options=Switches(victory_claim="announce"), **{**t, "pos": (-2, 0)})
    assert refused(later, m.AnnounceVictory("MON", by=2)).audience == 2, "it must hold then"


@pytest.mark.rule("REP-156")
@pytest.mark.parametrize(("pos", "winner"), [((4, 2), "NEO"), ((4, 1), "MON"), ((3, 3), "NEO")])
def test_of_several_the_nearest_wins(pos: tuple[int, int], winner: str) -> None:
    """W-55."""
    match = ended(pos=pos, **rich(NEO=(10, 13), MON=(12, 20)))
    assert match.result.winners == (seat_of(winner),)


@pytest.mark.rule("REP-156")
def test_then_power_and_corruption_then_power_then_cards_then_they_share() -> None:
    """W-56."""
    lib, mon = seat_of("LIB"), seat_of("MON")
    assert ended(pos=(3, 3), **rich(LIB=(11, 12), MON=(12, 12))).result.winners == (mon,)
    assert ended(pos=(3, 3), **rich(LIB=(11, 12), MON=(7, 16))).result.winners == (mon,)
    more = rich(LIB=(11, 12), MON=(11, 12))
    more["hands"][lib] = ["bribe", "fraud", "economic_coup", "economic_coup", "fraud", "informant"]
    assert ended(pos=(3, 3), **more).result.winners == (lib,), "six cards against four"
    assert ended(pos=(3, 3), **rich(LIB=(11, 12), MON=(11, 12))).result.winners == (lib, mon)


@pytest.mark.rule("REP-156", "REP-159")
def test_the_end_shows_factions_hands_and_power() -> None:
    match = ended(pos=(2, 0), options=Switches(pp_visibility="own"), **rich(MON=(9, 20)))
    view = match.view(None)
    assert (
        view["factions"] == match.state.factions and view["cards"] == match.state.cards and view["pp"] == match.state.pp
    )
    assert "won-by-objective" in kinds_told(match)


@pytest.mark.rule("REP-157", "REP-203")
def test_in_crisis_the_nearest_of_all_held_factions_wins() -> None:
    """W-57: the four cardinal ones are 7 away, the others 10; then power and corruption, power, cards."""
    crisis = {"sp": 18, "crisis": True}
    tie = ended(**crisis, **rich(LIB=(6, 5), MON=(6, 5), TOT=(6, 5), SOC=(6, 5), NEO=(12, 9)))
    assert (tie.result.reason, len(tie.result.winners)) == ("crisis", 4)
    assert ended(**crisis, **rich(LIB=(6, 5), MON=(7, 5), NEO=(12, 9))).result.winners == (seat_of("MON"),)
    assert ended(**crisis, **rich(LIB=(7, 5), MON=(6, 6))).result.winners == (seat_of("MON"),), "equal sums: more power"
    unheld = ended(7, pos=(-4, 3), **crisis)
    assert unheld.state.factions[0] == ["LIB"] and unheld.result.winners != (), "ANA is nobody's"
    pair = ended(4, pos=(-4, 4), **crisis)
    assert pair.result.winners == (0,), "the best of both"
    objective = ended(pos=(2, 0), **crisis, **rich(MON=(9, 20), NEO=(6, 30)))
    assert objective.result.reason == "objective"


@pytest.mark.rule("REP-158")
def test_otherwise_nobody_has_won() -> None:
    assert ended().result is None


@pytest.mark.rule("REP-159")
def test_a_match_may_be_broken_off_with_or_without_turning_up_the_cards() -> None:
    for reveal in (False, True):
        match = drive(new(4), any_draws)
        drive(match, m.Abort(reveal, by=HOST))
        assert (match.result.reason, match.result.winners) == ("aborted", ())
        assert (len(match.view(None)["factions"]) == 4) is reveal


@pytest.mark.rule("REP-151")
def test_the_numbers_of_the_factions() -> None:
    """With 9 Corruption exactly LIB, NEO and ANA are out of reach; exactly ANA, FAS and SOC look at Social Pressure."""
    rows = content().factions
    assert {f.id for f in rows if f.corr > 9} == {"ANA", "LIB", "NEO"}
    assert {f.id: f.sp for f in rows if f.sp} == {"ANA": 10, "FAS": 10, "SOC": 10}


def test_the_books_of_the_draws_are_opened_by_all_or_not_at_all() -> None:
    """D-46: they tell every hand of the evening."""
    assert GAME.books == "all-seats"
