"""Play random legal moves in an online game, as fast as the server acknowledges them."""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import IO

from sumito.client.connection import ClientError, Connection
from sumito.client.site import GameAddress, Site, SiteError
from sumito.play import messages

_USAGE = """
  python -m sumito.client HOST:PORT create [--layout NAME] [options]
  python -m sumito.client [HOST:PORT] join ADDRESS [options]"""


def main(arguments: list[str] | None = None) -> int:
    """Run the program, and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m sumito.client", usage=_USAGE, description=__doc__)
    parser.add_argument(
        "words",
        nargs="+",
        metavar="create, join ADDRESS",
        help="create a game at HOST:PORT and print its address with an invitation, or take the seat of an invitation",
    )
    parser.add_argument("--layout", help="the starting layout of a new game (default: standard)")
    parser.add_argument("--moves", metavar="N", type=int, default=200, help="stop after N moves (default: 200)")
    parser.add_argument("--journal", metavar="FILE", type=Path, help="append a line of JSON for each acknowledged move")
    parser.add_argument("--seed", metavar="N", type=int, help="the seed of the random moves")
    options = parser.parse_intermixed_args(arguments)
    try:
        match options.words:
            case [host, "create"]:
                site = Site(host)
                address = site.create({"layout": options.layout or "standard"})
                print(address, flush=True)
            case [*hosts, "join", text] if len(hosts) < 2 and options.layout is None:
                address = GameAddress.parse(text)
                site = Site(hosts[0] if hosts else address.site)
                site.join(address)
            case _:
                parser.error("expected HOST:PORT create, or join ADDRESS")
        rng = random.Random(options.seed)  # noqa: S311 - random moves are no secret
        with options.journal.open("a", encoding="utf-8") if options.journal else nullcontext() as journal:
            asyncio.run(play(site, address.game, options.moves, journal, rng))
    except (SiteError, ClientError, LookupError, ValueError, OSError) as error:
        print(f"sumito.client: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


async def play(site: Site, game_id: str, most: int, journal: IO[str] | None, rng: random.Random) -> None:
    """Play random legal moves until the game has `most` moves or is over. Write acknowledged moves to the journal."""
    async with Connection(site.address, site.token, game_id) as connection:
        version = -1
        while True:
            game = await connection.wait(version)
            version = game.version
            if game.is_over or len(game.moves) >= most:
                return
            if game.is_our_turn:
                await _move(connection, journal, rng)


async def _move(connection: Connection, journal: IO[str] | None, rng: random.Random) -> None:
    game = connection.game
    board = game.board()
    move, ply = board.format_move(rng.choice(list(board.legal_moves))), len(game.moves) + 1
    try:
        seq = await connection.do(messages.Move(move))
    except ClientError as error:
        if error.code not in ("stale", "not_your_turn", "over"):
            raise
        return
    if journal is not None:
        print(json.dumps({"game": game.id, "seq": seq, "ply": ply, "move": move}), file=journal, flush=True)


if __name__ == "__main__":
    sys.exit(main())
