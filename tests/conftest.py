"""Turns the machine that runs the tests into fixtures: paths, the command, a browser."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn
from urllib.parse import urlsplit

import hypothesis
import pytest

if TYPE_CHECKING:
    from click.testing import Result
    from playwright.sync_api import Browser, Page, Route

ROOT = Path(__file__).resolve().parent.parent
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM_ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
THIS_MACHINE = frozenset({"localhost", "127.0.0.1"})

# No deadline: machines drift in speed. CI draws the same examples each time, a developer new ones.
hypothesis.settings.register_profile("dev", deadline=None)
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "dev")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--accept-golden`: golden tests write what they see instead of comparing it."""
    parser.addoption("--accept-golden", action="store_true", help="write what the golden tests see, then read the diff")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test that asks for a Chromium, directly or not, bears the marker `browser`."""
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository's root."""
    return ROOT


@pytest.fixture
def accept_golden(request: pytest.FixtureRequest) -> bool:
    """Whether this run accepts what the golden tests see."""
    return bool(request.config.getoption("--accept-golden"))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of public data with right values: `GOLD_SHARED`, else `shared` beside the repository."""
    path = Path(os.environ.get("GOLD_SHARED") or ROOT.parent / "shared")
    if not path.is_dir():
        pytest.skip("the shared data are not here: say where they are in GOLD_SHARED")
    return path


@pytest.fixture
def gold_cli() -> Callable[..., Result]:
    """Runs `gold ARGS…` in this process; the result has `exit_code`, `stdout` and `stderr`.

    What is no exit of the command (a defect) is raised in the test.
    """
    from click.testing import CliRunner

    from gold.cli import gold

    def run(*args: object, stdin: str | bytes | None = None) -> Result:
        return CliRunner().invoke(gold, [str(arg) for arg in args], input=stdin, catch_exceptions=False)

    return run


def no_browser(why: str) -> NoReturn:
    """Skips the test, or fails it under `GOLD_BROWSER=required`."""
    if os.environ.get("GOLD_BROWSER") == "required":
        pytest.fail(why)
    pytest.skip(why)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium."""
    for name in CHROMIUM_NAMES:
        if found := shutil.which(name):
            return found
    no_browser(f"no browser: none of {', '.join(CHROMIUM_NAMES)} is here (as root, `make test` installs it)")


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """A headless Chromium for all tests of this process."""
    from playwright.sync_api import sync_playwright

    driver = subprocess.run([sys.executable, "-m", "playwright", "--version"], capture_output=True, check=False)
    if driver.returncode != 0:
        no_browser(f"playwright's driver does not start: {driver.stderr.decode(errors='replace').strip()}")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium, args=list(CHROMIUM_ARGS))
        yield launched
        launched.close()


@pytest.fixture
def browser_page(browser: Browser) -> Iterator[Page]:
    """A fresh page; the test fails if it asked another host for anything or a script of it failed."""
    faults: list[str] = []

    def stay_here(route: Route) -> None:
        url = urlsplit(route.request.url)
        if url.scheme in ("http", "https") and url.hostname not in THIS_MACHINE:
            faults.append(f"asked another host: {route.request.url}")
            route.abort()
        else:
            route.continue_()

    context = browser.new_context(service_workers="block")
    context.route("**/*", stay_here)
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(f"script error: {error}"))
    yield page
    context.close()
    assert faults == []
