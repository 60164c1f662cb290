"""Example data for every scene of the house: short names as on most evenings, and the longest that must fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.board.data import (
    Alarm,
    Confirm,
    Draws,
    Ending,
    Enrolment,
    Finding,
    Join,
    Kind,
    Lobby,
    Menu,
    Pausing,
    Poster,
    Ready,
    Refusal,
    StartUp,
)
from companion.board.scenes import ending, enrol, lobby, menu, overlay, pause, ready, startup
from companion.display.canvas import Canvas
from companion.display.parts import keys
from companion.display.seats import Plate
from companion.locale import Words

SIZES = ((1920, 1080), (1280, 720), (800, 480))
LANGUAGES = ("es", "en")
SHORT = ("Ana", "Bruno", "Carla", "Diego", "Elena", "Félix", "Gala", "Hugo", "Iris", "Joel")
LONG = ("Hermenegildo", "Maximiliana", "Guillermina", "Constantinos", "Bartholomew", "Wenceslao", "Montserrat",
        "Encarnación", "Valentiniano", "Florentina")  # fmt: skip
JOIN = Join("HTTP://192.168.100.100:8080/", "Mesa", "4711")
POSTERS = (
    Poster("secret_hitler", "Secret Hitler", 5, 10),
    Poster("republia", "Republia", 3, 8),
    Poster("democracia", "D€mocracia", 2, 6),
    Poster("demos", "DēmoS", 3, 5),
    Poster("ankist", "Ankist", 3, 5),
)
Draw = Callable[[Canvas, Words], None]


def scenes(long: bool) -> dict[str, Draw]:
    """Every scene by name; `long` takes the longest names and all ten seats."""
    names = LONG if long else SHORT
    return {
        "lobby": lambda canvas, w: lobby.draw(canvas, _lobby(names, w, 10 if long else 5), w),
        "lobby-few": lambda canvas, w: lobby.draw(canvas, _few_games(names, w), w),
        "pause": lambda canvas, w: pause.draw(canvas, _pause(names, w), w),
        "enrol": lambda canvas, w: enrol.draw(canvas, _enrolment(w), w),
        "end": lambda canvas, w: ending.draw(canvas, _ending(names if long else names[:7], w), w),
        "menu": lambda canvas, w: menu.draw(canvas, _menu(names if long else names[:7], w), w),
        "start": lambda canvas, w: startup.draw(canvas, StartUp(), w),
        "ready": lambda canvas, w: ready.draw(canvas, _ready(names, w, long), w),
        "trouble": lambda canvas, w: startup.draw(canvas, _trouble(), w),
        "refusal": lambda canvas, w: _refused(canvas, names, w),
        "alarm": lambda canvas, w: _alarmed(canvas, names, w),
        "confirm": lambda canvas, w: overlay.draw_confirm(canvas, _confirm(names, w), w),
    }


def _plates(names: Sequence[str]) -> tuple[Plate, ...]:
    return tuple(Plate(i + 1, name) for i, name in enumerate(names))


def _lobby(names: Sequence[str], w: Words, seated: int) -> Lobby:
    how = ("móvil", "placa") if w.lang == "es" else ("phone", "badge")
    plates = tuple(
        Plate(i + 1, name, how[i == 3], mark="done") if i < seated else Plate(i + 1, state="free")
        for i, name in enumerate(names)
    )
    six = keys(
        up=w("board.key.previous"), down=w("board.key.next"), ok=w("board.key.play"), menu=w("board.key.menu")
    )
    return Lobby(POSTERS, 0, JOIN, seated, plates, six, commitment="7C41 09AF 22D8 6E10")


def _few_games(names: Sequence[str], w: Words) -> Lobby:
    """So few that there is room to say how to begin, and what has been changed."""
    changed = ("Quien preside primero: la mesa decide", "Segundos de debate: 180", "Ejecutarse: sí",
               "Quién reparte los roles: los sobres", "Cómo se vota: móvil, papeletas, panel")  # fmt: skip
    full = _lobby(names, w, 5)
    return replace(full, posters=POSTERS[:2], switches=changed)


def _enrolment(w: Words) -> Enrolment:
    kinds = (
        Kind("Golpe Económico", 11, 11), Kind("Soborno", 11, 11), Kind("Fraude", 11, 2), Kind("Informante", 11, 11),
        Kind("Liderazgo", 11, 2), Kind("Especiales", 24, 0), Kind("Placas", 8, 0), Kind("Leyes", 60, 0),
    )  # fmt: skip
    six = keys(
        no=w("board.key.skip"), up=w("board.key.previous"), down=w("board.key.next"), menu=w("board.key.stop")
    )
    return Enrolment("republia", "Republia", "Básica", "Fraude", 3, kinds, 2, six, "Ese chip ya era «Soborno 7».")


def _ending(names: Sequence[str], w: Words) -> Ending:
    last = len(names) - 1
    plates = tuple(
        Plate(i + 1, name, "liberal" if i % 2 else "fascista", "won" if i == last else "idle")
        for i, name in enumerate(names)
    )
    verb = "Gana" if w.lang == "es" else "The winner:"
    return Ending(
        "republia",
        "Republia",
        "fin de la partida · ronda 7",
        f"{verb} {names[last]}",
        "La población llegó al punto de los Socialistas.",
        plates,
        keys(yes=w("board.key.again"), no=w("board.key.leave"), menu=w("board.key.menu")),
        "Ley decisiva: «Escuela laica», dos saltos a la izquierda.",
        ("1 h 52 min", "23 leyes aprobadas", "9 vetos", "presión social 14"),
        Draws("7C41 09AF 22D8 6E10", open=w.lang == "es"),
    )


def _menu(names: Sequence[str], w: Words) -> Menu:
    entries = ("Seguir jugando", "Deshacer lo último", "Pausa", "Idioma: español", "Etiquetas", "Dejar la partida",
               "Apagar la mesa")  # fmt: skip
    six = keys(
        up=w("board.key.up"), down=w("board.key.down"), ok=w("board.key.choose"), menu=w("board.key.back")
    )
    return Menu(entries, 1, six, JOIN, "482 913", _plates(names))


def _pause(names: Sequence[str], w: Words) -> Pausing:
    then = w("board.pause.then", line=f"{names[0]} elige una de dos políticas o pide el veto a quien preside")
    plates = tuple(Plate(i + 1, name, hand=i % 3 == 0) for i, name in enumerate(names))
    return Pausing("republia", "Republia", then, JOIN, plates, keys(ok=w("board.key.go_on"), menu=w("board.key.menu")))


def _ready(names: Sequence[str], w: Words, long: bool) -> Ready:
    plates = tuple(Plate(n + 1, name, w("presence.phone")) for n, name in enumerate(names[: 10 if long else 0]))
    bad = (
        Finding("problem", w("doctor.reader-silent", why="0xFF")),
        Finding("warning", w("doctor.port-taken", port=8000)),
        Finding("warning", w("doctor.low-voltage")),
    )
    good = tuple(Finding("ok", w(f"doctor.{code}")) for code in ("desktop", "clock", "libraries"))
    many = (*bad, *good, *good)
    return Ready(many if long else good, JOIN, plates, keys(menu=w("board.key.menu")))


def _trouble() -> StartUp:
    return StartUp("El disco está lleno", "Haced sitio: companion export, y borrad partidas viejas.")


def _refused(canvas: Canvas, names: Sequence[str], w: Words) -> None:
    menu.draw(canvas, _menu(names, w), w)
    overlay.draw_refusal(canvas, Refusal("Esa papeleta ya está contada", "Deja caer otra. No ha cambiado nada."), w)


def _alarmed(canvas: Canvas, names: Sequence[str], w: Words) -> None:
    menu.draw(canvas, _menu(names, w), w)
    what = Alarm("Algo cayó en la urna y no se leyó", "Abrid la urna y contad. OK al terminar.")
    overlay.draw_alarm(canvas, what, w)


def _confirm(names: Sequence[str], w: Words) -> Confirm:
    return Confirm(
        f"¿Deshacer el nombramiento de {names[0]}?",
        "La mesa vuelve al momento anterior. Lo que los teléfonos ya han enseñado no se puede olvidar.",
        keys(yes="deshacer", no=w("board.key.back")),
        _plates(names),
    )
