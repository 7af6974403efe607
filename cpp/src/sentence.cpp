#include "sumito/sentence.hpp"

#include <array>

#include "sumito/cell_list.hpp"

namespace sumito {
namespace {

constexpr std::array<std::string_view, DIRECTIONS> NAMES{"E", "NE", "NW", "W", "SW", "SE"};

} // namespace

void Sentences::put(std::string_view text) {
    for (const char c : text) {
        if (size_ < out_.size()) {
            out_[size_] = c;
        }
        ++size_;
    }
}

void Sentences::name(std::string_view text) {
    put(" ");
    put(text);
    put("=");
}

Sentences& Sentences::say(std::string_view message) {
    if (size_ != 0) {
        put("\n");
    }
    put(message);
    return *this;
}

Sentences& Sentences::counted(std::string_view message, Bitboard set) {
    return say(message).number("n", count(set)).cells("cells", set);
}

Sentences& Sentences::number(std::string_view text, int value) {
    name(text);
    std::array<char, 12> digits;
    std::size_t at = digits.size();
    unsigned rest = value < 0 ? 0U - static_cast<unsigned>(value) : static_cast<unsigned>(value);
    do {
        digits[--at] = static_cast<char>('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (value < 0) {
        digits[--at] = '-';
    }
    put({digits.data() + at, digits.size() - at});
    return *this;
}

Sentences& Sentences::color(std::string_view text, int player) {
    name(text);
    put(player == 0 ? "black" : "white");
    return *this;
}

Sentences& Sentences::color(std::string_view text, std::string_view color) {
    name(text);
    put(color);
    return *this;
}

Sentences& Sentences::cells(std::string_view text, std::span<const Cell> cells) {
    name(text);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::array<char, 3> cell{',', static_cast<char>('a' + row_of(cells[i])),
                                       static_cast<char>('0' + number_of(cells[i]))};
        put(i == 0 ? std::string_view(cell.data() + 1, 2) : std::string_view(cell.data(), 3));
    }
    return *this;
}

Sentences& Sentences::cells(std::string_view text, Bitboard set) {
    return cells(text, cells_of(set).span());
}

Sentences& Sentences::line(std::string_view text, Move move) {
    return cells(text, cells_of(move).span());
}

Sentences& Sentences::direction(std::string_view text, Direction direction) {
    return directions(text, std::span(&direction, 1));
}

Sentences& Sentences::directions(std::string_view text, std::span<const Direction> directions) {
    name(text);
    for (std::size_t i = 0; i < directions.size(); ++i) {
        put(i == 0 ? "" : ",");
        put(NAMES[directions[i]]);
    }
    return *this;
}

} // namespace sumito
