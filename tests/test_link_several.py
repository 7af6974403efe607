"""Links of games of several players: the second version of the format."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from command_line import Run, runner
from multi_positions import boards, random_game
from sumito import MULTI_LAYOUTS, Board, NotationError
from sumito.notation.link import format_link, parse_link
from sumito.notation.records import Leaving, Node, Record, parse_record, write_record
from test_link import BASE64, packed, sealed
from test_multi_records import played

run = pytest.fixture(runner)

THREE = format_link(Record("three-players"))
# A start that no layout has: Blue has left, and Red, who moves, needs one more of two ejections.
ODD = "5/6/7/8/5RRs1/8/7/6/4G rUwg 1,0,0,0 r 0 1"


@given(st.sampled_from(sorted(MULTI_LAYOUTS)), st.integers(0, 2**32), st.integers(0, 120), st.booleans())
@settings(max_examples=60, deadline=None)
def test_every_game_comes_back(layout: str, seed: int, plies: int, agreed: bool) -> None:
    board = played(layout, seed, plies)
    if agreed and not board.outcome:
        board.agree_draw()
    record = Record.from_board(board)
    link = format_link(record)
    assert re.fullmatch(r"2[\w-]+", link, re.ASCII)
    again = parse_link(link)
    assert again == record
    assert again.start.rules.marbles_to_eject == board.rules.marbles_to_eject
    assert again.board().position() == board.position()
    assert format_link(again) == link


@given(st.builds(Board.position, boards()))
@example(ODD)
def test_every_start_comes_back(position: str) -> None:
    record = Record.from_board(Board.from_position(position))
    again = parse_link(format_link(record))
    # Rows, players, scores and turn; a link has no counters.
    assert again.start.position().split()[:4] == record.start.position().split()[:4]
    assert again.headers == record.headers


def test_a_game_of_73_entries_is_short() -> None:
    games = [random_game(layout, seed, 73)[-1] for layout in MULTI_LAYOUTS for seed in range(10)]
    whole = [Record.from_board(game) for game in games if len(game.history) == 73]
    assert {record.layout for record in whole} == set(MULTI_LAYOUTS.values())
    assert max(len(format_link(record)) for record in whole) <= 112


def test_links_stay_readable() -> None:
    """These links are out in the world: they must be read as these games for ever."""
    board = Board("three-players")
    board.play("d8d7")
    board.resign("blue")
    board.play("d1d2")
    board.flag("white")
    assert format_link(Record.from_board(board)) == "2wmyKqTTyJ8cfpuC07zg6ZfS30WS55imcCuhn"
    teams = Board("four-players-teams")
    teams.play("f7g7")
    teams.agree_draw()
    assert format_link(Record.from_board(teams)) == "2qJL6pJeq-A4UqTg7Kz0lNSysBi4CzyT2EKfs"


def test_format_is_the_documented_one() -> None:
    board = Board.from_position(ODD)
    *_, white, green = board.players
    record = Record(board, headers={"Termination": "resignation"}, result="=red")
    children = record.children
    legal = []  # moves at each ply
    for entry in (board.parse_move("e6e7"), Leaving(green, "time"), Leaving(white, "resigns")):
        legal.append(sorted(move.number for move in board.legal_moves))
        node = Node(entry)
        node.play_on(board)
        children.append(node)
        children = node.children
    expected = packed(
        (0, 2),  # six marbles to eject
        (1, 4),  # four players
        (0, 2),  # each for themselves
        *((3, 6), (2, 5), (1, 4), (2, 3)),  # red, blue, white, green among the colours that are left
        (0b0010, 15),  # Blue has left
        (0, 3),  # Red moves, the first of three
        *((1, 61), (0, 61), (0, 61), (0, 61)),
        *((".RsG".index(cell), 4) for cell in cells_of(ODD)),
        (3, 4097),
        (legal[0].index(record.moves()[0].number), len(legal[0]) + 6),
        (len(legal[1]) + 5, len(legal[1]) + 6),  # the last of three, on time
        (len(legal[2]) + 2, len(legal[2]) + 4),  # the last of two, by resignation
        (0, 6),  # Red wins
        (5, 8),
        version="2",
    )
    assert format_link(record) == expected


def cells_of(position: str) -> str:
    """Return the letters of the cells from a1 to i9."""
    rows = position.split()[0].split("/")
    return "".join(re.sub(r"\d", lambda found: "." * int(found[0]), row) for row in reversed(rows))


def test_every_changed_character_and_every_swap_is_noticed() -> None:
    for layout in MULTI_LAYOUTS:
        link = format_link(Record.from_board(played(layout, 3, 40)))
        for at in range(len(link)):
            changed = {f"{link[:at]}{character}{link[at + 1 :]}" for character in BASE64}
            swapped = {link[:at] + link[at : at + 2][::-1] + link[at + 2 :]}
            for text in (changed | swapped) - {link}:
                with pytest.raises(NotationError) as refusal:
                    parse_link(text)
                assert refusal.value.code in ("bad_checksum", "unknown_version")


USUAL = (0, 2), (0, 4), (0, 6), (0, 5), (0, 4), (0, 7), (0, 3), (0, 61), (0, 61), (0, 61)
BAD = [
    ("2", "bad_checksum"),
    ("2AB", "bad_checksum"),
    (THREE[:-1], "bad_checksum"),
    ("2" + "B" * 9000, "too_long"),
    (sealed(THREE[:-3] + "A"), "not_canonical"),
    # no marbles at all
    (packed(*USUAL, *[(0, 4)] * 61, (0, 4097), version="2"), "impossible_position"),
    # the first player has ejected seven marbles of six
    (packed(*USUAL[:-3], (7, 61), (0, 61), (0, 61), *[(1, 4)] * 3, version="2"), "impossible_position"),
    # a move after the end: the first player has won
    (packed(*USUAL[:-3], (6, 61), (0, 61), (0, 61), (1, 4), *[(0, 4)] * 60, (1, 4097), version="2"), "illegal_move"),
    # a draw that the moves do not show
    (packed(*USUAL, (1, 4), (2, 4), (3, 4), *[(0, 4)] * 58, (0, 4097), (3, 5), (1, 8), version="2"), "bad_end"),
    # something is left over
    (
        packed(*USUAL, (1, 4), (2, 4), (3, 4), *[(0, 4)] * 58, (0, 4097), (4, 5), (0, 8), (1, 2), version="2"),
        "not_canonical",
    ),
    # the usual number of marbles, written out
    (
        packed((1, 2), (5, 61), *USUAL[1:], *[(i % 4, 4) for i in range(61)], (0, 4097), (4, 5), version="2"),
        "not_canonical",
    ),
]


@pytest.mark.parametrize(("text", "code"), BAD)
def test_bad_links_are_refused(text: str, code: str) -> None:
    with pytest.raises(NotationError) as refusal:
        parse_link(text)
    assert refusal.value.code == code


def test_games_that_cannot_be_links() -> None:
    record = Record("three-players")
    record.children.append(Node(Leaving(record.start.players[0], "resigns")))
    record.children[0].children.append(Node(Leaving(record.start.players[0], "resigns")))
    with pytest.raises(ValueError, match="a move cannot be played"):
        format_link(record)
    with pytest.raises(ValueError, match="the result contradicts the moves"):
        format_link(Record("three-players", headers={"Termination": "ejection"}, result="=blue"))
    with pytest.raises(ValueError, match="no such result"):
        format_link(Record("three-players", result="1-0"))


def test_command_prints_links_and_games(run: Run) -> None:
    record = Record.from_board(played("four-players-teams", 5, 30))
    with Path("games.apgn").open("w", encoding="utf-8") as file:
        write_record(record, file)
    address = run("link", "games.apgn", "--site", "https://example.org/").out.strip()
    assert address == f"https://example.org/analysis/#g={format_link(record)}"
    assert parse_record(run("link", "--link", address).out) == record
