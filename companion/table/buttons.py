"""What a press does at each stage of the evening, the menu included."""
from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.engine import CHANCE, HOST, Drawn, Face, OneOf, deck_of, yes_no
from companion.table import enrol, lobby, panel, placing, play, taps
from companion.table.evening import Evening
from companion.table.requests import (
    AddBot,
    Button,
    Choose,
    Enrol,
    EnrolStep,
    Pause,
    Press,
    Quit,
    Rematch,
    Reply,
    SetLanguage,
    SetPreset,
    SetSwitch,
    Start,
)
from companion.table.snapshot import Cursor, Key, Menu

__all__ = ["fitting", "handlers", "keys", "seen"]

AFTER_THE_END = 3.0  # seconds in which the end page takes no press
AFTER_COMMIT = 0.3  # seconds in which a second press is a slip of the finger


def seen(e: Evening) -> panel.Seen:
    return panel.Seen([*urn(e), *e.faces(None)], e.faces(HOST), e.cursor, taps.tapping(e))


def urn(e: Evening) -> list[Face]:
    """The open urn as the buttons take part in it: its close; or, where forms close it, the votes of each seat that
    has none in it yet, YES for the first of its two papers. What a seat may add to them is no matter for the board."""
    ask = e.session.urn if e.session else None
    if ask is None or e.session is None:
        return []
    if ask.closer >= 0:
        return [Face(ask.closer, panel.CLOSE, {}, None, False, default=True, grave=not e.session.urn_full)]
    if len(papers(e)) != 2:
        return []
    return [
        Face(s, panel.BALLOT, {str(k): yes_no(of="paper") for k in range(1, n + 1)}, None, False)
        for s, n in sorted(ask.due.items())
        if n and s in e.session.owing()
    ]


def papers(e: Evening) -> list[str]:
    """The ballots that the open urn takes, the first of them for YES."""
    ask = e.session.urn if e.session else None
    shown = ask.fields["items"].cover if ask else None
    return [str(p) for p in shown.choices()] if shown else []


def press(e: Evening, r: Press) -> Reply:
    if e.now < e.deaf_until:
        return Reply(True, "dropped")
    if e.alarm is not None and r.button == "OK":
        e.alarm = None
        return Reply(True)
    if r.button == "MENU" and laid_down(e):
        e.cursor = Cursor()
        return Reply(True)
    if r.button == "MENU":
        e.menu = Menu(rows(e)) if e.menu is None else None
        return Reply(True)
    if not keys(e).get(r.button, Key()).lit:
        return Reply(True, "dropped") if e.telling else e.no("button-means-nothing")
    if e.menu is not None:
        return in_menu(e, r.button)
    match e.stage:
        case "lobby":
            return in_lobby(e, r.button)
        case "enrolling":
            return in_enrolment(e, r.button)
        case "over":
            return at_the_end(e, r.button)
    return in_match(e, r.button)


def keys(e: Evening) -> dict[Button, Key]:
    """The lamps: lit exactly where `press` does something."""
    menu = {"MENU": Key(True, "key.menu" if e.menu is None and not laid_down(e) else "key.back")}
    lit: dict[Any, Key]
    if e.alarm is not None:
        lit = {"OK": Key(True, "key.done")}
    elif e.menu is not None:
        lit = {"UP": Key(True, "key.previous"), "DOWN": Key(True, "key.next"), "OK": Key(True, "key.ok")}
    elif e.stage == "lobby":
        games = {"UP": Key(True, "key.previous"), "DOWN": Key(True, "key.next")}
        lit = {**games, **({"OK": Key(True, "key.play")} if startable(e) else {})}
    elif e.stage == "enrolling":
        lit = {"UP": Key(True, "key.previous"), "DOWN": Key(True, "key.next"), "NO": Key(True, "key.skip")}
    elif e.stage == "over":
        again = Key(True, "key.next-match" if lobby.goes_on(e) else "key.rematch")
        lit = {"YES": again, "NO": Key(True, "key.lobby")} if e.now >= listens(e) and not e.telling else {}
    elif e.paused:
        lit = {"OK": Key(True, "key.go-on")}
    elif e.telling:  # the question of these keys is not on the board yet
        lit = {}
    else:
        own = {"OK": Key(True, "key.unread")} if unread(e) else {}
        lit = own | panel.keys(seen(e)) | ({"OK": Key(True, "key.done")} if e.laid else {})
    return {**lit, **menu}


def laid_down(e: Evening) -> bool:
    """Whether a tapped card waits to be confirmed: MENU takes it back first."""
    return e.stage == "playing" and e.menu is None and not e.paused and e.alarm is None and e.cursor.tapped is not None


def unread(e: Evening) -> str:
    """The deck of which a real card may be set aside face down, read by nobody; empty where none may."""
    asks = e.session.match.asks() if e.session else []
    drawn = (a for a in asks if a.by == CHANCE and isinstance(i := a.fields.get("item"), OneOf) and None in i.values)
    return next((deck_of(a) for a in drawn), "")


def listens(e: Evening) -> float:
    """From when on the end page takes a press."""
    return e.ended + AFTER_THE_END


def startable(e: Evening) -> bool:
    return e.game is not None and lobby.fits(e)


def in_lobby(e: Evening, button: Button) -> Reply:
    if button == "OK":
        return lobby.start(e, Start())
    ids = list(e.games)
    by = 1 if button == "DOWN" else -1
    at = ids.index(e.game) + by if e.game in ids else (0 if by > 0 else -1)
    return lobby.choose(e, Choose(game=ids[at % len(ids)]))


def in_enrolment(e: Evening, button: Button) -> Reply:
    return enrol.step(e, EnrolStep(by=-1 if button == "UP" else 1))


def at_the_end(e: Evening, button: Button) -> Reply:
    asked = e.notice is not None and e.notice.code == "chain-over"
    if lobby.chain_over(e) and not asked:  # its last page is not turned by a slip of the finger
        e.say("chain-over")
        return Reply(True)
    return play.rematch(e, Rematch()) if button == "YES" else play.quit_(e, Quit())


def in_match(e: Evening, button: Button) -> Reply:
    if e.paused:
        return play.pause(e, Pause(on=False))
    if button == "OK" and e.laid:
        return placing.done(e)
    act = panel.press(seen(e), button)
    if act is None and button == "OK" and (deck := unread(e)):
        return play.play(e, Drawn(deck, None, by=CHANCE), "panel")
    if act is None:
        return e.no("button-means-nothing")
    if act.decide:
        reply = taps.commit_pending(e)
    elif act.answer:
        seat, kind, fields = act.answer
        if kind == panel.BALLOT:
            yes, no = papers(e)
            reply = play.dropped(e, [yes if fields[k] else no for k in sorted(fields)], seat)
            e.cursor = Cursor()
        else:
            reply = play.answer_as(e, seat, kind, fields, "panel")
        if not reply.ok:
            e.say(reply.code, refusal=True, **reply.detail)
    else:
        assert act.cursor is not None
        e.cursor = act.cursor
        return Reply(True)
    if reply.ok:
        e.deaf_until = e.now + AFTER_COMMIT
    return reply


# ---- the menu

ALWAYS = ("menu.add-seat", "menu.add-bot", "menu.fewer", "menu.language")  # in the lobby; the menu stays open


def rows(e: Evening) -> tuple[str, ...]:
    """What the panel may do as the host: choose, start, continue, pause. The rest wants the PIN, on the host page."""
    match e.stage:
        case "playing":
            return ("menu.go-on", "menu.unpause" if e.paused else "menu.pause", "menu.join", "menu.host")
        case "enrolling":
            return ("menu.go-on", "menu.stop-enrolling")
        case "over":
            return ("menu.go-on", "menu.join", "menu.host")
    switch_rows = tuple(f"switch:{name}" for name in lobby.quick_switches(e))
    preset = ("menu.preset",) if e.game and e.games[e.game].presets else ()
    return ("menu.go-on", *ALWAYS, *preset, *switch_rows, "menu.host")


def fitting(e: Evening) -> Menu | None:
    """The open menu, while its rows are still those that may be chosen: phones and host change the table meanwhile."""
    return e.menu if e.menu and e.menu.rows == rows(e) else None


def in_menu(e: Evening, button: Button) -> Reply:
    assert e.menu is not None
    if button in ("UP", "DOWN"):
        at = (e.menu.at + (1 if button == "DOWN" else -1)) % len(e.menu.rows)
        e.menu = replace(e.menu, at=at)
        return Reply(True)
    row = e.menu.rows[e.menu.at]
    stays = row in (*ALWAYS, "menu.preset") or row.startswith("switch:")
    reply = choose_row(e, row)
    e.menu = Menu(rows(e), e.menu.at) if stays and e.menu else None
    return reply


def choose_row(e: Evening, row: str) -> Reply:
    match row:
        case "menu.pause" | "menu.unpause":
            return play.pause(e, Pause(on=row == "menu.pause"))
        case "menu.add-seat":
            return lobby.add_unnamed(e)
        case "menu.add-bot":
            return lobby.add_bot(e, AddBot())
        case "menu.fewer":
            return lobby.drop_last(e)
        case "menu.language":
            return lobby.set_language(e, SetLanguage(language="en" if e.language == "es" else "es"))
        case "menu.preset":
            return lobby.set_preset(e, SetPreset(preset=lobby.next_preset(e)))
        case "menu.stop-enrolling":
            return enrol.enrol(e, Enrol())
        case "menu.join":
            e.say("join-here")
        case "menu.host":
            e.say("host-page")
        case _ if row.startswith("switch:"):
            name = row.removeprefix("switch:")
            return lobby.set_switch(e, SetSwitch(name=name, value=lobby.next_value(e, name)))
    e.cursor = Cursor()
    return Reply(True)


handlers: dict[type, Any] = {Press: press}
