"""Games between two players, in pairs: each opening is played twice with colours exchanged."""

from __future__ import annotations

import datetime
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any, Final

from sumito.core import BLACK, WHITE, Board, Color, Rules
from sumito.engine import Limit
from sumito.lab.book import Opening
from sumito.lab.players import Player, overdue_ms
from sumito.notation.record_tree import Record, result_of

FAILURE: Final = "failure"
"""The termination of a game that a player lost because it died, was far too late, or made an illegal move."""
CONCEDED: Final = "conceded"
"""The termination of a game that ended early because both players agreed on who wins."""
CONCEDING_PLIES: Final = 6
"""The number of plies in a row for which the players must agree on a lead."""
_POINTS: Final = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}
_LONGEST_REASON: Final = 300


@dataclass(frozen=True)
class Game:
    """A finished game."""

    black: int
    """The player with Black: 0 for the first player of the pair, 1 for the second."""
    result: str
    """`1-0` (Black wins), `0-1` or `1/2-1/2`."""
    termination: str
    """How the game ended: a termination of the rules, `conceded`, or `failure`."""
    moves: str
    """All moves from the layout on, as Aba-Pro text."""
    failure: str | None = None
    """The reason of a failure."""

    @property
    def plies(self) -> int:
        """The number of plies, including the opening."""
        return self.moves.count(" ") + 1 if self.moves else 0

    @property
    def score(self) -> float:
        """The points of the first player: 1, 1/2 or 0."""
        points = _POINTS[self.result]
        return 1 - points if self.black else points


@dataclass(frozen=True)
class Pair:
    """Two games of one opening."""

    number: int
    layout: str
    games: tuple[Game, Game]

    @property
    def score(self) -> float:
        """The first player's share of both points: 0, 1/4, 1/2, 3/4 or 1."""
        return sum(game.score for game in self.games) / 2

    def entry(self) -> dict[str, Any]:
        """Return the pair as a journal entry."""
        games = [{key: value for key, value in asdict(game).items() if value is not None} for game in self.games]
        return {"pair": self.number, "layout": self.layout, "games": games}

    @classmethod
    def of_entry(cls, entry: Mapping[str, Any]) -> Pair:
        """Read a pair from a journal entry.

        Raises:
            ValueError, KeyError, TypeError: the entry is malformed.
        """
        first, second = (Game(**game) for game in entry["games"])
        if not {first.result, second.result} <= _POINTS.keys() or {first.black, second.black} != {0, 1}:
            raise ValueError("a result is missing, or the colours are not exchanged")
        return cls(int(entry["pair"]), str(entry["layout"]), (first, second))

    def records(self, names: Sequence[str], event: str, date: datetime.date) -> list[Record]:
        """Return both games as records, with the names of the two players."""
        records = []
        for place, game in enumerate(self.games, 1):
            headers = {
                "Event": event,
                "Date": date.strftime("%Y.%m.%d"),
                "Black": names[game.black],
                "White": names[1 - game.black],
                "Round": f"{self.number + 1}.{place}",
                "Termination": game.termination,
            }
            board = Board(self.layout, rules=Rules(repetition=0))
            for move in game.moves.split():
                board.play(move)
            record = Record.from_board(board, headers=headers)
            record.result = game.result
            if game.failure:
                record.closing_comments = (game.failure,)
            records.append(record)
        return records


def play_game(
    seats: Sequence[Callable[[], Player]],
    opening: Opening,
    *,
    black: int,
    rules: Rules,
    limits: Sequence[Limit],
    seed: str,
    stopped: Callable[[], bool],
    concede: int = 0,
) -> Game | None:
    """Play a game between two players. Return None if it was stopped before its end.

    Args:
        seats: functions that return the two players, ready to play. A player whose function raises has failed.
        opening: the opening of the game.
        black: the index of the player with Black.
        rules: the rules of the game.
        limits: the limits of the searches of the two players.
        seed: the seed of the randomness of both players.
        stopped: returns whether to stop the game.
        concede: the lead in marbles, by the scores of both players, that ends a game after six plies; 0 to play every
            game to its end.
    """
    board = opening.board(rules)
    moves = _texts(board)
    players: list[Player | None] = [None, None]
    failure = None
    leads: deque[int] = deque(maxlen=CONCEDING_PLIES)  # Black's, in hundredths of a marble, as the players see them
    winner = None
    while board.outcome is None and failure is None and winner is None:
        seat = black ^ (board.turn is WHITE)
        try:
            player = players[seat]
            if player is None:
                player = players[seat] = seats[seat]()
                player.new_game(Random(f"{seed} {seat}"))  # noqa: S311
            limit = limits[seat]
            started = time.monotonic()
            move, score = player.scored_move(board, limit) if concede else (player.move(board, limit), None)
            took_ms = (time.monotonic() - started) * 1000
            if stopped():
                return None
            if limit.time_ms is not None and took_ms > overdue_ms(limit.time_ms):
                raise TimeoutError(f"took {took_ms:.0f} ms for a move of {limit.time_ms} ms")
            text = board.format_move(move)
            board.play(move)
            moves.append(text)
            if concede:
                leads.append(0 if score is None else score.of(BLACK).value)
                winner = _conceded_to(leads, concede)
        except Exception as error:  # of any kind: it is the fault of the player to move
            if stopped():
                return None
            reason = f"{type(error).__name__}: {error}"[:_LONGEST_REASON]
            failure = f"{board.turn} failed at ply {len(moves) + 1}: {' '.join(reason.split())}"
    text = " ".join(moves)
    if failure is not None:
        return Game(black, "1-0" if board.turn is WHITE else "0-1", FAILURE, text, failure)
    if winner is not None and board.outcome is None:
        return Game(black, "1-0" if winner is BLACK else "0-1", CONCEDED, text)
    outcome = board.outcome
    assert outcome is not None  # noqa: S101 - the condition of the loop
    return Game(black, result_of(outcome), outcome.termination.value, text)


def _conceded_to(leads: Sequence[int], concede: int) -> Color | None:
    """Return the player who has led by at least `concede` marbles in all of the last six plies, or None."""
    if len(leads) < CONCEDING_PLIES:
        return None
    if min(leads) >= 100 * concede:
        return BLACK
    return WHITE if max(leads) <= -100 * concede else None


def _texts(board: Board) -> list[str]:
    """Return the moves that led to a board, as text."""
    replayed = board.start()
    texts = []
    for move in board.history:
        texts.append(replayed.format_move(move))
        replayed.play(move)
    return texts
