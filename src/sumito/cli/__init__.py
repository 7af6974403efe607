"""The command line. Each command imports what it needs when it runs, so that help is fast."""

from __future__ import annotations

import argparse
import io
import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NoReturn, TextIO

from sumito._start import end_at_interrupt, raise_at_interrupt
from sumito.cli import lab, server
from sumito.cli.command import add_commands, add_debug
from sumito.cli.commands import (
    analyse,
    animate,
    bench,
    check,
    convert,
    diagram,
    engine,
    explain,
    explore,
    formations,
    layouts,
    link,
    moves,
    perft,
    play,
    puzzles,
    rulebook,
    serve,
    site,
    threats,
)
from sumito.cli.exit_codes import BAD_INPUT, BROKEN_PIPE, FAILURE, INTERRUPTED, exit_code
from sumito.core import SumitoError
from sumito.terminal.failures import Failure, InputError, file_problem, one_line, quoted

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

__all__ = ["main"]

_COMMANDS: Final = (
    *(play, puzzles, rulebook, moves, explain, formations, threats, diagram, animate, layouts, check, convert),
    *(link, analyse, explore),
    *(serve, site, server, perft, engine, bench, lab),
)


class _Columns(argparse.RawDescriptionHelpFormatter):
    """Widens the column of the commands: argparse forgets their indent when it measures the longest name."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog)
        self._action_max_length = 4 + max(len(command.__name__.rpartition(".")[2]) for command in _COMMANDS)


class _Parser(argparse.ArgumentParser):
    """A parser with errors in one line, and without abbreviated options."""

    def __init__(self, *args: object, **options: object) -> None:
        options.setdefault("allow_abbrev", False)
        options.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(*args, **options)  # type: ignore[arg-type]

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        # argparse ignores errors of writing.
        (file or sys.stderr).write(message)

    def _check_value(self, action: argparse.Action, value: object) -> None:
        # argparse words this error in another way than the other errors of values.
        if action.choices is not None and value not in action.choices:
            raise argparse.ArgumentError(
                action, f"expected one of {', '.join(action.choices)}, not {quoted(str(value))}"
            )

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {one_line(message)} (see {self.prog} --help)\n")


def _parser() -> argparse.ArgumentParser:
    from sumito import __version__

    parser: argparse.ArgumentParser = _Parser(
        prog="sumito",
        formatter_class=_Columns,
        description="Play and learn Abalone, draw boards, and work with game records.",
        epilog="example:\n  sumito moves --layout belgian-daisy\n\nSee `sumito COMMAND --help` for each command.",
    )
    add_debug(parser)
    parser.add_argument("--version", action="version", version=f"sumito {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    add_commands(commands, _COMMANDS)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command. Return its exit code: 0, 1 for a failure, 2 for bad input."""
    try:
        raise_at_interrupt()
        return _run(argv)
    except KeyboardInterrupt:
        return _report("sumito: interrupted", INTERRUPTED)
    finally:
        end_at_interrupt()


def _run(argv: Sequence[str] | None) -> int:
    _open_streams()
    parser = _parser()
    try:
        args = parser.parse_args(argv)
        if args.command is None:
            parser.print_help()
            return _flush(0)
    except SystemExit as stop:
        return _flush(stop.code if isinstance(stop.code, int) else FAILURE)
    except OSError as error:
        return _report_unwritten(error)
    name = args.name
    try:
        code = int(args.run(args))
        sys.stdout.flush()
    except KeyboardInterrupt:
        return _report(f"{name}: interrupted", INTERRUPTED)
    except BrokenPipeError:
        _silence(sys.stdout)
        return BROKEN_PIPE
    except Exception as error:
        if hasattr(args, "debug"):
            traceback.print_exc()
        if isinstance(error, (InputError, SumitoError)):
            return _report(f"{name}: {one_line(error)}", BAD_INPUT)
        if isinstance(error, OSError):
            _drop_unwritten(sys.stdout)
            return _report(f"{name}: {one_line(file_problem(error))}", exit_code(error))
        if isinstance(error, Failure):
            return _report(f"{name}: {one_line(error)}", FAILURE)
        kind = type(error).__name__
        return _report(f"{name}: {one_line(f'{kind}: {error}')} (a bug in sumito; --debug shows where)", FAILURE)
    return code


def _open_streams() -> None:
    """Replace closed streams by the null device, and print `?` for characters that the terminal cannot show."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  open until the program ends
        elif mode == "w" and isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _report(message: str, code: int) -> int:
    with suppress(OSError):
        print(message, file=sys.stderr)
    return code


def _flush(code: int) -> int:
    try:
        sys.stdout.flush()
    except OSError as error:
        return _report_unwritten(error)
    return code


def _report_unwritten(error: OSError) -> int:
    """Report that the help could not be written."""
    _silence(sys.stdout)
    if isinstance(error, BrokenPipeError):
        return BROKEN_PIPE
    return _report(f"sumito: {one_line(file_problem(error))}", exit_code(error))


def _drop_unwritten(stream: TextIO) -> None:
    try:
        stream.flush()
    except OSError:
        _silence(stream)


def _silence(stream: TextIO) -> None:
    """Redirect a broken stream to the null device, so that the interpreter does not complain when it ends."""
    with suppress(OSError, io.UnsupportedOperation):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
