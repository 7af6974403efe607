#pragma once

#include <array>
#include <string_view>

#include "sumito/game.hpp"
#include "sumito/move_text.hpp"
#include "sumito/movegen.hpp"
#include "sumito/perft.hpp"
#include "sumito/position_text.hpp"
#include "sumito/reasons.hpp"
#include "sumito/record_end.hpp"
#include "sumito/symmetry.hpp"

// Games of two players for the calls of `game_api.hpp` and `page_api.hpp`. `several_players.hpp` has the same
// functions.
namespace kind {

using sumito::Game;
using sumito::Position;
using sumito::Setup;

inline constexpr int FORMS = static_cast<int>(sumito::PositionForm::DIGITS) + 1;

inline int players(const Position& /*position*/) {
    return sumito::PLAYERS;
}
inline Game started(const Setup& setup, const sumito::Rules& rules, bool /*mixed_moves*/) {
    return Game(setup, rules);
}
inline int lost(const Game& game, int player) {
    return game.position().ejected[static_cast<std::size_t>(player)];
}

// ---- the entries of the history
inline bool is_entry(int number) {
    return number >= 0 && number < sumito::MOVES;
}
inline bool can_enter(const Game& game, int number) {
    return is_entry(number) && game.is_legal(sumito::move_of_number(number));
}
inline bool enter(Game& game, int number) {
    return is_entry(number) && game.play(sumito::move_of_number(number));
}
inline int undo(Game& game) {
    const sumito::Move last = game.undo();
    return last ? sumito::number_of(last) : -1;
}
inline std::size_t entries(const Game& game) {
    return game.length();
}
inline int entry(const Game& game, std::size_t i) {
    return sumito::number_of(game.move(i));
}
inline bool resign(Game& game, int player) {
    return game.resign(player);
}
inline bool flag(Game& game, int player) {
    return game.flag(player);
}

// ---- text
inline sumito::TextError read_setup(int form, std::string_view text, Setup& setup) {
    return sumito::read_position(static_cast<sumito::PositionForm>(form), text, setup);
}
inline std::size_t write_setup(int form, const Setup& setup, std::span<char, sumito::POSITION_TEXT_SIZE> out) {
    return sumito::write_position(static_cast<sumito::PositionForm>(form), setup, out);
}
inline constexpr std::size_t ENTRY_TEXT_SIZE = sumito::MOVE_TEXT_SIZE;
inline std::size_t write_entry(const Game& game, int number, sumito::Dialect dialect,
                               std::span<char, ENTRY_TEXT_SIZE> out) {
    return is_entry(number) ? sumito::write_move(game.position().empty(), sumito::move_of_number(number), dialect, out)
                            : 0;
}

// Call `use` with the result of a game that has ended, or of the end that its moves show; with nothing if there is
// none.
template <typename Use>
uint32_t result(const Game& game, Use use) {
    return use(game.outcome() ? sumito::result_of(game.outcome()) : std::string_view{});
}
template <typename Use>
uint32_t shown_result(const Game& game, Use use) {
    return use(sumito::shown_result(game));
}

} // namespace kind
