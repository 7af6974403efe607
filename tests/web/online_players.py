"""People who play online, each at a browser of their own."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from effort import LARGE
from sumito.learn.catalogue import LANGUAGES, catalogue

ENGLISH = catalogue("en")
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True}


class Player:
    """A person at a browser of their own."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def create(self, **choices: str) -> str:
        """Create a game with the sheet, and return the invitation link."""
        self.open_sheet(**choices)
        self.page.locator(".start .primary").click()
        return self.page.locator(".invitation").input_value()

    def open_sheet(self, **choices: str) -> None:
        """Open the sheet of a new game, and choose."""
        self.page.goto("online/?test")
        self.page.locator(".create > summary").click()
        for name, value in choices.items():
            self.choose(name, value)

    def choose(self, name: str, value: str) -> None:
        """Choose a value of the sheet. The lists above it can still grow, so no place on the screen is clicked."""
        field = self.page.locator(f'input[name="{name}"][value="{value}"]')
        field.dispatch_event("click")
        expect(field).to_be_checked()

    def visit(self, link: str) -> Player:
        self.page.goto("?test#".join(link.split("#")) if "#" in link else f"{link}?test")
        return self

    def join(self, link: str) -> Player:
        self.visit(link).page.locator(".meeting .primary").click()
        return self.sit()

    def sit(self) -> Player:
        self.page.wait_for_selector(".table")
        return self

    def play(self, move: str) -> None:
        self.page.wait_for_function("move => __sumito.legal.some(({ text }) => text === move)", arg=move)
        self.page.locator(".move-box input").fill(move)
        self.page.keyboard.press("Enter")
        self.sees(move)

    def play_any(self) -> str:
        """Wait for the own turn, and play a move. Return it."""
        self.page.wait_for_function("() => __sumito.legal.length && !__sumito.busy")
        move: str = self.page.evaluate("__sumito.legal[0].text")
        self.play(move)
        return move

    def sees(self, move: str) -> None:
        """Wait until a move is the last one on this screen."""
        self.page.wait_for_function("move => __sumito.moves.at(-1) === move", arg=move)

    def press(self, message: str) -> None:
        """Press a button of the table, and again if it asks."""
        button = self.page.locator(".actions button", has_text=ENGLISH.say(message))
        button.click()
        sure = f"{message}.sure"
        if sure in ("play.draw.sure", "play.resign.sure", "online.abort.sure", "several.leave.sure"):
            self.page.locator(".actions button.primary").click()

    def answer(self, message: str) -> None:
        self.page.locator(":is(.question-bar, .rematch) button:visible", has_text=ENGLISH.say(message)).click()

    @property
    def strip(self) -> Any:  # noqa: ANN401 - Playwright's own
        return self.page.locator(".strip .words")


def play_any(mover: Player, watcher: Player) -> str:
    """Play a move of one player, and wait until the other sees it."""
    move = mover.play_any()
    watcher.sees(move)
    return move


def play_opening(black: Player, white: Player) -> None:
    play_any(black, white)
    play_any(white, black)


def check_looks(page: Page, width: int = 390) -> None:
    """Check that nothing overflows in any language, and that axe finds no fault; in Hebrew too, in the long tests."""
    page.emulate_media(reduced_motion="reduce")  # a banner that fades in has too little contrast for a moment
    for language in LANGUAGES:
        page.locator("select.language").select_option(language)
        page.wait_for_function("language => document.documentElement.lang === language", arg=language)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, language
        if language == "he":
            assert page.locator("html").get_attribute("dir") == "rtl"
        if language == "en" or (language == "he" and LARGE):
            found = Axe().run(page).response["violations"]
            assert [(each["id"], each["nodes"][0]["html"]) for each in found] == [], language
    page.locator("select.language").select_option("en")
    page.wait_for_function("() => document.documentElement.lang === 'en'")
