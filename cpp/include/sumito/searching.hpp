#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <utility>
#include <vector>

#include "sumito/movegen.hpp"
#include "sumito/score.hpp"
#include "sumito/search.hpp"

// The parts of a search that are the same for any number of players.
namespace sumito::searching {

inline constexpr int INFINITE = WIN + 1;
inline constexpr int NOT_OVER = INFINITE + 1;
inline constexpr int DRAW = 0;

// The priorities of moves. History, from -QUIET to QUIET, orders the rest.
inline constexpr int QUIET = 1 << 14;
inline constexpr int ANSWER = 1 << 15;
inline constexpr int SUMITO = 1 << 15;
inline constexpr int SECOND_KILLER = 1 << 16;
inline constexpr int KILLER = 1 << 17;
inline constexpr int EJECTION = 1 << 18;
inline constexpr int REMEMBERED = 1 << 19;
inline constexpr int PLACE_BITS = 11;
inline constexpr int TAKEN = std::numeric_limits<int>::min();
static_assert(MAX_MOVES <= 1 << PLACE_BITS);

// By move: its priority, and its index in the list.
using Order = std::array<int, MAX_MOVES>;

constexpr int place_in_order(int priority, std::size_t index) {
    return priority * (1 << PLACE_BITS) + static_cast<int>(index);
}

struct Choice {
    Move move;
    int order;
};
// Return the best of the remaining moves. Most nodes need only a few, so they are not all sorted. Each number has the
// index of its move in the low bits, so the loop needs no branch.
inline Choice next_move(const MoveList& moves, Order& order) {
    int best = TAKEN;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        best = std::max(best, order[i]);
    }
    const auto place = static_cast<std::size_t>(best & ((1 << PLACE_BITS) - 1));
    order[place] = TAKEN;
    return {moves[place], best >> PLACE_BITS};
}

// Return all moves, the best first.
inline std::vector<Move> in_order(const MoveList& moves, Order& order) {
    std::vector<Move> sorted;
    sorted.reserve(moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) {
        sorted.push_back(next_move(moves, order).move);
    }
    return sorted;
}

// Store the move as the best of its node so far, followed by the variation below it.
template <typename Frame>
void keep_variation(std::vector<Frame>& frames, Move move, int ply) {
    std::vector<Move>& variation = frames[static_cast<std::size_t>(ply)].variation;
    const std::vector<Move>& below = frames[static_cast<std::size_t>(ply) + 1].variation;
    variation.assign(1, move);
    variation.insert(variation.end(), below.begin(), below.end());
}

// Return the priority that a move has because it pushes or ejects; 0 if it does neither.
inline int push_priority(Move m, Bitboard enemy) {
    if (!m.in_line() || m.size() < 2) {
        return 0;
    }
    const Cell front = along(m.tail(), m.direction(), m.size());
    if (!has(enemy, front)) {
        return 0;
    }
    const Cell second = next(front, m.direction());
    const Cell landing = second != NO_CELL && has(enemy, second) ? next(second, m.direction()) : second;
    return landing == NO_CELL ? EJECTION : SUMITO;
}

// Move a number of the history towards the bonus, so that it stays between -QUIET and QUIET.
inline void learn(std::int16_t& value, int bonus) {
    value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / QUIET);
}
constexpr int bonus_of(int depth) {
    return std::min(depth * depth * 16, 1600);
}

// Return the logarithm to base 2, in sixteenths.
constexpr int log2_16(unsigned n) {
    const int whole = static_cast<int>(std::bit_width(n)) - 1;
    std::uint64_t x = (std::uint64_t{n} << 16) >> whole; // from 1 to 2, with 16 fractional bits
    int part = 0;
    for (int i = 0; i < 4; ++i) {
        x = x * x >> 16;
        part *= 2;
        if (x >= std::uint64_t{2} << 16) {
            x >>= 1;
            ++part;
        }
    }
    return 16 * whole + part;
}
constexpr std::array<int, 256> make_logs() {
    std::array<int, 256> logs{};
    for (unsigned n = 1; n < logs.size(); ++n) {
        logs[n] = log2_16(n);
    }
    return logs;
}
inline constexpr std::array<int, 256> LOGS = make_logs();

// Return by how many plies the search of a late quiet move is reduced. A greater divisor reduces less.
inline int reduction(int depth, std::size_t tried, int divisor = 48) {
    return LOGS[static_cast<std::size_t>(depth)] * LOGS[std::min<std::size_t>(tried, 255)] / (16 * divisor);
}

// Convert scores for the table. Distances to a win count from the root in the search, and from the position in the
// table.
constexpr int to_table(int score, int ply) {
    return score >= LEAST_WIN ? score + ply : score <= -LEAST_WIN ? score - ply : score;
}
constexpr int from_table(int score, int ply) {
    return score >= LEAST_WIN ? score - ply : score <= -LEAST_WIN ? score + ply : score;
}

// Return what the rules other than the caps add to the keys of positions in the table. The default rules add nothing.
inline std::uint64_t rules_key(const Rules& rules, bool mixed_moves = false) {
    const auto word = [](const Rules& of, bool mixed_too) {
        constexpr std::uint64_t WORDS = std::uint64_t{1} << 41; // not the words of positions, roots and caps
        return mixed(WORDS + (static_cast<std::uint64_t>(of.repetition) << 16) +
                     (static_cast<std::uint64_t>(of.marbles_to_eject) << 8) +
                     (static_cast<std::uint64_t>(of.adjudication) << 2) +
                     (static_cast<std::uint64_t>(of.blocked) << 1) + static_cast<std::uint64_t>(mixed_too));
    };
    return word(rules, mixed_moves) ^ word({}, false);
}

// How many plies a game has left to each cap.
class PliesLeft {
  public:
    // `ply` counts from the start of the game, `quiet` from the last ejection.
    PliesLeft(const Rules& rules, int ply, int quiet)
        : all_(rules.ply_cap > 0 ? rules.ply_cap - ply : NO_CAP),
          quiet_(rules.quiet_cap > 0 ? rules.quiet_cap - quiet : NO_CAP) {}

    int nearer() const { return std::min(all_, quiet_); }
    // Return what they add to the key of a position in the table. A cap adds nothing if no search reaches it. Farther
    // away, only a search of more than 60 plies sees a lead gain weight, so it is left out there.
    std::uint64_t key() const {
        return (all_ <= MAX_PLY ? word(all_) : 0) ^ (quiet_ <= MAX_PLY ? word(quiet_ + MAX_PLY + 1) : 0);
    }

  private:
    static constexpr int NO_CAP = std::numeric_limits<int>::max();
    // The words of marbles are mixed from small numbers, these from large ones.
    static std::uint64_t word(int left) { return mixed(~static_cast<std::uint64_t>(left)); }

    int all_, quiet_;
};

// Return whether a score from the table decides a node with this window.
constexpr bool decides(Bound bound, int score, int alpha, int beta) {
    return bound == Bound::EXACT || (bound == Bound::LOWER && score >= beta) ||
           (bound == Bound::UPPER && score <= alpha);
}

// Remove empty variations, and sort the others, best first: a variation that was searched later can have the better
// score.
std::vector<Variation> ranked(std::vector<Variation> variations);

// The part of the soft limit that a search on a clock uses. The longer a move stays the best, the less time it needs. A
// falling score needs more.
class Patience {
  public:
    // Return the part after an iteration, in hundredths.
    int after(const Variation& best) {
        constexpr std::array<int, 6> PARTS{160, 130, 110, 95, 85, 75}; // by the iterations with the same best move
        const Move move = best.moves.empty() ? Move{} : best.moves[0];
        unchanged_ = move == move_ ? std::min(unchanged_ + 1, PARTS.size() - 1) : 0;
        const int fallen = std::clamp(score_ - best.score, -10, 40);
        move_ = move;
        score_ = best.score;
        return PARTS[unchanged_] + 2 * fallen;
    }

  private:
    Move move_{};
    int score_ = 0;
    std::size_t unchanged_ = 0;
};

struct Root {
    // Search the root moves from `first` on. Those before it begin the better variations of this iteration.
    template <typename AnySearch>
    static int search_root(AnySearch& search, int alpha, int beta, int depth, std::size_t first) {
        std::vector<Move>& moves = search.root_moves_;
        search.frames_[0].variation.clear();
        int best = -INFINITE;
        for (std::size_t i = first; i < moves.size(); ++i) {
            const Move m = moves[i];
            int score = 0;
            if (i == first) {
                score = search.search_root_move(m, alpha, beta, depth - 1);
            } else {
                const int less = search.limits_.selective && depth >= 3 && i >= first + 4 ? reduction(depth, i) / 2 : 0;
                score = search.search_root_move(m, alpha, alpha + 1, depth - 1 - less);
                if (score > alpha && !search.stopped_) {
                    score = search.search_root_move(m, alpha, beta, depth - 1);
                }
            }
            if (search.stopped_) {
                break;
            }
            if (score > best) {
                best = score;
                if (score > alpha) {
                    alpha = score;
                    keep_variation(search.frames_, m, 0);
                    const auto from = moves.begin() + static_cast<std::ptrdiff_t>(first);
                    const auto at = moves.begin() + static_cast<std::ptrdiff_t>(i);
                    std::rotate(from, at, at + 1);
                    if (score >= beta) {
                        break;
                    }
                }
            }
        }
        return best;
    }

    // If a later place still holds the variation of an earlier iteration that begins with the same move, move the one
    // at `index` there. So a search that is stopped within an iteration has each move once, and loses none.
    static void keep_apart(std::vector<Variation>& found, std::size_t index, const std::vector<Move>& variation) {
        for (std::size_t later = index + 1; later < found.size(); ++later) {
            if (!found[later].moves.empty() && found[later].moves[0] == variation[0]) {
                found[later] = found[index];
            }
        }
    }

    // Deepen a search, iteration by iteration, and return its result. `evaluation` is that of its root.
    template <typename AnySearch>
    static SearchResult deepen(AnySearch& search, Listener listener, int evaluation) {
        const Limits& limits = search.limits_;
        const std::vector<Move>& variation = search.frames_[0].variation;
        SearchResult result;
        const std::size_t count =
            std::min(static_cast<std::size_t>(std::max(limits.variations, 1)), search.root_moves_.size());
        std::vector<Variation> found(count);
        Patience patience;
        for (int depth = 1; depth <= std::min(limits.depth, MAX_PLY - 1) && count > 0; ++depth) {
            for (std::size_t index = 0; index < count && !search.stopped_; ++index) {
                // Begin with a narrow window around the last score. If it fails, open it on that side.
                int width = 24;
                int alpha = -INFINITE;
                int beta = INFINITE;
                const int last = found[index].score;
                if (depth >= 4 && std::abs(last) < LEAST_WIN) {
                    alpha = last - width;
                    beta = last + width;
                }
                for (;;) {
                    const int score = search_root(search, alpha, beta, depth, index);
                    // A stopped search has a result only if its first move is complete.
                    if (search.stopped_ && variation.empty()) {
                        break;
                    }
                    if (!search.stopped_ && score <= alpha && alpha > -INFINITE) {
                        width *= 3;
                        alpha = std::max(score - width, -INFINITE);
                        continue;
                    }
                    if (!search.stopped_ && score >= beta && beta < INFINITE) {
                        width *= 3;
                        beta = std::min(score + width, INFINITE);
                        continue;
                    }
                    keep_apart(found, index, variation);
                    found[index] = {score, depth, variation};
                    break;
                }
                result.nodes = search.nodes_;
                if (!search.stopped_) {
                    result.variations = ranked(found);
                    if (listener.report != nullptr) {
                        listener.report(listener.self, result, static_cast<int>(index));
                    }
                }
            }
            if (search.stopped_) {
                break;
            }
            // A search with a fixed time for a move, whose limits are equal, uses all of it.
            const int part = patience.after(found[0]);
            const double soft_ms = limits.soft_ms < limits.hard_ms ? limits.soft_ms * part / 100 : limits.soft_ms;
            if (soft_ms > 0 && search.host_.now(search.host_.self) - search.started_ >= soft_ms) {
                break;
            }
            if (count == 1 &&
                WIN - std::abs(found[0].score) <= depth) { // proved: a deeper search finds nothing shorter
                break;
            }
        }
        if (count > 0 && found[0].moves.empty()) { // stopped at once: any move is better than none
            found[0] = {evaluation, 0, {search.root_moves_[0]}};
        }
        result.variations = ranked(std::move(found));
        result.nodes = search.nodes_;
        result.stopped = search.stopped_;
        return result;
    }
};

} // namespace sumito::searching
