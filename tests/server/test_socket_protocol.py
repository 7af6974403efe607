"""The line to a client: frames of every size, and messages that wait for a slow client."""

from __future__ import annotations

import asyncio
import threading

import pytest
from starlette.types import Receive, Scope, Send
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from server.games import SECONDS
from sumito.server.listening import served
from sumito.server.socket_protocol import LINE, Line

SIZES = (0, 1, 125, 126, 65_535, 65_536, 200_000)
MORE = "x" * 50_000
CODE = 4_321


class Sender:
    """An application that fills the line to its client, waits until the client reads, says how much, and ends."""

    def __init__(self) -> None:
        self.is_full = threading.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            return
        line: Line = scope["extensions"][LINE]
        await receive()
        await send({"type": "websocket.accept"})
        for size in SIZES:
            line.send(b"x" * size)
        sent, writable = 0, asyncio.Event()
        line.on_writable = writable.set
        while line.is_writable:
            line.send(MORE.encode())
            sent += 1
            await asyncio.sleep(0)  # the transport sends, or notes that it cannot
        self.is_full.set()
        await writable.wait()
        line.send(b"%d" % sent)
        await send({"type": "websocket.close", "code": CODE})
        line.send(b"too late")


def test_a_line_sends_frames_of_every_size_and_says_when_it_takes_more() -> None:
    sender = Sender()
    with (
        served(sender) as address,
        connect(f"ws{address.removeprefix('http')}", compression=None, proxy=None) as client,
    ):
        assert sender.is_full.wait(SECONDS)
        assert [len(client.recv(SECONDS)) for _ in SIZES] == list(SIZES)
        more = 0
        while (text := client.recv(SECONDS)) == MORE:
            more += 1
        assert text == str(more)
        with pytest.raises(ConnectionClosed) as closed:
            client.recv(SECONDS)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == CODE
