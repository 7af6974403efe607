#include "sumito/multi/position_text.hpp"

#include <algorithm>
#include <array>

#include "sumito/position_rows.hpp"

namespace sumito::multi {
namespace {

using namespace position_rows;

constexpr std::string_view MARBLES = "SsBRYG"; // by Color
constexpr std::string_view LETTERS = "bwuryg";
constexpr char CASE = 'a' - 'A';
constexpr std::size_t FEWEST_LETTERS = 2; // too few players; one letter is the turn of a position of two

constexpr bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

TextError read_players(Reader& in, Position& p) {
    std::array<bool, MOST_PLAYERS> seen{};
    const Reader first = in;
    int players = 0;
    int active = 0;
    for (; !in.done() && in.peek() != ' '; ++in.at) {
        const char c = in.peek();
        const bool gone = c >= 'A' && c <= 'Z';
        const std::size_t color = LETTERS.find(gone ? static_cast<char>(c + CASE) : c);
        if (color == std::string_view::npos) {
            return in.error(TextProblem::BAD_CHARACTER);
        }
        if (seen[color]) {
            return in.error(TextProblem::PLAYER_TWICE);
        }
        seen[color] = true;
        p.colors[static_cast<std::size_t>(players)] = static_cast<Color>(color);
        active |= gone ? 0 : 1 << players;
        ++players;
    }
    if (players < LEAST_PLAYERS || active == 0) {
        return first.error(players < LEAST_PLAYERS ? TextProblem::TOO_FEW_PLAYERS : TextProblem::ALL_HAVE_LEFT);
    }
    p.players = p.sides = static_cast<std::uint8_t>(players);
    p.active = static_cast<std::uint8_t>(active);
    p.turn = static_cast<std::uint8_t>(p.is_active(0) ? 0 : p.next_player(0));
    return {};
}

TextError read_scores(Reader& in, Position& p) {
    std::uint8_t sides = 0;
    do {
        const int score = sides == p.players ? -1 : in.number(MOST_LOST);
        if (score < 0) {
            return in.error(TextProblem::BAD_SCORE);
        }
        p.scores[sides++] = static_cast<std::uint8_t>(score);
    } while (in.take(','));
    const bool teams = sides == 2 && p.players == 4;
    if ((sides != p.players && !teams) || (!in.done() && in.peek() != ' ')) {
        return in.error(TextProblem::BAD_SCORE);
    }
    p.sides = sides;
    return {};
}

TextError read_turn(Reader& in, Position& p) {
    const std::size_t color = LETTERS.find(in.peek());
    for (int player = 0; player < p.players; ++player) {
        if (static_cast<std::size_t>(p.colors[static_cast<std::size_t>(player)]) == color && p.is_active(player)) {
            ++in.at;
            p.turn = static_cast<std::uint8_t>(player);
            return in.done() || in.peek() == ' ' ? TextError{} : in.error(TextProblem::BAD_TURN);
        }
    }
    return in.error(TextProblem::BAD_TURN);
}

TextError read_counter(Reader& in, int least, int& value) {
    const int number = in.number(MOST_PLIES);
    if (number < least || (!in.done() && in.peek() != ' ')) {
        return in.error(TextProblem::BAD_COUNTER);
    }
    value = number;
    return {};
}

TextError read_fields(Reader& in, Setup& s) {
    TextError error;
    for (int field = 0; field < 4 && !error; ++field) {
        in.skip_spaces();
        if (in.done()) {
            return {};
        }
        switch (field) {
        case 0:
            error = read_scores(in, s.position);
            break;
        case 1:
            error = read_turn(in, s.position);
            break;
        case 2:
            error = read_counter(in, 0, s.quiet);
            break;
        default:
            error = read_counter(in, 1, s.round);
        }
    }
    in.skip_spaces();
    return error || in.done() ? error : in.error(TextProblem::TOO_MANY_FIELDS);
}

// Give each player the marbles of its colour. A marble of nobody who plays is an error.
TextError deal(std::string_view text, const std::array<Bitboard, MOST_PLAYERS>& by_color, Position& p) {
    std::array<bool, MOST_PLAYERS> plays{};
    for (std::size_t player = 0; player < p.players; ++player) {
        const auto color = static_cast<std::size_t>(p.colors[player]);
        plays[color] = p.is_active(static_cast<int>(player));
        p.marbles[player] = by_color[color];
    }
    for (std::size_t at = 0; text[at] != ' '; ++at) {
        const std::size_t color = MARBLES.find(text[at]);
        if (color != std::string_view::npos && !plays[color]) {
            return {TextProblem::BAD_CHARACTER, static_cast<int>(at)};
        }
    }
    return {};
}

} // namespace

bool has_players(std::string_view text) {
    const std::size_t rows = text.find(' ');
    const std::size_t from = rows == std::string_view::npos ? rows : text.find_first_not_of(' ', rows);
    if (from == std::string_view::npos) {
        return false;
    }
    const std::string_view field = text.substr(from, text.find(' ', from) - from);
    return field.size() >= FEWEST_LETTERS && std::all_of(field.begin(), field.end(), is_letter);
}

TextError read_position(std::string_view text, Setup& setup) {
    struct {
        std::array<Bitboard, MOST_PLAYERS> marbles{};
    } rows;
    Reader in{text};
    Setup s{.position = {}};
    if (const TextError error = read_rows(in, MARBLES, rows)) {
        return error;
    }
    if (in.peek() != ' ') {
        return in.error(TextProblem::BAD_CHARACTER);
    }
    in.skip_spaces();
    if (const TextError error = read_players(in, s.position)) {
        return error;
    }
    if (const TextError error = deal(text, rows.marbles, s.position)) {
        return error;
    }
    if (const TextError error = read_fields(in, s)) {
        return error;
    }
    s.position.key = s.position.fresh_key();
    setup = s;
    return {};
}

std::size_t write_players(const Position& position, std::span<char, MOST_PLAYERS> out) {
    for (std::size_t player = 0; player < std::min<std::size_t>(position.players, out.size()); ++player) {
        const char letter = LETTERS[static_cast<std::size_t>(position.colors[player])];
        out[player] = position.is_active(static_cast<int>(player)) ? letter : static_cast<char>(letter - CASE);
    }
    return position.players;
}

std::size_t write_position(const Setup& setup, std::span<char, POSITION_TEXT_SIZE> buffer) {
    const Position& p = setup.position;
    Writer out{buffer};
    std::array<char, MOST_PLAYERS> marbles{};
    for (std::size_t player = 0; player < p.players; ++player) {
        marbles[player] = MARBLES[static_cast<std::size_t>(p.colors[player])];
    }
    write_rows(out, {marbles.data(), p.players}, p);
    out.put(' ');
    std::array<char, MOST_PLAYERS> letters{};
    const std::size_t players = write_players(p, letters);
    for (std::size_t player = 0; player < players; ++player) {
        out.put(letters[player]);
    }
    for (std::size_t side = 0; side < p.sides; ++side) {
        out.put(side == 0 ? ' ' : ',');
        out.put(p.scores[side]);
    }
    out.put(' ');
    out.put(LETTERS[static_cast<std::size_t>(p.colors[p.turn])]);
    out.field(std::min(setup.quiet, MOST_PLIES));
    out.field(std::min(setup.round, MOST_PLIES));
    return out.size;
}

} // namespace sumito::multi
