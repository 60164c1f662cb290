"""Looking again and again: how often, what it tells, and that nothing stops it."""

import pytest

from firmware.readers.rc522 import Rc522
from firmware.readers.reading import Reading, State
from firmware.readers.simulated import Simulated
from firmware.readers.watch import Watch
from tests.chip.bench import Bench
from tests.chip.clock import Clock
from tests.chip.tags import Ntag213

A, B = "04A1B2C3D4E5F6", "04A1B299887766"


class Heard:
    def __init__(self) -> None:
        self.come_: list[str] = []
        self.gone_: list[str] = []
        self.states: list[State] = []

    def come(self, uid: str) -> None:
        self.come_.append(uid)

    def gone(self, uid: str) -> None:
        self.gone_.append(uid)

    def state(self, state: State) -> None:
        self.states.append(state)


def on_chip(bench: Bench, hurry: bool = False, slot: bool = False) -> tuple[Watch, Heard]:
    heard = Heard()
    reader = Rc522(sleep=bench.clock.sleep)
    return Watch("slot" if slot else "table", reader, heard, hurry=lambda: hurry, clock=bench.clock), heard


def run(watch: Watch, clock: Clock, seconds: float) -> int:
    """Step for so long; how many looks that were."""
    until, looks = clock() + seconds, 0
    while clock() < until:
        clock.sleep(watch.step())
        looks += 1
    return looks


@pytest.mark.parametrize(("hurry", "lo", "hi"), [(False, 99, 101), (True, 495, 505)])
def test_ten_looks_a_second_and_fifty_while_an_urn_is_open(bench: Bench, hurry: bool, lo: int, hi: int) -> None:
    """With a sticker lying there: the time a look takes is part of the interval."""
    watch, _ = on_chip(bench, hurry)
    watch.step()
    bench.chip.put(Ntag213(A))
    assert lo <= run(watch, bench.clock, 10) <= hi


def test_a_ballot_on_the_ledge_for_150_ms_is_never_missed(bench: Bench) -> None:
    """Each of a hundred, at whatever moment it falls, one closely behind the other, each exactly once."""
    watch, heard = on_chip(bench, hurry=True, slot=True)
    watch.step()
    uids = [f"04{n:012X}" for n in range(100)]
    for n, uid in enumerate(uids):
        bench.clock.sleep(n % 7 * 0.003)
        bench.chip.put(Ntag213(uid))
        run(watch, bench.clock, 0.15)
        bench.chip.lift()
    assert heard.come_ == uids


def test_two_ballots_together_both_count(bench: Bench) -> None:
    watch, heard = on_chip(bench, hurry=True, slot=True)
    watch.step()
    bench.chip.put(Ntag213(A), Ntag213(B))
    run(watch, bench.clock, 0.15)
    assert sorted(heard.come_) == sorted((A, B))


def test_a_tag_at_rest_for_a_thousand_looks(bench: Bench) -> None:
    watch, heard = on_chip(bench)
    watch.step()
    bench.chip.put(Ntag213(A))
    for _ in range(1000):
        watch.step()
    assert (heard.come_, heard.gone_) == ([A], [])


def test_pulled_out_and_put_back(bench: Bench) -> None:
    """Told once each; the tag on it neither goes nor comes again; back within a second or so."""
    watch, heard = on_chip(bench)
    bench.chip.put(Ntag213(A))
    run(watch, bench.clock, 1)
    bench.chip.unplugged = 0xFF
    run(watch, bench.clock, 60)
    bench.chip.unplugged = None
    bench.chip.brown_out()
    run(watch, bench.clock, 1.2)
    assert heard.states == ["ready", "not-connected", "ready"]
    assert (heard.come_, heard.gone_) == ([A], [])


def test_a_lost_reader_is_tried_gently(bench: Bench) -> None:
    bench.chip.unplugged = 0x00
    watch, _ = on_chip(bench, hurry=True)
    assert run(watch, bench.clock, 60) < 70


def test_a_kind_that_raises_does_not_end_the_watch() -> None:
    """Its fault is told, and when it works again it works again."""
    clock, heard, faults = Clock(), Heard(), iter([RuntimeError("bug")] * 3)

    class Broken(Simulated):
        def poll(self) -> Reading:
            for fault in faults:
                raise fault
            return super().poll()

    watch = Watch("table", reader := Broken(), heard, hurry=lambda: False, clock=clock)
    reader.lay(A)
    run(watch, clock, 5)
    assert heard.states == ["error", "ready"]
    assert heard.come_ == [A]
