"""Every question, choice, refusal, event, option, card and ending has its words in both languages."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from companion.engine import CHANCE, CLOCK, Assign, Each, Event, Field, OneOf, Share, SomeOf, switches
from companion.games.democracia import GAME, events
from companion.games.democracia.content import HERE, content
from companion.games.democracia.state import Switches
from companion.locale import LANGUAGES, Words
from companion.table.prompt import Prompt
from tests.pairwise import settings

from ..driver import AnyMatch, at_random, drive, tag

NAMES = ["Ana", "Bruno", "Carla", "Diego", "Elena", "Félix"]
OF_THE_TABLE = {"assign-leaders", "confirm-seats", "shaken", "emptied", "abort", "recount-urn", "note"}
AT_ONCE = {
    "plan", "place-token", "confirm-tokens", "place-cases", "confirm-cases", "react", "pass-window", "judge",
    "make-offer", "make-promise", "withdraw", "accept-offer", "revoke", "no-deal", "talk-again",
}  # fmt: skip
MUTE = {"assign-leaders", "confirm-seats", "place-cases"}  # orders, and one agent after another: nothing to repeat
in_both = pytest.mark.parametrize("lang", LANGUAGES)


@in_both
def test_every_kind_of_move_has_all_its_words(lang: str) -> None:
    """A short word, a board line, a heading, a button that names its choice, and one sentence or two at most."""
    words = Words(lang, game=GAME.id)
    for kind, move in GAME.kinds.items():
        assert len(words(f"{kind}.word").split()) <= 2
        gaps = {"seat": "Ana", "least": 1, "most": 3, "low": 0, "high": 6}
        assert ("Ana" in words(f"{kind}.line", **gaps)) != (kind in OF_THE_TABLE), kind
        assert words(f"{kind}.title", **gaps)
        assert (words.has(f"{kind}.all") or words.has(f"{kind}.lines")) == (kind in AT_ONCE), kind
        chosen = set(move.__struct_fields__) - {"by"} and kind != "recount-urn"
        assert ("¶" in words(f"{kind}.go", choice="¶")) == (bool(chosen) and kind not in MUTE), kind
        if words.has(f"{kind}.help"):
            assert words(f"{kind}.help").rstrip(".").count(". ") <= 1, kind


@in_both
def test_every_choice_of_a_game_can_be_said(lang: str) -> None:
    """Whole random games: the values of fields by what they are `of`, the reasons, the draws, the log, the end."""
    words = Words(lang, game=GAME.id)
    say = Prompt(words, NAMES)
    rows = settings(GAME)
    for seed in range(14):
        rng = Random(seed)
        match = GAME.match(2 + seed % 5, rows[seed % len(rows)])
        checked = 0

        def check(match: AnyMatch, seed: int = seed) -> bool:
            nonlocal checked
            checked += 1
            if checked % 3 == seed % 3:  # every third question is enough
                for asked in match.asks():
                    if asked.by == CLOCK:
                        continue
                    if asked.by == CHANCE:
                        deck = asked.fields["deck"]
                        assert isinstance(deck, OneOf) and words.n(f"{deck.values[0]}.draw", asked.left)
                        continue
                    for name, field in asked.fields.items():
                        _say_all(say, field)
                        if len(asked.fields) > 1:
                            assert words.has(f"{tag(asked.move)}.{name}"), (asked.move, name)
                faces = match.faces(None)
                assert say.line(faces) or not faces
            return False

        drive(match, at_random(rng, check))
        for event in match.events(None):
            assert "{" not in say.event(event)
        assert words(f"end.{match.result.reason}")


def _say_all(say: Prompt, field: Field) -> None:
    match field:
        case OneOf(faces=faces, values=values, why=why, of=of):
            assert all(say.words.has(f"why.{code}") for code in why.values())
            for value in faces or values:
                assert say.value(of, value) or of == ""
        case SomeOf(faces=faces, values=values, of=of):
            assert all(say.value(of, value) for value in faces or values)
        case Assign(held=held, slots=slots, of=of):
            assert all(say.value(of, value) for value in held) and slots is not None
        case Share(room=room, of=of):
            assert all(say.value(of, key) for key in room)
        case Each(parts=parts):
            for part in parts.values():
                _say_all(say, part)


@in_both
def test_every_event_has_a_line(lang: str) -> None:
    words = Words(lang, game=GAME.id)
    kinds = [e for e in vars(events).values() if isinstance(e, type) and issubclass(e, Event) and e is not Event]
    assert len(kinds) == 80
    for kind in kinds:
        assert words.has(f"event.{tag(kind)}"), kind  # type: ignore[arg-type]


@in_both
def test_every_option_and_value_has_words(lang: str) -> None:
    words = Words(lang, game=GAME.id)
    for switch in switches(Switches):
        assert words(f"option.{switch.name}") and words(f"option.{switch.name}.help")
        assert all(words.has(f"option.{switch.name}.{v}") for v in switch.values)


@in_both
def test_every_card_agent_and_place_has_a_name(lang: str) -> None:
    words, c = Words(lang, game=GAME.id), content()
    names = [words(f"agents.{a.id}") for a in c.agents.agents]
    assert len(set(names)) == 31
    assert all(words(f"cards.{r.id}") and words(f"cards.{r.id}.text") for r in c.cards.cards)
    assert all(words(f"options.{r.id}.{i}") for r in c.cards.cards for i in range(max(1, len(r.options))))
    assert len({words(f"communities.{r.id}") for r in c.board.communities}) == 17
    assert all(words(f"pensions.{r.id}") for r in c.pensions.pensions)
    assert all(words(f"environment.{e}") for e in c.environment.copies)
    assert all(words(f"plan.cards.{a.id}") for a in c.agents.agents)


@in_both
def test_help_is_short(lang: str) -> None:
    words = Words(lang, game=GAME.id)
    helps = [f"help.{kind}" for kind in GAME.kinds if words.has(f"help.{kind}")]
    assert len(helps) == 10
    assert all(len(words(key).split()) <= 120 for key in helps)


def test_both_catalogues_say_the_same_things() -> None:
    keys = [
        {line for line in (HERE / "locale" / f"{lang}.po").read_text(encoding="utf-8").splitlines() if "msgid" in line}
        for lang in LANGUAGES
    ]
    assert keys[0] == keys[1] and len(keys[0]) > 450


def test_the_line_of_a_phase_names_those_who_are_missing() -> None:
    match = drive(GAME.match(2), at_random(Random(1), lambda match: match.state.phase == "planning"))
    say = Prompt(Words("es", game=GAME.id), NAMES)
    assert say.line(match.faces(None)) == "Todos planifican. Faltan: 2"
    assert msgspec.to_builtins(match.view(None))["phase"] == "planning"
