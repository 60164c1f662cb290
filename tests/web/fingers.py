"""Fingers on the page of a phone: the touches that an answer takes there, control by control."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from companion.engine import Assign, Each, Face, Field, OneOf, SomeOf

Sent = dict[str, list[str]]


@dataclass
class Control:
    """Something to touch in a form: an input, or a button that is the whole answer."""

    tag: Mapping[str, str | None]
    step: int  # of the form, from 0
    slot: int | None = None  # of a plan, from 0

    def __getitem__(self, name: str) -> str:
        return self.tag.get(name) or ""


@dataclass
class Form:
    """A form of the page, with the buttons that lie elsewhere and name it."""

    tag: Mapping[str, str | None]
    folded: bool  # in a fold that is closed
    steps: list[str] = field(default_factory=list)  # what each is made of
    inputs: list[Control] = field(default_factory=list)
    buttons: list[Control] = field(default_factory=list)


class Page(HTMLParser):
    """The forms of a page, by the kind of what they answer."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: dict[str, Form] = {}
        self.buttons: list[Control] = []
        self.open: Form | None = None
        self.folds: list[bool] = []
        self.slots = -1
        self.feed(html)
        self.close()
        for form in self.forms.values():
            form.buttons = [b for b in self.buttons if b["form"] == form.tag.get("id")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        a = dict(attrs)
        kinds = (a.get("class") or "").split()
        if tag == "details":
            self.folds.append("open" not in a)
            self.slots += "slot" in kinds
        elif tag == "form":
            self.open = Form(a, any(self.folds))
        elif tag == "button":
            self.buttons.append(Control(a, 0))
        elif self.open is not None and tag == "fieldset" and "part" in kinds:
            self.open.steps.append(a.get("data-widget") or "")
            self.slots = -1
        elif self.open is not None and tag == "input":
            of_plan = self.slots if self.open.steps and self.open.steps[-1] == "assign" else None
            self.open.inputs.append(Control(a, len(self.open.steps) - 1, of_plan))
            if a.get("name") == "kind":
                self.forms[a["value"] or ""] = self.open

    def handle_endtag(self, tag: str) -> None:
        if tag == "details":
            self.folds.pop()
        elif tag == "form":
            self.open = None


def touches(page: Page, face: Face, fields: Mapping[str, Any]) -> tuple[int, Sent]:
    """How many touches this answer takes, and what the form then sends."""
    form, wanted = page.forms[face.kind], dict[str, Any]()
    for name, part in face.fields.items():
        assert part is not None
        wanted |= _wanted(f"f.{name}", part, fields[name])
    sent: Sent = {c["name"]: [c["value"]] for c in form.inputs if c["type"] == "hidden"}
    for button in form.buttons:
        if button["name"] in wanted and button["value"] in wanted[button["name"]]:
            return 1 + form.folded, sent | {button["name"]: [button["value"]]}
    count, at, slot = int(form.folded), 0, 0
    for c in form.inputs:
        name, value = c["name"], c["value"]
        if c["type"] == "number":
            count += abs(wanted[name] - int(value))
            sent[name] = [str(wanted[name])]
        elif c["type"] in ("radio", "checkbox") and value and value in wanted.get(name, ()):
            count += 1
            sent.setdefault(name, []).append(value)
            if c.slot is not None:
                count += c.slot != slot  # a finger is led on to the next place
                slot = c.slot + 1
        else:
            continue
        count += max(0, c.step - at)  # "go on", unless a choice among rows has led on
        at = c.step + (form.steps[c.step] == "one" and c.slot is None)
    if form.tag.get("data-grave"):
        count += 1
    return count + 1, sent


def _wanted(name: str, part: Field, value: Any) -> dict[str, Any]:
    """By the names of the inputs what has to stand there: a number, or any of some spellings of a choice."""
    match part:
        case Each(parts=parts):
            each = [_wanted(f"{name}.{json.dumps(key)}", p, value[key]) for key, p in parts.items()]
            return {k: v for one in each for k, v in one.items()}
        case OneOf():
            return {name: _spelt(value, part.hand or part.values)}
        case SomeOf():
            return {name: [w for v in value for w in _spelt(v, part.values)]}
        case Assign(held=held):
            found, left = dict[str, Any](), list(enumerate(held))
            for key, card in value.items():
                place = next(p for p in left if p[1] == card)
                left.remove(place)
                found[f"{name}.{json.dumps(key)}"] = [f"#{place[0]}"]
            return found
    if isinstance(value, dict):
        return {f"{name}.{json.dumps(key)}": value.get(key, 0) for key in part.room}  # type: ignore[attr-defined]
    return {name: value}


def _spelt(value: Any, values: tuple[Any, ...]) -> list[str]:
    return [json.dumps(value)] + ([f"#{values.index(value)}"] if value in values else [])
