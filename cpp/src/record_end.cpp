#include "sumito/record_end.hpp"

namespace sumito {

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

} // namespace sumito
