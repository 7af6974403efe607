"""`sumito bench`: the signature of the search, and its speed."""

from __future__ import annotations

import argparse


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """The command's own options: it has none."""
    return commands.add_parser(
        "bench",
        help="search fixed positions and count the nodes",
        description="Search fixed positions to a fixed depth with one thread: a line a position with\n"
        "nodes and nodes a second of CPU time, then the sum. The same nodes mean the\n"
        "same search.",
        epilog="example:\n  sumito bench",
    )


def run(args: argparse.Namespace) -> int:
    """Print a line a position, and the sums."""
    from sumito.engine.bench import run_bench

    nodes, seconds = 0, 0.0
    for number, result in enumerate(run_bench(), 1):
        nodes += result.nodes
        seconds += result.seconds
        print(f"position {number}  {result.nodes} nodes  {result.nodes / result.seconds:.0f} nodes/s", flush=True)
    print(f"{nodes / seconds:.0f} nodes/s")
    print(f"nodes {nodes}")
    return 0
