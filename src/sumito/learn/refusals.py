"""Why a move is refused, what a legal one does, and how a game ended, in words.

Every sentence is a template with named parameters in one table, `SENTENCES`; a table in another language with the same
keys says the same there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from sumito.core import (
    Board,
    Color,
    Direction,
    IllegalReason,
    Move,
    MoveKind,
    Outcome,
    Termination,
    Verdict,
    cell_name,
    next_cell,
)

__all__ = ["SENTENCES", "explain", "explain_outcome"]

SENTENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "black": "Black",
        "white": "White",
        "and": "{list} and {last}",
        "or": "{list} or {last}",
        # why not
        "game_over": "The game is over. {outcome}",
        "no_marble.one": "There is no marble on {cells}.",
        "no_marble.many": "There are no marbles on {cells}.",
        "no_marble.instead": "Name one, two or three {player} marbles that touch in one line.",
        "not_yours.one": "The marble on {cells} is {enemy}'s, and it is {player}'s turn.",
        "not_yours.many": "The marbles on {cells} are {enemy}'s, and it is {player}'s turn.",
        "not_yours.instead": "Name marbles of your own: those that they push are not named.",
        "too_many": "{cells} are {n} marbles, and no more than three move in one turn.",
        "too_many.in_line": "Only three could go: start at {tail}.",
        "too_many.broadside": "Three of them, {line}, may go {direction}.",
        "not_a_line.gap.one": "{cells} is empty, so these marbles do not touch.",
        "not_a_line.gap.many": "{cells} are empty, so these marbles do not touch.",
        "not_a_line.enemy.one": "{cells} holds a {enemy} marble, so yours on either side of it make no line.",
        "not_a_line.enemy.many": "{cells} hold {enemy} marbles, so yours on either side of them make no line.",
        "not_a_line.unnamed.one": "{cells} stands between the marbles of this line and was not named.",
        "not_a_line.unnamed.many": "{cells} stand between the marbles of this line and were not named.",
        "not_a_line.unnamed.instead": "Name every marble of the line, or only its two ends.",
        "not_a_line.scattered": "{cells} do not stand in one line.",
        "not_a_line.scattered.instead": "Marbles move together only when they touch along one straight line.",
        "off_board.one": "{cells} would leave the board, and a marble of your own never does.",
        "off_board.many": "{cells} would leave the board, and marbles of your own never do.",
        "broadside_blocked.enemy.one": "A broadside move never pushes, and {cells} holds a {enemy} marble.",
        "broadside_blocked.enemy.many": "A broadside move never pushes, and {cells} hold {enemy} marbles.",
        "broadside_blocked.own.one": "A broadside move needs empty cells to go to, and {cells} holds your own marble.",
        "broadside_blocked.own.many": "A broadside move needs empty cells to go to, and {cells} hold your own marbles.",
        "broadside_blocked.both": "A broadside move needs empty cells to go to, and {cells} are taken.",
        "own_marble_ahead": "Your own marble on {cells} is in the way.",
        "own_marble_ahead.three": "Your own marble on {cells} is in the way, and three is the most that can move.",
        "own_marble_ahead.instead": "Take it along: {line} may go {direction}.",
        "pac": "Pac: {standing} of yours ({own}) against {enemies} ({cells}), and a push needs the greater number.",
        "pac.three": "Pac: 3 of yours ({own}) against {enemies} ({cells}). "
        "No more than three count, so three in line cannot be pushed.",
        "outnumbered": "{standing} of yours ({own}) cannot push {enemies} ({cells}): a push needs the greater number.",
        "no_room_behind": "No room: your own marble on {cells} stands behind {pushed}, "
        "and a push needs an empty cell or the edge there.",
        "too_few": "{n} against {enemies} ({pushed}) is not enough, and a push needs the greater number.",
        "too_few.instead": "You have it: take {line} together.",
        "elsewhere": "From here {line} may go {directions}.",
        # what a legal move does
        "legal.single": "{line} goes {direction} to {targets}.",
        "legal.in_line": "{line} go {direction} in line, to {targets}.",
        "legal.broadside": "{line} go {direction} broadside, to {targets}.",
        "legal.sumito": "Sumito, {n} against {enemies}: {line} go {direction} and push {pushed}.",
        "legal.ejects": "The marble on {ejected} is ejected, number {score} of {goal}.",
        "legal.wins": "The marble on {ejected} is ejected, number {score} of {goal}: {player} wins.",
        # how it ended
        "ejection.win": "{winner} wins with {goal} marbles ejected.",
        "ejection.win.one": "{winner} wins with one marble ejected.",
        "repetition.draw": "A draw: this position has come up {repetition} times with the same player to move.",
        "ply_cap.win": "{winner} wins with more marbles ejected when the plies ran out.",
        "ply_cap.draw": "A draw: the plies ran out.",
        "blocked.win": "{winner} wins: {loser} has no legal move.",
        "blocked.draw": "A draw: {loser} has no legal move.",
        "resignation.win": "{winner} wins: {loser} has resigned.",
        "agreement.draw": "A draw by agreement.",
        "time.win": "{winner} wins on time.",
        "time.draw": "A draw: the time ran out.",
    }
)
"""Every sentence by its key, in English."""


def explain(
    board: Board,
    verdict: Verdict,
    direction: Direction | None = None,
    *,
    sentences: Mapping[str, str] = SENTENCES,
) -> str:
    """What a verdict of this board means, in one or two sentences.

    A refusal names the rule, the numbers and the cells; what would work instead follows where something would. Without
    a direction, as where a typed move names none, some of these hints are left out.

    >>> board = Board()
    >>> explain(board, board.verdict([parse_cell("a3"), parse_cell("a4")], Direction.E), Direction.E)
    'Your own marble on a5 is in the way.'
    """
    words = _Words(board, sentences)
    if direction is None and verdict.move is not None:
        direction = verdict.move.direction
    if verdict.reason is None:
        return words.legal(verdict.move) if verdict.move is not None else ""
    said = _REFUSALS[verdict.reason](words, verdict, direction)
    return " ".join(filter(None, said))


def explain_outcome(board: Board, *, sentences: Mapping[str, str] = SENTENCES) -> str:
    """How the game ended, in a sentence; empty while it goes on.

    >>> board = Board()
    >>> outcome = board.resign()
    >>> explain_outcome(board)
    'White wins: Black has resigned.'
    """
    return _Words(board, sentences).outcome(board.outcome)


class _Words:
    """The sentences of one table, about one board."""

    def __init__(self, board: Board, sentences: Mapping[str, str]) -> None:
        self.board = board
        self.sentences = sentences
        self.player = board.turn
        self.enemy = _other(board, board.turn)

    def say(self, key: str, cells: Iterable[int] = (), **values: object) -> str:
        return self.sentences[key].format(
            cells=self.cells(cells), player=self.name(self.player), enemy=self.name(self.enemy), **values
        )

    def counted(self, key: str, cells: Sequence[int], **values: object) -> str:
        return self.say(f"{key}.{'one' if len(cells) == 1 else 'many'}", cells, **values)

    def name(self, color: Color) -> str:
        return self.sentences[color.value]

    def joined(self, names: Sequence[str], word: str) -> str:
        if len(names) < 2:
            return "".join(names)
        return self.sentences[word].format(list=", ".join(names[:-1]), last=names[-1])

    def cells(self, cells: Iterable[int]) -> str:
        return self.joined([cell_name(cell) for cell in cells], "and")

    def legal(self, move: Move) -> str:
        board, line = self.board, self.cells(move.cells)
        targets = self.cells(cell for each in move.cells if (cell := next_cell(each, move.direction)) is not None)
        pushed = board.pushed(move)
        if pushed:
            key = "legal.sumito"
        elif move.kind is MoveKind.BROADSIDE:
            key = "legal.broadside"
        else:
            key = "legal.single" if len(move.cells) == 1 else "legal.in_line"
        said = self.say(
            key,
            line=line,
            direction=move.direction.name,
            targets=targets,
            n=len(move.cells),
            enemies=len(pushed),
            pushed=self.cells(pushed),
        )
        if not board.is_ejection(move):
            return said
        score, goal = board.score(self.player) + 1, board.rules.marbles_to_eject
        key = "legal.wins" if score >= goal else "legal.ejects"
        return f"{said} {self.say(key, ejected=cell_name(pushed[-1]), score=score, goal=goal)}"

    def elsewhere(self, line: Sequence[int]) -> str:
        """Where else the same line may go; nothing where nowhere."""
        ways = [each.name for each in Direction if line and self.board.verdict(line, each)]
        return self.say("elsewhere", line=self.cells(line), directions=self.joined(ways, "or")) if ways else ""

    def outcome(self, outcome: Outcome | None) -> str:
        if outcome is None:
            return ""
        winner = outcome.winner
        # Without a winner the player to move is meant: the one who is blocked.
        loser = self.player if winner is None else _other(self.board, winner)
        goal = self.board.rules.marbles_to_eject
        one = outcome.termination is Termination.EJECTION and goal == 1
        return self.say(
            f"{outcome.termination}.{'draw' if winner is None else 'win'}{'.one' * one}",
            winner="" if winner is None else self.name(winner),
            loser=self.name(loser),
            goal=goal,
            repetition=self.board.rules.repetition,
        )


def _other(board: Board, color: Color) -> Color:
    return next(each for each in board.players if each is not color)


def _behind(head: int, direction: Direction, count: int) -> list[int]:
    """So many cells from the head backwards, tail first."""
    line = [head]
    while len(line) < count and (cell := next_cell(line[-1], direction.opposite)) is not None:
        line.append(cell)
    return line[::-1]


def _ahead(head: int, direction: Direction, count: int) -> list[int]:
    cells: list[int] = []
    cell = next_cell(head, direction)
    while len(cells) < count and cell is not None:
        cells.append(cell)
        cell = next_cell(cell, direction)
    return cells


def _head(verdict: Verdict) -> tuple[Move, int]:
    # Only for reasons that are given after the move was found, so it is there.
    move = verdict.move
    if move is None:
        raise ValueError(f"a verdict without a move: {verdict!r}")
    return move, move.head


def _share_a_line(cells: Sequence[int]) -> bool:
    """Whether cells stand in one line without a gap."""
    return len(cells) == 1 or any(
        all(next_cell(one, way) == two for one, two in pairwise(cells))
        for way in (Direction.E, Direction.NE, Direction.NW)
    )


def _game_over(words: _Words, verdict: Verdict, direction: Direction | None) -> list[str]:
    return [words.say("game_over", outcome=words.outcome(words.board.outcome)).rstrip()]


def _no_marble(words: _Words, verdict: Verdict, direction: Direction | None) -> list[str]:
    return [words.counted("no_marble", verdict.cells), words.say("no_marble.instead")]


def _not_yours(words: _Words, verdict: Verdict, direction: Direction | None) -> list[str]:
    return [words.counted("not_yours", verdict.cells), words.say("not_yours.instead")]


def _too_many(words: _Words, verdict: Verdict, direction: Direction | None) -> list[str]:
    said = [words.say("too_many", verdict.cells, n=verdict.n)]
    if direction is not None:
        # In line only the front three can go; for the first three directions these are the last in order.
        cells = verdict.cells if direction < 3 else verdict.cells[::-1]
        for first in range(len(cells) - 3, -1, -1):
            line = cells[first : first + 3]
            if words.board.verdict(line, direction):
                in_line = next_cell(line[0], direction) == line[1]
                key = "too_many.in_line" if in_line else "too_many.broadside"
                names, tail = words.cells(sorted(line)), cell_name(line[0])
                said.append(words.say(key, line=names, tail=tail, direction=direction.name))
                break
    return said


def _not_a_line(words: _Words, verdict: Verdict, direction: Direction | None) -> list[str]:
    holes = [cell for cell in verdict.cells if words.board[cell] is None]
    foreign = [cell for cell in verdict.cells if words.board[cell] is words.enemy]
    if holes:
        return [words.counted("not_a_line.gap", holes)]
    if foreign:
        return [words.counted("not_a_line.enemy", foreign)]
    # Own marbles only: those between that were left out, or all that were named where no line joins them.
    if len(verdict.cells) != verdict.n or _share_a_line(verdict.cells):
        return [words.counted("not_a_line.unnamed", verdict.cells), words.say("not_a_line.unnamed.instead")]
    return [words.say("not_a_line.scattered", verdict.cells), words.say("not_a_line.scattered.instead")]


def _off_board(words: _Words, verdict: Verdict, direction: Direction | None) -> list[str]:
    # Such a request is no move; in line its cells can be told from the head, which is the culprit.
    in_line = verdict.standing > 0 and direction is not None
    line = _behind(verdict.cells[0], direction, verdict.n) if in_line and direction is not None else []
    return [words.counted("off_board", verdict.cells), words.elsewhere(line)]


def _broadside_blocked(words: _Words, verdict: Verdict, direction: Direction | None) -> list[str]:
    move, _ = _head(verdict)
    colors = {words.board[cell] for cell in verdict.cells}
    if len(colors) > 1:
        said = words.say("broadside_blocked.both", verdict.cells)
    else:
        whose = "own" if words.player in colors else "enemy"
        said = words.counted(f"broadside_blocked.{whose}", verdict.cells)
    return [said, words.elsewhere(move.cells)]


def _own_marble_ahead(words: _Words, verdict: Verdict, direction: Direction | None) -> list[str]:
    move, head = _head(verdict)
    if verdict.n == 3:
        return [words.say("own_marble_ahead.three", verdict.cells), words.elsewhere(move.cells)]
    said = words.say("own_marble_ahead", verdict.cells)
    longer = [*move.cells, *_ahead(head, move.direction, 3 - verdict.n)]
    for count in range(verdict.n + 1, len(longer) + 1):
        if words.board.verdict(longer[:count], move.direction):
            line, way = words.cells(longer[:count]), move.direction.name
            return [said, words.say("own_marble_ahead.instead", line=line, direction=way)]
    return [said, words.elsewhere(move.cells)]


def _weighed(words: _Words, verdict: Verdict, direction: Direction | None) -> list[str]:
    move, head = _head(verdict)
    key = str(verdict.reason)
    if verdict.reason is IllegalReason.PAC and verdict.standing == 3:
        key = "pac.three"
    own = words.cells(_behind(head, move.direction, verdict.standing))
    ahead = _ahead(head, move.direction, verdict.enemies)
    said = words.say(key, ahead, own=own, standing=verdict.standing, enemies=verdict.enemies)
    return [said, words.elsewhere(move.cells)]


def _no_room_behind(words: _Words, verdict: Verdict, direction: Direction | None) -> list[str]:
    move, head = _head(verdict)
    pushed = words.cells(_ahead(head, move.direction, verdict.enemies))
    return [words.say("no_room_behind", verdict.cells, pushed=pushed), words.elsewhere(move.cells)]


def _too_few(words: _Words, verdict: Verdict, direction: Direction | None) -> list[str]:
    move, head = _head(verdict)
    pushed = words.cells(_ahead(head, move.direction, verdict.enemies))
    line = words.cells(_behind(head, move.direction, verdict.enemies + 1))
    said = words.say("too_few", n=verdict.n, enemies=verdict.enemies, pushed=pushed)
    return [said, words.say("too_few.instead", line=line)]


_REFUSALS: Final[Mapping[IllegalReason, Callable[[_Words, Verdict, Direction | None], list[str]]]] = {
    IllegalReason.GAME_OVER: _game_over,
    IllegalReason.NO_MARBLE: _no_marble,
    IllegalReason.NOT_YOURS: _not_yours,
    IllegalReason.TOO_MANY: _too_many,
    IllegalReason.NOT_A_LINE: _not_a_line,
    IllegalReason.OFF_BOARD: _off_board,
    IllegalReason.BROADSIDE_BLOCKED: _broadside_blocked,
    IllegalReason.OWN_MARBLE_AHEAD: _own_marble_ahead,
    IllegalReason.PAC: _weighed,
    IllegalReason.OUTNUMBERED: _weighed,
    IllegalReason.NO_ROOM_BEHIND: _no_room_behind,
    IllegalReason.TOO_FEW: _too_few,
}
