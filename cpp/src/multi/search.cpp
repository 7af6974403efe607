#include "sumito/multi/search.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "sumito/multi/movegen.hpp"
#include "sumito/multi/verdict.hpp"

namespace sumito::multi {

using namespace searching;

namespace {

constexpr int FUTILITY = 60;                                 // hundredths of a marble per ply
constexpr std::uint64_t ROOT_WORDS = std::uint64_t{1} << 40; // not the words of positions

// Return the most marbles that a side which has not left has ejected.
int most_ejected(const Position& position) {
    int most = 0;
    for (int side = 0; side < position.sides; ++side) {
        if ((position.active & position.members(side)) != 0) {
            most = std::max<int>(most, position.scores[static_cast<std::size_t>(side)]);
        }
    }
    return most;
}

// Return the position with another player to move.
Position with_turn(Position position, int player) {
    const auto index = static_cast<std::size_t>(player);
    position.key ^= KEYS.turn[position.turn] ^ KEYS.turn[index];
    position.turn = static_cast<std::uint8_t>(player);
    return position;
}

// Return whether one of several opponents replies to each move.
bool one_replies(const Position& position) {
    return !position.teams() && count(position.active) > 2;
}

// Return how many plies of the game one ply of the search stands for: the one reply stands for those of all opponents.
int plies_of(const Position& before, bool own) {
    return own || !one_replies(before) ? 1 : count(before.active) - 1;
}

} // namespace

void Search::forget() {
    for (History& history : history_) {
        history.fill(0);
    }
}

int Search::evaluated(const Position& position) const {
    const int score = score_of(position, standings(position, rules_.marbles_to_eject), root_side_);
    return is_own(position) ? score : -score;
}

int Search::ended(const Position& position, int ply) const {
    const int own_win = is_own(position) ? WIN - ply : ply - WIN;
    if (const int winner = winning_side(position, rules_.marbles_to_eject); winner >= 0) {
        return winner == root_side_ ? own_win : -own_win;
    }
    if (!position.teams() && !position.is_active(root_side_)) {
        return -own_win;
    }
    if (!position.teams() && count(position.active) == 1) {
        return own_win;
    }
    if (rules_.repetition > 0) {
        int seen = 0;
        const std::size_t since = frames_[static_cast<std::size_t>(ply)].since;
        for (std::size_t at = root_ + static_cast<std::size_t>(ply); at-- > since;) {
            // Within the search one repetition counts as a draw: the better camp would have avoided it.
            if (path_[at] == position.key && (at >= root_ || ++seen >= rules_.repetition - 1)) {
                return DRAW;
            }
        }
    }
    if (plies_left(ply).nearer() <= 0) {
        if (!any_move(position)) { // a blocked player counts before a cap, as in Game::judged()
            return blocked(ply);
        }
        const int leader = rules_.adjudication == Adjudication::DRAW ? -1 : leading_side(position);
        return leader < 0 ? DRAW : leader == root_side_ ? own_win : -own_win;
    }
    return NOT_OVER;
}

int Search::blocked(int ply) const {
    return rules_.blocked == Blocked::LOSES ? -(WIN - ply) : DRAW;
}

int Search::begin_node(const Position& position, int ply) {
    frames_[static_cast<std::size_t>(ply)].variation.clear();
    path_[root_ + static_cast<std::size_t>(ply)] = position.key;
    ++nodes_;
    return must_stop() ? DRAW : ended(position, ply);
}

int Search::mover(const Position& position, Move move) const {
    return one_replies(position) && !is_own(position) ? position.player_on(move.tail()) : position.turn;
}

void Search::list_moves(const Position& position, Frame& frame, Generator generator) const {
    frame.moves.clear();
    frame.groups.clear();
    if (!one_replies(position) || is_own(position)) {
        generator(position, frame.moves);
        frame.groups.push_back({position.turn, frame.moves.size()});
        return;
    }
    // Each pair of adjacent cells is the head of fewer moves if both have marbles, so MAX_MOVES is enough for all.
    for (int player = position.next_player(root_side_); player != root_side_; player = position.next_player(player)) {
        generator(with_turn(position, player), frame.moves);
        frame.groups.push_back({player, frame.moves.size()});
    }
}

Position Search::played(const Position& position, Move move) const {
    if (!one_replies(position) || is_own(position)) {
        return settled(position.played(move), rules_);
    }
    return settled(with_turn(with_turn(position, mover(position, move)).played(move), root_side_), rules_);
}

Position Search::passed(const Position& position) const {
    const bool replies = one_replies(position) && !is_own(position);
    return settled(replies ? with_turn(position, root_side_) : position.passed(), rules_);
}

void Search::order_moves(const Position& position, Frame& frame, Move remembered) const {
    std::size_t i = 0;
    for (const Group& group : frame.groups) {
        const History& history = history_[static_cast<std::size_t>(group.player)];
        const Bitboard enemy = with_turn(position, group.player).enemy();
        for (; i < group.end; ++i) {
            const Move m = frame.moves[i];
            int order = m == remembered ? REMEMBERED
                                        : history[static_cast<std::size_t>(number_of(m))] + push_priority(m, enemy);
            if (m == frame.killers[0]) {
                order += KILLER;
            } else if (m == frame.killers[1]) {
                order += SECOND_KILLER;
            }
            frame.order[i] = place_in_order(order, i);
        }
    }
}

void Search::learn(const Position& position, Frame& frame, Move best, int depth) {
    const int bonus = bonus_of(depth);
    for (std::size_t i = 0; i < frame.tried; ++i) {
        const Move m = frame.tried_moves[i];
        searching::learn(history_of(position, m), m == best ? bonus : -bonus);
    }
    if (frame.killers[0] != best) {
        frame.killers[1] = frame.killers[0];
        frame.killers[0] = best;
    }
}

int Search::search_after(const Position& before, const Position& after, int alpha, int beta, int depth, int ply,
                         bool may_pass) {
    const auto here = static_cast<std::size_t>(ply);
    const bool can_recur = after.scores == before.scores && after.active == before.active;
    Frame& below = frames_[here + 1];
    const int plies = plies_of(before, is_own(before));
    below.since = can_recur ? frames_[here].since : root_ + here + 1;
    below.game_ply = frames_[here].game_ply + plies;
    below.quiet = after.scores == before.scores ? frames_[here].quiet + plies : 0;
    if (depth > 0) {
        table_.prefetch(table_key(after, ply + 1));
    }
    // In teams, after a player without a move, the same camp can be to move again.
    return is_own(before) == is_own(after) ? search(after, alpha, beta, depth, ply + 1, may_pass)
                                           : -search(after, -beta, -alpha, depth, ply + 1, may_pass);
}

int Search::quiet_search(const Position& position, int alpha, int beta, int ply) {
    if (const int over = begin_node(position, ply); over != NOT_OVER) {
        return over;
    }
    if (!any_move(position)) {
        return blocked(ply);
    }
    const int stand_pat = evaluated(position);
    if (stand_pat >= beta || ply >= MAX_PLY) {
        return stand_pat;
    }
    alpha = std::max(alpha, stand_pat);
    int best = stand_pat;
    Frame& frame = frames_[static_cast<std::size_t>(ply)];
    list_moves(position, frame, generate_ejections);
    for (std::size_t i = 0; i < frame.moves.size(); ++i) {
        const Move m = frame.moves[i];
        const int score = search_after(position, played(position, m), alpha, beta, 0, ply, false);
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

int Search::search(const Position& position, int alpha, int beta, int depth, int ply, bool may_pass) {
    if (depth <= 0) {
        return quiet_search(position, alpha, beta, ply);
    }
    // Step 1. Return if the game is over or the search is stopped.
    if (const int over = begin_node(position, ply); over != NOT_OVER) {
        return over;
    }
    Frame& frame = frames_[static_cast<std::size_t>(ply)];
    if (ply >= MAX_PLY) {
        return evaluated(position);
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
    if (!open && memory.bound != Bound::NONE && deep_enough) {
        const int score = from_table(memory.score, ply);
        if (decides(memory.bound, score, alpha, beta)) {
            return score;
        }
    }
    const int evaluation = memory.bound != Bound::NONE ? memory.evaluation : evaluated(position);

    if (limits_.selective && !open && beta < LEAST_WIN && beta > -LEAST_WIN) {
        // Step 4. Reverse futility: prune if the camp to move is far enough ahead, and nobody wins with the next
        // marble.
        if (depth <= 5 && most_ejected(position) + 1 < rules_.marbles_to_eject &&
            evaluation - FUTILITY * depth >= beta) {
            return evaluation;
        }
        // Step 5. Null move: prune if the score is good enough even after a pass.
        if (may_pass && depth >= 3 && evaluation >= beta) {
            const Position after = passed(position);
            const int score = search_after(position, after, beta - 1, beta, depth - 3 - depth / 4, ply, false);
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

    // Step 7. Generate the moves, and try them in order.
    list_moves(position, frame, generate);
    if (frame.moves.size() == 0) {
        return blocked(ply);
    }
    order_moves(position, frame, memory.move);
    frames_[static_cast<std::size_t>(ply) + 1].killers = {};
    const int before = alpha;
    int best = -INFINITE;
    Move best_move{};
    frame.tried = 0;
    const auto most = 6 + 3 * static_cast<std::size_t>(depth * depth);
    for (std::size_t i = 0; i < frame.moves.size(); ++i) {
        const auto [m, order] = next_move(frame.moves, frame.order);
        const bool quiet = order < QUIET;
        // Step 8. Skip late quiet moves near the leaves.
        if (limits_.selective && !open && quiet && depth <= 4 && i >= most && best > -LEAST_WIN) {
            break;
        }
        const Position after = played(position, m);
        // Step 9. Search the first move with the full window. Search the others with a null window, and late quiet
        // moves at a reduced depth. Repeat the search of a move that turns out better.
        int score = 0;
        if (i == 0) {
            score = search_after(position, after, alpha, beta, depth - 1, ply, true);
        } else {
            int less = 0;
            if (limits_.selective && depth >= 3 && i >= 3 && quiet) {
                less = reduction(depth, i) + (open ? 0 : 1);
                less -= history_of(position, m) / 6000;
                less = std::clamp(less, 0, depth - 2);
            }
            score = search_after(position, after, alpha, alpha + 1, depth - 1 - less, ply, true);
            if (score > alpha && less > 0 && !stopped_) {
                score = search_after(position, after, alpha, alpha + 1, depth - 1, ply, true);
            }
            if (score > alpha && score < beta && !stopped_) {
                score = search_after(position, after, alpha, beta, depth - 1, ply, true);
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
                    learn(position, frame, m, depth);
                    break;
                }
            }
        }
    }
    // Step 10. Store the result.
    const Bound bound = best >= beta ? Bound::LOWER : best > before ? Bound::EXACT : Bound::UPPER;
    table_.store(key, {best_move ? best_move : memory.move, static_cast<std::int16_t>(to_table(best, ply)),
                       static_cast<std::int16_t>(evaluation), static_cast<std::uint8_t>(depth), bound});
    return best;
}

int Search::search_root_move(Move move, int alpha, int beta, int depth) {
    return search_after(root_position_, played(root_position_, move), alpha, beta, depth, 0, true);
}

SearchResult Search::run(const Game& game, const Limits& limits, std::span<const Move> root_moves, const Host& host,
                         Report report, void* report_self) {
    begin(limits, host);
    rules_ = game.rules();
    root_position_ = game.position();
    root_side_ = root_position_.side_of(root_position_.turn);
    root_key_ = rules_key(rules_, root_position_.mixed_moves) ^
                (root_position_.teams() ? 0 : mixed(ROOT_WORDS + root_position_.turn));
    // No position before the last ejection can recur, nor one before the last leaving, which the keys tell apart.
    const std::size_t kept = std::min(game.keys().size(), static_cast<std::size_t>(game.quiet()) + 1);
    path_.assign(game.keys().end() - static_cast<std::ptrdiff_t>(kept), game.keys().end());
    root_ = path_.size() - 1;
    path_.resize(root_ + MAX_PLY + 4);
    for (Frame& frame : frames_) {
        frame.killers = {};
    }
    Frame& root = frames_[0];
    root.since = 0;
    root.game_ply = game.ply();
    root.quiet = game.quiet();
    if (root_moves.empty()) {
        list_moves(root_position_, root, generate);
        order_moves(root_position_, root, table_.probe(table_key(root_position_, 0)).move);
        root_moves_ = in_order(root.moves, root.order);
    } else {
        root_moves_.assign(root_moves.begin(), root_moves.end());
    }
    return Root::deepen(*this, {report, report_self}, evaluated(root_position_));
}

namespace {

constexpr int NOBODY = -1;

// The position at the end of a variation, and whether the game is over there.
struct VariationEnd {
    Position position;
    bool over = false;
    int winner = NOBODY; // a side; NOBODY: a draw
};

// The same ends as those of the search. There must be no teams.
VariationEnd end_of(const Game& game, const Variation& variation) {
    const Rules& rules = game.rules();
    const int root = game.position().turn;
    std::vector<std::uint64_t> keys = game.keys();
    const auto searched = static_cast<std::ptrdiff_t>(keys.size()) - 1;
    int ply = game.ply();
    int quiet = game.quiet();
    Position position = game.position();
    for (const Move move : variation.moves) {
        // The moved marbles show who moves. After a reply it is the turn of the player at the root again.
        const int player = position.player_on(move.tail());
        Position after = with_turn(position, player).played(move);
        after = settled(one_replies(position) && player != root ? with_turn(after, root) : after, rules);
        const int plies = plies_of(position, player == root);
        ply += plies;
        quiet = after.scores == position.scores ? quiet + plies : 0;
        position = after;
        keys.push_back(position.key);
    }
    if (const int winner = winning_side(position, rules.marbles_to_eject); winner >= 0) {
        return {position, true, winner};
    }
    if (count(position.active) == 1) {
        return {position, true, std::countr_zero(position.active)};
    }
    keys.pop_back();
    const auto seen = std::ranges::count(keys, position.key);
    const auto seen_in_search = std::count(keys.begin() + searched, keys.end(), position.key);
    const bool repeated = rules.repetition > 0 && (seen_in_search > 0 || seen >= rules.repetition - 1);
    if (repeated || !any_move(position)) { // a player who is blocked and loses has left
        return {position, true, NOBODY};
    }
    if (PliesLeft(rules, ply, quiet).nearer() <= 0) {
        return {position, true, rules.adjudication == Adjudication::DRAW ? NOBODY : leading_side(position)};
    }
    return {position};
}

} // namespace

Standings scores_of(const Game& game, const Variation& variation) {
    const Position& root = game.position();
    const int side = root.side_of(root.turn);
    Standings scores{};
    scores[static_cast<std::size_t>(side)] = variation.score;
    if (root.teams()) {
        scores[static_cast<std::size_t>(1 - side)] = -variation.score;
        return scores;
    }
    const VariationEnd end = end_of(game, variation);
    const Standings standing = standings(end.position, game.rules().marbles_to_eject);
    const int win = WIN - std::max(1, static_cast<int>(variation.moves.size()));
    // With two players left one score is the negated other, and a win of this player is the loss of everybody else.
    const bool opposite = count(root.active) == 2 || variation.score >= LEAST_WIN;
    const auto of = [&](int each) {
        if (!end.position.is_active(each)) {
            return -win;
        }
        if (opposite) {
            return -variation.score;
        }
        if (!end.over) {
            return score_of(end.position, standing, each);
        }
        return end.winner == NOBODY ? DRAW : end.winner == each ? win : -win;
    };
    for (int each = 0; each < root.sides; ++each) {
        if (each != side) {
            scores[static_cast<std::size_t>(each)] = of(each);
        }
    }
    return scores;
}

std::size_t playable(const Game& game, const Variation& variation) {
    Position position = game.position();
    std::size_t moves = 0;
    for (const Move move : variation.moves) {
        if (!is_legal(position, move)) {
            break;
        }
        position = settled(position.played(move), game.rules());
        ++moves;
    }
    return moves;
}

} // namespace sumito::multi
