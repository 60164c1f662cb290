"""The board of D€mocracia in every moment that matches reach: each word fits, nothing secret is shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import to_builtins

from companion.display.canvas import Canvas
from companion.display.situation import Question, Situation
from companion.display.theme import BONE, DIM
from companion.engine import HOST
from companion.games.democracia import GAME, scene
from companion.games.democracia import moves as m
from companion.games.democracia.content import content
from companion.games.democracia.election import count, debate, election
from companion.games.democracia.events import CaseOpened, NowOwes, TrialOpened
from companion.games.democracia.piles import draw as draw_cards
from companion.games.democracia.planning import planning
from companion.games.democracia.scene import reading
from companion.games.democracia.scene.atlas import PIPS, TILES, centre
from companion.games.democracia.scene.motion import motion
from companion.games.democracia.scene.night import arc, filled
from companion.games.democracia.scene.plates import plates
from companion.games.democracia.scene.table import current, picked
from companion.games.democracia.scene.trial import verdicts
from companion.games.democracia.scene.wording import ORDER, asking, sentence, shown_seats, votes_out
from companion.games.democracia.state import Doing, Table
from companion.games.democracia.windows import react, reactions
from companion.locale import Words
from tests.board.examples import LANGUAGES, LONG, SHORT, SIZES
from tests.games.scenes import Gathered, draw, every_frame, legible, now_of
from tests.pictures import check

from ..driver import at_random, drive
from .moments import TABLES, framed, moments, played, set_table, shown, situation, speaking
from .tables import deal, drawn, draws, lay, revealing, run, table, vote

every_language = pytest.mark.parametrize("lang", LANGUAGES)
PLACES = {("es", 1080): (0, 1), ("en", 1080): (2,), ("es", 480): (0, 1, 2, 3), ("en", 480): (1, 3)}
"""Which tables are drawn in full for six."""
ES = Words("es", game=GAME.id)
WEATHERS = [f"scene.weather.{key}" for key in ("boom", "crisis", "easier", "harder", "debate", "same")]


@every_frame(range(2, 7))
def test_every_moment_fits_and_can_be_read(seats: int, size: tuple[int, int], lang: str) -> None:
    canvas, names = Canvas(size, strict=True), SHORT if seats == 5 else LONG
    for place in PLACES[lang, size[1]] if seats == 6 else (seats % 4,):
        for name, gathered in moments(seats, place).items():
            canvas.clear()
            draw(GAME, canvas, situation(gathered, names), lang, name)
            legible(canvas, f"{place} {name}")


@pytest.mark.rule("DEM-203", "DEM-211")
def test_the_urn_says_what_to_do_before_the_count_and_after_it_that_nothing_is_left_to_decide() -> None:
    def urn(match: Any) -> set[str]:
        canvas = Canvas(SIZES[0], strict=True)
        draw(GAME, canvas, situation(now_of(match), SHORT), "es", "urn")
        return {printed.words for printed in canvas.printed}

    t = table(4, options={"real": ["urn"]})
    t.candidates, t.round = {"blue": 0, "red": 1}, len(t.plan.seating.rounds) - 1
    match = run(t, election)
    assert {"Agitad la urna y pulsad OK", "26"} < urn(match)
    assert any("Meted" in said for said in urn(match)) and "13" in urn(match)
    drive(match, m.Shaken(by=HOST), draws(13), draws(1))
    said = urn(match)
    assert any(line.startswith("Vaciad la urna") for line in said)
    assert not any("comunidad" in line for line in said)


def test_matches_reach_most_moments() -> None:
    """So that the other tests see what they claim to see."""
    seen = {name for seats in (3, 4, 5, 6) for place in range(len(TABLES)) for name in moments(seats, place)}
    kinds = {kind for kind in GAME.kinds if kind not in ("abort", "recount-urn", "note")}
    leading = kinds & set(ORDER) - {  # never first of those that are asked together
        "confirm-tokens", "confirm-cases", "pass-card", "stay-silent", "reveal-all", "keep-all", "play-president",
        "half-and-half", "pass-window", "make-promise", "withdraw", "accept-offer", "revoke", "no-deal", "talk-again",
    }  # fmt: skip
    rare = {"free-judge", "pay-owed", "repeat", "scapegoat", "exclude-judge", "first-case", "give-up", "discard-named",
            "buy-pension", "end-purchases", "use-attorney", "swap", "none-left"}  # fmt: skip
    assert leading - rare - {name.removeprefix("ask ") for name in seen} == set()
    told = {name.removeprefix("event ") for name in seen if name.startswith("event ")}
    assert set(scene.HOLD) - told - {"noted", "urn-differs", "urn-recounted", "said-nothing", "revoked", "barred",
                                     "stays-on", "must-resign", "cannot-play", "no-president", "taken-community",
                                     "pardoned", "judge-dismissed", "debt-paid"} == set()  # fmt: skip
    assert {"end points", "end minority"} <= seen


@every_language
def test_every_question_and_event_has_its_words(lang: str) -> None:
    words = Words(lang, game=GAME.id)
    assert [kind for kind in scene.HOLD if not words.has(f"scene.event.{kind}")] == []
    assert set(GAME.kinds) - set(ORDER) == {"abort", "recount-urn", "note", "drop-vote", "ask-split"}


def test_the_board_waits_for_the_draw_and_not_for_what_the_host_may_say_beside_it() -> None:
    """A real urn: a token is awaited; where it is empty by the books, the host's word."""
    t = table(4, options={"real": ["urn"]})
    t.candidates = {"red": 1, "blue": 0}
    vote(t, red=1)
    match = run(t, count)
    drawing = ES("scene.ask.draw-vote", community=ES("communities.AND"))
    assert sentence(situation(now_of(match), SHORT), ES) == drawing
    drive(match, drawn("red"))
    assert sentence(situation(now_of(match), SHORT), ES) == "Decid si la urna se ha quedado vacía"


def test_the_map_has_every_community_once() -> None:
    assert set(TILES) == set(reading.communities())
    spots = [centre(community) for community in TILES]
    apart = min((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 for a in spots for b in spots if a != b)
    assert apart**0.5 > 11, "tiles lie over each other"
    assert len(arc()) == len(TILES)


# ---- nothing secret


@pytest.mark.parametrize("place", range(len(TABLES)))
def test_a_board_draws_from_the_public_view_alone(place: int) -> None:
    """Hands, planned cards and the president's card are counts in it, and what a briefcase stands for is not there."""
    for name, (view, _, _) in moments(6, place).items():
        assert all(set(hand) == {"covered"} for hand in view["hands"].values()), name
        assert all(set(cards) == {"covered"} for cards in view["under"].values()), name
        assert all(set(cards) == {"covered"} for cards in view["card"].values()), name
        assert not view["sources"] and not view["forecast"] and not view["looked"], name


def said(now: Situation, lang: str = "es") -> list[str]:
    canvas = Canvas((800, 480), strict=True)
    scene.draw(canvas, now, Words(lang, game=GAME.id))
    return [text.words for text in canvas.printed]


def test_who_has_planned_shows_at_once_what_only_when_it_is_turned_up() -> None:
    now = situation(moments(4, 0)["ask plan"], SHORT)
    plans = [q for q in now.questions if q.kind == "plan"]
    late = sum(not q.answered for q in plans)
    assert sum(words.endswith("· LISTO") for words in said(now)) == len(plans) - late
    assert sum(words.startswith("POP ") for words in said(now)) == len(now.names), "they plan by who is popular"
    assert not any(set(said(now)) & {ES(f"cards.{card}")} for card in ("CAM-01", "FUN-01", "INT-01"))


def test_the_board_calls_agents_what_phones_call_them() -> None:
    """Two barons of one player are told apart: a phone asks for «Ladrillo», and so the board calls it."""
    now = situation(moments(4, 0)["ask place-token"], SHORT)
    barons = [a for owned in now.view["owned"].values() for a in owned if reading.kind(a) == "baron"]
    for baron in barons:
        assert ES(f"called.{baron}") in said(now) and f"«{ES(f'called.{baron}')}»" in ES(f"agents.{baron}")


def test_the_order_of_the_table_stands_at_the_seats_before_it_is_taken() -> None:
    view, questions, _ = moments(4, 0)["ask confirm-seats"]
    now = situation((view, questions, {}), SHORT)
    assert [plates(now, ES)[seat].line for seat in view["order"]] == [ES("scene.seat.place", n=n) for n in (1, 2, 3, 4)]
    other = replace(now, picked=(3, 1))
    assert [plate.line for plate in plates(other, ES)] == ["", ES("scene.seat.place", n=2), "",
                                                           ES("scene.seat.place", n=1)]  # fmt: skip


def seen(t: Table) -> dict[str, Any]:
    """The public view of a table, whatever is asked."""
    return run(t, planning).view(None)


def test_plates_follow_what_has_been_told() -> None:
    """On election night the table knows already who governs next; the board only once it has been said."""
    assert scene.AS_TOLD
    match = GAME.match(4, GAME.options_from({}))
    match.watched = True
    drive(match, at_random(Random(3), lambda m: any(t.event.__struct_config__.tag == "invested" for t in m.told)))
    told = [t for t in match.told if t.then is not None]
    began, invested = (
        next(t for t in reversed(told) if t.event.__struct_config__.tag == tag) for tag in ("counted", "invested")
    )
    assert began.then and invested.then and match.view(None)["president"] is not None
    assert (began.then["president"], began.then["legislature"]) == (None, 1)
    assert invested.then["president"] == match.view(None)["president"]


def test_the_bar_of_the_seats_stands_as_they_sit() -> None:
    t = set_table()
    t.order = [2, 0, 5, 1, 4, 3]
    printed = said(situation((seen(t), (), {}), SHORT[:6]))
    places = [printed.index(name) for name in (SHORT[seat] for seat in t.order)]
    assert places == sorted(places)


def test_who_governs_by_a_pact_does_so_with_somebody() -> None:
    view = seen(set_table())
    alone, pact = ({"kind": "invested", "seat": 3, "partners": partners} for partners in ([], [2, 5]))
    assert sentence(situation((view, (), alone), SHORT[:6]), ES) == f"{SHORT[3]} preside el Gobierno"
    line = sentence(situation((view, (), pact), SHORT[:6]), ES)
    assert SHORT[2] in line and SHORT[5] in line


def test_a_name_stands_beside_as_many_tokens_as_there_is_room_for() -> None:
    """Two judges have marked the Leader: who it is can still be read."""
    printed = said(situation(shown()["investigation"], SHORT))
    assert ES("called.LID-R1") in printed and {"1", "3"} <= set(printed)


@every_language
def test_a_name_too_long_keeps_its_own_letters(lang: str) -> None:
    """Barons of six players on a small board are told apart, not called by what they all are."""
    words = Words(lang, game=GAME.id)
    view, *_ = now = shown()["investigation"]
    printed = said(situation(now, LONG), lang)
    barons = [words(f"called.{a}") for owned in view["owned"].values() for a in owned if reading.kind(a) == "baron"]
    told = [t for t in printed if any(t == name or (t.endswith("…") and name.startswith(t[:-1])) for name in barons)]
    assert len(told) == len(barons) and words("scene.kind.baron") not in printed


def test_a_community_that_the_panel_has_come_to_is_framed() -> None:
    now = situation(moments(4, 0)["ask place-bastion"], SHORT)
    assert picked(now) == []
    assert picked(replace(now, standing=("communities", "GAL"))) == ["GAL"]


def test_pension_plans_are_named_and_added_up_as_they_are_shown() -> None:
    view, questions, _ = moments(4, 0)["ask reveal"]
    plans = ["PEN-01", "PEN-02"]
    event = {"kind": "pensions-shown", "seat": 0, "pensions": plans}
    shown_now = " ".join(said(situation((view, questions, event), SHORT)))
    assert all(ES(f"pensions.{plan}.name") in shown_now for plan in plans)


def test_a_card_of_the_turn_before_has_gone_from_the_table() -> None:
    """As long as nothing has been turned up in this one; a briefcase of another is of this turn."""
    view, questions, _ = shown()["options"]
    assert current(situation((view, questions, {}), SHORT)) == ("ESP-L", "LID-B2")
    later = {**view, "turn": 2}
    assert current(situation((later, questions, {}), SHORT)) == ("", "")
    match = framed()
    view, questions, _ = now_of(match)
    assert view["doing"]["seat"] != view["turn"] and current(situation((view, questions, {}), SHORT))[0] == "MAL-01"


@every_language
def test_what_is_said_under_a_large_name_stays_clear_of_the_placards(lang: str) -> None:
    canvas, plans = Canvas(SIZES[0], strict=True), ["PEN-01", "PEN-02", "PEN-05", "PEN-07", "PEN-08"]
    event = {"kind": "pensions-shown", "seat": 3, "pensions": plans}
    scene.draw(canvas, situation((seen(set_table()), (), event), SHORT), Words(lang, game=GAME.id))
    said_below = [text for text in canvas.printed if str(reading.points("PEN-08")) in text.words]
    assert said_below and all(text.y + text.size < canvas.height - 24.1 for text in said_below)


def test_whoever_comes_out_of_prison_is_out_on_the_plate_too() -> None:
    view = {**seen(set_table()), "prison": [2, 4]}
    told = plates(situation((view, (), {"kind": "released", "seat": 2}), SHORT), ES)
    assert [ES("scene.seat.prison") == plate.line for plate in told] == [False] * 4 + [True, False]


def test_what_is_owed_is_the_card_that_lies_there() -> None:
    """Not the one in whose course the briefcase opened."""
    match = framed("FUN-10")
    owes = next(to_builtins(t.event) for t in match.told if isinstance(t.event, NowOwes))
    now = situation(now_of(match, {**owes, "card": "MAL-03"}), SHORT)
    assert now.view["doing"]["card"] != "MAL-03" and current(now)[0] == "MAL-03"


def test_the_end_says_what_broke_a_tie() -> None:
    """Three with one point each: without the pensions nobody at the table knows why one of them has won."""
    name, (view, questions, event) = next((k, v) for k, v in moments(6, 0).items() if k.startswith("end"))
    owned = {0: ["PEN-02"], 2: ["PEN-01", "PEN-02"]}
    level = {**view, "ended": "points", "winners": [2], "points": dict.fromkeys(range(6), 0) | {0: 1, 2: 1}}
    close = scene.closing(situation(({**level, "pensions": owned}, questions, event), SHORT), ES)
    worth = {seat: sum(reading.points(plan) for plan in plans) for seat, plans in owned.items()}
    assert close.decisive == f"{ES('scene.end.tied')} {SHORT[2]} {worth[2]}, {SHORT[0]} {worth[0]}", name
    alone = {**level, "points": dict.fromkeys(range(6), 0) | {2: 2}, "pensions": owned}
    nothing = {**level, "points": dict.fromkeys(range(6), 0), "worth": dict.fromkeys((0, 2, 3, 5), 4)}
    assert scene.closing(situation((nothing, questions, event), SHORT), ES).decisive.count(",") == 2, "the best three"
    assert scene.closing(situation((alone, questions, event), SHORT), ES).decisive.startswith(ES("scene.end.seats"))


@pytest.mark.parametrize(
    ("won", "says"), [([2], "Gana Carla"), ([2, 0], "Ganan Carla y Ana"), ([], "No gana nadie")]
)
def test_the_end_says_that_somebody_wins_and_not_only_who(won: list[int], says: str) -> None:
    view = {**next(v for k, v in moments(6, 0).items() if k.startswith("end"))[0], "winners": won}
    assert scene.closing(situation((view, (), {}), SHORT), ES).winner == says


# ---- a speech


def test_a_speech_says_its_price_and_thresholds_by_the_kind_of_place() -> None:
    """On side B: the dots on a tile are those of its row."""
    now = situation(now_of(speaking(board_side="B")), SHORT)
    rows = reading.podiums(now)
    assert rows == [("bronze", 5, 3, 7), ("silver", 6, 4, 7), ("gold", 7, 4, 8)]
    printed = said(now)
    assert {ES("scene.money", n=row.price) for row in rows} <= set(printed)
    assert printed.count("8") == 1, "nothing else here is 8"


def test_thresholds_that_the_weather_shifts_are_shown_shifted() -> None:
    """In a boom the party in power is heard sooner."""
    for sky, low, high in (("stability", 3, 7), ("boom", 2, 6), ("crisis", 4, 8)):
        now = situation(now_of(speaking(sky, variable_thresholds=True)), SHORT)
        assert reading.podiums(now) == [("", 5, low, high)]
        assert ES("scene.speech.low", n=low) in said(now) and ES("scene.speech.high", n=high) in said(now)


def test_a_speech_that_no_place_would_hear_says_so_before_it_is_paid() -> None:
    t = set_table()
    t.pop[3] = 2
    lay(t, "LID-B2", "ESP-L")
    now = situation(now_of(revealing(t, 3, "LID-B2", money=9)), SHORT)
    assert ES("scene.unheard", n=3) in said(now) and ES("scene.money", n=5) not in said(now)


def test_the_signs_of_the_map_are_explained_where_they_stand() -> None:
    assert {kind: metal.income for kind, metal in content().board.metals.items()} == PIPS
    for side, dots in (("A", False), ("B", True)):
        printed = said(situation(now_of(speaking(board_side=side)), SHORT))
        assert ES("scene.legend.bastion") in printed
        assert (ES("scene.legend.dot") in printed) == dots


def test_whoever_draws_real_cards_is_named_and_lit() -> None:
    now = situation(now_of(run(set_table(real=["cards"]), lambda t: draw_cards(t, 2, 3, 2))), SHORT)
    assert sentence(now, ES) == ES.n("funding.draw_by", 2, seat=SHORT[2])
    assert [plate.number - 1 for plate in plates(now, ES) if plate.state == "now"] == [2]


def test_a_window_says_what_it_is_that_may_be_reacted_to() -> None:
    t = set_table()
    t.turn, t.doing = 3, Doing(3, "CAM-06", "LID-B2")
    deal(t, 2, "FUN-01")
    now = situation(now_of(run(t, lambda t: react(t, 3, {2: reactions(t, "loss")}))), SHORT)
    assert sentence(now, ES) == f"¿Reacciona {SHORT[2]} a {ES('cards.CAM-06')}?"


def test_a_card_on_the_table_lists_what_has_been_chosen_of_it() -> None:
    t = set_table()
    lay(t, "LID-B2", "ESP-L")
    before, now = (
        " ".join(said(situation(now_of(revealing(t, 3, "LID-B2", *steps, money=9)), SHORT)))
        for steps in ((), (m.PickOption("ESP-L.1", by=3),))
    )
    assert all(ES(f"did.ESP-L.{i}") in before for i in range(3))
    assert ES("did.ESP-L.1") in now and not any(ES(f"did.ESP-L.{i}") in now for i in (0, 2))


def test_what_has_happened_is_not_drawn_as_what_is_asked_by_now() -> None:
    """A bot may spread popularity already while the board still tells that its turn began."""
    t = set_table()
    lay(t, "LID-B2", "CAM-02")
    view, _, _ = now_of(revealing(t, 3, "LID-B2", money=9))
    spread = (Question(3, "spread", False),)
    agents = {ES(f"called.{a}") for a in view["owned"][3] if reading.kind(a) in ("leader", "baron")}
    assert not agents & set(said(situation((view, spread, {}), SHORT)))
    assert agents <= set(said(situation((view, spread, {"kind": "turn-began", "seat": 3, "count": 4}), SHORT)))


def test_the_round_that_begins_is_the_one_that_is_on() -> None:
    """Its beginning is told while the election before it is still being cleared away."""
    t = set_table()
    t.phase, t.round = "clear", 0
    now = situation((seen(t), (), {"kind": "round-began", "legislature": 2, "kind_of": "initial"}), SHORT)
    canvas = Canvas((800, 480), strict=True)
    scene.draw(canvas, now, ES)
    inks = {printed.words: printed.ink for printed in canvas.printed}
    assert [inks[ES(f"scene.round.{kind}")] for kind in ("initial", "elections")] == [BONE, DIM]


def test_whom_a_briefcase_hits_stands_on_its_card() -> None:
    match = framed()
    opened = next(to_builtins(t.event) for t in match.told if isinstance(t.event, CaseOpened))
    printed = said(situation(now_of(match, opened), SHORT))
    assert ES("scene.against", agent=ES("agents.LID-R1")) in printed


def test_of_several_options_the_one_that_is_meant_is_named() -> None:
    t = set_table()
    lay(t, "LID-B2", "ESP-L")
    match = revealing(t, 3, "LID-B2", m.PickOption("ESP-L.1", by=3), money=9)
    assert sentence(situation(now_of(match), SHORT), ES).endswith(ES("did.ESP-L.1"))


@pytest.mark.parametrize(
    ("sky", "options", "told"),
    [
        ("boom", {"variable_budgets": True}, ["scene.weather.boom"]),
        ("crisis", {"variable_budgets": True, "variable_thresholds": True},
         ["scene.weather.crisis", "scene.weather.harder"]),
        ("boom", {"variable_thresholds": True, "debate": True}, ["scene.weather.easier", "scene.weather.debate"]),
        ("stability", {"variable_budgets": True, "variable_thresholds": True}, ["scene.weather.same"]),
    ],
)  # fmt: skip
def test_the_weather_says_what_it_changes_at_this_table(sky: str, options: dict[str, Any], told: list[str]) -> None:
    now = situation((seen(set_table(**options)), (), {"kind": "environment-turned", "environment": sky}), SHORT)
    printed = " ".join(said(now))
    assert [key for key in WEATHERS if ES(key, n=2 if key == "scene.weather.boom" else 1) in printed] == told


# ---- an election


@pytest.mark.rule("DEM-209", "DEM-312")
@pytest.mark.parametrize(
    ("elections", "says"), [(1, {"9", "para gobernar"}), (2, {"1 PV", "más escaños: rojo o azul"})]
)
def test_the_last_night_is_about_a_point_and_not_about_governing(elections: int, says: set[str]) -> None:
    view, questions, event = shown()["night"]
    now = situation(({**view, "elections": elections}, questions, event), SHORT)
    assert says == {*said(now)} & {"9", "para gobernar", "1 PV", "más escaños: rojo o azul"}
    counted = {"kind": "counted", "seats": {"red": 9, "blue": 5, "green": 2, "yellow": 1}}
    told = sentence(situation(({**view, "elections": elections}, (), counted), SHORT), ES)
    assert told.startswith("Mayoría" if elections < 2 else "Últimas elecciones, sin pactos: rojo 9, azul 5")


def test_a_night_is_told_token_by_token_though_the_table_has_drawn_them_all() -> None:
    """What the table draws by itself is over when the first token is told: the picture runs behind it."""
    view, questions, last = moments(6, 0)["event vote-drawn"]
    order = [c for c in reading.communities() if c in view["night"]]
    seen = []
    for community in order:
        event = {**last, "community": community, "party": view["night"][community]}
        now = situation((view, questions, event), SHORT)
        seen.append(sum(shown_seats(now).values()))
        assert list(votes_out(now))[-1] == community
        assert filled(now).count("") == 17 - seen[-1]
    assert seen == list(range(18 - len(order), 18))


def debate_of(pops: tuple[int, int]) -> tuple[Gathered, Gathered]:
    """Six players in a crisis; blue governs. The debate, and the votes that follow it."""
    t = set_table(debate=True)
    t.environment, t.candidates = "crisis", {"red": 1, "blue": 3}
    t.pop.update({1: pops[0], 3: pops[1]})
    t.doing = Doing(0, "CAM-02", "LID-B1")
    match = run(t, debate)
    told = {x["kind"]: x for x in map(to_builtins, match.events(None))}
    return now_of(match, told["debated"]), now_of(match, told["votes-in"])


@pytest.mark.rule("DEM-440", "DEM-432", "DEM-442")
def test_a_debate_says_what_is_compared_and_what_follows() -> None:
    """Who has how much popularity, who governs, what each gives up and brings. The votes that go in then do not stand
    beside a card of the last turn."""
    now, after = (situation(x, SHORT) for x in debate_of((6, 2)))
    assert sentence(now, ES) == f"Debate (crisis): {SHORT[1]} gana a {SHORT[3]}, 6 a 2"
    lines = said(now)
    assert {"Gana con popularidad 6", "No pierde ninguna comunidad", "Mete todos sus votos en la urna"} <= {*lines}
    assert {"Pierde con popularidad 2", "Pierde 3 comunidades", "Mete la mitad de sus votos en la urna"} <= {*lines}
    assert any("en el poder" in line.lower() for line in lines)
    assert ES("cards.CAM-02") not in said(after)
    assert sentence(situation(debate_of((4, 4))[0], SHORT), ES).endswith("empatan a 4")




def test_who_governs_next_is_not_told_before_the_votes() -> None:
    for name in ("event vote-drawn", "event counted"):
        view, questions, event = moments(6, 0)[name]
        now = situation((view, questions, event), SHORT)
        if view["phase"] not in ("count", "pact", "investiture"):
            assert not any(plate.office for plate in plates(now, ES)), name


def test_the_bars_and_the_rings_show_the_same_seats() -> None:
    now = situation(moments(5, 0)["event counted"], SHORT)
    rings = filled(now)
    assert {p: rings.count(p) for p in reading.in_play(now)} == shown_seats(now) == now.event["seats"]


# ---- a trial


def test_judges_without_an_owner_speak_one_after_the_other() -> None:
    view, questions, event = moments(4, 0)["event judge-voted"]
    free: Gathered = ({**view, "owned": {s: [] for s in view["owned"]}, "verdicts": dict.fromkeys(
        ("JUE-1", "JUE-2", "JUE-3"), False)}, questions, {**event, "judge": "JUE-2", "innocent": False})  # fmt: skip
    assert dict(verdicts(situation(free, SHORT))) == {"JUE-1": False, "JUE-2": False}
    opened = (free[0], questions, {"kind": "trial-opened", "agent": "BAR-R1", "seat": 1})
    assert verdicts(situation(opened, SHORT)) == {}


def test_a_verdict_stays_until_the_sentence_is_carried_out() -> None:
    """While the convict may still play a card: each judge's vote, and who it is that is waited for."""
    now = situation(shown()["sentence"], SHORT)
    assert asking(now) == "react" and verdicts(now) == now.view["verdicts"]
    printed = said(now)
    assert (printed.count("Culpable"), printed.count("Inocente"), "?" in printed) == (4, 1, False)
    assert sentence(now, ES) == f"Culpable. ¿Se libra {SHORT[1]} con una carta?"
    answered = replace(now, questions=tuple(replace(q, answered=True) for q in now.questions))
    assert sentence(answered, ES) == sentence(now, ES), "the minimum time still runs"


def test_before_a_trial_the_board_says_who_may_annul_it() -> None:
    t = set_table()
    lay(t, "BAR-R1", "FUN-07")
    deal(t, 1, "REA-02")
    t.tokens = {"JUE-1": "BAR-R1"}
    now = situation(now_of(revealing(t, 1, "BAR-R1")), SHORT)
    assert sentence(now, ES) == f"¿Anula {SHORT[1]} el juicio con una carta?" and not verdicts(now)


def test_whoever_has_to_judge_is_lit() -> None:
    now = situation(moments(6, 0)["ask judge"], SHORT)
    lit = [plate.number - 1 for plate in plates(now, ES) if plate.state == "now"]
    assert lit and all(any(reading.kind(a) == "judge" for a in now.view["owned"][s]) for s in lit)
    assert asking(now) == "judge"


@pytest.mark.parametrize("card", ["", "FUN-10"])
def test_a_fabricated_trial_is_never_told_as_one_of_an_illegal_card(card: str) -> None:
    """The headline of its beginning, and the paper until its end; the card shows, for independent judges go by it."""
    match = framed(card)
    opened = next(to_builtins(t.event) for t in match.told if isinstance(t.event, TrialOpened))
    assert sentence(situation(now_of(match, opened), SHORT), ES) == "Juicio por el maletín de Ana: Montaje"
    printed = said(situation(now_of(match), SHORT))
    assert ES("scene.played").upper() not in printed
    assert ("Maletín: Montaje. Carta:" in printed) == bool(card) == (ES("cards.FUN-10") in printed)


@pytest.mark.rule("DEM-516")
def test_a_trial_after_an_inquiry_says_so() -> None:
    """The card that has brought it about is on the record of the trial, for an owner's may be another."""
    match = framed("FUN-07", "MAL-02")
    opened = next(to_builtins(t.event) for t in match.told if isinstance(t.event, TrialOpened))
    assert sentence(situation(now_of(match, opened), SHORT), ES) == "Juicio por el maletín de Ana: Investigación"
    assert "Maletín: Investigación. Carta:" in said(situation(now_of(match), SHORT))


# ---- what moves


def test_what_moves_lands_inside_the_page() -> None:
    for size in SIZES[::2]:
        canvas = Canvas(size)
        for seats in (2, 6):
            for name, gathered in moments(seats, 0).items():
                for one in motion(canvas, None, situation(gathered, LONG), ES):
                    x, y, w, h = one.box
                    assert x >= 0 and y >= 0 and x + w <= 160 and y + h <= canvas.height, name


def test_nothing_moves_while_nobody_acts() -> None:
    now = situation(moments(4, 0)["ask reveal"], SHORT)
    assert motion(Canvas((800, 480)), now, replace(now), ES) == ()


def test_a_whole_match_of_bots_can_be_drawn(matches: int = 1) -> None:
    """Every step, not only one of each kind."""
    canvas = Canvas((800, 480), strict=True)
    for seed in range(matches):
        rng = Random(seed)
        for match, events in played(6, TABLES[1], 90 + seed, clever=0.9):
            if rng.random() > 0.12:
                continue
            shown_now = [now_of(match), *[now_of(match, to_builtins(t.event), t.then) for t in events]]
            for now in shown_now:
                if (event := now[2]) and event["kind"] not in scene.HOLD:
                    continue
                canvas.clear()
                name = "end" if match.over and not event else "ask"
                draw(GAME, canvas, situation(now, LONG), "es", name)
                legible(canvas, str(event or asking(situation(now, LONG))))


@pytest.mark.picture
@pytest.mark.parametrize("name", sorted(shown()))
@pytest.mark.parametrize(
    ("size", "lang", "names"), [(SIZES[0], "es", SHORT), (SIZES[2], "en", LONG)], ids=["wide", "small"]
)
def test_the_picture_is_the_stored_one(
    name: str, size: tuple[int, int], lang: str, names: tuple[str, ...], rewrite: bool
) -> None:
    canvas = Canvas(size)
    draw(GAME, canvas, situation(shown()[name], names), lang, name)
    check(canvas.picture(), Path(__file__).parent / "pictures" / f"{name}-{lang}-{size[1]}.png", rewrite)


def test_the_last_election_says_that_no_pact_follows() -> None:
    """DEM-209, DEM-312. Before it, that nobody reaches a majority."""
    view = {**seen(set_table()), "elections": 1}
    told = {"kind": "counted", "seats": {"red": 6, "blue": 7, "green": 4, "yellow": 0}}
    assert sentence(situation((view, (), told), SHORT[:6]), ES) == ES("scene.event.counted.nobody", n=9)
    last = sentence(situation(({**view, "elections": 2}, (), told), SHORT[:6]), ES)
    assert last == ES("scene.event.counted.last", red=6, blue=7)
