#include "sumito/puzzle_themes.hpp"

#include <algorithm>
#include <vector>

#include "sumito/formations.hpp"
#include "sumito/threats.hpp"

namespace sumito {
namespace {

constexpr int MOST = 3; // the most marbles of a line that count

constexpr std::uint32_t mask(Theme theme) {
    return std::uint32_t{1} << static_cast<int>(theme);
}
// Return the theme for the odds of a push.
constexpr std::uint32_t odds(int pushing, int pushed) {
    return mask(pushing == 2 ? Theme::SUMITO_21 : pushed == 1 ? Theme::SUMITO_31 : Theme::SUMITO_32);
}

bool has_det(const Position& position, int player) {
    const std::vector<Formation> found = formations(position, false);
    return std::any_of(found.begin(), found.end(),
                       [&](const Formation& each) { return each.kind == FormationKind::DET && each.player == player; });
}

int strength(Bitboard marbles, Cell cell, Direction d) {
    return std::min(count(run_from(marbles, cell, d)), MOST);
}

// The strengths of a line that begins at a cell, and of the enemies that it faces there.
struct Contact {
    Contact(const Position& position, int player, Cell meeting, Direction d)
        : own(strength(position.marbles[static_cast<std::size_t>(player)], meeting, d)),
          enemies(strength(position.marbles[static_cast<std::size_t>(1 - player)], next(meeting, opposite(d)),
                           opposite(d))) {}
    int own, enemies;
};

// Return whether a push removes an enemy from a pac on another axis, so that the enemy is weaker there.
bool breaks_pac(const Position& before, Move move, Bitboard pushed) {
    const Position after = before.played(move);
    const Direction along_move = move.direction();
    while (pushed != 0) {
        const Cell cell = take_cell(pushed);
        for (const Direction d : ALL_DIRECTIONS) {
            Cell meeting = cell;
            while (meeting != NO_CELL && has(before.enemy(), meeting)) {
                meeting = next(meeting, d);
            }
            if (d == along_move || d == opposite(along_move) || meeting == NO_CELL || !has(before.own(), meeting)) {
                continue;
            }
            const Contact then(before, before.turn, meeting, d);
            const Contact now(after, before.turn, meeting, d);
            if (then.own == then.enemies && then.own > 1 && now.own > now.enemies) {
                return true;
            }
        }
    }
    return false;
}

// Return the marbles of the player to move that the enemy could eject.
Bitboard endangered(const Game& game) {
    return find_threats(game).ejectable[game.position().turn];
}

std::uint32_t themes_of_gain(const Game& game, Move first, std::span<const Move> variation) {
    std::uint32_t found = 0;
    Position now = game.position();
    const int player = now.turn;
    for (std::size_t i = 0; i <= variation.size(); ++i) {
        const Move move = i == 0 ? first : variation[i - 1];
        const auto [pushed, ejects] = effect_of(now, move);
        if (now.turn != player) {
            found |= ejects ? mask(Theme::SACRIFICE) : 0;
        } else if (ejects) {
            found |= odds(move.size(), count(pushed));
        } else if (breaks_pac(now, move, pushed)) {
            found |= mask(Theme::BROKEN_PAC);
        }
        now = now.played(move);
    }
    Game after = game;
    after.play(first);
    return found | (count(endangered(after)) > 1 ? mask(Theme::DOUBLE_THREAT) : 0);
}

std::uint32_t themes_of_rescue(const Game& game, std::span<const Move> solutions) {
    const Position& position = game.position();
    const Threats threats = find_threats(game);
    const Bitboard hanging = threats.ejectable[position.turn];
    std::uint32_t found = count(hanging) > 1 ? mask(Theme::DOUBLE_THREAT) : 0;
    for (const Push& push : threats.pushes[1U - position.turn]) {
        if (push.ejected != NO_CELL && has(hanging, push.ejected)) {
            found |= odds(push.move.size(), count(push.pushed)) | odds(push.most, count(push.pushed));
        }
    }
    for (const Move move : solutions) {
        found |= (move.line() & hanging) != 0 ? mask(Theme::ESCAPE) : 0;
        found |= effect_of(position, move).pushed != 0 ? mask(Theme::COUNTERATTACK) : 0;
    }
    return found;
}

} // namespace

bool are_solutions(const Game& game, std::span<const Move> solutions, std::span<const Move> variation) {
    const auto is_legal = [&](Move move) { return game.is_legal(move); };
    if (solutions.empty() || !std::all_of(solutions.begin(), solutions.end(), is_legal)) {
        return false;
    }
    Game after = game;
    after.play(solutions.front());
    return std::all_of(variation.begin(), variation.end(), [&](Move move) { return after.play(move); });
}

std::uint32_t themes_of(const Game& game, Goal goal, std::span<const Move> solutions, std::span<const Move> variation) {
    const Position& position = game.position();
    std::uint32_t found =
        goal == Goal::EJECT ? themes_of_gain(game, solutions.front(), variation) : themes_of_rescue(game, solutions);
    const auto all = [&](auto&& is) { return std::all_of(solutions.begin(), solutions.end(), is); };
    found |= all([&](Move move) { return effect_of(position, move).pushed == 0; }) ? mask(Theme::QUIET) : 0;
    found |= all([](Move move) { return !move.in_line(); }) ? mask(Theme::BROADSIDE) : 0;
    const auto at_the_edge = [](Move move) { return ((move.line() | after(move.line(), move)) & ~EDGE) == 0; };
    found |= all(at_the_edge) ? mask(Theme::AT_THE_EDGE) : 0;
    const bool det = has_det(position, position.turn) ||
                     std::any_of(solutions.begin(), solutions.end(),
                                 [&](Move move) { return has_det(position.played(move), position.turn); });
    return found | (det ? mask(Theme::DET) : 0);
}

} // namespace sumito
