"""What the host of a server sees: health, readiness, metrics, and the log."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import URL, text

from server.online_site import SECONDS, OnlineSite, online_site
from sumito.play import messages
from sumito.server import monitoring
from sumito.server.database import Database, make_engine
from sumito.server.writer import Write, Writer, WriteResult


@pytest.fixture
def site(tmp_path: Path) -> Iterator[OnlineSite]:
    with online_site(tmp_path, public_url="https://abalone.example") as found:
        yield found


def metric(site: OnlineSite, name: str) -> float:
    lines = site.ask("GET", "/metrics").body.decode().splitlines()
    return next((float(line.rpartition(" ")[2]) for line in lines if line.startswith(f"{name} ")), 0.0)


def test_a_server_without_its_tables_lives_but_is_not_ready(site: OnlineSite, sqlite_url: URL) -> None:
    for path, status in (("/health", "alive"), ("/ready", "ready")):
        answer = site.ask("GET", path, headers={"Host": "10.0.0.7:8000"})  # a load balancer calls it by any address
        assert (answer.status, answer.json) == (200, {"status": status})
    with closing(Database(make_engine(sqlite_url), None)) as database, database.writing() as connection:
        connection.execute(text("ALTER TABLE heartbeat RENAME TO lost"))
    answer = site.ask("GET", "/ready")
    assert (answer.status, answer.json) == (503, {"error": "The database does not answer."})
    assert site.ask("GET", "/health").status == 200


def test_a_server_that_stores_nothing_is_not_ready(site: OnlineSite, monkeypatch: pytest.MonkeyPatch) -> None:
    black, white = site.client(), site.client()
    game, secret = black.create()
    white.join(secret)
    disk_answers, commit = threading.Event(), Writer._commit

    def hang(writer: Writer, writes: Sequence[Write]) -> list[WriteResult]:
        assert disk_answers.wait(SECONDS)
        return commit(writer, writes)

    monkeypatch.setattr(monitoring, "_LONGEST_WAIT_S", 0.0)
    monkeypatch.setattr(Writer, "_commit", hang)
    with black.socket() as talk:
        version = talk.watch(game).version
        assert site.ask("GET", "/ready").status == 200
        talk.send(messages.Do(game, 1, version, messages.Move("a1b2")))
        limit = time.monotonic() + SECONDS
        while (answer := site.ask("GET", "/ready")).status == 200:
            assert time.monotonic() < limit
        assert (answer.status, answer.json) == (503, {"error": "Moves are not stored."})
        disk_answers.set()
        while not isinstance(talk.receive(), messages.Done):
            pass
        assert site.ask("GET", "/ready").status == 200


def test_metrics_count_what_happens(site: OnlineSite) -> None:
    black, white = site.client(), site.client()
    game, secret = black.create()
    white.join(secret)
    assert metric(site, "sumito_sockets") == 0
    with black.socket() as talk:
        version = talk.watch(game).version
        assert (metric(site, "sumito_sockets"), metric(site, "sumito_live_games")) == (1, 1)
        stored = metric(site, "sumito_commit_seconds_count")
        assert isinstance(talk.do(game, messages.Move("a1b2"), version), messages.Done)
        talk.do(game, messages.Move("b2c3"), version + 1)
        talk.do("unknown", messages.Resign(), 0)
    assert metric(site, "sumito_moves_stored_total") == 1
    assert metric(site, "sumito_commit_seconds_count") >= stored + 1
    assert metric(site, 'sumito_refusals_total{code="not_your_turn"}') == 1
    assert metric(site, 'sumito_refusals_total{code="unknown_game"}') == 1
    site.ask("POST", "/online/games", {}, {"Origin": "http://evil.example"})
    site.ask("POST", "/online/games", {}, {"Host": "evil.example"})
    assert metric(site, 'sumito_refusals_total{code="foreign_site"}') == 1
    assert metric(site, 'sumito_refusals_total{code="unknown_host"}') == 1


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-For": "192.0.2.1"},
        {"X-Forwarded-For": "127.0.0.1"},
        {"X-Forwarded-Proto": "https"},
        {"X-Real-IP": "127.0.0.1"},
        {"Forwarded": "for=127.0.0.1"},
        {"Via": "1.1 proxy"},
        {"Host": "evil.example"},
    ],
)
def test_metrics_are_for_this_machine_only(site: OnlineSite, headers: dict[str, str]) -> None:
    assert site.ask("GET", "/metrics").status == 200
    assert site.ask("GET", "/metrics", headers=headers).status == 404


LOGGING = """
import logging, sys
from sumito.server.logs import configure_logs
configure_logs(*map(int, sys.argv[1:]))
import structlog
log = structlog.get_logger()
log.info("game_created", game="abcdefghij")
logging.getLogger("uvicorn.error").info("192.0.2.1:5000 - accepted")
logging.getLogger("uvicorn.error").warning("a %s", "warning")
token = "secret" + "token"
try:
    raise RuntimeError("a bug")
except RuntimeError:
    log.exception("task_failed")
"""


def logged(*arguments: str) -> list[dict[str, str]]:
    done = subprocess.run([sys.executable, "-c", LOGGING, *arguments], capture_output=True, text=True, check=True)
    assert done.stdout == ""
    assert "secrettoken" not in done.stderr
    return [json.loads(line) for line in done.stderr.splitlines()]


def test_the_log_is_lines_of_json() -> None:
    created, warning, failure = logged()
    assert (created["event"], created["level"], created["game"]) == ("game_created", "info", "abcdefghij")
    assert created["timestamp"].endswith("Z")
    assert (warning["event"], warning["level"], warning["logger"]) == ("a warning", "warning", "uvicorn.error")
    assert (failure["event"], failure["level"]) == ("task_failed", "error")
    assert failure["exception"].endswith("RuntimeError: a bug")


def test_a_quiet_log_has_warnings_only() -> None:
    assert [entry["event"] for entry in logged("30")] == ["a warning", "task_failed"]


def test_the_log_of_a_server_has_no_secrets(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "sumito",
        "serve",
        "--port",
        "0",
        "--database",
        f"sqlite:///{tmp_path}/games.sqlite",
    ]
    environment = {**os.environ, "SUMITO_GAMES_PER_ADDRESS": "1"}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        address = process.stdout.readline().split()[3]
        site = OnlineSite(address)
        black, white = site.client(), site.client()
        game, secret = black.create()
        white.join(secret)
        with black.socket() as talk:
            talk.watch(game)
        assert black.post("/online/games", {}).status == 429
    finally:
        process.terminate()
        _, log = process.communicate(timeout=30)
    entries = [json.loads(line) for line in log.splitlines()]
    assert [entry["event"] for entry in entries] == ["game_created", "game_joined", "limit_reached"]
    assert [entry["game"] for entry in entries[:2]] == [game, game]
    assert entries[2]["network"] == "127.0.0.0/24"
    tokens = [each.headers["Authorization"].removeprefix("Bearer ") for each in (black, white)]
    for hidden in (secret, *tokens, "127.0.0.1"):
        assert hidden not in log
