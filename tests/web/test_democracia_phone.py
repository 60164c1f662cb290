"""D€mocracia on phones: what a hand can pay for is read while it is held, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, expect

from companion.engine import HOST, Face, OneOf
from companion.games import all_games
from companion.games.democracia.content import content
from companion.games.democracia.events import Counted, Invested
from companion.games.democracia.turn import pension_field
from companion.locale import Words
from companion.players import decide
from companion.table.requests import Answer, Choose, Rematch, Seen, SetSwitch, Showing, Start
from tests.web.evening import Evening, evening, hand, held, page, pages

GAME = "democracia"
SEATS = 5


@pytest.fixture
def five(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path, games={GAME: all_games()[GAME]}) as e:
        begin(e, SEATS)
        yield e


def begin(e: Evening, seats: int, **options: object) -> None:
    e.do(Choose(game=GAME))
    for name, value in options.items():
        e.do(SetSwitch(name=name, value=value))
    e.seat(seats)
    e.do(Start())


def until(e: Evening, kind: str, such: Callable[[Face], bool] = lambda face: True) -> Face:
    """Bots and chance play on until this is asked of a seat; in another match, where one has ended without."""
    rng, memories = Random(3), dict[int, dict[str, Any]]()
    for _ in range(4000):
        if e.snapshot.stage == "over":
            e.do(Rematch())
        for seat in range(len(e.playing.names)):
            if (face := e.face(seat, kind)) and not face.answered and such(face):
                return face
        answer(e, rng, memories)
    raise AssertionError(f"{kind} never asked")


def answer(e: Evening, rng: Random, memories: dict[int, dict[str, Any]]) -> None:
    """Somebody who is asked answers; else the table, else time passes."""
    for seat in rng.sample(range(len(e.playing.names)), len(e.playing.names)):
        faces = [f for f in e.playing.faces[seat] if f.by == seat and not f.answered]
        if faces and rng.random() < 0.85:
            said = decide(GAME, e.playing.views[seat], faces, e.playing.events(seat), seat,
                          memories.setdefault(seat, {}), rng)  # fmt: skip
            if said and give(e, *said, seat):
                return
    for seat in (*range(len(e.playing.names)), HOST):
        faces = [f for f in e.playing.faces[seat] if f.by == seat and not f.answered and not hopeless(f)]
        for face in rng.sample(faces, len(faces)):
            if give(e, face.kind, {k: f.sample(rng) for k, f in face.fields.items() if f is not None}, seat):
                return
    e.later(60)


def hopeless(face: Face) -> bool:
    """A question without an answer, that is there so that its absence tells nothing."""
    return any(isinstance(field, OneOf) and not field.values for field in face.fields.values())


def give(e: Evening, kind: str, fields: dict[str, Any], seat: int) -> bool:
    plain = msgspec.to_builtins(fields, str_keys=True)
    return e.table.do(Answer(kind=kind, fields=plain, chair=None if seat == HOST else seat)).ok


def test_each_reads_its_own_hand_with_its_prices(five: Evening) -> None:
    words = Words("es", game=GAME)
    until(five, "plan")
    for seat in range(SEATS):
        read = held(five, seat)
        plain = [card for card in hand(five, seat) if not card.startswith("ESP")]
        assert all(words(f"cards.{card}") in read and words(f"cards.{card}.rule") in read for card in plain)
        others = {c for s in range(SEATS) if s != seat for c in hand(five, s)} - set(hand(five, seat))
        assert not any(f"<b>{n} {words(f'cards.{card}')}</b>" in read for card in others for n in range(1, 11))


def test_what_is_short_for_a_card_is_told_inside_the_hold_only(five: Evening) -> None:
    words = Words("es", game=GAME)
    until(five, "plan")
    view = five.playing.views[None]
    for seat in range(SEATS):
        income, read = view["incomes"][seat], held(five, seat)
        dear = [view["prices"].get(f"{c}.0", 0) - income for c in hand(five, seat) if not c.startswith("ESP")]
        for short in {n for n in dear if n > 0}:
            assert words.n("secret.short.plan", short) in read
        assert "falta" not in page(five, seat).replace("Falta", "").split('class="buttons"')[0].split("<form")[0]


@pytest.mark.rule("DEM-067")
def test_a_plan_offers_the_whole_hand_whatever_can_be_planned(five: Evening) -> None:
    """Ten covered cards for each agent, and no name of a card on the page: it lies on the table."""
    words = Words("es", game=GAME)
    face = until(five, "plan")
    for seat in range(SEATS):
        html = page(five, seat)
        agents = len(five.playing.views[None]["owned"][seat])
        assert html.count('class="chip cover"') == 10 * agents
        assert not any(words(f"cards.{row.id}") in html.split("<footer")[0] for row in content().cards.cards)
    assert face.kind == "plan"


def test_every_phone_that_waits_looks_alike_whatever_it_holds(five: Evening) -> None:
    until(five, "reveal")
    turn = five.playing.views[None]["turn"]
    sizes = {len(held(five, seat)) > 100 for seat in range(SEATS) if seat != turn}
    assert sizes == {True}


def test_who_judges_sees_who_stands_trial_and_for_what(five: Evening) -> None:
    words = Words("es", game=GAME)
    face = until(five, "judge")
    trial = five.playing.views[None]["trial"]
    html = page(five, face.by)
    assert words(f"agents.{trial['accused']}") in html
    assert words(f"cards.{trial['card']}") in html


def test_options_that_cannot_be_paid_say_what_is_short(five: Evening) -> None:
    words = Words("es", game=GAME)

    def short(face: Face) -> list[int]:
        view = five.playing.views[None]
        prices = [p for o, p in view["prices"].items() if o.startswith(f"{view['doing']['card']}.")]
        return [p - view["money"] for p in prices if p > view["money"]]

    face = until(five, "pick-option", such=lambda face: bool(short(face)))  # of an ability: one price of three is met
    html = page(five, face.by)
    assert all(words.n("secret.short", n) in html for n in short(face))


def test_a_pact_shows_what_is_on_the_table(five: Evening) -> None:
    words = Words("es", game=GAME)
    face = until(five, "accept-offer")
    html = page(five, face.by)
    offers = [o for o in five.playing.views[None]["offers"] if o["to"] == face.by]
    assert offers
    for offer in offers:
        assert all(words(f"communities.{c}") in html for c in offer["communities"])
        assert five.playing.names[offer["by"]] in html


def test_a_candidate_reads_how_far_each_minority_takes_it(five: Evening) -> None:
    """Beside the names of the form, by what everybody sees; who waits reads the same talks."""
    words = Words("es", game=GAME)
    face = until(five, "make-offer", such=lambda face: len(five.playing.views[None]["order"]) == SEATS)
    view = five.playing.views[None]
    (minority,) = (s for s in range(SEATS) if view["leaders"][s][4] == "G")
    own = view["seats"]["red" if view["leaders"][face.by][4] == "R" else "blue"]
    n, total = view["seats"]["green"], own + view["seats"]["green"]
    said = words("secret.pact.with" if total >= 9 else "secret.pact.not-with", n=n, total=total)
    assert f"{words('scene.party.green')} · {said}" in page(five, face.by)
    idle = next(s for s in range(SEATS) if s != minority and s not in view["candidates"].values())
    assert f"{five.playing.names[minority]}" in page(five, idle) and f"<b>+{n}</b>" in page(five, idle)


def test_a_phone_that_waits_tells_how_the_table_stands(five: Evening) -> None:
    until(five, "reveal", such=lambda face: bool(five.playing.views[None]["inside"].get("red")))
    view = five.playing.views[None]
    html = page(five, (view["turn"] + 1) % SEATS)
    assert f"Rojo <b>{view['inside']['red']}</b>" in html and "Comunidades" in html


def test_a_window_looks_alike_whether_or_not_there_is_a_card_for_it(five: Evening) -> None:
    """What could be played is listed on every phone, held or not; only holding tells what is not there."""
    words = Words("es", game=GAME)
    face = until(five, "react", such=lambda face: hopeless(face))
    field = face.fields["card"]
    assert isinstance(field, OneOf) and isinstance(field.cover, OneOf) and field.cover.values
    html = page(five, face.by)
    assert all(words(f"cards.{card}") in html for card in field.cover.values)
    assert words("why.not-held") not in html and words("why.not-held") in held(five, face.by)
    reply = five.phone(face.by).post("/seat/answer", script=True, kind="react", number=face.number,
                                     **{"f.card": f'"{field.cover.values[0]}"'}).get_json()  # fmt: skip
    assert not reply["ok"] and reply["why"] == "No la tienes."


def test_to_let_a_chance_pass_is_never_the_filled_button(five: Evening, chromium: Browser) -> None:
    """A hasty thumb loses no card."""
    face = until(five, "react")
    with pages(five, chromium) as opened:
        phone = opened(chair=face.by)
        go, otherwise = phone.locator("button[form^=f-react]"), phone.locator("button[form^=f-pass-window]")
        expect(go).to_have_class("go off")
        expect(otherwise).to_have_class("line")
        phone.locator("label.row").first.click()
        expect(go).to_have_class("go")
        expect(otherwise).to_have_class("line")


def state_of(x: Any) -> Any:
    return x.session.match.state


def test_a_pension_that_lies_open_is_not_offered_again(five: Evening) -> None:
    """One that lies covered is: what is on the page tells nothing of it."""
    def put(x: Any) -> None:
        t = state_of(x)
        t.pensions[t.turn], t.hidden[t.turn] = ["PEN-01"], ["PEN-02"]

    face = until(five, "buy-pension")
    five.table.read(put)
    field = pension_field(five.table.read(state_of), face.by)
    assert isinstance(field.cover, OneOf)
    assert "PEN-01" not in field.cover.values and "PEN-02" not in field.values


def test_phones_wait_for_the_board_to_tell_an_election(five: Evening) -> None:
    """Who has how many seats, what is asked next and the log come once the board has counted, and not before."""
    words = Words("es", game=GAME)
    five.do(Showing(screen="window"))
    rng, memories = Random(3), dict[int, dict[str, Any]]()
    for _ in range(2000):
        if any(isinstance(t.event, Counted) for t in five.playing.told):
            break
        answer(five, rng, memories)
    assert five.snapshot.telling
    seats = five.playing.views[None]["seats"]
    for seat in range(SEATS):
        html = page(five, seat)
        assert words("phone.look") in html and "<form" not in html.split("<footer")[0]
        assert not any(f"{words(f'party.{party}')} <b>{n}</b>" in html for party, n in seats.items())
        assert held(five, seat), "one's own cards may be held all the same"
    five.do(Seen(match=five.playing.match, told=five.snapshot.telling))
    assert words("phone.look") not in page(five, 0)


def two_minorities(e: Evening) -> tuple[int, int]:
    """A candidate who needs both minorities, and the first of them: talks of a table of six have begun."""
    def needs_both(face: Face) -> bool:
        view = e.playing.views[None]
        mine = view["seats"]["red" if view["leaders"][face.by][4] == "R" else "blue"]
        return not view["offers"] and "communities" in face.fields and mine + view["seats"]["green"] < 9

    face = until(e, "make-offer", such=needs_both)
    return face.by, next(s for s, leader in e.playing.views[None]["leaders"].items() if leader[4] == "G")


def test_who_offers_sees_what_is_offered_to_another_already(tmp_path: Path) -> None:
    """DEM-221. A community named anew leaves the other offer; and who has pledged all of them reads why it waits."""
    words = Words("es", game=GAME)
    with evening(tmp_path, games={GAME: all_games()[GAME]}) as e:
        begin(e, 6)
        candidate, green = two_minorities(e)
        face = e.face(candidate, "make-offer")
        assert face is not None
        said = words("note.offered", name=e.playing.names[green])
        pledged = words("secret.pact.all-pledged", names=e.playing.names[green])
        assert said not in page(e, candidate)
        view = e.playing.views[None]
        party = "red" if view["leaders"][candidate][4] == "R" else "blue"
        every = [c for c, p in view["held"].items() if p == party]
        assert give(e, "make-offer", {"to": green, "communities": every}, candidate)
        assert said in page(e, candidate) and pledged not in page(e, candidate)
        assert give(e, "accept-offer", {"candidate": candidate}, green)
        assert pledged in page(e, candidate)


def test_the_end_says_what_the_points_were_for(tmp_path: Path) -> None:
    """DEM-310..316. Winners first; of a green or yellow player, the seats it played for."""
    words = Words("es", game=GAME)
    with evening(tmp_path, games={GAME: all_games()[GAME]}) as e:
        begin(e, 6)
        rng, memories = Random(3), dict[int, dict[str, Any]]()
        while e.snapshot.stage != "over" or e.playing.views[None]["ended"] != "points":
            if e.snapshot.stage == "over":
                e.do(Rematch())
            answer(e, rng, memories)
        view = e.playing.views[None]
        rows = page(e, 0).split('<div class="public">')[1].split("<div class=\"row\">")[1:7]
        first = rows[: len(view["winners"])]
        assert all(any(f"<b>{e.playing.names[s]}</b>" in row for row in first) for s in view["winners"])
        for row in rows:
            seat = next(s for s in range(6) if f"<b>{e.playing.names[s]}</b>" in row)
            if view["leaders"][seat][4] in "GY":
                assert words("secret.end.first-two") in row and words("scene.points", n=0) not in row
            else:
                assert words("scene.points", n=view["points"][seat]) in row
                led = view["points"][seat] and words.n("secret.end.terms", view["points"][seat]) in row
                assert bool(led or words("secret.end.last") in row) == bool(view["points"][seat])


def test_phones_wait_for_the_board_to_tell_who_governs(five: Evening) -> None:
    """The plans of the next round are not asked for while the board leads up to it."""
    words = Words("es", game=GAME)
    five.do(Showing(screen="window"))
    rng, memories = Random(3), dict[int, dict[str, Any]]()
    for _ in range(2000):
        if told := [at for at, t in enumerate(five.playing.told) if isinstance(t.event, Invested)]:
            break
        answer(five, rng, memories)
    assert five.snapshot.telling > told[0]
    assert all(words("plan.title") not in page(five, seat) for seat in range(SEATS))
    five.do(Seen(match=five.playing.match, told=five.snapshot.telling))
    assert not five.snapshot.telling
