"""A program on a seat of an online game, for the tests of the server and of the pages."""

from __future__ import annotations

import random

from server.online_site import Client, Talk
from sumito.client import RemoteGame
from sumito.play import messages


class Bot:
    """A player with a socket, who does what the test says."""

    def __init__(self, client: Client, talk: Talk, game: str) -> None:
        self.client = client
        self.talk = talk
        self.game = RemoteGame(game)
        assert self.game.take(talk.watch(game))

    @property
    def view(self) -> messages.Game:
        """The game as the server last showed it to this player."""
        latest = self.game.latest
        assert latest is not None
        return latest

    def see(self, version: int) -> messages.Game:
        """Read until the game has a version."""
        while self.game.version < version:
            assert self.game.take(self.talk.next_game())
        return self.view

    def do(self, command: messages.PlayerCommand) -> int:
        """Give a command, and return the version that shows it."""
        answer = self.try_to(command)
        assert isinstance(answer, messages.Done), answer
        self.see(answer.version)
        return answer.version

    def try_to(self, command: messages.PlayerCommand, version: int | None = None) -> messages.Done | messages.Refused:
        """Give a command that answers a version, by default the latest, and return the answer."""
        self.talk._number += 1
        number = self.talk._number
        self.talk.send(messages.Do(self.game.id, number, self.game.version if version is None else version, command))
        while True:
            match self.talk.receive():
                case messages.Game() as shown:
                    assert self.game.take(shown)
                case (messages.Done() | messages.Refused()) as answer if answer.id == number:
                    return answer

    def move(self) -> str:
        """Wait for the own turn, and play a move. Return it."""
        while not self.game.is_our_turn:
            self.see(self.game.version + 1)
        board = self.game.board()
        move = board.format_move(random.Random(1).choice(list(board.legal_moves)))
        self.do(messages.Move(move))
        return move
