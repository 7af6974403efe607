"""Write the perft files of tests/perft: the number of move sequences from known positions.

usage: write_perft.py [--leaves N]   (the depth of each position is the largest with at most N leaves)
"""

import argparse
import random
from pathlib import Path

from sumito import MULTI_LAYOUTS, Board, Rules, perft

FOLDER = Path(__file__).resolve().parents[1] / "tests/perft"
LAYOUTS = (
    "standard", "belgian-daisy", "german-daisy", "swiss-daisy", "snakes-variation", "domination", "alien-attack",
    "the-wall", "im-a-robot",
)  # fmt: skip
GAMES = 24


def middle_games() -> list[tuple[str, Board]]:
    """Yield positions of random games, with lost marbles and contact between the players."""
    found = []
    for seed in range(GAMES):
        rng = random.Random(seed)
        board = Board(rng.choice(LAYOUTS), rules=Rules(repetition=0))
        for _ in range(rng.randrange(20, 300)):
            moves = list(board.legal_moves)
            if not moves:
                board.undo()
                break
            ejections = [move for move in moves if board.is_ejection(move)]
            board.play(rng.choice(ejections if ejections and rng.random() < 0.3 else moves))
        found.append((f"game-{seed:02}", board))
    return found


def write(path: Path, about: str, boards: list[tuple[str, Board]], leaves: int) -> None:
    lines = [
        f"# {about}",
        "# Written by tools/write_perft.py; the low depths are confirmed by the oracle of the tests.",
    ]
    for name, board in boards:
        print(name, flush=True)
        lines += ["", f"id {name}", f"pos {board.position()}"]
        depth, count, branching = 1, len(board.legal_moves), float(len(board.legal_moves))
        while count:
            lines.append(f"perft {depth} {count}")
            if count * max(branching, 1) * 1.2 > leaves:
                break
            depth += 1
            previous, count = count, perft(board, depth)
            branching = count / previous
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--leaves", type=float, default=3e10)
    leaves = parser.parse_args().leaves
    write(FOLDER / "games.perft", "Positions out of random games.", middle_games(), leaves / 100)
    for layout in LAYOUTS:
        write(FOLDER / f"{layout}.perft", f"The layout {layout}.", [(layout, Board(layout))], leaves)
    for layout in MULTI_LAYOUTS:  # these are counted more slowly
        write(FOLDER / f"{layout}.perft", f"The layout {layout}.", [(layout, Board(layout))], leaves / 10)


if __name__ == "__main__":
    main()
