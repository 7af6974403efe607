#include "sumito/reasons.hpp"

#include "sumito/explaining.hpp"

namespace sumito {
namespace {

using namespace explaining;

struct TwoPlayers {
    using Game = sumito::Game;
    using Position = sumito::Position;

    static void player(const Position& position, Sentences& out) { out.color("player", position.turn); }
    static void enemy(const Position& position, Sentences& out) { out.color("enemy", 1 - position.turn); }

    static void ejects(const Game& game, Cell ejected, Sentences& out) {
        const Position& position = game.position();
        const int score = position.ejected[1U - position.turn] + 1;
        const int goal = game.rules().marbles_to_eject;
        out.say(score >= goal ? "legal.wins" : "legal.ejects").cells("ejected", bit(ejected));
        out.number("score", score).number("goal", goal);
        if (score >= goal) {
            player(position, out);
        }
    }
    static bool has_partner(const Position& /*position*/, Bitboard /*cells*/) { return false; }
    static void choose_own(const Position& position, Sentences& out) {
        out.say("refusal.no_marble.instead");
        player(position, out);
    }
    static void not_yours(const Position& position, Bitboard cells, Sentences& out) {
        out.counted("refusal.not_yours", cells);
        player(position, out);
        enemy(position, out);
    }
    static void enemy_between(const Position& position, Bitboard cells, Sentences& out) {
        out.counted("refusal.not_a_line.enemy", cells);
        enemy(position, out);
    }
    static void blocked_by_enemy(const Position& position, Bitboard cells, Sentences& out) {
        out.counted("refusal.broadside_blocked.enemy", cells);
        enemy(position, out);
    }
    static bool blocked_by_partner(const Position& /*position*/, Bitboard /*cells*/, Sentences& /*out*/) {
        return false;
    }
    static void no_room(const Position& /*position*/, Bitboard /*cells*/, Sentences& out) {
        out.say("refusal.no_room_behind");
    }
    static std::string_view partner(const Verdict& /*verdict*/, Sentences& /*out*/) { return {}; }
    static Bitboard line_from(const Position& position, Cell rear, Direction d) {
        return run_from(position.own(), rear, d);
    }
};

} // namespace

Explanation explain(const Game& game, Bitboard cells, Direction direction, Sentences& out) {
    return Explainer<TwoPlayers>(game, out).answer(game.verdict(cells, direction));
}

Explanation explain_between(const Game& game, Cell first, Cell last, Direction direction, Sentences& out) {
    return Explainer<TwoPlayers>(game, out).answer(game.verdict_between(first, last, direction));
}

TextError explain_text(const Game& game, std::string_view text, Dialect dialect, bool transposed, Explanation& about,
                       Sentences& out) {
    const MoveReading reading = read_move(game, text, dialect, transposed);
    if (!reading.error) {
        about = Explainer<TwoPlayers>(game, out).answer(reading.verdict);
    }
    return reading.error;
}

void explain_outcome(const Game& game, Sentences& out) {
    const Outcome outcome = game.outcome();
    const bool draw = outcome.winners == 0;
    const int winner = (outcome.winners & 1) != 0 ? 0 : 1;
    switch (outcome.termination) {
    case Termination::NONE:
        break;
    case Termination::EJECTION:
        out.say("outcome.ejection.win").color("winner", winner).number("n", game.rules().marbles_to_eject);
        break;
    case Termination::REPETITION:
        out.say("outcome.repetition.draw").number("n", game.rules().repetition);
        break;
    case Termination::PLY_CAP:
        if (draw) {
            out.say("outcome.ply_cap.draw");
        } else {
            out.say("outcome.ply_cap.win").color("winner", winner);
        }
        break;
    case Termination::BLOCKED:
        if (draw) {
            out.say("outcome.blocked.draw").color("loser", game.position().turn);
        } else {
            out.say("outcome.blocked.win").color("winner", winner).color("loser", 1 - winner);
        }
        break;
    case Termination::RESIGNATION:
        out.say("outcome.resignation.win").color("winner", winner).color("loser", 1 - winner);
        break;
    case Termination::AGREEMENT:
        out.say("outcome.agreement.draw");
        break;
    case Termination::TIME:
        if (draw) {
            out.say("outcome.time.draw");
        } else {
            out.say("outcome.time.win").color("winner", winner);
        }
        break;
    }
}

std::optional<Tap> tap(const Game& game, Bitboard line, Cell target, Sentences& out) {
    const Position& position = game.position();
    Direction axis = E;
    const CellList list = line_of(line, axis);
    if (list.size == 0 || (line & ~position.own()) != 0 || !has(position.enemy(), target)) {
        return {};
    }
    return TapExplainer<TwoPlayers>(game, list, axis, target, out).answer();
}

} // namespace sumito
