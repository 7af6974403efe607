"""`sumito engine`: the engine for other programs, by lines of text."""

from __future__ import annotations

import argparse
import sys


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """The command's own options: it has none."""
    return commands.add_parser(
        "engine",
        help="be an engine for another program",
        description="Answer the lines of UAI, the engine protocol, on standard input until `quit` or\n"
        "the end of the input. docs/protocol.md describes it.",
        epilog="example:\n  sumito engine",
    )


def run(args: argparse.Namespace) -> int:
    """Serve until the other side has enough."""
    from sumito import __version__
    from sumito.engine.protocol import serve

    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace", newline="\n")
    serve(sys.stdin, sys.stdout, name=f"sumito {__version__}")
    return 0
