"""The web app for whoever sits here: served to this machine alone, and opened in a browser."""

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
# A browser keeps games and settings by address: with the same port they are there again the next time.
_PORT: Final = 6161
_OTHER_PORTS: Final = range(_PORT + 1, _PORT + 10)


def play_in_browser() -> int:
    """Serve the web app until Ctrl-C, and open it.

    Raises:
        Failure: it is not in this installation.
    """
    app = make_site(site_files())
    listening = _listen()
    place = address(listening)
    print(f"sumito is at {place} (Ctrl-C stops it)", flush=True)
    # Some browsers are waited for, and the page that is waited for comes from here.
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
            "No browser can be opened here: open that address in one, or play in this terminal with\n"
            f"  {program()} play --terminal",
            flush=True,
        )


def _browser_with_window() -> webbrowser.BaseBrowser | None:
    """A browser that does not take this terminal for itself, unless somebody wants that one (`BROWSER`)."""
    wanted = bool(os.environ.get("BROWSER"))
    windows = sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if not wanted and not windows:
        return None
    browser = webbrowser.get()
    in_terminal = type(browser) is webbrowser.GenericBrowser
    return browser if wanted or not in_terminal else None
