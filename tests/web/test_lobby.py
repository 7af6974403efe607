"""Test the lobby in real browsers on the real server: seeks, quick pairing, appointments, the wait on other pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Locator, Page, expect

from sumito.learn.catalogue import catalogue
from web.complaints import Complaints
from web.online_players import ENGLISH, PHONE, Player, check_looks, play_any
from web.online_server import OnlineServer

GONE = "status of 404|status 404"
TOO_MANY = "status of 429|status 429"
HOUR_MS = 3_600_000


def preset(player: Player, name: str = "medium") -> Locator:
    """Return the button of quick pairing."""
    at = ("quick", "medium", "long", "days").index(name)
    return player.page.locator(".preset").nth(at)


def in_lobby(player: Player) -> Player:
    player.page.goto("online/?test")
    player.page.wait_for_selector(".open-games > :is(.lonely, .seeks):visible")
    return player


def seek(player: Player, name: str = "medium") -> Player:
    """Press a button of quick pairing, and wait until the seek is open."""
    preset(in_lobby(player), name).click()
    expect(player.page.locator(".own-seek")).to_have_count(1)
    return player


def accept(player: Player) -> None:
    player.page.locator(".seek button").first.click()
    player.sit()


def icon(page: Page) -> str:
    found: str = page.locator('link[rel="icon"]').evaluate("icon => icon.href.split('/').at(-1)")
    return found


# ---- seeks


def test_a_seek_in_one_browser_is_accepted_in_the_other(open_player: Callable[..., Player]) -> None:
    seeker, other = open_player(), open_player()
    in_lobby(other)
    expect(other.page.locator(".lonely")).to_contain_text(ENGLISH.say("online.open.none"))
    in_lobby(seeker)
    seeker.open_sheet(opponent="lobby", side="black", layout="standard")
    seeker.page.locator(".start .primary").click()
    expect(seeker.page.locator(".own-seek")).to_contain_text("Standard · 10 min + 5 s".replace(" min", "\u00a0min"))
    expect(seeker.page.locator(".create")).not_to_have_attribute("open", "")
    expect(seeker.page.locator(".seek")).to_have_count(0)  # the own one is in the list above
    item = other.page.locator(".seek")
    expect(item).to_have_text(re.compile(r"Guest \d+Standard10\smin \+ 5\ss · You play WhitePlay"))
    accept(other)
    seeker.sit()  # without a touch
    assert seeker.page.url == other.page.url
    expect(seeker.page.locator(".near .player-bar")).to_have_class(re.compile("black"))
    play_any(seeker, other)


def test_quick_pairing_brings_two_players_together(open_player: Callable[..., Player]) -> None:
    one, two = open_player(), open_player()
    seek(one)
    expect(preset(one)).to_have_attribute("aria-pressed", "true")
    preset(in_lobby(two)).click()
    for player in (one, two):
        player.sit()
    assert one.page.url == two.page.url


def test_seeks_are_withdrawn_by_both_buttons(open_player: Callable[..., Player]) -> None:
    one, two = open_player(), open_player()
    seek(one)
    expect(in_lobby(two).page.locator(".seek")).to_have_count(1)
    preset(one).click()
    expect(preset(one)).to_have_attribute("aria-pressed", "false")
    expect(one.page.locator(".yours")).to_be_hidden()
    expect(two.page.locator(".seek")).to_have_count(0)
    preset(one, "days").click()
    expect(one.page.locator(".own-seek")).to_contain_text(ENGLISH.say("online.short.days", n=3))
    expect(one.page.locator(".meanwhile")).to_be_hidden()  # nobody waits at the board for days
    one.page.locator(".own-seek button").click()
    expect(one.page.locator(".own-seek")).to_have_count(0)


def test_a_seek_that_is_gone_and_a_limit_are_explained(
    open_player: Callable[..., Player], complaints: Complaints
) -> None:
    complaints.expect(f"{GONE}|{TOO_MANY}")
    seeker, late = open_player(), open_player()
    seek(seeker, "long")
    in_lobby(late).page.wait_for_selector(".seek")
    late.page.route(
        "**/online/seeks/accept", lambda route: route.fulfill(status=404, json={"error": "This seek is gone."})
    )
    late.page.locator(".seek button").click()
    expect(late.page.locator(".notice")).to_contain_text(ENGLISH.say("online.seek.gone"))
    for count, name in ((2, "quick"), (3, "days")):
        preset(seeker, name).click()
        expect(seeker.page.locator(".own-seek")).to_have_count(count)
    preset(seeker, "medium").click()
    expect(seeker.page.locator(".notice")).to_contain_text(ENGLISH.say("online.problem.seeks"))


def test_the_lobby_says_that_the_connection_is_lost_and_comes_back(
    open_player: Callable[..., Player], server: OnlineServer, complaints: Complaints
) -> None:
    complaints.expect("WebSocket connection to .* failed|ERR_CONNECTION_REFUSED")
    player = in_lobby(open_player())
    server.stop()
    expect(player.page.locator(".connection")).to_be_visible()
    preset(player).click()
    expect(player.page.locator(".notice")).to_contain_text(ENGLISH.say("online.problem.network"))
    server.start()
    expect(player.page.locator(".connection")).to_be_hidden()
    preset(player).click()
    expect(player.page.locator(".own-seek")).to_have_count(1)


def test_a_seek_and_its_acceptance_by_keyboard_alone(open_player: Callable[..., Player]) -> None:
    seeker, other = in_lobby(open_player()), in_lobby(open_player())

    def tab_to(player: Player, selector: str) -> None:
        for _ in range(60):
            if player.page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
            player.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not reach {selector}")

    tab_to(seeker, ".preset")
    seeker.page.keyboard.press("Enter")
    expect(seeker.page.locator(".own-seek")).to_have_count(1)
    assert seeker.page.evaluate("document.activeElement.className") == "preset"
    other.page.wait_for_selector(".seek")
    tab_to(other, ".seek button")
    other.page.keyboard.press("Enter")
    for player in (seeker, other):
        player.sit()


# ---- while one waits


def test_a_player_who_solves_puzzles_is_called(open_player: Callable[..., Player]) -> None:
    seeker, other = open_player(), open_player()
    seek(seeker)
    seeker.page.locator(".meanwhile a", has_text=ENGLISH.say("home.puzzles")).click()
    line = seeker.page.locator(".looking")
    expect(line).to_contain_text(ENGLISH.say("online.looking"))
    accept(in_lobby(other))
    banner = seeker.page.locator(".call")
    expect(banner).to_contain_text(re.compile(r"Guest \d+ accepted: your game begins\."))
    expect(banner).to_have_attribute("role", "alert")
    expect(line).to_have_count(0)
    seeker.page.goto("rules/?test")  # another page calls again
    expect(banner).to_be_visible()
    banner.locator("a").click()
    seeker.sit()
    assert seeker.page.url == other.page.url
    expect(banner).to_have_count(0)
    seeker.page.goto("settings/")
    seeker.page.wait_for_selector("body[data-ready]")
    expect(banner).to_have_count(0)


def test_a_game_against_the_computer_stays_while_one_is_called(open_player: Callable[..., Player]) -> None:
    seeker, other = open_player(), open_player()
    seek(seeker)
    seeker.page.goto("play/?test")
    seeker.page.locator(".start .primary").click()
    seeker.sit()
    seeker.page.wait_for_function("() => __sumito.legal.length")
    seeker.play(seeker.page.evaluate("__sumito.legal[0].text"))
    accept(in_lobby(other))
    seeker.page.locator(".call .primary").click()
    seeker.sit()
    seeker.page.goto("")
    expect(seeker.page.locator(".resume-game")).to_have_count(1)


def test_the_search_is_cancelled_from_another_page(open_player: Callable[..., Player]) -> None:
    seeker, other = open_player(), open_player()
    seek(seeker)
    in_lobby(other).page.wait_for_selector(".seek")
    seeker.page.goto("games/")
    seeker.page.locator(".looking button").click()
    expect(seeker.page.locator(".looking")).to_have_count(0)
    expect(other.page.locator(".seek")).to_have_count(0)


def test_two_tabs_show_the_banner_and_one_makes_the_sound(
    open_player: Callable[..., Player], complaints: Complaints
) -> None:
    complaints.expect("AudioContext was not allowed to start")  # nobody has touched the second tab
    seeker, other = open_player(), open_player()
    context = seeker.page.context
    context.add_init_script(
        """if (location.protocol === 'http:')
          localStorage.setItem('sumito.settings', JSON.stringify({ sound: true }));
        const make = AudioContext.prototype.createOscillator;
        AudioContext.prototype.createOscillator = function () {
          window.tones = (window.tones ?? 0) + 1;
          localStorage.heard = 'yes';
          return make.call(this);
        };"""
    )
    seek(seeker)
    tabs = [seeker.page, context.new_page()]
    for tab in tabs:
        tab.goto("puzzles/")
        tab.wait_for_selector(".looking")
    accept(in_lobby(other))
    for tab in tabs:
        expect(tab.locator(".call")).to_be_visible()
    # The tab that makes the sound holds a lock for a while.
    silent = """async () => {
      const { held } = await navigator.locks.query();
      return localStorage.heard && !held.some(({ name }) => name.startsWith('sumito.sound'));
    }"""
    seeker.page.wait_for_function(silent)
    assert sorted(tab.evaluate("window.tones ?? 0") for tab in tabs) == [0, 4], "a call has four tones"


def test_the_turn_is_in_the_title_and_the_icon_of_every_page(open_player: Callable[..., Player]) -> None:
    black, white = open_player(), open_player()
    white.join(black.create(side="black", clock="days"))
    black.sit()
    own = ENGLISH.say("online.yours.turn")
    expect(black.page).to_have_title(re.compile(f"^{own} · "))
    assert icon(black.page) == "icon-turn.svg"
    expect(white.page).not_to_have_title(re.compile(own))
    white.page.goto("rules/?test")
    white.page.wait_for_selector("body[data-ready]")
    play_any_on(black)
    expect(black.page).not_to_have_title(re.compile(own))
    assert icon(black.page) == "icon.svg"
    expect(white.page).to_have_title(re.compile(f"^{own} · "))
    assert icon(white.page) == "icon-turn.svg"
    turn = white.page.locator(".call a")
    expect(turn).to_have_text(re.compile(r"Your turn against Guest \d+\."))
    turn.click()
    white.sit()
    play_any(white, black)
    expect(white.page).not_to_have_title(re.compile(own))
    assert icon(white.page) == "icon.svg"


def play_any_on(mover: Player) -> None:
    """Play a move while nobody looks."""
    mover.page.wait_for_function("() => __sumito.legal.length")
    mover.play(mover.page.evaluate("__sumito.legal[0].text"))


def test_the_first_page_lists_the_own_games(open_player: Callable[..., Player]) -> None:
    black, white = open_player(), open_player()
    white.page.goto("")
    white.page.wait_for_selector("body[data-ready]")
    expect(white.page.locator(".online-games")).to_be_hidden()
    white.join(black.create(side="black", clock="days"))
    black.sit()
    play_any(black, white)
    seek(white, "long")
    white.page.goto("?test")
    cards = white.page.locator(".online-games .own-game")
    expect(cards.nth(0)).to_contain_text(ENGLISH.say("online.yours.turn"))
    expect(cards.nth(0)).to_contain_text(re.compile(r"Time left: 1 d 23 h"))
    expect(cards.nth(1)).to_contain_text(ENGLISH.say("online.looking"))
    cards.nth(1).locator("button").click()
    expect(cards).to_have_count(1)
    cards.nth(0).click()
    white.sit()


# ---- appointments


def test_an_appointment_is_shown_in_the_readers_time_and_begins(
    open_player: Callable[..., Player], later: Callable[[int], None]
) -> None:
    seeker, other = open_player(timezone_id="Europe/Warsaw"), open_player(timezone_id="Asia/Tokyo", locale="he")
    then = (datetime.now(UTC) + timedelta(hours=2)).replace(minute=30, second=0, microsecond=0)
    seeker.open_sheet(opponent="lobby", start="appointment", side="black")
    # Summer time does not matter: both clocks come from the browser.
    local = seeker.page.evaluate("iso => new Date(iso).toLocaleString('sv')", then.isoformat())
    day, time = local.split(" ")
    seeker.page.locator("#start-date").fill(day)
    seeker.page.locator("#start-time").fill(time[:5])
    seeker.page.locator(".start .primary").click()
    expect(seeker.page.locator(".own-seek")).to_contain_text(time[:5])
    there = in_lobby(other).page.evaluate(
        "iso => new Date(iso).toLocaleTimeString('he', { timeStyle: 'short' })", then.isoformat()
    )
    expect(other.page.locator(".seek .when")).to_contain_text(there)
    other.page.locator(".seek button").click()
    hebrew = catalogue("he")
    expect(other.page.locator("h1")).to_have_text(hebrew.say("online.appointment.title"))
    expect(other.page.locator(".countdown")).to_have_text(re.compile(r"\d:\d\d:\d\d"))
    banner = seeker.page.locator(".call")  # there is time: the page stays
    expect(banner).to_contain_text(re.compile(r"Guest \d+ accepted\. Start: (today|tomorrow)"))
    expect(seeker.page.locator(".own-game")).to_contain_text(re.compile(r"Start: (today|tomorrow) "))
    banner.locator(".primary").click()
    expect(seeker.page.locator(".meeting .when")).to_contain_text(time[:5])
    seeker.page.goto("puzzles/")
    seeker.page.wait_for_selector("body[data-ready]")
    later(3 * HOUR_MS)
    other.sit()
    expect(banner).to_contain_text(re.compile(r"Your game against Guest \d+ begins\."))
    banner.locator(".primary").click()
    seeker.sit()
    expect(seeker.page.locator(".opening")).to_contain_text(re.compile(r"[45]:\d\d"))


def test_the_sheet_refuses_a_time_that_is_too_far(open_player: Callable[..., Player]) -> None:
    player = open_player()
    player.open_sheet(start="appointment")
    player.page.locator("#start-date").fill("2020-01-01")
    player.page.locator(".start .primary").click()
    message = player.page.locator("#start-date").evaluate("input => input.validationMessage")
    assert message == ENGLISH.say("online.start.range")
    player.choose("clock", "days")
    expect(player.page.locator("#start-date")).to_be_hidden()
    player.page.locator(".start .primary").click()
    expect(player.page.locator(".facts dt", has_text=ENGLISH.say("online.start"))).to_have_count(0)


# ---- looks


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_the_lobby_fits_a_phone_and_axe_is_content(open_player: Callable[..., Player], scheme: str) -> None:
    one, two = (open_player(**PHONE, color_scheme=scheme) for _ in range(2))
    check_looks(in_lobby(two).page)
    seek(one)
    one.page.locator(".create > summary").click()
    one.choose("start", "appointment")
    check_looks(one.page)
    two.page.wait_for_selector(".seek")
    check_looks(two.page)


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_the_wait_fits_a_phone_and_axe_is_content(open_player: Callable[..., Player], scheme: str) -> None:
    one, two = (open_player(**PHONE, color_scheme=scheme) for _ in range(2))
    seek(one)
    one.page.goto("puzzles/?test")
    one.page.wait_for_selector(".looking")
    check_looks(one.page)
    accept(in_lobby(two))
    one.page.wait_for_selector(".call")
    check_looks(one.page)
    one.page.goto("?test")
    one.page.wait_for_selector(".own-game")
    check_looks(one.page)
