"""Taps on enemy marbles while a line is selected: the four cases of the rules, and the sentences."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracle
from positions import boards, make_board, names, to_oracle
from sumito import Board, Direction, IllegalReason, cell_name, parse_cell
from sumito.learn.reasons import TapProblem, tap
from test_refusals import move_text

GAP = ("e2 e3 e4", "e6 e7", "e2 e3 e4")
ASIDE = ("d2 d3 d4", "e5 e6", "d2 d3 d4")

# black, white, line, tapped marble; problem, reason, marked cells, figure, alternative move, words
# fmt: off
TAPS: list[tuple[tuple[str, str, str], str, str, str, str, str, str, str]] = [
    (GAP, "e6", "gap", "", "e5", "gap", "e2 e3 e4 E",
     "A gap: on the way from e2, e3 and e4 to e6, e5 is empty, and a push needs contact. "
     "Close the gap first: e2, e3 and e4 can go right."),
    (GAP, "e7", "gap", "", "e5", "gap", "e2 e3 e4 E",
     "A gap: on the way from e2, e3 and e4 to e7, e5 is empty, and a push needs contact. "
     "Close the gap first: e2, e3 and e4 can go right."),
    (("e5", "h8", "e5"), "h8", "gap", "", "f6 g7", "gap", "e5 NE",
     "A gap: on the way from e5 to h8, f6 and g7 are empty, and a push needs contact. "
     "Close the gap first: e5 can go up right."),
    (("e4 e5", "e3 e1", "e4 e5"), "e1", "gap", "None", "e2", "gap", "e5 e4 W",
     "A gap: on the way from e4 and e5 to e1, e2 is empty, and a push needs contact. "
     "Sumito, 2 against 1: e5 and e4 go left and push e3."),
    (("e1 e2 e3", "e5", "e1 e2"), "e5", "gap", "own_marble_ahead", "e4", "gap", "e1 e2 e3 E",
     "A gap: on the way from e1 and e2 to e5, e4 is empty, and a push needs contact. "
     "Your own marble on e3 is in the way. Take it along: e1, e2 and e3 can go right."),
    (ASIDE, "e6", "not_in_line", "", "e6", "not_in_line", "",
     "e6 is not in line with d2, d3 and d4, and a push needs one straight line."),
    (ASIDE, "e5", "", "broadside_blocked", "e5", "broadside_cannot_push", "d2 d3 d4 NW",
     "A broadside move never pushes, and e5 holds a white marble. "
     "From here d2, d3 and d4 can go right, up left, left, down left or down right."),
    (("d2 d3 d4", "e4", "d2 d3 d4"), "e4", "not_in_line", "broadside_blocked", "e4", "not_in_line", "d2 d3 d4 E",
     "e4 is not in line with d2, d3 and d4, and a push needs one straight line. "
     "A broadside move never pushes, and e4 holds a white marble. "
     "From here d2, d3 and d4 can go right, left, down left or down right."),
    (("e2 e3 e4", "e5 e6", "e2 e3 e4"), "e5", "", "None", "", "", "",
     "Sumito, 3 against 2: e2, e3 and e4 go right and push e5 and e6."),
    (("e2 e3 e4", "e5 e6", "e2 e3 e4"), "e6", "", "None", "", "", "",
     "Sumito, 3 against 2: e2, e3 and e4 go right and push e5 and e6."),
    (("e3 e4", "e5 e6", "e3 e4"), "e6", "", "pac", "e5 e6", "pac22", "e3 e4 NE",
     "Pac: 2 of your marbles (e3 and e4) against 2 (e5 and e6), and a push needs more marbles than it meets. "
     "From here e3 and e4 can go up right, up left, left, down left or down right."),
    (("e2 e3 e4", "e5 e6", "e2"), "e6", "", "None", "", "", "",
     "Sumito, 3 against 2: e2, e3 and e4 go right and push e5 and e6."),
    (("e1 e2 e3 e4", "e5", "e1"), "e5", "", "too_many", "e1 e2 e3 e4", "sumito42", "e2 e3 e4 E",
     "That is 4 marbles (e1, e2, e3 and e4), and no more than three can move in one turn. "
     "Three of them can go: start at e2."),
    (("e1 e2 e3", "e4", "e1 e2"), "e4", "", "own_marble_ahead", "e3", "in_line", "e1 e2 e3 E",
     "Your own marble on e3 is in the way. Take it along: e1, e2 and e3 can go right."),
]
# fmt: on


@pytest.mark.parametrize(("place", "target", "problem", "reason", "marked", "figure", "instead", "words"), TAPS)
def test_tap_says_what_it_asks_for(
    place: tuple[str, str, str],
    target: str,
    problem: str,
    reason: str,
    marked: str,
    figure: str,
    instead: str,
    words: str,
) -> None:
    black, white, line = place
    board = make_board(black, white)
    found = tap(board, map(parse_cell, line.split()), parse_cell(target))
    assert (found.problem or "", str(found.verdict.reason) if found.verdict is not None else "") == (problem, reason)
    said = found.explanation
    assert (" ".join(map(cell_name, said.cells)), said.figure or "", move_text(said.instead)) == (
        marked,
        figure,
        instead,
    )
    assert said.text() == words
    assert (found.move is not None) is (not problem and reason == "None")


def test_tap_in_a_finished_game_says_so() -> None:
    board = make_board("e4 e5", "e6")
    board.resign()
    found = tap(board, [parse_cell("e5")], parse_cell("e6"))
    assert (found.problem, found.move) == (None, None)
    assert found.explanation.text() == "The game is over. White wins: Black has resigned."


@pytest.mark.parametrize(
    ("line", "target"),
    [("e5", "e4"), ("e5", "e9"), ("e6", "e6"), ("e4", "e6"), ("e5 e7", "e6"), ("e5 f7", "e6"), ("a1 a2 a3 a4", "e6")],
)
def test_tap_needs_a_line_and_an_enemy(line: str, target: str) -> None:
    board = make_board("e5 e7 f7 a1 a2 a3 a4", "e6")
    with pytest.raises(ValueError, match="a tap needs a selected line"):
        tap(board, map(parse_cell, line.split()), parse_cell(target))


# ---- the four cases, slow and obvious


def named_by(state: oracle.State, line: frozenset[str], target: str) -> tuple[str, str, frozenset[str]]:
    """Return the case, the direction, and the line of a move or the cells of a gap."""
    for way in oracle.DIRECTIONS:
        if not oracle.is_in_line(line, way):
            continue
        head, _ = oracle.head_and_tail(line, way)
        path = oracle.ahead(head, way)
        if target in path:
            between = path[: path.index(target)]
            gap = frozenset(cell for cell in between if cell not in state.at)
            if gap:
                return "gap", way, gap
            joined = set(line)
            for cell in between if len(line) == 1 else ():
                if state.at[cell] != state.turn:
                    break
                joined.add(cell)
            return "move", way, frozenset(joined)
    sides = [way for way in oracle.DIRECTIONS if not oracle.is_in_line(line, way)]
    first, last = min(line), max(line)
    for way in sides:
        # The landing cell of the leading end is farther from the other end.
        landings = [(oracle.step(end, way), other) for end, other in ((first, last), (last, first))]
        far = [cell for cell, other in landings if cell and oracle.distance(cell, other) == len(line)]
        if target in far:
            return "move", way, line
    if any(target == oracle.step(cell, way) for way in sides for cell in line):
        return "side", "", line
    return "aside", "", line


def test_taps_follow_the_four_cases() -> None:
    lines = sorted(map(sorted, oracle.LINES))
    seen: Counter[str] = Counter()

    @settings(max_examples=200)
    @given(boards(), st.randoms(use_true_random=False))
    def check(board: Board, rng: random.Random) -> None:
        state = to_oracle(board)
        own = [line for line in lines if all(state.at.get(cell) == state.turn for cell in line)]
        enemies = sorted(cell for cell, color in state.at.items() if color != state.turn)
        if board.outcome or not own or not enemies:
            return
        for _ in range(12):
            line, target = frozenset(rng.choice(own)), rng.choice(enemies)
            case, way, cells = named_by(state, line, target)
            found = tap(board, map(parse_cell, line), parse_cell(target))
            said = found.explanation
            seen[case] += 1
            assert said.instead is None or said.instead in board.legal_moves
            assert said.sentences
            if case == "move":
                assert found.problem is None
                assert found.verdict == board.verdict(map(parse_cell, cells), Direction[way])
                assert found.move is None or (names(found.move.cells), found.move.direction.name) == (cells, way)
            elif case == "gap":
                assert (found.problem, found.move, said.figure) == (TapProblem.GAP, None, "gap")
                assert names(said.cells) == cells
                ahead = oracle.step(oracle.head_and_tail(line, way)[0], way)
                if ahead in cells:
                    assert found.verdict is None
                    assert said.instead is not None
                    assert (names(said.instead.cells), said.instead.direction.name) == (line, way)
                else:
                    assert found.verdict == board.verdict(map(parse_cell, line), Direction[way])
            else:
                assert (found.problem, found.move, said.figure) == (TapProblem.NOT_IN_LINE, None, "not_in_line")
                if case == "aside":
                    assert (found.verdict, said.cells, said.instead) == (None, (parse_cell(target),), None)
                else:
                    assert found.verdict is not None
                    assert found.verdict.reason is IllegalReason.BROADSIDE_BLOCKED
                    assert parse_cell(target) in said.cells

    check()
    assert min(seen[case] for case in ("move", "gap", "side", "aside")) > 5
