"""`sumito serve`: the web app for others."""

from __future__ import annotations

import argparse

from sumito.cli.options.board import whole_number


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """The command's own options."""
    parser = commands.add_parser(
        "serve",
        help="serve the web app, to other machines too",
        description="Serve the web app until Ctrl-C. Only this machine sees it, unless --host\n"
        "names an address that others know: 0.0.0.0 is all that this machine has.",
        epilog="example:\n  sumito serve --host 0.0.0.0 --port 8000",
    )
    parser.add_argument("--host", metavar="HOST", default="127.0.0.1", help="a name or an address of this machine")
    parser.add_argument("--port", metavar="N", type=_port, default=8000, help="8000 unless you say; 0: any free one")
    return parser


def _port(text: str) -> int:
    return whole_number(text, 0, 65535)


def run(args: argparse.Namespace) -> int:
    """Serve until somebody stops it."""
    from sumito.cli.web_app import listen_at, site_files
    from sumito.server.listening import address, serve
    from sumito.server.site import make_site

    app = make_site(site_files())
    listening = listen_at(args.host, args.port)
    print(f"sumito is at {address(listening)} (Ctrl-C stops it)", flush=True)
    serve(app, listening)
    return 0
