#include "sumito/search.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "sumito/searching.hpp"

namespace sumito {

using namespace searching;

namespace {

// From this many plies before a cap, a lead gains weight: at the cap, it is worth so many hundredths of a marble more.
constexpr int NEAR_CAP = 60;
constexpr int LEAD_AT_CAP = 200;
static_assert(NEAR_CAP <= MAX_PLY);

// Return the cell that the head of a move goes to; CELLS for no move.
std::size_t landing_of(Move move) {
    return move ? next(move.head(), move.direction()) : CELLS;
}

Position passed(Position position) {
    position.turn ^= 1;
    position.key ^= KEYS.turn;
    return position;
}

} // namespace

void Search::forget() {
    for (History& history : history_) {
        history.fill(0);
    }
    for (auto& player : continuation_) {
        for (History& history : player) {
            history.fill(0);
        }
    }
    answers_.fill(Move{});
    for (Frame& frame : frames_) {
        frame.killers = {};
    }
}

PliesLeft Search::plies_left(int ply) const {
    return {rules_, root_ply_ + ply, frames_[static_cast<std::size_t>(ply)].quiet};
}

std::uint64_t Search::table_key(const Position& position, int ply) const {
    return position.key ^ rules_key_ ^ plies_left(ply).key();
}

int Search::lead_near_cap(const Position& position, int ply) const {
    const int near = NEAR_CAP - plies_left(ply).nearer();
    if (near <= 0 || rules_.adjudication == Adjudication::DRAW) {
        return 0;
    }
    const int lead = position.ejected[1 - position.turn] - position.ejected[position.turn];
    const int weight = LEAD_AT_CAP * near * near / (NEAR_CAP * NEAR_CAP);
    return lead > 0 ? weight : lead < 0 ? -weight : 0;
}

int Search::ended(const Position& position, int ply) const {
    if (position.ejected[position.turn] >= rules_.marbles_to_eject) {
        return -(WIN - ply);
    }
    const std::size_t here = root_ + static_cast<std::size_t>(ply);
    // The path begins at the last ejection, because no position before it can recur.
    if (rules_.repetition > 0) {
        int seen = 0;
        for (std::size_t back = 4; back <= here; back += 2) {
            if (path_[here - back] == position.key) {
                // Within the search one repetition counts as a draw: the better side would have avoided it.
                if (here - back >= root_ || ++seen >= rules_.repetition - 1) {
                    return DRAW;
                }
            }
        }
    }
    if (plies_left(ply).nearer() <= 0) {
        if (!any_move(position)) { // a blocked player counts before a cap, as in Game::judged()
            return blocked(ply);
        }
        const int lead = position.ejected[1 - position.turn] - position.ejected[position.turn];
        if (rules_.adjudication == Adjudication::DRAW || lead == 0) {
            return DRAW;
        }
        return lead > 0 ? WIN - ply : -(WIN - ply);
    }
    return NOT_OVER;
}

int Search::blocked(int ply) const {
    return rules_.blocked == Blocked::LOSES ? -(WIN - ply) : DRAW;
}

void Search::order_moves(const Position& position, Frame& frame, Move remembered, int ply) {
    const Move last = before(ply);
    const Move answer = last ? answers_[static_cast<std::size_t>(number_of(last))] : Move{};
    const History& history = history_[position.turn];
    const History& continuation = continuation_[position.turn][landing_of(last)];
    for (std::size_t i = 0; i < frame.moves.size(); ++i) {
        const Move m = frame.moves[i];
        const auto number = static_cast<std::size_t>(number_of(m));
        int order = (2 * history[number] + continuation[number]) / 3;
        if (m == remembered) {
            order = REMEMBERED;
        } else {
            order += push_priority(m, position.enemy());
        }
        if (m == frame.killers[0]) {
            order += KILLER;
        } else if (m == frame.killers[1]) {
            order += SECOND_KILLER;
        } else if (m == answer) {
            order += ANSWER;
        }
        frame.order[i] = place_in_order(order, i);
    }
}

void Search::learn(const Position& position, Frame& frame, Move best, int depth, int ply) {
    const Move last = before(ply);
    History& history = history_[position.turn];
    History& continuation = continuation_[position.turn][landing_of(last)];
    const auto update = [&](Move m, int bonus) {
        const auto number = static_cast<std::size_t>(number_of(m));
        for (std::int16_t* value : {&history[number], &continuation[number]}) {
            searching::learn(*value, bonus);
        }
    };
    const int bonus = bonus_of(depth);
    update(best, bonus);
    for (std::size_t i = 0; i < frame.tried; ++i) {
        if (frame.tried_moves[i] != best) {
            update(frame.tried_moves[i], -bonus);
        }
    }
    if (frame.killers[0] != best) {
        frame.killers[1] = frame.killers[0];
        frame.killers[0] = best;
    }
    if (last) {
        answers_[static_cast<std::size_t>(number_of(last))] = best;
    }
}

int Search::begin_node(const Position& position, int ply) {
    Frame& frame = frames_[static_cast<std::size_t>(ply)];
    frame.variation.clear();
    frame.summed = false;
    frame.position = position;
    const Frame& above = frames_[static_cast<std::size_t>(ply) - 1];
    frame.lost = position.ejected[0] + position.ejected[1];
    frame.quiet = frame.lost > above.lost ? 0 : above.quiet + 1;
    ++nodes_;
    return must_stop() ? DRAW : ended(position, ply);
}

int Search::evaluated(const Position& position, int ply) {
    if (network_ == nullptr) {
        return evaluate(position);
    }
    if (const std::optional<int> known = evaluations_.probe(position.key)) {
        return *known;
    }
    // Update the sums of the node above, after its own: its other moves need them too. It has none if its evaluation
    // was known. The root always has them.
    Frame& frame = frames_[static_cast<std::size_t>(ply)];
    Frame& above = frames_[static_cast<std::size_t>(ply) - 1];
    if (!above.summed) {
        std::size_t from = static_cast<std::size_t>(ply) - 2;
        while (!frames_[from].summed) {
            --from;
        }
        network_->accumulate(above.sums, frames_[from].sums, above.position, rules_.marbles_to_eject);
        above.summed = true;
    }
    network_->accumulate(frame.sums, above.sums, position, rules_.marbles_to_eject);
    frame.summed = true;
    const int score = network_->evaluate(frame.sums, position.turn);
    evaluations_.store(position.key, score);
    return score;
}

int Search::quiet_search(const Position& position, int alpha, int beta, int ply, bool pushes) {
    if (const int over = begin_node(position, ply); over != NOT_OVER) {
        return over;
    }
    Frame& frame = frames_[static_cast<std::size_t>(ply)];
    if (!any_move(position)) {
        return blocked(ply);
    }
    const int stand_pat = weighed(position, ply);
    if (stand_pat >= beta || ply >= MAX_PLY) {
        return stand_pat;
    }
    frame.moves.clear();
    generate_ejections(position, frame.moves);
    if (pushes && stand_pat + parameters_.push_margin > alpha) {
        generate_pushes(position, frame.moves);
    }
    alpha = std::max(alpha, stand_pat);
    int best = stand_pat;
    for (std::size_t i = 0; i < frame.moves.size(); ++i) {
        const Move m = frame.moves[i];
        const Position after = position.played(m);
        frame.played = m;
        path_[root_ + static_cast<std::size_t>(ply) + 1] = after.key;
        const int score = -quiet_search(after, -beta, -alpha, ply + 1, false);
        if (stopped_) {
            return 0;
        }
        if (score > best) {
            best = score;
            if (score > alpha) {
                alpha = score;
                keep_variation(frames_, m, ply);
                if (score >= beta) {
                    break;
                }
            }
        }
    }
    return best;
}

int Search::search(const Position& position, int alpha, int beta, int depth, int ply, bool may_pass, Move without) {
    if (depth <= 0) {
        return quiet_search(position, alpha, beta, ply, limits_.selective);
    }
    // Step 1. Return if the game is over or the search is stopped.
    if (const int over = begin_node(position, ply); over != NOT_OVER) {
        return over;
    }
    Frame& frame = frames_[static_cast<std::size_t>(ply)];
    if (ply >= MAX_PLY) {
        return weighed(position, ply);
    }
    // Step 2. Prune if no variation from here can beat a shorter win that is already known.
    alpha = std::max(alpha, -(WIN - ply));
    beta = std::min(beta, WIN - ply - 1);
    if (alpha >= beta) {
        return alpha;
    }
    const bool open = beta - alpha > 1; // on the principal variation

    // Step 3. Probe the table.
    const std::uint64_t key = table_key(position, ply);
    const Memory memory = table_.probe(key);
    const bool deep_enough = limits_.selective ? memory.depth >= depth : memory.depth == depth;
    if (!open && !without && memory.bound != Bound::NONE && deep_enough) {
        const int score = from_table(memory.score, ply);
        if (decides(memory.bound, score, alpha, beta)) {
            return score;
        }
    }
    const int evaluation = memory.bound != Bound::NONE ? memory.evaluation : weighed(position, ply);
    frame.evaluation = evaluation;
    const bool improving = ply >= 2 && evaluation > frames_[static_cast<std::size_t>(ply) - 2].evaluation;
    // A player who loses with the next marble is never far ahead. No search of less depth can say so: it misses quiet
    // moves that win by force.
    const bool last_marble = position.ejected[position.turn] + 1 >= rules_.marbles_to_eject;

    if (limits_.selective && !open && !without && beta < LEAST_WIN && beta > -LEAST_WIN) {
        // Step 4. Reverse futility: prune if the player to move is far enough ahead.
        if (depth <= parameters_.futility_depth && !last_marble &&
            evaluation - parameters_.futility * (depth - (improving ? 1 : 0)) >= beta) {
            return evaluation;
        }
        // Step 5. Null move: prune if the score is good enough even after a pass.
        if (may_pass && depth >= 3 && !last_marble && evaluation >= beta) {
            const int shallow = depth - parameters_.null_reduction - depth / parameters_.null_divisor;
            const Position after = passed(position);
            frame.played = Move{};
            path_[root_ + static_cast<std::size_t>(ply) + 1] = after.key;
            const int score = -search(after, -beta, -beta + 1, shallow, ply + 1, false);
            if (stopped_) {
                return 0;
            }
            if (score >= beta) {
                return score >= LEAST_WIN ? beta : score;
            }
        }
    }
    // Step 6. Reduce the depth if the table has no move, because the move order is poor. The next iteration will have
    // one.
    if (limits_.selective && !memory.move && depth >= 4) {
        --depth;
    }

    // Step 7. Test whether the table move is forced. If every other move is much worse, extend it. If other moves are
    // good enough too, prune or reduce.
    int extension = 0;
    if (limits_.selective && !without && memory.move && depth >= parameters_.forced_depth &&
        memory.depth >= depth - 3 && (memory.bound == Bound::LOWER || memory.bound == Bound::EXACT) &&
        std::abs(memory.score) < LEAST_WIN) {
        const int much_worse = memory.score - parameters_.forced_margin * depth;
        const int score = search(position, much_worse - 1, much_worse, (depth - 1) / 2, ply, false, memory.move);
        if (stopped_) {
            return 0;
        }
        if (score < much_worse) {
            extension = 1;
        } else if (much_worse >= beta && !last_marble) {
            return much_worse;
        } else if (memory.score >= beta) {
            extension = -1;
        }
    }

    // Step 8. Generate the moves, and try them in order.
    frame.moves.clear();
    generate(position, frame.moves);
    if (frame.moves.size() == 0) {
        return blocked(ply);
    }
    order_moves(position, frame, memory.move, ply);
    frames_[static_cast<std::size_t>(ply) + 1].killers = {};
    const int before = alpha;
    int best = -INFINITE;
    Move best_move{};
    frame.tried = 0;
    const int late = (parameters_.late_base + parameters_.late_factor * depth * depth) / (improving ? 1 : 2);
    for (std::size_t i = 0; i < frame.moves.size(); ++i) {
        const auto [m, order] = next_move(frame.moves, frame.order);
        const bool quiet = order < QUIET;
        if (m == without) {
            continue;
        }
        // Step 9. Skip late quiet moves near the leaves.
        if (limits_.selective && !open && quiet && depth <= parameters_.late_depth &&
            i >= static_cast<std::size_t>(late) && best > -LEAST_WIN) {
            break;
        }
        const Position after = position.played(m);
        table_.prefetch(table_key(after, ply + 1));
        frame.played = m;
        path_[root_ + static_cast<std::size_t>(ply) + 1] = after.key;
        // Step 10. Search the first move with the full window. Search the others with a null window, and late quiet
        // moves at a reduced depth, unless a win is known: a shorter one can begin with any move. Repeat the search of
        // a move that turns out better.
        int score = 0;
        if (i == 0) {
            score = -search(after, -beta, -alpha, depth - 1 + (m == memory.move ? extension : 0), ply + 1, true);
        } else {
            int less = 0;
            if (limits_.selective && depth >= 3 && i >= static_cast<std::size_t>(parameters_.reduction_from) && quiet &&
                alpha < LEAST_WIN) {
                less = reduction(depth, i, parameters_.reduction_divisor) - (open ? 1 : 0) + (improving ? 0 : 1);
                less -= history_[position.turn][static_cast<std::size_t>(number_of(m))] /
                        (100 * parameters_.history_divisor);
                less = std::clamp(less, 0, depth - 2);
            }
            score = -search(after, -alpha - 1, -alpha, depth - 1 - less, ply + 1, true);
            if (score > alpha && less > 0 && !stopped_) {
                score = -search(after, -alpha - 1, -alpha, depth - 1, ply + 1, true);
            }
            if (score > alpha && score < beta && !stopped_) {
                score = -search(after, -beta, -alpha, depth - 1, ply + 1, true);
            }
        }
        if (stopped_) {
            return 0;
        }
        frame.tried_moves[frame.tried++] = m;
        if (score > best) {
            best = score;
            if (score > alpha) {
                alpha = score;
                best_move = m;
                keep_variation(frames_, m, ply);
                if (score >= beta) {
                    learn(position, frame, m, depth, ply);
                    break;
                }
            }
        }
    }
    if (without) { // do not store this: without one move the node is a different one
        return best == -INFINITE ? alpha : best;
    }
    // Step 11. Store the result.
    const Bound bound = best >= beta ? Bound::LOWER : best > before ? Bound::EXACT : Bound::UPPER;
    table_.store(key, {best_move ? best_move : memory.move, static_cast<std::int16_t>(to_table(best, ply)),
                       static_cast<std::int16_t>(evaluation), static_cast<std::uint8_t>(depth), bound});
    return best;
}

int Search::search_root_move(Move move, int alpha, int beta, int depth) {
    const Position after = root_position_.played(move);
    frames_[0].played = move;
    path_[root_ + 1] = after.key;
    return -search(after, -beta, -alpha, depth, 1, true);
}

SearchResult Search::run(const Game& game, const Limits& limits, std::span<const Move> root_moves, const Host& host,
                         Report report, void* report_self) {
    begin(limits, host);
    if (rules_.marbles_to_eject != game.rules().marbles_to_eject) {
        evaluations_.clear(); // the network counts the marbles lost from the end of the game
    }
    rules_ = game.rules();
    rules_key_ = rules_key(rules_);
    root_ply_ = game.ply();
    root_position_ = game.position();
    Frame& root = frames_[0];
    root.lost = root_position_.ejected[0] + root_position_.ejected[1];
    root.quiet = game.quiet();
    path_.assign(game.keys().begin(), game.keys().end());
    root_ = path_.size() - 1;
    path_.resize(root_ + MAX_PLY + 4);
    for (Frame& frame : frames_) {
        frame.killers = {};
    }

    if (root_moves.empty()) {
        root.moves.clear();
        generate(root_position_, root.moves);
        order_moves(root_position_, root, table_.probe(table_key(root_position_, 0)).move, 0);
        root_moves_ = in_order(root.moves, root.order);
    } else {
        root_moves_.assign(root_moves.begin(), root_moves.end());
    }
    if (network_ != nullptr) {
        network_->accumulate(root.sums, root_position_, rules_.marbles_to_eject);
        root.summed = true;
        root.evaluation = network_->evaluate(root.sums, root_position_.turn);
    } else {
        root.evaluation = evaluate(root_position_);
    }
    root.evaluation += lead_near_cap(root_position_, 0);

    return Root::deepen(*this, {report, report_self}, root.evaluation);
}

} // namespace sumito
