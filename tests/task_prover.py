"""A second solver of puzzle tasks, slow and obvious: it tries every line of play, without memory or move ordering."""

from sumito import MOVES, Board, Move, Rules
from sumito.learn.solver import Goal, Task


class TaskProver:
    """Proves what a player can force from a position on. Gains are counted from there."""

    def __init__(self, board: Board) -> None:
        rules = Rules(marbles_to_eject=board.rules.marbles_to_eject, repetition=0)
        self._game = Board.from_position(board.position(), rules=rules)._game
        self._last = rules.marbles_to_eject
        self._lost_before = [self._game.ejected(player) for player in range(2)]

    def sound_moves(self, task: Task) -> set[Move]:
        """Return every first move that solves the task."""
        return {MOVES[number] for number in self._legal() if self.solves(task, number)}

    def solves(self, task: Task, number: int) -> bool:
        player = self._game.turn
        if task.goal is Goal.EJECT:
            return self._leads(number, player, task.marbles, task.moves)
        # The opponent's gain counts from after the move.
        before = self._lost_before
        self._game.play(number)
        self._lost_before = [self._game.ejected(each) for each in range(2)]
        saved = not self.can_gain(1, task.moves)  # no move is left in a game that is over
        self._game.undo()
        self._lost_before = before
        return saved

    def can_gain(self, marbles: int, moves: int) -> bool:
        """Return whether the player to move gains this number of marbles within this number of moves."""
        player = self._game.turn
        return any(self._leads(number, player, marbles, moves) for number in self._legal())

    def _legal(self) -> list[int]:
        return [move.number for move in self._game.moves()]

    def _ejects_the_last(self, player: int) -> bool:
        return bool(self._game.ejected(1 - player) >= self._last)

    def _gain(self, player: int) -> int:
        lost = [self._game.ejected(each) - self._lost_before[each] for each in range(2)]
        return lost[1 - player] - lost[player]

    def _leads(self, number: int, player: int, marbles: int, moves: int) -> bool:
        self._game.play(number)
        if self._ejects_the_last(player) or self._gain(player) >= marbles:
            leads = True
        else:
            replies = self._legal()
            survives = (self._survives(reply, player, marbles, moves) for reply in replies)
            leads = moves > 1 and bool(replies) and all(survives)  # a player without a reply has lost no marble
        self._game.undo()
        return leads

    def _survives(self, reply: int, player: int, marbles: int, moves: int) -> bool:
        self._game.play(reply)
        survives = any(self._leads(number, player, marbles, moves - 1) for number in self._legal())
        self._game.undo()
        return survives
