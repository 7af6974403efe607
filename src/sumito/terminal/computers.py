"""The players that the computer plays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sumito.core import WHITE
from sumito.engine.levels import (
    DEFAULT_LEVEL,
    FORMER_LEVELS,
    LEVELS,
    MULTI_LEVELS,
    find_level,
    level_named,
    typed_level,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sumito.core import Board, Color
    from sumito.engine import Level
    from sumito.learn.catalogue import Catalogue

PERSON: Final = "person"
"""The word for a seat that a person has."""


def first_level(board: Board) -> Level:
    """Return the level of a player who has not chosen one. With several players it is the weakest level."""
    return find_level(DEFAULT_LEVEL) if len(board.players) == 2 else MULTI_LEVELS[0]


def typed_level_for(board: Board, text: str) -> Level:
    """Return the level with this number or id, as somebody typed it, for a game with the players of a board.

    Raises:
        ValueError: there is no such level, or not with so many players.
    """
    level, first, last = typed_level(text), first_level(board), LEVELS[-1]
    if len(board.players) > 2 and level not in LEVELS[first.number - 1 :]:
        raise ValueError(
            f"with {len(board.players)} players a level must be from {first.number} ({first.id}) to {last.number} "
            f"({last.id}), not {text!r}"
        )
    return level


def level_named_for(board: Board, name: str) -> Level | None:
    """Return the level that plays for this name in a record; None if it is the name of a person.

    The levels of version 0.1 play with two players only. With several players the weakest level there plays for a
    weaker one.
    """
    level = level_named(name)
    if level is None or len(board.players) == 2:
        return level
    return None if level in FORMER_LEVELS else max(level, first_level(board), key=lambda each: each.number)


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
            return self._text_of_several(board, words)
        if not self.levels:
            return words.say("terminal.two_players")
        (person,) = (color for color in board.players if color not in self.levels)
        (level,) = self.levels.values()
        if level in FORMER_LEVELS:
            return words.say("terminal.against.former", player=person, level=level.number)
        name = words.say(f"level.{level.id}")
        return words.say("terminal.against", player=person, level=level.number, name=name)

    def _text_of_several(self, board: Board, words: Catalogue) -> str:
        """Return a sentence for each level."""
        if not self.levels:
            return words.say("several.friends")
        people = [color for color in board.players if color not in self.levels]
        seats: dict[Level, list[str]] = {}
        for color, level in self.levels.items():
            seats.setdefault(level, []).append(words.say(f"color.{color}"))
        names = {level: words.say(f"level.{level.id}") for level in seats}
        if len(people) == len(seats) == 1:
            (level,) = seats
            return words.say("terminal.others", player=people[0], level=level.number, name=names[level])
        return " ".join(
            words.say("several.computer", player=", ".join(colors), level=level.number, name=names[level])
            for level, colors in seats.items()
        )

    def options(self, board: Board) -> str:
        """Return the options of the command that continues the game with the same players."""
        if not self.levels:
            return ""
        if len(board.players) > 2:
            seats = (self.levels[color].id if color in self.levels else PERSON for color in board.players)
            return f" --seats {','.join(seats)}"
        (level,) = self.levels.values()
        return f" --level {level.id}{'' if WHITE in self.levels else ' --side white'}"
