"""Test what stays with a guest, in real browsers: finished games in My games, and the same guest on another device."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from web.complaints import Complaints
from web.online_players import ENGLISH, PHONE, Player, check_looks, play_any, play_opening

USED = "status of 404|status 404"
Pair = tuple[Player, Player]


@pytest.fixture
def pair(open_player: Callable[..., Player]) -> Pair:
    """Return Black and White at the table, after two moves of a game of days."""
    black, white = open_player(), open_player()
    white.join(black.create(side="black", clock="days"))
    black.sit()
    play_opening(black, white)
    return black, white


# ---- finished games


def test_a_game_that_ends_on_the_screen_is_in_my_games(pair: Pair) -> None:
    black, white = pair
    black.press("play.resign")
    expect(black.page.locator(".end")).to_be_visible()
    black.page.goto("games/?test")
    game = black.page.locator(".game")
    expect(game.locator(".players")).to_have_text(re.compile(r"^You.Guest \d+$"))
    expect(game.locator(".result")).to_have_text(ENGLISH.say("games.you_lost"))
    expect(game.locator(".what p")).to_contain_text(f"{ENGLISH.say('app.nav.online')} · ")
    with black.page.expect_download() as saved:
        game.locator(".less button").first.click()
    text = saved.value.path().read_text(encoding="utf-8")
    assert re.search(r'\[Black "Guest \d+"\]', text)
    assert '[Result "0-1"]' in text
    game.locator("a", has_text=ENGLISH.say("games.review")).click()
    expect(black.page.locator(".page-review")).to_be_visible()
    expect(white.page.locator(".end h2")).to_have_text(ENGLISH.say("play.won"))


def test_a_game_that_ended_meanwhile_is_fetched_and_stays_deleted(pair: Pair) -> None:
    black, white = pair
    white.page.goto("settings/")
    white.page.wait_for_selector("body[data-ready]")
    black.press("play.resign")
    expect(black.page.locator(".end")).to_be_visible()
    white.page.goto("games/?test")
    game = white.page.locator(".game")
    expect(game.locator(".result")).to_have_text(ENGLISH.say("games.you_won"))
    game.locator(".less button").last.click()
    white.page.locator("dialog .danger").click()
    expect(game).to_have_count(0)
    with white.page.expect_response("**/online/yours"):
        white.page.goto("online/?test")
    with white.page.expect_response("**/online/yours") as asked:
        white.page.goto("games/?test")
    assert len(asked.value.json()["finished"]) == 1
    white.page.wait_for_selector("body[data-ready]")
    expect(game).to_have_count(0)


def test_an_aborted_game_is_not_kept(open_player: Callable[..., Player]) -> None:
    black, white = open_player(), open_player()
    white.join(black.create(side="black", clock="days"))
    play_any(black.sit(), white)
    with white.page.expect_response("**/online/games/*"):
        black.press("online.abort")
    white.page.goto("games/?test")
    white.page.wait_for_selector(".empty")


# ---- another device


def test_a_guest_plays_on_with_another_device(pair: Pair, open_player: Callable[..., Player]) -> None:
    black, white = pair
    white.page.goto("online/?test")
    white.page.locator(".device summary").click()
    link = white.page.locator(".device .invitation").input_value()
    expect(white.page.locator(".device .qr")).to_be_visible()
    expect(white.page.locator(".device [role='timer']")).to_have_text(re.compile(r"Valid for (10:00|9:\d\d)"))
    phone = open_player(**PHONE)
    phone.visit(link)
    expect(phone.page.locator("h1")).to_have_text(re.compile(r"Play as Guest \d+ on this device too\?"))
    expect(phone.page.locator(".meeting")).to_contain_text(ENGLISH.say("online.device.games", n=1))
    expect(phone.page.locator(".problem")).to_have_count(0)
    check_looks(phone.page)
    phone.page.locator(".meeting .primary").click()
    expect(phone.page.locator(".notice")).to_have_text(re.compile(r"You are Guest \d+ on this device too\."))
    assert "#" not in phone.page.url
    phone.page.locator(".own-game").click()
    phone.sit()
    play_any(black, phone)
    play_any(phone, black)
    white.page.locator(".own-game").click()
    white.sit()  # the old device is still the same guest


def test_a_guest_with_games_is_warned_and_a_used_link_says_so(
    pair: Pair, open_player: Callable[..., Player], complaints: Complaints
) -> None:
    complaints.expect(USED)
    black, white = pair
    white.page.goto("online/?test")
    white.page.locator(".device summary").click()
    link = white.page.locator(".device .invitation").input_value()
    black.page.goto(link)
    expect(black.page.locator(".problem")).to_have_text(re.compile(r"In this browser you are Guest \d+, with 1 game "))
    black.page.locator("button", has_text=ENGLISH.say("app.cancel")).click()
    expect(black.page.locator(".own-game")).to_be_visible()  # still the same guest
    assert "#" not in black.page.url
    other = open_player()
    other.page.goto(link)
    other.page.locator(".meeting .primary").click()
    expect(other.page.locator(".own-game")).to_be_visible()
    black.page.goto(link)
    expect(black.page.locator("h1")).to_have_text(ENGLISH.say("online.device.used.title"))
