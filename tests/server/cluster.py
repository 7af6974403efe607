"""Two server processes with one PostgreSQL, one Redis, and nginx before them."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import URL

from conftest import REPOSITORY
from server.running import FAST, RunningServer

SECONDS = 20


def program(name: str) -> str:
    """Return the path of a program. /usr/sbin is not on the path of every user."""
    path = shutil.which(name) or shutil.which(name, path="/usr/sbin")
    if path is None:
        pytest.fail(f"{name} is missing: `make parts` installs it", pytrace=False)
    return path


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


class Redis:
    """A Redis without files."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self._folder = folder
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it is ready."""
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self._folder)]
        command = [program("redis-server"), *options]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        said = ""
        for line in self._process.stdout:
            said += line
            if "Ready to accept connections" in line:
                return
        pytest.fail(f"Redis did not start: {said}", pytrace=False)

    def kill(self) -> None:
        """Kill it."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait(SECONDS)
            assert process.stdout is not None
            process.stdout.close()

    def pause(self) -> None:
        """Freeze it: connections stay open, and nothing is answered."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)


NGINX = REPOSITORY / "deploy/nginx"
UPSTREAMS = ("172.30.61.11:8000", "172.30.61.12:8000")


def write_nginx(folder: Path, port: int, upstreams: Sequence[str] = UPSTREAMS, *, site: str = "http.conf") -> list[str]:
    """Write the shipped configuration of nginx, with other addresses, to a folder. Return the command that uses it."""
    text = (NGINX / "nginx.conf").read_text(encoding="utf-8").replace("/tmp/", f"{folder}/")
    for shipped, other in zip(UPSTREAMS, upstreams, strict=True):
        assert shipped in text
        text = text.replace(shipped, other)
    (folder / "nginx.conf").write_text(text, encoding="utf-8")
    shutil.copy(NGINX / "sumito.conf", folder)
    shipped_site = (NGINX / site).read_text(encoding="utf-8")
    assert "listen 8080;" in shipped_site
    shown = shipped_site.replace("listen 8080;", f"listen 127.0.0.1:{port};")
    (folder / "site.conf").write_text(shown, encoding="utf-8")
    return [program("nginx"), "-e", "stderr", "-c", str(folder / "nginx.conf")]


@contextmanager
def running_nginx(folder: Path, port: int, servers: tuple[RunningServer, ...]) -> Iterator[None]:
    """Run nginx, which gives each connection to the next of the servers."""
    command = write_nginx(folder, port, [f"127.0.0.1:{each.port}" for each in servers])
    log = folder / "nginx.log"
    with log.open("wb") as errors:
        process = subprocess.Popen([*command, "-g", "daemon off; master_process off;"], stderr=errors)
    try:
        limit = time.monotonic() + SECONDS
        while True:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                if process.poll() is not None or time.monotonic() > limit:
                    pytest.fail(f"nginx did not start: {log.read_text()}", pytrace=False)
        yield
    finally:
        process.terminate()
        process.wait(SECONDS)


class Cluster:
    """The running processes. Players use `address`, or one of the servers."""

    def __init__(self, port: int, redis: Redis, servers: tuple[RunningServer, RunningServer]) -> None:
        self.address = f"http://127.0.0.1:{port}"
        self.redis = redis
        self.servers = servers


@contextmanager
def running_cluster(url: URL, folder: Path) -> Iterator[Cluster]:
    """Run everything until the block ends."""
    redis, port = Redis(folder), free_port()
    settings = {
        **FAST,
        "SUMITO_REDIS": redis.url,
        "SUMITO_PUBLIC_URL": f"http://127.0.0.1:{port}",
        "SUMITO_SOCKETS_PER_ADDRESS": "100000",
        "SUMITO_HANDSHAKES_PER_ADDRESS": "100000",
        "SUMITO_GAMES_PER_ADDRESS": "100000",
    }
    with ExitStack() as stack:
        redis.start()
        stack.callback(redis.kill)
        servers = (RunningServer(url, settings), RunningServer(url, settings))
        for each in servers:
            stack.callback(each.kill)
        with ThreadPoolExecutor() as threads:  # a start takes seconds
            list(threads.map(RunningServer.start, servers))
        stack.enter_context(running_nginx(folder, port, servers))
        yield Cluster(port, redis, servers)
