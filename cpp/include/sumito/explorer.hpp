#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sumito/game.hpp"

// The opening explorer: how often positions were played, and how those games ended. Positions that are images of each
// other under a symmetry of the board are the same position here. docs/explorer.md describes the file.
namespace sumito {

// The key of a position: equal for all its images under the symmetries, different for different positions, with an
// error rate of about 10^-10.
std::uint64_t explorer_key(const Position& position);

// The games that reached a position, from the point of view of one player. A game counts once, even if the position
// occurred several times in it.
struct ExploredPosition {
    std::uint32_t games = 0;
    std::uint32_t wins = 0;
    std::uint32_t draws = 0;
    bool evaluated = false;
    int evaluation = 0; // the engine's score, in hundredths of a marble
};

// A legal move, with the games that reached the position after it, from the point of view of the player who moves.
struct ExploredMove {
    Move move{};
    Move same_as{}; // the first of all moves that lead to images of the same position
    ExploredPosition after{};
};

enum class ExplorerFault : std::uint8_t {
    NONE,
    NOT_EXPLORER, // another kind of file, or another version
    DAMAGED,      // incomplete or changed
};

class Explorer {
  public:
    // Read a data file: the evaluations and, if `with_games`, the games. If there is a fault, nothing changes.
    ExplorerFault read(std::span<const std::uint8_t> data, bool with_games);
    // Count a game that `winner` won; -1: a draw. Return false and change nothing if a move is not legal.
    bool add(const Position& start, std::span<const int> moves, int winner);

    // The games of files and of `add`.
    std::uint32_t games() const { return games_; }
    // The position from the point of view of the player to move.
    ExploredPosition find(const Position& position) const;
    // The moves that were played in the position, most games first. Moves with the same `same_as` are neighbours.
    std::vector<ExploredMove> moves(const Position& position) const;

  private:
    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t last_game = 0; // the last game counted, from 1
        bool used = false;
        ExploredPosition position{};
    };

    std::size_t slot_of(std::uint64_t key) const;
    Slot& taken(std::uint64_t key);

    std::vector<Slot> slots_; // a hash table, at most half full; its size is a power of two
    std::size_t used_ = 0;
    std::uint32_t games_ = 0;
    std::uint32_t added_ = 0; // the games of `add`
};

} // namespace sumito
