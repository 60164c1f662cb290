"""Real cards on phones: the one whose hands draw them is told so, nobody else is asked."""

from __future__ import annotations

from pathlib import Path

from companion.games import all_games
from companion.table.requests import Answer, Choose, SetSwitch, Start
from tests.web.evening import Evening, evening


def section(e: Evening, seat: int) -> str:
    """The top of a seat's page: what it is about."""
    html = str(e.phone(seat).get("/seat/state").get_json()["html"])
    return html.partition("<section")[2].partition("</section>")[0]


def test_a_draw_is_the_move_of_the_phone_of_who_draws(tmp_path: Path) -> None:
    with evening(tmp_path, games={"secret_hitler": all_games()["secret_hitler"]}) as e:
        e.do(Choose(game="secret_hitler"))
        e.do(SetSwitch(name="policy_source", value="tiles"))
        e.seat(5)
        e.do(Start())
        president = e.answer_until("nominate").by
        e.do(Answer(kind="nominate", fields={"chancellor": (president + 1) % 5}, chair=president))
        for seat in range(5):
            e.do(Answer(kind="vote", fields={"ja": True}, chair=seat))
        drawer = e.playing.views[None]["drawer"]
        assert drawer == president
        assert "Roba 3 losetas y pásalas por el lector" in section(e, drawer)
        assert "mine" in section(e, drawer).partition(">")[0]
        other = section(e, (drawer + 1) % 5)
        assert "Ahora no te toca a ti" in other
        assert "mine" not in other.partition(">")[0]
