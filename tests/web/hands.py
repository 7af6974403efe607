"""Operate a board in a browser by cells instead of pixels."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Page, Route

from sumito.server.site import HEADERS

BENCH = Path(__file__).with_name("bench")
TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}
KEYS = dict(zip(("E", "NE", "NW", "W", "SW", "SE"), "dewazx", strict=True))
PAD = dict(zip(("E", "NE", "NW", "W", "SW", "SE"), (6, 9, 7, 4, 1, 3), strict=True))
# A step of each direction to the right and up, in cells on the screen.
UNITS = {"E": (1, 0), "NE": (0.5, -0.866), "NW": (-0.5, -0.866), "W": (-1, 0), "SW": (-0.5, 0.866), "SE": (0.5, 0.866)}


def _serve(route: Route) -> None:
    file = BENCH / route.request.url.split("?")[0].rsplit("/", 1)[1]
    route.fulfill(body=file.read_text("utf-8"), content_type=TYPES[file.suffix], headers=HEADERS)


class Hands:
    """A board alone on its page, and methods to operate it."""

    def __init__(self, page: Page, **asked: object) -> None:
        self.page = page
        page.route("**/bench/*", _serve)
        page.goto("bench/board.html?" + urlencode(asked))
        page.wait_for_function("() => window.bench")

    def get(self, name: str) -> Any:  # noqa: ANN401 - whatever JSON has
        return self.page.evaluate(f"bench.{name}")

    def load(self, black: str, white: str, turn: str = "black") -> None:
        self.page.evaluate("([b, w, t]) => bench.load(b, w, t)", [black, white, turn])

    def at(self, cell: str, dx: float = 0, dy: float = 0) -> tuple[float, float]:
        """Return the pixel at the centre of a cell, moved by some cells to the right and down."""
        point = self.page.evaluate("([cell, dx, dy]) => bench.at(cell, dx, dy)", [cell, dx, dy])
        return point["x"], point["y"]

    def all_at(self, *cells: str) -> list[tuple[float, float]]:
        points = self.page.evaluate("cells => cells.map(cell => bench.at(cell))", list(cells))
        return [(point["x"], point["y"]) for point in points]

    def idle(self) -> Hands:
        self.page.wait_for_function("() => !bench.busy")
        return self

    def click(self, *cells: str) -> Hands:
        for x, y in self.all_at(*cells):
            self.page.mouse.click(x, y)
        return self

    def tap(self, *cells: str) -> Hands:
        for x, y in self.all_at(*cells):
            self.page.touchscreen.tap(x, y)
        return self

    def stroke(self, *cells: str, lift: bool = True) -> Hands:
        start, *path = self.all_at(*cells)
        self.page.mouse.move(*start)
        self.page.mouse.down()
        for x, y in path:
            self.page.mouse.move(x, y, steps=3)
        if lift:
            self.page.mouse.up()
        return self

    def drag(self, cell: str, direction: str, way: float = 0.8, *, lift: bool = True) -> Hands:
        dx, dy = UNITS[direction]
        self.page.mouse.move(*self.at(cell))
        self.page.mouse.down()
        self.page.mouse.move(*self.at(cell, dx * way, dy * way), steps=5)
        if lift:
            self.page.mouse.up()
        return self

    def touch_stroke(self, *points: tuple[float, float]) -> Hands:
        """Slide a finger by raw touches, which the browser can also use to scroll."""
        session = self.page.context.new_cdp_session(self.page)

        def touch(kind: str, *touched: tuple[float, float]) -> None:
            points = [{"x": x, "y": y} for x, y in touched]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        touch("touchStart", points[0])
        for (x0, y0), (x1, y1) in pairwise(points):
            for i in range(1, 5):
                touch("touchMove", (x0 + (x1 - x0) * i / 4, y0 + (y1 - y0) * i / 4))
        touch("touchEnd")
        return self

    def keys(self, *keys: str) -> Hands:
        for key in keys:
            self.page.keyboard.press(key)
        return self

    def walk(self, cell: str) -> Hands:
        """Move the cursor to a cell with the keys around S, with nothing selected."""
        self.page.focus('[role="gridcell"][tabindex="0"]')
        walk(self.page, cell)
        return self

    def select_by_keys(self, line: list[str]) -> Hands:
        self.walk(line[0]).keys("Space")
        for first, second in pairwise(line):
            self.keys("Shift+" + KEYS[way(first, second)])
        return self


def walk(page: Page, cell: str) -> None:
    """Move the cursor of a board, which has the focus, to a cell with the keys around S."""
    here = page.evaluate("document.activeElement.dataset.name")
    rows, numbers = ord(cell[0]) - ord(here[0]), int(cell[1]) - int(here[1])
    keys = []
    while rows * numbers > 0:
        keys.append("e" if rows > 0 else "z")
        rows, numbers = rows - (1 if rows > 0 else -1), numbers - (1 if numbers > 0 else -1)
    for key in keys + ["w"] * rows + ["x"] * -rows + ["d"] * numbers + ["a"] * -numbers:
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.name") == cell


def way(first: str, second: str) -> str:
    """Return the direction from a cell to a neighbour."""
    steps = {"E": (0, 1), "NE": (1, 1), "NW": (1, 0), "W": (0, -1), "SW": (-1, -1), "SE": (-1, 0)}
    step = (ord(second[0]) - ord(first[0]), int(second[1]) - int(first[1]))
    return next(name for name, each in steps.items() if each == step)
