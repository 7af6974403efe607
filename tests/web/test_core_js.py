"""Test that the rules and clocks of the web app give the same answers as Python."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Final

import pytest

from sumito import (
    BLACK,
    LAYOUTS,
    MOVES,
    SYMMETRIES,
    WHITE,
    Board,
    Clock,
    Color,
    Dialect,
    Direction,
    IllegalMoveError,
    Move,
    NotationError,
    PositionForm,
    Rules,
    TimeControl,
    Verdict,
)
from sumito.engine import Limit
from sumito.learn.formations import formations
from sumito.learn.reasons import Explanation, explain, explain_outcome, explain_text, tap
from sumito.learn.sentence import Sentence
from sumito.learn.solver import Goal, NotProvedError, Task, attempt, solve
from sumito.learn.threats import explain_position, threats
from web.core_js import DIALECTS, PLAYERS, answers, plain

NODES: Final = 200_000
POSITIONS: Final = (
    "5/6/7/8/5SSSs/8/7/6/5 0 0 b 0 1",
    "5/6/7/8/6SSs/8/7/6/ss3 5 0 b 0 1",
    "5/6/7/8/1SSSss3/8/7/6/5 2 3 w 7 9",
    "5/6/7/8/4s4/8/7/SS4/sSS2 5 0 b 0 1",
    "5/6/7/8/9/8/s6/ss4/Ss3 0 0 b 0 1",
    "1sss1/2SSS1/3s3/2SSs3/1SSSss3/2sSS3/2ss3/1SS3/s1S2 4 5 w 3 40",
    "5/1s4/2sS3/2SSss2/3SSss2/2sSSS2/1s1S3/2s3/s1SS1 3 2 b 11 31",
    "ss3/SSs3/2S4/s2SS3/ssSSS4/3sss2/2S1s2/1S2s1/S3s 1 1 w 0 22",
)


# ---- a game


def sentence(said: Sentence) -> dict[str, object]:
    def parameter(value: object) -> object:
        if isinstance(value, Color):
            return {"color": value.value}
        if isinstance(value, tuple):
            return {"directions" if isinstance(value[0], Direction) else "cells": [int(each) for each in value]}
        return value

    return {"message": said.message, "parameters": {name: parameter(value) for name, value in said.parameters.items()}}


def sentences(said: Sequence[Sentence]) -> list[dict[str, object]]:
    return [sentence(each) for each in said]


def number(move: Move | None) -> int | None:
    return None if move is None else move.number


def verdict_values(verdict: Verdict) -> dict[str, object]:
    return {
        "reason": verdict.reason,
        "cells": verdict.cells,
        "n": verdict.n,
        "standing": verdict.standing,
        "enemies": verdict.enemies,
        "move": number(verdict.move),
    }


def explanation_values(said: Explanation) -> dict[str, object]:
    return {
        "verdict": None if said.verdict is None else verdict_values(said.verdict),
        "sentences": sentences(said.sentences),
        "cells": said.cells,
        "figure": said.figure,
        "instead": number(said.instead),
    }


def move_values(board: Board, move: Move) -> dict[str, object]:
    return {
        "number": move.number,
        "cells": sorted(move.cells),
        "direction": int(move.direction),
        "inLine": move.kind == "in_line",
        "pushed": board.pushed(move),
        "ejects": board.is_ejection(move),
        "ejected": board.players[1 - board.players.index(board.turn)].value if board.is_ejection(move) else None,
    }


def threat_values(board: Board) -> dict[str, object]:
    found = threats(board)
    pushes = [
        {
            "player": each.player.value,
            "moves": [move.number for move in each.moves],
            "pushed": each.pushed,
            "ejected": each.ejected,
        }
        for each in found.pushes
    ]
    defences = [
        {"move": each.move.number, "kind": each.kind, "saved": each.saved, "exposed": each.exposed}
        for each in found.defences
    ]
    return {
        "turn": found.turn.value,
        "pushes": pushes,
        "endangered": found.endangered,
        "defences": defences,
        "wins": found.wins,
    }


def formation_values(board: Board, inside: bool) -> list[dict[str, object]]:
    return [
        {
            "kind": each.kind,
            "color": each.color and each.color.value,
            "cells": each.cells,
            "enemies": each.enemies,
            "directions": [int(direction) for direction in each.directions],
            "room": each.room,
            "inside": each.inside,
            "sentence": sentence(each.sentence),
        }
        for each in formations(board, inside=inside)
    ]


def outcome_values(board: Board) -> dict[str, object] | None:
    outcome = board.outcome
    if outcome is None:
        return None
    return {"termination": outcome.termination, "winner": outcome.winner and outcome.winner.value}


def state(board: Board) -> dict[str, object]:
    moves = list(board.legal_moves)
    at = [board[cell] for cell in range(61)]
    effects = [move_values(board, move) for move in moves]
    return {
        "turn": board.turn.value,
        "ply": board.ply,
        "quiet": board.quiet_plies,
        "occurrences": board.occurrences(),
        "key": str(board.key),
        "ejected": [board.ejected(color) for color in PLAYERS],
        "score": [board.score(color) for color in PLAYERS],
        "marbles": [board.marbles(color) for color in PLAYERS],
        "at": [color and color.value for color in at],
        "texts": [board.position(form) for form in PositionForm],
        "start": board.start().position(),
        "outcome": outcome_values(board),
        "history": [move.number for move in board.history],
        "problems": [str(problem.name).lower() for problem in board.problems()],
        "said": sentences(explain_outcome(board).sentences),
        "moves": effects,
        "effects": effects,
        "written": [[board.format_move(move, dialect) for move in moves] for dialect in DIALECTS],
        "formations": [formation_values(board, inside) for inside in (False, True)],
        "threats": threat_values(board),
        "position": sentences(explain_position(board)),
    }


def reading(board: Board, text: str, dialect: Dialect | None, transposed: bool) -> dict[str, object]:
    try:
        move = board.parse_move(text, dialect, transposed=transposed)
    except NotationError as error:
        return {"error": {"code": error.code, "column": error.column}}
    except IllegalMoveError as error:
        return {"verdict": verdict_values(error.verdict)}
    return {"move": move.number, "verdict": verdict_values(board.verdict(move.cells, move.direction))}


def request(rng: random.Random, board: Board) -> dict[str, object]:
    """Return a typical mistake or a random request."""
    own = set(board.marbles(board.turn))
    line = set(rng.choice(MOVES).cells)
    cells = (line & own) or line
    if rng.random() < 0.3:
        cells = {*line, rng.randrange(61)}
    legal = list(board.legal_moves)
    text = board.format_move(rng.choice(legal), rng.choice(list(DIALECTS))) if legal else "a1b2"
    if rng.random() < 0.6:
        at = rng.randrange(len(text) + 1)
        text = text[:at] + rng.choice(["", "x", "é", "9", "a", " "]) + text[at + rng.randrange(2) :]
    return {
        "cells": sorted(cells),
        "direction": rng.randrange(6),
        "line": sorted((line & own) or line),
        "target": rng.randrange(61),
        "text": text,
        "transposed": rng.random() < 0.2,
    }


def explained_text(board: Board, text: str, transposed: bool) -> dict[str, object] | None:
    try:
        return explanation_values(explain_text(board, text, transposed=transposed))
    except NotationError:
        return None


def answer_to(board: Board, asked: dict[str, Any]) -> dict[str, object]:
    direction = Direction(asked["direction"])
    tapped: object = "RangeError"
    try:
        found = tap(board, asked["line"], asked["target"])
    except ValueError:
        pass
    else:
        tapped = {
            "move": number(found.move),
            "problem": found.problem,
            "explanation": explanation_values(found.explanation),
        }
    return {
        "verdict": verdict_values(board.verdict(asked["cells"], direction)),
        "explained": explanation_values(explain(board, asked["cells"], direction)),
        "explainedText": explained_text(board, asked["text"], asked["transposed"]),
        "tap": tapped,
        "readings": [reading(board, asked["text"], dialect, asked["transposed"]) for dialect in (*DIALECTS, None)],
    }


def random_game(seed: int) -> tuple[dict[str, object], list[object]]:
    """Return a question and the expected answer."""
    rng = random.Random(seed)
    rules = {
        "marbles_to_eject": rng.choice([1, 3, 6]),
        "repetition": rng.choice([0, 2, 3]),
        "ply_cap": rng.choice([0, 0, 30]),
        "quiet_cap": rng.choice([0, 0, 20]),
        "adjudication": rng.choice(["draw", "more_ejections"]),
        "blocked": rng.choice(["loses", "draws"]),
    }
    start = rng.choice([*(Board(slug).position() for slug in LAYOUTS), *POSITIONS])
    board = Board.from_position(start, rules=Rules(**rules), check=False)  # type: ignore[arg-type]
    steps, expected = [], []
    for _ in range(rng.randrange(5, 40)):
        requests = [request(rng, board) for _ in range(3)]
        moves = list(board.legal_moves)
        pushes = [move for move in moves if board.is_sumito(move)]
        move = rng.choice(pushes or moves) if moves and (rng.random() < 0.9 or not board.history) else None
        expected.append({"state": state(board), "answers": [answer_to(board, each) for each in requests]})
        steps.append({"move": number(move), "requests": requests})
        if move is not None:
            board.play(move)
        elif board.history:
            board.undo()
    expected.append({"state": state(board), "twin": state(board)})
    return {"ask": "game", "start": start, "rules": rules, "steps": steps}, plain(expected)


def test_random_games_are_the_same_ply_by_ply() -> None:
    games = [random_game(seed) for seed in range(16)]
    for (question, expected), found in zip(games, answers([question for question, _ in games]), strict=True):
        for step, (one, two) in enumerate(zip(found, expected, strict=True)):
            assert one == two, (question["start"], step)


def test_ends_that_players_declare() -> None:
    [found] = answers([{"ask": "ends", "start": ""}])
    board = Board()
    ends: tuple[Callable[[], object], ...] = (
        lambda: board.resign(BLACK),
        board.agree_draw,
        lambda: board.flag(WHITE),
        lambda: board.flag(None),
    )
    for end, (done, outcome, again, legal, said, reopened, twice) in zip(ends, found, strict=True):
        end()
        assert (done, again, legal, reopened, twice) == (True, False, 0, True, False)
        assert outcome == plain(outcome_values(board))
        assert said == plain(sentences(explain_outcome(board).sentences))
        board.reopen()


def test_bad_positions_are_told_where() -> None:
    good = Board().position()
    rng = random.Random(5)
    texts = ["x", "5/6", f"{good} 7", "é", good.replace("/", "//"), *POSITIONS[:3]]
    for _ in range(200):
        at = rng.randrange(len(good))
        texts.append(good[:at] + rng.choice("sS/19 xbé") + good[at + 1 :])
    found = answers([{"ask": "bad", "text": text, "form": "fen"} for text in texts])
    for text, answer in zip(texts, found, strict=True):
        assert answer == refusal_of(text), text
    assert any(found)
    assert not all(found)


def refusal_of(text: str) -> dict[str, object] | None:
    try:
        Board.from_position(text, check=False)
    except NotationError as error:
        return {"name": "NotationError", "code": error.code, "column": error.column}
    return None


def test_rules_that_cannot_be_played_are_refused() -> None:
    rules = [{"marbles_to_eject": 0}, {"repetition": 1}, {"adjudication": "coin"}, {"blocked": "wins"}]
    for answer in answers([{"ask": "bad", "text": "", "form": "fen", "rules": each} for each in rules]):
        assert answer["name"] == "RangeError"


def test_symmetries() -> None:
    [found] = answers([{"ask": "symmetry"}])
    for symmetry, (cells, directions, moves) in zip(SYMMETRIES, found, strict=True):
        assert cells == [symmetry.cell(cell) for cell in range(61)]
        assert directions == [symmetry.direction(direction) for direction in Direction]
        assert moves == [symmetry.move(move).number for move in MOVES]


def test_tasks_of_puzzles() -> None:
    rng = random.Random(11)
    questions, expected = [], []
    for start in POSITIONS[:12]:
        board = Board.from_position(start, check=False)
        moves = rng.sample(list(board.legal_moves), min(4, len(board.legal_moves)))
        for goal, count in ((Goal.EJECT, 1), (Goal.EJECT, 2), (Goal.SAVE, 1)):
            task = Task(goal, count)
            if board.outcome is None:
                asked = {"goal": goal, "moves": count}
                numbers = [move.number for move in moves]
                questions.append({"ask": "task", "start": start, "task": asked, "moves": numbers})
                tries = [attempt_values(board, task, move) for move in moves]
                expected.append({"solved": solved(board, task), "tries": tries})
    assert len(questions) > 10
    assert answers(plain(questions)) == plain(expected)


def solved(board: Board, task: Task) -> list[int] | None:
    try:
        return [move.number for move in solve(board, task, nodes=NODES)]
    except NotProvedError:
        return None


def attempt_values(board: Board, task: Task, move: Move) -> dict[str, object] | None:
    try:
        found = attempt(board, task, move, nodes=NODES)
    except NotProvedError:
        return None
    left = found.task and {"goal": found.task.goal, "moves": found.task.moves, "marbles": found.task.marbles}
    return {"solves": found.solves, "variation": [each.number for each in found.variation], "task": left}


# ---- clocks

CONTROLS: Final = (
    TimeControl.untimed(),
    TimeControl.total(60_000),
    TimeControl.total(60_000, increment_ms=2_000),
    TimeControl.total(20_000, delay_ms=3_000),
    TimeControl.per_move(5_000),
    TimeControl.shared(60_000),
)


@pytest.mark.parametrize("control", CONTROLS, ids=lambda control: f"{control.kind}-{control.increment_ms}")
def test_clocks(control: TimeControl) -> None:
    rng = random.Random(13)
    clock, now = Clock(control), 1_000
    steps: list[list[object]] = [["start", "black", now]]
    clock.start(BLACK, now_ms=now)
    expected = [clock_values(clock, now)]
    for _ in range(60):
        now += rng.randrange(4_000)
        what = rng.choice(["press", "press", "stop", "start", "adjust"])
        color = rng.choice(PLAYERS)
        if what == "press":
            clock.press(now_ms=now)
            steps.append([what, now])
        elif what == "stop":
            clock.stop(now_ms=now)
            steps.append([what, now])
        elif what == "start":
            clock.start(color, now_ms=now)
            steps.append([what, color.value, now])
        else:
            now = rng.randrange(3_000)  # the arguments of a clock, with the time at which it is read
            clock.adjust(color, now)
            steps.append([what, color.value, now])
        expected.append(clock_values(clock, now))
    question = {
        "kind": control.kind,
        "time_ms": control.time_ms,
        "increment_ms": control.increment_ms,
        "delay_ms": control.delay_ms,
    }
    [found] = answers([{"ask": "clock", "control": question, "steps": steps}])
    for three, one in zip(found, expected, strict=True):
        assert three == [one] * 3


def clock_values(clock: Clock, now: int) -> dict[str, object]:
    _, _, (player, runs, since, delay, left) = clock.__getstate__()
    limits = [Limit.of_clock(clock, color, now_ms=now) for color in PLAYERS]
    named = []
    for limit in limits:
        given = {name: getattr(limit, name) for name in ("time_ms", "remaining_ms", "increment_ms", "delay_ms")}
        soft, hard = limit.budget_ms()
        named.append([given, {"soft": soft, "hard": hard}])
    found = plain(
        {
            "running": clock.running and clock.running.value,
            "deadline": clock.deadline_ms,
            "flagged": clock.flagged(now_ms=now),
            "state": {
                "player": None if player < 0 else PLAYERS[player].value,
                "runs": runs,
                "since": since,
                "delay": delay,
                "left": dict(zip(("black", "white"), left, strict=True)),
            },
            "remaining": [clock.remaining_ms(color, now_ms=now) for color in PLAYERS],
            "limits": named,
        }
    )
    assert isinstance(found, dict)
    return found
