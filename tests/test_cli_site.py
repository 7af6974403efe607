"""The commands of the web app: `sumito play` in a browser, `sumito serve`, `sumito site`."""

from __future__ import annotations

import errno
import http.client
import io
import os
import re
import signal
import socket
import subprocess
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from command_line import Run, interrupts_heard, random_record, runner, write_games
from sumito.cli import browser_game, main
from sumito.engine.network import FORMER_NETWORK
from sumito.server.files import SiteFiles
from sumito.server.listening import address, listen

ADDRESS = re.compile(r"sumito is at (http://127\.0\.0\.1:\d+/) \(Ctrl-C stops it\)\n")
NO_BROWSER = "No browser could be opened. Open this address in a browser, or play at this terminal:\n"
SECONDS = 20.0

run = pytest.fixture(runner)


@contextmanager
def running(cwd: Path, *words: str, **variables: str) -> Iterator[subprocess.Popen[str]]:
    """Run a command in a process without a screen."""
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    environment = {key: value for key, value in os.environ.items() if key not in screens}
    with interrupts_heard():
        process = subprocess.Popen(
            [sys.executable, "-m", "sumito", *words],
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**environment, **variables},
            text=True,
        )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def said(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def address_said(process: subprocess.Popen[str]) -> str:
    line = said(process)
    match = ADDRESS.fullmatch(line)
    assert match, line
    return match[1]


def status(site: str) -> int:
    connection = http.client.HTTPConnection(urlsplit(site).netloc, timeout=SECONDS)
    connection.request("GET", "/")
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status


# ---- sumito play


def test_play_without_a_screen_serves_and_says_what_else_there_is(tmp_path: Path) -> None:
    with running(tmp_path, "play") as process:
        site = address_said(process)
        assert status(site) == 200
        assert said(process) == NO_BROWSER
        assert re.fullmatch(r"  \S.* play --terminal\n", said(process))
        assert status(site) == 200
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=SECONDS)
        assert (process.returncode, out, err) == (0, "", "")


def test_play_opens_the_browser_that_is_wanted(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "opened")
    browser = tmp_path / "browser"
    browser.write_text(f"#!/bin/sh\necho \"$1\" > '{tmp_path}/opened'\n")
    browser.chmod(0o755)
    with running(tmp_path, "play", BROWSER=str(browser)) as process:
        site = address_said(process)
        assert (tmp_path / "opened").read_text() == f"{site}\n"
        assert status(site) == 200  # now it also handles signals
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=SECONDS)
        assert (process.returncode, out, err) == (0, "", "")


def test_second_play_opens_the_server_that_runs(tmp_path: Path) -> None:
    with running(tmp_path, "play", SUMITO_DATA=str(tmp_path)) as first:
        site = address_said(first)
        assert status(site) == 200
        with running(tmp_path, "play", SUMITO_DATA=str(tmp_path)) as second:
            out, err = second.communicate(timeout=SECONDS)
        assert (second.returncode, err) == (0, "")
        assert out.startswith(f"sumito already runs at {site}\n{NO_BROWSER}")
        assert status(site) == 200


def test_play_for_the_network_says_its_address_there(tmp_path: Path) -> None:
    with running(tmp_path, "play", "--lan", SUMITO_DATA=str(tmp_path)) as process:
        site = address_said(process)
        there = re.fullmatch(r"On another device in this network, open (http://[\d.]+:(\d+)/)\n", said(process))
        assert there
        assert site.endswith(f":{there[2]}/")
        assert said(process) == "or scan this code:\n"
        assert said(process) == "\n"
        code = [said(process) for _ in range(10)]
        assert all("█" in line or "▄" in line or "▀" in line for line in code)
        assert status(there[1]) == 200


def test_lan_is_not_for_the_terminal(run: Run) -> None:
    done = run("play", "--lan", "--terminal")
    assert (done.code, done.err) == (2, "sumito play: --lan is for the web app, not for --terminal\n")


@pytest.mark.parametrize("browser", ["false", "/nowhere/browser"])
def test_play_goes_on_when_the_browser_fails(tmp_path: Path, browser: str) -> None:
    with running(tmp_path, "play", BROWSER=browser, DISPLAY=":4711", PATH="/nowhere") as process:
        site = address_said(process)
        assert said(process) == NO_BROWSER
        assert status(site) == 200


def test_a_browser_of_the_terminal_does_not_take_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []
    browser = webbrowser.GenericBrowser("w3m")

    def open_it(place: str) -> bool:
        opened.append(place)
        return True

    monkeypatch.setattr(browser, "open", open_it)
    monkeypatch.setattr(webbrowser, "get", lambda: browser)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.delenv("BROWSER", raising=False)
    browser_game._open("http://127.0.0.1:1/")
    assert opened == []
    assert capsys.readouterr().out.startswith(NO_BROWSER)
    monkeypatch.setenv("BROWSER", "w3m")
    browser_game._open("http://127.0.0.1:1/")
    assert opened == ["http://127.0.0.1:1/"]


def test_play_has_the_same_port_each_time_unless_it_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with listen("127.0.0.1", 0) as one, listen("127.0.0.1", 0) as two:
        first, second = one.getsockname()[1], two.getsockname()[1]
    monkeypatch.setattr(browser_game, "_PORT", first)
    monkeypatch.setattr(browser_game, "_OTHER_PORTS", [second])
    for _ in range(2):
        with (
            browser_game._listen("127.0.0.1") as one,
            browser_game._listen("127.0.0.1") as two,
            browser_game._listen("127.0.0.1") as three,
        ):
            assert [one.getsockname(), two.getsockname()] == [("127.0.0.1", first), ("127.0.0.1", second)]
            assert three.getsockname()[1] not in (first, second)


@pytest.mark.parametrize(
    "words",
    [
        ("--terminal",),
        ("--level", "1"),
        ("--layout", "standard"),
        ("--position", "s4/6/7/8/5SSSs/8/7/6/5 5 2 b 0 40"),
        ("--record", "game.apgn"),
        ("--resume", "games.apgn"),
    ],
)
def test_what_only_a_terminal_has_is_played_there(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setattr(browser_game, "play_in_browser", lambda **_: pytest.fail("a browser for this"))
    write_games(Path("games.apgn"), random_record(1, 8))
    done = run("play", *words)
    assert done.code == 0
    assert "to move: " in done.out


def test_a_side_alone_is_not_enough(run: Run) -> None:
    done = run("play", "--side", "white")
    assert (done.code, done.err) == (2, "sumito play: --side needs a game against the computer: add --level\n")


@pytest.mark.parametrize("words", [("play",), ("serve", "--port", "0"), ("site", "-o", "public")])
def test_an_installation_without_the_web_app_says_so(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    read = SiteFiles.read
    monkeypatch.setattr(
        SiteFiles, "read", lambda files, address: None if address.endswith(".wasm") else read(files, address)
    )
    done = run(*words)
    problem = "this installation has no web app: core/sumito.wasm is missing"
    assert (done.code, done.out, done.err) == (1, "", f"sumito {words[0]}: {problem}\n")
    assert os.listdir() == []


# ---- sumito serve


def test_serve_serves_until_it_is_stopped(tmp_path: Path) -> None:
    with running(tmp_path, "serve", "--port", "0") as process:
        site = address_said(process)
        # Browsers keep a connection open. It must not delay the shutdown.
        connection = http.client.HTTPConnection(urlsplit(site).netloc, timeout=SECONDS)
        connection.request("GET", "/")
        answer = connection.getresponse()
        assert (answer.status, len(answer.read())) == (200, int(answer.headers["Content-Length"]))
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=SECONDS)
        connection.close()
        assert (process.returncode, out, err) == (0, "", "")


def test_serve_stops_in_good_order_when_the_system_says_so(tmp_path: Path) -> None:
    with running(tmp_path, "serve", "--port", "0") as process:
        assert status(address_said(process)) == 200
        process.terminate()
        assert process.communicate(timeout=SECONDS) == ("", "")
        assert process.returncode == -signal.SIGTERM


def test_a_taken_port_gets_one_line(run: Run) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        done = run("serve", "--port", str(port))
    line = f"sumito serve: port {port} is taken: choose another --port (0 for any free port)\n"
    assert (done.code, done.out, done.err) == (1, "", line)


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("--host", "no.such.host.invalid"), "--host: no such host: 'no.such.host.invalid'"),
        (("--host", "a" * 100), f"--host: no such host: '{'a' * 60}'..."),
        (("--host", "a..b"), "--host: no such host: 'a..b'"),
        (("--host", ""), "--host: not the name of a host: ''"),
        (("--host", "a\0b"), "--host: not the name of a host: 'a\\x00b'"),
        (("--host", "203.0.113.1"), "--host: '203.0.113.1' is not an address of this machine"),
        (
            ("--port", "65536"),
            "argument --port: expected a whole number from 0 to 65535, not '65536' (see sumito serve --help",
        ),
        (
            ("--port", "http"),
            "argument --port: expected a whole number from 0 to 65535, not 'http' (see sumito serve --help",
        ),
    ],
)
def test_a_bad_host_or_port_gets_one_line(run: Run, words: tuple[str, ...], problem: str) -> None:
    done = run("serve", *words)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"sumito serve: {problem}")
    assert done.err.count("\n") == 1


def test_a_port_for_the_few_gets_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*place: object, **options: object) -> socket.socket:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(socket, "create_server", refuse)
    done = run("serve", "--port", "80")
    assert (done.code, done.err) == (
        1,
        "sumito serve: port 80 needs administrator rights: choose a --port above 1023\n",
    )


def test_addresses_are_as_a_browser_wants_them() -> None:
    with listen("127.0.0.1", 0) as four:
        assert address(four) == f"http://127.0.0.1:{four.getsockname()[1]}/"
    with listen("::1", 0) as six:
        assert address(six) == f"http://[::1]:{six.getsockname()[1]}/"


# ---- sumito site


def test_the_site_has_no_data_that_only_python_uses() -> None:
    files = SiteFiles()
    networks = [address for address in files.addresses() if address.endswith(".network")]
    assert networks == ["data/sumito.network"]
    assert files.read("data/former.network") is None
    assert b"former.network" not in (files.read("files.js") or b"")
    assert FORMER_NETWORK.is_file(), "the package still has it"


def test_site_writes_a_folder_again_and_again(run: Run) -> None:
    written = len(SiteFiles().addresses())
    for _ in range(2):
        assert run("site", "-o", "a/b") == (0, f"{written} files in a/b\n", "")
    assert Path("a/b/index.html").is_file()
    assert sum(path.is_file() for path in Path("a").rglob("*")) == written + 1


def test_site_spares_what_is_not_its_own(run: Run) -> None:
    Path("mine").mkdir()
    Path("mine/thesis").write_text("years of work", encoding="utf-8")
    for name, problem in (
        ("mine", "mine: not empty, and not an earlier export: choose another folder"),
        ("mine/thesis", "mine/thesis: not a folder"),
        ("", "not the name of a file: ''"),
    ):
        assert run("site", "-o", name) == (2, "", f"sumito site: {problem}\n")
    assert Path("mine/thesis").read_text(encoding="utf-8") == "years of work"
    done = run("site", "-o", "mine/thesis/below")
    assert (done.code, done.err.count("\n")) == (2, 1)


def test_the_terminal_is_asked_for(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("a1b2\n"))
    assert main(["play", "--terminal"]) == 0
    assert "Black played a1b2." in capsys.readouterr().out
