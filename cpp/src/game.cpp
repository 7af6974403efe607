#include "sumito/game.hpp"

#include <algorithm>

#include "sumito/movegen.hpp"

namespace sumito {

bool Rules::valid() const {
    return marbles_to_eject >= 1 && marbles_to_eject <= CELLS && repetition >= 0 && repetition != 1 && ply_cap >= 0 &&
           quiet_cap >= 0;
}

Game::Game(const Setup& start, const Rules& rules)
    : rules_(rules), start_(start), now_(start.position), quiet_(start.quiet), keys_{start.position.key} {
    outcome_ = judged();
}

Verdict Game::over(Verdict verdict) {
    verdict.reason = Reason::GAME_OVER;
    verdict.culprits = 0;
    verdict.standing = verdict.enemies = 0;
    return verdict;
}

Verdict Game::verdict(Bitboard cells, Direction direction) const {
    if (outcome_) {
        return over(request(cells, direction));
    }
    return judge(now_, cells, direction);
}

Verdict Game::verdict_between(Cell first, Cell last, Direction direction) const {
    if (outcome_) {
        return verdict(bit(first) | bit(last), direction);
    }
    return judge_between(now_, first, last, direction);
}

bool Game::play(Move move) {
    if (!is_legal(move)) {
        return false;
    }
    past_.push_back({now_, quiet_, move});
    const int foe = 1 - now_.turn;
    const int lost = now_.ejected[static_cast<std::size_t>(foe)];
    now_ = now_.played(move);
    quiet_ = now_.ejected[static_cast<std::size_t>(foe)] > lost ? 0 : quiet_ + 1;
    keys_.push_back(now_.key);
    outcome_ = judged();
    return true;
}

Move Game::undo() {
    if (past_.empty()) {
        return Move{};
    }
    const Move last = past_.back().move;
    now_ = past_.back().before;
    quiet_ = past_.back().quiet;
    past_.pop_back();
    keys_.pop_back();
    outcome_ = judged();
    return last;
}

bool Game::declare(Outcome outcome) {
    const bool one_winner = outcome.winners == 1 || outcome.winners == 2;
    const bool fits = outcome.termination == Termination::RESIGNATION ? one_winner
                      : outcome.termination == Termination::AGREEMENT ? outcome.winners == 0
                      : outcome.termination == Termination::TIME      ? one_winner || outcome.winners == 0
                                                                      : false;
    if (outcome_ || !fits) {
        return false;
    }
    outcome_ = outcome;
    return true;
}

bool Game::resign(int player) {
    return declare({Termination::RESIGNATION, static_cast<std::uint8_t>(1 << (1 - player))});
}

bool Game::agree_draw() {
    return declare({Termination::AGREEMENT, 0});
}

bool Game::flag(int player) {
    return declare({Termination::TIME, static_cast<std::uint8_t>(1 << (1 - player))});
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
    const auto [black_lost, white_lost] = now_.ejected;
    const int most = rules_.marbles_to_eject;
    return ((now_.marbles[0] | now_.marbles[1]) == 0 ? NO_MARBLES : 0) |
           (std::max(black_lost, white_lost) > most ? SCORE_TOO_HIGH : 0) |
           (std::min(black_lost, white_lost) >= most ? TWO_WINNERS : 0);
}

std::span<const std::uint64_t> Game::keys() const {
    // An ejection can never be taken back by play, so nothing before it counts.
    return std::span(keys_).last(std::min(keys_.size(), static_cast<std::size_t>(quiet_) + 1));
}

int Game::occurrences() const {
    return static_cast<int>(std::ranges::count(keys(), now_.key));
}

Outcome Game::by_ejections(Termination termination) const {
    if (now_.ejected[0] == now_.ejected[1]) {
        return {termination, 0};
    }
    return {termination, static_cast<std::uint8_t>(now_.ejected[0] < now_.ejected[1] ? 1 : 2)};
}

Outcome Game::judged() const {
    for (int player = 0; player < PLAYERS; ++player) {
        if (now_.ejected[static_cast<std::size_t>(1 - player)] >= rules_.marbles_to_eject) {
            return {Termination::EJECTION, static_cast<std::uint8_t>(1 << player)};
        }
    }
    if (!any_move(now_)) {
        const int winners = rules_.blocked == Blocked::LOSES ? 1 << (1 - now_.turn) : 0;
        return {Termination::BLOCKED, static_cast<std::uint8_t>(winners)};
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

} // namespace sumito
