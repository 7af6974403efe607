#pragma once

#include <stdint.h>

#include "sumito/game.hpp"

// What crosses the border, checked: whether arguments make sense, and the contexts that more than one topic knows.
struct sumito_game {
    sumito::Game game;
};

// Whole numbers that a double holds exactly end here.
inline constexpr double EXACT_END = 9007199254740992.0;

// Whether so many items lie within the memory.
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
