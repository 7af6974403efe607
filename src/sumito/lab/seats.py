"""Matches of two players who share the seats of games of several players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any, Final

from sumito.core import Board, Rules
from sumito.engine import Limit
from sumito.lab import LabError
from sumito.lab.journal import Journal
from sumito.lab.players import Player, PlayerSpec
from sumito.lab.random_opening import pick

RULES: Final = Rules(ply_cap=400, adjudication="more_ejections")
"""The rules of these games. A game ends after 400 plies, and then the most ejections win."""
_ROUNDS: Final = 2  # of random moves, without ejections, at the start of a game


@dataclass(frozen=True)
class SeatMatch:
    """The settings of a match: everything that decides the games, except time."""

    players: tuple[PlayerSpec, PlayerSpec]
    layout: str
    limit: Limit
    """The limit of a search, for players without their own limit."""
    seed: int = 0
    rules: Rules = RULES

    def seating(self, number: int) -> tuple[int, ...]:
        """Return who has each seat in a game, in the order of play: 0 for the first player, 1 for the second.

        Two games in a row exchange all seats, so both players have equally many. Partners are one player.
        """
        start = Board(self.layout)
        sides = len(start.sides)
        ways = [tuple(way >> side & 1 for side in range(sides)) for way in range(1, 1 << (sides - 1))]
        way = ways[number // 2 % len(ways)]
        return tuple(way[seat % sides] ^ number % 2 for seat in range(len(start.players)))

    def opening(self, number: int) -> Board:
        """Return the start of a game: the layout after random moves. Two games in a row have the same."""
        dice = Random(f"{self.seed} {number // 2}")  # noqa: S311
        while True:
            board = Board(self.layout, rules=self.rules)
            for _ in range(_ROUNDS * len(board.players)):
                board.play(pick([move for move in board.legal_moves if not board.is_ejection(move)], dice))
            if board.outcome is None:
                return board

    def description(self) -> dict[str, Any]:
        """Return all settings, for journals.

        Raises:
            OSError: a network cannot be read.
        """
        return {
            "players": [player.description() for player in self.players],
            "layout": self.layout,
            "seed": self.seed,
            "limit": {key: value for key, value in asdict(self.limit).items() if value},
            "rules": asdict(self.rules),
        }


@dataclass(frozen=True)
class SeatGame:
    """A finished game."""

    number: int
    seats: tuple[int, ...]
    winner: int | None
    """The player who won; None for a draw."""
    termination: str
    moves: str
    """All moves from the layout on."""

    def entry(self) -> dict[str, Any]:
        """Return the game as a journal entry."""
        return asdict(self)

    @classmethod
    def of_entry(cls, entry: Mapping[str, Any]) -> SeatGame:
        """Read a game from a journal entry.

        Raises:
            ValueError, KeyError, TypeError: the entry is malformed.
        """
        game = cls(**{**entry, "seats": tuple(entry["seats"])})
        if game.winner not in (0, 1, None):
            raise ValueError("no such winner")
        return game


@dataclass
class SeatResult:
    """The result of a match so far."""

    games: list[SeatGame] = field(default_factory=list)

    def wins(self, player: int | None) -> int:
        """Return the number of games that a player won, or that were drawn."""
        return sum(game.winner == player for game in self.games)

    @property
    def score(self) -> float:
        """The share of the first player in the points, from 0 to 1. A draw counts as half a win."""
        return (self.wins(0) + self.wins(None) / 2) / len(self.games) if self.games else 0.0

    @property
    def terminations(self) -> Counter[str]:
        """The number of games by termination."""
        return Counter(game.termination for game in self.games)

    @property
    def mean_plies(self) -> float:
        """The mean length of a game, including the random moves."""
        return sum(game.moves.count(" ") + 1 for game in self.games) / max(len(self.games), 1)


def play_seats(
    match: SeatMatch, games: int, *, journal: str | None = None, report: Callable[[SeatResult], None] | None = None
) -> SeatResult:
    """Play a match of this many games. `report` is called after each.

    With a journal, finished games are written to that file, and games in the file are not played again.

    Raises:
        LabError: a player cannot start, or the journal is malformed or belongs to another match.
        OSError: a file cannot be read or written.
    """
    result = SeatResult()
    with ExitStack() as closing:
        kept = None
        if journal is not None:
            kept = closing.enter_context(Journal(journal, {"sumito": "seats", "version": 1, **match.description()}))
            try:
                result.games += [SeatGame.of_entry(entry) for entry in kept.entries[:games]]
            except (ValueError, KeyError, TypeError):
                raise LabError(f"{kept.path}: not a game in it") from None
        players = []
        for spec in match.players:
            if spec.command:
                raise LabError(f"player {spec.text!r}: other programs play with two players only")
            players.append(spec.start())
            closing.callback(players[-1].close)
        while len(result.games) < games:
            game = _play_game(match, players, len(result.games))
            result.games.append(game)
            if kept is not None:
                kept.add(game.entry())
            if report is not None:
                report(result)
    return result


def _play_game(match: SeatMatch, players: list[Player], number: int) -> SeatGame:
    board, seats = match.opening(number), match.seating(number)
    for place, player in enumerate(players):
        player.new_game(Random(f"{match.seed} {number} {place}"))  # noqa: S311
    while board.outcome is None:
        place = seats[board.players.index(board.turn)]
        board.play(players[place].move(board, match.players[place].limit(match.limit)))
    winners = board.outcome.winners
    winner = seats[board.players.index(winners[0])] if winners else None
    return SeatGame(number, seats, winner, board.outcome.termination.value, board.start().format_line(board.history))
