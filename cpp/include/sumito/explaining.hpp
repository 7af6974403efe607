#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "sumito/cell_list.hpp"
#include "sumito/reasons.hpp"

// The explanations, for games of two players and of several. A Wording has the types Game and Position, and the
// messages that depend on the number of players:
// - ejects(): the marble on this cell is ejected
// - has_partner(): whether a partner's marble is on one of these cells
// - choose_own(): choose marbles of your own
// - not_yours(), enemy_between(), blocked_by_enemy(): whose marbles are in the way
// - blocked_by_partner(): the same of a partner; false if they are not all a partner's
// - no_room(): whose marble stands behind the pushed ones; its cells follow
// - partner(): the refusals of teams; returns the id of the figure, empty for any other refusal
// - line_from(): the whole line that its rear marble names
namespace sumito::explaining {

// Rotations from the requested direction, in sixths: the nearest first, and left before right.
inline constexpr std::array<int, DIRECTIONS> NEAREST{0, 1, -1, 2, -2, 3};

template <typename Wording>
class Explainer {
  public:
    using Game = typename Wording::Game;
    using Position = typename Wording::Position;

    Explainer(const Game& game, Sentences& out) : game_(game), position_(game.position()), out_(out) {}

    Explanation answer(const Verdict& verdict) {
        Explanation about = verdict.reason == Reason::LEGAL ? legal(verdict.move) : refusal(verdict);
        about.verdict = verdict;
        return about;
    }

  private:
    Explanation legal(Move move) {
        const Effect effect = effect_of(position_, move);
        const CellList line = cells_of(move);
        if (effect.pushed != 0) {
            out_.say("legal.sumito").number("n", move.size()).number("enemies", count(effect.pushed));
        } else if (!move.in_line()) {
            out_.say("legal.broadside");
        } else {
            out_.say(move.size() == 1 ? "legal.single" : "legal.in_line");
        }
        out_.cells("line", line.span()).direction("direction", move.direction());
        if (effect.pushed == 0) {
            CellList targets;
            for (const Cell c : line.span()) {
                targets.add(next(c, move.direction()));
            }
            out_.cells("targets", targets.span());
            return {};
        }
        const CellList pushed = cells_from(next(move.head(), move.direction()), move.direction(), count(effect.pushed));
        out_.cells("pushed", pushed.span());
        if (effect.ejects) {
            Wording::ejects(game_, pushed.back(), out_);
        }
        return {};
    }

    Explanation refusal(const Verdict& verdict) {
        Explanation about;
        about.cells = verdict.culprits;
        switch (verdict.reason) {
        case Reason::GAME_OVER:
            out_.say("refusal.game_over");
            explain_outcome(game_, out_);
            break;
        case Reason::NO_MARBLE:
            out_.counted("refusal.no_marble", verdict.culprits);
            Wording::choose_own(position_, out_);
            break;
        case Reason::NOT_YOURS:
            Wording::not_yours(position_, verdict.culprits, out_);
            out_.say("refusal.not_yours.instead");
            break;
        case Reason::TOO_MANY:
            about.figure = "sumito42";
            out_.counted("refusal.too_many", verdict.culprits);
            about.instead = three_of(verdict.culprits, verdict.direction);
            break;
        case Reason::NOT_A_LINE:
            not_a_line(verdict.culprits);
            break;
        case Reason::OFF_BOARD:
            about.figure = "eject";
            out_.counted(has_partner(verdict.culprits) ? "several.off_board" : "refusal.off_board", verdict.culprits);
            about.instead = elsewhere(line_that_leaves(verdict), verdict.direction);
            break;
        default:
            explain_move(verdict, about);
        }
        return about;
    }

    // Say in which directions this line can go. Return its legal move nearest to the direction asked for.
    Move elsewhere(const CellList& line, Direction asked) {
        const Bitboard cells = line.set();
        const auto legal = [&](Direction d) { return game_.verdict(cells, d).reason == Reason::LEGAL; };
        std::array<Direction, DIRECTIONS> ways{};
        std::size_t size = 0;
        for (const Direction d : ALL_DIRECTIONS) {
            if (legal(d)) {
                ways[size++] = d;
            }
        }
        if (size == 0) {
            return Move{};
        }
        out_.say("refusal.elsewhere").cells("line", line.span()).directions("directions", std::span(ways).first(size));
        const auto* const rotation =
            std::find_if(NEAREST.begin(), NEAREST.end(), [&](int sixths) { return legal(rotated(asked, sixths)); });
        return move_of(cells, rotated(asked, *rotation));
    }

    void may_go(std::string_view message, const CellList& line, Direction d) {
        out_.say(message).cells("line", line.span()).direction("direction", d);
    }

    // Return the foremost three of too many marbles that can go, in line if possible.
    Move three_of(Bitboard cells, Direction d) {
        for (const int sixths : {0, 1, 2}) {
            const Direction axis = rotated(d, sixths);
            Move found{};
            for (const Cell tail : TABLES.of_id) {
                const CellList line = cells_from(tail, axis, 3);
                const bool forward = d < W; // if so, the cells ahead have higher ids
                if (line.size == 3 && (line.set() & ~cells) == 0 && (!found || forward) &&
                    game_.verdict(line.set(), d).reason == Reason::LEGAL) {
                    found = move_of(line.set(), d);
                }
            }
            if (found && found.in_line()) {
                out_.say("refusal.too_many.in_line").cells("tail", bit(found.tail()));
                return found;
            }
            if (found) {
                may_go("refusal.too_many.broadside", cells_of(found), d);
                return found;
            }
        }
        return Move{};
    }

    static bool on_one_axis(Bitboard set) {
        const Cell first = first_cell(set);
        return std::any_of(ALL_AXES.begin(), ALL_AXES.end(), [&](Direction axis) {
            return (set & ~(cells_from(first, axis, 9).set() | cells_from(first, opposite(axis), 9).set())) == 0;
        });
    }

    void not_a_line(Bitboard culprits) {
        if (const Bitboard holes = culprits & position_.empty(); holes != 0) {
            out_.counted("refusal.not_a_line.gap", holes);
        } else if (const Bitboard foreign = culprits & position_.enemy(); foreign != 0) {
            Wording::enemy_between(position_, foreign, out_);
        } else if (on_one_axis(culprits)) {
            // These are unnamed own marbles between the named ones. Named culprits are never on one axis, or they would
            // be a line.
            out_.counted("refusal.not_a_line.unnamed", culprits);
            out_.say("refusal.not_a_line.unnamed.instead");
        } else {
            out_.say("refusal.not_a_line.scattered").cells("cells", culprits);
            out_.say("refusal.not_a_line.scattered.instead");
        }
    }

    // Return the line that would leave the board: in line from tail to head, broadside in the order of ids.
    static CellList line_that_leaves(const Verdict& verdict) {
        return verdict.standing == 0 ? cells_of(verdict.named)
                                     : cells_to(first_cell(verdict.culprits), verdict.direction, verdict.n);
    }

    // Explain a refusal that comes with a move.
    void explain_move(const Verdict& verdict, Explanation& about) {
        const Move move = verdict.move;
        const Direction d = move.direction();
        const CellList line = cells_of(move);
        const CellList ahead = cells_from(next(move.head(), d), d, verdict.enemies);
        switch (verdict.reason) {
        case Reason::BROADSIDE_BLOCKED:
            about.figure = "broadside_cannot_push";
            blocked(verdict.culprits);
            break;
        case Reason::OWN_MARBLE_AHEAD:
            about.figure = verdict.n == 3 ? "sumito42" : "in_line";
            out_.say(verdict.n == 3 ? "refusal.own_marble_ahead.three" : "refusal.own_marble_ahead");
            out_.cells("cells", verdict.culprits);
            about.instead = with_it(move);
            break;
        case Reason::NO_ROOM_BEHIND:
            about.figure = "no_room_behind";
            Wording::no_room(position_, verdict.culprits, out_);
            out_.cells("cells", verdict.culprits).cells("pushed", ahead.span());
            break;
        case Reason::TOO_FEW: {
            about.figure = "too_few";
            out_.say("refusal.too_few").number("n", verdict.n).number("enemies", verdict.enemies);
            out_.cells("pushed", ahead.span());
            const CellList enough = cells_to(move.head(), d, verdict.n + count(verdict.culprits));
            if (game_.verdict(enough.set(), d).reason == Reason::LEGAL) {
                out_.say("refusal.too_few.instead").cells("line", enough.span());
                about.instead = move_of(enough.set(), d);
            }
            break;
        }
        default:
            about.figure = Wording::partner(verdict, out_);
            if (verdict.reason == Reason::PARTNER_AHEAD) {
                about.instead = with_it(move);
            }
            if (about.figure.empty()) {
                weighed(verdict, move, ahead);
                about.figure = figure_of_weights(verdict, move);
            }
        }
        if (!about.instead) {
            about.instead = elsewhere(line, d);
        }
    }

    void blocked(Bitboard taken) {
        if ((taken & ~position_.own()) == 0) {
            out_.counted("refusal.broadside_blocked.own", taken);
        } else if ((taken & ~position_.enemy()) == 0) {
            Wording::blocked_by_enemy(position_, taken, out_);
        } else if (!Wording::blocked_by_partner(position_, taken, out_)) {
            out_.say("refusal.broadside_blocked.both").cells("cells", taken);
        }
    }

    bool has_partner(Bitboard cells) const { return Wording::has_partner(position_, cells); }

    // Return a legal move in the same direction that includes the marble in the way. Prefer as many named marbles as
    // possible, then the shortest line.
    Move with_it(Move move) {
        const Direction d = move.direction();
        const auto may = [&](const CellList& line) { return game_.verdict(line.set(), d).reason == Reason::LEGAL; };
        for (int first = 0; first < move.size(); ++first) {
            for (int size = move.size() - first + 1; size <= 3; ++size) {
                if (const CellList line = cells_from(along(move.tail(), d, first), d, size); may(line)) {
                    const bool in_front = first > 0 && size == 3 && line.back() == next(move.head(), d);
                    may_go(in_front ? "refusal.own_marble_ahead.front" : "refusal.own_marble_ahead.instead", line, d);
                    return move_of(line.set(), d);
                }
            }
        }
        // A single marble behind another can push with a third marble behind both.
        if (const CellList line = cells_to(next(move.head(), d), d, 3); may(line)) {
            may_go("refusal.own_marble_ahead.instead", line, d);
            return move_of(line.set(), d);
        }
        return Move{};
    }

    void weighed(const Verdict& verdict, Move move, const CellList& ahead) {
        const bool pac = verdict.reason == Reason::PAC;
        const bool three = pac && verdict.standing == 3;
        const CellList own = cells_to(move.head(), move.direction(), verdict.standing);
        if (has_partner(own.set())) {
            out_.say(three ? "several.pac.three" : pac ? "several.pac" : "several.outnumbered");
        } else {
            out_.say(three ? "refusal.pac.three" : pac ? "refusal.pac" : "refusal.outnumbered");
        }
        if (!three) {
            out_.number("n", verdict.standing);
        }
        out_.cells("own", own.span());
        out_.number("enemies", verdict.enemies).cells("cells", ahead.span());
    }

    std::string_view figure_of_weights(const Verdict& verdict, Move move) const {
        if (verdict.reason == Reason::OUTNUMBERED || verdict.standing == 2) {
            return "pac22";
        }
        if (verdict.standing == 1) {
            return "pac11";
        }
        const Bitboard side = ALL & ~position_.empty() & ~position_.enemy();
        const int own = count(run_from(side, move.head(), opposite(move.direction()))); // of any length
        return own == 3 ? "pac33" : own == 4 ? "pac43" : "wall";
    }

    const Game& game_;
    const Position& position_;
    Sentences& out_;
};

template <typename Wording>
class TapExplainer {
  public:
    using Game = typename Wording::Game;
    using Position = typename Wording::Position;

    TapExplainer(const Game& game, const CellList& line, Direction axis, Cell target, Sentences& out)
        : game_(game), position_(game.position()), line_(line), axis_(axis), target_(target), out_(out) {}

    Tap answer() {
        if (game_.outcome()) {
            return asked(game_.verdict(line_.set(), axis_));
        }
        for (const bool ahead : {true, false}) {
            const Cell head = ahead ? line_.back() : line_.front();
            const Way to = way(head, target_);
            if (to.steps > 0 && (line_.size == 1 || to.direction == (ahead ? axis_ : opposite(axis_)))) {
                return straight_ahead(head, to);
            }
        }
        if (line_.size > 1) {
            const auto sides = {rotated(axis_, 1), rotated(axis_, -1), rotated(axis_, 2), rotated(axis_, -2)};
            for (const Direction d : sides) {
                // A tap on the landing cell of the leading end names the direction.
                const bool forward = d == rotated(axis_, 1) || d == rotated(axis_, -1);
                if (next(forward ? line_.back() : line_.front(), d) == target_) {
                    return asked(game_.verdict(line_.set(), d));
                }
            }
            for (const Direction d : sides) {
                const Verdict verdict = game_.verdict(line_.set(), d);
                if (verdict.reason == Reason::BROADSIDE_BLOCKED && has(verdict.culprits, target_)) {
                    not_in_line();
                    Tap tap = asked(verdict);
                    tap.problem = TapProblem::NOT_IN_LINE;
                    tap.explanation.figure = "not_in_line";
                    return tap;
                }
            }
        }
        not_in_line();
        return {.problem = TapProblem::NOT_IN_LINE,
                .explanation = {.verdict = {}, .cells = bit(target_), .instead = {}, .figure = "not_in_line"}};
    }

  private:
    Tap asked(const Verdict& verdict) {
        return {.problem = TapProblem::NONE, .explanation = Explainer<Wording>(game_, out_).answer(verdict)};
    }

    void not_in_line() { out_.say("tap.not_in_line").cells("target", bit(target_)).cells("line", line_.span()); }

    Tap straight_ahead(Cell head, Way to) {
        const Direction d = to.direction;
        const CellList between = cells_from(next(head, d), d, to.steps - 1);
        const Bitboard gap = between.set() & position_.empty();
        if (gap == 0) {
            // A single marble is the tail of a line, so tail and target name a move.
            const Bitboard moving = line_.size == 1 ? Wording::line_from(position_, head, d) : line_.set();
            return asked(game_.verdict(moving, d));
        }
        out_.say("tap.gap").number("n", count(gap)).cells("cells", gap).cells("line", line_.span());
        out_.cells("target", bit(target_));
        Tap tap;
        if (has(gap, next(head, d))) {
            out_.say("tap.gap.close").cells("line", line_.span());
            out_.direction("direction", d);
            tap.explanation.instead = move_of(line_.set(), d);
        } else {
            const Verdict verdict = game_.verdict(line_.set(), d);
            tap = asked(verdict);
            if (verdict.reason == Reason::LEGAL) {
                tap.explanation.instead = verdict.move;
            }
        }
        tap.problem = TapProblem::GAP;
        tap.explanation.cells = gap;
        tap.explanation.figure = "gap";
        return tap;
    }

    const Game& game_;
    const Position& position_;
    const CellList& line_;
    Direction axis_;
    Cell target_;
    Sentences& out_;
};

} // namespace sumito::explaining
