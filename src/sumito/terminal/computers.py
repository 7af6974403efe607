"""The players that the computer plays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sumito.core import WHITE
from sumito.engine.levels import FORMER_LEVELS, LEVELS, typed_level

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sumito.core import Board, Color
    from sumito.engine import Level
    from sumito.learn.catalogue import Catalogue

PERSON: Final = "person"
"""The word for a seat that a person has."""


def can_play(level: Level, board: Board) -> bool:
    """Return whether a level plays games with so many players. The levels of version 0.1 play with two only."""
    return len(board.players) == 2 or level not in FORMER_LEVELS


def typed_level_for(board: Board, text: str) -> Level:
    """Return the level with this number or id, as somebody typed it, for a game with the players of a board.

    Raises:
        ValueError: there is no such level, or not with so many players.
    """
    level = typed_level(text)
    if not can_play(level, board):
        raise ValueError(f"a level must be a number from 1 to {len(LEVELS)} or an id, not {text!r}")
    return level


@dataclass(frozen=True)
class Computers:
    """The players that the computer plays, each with its level. People play the others."""

    levels: Mapping[Color, Level]

    @classmethod
    def against(cls, board: Board, person: Color, level: Level) -> Computers:
        """Return the computers of a game in which one person plays against them."""
        return cls({color: level for color in board.players if color is not person})

    def text(self, board: Board, words: Catalogue) -> str:
        """Return who plays, as sentences. The levels of version 0.1 have numbers only."""
        if len(board.players) > 2:
            seats = [
                words.say("several.computer", player=color, level=level.number, name=words.say(f"level.{level.id}"))
                for color, level in self.levels.items()
            ]
            return " ".join(seats) or words.say("several.friends")
        if not self.levels:
            return words.say("terminal.two_players")
        (person,) = (color for color in board.players if color not in self.levels)
        (level,) = self.levels.values()
        if level in FORMER_LEVELS:
            return words.say("terminal.against.former", player=person, level=level.number)
        name = words.say(f"level.{level.id}")
        return words.say("terminal.against", player=person, level=level.number, name=name)

    def options(self, board: Board) -> str:
        """Return the options of the command that continues the game with the same players."""
        if not self.levels:
            return ""
        if len(board.players) > 2:
            seats = (self.levels[color].id if color in self.levels else PERSON for color in board.players)
            return f" --seats {','.join(seats)}"
        (level,) = self.levels.values()
        return f" --level {level.id}{'' if WHITE in self.levels else ' --side white'}"
