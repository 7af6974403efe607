"""`sumito serve`: serve the web app."""

from __future__ import annotations

import argparse

from sumito.cli.options.board import whole_number


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "serve",
        help="serve the web app, also to other machines",
        description="Serve the web app until Ctrl-C. Without --host only this machine can open it;\n"
        "with --host 0.0.0.0 other machines can.",
        epilog="example:\n  sumito serve --host 0.0.0.0 --port 8000",
    )
    parser.add_argument(
        "--host", metavar="HOST", default="127.0.0.1", help="a name or an address of this machine (default: 127.0.0.1)"
    )
    parser.add_argument(
        "--port", metavar="N", type=_port, default=8000, help="the port (default: 8000); 0 for any free port"
    )
    return parser


def _port(text: str) -> int:
    return whole_number(text, 0, 65535)


def run(args: argparse.Namespace) -> int:
    """Serve the web app until Ctrl-C."""
    from sumito.cli.web_app import listen_at, site_files
    from sumito.server.listening import address, serve
    from sumito.server.site import make_site

    app = make_site(site_files())
    listening = listen_at(args.host, args.port)
    print(f"sumito is at {address(listening)} (Ctrl-C stops it)", flush=True)
    serve(app, listening)
    return 0
