"""Serve the web app to this machine only, and open it in a browser."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from typing import Final

from sumito.cli.web_app import listen_at, site_files
from sumito.server.listening import address, serve
from sumito.server.site import make_site
from sumito.terminal.console import program
from sumito.terminal.failures import Failure

_HOST: Final = "127.0.0.1"
# Browsers save games and settings by address. The same port finds them again the next time.
_PORT: Final = 6161
_OTHER_PORTS: Final = range(_PORT + 1, _PORT + 10)


def play_in_browser() -> int:
    """Open the web app in a browser, and serve it until Ctrl-C.

    Raises:
        Failure: this installation does not have the web app.
    """
    app = make_site(site_files())
    listening = _listen()
    place = address(listening)
    print(f"sumito is at {place} (Ctrl-C stops it)", flush=True)
    # Opening some browsers blocks until they are closed, and they need the server.
    threading.Thread(target=_open, args=(place,), daemon=True).start()
    serve(app, listening)
    return 0


def _listen() -> socket.socket:
    for port in (_PORT, *_OTHER_PORTS):
        try:
            return listen_at(_HOST, port)
        except Failure:
            continue
    return listen_at(_HOST, 0)


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
