#include "sumito/motives.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "sumito/coach.hpp"
#include "sumito/formations.hpp"
#include "sumito/gain_search.hpp"
#include "sumito/threats.hpp"

namespace sumito {
namespace {

constexpr std::array<std::string_view, MOTIVES> MESSAGES{
    "why.wins",        "why.ejects",       "why.exchanges",     "why.gives_away", "why.stops_win",  "why.only_defence",
    "why.saves",       "why.loses_anyway", "why.threatens_win", "why.forces",     "why.threatens",  "why.breaks_pac",
    "why.holds",       "why.splits",       "why.pushes_back",   "why.evades",     "why.prepares",   "why.centre",
    "why.leaves_edge", "why.joins",        "why.approaches",    "why.none",       "why.none.better"};
constexpr int PLIES = 2;                 // the depth at which marbles are counted
constexpr int FORCED_PLIES = 3;          // the depth at which an enemy's marble counts as lost
constexpr std::uint64_t NODES = 200'000; // for all counts of a move
constexpr int CLOSER = 2;                // steps to the centre, of all marbles together, that are worth a sentence

// An effect of a move. Its extent compares it with the same effect of another move.
struct Effects {
    struct Each {
        Bitboard cells = 0;
        int extent = 0;
        int pushing = 0, against = 0; // of a push
    };
    std::array<Each, MOTIVES> all{};

    Each& operator[](Motive motive) { return all[static_cast<std::size_t>(motive)]; }
    void set(Motive motive, Bitboard cells) { (*this)[motive] = {.cells = cells, .extent = count(cells)}; }
};

// Return whether a push that ejects no marble goes away from the centre.
bool goes_outwards(const Push& push) {
    return distance_from_centre(shifted(push.pushed, push.move.direction())) > distance_from_centre(push.pushed);
}
// Return the enemies that the player to move can push away from the centre or off the board.
Bitboard pushed_outwards(const Position& position) {
    Bitboard found = 0;
    for (const Push& push : pushes_of(position)) {
        found |= push.ejected != NO_CELL || goes_outwards(push) ? push.pushed : 0;
    }
    return found;
}

std::vector<Bitboard> groups_of(const std::vector<Formation>& found, int player) {
    std::vector<Bitboard> groups;
    for (const Formation& each : found) {
        if (each.kind <= FormationKind::POLYNOMIAL && each.player == player) {
            groups.push_back(each.cells);
        }
    }
    return groups;
}

// Compare the positions before and after a move.
class Comparison {
  public:
    Comparison(const Game& game, Move move)
        : game_(game), move_(move), before_(game.position()), after_(before_.played(move)), me_(before_.turn),
          foe_(1 - me_), goal_(game.rules().marbles_to_eject), search_(goal_, NODES),
          pushed_(effect_of(before_, move).pushed), ejects_(effect_of(before_, move).ejects) {}

    Effects effects() {
        if (wins()) {
            return found_;
        }
        marbles();
        const std::vector<Formation> formations_before = formations(before_, false);
        const std::vector<Formation> formations_after = formations(after_, false);
        pacs(formations_before, formations_after);
        groups(formations_before, formations_after);
        pushes();
        places();
        return found_;
    }

    // Return the marbles that the move wins.
    int value() { return search_.gain_by(before_, move_, PLIES, -GainSearch::WIN, GainSearch::WIN); }

  private:
    Bitboard mine(const Position& position) const { return position.marbles[static_cast<std::size_t>(me_)]; }
    Bitboard theirs(const Position& position) const { return position.marbles[static_cast<std::size_t>(foe_)]; }
    int lost(const Position& position, int player) const { return position.ejected[static_cast<std::size_t>(player)]; }
    Bitboard fallen() const { return ejects_ ? pushed_ & ~HAS_NEXT[move_.direction()] : 0; }
    // The cells of the moved marbles after the move.
    Bitboard moved() const { return shifted(move_.line(), move_.direction()); }
    // The cells of the pushed marbles after the move.
    Bitboard pushed() const { return shifted(pushed_, move_.direction()); }

    bool wins() {
        if (!ejects_ || lost(after_, foe_) < goal_) {
            return false;
        }
        found_.set(Motive::WINS, fallen());
        return true;
    }

    // Marbles that are won, lost, saved and threatened.
    void marbles() {
        const int won = ejects_ ? 1 : 0;
        const int loss = std::max(search_.gain(after_, PLIES, 0, GainSearch::WIN), 0);
        if (ejects_) {
            found_.set(loss == 0 ? Motive::EJECTS : Motive::EXCHANGES, fallen());
        }
        if (const Giveaway given = find_giveaway(game_, move_)) {
            found_.set(Motive::GIVES_AWAY, given.lost);
            found_[Motive::EXCHANGES] = {};
            return;
        }
        if (loss > won) {
            if (!any_other(0)) {
                found_.set(Motive::LOSES_ANYWAY, ejectable(after_));
            }
            return;
        }
        saves(won - loss);
        threatens();
    }

    void saves(int value) {
        const Bitboard endangered = ejectable(with_turn(before_, foe_));
        const Bitboard saved = after(endangered, move_) & ~ejectable(after_);
        if (saved == 0) {
            return;
        }
        if (lost(before_, me_) + 1 >= goal_) {
            found_.set(Motive::STOPS_WIN, saved);
        }
        found_.set(any_other(value) ? Motive::SAVES : Motive::ONLY_DEFENCE, saved);
    }

    // Return whether another move wins at least `value` marbles, also if it cannot be excluded.
    bool any_other(int value) {
        MoveList moves;
        generate(before_, moves);
        const bool found = std::any_of(moves.begin(), moves.end(), [&](Move each) {
            return each != move_ && search_.gain_by(before_, each, PLIES, value - 1, value) >= value;
        });
        return found || search_.stopped();
    }

    void threatens() {
        const Bitboard old = ejectable(with_turn(before_, me_));
        const Bitboard threatened = ejectable(with_turn(after_, me_)) & ~old;
        if (threatened == 0) {
            return;
        }
        if (lost(after_, foe_) + 1 >= goal_) {
            found_.set(Motive::THREATENS_WIN, threatened);
        }
        const bool forces = search_.gain(after_, FORCED_PLIES, -1, 0) <= -1 && !search_.stopped();
        found_.set(forces ? Motive::FORCES : Motive::THREATENS, threatened);
    }

    void pacs(const std::vector<Formation>& old, const std::vector<Formation>& now) {
        for (const Formation& each : old) {
            const Bitboard enemies = me_ == 0 ? each.enemies : each.cells;
            const Bitboard own = me_ == 0 ? each.cells : each.enemies;
            if (each.kind == FormationKind::PAC && (enemies & pushed_) != 0 &&
                (each.directions & axis_mask(move_.direction())) == 0) {
                add(Motive::BREAKS_PAC, own & mine(after_));
            }
        }
        for (const Push& push : pushes_of(with_turn(before_, foe_))) {
            for (const Formation& each : now) {
                const Bitboard own = me_ == 0 ? each.cells : each.enemies;
                if (each.kind == FormationKind::PAC && (each.directions & axis_mask(push.move.direction())) != 0 &&
                    (own & push.pushed) != 0 && (own & moved() & ~mine(before_)) != 0) {
                    add(Motive::HOLDS, each.cells | each.enemies);
                }
            }
        }
    }

    void groups(const std::vector<Formation>& old, const std::vector<Formation>& now) {
        const std::vector<Bitboard> enemies_before = groups_of(old, foe_);
        const std::vector<Bitboard> enemies = groups_of(now, foe_);
        if (pushed_ != 0 && !ejects_ && enemies.size() > enemies_before.size()) {
            Bitboard smallest = ALL; // of the new groups
            for (const Bitboard group : enemies) {
                const bool is_new =
                    std::find(enemies_before.begin(), enemies_before.end(), group) == enemies_before.end();
                smallest = is_new && count(group) < count(smallest) ? group : smallest;
            }
            found_.set(Motive::SPLITS, smallest);
        }
        const std::vector<Bitboard> own = groups_of(now, me_);
        if (own.size() < groups_of(old, me_).size()) {
            const auto joined = std::find_if(own.begin(), own.end(), [&](Bitboard g) { return (g & moved()) != 0; });
            found_[Motive::JOINS] = {.cells = *joined, .extent = 1};
        }
    }

    void pushes() {
        if (pushed_ != 0 && !ejects_) {
            const int farther = distance_from_centre(pushed()) - distance_from_centre(pushed_);
            if (farther > 0) {
                found_[Motive::PUSHES_BACK] = {.cells = pushed(), .extent = farther};
            }
        }
        const Bitboard pushable = pushed_outwards(with_turn(before_, foe_));
        found_.set(Motive::EVADES, after(pushable, move_) & ~pushed_outwards(after_));
        const std::vector<Push> old = pushes_of(with_turn(before_, me_));
        for (const Push& each : pushes_of(with_turn(after_, me_))) {
            const bool known = std::any_of(old.begin(), old.end(), [&](const Push& other) {
                return other.pushed == each.pushed && other.move.direction() == each.move.direction();
            });
            if (!known && each.ejected == NO_CELL && goes_outwards(each) && (each.pushed & pushed()) == 0) {
                Effects::Each& push = found_[Motive::PREPARES];
                push = push.extent == 0 || count(each.pushed) > push.against
                           ? Effects::Each{each.pushed, push.extent + 1, each.move.size(), count(each.pushed)}
                           : Effects::Each{push.cells, push.extent + 1, push.pushing, push.against};
            }
        }
    }

    void places() {
        const Bitboard centre = RING[0] | RING[1];
        const int taken = count(mine(after_) & centre) - count(mine(before_) & centre);
        if (taken > 0) {
            found_[Motive::TAKES_CENTRE] = {.cells = moved() & centre, .extent = taken};
        }
        const int left = count(move_.line() & EDGE) - count(moved() & EDGE);
        if (left > 0) {
            const Bitboard away = shifted(move_.line() & EDGE, move_.direction()) & ~EDGE;
            found_[Motive::LEAVES_EDGE] = {.cells = away, .extent = left};
        }
        const int closer = distance_from_centre(mine(before_)) - distance_from_centre(mine(after_));
        if (closer >= CLOSER) {
            found_[Motive::APPROACHES] = {.cells = moved(), .extent = closer};
        }
    }

    void add(Motive motive, Bitboard cells) { found_.set(motive, found_[motive].cells | cells); }

    const Game& game_;
    Move move_;
    const Position& before_;
    Position after_;
    int me_, foe_;
    int goal_;
    GainSearch search_;
    Bitboard pushed_;
    bool ejects_;
    Effects found_;
};

} // namespace

Motive explain_choice(const Game& game, Move move, Move best, Sentences& out) {
    Comparison played(game, move);
    Effects effects = played.effects();
    const bool is_other = best && best != move;
    bool is_better = false;
    std::optional<Effects> others;
    if (is_other && effects[Motive::WINS].extent == 0) {
        Comparison compared(game, best);
        others = compared.effects();
        is_better = compared.value() > played.value();
    }
    const auto first_motive = [&] {
        for (int i = 0; i < static_cast<int>(Motive::NONE); ++i) {
            const auto motive = static_cast<Motive>(i);
            const int extent = effects[motive].extent;
            const bool counts_marbles = motive <= Motive::LOSES_ANYWAY;
            if (is_better && !counts_marbles) {
                return Motive::NONE_BETTER;
            }
            if (extent > 0 && (counts_marbles || !others || (*others)[motive].extent <= extent)) {
                return motive;
            }
        }
        return Motive::NONE;
    };
    const Motive motive = first_motive();
    const int me = game.position().turn;
    const Effects::Each& effect = effects[motive];
    out.say(MESSAGES[static_cast<std::size_t>(motive)]).color("player", me).color("enemy", 1 - me);
    if (effect.cells != 0) {
        out.number("n", count(effect.cells)).cells("cells", effect.cells);
    }
    if (motive == Motive::PREPARES) {
        out.number("pushing", effect.pushing).number("against", effect.against);
    }
    if (motive == Motive::NONE_BETTER) {
        out.line("line", best).direction("direction", best.direction());
    }
    return motive;
}

} // namespace sumito
