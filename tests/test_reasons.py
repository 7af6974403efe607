"""Explanations over many positions: a move is offered exactly if one would work instead, and it is legal."""

from __future__ import annotations

import random
import re
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

import oracle
from positions import OF_TEAMS, boards, names, random_game, to_oracle
from sumito import CELLS, Board, Direction, IllegalReason, Verdict, cell_name, next_cell, parse_cell
from sumito.learn.reasons import Explanation, explain, explain_between
from sumito.learn.sentence import Sentence

ADVICE = {"no_marble", "not_yours", "not_a_line"}
"""Refusals of cells that are not a line. They give advice, and offer no move."""


def requests(board: Board, rng: random.Random) -> list[tuple[Explanation, tuple[list[int], Direction]]]:
    """Explain lines and slips, by cells and by ends. Return each explanation with the cells and the direction."""
    own = board.marbles(board.turn)
    way = rng.choice(list(Direction))
    first, last = (rng.choice(own if rng.random() < 0.8 else CELLS) for _ in range(2))
    scattered = rng.sample(own, min(len(own), rng.choice((1, 1, 2, 3, 5))))
    line = [parse_cell(name) for name in rng.choice(sorted(map(sorted, oracle.LINES)))]
    near = [cell for cell in line if board[cell] is board.turn] or line
    row = oracle.cells_between(cell_name(first), cell_name(last)) or [cell_name(first)]
    run = [rng.choice(own)]
    while (ahead := next_cell(run[-1], way)) is not None and board[ahead] is board.turn:
        run.append(ahead)
    asked = [(scattered, way), (near, way), (run[: rng.randint(1, 5)], way)]
    fronts = [
        (cell, each)
        for cell in own
        for each in Direction
        if (ahead := next_cell(cell, each)) is not None and board[ahead] not in (None, board.turn)
    ]
    if fronts:
        head, towards = rng.choice(fronts)
        asked.append(([head], towards))
    return [
        (explain_between(board, first, last, way), (list(map(parse_cell, row)), way)),
        *((explain(board, *request), request) for request in asked),
    ]


# ---- properties of every explanation


def offered(sentence: Sentence, way: Direction) -> list[tuple[tuple[int, ...], Direction]]:
    """Return the moves that a sentence calls possible."""
    given = sentence.parameters
    line, tail = (given.get(name, ()) for name in ("line", "tail"))
    assert isinstance(line, tuple)
    assert isinstance(tail, tuple)
    cells = tuple(cell for cell in line if not isinstance(cell, Direction))
    match sentence.message.removeprefix("refusal."):
        case "elsewhere":
            ways = given["directions"]
        case "own_marble_ahead.instead" | "own_marble_ahead.front" | "too_many.broadside":
            ways = given["direction"]
        case "too_few.instead":
            ways = (way,)
        case "too_many.in_line":
            names_ = [cell_name(tail[0]), *oracle.ahead(cell_name(tail[0]), way.name)[:2]]
            cells, ways = tuple(map(parse_cell, names_)), (way,)
        case _:
            return []
    assert isinstance(ways, tuple)
    return [(cells, each) for each in ways if isinstance(each, Direction)]


def verdict_of(found: Explanation) -> Verdict:
    assert found.verdict is not None
    return found.verdict


def test_every_offer_is_legal_and_every_sentence_complete() -> None:
    rng = random.Random(2026)
    reasons: Counter[str] = Counter()
    said: Counter[str] = Counter()
    for seed in range(40):
        for board in random_game(seed, 60):
            if board.outcome:
                continue
            for found, (_, way) in requests(board, rng):
                verdict = verdict_of(found)
                words = found.text()
                reasons[str(verdict.reason)] += 1
                assert re.fullmatch(r"[^{}]+\.", words)
                hole = verdict.reason is IllegalReason.NOT_A_LINE  # a hole is the only cell
                assert hole or all(cell_name(cell) in words for cell in verdict.cells)
                moves = [move for sentence in found.sentences for move in offered(sentence, way)]
                assert all(board.verdict(*move) for move in moves), words
                assert (found.instead is None) is not bool(moves)
                assert found.instead is None or (set(found.instead.cells), found.instead.direction) in [
                    (set(line), each) for line, each in moves
                ]
                said.update(sentence.message for sentence in found.sentences)
    assert set(reasons) >= {*IllegalReason, "None"} - {"game_over"} - OF_TEAMS
    assert min(said[f"refusal.{name}"] for name in ("elsewhere", "too_many.in_line", "own_marble_ahead.front")) > 3
    assert min(said[f"refusal.{name}"] for name in ("too_few.instead", "own_marble_ahead.instead")) > 5


# ---- the definition of docs/learn.md, slow and obvious


def legal(state: oracle.State, line: frozenset[str], direction: str) -> bool:
    return oracle.verdict(state, line, direction).reason is None


def works_instead(
    state: oracle.State, verdict: Verdict, named: frozenset[str], direction: str
) -> tuple[frozenset[str], str] | None:
    """Return the line and the direction that would work instead."""
    reason = str(verdict.reason)
    if reason in ADVICE or verdict.reason is None:
        return None
    if reason == "too_many":
        three = [line for line in oracle.LINES if len(line) == 3 and line <= named and legal(state, line, direction)]
        # In line before broadside; the rest is a free choice.
        return min(((line, direction) for line in three), key=lambda move: not oracle.is_in_line(*move), default=None)
    if reason in ("too_few", "own_marble_ahead"):
        head, _ = oracle.head_and_tail(named, direction)
        if reason == "too_few":
            wanted = [line for line in oracle.LINES if head in line and len(line) == verdict.enemies + 1]
        else:
            (way_blocked,) = names(verdict.cells)
            wanted = [line for line in oracle.LINES if way_blocked in line and line & named]
        fit = [line for line in wanted if oracle.is_in_line(line, direction) and legal(state, line, direction)]
        if fit:
            return min(fit, key=lambda line: (len(named - line), len(line))), direction
    turn = oracle.DIRECTIONS.index(direction)
    for sixths in (1, -1, 2, -2, 3):
        other = oracle.DIRECTIONS[(turn + sixths) % 6]
        if legal(state, named, other):
            return named, other
    return None


def check_instead(board: Board, rng: random.Random, seen: Counter[tuple[str, bool]]) -> None:
    if board.outcome or not board.marbles(board.turn):
        return
    state = to_oracle(board)
    for found, (cells, way) in requests(board, rng):
        verdict = verdict_of(found)
        expected = works_instead(state, verdict, names(tuple(cells)), way.name)
        reason = str(verdict.reason)
        seen[reason, expected is not None] += 1
        if reason in ADVICE:
            assert found.instead is None
            continue
        ejects = bool(verdict.move and verdict and board.is_ejection(verdict.move))
        assert len(found.sentences) == 1 + (expected is not None or ejects)
        if found.instead is None or expected is None:
            assert (found.instead is None) is (expected is None), (board.position(), found)
            continue
        line, direction = names(found.instead.cells), found.instead.direction.name
        if reason == "too_many":  # any three will do
            assert line <= names(tuple(cells))
            assert oracle.is_in_line(line, direction) is oracle.is_in_line(*expected)
        else:
            assert (line, direction) == expected


def test_second_sentence_is_there_exactly_when_something_would_work() -> None:
    seen: Counter[tuple[str, bool]] = Counter()

    @settings(max_examples=200)
    @given(boards(), st.randoms(use_true_random=False))
    def check(board: Board, rng: random.Random) -> None:
        check_instead(board, rng, seen)

    check()
    for seed in range(40):
        rng = random.Random(seed)
        for board in random_game(seed, 40, "standard"):
            check_instead(board, rng, seen)
    for reason in ("too_many", "off_board", "broadside_blocked", "own_marble_ahead"):
        assert min(seen[reason, True], seen[reason, False]) > 3, reason
    assert min(seen[reason, True] for reason in ("pac", "outnumbered", "no_room_behind", "too_few")) > 1
    assert seen["too_few", False] == 0


# ---- figures


def pac(own: int, enemies: int) -> str | None:
    """Return the figure of a pac with these numbers of marbles in the row."""
    row = "S" * own + "s" * enemies
    board = Board.from_position(f"5/6/7/8/{row}{9 - len(row) or ''}/8/7/6/5")
    head = parse_cell(f"e{own}")
    return explain(board, [head], Direction.E).figure


def test_figure_of_a_pac_goes_by_the_numbers() -> None:
    figures = {(own, enemies): pac(own, enemies) for own in range(1, 6) for enemies in range(1, 5)}
    assert {each: figures[each] for each in [(1, 1), (2, 2), (3, 3), (4, 3), (5, 3)]} == {
        (1, 1): "pac11",
        (2, 2): "pac22",
        (3, 3): "pac33",
        (4, 3): "pac43",
        (5, 3): "wall",
    }
    assert (figures[3, 4], figures[4, 4], figures[5, 4]) == ("pac33", "pac43", "wall")
    assert (figures[1, 3], figures[2, 4]) == ("pac22", "pac22")  # outnumbered
    assert figures[3, 1] == "too_few"
