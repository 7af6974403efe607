"""`sumito engine`: run the engine for another program."""

from __future__ import annotations

import argparse
import sys


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command; it has no options of its own."""
    return commands.add_parser(
        "engine",
        help="run the engine for another program",
        description="Run the engine with UAI, the engine protocol, on standard input and output until\n"
        "`quit` or the end of the input. docs/protocol.md describes the protocol.",
        epilog="example:\n  sumito engine",
    )


def run(args: argparse.Namespace) -> int:
    """Answer until `quit` or the end of the input."""
    from sumito import __version__
    from sumito.engine.protocol import serve

    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace", newline="\n")
    serve(sys.stdin, sys.stdout, name=f"sumito {__version__}")
    return 0
