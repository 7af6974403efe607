"""Forced wins that a prover has found: the engine finds each of them, with its distance."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pytest

from positions import random_game
from prover import Prover
from sumito import Board, Dialect, Move, PositionForm, Rules
from sumito.engine import Analysis, Engine, Limit
from sumito.engine.network import SHIPPED_NETWORK

FILE = Path(__file__).parent / "forced_wins.txt"
EVALUATIONS = pytest.mark.parametrize("network", [SHIPPED_NETWORK, None], ids=["network", "hand-made"])
# The number of nodes within which every win in this number of plies is found. Quiet moves that win by force are
# searched late, so a few wins in five plies take millions.
ENOUGH = {1: 1_000, 3: 100_000, 5: 50_000_000}
A_SECOND = 400_000


@dataclass(frozen=True)
class ForcedWin:
    name: str
    position: str
    marbles_to_eject: int
    plies: int
    moves: frozenset[str]

    @property
    def board(self) -> Board:
        return Board.from_position(self.position, rules=Rules(marbles_to_eject=self.marbles_to_eject))


def read() -> Iterator[ForcedWin]:
    words: dict[str, str] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        assert word in ("", "#", "id", "pos", "eject", "win"), line
        words[word] = rest
        if word == "win":
            plies, *moves = rest.split()
            yield ForcedWin(words["id"], words["pos"], int(words["eject"]), int(plies), frozenset(moves))


WINS = list(read())


def check_proof(win: ForcedWin) -> None:
    prover, board = Prover(win.board), win.board
    assert prover.distance(win.plies) == win.plies, win.name
    assert {board.format_move(move) for move in prover.winning_moves(win.plies)} == win.moves, win.name


def searched(engine: Engine, win: ForcedWin, nodes: int) -> Analysis:
    """Return the result of an ordinary search, by an engine with an empty table."""
    engine.forget()
    analysis = engine.analyse(win.board, Limit(nodes=nodes))
    if (analysis.score.win_in or 0) > win.plies:
        # A search for one variation ends at the depth of the win that it has proved. A search for two continues.
        engine.forget()
        analysis = engine.analyse(win.board, Limit(nodes=nodes, depth=win.plies + 8), variations=2)
    return analysis


def check_found(win: ForcedWin, analysis: Analysis) -> None:
    assert analysis.score.win_in == win.plies, win.name
    assert win.board.format_move(analysis.best) in win.moves, win.name


def test_the_file_has_wins_of_every_kind() -> None:
    assert len({win.position for win in WINS}) == len(WINS)
    assert all(win.moves for win in WINS)
    distances = Counter(win.plies for win in WINS)
    assert distances[1] >= 30
    assert distances[3] >= 80
    assert distances[5] >= 60
    quiet = Counter(
        win.plies for win in WINS if not any(win.board.is_ejection(win.board.parse_move(move)) for move in win.moves)
    )
    assert quiet[1] == 0
    assert quiet[3] >= 20
    assert quiet[5] >= 20
    assert {win.marbles_to_eject for win in WINS} == {1, 2, 3, 6}


@pytest.mark.parametrize("win", WINS[::9], ids=lambda win: win.name)
def test_proofs_are_made_again(win: ForcedWin) -> None:
    check_proof(win)


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_every_proof_is_made_again() -> None:
    for win in WINS:
        check_proof(win)


def forces(board: Board, plies: int) -> bool:
    """Return whether the player to move forces a win within this number of plies, without the prover's memory."""
    for move in list(board.legal_moves):
        board.play(move)
        won = board.outcome is not None
        if not won and plies > 2:
            won = all(is_lost_after(board, answer, plies - 2) for answer in list(board.legal_moves))
        board.undo()
        if won:
            return True
    return False


def is_lost_after(board: Board, answer: Move, plies: int) -> bool:
    board.play(answer)
    lost = board.outcome is None and forces(board, plies)
    board.undo()
    return lost


def test_order_and_memory_of_the_prover_change_nothing() -> None:
    played = [board.copy() for board in islice(random_game(1, 100), 40, None, 20)]
    for board in [*played, *(win.board for win in WINS[::5])]:
        distance = Prover(board).distance(3)
        assert (distance == 1) == forces(board, 1)
        assert (distance is not None) == forces(board, 3)


@EVALUATIONS
@pytest.mark.parametrize("hash_mb", [1, 16, 128])
def test_wins_in_one_and_three_are_found(network: Path | None, hash_mb: int) -> None:
    engine = Engine(hash_mb=hash_mb, network=network)
    for win in WINS:
        if win.plies <= 3:
            check_found(win, searched(engine, win, ENOUGH[win.plies]))


@EVALUATIONS
def test_most_wins_in_five_are_found_within_a_second(network: Path | None) -> None:
    engine = Engine(hash_mb=16, network=network)
    deep = [win for win in WINS if win.plies == 5]
    found = [(win, searched(engine, win, A_SECOND)) for win in deep]
    known = [(win, analysis) for win, analysis in found if analysis.score.win_in is not None]
    assert len(known) >= 0.9 * len(deep)
    for win, analysis in known:
        check_found(win, analysis)


@pytest.mark.parametrize(
    ("position", "win_in", "best"),
    [("5e5f456g6h67_5b1e46g57h58i7", 7, "f6d4"), ("4a12b15c56e78f6g8_4a35b23c34d46e6h6", -8, None)],
)
def test_longer_endings_are_found_with_their_distance(position: str, win_in: int, best: str | None) -> None:
    board = Board.from_position(position, form=PositionForm.FACTORED)
    analysis = Engine(hash_mb=16).analyse(board, Limit(nodes=1_000_000))
    assert analysis.score.win_in == win_in
    assert best in (None, board.format_move(analysis.best, Dialect.NACRE))


@pytest.mark.long
@pytest.mark.timeout(3600)
@EVALUATIONS
@pytest.mark.parametrize("hash_mb", [1, 16, 128])
def test_every_win_is_found(network: Path | None, hash_mb: int) -> None:
    engine = Engine(hash_mb=hash_mb, network=network)
    most = 0
    for win in WINS:
        analysis = searched(engine, win, ENOUGH[win.plies])
        most = max(most, analysis.nodes)
        check_found(win, analysis)
    print(f"at most {most} nodes")


@EVALUATIONS
def test_no_win_is_claimed_that_is_not_there(network: Path | None) -> None:
    """After two random plies from each position, the prover confirms the short wins that the search claims."""
    engine = Engine(hash_mb=16, network=network)
    rng = random.Random(1)
    claims = Counter[int]()
    for win in WINS[::2]:
        board = win.board
        for _ in range(2):
            board.play(rng.choice([move for move in board.legal_moves if not board.is_ejection(move)]))
        engine.forget()
        claimed = engine.analyse(board, Limit(depth=7)).score.win_in
        if claimed is not None and 0 < claimed <= 5:
            claims[claimed] += 1
            assert Prover(board).distance(claimed) is not None, board.position()
    assert claims[1] >= 5
    assert claims[3] >= 5
    assert claims[5] >= 3


def test_a_win_is_found_after_a_search_under_other_rules() -> None:
    """If two more marbles must be ejected, nothing is won yet. The table must not keep that."""
    with Engine(hash_mb=16) as engine:
        for win in [each for each in WINS if each.plies == 3][:20]:
            other = Rules(marbles_to_eject=win.marbles_to_eject + 2)
            assert engine.analyse(Board.from_position(win.position, rules=other), Limit(depth=8)).score.win_in is None
            assert engine.analyse(win.board, Limit(depth=5)).score.win_in == 3, win.name
