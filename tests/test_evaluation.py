"""The hand-made evaluation: every feature against its definition, every term against its features."""

import random
from array import array
from fractions import Fraction
from itertools import islice, pairwise

from hypothesis import given

from effort import examples
from positions import boards, random_game
from sumito import BLACK, SYMMETRIES, WHITE, Board, Color, Direction, _native, cell_name, next_cell
from sumito.core.native_game import game_of_two
from sumito.lab.samples import Sample, pack_samples

Point = tuple[Fraction, Fraction]
AXES = (Direction.E, Direction.NE, Direction.NW)
TERMS = {
    "material": ("lost", "lost_squared"),
    "reference": ("reference", "reference_late"),
    "rings": ("ring_2", "ring_3", "ring_4"),
    "contact": ("contact", "edge_contact"),
    "cohesion": ("surrounded", "split"),
    "sumito": ("facing", "pushable"),
    "ejection_threats": ("ejectable",),
    "tempo": ("to_move",),
}


def other(color: Color) -> Color:
    return WHITE if color is BLACK else BLACK


def with_turn(board: Board, color: Color) -> Board:
    fields = board.position().split()
    fields[3] = "b" if color is BLACK else "w"
    return Board.from_position(" ".join(fields), rules=board.rules)


def exchanged(board: Board) -> Board:
    """Return the position with colours exchanged, also of the player to move."""
    rows, black, white, turn, *rest = board.position().split()
    text = [rows.swapcase(), white, black, "w" if turn == "b" else "b", *rest]
    return Board.from_position(" ".join(text), rules=board.rules)


def point(cell: int) -> Point:
    name = cell_name(cell)
    return Fraction(int(name[1]) - 5), Fraction(ord(name[0]) - ord("e"))


def steps(a: Point, b: Point) -> Fraction:
    x, y = a[0] - b[0], a[1] - b[1]
    return max(abs(x), abs(y), abs(x - y))


def mean(points: list[Point]) -> Point:
    count = max(len(points), 1)
    return sum((x for x, _ in points), Fraction(0)) / count, sum((y for _, y in points), Fraction(0)) / count


def ring(cell: int) -> int:
    return int(steps(point(cell), (Fraction(0), Fraction(0))))


def neighbours(cell: int) -> list[int | None]:
    return [next_cell(cell, direction) for direction in Direction]


def last_pushed(board: Board, color: Color) -> tuple[set[int], set[int]]:
    """Return the enemies at the far end of every legal sumito: those that stay, and those that are ejected."""
    board = with_turn(board, color)
    enemies = set(board.marbles(other(color)))
    stay: set[int] = set()
    fall: set[int] = set()
    for move in board.legal_moves:
        ahead = {next_cell(cell, move.direction) for cell in move.cells} - set(move.cells)
        cell = next(iter(ahead))
        if len(ahead) > 1 or cell not in enemies:
            continue
        while (beyond := next_cell(cell, move.direction)) in enemies:
            assert beyond is not None
            cell = beyond
        (fall if board.is_ejection(move) else stay).add(cell)
    return stay, fall


def counted(board: Board, color: Color, reference: Point) -> dict[str, int | Fraction]:
    """Return the features of one player, computed the slow way."""
    own, enemies = set(board.marbles(color)), set(board.marbles(other(color)))
    lost = board.ejected(color)
    both = lost + board.ejected(other(color))
    distance = sum((steps(point(cell), reference) for cell in own), Fraction(0)) * 16
    touching = [cell for cell in own if enemies & set(neighbours(cell))]
    facing = 0
    for cell in own:
        for direction in Direction:
            row: list[int | None] = [cell]
            while row[-1] is not None and len(row) < 4:
                row.append(next_cell(row[-1], direction))
            facing += len(row) == 4 and own.issuperset(row[:3]) and row[3] in enemies
    stay, fall = last_pushed(board, color)
    return {
        "lost": lost,
        "lost_squared": lost * lost,
        "reference": distance,
        "reference_late": distance * both,
        "ring_2": sum(ring(cell) == 2 for cell in own),
        "ring_3": sum(ring(cell) == 3 for cell in own),
        "ring_4": sum(ring(cell) == 4 for cell in own),
        "contact": sum(ring(cell) <= 2 for cell in touching),
        "edge_contact": sum(ring(cell) == 4 for cell in touching),
        "surrounded": sum(own.issuperset(neighbours(cell)) for cell in own),
        "split": sum(
            {next_cell(cell, axis), next_cell(cell, axis.opposite)} <= own for cell in enemies for axis in AXES
        ),
        "facing": facing,
        "pushable": len(stay),
        "ejectable": len(fall),
    }


def slow_features(board: Board) -> dict[str, int]:
    mine, theirs = board.turn, other(board.turn)
    centres = [mean([point(cell) for cell in board.marbles(color)]) for color in (mine, theirs)]
    reference = (3 * (centres[0][0] + centres[1][0]) / 7, 3 * (centres[0][1] + centres[1][1]) / 7)
    own, enemy = counted(board, mine, reference), counted(board, theirs, reference)
    differences = {name: int(own[name] - enemy[name]) for name in own}  # towards zero
    both = board.ejected(mine) + board.ejected(theirs)
    return {**differences, "reference_late": differences["reference"] * both, "to_move": 1}


def features(board: Board) -> dict[str, int]:
    return dict(_native.features(game_of_two(board).setup))


def terms(board: Board) -> dict[str, int]:
    return dict(_native.explain(game_of_two(board).setup))


@given(boards())
@examples(150)
def test_features_are_what_they_say(board: Board) -> None:
    assert features(board) == slow_features(board)


def test_features_of_games_are_what_they_say() -> None:
    for seed in range(4):
        for board in islice(random_game(seed, 150), 3, None, 12):
            assert features(board) == slow_features(board)


@given(boards())
@examples(150)
def test_terms_are_their_features_weighed_and_sum_to_the_evaluation(board: Board) -> None:
    found, weights = features(board), dict(_native.weights())
    assert found.keys() == weights.keys()
    assert terms(board) == {
        term: int(Fraction(sum(weights[name] * found[name] for name in names), _native.ONE_WEIGHT))
        for term, names in TERMS.items()
    }
    assert _native.evaluate(game_of_two(board).setup) == sum(terms(board).values())


@given(boards())
@examples(100)
def test_images_are_worth_the_same(board: Board) -> None:
    for symmetry in SYMMETRIES:
        turned = board.transformed(symmetry)
        assert (features(turned), terms(turned)) == (features(board), terms(board))


@given(boards())
@examples(100)
def test_the_other_player_sees_the_opposite_but_for_the_tempo(board: Board) -> None:
    mine, theirs = terms(board), terms(with_turn(board, other(board.turn)))
    assert mine.pop("tempo") == theirs.pop("tempo") > 0
    assert mine == {name: -value for name, value in theirs.items()}
    assert terms(exchanged(board)) == terms(board)


def test_a_lost_marble_costs_the_more_the_fewer_are_left() -> None:
    rows = Board("belgian-daisy").position().split()[0]
    worths = [
        dict(_native.explain(game_of_two(Board.from_position(f"{rows} {lost} 0 b 0 1")).setup))["material"]
        for lost in range(6)
    ]
    steps = [after - before for before, after in pairwise(worths)]
    assert all(20 < step < 160 for step in steps)
    assert steps == sorted(steps)


def test_samples_have_the_features_of_their_positions() -> None:
    dice = random.Random(3)
    found, samples = [], []
    for board in islice(random_game(5, 120), 0, None, 7):
        black, white = (sum(1 << cell for cell in board.marbles(color)) for color in (BLACK, WHITE))
        lost = board.ejected(BLACK), board.ejected(WHITE)
        turn = int(board.turn is WHITE)
        samples.append(
            Sample(black, white, dice.randrange(99), dice.randrange(-99, 99), board.ply, 7, 1, turn, *lost, 0)
        )
        found.append(list(features(board).values()))
    rows = array("i", _native.sample_features(pack_samples(samples)))
    assert rows.tolist() == [value for row in found for value in row]
    nonsense = _native.sample_features(b"\xff" * 95)  # two engines, and some bytes
    assert len(nonsense) == 2 * len(_native.weights()) * rows.itemsize
