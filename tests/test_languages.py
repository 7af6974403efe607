"""All sentences for learners in every language: complete, without English words, with isolated notation."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from command_line import Played, Run, random_record, runner, write_games
from positions import random_game
from sumito import BLACK, CELLS, WHITE, Board, Color, Direction, Layout, Rules, next_cell
from sumito._native import explain as explain_evaluation
from sumito.core.native_game import game_of_two
from sumito.learn.catalogue import LANGUAGES, catalogue
from sumito.learn.formations import formations
from sumito.learn.puzzles import puzzles
from sumito.learn.reasons import explain, explain_outcome, tap
from sumito.learn.rulebook_page import rulebook_html
from sumito.learn.sentence import Sentence, Value
from sumito.learn.threats import explain_position
from sumito.terminal.board_text import Look, shown_width
from sumito.terminal.puzzles import TerminalPuzzles
from sumito.terminal.rulebook_text import rulebook_lines
from sumito.terminal.typed_moves import TypedError, explain_line, explain_typed
from test_catalogues import terms, texts
from test_reasons import requests

run = pytest.fixture(runner)

OTHERS = [language for language in LANGUAGES if language != "en"]
ISOLATED = re.compile("\u2066[^\u2066\u2069]*\u2069")
# English words. A catalogue lists those that its language has too.
ENGLISH = re.compile(
    r"\b(the|and|are|of|may|can|cannot|push|pushes|move|moves|marbles?|black|white|legal|illegal|line|from|your|turn"
    r"|right|left|up|down|wins|draw|such|cell|direction|figure|task|allowed|group|with|this|that|it|not)\b",
    re.IGNORECASE,
)
BOARD = re.compile(r"[\[\].XOBRYG \d]*[a-i]?[\[\].XOBRYG \d]*")  # with Black or White at the bottom
# Typed words are the same in every language: commands, and the directions of the notation.
TYPED = re.compile(
    r"\b(hint|solution|next|board|quit|help|Enter|sumito (puzzles|play) --\w+|N?[EW]|S[EW]|moves|why|level"
    r"|undo|flip|draw|resign|new|save|think|thinking|friend|on|off|Ctrl-C)\b"
)


def spoken(rng: random.Random, board: Board) -> Iterator[Sentence]:
    """Yield the sentences of the core about a position, and about requests and taps in it."""
    yield from explain_position(board)
    yield from (each.sentence for each in formations(board, inside=rng.random() < 0.2))
    for found, _ in requests(board, rng):
        yield from found.sentences
    for move in rng.sample(list(board.legal_moves), min(3, len(board.legal_moves))):
        yield from explain(board, move.cells, move.direction).sentences
    own, enemies = (board.marbles(board.turn), board.marbles(WHITE if board.turn is BLACK else BLACK))
    for _ in range(4):
        move = rng.choice(list(board.legal_moves))
        yield from tap(board, rng.choice((move.cells, (rng.choice(own),))), rng.choice(enemies)).explanation.sentences


def ended() -> Iterator[Board]:
    """Yield games that have ended in each possible way."""
    for ejected in (0, 5):
        rules = Rules(marbles_to_eject=ejected + 1)
        board = Board.from_position(f"s4/6/7/8/5SSSs/8/7/6/5 {ejected} 0 b 0 1", rules=rules)
        board.play("e6e7")
        yield board
    resigned, agreed = Board(), Board()
    resigned.resign()
    agreed.agree_draw()
    yield from (resigned, agreed)
    for rules in (Rules(repetition=2), Rules(repetition=0, ply_cap=4)):
        board = Board(rules=rules)
        for text in ("a1b2", "i9h8", "d4c3", "f6g7"):
            if board.outcome is None:
                board.play(text)
        yield board


def crowded(rng: random.Random) -> Board:
    """Return rows of marbles at the edge, in a game that can end with one more ejection."""
    taken: dict[int, Color] = {}
    for _ in range(16):
        cell: int | None = rng.choice(CELLS)
        way, color = rng.choice(list(Direction)), rng.choice((BLACK, WHITE))
        for _ in range(rng.randint(1, 3)):
            if cell is not None:
                taken[cell] = color
                cell = next_cell(cell, way)
    cells = {color: [cell for cell, each in taken.items() if each is color] for color in (BLACK, WHITE)}
    rows = Board(Layout.from_cells(cells, unequal=True)).position().split()[0]
    return Board.from_position(f"{rows} {rng.choice((0, 5))} {rng.choice((0, 5))} {rng.choice('bw')} 0 1")


@cache
def everything() -> dict[str, Sentence]:
    """Return sentences by message and by the number of each thing, which the words can depend on."""
    found: dict[str, Sentence] = {}
    rng = random.Random(7)
    said = [each for board in ended() for each in explain_outcome(board).sentences]
    for seed in range(40):
        for board in random_game(seed, 50):
            if board.outcome is None and rng.random() < 0.3:
                said += spoken(rng, board)
    for _ in range(300):
        board = crowded(rng)
        if board.marbles(BLACK) and board.marbles(WHITE) and board.legal_moves:
            said += spoken(rng, board)
    for sentence in said:
        sizes = (
            (name, len(value) if isinstance(value, tuple) else value) for name, value in sentence.parameters.items()
        )
        found.setdefault(f"{sentence.message} {sorted(sizes, key=str)}", sentence)
    return found


def english_words(text: str, language: str) -> set[str]:
    """Return the English words of a text, without those that the language has too."""
    found = {word.lower() for word in ENGLISH.findall(text)}
    return found - set(terms(language).get("english", "").split(", "))


def check(text: str, language: str) -> None:
    assert text.strip()
    assert not re.search(r"[{}\[\]|]", text), text
    if language != "en":
        assert not english_words(TYPED.sub("", ISOLATED.sub("", text)), language), text
    outside = ISOLATED.sub("", text)
    assert not re.search("[\u2066\u2069]", outside), text
    if catalogue(language).right_to_left:
        assert not re.search(r"[A-Za-z]|\d\s*[-\u2013:]\s*\d", outside), text


# Sentences that other rules or clocks lead to, and those of very rare positions.
VALUES: dict[str, Value] = {
    "winner": BLACK,
    "loser": WHITE,
    "player": WHITE,
    "enemy": BLACK,
    "cells": (0, 60),
    "term": "X",
}
RARE = {
    name: [Sentence(name, VALUES | {"n": n}) for n in (1, 2, 5)]
    for name in (
        *(
            "outcome.blocked.win",
            "outcome.blocked.draw",
            "outcome.time.win",
            "outcome.time.draw",
            "outcome.ply_cap.win",
        ),
        *("position.danger.more", "position.eject.more", "position.over", "refusal.game_over", "formation.none"),
    )
}


def test_every_message_of_the_core_is_among_them() -> None:
    rooms = ("refusal.", "legal.", "tap.", "position.", "formation.", "outcome.")
    spoken_of = {sentence.message for sentence in everything().values()} | RARE.keys() | {"formation.heading"}
    assert {name for name in texts("en") if name.startswith(rooms)} <= spoken_of
    assert len(everything()) > 250


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_the_core_says_has_words(language: str) -> None:
    words = catalogue(language)
    for sentence in (*everything().values(), *(each for some in RARE.values() for each in some)):
        check(words.sentence(sentence), language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "text",
    [
        *("zz", "a1!b2", "c3 NE d4", "a1->>b2", "a1b2-", "c4c4", "c3>d4 NE", "c3,c4-c5 NE", "c3,c3 NE", "c3 X", "k3b2"),
        *("i1h1", "a1", "b2", "c4e6", "a1a2a3", "a1b2e5"),
    ],
)
def test_what_is_no_move_is_told(text: str, language: str) -> None:
    with pytest.raises(TypedError) as caught:
        explain_typed(Board(), text)
    check(caught.value.text(catalogue(language)), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_no_line_is_told(language: str) -> None:
    for line, direction in (("k2", "E"), ("e2", "N"), ("e2-", "E"), ("e2,e2", "E"), ("e2,e3-e4", "E"), (" ", "E")):
        with pytest.raises(TypedError) as caught:
            explain_line(Board(), line, direction)
        check(caught.value.text(catalogue(language)), language)


@pytest.mark.parametrize("language", OTHERS)
def test_commands_say_nothing_in_english(language: str, run: Run) -> None:
    position = ("--position", "5/6/5S1/4s1S1/1SSS2ssS/1ss5/7/6/5 0 0 b 0 1")
    for words in (
        ("explain", *position, "--line", "e8,e9", "--direction", "W"),
        ("explain", *position, "--line", "e2-e4", "--direction", "E"),
        ("explain", *position, "--move", "f8e8"),
        ("formations", *position, "--inside"),
        ("formations", *position, "--kind", "det"),
        ("threats", *position),
        ("threats",),
    ):
        done = run(*words, "--lang", language)
        assert (done.code, done.err) == (0, "")
        for line in done.lines:
            if line and not BOARD.fullmatch(line):  # not of a board
                check(line, language)
    wrong = run("explain", *position, "--move", "e2z4", "--lang", language)
    assert wrong.code == 2
    check(wrong.err.removeprefix("sumito explain: ").rstrip(), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_puzzles_say_nothing_in_english(language: str) -> None:
    some = [next(each for each in puzzles() if str(each.task.goal) == goal and len(each.solution()) > size)
            for goal, size in (("eject", 0), ("eject", 2), ("save", 0))]  # fmt: skip
    typed: list[str] = []
    for puzzle in some:
        board = puzzle.board()
        wrong = next(move for move in board.legal_moves if board.format_move(move) not in puzzle.solutions)
        typed += ["zz", "a1", "e5 E", "help", "hint", "hint", board.format_move(wrong)]
        typed += [puzzle.solutions[0], "solution", ""]
    out = io.StringIO()
    source = io.StringIO("\n".join(typed))
    assert TerminalPuzzles(some, source, out, Look(), catalogue(language)).run("sumito") == 0
    for line in out.getvalue().splitlines():
        if line.strip() and not BOARD.fullmatch(line):
            told, colon, answer = line.rpartition(": ")
            check(told if colon and answer in typed else line, language)


# Every command of the game, in each of its states, and every answer to a question.
GAME: tuple[str, ...] = (
    *("help", "moves", "why e2-e4 E", "why e2e3f3", "why e4", "why", "why zz", "hint", "think", "level", "level 3"),
    *("level 0", "thinking", "thinking on", "thinking off", "friend", "flip", "board", "new", "draw", "what", "n"),
    *("resign", "n", "undo", "undo 2", "zz", "mvoes", "e2!", "e4f5", "e2z4", "e8e9", "save", "save game"),
    *("e2e3", "undo", "e2e3", "save game", "save game", "n", "save no/where", "f5f6", "draw", "y", "undo", "resign"),
    *("y", "moves", "hint", "undo", "resign", "y", "zz", "a1b2", "new", "e2e3", "level 1", "undo", "quit", "y"),
)


# Commands to copy, the compass, and messages of the system about a file.
NOT_TOLD = r"play --|no/where|file or directory|^ *(NW   NE|W    \+    E|SW   SE|NE   NW|E    \+    W|SE   SW)"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("columns", [40, 80])
def test_the_game_says_nothing_in_english(
    language: str, columns: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", str(columns))
    position = "5/6/5S1/4s1S1/1SSS2ssS/1ss5/7/6/5 0 0 b 0 1"
    game = Played(*GAME, board=Board.from_position(position), language=language)
    assert Path("game.apgn").exists()
    for line in game.text.splitlines():
        told, colon, answer = line.rpartition(": ")
        told = told if colon and answer in GAME else re.sub(r"\(y/n\)(\u2069?) .*$", r"\1", line)
        # Beside a board: the column at which the text begins.
        told = told[30:] if re.match(r" *[a-i] [.XO\[]", told[:12]) and columns == 80 else told
        if told.strip() and not BOARD.fullmatch(told) and not re.search(NOT_TOLD, told):
            check(re.sub(r"\b[XO]\b|[.>] ", "", told).replace("[", "").replace("]", "") or "-", language)
    wide = [line for line in game.text.splitlines() if "play --" not in line and "no/where" not in line]
    assert max(map(shown_width, wide)) < columns


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("columns", range(36, 46))
def test_ejected_marbles_are_drawn_for_all_players_or_for_none(
    language: str, columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    text = re.sub("[\u2066\u2069]", "", Played(language=language).text)
    assert text.count("  . . . . . .\n") in (0, 2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_analysis_says_nothing_in_english(language: str, run: Run) -> None:
    write_games(Path("games.apgn"), random_record(3, 30))
    done = run("analyse", "games.apgn", "--depth", "2", "--lang", language)
    assert (done.code, done.err) == (0, "")
    assert catalogue(language).say("review.turning") in done.lines
    for line in filter(None, done.lines):
        check(re.sub("Ada 3|Emmy|Belgian Daisy", "", line), language)


def test_every_term_of_the_evaluation_has_a_name() -> None:
    terms = {name.removeprefix("terminal.term.") for name in texts("en") if name.startswith("terminal.term.")}
    assert terms | {"tempo"} == {name for name, _ in explain_evaluation(game_of_two(Board()).setup)}


@pytest.mark.parametrize("language", OTHERS)
def test_the_rulebook_says_nothing_in_english(language: str) -> None:
    for line in rulebook_lines(catalogue(language), Look(), 80):
        if line.strip("- ") and not BOARD.fullmatch(line):
            check(re.sub(r"\b[XOBRYG]\b|Michel Lalet|Laurent Lévi", "", line), language)
    page = re.sub(
        r"<style>.*?</style>|<bdi[^>]*>[^<]*</bdi>|<text[^>]*>[^<]*</text>", "", rulebook_html(language), flags=re.S
    )
    text = re.sub(r"<[^>]*>", " ", page)
    assert not english_words(ISOLATED.sub("", text), language)


def test_a_line_of_a_terminal_leaves_nothing_open() -> None:
    from sumito.terminal.wrapping import text_lines

    text = "הפתרון: " + catalogue("he").notation("a1b2 i9h8 b2c3 h8g7 c3d4 g7f6 d4e5 f6e5") + "."
    lines = text_lines(text, 20, rest="  ")
    assert len(lines) > 2
    for line in lines:
        check(line, "he")
    assert all(line.startswith("  \u2066") for line in lines[1:])
