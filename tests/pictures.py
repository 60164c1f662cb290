"""Reference pictures: a small PNG per scene, compared with tolerance.

`make pictures` (pytest -m picture --rewrite) writes them anew into the `pictures` folder beside a test module; look at
the difference before committing. `python -m tests.pictures all FOLDER` writes every scene at three sizes to look at,
`python -m tests.pictures docs` the two pictures of the README.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
import pygame

WIDTH = 480  # of a stored picture
NEAR = 24  # of 255: how far a channel of a pixel may be off
MANY = 0.004  # the share of pixels that may be further off: other versions of FreeType set letters a little differently


def check(picture: pygame.Surface, stored: Path, rewrite: bool) -> None:
    """Compare a picture with the stored one, or store it."""
    height = round(picture.get_height() * WIDTH / picture.get_width())
    small = pygame.transform.smoothscale(picture, (WIDTH, height))
    if rewrite:
        stored.parent.mkdir(exist_ok=True)
        pygame.image.save(small, stored)
        return
    assert stored.exists(), f"no stored picture {stored.name}: make pictures, then look at it"
    known = pygame.image.load(stored)
    assert known.get_size() == small.get_size()
    share = difference(small, known)
    assert share <= MANY, f"{stored.name}: {share:.2%} of the picture is different; make pictures and look at the diff"


def difference(one: pygame.Surface, other: pygame.Surface) -> float:
    """The share of pixels of which a channel differs by more than NEAR."""
    seen, known = (pygame.image.tobytes(surface, "RGB") for surface in (one, other))
    pixels = len(seen) // 3
    off = sum(
        1
        for i in range(0, len(seen), 3)
        if seen[i : i + 3] != known[i : i + 3] and max(abs(seen[i + c] - known[i + c]) for c in range(3)) > NEAR
    )
    return off / pixels


def everything(folder: Path) -> None:
    """Write every scene, in both languages and at every size."""
    from companion.display.canvas import Canvas
    from companion.games.secret_hitler import GAME
    from companion.locale import Words
    from tests.board.examples import LANGUAGES, LONG, SHORT, SIZES, scenes
    from tests.games.scenes import draw as draw_moment
    from tests.games.secret_hitler.moments import shown, situation

    folder.mkdir(parents=True, exist_ok=True)
    for size in SIZES:
        canvas = Canvas(size)
        for lang in LANGUAGES:
            for name, draw in scenes(long=lang == "en").items():
                canvas.clear()
                draw(canvas, Words(lang))
                pygame.image.save(canvas.picture(), folder / f"{name}-{lang}-{size[1]}.png")
            names = LONG if lang == "en" else SHORT[:7]
            for name, moment in shown(len(names)).items():
                canvas.clear()
                draw_moment(GAME, canvas, situation(moment, names), lang, name)
                pygame.image.save(canvas.picture(), folder / f"secret-hitler-{name}-{lang}-{size[1]}.png")


def docs(folder: Path) -> None:
    """The pictures of the README: the board in the middle of a vote, and the phone of somebody who has yet to vote."""
    from companion.board.board import Board
    from companion.board.data import Join
    from tests.board.evening import GAMES, evening
    from tests.board.examples import SHORT
    from web import create_app, serve

    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as kept, evening(Path(kept), SHORT[:7]) as one:
        one.start()
        while (playing := one.snapshot.playing) and (asked := [f for f in playing.faces[None] if f.by >= 0]):
            late = playing.views[None]["round"] >= 5
            if late and sum(f.answered for f in asked if f.kind == "vote") == 5:
                break
            one.answer_one()
        board = Board(one.table, GAMES, Join("http://192.168.4.1:8000/"), (1280, 720))
        (folder / "board.png").write_bytes(board.picture("en")[1])
        server = serve(create_app(one.table, simulate=True), "127.0.0.1", 0)
        try:
            _phone(f"http://127.0.0.1:{server.port}", one.token(6), folder / "phone.png")
        finally:
            server.close()


def _phone(address: str, token: str, file: Path) -> None:
    """The page of the seat with this token, its card still covered."""
    from playwright.sync_api import sync_playwright

    from tests.conftest import BROWSERS, QUIET

    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        context = browser.new_context(
            viewport={"width": 360, "height": 720}, locale="en-GB", device_scale_factor=2, reduced_motion="reduce"
        )
        context.add_cookies([{"name": "seat", "value": token, "domain": "127.0.0.1", "path": "/seat"}])
        page = context.new_page()
        page.goto(f"{address}/seat")
        page.wait_for_selector("#hold")
        page.evaluate("document.fonts.ready")
        page.screenshot(path=file)
        browser.close()


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["docs"]:
            docs(Path("docs"))
        case ["all", *where]:
            everything(Path(where[0] if where else "build/pictures"))
        case _:
            print(__doc__)
