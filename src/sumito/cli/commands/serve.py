"""`sumito serve`: serve the web app and online games."""

from __future__ import annotations

import argparse
from pathlib import Path

from sumito.cli.options.board import whole_number
from sumito.terminal.failures import InputError


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> argparse.ArgumentParser:
    """Add the command and its options."""
    parser = commands.add_parser(
        "serve",
        help="serve the web app and online games, also to other machines",
        description="Serve the web app and online games until Ctrl-C. Without --host only this\n"
        "machine can open it; with --host 0.0.0.0 other machines can.\n\n"
        "Every option is also an environment variable, such as SUMITO_PUBLIC_URL, and a\n"
        'line of a file of settings, such as public_url = "https://abalone.example".',
        epilog="example:\n  sumito serve --host 0.0.0.0 --port 8000",
    )
    parser.add_argument("--host", metavar="HOST", help="a name or an address of this machine (default: 127.0.0.1)")
    parser.add_argument("--port", metavar="N", type=_port, help="the port (default: 8000); 0 for any free port")
    parser.add_argument(
        "--database", metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME (default: a file of SQLite)"
    )
    parser.add_argument("--redis", metavar="URL", help="redis://HOST:PORT, if several processes share a PostgreSQL")
    parser.add_argument("--public-url", metavar="URL", help="the address at which players open the site")
    parser.add_argument("--config", metavar="FILE.toml", help="a file of settings")
    return parser


def _port(text: str) -> int:
    return whole_number(text, 0, 65535)


def run(args: argparse.Namespace) -> int:
    """Serve the web app until Ctrl-C."""
    from sumito.cli.web_app import listen_at, online_app
    from sumito.server.listening import address, serve
    from sumito.server.settings import SettingsError, read_settings

    options = {name: getattr(args, name) for name in ("host", "port", "database", "redis", "public_url")}
    try:
        settings = read_settings(options, file=Path(args.config) if args.config else None)
    except SettingsError as error:
        raise InputError(str(error)) from None
    listening = listen_at(settings.host, settings.port)
    app = online_app(settings, listening)
    from sumito.server.logs import configure_logs  # needs the packages that `online_app` has checked

    configure_logs()
    print(f"sumito is at {address(listening)} (Ctrl-C stops it)", flush=True)
    serve(app, listening, trusted_proxies=settings.trusted_proxies)
    return 0
