"""Tasks of puzzles: the solver compared with a prover that tries every line of play."""

import random

import pytest

from positions import NO_LIMITS, exchanged, random_game, rows_of
from sumito import CELLS, MOVES, Board, Direction, IllegalMoveError, Move, next_cell
from sumito.learn.solver import Attempt, Goal, NotProvedError, Task, attempt, solve
from task_prover import TaskProver

IN_TWO = Task(Goal.EJECT, 2)
EDGE = [cell for cell in CELLS if any(next_cell(cell, way) is None for way in Direction)]


def few_marbles(rng: random.Random, most: int) -> Board:
    """Return rows of one to three marbles, one player's near the edge. Sometimes the next ejection ends the game."""
    taken: dict[int, str] = {}
    for letter in "Ss":
        left = rng.randint(3, most)
        while left:
            cell: int | None = rng.choice(EDGE if letter == "s" and rng.random() < 0.7 else CELLS)
            way = rng.choice(list(Direction))
            for _ in range(rng.randint(1, 3)):
                if cell is None or cell in taken or not left:
                    break
                taken[cell] = letter
                left -= 1
                cell = next_cell(cell, way)
    scores = [rng.choice([0, 0, 3, 4, 5]) for _ in range(2)]
    return Board.from_position(f"{rows_of(taken)} {scores[0]} {scores[1]} {rng.choice('bw')} 0 1", rules=NO_LIMITS)


def check(board: Board, task: Task) -> int:
    """Check the solving moves and the judgement of each attempt. Return the number of solving moves."""
    prover = TaskProver(board)
    expected = prover.sound_moves(task)
    assert set(solve(board, task)) == expected, (board.position(), task)
    for move in board.legal_moves:
        tried = attempt(board, task, move)
        assert tried.solves is (move in expected), (board.position(), task, move)
        check_line(board, task, move, tried)
    return len(expected)


def check_line(board: Board, task: Task, move: Move, tried: Attempt) -> None:
    after = board.copy()
    after.play(move)
    if task.goal is Goal.SAVE:
        if tried.solves:
            assert tried.solved
            assert not tried.variation
        else:
            victim = after.ejected(board.turn)
            for each in tried.variation:
                after.play(each)
            assert len(tried.variation) < 2 * task.moves
            assert after.ejected(board.turn) > victim
        return
    if tried.solved or after.outcome is not None:
        assert not tried.variation
        return
    if not tried.solves:
        assert len(tried.variation) == (task.moves > 1)
        for reply in tried.variation:
            check_refutation(board, task, move, reply)
        return
    # The line continues to the gain, with the longest defence.
    assert tried.task is not None
    gained = -board.score(board.turn) + board.ejected(board.turn)
    end = after.copy()
    for each in tried.variation:
        end.play(each)
    gained += end.score(board.turn) - end.ejected(board.turn)
    assert end.outcome is not None or gained == task.marbles
    assert len(tried.variation) <= 2 * (task.moves - 1)


def check_refutation(board: Board, task: Task, move: Move, reply: Move) -> None:
    """Check that after the reply the task cannot be solved with the remaining moves."""
    player = board.turn
    lost, won = board.ejected(player), board.score(player)
    after = board.copy()
    after.play(move)
    after.play(reply)
    if after.outcome is not None:
        assert after.outcome.winner is not player
        return
    need = task.marbles - (after.score(player) - won) + (after.ejected(player) - lost)
    assert not TaskProver(after).can_gain(need, task.moves - 1), (board.position(), task)


@pytest.mark.parametrize("task", [Task(Goal.EJECT, 1), IN_TWO, Task(Goal.EJECT, 2, 2), Task(Goal.SAVE, 1)], ids=str)
def test_positions_of_games_are_solved_as_by_the_slow_prover(task: Task) -> None:
    solved = 0
    for seed in range(4):
        boards = [board.copy() for board in random_game(seed, 240) if board.outcome is None]
        for board in boards[100::60]:
            solved += check(board, task) > 0
    assert solved > 0 or task.marbles == 2


def some_boards(task: Task, most: int, number: int) -> list[Board]:
    """Return a number of boards that can be solved, by the solver's answer, and as many others."""
    rng = random.Random(f"{task}")
    can: list[Board] = []
    cannot: list[Board] = []
    while min(len(can), len(cannot)) < number:
        board = few_marbles(rng, most)
        if board.outcome is None:
            (can if solve(board, task) else cannot).append(board)
    return can[:number] + cannot[:number]


@pytest.mark.parametrize(
    "task",
    [IN_TWO, Task(Goal.EJECT, 2, 2), Task(Goal.EJECT, 3, 2), Task(Goal.EJECT, 3, 3), Task(Goal.SAVE, 2)],
    ids=str,
)
def test_few_marbles_are_solved_as_by_the_slow_prover(task: Task) -> None:
    boards = some_boards(task, 5, 8) if task.moves < 3 else some_boards(task, 4, 3)
    assert [check(board, task) > 0 for board in boards].count(True) == len(boards) // 2


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("task", [IN_TWO, Task(Goal.EJECT, 3), Task(Goal.EJECT, 3, 2), Task(Goal.SAVE, 2)], ids=str)
def test_many_positions_are_solved_as_by_the_slow_prover(task: Task) -> None:
    boards = some_boards(task, 9, 60) if task.moves < 3 else some_boards(task, 5, 20)
    assert [check(board, task) > 0 for board in boards].count(True) == len(boards) // 2


def test_a_marble_lost_on_the_way_has_to_be_won_back() -> None:
    # The marble on e9 cannot get away, so Black has time; but White threatens to eject a1.
    board = Board.from_position("5/6/7/7S/6SSs/7S/7/6/Sss2 0 0 b 0 1")
    assert {board.format_move(move) for move in solve(board, IN_TWO)} == {"e7e8", "a1b1", "a1b2"}
    tried = attempt(board, IN_TWO, board.parse_move("f9g9"))
    assert not tried.solves
    board.play("f9g9")
    assert [board.format_move(move) for move in tried.variation] == ["a3a2"]


def test_to_win_the_game_is_to_gain_enough() -> None:
    position = "5/6/7/8/6SSs/8/7/6/ss3 {} 0 b 0 1"
    two = Task(Goal.EJECT, 2, 2)
    assert not solve(Board.from_position(position.format(4)), two)
    won = Board.from_position(position.format(5))
    (move,) = solve(won, two)
    assert attempt(won, two, move) == Attempt(True, (), None)


@pytest.mark.parametrize(
    "position",
    [
        "Sss2/S2S2/1SSs3/2s5/1S7/8/7/6/5 1 3 w 0 1",
        "1Ss2/1ss3/1s1s3/SS6/sS7/8/7/6/5 1 1 w 0 1",
        "Ss3/SsS3/2s4/SS6/s8/8/7/6/5 2 0 w 0 1",
    ],
)
def test_what_is_saved_counts_from_the_first_move_on(position: str) -> None:
    # The same marbles can arise after a first move that ejects and after one that does not. Then one of the two leaves
    # more marbles to win back.
    board, task = Board.from_position(position), Task(Goal.SAVE, 3)
    assert set(solve(board, task)) == {move for move in board.legal_moves if attempt(board, task, move).solves}


def test_to_leave_nobody_a_move_is_no_gain() -> None:
    # Black has one marble, in the corner, and c3b2 blocks it: White wins the game without an ejection.
    board = Board.from_position("5/6/7/8/9/8/2s4/s5/Ss3 0 0 w 0 1")
    move = board.parse_move("c3b2")
    for moves in (1, 2, 3):
        assert not attempt(board, Task(Goal.EJECT, moves), move).solves
        assert move not in solve(board, Task(Goal.EJECT, moves))
    board.play(move)
    assert board.outcome is not None


def test_full_boards_are_solved_as_by_the_slow_prover() -> None:
    rng = random.Random(3)
    blocked = 0
    for _ in range(60):
        cells = rng.choices("Ss", [rng.random(), 1], k=61)
        for gap in rng.sample(range(61), 3):
            cells[gap] = "1"
        widths = [9 - abs(row - 4) for row in range(9)]
        rows = ["".join(cells[sum(widths[:row]) :][: widths[row]]) for row in range(9)]
        board = Board.from_position(f"{'/'.join(rows)} {rng.randint(0, 5)} {rng.randint(0, 5)} w 0 1", rules=NO_LIMITS)
        if board.outcome is not None:
            continue
        for task in (Task(Goal.EJECT, 1), Task(Goal.SAVE, 1), IN_TWO, Task(Goal.EJECT, 2, 2)):
            check(board, task)
        for move in board.legal_moves:
            after = board.copy()
            after.play(move)
            blocked += str(after.outcome and after.outcome.termination) == "blocked"
    assert blocked > 0


def test_who_wins_has_saved_every_marble() -> None:
    board = Board.from_position("5/6/7/8/Sss3SSs/8/7/6/5 5 0 b 0 1")
    texts = [board.format_move(move) for move in solve(board, Task(Goal.SAVE, 1))]
    assert "e7e8" in texts
    assert "e1d1" in texts
    assert "e7f7" not in texts


def test_a_stubborn_reply_holds_out_as_long_as_it_can() -> None:
    rng = random.Random(5)
    task = Task(Goal.EJECT, 3)
    seen = 0
    while seen < 3:
        board = few_marbles(rng, 4)
        if board.outcome is not None or solve(board, IN_TWO):
            continue
        for move in solve(board, task):
            tried = attempt(board, task, move)
            after = board.copy()
            after.play(move)
            if not tried.variation:
                continue
            after.play(tried.variation[0])
            assert tried.task is not None
            assert not solve(after, Task(Goal.EJECT, 1, tried.task.marbles)) or len(tried.variation) == 2
            seen += 1


def test_too_few_nodes_prove_nothing() -> None:
    board = Board("belgian-daisy")
    with pytest.raises(NotProvedError, match=r"not proved within 100 nodes: .* b 0 1"):
        solve(board, Task(Goal.EJECT, 3), nodes=100)
    with pytest.raises(NotProvedError):
        attempt(board, Task(Goal.EJECT, 3), next(iter(board.legal_moves)), nodes=1)


@pytest.mark.parametrize("nodes", [-1, 2**63, 10**30, 1.5, True, None, "9"])
def test_nodes_are_a_whole_number(nodes: int) -> None:
    board = Board()
    with pytest.raises(ValueError, match="nodes must be a whole number from 0 to 2\\*\\*63 - 1, not"):
        solve(board, IN_TWO, nodes=nodes)
    with pytest.raises(ValueError, match="nodes must be a whole number"):
        attempt(board, IN_TWO, next(iter(board.legal_moves)), nodes=nodes)


def test_a_game_that_is_over_has_no_sound_moves() -> None:
    board = Board()
    board.resign()
    assert solve(board, IN_TWO) == ()


def test_a_try_is_a_legal_move() -> None:
    illegal = next(move for move in MOVES if not Board().is_legal(move))
    with pytest.raises(IllegalMoveError):
        attempt(Board(), IN_TWO, illegal)


@pytest.mark.parametrize(
    ("goal", "moves", "marbles"), [("eject", 0, 1), ("eject", 7, 1), ("eject", 2, 4), ("save", 1, 2)]
)
def test_no_such_task(goal: str, moves: int, marbles: int) -> None:
    with pytest.raises(ValueError, match="whole number from 1 to"):
        Task(Goal(goal), moves, marbles)


def test_colors_exchanged_are_solved_alike() -> None:
    solved = 0
    for seed in range(6):
        *_, board = [each.copy() for each in random_game(seed, 150) if each.outcome is None]
        for task in (IN_TWO, Task(Goal.SAVE, 1)):
            found = solve(board, task)
            assert found == solve(exchanged(board), task)
            solved += bool(found)
    assert solved > 1


def test_text_names_a_goal_and_a_move() -> None:
    board = Board.from_position("5/6/7/8/6SSs/8/7/6/ss3 0 0 b 0 1")
    task = Task("Eject", 1)  # type: ignore[arg-type]
    assert task == Task(Goal.EJECT, 1)
    assert task.goal is Goal.EJECT
    assert attempt(board, task, "e7e8") == attempt(board, task, board.parse_move("e7e8"))
    with pytest.raises(ValueError, match="'win' is not a Goal: use 'eject' or 'save'"):
        Task("win", 1)  # type: ignore[arg-type]
    with pytest.raises(IllegalMoveError, match="illegal move 'e9e8'"):
        attempt(board, task, "e9e8")
