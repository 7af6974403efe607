"""Prove forced wins by looking at every line of play, without an evaluation and without pruning.

Only two things make it faster: answers that refuted a neighbouring move are tried first, and nothing is proved twice.
"""

from collections.abc import Iterator

from sumito import MOVES, Board, Move


class Prover:
    """Proves what the player to move of a board can force. Repetition and caps of its rules count as in a game."""

    def __init__(self, board: Board) -> None:
        assert board.outcome is None
        self._game = board._game.copy()
        self._proved: dict[tuple[int, int], bool] = {}
        self._tried_first: dict[tuple[int, int], int] = {}

    def distance(self, most: int) -> int | None:
        """Return the plies to the shortest forced win, an odd number; None if there is none within `most` plies."""
        return next((plies for plies in range(1, most + 1, 2) if self._wins(plies)), None)

    def winning_moves(self, plies: int) -> list[Move]:
        """Return the first moves that force a win within this number of plies."""
        return [MOVES[number] for number in self._legal(plies) if self._is_winning(number, plies)]

    def _legal(self, plies: int) -> Iterator[int]:
        numbers = [move.number for move in self._game.moves()]
        first = self._tried_first.get((plies, self._game.turn))
        if first in numbers:
            numbers.remove(first)
            numbers.insert(0, first)
        return iter(numbers)

    def _wins(self, plies: int) -> bool:
        """Return whether the player to move forces a win within this number of plies."""
        place = (self._game.key, plies)
        if place not in self._proved:
            won = next((number for number in self._legal(plies) if self._is_winning(number, plies)), None)
            self._proved[place] = won is not None
            if won is not None:
                self._tried_first[plies, self._game.turn] = won
        return self._proved[place]

    def _is_winning(self, number: int, plies: int) -> bool:
        player = self._game.turn
        self._game.play(number)
        ended, winners = self._game.outcome
        if ended:
            won = winners == 1 << player
        else:
            won = plies > 2 and all(self._is_lost_after(answer, plies - 1) for answer in self._legal(plies - 1))
        self._game.undo()
        return won

    def _is_lost_after(self, number: int, plies: int) -> bool:
        answering = self._game.turn
        self._game.play(number)
        ended, winners = self._game.outcome
        lost = winners == 1 << (1 - answering) if ended else self._wins(plies - 1)
        self._game.undo()
        if not lost:
            self._tried_first[plies, answering] = number
        return lost
