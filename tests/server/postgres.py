"""A PostgreSQL of the tests' own, in a temporary folder, on a socket."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import LiteralString

import psycopg
import pytest
from sqlalchemy import URL

SECONDS = 60


def program(name: str) -> str:
    """Return the newest program of PostgreSQL with a name."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3]))
    path = str(found[-1]) if found else shutil.which(name)
    if path is None:
        pytest.fail(f"{name} is missing: `make parts` installs PostgreSQL", pytrace=False)
    return path


class Postgres:
    """A running server."""

    def __init__(self, folder: Path, process: subprocess.Popen[bytes]) -> None:
        self.folder = folder
        self.process = process

    def run(self, statement: LiteralString, database: str = "postgres") -> list[tuple[object, ...]]:
        """Run a statement outside a transaction."""
        with psycopg.connect(host=str(self.folder), user="sumito", dbname=database, autocommit=True) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def empty_database(self, name: LiteralString = "games") -> URL:
        """Make a database, or empty it. A new one for each test would be thousands of files."""
        if (name,) in self.run("SELECT datname FROM pg_database"):
            self.run("SET client_min_messages = error; DROP SCHEMA public CASCADE; CREATE SCHEMA public", name)
        else:
            self.run("CREATE DATABASE " + name)
        return URL.create("postgresql+psycopg", username="sumito", database=name, query={"host": str(self.folder)})


@contextmanager
def running_postgres(*, fsync: bool = False) -> Iterator[Postgres]:
    """Run a server until the block ends. PostgreSQL refuses to run as root, so root starts it as another user."""
    owner = pwd.getpwnam("postgres") if os.getuid() == 0 else pwd.getpwuid(os.getuid())
    identity = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []} if os.getuid() == 0 else {}
    folder = Path(tempfile.mkdtemp(prefix="sumito-pg-"))  # a socket has a short path
    try:
        os.chown(folder, owner.pw_uid, owner.pw_gid)
        options = [
            "--pgdata",
            str(folder / "data"),
            "--username=sumito",
            "--auth=trust",
            "--no-sync",
            "--encoding=UTF8",
        ]
        subprocess.run(
            [program("initdb"), "--pgdata", str(folder / "data"), *options],
            cwd=folder,
            stdout=subprocess.DEVNULL,
            check=True,
            timeout=SECONDS,
            **identity,  # type: ignore[call-overload]
        )
        # A test switches fsync on where it counts. On the command line it could not be changed.
        with open(folder / "data/postgresql.conf", "a", encoding="utf-8") as settings:
            settings.write(f"fsync = {'on' if fsync else 'off'}\n")
        # The pipe ends when the server does; it says on it that it is ready.
        process: subprocess.Popen[bytes] = subprocess.Popen(
            [
                *(program("postgres"), "-D", str(folder / "data"), "-k", str(folder), "-c", "listen_addresses="),
                *("-c", "log_destination=stderr"),
            ],
            cwd=folder,
            stderr=subprocess.PIPE,
            **identity,  # type: ignore[call-overload]
        )
        try:
            assert process.stderr is not None
            said = b""
            for line in process.stderr:
                said += line
                if b"ready to accept connections" in line:
                    break
            else:
                pytest.fail(f"PostgreSQL did not start: {said.decode()}", pytrace=False)
            drain = subprocess.Popen(
                ["cat"], stdin=process.stderr, stdout=subprocess.DEVNULL
            )  # a full pipe would block it
            process.stderr.close()
            yield Postgres(folder, process)
        finally:
            process.send_signal(signal.SIGQUIT)  # without saving what is thrown away
            process.wait(SECONDS)
        drain.wait(SECONDS)
    finally:
        shutil.rmtree(folder)
