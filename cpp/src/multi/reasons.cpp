#include "sumito/multi/reasons.hpp"

#include "sumito/explaining.hpp"
#include "sumito/multi/record_names.hpp"

namespace sumito::multi {
namespace {

void color(Sentences& out, std::string_view name, const Position& position, int player) {
    out.color(name, name_of(position, player));
}

// A colour changes the grammar of many messages. These name "another player" and "your partner" instead.
struct Players {
    using Game = multi::Game;
    using Position = multi::Position;

    static void ejects(const Game& game, Cell ejected, Sentences& out) {
        const Position& position = game.position();
        const int score = position.scores[static_cast<std::size_t>(position.side_of(position.turn))] + 1;
        const int goal = game.rules().marbles_to_eject;
        const bool wins = score >= goal;
        out.say(wins && !position.teams() ? "legal.wins" : "legal.ejects").cells("ejected", bit(ejected));
        out.number("score", score).number("goal", goal);
        if (wins && position.teams()) {
            out.say("several.team_wins");
        } else if (wins) {
            color(out, "player", position, position.turn);
        }
    }
    static bool has_partner(const Position& position, Bitboard cells) { return (cells & position.partner()) != 0; }
    static void choose_own(const Position& /*position*/, Sentences& out) { out.say("several.choose_own"); }
    static void not_yours(const Position& position, Bitboard cells, Sentences& out) {
        const bool partners = (cells & ~position.partner()) == 0;
        out.counted(partners ? "several.not_yours.partner" : "several.not_yours", cells);
    }
    static void enemy_between(const Position& /*position*/, Bitboard cells, Sentences& out) {
        out.counted("several.enemy_between", cells);
    }
    static void blocked_by_enemy(const Position& /*position*/, Bitboard cells, Sentences& out) {
        out.counted("several.broadside_blocked", cells);
    }
    static bool blocked_by_partner(const Position& position, Bitboard cells, Sentences& out) {
        if ((cells & ~position.partner()) != 0) {
            return false;
        }
        out.counted("several.broadside_blocked.partner", cells);
        return true;
    }
    static void no_room(const Position& position, Bitboard cells, Sentences& out) {
        out.say(has_partner(position, cells) ? "several.no_room_behind" : "refusal.no_room_behind");
    }
    static std::string_view partner(const Verdict& verdict, Sentences& out) {
        switch (verdict.reason) {
        case Reason::PARTNER_AHEAD:
            out.say("several.partner_ahead").cells("cells", verdict.culprits);
            return "partner_ahead";
        case Reason::PARTNER_WITHOUT_PUSH:
            out.counted("several.partner_without_push", verdict.culprits);
            return "partner_without_push";
        case Reason::REAR_NOT_YOURS:
            out.say("several.rear_not_yours").cells("cells", verdict.culprits);
            return "rear_not_yours";
        default:
            return {};
        }
    }
    static Bitboard line_from(const Position& position, Cell rear, Direction d) {
        return multi::line_from(position, rear, d);
    }
};

// Return the first of the players in a set of bits.
int first_of(std::uint8_t players) {
    return std::countr_zero(players);
}

void explain_win(const Game& game, Sentences& out) {
    const Position& position = game.position();
    const Outcome outcome = game.outcome();
    const bool team = position.teams();
    switch (outcome.termination) {
    case Termination::EJECTION:
        out.say(team ? "several.ejection.team" : "outcome.ejection.win").number("n", game.rules().marbles_to_eject);
        break;
    case Termination::PLY_CAP:
        out.say(team ? "several.ply_cap.team" : "outcome.ply_cap.win");
        break;
    case Termination::TIME:
        out.say(team ? "several.time.team" : "outcome.time.win");
        break;
    case Termination::BLOCKED:
        out.say(team ? "several.blocked.team" : "several.last");
        break;
    default:
        out.say(team ? "several.resignation.team" : "several.last");
    }
    const int winner = first_of(outcome.winners);
    color(out, "winner", position, winner);
    if (team) {
        color(out, "partner", position, winner + position.sides);
    }
}

} // namespace

Explanation explain(const Game& game, Bitboard cells, Direction direction, Sentences& out) {
    return explaining::Explainer<Players>(game, out).answer(game.verdict(cells, direction));
}

Explanation explain_between(const Game& game, Cell first, Cell last, Direction direction, Sentences& out) {
    return explaining::Explainer<Players>(game, out).answer(game.verdict_between(first, last, direction));
}

TextError explain_text(const Game& game, std::string_view text, Dialect dialect, bool transposed, Explanation& about,
                       Sentences& out) {
    const MoveReading reading = read_move(game, text, dialect, transposed);
    if (!reading.error) {
        about = explaining::Explainer<Players>(game, out).answer(reading.verdict);
    }
    return reading.error;
}

void explain_outcome(const Game& game, Sentences& out) {
    const Outcome outcome = game.outcome();
    if (outcome.winners != 0) {
        explain_win(game, out);
        return;
    }
    switch (outcome.termination) {
    case Termination::REPETITION:
        out.say("outcome.repetition.draw").number("n", game.rules().repetition);
        break;
    case Termination::PLY_CAP:
        out.say("outcome.ply_cap.draw");
        break;
    case Termination::BLOCKED:
        out.say("several.blocked.draw");
        color(out, "loser", game.position(), game.position().turn);
        break;
    case Termination::AGREEMENT:
        out.say("several.agreement.draw");
        break;
    case Termination::TIME:
        out.say("outcome.time.draw");
        break;
    default: // the game goes on
        break;
    }
}

std::optional<Tap> tap(const Game& game, Bitboard line, Cell target, Sentences& out) {
    const Position& position = game.position();
    Direction axis = E;
    const CellList list = line_of(line, axis);
    const bool own_line = (line & ~position.side()) == 0 && (line & position.own()) != 0;
    if (list.size == 0 || !own_line || !has(position.enemy(), target)) {
        return {};
    }
    return explaining::TapExplainer<Players>(game, list, axis, target, out).answer();
}

} // namespace sumito::multi
