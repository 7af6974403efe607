"""Write tests/forced_wins.txt: positions with a forced win, with all first moves that win in the fewest plies.

The prover of the tests finds the wins by exhaustive search, without the engine. It takes some minutes.

    PYTHONPATH=tests python tools/write_forced_wins.py
"""

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from prover import Prover
from sumito import BLACK, CELLS, WHITE, Board, Color, Direction, Rules, next_cell

FILE = Path(__file__).resolve().parents[1] / "tests/forced_wins.txt"
LAYOUTS = ("standard", "belgian-daisy", "german-daisy", "swiss-daisy", "domination", "alien-attack", "the-wall")
EDGE = [cell for cell in CELLS if any(next_cell(cell, direction) is None for direction in Direction)]
MARBLES = 14
DEEPEST = 5
# The number of positions of each distance from each source.
OF_GAMES = {1: 10, 3: 20, 5: 15}
ARRANGED = {1: 20, 3: 60, 5: 45}
TO_EJECT = (6, 6, 6, 1, 2, 3)


def near_the_end(board: Board) -> bool:
    """Return whether the moves of a proof are enough to eject the last marbles."""
    return board.rules.marbles_to_eject - board.score(board.turn) <= (DEEPEST + 1) // 2


def of_games() -> Iterator[tuple[str, Board]]:
    """Yield positions near the end of random games, in which ejections and pushes are preferred."""
    for seed in range(10_000):
        rng = random.Random(seed)
        board = Board(rng.choice(LAYOUTS), rules=Rules(repetition=0))
        for ply in range(600):
            moves = list(board.legal_moves)
            if not moves:
                break
            if near_the_end(board) and rng.random() < 0.3:  # neighbouring positions are alike
                yield f"game-{seed:02}-{ply:03}", board
            few = rng.sample(moves, min(len(moves), 6))
            board.play(max(few, key=lambda move: (board.is_ejection(move), board.is_sumito(move))))


def arranged() -> Iterator[tuple[str, Board]]:
    """Yield positions with random rows of one to three marbles, most of the defender's at the edge."""
    rng = random.Random(1)
    for number in range(1_000_000):
        to_eject = rng.choice(TO_EJECT)
        score = [rng.randrange(max(to_eject - 3, 0), to_eject) for _ in range(2)]
        turn = rng.randrange(2)
        taken: dict[int, int] = {}
        for player in range(2):
            left = MARBLES - score[1 - player]
            while left:
                cell: int | None = rng.choice(EDGE if player != turn and rng.random() < 0.7 else CELLS)
                direction = rng.choice(list(Direction))
                for _ in range(rng.randrange(1, 4)):
                    if cell is None or cell in taken or not left:
                        break
                    taken[cell] = player
                    left -= 1
                    cell = next_cell(cell, direction)
        text = position_text(taken, score, (BLACK, WHITE)[turn])
        rules = Rules(marbles_to_eject=to_eject, repetition=0)
        yield f"arranged-{number:04}", Board.from_position(text, rules=rules)


def position_text(taken: dict[int, int], score: list[int], turn: Color) -> str:
    rows, cells = [], iter(CELLS)
    for row in range(9):
        text = "".join("Ss."[taken.get(next(cells), 2)] for _ in range(9 - abs(row - 4)))
        for run in range(9, 0, -1):
            text = text.replace("." * run, str(run))
        rows.append(text)
    return f"{'/'.join(reversed(rows))} {score[0]} {score[1]} {'b' if turn is BLACK else 'w'} 0 1"


def proved(found: Iterator[tuple[str, Board]], wanted: dict[int, int]) -> Iterator[str]:
    """Yield the lines of the first positions with wins in the wanted numbers of plies."""
    left = Counter(wanted)
    for name, board in found:
        if board.outcome is not None:
            continue
        prover = Prover(board)
        plies = prover.distance(max(+left))
        if plies is None or not left[plies]:
            continue
        left[plies] -= 1
        print(name, plies, flush=True)
        moves = " ".join(sorted(map(board.format_move, prover.winning_moves(plies))))
        yield f"\nid {name}\npos {board.position()}\neject {board.rules.marbles_to_eject}\nwin {plies} {moves}\n"
        if not +left:
            return


def main() -> None:
    entries = [*proved(of_games(), OF_GAMES), *proved(arranged(), ARRANGED)]
    about = (
        "# Positions that the player to move wins by force: marbles to eject, plies, and all first moves that do it.\n"
        "# Written by tools/write_forced_wins.py; every line of play was looked at.\n"
    )
    FILE.write_text(about + "".join(entries), encoding="utf-8")


if __name__ == "__main__":
    main()
