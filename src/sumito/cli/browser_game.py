"""Serve the web app and online games to this machine or the home network, and open it in a browser."""

from __future__ import annotations

import io
import logging
import os
import socket
import sys
import threading
import webbrowser
from typing import Final

from sumito.cli.web_app import listen_at, network_address, online_app, running_server
from sumito.server.listening import serve
from sumito.server.settings import Settings
from sumito.terminal.console import program
from sumito.terminal.failures import Failure

_HOST: Final = "127.0.0.1"
# Browsers save games and settings by address. The same port finds them again the next time.
_PORT: Final = 6161
_OTHER_PORTS: Final = range(_PORT + 1, _PORT + 10)


def play_in_browser(*, lan: bool = False) -> int:
    """Open the web app in a browser, and serve it until Ctrl-C. With `lan` other devices of the network can open it.

    Raises:
        Failure: this installation does not have the web app, or the database cannot be opened.
    """
    running = running_server()
    if running is not None and not lan:
        print(f"sumito already runs at {running}", flush=True)
        _open(running)
        return 0
    listening = _listen("0.0.0.0" if lan else _HOST)  # noqa: S104 - that is what --lan asks for
    app = online_app(Settings(), listening)
    from sumito.server.logs import configure_logs  # needs the packages that `online_app` has checked

    configure_logs(logging.WARNING)  # at home nobody reads the rest
    port = listening.getsockname()[1]
    place = f"http://{_HOST}:{port}/"
    print(f"sumito is at {place} (Ctrl-C stops it)", flush=True)
    if lan:
        print(_invitation(f"http://{network_address()}:{port}/"), flush=True)
    # Opening some browsers blocks until they are closed, and they need the server.
    threading.Thread(target=_open, args=(place,), daemon=True).start()
    serve(app, listening)
    return 0


def _invitation(place: str) -> str:
    """Return the address for other devices, with a QR code."""
    import segno

    picture = io.StringIO()
    segno.make(place).terminal(picture, compact=True)
    return f"On another device in this network, open {place}\nor scan this code:\n\n{picture.getvalue()}"


def _listen(host: str) -> socket.socket:
    for port in (_PORT, *_OTHER_PORTS):
        try:
            return listen_at(host, port)
        except Failure:
            continue
    return listen_at(host, 0)


def _open(place: str) -> None:
    try:
        browser = _browser_with_window()
        opened = browser is not None and browser.open(place)
    except (webbrowser.Error, OSError):
        opened = False
    if not opened:
        print(
            "No browser could be opened. Open this address in a browser, or play at this terminal:\n"
            f"  {program()} play --terminal",
            flush=True,
        )


def _browser_with_window() -> webbrowser.BaseBrowser | None:
    """Return a browser with a window of its own, or the one that the variable `BROWSER` names."""
    wanted = bool(os.environ.get("BROWSER"))
    windows = sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if not wanted and not windows:
        return None
    browser = webbrowser.get()
    in_terminal = type(browser) is webbrowser.GenericBrowser
    return browser if wanted or not in_terminal else None
