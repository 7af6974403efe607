"""Levels of play: the data, the choice, and the absence of gross mistakes."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import accumulate, islice
from math import exp
from random import Random

import pytest

from conftest import REPOSITORY
from positions import random_game
from sumito import BLACK, LAYOUTS, Board, GameOverError, Move
from sumito.engine import LEVELS, Analysis, Engine, Limit, Score, Variation, play_level
from sumito.engine.levels import DEFAULT_LEVEL, DRAW_NODES, HINT_NODES, Level, accepts_draw, choose, level_numbered
from wasm import Core, Game

NUMBERS = range(1, 13)
BY_NODES = [level.number for level in LEVELS if level.nodes is not None]
MIDDLE = range(5, 9)
LAST_PUSH = "s4/6/7/8/5SSSs/8/7/6/5 5 2 b 0 40"


@cache
def positions(level: int = 4, every: int = 4) -> tuple[str, ...]:
    """Return positions of a game between a level and the next one, after the first pushes."""
    engine, random = Engine(hash_mb=1), Random(5)
    board = Board("belgian-daisy")
    found = []
    while board.outcome is None and board.ply < 100:
        if board.ply % every == 0:
            found.append(board.position())
        board.play(play_level(engine, board, level + board.ply % 2, random))
    return tuple(found)


def test_the_levels_are_those_of_the_docs() -> None:
    page = (REPOSITORY / "docs/levels.md").read_text(encoding="utf-8")
    head, _, *rows = page[page.index("| level | `nodes`") :].partition("\n\n")[0].splitlines()
    names = re.findall(r"`(\w+)`", head)
    assert {"nodes", "time_ms", "variations", "temperature", "margin", "eagerness"} == set(names)
    table = [[float(word) if word else None for word in re.split(r" *\| *", row)[1:-1]] for row in rows]
    assert table == [[level.number, *(getattr(level, name) for name in names)] for level in LEVELS]
    assert [level.number for level in LEVELS] == list(NUMBERS)
    assert (DEFAULT_LEVEL, HINT_NODES, DRAW_NODES) == (2, 300_000, 100_000)
    assert level_numbered(3) is LEVELS[2]


def test_higher_levels_search_more_and_choose_more_strictly() -> None:
    budgets = [level.nodes for level in LEVELS if level.nodes is not None]
    assert budgets == sorted(budgets)
    assert LEVELS[-1].nodes is None
    for name in ("variations", "temperature", "margin", "eagerness"):
        values = [getattr(level, name) for level in LEVELS]
        assert values == sorted(values, reverse=True), name
    assert all(level.temperature > 0 for level in LEVELS if level.variations > 1)
    assert (LEVELS[-1].variations, LEVELS[-1].limit) == (1, Limit(time_ms=LEVELS[-1].time_ms))


@pytest.mark.parametrize("wrong", [0, 13, -1, 1.0, True, "4"])
def test_other_levels_are_refused(wrong: int) -> None:
    with pytest.raises(ValueError, match="a level must be a whole number from 1 to 12, not "):
        play_level(Engine(hash_mb=1), Board(), wrong, Random(1))


def test_a_finished_game_has_no_move() -> None:
    board = Board()
    board.resign()
    with pytest.raises(GameOverError):
        play_level(Engine(hash_mb=1), board, 1, Random(1))


@pytest.mark.parametrize("number", NUMBERS)
def test_every_level_plays_a_legal_move_and_changes_nothing(number: int) -> None:
    engine = Engine(hash_mb=1)
    for text in (Board().position(), positions()[-1], "5/6/7/8/9/8/7/6/S3s 0 0 b 0 1"):
        board = Board.from_position(text)
        assert play_level(engine, board, number, Random(3)) in board.legal_moves
        assert board == Board.from_position(text)


@pytest.mark.parametrize("number", BY_NODES)
def test_the_move_depends_on_the_game_and_the_random_numbers_alone(number: int) -> None:
    board = Board.from_position(positions()[3])
    fresh, again = list[Analysis](), list[Analysis]()
    move = play_level(Engine(hash_mb=1), board, number, Random(7), report=fresh.append)
    engine = Engine(hash_mb=1)
    engine.analyse(board, Limit(nodes=30_000))
    engine.analyse(Board(), Limit(nodes=10_000))
    assert play_level(engine, board, number, Random(7), report=again.append) == move
    assert again == fresh, "an earlier search makes it no stronger"


def test_low_levels_play_different_games() -> None:
    engine, board = Engine(hash_mb=1), Board("belgian-daisy")
    assert len({play_level(engine, board, 1, Random(seed)) for seed in range(12)}) > 4
    assert len({play_level(engine, board, 8, Random(seed)) for seed in range(12)}) <= LEVELS[7].variations


@pytest.mark.parametrize("number", NUMBERS)
def test_a_win_in_one_is_taken(number: int) -> None:
    board = Board.from_position(LAST_PUSH)
    for seed in range(5 if number < 12 else 1):
        move = play_level(Engine(hash_mb=1), board, number, Random(seed))
        assert board.is_ejection(move)


def gives_a_marble(board: Board, move: Move) -> bool:
    """Return whether a move lets the opponent eject a marble, without an ejection before it or right after it."""
    if board.is_ejection(move):
        return False
    after = board.copy()
    after.play(move)
    for answer in [each for each in after.legal_moves if after.is_ejection(each)]:
        after.play(answer)
        answered = after.outcome is None and any(map(after.is_ejection, after.legal_moves))
        after.undo()
        if not answered:
            return True
    return False


def is_threatened(board: Board) -> bool:
    """Return whether the opponent would eject a marble if it were their turn."""
    rows, *rest = board.position().split()
    rest[2] = "w" if board.turn is BLACK else "b"
    other = Board.from_position(" ".join((rows, *rest)))
    return any(map(other.is_ejection, other.legal_moves))


def is_worth_it(judge: Engine, board: Board, move: Move) -> bool:
    """Return whether there is compensation for the marble: a longer search finds hardly anything better."""
    best, given = (judge.analyse(board, Limit(depth=8), moves=each).score.value for each in (None, [move]))
    return best - given < 40


@pytest.mark.parametrize("number", MIDDLE)
def test_middle_levels_do_not_step_into_an_ejection_for_nothing(number: int) -> None:
    engine, judge = Engine(hash_mb=1), Engine(hash_mb=4)
    tried = 0
    for text in positions(every=2):
        board = Board.from_position(text)
        giving = [move for move in board.legal_moves if gives_a_marble(board, move)]
        if giving and not is_threatened(board):
            tried += 1
            for seed in range(4):
                move = play_level(engine, board, number, Random(seed))
                assert move not in giving or is_worth_it(judge, board, move), (text, seed)
    assert tried >= 10


@cache
def offers() -> list[str]:
    """Return positions in which an ejection is as good as anything else."""
    engine = Engine(hash_mb=1)
    found = []
    for seed in range(12):
        for board in islice(random_game(seed, 100, ("belgian-daisy", "standard")[seed % 2]), 20, None, 3):
            ejections = [move for move in board.legal_moves if board.is_ejection(move)]
            if ejections:
                best, taken = (engine.analyse(board, Limit(depth=4), moves=each).score for each in (None, ejections))
                if best.value - taken.value < 10:
                    found.append(board.position())
    return found


@pytest.mark.parametrize("number", range(1, 7))
def test_an_offered_marble_is_taken_most_of_the_time(number: int) -> None:
    engine = Engine(hash_mb=1)
    taken = [
        board.is_ejection(play_level(engine, board, number, Random(seed)))
        for board in map(Board.from_position, offers())
        for seed in range(4)
    ]
    assert len(taken) >= 60
    assert sum(taken) > 0.55 * len(taken)


class Scripted(Engine):
    """An engine with scripted results: its reports, and its final result."""

    def __init__(self, *reports: Analysis) -> None:
        super().__init__(hash_mb=1)
        self._reports = reports

    def analyse(  # type: ignore[override]
        self, board: Board, limit: Limit, *, variations: int, report: Callable[[Analysis], None]
    ) -> Analysis:
        for each in self._reports[:-1]:
            report(each)
        return self._reports[-1]


def found(*depths_and_values: tuple[int, int]) -> Analysis:
    moves = sorted(Board().legal_moves)
    pairs = zip(depths_and_values, moves, strict=False)
    return Analysis(tuple(Variation(Score(BLACK, value), depth, (move,)) for (depth, value), move in pairs), 1, True)


@pytest.mark.parametrize("seed", range(20))
def test_only_lines_of_the_same_depth_are_compared(seed: int) -> None:
    first, second, *_ = sorted(Board().legal_moves)
    begun, complete, mixed = found((1, 0)), found((1, 0), (1, -500), (1, -500)), found((2, -300), (1, 0), (1, 0))
    assert play_level(Scripted(complete, mixed, mixed), Board(), 4, Random(seed)) == first
    # Of the first iteration, the finished variations count. If none is finished, the final result counts.
    assert play_level(Scripted(begun, mixed), Board(), 4, Random(seed)) == first
    assert play_level(Scripted(mixed), Board(), 4, Random(seed)) == first
    later = found((2, -500), (2, 0), (2, -500))
    assert play_level(Scripted(complete, mixed, later, mixed), Board(), 4, Random(seed)) == second


# ---- the choice among lines


def lines(*values: int) -> list[Variation]:
    moves = sorted(Board().legal_moves)
    return [Variation(Score(BLACK, value), 2, (move,)) for value, move in zip(values, moves, strict=False)]


LEVEL = replace(LEVELS[0], temperature=20, margin=50, eagerness=0)


def test_worse_lines_are_taken_more_rarely() -> None:
    found = lines(-20, 0, -40)  # their order does not matter
    taken = [choose(Board(), found, LEVEL, i / 10_000).score.value for i in range(10_000)]
    shares = {value: taken.count(value) / 10_000 for value in (0, -20, -40)}
    total = 1 + 2.718281828**-1 + 2.718281828**-2
    for value, weight in ((0, 1.0), (-20, 2.718281828**-1), (-40, 2.718281828**-2)):
        assert shares[value] == pytest.approx(weight / total, abs=1e-3)
    assert taken == sorted(taken, reverse=True)


def test_lines_beyond_the_margin_are_never_taken() -> None:
    for last, expected in ((-41, {10}), (-40, {10, -40})):
        assert {choose(Board(), lines(10, last), LEVEL, i / 1000).score.value for i in range(1000)} == expected


@pytest.mark.parametrize(("temperature", "taken"), [(0, {0}), (1, {0, -1})])
def test_without_temperature_only_the_best_line_is_taken(temperature: int, taken: set[int]) -> None:
    level = replace(LEVEL, temperature=temperature)
    assert {choose(Board(), lines(0, -1), level, i / 1000).score.value for i in range(1000)} == taken


def test_what_is_proved_is_no_matter_of_taste() -> None:
    won, lost = Score(BLACK, 29_999), Score(BLACK, -29_998)
    assert (won.win_in, lost.win_in) == (1, -2)
    for i in range(100):
        assert choose(Board(), lines(29_997, 29_999), LEVEL, i / 100).score == won
        assert choose(Board(), lines(-29_999, -29_998), LEVEL, i / 100).score.value == -29_998


def test_lines_of_equal_worth_come_in_the_order_of_their_moves() -> None:
    found = lines(0, 0)
    assert choose(Board(), found, LEVEL, 0.0) == choose(Board(), found[::-1], LEVEL, 0.0) == found[0]
    assert choose(Board(), found, LEVEL, 0.999) == found[1]


def test_an_ejection_gains_by_eagerness() -> None:
    board = Board.from_position("s4/6/7/8/5SSSs/8/7/6/5 1 2 b 0 40")
    ejection = board.parse_move("e6e7")
    other = board.parse_move("e6d5")
    found = [Variation(Score(BLACK, 30), 2, (other,)), Variation(Score(BLACK, 0), 2, (ejection,))]
    for eagerness, taken in ((0, other), (31, ejection), (81, ejection)):
        level = replace(LEVEL, eagerness=eagerness)
        assert choose(board, found, level, 0.0).moves == (taken,)
    assert choose(board, found, level, 0.999).moves == (ejection,)  # the margin is measured from there


def reference(board: Board, variations: list[Variation], level: Level, random: float) -> tuple[Variation, float]:
    """Return the choice by docs/levels.md in floating point, and how far the random number is from another one."""
    order = sorted(variations, key=lambda each: (-each.score.value, each.moves[0].number))
    if order[0].score.win_in is not None:
        return order[0], 1.0
    worths = {each: each.score.value + level.eagerness * board.is_ejection(each.moves[0]) for each in order}
    most = max(worths.values())
    order = sorted((each for each in order if most - worths[each] <= level.margin), key=lambda each: -worths[each])
    ends = list(accumulate(exp((worths[each] - most) / level.temperature) for each in order))
    rest = random * ends[-1]
    chosen = next(each for each, end in zip(order, ends, strict=True) if rest < end)
    return chosen, min(abs(rest - end) for end in (0.0, *ends))


def test_both_builds_choose_by_the_rule() -> None:
    rng = Random(19)
    core = Core()
    seen = set()
    for _ in range(60):
        board = Board(rng.choice(sorted(LAYOUTS)))
        for _ in range(rng.randrange(120)):
            moves = list(board.legal_moves)
            board.play(rng.choice([move for move in moves if board.is_sumito(move)] or moves))
            if board.outcome:
                board.undo()
                break
        legal = list(board.legal_moves)
        twin = core.game(board.position())
        assert isinstance(twin, Game)
        for level in LEVELS[:-1]:
            taken = rng.sample(legal, min(level.variations, len(legal)))
            values = [rng.randrange(-60, 60) for _ in taken]
            values[0] = rng.choice([values[0]] * 9 + [29_990, -29_990])
            found = [Variation(Score(board.turn, value), 4, (move,)) for value, move in zip(values, taken, strict=True)]
            random = rng.random()
            chosen = choose(board, found, level, random)
            expected, distance = reference(board, found, level, random)
            assert chosen == expected or distance < 1e-3
            flat = [part for each in found for part in (each.score.value, each.moves[0].number)]
            candidates = core.give(struct.pack(f"<{len(flat)}i", *flat))
            taste = core.give(struct.pack("<3i", level.temperature, level.margin, level.eagerness), "taste")
            assert found[core.call("choose", twin.at, candidates, len(found), taste, random)] == chosen
            seen.add((level.number, found.index(chosen)))
    assert len(seen) > 90


def test_what_cannot_be_chosen_from() -> None:
    core = Core()
    game = core.game(Board().position())
    assert isinstance(game, Game)
    legal = min(move.number for move in Board().legal_moves)
    illegal = next(number for number in range(1734) if not game.is_legal(number))
    taste = core.give(struct.pack("<3i", 20, 50, 0), "taste")
    for move, count, random in ((legal, 0, 0.5), (illegal, 1, 0.5), (1734, 1, 0.5), (legal, 1, 1.0), (legal, 1, -0.1)):
        candidates = core.give(struct.pack("<2i", 0, move))
        assert core.call("choose", game.at, candidates, count, taste, random) == -1
    assert core.call("choose", game.at, core.give(struct.pack("<2i", 0, legal)), 1, taste, 0.5) == 0
    for found, random in (([], 0.5), (lines(0), 1.0), (lines(0), float("nan"))):
        with pytest.raises(ValueError, match="random number"):
            choose(Board(), found, LEVEL, random)


# ---- offers of a draw


@pytest.mark.parametrize(
    ("quiet", "score", "accepted"), [(20, 0, True), (19, 0, False), (20, -1, False), (60, 250, True), (0, 900, False)]
)
def test_the_computer_accepts_a_draw_if_nothing_happens_and_it_stands_no_better(
    quiet: int, score: int, accepted: bool
) -> None:
    text = f"5/6/7/8/3SSS3/8/2sss2/6/5 0 0 b {quiet} 40"
    board = Board.from_position(text)
    assert accepts_draw(board, Analysis((Variation(Score(BLACK, score), 9, ()),), 1, False)) is accepted
    core = Core()
    game = core.game(text)
    assert isinstance(game, Game)
    assert core.call("accepts_draw", game.at, score) == accepted


def test_without_random_numbers_the_choice_varies() -> None:
    engine = Engine(hash_mb=1)
    assert len({play_level(engine, Board(), 1) for _ in range(30)}) > 1
