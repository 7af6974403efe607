#pragma once

#include <array>
#include <cstdint>

#include "sumito/bitboard.hpp"

// A move is a line and a direction, independent of a position. There are 1,734 moves.
namespace sumito {

// 14 bits: tail, direction, axis (from tail to head), size. In line the axis is the direction, so the tail is the rear
// marble. The tail of a broadside line is the end with the lower id, so its axis is E, NE or NW.
class Move {
  public:
    Move() = default; // not initialised, so that creating a list costs nothing; Move{} is no move
    constexpr Move(Cell tail, Direction direction, Direction axis, int size)
        : code_(static_cast<std::uint16_t>(tail | direction << 6 | axis << 9 | size << 12)) {}

    static constexpr Move of_code(std::uint16_t code) {
        Move move{};
        move.code_ = code;
        return move;
    }

    constexpr Cell tail() const { return static_cast<Cell>(code_ & 63); }
    constexpr Direction direction() const { return static_cast<Direction>(code_ >> 6 & 7); }
    constexpr Direction axis() const { return static_cast<Direction>(code_ >> 9 & 7); }
    constexpr int size() const { return code_ >> 12; }
    constexpr bool in_line() const { return axis() == direction(); }
    constexpr Cell head() const { return along(tail(), axis(), size() - 1); }
    constexpr Bitboard line() const {
        Bitboard set = 0;
        for (int i = 0; i < size(); ++i) {
            set |= bit(along(tail(), axis(), i));
        }
        return set;
    }
    constexpr std::uint16_t code() const { return code_; }
    constexpr explicit operator bool() const { return code_ != 0; }
    friend constexpr bool operator==(Move, Move) = default;

  private:
    std::uint16_t code_;
};

inline constexpr int MOVES = 1734;
inline constexpr std::uint16_t NO_MOVE = 0xFFFF;

struct MoveTables {
    std::array<Move, MOVES> moves{};                // by number
    std::array<std::uint16_t, 1 << 14> number_of{}; // by code
};

// Numbered by size in line, then by size broadside, then by the tail's id, then by axis and direction.
constexpr MoveTables make_move_tables() {
    MoveTables t{};
    t.number_of.fill(NO_MOVE);
    std::uint16_t number = 0;
    for (const bool in_line : {true, false}) {
        for (int size = in_line ? 1 : 2; size <= 3; ++size) {
            for (int id = 0; id < CELLS; ++id) {
                const Cell tail = cell_of_id(id);
                for (const Direction axis : ALL_DIRECTIONS) {
                    for (const Direction d : ALL_DIRECTIONS) {
                        const bool wanted = in_line ? d == axis : axis <= NW && d != axis && d != opposite(axis);
                        const Cell head = along(tail, axis, size - 1);
                        if (wanted && head != NO_CELL && next(tail, d) != NO_CELL && next(head, d) != NO_CELL) {
                            const Move m{tail, d, axis, size};
                            t.moves[number] = m;
                            t.number_of[m.code()] = number++;
                        }
                    }
                }
            }
        }
    }
    return t;
}
inline constexpr MoveTables MOVE_TABLES = make_move_tables();

constexpr Move move_of_number(int number) {
    return MOVE_TABLES.moves[static_cast<std::size_t>(number)];
}
constexpr int number_of(Move m) {
    return MOVE_TABLES.number_of[m.code()];
}

// Return the move of these cells in this direction. Return Move{} if they are not a line of one to three cells, or if a
// cell would leave the board.
Move move_of(Bitboard cells, Direction direction);

} // namespace sumito
