#include "sumito/position_text.hpp"

#include <algorithm>

#include "sumito/position_rows.hpp"

namespace sumito {
namespace {

using namespace position_rows;

TextError read_turn(Reader& in, Position& p) {
    if (in.peek() != 'b' && in.peek() != 'w') {
        return in.error(TextProblem::BAD_TURN);
    }
    p.turn = in.text[in.at++] == 'w' ? 1 : 0;
    return in.done() || in.peek() == ' ' ? TextError{} : in.error(TextProblem::BAD_TURN);
}

TextError read_fen(Reader& in, Setup& s) {
    if (const TextError error = read_rows(in, "Ss", s.position)) {
        return error;
    }
    // A player's score is the number of marbles that the other player has lost.
    for (const std::size_t loser : {std::size_t{1}, std::size_t{0}}) {
        in.skip_spaces();
        if (in.done()) {
            return loser == 1 ? TextError{} : in.error(TextProblem::BAD_SCORE);
        }
        const int score = in.number(MOST_LOST);
        if (score < 0 || (in.peek() != ' ' && !in.done())) {
            return in.error(TextProblem::BAD_SCORE);
        }
        s.position.ejected[loser] = static_cast<std::uint8_t>(score);
    }
    in.skip_spaces();
    if (in.done()) {
        return {};
    }
    if (const TextError error = read_turn(in, s.position)) {
        return error;
    }
    s.ply = s.position.turn;
    in.skip_spaces();
    if (in.done()) {
        return {};
    }
    s.quiet = in.number(MOST_PLIES);
    if (s.quiet < 0 || (in.peek() != ' ' && !in.done())) {
        return in.error(TextProblem::BAD_COUNTER);
    }
    in.skip_spaces();
    if (in.done()) {
        return {};
    }
    const int full = in.number(MOST_PLIES);
    if (full < 1) {
        return in.error(TextProblem::BAD_COUNTER);
    }
    s.ply = 2 * (full - 1) + s.position.turn;
    in.skip_spaces();
    return in.done() ? TextError{} : in.error(TextProblem::TOO_MANY_FIELDS);
}

TextError read_apgn(Reader& in, Setup& s) {
    if (const TextError error = read_rows(in, "bw", s.position)) {
        return error;
    }
    if (in.take('-')) {
        for (const char player : {'b', 'w'}) {
            const int lost = in.number(MOST_LOST);
            if (lost < 0 || !in.take(player)) {
                return in.error(TextProblem::BAD_SCORE);
            }
            s.position.ejected[player == 'b' ? 0 : 1] = static_cast<std::uint8_t>(lost);
        }
    }
    in.skip_spaces();
    if (const TextError error = read_turn(in, s.position)) {
        return error;
    }
    s.ply = s.position.turn;
    in.skip_spaces();
    return in.done() ? TextError{} : in.error(TextProblem::TOO_MANY_FIELDS);
}

TextError read_factored(Reader& in, Setup& s) {
    Position& p = s.position;
    for (std::size_t player = 0; player < PLAYERS; ++player) {
        const int lost = in.number(MOST_LOST);
        if (lost < 0) {
            return in.error(in.done() ? TextProblem::EMPTY : TextProblem::BAD_SCORE);
        }
        p.ejected[player] = static_cast<std::uint8_t>(lost);
        while (!in.done() && in.peek() != '_' && in.peek() != ',') {
            const int row = in.peek() - 'a';
            ++in.at;
            if (row < 0 || row >= ROWS || !is_digit(in.peek())) {
                --in.at;
                return in.error(TextProblem::BAD_CELL);
            }
            for (; is_digit(in.peek()); ++in.at) {
                const Cell c = cell_at(row, in.peek() - '0');
                if (c == NO_CELL) {
                    return in.error(TextProblem::BAD_CELL);
                }
                if (has(p.marbles[0] | p.marbles[1], c)) {
                    return in.error(TextProblem::CELL_TWICE);
                }
                p.marbles[player] |= bit(c);
            }
        }
        if (player == 0 && in.done()) {
            return in.error(TextProblem::NO_SEPARATOR);
        }
        if (player == 0) {
            ++in.at;
        }
    }
    return in.done() ? TextError{} : in.error(TextProblem::BAD_CHARACTER);
}

TextError read_digits(Reader& in, Setup& s) {
    for (int id = 0; id < CELLS; ++id, ++in.at) {
        if (in.done()) {
            return in.error(id == 0 ? TextProblem::EMPTY : TextProblem::BAD_LENGTH);
        }
        if (in.peek() < '0' || in.peek() > '2') {
            return in.error(TextProblem::BAD_CHARACTER);
        }
        if (in.peek() != '0') {
            s.position.marbles[in.peek() == '1' ? 0 : 1] |= bit(cell_of_id(id));
        }
    }
    return in.done() ? TextError{} : in.error(TextProblem::BAD_LENGTH);
}

void write_factored(Writer& out, const Position& p) {
    for (std::size_t player = 0; player < PLAYERS; ++player) {
        if (player > 0) {
            out.put('_');
        }
        out.put(p.ejected[player]);
        for (int row = 0; row < ROWS; ++row) {
            bool named = false;
            for (int number = first_number(row); number <= last_number(row); ++number) {
                if (has(p.marbles[player], cell_at(row, number))) {
                    if (!named) {
                        out.put(static_cast<char>('a' + row));
                        named = true;
                    }
                    out.put(number);
                }
            }
        }
    }
}

} // namespace

TextError read_position(PositionForm form, std::string_view text, Setup& setup) {
    Reader in{text};
    Setup s{.position = {}};
    TextError error;
    switch (form) {
    case PositionForm::FEN:
        error = read_fen(in, s);
        break;
    case PositionForm::APGN:
        error = read_apgn(in, s);
        break;
    case PositionForm::FACTORED:
        error = read_factored(in, s);
        break;
    case PositionForm::DIGITS:
        error = read_digits(in, s);
        break;
    }
    if (!error) {
        s.position.key = s.position.fresh_key();
        setup = s;
    }
    return error;
}

std::size_t write_position(PositionForm form, const Setup& setup, std::span<char, POSITION_TEXT_SIZE> buffer) {
    const Position& p = setup.position;
    Writer out{buffer};
    switch (form) {
    case PositionForm::FEN:
        write_rows(out, "Ss", p);
        out.field(p.ejected[1]);
        out.field(p.ejected[0]);
        out.put(' ');
        out.put("bw"[p.turn]);
        out.field(std::min(setup.quiet, MOST_PLIES));
        out.field(std::min(setup.ply / 2 + 1, MOST_PLIES));
        break;
    case PositionForm::APGN:
        write_rows(out, "bw", p);
        if (p.ejected[0] != 0 || p.ejected[1] != 0) {
            out.put('-');
            out.put(p.ejected[0]);
            out.put('b');
            out.put(p.ejected[1]);
            out.put('w');
        }
        out.put(' ');
        out.put("bw"[p.turn]);
        break;
    case PositionForm::FACTORED:
        write_factored(out, p);
        break;
    case PositionForm::DIGITS:
        for (int id = 0; id < CELLS; ++id) {
            out.put(static_cast<char>('1' + p.player_on(cell_of_id(id))));
        }
        // An empty cell is player -1, which gives '0'.
        break;
    }
    return out.size;
}

} // namespace sumito
