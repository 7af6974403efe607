#include "sumito/solver.hpp"

#include <algorithm>

namespace sumito {
namespace {

constexpr std::size_t TABLE_SIZE = std::size_t{1} << 14;
constexpr int MOST_MARBLES = 3;

// Return the number of marbles that a move has ejected, from the positions before and after it.
int won(const Position& before, const Position& after) {
    return after.ejected[1 - before.turn] - before.ejected[1 - before.turn];
}

// Generate the moves, ejections first.
void generate_in_order(const Position& position, MoveList& moves) {
    generate_ejections(position, moves);
    const std::size_t ejections = moves.size();
    if (ejections == 0) {
        generate(position, moves);
        return;
    }
    MoveList all;
    generate(position, all);
    for (const Move move : all) {
        const Move* const end = moves.begin() + ejections;
        if (std::find(moves.begin(), end, move) == end) {
            moves.add(bit(move.tail()), move.direction(), move.axis(), move.size());
        }
    }
}

} // namespace

bool Task::valid() const {
    return moves >= 1 && moves <= MOST_TASK_MOVES && marbles >= 1 && marbles <= (goal == Goal::SAVE ? 1 : MOST_MARBLES);
}

Solver::Solver(int marbles_to_eject, std::uint64_t most_nodes)
    : marbles_to_eject_(marbles_to_eject), most_nodes_(most_nodes), table_(TABLE_SIZE) {}

void Solver::begin() {
    nodes_ = 0;
    stopped_ = false;
    std::fill(table_.begin(), table_.end(), Entry{});
    refuting_.fill(Move{});
}

// Count a node. Once this returns false, all searches end and their results must not be used.
bool Solver::spend() {
    stopped_ = stopped_ || nodes_ >= most_nodes_;
    nodes_ += stopped_ ? 0 : 1;
    return !stopped_;
}

// Cap `need` at the number of ejections that win the game.
int Solver::capped(const Position& position, int need) const {
    return std::min(need, marbles_to_eject_ - position.ejected[1 - position.turn]);
}

// Return whether the player to move can gain `need` marbles within `moves` moves.
bool Solver::gains(const Position& position, int need, int moves) {
    if (!spend()) {
        return false;
    }
    need = capped(position, need);
    if (need > moves) {
        return false;
    }
    if (moves == 1) {
        return any_ejection(position);
    }
    Entry& entry = table_[position.key & (TABLE_SIZE - 1)];
    if (entry.own == position.own() && entry.enemy == position.enemy() && entry.need == need && entry.moves == moves) {
        return entry.gains;
    }
    MoveList list;
    if (need == moves) { // every move has to eject
        generate_ejections(position, list);
    } else {
        generate_in_order(position, list);
    }
    const bool found =
        std::any_of(list.begin(), list.end(), [&](Move move) { return gains_by(position, move, need, moves); });
    if (!stopped_) {
        entry = {position.own(), position.enemy(), need, moves, found};
    }
    return found;
}

// Return the same, with `move` as the first move.
bool Solver::gains_by(const Position& position, Move move, int need, int moves) {
    const Position next = position.played(move);
    const int left = capped(position, need) - won(position, next);
    return left <= 0 || (left < moves && gains_after_replies(next, left, moves - 1));
}

// Return whether the player who is not to move gains `need` marbles after any reply.
bool Solver::gains_after_replies(const Position& position, int need, int moves) {
    if (!spend()) {
        return false;
    }
    MoveList list;
    generate_ejections(position, list);
    for (const Move reply : list) {
        if (!gains_after(position, reply, need, moves)) {
            return false;
        }
    }
    list.clear();
    generate(position, list);
    Move& first = refuting_[static_cast<std::size_t>(moves)];
    const bool again = first && std::find(list.begin(), list.end(), first) != list.end();
    if (again && !gains_after(position, first, need, moves)) {
        return false;
    }
    for (const Move reply : list) {
        if (!gains_after(position, reply, need, moves)) {
            first = reply;
            return false;
        }
    }
    return list.size() > 0; // a player without a reply has lost the game, but no marble
}

bool Solver::gains_after(const Position& position, Move reply, int need, int moves) {
    const Position next = position.played(reply);
    const int lost = won(position, next);
    const bool over = lost > 0 && next.ejected[next.turn] >= marbles_to_eject_;
    return !over && gains(next, need + lost, moves);
}

bool Solver::solves(const Position& position, Task task, Move move) {
    if (task.goal == Goal::EJECT) {
        return gains_by(position, move, task.marbles, task.moves);
    }
    const Position next = position.played(move);
    const bool wins = next.ejected[next.turn] >= marbles_to_eject_;
    return wins || !gains(next, 1, task.moves);
}

Solution Solver::solve(const Position& position, Task task) {
    begin();
    MoveList list;
    generate(position, list);
    Solution solution;
    for (const Move move : list) {
        if (solves(position, task, move)) {
            solution.moves.push_back(move);
        }
    }
    solution.proved = !stopped_;
    if (stopped_) {
        solution.moves.clear();
    }
    return solution;
}

Attempt Solver::attempt(const Position& position, Task task, Move move) {
    begin();
    const Position next = position.played(move);
    Attempt attempt;
    attempt.solves = solves(position, task, move);
    if (task.goal == Goal::SAVE) {
        attempt.marbles = attempt.solves ? 0 : 1;
        if (!attempt.solves) {
            add_gaining_variation(next, 1, task.moves, attempt.variation);
        }
    } else {
        attempt.marbles = std::max(capped(position, task.marbles) - won(position, next), 0);
        if (attempt.marbles > 0 && task.moves > 1) {
            const Move reply = attempt.solves ? stubborn_reply(next, attempt.marbles, task.moves - 1)
                                              : refutation(next, attempt.marbles, task.moves - 1);
            if (reply) {
                const Position after = next.played(reply);
                attempt.marbles += won(next, after);
                attempt.variation.push_back(reply);
                if (attempt.solves) {
                    add_gaining_variation(after, attempt.marbles, task.moves - 1, attempt.variation);
                }
            }
        }
    }
    attempt.proved = !stopped_;
    return attempt;
}

// Return the fewest moves in which the player to move can gain `need`; more than `most` if `most` moves are not enough.
int Solver::fewest_moves(const Position& position, int need, int most) {
    int moves = 1;
    while (moves <= most && !stopped_ && !gains(position, need, moves)) {
        ++moves;
    }
    return moves;
}

int Solver::count_gaining(const Position& position, int need, int moves) {
    MoveList list;
    generate(position, list);
    return static_cast<int>(
        std::count_if(list.begin(), list.end(), [&](Move move) { return gains_by(position, move, need, moves); }));
}

// Return a reply that defeats the task within `moves`, an ejection if possible; `Move{}` if there is none.
Move Solver::refutation(const Position& position, int need, int moves) {
    MoveList list;
    generate_in_order(position, list);
    const Move* found =
        std::find_if(list.begin(), list.end(), [&](Move reply) { return !gains_after(position, reply, need, moves); });
    return found == list.end() || stopped_ ? Move{} : *found;
}

// Return the reply that holds out longest, and among equals the one that leaves the fewest gaining moves; `Move{}` if
// there is none.
Move Solver::stubborn_reply(const Position& position, int need, int moves) {
    MoveList list;
    generate_in_order(position, list);
    Move best{};
    int longest = 0;
    int fewest = 0;
    for (const Move reply : list) {
        const Position next = position.played(reply);
        const int left = need + won(position, next);
        const int length = fewest_moves(next, left, moves);
        if (length < longest || stopped_) {
            continue;
        }
        const int ways = count_gaining(next, left, length);
        if (length > longest || ways < fewest) {
            best = reply;
            longest = length;
            fewest = ways;
        }
    }
    return best;
}

// Add the fastest gain of the player to move against the most stubborn replies. Add nothing if there is none.
void Solver::add_gaining_variation(Position position, int need, int most, std::vector<Move>& variation) {
    while (!stopped_) {
        const int moves = fewest_moves(position, need, most);
        MoveList list;
        generate_in_order(position, list);
        const Move* found =
            std::find_if(list.begin(), list.end(), [&](Move move) { return gains_by(position, move, need, moves); });
        if (moves > most || found == list.end()) {
            return;
        }
        variation.push_back(*found);
        const Position next = position.played(*found);
        need = capped(position, need) - won(position, next);
        const Move reply = need > 0 ? stubborn_reply(next, need, moves - 1) : Move{};
        if (!reply) {
            return;
        }
        variation.push_back(reply);
        position = next.played(reply);
        need += won(next, position);
        most = moves - 1;
    }
}

} // namespace sumito
