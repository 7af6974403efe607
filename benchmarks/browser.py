"""Compare the speed of the search in a Chromium worker with the native x86-64-v3 build. `make bench` runs this.

Both search the positions of the bench to the same number of nodes, in turns. The best of several rounds counts for each
position. Times are CPU times. For the browser they are those of its worker thread on Linux, and wall time elsewhere.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from typing import Any

from sumito.engine.bench import POSITIONS
from sumito.engine.network import SHIPPED_NETWORK

ROUNDS = 5
NODES = 300_000
HASH_MB = 16
PATIENCE_S = 300  # the timeout of an answer; on a busy machine the browser takes a while to start
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PAGE = b"<!doctype html><script>new Worker('/worker.js')</script>"
TO_HOLD = {"hand-made": 0.6, "network": 0.5}


class Worker:
    """A Chromium worker that searches. Its script, `browser_worker.js`, gets its tasks from this process."""

    def __init__(self, browser: str, network: Path, folder: str) -> None:
        self._files = {
            "/": ("text/html", PAGE),
            "/worker.js": ("text/javascript", Path(__file__).with_name("browser_worker.js").read_bytes()),
            "/engine.wasm": ("application/wasm", (files("sumito") / "web/core/engine.wasm").read_bytes()),
            "/network": ("application/octet-stream", network.read_bytes()),
        }
        self._tasks: queue.Queue[dict[str, object]] = queue.Queue()
        self._answers: queue.Queue[dict[str, Any]] = queue.Queue()
        self._began = self._took = 0.0
        self._folder = folder
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        options = ["--headless=new", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
        options += ["--disable-sync", "--no-first-run", f"--user-data-dir={folder}"]
        if os.geteuid() == 0:
            options.append("--no-sandbox")
        page = f"http://127.0.0.1:{self._server.server_port}/"
        self._browser = subprocess.Popen(
            [browser, *options, page], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def close(self) -> None:
        self._browser.terminate()
        self._browser.wait()
        self._server.shutdown()

    def search(self, position: str, evaluation: str) -> tuple[float, int, int]:
        """Search a position. Return seconds, nodes and score."""
        self._tasks.put({"position": position, "network": evaluation == "network", "nodes": NODES, "hash": HASH_MB})
        try:
            answer = self._answers.get(timeout=PATIENCE_S)
        except queue.Empty:
            raise SystemExit(f"the browser did not answer within {PATIENCE_S} s") from None
        if "error" in answer:
            raise SystemExit(f"the browser's worker failed: {answer['error']}")
        return self._took or answer["seconds"], answer["nodes"], answer["score"]

    def _cpu_seconds(self) -> float:
        """Return the CPU seconds of the worker threads so far; 0 if the system does not report them."""
        nanoseconds = 0
        for task in Path("/proc").glob("[0-9]*/task/*"):
            with suppress(OSError):  # the process has ended
                is_worker = "DedicatedWorker" in (task / "comm").read_text(encoding="utf-8")
                if is_worker and self._folder.encode() in (task / "cmdline").read_bytes():
                    nanoseconds += int((task / "schedstat").read_text(encoding="utf-8").split()[0])
        return nanoseconds / 1e9

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        worker = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                kind, body = worker._files.get(self.path, ("text/plain", b""))
                self._answer(kind, body)

            def do_POST(self) -> None:
                said = self.rfile.read(int(self.headers["Content-Length"]))
                answer: object = None
                match self.path:
                    case "/task":
                        answer = worker._tasks.get()
                    case "/begin":
                        worker._began = worker._cpu_seconds()
                    case "/end":
                        worker._took = worker._cpu_seconds() - worker._began
                    case "/found":
                        worker._answers.put(json.loads(said))
                self._answer("application/json", json.dumps(answer).encode())

            def _answer(self, kind: str, body: bytes) -> None:
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                pass

        return Handler


@contextmanager
def open_worker(browser: str, network: Path) -> Iterator[Worker]:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        worker = Worker(browser, network, folder)
        try:
            yield worker
        finally:
            worker.close()


def search_natively(network: Path) -> None:
    """Run a round in this process, and print the results for the parent process."""
    from sumito import Board
    from sumito.engine import Engine, Limit

    found = []
    for evaluation in TO_HOLD:
        for position in POSITIONS:
            engine = Engine(hash_mb=HASH_MB, network=network if evaluation == "network" else None)
            board = Board.from_position(position)
            started = time.process_time()
            analysis = engine.analyse(board, Limit(nodes=NODES))
            seconds = time.process_time() - started
            found.append((evaluation, position, seconds, analysis.nodes, analysis.score.value))
    print(json.dumps(found))


def native_round(network: Path) -> list[tuple[str, str, float, int, int]]:
    """Run a round of the x86-64-v3 build in another process. Return evaluation, position, seconds, nodes and score."""
    command = [sys.executable, __file__, "--natively", str(network)]
    done = subprocess.run(
        command, env={**os.environ, "SUMITO_NATIVE": "v3"}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"v3: {done.stderr.strip().splitlines()[-1]}")
    found: list[tuple[str, str, float, int, int]] = json.loads(done.stdout)
    return found


def compare(browser: str, network: Path) -> None:
    native: dict[tuple[str, str], float] = {}
    browsers: dict[tuple[str, str], float] = {}
    with open_worker(browser, network) as worker:
        for _ in range(ROUNDS):
            for evaluation, position, seconds, *expected in native_round(network):
                case = evaluation, position
                native[case] = min(seconds, native.get(case, seconds))
                seconds, *found = worker.search(position, evaluation)
                browsers[case] = min(seconds, browsers.get(case, seconds))
                if found != expected:
                    raise SystemExit(f"{position}: nodes and score {found} in the browser, {expected} natively")
    print(f"{'search, nodes/s':32}{'native v3':>12}{'Chromium':>12}{'part':>8}   target")
    for evaluation, least in TO_HOLD.items():
        total = NODES * len(POSITIONS)
        rates = [total / sum(times[evaluation, p] for p in POSITIONS) for times in (native, browsers)]
        part = rates[1] / rates[0]
        holds = "" if part >= least else "MISSED"
        print(f"{evaluation:32}{rates[0]:12.3g}{rates[1]:12.3g}{part:8.2f}   >= {least:<7}{holds}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network", nargs="?", type=Path, default=SHIPPED_NETWORK, help="another network file")
    parser.add_argument("--natively", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    browser = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if args.natively:
        search_natively(args.network)
    elif browser is None:
        print(f"Chromium is not installed ({', '.join(BROWSERS)}): the search in a browser is not measured")
    else:
        compare(browser, args.network)


if __name__ == "__main__":
    main()
