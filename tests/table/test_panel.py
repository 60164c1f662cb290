"""The six buttons: a lamp is lit exactly where pressing means something, and what it means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from companion.board import fill
from companion.board.data import Join
from companion.engine import (
    HOST,
    Face,
    Field,
    OneOf,
    each,
    number,
    one_of,
    order_of,
    place_of,
    seat_of,
    share,
    some_of,
    text,
    yes_no,
)
from companion.locale import Words
from companion.players import random_player
from companion.table import panel
from companion.table.requests import AddBot, Answer, Button, Choose, Correct, Drop, Press, SetSwitch, Start
from companion.table.snapshot import Cursor, Key
from tests.table.evenings import GAMES, Evening, evening

SH = "secret_hitler"
BUTTONS: tuple[Button, ...] = get_args(Button)


def face(kind: str, by: int = 1, **fields: Field) -> Face:
    return Face(by, kind, fields, None, False)


class Board:
    """The panel before some open asks, pressed button by button."""

    def __init__(self, *faces: Face) -> None:
        self.faces, self.cursor = faces, Cursor()
        self.answer: tuple[int, str, Mapping[str, Any]] | None = None

    def press(self, *buttons: Button) -> Board:
        for b in buttons:
            seen = self.seen()
            act = panel.press(seen, b)
            assert (act is not None) == panel.keys(seen).get(b, Key()).lit
            assert act is not None, f"{b} means nothing"
            self.answer = act.answer
            self.cursor = act.cursor or Cursor()
        return self

    def dark(self, button: Button) -> bool:
        return panel.press(self.seen(), button) is None

    def seen(self) -> panel.Seen:
        people, host = ([f for f in self.faces if (f.by == HOST) == at] for at in (False, True))
        return panel.Seen(people, host, self.cursor)


def test_of_several_questions_the_seat_says_first_which() -> None:
    """Legislate, decree or veto: UP and DOWN through the acts; one Law is no choice; a grave act wants OK twice."""
    law = one_of([0], shown=True)
    decree = msgspec.structs.replace(face("decree", law=law), grave=True)
    fates = (face("legislate", law=law), decree, face("veto", law=law))
    assert Board(*fates).dark("OK") and Board(*fates).dark("YES")
    assert Board(*fates).press("DOWN", "OK").answer == (1, "legislate", {"law": 0})
    assert Board(*fates).press("UP", "OK").answer == (1, "veto", {"law": 0})
    assert Board(*fates).press("DOWN", "DOWN", "OK").answer is None
    assert Board(*fates).press("DOWN", "DOWN", "OK", "OK").answer == (1, "decree", {"law": 0})
    two = one_of([0, 1], shown=True)
    more = (face("legislate", law=two), face("veto", law=two), face("draw"))
    assert Board(*more).press("DOWN", "OK", "DOWN", "OK").answer == (1, "legislate", {"law": 1})
    assert Board(*more).press("DOWN", "OK", "OK").answer == (1, "legislate", {"law": 0}), "it begins at the first"
    assert Board(*more).press("UP", "OK").answer == (1, "draw", {})


def test_no_leads_back_from_the_choices_of_one_question_to_the_others_and_fills_what_is_a_yes_or_a_no() -> None:
    """Shopping: an agent, or a pension plan face down or up, or the end of it; nothing is bought or ended by a slip."""
    agent = face("agent", which=one_of(["baron", "media"], shown=True))
    plan = face("plan", which=one_of(["chair", "tour"], shown=True), down=yes_no("face_down"))
    shop = (agent, plan, face("end"))
    assert Board(*shop).press("NO").answer == (1, "end", {})
    inside = Board(*shop).press("DOWN", "OK", "DOWN")
    assert panel.keys(inside.seen())["NO"].word == "key.back"
    assert inside.press("NO").answer is None
    assert inside.press("DOWN", "OK", "OK", "NO").answer == (1, "plan", {"which": "chair", "down": False})


def test_what_neither_a_button_nor_a_card_can_answer_offers_no_seat() -> None:
    """Two plan in secret: with cards on the reader the panel says whose they are, without them it is for phones."""
    plans = [Face(s, "plan", {"cards": None}, None, False) for s in (0, 2)]
    phones = panel.Seen(plans, (), Cursor())
    assert all(panel.press(phones, b) is None for b in BUTTONS)
    cards = panel.Seen(plans, (), Cursor(), frozenset([0, 2]))
    assert panel.press(cards, "DOWN") == panel.Act(Cursor(seat=0))


def test_what_nobody_waits_for_stands_back() -> None:
    """A window in which all may play a card does not make the president choose a seat first."""
    card = msgspec.structs.replace(face("play-card", 2, card=one_of([0])), aside=True)
    end = msgspec.structs.replace(face("end-speech", 1), default=True)
    who = face("journalist", 1, target=seat_of([2, 3], shown=True))
    assert Board(end, who, card).press("OK").answer == (1, "end-speech", {})
    assert Board(end, who, card).press("DOWN", "DOWN", "OK").answer == (1, "journalist", {"target": 3})



def test_one_lone_yes_no_is_answered_at_once() -> None:
    vote = face("vote", ja=yes_no())
    assert Board(vote).press("YES").answer == (1, "vote", {"ja": True})
    assert Board(vote).press("NO").answer == (1, "vote", {"ja": False})
    assert Board(vote).dark("OK")
    assert Board(vote).dark("UP")


def test_beside_other_fields_yes_and_no_fill_and_ok_commits() -> None:
    both = face("offer", coins=number(1, 3, shown=True), open=yes_no())
    assert Board(both).press("UP", "UP", "OK", "YES").answer == (1, "offer", {"coins": 2, "open": True})


def test_lists_and_numbers_go_by_up_down_ok() -> None:
    pick = face("pick", seat=seat_of([0, 2, 3], shown=True))
    assert Board(pick).dark("OK")
    assert Board(pick).press("DOWN", "DOWN", "OK").answer == (1, "pick", {"seat": 2})
    assert Board(pick).press("UP", "OK").answer == (1, "pick", {"seat": 3})
    bid = face("bid", coins=number(0, 5, shown=True))
    assert Board(bid).press("UP", "UP", "UP", "DOWN", "OK").answer == (1, "bid", {"coins": 1})
    name = face("name", name=text(9, ["Gull", "Eel"]))
    assert Board(name).press("DOWN", "OK").answer == (1, "name", {"name": "Gull"})


@pytest.mark.rule("ANK-179")
def test_up_is_more_and_down_is_less_from_the_least_to_the_most() -> None:
    """An amount begins at its least, also after another field; at its ends the lamp of the key goes out."""
    bid = face("bid", coins=number(2, 4, shown=True))
    for first in ("UP", "DOWN"):
        board = Board(bid)
        board.press(first)
        assert board.dark("DOWN") and board.press("OK").answer == (1, "bid", {"coins": 2})
    board = Board(bid)
    board.press("UP", "UP", "UP")
    assert board.dark("UP") and panel.keys(board.seen())["DOWN"].word == "key.less"
    assert board.press("OK").answer == (1, "bid", {"coins": 4})
    after = face("offer", open=yes_no(), coins=number(1, 3, shown=True))
    assert Board(after).press("YES", "OK").answer == (1, "offer", {"open": True, "coins": 1})


def test_an_amount_with_a_start_of_its_own_stands_there_at_once() -> None:
    split = face("split", funding=number(0, 5, shown=True, start=2))
    assert panel.standing(Board(split).seen()).value == 2
    assert Board(split).press("OK").answer == (1, "split", {"funding": 2})
    assert Board(split).press("UP", "OK").answer == (1, "split", {"funding": 3})
    two = (split, face("split", 3, funding=number(0, 9, shown=True, start=4)))
    assert Board(*two).dark("OK")
    assert Board(*two).press("UP", "OK", "DOWN", "OK").answer == (3, "split", {"funding": 3})


def test_an_ask_without_fields_is_ok_alone_and_no_as_an_alternative() -> None:
    assert Board(face("go")).press("OK").answer == (1, "go", {})
    both = (face("enact", tile=one_of(["a"], shown=True)), face("pass"))
    assert Board(*both).press("NO").answer == (1, "pass", {})
    assert Board(*both).press("DOWN", "OK").answer == (1, "enact", {"tile": "a"})


def test_ok_gives_the_default_while_nothing_has_been_moved() -> None:
    both = (face("burn", card=one_of(["a", "b"], shown=True)), Face(1, "pass", {}, None, False, default=True))
    assert Board(*both).press("OK").answer == (1, "pass", {})
    assert Board(*both).press("DOWN", "OK").answer == (1, "burn", {"card": "a"})


def test_no_never_gives_the_default_but_leads_back_to_it() -> None:
    """Republia's count: OK agrees with the box, and who presses NO because it is wrong must not agree."""
    both = (face("by-hand", votes=number(0, 9, shown=True)), Face(1, "agree", {}, None, False, default=True))
    assert Board(*both).dark("NO")
    board = Board(*both)
    board.press("UP", "UP")
    assert panel.keys(board.seen())["NO"].word == "key.back"
    board.press("NO")
    assert board.press("OK").answer == (1, "agree", {})


@pytest.mark.rule("SHT-238")
def test_several_seats_the_seat_first() -> None:
    votes = tuple(face("vote", s, ja=yes_no()) for s in (0, 2, 4))
    assert Board(*votes).dark("YES")
    assert Board(*votes).press("DOWN", "DOWN", "YES").answer == (2, "vote", {"ja": True})
    picks = tuple(face("pick", s, what=one_of("xyz", shown=True)) for s in (0, 2))
    assert Board(*picks).press("DOWN", "OK", "DOWN", "DOWN", "OK").answer == (0, "pick", {"what": "y"})


def test_a_grave_choice_wants_ok_twice() -> None:
    execute = Face(1, "execute", {"target": seat_of([0, 2], shown=True)}, None, False, grave=True)
    board = Board(execute).press("DOWN", "OK")
    assert board.answer is None
    assert board.press("OK").answer == (1, "execute", {"target": 0})
    assert Board(execute).press("DOWN", "OK", "DOWN", "OK").answer is None


def test_yes_and_no_say_what_they_mean_in_every_part_of_an_answer() -> None:
    """GUILTY and INNOCENT on the panel, for one judge or for two, and beside other fields."""
    for names in (["J1"], ["J1", "J2"]):
        court = Board(face("judge", innocent=each(dict.fromkeys(names, yes_no("innocent")), shown=True)))
        for _ in names:
            lit = panel.keys(court.seen())
            assert (lit["YES"].word, lit["NO"].word) == ("innocent.yes", "innocent.no")
            court.press("NO")
        assert court.answer == (1, "judge", {"innocent": dict.fromkeys(names, False)})
    lit = panel.keys(Board(face("buy", down=yes_no("face_down"), price=number(1, 3, shown=True))).seen())
    assert (lit["YES"].word, lit["NO"].word) == ("face_down.yes", "face_down.no")


def test_seats_and_amounts_of_nought_and_one_are_no_yes_and_no() -> None:
    """Python calls them equal: YES would otherwise choose the seat at the other side of the table."""
    for field in (seat_of([0, 1], shown=True), number(0, 1, shown=True)):
        board = Board(face("whom", to=field))
        assert board.dark("YES") and board.dark("NO")
        assert board.press("DOWN").dark("YES") if isinstance(field, OneOf) else board.press("UP").dark("YES")


def test_an_order_of_everything_stands_as_proposed_until_it_is_changed() -> None:
    """OK takes it at once; what has been added instead begins another, which is to be complete."""
    whole = face("seats", order=order_of([2, 0, 1], shown=True))
    assert Board(whole).press("OK").answer == (1, "seats", {"order": [2, 0, 1]})
    assert Board(whole).press("DOWN", "OK").answer == (1, "seats", {"order": [2, 0, 1]}), "looking changes nothing"
    other = Board(whole).press("DOWN", "DOWN", "YES")
    assert other.dark("OK"), "one of three is no order"
    other.press("DOWN", "YES", "DOWN", "YES", "OK")
    assert other.answer == (1, "seats", {"order": [0, 1, 2]})
    assert Board(face("route", stops=order_of("xyz", 2, shown=True))).dark("OK"), "a part of it has to be chosen"


def test_some_and_shares_are_gathered() -> None:
    some = face("keep", cards=some_of("aab", 1, 2, shown=True))
    assert Board(some).press("DOWN", "YES", "YES", "OK").answer == (1, "keep", {"cards": ["a", "a"]})
    assert Board(some).press("DOWN", "YES", "YES", "NO", "OK").answer == (1, "keep", {"cards": ["a"]})
    assert Board(some).press("DOWN", "YES", "YES").dark("YES")
    order = face("route", stops=order_of("xyz", 2, shown=True))
    assert Board(order).press("UP", "YES", "DOWN", "YES", "OK").answer == (1, "route", {"stops": ["z", "x"]})
    pay = face("pay", coins=share(3, {0: 2, 2: 2}, shown=True))
    board = Board(pay).press("DOWN", "YES", "YES")
    assert board.dark("OK")
    assert board.press("DOWN", "YES", "OK").answer == (1, "pay", {"coins": {0: 2, 2: 1}})
    crew = face("hire", crew=each({"east": one_of(["old", "young"]), "west": one_of(["old", "young"])}, shown=True))
    said = Board(crew).press("DOWN", "OK", "UP", "OK").answer
    assert said == (1, "hire", {"crew": {"east": "old", "west": "young"}})


def test_secrets_are_not_for_the_panel() -> None:
    """A held card and a hidden bound light no lamp, whatever lies in them."""
    for field in (place_of(["liberal", "fascist"]), number(0, 7)):
        board = Board(Face(1, "discard", {"place": field if field.shown else None}, None, False))
        assert all(board.dark(b) for b in BUTTONS)


def test_the_host_goes_on_with_ok() -> None:
    looks = tuple(face("seen", s) for s in range(3))
    assert Board(*looks, face("continue", HOST)).press("OK").answer == (HOST, "continue", {})
    nominate = face("nominate", 2, chancellor=seat_of([0, 1], shown=True))
    assert Board(nominate, face("confirm", HOST)).press("OK").answer == (HOST, "confirm", {})
    assert Board(nominate, face("confirm", HOST)).press("DOWN", "OK").answer == (2, "nominate", {"chancellor": 0})


@pytest.fixture
def e(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path) as table:
        yield table


def test_a_match_is_set_up_and_played_with_the_panel_alone(e: Evening) -> None:
    """Secrets excepted: what a seat may only see on a phone is answered by a phone."""
    rng = Random(3)
    e.press("DOWN")
    while e.seen.game != SH:
        e.press("DOWN")
    e.press("MENU", "DOWN")
    assert e.seen.menu
    assert e.seen.menu.rows[1] == "menu.add-seat"
    for _ in range(5):
        assert e.press("OK").ok
    e.press("MENU")
    assert [c.presence for c in e.seen.chairs[:6]] == ["panel"] * 5 + ["free"]
    assert e.press("OK").ok
    presses = 0
    while e.seen.stage == "playing":
        lit = [b for b, k in e.seen.keys.items() if k.lit and b != "MENU"]
        dark = [b for b in BUTTONS if b not in lit and b != "MENU"]
        for b in dark:
            version = e.seen.playing
            assert not e.press(b).ok, b
            assert e.seen.playing == version
        if lit:
            presses += 1
            e.press(rng.choice(lit))
        else:
            assert {kind for _, kind in e.asked()} <= {"discard", "enact", "seen-party", "seen-peek"}
            e.go_on(rng)
    assert presses > 50
    e.clock.now += 1
    assert e.do(Press(button="YES")).code == "button-means-nothing"  # it was meant for the vote that ended it
    e.clock.now += 3
    assert e.press("YES").ok  # a rematch
    assert e.asked()


def test_a_press_right_after_a_commit_is_dropped(e: Evening) -> None:
    e.start(SH, 5)
    e.clock.now += 1
    assert e.do(Press(button="OK")).ok
    assert e.do(Press(button="DOWN")).code == "dropped"
    e.clock.now += 0.4
    assert e.do(Press(button="DOWN")).code == "ok"


def test_the_menu_pauses_and_an_alarm_waits_for_ok(e: Evening) -> None:
    e.start(SH, 5)
    e.press("MENU", "DOWN", "OK")
    assert e.seen.paused
    assert e.press("OK").ok
    assert not e.seen.paused


def test_the_menu_goes_through_the_ways_to_play_and_the_board_names_them(e: Evening) -> None:
    """The next one at each OK; one with a switch set otherwise keeps its name and says so;
    the house remembers."""

    def told() -> tuple[str, str, tuple[str, ...]]:
        words, join = Words("es", game=e.seen.game), Join("")
        lobby = fill.lobby(e.seen, GAMES, join, words)
        row = fill.menu(e.seen, GAMES, join, "", words).entries[at] if e.seen.menu else ""
        return row, lobby.posters[lobby.chosen].preset, lobby.switches

    e.ok(Choose(game="lighthouse"))
    e.press("MENU")
    assert e.seen.menu is not None
    at = e.seen.menu.rows.index("menu.preset")
    e.press(*["DOWN"] * at)
    assert told() == ("Partida: Como siempre", "Como siempre", ())
    e.press("OK")
    assert told() == ("Partida: Mala mar", "Mala mar", ())
    e.ok(SetSwitch(name="whispers", value=False))
    assert told()[1:] == ("Mala mar", ("Susurros: no",)), "no preset speaks of it"
    e.ok(SetSwitch(name="nights", value=1))
    assert told()[:2] == ("Partida: Mala mar, con cambios", "Mala mar, con cambios")
    e.press("OK")
    assert told()[1] == "Mala mar"
    kept = e.seen.options
    with closing(e.again().table) as table:
        assert table.snapshot.options == kept


def test_the_made_up_game_is_played_through_panel_taps_phones_and_bots(tmp_path: Path) -> None:
    """Every word of the grammar, by every device: three seats are people, one is a bot, cargo is real cards."""
    rng, used, bots = Random(11), set[str](), 0
    with evening(tmp_path, decide=_random, pace=(0.0, 0.0)) as b:
        b.ok(Choose(game="lighthouse"))
        b.sit(3)
        b.ok(AddBot())
        for name, value in (("cargo", "cards"), ("nights", 3)):
            b.ok(SetSwitch(name=name, value=value))
        b.ok(Start())
        while b.seen.stage != "over":
            used.add(_somebody(b, rng))
        bots = b.inside(lambda x: sum(r.source == "bot" for r in x.session.journal.rows()))
    assert used >= {"tap", "panel", "phone", "clock", "urn"}
    assert bots > 5


def _random(game: str, view: Any, faces: list[Face], *rest: Any) -> Any:
    """A bot that leads would have the ballot repeated for ever: nothing else is asked of it while the urn is open."""
    return random_player.decide(view, [face for face in faces if face.kind != "repeat"], *rest)


def _somebody(b: Evening, rng: Random) -> str:
    """One thing happens at the table; by which device."""
    playing = b.seen.playing
    assert playing
    draws = [o for o in b.inside(lambda x: x.session.match.opens()) if o.ask.by == -1 and not o.done()]
    if draws:
        item = draws[0].ask.fields["item"]
        keys = [c.key for c in playing.game.components if c.face in item.values]
        rng.shuffle(keys)
        assert any(b.tap(k).ok for k in keys)
        return "tap"
    if playing.urn:
        for chair in b.seen.chairs:
            if chair.seat is not None and chair.seat not in playing.urn.roll:
                paper = rng.choice(playing.urn.papers)
                if b.do(Drop(chair=chair.id, papers=[paper])).ok:
                    return "urn"
        b.do(Answer(chair=next(c.id for c in b.seen.chairs if c.seat == playing.urn.closer), kind="contents"))
        return "urn"
    if playing.clocks and rng.random() < 0.3:
        b.clock.now += 70
        b.press("MENU", "MENU")
        return "clock"
    lit = [k for k, v in b.seen.keys.items() if v.lit and k != "MENU"]
    if lit and rng.random() < 0.5:
        b.press(rng.choice(lit))
        return "panel"
    missing = [s for s, _ in b.asked() if s >= 0]
    people = [s for s in missing if next(c for c in b.seen.chairs if c.seat == s).presence != "bot"]
    if not people:
        version = b.seen.version
        b.clock.now += 1
        b.press("MENU", "MENU")
        assert b.seen.version > version
        return "wait"
    b.go_on(rng)
    return "phone"


def test_corrections_reach_the_made_up_game(e: Evening) -> None:
    e.start("lighthouse", 4)
    assert e.seen.playing
    assert {f.kind for f in e.seen.playing.corrections} == {"arrest", "wreck"}
    e.ok(Correct(kind="arrest", fields={"seat": 2}))
    assert e.state().prison == [2]
    assert e.do(Correct(kind="arrest", fields={"seat": 2})).code == "not-offered"
    e.ok(Correct(kind="wreck"))
    assert e.seen.stage == "over"


def test_the_keys_say_what_they_do() -> None:
    """A yes that has a name of its own is called by it; gathering adds and takes off."""
    plain, named = Board(face("vote", ja=yes_no())), Board(face("consent", agree=yes_no(of="consent")))
    assert [panel.keys(plain.seen())[b].word for b in ("YES", "NO")] == ["key.yes", "key.no"]
    assert [panel.keys(named.seen())[b].word for b in ("YES", "NO")] == ["consent.yes", "consent.no"]
    pair = Board(face("pair", seats=some_of(range(4), 2, 2, of="seat", shown=True))).press("DOWN")
    assert panel.keys(pair.seen())["YES"].word == "key.add"
    assert panel.keys(pair.press("YES").seen())["NO"].word == "key.remove"


def test_one_of_several_things_is_a_lone_yes_or_no_and_the_words_are_there_before_the_seat() -> None:
    """Three judges of two seats: whoever has one says it at once, and the dark keys already tell what they will say."""

    def judge(by: int, *judges: str) -> Face:
        return face("judge", by, innocent=each(dict.fromkeys(judges, yes_no("innocent")), of="agents", shown=True))

    board = Board(judge(0, "first"), judge(2, "second"))
    known = panel.keys(board.seen())
    assert [(known[b].lit, known[b].word) for b in ("YES", "NO")] == [(False, "innocent.yes"), (False, "innocent.no")]
    assert board.press("DOWN", "DOWN", "NO").answer == (2, "judge", {"innocent": {"second": False}})
    both = Board(judge(0, "first"), judge(2, "second", "third")).press("DOWN", "DOWN", "OK", "NO", "YES")
    assert both.answer == (2, "judge", {"innocent": {"second": False, "third": True}})


def test_what_leaves_no_choice_beside_something_else_is_not_asked() -> None:
    one, two = (one_of(x, of="agents", shown=True) for x in (["judge"], ["media", "baron"]))
    board = Board(face("place", judge=one, agent=two)).press("DOWN", "DOWN", "OK")
    assert board.answer == (1, "place", {"judge": "judge", "agent": "baron"})


@pytest.mark.parametrize("name", GAMES)
def test_no_two_lit_keys_say_or_do_the_same(name: str) -> None:
    """One key for each thing to do, whenever a seat is asked in the match of any game."""
    game, rng = GAMES[name], Random(name)
    match = game.match(game.seats[1])
    for _ in range(400):
        if match.over:
            break
        seen = panel.Seen(match.faces(None), match.faces(HOST), Cursor())
        for seat in (None, *(s for s in panel.seats(seen) if s >= 0)):
            here = panel.Seen(seen.faces, seen.host, Cursor(seat=seat))
            lit = {b: k.word for b, k in panel.keys(here).items() if k.lit}
            done = [a.answer for b in lit if (a := panel.press(here, b)) and a.answer]
            assert len(set(lit.values())) == len(lit), (lit, here)
            assert all(done.count(a) == 1 for a in done), (lit, here)
        match.play(random_player.random_move(match, rng))
