"""One test per word of the grammar, and per trap that it must not fall into."""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from itertools import permutations
from random import Random
from typing import Any
from weakref import WeakSet

import msgspec
import pytest

from companion.engine import (
    CHANCE,
    CLOCK,
    HOST,
    URN,
    Ask,
    BadMove,
    Box,
    BrokenRules,
    Contents,
    Correction,
    Deck,
    Drawn,
    Event,
    Match,
    Move,
    Number,
    Over,
    Rang,
    Refused,
    Script,
    State,
    about,
    after,
    alike,
    aside,
    ask,
    assign,
    barred,
    beside,
    by_way_of,
    counter,
    default,
    each,
    everyone,
    fact,
    first,
    nobody,
    number,
    one_of,
    order_of,
    owner,
    place_of,
    seat_of,
    share,
    some_of,
    text,
    together,
    upon,
    urn,
    yes_no,
)
from companion.engine.match import KEPT
from companion.players.random_player import random_move
from tests.engine import lighthouse


class Say(Move, frozen=True, tag="say"):
    yes: bool


class Pick(Move, frozen=True, tag="pick"):
    what: int


class Note(Event, frozen=True, tag="note"):
    what: str


class Bare(State):
    log: list[str] = fact(everyone, default_factory=list)
    top: int = fact(everyone, default=3)
    out: list[int] = fact(everyone, default_factory=list)


def number_of(m: Match[Any, Any], seat: int, kind: str) -> int:
    (n,) = (f.number for f in m.faces(seat) if f.by == seat and f.kind == kind)
    assert isinstance(n, int)
    return n


def say(seats: Iterable[int]) -> list[Ask[Say]]:
    return [ask(Say, i, yes=yes_no()) for i in seats]


def test_a_field_without_an_audience_is_an_error_when_the_class_is_made() -> None:
    with pytest.raises(TypeError, match="no audience for coins"):

        class Bad(State):
            coins: int = 3


def test_fields_take_what_they_say() -> None:
    assert number(1, 3).accepts(3)
    assert not number(1, 3).accepts(True)
    assert not number(1, 3).accepts("3")
    assert not one_of([1]).accepts(True)
    assert not one_of([[1]]).accepts({})
    assert some_of("aab", 1, 2).accepts(["a", "a"])
    assert not some_of("aab", 1, 2).accepts(["b", "b"])
    assert order_of("abc", 2).accepts(["c", "a"])
    assert not order_of("abc", 2).accepts(["c"])
    assert share(3, {1: 2, 2: 2}).accepts({1: 1, 2: 2})
    assert not share(3, {1: 2, 2: 2}).accepts({1: 3})
    assert not share(3, {1: 2, 2: 2}, least=0).accepts({1: 2, 2: -1})
    assert share(3, {1: 2}, least=0).accepts({})
    plan = assign({"leader": "ab", "baron": "b"}, "abb")
    assert plan.accepts({"leader": "b", "baron": "b"})
    assert not plan.accepts({"baron": "a"})
    assert not assign({1: "b", 2: "b"}, "ab").accepts({1: "b", 2: "b"})
    assert text(4).accepts("Ana")
    assert not text(4).accepts("Ana\n")
    assert not text(4).accepts("")
    assert place_of("xyz").accepts(2)
    assert not place_of("xyz").accepts(3)
    both = each({"a": number(1, 2), "b": yes_no()})
    assert both.accepts({"a": 2, "b": True})
    assert not both.accepts({"a": 2})
    assert not both.accepts({"a": 3, "b": True})


def test_an_assignment_may_have_to_leave_no_slot_blank_that_could_be_filled() -> None:
    """A plan in which an agent idles though a card is left for it."""
    plan = assign({"leader": "ab", "baron": "b", "media": "c"}, "ab", full=True, to="agents")
    assert list(plan.choices()) == [{"leader": "a", "baron": "b"}, {"leader": "b"}]
    assert plan.accepts({"leader": "b"}), "what is left fits nobody else"
    assert not plan.accepts({"baron": "b"})
    assert plan.denied({"baron": "b"}) == "slot-left-blank"
    assert plan.denied({"baron": "c"}) == "not-offered", "nobody holds it"
    refuses = plan.denied({"baron": "a", "leader": "b"})
    assert refuses == "slot-refuses:agents.baron", "it is held, and not for that slot"
    assert plan.denied({"baron": "b", "leader": "b"}) == plan.denied("b") == "not-offered"
    assert all(plan.accepts(plan.sample(Random(n))) for n in range(20))


def test_choices_are_listed_lazily_each_once_and_each_is_taken() -> None:
    fields = [
        one_of("ab"), some_of("aab", 0, 2), order_of("abc", 2), share(3, {1: 2, 2: 2}), share(2, {1: 2, 2: 1}, least=0),
        number(2, 4), assign({1: "ab", 2: "b"}, "ab"), each({"a": number(1, 2), "b": yes_no()}),
    ]  # fmt: skip
    counts = [2, 5, 6, 2, 5, 3, 5, 4]
    for field, count in zip(fields, counts, strict=True):
        choices = list(field.choices())
        assert len(choices) == count, field
        assert all(field.accepts(c) for c in choices), field
        assert not any(c in choices[:i] for i, c in enumerate(choices)), field
    endless = share(60, dict.fromkeys(range(60), 60)).choices()
    assert sum(next(endless).values()) == 60


def test_together_changes_until_closed_and_closes_early_by_rule() -> None:
    def game(s: Bare) -> Script[str]:
        v = yield from together(say(range(3)), changeable=True)
        s.log.append("".join("ny"[v[i].yes] for i in range(3)))
        w = yield from together(say(range(3)), until=lambda said: any(not m.yes for m in said.values()))
        return f"{len(w)}"

    m = Match.on(game, Bare())
    m.play(Say(True, by=1))
    m.play(Say(False, by=1))
    m.play(Say(True, by=0))
    assert [f.answered for f in m.faces(None)] == [True, True, False]
    m.play(Say(True, by=2))
    assert m.state.log == ["yny"]
    m.play(Say(True, by=1))
    with pytest.raises(Refused, match="already-answered"):
        m.play(Say(False, by=1))
    m.play(Say(False, by=2))
    assert m.result == "2"


def test_answers_come_in_the_order_of_the_asks_never_of_their_arrival() -> None:
    def game(s: Bare) -> Script[list[int]]:
        return [*(yield from together(say(range(3))))]

    for order in permutations(range(3)):
        m = Match.on(game, Bare())
        for seat in order:
            m.play(Say(True, by=seat))
        assert m.result == [0, 1, 2]


def test_the_same_words_asked_anew_are_another_question() -> None:
    """Trial one, closed early; trial two looks alike. A late answer to the first must not count for the second."""

    def game(s: Bare) -> Script[None]:
        for _ in range(2):
            yield from together(say(range(2)), until=bool)

    m = Match.on(game, Bare())
    old = number_of(m, 1, "say")
    m.play(Say(True, by=0))
    with pytest.raises(Refused, match="stale"):
        m.play(Say(True, by=1), number=old)
    m.play(Say(True, by=1), number=number_of(m, 1, "say"))
    assert m.over


def interrupted(s: Bare) -> Script[int]:
    def window() -> list[Ask[Pick]]:
        return [ask(Pick, 1, what=number(1, s.top)), ask(Pick, 2, what=number(7, 8))]

    while True:
        move = yield from first(window)
        if move.by == 1:
            return move.what
        yield from ask(Say, 3, yes=yes_no())
        s.top -= move.what == 8


def test_a_reopened_first_keeps_the_numbers_of_what_has_not_changed() -> None:
    m = Match.on(interrupted, Bare())
    mine, theirs = number_of(m, 1, "pick"), number_of(m, 2, "pick")
    m.play(Pick(7, by=2))
    m.play(Say(True, by=3))
    assert (number_of(m, 1, "pick"), number_of(m, 2, "pick")) == (mine, theirs + 1)
    m.play(Pick(8, by=2))
    m.play(Say(True, by=3))  # the interruption has changed what is on offer
    with pytest.raises(Refused, match="stale"):
        m.play(Pick(1, by=1), number=mine)


def test_what_an_ask_is_about_makes_it_another_question() -> None:
    """The choices are named alike, and what they name has changed: an answer to the old one comes too late."""
    def window(s: Bare) -> list[Ask[Any]]:
        picks = [about(ask(Pick, 1, what=number(1, 2)), s.top), ask(Pick, 3, what=number(7, 8))]
        return [*picks, ask(Say, 2, yes=yes_no())]

    def game(s: Bare) -> Script[None]:
        again = partial(window, s)
        while (move := (yield from first(again))).by != 1:
            s.top += move.by == 3

    m = Match.on(game, Bare())
    old = number_of(m, 1, "pick")
    m.play(Say(True, by=2))
    assert number_of(m, 1, "pick") == old
    m.play(Pick(7, by=3))
    with pytest.raises(Refused, match="stale"):
        m.play(Pick(1, by=1), number=old)
    m.play(Pick(1, by=1), number=number_of(m, 1, "pick"))
    assert m.over


def test_numbers_go_on_after_an_undo_so_an_old_form_stays_stale() -> None:
    """The question put again after an undo may be another one: no form from before may answer it."""

    def game(s: Bare) -> Script[None]:
        yield from ask(Pick, 0, what=number(1, 9))
        yield from together(say([1, 2]))

    m = Match.on(game, Bare())
    m.play(Pick(1, by=0))
    old = number_of(m, 1, "say")
    m.undo()
    m.play(Pick(2, by=0))
    with pytest.raises(Refused, match="stale"):
        m.play(Say(True, by=1), number=old)


def test_beside_never_closes_the_main_form_and_its_exception_ends_it() -> None:
    class End(Exception):
        pass

    def standing(s: Bare) -> Script[None]:
        while True:
            said = yield from first(*say([2, 3]))
            again = yield from ask(Pick, said.by, what=number(0, 9))  # a sub-script of its own
            s.top = again.what
            if again.what == 0:
                raise End

    def main(s: Bare) -> Script[str]:
        yield from ask(Say, 1, yes=yes_no())
        m = yield from first(lambda: (ask(Pick, 1, what=number(0, s.top)),))
        return f"main {m.what}"

    def game(s: Bare) -> Script[str]:
        try:
            return (yield from beside(main(s), standing(s)))
        except End:
            return "ended"

    m = Match.on(game, Bare())
    mine = number_of(m, 1, "say")
    assert [f.by for f in m.faces(None) if not f.aside] == [1]
    m.play(Say(True, by=2))
    m.play(Pick(5, by=2))
    m.play(Say(True, by=1), number=mine)
    mine = number_of(m, 1, "pick")
    m.play(Say(True, by=3))
    assert number_of(m, 1, "pick") == mine
    m.play(Pick(6, by=3))
    assert number_of(m, 1, "pick") == mine + 1  # what it may hold has changed
    m.undo()
    m.play(Pick(0, by=3))
    assert m.result == "ended"


def test_first_and_together_nest() -> None:
    """The host may close a round of confirmations; two auctions run side by side, each at its own pace."""

    def game(s: Bare) -> Script[str]:
        seen = yield from first(together(say([1, 2])), ask(Pick, HOST, what=number(1, 1)))
        both = yield from together({"a": pair(1), "b": pair(2)})
        return f"{'host' if isinstance(seen, Pick) else 'all'} {both}"

    def pair(seat: int) -> Script[int]:
        a = yield from ask(Pick, seat, what=number(0, 9))
        b = yield from ask(Pick, seat, what=number(0, 9))
        return a.what + b.what

    m = Match.on(game, Bare())
    m.play(Say(True, by=1))
    m.play(Pick(1, by=HOST))
    for seat, what in ((2, 1), (2, 2), (1, 3), (1, 4)):
        m.play(Pick(what, by=seat))
    assert m.result == "host {'a': 7, 'b': 3}"
    m = Match.on(game, Bare())
    m.play(Say(True, by=2))
    m.play(Say(True, by=1))
    with pytest.raises(Refused):
        m.play(Pick(1, by=HOST))


def test_time_is_an_answerer() -> None:
    def game(s: Bare) -> Script[str]:
        v = yield from together(say([1, 2]), at_least=5)
        w = yield from together(say([1, 2]), at_most=30)
        x = yield from first(ask(Say, 1, yes=yes_no()), after(9))
        return f"{len(v)} {len(w)} {type(x).__name__}"

    m = Match.on(game, Bare())
    m.play(Say(True, by=1))
    m.play(Say(False, by=2))
    assert {f.by for f in m.faces(None)} == {1, 2, CLOCK}
    assert all(f.answered for f in m.faces(None)[:2])
    m.play(Rang("least", by=CLOCK))
    m.play(Say(True, by=1))
    m.play(Rang("most", by=CLOCK))
    m.play(Rang("time", by=CLOCK))
    assert m.result == "2 1 Rang"


def test_a_default_is_what_ok_means_while_nothing_is_chosen() -> None:
    def game(s: Bare) -> Script[Any]:
        return (yield from first(ask(Pick, 1, what=number(1, 2)), default(ask(lighthouse.Pass, 1))))

    assert [f.default for f in Match.on(game, Bare()).faces(None)] == [False, True]


def test_on_what_occasion_something_is_asked_is_for_all_to_know() -> None:
    """And on another occasion it is another question."""
    def window(s: Bare) -> list[Ask[Any]]:
        one = ask(Pick, 1, what=number(1, 2))
        return [upon(one, "late") if s.top else one, ask(Say, 2, yes=yes_no())]

    def game(s: Bare) -> Script[None]:
        while (move := (yield from first(partial(window, s)))).by == 2:
            s.top += move.yes

    m = Match.on(game, Bare())
    old = number_of(m, 1, "pick")
    m.play(Say(True, by=2))
    assert {f.occasion for v in (None, 1, 2) for f in m.faces(v) if f.kind == "pick"} == {"late"}
    assert number_of(m, 1, "pick") != old


def test_an_aside_may_be_answered_and_nobody_waits_for_it() -> None:
    def game(s: Bare) -> Script[Any]:
        return (yield from first(ask(Pick, 1, what=number(1, 2)), aside(ask(Pick, 2, what=number(1, 2)))))

    assert [f.aside for f in Match.on(game, Bare()).faces(None)] == [False, True]
    m = Match.on(game, Bare())
    m.play(Pick(1, by=2))
    assert m.over


def test_an_urn_forgets_order_and_hands_and_is_a_barrier() -> None:
    def game(s: Bare) -> Script[dict[str, int]]:
        yield from ask(Say, 1, yes=yes_no())
        offers = {2: one_of([None, 0]), 3: one_of([None])}
        box = yield from urn(
            {1: 1, 2: 1, 3: 2}, {"aye": 6, "nay": 6}, closer=3, extras={"bribe#1": 1}, offers=offers,
            keys={2: ["bribe#1"], 3: []},
        )  # fmt: skip
        yield from ask(Say, 1, yes=yes_no())
        return {**box.items, **box.extras}

    m = Match.on(game, Bare())
    m.play(Say(True, by=1))
    with pytest.raises(Refused, match="urn-is-open"):
        m.undo()
    drops = {1: (["aye"], None), 2: (["nay"], 0), 3: (["aye", "nay"], None)}
    boxes = []
    for order in permutations(drops):
        (a,) = m.asks()
        box = Box(a)
        for seat in order:
            papers, extra = drops[seat]
            assert box.drop(*papers, seat=seat, extra=extra)
            assert not box.drop(*papers, seat=seat)
        assert box.inside == 4
        assert not box.drop("bribe#1")
        assert not box.drop("law")
        boxes.append(box.close())
    assert all(b == boxes[0] and [*b.items] == [*boxes[0].items] for b in boxes)
    m.play(boxes[0])
    with pytest.raises(Refused, match="nothing-to-undo"):
        m.undo()
    m.play(Say(True, by=1))
    assert m.result == {"aye": 2, "bribe#1": 1, "nay": 2}
    with pytest.raises(Refused):
        m.play(Contents({"aye": 1}, by=URN))


def test_a_phone_gives_all_its_ballots_at_once_and_only_extras_of_its_own() -> None:
    offers = {1: one_of([None, 1]), 2: one_of([None])}
    of = urn({1: 2, 2: 1}, {"aye": 3, "nay": 3}, extras={"a": 1, "b": 1}, offers=offers, keys={1: ["a", "b"], 2: ["a"]})
    for papers, seat, extra in (
        (["aye"], 1, None), (["aye", "aye", "nay"], 1, None), (["aye", "b"], 1, None), (["aye"], 3, None),
        (["aye", "nay"], 1, 0), (["nay"], 2, 0),
    ):  # fmt: skip
        box = Box(of)
        assert not box.drop(*papers, seat=seat, extra=extra)
        assert box.inside == 0 and not box.roll
    assert box.drop("aye", "nay", seat=1, extra=1)
    assert box.drop("a")  # through the slot
    assert box.close() == Contents({"aye": 1, "nay": 1}, [1], {"a": 1, "b": 1}, by=URN)


def test_what_a_seat_may_add_to_its_ballot_is_seen_by_it_alone() -> None:
    offers = {1: one_of([None, 0]), 2: one_of([None])}

    def game(s: Bare) -> Script[Any]:
        of = urn({1: 1, 2: 1}, {"aye": 2}, extras={"a": 1}, offers=offers, keys={1: ["a"]})
        return (yield from first(of, ask(Say, 1, yes=yes_no())))

    m = Match.on(game, Bare())
    assert [f.offer for f in m.faces(1)] == [offers[1], None]
    assert [f.offer for f in m.faces(2)] == [offers[2], None]
    assert [f.offer for f in m.faces(None)] == [f.offer for f in m.faces(HOST)] == [None, None]
    assert '"a"' not in str(m.faces(1)).replace("'", '"')


def test_under_a_cover_all_see_what_public_facts_allow_and_only_its_seat_hears_why_not() -> None:
    """A dear decree: the panel may offer it, a press changes nothing, and the reason stays with the seat."""
    dear = msgspec.structs.replace(one_of([0], {1: "too-dear"}), cover=one_of([0, 1], shown=True))
    m = Match.on(lambda s: ask(Pick, 1, what=dear), Bare())
    (face,), (own,) = m.faces(None), m.faces(1)
    assert face.fields["what"] == one_of([0, 1], shown=True)
    assert own.fields["what"] == dear
    with pytest.raises(Refused) as e:
        m.play(Pick(1, by=1))
    assert e.value.to(1) == ("not-offered", {"field": "what", "why": "too-dear"})
    assert e.value.to(None) == e.value.to(2) == ("not-now", {})


class Yield(Move, frozen=True, tag="yield"):
    pass


def test_a_barred_ask_looks_open_to_all_but_its_seat_which_hears_why() -> None:
    """A missing ask without fields would tell everybody what only its seat may know."""

    def choice(t: Bare) -> Script[Any]:
        return (yield from first(ask(Pick, 1, what=one_of([4])), barred(ask(Yield, 1), "promised")))

    def free(t: Bare) -> Script[Any]:
        return (yield from first(ask(Pick, 1, what=one_of([4])), ask(Yield, 1)))

    m, plain = Match.on(choice, Bare()), Match.on(free, Bare())
    assert all(m.faces(v) == plain.faces(v) for v in (None, 0, 2))
    assert [f.barred for f in m.faces(1)] == ["", "promised"]
    for asked in (None, number_of(m, 1, "yield")):
        with pytest.raises(Refused) as e:
            m.play(Yield(by=1), asked)
        assert (e.value.code, e.value.audience, e.value.detail) == ("not-offered", 1, {"why": "promised"})
    assert [random_move(m, Random(k)) for k in range(9)] == [Pick(4, by=1)] * 9
    assert plain.play(Yield(by=1)) == [] and plain.over and not m.over


def test_a_question_that_its_script_has_let_go_of_is_forgotten() -> None:
    """Functions that a script makes anew in every round do not pile up in a long match."""
    alive: WeakSet[Any] = WeakSet()

    def game(s: Bare) -> Script[None]:
        for _ in range(5):
            def asking() -> list[Ask[Say]]:
                return [ask(Say, seat, yes=yes_no()) for seat in (0, 1)]

            alive.add(asking)
            yield from first(asking)

    m = Match.on(game, Bare())
    for _ in range(4):
        m.play(Say(True, by=0))
    assert len(alive) == 1


def test_a_function_that_gives_the_very_same_list_costs_and_changes_nothing() -> None:
    """Standing windows of many asks are asked after every move: their forms stay as they are, numbers and all."""
    both = [ask(Pick, 0, what=one_of([4])), ask(Pick, 1, what=one_of([4]))]

    def standing(t: Bare) -> Script[None]:
        while True:
            t.out.append((yield from first(lambda: both)).by)

    def main(t: Bare) -> Script[None]:
        for _ in range(3):
            yield from ask(Say, 2, yes=yes_no())

    m = Match.on(lambda t: beside(main(t), standing(t)), Bare())
    before, form = m.faces(0), m.wait[1].opens
    m.play(Say(True, by=2))
    assert m.wait[1].opens is form and [f.number for f in m.faces(0)] == [f.number for f in before]
    m.play(Pick(4, by=0))
    assert number_of(m, 0, "pick") == 2, "answered: another question, alike as it looks"
    m.play(Pick(4, by=1), number_of(m, 1, "pick"))
    assert m.state.out == [0, 1]


class Rumour(Event, frozen=True, tag="rumour"):
    pass


def at_a_counter(choices: dict[int, list[int]], asked: list[int]) -> Any:
    """Three seats at a counter; who picks `n` tells the seat `n` a rumour, or everybody with 9."""

    def window(seat: int) -> Any:
        def window() -> list[Ask[Any]]:
            asked.append(seat)
            return [ask(Pick, seat, what=one_of(choices[seat])), ask(Yield, seat)]

        return window

    def standing(t: Bare) -> Script[None]:
        desk = counter({seat: window(seat) for seat in (0, 1, 2)})
        while True:
            move = yield from desk
            t.out.append(move.by)
            if isinstance(move, Pick):
                t.tell(Rumour(), *([] if move.what == 9 else [move.what]))

    def main(t: Bare) -> Script[None]:
        for _ in range(9):
            yield from ask(Say, 0, yes=yes_no())

    return lambda t: beside(main(t), standing(t))


def test_at_a_counter_those_are_asked_anew_who_have_answered_or_heard_something() -> None:
    """Many windows stand open at no cost: whom nothing has reached keeps the form, number and all."""
    asked: list[int] = []
    choices = {seat: [0, 1, 2, 9] for seat in (0, 1, 2)}
    m = Match.on(at_a_counter(choices, asked), Bare())
    assert asked == [0, 1, 2]
    m.play(Say(True, by=0))
    assert asked == [0, 1, 2], "nobody has been told anything"
    old = number_of(m, 2, "pick"), number_of(m, 1, "pick"), number_of(m, 1, "yield")
    choices[2] = [0, 1]
    m.play(Pick(2, by=1), old[1])
    assert asked == [0, 1, 2, 1, 2]
    assert number_of(m, 1, "pick") == old[1] + 2 and number_of(m, 1, "yield") == old[2], "what is answered is new"
    with pytest.raises(Refused) as e:
        m.play(Pick(1, by=2), old[0])
    assert e.value.code == "stale"
    with pytest.raises(Refused):
        m.play(Pick(9, by=2))
    m.play(Pick(9, by=0))
    assert asked == [0, 1, 2, 1, 2, 0, 1, 2], "everybody has heard it"
    assert m.state.out == [1, 0] and [f.by for f in m.faces(None)] == [0, 0, 0, 1, 1, 2, 2]
    m.undo()
    assert m.state.out == [1]


def test_a_window_of_a_counter_may_close_and_open_again() -> None:
    seats: list[int] = [0, 1]

    def window(seat: int) -> list[Ask[Pick]]:
        return [ask(Pick, seat, what=one_of([4]))] if seat in seats else []

    def standing(t: Bare) -> Script[None]:
        desk = counter({s: partial(window, s) for s in (0, 1)})
        while True:
            t.out.append((yield from desk).by)
            t.tell(Rumour())

    m = Match.on(lambda t: beside(iter(ask(Say, 2, yes=yes_no())), standing(t)), Bare())
    seats.remove(1)
    m.play(Pick(4, by=0))
    assert [f.by for f in m.faces(None)] == [2, 0]
    with pytest.raises(Refused):
        m.play(Pick(4, by=1))
    seats.append(1)
    m.play(Pick(4, by=0))
    m.play(Pick(4, by=1))
    assert m.state.out == [0, 0, 1] and [f.by for f in m.faces(None)] == [2, 0, 1]


def test_two_asks_of_one_kind_are_found_at_a_counter_too() -> None:
    def standing(t: Bare) -> Script[None]:
        yield from counter({0: lambda: [ask(Pick, 0, what=one_of([4]))]})

    with pytest.raises(BrokenRules):
        Match.on(lambda t: beside(iter(ask(Pick, 0, what=one_of([5]))), standing(t)), Bare())


def test_asks_that_look_alike_differ_for_their_own_seat_alone() -> None:
    """What all see of an ask that is put again and again is made once: so nothing that all see may differ in it."""
    cover = number(0, 9, shown=True)
    form = ask(Pick, 1, what=Number(low=0, high=9, cover=cover))
    poor = alike(form, what=Number(low=0, high=2, cover=cover))

    def standing(one: Ask[Pick]) -> Script[None]:
        yield from counter({1: lambda: [one]})

    def asking(one: Ask[Pick]) -> Match[Any, Any]:
        return Match.on(lambda s: beside(iter(ask(Say, 2, yes=yes_no())), standing(one)), Bare())

    m, same = asking(poor), asking(form)
    assert m.faces(None) == same.faces(None) and m.faces(0) == same.faces(0)
    assert m.faces(None)[1] is same.faces(None)[1]
    assert m.faces(1)[1].fields["what"] == poor.fields["what"] != same.faces(1)[1].fields["what"]
    last = Match.on(lambda s: default(poor), Bare())
    assert last.faces(None)[0].default and not m.faces(None)[1].default
    for other in (number(0, 2, shown=True), number(0, 2), Number(low=0, high=2, cover=number(0, 2, shown=True))):
        with pytest.raises(TypeError):
            alike(form, what=other)


def test_a_real_ballot_counts_once_however_often_it_is_read() -> None:
    tokens = {"+1": "aye", "+2": "aye", "-1": "nay"}
    boxes = []
    for order in permutations(tokens):
        box = Box(urn({1: 2, 2: 2}, {"aye": 4, "nay": 4}, closer=1, tokens=tokens))
        for token in order:
            assert box.drop(token)
            assert not box.drop(token)
        assert box.inside == 3 and not box.full()
        assert box.drop("nay", "aye", seat=2)
        assert box.drop("nay")  # one too many: the rules see to that
        boxes.append(box.close())
    assert boxes[0].items == {"aye": 3, "nay": 3}
    assert all(b == boxes[0] and [*b.items] == ["aye", "nay"] for b in boxes)


def test_only_what_is_real_lies_in_an_urn_as_a_thing() -> None:
    """A ballot by its own name where ballots have names, and nothing that comes by form alone."""
    plain = urn({1: 1}, {"aye": 1}, extras={"a": 1})
    assert Box(plain).real("aye#1", "aye") == "aye" and Box(plain).real("a") == "a"
    named = Box(urn({1: 1}, {"aye": 1}, tokens={"aye#1": "aye"}))
    assert named.real("aye#1", "aye") == "aye#1" and named.real("aye#2", "aye") == ""
    forms = Box(urn({1: 1}, {"aye": 1}, extras={"a": 1}, offers={1: one_of([None, 0])}, keys={1: ["a"]}))
    assert forms.real("a") == ""
    assert Box(by_way_of(plain, frozenset({"phone"}))).real("aye#1", "aye") == ""


def test_an_urn_is_full_when_all_have_voted_and_said_whether_they_add_anything() -> None:
    of = urn({1: 0, 2: 0}, {"aye": 0}, exactly=0, extras={"a": 1}, offers={1: one_of([None, 0]), 2: one_of([None])},
             keys={1: ["a"]})  # fmt: skip
    box = Box(of)
    assert not box.full()
    assert box.drop(seat=2)
    assert not box.full()
    assert box.drop(seat=1, extra=0)
    assert box.full()


def test_an_urn_that_takes_forms_only_holds_exactly_what_is_due() -> None:
    m = Match.on(lambda s: urn({1: 2, 2: 1}, {"aye": 3, "nay": 3}, exactly=3), Bare())
    for items in ({"aye": 2}, {"aye": 2, "nay": 2}, {"aye": 4}):
        with pytest.raises(Refused):
            m.play(Contents(items, by=URN))
    m.play(Contents({"aye": 2, "nay": 1}, by=URN))
    assert m.over


def test_a_second_pile_of_the_same_cards_keeps_their_name() -> None:
    (draw,) = Match.on(lambda s: Deck.of("drawer", "ab", cards="laws").faces(1), Bare()).asks()
    assert draw.fields["deck"].accepts("drawer")
    assert draw.fields["item"].of == "laws"


def test_a_deck_knows_only_what_the_table_knows() -> None:
    class Table(State):
        deck: Deck = fact(nobody, counted=True)

    def game(t: Table) -> Script[list[str | None]]:
        peeked = yield from t.deck.peek(2)
        t.deck.put("z", at=len(t.deck) // 2)
        unread = yield from t.deck.draw(4, unread=True)
        last = yield from t.deck.draw(1)
        t.deck.shuffle(["z"])
        assert len(t.deck) + t.deck.away == t.deck.loose.total()
        return [*peeked, *unread, *last]

    m = Match.on(game, Table(deck=Deck.of("d", "aabbc")))
    assert [f.left for f in m.faces(None)] == [2]
    for item in ("a", "b"):
        m.play(Drawn("d", item, by=-1))
    assert m.asks()[0].known  # everybody saw that the top two were looked at: nobody need tap them again
    with pytest.raises(Refused, match="impossible-draw"):
        m.play(Drawn("d", "b", by=-1))  # the top is known to be `a`: a tap is checked against it
    rest: list[str | None] = ["a", "b", "z", None, "c"]
    for card in rest:
        m.play(Drawn("d", card, by=-1))
    assert m.result == ["a", "b", "a", "b", "z", None, "c"]


def test_a_handful_may_be_followed_card_by_card() -> None:
    class Table(State):
        deck: Deck = fact(nobody, counted=True)
        held: list[str | None] = fact(everyone, default_factory=list)

    def game(t: Table) -> Script[list[str | None]]:
        return (yield from t.deck.draw(2, each=t.held.append))

    m = Match.on(game, Table(deck=Deck.of("d", "abc")))
    m.play(Drawn("d", "b", by=CHANCE))
    assert m.view(None) == {"deck": {"covered": 3}, "held": ["b"]}
    assert m.state.deck.tally() == {"a": 1, "b": 1, "c": 1}, "until the last has come, all count as the deck's"
    m.play(Drawn("d", "c", by=CHANCE))
    assert m.result == ["b", "c"] == m.state.held and len(m.state.deck) == 1


def test_a_refused_draw_gives_its_reason_to_nobody_at_the_table() -> None:
    class Table(State):
        deck: Deck = fact(nobody, counted=True)

    def game(t: Table) -> Script[list[str]]:
        return (yield from t.deck.faces(1))

    m = Match.on(game, Table(deck=Deck.of("d", "ab")))
    with pytest.raises(Refused) as e:
        m.play(Drawn("d", "c", by=CHANCE))
    assert e.value.code == "impossible-draw"
    assert e.value.to(None) == e.value.to(0) == ("not-now", {})


def test_a_script_that_fails_half_way_leaves_the_match_where_it_was() -> None:
    def game(s: Bare) -> Script[None]:
        said = yield from ask(Say, 1, yes=yes_no())
        s.top = 99
        s.tell(Note("half"))
        if said.yes:
            raise KeyError("bug")

    m = Match.on(game, Bare())
    with pytest.raises(BrokenRules):
        m.play(Say(True, by=1))
    assert (m.state.top, m.events(None), m.journal) == (3, [], [])
    m.play(Say(False, by=1))
    assert m.over
    assert m.events(None) == [Note("half")]


def test_an_invariant_is_checked_after_every_move() -> None:
    def check(s: Bare) -> None:
        assert s.top < 9

    def game(s: Bare) -> Script[None]:
        while True:
            s.top = (yield from ask(Pick, 1, what=number(0, 99))).what

    m = Match.on(game, Bare(), invariants=check)
    m.play(Pick(8, by=1))
    with pytest.raises(BrokenRules):
        m.play(Pick(9, by=1))
    assert m.state.top == 8


def test_a_refusal_tells_its_reason_only_to_whom_it_concerns() -> None:
    def game(s: Bare) -> Script[None]:
        yield from ask(Pick, 1, what=one_of([1], {2: "too-dear"}))

    with pytest.raises(Refused) as e:
        Match.on(game, Bare()).play(Pick(2, by=1))
    assert e.value.to(1) == ("not-offered", {"field": "what", "why": "too-dear"})
    assert e.value.to(None) == e.value.to(2) == ("not-now", {})


def test_what_is_no_move_is_a_bad_move() -> None:
    with pytest.raises(BadMove):
        Match.on(interrupted, Bare()).play("nominate")  # type: ignore[arg-type]


def test_corrections_are_journaled_and_ask_open_functions_anew() -> None:
    """A seat taken out while a vote is open: its ask goes, the answers of the others stay, and the vote closes."""

    def votes(s: Bare) -> Script[list[int]]:
        return [*(yield from together(lambda: say(x for x in range(3) if x not in s.out)))]

    def leave(s: Bare, move: Pick) -> None:
        s.out.append(move.what)

    def stop(s: Bare, move: Say) -> None:
        raise Over("stopped")

    out = Correction(Pick, lambda s: {"what": seat_of([0, 1, 2])} if not s.out else None, leave)
    m = Match.on(votes, Bare(), corrections=[out])
    mine = number_of(m, 1, "say")
    m.play(Say(True, by=0))
    m.play(Pick(2, by=HOST))
    assert number_of(m, 1, "say") == mine
    assert [f.by for f in m.faces(None)] == [0, 1]
    with pytest.raises(Refused, match="not-now"):
        m.play(Pick(1, by=HOST))
    m.undo()
    assert m.state.out == []
    m.play(Say(True, by=1))
    m.play(Pick(2, by=HOST))  # the one who was missing has gone
    assert m.result == [0, 1]
    end = Correction(Say, lambda s: {"yes": yes_no()}, stop)
    stopped: Match[Bare, Any] = Match.on(votes, Bare(), corrections=[end])
    stopped.play(Say(True, by=HOST))
    assert stopped.over
    assert stopped.result == "stopped"


def test_undo_says_when_somebody_has_learnt_something() -> None:
    def game(s: Bare) -> Script[None]:
        yield from together(say([1, 2]))
        s.tell(Note("revealed"))
        yield from ask(Say, 1, yes=yes_no())

    m = Match.on(game, Bare())
    m.play(Say(True, by=1))
    assert not m.undo_tells()
    m.play(Say(True, by=2))
    assert m.undo_tells()
    m.undo()
    assert m.events(None) == []


def test_a_private_thing_is_counted_or_absent() -> None:
    class Table(State):
        hands: dict[int, list[str]] = fact(owner, counted=True)
        notes: dict[int, str] = fact(owner)
        deck: Deck = fact(nobody, counted=True)

    m = Match.on(lambda t: ask(Say, 0, yes=yes_no()), Table(hands={0: ["a"], 1: ["b", "c"]}, notes={0: "x", 1: "y"},
                 deck=Deck.of("d", "ab")))  # fmt: skip
    assert m.view(0) == {"hands": {0: ["a"], 1: {"covered": 2}}, "notes": {0: "x"}, "deck": {"covered": 2}}
    assert m.view(None) == {"hands": {0: {"covered": 1}, 1: {"covered": 2}}, "notes": {}, "deck": {"covered": 2}}


def test_a_match_may_take_a_ledger_and_return_one() -> None:
    game, rng, ledger = lighthouse.GAME, Random(1), dict[str, Any]()
    for k in range(3):
        m = game.match(4, game.options_from({"nights": 1}), ledger)
        assert m.state.stash == k
        while not m.over:
            m.play(random_move(m, rng))
        ledger = m.result.ledger


def test_the_number_of_seats_may_hang_on_the_switches() -> None:
    game = replace(lighthouse.GAME, seats_with=lambda o: (5, 5) if o.wind == "storm" else (4, 5))
    calm, storm = game.options(), game.options_from({"wind": "storm"})
    assert (game.takes(calm), game.takes(storm)) == ((4, 5), (5, 5))
    assert game.match(4, calm).state.n == 4
    with pytest.raises(BadMove, match="5 to 5 seats, not 4"):
        game.match(4, storm)


def test_a_question_must_fit_its_move() -> None:
    with pytest.raises(TypeError):
        ask(Say, 1)
    with pytest.raises(TypeError):
        ask(Say, 1, yes=yes_no(), no=yes_no())


def test_a_bell_may_be_one_of_the_alternatives_only_once_answered() -> None:
    m = Match.on(lambda s: first(ask(Say, 1, yes=yes_no()), after(60)), Bare())
    m.play(Rang("time", by=CLOCK))
    assert m.over


def test_an_event_keeps_the_view_in_which_it_was_told() -> None:
    """So that a board need not be ahead of what it tells; only while the match is watched, and not for ever."""

    def climb(s: Bare) -> Script[None]:
        while True:
            yield from ask(Pick, 1, what=one_of([4]))
            for _ in range(2):
                s.top += 1
                s.tell(Rumour())
            s.tell(Rumour(), 1)

    m = Match.on(climb, Bare())
    m.play(Pick(4, by=1))
    assert [t.then for t in m.told] == [None] * 3
    m.watched = True
    m.play(Pick(4, by=1))
    assert [t.then and t.then["top"] for t in m.told[3:]] == [6, 7, None], "what is told to few is no board's"
    for _ in range(KEPT):
        m.play(Pick(4, by=1))
    assert m.told[3].then is None and m.told[-2].then is not None
