"""`sumito site`: write the web app as files."""

from __future__ import annotations

import argparse


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "site",
        help="write the web app to a folder, for any web host",
        description="Write the web app to a folder. Any host of static files can serve it, at any\n"
        "address. The folder must be new or empty, or hold an earlier export, which is\n"
        "replaced.",
        epilog="example:\n  sumito site -o public",
    )
    parser.add_argument("-o", metavar="DIR", dest="output", required=True, help="the folder to write")
    return parser


def run(args: argparse.Namespace) -> int:
    """Write the files, and print their number."""
    from pathlib import Path

    from sumito.cli.web_app import site_files
    from sumito.server.export import ExportError, write_site
    from sumito.terminal.failures import InputError
    from sumito.terminal.files import checked_name

    folder = Path(checked_name(args.output))
    try:
        written = write_site(folder, site_files())
    except ExportError as error:
        raise InputError(str(error)) from None
    print(f"{written} files in {folder}")
    return 0
