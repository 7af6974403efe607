#include "sumito/formations.hpp"

#include <algorithm>
#include <bit>
#include <string_view>

#include "sumito/sorting.hpp"

namespace sumito {
namespace {

using Formations = std::vector<Formation>;

constexpr int MOST = 3; // at most three marbles of a line count

constexpr std::uint8_t mask(Direction d) {
    return static_cast<std::uint8_t>(1 << d);
}

// Return the cells whose neighbour in direction d is in the set.
Bitboard before(Bitboard set, Direction d) {
    return shifted(set, opposite(d));
}

// Return the connected part of the set that contains `start`.
Bitboard joined(Bitboard set, Cell start) {
    Bitboard found = bit(start);
    for (Bitboard last = 0; found != last;) {
        last = found;
        for (const Direction d : ALL_DIRECTIONS) {
            found |= shifted(last, d) & set;
        }
    }
    return found;
}
template <typename Use>
void for_each_group(Bitboard set, Use use) {
    while (set != 0) {
        const Bitboard group = joined(set, first_cell(set));
        set &= ~group;
        use(group);
    }
}

// Return the rear ends of all lances on an axis.
Bitboard lances(Bitboard marbles, Direction axis) {
    return marbles & before(marbles & before(marbles, axis), axis);
}

// Add every lance, arc and shield of these marbles.
void add_shapes(Bitboard marbles, int player, bool inside, Formations& found) {
    const auto add = [&](FormationKind kind, Bitboard firsts, Direction one, int two_steps, Direction two) {
        while (firsts != 0) {
            const Cell c = take_cell(firsts);
            const Bitboard cells = bit(c) | bit(next(c, one)) | bit(along(c, two, two_steps));
            found.push_back({.kind = kind, .inside = inside, .player = player, .cells = cells});
        }
    };
    for (const Direction d : ALL_AXES) {
        add(FormationKind::LANCE, lances(marbles, d), d, 2, d);
    }
    for (const Direction d : ALL_DIRECTIONS) { // from the middle marble: its neighbours are 120 degrees apart
        const Direction other = rotated(d, 2);
        add(FormationKind::ARC, marbles & before(marbles, d) & before(marbles, other), d, 1, other);
    }
    for (const Direction d : {E, NE}) { // from the lowest marble: a shield rests on a side or on a tip
        const Direction other = rotated(d, 1);
        add(FormationKind::SHIELD, marbles & before(marbles, d) & before(marbles, other), d, 1, other);
    }
}

void add_groups(Bitboard marbles, int player, bool inside, Formations& found) {
    Bitboard threes = 0;
    for_each_group(marbles, [&](Bitboard group) {
        const int size = count(group);
        if (size == 3) {
            threes |= group;
            return;
        }
        const FormationKind kind = size == 1   ? FormationKind::MONOMIAL
                                   : size == 2 ? FormationKind::BINOMIAL
                                               : FormationKind::POLYNOMIAL;
        found.push_back({.kind = kind, .player = player, .cells = group});
    });
    add_shapes(threes, player, false, found);
    if (inside) {
        add_shapes(marbles & ~threes, player, true, found);
    }
}

// Add the blocks. Two parallel lances belong to one block if their rear ends are in contact.
void add_blocks(Bitboard marbles, int player, Formations& found) {
    const std::size_t begin = found.size();
    for (const Direction axis : ALL_AXES) {
        for_each_group(lances(marbles, axis), [&](Bitboard rears) {
            const Bitboard beside = shifted(rears, rotated(axis, 1)) | shifted(rears, rotated(axis, 2));
            if ((rears & beside) == 0) {
                return; // a single line of lances is not a block
            }
            const Bitboard cells = rears | shifted(rears, axis) | shifted(shifted(rears, axis), axis);
            // If lances on another axis cover the same cells, it is the same block.
            for (std::size_t i = begin; i < found.size(); ++i) {
                if (found[i].cells == cells) {
                    found[i].directions |= mask(axis);
                    return;
                }
            }
            found.push_back({.kind = FormationKind::BLOCK, .player = player, .directions = mask(axis), .cells = cells});
        });
    }
}

void add_dets(Bitboard marbles, Bitboard enemy, int player, Formations& found) {
    for_each_group(marbles, [&](Bitboard group) {
        if (count(group) != 1) {
            return;
        }
        Bitboard around = 0;
        std::uint8_t axes = 0;
        for (const Direction axis : ALL_AXES) {
            const Bitboard sides = shifted(group, axis) | before(group, axis);
            if (count(sides & enemy) == 2) {
                around |= sides;
                axes |= mask(axis);
            }
        }
        if (count(around) >= 4 && (around & ~joined(enemy, first_cell(around))) == 0) {
            found.push_back(
                {.kind = FormationKind::DET, .player = player, .directions = axes, .cells = group, .enemies = around});
        }
    });
}

// Return the sumito of the stronger line, which begins at `head`, against `weaker`.
Formation sumito_of(const Position& position, int player, Cell head, Direction d, Bitboard weaker) {
    Bitboard line = 0;
    for (int i = 0; i < MOST; ++i) {
        const Cell c = along(head, opposite(d), i);
        if (c == NO_CELL || !has(position.marbles[static_cast<std::size_t>(player)], c)) {
            break;
        }
        line |= bit(c);
    }
    const Cell beyond = along(head, d, count(weaker) + 1);
    return {.kind = FormationKind::SUMITO,
            .room = beyond == NO_CELL || has(position.empty(), beyond),
            .player = player,
            .directions = mask(d),
            .cells = line,
            .enemies = weaker};
}

// Add a sumito or a pac for every two lines that meet.
void add_contacts(const Position& position, Formations& found) {
    const auto [first, second] = position.marbles;
    for (const Direction d : ALL_DIRECTIONS) {
        for (Bitboard heads = first & before(second, d); heads != 0;) {
            const Cell head = take_cell(heads);
            const Cell faced = next(head, d);
            const Bitboard ours = run_from(first, head, opposite(d));
            const Bitboard theirs = run_from(second, faced, d);
            const int strength = std::min(count(ours), MOST);
            const int against = std::min(count(theirs), MOST);
            if (strength > against) {
                found.push_back(sumito_of(position, 0, head, d, theirs));
            } else if (strength < against) {
                found.push_back(sumito_of(position, 1, faced, opposite(d), ours));
            } else {
                found.push_back(
                    {.kind = FormationKind::PAC, .directions = axis_mask(d), .cells = ours, .enemies = theirs});
            }
        }
    }
}

// Return whether the ids of one set, as a sorted list, come before those of another.
bool precedes(Bitboard one, Bitboard other) {
    const std::uint64_t a = ids_of_set(one);
    const std::uint64_t b = ids_of_set(other);
    const std::uint64_t least = (a ^ b) & (~(a ^ b) + 1); // the lowest id that only one of them has
    return (a & least) != 0 ? b > least : a < least;
}
bool in_order(const Formation& a, const Formation& b) {
    if (a.kind != b.kind) {
        return a.kind < b.kind;
    }
    if (a.player != b.player) {
        return a.player < b.player;
    }
    return a.cells != b.cells ? precedes(a.cells, b.cells) : precedes(a.enemies, b.enemies);
}

} // namespace

std::vector<Formation> formations(const Position& position, bool inside) {
    Formations found;
    for (std::size_t i = 0; i < PLAYERS; ++i) {
        const auto player = static_cast<int>(i);
        const Bitboard marbles = position.marbles[i];
        add_groups(marbles, player, inside, found);
        add_blocks(marbles, player, found);
        add_dets(marbles, position.marbles[1 - i], player, found);
    }
    add_contacts(position, found);
    sort_few(found, in_order);
    return found;
}

void describe(const Formation& formation, Sentences& out) {
    const auto owned = [&](std::string_view message) {
        out.say(message).color("color", formation.player).cells("cells", formation.cells);
    };
    const auto faced = [&] {
        out.cells("enemies", formation.enemies)
            .number("own", std::min(count(formation.cells), MOST))
            .number("against", std::min(count(formation.enemies), MOST));
    };
    switch (formation.kind) {
    case FormationKind::DET:
        owned("formation.det");
        out.cells("enemies", formation.enemies);
        break;
    case FormationKind::PAC:
        out.say("formation.pac").cells("cells", formation.cells);
        faced();
        break;
    case FormationKind::SUMITO:
        owned(formation.room ? "formation.sumito" : "formation.sumito.no_room");
        faced();
        out.direction("direction", static_cast<Direction>(std::countr_zero(formation.directions)));
        break;
    default:
        owned(formation.inside ? "formation.inside" : "formation.marbles");
    }
}

} // namespace sumito
