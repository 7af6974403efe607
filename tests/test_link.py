"""Links of games: short texts that hold a whole game."""

from __future__ import annotations

import random
import re
import string
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from command_line import Run, runner
from sumito import BLACK, LAYOUTS, WHITE, Board, NotationError, Rules
from sumito.notation.link import PROBLEMS, format_link, parse_link
from sumito.notation.records import Node, Record, parse_record, write_record

run = pytest.fixture(runner)

REPOSITORY = Path(__file__).resolve().parents[1]
BASE64 = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"
ENDS = ("none", "resign", "time", "draw")


def played(layout: str, plies: int, seed: int, *, marbles: int = 6, end: str = "none") -> Record:
    """Return a random game with a result."""
    rng = random.Random(seed)
    board = Board(layout, rules=Rules(marbles_to_eject=marbles, repetition=0))
    while not board.outcome and len(board.history) < plies:
        # Ejections come first, so that games also end.
        moves = list(board.legal_moves)
        ejections = [move for move in moves if board.is_ejection(move)]
        board.play(rng.choice(ejections or moves))
    if not board.outcome:
        if end == "resign":
            board.resign(rng.choice([BLACK, WHITE]))
        elif end == "time":
            board.flag(rng.choice([BLACK, WHITE]))
        elif end == "draw":
            board.agree_draw()
    return Record.from_board(board)


def sealed(body: str) -> str:
    """Return a body with the checksum of the format, computed a second time from docs/records.md."""
    value = 0x811C9DC5
    for byte in body.encode():
        value = ((value ^ byte) * 0x01000193) % 2**32
    if body[0] == "1":
        value ^= value >> 18
    value %= 2**18
    return body + BASE64[value % 64] + BASE64[value // 64 % 64] + BASE64[value // 4096]


def packed(*digits: tuple[int, int], version: str = "1") -> str:
    """Return the text of a number in a mixed radix: pairs of a digit and its base, the lowest first."""
    value = 0
    for digit, base in reversed(digits):
        value = value * base + digit
    body = version
    while value:
        value, rest = divmod(value, 64)
        body += BASE64[rest]
    return sealed(body)


@given(
    st.sampled_from(sorted(LAYOUTS)),
    st.integers(0, 150),
    st.integers(0, 2**32),
    st.sampled_from([1, 2, 6, 14]),
    st.sampled_from(ENDS),
)
@settings(max_examples=60, deadline=None)
def test_every_game_comes_back(layout: str, plies: int, seed: int, marbles: int, end: str) -> None:
    record = played(layout, plies, seed, marbles=marbles, end=end)
    link = format_link(record)
    assert re.fullmatch(r"[\w-]+", link, re.ASCII)
    again = parse_link(link)
    assert again == record
    assert again.start.rules.marbles_to_eject == marbles
    assert format_link(again) == link


def test_a_game_of_73_plies_is_short() -> None:
    lengths = [
        len(format_link(played(layout, 73, seed))) for layout in ("standard", "belgian-daisy") for seed in range(20)
    ]
    assert max(lengths) <= 110


def test_links_stay_readable() -> None:
    """These links are out in the world: they must be read as these games for ever."""
    first = Record()
    for move in ("a1b2", "i9h8", "a2b3"):
        first.add_move(move)
    assert format_link(first) == "1kN3SfFyIU"
    daisy = Record("belgian-daisy", result="0-1")
    daisy.headers["Termination"] = "resignation"
    daisy.add_move("a1b2")
    assert format_link(daisy) == "1BAI9YQh594bYeK6kAQi1LjDKPy"


def test_format_is_the_documented_one() -> None:
    numbers = sorted(move.number for move in Board().legal_moves)
    record = Record()
    place = numbers.index(record.add_move("a1b2").move.number)
    assert packed((0, 4), (1, 4097), (place, 44), (3, 4), (0, 8)) == format_link(record)


def test_names_and_comments_stay_at_home() -> None:
    record = Record(headers={"Black": "Ada"})
    record.add_move("a1b2").add_comment("secret")
    record.headers["Termination"] = "the dog ate the board"
    again = parse_link(format_link(record))
    assert again.moves() == record.moves()
    assert again.headers["Black"] == "?"
    assert "Termination" not in again.headers


def test_addresses_are_links_too() -> None:
    record = played("belgian-daisy", 10, 1)
    link = format_link(record)
    assert parse_link(f"https://example.org/analysis/#ply=3&g={link}&at=x") == record
    assert parse_link(f" {link}\n") == record


USUAL = ((0, 4), (0, 4097), (3, 4), (0, 8))
BAD = [
    ("", "empty"),
    ("1a b", "bad_character"),
    ("1é", "bad_character"),
    ("1\ud800", "bad_character"),
    ("3AAAA", "unknown_version"),
    ("1", "bad_checksum"),
    ("1AB", "bad_checksum"),
    (packed(*USUAL)[:-1], "bad_checksum"),
    ("1" + "B" * 9000, "too_long"),
    (sealed(packed(*USUAL)[:-3] + "A"), "not_canonical"),
    # no marbles at all
    (packed((1, 4), (0, 2), (0, 64), (0, 64), *[(0, 3)] * 61, *USUAL[1:]), "impossible_position"),
    # moves after the end: White has lost six marbles
    (packed((1, 4), (0, 2), (0, 64), (6, 64), (1, 3), (2, 3), *[(0, 3)] * 59, (1, 4097), (0, 1)), "illegal_move"),
    (packed((0, 4), (0, 4097), (0, 4), (1, 8)), "bad_end"),
    # something is left over
    (packed(*USUAL, (1, 2)), "not_canonical"),
    # the usual number of marbles, written out
    (packed((2, 4), (5, 61), *USUAL[1:]), "not_canonical"),
]


@pytest.mark.parametrize(("text", "code"), BAD)
def test_bad_links_are_refused(text: str, code: str) -> None:
    with pytest.raises(NotationError) as refusal:
        parse_link(text)
    assert refusal.value.code == code
    assert PROBLEMS[code] in str(refusal.value)


@given(st.integers(0, 1000), st.integers(0, 10_000), st.sampled_from(BASE64))
@settings(max_examples=200, deadline=None)
def test_a_changed_character_is_noticed(seed: int, place: int, character: str) -> None:
    link = format_link(played("standard", 30, seed))
    at = place % len(link)
    changed = link[:at] + character + link[at + 1 :]
    if changed != link:
        with pytest.raises(NotationError, match="not the link of a game"):
            parse_link(changed)


@given(st.sampled_from("12"), st.text(BASE64, max_size=200))
@settings(max_examples=300, deadline=None)
def test_any_body_is_a_game_or_refused(version: str, body: str) -> None:
    """With the right checksum the rest is reached."""
    text = sealed(version + body)
    try:
        record = parse_link(text)
    except NotationError:
        return
    assert format_link(record) == text


def test_games_that_cannot_be_links() -> None:
    record = Record()
    record.add_move("a1b2")
    record.children.append(Node(record.children[0].move))
    record.children[0].children.append(Node(record.children[0].move))
    with pytest.raises(ValueError, match="a move cannot be played"):
        format_link(record)
    lost = Record(result="1-0")
    lost.headers["Termination"] = "ejection"
    with pytest.raises(ValueError, match="the result contradicts the moves"):
        format_link(lost)
    long = Record(Board.from_position("5/6/7/8/2S1s4/8/7/6/5 0 0 b 0 1"))
    children = long.children
    board = long.start
    for text in ("e3f3", "e5f5", "f3e3", "f5e5") * 1025:
        node = Node(board.play(text))
        children.append(node)
        children = node.children
    with pytest.raises(ValueError, match="more than 4096 plies"):
        format_link(long)


def test_codes_are_those_of_the_core() -> None:
    header = (REPOSITORY / "cpp/include/sumito/packed_game.hpp").read_text(encoding="utf-8")
    found = re.search(r"enum class PackingProblem[^{]*\{(.*?)\};", header, re.S)
    assert found
    core = [name.lower() for name in re.findall(r"^ +([A-Z_]+),", found[1], re.M)]
    names = (files("sumito") / "web/core/links.js").read_text(encoding="utf-8")
    listed = re.search(r"PACKING_PROBLEMS = \[(.*?)\]", names, re.S)
    assert listed
    assert list(PROBLEMS) == re.findall(r"'(\w*)'", listed[1]) == core
    page = (REPOSITORY / "docs/records.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `(\w+)` \|", page.partition("## Links")[2], re.M)) == set(PROBLEMS) - {"none"}


# ---- the command


def test_command_prints_links_and_games(run: Run) -> None:
    records = [played("standard", 12, 1), played("belgian-daisy", 20, 2, end="resign")]
    with Path("games.apgn").open("w", encoding="utf-8") as file:
        for record in records:
            write_record(record, file)
    assert run("link", "games.apgn").out == f"{format_link(records[0])}\n"
    link = format_link(records[1])
    assert run("link", "games.apgn", "--game", "2").out == f"{link}\n"
    address = run("link", "games.apgn", "--game", "2", "--site", "https://example.org/").out.strip()
    assert address == f"https://example.org/analysis/#g={link}"
    assert parse_record(run("link", "--link", address).out) == records[1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("link",), "sumito link: expected a file of records, or --link with a link"),
        (("link", "x.apgn", "--link", "1"), "sumito link: expected a file of records, or --link with a link"),
        (("link", "--link", "1", "--game", "2"), "sumito link: --game is for a file of records, not for --link"),
        (
            ("link", "--link", "1", "--site", "x"),
            "sumito link: --site is for the link of a file's game, not for --link",
        ),
        (("link", "--link", "3AAA"), "sumito link: not the link of a game, a link of an unknown version: '3AAA'"),
        (("link", "missing.apgn"), "sumito link: missing.apgn: no such file or directory"),
        (("link", "empty"), "sumito link: empty: there is no game 1"),
        (("link", "bad"), "sumito link: bad"),
    ],
)
def test_command_refuses(run: Run, arguments: tuple[str, ...], words: str) -> None:
    Path("empty").touch()
    Path("bad").write_text("[Broken]\n", encoding="utf-8")
    done = run(*arguments)
    assert done.code == 2
    assert done.err.startswith(words)
