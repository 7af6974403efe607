"""Test online games of several players in real browsers on the real server: by link and by a table of the lobby."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from sumito.notation.records import Leaving, parse_record
from web.online_players import ENGLISH, PHONE, Player, check_looks


def play_round(*players: Player) -> None:
    """Let each player move once, and wait until the others see it."""
    for mover in players:
        mover.page.wait_for_function("() => __sumito.legal.length && !__sumito.busy")
        move: str = mover.page.evaluate("__sumito.legal[0].text")
        mover.play(move)
        for other in players:
            other.sees(move)


def turn_bar(player: Player) -> str:
    """Return the color of the player to move, as the bars show it."""
    found: str = player.page.evaluate("document.querySelector('.player-bar.to-move .dot').classList[1]")
    return found


def test_three_browsers_play_a_game_by_link_and_go_on_when_one_leaves(open_player: Callable[..., Player]) -> None:
    black, white, blue = open_player(), open_player(**PHONE), open_player()
    link = black.create(players="three-players", seat="black")
    expect(black.page.locator(".own-seat")).to_contain_text("Black")
    expect(black.page.locator(".meeting")).to_contain_text(ENGLISH.say("online.seats.there", n=1, all=3))
    white.visit(link)
    expect(white.page.locator(".seat-list li")).to_have_count(3)
    white.page.locator("li", has_text="White").get_by_role("button").click()
    for player in (black, white):  # without a reload
        expect(player.page.locator(".meeting")).to_contain_text(ENGLISH.say("online.seats.there", n=2, all=3))
    expect(white.page.locator(".invitation")).to_have_value(link)  # everybody can pass it on
    expect(white.page.get_by_role("button", name=ENGLISH.say("online.seat.back"))).to_be_visible()
    expect(white.page.get_by_role("button", name=ENGLISH.say("online.invite.cancel"))).to_be_hidden()
    check_looks(white.page)
    blue.visit(link)
    expect(blue.page.locator(".seat-list li")).to_have_count(3)
    check_looks(blue.page, 1280)
    blue.page.locator(".meeting .primary").click()  # the last free seat
    blue.sit()
    for player in (black, white):
        player.sit()
        expect(player.page.locator(".player-bar")).to_have_count(3)
    expect(blue.page.locator(".near .player-bar")).to_have_class(re.compile("blue"))
    play_round(black, blue, white)
    before = white.page.evaluate("__sumito.moves")
    white.page.reload()
    white.sit()
    assert white.page.evaluate("__sumito.moves") == before
    play_round(black)
    blue.press("several.leave")
    for player in (black, white):
        player.page.wait_for_function("() => __sumito.turn === 'white'")
        expect(player.page.locator(".player-bar.blue")).to_have_class(re.compile("left"))
        expect(player.strip).to_contain_text("Blue")
    play_round(white, black)
    check_looks(white.page)
    assert turn_bar(black) == "white"  # Blue is left out
    white.press("play.draw")
    expect(black.page.locator(".question-bar")).to_contain_text("offers a draw")
    black.answer("online.accept")
    for player in (black, white, blue):
        expect(player.page.locator(".end h2")).to_have_text(ENGLISH.say("play.drawn"))
    with black.page.expect_download() as download:
        black.page.locator(".end").get_by_role("button", name=ENGLISH.say("games.export")).click()
    record = parse_record(Path(download.value.path()).read_text(encoding="utf-8"))
    assert (record.result, record.headers["Termination"]) == ("=draw", "agreement")
    assert [str(node.entry) for node in record.main_line() if isinstance(node.entry, Leaving)] == ["-blue:resigns"]
    black.page.locator(".end a[href*='analysis/']:visible").click()
    expect(black.page.locator(".tree .ply")).to_have_count(7)
    expect(black.page.locator(".sides .player")).to_have_count(3)


def test_a_table_of_the_lobby_fills_and_becomes_a_game(open_player: Callable[..., Player]) -> None:
    one, two, three = open_player(), open_player(), open_player(**PHONE)
    three.page.goto("online/?test")
    one.open_sheet(players="three-players", opponent="lobby", seat="white")
    one.page.locator(".start .primary").click()
    expect(one.page.locator(".own-seek")).to_contain_text(ENGLISH.say("online.seats.there", n=1, all=3))
    table = three.page.locator(".seek")
    expect(table).to_contain_text(ENGLISH.say("online.seats.there", n=1, all=3))
    two.page.goto("online/?test")
    join = two.page.get_by_role("button", name=ENGLISH.say("online.table.join"))
    join.click()
    for player in (one, two):
        expect(player.page.locator(".own-seek")).to_contain_text(ENGLISH.say("online.seats.there", n=2, all=3))
    expect(table).to_contain_text(ENGLISH.say("online.seats.there", n=2, all=3))
    two.page.locator(".own-seek button").click()  # and back
    expect(table).to_contain_text(ENGLISH.say("online.seats.there", n=1, all=3))
    join.click()
    expect(table).to_contain_text(ENGLISH.say("online.seats.there", n=2, all=3))
    table.get_by_role("button").click()
    for player in (one, two, three):
        player.sit()
    assert one.page.url == two.page.url == three.page.url
    expect(one.page.locator(".near .player-bar")).to_have_class(re.compile("white"))
