"""Levels of play: the data, the choice, and the absence of gross mistakes."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache
from itertools import accumulate, islice
from math import exp
from random import Random

import pytest

from conftest import REPOSITORY
from positions import random_game
from sumito import BLACK, LAYOUTS, Board, GameOverError, Move, cell_name
from sumito.engine import LEVELS, Analysis, Engine, Limit, Score, Variation, play_level
from sumito.engine.levels import (
    DEFAULT_LEVEL,
    DRAW_NODES,
    FORMER_LEVELS,
    HINT_NODES,
    Level,
    accepts_draw,
    choose,
    find_level,
    level_named,
    typed_level,
)
from wasm import Core, Game

NUMBERS = range(1, 13)
REPRODUCIBLE = [level.id for level in (*LEVELS, *FORMER_LEVELS) if level.time_ms is None]
IDS = ["pea", "cherry", "hazelnut", "walnut", "plum", "apple", "orange", "coconut", "melon", "boulder", "moon", "sun"]
GENTLE = range(1, 5)
MIDDLE = range(7, 10)
LAST_PUSH = "s4/6/7/8/5SSSs/8/7/6/5 5 2 b 0 40"


@cache
def positions(level: int = 4, every: int = 4) -> tuple[str, ...]:
    """Return positions of a game between a level of version 0.1 and the next one, after the first pushes."""
    engine, random = Engine(hash_mb=1), Random(5)
    board = Board("belgian-daisy")
    found = []
    while board.outcome is None and board.ply < 100:
        if board.ply % every == 0:
            found.append(board.position())
        board.play(play_level(engine, board, f"r1-{level + board.ply % 2}", random))
    return tuple(found)


def test_the_levels_are_those_of_the_docs() -> None:
    page = (REPOSITORY / "docs/levels.md").read_text(encoding="utf-8")
    head, _, *rows = page[page.index("| level | id | `nodes`") :].partition("\n\n")[0].splitlines()
    names = re.findall(r"`(\w+)`", head)
    assert names == [each.name for each in fields(Level) if each.name not in ("id", "number")]
    table = [re.split(r" *\| *", row)[1:-1] for row in rows]
    assert [row[:2] for row in table] == [[str(level.number), level.id] for level in LEVELS]
    values = [[float(word) if word else None for word in row[2:]] for row in table]
    assert values == [[getattr(level, name) for name in names] for level in LEVELS]
    assert [level.number for level in LEVELS] == list(NUMBERS)
    assert (DEFAULT_LEVEL, HINT_NODES, DRAW_NODES) == ("pea", 300_000, 100_000)
    assert find_level(3) is find_level("hazelnut") is typed_level("3") is LEVELS[2]


def test_higher_levels_search_more_and_choose_more_strictly() -> None:
    budgets = [level.nodes for level in LEVELS if level.nodes is not None]
    assert budgets == sorted(budgets)
    assert LEVELS[-1].nodes is None
    for name in ("variations", "temperature", "margin", "eagerness"):
        values = [getattr(level, name) for level in LEVELS]
        assert values == sorted(values, reverse=True), name
    for name in ("sight", "attention"):
        values = [getattr(level, name) for level in LEVELS]
        assert values == sorted(values), name
        assert set(values[len(GENTLE) :]) == {100}, "only gentle levels overlook something"
    assert all(level.temperature > 0 for level in LEVELS if level.variations > 1)
    assert (LEVELS[-1].variations, LEVELS[-1].limit) == (1, Limit(time_ms=LEVELS[-1].time_ms))


def test_ids_always_mean_the_same_level() -> None:
    """Games and records outlive versions: an id is never changed, and never used again for another level."""
    assert [level.id for level in LEVELS] == IDS
    assert [level.name for level in LEVELS] == [f"sumito {id}" for id in IDS]
    assert [level.id for level in FORMER_LEVELS] == [f"r1-{number}" for number in NUMBERS]
    assert [level.name for level in FORMER_LEVELS] == [f"sumito level {number}" for number in NUMBERS]
    for level in (*LEVELS, *FORMER_LEVELS):
        assert find_level(level.id) is level_named(level.name) is level
    for other in ("sumito level 0", "sumito level 13", "sumito level 1 ", "sumito", "sumito pip", "pea", "", "?"):
        assert level_named(other) is None


def test_levels_of_version_0_1_play_on_at_their_old_strength() -> None:
    """The numbers here are those of the data of version 0.1.

    Only the first level has others: its search of 2,000 nodes no longer finished, which made it stronger.
    """
    nodes = [None, *[2000] * 6, 2500, 5000, 25_000, 150_000, None]
    variations = [40, 22, 16, 12, 8, 6, 4, 3, 2, 2, 2, 1]
    temperature = [34, 28, 21, 17, 14, 12, 9, 7, 5, 4, 3, 0]
    margin = [130, 110, 90, 75, 60, 50, 36, 25, 20, 15, 10, 0]
    eagerness = [140, 110, 85, 65, 40, 25, 5, 0, 0, 0, 0, 0]
    rows = zip(nodes, variations, temperature, margin, eagerness, strict=True)
    for level, (limit, *values) in zip(FORMER_LEVELS, rows, strict=True):
        unlimited = Limit(depth=2) if level.number == 1 else Limit(time_ms=1000)
        assert level.limit == (unlimited if limit is None else Limit(nodes=limit))
        assert [level.variations, level.temperature, level.margin, level.eagerness] == values
        assert (level.sight, level.attention, level.push, level.centre) == (100, 100, 0, 0)


def test_a_former_level_has_one_in_its_place_that_is_no_stronger() -> None:
    data = json.loads((REPOSITORY / "src/sumito/data/levels.json").read_text(encoding="utf-8"))
    names = [each.name for each in fields(Level) if each.name not in ("id", "number")]
    for former, values in zip(FORMER_LEVELS, data["former"], strict=True):
        now = find_level(values["now"])
        same = [each for each in FORMER_LEVELS if all(getattr(each, name) == getattr(now, name) for name in names)]
        assert [each.number for each in same] in ([former.number], [former.number - 1])


@pytest.mark.parametrize("wrong", [0, 13, -1, 1.0, True, "4", "Pea", "r1-13", ""])
def test_other_levels_are_refused(wrong: int | str) -> None:
    with pytest.raises(ValueError, match="a level must be a number from 1 to 12 or an id, not "):
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


@pytest.mark.parametrize("number", REPRODUCIBLE)
def test_the_move_depends_on_the_game_and_the_random_numbers_alone(number: str) -> None:
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


def share_taken(level: int) -> float:
    """Return how often a level ejects a marble where that is as good as anything else."""
    engine = Engine(hash_mb=1)
    taken = [
        board.is_ejection(play_level(engine, board, level, Random(seed)))
        for board in map(Board.from_position, offers())
        for seed in range(4)
    ]
    assert len(taken) >= 60
    return sum(taken) / len(taken)


@pytest.mark.parametrize("number", range(4, 8))
def test_an_offered_marble_is_taken_most_of_the_time(number: int) -> None:
    assert share_taken(number) > 0.55


def test_gentle_levels_miss_ejections_less_and_less() -> None:
    pea, cherry, hazelnut = map(share_taken, (1, 2, 3))
    assert 0.02 < pea < 0.3
    assert pea + 0.05 < cherry < hazelnut - 0.2


def test_a_level_considers_only_the_given_moves() -> None:
    board = Board("belgian-daisy")
    engine = Engine(hash_mb=1)
    few = sorted(board.legal_moves)[3:9:2]
    assert {play_level(engine, board, 1, Random(seed), moves=few) for seed in range(30)} == set(few)
    assert play_level(engine, board, 1, Random(1), moves=few[:1]) == few[0]
    with pytest.raises(ValueError, match="no moves to choose from"):
        play_level(engine, board, 1, Random(1), moves=[])


class Scripted(Engine):
    """An engine with scripted results: its reports, and its final result."""

    def __init__(self, *reports: Analysis) -> None:
        super().__init__(hash_mb=1)
        self._reports = reports

    def analyse(  # type: ignore[override]
        self, board: Board, limit: Limit, *, variations: int, moves: object, report: Callable[[Analysis], None]
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
    assert play_level(Scripted(complete, mixed, mixed), Board(), "r1-4", Random(seed)) == first
    # Of the first iteration, the finished variations count. If none is finished, the final result counts.
    assert play_level(Scripted(begun, mixed), Board(), "r1-4", Random(seed)) == first
    assert play_level(Scripted(mixed), Board(), "r1-4", Random(seed)) == first
    later = found((2, -500), (2, 0), (2, -500))
    assert play_level(Scripted(complete, mixed, later, mixed), Board(), "r1-4", Random(seed)) == second


# ---- the choice among lines


def lines(*values: int) -> list[Variation]:
    moves = sorted(Board().legal_moves)
    return [Variation(Score(BLACK, value), 2, (move,)) for value, move in zip(values, moves, strict=False)]


LEVEL = replace(FORMER_LEVELS[0], temperature=20, margin=50, eagerness=0)


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


def test_a_score_counts_as_far_as_the_level_sees() -> None:
    for sight, taken in ((100, {0}), (50, {0, -60}), (0, {0, -60})):
        level = replace(LEVEL, sight=sight)
        found = [choose(Board(), lines(0, -60), level, i / 1000).score.value for i in range(1000)]
        assert set(found) == taken
    assert found.count(0) == pytest.approx(500, abs=1), "without sight all lines are equal"


def test_an_ejection_that_is_not_noticed_is_not_played() -> None:
    board = Board.from_position("s4/6/7/8/5SSSs/8/7/6/5 1 2 b 0 40")
    ejection = board.parse_move("e6e7")
    found = [
        Variation(Score(BLACK, 0), 2, (board.parse_move("e6d5"),)),
        Variation(Score(BLACK, 100), 2, (ejection,)),
    ]
    for attention, share in ((0, 0.0), (30, 0.3), (100, 1.0)):
        level = replace(LEVEL, attention=attention)
        taken = [choose(board, found, level, i / 2000).moves == (ejection,) for i in range(2000)]
        assert sum(taken) / 2000 == pytest.approx(share, abs=0.03)
    unseen = replace(LEVEL, attention=0)
    assert choose(board, found[1:], unseen, 0.5) == found[1], "something must be played"
    won = Variation(Score(BLACK, 29_999), 2, (ejection,))
    assert choose(board, [found[0], won], unseen, 0.5) == won, "a win is never missed"


def test_pushes_and_steps_to_the_centre_are_liked() -> None:
    board = Board.from_position("5/6/7/4s3/2SSs4/8/7/6/S4 0 0 b 0 1")
    push, inward, outward = map(board.parse_move, ("e3e4", "a1b2", "e3d3"))
    assert board.is_sumito(push)
    assert not board.is_sumito(inward)
    found = [Variation(Score(BLACK, 0), 1, (move,)) for move in (outward, inward, push)]
    strict = replace(LEVEL, temperature=0, sight=0)
    assert choose(board, found, replace(strict, push=10), 0.5).moves == (push,)
    assert choose(board, found[:2], replace(strict, centre=10), 0.5).moves == (inward,)
    # The push brings two marbles a step nearer to the centre each, the other move one.
    assert choose(board, found, replace(strict, centre=10), 0.5).moves == (push,)
    assert choose(board, found, replace(strict, centre=-10), 0.5).moves == (outward,)


def mixed(number: int) -> int:
    """Return a number of the fixed random sequence of splitmix64."""
    number = (number * 0x9E3779B97F4A7C15) % 2**64
    number = ((number ^ number >> 30) * 0xBF58476D1CE4E5B9) % 2**64
    number = ((number ^ number >> 27) * 0x94D049BB133111EB) % 2**64
    return number ^ number >> 31


def ring(cell: int) -> int:
    """Return the distance from the centre, e5."""
    name = cell_name(cell)
    row, number = "abcdefghi".index(name[0]) - 4, int(name[1]) - 5
    return max(abs(row), abs(number), abs(row - number))


def worth(board: Board, each: Variation, level: Level) -> int:
    move = each.moves[0]
    inward = sum(map(ring, move.cells)) - sum(map(ring, move.targets))
    liked = level.eagerness * board.is_ejection(move) + level.push * board.is_sumito(move) + level.centre * inward
    return int(each.score.value * level.sight / 100) + liked


def is_noticed(board: Board, move: Move, level: Level, random: float) -> bool:
    return not board.is_ejection(move) or mixed(int(random * 2**32) * 1734 + move.number) % 100 < level.attention


def reference(board: Board, variations: list[Variation], level: Level, random: float) -> tuple[Variation, float]:
    """Return the choice by docs/levels.md in floating point, and how far the random number is from another one."""
    order = sorted(variations, key=lambda each: (-each.score.value, each.moves[0].number))
    if order[0].score.win_in is not None:
        return order[0], 1.0
    order = [each for each in order if is_noticed(board, each.moves[0], level, random)] or order
    worths = {each: worth(board, each, level) for each in order}
    most = max(worths.values())
    order = sorted(
        (each for each in order if most - worths[each] <= level.margin),
        key=lambda each: (-worths[each], each.moves[0].number),
    )
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
        for level in (*LEVELS[:-1], *FORMER_LEVELS[:-1]):
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
            names = ("temperature", "margin", "eagerness", "sight", "attention", "push", "centre")
            taste = core.give(struct.pack("<7i", *(getattr(level, name) for name in names)), "taste")
            assert found[core.call("choose", twin.at, candidates, len(found), taste, random)] == chosen
            seen.add((level.id, found.index(chosen)))
    assert len(seen) > 250


def test_what_cannot_be_chosen_from() -> None:
    core = Core()
    game = core.game(Board().position())
    assert isinstance(game, Game)
    legal = min(move.number for move in Board().legal_moves)
    illegal = next(number for number in range(1734) if not game.is_legal(number))
    taste = core.give(struct.pack("<7i", 20, 50, 0, 100, 100, 0, 0), "taste")
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
