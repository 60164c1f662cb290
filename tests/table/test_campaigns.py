"""A campaign goes on over evenings: in the same chairs or others, after a restart, from its file; it can be left."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.games import all_games
from companion.players import decide
from companion.table import campaigns
from companion.table.requests import (
    Afresh,
    Answer,
    Choose,
    FreeChair,
    Press,
    Quit,
    Rematch,
    Request,
    SetSwitch,
    Sit,
    Start,
)
from companion.table.store import Newer, Unusable
from companion.table.table import Table

NAMES = ("Ana", "Bruno", "Carla", "Diego", "Elena")
ANKIST = {"ankist": all_games()["ankist"]}


class Evening:
    """One table, played by bots as fast as they answer."""

    def __init__(self, folder: Path) -> None:
        self.table, self.rng = Table(folder, ANKIST, clock=lambda: 0.0, rng=Random(1)), Random(7)

    def do(self, request: Request) -> None:
        reply = self.table.do(request)
        assert reply.ok, reply

    def set_up(self, seats: int) -> None:
        self.do(Choose(game="ankist"))
        self.do(SetSwitch(name="mode", value="campaign"))
        for switch in ("turn_seconds", "discussion_seconds"):
            self.do(SetSwitch(name=switch, value=0))
        self.sit(seats)

    def sit(self, seats: int) -> None:
        for chair in range(seats):
            self.do(Sit(chair=chair, name=NAMES[chair], token=str(chair) * 20))

    def play(self) -> dict[str, Any]:
        """To the end of the reign; what it leaves."""
        memories: dict[int, dict[str, Any]] = {}
        while self.table.snapshot.stage == "playing":
            assert self._one(memories)
        playing = self.table.snapshot.playing
        assert playing is not None and playing.result is not None
        return playing.result.ledger

    def _one(self, memories: dict[int, dict[str, Any]]) -> bool:
        playing = self.table.snapshot.playing
        assert playing is not None
        for seat in range(len(playing.names)):
            mine = [f for f in playing.faces[seat] if f.by == seat and not f.answered]
            memory = memories.setdefault(seat, {})
            said = decide("ankist", playing.views[seat], mine, playing.events(seat), seat, memory, self.rng)
            if said and self.table.do(Answer(kind=said[0], fields=said[1], chair=seat)).ok:
                return True
        return False

    def reign(self) -> int:
        playing = self.table.snapshot.playing
        assert playing is not None
        return int(playing.views[None]["reign"])


@contextmanager
def evening(folder: Path) -> Iterator[Evening]:
    one = Evening(folder)
    try:
        yield one
    finally:
        one.table.close()


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """A folder after the first evening: three houses, one reign, back in the lobby."""
    folder = tmp_path_factory.mktemp("campaign")
    with evening(folder) as first:
        first.set_up(3)
        first.do(Start())
        ledger = first.play()
        first.do(Quit())
    return folder, ledger


@pytest.fixture
def folder(kept: tuple[Path, dict[str, Any]], tmp_path: Path) -> Path:
    """A copy of it."""
    for file in kept[0].rglob("*"):
        if file.is_file() and not file.name.endswith(("-wal", "-shm")):
            to = tmp_path / file.relative_to(kept[0])
            to.parent.mkdir(exist_ok=True, parents=True)
            to.write_bytes(file.read_bytes())
    return tmp_path


def ran(*words: object) -> str:
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exit_code == 0, done.output
    return done.output


def test_the_host_begins_another_campaign_and_the_first_one_stays_listed(folder: Path) -> None:
    """Said in the lobby and at the end of a reign: whether the next match goes on with what was left."""
    with evening(folder) as second:
        assert second.table.snapshot.goes_on
        second.do(SetSwitch(name="mode", value="single"))
        assert not second.table.snapshot.goes_on, "a single reign takes nothing up"
        second.do(SetSwitch(name="mode", value="campaign"))
        second.do(Afresh())
        assert not second.table.snapshot.goes_on
    with evening(folder) as third:
        third.do(Start())
        assert third.reign() == 1 and third.table.do(Afresh()).code == "match-running"
        third.play()
        assert third.table.snapshot.goes_on
    assert len(campaigns.campaigns(folder / "matches")) == 2


def test_a_campaign_that_is_over_is_not_taken_up_again(folder: Path, tmp_path: Path) -> None:
    """It says so, instead of promising a match that would begin from the start."""
    (one,) = campaigns.campaigns(folder / "matches")
    campaigns.export(msgspec.structs.replace(one, ledger={**one.ledger, "age": "order"}), tmp_path / "over.json")
    done = CliRunner().invoke(main, ["campaign", "resume", str(tmp_path / "over.json"), "--data", str(folder)])
    assert done.exit_code != 0 and "is over" in done.output


def test_another_evening_goes_on_where_the_last_one_stopped(folder: Path) -> None:
    """From the lobby, after a restart, with a house more: the next reign of the same campaign."""
    with evening(folder) as second:
        second.do(Sit(chair=3, name="Diego", token="3" * 20))
        second.do(Start())
        assert second.reign() == 2
        playing = second.table.snapshot.playing
        assert playing is not None and len(playing.names) == 4
        assert sum(1 for n in playing.views[None]["played"].values() if n) == 3


def test_a_house_that_stays_away_is_waited_for_by_nobody(folder: Path, tmp_path: Path) -> None:
    """Of four in the second reign one gets up: the third is played by three, and what the fourth had is kept."""
    with evening(folder) as second:
        second.do(Sit(chair=3, name="Diego", token="3" * 20))
        second.do(Start())
        ledger = second.play()
        second.do(FreeChair(chair=3))
        assert not second.table.do(Rematch()).ok
        second.do(Quit())
        second.do(Start())
        playing = second.table.snapshot.playing
        assert second.reign() == 3 and playing is not None and len(playing.names) == 3
        assert playing.views[None]["prestige"] == ledger["prestige"]


def test_campaigns_are_listed_taken_along_and_taken_up_again(folder: Path, tmp_path: Path) -> None:
    """By its name at the same table, from its file at another one."""
    (one,) = campaigns.campaigns(folder / "matches")
    assert one.game == "ankist" and one.matches == 1 and one.reason and one.names == ["Ana", "Bruno", "Carla"]
    assert one.name in ran("campaign", "list", "--data", folder)
    file, other = tmp_path / "campaign.json", tmp_path / "other"
    ran("campaign", "export", "--data", folder, one.name, file)
    assert campaigns.read(file) == one
    assert "number 2" in ran("campaign", "resume", "--data", other, file)
    with evening(other) as elsewhere:
        elsewhere.sit(3)
        elsewhere.do(Start())
        assert elsewhere.reign() == 2
    ran("campaign", "new", "--data", other, "ankist")


def test_a_campaign_is_left_for_another_and_taken_up_again(folder: Path) -> None:
    (one,) = campaigns.campaigns(folder / "matches")
    ran("campaign", "new", "--data", folder, "ankist")
    with evening(folder) as fresh:
        fresh.do(Start())
        assert fresh.reign() == 1
        fresh.play()
        fresh.do(Quit())
    first, second = campaigns.campaigns(folder / "matches")
    assert first == one and second.name != one.name
    ran("campaign", "resume", "--data", folder, one.name)
    with evening(folder) as again:
        again.do(Start())
        assert again.reign() == 2
        again.play()
    assert [c.matches for c in campaigns.campaigns(folder / "matches")] == [2, 1]


def test_a_campaign_of_a_newer_version_is_refused_and_nothing_is_lost(folder: Path, tmp_path: Path) -> None:
    """A newer file is named as such; a newer ledger inside a file that can be read keeps the match from beginning."""
    (one,) = campaigns.campaigns(folder / "matches")
    file = tmp_path / "campaign.json"
    ran("campaign", "export", "--data", folder, one.name, file)
    plain = msgspec.json.decode(file.read_bytes())
    file.write_bytes(msgspec.json.encode({**plain, "companion_campaign": 9}))
    with pytest.raises(Newer):
        campaigns.read(file)
    assert "newer" in CliRunner().invoke(main, ["campaign", "resume", "--data", str(folder), str(file)]).output
    plain["campaign"]["ledger"]["version"] = 9
    file.write_bytes(msgspec.json.encode(plain))
    ran("campaign", "resume", "--data", folder, file)
    with evening(folder) as stuck:
        reply = stuck.table.do(Start())
        assert not reply.ok and reply.code == "unfit-ledger" and stuck.table.snapshot.stage == "lobby"
    assert campaigns.campaigns(folder / "matches") == [one]
    ran("campaign", "resume", "--data", folder, one.name)
    with evening(folder) as mended:
        mended.do(Start())
        assert mended.reign() == 2


def test_what_is_no_campaign_is_told_so(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("{}")
    with pytest.raises(Unusable):
        campaigns.read(file)
    done = CliRunner().invoke(main, ["campaign", "resume", "--data", str(tmp_path), "nothing"])
    assert done.exit_code == 1 and "no campaign" in done.output
    assert "No campaigns" in ran("campaign", "list", "--data", tmp_path)


def test_a_finished_campaign_keeps_its_own_name_and_the_next_begins_another(folder: Path) -> None:
    """By the button that offers another match, which asks once more at the last page; the list tells both."""
    with evening(folder) as second:
        second.do(SetSwitch(name="campaign_games", value=2))
        second.do(Start())
        ended = second.play()
        assert ended["age"] and not second.table.snapshot.goes_on
        second.table._evening.ended = -10.0
        second.do(Press(button="YES"))
        assert second.reign() == 2, "asked once more"
        second.do(Press(button="YES"))
        assert second.reign() == 1
        second.play()
    first, other = campaigns.campaigns(folder / "matches")
    assert (first.matches, first.ledger) == (2, ended)
    assert other.matches == 1 and other.ledger["reign"] == 1
    listed = ran("campaign", "list", "--data", folder)
    assert "Over with reign 2 of 2" in listed and "Reign 1 of 2. In the lead: " in listed
