#pragma once

#include <cstdint>
#include <string_view>

#include "sumito/game.hpp"
#include "sumito/record_names.hpp"

// The end of a recorded game: whether the moves agree with it, and how the game is played on.
namespace sumito {

// The faults of records. The first ones are those of RecordProblem.
enum class RecordFault : std::uint8_t {
    NONE,
    BAD_TAG,
    OPEN_COMMENT,
    BAD_CHARACTER,
    TOKEN_TOO_LONG,
    UTF16,
    NOT_UTF8,
    // tags
    TAG_TWICE,
    TAG_LINE_BREAK,
    BAD_RESULT,
    BAD_NUMBER,
    BAD_NOTATION,
    SAME_TAGS,
    // start
    UNKNOWN_VARIANT,
    NEEDS_POSITION,
    GRAND_ABALONE,
    BAD_POSITION,
    IMPOSSIBLE_POSITION,
    // moves
    NOT_A_MOVE,
    ILLEGAL_MOVE,
    GAME_OVER,
    GLYPH_WITHOUT_MOVE,
    VARIATION_WITHOUT_MOVE,
    VARIATION_NOT_OPENED,
    EMPTY_VARIATION,
    VARIATION_NOT_CLOSED,
    // end
    AFTER_RESULT,
    RESULT_MISSING,
    RESULT_DIFFERS,
    EJECTION_RESULT,
    BLOCKED_RESULT,
    OTHER_END,
    NOT_OVER,
    OCCURS_ONCE,
    PLIES_DIFFER,
    // only of records that are written
    MISSING_TAGS,
    BAD_TAG_NAME,
    TAG_TOO_LONG,
    OWN_TAG,
    PGN_TAG,
    BAD_GLYPH,
    BAD_COMMENT,
    COMMENT_BEGINS_RECORD,
    COMMENT_TOO_LONG,
    COMMENT_AFTER_MOVE,
    // of several players
    BAD_PLAYERS,
    WINNER_LEFT,
};

// The rules of recorded games: neither repetition nor caps end them.
Rules replay_rules(int marbles_to_eject);

// What the last position of a replayed game says against a result and a termination. Terminations without a known name
// claim nothing.
RecordFault end_fault(const Game& game, std::string_view result, std::string_view termination);

// The result that the moves of a replayed game show, whatever was agreed: an ejection wins. Empty if they show none.
std::string_view shown_result(const Game& game);

} // namespace sumito
