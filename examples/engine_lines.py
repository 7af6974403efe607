"""Print the engine's best variations, let two levels play some moves, and analyse the position again."""

from random import Random

from sumito import BLACK, WHITE, Board
from sumito.engine import Engine, Limit, play_level

PLIES = 12
LEVELS = {BLACK: 3, WHITE: 6}

board = Board("belgian-daisy")
dice = Random(7)  # without the seed, every game is different


def show(engine: Engine) -> None:
    """Print the three best variations for the player to move."""
    analysis = engine.analyse(board, Limit(nodes=30_000), variations=3)
    print(f"{board.turn} to move, {analysis.nodes} positions looked at:")
    for variation in analysis.variations:
        print(f"  {variation.score!s:>6} {variation.score.win_probability:>4.0%}  {board.format_line(variation.moves)}")


with Engine(hash_mb=16) as engine:
    show(engine)
    while board.outcome is None and board.ply < PLIES:
        board.play(play_level(engine, board, LEVELS[board.turn], dice))
    print("so they played:", board.start().format_line(board.history))
    print(board)
    if board.outcome is None:
        show(engine)
