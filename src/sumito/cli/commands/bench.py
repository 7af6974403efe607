"""`sumito bench`: measure the signature and the speed of the search."""

from __future__ import annotations

import argparse


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command; it has no options of its own."""
    return commands.add_parser(
        "bench",
        help="search fixed positions and count the nodes",
        description="Search fixed positions to a fixed depth with one thread. For each position,\n"
        "print the nodes, and the nodes per second of CPU time. The last line is the sum\n"
        "of the nodes, the signature of the search: it changes if the search changes.",
        epilog="example:\n  sumito bench",
    )


def run(args: argparse.Namespace) -> int:
    """Print a line for each position, and the sums."""
    from sumito.engine.bench import run_bench

    nodes, seconds = 0, 0.0
    for number, result in enumerate(run_bench(), 1):
        nodes += result.nodes
        seconds += result.seconds
        print(f"position {number}  {result.nodes} nodes  {result.nodes / result.seconds:.0f} nodes/s", flush=True)
    print(f"{nodes / seconds:.0f} nodes/s")
    print(f"nodes {nodes}")
    return 0
