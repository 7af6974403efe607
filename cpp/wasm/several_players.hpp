#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "sumito/multi/game.hpp"
#include "sumito/multi/move_text.hpp"
#include "sumito/multi/movegen.hpp"
#include "sumito/multi/perft.hpp"
#include "sumito/multi/position_text.hpp"
#include "sumito/multi/reasons.hpp"
#include "sumito/multi/record_names.hpp"
#include "sumito/multi/symmetry.hpp"

// Games of three to six players for the calls of `game_api.hpp` and `page_api.hpp`. `two_players.hpp` has the same
// functions.
namespace kind {

using sumito::multi::Game;
using sumito::multi::Position;
using sumito::multi::Setup;

inline constexpr int FORMS = 1;

inline int players(const Position& position) {
    return position.players;
}
inline Game started(const Setup& setup, const sumito::Rules& rules, bool mixed_moves) {
    return Game(setup, rules, mixed_moves);
}
inline int lost(const Game& game, int player) {
    return game.lost(player);
}

// ---- the entries of the history
inline bool can_enter(const Game& game, int number) {
    return game.can_enter(number);
}
inline bool enter(Game& game, int number) {
    return game.enter(number);
}
inline int undo(Game& game) {
    const auto last = game.undo();
    return last ? number_of(*last) : -1;
}
inline std::size_t entries(const Game& game) {
    return game.chosen();
}
inline int entry(const Game& game, std::size_t i) {
    return number_of(game.chosen(i));
}
inline bool resign(Game& game, int player) {
    return game.leave(player, sumito::multi::Cause::RESIGNS);
}
inline bool flag(Game& game, int player) {
    return game.leave(player, sumito::multi::Cause::TIME);
}

// ---- text
inline sumito::TextError read_setup(int /*form*/, std::string_view text, Setup& setup) {
    return sumito::multi::read_position(text, setup);
}
inline std::size_t write_setup(int /*form*/, const Setup& setup, std::span<char, sumito::POSITION_TEXT_SIZE> out) {
    return sumito::multi::write_position(setup, out);
}
inline constexpr std::size_t ENTRY_TEXT_SIZE = std::max(sumito::MOVE_TEXT_SIZE, sumito::multi::TOKEN_SIZE);
inline std::size_t write_entry(const Game& game, int number, sumito::Dialect dialect,
                               std::span<char, ENTRY_TEXT_SIZE> out) {
    const Position& position = game.position();
    if (number >= 0 && number < sumito::MOVES) {
        return write_move(position.empty(), sumito::move_of_number(number), dialect,
                          out.first<sumito::MOVE_TEXT_SIZE>());
    }
    const sumito::multi::Leaving leaving = sumito::multi::leaving_of(number);
    return leaving.player >= 0 && leaving.player < position.players
               ? write_leaving(position, leaving, out.first<sumito::multi::TOKEN_SIZE>())
               : 0;
}

// Call `use` with the result of a game that has ended, or of the end that its entries show; with nothing if there is
// none.
template <typename Use>
uint32_t result_of(const Game& game, sumito::Outcome outcome, Use use) {
    std::array<char, sumito::multi::TOKEN_SIZE> text;
    const std::size_t size = outcome ? write_result(game.position(), outcome.winners, text) : 0;
    return use(std::string_view{text.data(), size});
}
template <typename Use>
uint32_t result(const Game& game, Use use) {
    return result_of(game, game.outcome(), use);
}
template <typename Use>
uint32_t shown_result(const Game& game, Use use) {
    return result_of(game, game.shown(), use);
}

} // namespace kind
