"""Analysis of whole games: judge each move, find better ones, and find the turning points."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from typing import Final

from sumito import _native
from sumito.core import Board, Color, Move
from sumito.core.native_game import game_of_two
from sumito.engine.interface import Analysis, Variation
from sumito.engine.score import Score
from sumito.notation.records import Node, Record

_TELLING: Final = 10  # hundredths of a marble: smaller terms of the evaluation are not named


class Judgement(StrEnum):
    """The judgement of a move, by the winning chance that it lost."""

    BEST = "best"
    """The engine's choice, or as good."""
    GOOD = "good"
    """It lost less than a twentieth."""
    INACCURACY = "inaccuracy"
    """It lost a twentieth or more."""
    MISTAKE = "mistake"
    """It lost a tenth or more."""
    BLUNDER = "blunder"
    """It lost a fifth or more."""


_JUDGEMENTS: Final = tuple(Judgement)  # by the numbers of the core


@dataclass(frozen=True, slots=True)
class MoveAnalysis:
    """A move of a game beside the best move. Scores are for the player who moves."""

    ply: int
    """From 1."""
    board: Board
    """The board before the move."""
    played: Variation
    """The played move, and the moves that the engine expects after it."""
    best: Variation
    """The best variation; the same as `played` if nothing better was found."""
    loss: float = field(init=False)
    """The winning chance that the move lost, from 0.0 to 1.0."""
    judgement: Judgement = field(init=False)
    """The judgement of the move."""
    missed_win: int | None = field(init=False)
    """The plies of a proved win that the move gave away; None if there was none."""
    accuracy: float = field(init=False)
    """100 for a move that loses nothing, 50 for one that loses a tenth of the winning chance."""

    def __post_init__(self) -> None:
        best, played = self.best.score, self.played.score
        loss, judgement, missed_win, accuracy = _native.judge(
            best.value, played.value, self.move == self.best.moves[0], best.scale
        )
        values = {
            "loss": loss,
            "judgement": _JUDGEMENTS[judgement],
            "missed_win": missed_win or None,
            "accuracy": accuracy,
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @property
    def move(self) -> Move:
        """The move that was played."""
        return self.played.moves[0]

    @property
    def color(self) -> Color:
        """The player who made the move."""
        return self.board.turn

    @property
    def number(self) -> int:
        """The number of the move in records: from 1, the same for a ply of Black and the ply of White after it."""
        return self._number[0]

    @property
    def number_text(self) -> str:
        """The number before the move in records: `3.` for Black, `3...` for White."""
        return self._number[1]

    @property
    def _number(self) -> tuple[int, str]:
        return _native.record_move_number(self.ply - 1, self.board.players.index(self.color))

    @property
    def glyph(self) -> str:
        """The glyph of the move in records: `?!`, `?`, `??`; empty for a good move."""
        return _native.glyph(_JUDGEMENTS.index(self.judgement))

    def comment(self) -> str:
        """Return the comment on the move in an annotated record: Black's score after it, and its judgement."""
        best, played = self.best.score, self.played.score
        better = self.board.format_move(self.best.moves[0])
        same = self.move == self.best.moves[0]
        return _native.write_comment(played.of(Color.BLACK).value, best.value, played.value, same, best.scale, better)

    def changes(self) -> list[tuple[str, int]]:
        """Return the terms that are worse after the played variation than after the best one, the worst first.

        These are terms of the hand-made evaluation, in hundredths of a marble, for the player who moves. The list is
        empty if one of the variations is a proved win or loss.
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
    """The score of the start, for the player who begins."""
    moves: tuple[MoveAnalysis, ...]

    def chances(self, color: Color) -> list[float]:
        """Return a player's winning chance at the start and after each ply, from 0.0 to 1.0."""
        scores = [self.start, *(each.played.score for each in self.moves)]
        return [score.of(color).win_probability for score in scores]

    def accuracy(self, color: Color) -> float | None:
        """Return the mean accuracy of a player's moves, from 0.0 to 100.0; None without moves."""
        losses = self._losses(color)
        return _native.summarise(losses)[0] if losses else None

    def judgements(self, color: Color) -> Mapping[Judgement, int]:
        """Count a player's moves by their judgement."""
        return dict(zip(_JUDGEMENTS, _native.summarise(self._losses(color))[1], strict=True))

    def _losses(self, color: Color) -> list[float]:
        return [each.loss for each in self.moves if each.color is color]

    def turning_points(self, most: int = 3) -> list[MoveAnalysis]:
        """Return the mistakes that lost the most, at most `most` of them, in the order in which they were played."""
        indices = _native.turning_points([each.loss for each in self.moves], most)
        return [self.moves[index] for index in indices]

    def annotated(self) -> Record:
        """Return a copy of the record with a comment after each move, glyphs, and better moves as variations."""
        record = copy.copy(self.record)
        nodes = record.main_line()
        above = [record.children, *(node.children for node in nodes)]
        for each, node, siblings in zip(self.moves, nodes, above, strict=False):
            if each.glyph:
                node.glyphs = node.glyphs or (each.glyph,)
                if all(sibling.move != each.best.moves[0] for sibling in siblings):
                    siblings.append(_line(each.best))
            node.add_comment(each.comment())
        return record


def analyse_game(record: Record, search: Callable[[Board], Analysis]) -> GameAnalysis:
    """Analyse the main line of a record, with one search for each position.

    The score of a move is that of the position after it, on the scale of the search of the position before it. The game
    is searched from its end to its start, so that the engine's memory holds what follows each move.

    Args:
        record: the game.
        search: searches a position, such as `lambda board: engine.analyse(board, Limit(nodes=100_000))`. It is not
            called for a position in which the game has ended.

    Raises:
        IllegalMoveError: the record was built by hand, and one of its moves is not legal.
        ValueError: more than two players.
    """
    game_of_two(record.start)
    boards = [ply.board for ply in record.plies()]
    found: list[MoveAnalysis] = []
    after = _best(record.board(), search)
    for board, move in zip(reversed(boards), reversed(record.moves()), strict=True):
        best = _best(board, search)
        value, is_best = _native.played_score(after.score.value, best.score.value)
        played = Variation(Score(board.turn, value, best.score.scale), after.depth + 1, (move, *after.moves))
        if is_best:
            best = played
        found.append(MoveAnalysis(board.ply - record.start.ply + 1, board, played, best))
        after = best
    return GameAnalysis(record, after.score, tuple(reversed(found)))


def _best(board: Board, search: Callable[[Board], Analysis]) -> Variation:
    """Return the best variation; at the end of the game its result as a score, without moves."""
    if board.outcome is None:
        return search(board).variations[0]
    winner = board.outcome.winner
    number = -1 if winner is None else board.players.index(winner)
    return Variation(Score(board.turn, _native.ending_score(number, board.players.index(board.turn))), 0, ())


def _terms(board: Board, moves: tuple[Move, ...]) -> dict[str, int]:
    """Return the terms of the evaluation at the end of a variation, for the player to move at its beginning."""
    end = board.copy()
    for move in moves:
        end.play(move)
    sign = 1 if end.turn is board.turn else -1
    return {name: sign * value for name, value in _native.explain(game_of_two(end).setup)}


def _line(variation: Variation) -> Node:
    nodes = [Node(move) for move in variation.moves[: _native.SHOWN_PLIES]]
    for node, following in pairwise(nodes):
        node.children.append(following)
    score = variation.score.of(Color.BLACK)
    nodes[0].add_comment(_native.write_score(score.value, score.scale))
    return nodes[0]
