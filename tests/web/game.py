"""A page with a game, as the tests of several pages drive it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from sumito import cell_name, next_cell
from sumito.core import Direction, Move
from web.hands import UNITS

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
STILL = """if (location.protocol !== 'about:') {
  const kept = JSON.parse(localStorage.getItem('sumito.settings') ?? '{}');
  localStorage.setItem('sumito.settings', JSON.stringify({motion: 'off', ...kept}));
}"""


class Game:
    """A page with a game on it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.add_init_script(STILL)

    def get(self, name: str) -> Any:  # noqa: ANN401 - whatever JSON has
        return self.page.evaluate(f"__sumito.{name}")

    def open(self, address: str) -> Game:
        self.page.goto(address)
        self.page.wait_for_selector("body[data-ready]")
        return self

    def begin(self, address: str, **chosen: object) -> Game:
        """Fill in the sheet and start."""
        self.open(address)
        self.page.wait_for_selector(".sheet")
        for name, value in chosen.items():
            field = self.page.locator(f'.sheet [name="{name}"]')
            kind = field.first.get_attribute("type")
            if name == "level" and isinstance(value, int):
                field.nth(value - 1).check(force=True)
            elif kind == "radio":
                self.page.locator(f'.sheet [name="{name}"][value="{value}"]').check(force=True)
            elif kind == "checkbox":
                field.set_checked(bool(value))
            elif name in ("handicap", "limit"):
                field.select_option(str(value))
            else:
                field.fill(str(value))
        self.page.locator(".start .primary").click()
        self.page.wait_for_selector(".table")
        return self

    def click(self, *cells: str) -> Game:
        for cell in cells:
            point = self.page.evaluate("cell => __sumito.at(cell)", cell)
            self.page.mouse.click(point["x"], point["y"])
        return self

    def move(self, move: Move) -> Game:
        """Click the ends of the line, then the destination of its leader."""
        first, *_, last = (*move.cells, *move.cells[-1:])
        target = next_cell(max(move.cells, key=lambda cell: along(cell, move.direction)), move.direction)
        assert target is not None
        return self.click(*dict.fromkeys((cell_name(first), cell_name(last))), cell_name(target))

    def plies(self, n: int) -> Game:
        self.page.wait_for_function("n => __sumito.moves.length === n && !__sumito.busy", arg=n)
        return self

    def close_scene(self) -> Game:
        """Wait for the scene at the end of the game, and close it."""
        self.page.locator(".scene").press("Escape")
        expect(self.page.locator(".scene")).to_have_count(0)
        return self

    def saved(self) -> str:
        found: str = self.page.evaluate("__sumito.saved")
        return found

    @property
    def strip(self) -> str:
        return self.page.inner_text(".strip .words")


def along(cell: int, direction: Direction) -> float:
    """Return how far a cell is in a direction."""
    (x, y), (dx, dy) = place(cell), UNITS[direction.name]
    return x * dx - y * dy


def place(cell: int) -> tuple[float, float]:
    name = cell_name(cell)
    row = ord(name[0]) - ord("e")
    return int(name[1]) - 5 - row / 2, row * 0.866
