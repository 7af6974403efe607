#pragma once

#include <charconv>
#include <span>
#include <string_view>

#include "sumito/position_text.hpp"

// The parts that all position texts share: a cursor, a buffer, and the rows of the board.
namespace sumito::position_rows {

inline constexpr int ROWS = 9;
inline constexpr int MOST_LOST = 60;
inline constexpr int MOST_PLIES = 1'000'000;

constexpr int first_number(int row) {
    return row <= 4 ? 1 : row - 3;
}
constexpr int last_number(int row) {
    return row <= 4 ? row + 5 : 9;
}

constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// A cursor over the text. If a function reports an error, the cursor is at the error.
struct Reader {
    std::string_view text;
    std::size_t at = 0;

    bool done() const { return at == text.size(); }
    char peek() const { return done() ? '\0' : text[at]; }
    bool take(char c) {
        if (peek() != c || done()) {
            return false;
        }
        ++at;
        return true;
    }
    void skip_spaces() {
        while (peek() == ' ') {
            ++at;
        }
    }
    TextError error(TextProblem problem) const { return {problem, static_cast<int>(at)}; }
    // Read a whole number from 0 to `most`. Otherwise return -1 and do not move the cursor.
    int number(int most) {
        int value = 0;
        const auto [end, status] = std::from_chars(text.data() + at, text.data() + text.size(), value);
        if (!is_digit(peek()) || status != std::errc{} || value > most) {
            return -1;
        }
        at = static_cast<std::size_t>(end - text.data());
        return value;
    }
};

// Read the rows from i to a, separated by "/", up to a space, a "-" or the end. The letters are those of the
// players, in their order.
template <typename AnyPosition>
TextError read_rows(Reader& in, std::string_view letters, AnyPosition& p) {
    if (in.done()) {
        return in.error(TextProblem::EMPTY);
    }
    for (int row = ROWS - 1; row >= 0; --row) {
        int number = first_number(row);
        for (; !in.done() && in.peek() != '/' && in.peek() != ' ' && in.peek() != '-'; ++in.at) {
            const char c = in.peek();
            if (c >= '1' && c <= '9') {
                number += c - '0';
            } else if (const std::size_t player = letters.find(c); player != std::string_view::npos) {
                if (number <= last_number(row)) {
                    p.marbles[player] |= bit(cell_at(row, number));
                }
                ++number;
            } else {
                return in.error(TextProblem::BAD_CHARACTER);
            }
            if (number > last_number(row) + 1) {
                return in.error(TextProblem::ROW_TOO_LONG);
            }
        }
        if (number <= last_number(row)) {
            return in.error(TextProblem::ROW_TOO_SHORT);
        }
        if (row > 0 && !in.take('/')) {
            return in.error(TextProblem::TOO_FEW_ROWS);
        }
    }
    return in.peek() == '/' ? in.error(TextProblem::TOO_MANY_ROWS) : TextError{};
}

// The buffer is sized for the longest text of each form: 61 marbles, 8 slashes, and numbers of at most eight digits.
struct Writer {
    std::span<char, POSITION_TEXT_SIZE> out;
    std::size_t size = 0;

    void put(char c) { out[size++] = c; }
    void put(int value) {
        size =
            static_cast<std::size_t>(std::to_chars(out.data() + size, out.data() + out.size(), value).ptr - out.data());
    }
    void field(int value) {
        put(' ');
        put(value);
    }
};

template <typename AnyPosition>
void write_rows(Writer& out, std::string_view letters, const AnyPosition& p) {
    for (int row = ROWS - 1; row >= 0; --row) {
        int empty = 0;
        for (int number = first_number(row); number <= last_number(row); ++number) {
            const int player = p.player_on(cell_at(row, number));
            if (player < 0) {
                ++empty;
                continue;
            }
            if (empty > 0) {
                out.put(empty);
                empty = 0;
            }
            out.put(letters[static_cast<std::size_t>(player)]);
        }
        if (empty > 0) {
            out.put(empty);
        }
        if (row > 0) {
            out.put('/');
        }
    }
}

} // namespace sumito::position_rows
