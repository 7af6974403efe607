"""Analysis of games: judgements, sums, records with comments, the graph, and `sumito analyse`."""

from __future__ import annotations

import _thread
import io
import re
import signal
import subprocess
import sys
import threading
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import FrameType
from unittest.mock import Mock

import pytest

from command_line import Run, interrupts_heard, random_record, read_games, runner, write_games
from sumito import BLACK, WHITE, Board
from sumito.engine import Analysis, Engine, Limit, Score, Variation
from sumito.engine.game_analysis import GameAnalysis, Judgement, analyse_game
from sumito.learn.catalogue import catalogue
from sumito.notation.graph import Mark, draw_graph
from sumito.notation.records import Record, format_record, parse_record
from sumito.terminal.scores import score_text
from sumito.terminal.searching import interruptible

LAST_PUSH = "s4/6/7/8/5SSSs/8/7/6/5 5 2 b 0 40"
LAYOUT = "belgian-daisy"

run = pytest.fixture(runner)


def engine_search(depth: int = 3) -> Callable[[Board], Analysis]:
    engine = Engine(hash_mb=4)
    return lambda board: engine.analyse(board, Limit(depth=depth))


def scripted(*values: int) -> Callable[[Board], Analysis]:
    """Return a search with known scores for the player to move, which prefers the first legal move."""
    scores = list(values)

    def search(board: Board) -> Analysis:
        score = Score(board.turn, scores[len(board.history)])
        return Analysis((Variation(score, 1, (min(board.legal_moves),)),), 1, False)

    return search


def played(*texts: str, start: str | Board = LAYOUT) -> Record:
    record = Record(start)
    for text in texts:
        record.add_move(text)
    return record


@cache
def random_analysis() -> GameAnalysis:
    return analyse_game(random_record(3, 40), engine_search())


# ---- moves


def test_a_move_loses_what_the_next_position_says() -> None:
    # Black +0.56 before, +0.00 after a move that is not the best one; then White's best is played.
    game = analyse_game(played("i9h8", "i5h5"), scripted(56, 0, 0))
    first, second = game.moves
    assert first.move != first.best.moves[0]
    assert (first.best.score, first.played.score) == (Score(BLACK, 56), Score(BLACK, 0))
    assert (first.best.depth, first.played.depth) == (1, 2)
    assert first.loss == pytest.approx(0.731 - 0.5, abs=1e-3)
    assert first.judgement is Judgement.BLUNDER
    assert (second.played.score, second.loss, second.judgement) == (Score(WHITE, 0), 0.0, Judgement.BEST)
    assert game.chances(BLACK) == pytest.approx([0.731, 0.5, 0.5], abs=1e-3)


@pytest.mark.parametrize(
    ("after", "word", "glyph"),
    [
        (0, Judgement.BEST, ""),
        (-5, Judgement.BEST, ""),
        (11, Judgement.GOOD, ""),
        (13, Judgement.INACCURACY, "?!"),
        (25, Judgement.MISTAKE, "?"),
        (51, Judgement.BLUNDER, "??"),
        (29_990, Judgement.BLUNDER, "??"),
    ],
)
def test_words_go_by_the_winning_chance_lost(after: int, word: Judgement, glyph: str) -> None:
    (move,) = analyse_game(played("i9h8"), scripted(0, after)).moves
    assert (move.judgement, move.glyph) == (word, glyph)


def test_a_move_that_turns_out_better_than_the_best_is_the_best() -> None:
    (move,) = analyse_game(played("i9h8"), scripted(10, -40)).moves
    assert move.best == move.played
    assert move.best.score == Score(BLACK, 40)
    # The move before it has led to the same score.
    first, second = analyse_game(played("i9h8", "i5h5"), scripted(0, 10, -40)).moves
    assert second.best.score == Score(WHITE, 40)
    assert first.played.score == Score(BLACK, -40)


def test_the_engines_choice_loses_nothing_whatever_comes_of_it() -> None:
    record = Record(LAYOUT)
    record.add_move(min(Board(LAYOUT).legal_moves))
    (move,) = analyse_game(record, scripted(50, 50)).moves
    assert move.played.score == Score(BLACK, -50)
    assert (move.loss, move.judgement, move.accuracy) == (0.0, Judgement.BEST, 100.0)


def test_distances_to_a_win_grow_by_a_ply() -> None:
    (move,) = analyse_game(played("i9h8"), scripted(0, -29_996)).moves
    assert move.played.score.win_in == 5
    (move,) = analyse_game(played("i9h8"), scripted(0, 29_995)).moves
    assert move.played.score.win_in == -6
    assert (move.loss, move.missed_win) == (0.5, None)


def test_distances_to_a_win_are_told_in_moves_of_the_winner() -> None:
    words = catalogue("en")
    scores = [Score.from_uai(f"win {plies}", BLACK) for plies in (1, 2, 3, 5, -1, -2, -6)]
    told = ["win in 1", "win in 1", "win in 2", "win in 3", "loss in 1", "loss in 1", "loss in 3"]
    assert [score_text(score, words) for score in scores] == told


def test_the_end_of_a_game_needs_no_search() -> None:
    searched: list[str] = []
    search = engine_search()

    def counting(board: Board) -> Analysis:
        searched.append(board.position())
        return search(board)

    start = Board.from_position(LAST_PUSH)
    game = analyse_game(played("e6e7", start=start), counting)
    assert searched == [LAST_PUSH]
    assert game.moves[0].played.score.win_in == 1
    assert game.chances(BLACK) == [1.0, 1.0]
    searched.clear()
    for result, termination in (("0-1", "resignation"), ("1-0", "time"), ("1/2-1/2", "agreement")):
        record = played("i9h8")
        record.result, record.headers["Termination"] = result, termination
        assert len(analyse_game(record, counting).moves) == 1
    assert len(searched) == 6
    assert analyse_game(Record(LAYOUT), search).chances(BLACK)[0] > 0.4


def test_a_missed_win_and_a_blunder_are_found() -> None:
    # White steps to where the sixth marble is ejected. Black plays elsewhere, and White steps away.
    start = Board.from_position("5/1sss2/2sss2/8/5SSS1/7s/2SS3/6/5 5 5 w 0 40")
    game = analyse_game(played("d8e9", "e6d5", "e9d8", start=start), engine_search(4))
    stepped, missed, _ = game.moves
    assert stepped.judgement is Judgement.BLUNDER
    assert (stepped.played.score.win_in, stepped.missed_win) == (-2, None)
    assert (missed.missed_win, missed.judgement) == (1, Judgement.BLUNDER)
    assert missed.board.is_ejection(missed.best.moves[0])
    assert game.turning_points() == [stepped, missed]
    assert [each.number for each in game.moves] == [1, 2, 2]


def test_what_a_blunder_costs_is_named() -> None:
    # The only guard of a row steps aside, and a marble is lost for nothing.
    for each in random_analysis().turning_points():
        assert all(value < 0 and name != "tempo" for name, value in each.changes())
    lost = [dict(each.changes()).get("material", 0) for each in random_analysis().moves if each.loss > 0.1]
    assert min(lost) <= -40  # about the value of a marble


def test_a_proved_score_has_no_terms() -> None:
    blunder = max(random_analysis().moves, key=lambda each: len(each.changes()))
    assert blunder.changes()
    proved = Score(blunder.board.turn, 29_990)
    for name in ("played", "best"):
        variation = replace(getattr(blunder, name), score=proved)
        assert replace(blunder, **{name: variation}).changes() == []


# ---- sums


def test_perfect_play_has_an_accuracy_of_a_hundred() -> None:
    search = engine_search(2)
    known: dict[str, Analysis] = {}

    def once(board: Board) -> Analysis:
        if board.position() not in known:
            known[board.position()] = search(board)
        return known[board.position()]

    record = Record(LAYOUT)
    for _ in range(12):
        record.add_move(once(record.board()).best)
    game = analyse_game(record, once)
    assert game.accuracy(BLACK) == game.accuracy(WHITE) == 100.0
    assert game.turning_points() == []
    assert game.judgements(BLACK)[Judgement.BEST] == 6


def test_sums_agree_with_the_moves() -> None:
    game = random_analysis()
    assert [each.ply for each in game.moves] == list(range(1, 41))
    for color in (BLACK, WHITE):
        own = [each for each in game.moves if each.color is color]
        assert sum(game.judgements(color).values()) == len(own) == 20
        assert game.accuracy(color) == pytest.approx(sum(100 / (1 + 10 * each.loss) for each in own) / 20)
    black, white = game.chances(BLACK), game.chances(WHITE)
    assert len(black) == 41
    assert [one + two for one, two in zip(black, white, strict=True)] == pytest.approx([1.0] * 41)
    for each in game.moves:
        assert black[each.ply] == pytest.approx(each.played.score.of(BLACK).win_probability)
    turns = game.turning_points(5)
    assert [each.ply for each in turns] == sorted(each.ply for each in turns)
    others = [each.loss for each in game.moves if each not in turns]
    assert len(turns) == 5
    assert min(each.loss for each in turns) >= max(others)


def test_a_side_without_moves_has_no_accuracy() -> None:
    game = analyse_game(played("i9h8"), engine_search(1))
    assert game.accuracy(WHITE) is None
    assert game.accuracy(BLACK) is not None


def test_winning_chances_are_those_of_the_score() -> None:
    assert Score(BLACK, 0).win_probability == 0.5
    assert Score(BLACK, 56).win_probability == 0.731059
    assert Score(WHITE, -56).win_probability == 0.268941
    assert (Score(BLACK, 29_997).win_probability, Score(BLACK, -29_998).win_probability) == (1.0, 0.0)


# ---- records


def test_annotated_record_reads_back_equal_and_keeps_what_was_there() -> None:
    record = random_record(3, 20)
    nodes = record.main_line()
    nodes[0].add_comment("my own words")
    nodes[1].glyphs = ("!?",)
    record.add_variation(min(record.board(nodes[3]).legal_moves), instead_of=nodes[4])
    before = format_record(record)
    game = analyse_game(record, engine_search())
    annotated = game.annotated()
    assert format_record(record) == before
    assert parse_record(format_record(annotated)) == annotated
    assert annotated.moves() == record.moves()
    lines = annotated.main_line()
    assert lines[0].comments[0] == "my own words"
    assert lines[1].glyphs == ("!?",)
    assert all(re.match(r"[+-]\d+\.\d\d, Black \d+%|(Black|White) wins in \d+", node.comments[-1]) for node in lines)
    above = [annotated.children, *(node.children for node in lines)]
    for each, node, siblings in zip(game.moves, lines, above, strict=False):
        better = [sibling for sibling in siblings[1:] if sibling.move == each.best.moves[0]]
        assert len(better) == bool(each.glyph)
        assert not each.glyph or node.glyphs[0] in (each.glyph, "!?")


def test_a_better_line_that_stands_there_already_is_not_added_again() -> None:
    record = played("i9h8")
    search = scripted(60, 0)
    record.add_variation(search(Board(LAYOUT)).best, instead_of=record.main_line()[0])
    annotated = analyse_game(record, search).annotated()
    assert len(annotated.children) == 2
    assert annotated.children[0].comments == ("+0.00, Black 50%; blunder: a2a3 was better",)


# ---- the graph


def points(svg: str) -> list[tuple[float, float]]:
    (path,) = [each for each in ET.fromstring(svg).iter() if each.get("class") == "course"]
    return [(float(x), float(y)) for x, y in (point.split() for point in path.attrib["d"].removeprefix("M").split("L"))]


@pytest.mark.parametrize("plies", [0, 1, 2, 3, 40, 41, 107, 370, 5000])
def test_graph_is_a_valid_picture_of_any_length(plies: int) -> None:
    chances = [(i % 11) / 10 for i in range(plies + 1)]
    marks = [Mark(ply, f"{ply}. a1b2??") for ply in {1, plies // 2, plies} if 1 <= ply <= plies]
    root = ET.fromstring(draw_graph(chances, marks=marks))
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    line = points(draw_graph(chances, marks=marks))
    assert len(line) == max(plies, 1) + 1
    assert all(0 < x < width and 0 < y < height for x, y in line)
    assert [x for x, _ in line] == sorted(x for x, _ in line)
    heights = {chance: y for chance, (_, y) in zip(chances, line, strict=False)}
    assert [heights[each] for each in sorted(heights)] == sorted(heights.values(), reverse=True)
    assert sum(each.get("class") == "mark" for each in root.iter()) == len(marks)
    numbers = [int(text) for each in root.iter() if (text := each.text or "").isdigit()]
    assert len(numbers) <= 14
    assert max(numbers, default=0) <= (plies + 1) // 2
    for each in root.iter("{http://www.w3.org/2000/svg}rect"):
        assert float(each.get("x", "0")) + float(each.attrib["width"]) <= width


def test_graph_counts_its_plies() -> None:
    for chances, words in (([0.5], "0 plies"), ([0.5, 0.5], "1 ply"), ([0.5] * 3, "2 plies")):
        assert f"(White), {words}</title>" in draw_graph(chances)


def test_graph_has_names_and_moves_as_text() -> None:
    svg = draw_graph([0.5, 0.9], black='<Ada> & "co"\x07', white="x" * 90, result="1-0", marks=[Mark(1, "1. a1b2??")])
    texts = [each.text for each in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]
    assert '<Ada> & "co"' in texts
    assert "1-0" in texts
    assert "1. a1b2??" in texts
    assert max(len(text or "") for text in texts) < 60
    assert svg == draw_graph(
        [0.5, 0.9], black='<Ada> & "co"\x07', white="x" * 90, result="1-0", marks=[Mark(1, "1. a1b2??")]
    )


def test_graph_counts_moves_as_records_do() -> None:
    def numbers(white_begins: bool) -> list[str | None]:
        svg = draw_graph([0.5] * 4, white_begins=white_begins)
        return [each.text for each in ET.fromstring(svg).iter() if (each.text or "").isdigit()]

    assert numbers(False) == numbers(True) == ["1", "2"]


@pytest.mark.parametrize(
    ("chances", "marks", "problem"),
    [
        ([], (), "at least"),
        ([0.5, 1.5], (), "a chance must be a number from 0.0 to 1.0"),
        ([float("nan")], (), "a chance must be a number from 0.0 to 1.0"),
        ([0.5, 0.5], (Mark(2, "x"),), "no ply 2"),
    ],
)
def test_graph_refuses_what_it_cannot_draw(chances: list[float], marks: tuple[Mark, ...], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        draw_graph(chances, marks=marks)


# ---- the command


def test_analyse_prints_a_row_a_move_and_the_sums(run: Run) -> None:
    write_games(Path("games.apgn"), random_record(3, 11))
    done = run("analyse", "games.apgn", "--depth", "2")
    assert (done.code, done.err) == (0, "")
    assert done.lines[0] == "Game 1: Ada 3 against Emmy, Belgian Daisy, *"
    rows = [line for line in done.lines if re.match(r"  \d+\.", line) and "%" in line and "falls" not in line]
    record = random_record(3, 11)
    assert [row.split()[1] for row in rows] == [ply.board.format_move(ply.move) for ply in record.plies()]
    assert rows[1].startswith("  1... ")
    for row in rows:
        black, white = map(int, re.findall(r" (\d+)%", row)[:2])
        assert black + white == 100
    for color in ("Black", "White"):
        (sums,) = [line.split()[1:] for line in done.lines if line.startswith(f"  {color} ")]
        assert sum(map(int, sums[1:])) == len(rows[color == "White" :: 2])
        assert 0 < float(sums[0]) <= 100
    assert max(map(len, done.lines)) < 100


def test_analyse_takes_one_game_or_all(run: Run) -> None:
    write_games(Path("games.apgn"), *(random_record(seed, 2 * seed) for seed in (1, 2, 3)))
    games = [line for line in run("analyse", "games.apgn", "--nodes", "100").lines if line.startswith("Game ")]
    assert [line.partition(" against")[0] for line in games] == [f"Game {n}: Ada {n}" for n in (1, 2, 3)]
    (second,) = [line for line in run("analyse", "games.apgn", "--depth", "1", "--game", "2").lines if "Game" in line]
    assert second.startswith("Game 2: Ada 2 ")
    assert run("analyse", "games.apgn", "--game", "4").err == (
        "sumito analyse: games.apgn: the file contains no game 4\n"
    )


def test_analyse_leaves_out_games_of_several_players(run: Run) -> None:
    write_games(Path("games.apgn"), Record("three-players"), random_record(1, 4))
    done = run("analyse", "games.apgn", "--nodes", "100")
    assert done.err == "games.apgn: game 1: only games of two players can be analysed\n"
    assert (done.code, done.out.count("Game 2")) == (1, 1)
    done = run("analyse", "games.apgn", "--game", "1", "--graph", "out.svg")
    assert (done.code, done.err.count("only games of two players")) == (2, 1)


def test_analyse_writes_records_and_a_graph(run: Run) -> None:
    write_games(Path("games.apgn"), random_record(3, 30), random_record(4, 6))
    done = run("analyse", "games.apgn", "--depth", "2", "--apgn", "out.apgn")
    assert done.code == 0
    first, second = read_games(Path("out.apgn"))
    assert isinstance(first, Record)
    assert isinstance(second, Record)
    assert first.moves() == random_record(3, 30).moves()
    assert all(node.comments for node in (*first.main_line(), *second.main_line()))
    assert any(node.variations for node in first.main_line())
    assert run("analyse", "games.apgn", "--game", "1", "--depth", "2", "--graph", "out.svg").code == 0
    svg = Path("out.svg").read_text(encoding="utf-8")
    assert len(points(svg)) == 31
    assert sum(each.get("class") == "mark" for each in ET.fromstring(svg).iter()) == 3
    assert run("analyse", "games.apgn", "--game", "1", "--depth", "1", "--graph", "out.PNG").code == 0
    assert Path("out.PNG").read_bytes().startswith(b"\x89PNG\r\n")
    assert run("analyse", "games.apgn", "--depth", "1", "--apgn", "out.pgn").code == 0
    assert '[P1 "Ada 3"]' in Path("out.pgn").read_text(encoding="utf-8")


def test_analyse_reads_standard_input(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from sumito.cli import main

    text = format_record(random_record(5, 4))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert main(["analyse", "-", "--depth", "1"]) == 0
    assert "Game 1: Ada 5 against Emmy" in capsys.readouterr().out


def test_analyse_names_games_that_are_not_valid_and_goes_on(run: Run) -> None:
    write_games(Path("games.apgn"), random_record(1, 2), random_record(2, 2))
    text = Path("games.apgn").read_text(encoding="utf-8").replace('[Variant "belgian"]', '[Variant "x"]', 1)
    Path("games.apgn").write_text(text, encoding="utf-8")
    done = run("analyse", "games.apgn", "--depth", "1", "--apgn", "out.apgn")
    assert done.code == 1
    assert re.fullmatch(r"games\.apgn:5: game 1: unknown Variant 'x'\n", done.err)
    assert len(read_games(Path("out.apgn"))) == 1
    done = run("analyse", "games.apgn", "--depth", "1", "--game", "1", "--graph", "out.svg")
    assert (done.code, done.out) == (2, "")
    assert not Path("out.svg").exists()


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("none.apgn",), "none.apgn: no such file or directory"),
        (("empty.apgn",), "empty.apgn: the file contains no game"),
        (
            ("two.apgn", "--graph", "out.svg"),
            "--graph draws one game, and two.apgn contains several: choose one with --game",
        ),
        (("two.apgn", "--apgn", "no/where.apgn"), "no/where.apgn: no such file or directory"),
        (("two.apgn", "--apgn", "-"), "'-' is not a file: name the file to write"),
        (("two.apgn", "--graph", "out.jpg"), "the name of a picture must end in .svg or .png: 'out.jpg'"),
        (("two.apgn", "--graph", "out"), "the name of a picture must end in .svg or .png: 'out'"),
    ],
)
def test_analyse_says_in_one_line_what_is_wrong(run: Run, words: tuple[str, ...], problem: str) -> None:
    Path("empty.apgn").touch()
    write_games(Path("two.apgn"), random_record(1, 2), random_record(2, 2))
    done = run("analyse", *words)
    assert (done.code, done.out, done.err) == (2, "", f"sumito analyse: {problem}\n")
    assert sorted(path.name for path in Path().iterdir()) == ["empty.apgn", "two.apgn"]


def test_a_graph_that_cannot_be_made_is_told_before_the_work(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    write_games(Path("one.apgn"), random_record(1, 2))
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    done = run("analyse", "one.apgn", "--graph", "out.png")
    assert done == (
        1,
        "",
        "sumito analyse: PNG pictures need an extra: pip install 'sumito[png]', or `make all` in a clone\n",
    )


@pytest.mark.parametrize("option", ["--nodes", "--time-ms", "--depth", "--game"])
@pytest.mark.parametrize("value", ["0", "-1", "x", "1.5"])
def test_analyse_refuses_limits_that_make_no_sense(run: Run, option: str, value: str) -> None:
    done = run("analyse", "games.apgn", f"{option}={value}")
    assert done.code == 2
    assert f"argument {option}: expected a whole number from 1 to " in done.err


def test_analyse_is_interrupted_at_once_and_leaves_no_half_file(tmp_path: Path) -> None:
    write_games(tmp_path / "games.apgn", random_record(1, 1), random_record(2, 30))
    with interrupts_heard():
        process = subprocess.Popen(
            [sys.executable, "-m", "sumito", "analyse", "games.apgn", "--nodes", "300000000", "--apgn", "out.apgn"],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
    with process:
        assert process.stderr is not None
        # Nothing that could be interrupted runs before the output file is checked.
        while len(list(tmp_path.iterdir())) < 2:
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 130
        assert process.stderr.read() == "sumito analyse: interrupted\n"
    assert [path.name for path in tmp_path.iterdir()] == ["games.apgn"]


def test_an_interrupted_search_has_ended_with_its_thread() -> None:
    """At the end of Python, the bindings print a report of what a running thread still holds."""
    stopped, raised = threading.Event(), threading.Event()
    engine = Mock(stop=stopped.set)

    def search() -> None:
        _thread.interrupt_main()
        assert stopped.wait(20)

    def linger(frame: FrameType, event: str, _: object) -> None:
        if event == "return" and frame.f_code.co_name == "work":
            raised.wait(0.2)

    before = set(threading.enumerate())
    threading.setprofile(linger)
    try:
        with interrupts_heard(), pytest.raises(KeyboardInterrupt):
            interruptible(engine, search)
        assert set(threading.enumerate()) == before
    finally:
        threading.setprofile(None)
        raised.set()


def test_analyse_shows_progress_on_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from sumito.cli import main

    write_games(Path("games.apgn"), random_record(1, 3))
    screen = io.StringIO()
    monkeypatch.setattr(screen, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", screen)
    assert main(["analyse", "games.apgn", "--depth", "1"]) == 0
    assert screen.getvalue().startswith("\rGame 1: 0 of 4 positions")
    assert screen.getvalue().endswith(" \r")
