"""`sumito site`: the web app as files, for any host that sends files."""

from __future__ import annotations

import argparse


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """The command's own options."""
    parser = commands.add_parser(
        "site",
        help="write the web app into a folder, for any host of files",
        description="Write the web app into a folder. Any host that sends files can serve it, from\n"
        "any address. The folder is new, empty, or holds a former export, which is\n"
        "replaced.",
        epilog="example:\n  sumito site -o public",
    )
    parser.add_argument("-o", metavar="DIR", dest="output", required=True, help="the folder to write")
    return parser


def run(args: argparse.Namespace) -> int:
    """Write."""
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
