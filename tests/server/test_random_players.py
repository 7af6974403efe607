"""The program `python -m sumito.client`, with which anybody can repeat the crash loop."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import URL

from conftest import REPOSITORY
from server.playing import Acknowledgement, check
from server.running import RunningServer
from sumito.client.__main__ import main

SECONDS = 60
PLIES = 300


def start(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-m", "sumito.client", *arguments], stdout=subprocess.PIPE, text=True)


def read(journal: Path) -> list[Acknowledgement]:
    """Return the whole lines of a journal. A player can be writing the next one."""
    text = journal.read_text(encoding="utf-8") if journal.exists() else ""
    return [Acknowledgement(**json.loads(line)) for line in text.splitlines(keepends=True) if line.endswith("\n")]


def test_journals_agree_with_the_database_after_kills(sqlite_url: URL, tmp_path: Path) -> None:
    journals = tmp_path / "black.jsonl", tmp_path / "white.jsonl"
    with RunningServer(sqlite_url) as server:
        options = [f"--moves={PLIES}", "--seed=1", "--journal"]
        creator = start(f"127.0.0.1:{server.port}", "create", "--layout", "standard", *options, str(journals[0]))
        assert creator.stdout is not None
        address = creator.stdout.readline().strip()
        assert address.startswith(f"{server.address}/g/")
        guest = start("join", address, *options, str(journals[1]))
        for kills in (1, 2):
            limit = time.monotonic() + SECONDS
            while len(read(journals[0])) < kills * PLIES // 6:
                assert creator.poll() is None
                assert time.monotonic() < limit
                time.sleep(0.005)  # leaves the processor to the players
            server.kill()
            server.start()
        assert [player.wait(SECONDS) for player in (creator, guest)] == [0, 0]
        creator.stdout.close()
        assert guest.communicate()[0] == ""
    both = [read(journal) for journal in journals]
    assert check(sqlite_url, both[0] + both[1], games=1, plies=PLIES).stored == PLIES
    page = (REPOSITORY / "docs/online-promises.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    exec(re.findall(r"^```python\n(.*?)^```", page, re.M | re.S)[0], names)
    assert names["missing"](sqlite_url.database, *journals) == []
    # At most the move on its way is stored without a line, at each kill.
    assert len(both[0]) + len(both[1]) >= PLIES - 2


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["create"],
        ["HOST:1", "join"],
        ["a", "b", "join", "c"],
        ["join", "x", "--layout", "snakes"],
        ["HOST:1", "play"],
    ],
)
def test_other_arguments_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    assert "python -m sumito.client [HOST:PORT] join ADDRESS" in capsys.readouterr().err


def test_failures_are_one_line(sqlite_url: URL, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with RunningServer(sqlite_url) as server:
        for arguments, reason in (
            (["join", "nonsense"], "not the address of a game: 'nonsense'"),
            ([f"127.0.0.1:{server.port}", "create", "--layout", "odd"], "layout: "),
            (["join", f"{server.address}/g/abcdefghij#wrong"], "This invitation is used up"),
            (["--journal", str(tmp_path), f"127.0.0.1:{server.port}", "create"], "Is a directory"),
        ):
            assert main(arguments) == 1
            printed = capsys.readouterr()
            assert reason in printed.err
            assert printed.err.startswith("sumito.client: ")
            assert printed.err.count("\n") == 1
    assert main([f"127.0.0.1:{server.port}", "create"]) == 1
    assert "cannot be reached" in capsys.readouterr().err
