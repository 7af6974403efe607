"""The shipped puzzles: proved, different, none trivial, and in the form that their maker writes."""

import json
from collections import Counter
from importlib.resources import files

import pytest

from positions import exchanged
from sumito import MOVES, SYMMETRIES, Board, IllegalMoveError, Move
from sumito.engine import Engine
from sumito.lab.puzzle_maker import MOST_SOLUTIONS, WANTED, Candidate, Mine, candidates, difficulty, nodes_to_find
from sumito.learn.catalogue import LANGUAGES, catalogue
from sumito.learn.puzzle_themes import themes_of
from sumito.learn.puzzles import (
    DIFFICULTIES,
    THEMES,
    Puzzle,
    PuzzleError,
    format_puzzles,
    name_puzzles,
    parse_puzzles,
    puzzle_id,
    puzzle_key,
    puzzles,
)
from sumito.learn.solver import Goal, Task, attempt, solve
from sumito.learn.threats import threats
from task_prover import TaskProver

ALL = puzzles()
SAMPLE = ALL[::12]
TEXT = (files("sumito") / "data/puzzles.json").read_text(encoding="utf-8")


def check_proof(puzzle: Puzzle) -> None:
    """Check all values of a puzzle by exhaustive search."""
    board, task = puzzle.board(), puzzle.task
    assert puzzle.is_proved(), puzzle.id
    assert puzzle.themes == themes_of(board, task, puzzle.moves()), puzzle.id
    assert Candidate(task, tuple(sorted(puzzle.moves()))) in list(candidates(board)), puzzle.id
    check_solution(puzzle)


def check_solution(puzzle: Puzzle) -> None:
    """Check that the line of the solution reaches the goal, with attempts that continue from task to task."""
    board, task, player = puzzle.board(), puzzle.task, puzzle.board().turn
    before = board.score(player) - board.ejected(player)
    move = puzzle.moves()[0]
    tried = puzzle.try_move(move)
    while not tried.solved:
        assert tried.solves, puzzle.id
        board.play(move)
        board.play(tried.variation[0])
        assert tried.task is not None
        assert tried.task.moves == task.moves - 1
        task = tried.task
        move = tried.variation[1]
        tried = attempt(board, task, move)
    board.play(move)
    if puzzle.task.goal is Goal.EJECT and board.outcome is None:
        assert board.score(player) - board.ejected(player) - before == puzzle.task.marbles, puzzle.id
    else:
        assert board.outcome is None or board.outcome.winner is player, puzzle.id


def test_a_sample_is_proved_again() -> None:
    for puzzle in SAMPLE:
        check_proof(puzzle)


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_all_are_proved_again() -> None:
    for puzzle in ALL:
        check_proof(puzzle)


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_the_slow_prover_agrees() -> None:
    for puzzle in ALL:
        if puzzle.task.moves + (puzzle.task.goal is Goal.SAVE) <= 2:
            assert TaskProver(puzzle.board()).sound_moves(puzzle.task) == set(puzzle.moves()), puzzle.id


def test_solving_moves_that_save_are_the_defences_that_expose_nothing() -> None:
    for puzzle in ALL:
        if puzzle.task == Task(Goal.SAVE, 1):
            defences = threats(puzzle.board()).defences
            assert {each.move for each in defences if not each.exposed} == set(puzzle.moves()), puzzle.id


def test_wrong_tries_are_refuted() -> None:
    """Check that after the refutation the slow prover finds no way to the goal, or the marble is lost."""
    refuted = 0
    for puzzle in ALL[::25]:
        board, task, player = puzzle.board(), puzzle.task, puzzle.board().turn
        for move in [each for each in board.legal_moves if each not in puzzle.moves()][::6]:
            tried = puzzle.try_move(move)
            assert not tried.solves
            assert not tried.solved
            assert tried.task is None
            after = board.copy()
            after.play(move)
            for each in tried.variation:
                after.play(each)
            if task.goal is Goal.SAVE:
                assert after.ejected(player) > board.ejected(player)
            elif task.moves > 1:
                lost = after.ejected(player) - board.ejected(player)
                need = task.marbles + lost - (after.score(player) - board.score(player))
                if task.moves == 2:
                    assert not TaskProver(after).can_gain(need, 1)
                elif after.outcome is None and need <= 3:
                    assert not solve(after, Task(Goal.EJECT, task.moves - 1, need))
            refuted += 1
    assert refuted > 100


def test_there_are_enough_of_each_kind_and_difficulty() -> None:
    assert len(ALL) >= 500
    tasks = Counter(puzzle.task for puzzle in ALL)
    assert set(tasks) == set(WANTED)
    assert all(tasks[task] > 0.5 * number for task, number in WANTED.items())
    assert min(Counter(puzzle.difficulty for puzzle in ALL).values()) >= 60
    assert {puzzle.difficulty for puzzle in ALL} == set(DIFFICULTIES)
    themes = Counter(theme for puzzle in ALL for theme in puzzle.themes)
    assert set(themes) == set(THEMES)
    assert all(puzzle.themes for puzzle in ALL)


def test_no_two_are_images_of_each_other() -> None:
    assert len({puzzle_key(puzzle.board()) for puzzle in ALL}) == len(ALL)
    assert [puzzle.id for puzzle in ALL] == [puzzle_id(puzzle.board(), puzzle.task) for puzzle in ALL]
    assert len({puzzle.id for puzzle in ALL}) == len(ALL)


def test_none_is_trivial() -> None:
    for puzzle in ALL:
        board, task, solutions = puzzle.board(), puzzle.task, set(puzzle.moves())
        ejections = {move for move in board.legal_moves if board.is_ejection(move)}
        if task.goal is Goal.SAVE:
            assert threats(board).endangered, puzzle.id
            assert len(solutions) <= MOST_SOLUTIONS, puzzle.id
            assert ejections <= solutions, puzzle.id
            assert len(solutions) * 5 < len(board.legal_moves), puzzle.id
            continue
        assert len(solutions) == 1, puzzle.id
        assert task.marbles == 1 or ejections != solutions, puzzle.id
        assert (task.moves > 1) or puzzle.difficulty == 1, puzzle.id
        if task.marbles == 1 and task.moves > 1:
            assert not ejections, puzzle.id


def test_the_file_is_what_the_maker_writes() -> None:
    assert format_puzzles(ALL) == TEXT
    assert len(TEXT) < 100_000
    assert list(ALL) == sorted(ALL, key=lambda each: (each.difficulty, each.task.goal, each.task.moves, each.id))
    data = json.loads(TEXT)
    assert [len(row) for row in data["puzzles"]] == [len(data["fields"])] * len(ALL)


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "{}", '{"fields":[],"puzzles":[]}', "[" * 100_000),
        TEXT.replace('"eject"', '"ejct"', 1),
        TEXT.replace('"quiet"', '"loud"', 1),
        TEXT.replace(',1,"nautilus 1"]', ',6,"nautilus 1"]', 1),
        TEXT.replace("nautilus 1", "sea-urchin 1", 1),
        TEXT.replace("nautilus 1", "nautilus 0", 1),
        TEXT.replace(json.dumps(ALL[0].solutions), "[]", 1),
    ],
    ids=lambda text: text[:20],
)
def test_what_is_no_file_of_puzzles_is_refused(text: str) -> None:
    with pytest.raises(PuzzleError, match="not a file of puzzles"):
        parse_puzzles(text)


def test_every_puzzle_has_its_own_name_a_hint_and_a_reason() -> None:
    """Names, hints and reasons are composed of the data, so that a message could be missing."""
    for words in map(catalogue, LANGUAGES):
        assert len({words.sentence(puzzle.title) for puzzle in ALL}) == len(ALL)
        for puzzle in ALL:
            assert words.sentence(puzzle.hint) != words.sentence(puzzle.reason)
    assert name_puzzles(ALL) == ALL


def test_hints_follow_the_most_telling_theme() -> None:
    said = {(puzzle.task.goal, puzzle.themes[-1]): puzzle for puzzle in ALL}
    assert catalogue("en").sentence(said[Goal.EJECT, "double_threat"].hint) == "Threaten two marbles at once."
    assert catalogue("en").sentence(said[Goal.SAVE, "escape"].reason) == "The marble moved out of danger."
    assert not any(theme in ("det", "edge") for _, theme in said)  # they describe the board, not the solution


def test_the_request_names_moves_and_players() -> None:
    asked = {
        Task(Goal.EJECT, 1): "White to move: eject a marble at once.",
        Task(Goal.EJECT, 3): "White to move: gain a marble within 3 moves, whatever Black does.",
        Task(Goal.EJECT, 2, 2): "White to move: gain two marbles within 2 moves, whatever Black does.",
        Task(Goal.SAVE, 1): "White to move, with a marble in danger: find a move after which Black cannot eject any.",
    }
    for task, words in asked.items():
        puzzle = Puzzle("", "5/6/7/8/6ssS/8/7/6/SS3 0 0 w 0 1", task, (), (), 1)
        assert catalogue("en").sentence(puzzle.request) == words


def test_a_try_may_be_text() -> None:
    puzzle = ALL[0]
    assert puzzle.try_move(puzzle.solutions[0]).solves
    assert puzzle.solution()[0] in puzzle.moves()
    illegal = next(move for move in MOVES if not puzzle.board().is_legal(move))
    with pytest.raises(IllegalMoveError):
        puzzle.try_move(illegal)


def test_keys_are_the_same_for_every_image_and_colors_exchanged() -> None:
    board = ALL[-1].board()
    assert {puzzle_key(board.transformed(symmetry)) for symmetry in SYMMETRIES} == {puzzle_key(board)}
    assert puzzle_key(exchanged(board)) == puzzle_key(board)
    assert puzzle_key(Board("belgian-daisy")) != puzzle_key(Board("german-daisy"))


# ---- themes


@pytest.mark.parametrize(
    ("position", "task", "themes"),
    [
        # Two against one at the edge, immediately.
        ("5/6/7/8/6SSs/8/7/6/ss3 0 0 b", Task(Goal.EJECT, 1), {"sumito_21"}),
        ("5/6/7/8/5SSSs/8/7/6/ss3 0 0 b", Task(Goal.EJECT, 1), {"sumito_21"}),
        ("5/6/7/8/4SSSss/8/7/6/ss3 0 0 b", Task(Goal.EJECT, 1), {"sumito_32"}),
        # White threatens to eject e1, which can only step aside.
        ("5/6/7/8/Sss6/8/7/6/5 0 0 b", Task(Goal.SAVE, 1), {"sumito_21", "quiet", "edge", "escape"}),
        # e9 can step aside, or two marbles push its attacker away.
        ("5/6/5S1/6S1/6ssS/8/7/6/5 0 0 b", Task(Goal.SAVE, 1), {"sumito_21", "escape", "counterattack"}),
        # Two push e8 out of the pac with e6 and e7, to the edge: it and e9 are in danger. Without e6 there was no pac.
        ("5/6/5S1/6S1/5SSss/8/7/6/ss3 0 0 b", Task(Goal.EJECT, 2), {"sumito_21", "double_threat", "broken_pac"}),
        ("5/6/5S1/6S1/6Sss/8/7/6/ss3 0 0 b", Task(Goal.EJECT, 2), {"sumito_21", "double_threat"}),
    ],
)
def test_themes_of_plain_positions(position: str, task: Task, themes: set[str]) -> None:
    board = Board.from_position(position)
    found = themes_of(board, task, solve(board, task))
    assert set(found) == themes
    assert list(found) == sorted(found, key=THEMES.index)


def test_themes_need_solutions() -> None:
    board, task = Board.from_position("5/6/7/8/6SSs/8/7/6/ss3 0 0 b 0 1"), Task(Goal.SAVE, 1)
    for moves in ([], [Move.of([0], "NE")]):
        with pytest.raises(ValueError, match="not a solution"):
            themes_of(board, task, moves)


def test_themes_agree_with_the_first_move() -> None:
    for puzzle in ALL:
        board, moves = puzzle.board(), puzzle.moves()
        assert ("quiet" in puzzle.themes) is not any(board.is_sumito(move) for move in moves), puzzle.id
        assert ("broadside" in puzzle.themes) is all(move.kind == "broadside" for move in moves), puzzle.id


# ---- the maker


def test_the_choice_takes_all_difficulties_alike() -> None:
    task = Task(Goal.SAVE, 1)
    mine = Mine(found=[puzzle for puzzle in ALL if puzzle.task == task])
    chosen = mine.chosen({task: 20})
    assert len(chosen) == 20
    assert set(Counter(puzzle.difficulty for puzzle in chosen).values()) == {4}


def test_difficulty_grows_with_what_the_engine_has_to_look_at() -> None:
    task = Task(Goal.EJECT, 2)
    levels = [difficulty(task, 2**bits, 50) for bits in range(5, 18)]
    assert levels == sorted(levels)
    assert set(levels) == set(DIFFICULTIES)
    assert difficulty(Task(Goal.EJECT, 4), 100, 50) > difficulty(task, 100, 50)
    assert difficulty(Task(Goal.EJECT, 1), 100_000, 50) == 1


def test_the_engine_finds_shipped_puzzles() -> None:
    sample = ALL[::30]
    with Engine(hash_mb=4) as engine:
        found = [nodes_to_find(engine, puzzle.board(), puzzle.moves()) for puzzle in sample]
        # Another engine than the one that chose them judges some differently: it prefers a good position to a marble.
        assert found.count(None) <= len(sample) * 2 // 5
        other = next(move for move in ALL[0].board().legal_moves if move not in ALL[0].moves())
        assert nodes_to_find(engine, ALL[0].board(), [other]) is None
