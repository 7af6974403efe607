#include "sumito/threats.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <tuple>

#include "sumito/movegen.hpp"
#include "sumito/sorting.hpp"

namespace sumito {
namespace {

constexpr std::size_t MOST_MENTIONED = 3; // sentences of each kind

std::size_t index(int player) {
    return static_cast<std::size_t>(player);
}

// Return the marble that an ejection pushes off the board.
Bitboard falls(Bitboard pushed, Direction d) {
    return pushed & ~HAS_NEXT[d];
}

// Return the cell ahead of the head of an in-line move.
Cell ahead_of(Move move) {
    return next(move.head(), move.direction());
}

} // namespace

Position with_turn(Position position, int player) {
    position.turn = static_cast<std::uint8_t>(player);
    return position;
}

Bitboard ejectable(const Position& position) {
    MoveList moves;
    generate_ejections(position, moves);
    Bitboard found = 0;
    for (const Move move : moves) {
        found |= falls(effect_of(position, move).pushed, move.direction());
    }
    return found;
}

std::vector<Push> pushes_of(const Position& position) {
    MoveList moves;
    generate(position, moves);
    std::vector<Push> found;
    for (const Move move : moves) {
        const auto [pushed, ejects] = effect_of(position, move);
        if (pushed == 0 || move.size() != count(pushed) + 1) {
            continue;
        }
        const Cell behind_tail = next(move.tail(), opposite(move.direction()));
        const bool more = move.size() == 2 && behind_tail != NO_CELL && has(position.own(), behind_tail);
        found.push_back({.move = move,
                         .most = static_cast<std::uint8_t>(more ? 3 : move.size()),
                         .ejected = ejects ? first_cell(falls(pushed, move.direction())) : NO_CELL,
                         .pushed = pushed});
    }
    sort_few(found, [](const Push& a, const Push& b) {
        const auto order = [](const Push& push) {
            const bool ejects = push.ejected != NO_CELL;
            return std::tuple(!ejects, id_of(ejects ? push.ejected : ahead_of(push.move)), push.move.direction());
        };
        return order(a) < order(b);
    });
    return found;
}

Bitboard after(Bitboard set, Move move) {
    const Bitboard moved = set & move.line();
    return (set & ~moved) | shifted(moved, move.direction());
}

namespace {

// Return how a move saves marbles. The pushing line, the pushed marbles and the edge are in contact, so no move can put
// a marble between them. A defence has to change one of their cells.
DefenceKind kind_of(const Position& position, const std::vector<Push>& attacks, Move move, Bitboard saved) {
    const auto [pushed, ejects] = effect_of(position, move);
    if (ejects) {
        return DefenceKind::EJECTS;
    }
    bool cuts = false;
    for (const Push& attack : attacks) {
        if (attack.ejected == NO_CELL || !has(saved, attack.ejected) || (attack.move.line() & pushed) == 0) {
            continue;
        }
        if (ahead_of(move) == attack.move.head()) {
            return DefenceKind::SUPPORTS;
        }
        cuts = true;
    }
    if (cuts) {
        return DefenceKind::CUTS;
    }
    return (move.line() & saved) != 0 ? DefenceKind::AWAY : DefenceKind::GAP;
}

std::vector<Defence> defences_of(const Position& position, const Threats& threats, int marbles_to_eject) {
    const std::size_t me = position.turn;
    const Bitboard endangered = threats.ejectable[me];
    std::vector<Defence> found;
    if (endangered == 0) {
        return found;
    }
    MoveList moves;
    generate(position, moves);
    bool whole = false;
    for (const Move move : moves) {
        const Position then = position.played(move);
        if (then.ejected[1 - me] >= marbles_to_eject) {
            found.push_back({.move = move, .kind = DefenceKind::WINS, .saved = endangered, .exposed = 0});
            whole = true;
            continue;
        }
        const Bitboard exposed = ejectable(then);
        Bitboard saved = 0;
        for (Bitboard rest = endangered; rest != 0;) {
            const Bitboard marble = bit(take_cell(rest));
            saved |= (after(marble, move) & exposed) == 0 ? marble : 0;
        }
        if (saved != 0) {
            found.push_back({.move = move,
                             .kind = kind_of(position, threats.pushes[1 - me], move, saved),
                             .saved = saved,
                             .exposed = exposed});
            whole = whole || saved == endangered;
        }
    }
    if (whole) {
        std::erase_if(found, [&](const Defence& defence) { return defence.saved != endangered; });
    }
    sort_few(found, [](const Defence& a, const Defence& b) {
        const auto order = [](const Defence& d) {
            return std::tuple(count(d.exposed), d.kind, d.move.size(), number_of(d.move));
        };
        return order(a) < order(b);
    });
    return found;
}

// ---- sentences

// Write the sentences about one game.
class Summary {
  public:
    Summary(const Game& game, Sentences& out)
        : game_(game), threats_(find_threats(game)), out_(out), me_(game.position().turn), foe_(1 - me_) {}

    void say() {
        if (game_.outcome()) {
            out_.say("position.over");
            return;
        }
        out_.say("position.turn").color("player", me_);
        if (threats_.wins[index(me_)]) {
            about("position.wins", pushes(me_).front()).number("goal", game_.rules().marbles_to_eject);
            return;
        }
        if (pushes(me_).empty() && pushes(foe_).empty()) {
            out_.say("position.no_push");
            return;
        }
        const Bitboard endangered = threats_.ejectable[index(me_)];
        const Bitboard prey = threats_.ejectable[index(foe_)];
        if ((prey | endangered) == 0) {
            out_.say("position.no_ejection");
        }
        if (prey != 0) {
            ejections(me_, "position.eject", "position.eject.also", "position.eject.more");
        }
        if (endangered != 0) {
            ejections(foe_, "position.danger", "position.danger.also", "position.danger.more");
            defend(endangered);
        } else if (prey != 0) {
            players("position.safe");
        }
        push();
    }

  private:
    const std::vector<Push>& pushes(int player) const { return threats_.pushes[index(player)]; }

    Sentences& players(std::string_view message) {
        return out_.say(message).color("player", me_).color("enemy", 1 - me_);
    }

    Sentences& moved(std::string_view message, Move move) {
        return players(message).line("line", move).direction("direction", move.direction());
    }

    // Add the pushed marbles, beginning at the head of the line.
    Sentences& pushed(std::string_view name, Move move, Bitboard set) {
        const Cell first = ahead_of(move);
        const std::array<Cell, 2> cells{first, next(first, move.direction())};
        return out_.cells(name, std::span(cells).first(static_cast<std::size_t>(count(set))));
    }

    // Write a sentence about a push by either player. The message says which.
    Sentences& about(std::string_view message, const Push& push) {
        moved(message, push.move);
        if (push.ejected != NO_CELL) {
            out_.cells("cells", bit(push.ejected));
        } else {
            pushed("cells", push.move, push.pushed);
        }
        return out_.number("pushing", push.move.size()).number("against", count(push.pushed));
    }

    void ejections(int player, std::string_view one, std::string_view also, std::string_view more) {
        Bitboard unsaid = threats_.ejectable[index(1 - player)];
        std::size_t said = 0;
        for (const Push& each : pushes(player)) {
            if (each.ejected == NO_CELL || said == MOST_MENTIONED) {
                break;
            }
            about(has(unsaid, each.ejected) ? one : also, each);
            unsaid &= ~bit(each.ejected);
            ++said;
        }
        if (unsaid != 0) {
            players(more).number("n", count(unsaid)).cells("cells", unsaid);
        }
    }

    void defend(Bitboard endangered) {
        if (threats_.wins[index(foe_)]) {
            players("position.danger.decides").number("goal", game_.rules().marbles_to_eject);
        }
        const std::vector<Defence>& defences = threats_.defences;
        if (defences.empty()) {
            players("position.no_defence").number("n", count(endangered));
            return;
        }
        const auto clean =
            std::count_if(defences.begin(), defences.end(), [](const Defence& d) { return d.exposed == 0; });
        if (clean != 0) {
            players("position.defences").number("n", static_cast<int>(clean));
        } else {
            players("position.defences.partly");
        }
        std::size_t said = 0;
        unsigned kinds = 0; // one bit for each kind already mentioned
        for (const Defence& each : defences) {
            const unsigned kind = 1U << static_cast<unsigned>(each.kind);
            if (said == MOST_MENTIONED || (clean != 0 && each.exposed != 0)) {
                break;
            }
            if ((kinds & kind) == 0) {
                kinds |= kind;
                ++said;
                defence(each);
            }
        }
    }

    void defence(const Defence& defence) {
        constexpr std::array<std::string_view, 6> messages{"", // a player who can win gets no other sentence
                                                           "position.defend.eject",
                                                           "position.defend.support",
                                                           "position.defend.cut",
                                                           "position.defend.away",
                                                           "position.defend.gap"};
        const Move move = defence.move;
        const auto [enemies, ejects] = effect_of(game_.position(), move);
        moved(messages[static_cast<std::size_t>(defence.kind)], move)
            .number("n", move.size())
            .cells("cells", defence.saved);
        if (ejects) {
            out_.cells("ejected", falls(enemies, move.direction()));
        } else if (defence.kind < DefenceKind::AWAY) {
            pushed("pushed", move, enemies);
        }
        if (defence.exposed != 0) {
            players("position.exposes").number("n", count(defence.exposed)).cells("cells", defence.exposed);
        }
    }

    void push() {
        std::size_t said = 0;
        int left = 0;
        for (const bool wanted : {true, false}) { // pushes to the edge first
            for (const Push& each : pushes(me_)) {
                if (each.ejected != NO_CELL || to_edge(each) != wanted) {
                    continue;
                }
                if (said == MOST_MENTIONED) {
                    ++left;
                    continue;
                }
                about(wanted ? "position.push.edge" : "position.push", each);
                ++said;
            }
        }
        if (left != 0) {
            players("position.push.more").number("n", left);
        }
        Bitboard theirs = 0;
        for (const Push& each : pushes(foe_)) {
            theirs |= each.ejected == NO_CELL ? each.pushed : 0;
        }
        if (theirs != 0) {
            players("position.push.enemy").number("n", count(theirs)).cells("cells", theirs);
        }
    }

    static bool to_edge(const Push& push) {
        const Cell landing = along(push.move.tail(), push.move.direction(), push.move.size() + count(push.pushed));
        return std::any_of(ALL_DIRECTIONS.begin(), ALL_DIRECTIONS.end(),
                           [&](Direction d) { return next(landing, d) == NO_CELL; });
    }

    const Game& game_;
    Threats threats_;
    Sentences& out_;
    int me_, foe_;
};

} // namespace

Threats find_threats(const Game& game) {
    Threats threats;
    if (game.outcome()) {
        return threats;
    }
    const Position& position = game.position();
    const int marbles_to_eject = game.rules().marbles_to_eject;
    for (int player = 0; player < PLAYERS; ++player) {
        const std::size_t me = index(player);
        threats.pushes[me] = pushes_of(with_turn(position, player));
        for (const Push& push : threats.pushes[me]) {
            threats.ejectable[1 - me] |= push.ejected != NO_CELL ? bit(push.ejected) : 0;
        }
        threats.wins[me] = threats.ejectable[1 - me] != 0 && position.ejected[1 - me] + 1 >= marbles_to_eject;
    }
    threats.defences = defences_of(position, threats, marbles_to_eject);
    return threats;
}

void explain_position(const Game& game, Sentences& out) {
    Summary(game, out).say();
}

} // namespace sumito
