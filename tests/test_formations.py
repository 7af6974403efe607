"""Formations: compared with a slow definition in the words of the glossary, and general properties."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import TypeAlias

import pytest
from hypothesis import given

from effort import examples
from positions import boards, exchanged, make_board, random_game
from sumito import (
    BLACK,
    CELLS,
    LAYOUTS,
    SYMMETRIES,
    WHITE,
    Board,
    Color,
    Direction,
    IllegalReason,
    Symmetry,
    cell_name,
    next_cell,
    parse_cell,
)
from sumito.learn.formations import Formation, FormationKind, formations

# ---- the slow definition: cells are (row, number), marbles are sets, and it shares no code with the package

Cell: TypeAlias = tuple[int, int]
Marbles: TypeAlias = frozenset[Cell]
Named: TypeAlias = tuple[str, str, str, str, str, bool, bool]
"""kind, colour, cells, enemies, directions, room, inside"""

STEPS = {"E": (0, 1), "NE": (1, 1), "NW": (1, 0), "W": (0, -1), "SW": (-1, -1), "SE": (-1, 0)}
AXES = ("E", "NE", "NW")


def cell_of(name: str) -> Cell:
    return "abcdefghi".index(name[0]), int(name[1])


def name_of(cell: Cell) -> str:
    return f"{'abcdefghi'[cell[0]]}{cell[1]}"


def spelled(cells: Marbles) -> str:
    return " ".join(sorted(map(name_of, cells)))


def exists(cell: Cell) -> bool:
    row, number = cell
    return 0 <= row <= 8 and 1 <= number <= 9 and abs(number - 1 - row) <= 4


def stepped(cell: Cell, way: str, steps: int = 1) -> Cell:
    return cell[0] + steps * STEPS[way][0], cell[1] + steps * STEPS[way][1]


def touch(one: Cell, two: Cell) -> bool:
    return any(stepped(one, way) == two for way in STEPS)


def parted(things: list[Marbles], linked: dict[Marbles, set[Marbles]]) -> Iterator[set[Marbles]]:
    left = set(things)
    while left:
        part, todo = set(), [left.pop()]
        while todo:
            each = todo.pop()
            part.add(each)
            todo += linked[each] & left
            left -= linked[each]
        yield part


def groups(marbles: Marbles) -> list[Marbles]:
    each = [frozenset({cell}) for cell in marbles]
    linked = {one: {two for two in each if touch(*one, *two)} for one in each}
    return [frozenset().union(*part) for part in parted(each, linked)]


def trinomial(cells: Marbles) -> str | None:
    """Return the name of three marbles; None if contact does not join them."""
    pairs = [(one, two) for one, two in combinations(sorted(cells), 2) if touch(one, two)]
    if len(pairs) == 3:
        return "shield"
    if len(pairs) < 2:
        return None
    (middle,) = set(pairs[0]) & set(pairs[1])
    one, two = cells - {middle}
    return "lance" if (one[0] + two[0], one[1] + two[1]) == (2 * middle[0], 2 * middle[1]) else "arc"


def blocks(marbles: Marbles) -> Iterator[tuple[str, Marbles]]:
    for axis in AXES:
        straight = [frozenset(stepped(cell, axis, i) for i in range(3)) for cell in marbles]
        lances = [line for line in straight if line <= marbles]
        linked = {
            lance: {other for way in STEPS if (other := frozenset(stepped(cell, way) for cell in lance)) in lances}
            for lance in lances
        }
        for part in parted(lances, linked):
            cells = frozenset().union(*part)
            up, right = STEPS[axis]
            if len({row * right - number * up for row, number in cells}) >= 2:
                yield axis, cells


def det(marble: Cell, enemy: Marbles) -> tuple[list[str], Marbles] | None:
    axes = [axis for axis in AXES if {stepped(marble, axis), stepped(marble, axis, -1)} <= enemy]
    around = frozenset(stepped(marble, axis, side) for axis in axes for side in (1, -1))
    if len(axes) < 2 or not any(around <= group for group in groups(enemy)):
        return None
    return axes, around


def line(marbles: Marbles, first: Cell, way: str, most: int = 9) -> Marbles:
    cells: list[Cell] = []
    while first in marbles and len(cells) < most:
        cells.append(first)
        first = stepped(first, way)
    return frozenset(cells)


def slow_formations(board: Board, inside: bool) -> Counter[Named]:
    players = {
        str(color): frozenset(cell_of(cell_name(cell)) for cell in board.marbles(color)) for color in (BLACK, WHITE)
    }
    found: list[Named] = []
    for color, own in players.items():
        enemy = players["white" if color == "black" else "black"]
        for group in groups(own):
            size = len(group)
            kind = trinomial(group) if size == 3 else {1: "monomial", 2: "binomial"}.get(size, "polynomial")
            assert kind
            found.append((kind, color, spelled(group), "", "", False, False))
            if inside and size > 3:
                for three in map(frozenset, combinations(group, 3)):
                    if shape := trinomial(three):
                        found.append((shape, color, spelled(three), "", "", False, True))
            if size == 1 and (held := det(next(iter(group)), enemy)):
                found.append(("det", color, spelled(group), spelled(held[1]), " ".join(held[0]), False, False))
        axes: dict[Marbles, list[str]] = {}
        for axis, cells in blocks(own):
            axes.setdefault(cells, []).append(axis)
        for cells, along in axes.items():
            found.append(("block", color, spelled(cells), "", " ".join(along), False, False))
        for way in STEPS:
            back = {"E": "W", "NE": "SW", "NW": "SE", "W": "E", "SW": "NE", "SE": "NW"}[way]
            for head in own:
                theirs = line(enemy, stepped(head, way), way)
                ours = line(own, head, back)
                counting = line(own, head, back, 3)
                if not theirs:
                    continue
                if len(counting) > len(theirs):
                    beyond = stepped(head, way, len(theirs) + 1)
                    room = not exists(beyond) or beyond not in own | enemy
                    found.append(("sumito", color, spelled(counting), spelled(theirs), way, room, False))
                elif min(len(ours), 3) == min(len(theirs), 3) and color == "black":
                    axis = way if way in AXES else back
                    found.append(("pac", "None", spelled(ours), spelled(theirs), axis, False, False))
    return Counter(found)


# ---- both in the same words


def named(formation: Formation) -> Named:
    return (
        str(formation.kind),
        str(formation.color),
        " ".join(map(cell_name, formation.cells)),
        " ".join(map(cell_name, formation.enemies)),
        " ".join(direction.name for direction in formation.directions),
        formation.room,
        formation.inside,
    )


def assert_as_defined(board: Board) -> None:
    for inside in (False, True):
        assert Counter(map(named, formations(board, inside=inside))) == slow_formations(board, inside), str(board)


def shown(board: Board, kind: FormationKind) -> list[str]:
    """Return the formations of a kind: cells, then after a bar the enemies."""
    found = [named(each) for each in formations(board) if each.kind is kind]
    return [f"{cells} | {enemies}" if enemies else cells for _, _, cells, enemies, *_ in found]


# ---- against the definition


@examples(150)
@given(boards())
def test_any_marbles_are_as_defined(board: Board) -> None:
    assert_as_defined(board)


def test_games_are_as_defined() -> None:
    for seed in range(4):
        for board in random_game(seed, 60):
            if board.ply % 5 == 0:
                assert_as_defined(board)


def test_scattered_marbles_are_as_defined_and_every_kind_comes_up() -> None:
    rng = random.Random(20)
    kinds: Counter[str] = Counter()
    for _ in range(150):
        share = rng.choice((2, 4, 6, 12))
        texts = ["", ""]
        for cell in CELLS:
            player = rng.randrange(share)
            if player < 2:
                texts[player] += f" {cell_name(cell)}"
        if not all(texts):
            continue
        board = make_board(*texts)
        assert_as_defined(board)
        kinds.update(str(each.kind) for each in formations(board))
    assert min(kinds[kind] for kind in FormationKind) >= 5, kinds


@pytest.mark.parametrize("layout", list(LAYOUTS))
def test_layouts_are_as_defined(layout: str) -> None:
    assert_as_defined(Board(layout))


# ---- examples of the glossary


def test_the_standard_start_is_a_group_a_player() -> None:
    board = Board()
    whole = [found for found in formations(board) if found.kind is not FormationKind.BLOCK]
    assert [(found.kind, found.color, found.cells) for found in whole] == [
        (FormationKind.POLYNOMIAL, color, board.marbles(color)) for color in (BLACK, WHITE)
    ]
    inside = Counter((found.kind, found.color) for found in formations(board, inside=True) if found.inside)
    for color in (BLACK, WHITE):
        assert inside.pop((FormationKind.LANCE, color)) == 14
        assert inside.pop((FormationKind.ARC, color)) == 32
        assert inside.pop((FormationKind.SHIELD, color)) == 14
    assert not inside


@pytest.mark.parametrize(
    ("kind", "black", "white", "expected"),
    [
        ("monomial", "c2 e5", "g7", ["c2", "e5", "g7"]),
        ("binomial", "e5 e6", "", ["e5 e6"]),
        ("lance", "b2 b3 b4 e2 f3 f4 e7 e8 f8", "", ["b2 b3 b4"]),
        ("arc", "b2 b3 b4 e2 f3 f4 e7 e8 f8", "", ["e2 f3 f4"]),
        ("shield", "b2 b3 b4 e2 f3 f4 e7 e8 f8", "", ["e7 e8 f8"]),
        ("polynomial", "d4 d5 e5 e6 f6 f7", "", ["d4 d5 e5 e6 f6 f7"]),
        ("block", "d4 d5 d6 e4 e5 e6 f4 f5 f6", "", ["d4 d5 d6 e4 e5 e6 f4 f5 f6"]),
        ("det", "d4 d5 e4 e6 f5 f6", "e5", ["e5 | d4 d5 e4 e6 f5 f6"]),
        ("pac", "e3 e4", "e5 e6", ["e3 e4 | e5 e6"]),
        ("sumito", "e2 e3 e4", "e5 e6", ["e2 e3 e4 | e5 e6"]),
    ],
)
def test_the_glossary_shows_each_kind(kind: FormationKind, black: str, white: str, expected: list[str]) -> None:
    assert shown(make_board(black, white), FormationKind(kind)) == expected


@pytest.mark.parametrize(
    ("black", "white", "odds", "room"),
    [
        ("e3 e4", "e5", (2, 1), True),
        ("e2 e3 e4", "e5", (3, 1), True),
        ("e2 e3 e4", "e5 e6", (3, 2), True),
        ("e1 e2 e3 e4", "e5 e6", (3, 2), True),
        ("e2 e3 e4 e7", "e5 e6", (3, 2), False),
        ("e7 e8", "e9", (2, 1), True),
    ],
)
def test_sumitos_have_odds_and_room(black: str, white: str, odds: tuple[int, int], room: bool) -> None:
    found = [each for each in formations(make_board(black, white)) if each.odds == odds]
    assert [(each.kind, each.color, each.directions, each.room) for each in found] == [
        (FormationKind.SUMITO, BLACK, (Direction.E,), room)
    ]


@pytest.mark.parametrize(
    ("black", "white", "odds"),
    [
        ("e4", "e5", (1, 1)),
        ("e3 e4", "e5 e6", (2, 2)),
        ("e2 e3 e4", "e5 e6 e7", (3, 3)),
        ("e1 e2 e3 e4", "e5 e6 e7", (3, 3)),
        ("e1 e2 e3 e4 e5", "e6 e7 e8", (3, 3)),
    ],
)
def test_a_pac_is_nobodys_and_has_both_lines_whole(black: str, white: str, odds: tuple[int, int]) -> None:
    (pac,) = (each for each in formations(make_board(black, white)) if each.odds)
    assert (pac.kind, pac.color, pac.odds, pac.directions) == (FormationKind.PAC, None, odds, (Direction.E,))
    assert (pac.sentence.parameters["own"], pac.sentence.parameters["against"]) == odds
    assert [" ".join(map(cell_name, cells)) for cells in (pac.cells, pac.enemies)] == [black, white]


def test_one_line_can_push_both_ways() -> None:
    board = make_board("e4 e5", "e3 e6")
    found = [each for each in formations(board) if each.kind is FormationKind.SUMITO]
    assert [each.directions for each in found] == [(Direction.W,), (Direction.E,)]
    assert {each.cells for each in found} == {(parse_cell("e4"), parse_cell("e5"))}


def test_a_det_needs_two_axes_and_one_group() -> None:
    assert not shown(make_board("e4 e6 d4 d5", "e5"), FormationKind.DET)  # one axis only
    assert not shown(make_board("e4 d4 e6 f6", "e5"), FormationKind.DET)  # two groups
    (found,) = (each for each in formations(make_board("e4 d4 d5 e6 f6", "e5")) if each.kind is FormationKind.DET)
    assert (found.color, found.directions) == (WHITE, (Direction.E, Direction.NE))
    assert [cell_name(cell) for cell in found.enemies] == ["d4", "e4", "e6", "f6"]  # no enemy opposite d5
    assert not shown(make_board("e4 d4 d5 e6 f6", "e5 f5"), FormationKind.DET)  # not a monomial


def test_blocks_are_rows_of_three_side_by_side() -> None:
    assert not shown(make_board("d3 d4 d5 d6 d7"), FormationKind.BLOCK)  # one line only
    assert not shown(make_board("d4 d5 d6 e7 e8 e9"), FormationKind.BLOCK)  # in contact, but three steps apart
    assert shown(make_board("d4 d5 d6 e5 e6 e7 f8"), FormationKind.BLOCK) == ["d4 d5 d6 e5 e6 e7"]
    (square,) = (each for each in formations(make_board("d4 d5 d6 e4 e5 e6 f4 f5 f6")) if each.kind == "block")
    assert square.directions == (Direction.E, Direction.NW)  # the rows of both axes cover the same cells


# ---- properties


def image(symmetry: Symmetry, found: Formation) -> Named:
    ways = [symmetry.direction(way) for way in found.directions]
    if found.kind is not FormationKind.SUMITO:
        ways = [min(way, way.opposite) for way in ways]
    cells, enemies = (tuple(sorted(map(symmetry.cell, cells))) for cells in (found.cells, found.enemies))
    return named(replace(found, cells=cells, enemies=enemies, directions=tuple(sorted(ways))))


@examples(40)
@given(boards())
def test_images_have_the_images(board: Board) -> None:
    found = formations(board, inside=True)
    for symmetry in SYMMETRIES:
        expected = Counter(image(symmetry, each) for each in found)
        assert Counter(map(named, formations(board.transformed(symmetry), inside=True))) == expected


@examples(60)
@given(boards())
def test_colors_exchanged_exchange_the_owners(board: Board) -> None:
    other: dict[Color | None, Color | None] = {BLACK: WHITE, WHITE: BLACK, None: None}
    expected: Counter[Named] = Counter()
    for each in formations(board, inside=True):
        lines = each.cells, each.enemies
        cells, enemies = reversed(lines) if each.kind is FormationKind.PAC else lines
        expected[named(replace(each, color=other[each.color], cells=cells, enemies=enemies))] += 1
    assert Counter(map(named, formations(exchanged(board), inside=True))) == expected


@examples(100)
@given(boards())
def test_every_contact_is_a_pac_or_a_sumito_and_the_rules_agree(board: Board) -> None:
    found = [each for each in formations(board) if each.odds]
    contacts = [
        (cell, way)
        for cell in board.marbles(BLACK)
        for way in Direction
        if (ahead := next_cell(cell, way)) is not None and board[ahead] is WHITE
    ]
    assert len(found) == len(contacts)
    for each in found:
        if each.kind is FormationKind.PAC:
            if board.turn is BLACK:
                ways = (each.directions[0], each.directions[0].opposite)
                heads = [(cell, way) for way in ways for cell in each.cells if next_cell(cell, way) in each.enemies]
                assert len(heads) == 1
                reason = board.verdict([heads[0][0]], heads[0][1]).reason
                assert reason is IllegalReason.PAC
        elif each.color is board.turn and board.outcome is None:
            verdict = board.verdict(each.cells, each.directions[0])
            assert (verdict.standing, verdict.enemies) == each.odds
            assert verdict.reason is (None if each.room else IllegalReason.NO_ROOM_BEHIND)


@examples(100)
@given(boards())
def test_sentences_say_what_is_found(board: Board) -> None:
    for each in formations(board, inside=True):
        known: dict[str, object] = {"color": each.color, "cells": each.cells, "enemies": each.enemies}
        if each.odds:
            known |= {"own": each.odds[0], "against": each.odds[1]}
        if each.kind is FormationKind.SUMITO:
            known["direction"] = each.directions
        assert each.sentence.parameters == {name: value for name, value in known.items() if value}
        own = {FormationKind.DET: "det", FormationKind.PAC: "pac", FormationKind.SUMITO: "sumito"}.get(each.kind)
        message = own or ("inside" if each.inside else "marbles")
        if each.kind is FormationKind.SUMITO and not each.room:
            message += ".no_room"
        assert each.sentence.message == f"formation.{message}"


@examples(100)
@given(boards())
def test_what_is_inside_only_adds_and_the_order_is_fixed(board: Board) -> None:
    every = formations(board, inside=True)
    assert tuple(each for each in every if not each.inside) == formations(board)
    players = (None, BLACK, WHITE)
    kinds = list(FormationKind)
    order = [(kinds.index(each.kind), players.index(each.color), each.cells, each.enemies) for each in every]
    assert order == sorted(order)
    assert all(len(each.cells) == 3 for each in every if each.inside)
    groups = [each for each in every if kinds.index(each.kind) < 6 and not each.inside]
    marbles = Counter(cell for each in groups for cell in each.cells)
    assert marbles == Counter([*board.marbles(BLACK), *board.marbles(WHITE)])


def test_a_line_comes_after_its_own_beginning() -> None:
    assert shown(make_board("e4 e5", "f5 f6 e6 e7 e3"), FormationKind.PAC)[:2] == ["e4 | f5", "e4 e5 | e6 e7"]


def test_the_end_of_the_game_changes_nothing() -> None:
    board = Board("belgian-daisy")
    before = formations(board)
    board.resign()
    assert formations(board) == before
