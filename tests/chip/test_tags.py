"""Tags by the book: ISO/IEC 14443-3 type A, section 6, and the commands of two families."""

import pytest

from tests.chip.tags import Bits, Classic1K, Ntag213, Phone, Tag, bits_of, bytes_of, crc_a

NTAG, FOUR, TEN = "04A1B2C3D4E5F6", "DEADBEEF", "04A1B2C3D4E5F6010203"


def select(tag: Tag) -> int:
    """Through all levels; the last SAK."""
    sak = b""
    for level, part in zip((0x93, 0x95, 0x97), tag.cascade(), strict=False):
        frame = bytes((level, 0x70)) + part
        answer = tag.hear(frame + crc_a(frame), 72)
        assert answer is not None
        sak = bytes_of(answer)
    assert crc_a(sak[:1]) == sak[1:]
    return sak[0]


def wake(tag: Tag, command: int = 0x52) -> Bits | None:
    return tag.hear(bytes((command,)), 7)


def say(tag: Tag, *body: int) -> bytes | None:
    answer = tag.hear(bytes(body) + crc_a(body), len(body) * 8 + 16)
    return None if answer is None else bytes_of(answer)


def test_the_checksum_is_the_standards() -> None:
    """ISO/IEC 14443-3, annex B: two worked examples."""
    assert crc_a(b"\x00\x00") == b"\xa0\x1e"
    assert crc_a(b"\x12\x34") == b"\x26\xcf"


@pytest.mark.parametrize("uid", [FOUR, NTAG, TEN])
def test_all_levels_give_the_whole_uid(uid: str) -> None:
    """Each level but the last begins with the cascade tag and is answered by a SAK that says there is more."""
    tag = Tag(uid)
    assert wake(tag) is not None
    parts = tag.cascade()
    assert [p[0] == 0x88 for p in parts] == [True] * (len(parts) - 1) + [False]
    assert b"".join(p[1:4] if p[0] == 0x88 else p[:4] for p in parts) == bytes.fromhex(uid)
    assert select(tag) == 0x08
    assert tag.state == "ACTIVE"


def test_the_atqa_tells_how_long_the_uid_is() -> None:
    lengths = [bytes_of(answer)[0] >> 6 for uid in (FOUR, NTAG, TEN) if (answer := wake(Tag(uid))) is not None]
    assert lengths == [0, 1, 2]


def test_a_selected_tag_misses_the_next_request() -> None:
    """Why naive polling reads every second time only."""
    tag = Tag(FOUR)
    wake(tag, 0x26)
    select(tag)
    assert wake(tag, 0x26) is None
    assert wake(tag, 0x26) is not None


def test_a_halted_tag_hears_only_wupa() -> None:
    tag = Tag(FOUR)
    wake(tag)
    select(tag)
    assert say(tag, 0x50, 0x00) is None
    assert tag.state == "HALT"
    assert wake(tag, 0x26) is None
    assert wake(tag, 0x52) is not None


def test_woken_from_halt_it_falls_back_there() -> None:
    """READY* of the standard: a frame for another tag puts it to HALT again, not to IDLE."""
    tag = Tag(FOUR)
    wake(tag)
    select(tag)
    say(tag, 0x50, 0x00)
    wake(tag)
    assert tag.hear(b"\x93\x70" + b"\0" * 7, 72) is None
    assert tag.state == "HALT"


def test_power_off_forgets_all() -> None:
    tag = Tag(FOUR)
    wake(tag)
    select(tag)
    say(tag, 0x50, 0x00)
    tag.power_off()
    assert wake(tag, 0x26) is not None


def test_anticollision_by_part_of_a_byte() -> None:
    """Asked with the first 12 bits of its UID, a tag gives the other 28; with other bits it is silent."""
    tag = Tag(FOUR)
    own = bits_of(tag.cascade()[0])
    wake(tag)
    assert tag.hear(bytes((0x93, 0x34)) + bytes_of(own[:12]), 28) == own[12:]
    wake(tag)
    assert tag.hear(bytes((0x93, 0x34)) + bytes_of([1 - own[0], *own[1:12]]), 28) is None


def test_a_wrong_checksum_is_silence() -> None:
    tag = Ntag213(NTAG)
    wake(tag)
    select(tag)
    assert tag.hear(b"\x30\x00\0\0", 32) is None
    assert tag.state == "IDLE"


def test_ntag213() -> None:
    """Its version, its pages (the UID in the first two), a page written and read back, and NAK beyond the end."""
    tag = Ntag213(NTAG)
    wake(tag)
    assert select(tag) == 0x00
    assert say(tag, 0x60) == bytes.fromhex("0004040201000F03") + crc_a(bytes.fromhex("0004040201000F03"))
    page = say(tag, 0x30, 0)
    assert page is not None
    assert page[:3] + page[4:8] == bytes.fromhex(NTAG)
    assert say(tag, 0xA2, 5, *b"vote") == b"\x0a"
    read = say(tag, 0x30, 5)
    assert read is not None
    assert read[:4] == b"vote"
    assert say(tag, 0x30, 45) == b"\x00"


def test_classic_opens_a_sector_by_its_key() -> None:
    tag = Classic1K(FOUR)
    wake(tag)
    select(tag)
    assert say(tag, 0x30, 8) is None, "closed"
    wake(tag)
    select(tag)
    assert tag.authenticate(11, b"\xff" * 6, tag.uid)
    assert say(tag, 0xA0, 8) == b"\x0a"
    assert say(tag, *b"sixteen bytes ok") == b"\x0a"
    assert say(tag, 0x30, 8) == b"sixteen bytes ok" + crc_a(b"sixteen bytes ok")
    assert not tag.authenticate(11, b"\0" * 6, tag.uid)


def test_a_phone_is_somebody_else_each_time() -> None:
    numbers = iter((b"\1\2\3", b"\4\5\6", b"\7\7\7"))
    phone = Phone(lambda: next(numbers))
    before = phone.uid
    phone.power_off()
    assert before != phone.uid
    assert before[0] == phone.uid[0] == 0x08
