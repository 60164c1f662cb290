"""The browser of the tests is a real one."""

from playwright.sync_api import Browser


def test_the_browser_runs_a_page(chromium: Browser) -> None:
    """A page's script runs and its answer is read: all tests with phones stand on this."""
    page = chromium.new_page()
    page.set_content("<button onclick=\"this.textContent = 'voted'\">vote</button>")
    page.get_by_role("button").click()
    assert page.get_by_role("button").text_content() == "voted"
    page.close()
