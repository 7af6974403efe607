"""The oracle itself, compared with figures of the rulebooks, published counts and hand-made verdicts."""

from __future__ import annotations

import pytest

from oracle import (
    CELLS,
    LINES,
    State,
    Verdict,
    aba_pro,
    cells_between,
    legal_moves,
    make_state,
    nacre,
    parse_position,
    perft,
    play,
    playstrategy,
    position_rows,
    score,
    verdict,
    verdict_between,
    winner,
)

STANDARD = "sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS 0 0 b"
BELGIAN_DAISY = "ss1SS/sssSSS/1ss1SS1/8/9/8/1SS1ss1/SSSsss/SS1ss 0 0 b"
GERMAN_DAISY = "5/ss2SS/sss1SSS/1ss2SS1/9/1SS2ss1/SSS1sss/SS2ss/5 0 0 b"
MIDGAME_ROWS = "2s1s/3Ss1/7/8/4SSS2/ssSS2S1/3s2S/2sSss/1s3"


def state_of(black: str, white: str, turn: str = "black", *, lost: tuple[int, int] = (0, 0)) -> State:
    return make_state(black.split(), white.split(), turn, lost=lost)


# The figures of the rulebooks: id, black, white, line, direction, reason, pushed, ejects.
# `not_in_line` is given as the side move towards the enemies beside the line.
FIGURES: list[tuple[str, str, str, str, str, str | None, int, bool]] = [
    ("single", "d4", "", "d4", "NE", None, 0, False),
    ("in_line", "c3 d4 e5", "", "c3 e5", "NE", None, 0, False),
    ("in_line_two", "d4 e5", "", "d4 e5", "NE", None, 0, False),
    ("broadside", "d4 d5 d6", "", "d4 d6", "NE", None, 0, False),
    ("broadside_two", "d4 d5", "", "d4 d5", "NW", None, 0, False),
    ("sumito21", "e3 e4", "e5", "e3 e4", "E", None, 1, False),
    ("sumito31", "e2 e3 e4", "e5", "e2 e4", "E", None, 1, False),
    ("sumito32", "e2 e3 e4", "e5 e6", "e2 e4", "E", None, 2, False),
    ("sumito42", "e1 e2 e3 e4", "e5 e6", "e2 e4", "E", None, 2, False),
    ("no_room_behind", "e2 e3 e4 e7", "e5 e6", "e2 e4", "E", "no_room_behind", 0, False),
    ("gap", "e2 e3 e4", "e6 e7", "e2 e4", "E", None, 0, False),
    ("not_in_line", "d2 d3 d4", "e5 e6", "d2 d4", "NE", "broadside_blocked", 0, False),
    ("wall", "d1 e1 e2 e3 e4 e5", "e6 e7 e8", "e3 e5", "E", "pac", 0, False),
    ("pac11", "e4", "e5", "e4", "E", "pac", 0, False),
    ("pac22", "e3 e4", "e5 e6", "e3 e4", "E", "pac", 0, False),
    ("pac33", "e2 e3 e4", "e5 e6 e7", "e2 e4", "E", "pac", 0, False),
    ("pac43", "e1 e2 e3 e4", "e5 e6 e7", "e2 e4", "E", "pac", 0, False),
    ("too_few", "e2 e3 e4", "e5 e6", "e3 e4", "E", "too_few", 0, False),
    ("break_pac", "c3 d4 e2 e3 e4", "e5 e6 e7", "c3 d4", "NE", None, 1, False),
    ("eject", "e7 e8", "e9", "e7 e8", "E", None, 1, True),
    ("eject_32", "e5 e6 e7", "e8 e9", "e5 e7", "E", None, 2, True),
    ("broadside_cannot_push", "d4 d5 d6", "e6", "d4 d6", "NE", "broadside_blocked", 0, False),
    ("break_line", "e1 e2 e3 e4 e5", "", "e4 e5", "E", None, 0, False),
]


@pytest.mark.parametrize(
    ("black", "white", "line", "direction", "reason", "pushed", "ejects"),
    [figure[1:] for figure in FIGURES],
    ids=[figure[0] for figure in FIGURES],
)
def test_figure_has_its_verdict(
    black: str, white: str, line: str, direction: str, reason: str | None, pushed: int, ejects: bool
) -> None:
    state = state_of(black, white)
    ends = line.split()
    cells = cells_between(ends[0], ends[-1])
    assert cells is not None
    found = verdict(state, cells, direction)
    assert found.reason == reason
    assert found == verdict_between(state, ends[0], ends[-1], direction)
    assert ((frozenset(cells), direction) in legal_moves(state)) == (reason is None)
    if reason is None:
        assert found.enemies == pushed
        after = play(state, cells, direction)
        assert score(after, "black") == int(ejects)
        assert len(after.marbles) == len(state.marbles) - int(ejects)


def test_setup_figure_is_the_standard_layout() -> None:
    state = state_of("a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 b6 c3 c4 c5", "i5 i6 i7 i8 i9 h4 h5 h6 h7 h8 h9 g5 g6 g7")
    assert state == parse_position(STANDARD)
    assert len(state.marbles) == 28


def test_board_has_61_cells_and_its_corners() -> None:
    assert len(CELLS) == 61
    assert {"a1", "a5", "e1", "e9", "i5", "i9"} <= set(CELLS)
    assert not {"a6", "b7", "f1", "i4"} & set(CELLS)


def test_lines_of_each_length_are_counted() -> None:
    # On each axis the nine rows have 5 6 7 8 9 8 7 6 5 cells.
    assert [sum(len(line) == length for line in LINES) for length in (1, 2, 3)] == [61, 3 * 52, 3 * 43]


# Counts


@pytest.mark.parametrize(
    ("position", "counts"),
    [(STANDARD, (44, 1936)), (BELGIAN_DAISY, (52, 2692)), (GERMAN_DAISY, (80, 6244))],
    ids=["standard", "belgian-daisy", "german-daisy"],
)
def test_perft_has_the_published_counts(position: str, counts: tuple[int, int]) -> None:
    state = parse_position(position)
    assert perft(state, 0) == 1
    assert (perft(state, 1), perft(state, 2)) == counts


@pytest.mark.parametrize(("turn", "count"), [("b", 58), ("w", 44)])
def test_midgame_position_has_the_published_counts(turn: str, count: int) -> None:
    assert len(legal_moves(parse_position(f"{MIDGAME_ROWS} 0 0 {turn}"))) == count


@pytest.mark.parametrize(
    ("position", "kinds"),
    [(STANDARD, (14, 20, 10)), (BELGIAN_DAISY, (20, 24, 8)), (GERMAN_DAISY, (28, 36, 16))],
    ids=["standard", "belgian-daisy", "german-daisy"],
)
def test_first_moves_divide_into_single_in_line_and_broadside(position: str, kinds: tuple[int, int, int]) -> None:
    state = parse_position(position)
    moves = legal_moves(state)
    single = sum(len(line) == 1 for line, _ in moves)
    # Only a broadside has three cells in Aba-Pro.
    broadside = sum(len(aba_pro(state, line, direction)) == 6 for line, direction in moves)
    assert (single, len(moves) - single - broadside, broadside) == kinds


# Verdicts: black, white, named, direction, reason, culprits, n, standing, enemies.
VERDICTS: list[tuple[str, str, str, str, str | None, str, int, int, int]] = [
    ("e4", "e5", "e3 e4", "E", "no_marble", "e3", 2, 0, 0),
    ("e4", "e5", "e3 e5", "E", "no_marble", "e3", 2, 0, 0),
    ("", "", "e1 e2 e3 e4", "E", "no_marble", "e1 e2 e3 e4", 4, 0, 0),
    ("e4", "e5", "e4 e5", "E", "not_yours", "e5", 2, 0, 0),
    ("e4", "e5 e6 e7", "e4 e5 e6 e7", "E", "not_yours", "e5 e6 e7", 4, 0, 0),
    ("e1 e2 e3 e4", "", "e1 e2 e3 e4", "E", "too_many", "e1 e2 e3 e4", 4, 0, 0),
    ("a1 c3 e9 i5", "", "a1 c3 e9 i5", "E", "too_many", "a1 c3 e9 i5", 4, 0, 0),
    ("e2 e4", "", "e2 e4", "E", "not_a_line", "e3", 2, 0, 0),
    ("e1 e9", "e4", "e9 e1", "W", "not_a_line", "e2 e3 e4 e5 e6 e7 e8", 2, 0, 0),
    ("e2 e3 e5", "", "e5 e2 e3", "E", "not_a_line", "e4", 3, 0, 0),
    ("c3 e5 g7", "", "e5 c3 g7", "NE", "not_a_line", "d4 f6", 3, 0, 0),
    ("e2 f4", "", "e2 f4", "E", "not_a_line", "e2 f4", 2, 0, 0),
    ("e4 e5 f5", "", "e4 e5 f5", "E", "not_a_line", "e4 e5 f5", 3, 0, 0),
    ("e4 e6 f5", "", "e4 e6 f5", "E", "not_a_line", "e4 e6 f5", 3, 0, 0),
    ("e9", "", "e9", "NE", "off_board", "e9", 1, 1, 0),
    ("e8 e9", "", "e8 e9", "E", "off_board", "e9", 2, 2, 0),
    ("e6 e7 e8 e9", "", "e9", "E", "off_board", "e9", 1, 3, 0),
    ("e8 e9", "f9", "e8 e9", "NE", "off_board", "e9", 2, 0, 0),
    ("i5 i6 i7", "", "i5 i6 i7", "NW", "off_board", "i5 i6 i7", 3, 0, 0),
    ("d4 d5 d6 e7", "e6", "d4 d5 d6", "NE", "broadside_blocked", "e6 e7", 3, 0, 0),
    ("e1 e2 e3 e4 e5", "", "e2 e3", "E", "own_marble_ahead", "e4", 2, 3, 0),
    ("e4 e5", "e6", "e4", "E", "own_marble_ahead", "e5", 1, 1, 0),
    ("e4", "e5", "e4", "E", "pac", "e5", 1, 1, 1),
    ("e3 e4", "e5 e6", "e4", "E", "pac", "e5 e6", 1, 2, 2),
    ("e1 e2 e3 e4", "e5 e6 e7", "e3 e4", "E", "pac", "e5 e6 e7", 2, 3, 3),
    ("e2 e3 e4", "e5 e6 e7 e8", "e2 e3 e4", "E", "pac", "e5 e6 e7 e8", 3, 3, 4),
    ("e4", "e5 e6", "e4", "E", "outnumbered", "e5 e6", 1, 1, 2),
    ("e3 e4 e7", "e5 e6 e8", "e4", "E", "pac", "e5 e6", 1, 2, 2),
    ("e3 e4", "e5 e6 e7 e8 e9", "e3 e4", "E", "outnumbered", "e5 e6 e7 e8 e9", 2, 2, 5),
    ("e2 e4", "e5 e6", "e4", "E", "outnumbered", "e5 e6", 1, 1, 2),
    ("e2 e3 e4 e7", "e5 e6", "e2 e3 e4", "E", "no_room_behind", "e7", 3, 3, 2),
    ("e3 e4 e6", "e5", "e4", "E", "no_room_behind", "e6", 1, 2, 1),
    ("e2 e3 e4", "e5 e6", "e3 e4", "E", "too_few", "e2", 2, 3, 2),
    ("e1 e2 e3 e4", "e5 e6", "e4", "E", "too_few", "e2 e3", 1, 3, 2),
    ("e2 e3 e4", "e5", "e4", "E", "too_few", "e3", 1, 3, 1),
    ("e7 e8", "e9", "e8", "E", "too_few", "e7", 1, 2, 1),
    ("e1 e2 e3 e4", "e5", "e3 e4", "E", None, "", 2, 3, 1),
    ("e1 e2 e3 e4", "", "e4", "E", None, "", 1, 3, 0),
    ("e2 e3 e4", "e6", "e4 e2 e3", "E", None, "", 3, 3, 0),
    ("c5 d5 e5", "f5 g5", "c5 d5 e5", "NW", None, "", 3, 3, 2),
    ("d4 d5 d6", "d7", "d4 d5 d6", "SE", None, "", 3, 0, 0),
]


@pytest.mark.parametrize(
    ("black", "white", "named", "direction", "reason", "culprits", "n", "standing", "enemies"),
    VERDICTS,
    ids=[f"{case[4] or 'legal'}-{case[2].replace(' ', '')}-{case[3]}" for case in VERDICTS],
)
def test_verdict_carries_culprits_and_numbers(
    black: str,
    white: str,
    named: str,
    direction: str,
    reason: str | None,
    culprits: str,
    n: int,
    standing: int,
    enemies: int,
) -> None:
    expected = Verdict(reason, frozenset(culprits.split()), n, standing, enemies)
    assert verdict(state_of(black, white), named.split(), direction) == expected
    # Colours do not matter: the same with the sides exchanged.
    assert verdict(state_of(white, black, "white"), reversed(named.split()), direction) == expected


def test_verdict_of_a_won_game_is_game_over() -> None:
    state = state_of("e4", "e6", lost=(0, 6))
    assert verdict(state, ["e4"], "E") == Verdict("game_over", frozenset(), 1)
    assert verdict_between(state, "e4", "e6", "E").reason == "game_over"
    assert legal_moves(state) == set()
    assert perft(state, 1) == 0


@pytest.mark.parametrize(
    ("cells", "direction"),
    [("", "E"), ("e4 e4", "E"), ("e4 a9", "E"), ("e4 j1", "E"), ("e4", "N"), ("e4", "")],
)
def test_malformed_request_raises_value_error(cells: str, direction: str) -> None:
    with pytest.raises(ValueError, match=r"named|no such"):
        verdict(state_of("e4", ""), cells.split(), direction)


# Two ends: black, white, first, last, reason, culprits, n. The direction is E.
BETWEEN: list[tuple[str, str, str, str, str | None, str, int]] = [
    ("e2 e3 e4", "", "e2", "e4", None, "", 3),
    ("e2 e3 e4", "", "e4", "e2", None, "", 3),
    ("e4", "", "e4", "e4", None, "", 1),
    ("e4", "", "e2", "e4", "no_marble", "e2", 2),
    ("e4", "e5", "e3", "e5", "no_marble", "e3", 2),
    ("e4", "e6", "e4", "e6", "not_yours", "e6", 2),
    ("e2 f4", "", "e2", "f4", "not_a_line", "e2 f4", 2),
    ("e1 e4", "e2", "e1", "e4", "not_a_line", "e2 e3", 4),
    ("e1 e2 e3 e4", "", "e1", "e4", "too_many", "e1 e2 e3 e4", 4),
    ("e2 e4", "", "e2", "e4", "not_a_line", "e3", 3),
    ("e2 e4", "e3", "e2", "e4", "not_a_line", "e3", 3),
]


@pytest.mark.parametrize(("black", "white", "first", "last", "reason", "culprits", "n"), BETWEEN)
def test_verdict_between_looks_at_the_ends_first(
    black: str, white: str, first: str, last: str, reason: str | None, culprits: str, n: int
) -> None:
    found = verdict_between(state_of(black, white), first, last, "E")
    assert (found.reason, found.cells, found.n) == (reason, frozenset(culprits.split()), n)


# Playing


def test_play_moves_own_and_pushed_marbles_and_passes_the_turn() -> None:
    state = state_of("e1 e2 e3 e4", "e5 e6")
    assert play(state, ["e2", "e3", "e4"], "E") == state_of("e1 e3 e4 e5", "e6 e7", "white")


def test_play_moves_a_broadside_sideways() -> None:
    assert play(state_of("d4 d5 d6", "d7"), ["d4", "d5", "d6"], "NE") == state_of("e5 e6 e7", "d7", "white")


def test_play_ejects_one_of_two_at_the_edge() -> None:
    after = play(state_of("e5 e6 e7", "e8 e9"), ["e5", "e6", "e7"], "E")
    assert after == state_of("e6 e7 e8", "e9", "white", lost=(0, 1))
    assert position_rows(after) == "5/6/7/8/5SSSs/8/7/6/5 1 0 w"


def test_play_of_the_sixth_ejection_wins() -> None:
    state = state_of("e9 i5", "e8 e7", "white", lost=(5, 5))
    assert winner(state) is None
    assert winner(play(state, ["e7", "e8"], "E")) == "white"


def test_play_of_an_illegal_move_raises_value_error() -> None:
    with pytest.raises(ValueError, match="pac"):
        play(state_of("e4", "e5"), ["e4"], "E")


def test_break_pac_figure_opens_the_row() -> None:
    state = play(state_of("c3 d4 e2 e3 e4", "e5 e6 e7"), ["c3", "d4"], "NE")
    assert state == state_of("d4 e5 e2 e3 e4", "f6 e6 e7", "white")
    black_again = state_of("d4 e5 e2 e3 e4", "f6 e6 e7")
    assert verdict(black_again, ["e3", "e4", "e5"], "E") == Verdict(None, frozenset(), 3, 3, 2)


# Text of moves: black, white, line, direction, Aba-Pro, Nacre, PlayStrategy.
TEXTS: list[tuple[str, str, str, str, str, str, str]] = [
    ("a1 b2 c3", "", "a1 b2 c3", "NE", "a1b2", "a1d4", "a1d4"),
    ("i5 h5 g5", "", "i5 h5 g5", "SE", "i5h5", "i5f5", "i5f5"),
    ("e5", "", "e5", "W", "e5e4", "e5e4", "e5e4"),
    ("c6 c7", "", "c7 c6", "NW", "c6c7d6", "c7d6", "c7d6"),
    ("g7 g8 g9", "", "g7 g8 g9", "SE", "g7g9f7", "g7f9", "g7f9"),
    ("c2 c3", "", "c2 c3", "NE", "c2c3d3", "c2d4", "c2d4"),
    ("c2 c3", "", "c2 c3", "NW", "c2c3d2", "c3d2", "c3d2"),
    ("c2 d3", "", "c2 d3", "E", "c2d3c3", "c2d4", "c2d4"),
    ("b4 b5", "", "b4 b5", "NE", "b4b5c5", "b4c6", "b4c6"),
    ("e5 e6 e7", "e8", "e5 e6 e7", "E", "e5e6", "e5e8", "e5e9"),
    ("e3 e4", "e5 e7", "e3 e4", "E", "e3e4", "e3e5", "e3e6"),
    ("b3 b4 b5", "b1 b2", "b3 b4 b5", "W", "b5b4", "b5b2", "b5b1"),
    ("e7 e8", "e9", "e7 e8", "E", "e7e8", "e7e9", "e7e9"),
]


@pytest.mark.parametrize(("black", "white", "line", "direction", "pro", "short", "site"), TEXTS)
def test_move_text_follows_each_dialect(
    black: str, white: str, line: str, direction: str, pro: str, short: str, site: str
) -> None:
    state, cells = state_of(black, white), line.split()
    assert aba_pro(state, cells, direction) == pro
    assert nacre(state, cells, direction) == short
    assert playstrategy(state, cells, direction) == site


def test_move_text_of_an_illegal_move_raises_value_error() -> None:
    state = state_of("e4", "e5")
    for write in (aba_pro, nacre, playstrategy):
        with pytest.raises(ValueError, match="pac"):
            write(state, ["e4"], "E")


@pytest.mark.parametrize("position", [STANDARD, BELGIAN_DAISY, GERMAN_DAISY, f"{MIDGAME_ROWS} 3 5 w"])
def test_move_texts_of_a_position_all_differ(position: str) -> None:
    state = parse_position(position)
    moves = legal_moves(state)
    for write in (aba_pro, nacre, playstrategy):
        assert len({write(state, line, direction) for line, direction in moves}) == len(moves)


@pytest.mark.parametrize("position", [STANDARD, BELGIAN_DAISY, GERMAN_DAISY, f"{MIDGAME_ROWS} 3 5 w"])
def test_position_rows_round_trip(position: str) -> None:
    state = parse_position(position)
    assert position_rows(state) == position
    assert hash(state) == hash(parse_position(position))


@pytest.mark.parametrize("rows", ["5/6/7/8/9/8/7/6", "5/6/7/8/9/8/7/6/4", "5/6/7/8/9/8/7/6/S5", "5/6/7/8/9/8/7/6/4b"])
def test_position_that_is_not_the_board_raises_value_error(rows: str) -> None:
    with pytest.raises(ValueError, match="rows"):
        parse_position(f"{rows} 0 0 b")
