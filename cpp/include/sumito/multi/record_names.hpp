#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "sumito/multi/game.hpp"

// The names of colours, results and leavings in records of several players.
namespace sumito::multi {

std::string_view name_of(Color color);
std::string_view name_of(const Position& position, int player);
// Return the tag of a player's name: `Blue`.
std::string_view tag_of(const Position& position, int player);

// The longest result names two partners, the longest leaving is `-yellow:resigns`.
inline constexpr std::size_t TOKEN_SIZE = 32;

// `=blue`, `=black+white` or `=draw`: the players who win, in the order of play.
std::size_t write_result(const Position& position, std::uint8_t winners, std::span<char, TOKEN_SIZE> out);

// `-blue:resigns`, and `time`, `blocked` and `empty`.
std::size_t write_leaving(const Position& position, const Leaving& leaving, std::span<char, TOKEN_SIZE> out);
std::optional<Leaving> read_leaving(const Position& position, std::string_view text);

} // namespace sumito::multi
