"""From looks to events: one tap, one event, whatever the air does."""

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.readers.presence import Change, Presence
from firmware.readers.reading import Reading, State

A, B, C = "04A1B2C3D4E5F6", "04A1B299887766", "DEADBEEF"
EMPTY, GARBLED, LOST = Reading("ready"), Reading("garbled"), Reading("not-connected")


def on(*uids: str) -> Reading:
    return Reading("tag" if len(uids) == 1 else "two-tags", uids)


def looks(*readings: Reading, together: bool = False, every: float = 0.1) -> list[Change]:
    presence = Presence(together)
    return [presence.look(reading, n * every) for n, reading in enumerate(readings)]


def come(changes: list[Change]) -> list[str]:
    return [uid for change in changes for uid in change.come]


def gone(changes: list[Change]) -> list[str]:
    return [uid for change in changes for uid in change.gone]


def test_a_tag_that_lies_there_comes_once() -> None:
    changes = looks(*[on(A)] * 1000)
    assert (come(changes), gone(changes)) == ([A], [])


def test_lifted_and_laid_again_it_comes_again() -> None:
    changes = looks(on(A), *[EMPTY] * 3, on(A))
    assert (come(changes), gone(changes)) == ([A, A], [A])


def test_a_drop_out_is_no_removal() -> None:
    """One or two silent looks, as a tag at the edge of the field gives."""
    assert come(looks(on(A), EMPTY, on(A), EMPTY, EMPTY, on(A))) == [A]


def test_silence_must_last_whatever_the_pace() -> None:
    """At 50 looks a second three of them are too short."""
    assert come(looks(on(A), *[EMPTY] * 3, on(A), every=0.02)) == [A]
    assert come(looks(on(A), *[EMPTY] * 11, on(A), every=0.02)) == [A, A]


def test_what_cannot_be_read_is_not_gone() -> None:
    """Nor is what lies on a reader that does not answer."""
    changes = looks(on(A), *[GARBLED] * 50, *[LOST] * 50, on(A))
    assert (come(changes), gone(changes)) == ([A], [])


def test_taken_away_while_the_reader_was_lost() -> None:
    assert come(looks(on(A), *[LOST] * 9, *[EMPTY] * 4, on(A))) == [A, A]


def test_a_second_tag_that_follows_closely() -> None:
    """Laid beside the first, or in its place without a silent look between."""
    assert come(looks(on(A), on(A, B), on(B))) == [A, B]
    assert come(looks(on(A), on(B), on(C))) == [A, B, C]


def test_two_at_once_on_the_table_count_only_alone() -> None:
    changes = looks(on(A, B), on(A, B), on(B))
    assert come(changes) == [B]
    assert [change.state for change in changes] == [None, "two-tags", "ready"]


def test_two_at_once_in_the_slot_both_count() -> None:
    changes = looks(on(A, B), on(A, B), together=True)
    assert sorted(come(changes)) == sorted((A, B))
    assert "two-tags" not in [change.state for change in changes]


def test_a_far_tag_is_outshouted_for_a_while() -> None:
    """A near one held over it hides it; that is not lifting it."""
    assert come(looks(on(A), *[on(B)] * 9, on(A, B))) == [A, B]
    assert gone(looks(on(A), *[on(B)] * 11)) == [A]


def test_a_readable_one_counts_beside_a_garbled_one() -> None:
    assert come(looks(Reading("garbled", (A,)))) == [A]


def told(*readings: Reading) -> list[State]:
    return [change.state for change in looks(*readings) if change.state]


def test_a_state_is_told_once_per_change() -> None:
    assert told(*[EMPTY] * 5, *[LOST] * 5, *[EMPTY] * 5) == ["ready", "not-connected", "ready"]


def test_a_glitch_is_not_told() -> None:
    assert told(EMPTY, LOST, EMPTY, *[GARBLED] * 4, EMPTY) == ["ready"]
    assert told(EMPTY, *[GARBLED] * 9) == ["ready", "garbled"]


@given(st.lists(st.sampled_from([on(A), on(B), on(A, B), EMPTY, GARBLED, LOST, Reading("two-tags")]), max_size=60))
@settings(deadline=None, derandomize=True)
def test_comings_and_goings_alternate(readings: list[Reading]) -> None:
    """For every tag and in every order of looks: comes, goes, comes…; and goes only after it was not seen thrice."""
    here: set[str] = set()
    for n, change in enumerate(looks(*readings)):
        assert not here & set(change.come)
        here |= set(change.come)
        for uid in change.gone:
            assert uid in here
            assert not any(uid in reading.uids for reading in readings[max(0, n - 2) : n + 1])
        here -= set(change.gone)
