"""A match for tests: commands are decided and applied at once."""

from __future__ import annotations

import pytest

from sumito import Color, TimeControl
from sumito.play import CommandError, Match, RefusalCode, Terms
from sumito.play.commands import Begin, Command, Move
from sumito.play.events import Event

BEGIN_MS = 1_800_000_000_000  # as many digits as the time of today
MINUTE = 60_000
DAY = 86_400_000
TOTAL = Terms(control=TimeControl.total(10 * MINUTE))


class Table:
    """A match, and the time of its last command."""

    def __init__(self, terms: Terms = TOTAL, *, moves: int = 2) -> None:
        """Begin a match, and play moves that take no time."""
        self.match = Match(terms)
        self.now = BEGIN_MS
        self.do(Begin())
        for _ in range(moves):
            self.move()

    def do(self, command: Command, *, after: int = 0, lag_ms: int = 0) -> list[Event]:
        """Give a command, some milliseconds after the last one."""
        self.now += after
        made = self.match.decide(command, self.now, lag_ms=lag_ms)
        for event in made:
            self.match.apply(event)
        return made

    def move(self, text: str | None = None, *, after: int = 0, lag_ms: int = 0) -> Event:
        """Play a move of the player to move, by default the first legal one."""
        move = text or next(iter(self.match.board.legal_moves))
        return self.do(Move(self.match.turn, move, self.match.version), after=after, lag_ms=lag_ms)[0]

    def refuses(self, command: Command, code: RefusalCode | str, *, after: int = 0, lag_ms: int = 0) -> CommandError:
        """Check that the match refuses a command, and stays as it is."""
        before = Match.replay(self.match.terms, self.match.log)
        with pytest.raises(CommandError) as caught:
            self.match.decide(command, self.now + after, lag_ms=lag_ms)
        assert caught.value.code == code
        assert self.match == before
        return caught.value

    def running(self) -> Color | None:
        """Return the player whose clock runs."""
        return self.match.running

    def left(self) -> list[int | None]:
        """Return the times of all players."""
        return [self.match.remaining_ms(player, at_ms=self.now) for player in self.match.players]
