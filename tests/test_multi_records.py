"""Records of several players: APGN with the tag Players, more names, results by colour, and players who leave."""

from __future__ import annotations

import io
import pickle
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from command_line import Run, runner
from multi_positions import RECORD_OF_THREE
from sumito import MULTI_LAYOUTS, WHITE, Board, Dialect, Layout, Outcome, Rules, Termination
from sumito.notation.link import format_link, parse_link
from sumito.notation.record_names import names_text
from sumito.notation.records import (
    Leaving,
    Node,
    Record,
    RecordError,
    format_record,
    parse_record,
    read_records,
)

run = pytest.fixture(runner)

# Black ejects the only blue marble, and Blue has left.
EMPTY = "5/6/7/8/5SSSB/8/7/6/4s buw 0,0,0 b 0 1"


def played(layout: str, seed: int, plies: int) -> Board:
    """Return a random game in which now and then somebody leaves."""
    rng = random.Random(seed)
    board = Board(layout, rules=Rules(marbles_to_eject=rng.choice([1, 3, 6]), repetition=0))
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        if rng.random() < 0.04:
            board.resign(rng.choice(board.active)) if rng.random() < 0.5 else board.flag(board.turn)
            continue
        pushes = [move for move in moves if board.is_sumito(move)]
        board.play(rng.choice(pushes if pushes and rng.random() < 0.7 else moves))
    return board


@given(layout=st.sampled_from(sorted(MULTI_LAYOUTS)), seed=st.integers(0, 2**32), plies=st.integers(0, 90))
def test_a_record_is_read_back_as_it_was_written(layout: str, seed: int, plies: int) -> None:
    board = played(layout, seed, plies)
    record = Record.from_board(board, headers={"Blue": "Emmy"})
    rng = random.Random(seed)
    for node in record.main_line():
        if rng.random() < 0.1:
            node.add_comment(rng.choice(["well", "a } brace", "1. a1b2", "-blue:empty"]))
        if rng.random() < 0.1:
            node.glyphs += (rng.choice(["!", "?!", "$7"]),)
        if rng.random() < 0.05:
            node.comments_before += ("before",)
    for ply in list(record.plies())[::9]:
        moves = [move for move in ply.board.legal_moves if move != ply.node.entry]
        if moves:
            record.add_variation(rng.choice(moves), instead_of=ply.node).add_comment("instead")
    for dialect in (Dialect.ABA_PRO, Dialect.NACRE):
        text = format_record(record, dialect)
        again = parse_record(text)
        assert again == record
        assert format_record(again, dialect) == text
        assert again.board().position() == board.position()
    assert pickle.loads(pickle.dumps(record)) == record
    assert record.layout == MULTI_LAYOUTS[layout]
    resumed = record.resume()
    assert resumed.position() == board.position()
    assert (resumed.outcome is None) is (board.outcome is None)


def test_variants_of_several_players_are_the_layouts() -> None:
    named = dict(line.split("\t")[1:] for line in names_text().splitlines() if line.startswith("several\t"))
    assert named == {slug: Board(slug).position() for slug in MULTI_LAYOUTS}


def test_the_example_has_its_tree_and_its_text() -> None:
    record = parse_record(RECORD_OF_THREE)
    first, second, third, fourth = record.main_line()
    assert first.comments == ("a quiet start",)
    assert third.entry == Leaving(record.start.players[2], "resigns")
    assert fourth.entry == Leaving(record.start.players[1], "resigns")
    (variation,) = first.variations
    assert str(variation.entry) == "-blue:time"
    assert variation.next is not None
    assert record.board(variation.next).position().split()[1] == "bUw"
    assert len(record.moves()) == 2
    with pytest.raises(ValueError, match="not a move: -white:resigns"):
        _ = third.move
    assert second.move.number >= 0
    assert list(record.headers) == ["Event", "Date", "Black", "Blue", "White"]
    assert format_record(record) == RECORD_OF_THREE
    assert repr(record) == "<Record 'Ada' against 'Emmy' against 'Sofia', 4 plies, =black>"


def test_players_without_marbles_are_named_after_the_move() -> None:
    board = Board.from_position(EMPTY, rules=Rules(repetition=0))
    board.play("e6e7")
    board.play("a5a4")
    text = format_record(record := Record.from_board(board))
    assert "1. e6e7 -blue:empty a5a4 *" in text
    assert '[Variant "custom"]' in text
    assert f'[Position "{EMPTY}"]' in text
    assert parse_record(text) == record
    assert parse_record(text.replace("-blue:empty ", "")) == record
    wrong = text.replace("-blue:empty", "-blue:blocked")
    with pytest.raises(RecordError, match="no player can leave here in this way: '-blue:blocked'"):
        parse_record(wrong)


def test_teams_win_together() -> None:
    board = Board("four-players-teams")
    board.resign("blue")
    text = format_record(Record.from_board(board))
    assert '[Result "=black+white"]' in text
    assert '[Players "buwr"]' in text
    assert text.endswith("\n1. -blue:resigns =black+white\n")
    assert parse_record(text).result == "=black+white"


def test_partners_have_the_order_of_their_own_game() -> None:
    marbles = {"white": [0], "blue": [4], "black": [60], "red": [56]}
    board = Board(Layout.from_cells(marbles, teams=True))
    board.resign("blue")
    text = format_record(record := Record.from_board(board))
    assert text.endswith("\n1. -blue:resigns =white+black\n")
    assert parse_record(text) == record


def test_a_player_who_has_left_cannot_win() -> None:
    board = Board("three-players")
    board.resign("blue")
    record = Record.from_board(board)
    record.result = "=blue"
    with pytest.raises(ValueError, match="the winner has left the game: the result is not =blue"):
        format_record(record)
    with pytest.raises(ValueError, match="this game cannot be a link: the result contradicts the moves"):
        format_link(record)
    text = format_record(Record.from_board(board)).replace('"*"', '"=blue"').replace("resigns *", "resigns =blue")
    with pytest.raises(RecordError, match="the winner has left the game") as caught:
        parse_record(text)
    assert caught.value.code == "winner_left"


def test_a_start_that_players_leave_at_once_can_be_recorded(run: Run) -> None:
    start = "5/6/7/8/9/1s6/7/6/5 uwb 5,5,5 w 0 1"
    board = Board.from_position(start)
    assert board.outcome == Outcome(Termination.BLOCKED, (WHITE,))
    record = Record.from_board(board)
    text = format_record(record)
    assert f'[Position "{start}"]' in text
    for again in (parse_record(text), parse_link(format_link(record)), pickle.loads(pickle.dumps(record))):
        assert again.resume().outcome == board.outcome
        assert format_record(again) == text
    done = run("play", "--position", start, "--record", "new.apgn", "--lang", "en")
    assert (done.code, done.err) == (0, "")
    assert run("check", "new.apgn").code == 0


@pytest.mark.parametrize(
    ("old", "new", "code", "place"),
    [
        ('[Players "buw"]', '[Players "bwu"]', "bad_players", "line 7, column 1"),
        ('[Players "buw"]\n', "", "bad_result", "line 7"),
        ('[Variant "three-players"]', '[Variant "standard"]', "unknown_variant", "line 6"),
        ('[Variant "three-players"]', '[Variant "custom"]', "needs_position", "line 6"),
        ('[Variant "three-players"]', '[Position "9 buw"]', "bad_position", "line 6"),
        ('[Result "=black"]', '[Result "1-0"]', "bad_result", "line 8"),
        ('[Result "=black"]', '[Result "=red"]', "bad_result", "line 8"),
        ("-blue:resigns =black", "-blue:resigns =draw", "result_differs", "line 13"),
        ("=black", "=white", "ejection_result", "line 13"),
        ("-white:resigns", "-red:resigns", "not_a_move", "ply 3"),
        ("-white:resigns", "-white:sleeps", "not_a_move", "ply 3"),
        ("-white:resigns", "-white:empty", "illegal_move", "ply 3"),
        ("2. -blue:resigns", "2. -white:time", "illegal_move", "ply 4"),
        ("2. -blue:resigns", "2. -blue:resigns d7d8", "game_over", "ply 5"),
        ("b3c3", "b3b4", "illegal_move", "ply 2"),
        ('[Plies "4"]', '[Plies "5"]', "plies_differ", "line 10"),
        ('[Plies "4"]', '[Plies "4"]\n[Termination "ejection"]', "other_end", "line 14"),
    ],
)
def test_faults_name_their_place(old: str, new: str, code: str, place: str) -> None:
    text = RECORD_OF_THREE.replace(old, new)
    assert text != RECORD_OF_THREE
    (found,) = read_records(io.StringIO(text))
    assert isinstance(found, RecordError)
    assert found.code == code, found
    assert place in str(found)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('[Variant "three-players"]', '[Variant "standard"]', "Variant 'standard' is for two players"),
        ('[Variant "three-players"]', '[Variant "nine-players"]', "unknown Variant 'nine-players'"),
        ('[Plies "4"]', '[Plies "7"]', "Plies is 7, but there are 4"),
        ('[Result "=black"]', '[Result "1-0"]', "Result is one of =black =blue =white =draw [*], not '1-0'"),
    ],
)
def test_faults_name_their_reason(old: str, new: str, reason: str) -> None:
    with pytest.raises(RecordError, match=reason):
        parse_record(RECORD_OF_THREE.replace(old, new))


def test_a_layout_of_several_players_needs_their_letters() -> None:
    with pytest.raises(RecordError, match="Variant 'three-players' needs the tag Players"):
        parse_record('[Variant "three-players"]\n\n1. d8d7 *\n')


def test_two_players_have_neither_leavings_nor_these_results() -> None:
    plain = format_record(Record())
    for token in ("-black:resigns *", "=draw", "=black"):
        (found,) = read_records(io.StringIO(plain.replace("*\n", f"{token}\n")))
        assert isinstance(found, RecordError)
    with pytest.raises(ValueError, match="the tag Players is made from"):
        format_record(Record(headers={"Players": "bw"}))


def test_records_that_cannot_be_written() -> None:
    record = Record("three-players")
    with pytest.raises(ValueError, match="PGN has only games of two players"):
        format_record(record, Dialect.PLAYSTRATEGY)
    record.result = "1-0"
    with pytest.raises(ValueError, match="one of =black =blue =white =draw \\*, not '1-0'"):
        format_record(record)
    record = Record("three-players")
    del record.headers["Blue"]
    with pytest.raises(ValueError, match="the record has no Blue"):
        format_record(record)
    with pytest.raises(ValueError, match="mixed moves"):
        Record(Board("four-players-teams", rules=Rules(mixed_moves=True)))
    record = Record("three-players")
    record.children.append(Node(Leaving(record.start.players[0], "resigns")))
    record.children[0].children.append(Node(Leaving(record.start.players[0], "resigns")))
    with pytest.raises(ValueError, match="has left the game"):
        format_record(record)


def test_commands_take_these_records(run: Run, tmp_path: Path) -> None:
    source, target = tmp_path / "games.apgn", tmp_path / "nacre.apgn"
    source.write_text(f"{RECORD_OF_THREE}\n{format_record(Record())}", encoding="utf-8")
    assert run("check", str(source)).out == "games 2 plies 4 invalid 0\n"
    assert run("convert", str(source), str(target), "--notation", "nacre").out == "written 2 left out 0\n"
    assert list(read_records(target)) == list(read_records(source))
