"""What the house remembers: tags, chairs, settings; also when the disk is full, and not what is damaged."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.table.disk import DiskFull
from companion.table.house import Badge, Chair, Component, House, Taken
from companion.table.store import Damaged, Newer, Unusable, files

FRAUD = Component("republia", "fraude#3")
CHAIRS = [Chair(4, "Ana", "K7PM", "d1"), Chair(0, "Bruno", "2QXA"), Chair(2)]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "data" / "house.sqlite")
    yield house
    house.close()


def reopened(house: House) -> House:
    house.close()
    return House(house.path)


def test_everything_comes_back(house: House) -> None:
    """Chairs in the order they stand, settings as JSON, an unknown tag as unknown."""
    house.enrol("04a1b2c3d4e5f6", FRAUD)
    house.enrol("04ffffff", Badge(4))
    house.set_chairs(CHAIRS)
    house.set(language="es", motion=True, pin={"salt": "00", "hash": "ff"}, volume=0)
    house.set(motion=False, language=None)
    house = reopened(house)
    assert (house.tag("04a1b2c3d4e5f6"), house.tag("04ffffff"), house.tag("04")) == (FRAUD, Badge(4), None)
    assert (house.tags("republia"), house.badges()) == ({"fraude#3": "04a1b2c3d4e5f6"}, {4: "04ffffff"})
    assert house.chairs == CHAIRS
    assert [house.setting(s, "?") for s in ("language", "motion", "volume")] == ["?", False, 0]
    assert house.saved
    house.close()


def test_only_the_owner_reads_it(house: House) -> None:
    """Codes and the hash of the PIN are in it."""
    house.set(pin="x")
    assert [p.stat().st_mode & 0o777 for p in files(house.path)] == [0o600] * 3
    assert house.path.parent.stat().st_mode & 0o777 == 0o700


def test_a_tag_means_one_thing(house: House) -> None:
    """A sticker that is on something else is refused and named; a new sticker on a card replaces the lost one."""
    house.enrol("01", FRAUD)
    house.enrol("01", FRAUD)
    with pytest.raises(Taken) as caught:
        house.enrol("01", Badge(0))
    assert caught.value.meaning == FRAUD
    house.enrol("02", FRAUD)
    assert (house.tag("01"), house.tags("republia")) == (None, {"fraude#3": "02"})
    house.forget("02", "unknown")
    house = reopened(house)
    assert (house.tag("02"), house.tags("republia")) == (None, {})
    house.close()


def test_tags_go_to_another_table(house: House, tmp_path: Path) -> None:
    """Of one game only; taken over all or none."""
    house.enrol("01", FRAUD)
    house.enrol("02", Component("republia", "ley#1"))
    house.enrol("03", Component("demos", "ley#1"))
    given = house.export_tags("republia")
    other = House(tmp_path / "other")
    assert other.import_tags(given) == 2
    assert (other.tags("republia"), other.tags("demos")) == ({"fraude#3": "01", "ley#1": "02"}, {})
    third = House(tmp_path / "third")
    third.enrol("02", Badge(1))
    with pytest.raises(Taken):
        third.import_tags(given)
    assert third.tags("republia") == {}
    other.close()
    third.close()


@pytest.mark.parametrize("text", [b"", b"{}", b"\xff", b"[1]", b'{"companion_tags":2,"game":"a","tags":{}}',
                                  b'{"companion_tags":1,"game":"a","tags":{"x":"01","y":"01"}}',
                                  b'{"companion_tags":1,"game":"a","tags":{"x":1}}'])
def test_what_is_no_export_of_tags_changes_nothing(house: House, text: bytes) -> None:
    house.enrol("01", FRAUD)
    with pytest.raises(ValueError, match="not an export"):
        house.import_tags(text)
    assert house.tags("republia") == {"fraude#3": "01"}


def test_chairs_differ(house: House) -> None:
    """Two chairs of one code would let one player in on another's seat; chairs without a code are many."""
    house.set_chairs([Chair(1), Chair(2)])
    for bad in ([Chair(1), Chair(1)], [Chair(1, code="AAAA"), Chair(2, code="AAAA")]):
        with pytest.raises(ValueError, match="two chairs"):
            house.set_chairs(bad)
    assert house.chairs == [Chair(1), Chair(2)]


def test_a_setting_that_is_not_json_changes_nothing(house: House) -> None:
    house.set(a=1)
    with pytest.raises(TypeError):
        house.set(a=2, b=object())
    assert house.setting("a") == 1


def test_unsaved_changes_hold_and_follow(house: House) -> None:
    """On a full or read-only disk people still sit down; the file gets all of it with the next change it takes."""
    house.enrol("01", FRAUD)
    house._con.execute("PRAGMA query_only=ON")
    with pytest.raises(DiskFull):
        house.set_chairs(CHAIRS)
    with pytest.raises(DiskFull):
        house.set(a=1)
    with pytest.raises(DiskFull):
        house.forget("01")
    assert (house.chairs, house.setting("a"), house.tag("01"), house.saved) == (CHAIRS, 1, None, False)
    house.catch_up()
    assert house.saved
    house = reopened(house)
    assert (house.chairs, house.setting("a"), house.tag("01")) == (CHAIRS, 1, None)
    house.close()


@pytest.mark.parametrize("spoil, kind, label", [
    (lambda data: b"", Damaged, "damaged"),
    (lambda data: data[:3000], Damaged, "damaged"),
    (lambda data: b"tags" * 9000, Damaged, "damaged"),
    (lambda data: data.replace(b'"component"', b'"compoment"'), Damaged, "damaged"),
    (lambda data: data[:60] + (2).to_bytes(4, "big") + data[64:], Newer, "newer"),
])
def test_an_unusable_house_is_set_aside_and_a_new_one_made(
    house: House, spoil: Callable[[bytes], bytes], kind: type[Unusable], label: str
) -> None:
    """Byte for byte, under a new name; opening again starts afresh."""
    house.enrol("01", FRAUD)
    house.close()
    house.path.write_bytes(data := spoil(house.path.read_bytes()))
    with pytest.raises(kind) as caught:
        House(house.path)
    assert caught.value.aside == house.path.with_name(f"house.sqlite.{label}-1")
    assert caught.value.aside.read_bytes() == data
    fresh = House(house.path)
    assert fresh.tag("01") is None
    fresh.close()
