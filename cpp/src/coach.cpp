#include "sumito/coach.hpp"

#include <algorithm>

#include "sumito/evaluation.hpp"
#include "sumito/gain_search.hpp"
#include "sumito/threats.hpp"

namespace sumito {
namespace {

constexpr int PLIES = 2;
constexpr std::uint64_t NODES = 50'000; // ten times as many as almost every judgement takes
// How much better the position after another move has to be, by the evaluation. A marble that was in danger before is
// often lost anyway, or its rescue costs more than it is worth. benchmarks/coach.py measures how often a warning is
// right.
constexpr int MARGIN = 3;
constexpr int MARGIN_OLD_DANGER = 10;
constexpr int DECIDED = 1'000'000; // the evaluation of a won game

// Judges one move.
class Judge {
  public:
    Judge(const Game& game, Move move)
        : goal_(game.rules().marbles_to_eject), move_(move), before_(game.position()), after_(before_.played(move)),
          search_(goal_, NODES) {}

    Giveaway giveaway() {
        Giveaway found;
        if (after_.ejected[after_.turn] >= goal_ || !any_ejection(after_)) {
            return found;
        }
        const int loss = search_.gain(after_, PLIES, 0, GainSearch::WIN);
        if (loss > 0) {
            collect_pushes(loss, found);
        }
        if (!found || search_.stopped()) {
            return {};
        }
        const int won = after_.ejected[after_.turn] - before_.ejected[after_.turn];
        const Bitboard endangered = after(ejectable(with_turn(before_, after_.turn)), move_);
        const int margin = (found.lost & ~endangered) == 0 ? MARGIN_OLD_DANGER : MARGIN;
        const bool is_given = best_with_more(won - loss) - evaluated(after_.played(found.push)) >= margin;
        return is_given && !search_.stopped() ? found : Giveaway{};
    }

  private:
    // Collect the ejections that win `loss` marbles.
    void collect_pushes(int loss, Giveaway& found) {
        MoveList ejections;
        generate_ejections(after_, ejections);
        for (const Move push : ejections) {
            if (search_.gain_by(after_, push, PLIES - 1, loss - 1, loss) >= loss) {
                found.lost |= effect_of(after_, push).pushed & ~HAS_NEXT[push.direction()];
                found.push = !found || push.size() < found.push.size() ? push : found.push;
            }
        }
    }

    // Return the best evaluation after a move that wins more than `marbles` and any reply; the worst one if there is no
    // such move.
    int best_with_more(int marbles) {
        MoveList moves;
        generate(before_, moves);
        int best = -DECIDED;
        for (const Move move : moves) {
            const Position next = before_.played(move);
            if (next.ejected[next.turn] >= goal_) {
                return DECIDED;
            }
            const int value = worst_reply(next, best);
            if (value > best && search_.gain_by(before_, move, PLIES, marbles, marbles + 1) > marbles) {
                best = value;
            }
        }
        return best;
    }
    // Return the evaluation after the worst reply for the player who judges, or anything up to `bound` if it is less.
    int worst_reply(const Position& position, int bound) const {
        MoveList replies;
        generate(position, replies);
        int worst = DECIDED;
        for (const Move reply : replies) {
            worst = std::min(worst, evaluated(position.played(reply)));
            if (worst <= bound) {
                break;
            }
        }
        return worst;
    }
    // Evaluate a position in which the enemy has just moved.
    int evaluated(const Position& position) const {
        return position.ejected[position.turn] >= goal_ ? -DECIDED : evaluate(position);
    }

    int goal_;
    Move move_;
    const Position& before_;
    Position after_;
    GainSearch search_;
};

} // namespace

Giveaway find_giveaway(const Game& game, Move move) {
    return Judge(game, move).giveaway();
}

} // namespace sumito
