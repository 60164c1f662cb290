"""What taps mean: badges, tiles, ballot cards and role cards of Secret Hitler; crates of the made-up game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.engine import CHANCE, HOST, OneOf
from companion.table.house import Badge
from companion.table.requests import AddBadge, Choose, Enrol, EnrolStep, Forget, Rematch, Reply, Tap
from tests.table.evenings import Evening, evening, play_until

SH = "secret_hitler"


@pytest.fixture
def e(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path) as table:
        yield table


def badge(e: Evening, seat: int) -> Reply:
    chair = next(c.id for c in e.seen.chairs if c.seat == seat)
    uid = f"04BADGE{chair}"
    if e.inside(lambda x: x.house.tag(uid)) is None:
        e.inside(lambda x: x.house.enrol(uid, Badge(chair)))
    return e.do(Tap(uid=uid))


def tiles(e: Evening, seats: int = 5, **switches: object) -> None:
    """A match with real tiles, up to the first draw."""
    e.start(SH, seats, policy_source="tiles", **switches)
    elect(e)


def elect(e: Evening) -> int:
    """Everybody has looked, somebody is nominated and elected. The President."""
    if any(kind == "seen-role" for _, kind in e.asked()):
        e.answer(HOST, "continue")
    (face,) = e.faces(None, "nominate")
    chancellor = face.fields["chancellor"].values[0]  # type: ignore[union-attr]
    e.answer(face.by, "nominate", chancellor=chancellor)
    for f in e.faces(None, "vote"):
        assert e.answer(f.by, "vote", ja=True).ok
    return face.by


def drawn(e: Evening) -> int:
    """How many cards are still to be drawn now."""
    return next((f.left for f in e.faces() if f.by == CHANCE and not f.answered), 0)


@pytest.mark.rule("SHT-222", "SHT-224")
def test_a_session_is_three_taps_of_different_tiles(e: Evening) -> None:
    """W-27. The same tile twice is not counted; the message is neutral."""
    tiles(e)
    assert drawn(e) == 3
    assert e.tap("F03").ok
    again = e.tap("F03")
    assert (again.ok, again.code, drawn(e)) == (False, "read-already", 2)
    assert e.tap("L02").ok
    assert e.tap("L05").ok
    assert [*e.state().hands.values()] == [["fascist", "liberal", "liberal"]]


@pytest.mark.rule("SHT-223")
def test_a_tile_that_lies_elsewhere_is_refused_without_a_hint(e: Evening) -> None:
    tiles(e)
    for key in ("F03", "L02", "F05"):
        e.tap(key)
    (president,) = e.state().hands
    assert e.tap("L02").ok  # the President discards it
    (chancellor,) = e.state().hands
    assert e.tap("F05").ok  # the Chancellor enacts it
    assert e.state().fascist == 1
    elect(e)
    texts = []
    for key in ("L02", "F05"):
        reply = e.tap(key)
        assert (reply.ok, reply.code) == (False, "tag-elsewhere")
        texts.append((reply.code, reply.detail, e.seen.notice.code if e.seen.notice else ""))
    assert len({str(t) for t in texts}) == 1
    assert drawn(e) == 3
    assert president != chancellor


@pytest.mark.rule("SHT-231")
def test_equal_tiles_are_interchangeable_until_a_tap_settles_it(e: Evening) -> None:
    """W-28. The President chooses "fascist" on the phone and lays down F05; the Chancellor taps F03 to enact it."""
    tiles(e)
    for key in ("F03", "F05", "L02"):
        e.tap(key)
    (president,) = e.state().hands
    assert e.answer(president, "discard", place=0).ok
    for key in ("F03", "F05"):
        reply = e.tap(key)
        assert reply.ok == (key == "F03")
    assert e.state().fascist == 1
    assert sorted(e.state().discards.elements()) == ["fascist", "liberal"]
    elect(e)
    assert e.tap("F03").code == "tag-elsewhere"


@pytest.mark.rule("SHT-223", "SHT-231")
def test_tiles_chosen_on_phones_are_doubtful_among_themselves_and_with_no_others(e: Evening) -> None:
    """F01, F02, F03 were drawn and chosen on phones: two lie in the discards and one on the board, none in the pile."""
    tiles(e)
    for key in ("F01", "F02", "F03"):
        e.tap(key)
    (president,) = e.state().hands
    e.answer(president, "discard", place=0)
    (chancellor,) = e.state().hands
    e.answer(chancellor, "enact", place=0)
    elect(e)
    for key in ("F01", "F02", "F03"):
        assert e.tap(key).code == "tag-elsewhere"
    for key in ("F04", "L01", "F05"):
        assert e.tap(key).ok
    assert e.tap("F06").code == "tag-elsewhere"  # not in the President's hand
    assert e.tap("L01").ok


@pytest.mark.rule("SHT-187", "SHT-222")
def test_a_peeked_tile_is_drawn_untapped_and_still_known_by_its_tag(e: Evening) -> None:
    e.start(SH, 5, policy_source="tiles")
    rng = Random(2)
    while not any(kind == "seen-peek" for _, kind in e.asked()):
        if e.seen.stage == "over":
            e.ok(Rematch())
        if drawn(e):
            lies, read = e.inside(lambda x: (dict(x.pieces.zone), set(x.pieces.handful)))
            pile = sorted(k for k, zone in lies.items() if zone == "draw" and k not in read)
            peeked = [next((k for k in pile if k[0] == "F"), pile[0])]
            assert e.tap(peeked[0]).ok
        else:
            e.go_on(rng)
    known = e.inside(lambda x: set(x.pieces.peeked))
    assert len(known) == 3
    (seat,) = (s for s, kind in e.asked() if kind == "seen-peek")
    e.answer(seat, "seen-peek")
    president = elect(e)
    if e.seen.stage == "playing" and (president, "discard") in e.asked():
        assert {k for k, z in e.inside(lambda x: x.pieces.zone).items() if z == "hand"} == known


def test_a_card_read_once_more_does_not_answer_the_next_question(e: Evening) -> None:
    """The third tile of a draw, read twice, is not the President's discard."""
    tiles(e)
    for key in ("F03", "L02", "F04"):
        e.tap(key)
    assert e.do(Tap(uid=e.uid("F04"))).code == "dropped"
    assert {kind for _, kind in e.asked()} == {"discard"}
    assert e.tap("F04").ok
    assert {kind for _, kind in e.asked()} == {"enact"}


@pytest.mark.rule("SHT-225", "SHT-239")
def test_what_a_tap_answers_is_the_same_for_both_policies(tmp_path: Path) -> None:
    replies = []
    for key in ("L01", "F01"):
        with evening(tmp_path / key) as e:
            tiles(e)
            replies.append((e.tap(key), e.seen.notice, e.seen.playing.faces[None] if e.seen.playing else None))
    assert replies[0] == replies[1]


@pytest.mark.rule("SHT-228")
def test_a_whole_match_with_real_tiles_and_shuffles(e: Evening) -> None:
    """Draws by taps of tiles that really lie in the pile; a reshuffle waits for its confirmation. At any time the
    journal gives back where each of them lies, as after a kill."""
    rng, confirmed = Random(5), 0
    e.start(SH, 5, policy_source="tiles")
    while e.seen.stage == "playing" or confirmed < 2:
        assert e.inside(lambda x: vars(x.pieces) == vars(x.session.noted()))
        if e.seen.stage == "over":
            e.ok(Rematch())
        if drawn(e):
            lies, tapped = e.inside(lambda x: (dict(x.pieces.zone), set(x.pieces.handful)))
            pile = [k for k, zone in lies.items() if zone == "draw" and k not in tapped]
            known = next(o for o in e.inside(lambda x: x.session.match.opens()) if o.ask.by == CHANCE)
            fits = [k for k in pile if ("liberal" if k[0] == "L" else "fascist") in known.ask.fields["item"].values]
            assert e.tap(rng.choice(fits)).ok
        elif (HOST, "confirm-shuffle") in e.asked():
            confirmed += 1
            assert e.seen.keys["OK"].lit
            assert e.press("OK").ok
            assert (HOST, "confirm-shuffle") not in e.asked()
        else:
            assert e.go_on(rng).ok


@pytest.mark.rule("SHT-232")
def test_the_tile_that_starts_outside_is_named_by_a_tap(e: Evening) -> None:
    """W-30."""
    e.start(SH, 7, policy_source="tiles", rebalance_679=True)
    assert e.asked() == {(HOST, "set-aside")}
    assert not e.tap("L04").ok
    assert e.tap("F11").ok
    elect(e)
    assert e.tap("F11").code == "tag-elsewhere"
    assert e.tap("F10").ok


def test_a_badge_nominates(e: Evening) -> None:
    e.start(SH, 5)
    e.answer(HOST, "continue")
    (face,) = e.faces(None, "nominate")
    wrong = badge(e, face.by)
    assert (wrong.ok, wrong.code) == (False, "nothing-asked")
    assert badge(e, face.fields["chancellor"].values[0]).ok  # type: ignore[union-attr]
    assert {kind for _, kind in e.asked()} == {"vote"}


@pytest.mark.rule("SHT-237", "SHT-236")
def test_a_ballot_card_answers_for_its_seat_whoever_holds_it(e: Evening) -> None:
    e.start(SH, 5)
    e.answer(HOST, "continue")
    (face,) = e.faces(None, "nominate")
    e.answer(face.by, "nominate", chancellor=face.fields["chancellor"].values[0])  # type: ignore[union-attr]
    keys = {(c.seat, c.face): c.key for c in e.seen.playing.game.components if c.of == "ballot"}  # type: ignore[union-attr]
    assert e.tap(keys[3, True]).ok
    assert e.asked() == {(s, "vote") for s in (0, 1, 2, 4)}
    assert e.tap(keys[3, False]).ok  # changed by another card of the same seat: still one ballot
    assert e.answer(3, "vote", ja=True).ok  # and by phone
    for seat in (0, 1, 2, 4):
        assert e.tap(keys[seat, False]).ok
    assert e.state().ballots == {0: False, 1: False, 2: False, 3: True, 4: False}


@pytest.mark.rule("SHT-235")
def test_a_ballot_comes_only_by_the_ways_of_this_table(e: Evening) -> None:
    e.start(SH, 5, ballot_channels=["phone"])
    e.answer(HOST, "continue")
    (face,) = e.faces(None, "nominate")
    e.answer(face.by, "nominate", chancellor=face.fields["chancellor"].values[0])  # type: ignore[union-attr]
    keys = {(c.seat, c.face): c.key for c in e.seen.playing.game.components if c.of == "ballot"}  # type: ignore[union-attr]
    assert not e.tap(keys[3, True]).ok
    assert not e.seen.keys["YES"].lit if "YES" in e.seen.keys else True
    assert e.answer(3, "vote", ja=True).ok


@pytest.mark.rule("SHT-245", "SHT-247", "SHT-248")
def test_role_cards_are_tapped_alone_seat_by_seat(e: Evening) -> None:
    """The seat first, on the panel; then its card. The board counts, and shows no card."""
    e.start(SH, 5, role_source="envelopes")
    cards = ["liberal-1", "liberal-2", "liberal-3", "fascist-1", "hitler-1"]
    waiting = e.tap(cards[0])
    assert waiting.code == "tap-again"  # whose is it?
    assert e.seen.cursor.value is None
    assert all(choice[2:] == ("", None) for choice in e.seen.cursor.pending)
    e.press("NO")
    for seat, card in enumerate(cards):
        while len(e.asked()) > 1 and e.seen.cursor.seat != seat:
            assert e.press("DOWN").ok
        assert e.tap(card).ok
    assert e.state().roles == {0: "liberal", 1: "liberal", 2: "liberal", 3: "fascist", 4: "hitler"}


def test_tags_nobody_asked_for_get_a_clear_message_and_change_nothing(e: Evening) -> None:
    """An unknown tag, a tag of another game, a card in the lobby, a tap when nothing is asked."""
    e.ok(Choose(game=SH))
    assert e.do(Tap(uid="DEADBEEF")).code == "unknown-tag"
    assert e.seen.notice
    assert (e.seen.notice.code, e.seen.notice.refusal) == ("unknown-tag", True)
    e.start(SH, 5)
    other = e.inside(lambda x: x.house.tags("lighthouse"))["rum#00"]
    assert e.do(Tap(uid=other)).code == "other-game"
    assert e.tap("L01").code == "nothing-asked"
    e.answer(HOST, "continue")
    before = e.seen.playing
    assert e.tap("L01").code == "not-this-one"
    assert e.seen.playing == before


def test_the_slip_on_the_board_goes_by_itself(e: Evening) -> None:
    e.do(Tap(uid="DEADBEEF"))
    assert e.seen.notice
    e.clock.now += 4.1
    e.do(Choose(game=SH))
    assert e.seen.notice is None


def test_enrolment_walks_through_the_set_and_can_be_left_and_resumed(tmp_path: Path) -> None:
    """Every component once; a tag that means something already is refused by name; leaving keeps what is known."""
    with evening(tmp_path) as e:
        e.ok(Choose(game=SH))
        known = e.inside(lambda x: x.house.tags(SH))
        e.ok(Forget(uids=[*known.values()]))
        e.ok(Enrol(game=SH))
        assert e.seen.enrolment
        assert e.seen.enrolment.next_key == "L01"
        assert e.do(Tap(uid="AA01")).code == "enrolled"
        assert e.seen.enrolment.next_key == "L02"
        taken = e.do(Tap(uid="AA01"))
        assert (taken.code, taken.detail["key"]) == ("tag-taken", "L01")
        e.ok(EnrolStep(by=1))
        assert e.do(Tap(uid="AA03")).code == "enrolled"
        e.ok(Enrol())
        assert e.seen.stage == "lobby"
        e.ok(Enrol(game=SH))
        assert e.seen.enrolment.next_key == "L02"
        assert len(e.seen.enrolment.done) == 2
        components = e.seen.enrolment.game.components
        for k in range(len(components)):
            if e.seen.enrolment.next_key is None:
                break
            e.do(Tap(uid=f"BB{k:02}"))
        assert e.do(Tap(uid="CC")).code == "enrol-complete"


def test_a_badge_seats_its_chair(e: Evening) -> None:
    e.ok(AddBadge(chair=6))
    assert e.do(Tap(uid="04AA")).code == "badge-known"
    assert e.do(Tap(uid="04AA")).code == "seated"
    assert [c.id for c in e.seen.chairs if c.presence == "badge"] == [6]
    e.ok(Tap(uid="04AA"))
    assert all(c.presence == "free" for c in e.seen.chairs)


def test_cards_of_the_made_up_game_are_drawn_by_taps(e: Evening) -> None:
    """Every draw of a tapped deck is a tap of a card whose face can come out."""
    e.start("lighthouse", 4, cargo="cards", nights=1, whispers=False)
    for key in [c.key for c in e.seen.playing.game.components[:12]]:  # type: ignore[union-attr]
        assert drawn(e) > 0
        assert e.tap(key).ok
    assert drawn(e) == 0
    assert {kind for _, kind in e.asked()} == {"looked", "sail"}


def test_a_refused_tap_says_why_where_everybody_may_know_it(tmp_path: Path) -> None:
    """DMS-454: a card shown openly that leads to no combination."""
    with evening(tmp_path) as e:
        e.start("demos", 3, hand_tracking="reveal_only", people_cards="cards")
        play_until(e, lambda: any(kind == "show-card" for _, kind in e.asked()))
        barred: list[str] = []
        while not barred:
            field = next(f for f in e.faces(None, "show-card") if not f.answered).fields["card"]
            assert isinstance(field, OneOf)
            barred = [c for c, why in field.why.items() if why == "no-combination" and not field.takes(c)]
            if not barred:
                e.tap(str(field.values[0]))
        before = e.inside(lambda x: x.moves())
        refused = e.tap(str(barred[0]))
        assert (refused.code, dict(refused.detail)) == ("not-offered", {"why": "no-combination"})
        assert e.seen.notice
        assert e.seen.notice.detail == {"why": "no-combination"}
        assert e.inside(lambda x: x.moves()) == before
