"""`sumito explore`: list the moves that were played in a position."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any, Final

from sumito.cli.exit_codes import FAILURE
from sumito.cli.options.board import add_board_options, board_of_two, plain_text
from sumito.core.text import counted
from sumito.terminal.failures import InputError, record_problem

if TYPE_CHECKING:
    from sumito.core import Board
    from sumito.lab.explorer import Explorer, Games, PlayedMove

_BAR: Final = 20


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "explore",
        help="list the moves that were played in a position",
        description="List the moves that were played in a position, by the engine in games against\n"
        "itself and in your own files. The columns are the move, the games that reached\n"
        "the position after it, the points of the player who moves (a draw is half a\n"
        "point), the share of draws, and the engine's evaluation in marbles. Positions\n"
        "that are images of each other under a rotation or reflection of the board\n"
        "count as one, and so do the moves that lead to them.",
        epilog="example:\n  sumito explore --layout belgian-daisy --moves 'a1b2 a5b5'",
    )
    add_board_options(parser)
    parser.add_argument("--moves", metavar="TEXT", default="", help="play these moves first, separated by spaces")
    parser.add_argument(
        "--file", metavar="FILE", action="append", default=[], help="add the games of this file of records; repeatable"
    )
    parser.add_argument("--files-only", action="store_true", help="count only the games of --file, not the engine's")
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser


def run(args: argparse.Namespace) -> int:
    """Count the games, and print the table. Return the exit code."""
    from sumito.lab.explorer import Explorer, shipped_data

    if args.files_only and not args.file:
        raise InputError("--files-only needs --file")
    board = board_of_two(args)
    for move in plain_text("--moves", args.moves).split():
        board.play(move)
    explorer = Explorer()
    explorer.read(shipped_data(), "the shipped data", with_games=not args.files_only)
    engine_games = explorer.games
    files = [_add_file(explorer, name) for name in args.file]
    here, moves = explorer.find(board), explorer.moves(board)
    if args.json:
        print(json.dumps(_answer(board, here, moves, engine_games, files), indent=1))
    else:
        _print_sources(engine_games, files)
        _print_table(board, here, moves)
    return FAILURE if any(each["invalid"] for each in files) else 0


def _add_file(explorer: Explorer, name: str) -> dict[str, Any]:
    """Count the games of a file. Report the first invalid game, and how many others there are."""
    from sumito.notation.records import RecordError, read_records
    from sumito.terminal.files import input_file

    counts: dict[str, Any] = {"name": name, "games": 0, "not_counted": 0, "invalid": 0}
    first = ""
    with input_file(name) as file:
        for record in read_records(file):
            if isinstance(record, RecordError):
                counts["invalid"] += 1
                first = first or record_problem(name, record)
            else:
                counts["games" if explorer.add(record) else "not_counted"] += 1
    if first:
        others = counts["invalid"] - 1
        more = f" (and {counted(others, 'other invalid game', 'other invalid games')})" if others else ""
        print(f"sumito explore: {first}{more}", file=sys.stderr)
    return counts


def _answer(
    board: Board, here: Games, moves: list[PlayedMove], engine_games: int, files: list[dict[str, Any]]
) -> dict[str, Any]:
    return {
        "position": board.position(),
        "turn": str(board.turn),
        "engine_games": engine_games,
        "files": files,
        **_numbers(here),
        "moves": [
            {
                "move": board.format_move(each.move),
                "same": [board.format_move(move) for move in each.same],
                **_numbers(each.after),
            }
            for each in moves
        ],
    }


def _numbers(found: Games) -> dict[str, Any]:
    return {
        "games": found.games,
        "wins": found.wins,
        "draws": found.draws,
        "points": None if found.points is None else round(found.points, 4),
        "evaluation": found.evaluation,
    }


def _print_sources(engine_games: int, files: list[dict[str, Any]]) -> None:
    if engine_games:
        print(f"the engine: {counted(engine_games, 'game', 'games')}")
    for each in files:
        left_out = counted(each["not_counted"], "game", "games")
        rest = f", {left_out} without a result or with more players" if each["not_counted"] else ""
        print(f"{each['name']}: {counted(each['games'], 'game', 'games')}{rest}")
    print()


def _print_table(board: Board, here: Games, moves: list[PlayedMove]) -> None:
    player = str(board.turn).capitalize()
    if not here.games:
        print(f"{player} to move: no games reached this position")
    else:
        print(
            f"{player} to move: {counted(here.games, 'game', 'games')}, points {_percent(here.score, here.games)}, "
            f"draws {_percent(here.draws, here.games)}, evaluation {_marbles(here)}"
        )
    if not moves:
        print("no games after this position")
        return
    texts = [" = ".join(map(board.format_move, (each.move, *each.same))) for each in moves]
    width = max(len("move"), *map(len, texts))
    print(f"\n{'move':<{width}}  {'games':>6}  {'points':>6}  {'':<{_BAR}}  {'draws':>6}  evaluation")
    for text, each in zip(texts, moves, strict=True):
        after = each.after
        bar = ("#" * round(after.score / after.games * _BAR)).ljust(_BAR, ".")
        shares = f"{_percent(after.score, after.games):>6}  {bar}  {_percent(after.draws, after.games):>6}"
        print(f"{text:<{width}}  {after.games:>6}  {shares}  {_marbles(after):>10}")


def _percent(part: float, whole: int) -> str:
    """Return a share in percent. Halves are rounded up, exactly, as in the web app."""
    return f"{(200 * part + whole) // (2 * whole):.0f}%"


def _marbles(found: Games) -> str:
    return "-" if found.evaluation is None else f"{found.evaluation / 100:+.2f}"
