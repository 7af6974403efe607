"""Run tasks of self-play on many machines with Ray. Needs the extra `sumito[ray]`."""

from __future__ import annotations

import os
import socket
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from sumito import __version__
from sumito.engine.network import NO_NETWORK
from sumito.lab.processes import FinishedTask, Report, WorkerError
from sumito.lab.selfplay import Task, play_chunk

LOCAL: Final = "local"
"""The address of a Ray instance that is started for the run."""


def play_on_ray(
    tasks: Iterable[Task], address: str, processes: int | None = None, report: Report | None = None
) -> Iterator[FinishedTask[Task]]:
    """Play tasks on the machines of a Ray cluster. Yield them in the order in which they finish.

    Each machine needs the same version of sumito. The network is sent with the task. A task whose process or machine
    dies is played again.

    Args:
        tasks: the tasks, all with the same network.
        address: the address of the cluster, as `ray.init` takes it, or "local".
        processes: the number of processes, with "local".
        report: called for each finished task.

    Raises:
        ImportError: the package ray is not installed.
        WorkerError: there is no cluster at the address, or a task cannot be played.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # disables usage statistics; read on import
    try:
        ray: Any = import_module("ray")
    except ModuleNotFoundError as error:
        raise ImportError("playing on many machines needs an extra: pip install 'sumito[ray]'") from error
    options = {"num_cpus": processes, "include_dashboard": False} if address == LOCAL else {}
    try:
        _knock(address)
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", **options)
    except (OSError, ValueError, RuntimeError) as error:
        raise WorkerError(f"no Ray at {address!r}: {error}") from error
    try:
        yield from _played(ray, tasks, report)
    except ray.exceptions.RayError as error:
        cause = getattr(error, "cause", None) or error
        raise WorkerError(f"{type(cause).__name__}: {cause}") from error
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Raise at once if no server listens at HOST:PORT. Ray itself would retry for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon:
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()


def _played(ray: Any, tasks: Iterable[Task], report: Report | None) -> Iterator[FinishedTask[Task]]:  # noqa: ANN401  a module
    play = ray.remote(num_cpus=1, max_retries=-1)(_play)
    network: Any = None
    flying: dict[Any, Task] = {}
    todo = iter(tasks)
    while True:
        # Enough tasks to keep all processors busy, but few enough unfinished results. Machines can join and leave.
        most = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        while len(flying) < most and (task := next(todo, None)):
            if network is None:
                network = ray.put(_network_bytes(task))
            flying[play.remote(task, network, __version__)] = task
        if not flying:
            return
        for done in ray.wait(list(flying))[0]:
            task = flying.pop(done)
            data, seconds = ray.get(done)
            played = FinishedTask(task, data, seconds)
            yield played
            if report:
                report(task.games, len(data))


def _network_bytes(task: Task) -> bytes | None:
    return None if task.network in (None, NO_NETWORK) else Path(task.network).read_bytes()


def _play(task: Task, network: bytes | None, version: str) -> tuple[bytes, float]:
    """Play a task in a process of the cluster. The result depends only on the arguments."""
    if version != __version__:
        raise WorkerError(f"sumito {version} is needed, but {__version__} is installed on {os.uname().nodename}")
    began = time.perf_counter()
    if network is None:
        data = play_chunk(task)
    else:
        with tempfile.NamedTemporaryFile() as file:
            file.write(network)
            file.flush()
            data = play_chunk(replace(task, network=file.name))
    return data, time.perf_counter() - began
