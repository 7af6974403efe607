"""Measure the storage of moves: durable writes for each second of CPU, beside a bare commit. `make bench` runs this.

A bare commit is the same two statements for each move through the driver itself, without a queue, conflicts or results.
CPU time is that of this process. The database's own is added for SQLite, which runs inside it, and not for PostgreSQL.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
from sqlalchemy import URL

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from server.games import move, new_game
from server.postgres import running_postgres
from sumito.server.database import Database, file_of, open_database
from sumito.server.writer import Writer, WriteResult

GAMES = 256
PLIES = 40
BATCHES = (1, 16, 64, 256)
TARGET = 5_000  # durable moves for each second of CPU, in batches of 64
DATA = '{"move":"a1b2","took":1234,"lag":37}'


@contextmanager
def measured() -> Iterator[list[float]]:
    """Yield a list that gets the seconds of CPU and of the clock."""
    spent: list[float] = []
    cpu, wall = time.process_time(), time.perf_counter()
    yield spent
    spent += [time.process_time() - cpu, time.perf_counter() - wall]


def through_the_writer(database: Database, games: list[str], first: int, last: int) -> None:
    """Play every game from one ply to another, with one waiting write for each."""
    finished = threading.Semaphore(0)
    with Writer(database) as writer:

        def go_on(game: str, seq: int) -> None:
            def done(result: WriteResult) -> None:
                assert result.stored, result
                if seq < last:
                    go_on(game, seq + 1)
                else:
                    finished.release()

            writer.submit(move(game, seq, DATA), done)

        for game in games:
            go_on(game, first)
        for _ in games:
            finished.acquire()


def rows(games: list[str], ply: int) -> tuple[list[tuple[object, ...]], list[tuple[object, ...]]]:
    updates: list[tuple[object, ...]] = [
        ("playing", ply, ply, f"position {ply}", ply, None, None, ply, game, ply - 1) for game in games
    ]
    inserts: list[tuple[object, ...]] = [(game, ply, "move", ply, DATA, ply) for game in games]
    return updates, inserts


UPDATE = (
    "UPDATE game SET status=?, version=?, ply=?, position=?, turn_started_ms=?, deadline_ms=?, result=?, changed_ms=? "
    "WHERE id=? AND version=?"
)
INSERT = "INSERT INTO event (game, seq, kind, ply, data, at_ms) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"


def bare(url: URL, games: list[str], first: int, last: int) -> None:
    """Store the same moves with the driver: one commit for each ply of all games."""
    if url.get_backend_name() == "sqlite":
        with closing(sqlite3.connect(file_of(url), isolation_level=None)) as connection:
            connection.execute("PRAGMA synchronous = FULL")
            for ply in range(first, last + 1):
                updates, inserts = rows(games, ply)
                connection.execute("BEGIN IMMEDIATE")
                connection.executemany(UPDATE, updates)
                connection.executemany(INSERT, inserts)
                connection.execute("COMMIT")
        return
    with psycopg.connect(host=str(url.query["host"]), user=url.username, dbname=url.database) as connected:
        cursor = connected.cursor()
        for ply in range(first, last + 1):
            updates, inserts = rows(games, ply)
            cursor.executemany(UPDATE.replace("?", "%s").encode(), updates)
            cursor.executemany(INSERT.replace("?", "%s").encode(), inserts)
            connected.commit()


def measure(name: str, url: URL) -> None:
    with closing(open_database(url)) as database:
        for batch in BATCHES:
            plies = max(8, min(PLIES, 4 * PLIES // batch)) if batch > 1 else PLIES * 4
            games = [new_game(database) for _ in range(batch)]
            through_the_writer(database, games, 1, 4)  # compiles statements and opens connections
            with measured() as ours:
                through_the_writer(database, games, 5, 4 + plies)
            with measured() as plain:
                bare(url, games, 5 + plies, 4 + 2 * plies)
            moves = batch * plies
            target = f", target {TARGET}" if batch == 64 else ""
            print(
                f"{name}, {batch:3} moves a commit, per CPU second: {moves / ours[0]:7,.0f}{target}; bare driver "
                f"{moves / plain[0]:7,.0f}. Per second: {moves / ours[1]:6,.0f}; bare driver {moves / plain[1]:6,.0f}"
            )


def bytes_of_a_game(folder: Path) -> None:
    url = URL.create("sqlite", database=str(folder / "size.sqlite"))
    with closing(open_database(url)) as database:
        empty = os.path.getsize(file_of(url))
        games = [new_game(database) for _ in range(GAMES)]
        through_the_writer(database, games, 1, 80)
    print(f"a stored game of 80 plies: {(os.path.getsize(file_of(url)) - empty) / GAMES:,.0f} bytes, target 8,000")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        measure("SQLite", URL.create("sqlite", database=f"{folder}/games.sqlite"))
        bytes_of_a_game(Path(folder))
    with running_postgres(fsync=True) as server:
        measure("PostgreSQL", server.empty_database())


if __name__ == "__main__":
    main()
