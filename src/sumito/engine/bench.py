"""The bench: search fixed positions to a fixed depth with one thread. The node count is the signature of the search."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sumito.core import Board, Rules
from sumito.engine.limit import Limit
from sumito.engine.network import SHIPPED_NETWORK
from sumito.engine.searcher import Engine

DEPTH: Final = 9
POSITIONS: Final = (
    "sssss/ssssss/2sss2/8/9/8/2SSS2/SSSSSS/SSSSS 0 0 b 0 1",
    "ss1SS/sssSSS/1ss1SS1/8/9/8/1SS1ss1/SSSsss/SS1ss 0 0 b 0 1",
    "5/ss2SS/sss1SSS/1ss2SS1/9/1SS2ss1/SSS1sss/SS2ss/5 0 0 b 0 1",
    "5/2ss2/3sss1/4sss1/5SSSs/3SSS2/3SS2/2S3/5 3 2 b 0 1",
    "2s1s/3Ss1/7/8/4SSS2/ssSS2S1/3s2S/2sSss/1s3 0 0 w 0 1",
    "5/1s4/1ss1S2/2sSSS2/2ssSSs2/2ssSs2/2sSS2/1S4/5 4 4 b 0 40",
)


@dataclass(frozen=True, slots=True)
class Result:
    """The cost of one position."""

    position: str
    nodes: int
    seconds: float


def run_bench(network: Path | str | None = SHIPPED_NETWORK) -> Iterator[Result]:
    """Search each position with an empty table."""
    for position in POSITIONS:
        board = Board.from_position(position, rules=Rules())
        engine = Engine(hash_mb=16, network=network)
        started = time.process_time()
        analysis = engine.analyse(board, Limit(depth=DEPTH))
        yield Result(position, analysis.nodes, time.process_time() - started)
