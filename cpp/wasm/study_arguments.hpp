#pragma once

#include "sumito/position_text.hpp"

#include "arguments.hpp"

// Check the arguments of the calls of `study.wasm`.

// An empty text may lie anywhere.
inline bool is_text(const char* text, uint32_t length) {
    return length == 0 || within(text, length);
}
inline bool is_list(const int32_t* items, uint32_t count) {
    return count == 0 || within(items, count);
}
inline bool is_setup(const char* text, uint32_t length, sumito::Setup& setup) {
    return is_text(text, length) && !sumito::read_position(sumito::PositionForm::FEN, {text, length}, setup);
}
