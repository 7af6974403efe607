"""Show a game at a terminal: the board, the score, the last move, the engine's variations."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from sumito.learn.reasons import explain, explain_outcome
from sumito.terminal.board_text import board_lines, compass_lines, shown_width
from sumito.terminal.scores import percent_text, score_text
from sumito.terminal.wrapping import WIDTH, text_lines

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sumito.core import Board, Move
    from sumito.engine import Analysis
    from sumito.learn.catalogue import Catalogue
    from sumito.learn.reasons import Explanation
    from sumito.terminal.board_text import Look
    from sumito.terminal.computers import Computers
    from sumito.terminal.console import Console

_BESIDE: Final = 80  # columns; on a narrower terminal the text stands below the board
_PANEL: Final = 30  # the column where the text beside the board begins
_VARIATIONS: Final = 3


class GameScreen:
    """Shows a game in the language of `words`. `orientation` is the rotation of the board in steps of 60 degrees."""

    def __init__(self, console: Console, look: Look, words: Catalogue) -> None:
        self._console = console
        self._look = look
        self._words = words
        self.orientation = 0

    def show(self, board: Board, computers: Computers) -> None:
        """Show the board, the score and the last move."""
        last = board.history[-1] if board.history else None
        drawn = board_lines(board, self._look, orientation=self.orientation, marks=last.targets if last else ())
        compass = [f"    {line}" for line in compass_lines(self.orientation)]
        # A terminal that reorders letters from right to left would reorder a board in the same line.
        if self._console.columns < _BESIDE or self._words.right_to_left:
            width = self._console.width
            panel = [*self._score_lines(board, computers, width), *self._last_move(board, computers, width)]
            self._console.say(*drawn, "", *panel, "", *compass)
        else:
            width = WIDTH - _PANEL
            panel = [*self._score_lines(board, computers, width), "", *self._last_move(board, computers, width), ""]
            panel += [""] * (len(drawn) - len(compass) - len(panel)) + compass
            for left, right in zip_longest(drawn, panel, fillvalue=""):
                self._console.say(f"{left}{' ' * (_PANEL - shown_width(left))}{right}" if right else left)
        self._console.say("")
        if board.outcome:
            text = explain_outcome(board).text(self._words.language)
            self._console.say(*map(self._look.bold, text_lines(text, self._console.width)), "")

    def show_marked(self, board: Board, cells: Collection[int]) -> None:
        """Show the board with marked cells."""
        self._console.say("", *board_lines(board, self._look, orientation=self.orientation, marks=cells), "")

    def explanation_text(self, explanation: Explanation) -> str:
        """Return an explanation in words. Directions are those of the board as it is shown."""
        return explanation.text(self._words.language, orientation=self.orientation)

    def show_variations(self, board: Board, analysis: Analysis) -> list[Move]:
        """Show the best variations, each in one line, and return their first moves."""
        words = self._words
        two = len(board.players) == 2
        about = words.say("terminal.think", n=analysis.nodes, player=board.turn)
        self._console.tell(about if two else words.say("several.think", player=board.turn))
        best = sorted(analysis.variations, key=lambda each: (-each.depth, -each.score.value))[:_VARIATIONS]
        scores = [score_text(each.score, words) for each in best]
        width = max(map(len, scores), default=0)
        for variation, score in zip(best, scores, strict=True):
            depth = words.say("terminal.depth", depth=variation.depth)
            chance = f"  {percent_text(variation.score.win_probability):>4}" if two else ""
            line = f"  {depth}  {score:>{width}}{chance} "
            for text in board.format_line(variation.moves).split():
                if len(line) + 1 + len(text) > self._console.width:
                    break
                line += f" {text}"
            self._console.say(words.notation(line))
        return [variation.moves[0] for variation in best]

    def _score_lines(self, board: Board, computers: Computers, width: int) -> Iterator[str]:
        """Yield a line for each player or team, and one for the computer.

        Two players both have their marbles drawn, or neither has.

        With several enemies, a score does not tell whose marbles they were.
        """
        words, goal = self._words, board.rules.marbles_to_eject
        lines: list[str] = []
        trays: list[str] = []
        for side in board.sides:
            score = board.score(side[0])
            enemy = next(each for each in board.players if each not in side)
            trays.append(words.notation(self._look.row(*[enemy] * score, *[None] * (goal - score))))
            message = "terminal.ejected" if len(side) == 1 else "terminal.ejected.team"
            text = words.say(message, player=side[0], partner=side[-1], score=score, goal=goal)
            to_move = board.turn in side and board.outcome is None
            marker, text = (">", self._look.bold(text)) if to_move else (" ", text)
            lines.append(f"{marker} {words.notation(self._look.row(*side))} {text}")
        drawn = [f"{line}  {tray}" for line, tray in zip(lines, trays, strict=True)]
        two = len(board.players) == 2
        yield from drawn if two and all(shown_width(line) <= width for line in drawn) else lines
        for color in board.players:
            if color not in board.active:
                yield from text_lines(words.say("several.left", player=color), width, first="  ")
        if computers.levels:
            yield from text_lines(computers.text(board, words), width, first="  ")

    def _last_move(self, board: Board, computers: Computers, width: int) -> list[str]:
        before = board.copy()
        if not before.history:
            return []
        if len(board.players) > 2:
            return self._last_round(board, width)
        move = before.history[-1]
        before.undo()
        player, text = before.turn, before.format_move(move)
        told = [self._words.say("terminal.played", player=player, move=self._words.notation(text))]
        if before.is_sumito(move) or len(move.cells) > 1:
            told.append(self.explanation_text(explain(before, move.cells, move.direction)))
        if player in computers.levels and before.history:
            # The board was last shown before the person's move.
            own = before.history[-1]
            before.undo()
            own_text = self._words.notation(before.format_move(own))
            told.insert(0, self._words.say("terminal.you_played", move=own_text))
        return text_lines(" ".join(told), width, first="  ")

    def _last_round(self, board: Board, width: int) -> list[str]:
        """Return the moves since the last one of the player to move. Players who leave stand beside the scores."""
        before, told = board.copy(), list[str]()
        while before.history:
            if (move := before.undo()) is None:
                continue
            if before.turn is board.turn:
                break
            text = self._words.notation(before.format_move(move))
            told.insert(0, self._words.say("terminal.played", player=before.turn, move=text))
        return text_lines(" ".join(told), width, first="  ")
