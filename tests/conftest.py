"""What every test stands on: no window, no sound, strict words, one browser."""

import os
import shutil
from collections.abc import Iterator

import pytest

# SDL reads these when pygame is imported, so before anything else.
os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ["GPIOZERO_PIN_FACTORY"] = "mock"

from hypothesis import settings
from playwright.sync_api import Browser, sync_playwright

from companion.locale import Words

Words.strict = True
settings.register_profile("house", deadline=None)  # no test depends on the clock
settings.load_profile("house")

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# Root has no sandbox; the rest keeps the browser from looking for a network that a test must not need.
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite", action="store_true", help="write the stored transcripts and pictures anew")


@pytest.fixture(scope="session")
def rewrite(request: pytest.FixtureRequest) -> bool:
    """Whether stored transcripts and pictures are to be written anew instead of compared."""
    return bool(request.config.getoption("--rewrite"))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One headless browser for the whole run; each test opens its own contexts (`new_context()`) and closes them.

    The synchronous API belongs to the thread that started it and keeps an event loop in there: use the browser from the
    test's thread only, serve the pages from another one, and never call `asyncio.run` in a test that has it.
    """
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert path is not None, "no browser: sudo apt install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        yield browser
        browser.close()
