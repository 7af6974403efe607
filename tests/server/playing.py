"""Play games on a server that fails, and compare what it acknowledged with what it stored."""

from __future__ import annotations

import random
from contextlib import closing
from dataclasses import dataclass

from sqlalchemy import URL

from sumito import Board
from sumito.client import ClientError, Connection, Site
from sumito.play import messages
from sumito.play.events import PlayedMove
from sumito.server.database import open_database
from sumito.server.live_game import match_of
from sumito.server.store import Store

TIMED = {"control": {"kind": "total", "time_ms": 600_000, "increment_ms": 0, "delay_ms": 0}}


@dataclass(frozen=True)
class Acknowledgement:
    """A move that the server has acknowledged to its player."""

    game: str
    seq: int
    ply: int
    move: str


async def play(site: Site, game_id: str, plies: int, seed: int, journal: list[Acknowledgement]) -> list[str]:
    """Play random legal moves until the game has `plies`, whatever happens to the server. Return all moves."""
    rng = random.Random(seed)
    async with Connection(site.address, site.token, game_id) as connection:
        version = -1
        while True:
            game = await connection.wait(version)
            version = game.version
            if len(game.moves) >= plies or game.is_over:
                return list(game.moves)
            if game.is_our_turn:
                assert game.terms is not None
                board = Board.from_position(game.terms.start)
                for text in game.moves:
                    board.play(text)
                move, ply = board.format_move(rng.choice(list(board.legal_moves))), len(game.moves) + 1
                try:
                    seq = await connection.do(messages.Move(move))
                except ClientError as error:
                    if error.code not in ("stale", "not_your_turn", "over"):
                        raise
                else:
                    journal.append(Acknowledgement(game.id, seq, ply, move))


def check(url: URL, journal: list[Acknowledgement], games: int, plies: int) -> None:
    """Compare the acknowledgements with the database."""
    with closing(open_database(url)) as database:
        store = Store(database)
        ids = {each.game for each in journal}
        assert len(ids) == games
        for game_id in ids:
            stored = store.load(game_id)
            assert stored is not None
            match = match_of(stored)
            assert [entry.seq for entry in stored.events] == list(range(1, len(stored.events) + 1))
            assert len(match.moves) >= plies or match.result is not None
            moves = [event.move for event in match.log if isinstance(event, PlayedMove)]
            assert tuple(moves) == match.moves
            for each in (each for each in journal if each.game == game_id):
                event = match.log[each.seq - 1]
                assert isinstance(event, PlayedMove)
                assert (event.move, match.moves[each.ply - 1]) == (each.move, each.move)
            acknowledged = [each.ply for each in journal if each.game == game_id]
            assert len(acknowledged) == len(set(acknowledged))
