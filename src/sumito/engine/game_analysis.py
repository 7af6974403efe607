"""Whole games analysed: what each move was worth, what would have been better, and where the game turned."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Final

from sumito import _native
from sumito.core import Board, Color, Move
from sumito.engine.interface import Analysis, Variation
from sumito.engine.score import Score
from sumito.notation.records import Node, Record

TURN: Final = 0.10
"""The loss of winning chance from which on a move can be a turning point."""
_SHOWN: Final = 8  # plies of a variation that is added to a record
_TELLING: Final = 10  # hundredths of a marble from which on a term of the evaluation is named


class Judgement(StrEnum):
    """A word for a move, by the winning chance that it lost."""

    BEST = "best"
    """The engine's choice, or as good."""
    GOOD = "good"
    """Less than a twentieth lost."""
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    """A tenth."""
    BLUNDER = "blunder"
    """A fifth."""


_LEAST_LOSS: Final = ((0.20, Judgement.BLUNDER), (0.10, Judgement.MISTAKE), (0.05, Judgement.INACCURACY))
_GLYPHS: Final = {Judgement.INACCURACY: "?!", Judgement.MISTAKE: "?", Judgement.BLUNDER: "??"}


@dataclass(frozen=True, slots=True)
class MoveAnalysis:
    """A move of a game, beside the best one; scores are those of the player who moves."""

    ply: int
    """From 1."""
    board: Board
    """The board before the move."""
    played: Variation
    """The move, and what the engine expects after it."""
    best: Variation
    """The best line instead; the same where nothing better was found."""

    @property
    def move(self) -> Move:
        """The move that was played."""
        return self.played.moves[0]

    @property
    def color(self) -> Color:
        """Who played it."""
        return self.board.turn

    @property
    def number(self) -> int:
        """The number of the move, as records count: from 1, one for a ply of Black and the ply of White after it."""
        return self.ply // 2 + 1 if self.color is Color.BLACK else (self.ply + 1) // 2

    @property
    def loss(self) -> float:
        """How much winning chance it lost, from 0.0 to 1.0."""
        if self.move == self.best.moves[0]:
            return 0.0
        return max(0.0, self.best.score.win_probability - self.played.score.win_probability)

    @property
    def judgement(self) -> Judgement:
        """A word for it."""
        if self.loss == 0:
            return Judgement.BEST
        return next((word for least, word in _LEAST_LOSS if self.loss >= least), Judgement.GOOD)

    @property
    def glyph(self) -> str:
        """The sign for it in records: `?!`, `?`, `??`; empty for a good move."""
        return _GLYPHS.get(self.judgement, "")

    @property
    def missed_win(self) -> int | None:
        """The plies of a forced win that was there and is no longer; None where there was none, or it still is."""
        before, after = self.best.score.win_in or 0, self.played.score.win_in or 0
        return before if before > 0 >= after and self.loss else None

    @property
    def accuracy(self) -> float:
        """100 for a move that loses nothing; a tenth of the winning chance lost halves it."""
        return 100 / (1 + 10 * self.loss)

    def changes(self) -> list[tuple[str, int]]:
        """What is worse at the end of the line that was played than at the end of the best one, the most telling first.

        These are terms of the hand-made evaluation, in hundredths of a marble, for the player who moves. There are none
        where one of the lines is a forced win: then there is nothing to weigh.
        """
        if self.played.score.win_in is not None or self.best.score.win_in is not None:
            return []
        played, best = (_terms(self.board, variation.moves) for variation in (self.played, self.best))
        differences = [(name, played[name] - best[name]) for name in played if name != "tempo"]
        telling = [each for each in differences if each[1] <= -_TELLING]
        return sorted(telling, key=lambda each: each[1])


@dataclass(frozen=True, slots=True)
class GameAnalysis:
    """A game, move by move."""

    record: Record
    start: Score
    """What the start is worth to the player who begins."""
    moves: tuple[MoveAnalysis, ...]

    def chances(self, color: Color) -> list[float]:
        """A player's winning chance at the start and after each ply, from 0.0 to 1.0."""
        scores = [self.start, *(each.played.score for each in self.moves)]
        return [score.of(color).win_probability for score in scores]

    def accuracy(self, color: Color) -> float | None:
        """The mean accuracy of a player's moves, from 0.0 to 100.0; None where there are none."""
        values = [each.accuracy for each in self.moves if each.color is color]
        return sum(values) / len(values) if values else None

    def judgements(self, color: Color) -> Mapping[Judgement, int]:
        """How many of a player's moves have each word."""
        found = Counter(each.judgement for each in self.moves if each.color is color)
        return {word: found[word] for word in Judgement}

    def turning_points(self, most: int = 3) -> list[MoveAnalysis]:
        """The moves that lost the most, in the order in which they were played."""
        costly = sorted((each for each in self.moves if each.loss >= TURN), key=lambda each: -each.loss)
        return sorted(costly[:most], key=lambda each: each.ply)

    def annotated(self) -> Record:
        """A copy of the record with a comment after each move, glyphs, and better lines as variations."""
        record = copy.copy(self.record)
        nodes = record.main_line()
        above = [record.children, *(node.children for node in nodes)]
        for each, node, siblings in zip(self.moves, nodes, above, strict=False):
            words = [_comment(each.played.score.of(Color.BLACK))]
            if each.missed_win is not None:
                words.append(f"missed a win in {each.missed_win}")
            if each.glyph:
                words.append(f"{each.judgement}: {each.board.format_move(each.best.moves[0])} was better")
                node.glyphs = node.glyphs or (each.glyph,)
                if all(sibling.move != each.best.moves[0] for sibling in siblings):
                    siblings.append(_line(each.best))
            node.add_comment("; ".join(words))
        return record


def analyse_game(record: Record, search: Callable[[Board], Analysis]) -> GameAnalysis:
    """Analyse the main line of a record, with one search a position.

    The score of a move is that of the position after it. The game is searched from its end to its start, so that an
    engine which remembers knows at each move what came of it.

    Args:
        record: the game.
        search: what is asked about a position in which the game goes on, as
            `lambda board: engine.analyse(board, Limit(nodes=100_000))`.

    Raises:
        IllegalMoveError: the record was built by hand, and a move cannot be played.
    """
    boards = [ply.board for ply in record.plies()]
    found: list[MoveAnalysis] = []
    after = _best(record.board(), search)
    for board, move in zip(reversed(boards), reversed(record.moves()), strict=True):
        played = Variation(_a_ply_before(after.score), after.depth + 1, (move, *after.moves))
        best = _best(board, search)
        if played.score.value > best.score.value:
            best = played
        found.append(MoveAnalysis(board.ply - record.start.ply + 1, board, played, best))
        after = best
    return GameAnalysis(record, after.score, tuple(reversed(found)))


def _best(board: Board, search: Callable[[Board], Analysis]) -> Variation:
    """The best line; at the end of the game what it has come to, without moves."""
    if board.outcome is None:
        return search(board).variations[0]
    winner = board.outcome.winner
    return Variation(Score(winner, _native.WIN).of(board.turn) if winner else Score(board.turn, 0), 0, ())


def _a_ply_before(score: Score) -> Score:
    """The same score for the other player, to whose move it is a ply more."""
    other = next(color for color in Color if color is not score.color)
    turned = score.of(other)
    if turned.win_in is None:
        return turned
    return Score(other, turned.value - 1 if turned.value > 0 else turned.value + 1)


def _terms(board: Board, moves: tuple[Move, ...]) -> dict[str, int]:
    """The terms of the evaluation at the end of a line, for the player to move at its beginning."""
    end = board.copy()
    for move in moves:
        end.play(move)
    sign = 1 if end.turn is board.turn else -1
    return {name: sign * value for name, value in _native.explain(end._game.setup)}


def _comment(score: Score) -> str:
    """A score in words; Black's is the point of view."""
    if score.win_in is None:
        return f"{score}, Black {score.win_probability:.0%}"
    winner = "Black" if score.value > 0 else "White"
    return f"{winner} wins in {abs(score.win_in)}"


def _line(variation: Variation) -> Node:
    nodes = [Node(move) for move in variation.moves[:_SHOWN]]
    for node, following in pairwise(nodes):
        node.children.append(following)
    nodes[0].add_comment(_comment(variation.score.of(Color.BLACK)))
    return nodes[0]
