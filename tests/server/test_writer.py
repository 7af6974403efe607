"""The writer: one winner for each version, results only after the commit, and no lost or invented writes."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager

import psycopg
import pytest
from sqlalchemy import Connection, text
from sqlalchemy import event as events

from server.games import SECONDS, move, new_game, result, submitted
from server.postgres import Postgres
from sumito.server import writer as writer_module
from sumito.server.database import Database, open_database
from sumito.server.storage_errors import QueueFullError, StorageError
from sumito.server.store import Store
from sumito.server.writer import Event, GameState, Write, Writer, WriteResult


@pytest.fixture
def writer(database: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[Writer]:
    monkeypatch.setattr(writer_module, "_PAUSE_S", 0.0)
    with Writer(database) as opened:
        yield opened


def log(database: Database, game: str) -> list[tuple[int, str]]:
    """Return the log of a game. Its row must agree with it."""
    loaded = Store(database).load(game)
    assert loaded is not None
    assert loaded.row.version == (loaded.events[-1].seq if loaded.events else 0)
    return [(entry.seq, entry.data) for entry in loaded.events]


@contextmanager
def held(writer: Writer, database: Database) -> Iterator[None]:
    """Hold the thread of the writer, so that all writes of the block are in one batch."""
    inside, go_on = threading.Event(), threading.Event()

    def hold(_: WriteResult) -> None:
        inside.set()
        assert go_on.wait(SECONDS)

    writer.submit(move(new_game(database), 1), hold)
    assert inside.wait(SECONDS)
    try:
        yield
    finally:
        go_on.set()


def commits(database: Database) -> list[object]:
    counted: list[object] = []
    events.listen(database.engine, "commit", counted.append)
    return counted


def test_a_write_is_stored_whole(database: Database, writer: Writer) -> None:
    game = new_game(database)
    state = GameState("finished", 2, 7, "end", turn_started_ms=40, deadline_ms=50, result='{"winner":"black"}')
    two = (Event(1, "move", 7, '{"é":1}', 30), Event(2, "end", 7, "{}", 31))
    assert result(writer, Write(game, 0, two, state, 60)) == WriteResult(stored=True)
    loaded = Store(database).load(game)
    assert loaded is not None
    assert loaded.events == two
    row = loaded.row
    assert (row.status, row.version, row.ply, row.position) == ("finished", 2, 7, "end")
    assert (row.turn_started_ms, row.deadline_ms, row.result) == (40, 50, '{"winner":"black"}')
    assert (row.created_ms, row.changed_ms) == (1_000, 60)


def test_a_write_needs_an_event_and_a_new_version() -> None:
    state = GameState("playing", 3, 1, "p")
    with pytest.raises(ValueError, match="at least one event and a higher version"):
        Write("game", 2, (), state, 1)
    with pytest.raises(ValueError, match="at least one event and a higher version"):
        Write("game", 3, (Event(4, "move", 1, "{}", 1),), state, 1)


def test_a_batch_is_one_commit(database: Database, writer: Writer) -> None:
    games = [new_game(database) for _ in range(20)]
    statements: list[object] = []
    with held(writer, database):
        counted = commits(database)
        events.listen(database.engine, "before_cursor_execute", lambda *call: statements.append(call[2]))
        futures = [submitted(writer, move(game, seq)) for seq in (1, 2) for game in games]
    assert all(future.result(SECONDS).stored for future in futures)
    assert len(counted) == 1
    changes = [statement for statement in statements if "BEGIN" not in str(statement)]
    assert len(changes) == 2, "a batch without conflicts is one update and one insertion"
    assert all([seq for seq, _ in log(database, game)] == [1, 2] for game in games)


def test_a_batch_has_at_most_256_writes(database: Database, writer: Writer) -> None:
    game = new_game(database)
    with held(writer, database):
        counted = commits(database)
        futures = [submitted(writer, move(game, seq)) for seq in range(1, 301)]
    assert all(future.result(SECONDS).stored for future in futures)
    assert len(counted) == 2


def test_a_conflict_undoes_only_itself(database: Database, writer: Writer) -> None:
    one, two, three = (new_game(database) for _ in range(3))
    assert result(writer, move(two, 1, "earlier")).stored
    stale = Write(two, 0, (Event(2, "move", 2, "stale", 1),), GameState("playing", 2, 2, "p"), 1)
    # The second event of this write is there already, although the version is right.
    with database.writing() as connection:
        connection.execute(
            text("INSERT INTO event (game, seq, kind, ply, data, at_ms) VALUES (:game, 2, 'k', 1, 'there', 1)"),
            {"game": three},
        )
    half = (Event(1, "move", 1, "half", 1), Event(2, "end", 1, "half", 1))
    with held(writer, database):
        counted = commits(database)
        futures = [
            submitted(writer, write)
            for write in (
                move(one, 1),
                stale,
                Write(three, 0, half, GameState("playing", 2, 1, "p"), 1),
                move(one, 2),
                move("nothing", 1),
                move(one, 2, "twice"),
                move(two, 2),
            )
        ]
    assert [future.result(SECONDS).stored for future in futures] == [True, False, False, True, False, False, True]
    assert {future.result().error for future in futures} == {None}
    assert len(counted) == 1
    assert [seq for seq, _ in log(database, one)] == [1, 2]
    assert log(database, two) == [(1, "earlier"), (2, '{"move":"a1b2"}')]
    with database.reading() as connection:
        assert connection.execute(text("SELECT data FROM event WHERE game = :game"), {"game": three}).all() == [
            ("there",)
        ]
        assert connection.scalar(text("SELECT version FROM game WHERE id = :game"), {"game": three}) == 0


@pytest.mark.parametrize(
    "bad",
    [
        Event(1, "move", 1, "\ud800", 1),
        Event(1, "move", 1, "{}", 1 << 70),
        Event(1, "move", 1, None, 1),  # type: ignore[arg-type]
        Event(1, "move", 1, object(), 1),  # type: ignore[arg-type]
    ],
    ids=["surrogate", "number", "null", "type"],
)
def test_a_malformed_write_fails_alone(database: Database, writer: Writer, bad: Event) -> None:
    one, two = new_game(database), new_game(database)
    with held(writer, database):
        good = submitted(writer, move(one, 1))
        wrong = submitted(writer, Write(two, 0, (bad,), GameState("playing", 1, 1, "p"), 1))
    assert good.result(SECONDS).stored
    answer = wrong.result(SECONDS)
    assert not answer.stored
    assert str(answer.error).startswith("the database refuses the move: ")
    assert log(database, two) == []


def test_a_write_that_comes_twice_is_stored_once(database: Database, writer: Writer) -> None:
    game = new_game(database)
    assert result(writer, move(game, 1)).stored
    assert result(writer, move(game, 1)) == WriteResult(stored=False)


def test_two_writers_race_and_exactly_one_wins(
    database: Database, second_database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    games = [new_game(database) for _ in range(8)]
    plies = 12
    won: dict[str, list[tuple[int, str]]] = {game: [] for game in games}
    start = threading.Barrier(2)

    def race(name: str, mine: Database) -> None:
        with Writer(mine) as writer:
            for seq in range(1, plies + 1):
                start.wait(SECONDS)
                # Opposite orders would be a deadlock, if the writers did not sort their batches.
                order = games if name == "a" else games[::-1]
                futures = {game: submitted(writer, move(game, seq, name)) for game in order}
                for game, future in futures.items():
                    answer = future.result(SECONDS)
                    assert answer.error is None
                    if answer.stored:
                        won[game].append((seq, name))

    errors: list[BaseException] = []

    def guarded(name: str, mine: Database) -> None:
        try:
            race(name, mine)
        except BaseException as error:
            errors.append(error)
            start.abort()

    racers = [threading.Thread(target=guarded, args=pair) for pair in (("a", database), ("b", second_database))]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join(SECONDS)
    assert errors == []
    assert caplog.text == "", "a deadlock is tried again, and logged"
    for game in games:
        assert sorted(won[game]) == log(database, game)
        assert [seq for seq, _ in log(database, game)] == list(range(1, plies + 1))


def test_an_outage_is_credited_once_for_each_boot(database: Database, writer: Writer) -> None:
    game, other = new_game(database), new_game(database)

    def credited(of: str, seq: int, boot: str) -> bool:
        write = move(of, seq)
        return result(writer, Write(of, seq - 1, write.events, write.state, 1, boot=boot)).stored

    assert credited(game, 1, "boot 1")
    assert not credited(game, 2, "boot 1")
    assert credited(game, 2, "boot 2")
    assert credited(other, 1, "boot 1")
    assert [seq for seq, _ in log(database, game)] == [1, 2]


# ---- results


def test_a_result_comes_after_the_commit(database: Database, second_database: Database, writer: Writer) -> None:
    """Another connection sees the event at the moment of the result."""
    game = new_game(database)
    future: Future[list[tuple[int, str]]] = Future()
    writer.submit(move(game, 1, "seen"), lambda _: future.set_result(log(second_database, game)))
    assert future.result(SECONDS) == [(1, "seen")]


def test_a_failing_callback_does_not_harm_the_others(
    database: Database, writer: Writer, caplog: pytest.LogCaptureFixture
) -> None:
    one, two = new_game(database), new_game(database)

    def fail(_: WriteResult) -> None:
        raise KeyError("a bug")

    with held(writer, database):
        writer.submit(move(one, 1), fail)
        future = submitted(writer, move(two, 1))
    assert future.result(SECONDS).stored
    assert result(writer, move(two, 2)).stored
    assert "the callback of a write failed" in caplog.text


def test_the_results_of_a_batch_are_delivered_at_once(database: Database) -> None:
    game = new_game(database)
    deliveries: list[Callable[[], None]] = []

    def deliver(run: Callable[[], None]) -> None:
        deliveries.append(run)
        run()

    with Writer(database, deliver=deliver) as writer:
        with held(writer, database):
            futures = [submitted(writer, move(game, seq)) for seq in (1, 2, 3)]
        assert all(future.result(SECONDS).stored for future in futures)
    assert len(deliveries) == 2  # the first was the write that held the thread


def test_an_event_loop_gets_results_in_its_own_thread(database: Database) -> None:
    async def play() -> None:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[tuple[WriteResult, int]] = loop.create_future()
        game = await loop.run_in_executor(None, new_game, database)
        writer = Writer(database, deliver=loop.call_soon_threadsafe)
        writer.submit(move(game, 1), lambda answer: done.set_result((answer, threading.get_ident())))
        assert await done == (WriteResult(stored=True), threading.get_ident())
        await loop.run_in_executor(None, writer.close)

    asyncio.run(play())


def test_a_closed_event_loop_does_not_end_the_writer(database: Database, caplog: pytest.LogCaptureFixture) -> None:
    loop = asyncio.new_event_loop()
    loop.close()
    game = new_game(database)
    with Writer(database, deliver=loop.call_soon_threadsafe) as writer:
        writer.submit(move(game, 1), lambda _: None)
        writer.submit(move(game, 2), lambda _: None)
    assert [seq for seq, _ in log(database, game)] == [1, 2]
    assert "could not be delivered" in caplog.text


# ---- limits


def test_a_full_queue_refuses(database: Database) -> None:
    game = new_game(database)
    with Writer(database, waiting=2) as writer:
        with held(writer, database):
            futures = [submitted(writer, move(game, seq)) for seq in (1, 2)]
            with pytest.raises(QueueFullError, match="the server is busy"):
                submitted(writer, move(game, 3))
        assert all(future.result(SECONDS).stored for future in futures)
        assert result(writer, move(game, 3)).stored


def test_close_stores_what_waits_and_refuses_the_rest(database: Database) -> None:
    game = new_game(database)
    writer = Writer(database)
    with held(writer, database):
        futures = [submitted(writer, move(game, seq)) for seq in range(1, 601)]
    writer.close()
    assert all(future.done() and future.result().stored for future in futures)
    assert len(log(database, game)) == 600
    with pytest.raises(StorageError, match="the server is stopping"):
        submitted(writer, move(game, 601))


# ---- failures of the database


def failing_commit(database: Database, monkeypatch: pytest.MonkeyPatch, times: int, *, first_commit: bool) -> None:
    """Let commits fail, before or after they are carried out."""
    dialect = database.engine.dialect
    commit = dialect.do_commit
    left = times

    def fail(connection: object) -> None:
        nonlocal left
        if left == 0:
            return commit(connection)  # type: ignore[arg-type]
        left -= 1
        if first_commit:
            commit(connection)  # type: ignore[arg-type]
        raise dialect.loaded_dbapi.OperationalError("disk I/O error")

    monkeypatch.setattr(dialect, "do_commit", fail)


@pytest.mark.parametrize("first_commit", [False, True], ids=["not carried out", "carried out"])
def test_a_commit_that_fails_is_tried_again(
    database: Database, writer: Writer, monkeypatch: pytest.MonkeyPatch, first_commit: bool
) -> None:
    games = [new_game(database) for _ in range(3)]
    with held(writer, database):
        failing_commit(database, monkeypatch, 2, first_commit=first_commit)
        futures = [submitted(writer, move(game, 1)) for game in games]
    assert [future.result(SECONDS) for future in futures] == [WriteResult(stored=True)] * 3
    assert all([seq for seq, _ in log(database, game)] == [1] for game in games)


def test_a_lost_commit_of_another_write_stays_a_conflict(
    database: Database, writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = new_game(database)
    assert result(writer, move(game, 1, "first")).stored
    failing_commit(database, monkeypatch, 1, first_commit=True)
    assert result(writer, move(game, 1, "second")) == WriteResult(stored=False)
    assert log(database, game) == [(1, "first")]


def test_a_database_that_stays_broken_fails_each_write(
    database: Database, writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = new_game(database)
    failing_commit(database, monkeypatch, writer_module._ATTEMPTS, first_commit=False)
    answer = result(writer, move(game, 1))
    assert not answer.stored
    assert str(answer.error) == "the database has not stored the move: disk I/O error"
    assert log(database, game) == []
    assert result(writer, move(game, 1)).stored


def test_a_lost_connection_is_opened_again(database: Database, second_database: Database, writer: Writer) -> None:
    game = new_game(database)
    assert result(writer, move(game, 1)).stored
    if database.is_sqlite:
        database.engine.dispose()
    else:
        with second_database.writing() as connection:
            ended = connection.scalars(
                text(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
                    "AND datname = current_database()"
                )
            ).all()
            assert ended
    assert result(writer, move(game, 2)).stored
    assert [seq for seq, _ in log(database, game)] == [1, 2]


def test_a_connection_that_dies_in_a_transaction_stores_nothing_twice(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server process of PostgreSQL ends between the changes and the commit."""
    monkeypatch.setattr(writer_module, "_PAUSE_S", 0.0)
    url = postgres.empty_database()
    killed: list[int] = []

    def kill(connection: Connection) -> None:
        if not killed:
            killed.append(connection.connection.dbapi_connection.info.backend_pid)  # type: ignore[union-attr]
            with psycopg.connect(host=str(postgres.folder), user="sumito", dbname=url.database) as other:
                other.execute("SELECT pg_terminate_backend(%s, 10000)", killed)

    with closing(open_database(url)) as database:
        game = new_game(database)
        events.listen(database.engine, "commit", kill)
        with Writer(database) as writer:
            assert result(writer, move(game, 1)).stored
        assert killed
        assert [seq for seq, _ in log(database, game)] == [1]
