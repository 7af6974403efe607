"""Set phrases, which take the place of a chat. The catalogues have their texts."""

from __future__ import annotations

from typing import Final

PHRASES: Final = (
    "hello", "good_luck", "have_fun", "well_played", "good_game", "nice_move", "thanks", "you_are_welcome", "sorry",
    "oops", "wow", "close_game", "lucky", "your_turn", "take_your_time", "thinking", "back_soon", "have_to_go",
    "connection_trouble", "rematch", "one_more", "goodbye",
)  # fmt: skip
"""The names of all phrases."""
