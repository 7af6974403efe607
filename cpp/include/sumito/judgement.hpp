#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "sumito/score.hpp"

// The judgement of moves in a game, by the winning chance that they lost.
namespace sumito {

enum class Judgement : std::uint8_t {
    BEST, // the engine's choice, or as good
    GOOD, // less than an inaccuracy
    INACCURACY,
    MISTAKE,
    BLUNDER,
};
inline constexpr int JUDGEMENTS = 5;

struct MoveJudgement {
    double loss = 0; // of the winning chance, from 0 to 1; a whole number of millionths
    Judgement judgement = Judgement::BEST;
    int missed_win = 0;    // the plies of a proved win that the move gave away; 0 if there was none
    double accuracy = 100; // from 0 to 100; a move that loses a tenth has half
};

// Judge a move by the scores of the best move and of the played one, for the player who moves. `same` tells that they
// are one move. `scale` is that of the scores.
MoveJudgement judge(int best, int played, bool same, int scale);

// The score of a move in a game, and whether it is better than the best move that the search found.
struct PlayedScore {
    int score = 0;
    bool is_best = false;
};
// `after` is the score of the position after the move, for the player to move there; `best` that of the best move.
constexpr PlayedScore played_score(int after, int best) {
    const int score = score_a_ply_before(after);
    return {.score = score, .is_best = score > best};
}

// The moves of a player in a game: their mean accuracy (0 if there are none), and their number by judgement.
struct PlayerSummary {
    double accuracy = 0;
    std::array<int, JUDGEMENTS> judgements{};
};
PlayerSummary summarise(std::span<const double> losses);

// The glyph that a record gives to a move; empty for a good one.
std::string_view glyph(Judgement judgement);

// The indices of the moves that lost the most, in order, and at most `most` of them. A move that lost less than a
// mistake is none of them.
std::vector<std::size_t> turning_points(std::span<const double> losses, std::size_t most);

inline constexpr int SHOWN_PLIES = 8; // of a better variation in an analysed record

// The comments of an analysed record. Both write as much as `out` holds, and return the size of the whole text.
// A score in words, such as `+0.35, Black 65%` or `White wins in 5`. `score` is Black's.
std::size_t write_score(int score, int scale, std::span<char> out);
// The same with the judgement of the move that led to it; `better` is the text of the best move.
std::size_t write_comment(int score, int scale, const MoveJudgement& judgement, std::string_view better,
                          std::span<char> out);

} // namespace sumito
