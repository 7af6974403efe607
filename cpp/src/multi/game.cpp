#include "sumito/multi/game.hpp"

#include <algorithm>

#include "sumito/multi/movegen.hpp"
#include "sumito/multi/verdict.hpp"

namespace sumito::multi {
namespace {

constexpr int FIRST_LEAVING = -2;
constexpr int CAUSES = 2; // by choice

} // namespace

Leaving leaving_of(int number) {
    if (number > FIRST_LEAVING || number <= FIRST_LEAVING - CAUSES * MOST_PLAYERS) {
        return {-1, Cause::RESIGNS};
    }
    const int value = FIRST_LEAVING - number;
    return {value / CAUSES, value % CAUSES == 0 ? Cause::RESIGNS : Cause::TIME};
}

int number_of(const Entry& entry) {
    const Leaving& leaving = entry.leaving;
    return entry.move ? sumito::number_of(entry.move)
                      : FIRST_LEAVING - CAUSES * leaving.player - static_cast<int>(leaving.cause);
}

int winning_side(const Position& position, int marbles_to_eject) {
    for (int side = 0; side < position.sides; ++side) {
        const bool plays = (position.active & position.members(side)) != 0;
        if (plays && position.scores[static_cast<std::size_t>(side)] >= marbles_to_eject) {
            return side;
        }
    }
    return -1;
}

int leading_side(const Position& position) {
    int best = -1;
    int leader = -1;
    for (int side = 0; side < position.sides; ++side) {
        const int score = position.scores[static_cast<std::size_t>(side)];
        if ((position.active & position.members(side)) != 0 && score >= best) {
            leader = score == best ? -1 : side;
            best = score;
        }
    }
    return leader;
}

namespace {

// Return the next player who leaves without a choice, if there are no teams: a player without marbles, or the player to
// move without a legal move.
std::optional<Leaving> forced_leaving(const Position& position, const Rules& rules) {
    if (position.teams() || count(position.active) < 2) {
        return {};
    }
    for (int player = 0; player < position.players; ++player) {
        if (position.is_active(player) && position.marbles[static_cast<std::size_t>(player)] == 0) {
            return Leaving{player, Cause::EMPTY};
        }
    }
    const bool leaves = rules.blocked == Blocked::LOSES && !any_move(position);
    return leaves ? std::optional(Leaving{position.turn, Cause::BLOCKED}) : std::nullopt;
}

// Return whether the player to move is skipped: in teams, a player without a legal move whose partner can move.
bool is_skipped(const Position& position) {
    const bool all_play = position.active == (1 << position.players) - 1;
    return position.teams() && all_play && !any_move(position) && any_move_of_side(position);
}

// What happens without a choice: somebody leaves, or the player to move is skipped.
struct Consequence {
    Position after;
    std::optional<Leaving> leaving;
};
std::optional<Consequence> next_consequence(const Position& position, const Rules& rules) {
    if (winning_side(position, rules.marbles_to_eject) >= 0) {
        return {};
    }
    if (is_skipped(position)) {
        return Consequence{position.passed(), {}};
    }
    if (const auto leaving = forced_leaving(position, rules)) {
        return Consequence{position.left(leaving->player), leaving};
    }
    return {};
}

} // namespace

Position settled(const Position& position, const Rules& rules) {
    Position p = position;
    for (auto next = next_consequence(p, rules); next; next = next_consequence(p, rules)) {
        p = next->after;
    }
    return p;
}

Game::Game(const Setup& start, const Rules& rules, bool mixed_moves)
    : rules_(rules), start_(start), now_(start.position), quiet_(start.quiet), round_(start.round), ply_(start.ply()) {
    start_.position.mixed_moves = now_.mixed_moves = mixed_moves && now_.teams();
    settle();
    keys_.push_back(now_.key);
    outcome_ = judged();
}

const Entry& Game::chosen(std::size_t i) const {
    std::size_t at = 0;
    for (std::size_t left = i + 1;; ++at) {
        left -= past_[at].entry.automatic ? 0 : 1;
        if (left == 0) {
            return past_[at].entry;
        }
    }
}

std::vector<PastLeaving> Game::leavings() const {
    std::vector<PastLeaving> found;
    int moves = 0;
    for (const Past& past : past_) {
        const Entry& entry = past.entry;
        if (entry.move) {
            ++moves;
        } else {
            found.push_back({entry.leaving, moves, entry.automatic});
        }
    }
    return found;
}

Verdict Game::verdict(Bitboard cells, Direction direction) const {
    return outcome_ ? sumito::Game::over(request(cells, direction)) : judge(now_, cells, direction);
}

Verdict Game::verdict_between(Cell first, Cell last, Direction direction) const {
    return outcome_ ? verdict(bit(first) | bit(last), direction) : judge_between(now_, first, last, direction);
}

bool Game::is_legal(Move move) const {
    return !outcome_ && multi::is_legal(now_, move);
}

// Adds an entry, and moves on to the position after it.
void Game::advance(const Entry& entry, const Position& after) {
    past_.push_back({now_, quiet_, round_, ply_, entry});
    const bool ejected = entry.move && after.scores != now_.scores;
    quiet_ = ejected ? 0 : quiet_ + (entry.move ? 1 : 0);
    ply_ += entry.move ? 1 : 0;
    const bool passes = entry.move || entry.leaving.player == now_.turn;
    round_ += passes && after.turn <= now_.turn ? 1 : 0;
    now_ = after;
}

// Lets players leave who have no marbles or no move. In teams, skips them if their partner can move.
void Game::settle() {
    for (auto next = next_consequence(now_, rules_); next; next = next_consequence(now_, rules_)) {
        if (next->leaving) {
            advance({.move = Move{}, .leaving = *next->leaving, .automatic = true}, next->after);
        } else {
            round_ += next->after.turn <= now_.turn ? 1 : 0;
            now_ = next->after;
        }
    }
}

bool Game::play(Move move) {
    if (!is_legal(move)) {
        return false;
    }
    advance({.move = move, .leaving = {}, .automatic = false}, now_.played(move));
    settle();
    keys_.push_back(now_.key);
    outcome_ = judged();
    return true;
}

bool Game::leave(int player, Cause cause) {
    if (outcome_ || !now_.is_active(player)) {
        return false;
    }
    advance({.move = Move{}, .leaving = {player, cause}, .automatic = false}, now_.left(player));
    settle();
    keys_.push_back(now_.key);
    outcome_ = judged();
    return true;
}

bool Game::can_enter(int number) const {
    if (number >= 0) {
        return number < MOVES && is_legal(move_of_number(number));
    }
    const int player = leaving_of(number).player;
    return !outcome_ && player >= 0 && now_.is_active(player);
}

bool Game::enter(int number) {
    if (!can_enter(number)) {
        return false;
    }
    const Leaving leaving = leaving_of(number);
    return number >= 0 ? play(move_of_number(number)) : leave(leaving.player, leaving.cause);
}

std::optional<Entry> Game::undo() {
    std::size_t at = past_.size();
    while (at > 0 && past_[at - 1].entry.automatic) {
        --at;
    }
    if (at == 0) { // only players who could not even begin
        return {};
    }
    const Past last = past_[at - 1];
    now_ = last.before;
    quiet_ = last.quiet;
    round_ = last.round;
    ply_ = last.ply;
    past_.resize(at - 1);
    keys_.pop_back();
    outcome_ = judged();
    return last.entry;
}

bool Game::declare(Outcome outcome) {
    bool one_side = false;
    for (int side = 0; side < now_.sides; ++side) {
        one_side = one_side || (outcome.winners == now_.members(side) && now_.all_play(side));
    }
    const bool fits = outcome.termination == Termination::AGREEMENT ? outcome.winners == 0
                      : outcome.termination == Termination::TIME    ? one_side || outcome.winners == 0
                                                                    : false;
    if (outcome_ || !fits) {
        return false;
    }
    outcome_ = outcome;
    return true;
}

bool Game::agree_draw() {
    return declare({Termination::AGREEMENT, 0});
}

bool Game::flag_shared() {
    return declare(by_ejections(Termination::TIME));
}

bool Game::reopen() {
    const Outcome shown = judged();
    if (!outcome_ || shown) {
        return false;
    }
    outcome_ = shown;
    return true;
}

int Game::problems() const {
    int winners = 0;
    int highest = 0;
    for (int side = 0; side < now_.sides; ++side) {
        const int score = now_.scores[static_cast<std::size_t>(side)];
        highest = std::max(highest, score);
        const bool plays = (now_.active & now_.members(side)) != 0;
        // A team has also won if somebody of the other one has left.
        const bool others_left = now_.teams() && !now_.all_play(1 - side);
        winners += (plays && score >= rules_.marbles_to_eject) || others_left ? 1 : 0;
    }
    return (start_.position.taken() == 0 ? NO_MARBLES : 0) | (highest > rules_.marbles_to_eject ? SCORE_TOO_HIGH : 0) |
           (winners > 1 ? TWO_WINNERS : 0);
}

std::vector<int> Game::ejections(int side) const {
    std::vector<int> players;
    for (const Past& past : past_) {
        const Position& before = past.before;
        const Effect effect = past.entry.move ? effect_of(before, past.entry.move) : Effect{};
        if (effect.ejects && before.side_of(before.turn) == side) {
            players.push_back(before.player_on(first_cell(effect.pushed & ~HAS_NEXT[past.entry.move.direction()])));
        }
    }
    return players;
}

int Game::lost(int player) const {
    std::ptrdiff_t lost = 0;
    for (int side = 0; side < now_.sides; ++side) {
        lost += std::ranges::count(ejections(side), player);
    }
    return static_cast<int>(lost);
}

int Game::occurrences() const {
    return static_cast<int>(std::ranges::count(keys_, now_.key));
}

Outcome Game::by_ejections(Termination termination) const {
    const int leader = leading_side(now_);
    return {termination, leader < 0 ? std::uint8_t{0} : now_.members(leader)};
}

// Return the end of a game in which nobody is left to play against, if it is one.
Outcome Game::without_opponents() const {
    Termination termination = Termination::RESIGNATION; // also if a position text does not say why
    for (const Past& past : past_) {
        if (!past.entry.move) {
            const Cause cause = past.entry.leaving.cause;
            termination = cause == Cause::RESIGNS ? Termination::RESIGNATION
                          : cause == Cause::TIME  ? Termination::TIME
                                                  : Termination::BLOCKED;
        }
    }
    if (!now_.teams()) {
        return count(now_.active) == 1 ? Outcome{termination, now_.active} : Outcome{};
    }
    for (int player = 0; player < now_.players; ++player) {
        if (!now_.is_active(player)) {
            const int loser = now_.side_of(player);
            const int all = (1 << now_.players) - 1;
            return {termination, static_cast<std::uint8_t>(all & ~now_.members(loser))};
        }
    }
    return {};
}

Outcome Game::shown() const {
    const int side = winning_side(now_, rules_.marbles_to_eject);
    return side >= 0 ? Outcome{Termination::EJECTION, now_.members(side)} : without_opponents();
}

Outcome Game::judged() const {
    if (const Outcome end = shown()) {
        return end;
    }
    if (!any_move(now_)) {
        const int others = now_.active & ~now_.members(now_.side_of(now_.turn));
        return {Termination::BLOCKED, static_cast<std::uint8_t>(rules_.blocked == Blocked::LOSES ? others : 0)};
    }
    if (rules_.repetition > 0 && occurrences() >= rules_.repetition) {
        return {Termination::REPETITION, 0};
    }
    if ((rules_.ply_cap > 0 && ply() >= rules_.ply_cap) || (rules_.quiet_cap > 0 && quiet_ >= rules_.quiet_cap)) {
        return rules_.adjudication == Adjudication::DRAW ? Outcome{Termination::PLY_CAP, 0}
                                                         : by_ejections(Termination::PLY_CAP);
    }
    return {};
}

} // namespace sumito::multi
