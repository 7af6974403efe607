#pragma once

#include <stdint.h>
#include <string.h>

#include <cstddef>

#ifdef SUMITO_MULTI
#include "several_players.hpp"
#else
#include "two_players.hpp"
#endif

#include "game_api.hpp"

// Check and convert the arguments of calls. The files of this folder hold no logic: they check their arguments and call
// the core.

// Several topics use games. The same sources make the calls of two players and of several.
struct sumito_game {
    kind::Game game;
};

// A double holds every whole number below this exactly.
inline constexpr double EXACT_END = 9007199254740992.0;

// Return whether `items` items from `buffer` on lie within the module's memory.
template <typename T>
bool within(const T* buffer, uint64_t items) {
    constexpr uint64_t page = 65536;
    return buffer != nullptr &&
           reinterpret_cast<uintptr_t>(buffer) + items * sizeof(T) <= __builtin_wasm_memory_size(0) * page;
}

inline bool below(int32_t value, int end) {
    return value >= 0 && value < end;
}
inline bool is_move(int32_t move) {
    return below(move, sumito::MOVES);
}
inline bool is_cell_id(int32_t cell) {
    return below(cell, sumito::CELLS);
}
inline bool has_player(const sumito_game* game, int32_t player) {
    return game != nullptr && below(player, kind::players(game->game.position()));
}
inline bool is_direction(int32_t direction) {
    return below(direction, sumito::DIRECTIONS);
}
inline bool is_form(int32_t form) {
    return below(form, kind::FORMS);
}
// ANY is for reading only.
inline bool is_dialect(int32_t dialect) {
    return below(dialect, static_cast<int>(sumito::Dialect::ANY) + 1);
}
inline bool is_set(uint64_t cells) {
    return (cells & ~sumito::ALL) == 0;
}
inline sumito::Direction direction_of(int32_t direction) {
    return static_cast<sumito::Direction>(direction);
}

// Copy the items of a text or list if `out` can hold them. Return their number.
template <typename T>
uint32_t copied(const T* items, std::size_t size, T* out, uint32_t capacity) {
    if (size > 0 && size <= capacity && within(out, capacity)) {
        memcpy(out, items, size * sizeof(T));
    }
    return static_cast<uint32_t>(size);
}

inline sumito_verdict values(const sumito::Verdict& v) {
    return {.culprits = sumito::ids_of_set(v.culprits),
            .reason = static_cast<int32_t>(v.reason),
            .n = v.n,
            .standing = v.standing,
            .enemies = v.enemies,
            .move = v.move ? sumito::number_of(v.move) : -1,
            .reserved = 0};
}
