"""Judge the coach's warnings by the engine, in positions from games of weak players."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from simple_players import distance_from_centre, random_player
from sumito import Board, Move
from sumito.engine import Analysis, Engine, Limit, play_level
from sumito.learn.coach import giveaway
from sumito.learn.threats import threats

LONGEST_GAME = 160
OPENING = 6
HALF_A_MARBLE = 50
"""Hundredths of a marble."""
LEEWAY = 10
PROVED = 29_000
LOOK_AHEAD = (6, 8)
"""The numbers of plies after which marbles are counted."""

Player = Callable[[Board, Random], Move]


def greedy(board: Board, dice: Random) -> Move:
    """Eject a marble if possible, else move towards the centre, without foresight."""

    def value(move: Move) -> float:
        after = board.copy()
        after.play(move)
        steps = sum(distance_from_centre(cell) for cell in after.marbles(board.turn))
        return 100 * board.is_ejection(move) - steps + dice.random()

    return max(board.legal_moves, key=value)


def at_level(engine: Engine, level: int) -> Player:
    return lambda board, dice: play_level(engine, board, level, dice)


def careless(player: Player, share: float) -> Player:
    """Return a player who plays a share of the moves at random."""
    return lambda board, dice: (random_player if dice.random() < share else player)(board, dice)


def played(players: list[Player], seed: int) -> Iterator[tuple[Board, Move]]:
    """Yield positions of games between these players, with the move that was played: up to four of each game."""
    dice = Random(seed)
    while True:
        seats = dice.choices(players, k=2)
        board = Board(dice.choice(("standard", "belgian-daisy", "german-daisy")))
        game = []
        while board.outcome is None and board.ply < LONGEST_GAME:
            move = seats[board.ply % 2](board, dice)
            game.append((board.copy(), move))
            board.play(move)
        yield from dice.sample(game[OPENING:], min(4, len(game[OPENING:])))


@dataclass(frozen=True)
class Case:
    """A move, the coach's warning, and the engine's judgement."""

    board: Board
    move: Move
    is_warned: bool
    is_lost: bool
    was_played: bool


def cases(engine: Engine, positions: Iterator[tuple[Board, Move]], count: int, nodes: int, seed: int) -> list[Case]:
    """Judge the move that was played in each position, and up to two others that let the opponent eject."""
    dice = Random(seed)
    found = []
    for _ in range(count):
        board, move = next(positions)
        exposing = exposing_moves(board)
        others = [each for each in dice.sample(exposing, min(2, len(exposing))) if each is not move]
        engine.forget()
        best = engine.analyse(board, Limit(nodes=nodes))
        found += [
            Case(
                board,
                each,
                giveaway(board, each) is not None,
                is_lost(engine, board, each, best, nodes),
                each is move,
            )
            for each in (move, *others)
        ]
    return found


def is_lost(engine: Engine, board: Board, move: Move, best: Analysis, nodes: int) -> bool:
    """Return whether the engine confirms that a move gives a marble away.

    The opponent ejects at once, by the best ejection. The line after it is compared with the line of the best move: the
    move is a giveaway if it leaves fewer marbles after six or eight plies and no better position, or if it costs half a
    marble, or if it loses the game sooner.
    """
    ejections = _ejections(board, move)
    if not ejections:
        return False
    after = board.copy()
    after.play(move)
    engine.forget()
    answer = engine.analyse(after, Limit(nodes=nodes), moves=ejections)
    score, best_score = -answer.score.value, best.score.value
    if score < -PROVED and best_score > score:
        return True
    lines = [move, *answer.variations[0].moves], list(best.variations[0].moves)
    fewer = any(_balance(board, lines[0][:plies]) < _balance(board, lines[1][:plies]) for plies in LOOK_AHEAD)
    return (fewer and best_score >= score - LEEWAY) or best_score - score >= HALF_A_MARBLE


def exposing_moves(board: Board) -> list[Move]:
    """Return the moves after which the opponent can eject a marble."""
    return [move for move in board.legal_moves if _ejections(board, move)]


def _ejections(board: Board, move: Move) -> list[Move]:
    after = board.copy()
    after.play(move)
    return [] if after.outcome else [push.moves[0] for push in threats(after).ejections(after.turn)]


def _balance(board: Board, line: list[Move]) -> int:
    """Return the marbles that the player to move wins minus those lost in a line of play."""
    after = board.copy()
    for move in line:
        if after.outcome is None:
            after.play(move)
    player = board.turn
    return after.score(player) - after.ejected(player) - board.score(player) + board.ejected(player)
