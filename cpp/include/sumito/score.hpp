#pragma once

// Scores of positions for one player: hundredths of a marble, or a proved win or loss.
namespace sumito {

inline constexpr int WIN = 30'000; // a win in n plies scores WIN - n, a loss in n plies n - WIN
inline constexpr int LONGEST_WIN = 240;
inline constexpr int LEAST_WIN = WIN - LONGEST_WIN; // scores from here on are proved

// A scale is the score, in hundredths of a marble, that is one unit of log odds. Each network file carries its own.
// This one serves the hand-made evaluation, old network files and the scores of other engines.
inline constexpr int USUAL_SCALE = 56;
inline constexpr int MOST_SCALE = 10'000;

inline constexpr int ONE_CHANCE = 1'000'000;

constexpr bool is_proved(int score) {
    return score >= LEAST_WIN || score <= -LEAST_WIN;
}
constexpr bool is_scale(int scale) {
    return scale >= 1 && scale <= MOST_SCALE;
}

// Return the plies to the end of a proved score: positive for a win, negative for a loss.
constexpr int win_in(int score) {
    return score > 0 ? WIN - score : -WIN - score;
}

// Return the chance to win in units of 1 / ONE_CHANCE. A draw counts as half a win.
int chance(int score, int scale);

// Return the score of a game that has ended, for a player; `winner` is -1 for a draw.
constexpr int ending_score(int winner, int player) {
    return winner < 0 ? 0 : winner == player ? WIN : -WIN;
}

// Return the score of the position one ply earlier, for the player who moved there.
constexpr int score_a_ply_before(int score) {
    return !is_proved(score) ? -score : score > 0 ? 1 - score : -score - 1;
}

} // namespace sumito
