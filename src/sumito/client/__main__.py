"""Play random legal moves in an online game: `python -m sumito.client HOST:PORT create`, then `join ADDRESS`."""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
from pathlib import Path
from typing import IO

from sumito.client.connection import ClientError, Connection
from sumito.client.site import GameAddress, Site, SiteError
from sumito.core import Board, Rules
from sumito.play import messages


def main(arguments: list[str] | None = None) -> int:
    """Run the program, and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m sumito.client", description=__doc__)
    parser.add_argument("--moves", metavar="N", type=int, default=200, help="stop after N moves (default: 200)")
    parser.add_argument("--journal", metavar="FILE", type=Path, help="write a line of JSON for each acknowledged move")
    parser.add_argument("--seed", metavar="N", type=int, help="the seed of the random moves")
    commands = parser.add_subparsers(dest="command", required=True)
    create = commands.add_parser("create", help="create a game, print its address with an invitation, and play")
    create.add_argument("site", metavar="HOST:PORT")
    create.add_argument("--layout", default="standard", help="the starting layout (default: standard)")
    join = commands.add_parser("join", help="take the seat of an invitation, and play")
    join.add_argument("address", metavar="ADDRESS")
    options = parser.parse_args(arguments)
    try:
        if options.command == "create":
            site = Site(options.site)
            address = site.create({"layout": options.layout})
            print(address, flush=True)
        else:
            address = GameAddress.parse(options.address)
            site = Site(address.site)
            site.join(address)
        asyncio.run(play(site, address.game, options.moves, options.journal, random.Random(options.seed)))  # noqa: S311
    except (SiteError, ClientError, LookupError, ValueError) as error:
        print(f"sumito.client: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


async def play(site: Site, game_id: str, most: int, journal: Path | None, rng: random.Random) -> None:
    """Play random legal moves until the game has `most` moves or is over."""
    with journal.open("a", encoding="utf-8") if journal else open("/dev/null", "w") as file:
        async with Connection(site.address, site.token, game_id) as connection:
            version = -1
            while True:
                game = await connection.wait(version)
                version = game.version
                if game.is_over or len(game.moves) >= most:
                    return
                if game.is_our_turn:
                    await _move(connection, file, rng)


async def _move(connection: Connection, file: IO[str], rng: random.Random) -> None:
    game = connection.game
    terms = game.terms
    assert terms is not None  # noqa: S101 - the first message has them
    board = Board.from_position(terms.start, rules=Rules(**terms.rules))  # type: ignore[arg-type]
    for text in game.moves:
        board.play(text)
    move, ply = board.format_move(rng.choice(list(board.legal_moves))), len(game.moves) + 1
    try:
        seq = await connection.do(messages.Move(move))
    except ClientError as error:
        if error.code not in ("stale", "not_your_turn", "over"):
            raise
        return
    file.write(json.dumps({"game": game.id, "seq": seq, "ply": ply, "move": move}) + "\n")
    file.flush()


if __name__ == "__main__":
    sys.exit(main())
