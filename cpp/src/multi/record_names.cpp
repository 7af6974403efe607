#include "sumito/multi/record_names.hpp"

#include <algorithm>
#include <array>

namespace sumito::multi {
namespace {

constexpr std::array<std::string_view, MOST_PLAYERS> COLORS{"black", "white", "blue", "red", "yellow", "green"};
constexpr std::array<std::string_view, MOST_PLAYERS> TAGS{"Black", "White", "Blue", "Red", "Yellow", "Green"};
constexpr std::array<std::string_view, 4> CAUSES{"resigns", "time", "blocked", "empty"}; // by Cause
constexpr std::string_view DRAW = "=draw";

struct Token {
    std::span<char, TOKEN_SIZE> out;
    std::size_t size = 0;

    void put(char c) { out[size++] = c; }
    void put(std::string_view text) {
        std::ranges::copy(text, out.begin() + static_cast<std::ptrdiff_t>(size));
        size += text.size();
    }
};

} // namespace

std::string_view name_of(Color color) {
    return COLORS[static_cast<std::size_t>(color)];
}

std::string_view name_of(const Position& position, int player) {
    return name_of(position.colors[static_cast<std::size_t>(player)]);
}

std::string_view tag_of(const Position& position, int player) {
    return TAGS[static_cast<std::size_t>(position.colors[static_cast<std::size_t>(player)])];
}

std::size_t write_result(const Position& position, std::uint8_t winners, std::span<char, TOKEN_SIZE> out) {
    Token token{out};
    if (winners == 0) {
        token.put(DRAW);
        return token.size;
    }
    for (int player = 0; player < position.players; ++player) {
        if ((winners >> player & 1) != 0) {
            token.put(token.size == 0 ? '=' : '+');
            token.put(name_of(position, player));
        }
    }
    return token.size;
}

std::size_t write_leaving(const Position& position, const Leaving& leaving, std::span<char, TOKEN_SIZE> out) {
    Token token{out};
    token.put('-');
    token.put(name_of(position, leaving.player));
    token.put(':');
    token.put(CAUSES[static_cast<std::size_t>(leaving.cause)]);
    return token.size;
}

std::optional<Leaving> read_leaving(const Position& position, std::string_view text) {
    std::array<char, TOKEN_SIZE> buffer;
    for (int player = 0; player < position.players; ++player) {
        for (std::size_t cause = 0; cause < CAUSES.size(); ++cause) {
            const Leaving leaving{player, static_cast<Cause>(cause)};
            if (text == std::string_view{buffer.data(), write_leaving(position, leaving, buffer)}) {
                return leaving;
            }
        }
    }
    return {};
}

} // namespace sumito::multi
