"""A process that writes moves and acknowledges each of them on its standard output, until it is killed.

usage: python -m server.writing_child URL GAMES [WRITES [BYTES-OF-A-FILE]]

It first prints the ids of its games. Then a line "GAME SEQ DATA" is printed for each stored write. With BYTES no file
can grow beyond that, as on a full disk: then a line "failed" is printed for each failed write.
"""

from __future__ import annotations

import os
import resource
import sys
from contextlib import closing

from server.games import move, new_game
from sumito.server import writer as writer_module
from sumito.server.database import database_url, open_database
from sumito.server.writer import Writer, WriteResult


def main() -> None:
    url, games, *limits = sys.argv[1:]
    writes = int(limits[0]) if limits else sys.maxsize
    with closing(open_database(database_url(url))) as database, Writer(database) as writer:
        ids = [new_game(database) for _ in range(int(games))]
        os.write(1, " ".join(ids).encode() + b"\n")
        if len(limits) > 1:
            resource.setrlimit(resource.RLIMIT_FSIZE, (int(limits[1]), int(limits[1])))
            writer_module._PAUSE_S = 0  # type: ignore[misc]

        def go_on(game: str, seq: int) -> None:
            data = f"{os.getpid()}.{seq}." + "x" * 100

            def done(result: WriteResult) -> None:
                if not result.stored:
                    assert result.error is not None
                    os.write(1, b"failed\n")
                    return
                os.write(1, f"{game} {seq} {data}\n".encode())
                if seq < writes:
                    go_on(game, seq + 1)

            writer.submit(move(game, seq, data), done)

        for game in ids:
            go_on(game, 1)
        sys.stdin.read()  # until the parent closes it
    os.write(1, b"end\n")


if __name__ == "__main__":
    main()
