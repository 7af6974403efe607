#include "sumito/record_end.hpp"

#include <algorithm>
#include <array>

namespace sumito {
namespace {

// The end that a record claims and its moves do not show. A result without a known name claims nothing.
Outcome declared(std::string_view result, Termination termination) {
    if (result == UNKNOWN_RESULT || std::ranges::find(RESULTS, result) == RESULTS.end()) {
        return {};
    }
    const std::uint8_t winners = result == RESULTS[0] ? 1 : result == RESULTS[1] ? 2 : 0;
    if (termination == Termination::TIME) {
        return {termination, winners};
    }
    return {winners == 0 ? Termination::AGREEMENT : Termination::RESIGNATION, winners};
}

} // namespace

Rules replay_rules(int marbles_to_eject) {
    return {.marbles_to_eject = marbles_to_eject, .repetition = 0};
}

std::string_view shown_result(const Game& game) {
    const Outcome outcome = game.outcome();
    return outcome.termination == Termination::EJECTION ? result_of(outcome) : std::string_view{};
}

RecordFault end_fault(const Game& game, std::string_view result, std::string_view termination) {
    const Termination shown = game.outcome().termination;
    if (const std::string_view won = shown_result(game); !won.empty() && result != won) {
        return RecordFault::EJECTION_RESULT;
    }
    const Termination claimed = termination_named(termination);
    if (claimed == Termination::BLOCKED && claimed == shown && result == RESULTS[game.position().turn]) {
        return RecordFault::BLOCKED_RESULT;
    }
    if (claimed == Termination::NONE || claimed == shown) {
        return RecordFault::NONE;
    }
    // A blocked player may resign, lose on time or agree to a draw: other rules allow it.
    if (shown == Termination::EJECTION || (shown != Termination::NONE && claimed == Termination::EJECTION)) {
        return RecordFault::OTHER_END;
    }
    if (claimed == Termination::EJECTION || claimed == Termination::BLOCKED) {
        return RecordFault::NOT_OVER;
    }
    return claimed == Termination::REPETITION && game.occurrences() < 2 ? RecordFault::OCCURS_ONCE : RecordFault::NONE;
}

Resumption resume(const Setup& start, std::span<const Move> moves, int marbles_to_eject, std::string_view result,
                  std::string_view termination) {
    const Rules usual{.marbles_to_eject = marbles_to_eject};
    const std::array<Rules, 2> choices{usual, replay_rules(marbles_to_eject)};
    for (const Rules& rules : choices) {
        Game game(start, rules);
        if (!std::ranges::all_of(moves, [&game](Move move) { return game.play(move); })) {
            continue;
        }
        game.declare(declared(result, termination_named(termination)));
        const Outcome outcome = game.outcome();
        if (!outcome || result == UNKNOWN_RESULT || result == result_of(outcome) || rules != usual) {
            return {true, rules, outcome};
        }
    }
    return {};
}

} // namespace sumito
