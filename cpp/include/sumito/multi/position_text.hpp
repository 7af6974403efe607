#pragma once

#include <span>
#include <string_view>

#include "sumito/multi/game.hpp"
#include "sumito/position_text.hpp"

// Read and write positions of several players as text: `ROWS PLAYERS SCORES TURN QUIET ROUND`. The rows are those of
// PositionForm::FEN with more letters. The players are letters in the order of play, capitals for those who have left.
// There is a score for each side, so four players with two scores are two teams.
namespace sumito::multi {

// Return whether a text is meant to be one of several players: letters follow the rows.
bool has_players(std::string_view text);

// Read a position. `setup` does not change if there is an error. Fields that are missing have their values at the start
// of a game; without scores, each plays for itself.
TextError read_position(std::string_view text, Setup& setup);
// Write the letters of the players in the order of play, as in a position. Return how many.
std::size_t write_players(const Position& position, std::span<char, MOST_PLAYERS> out);
std::size_t write_position(const Setup& setup, std::span<char, POSITION_TEXT_SIZE> out);

} // namespace sumito::multi
