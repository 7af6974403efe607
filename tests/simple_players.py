"""Two players without foresight, and their games against the levels. docs/levels.md has the results.

usage: simple_players.py [--games N] [LEVEL...]
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

from sumito import Board, Move, Rules, cell_name
from sumito.engine import LEVELS, Engine, play_level

LAYOUTS = ("standard", "belgian-daisy")
NO_END = 3000  # plies: a game that is longer counts as drawn


def random_player(board: Board, random: Random) -> Move:
    """Take an ejection if there is one, else any legal move."""
    moves = list(board.legal_moves)
    return random.choice([move for move in moves if board.is_ejection(move)] or moves)


def greedy_player(board: Board, random: Random) -> Move:
    """Take an ejection if there is one, else a push, else a move that brings the most marbles towards the centre."""
    moves = list(board.legal_moves)
    for wanted in (board.is_ejection, board.is_sumito):
        if found := [move for move in moves if wanted(move)]:
            return random.choice(found)
    most = max(map(steps_inward, moves))
    return random.choice([move for move in moves if steps_inward(move) == most])


def distance_from_centre(cell: int) -> int:
    """Return the number of steps from e5."""
    name = cell_name(cell)
    row, number = "abcdefghi".index(name[0]) - 4, int(name[1]) - 5
    return max(abs(row), abs(number), abs(row - number))


def steps_inward(move: Move) -> int:
    """Return how many steps nearer to the centre the marbles of a move come, all together."""
    return sum(map(distance_from_centre, move.cells)) - sum(map(distance_from_centre, move.targets))


SIMPLE = {"random": random_player, "greedy": greedy_player}


def results(level: int | str, against: Callable[[Board, Random], Move], games: int) -> Iterator[str]:
    """Yield what each game is for the level: won, lost or drawn. Every game has its own seed."""
    with Engine(hash_mb=1) as engine:
        for game in range(games):
            random = Random(game)
            board = Board(LAYOUTS[game // 2 % 2], rules=Rules(ply_cap=NO_END))
            color = board.players[game % 2]
            while board.outcome is None:
                ours = board.turn is color
                board.play(play_level(engine, board, level, random) if ours else against(board, random))
            winners = board.outcome.winners
            yield "drawn" if not winners else "won" if color in winners else "lost"


def main() -> None:
    """Print a table of results."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("levels", nargs="*", default=[level.id for level in LEVELS[:7]])
    args = parser.parse_args()
    print("| level | id | against | won | drawn | lost |\n| ---: | --- | --- | ---: | ---: | ---: |")
    numbers = {level.id: level.number for level in LEVELS}
    for level in args.levels:
        for name, player in SIMPLE.items():
            told = Counter(results(level, player, args.games))
            row = (numbers[level], level, name, told["won"], told["drawn"], told["lost"])
            print(f"| {' | '.join(map(str, row))} |", flush=True)


if __name__ == "__main__":
    main()
