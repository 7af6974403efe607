"""Databases and sites for the tests of the server. None of them is the user's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import URL

from server.clocks import move_time
from server.online_site import OnlineSite, online_site
from server.postgres import Postgres, running_postgres
from sumito.server.database import Database, make_engine, open_database


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUMITO_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("SUMITO_DATABASE", raising=False)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> URL:
    """The address of an empty database of each kind."""
    if request.param == "sqlite":
        return URL.create("sqlite", database=str(tmp_path / "games.sqlite"))
    server = request.getfixturevalue("postgres")
    assert isinstance(server, Postgres)
    return server.empty_database()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> URL:
    return URL.create("sqlite", database=str(tmp_path / "games.sqlite"))


@pytest.fixture
def database(url: URL) -> Iterator[Database]:
    with closing(open_database(url)) as opened:
        yield opened


@pytest.fixture
def second_database(database: Database, url: URL) -> Iterator[Database]:
    """The same database with connections of its own, and without the lock of the file."""
    with closing(Database(make_engine(url), None)) as opened:
        yield opened


@pytest.fixture
def site(tmp_path: Path) -> Iterator[OnlineSite]:
    with online_site(tmp_path) as running:
        yield running


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Move the time of the server forward, also of one that starts after it."""
    return lambda ms: move_time(monkeypatch, ms)
