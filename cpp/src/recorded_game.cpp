#include "sumito/recorded_game.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "sumito/multi/move_text.hpp"
#include "sumito/multi/position_text.hpp"

namespace sumito {
namespace {

// Return whether a player has left without a choice as a consequence of the last entry, for this cause.
bool has_followed(const multi::Game& game, const multi::Leaving& leaving) {
    for (std::size_t i = game.length(); i > 0 && game.entry(i - 1).automatic; --i) {
        const multi::Leaving& found = game.entry(i - 1).leaving;
        if (found.player == leaving.player && found.cause == leaving.cause) {
            return true;
        }
    }
    return false;
}

EntryReading read_leaving(const multi::Game& game, std::string_view text) {
    const auto leaving = multi::read_leaving(game.position(), text);
    if (!leaving) {
        return {.fault = RecordFault::NOT_A_MOVE};
    }
    if (leaving->cause == multi::Cause::BLOCKED || leaving->cause == multi::Cause::EMPTY) {
        return {.fault = has_followed(game, *leaving) ? RecordFault::NONE : RecordFault::ILLEGAL_MOVE, .follows = true};
    }
    const int number = multi::number_of({.move = Move{}, .leaving = *leaving});
    const RecordFault fault = game.outcome()           ? RecordFault::GAME_OVER
                              : game.can_enter(number) ? RecordFault::NONE
                                                       : RecordFault::ILLEGAL_MOVE;
    return {.fault = fault, .number = number};
}

// Return whether a result names a winner who has left.
bool winner_has_left(const multi::Position& position, std::string_view result) {
    std::array<char, multi::TOKEN_SIZE> text;
    for (int side = 0; side < position.sides; ++side) {
        const std::size_t size = multi::write_result(position, position.members(side), text);
        if (result == std::string_view{text.data(), size}) {
            return !position.all_play(side);
        }
    }
    return false;
}

RecordFault end_of_several(const multi::Game& game, std::string_view result, Termination claimed) {
    const Outcome shown = game.shown();
    if (shown) {
        std::array<char, multi::TOKEN_SIZE> text;
        const std::size_t size = multi::write_result(game.position(), shown.winners, text);
        if (result != std::string_view{text.data(), size}) {
            return RecordFault::EJECTION_RESULT;
        }
    } else if (winner_has_left(game.position(), result)) {
        return RecordFault::WINNER_LEFT;
    }
    if (claimed == Termination::NONE || claimed == game.outcome().termination) {
        return RecordFault::NONE;
    }
    if (shown) {
        return RecordFault::OTHER_END;
    }
    if (claimed == Termination::EJECTION || claimed == Termination::BLOCKED || claimed == Termination::RESIGNATION) {
        return RecordFault::NOT_OVER;
    }
    const bool once = claimed == Termination::REPETITION && game.occurrences() < 2;
    return once ? RecordFault::OCCURS_ONCE : RecordFault::NONE;
}

} // namespace

EntryReading RecordedGame::read(std::string_view text, Dialect dialect, bool transposed) const {
    if (several_ && text.starts_with('-')) {
        return read_leaving(*several_, text);
    }
    const auto [error, verdict] =
        several_ ? multi::read_move(*several_, text, dialect, transposed) : read_move(two_, text, dialect, transposed);
    if (error) {
        return {.fault = RecordFault::NOT_A_MOVE};
    }
    if (outcome()) {
        return {.fault = RecordFault::GAME_OVER};
    }
    if (verdict.reason != Reason::LEGAL) {
        return {.fault = RecordFault::ILLEGAL_MOVE};
    }
    return {.number = number_of(verdict.move)};
}

bool RecordedGame::can_enter(int number) const {
    return several_ ? several_->can_enter(number)
                    : number >= 0 && number < MOVES && two_.is_legal(move_of_number(number));
}

bool RecordedGame::enter(int number) {
    return several_ ? several_->enter(number) : can_enter(number) && two_.play(move_of_number(number));
}

int RecordedGame::undo() {
    if (!several_) {
        return number_of(two_.undo());
    }
    const std::optional<multi::Entry> last = several_->undo();
    return last ? multi::number_of(*last) : 0;
}

std::size_t RecordedGame::write(int number, Dialect dialect, std::span<char, ENTRY_TEXT_SIZE> out) const {
    if (several_ && number < 0) {
        return multi::write_leaving(several_->position(), multi::leaving_of(number), out.first<multi::TOKEN_SIZE>());
    }
    const Bitboard empty = several_ ? several_->position().empty() : two_.position().empty();
    return write_move(empty, move_of_number(number), dialect, out.first<MOVE_TEXT_SIZE>());
}

std::size_t RecordedGame::write_followers(std::span<char, multi::MOST_PLAYERS * multi::TOKEN_SIZE> out) const {
    if (!several_) {
        return 0;
    }
    std::size_t first = several_->length();
    while (first > 0 && several_->entry(first - 1).automatic) {
        --first;
    }
    std::size_t size = 0;
    for (std::size_t i = first; i < several_->length(); ++i) {
        std::array<char, multi::TOKEN_SIZE> token;
        const std::size_t length = multi::write_leaving(several_->position(), several_->entry(i).leaving, token);
        if (size > 0) {
            out[size++] = ' ';
        }
        std::copy_n(token.begin(), length, out.begin() + static_cast<std::ptrdiff_t>(size));
        size += length;
    }
    return size;
}

std::size_t RecordedGame::write_start(PositionForm form, std::span<char, POSITION_TEXT_SIZE> out) const {
    return several_ ? multi::write_position(several_->start(), out) : write_position(form, two_.start(), out);
}

bool RecordedGame::begins_round() const {
    if (!several_) {
        return two_.position().turn == 0;
    }
    const multi::Position& position = several_->position();
    const int first = position.is_active(0) ? 0 : position.next_player(0);
    return position.turn == first;
}

std::size_t RecordedGame::write_number(std::span<char, MOVE_NUMBER_SIZE> out) const {
    if (!several_) {
        return write_move_number(static_cast<int>(two_.length()), two_.position().turn, out);
    }
    char* end = std::to_chars(out.data(), out.data() + out.size(), several_->round()).ptr;
    end = std::fill_n(end, begins_round() ? 1 : 3, '.');
    return static_cast<std::size_t>(end - out.data());
}

std::string_view RecordedGame::result(int number, std::span<char, multi::TOKEN_SIZE> buffer) const {
    if (!several_) {
        return RESULTS[static_cast<std::size_t>(number)];
    }
    if (number == results() - 1) {
        return UNKNOWN_RESULT;
    }
    return {buffer.data(), multi::write_result(several_->position(), winners(number), buffer)};
}

std::uint8_t RecordedGame::winners(int number) const {
    if (!several_) {
        return number == PLAYERS ? std::uint8_t{0} : static_cast<std::uint8_t>(1 << number);
    }
    const multi::Position& position = several_->position();
    return number == position.sides ? std::uint8_t{0} : position.members(number);
}

std::optional<int> RecordedGame::read_result(std::string_view text) const {
    std::array<char, multi::TOKEN_SIZE> buffer;
    for (int number = 0; number < results(); ++number) {
        if (text == result(number, buffer)) {
            return number;
        }
    }
    return {};
}

RecordFault RecordedGame::end_fault(std::string_view result, std::string_view termination) const {
    return several_ ? end_of_several(*several_, result, termination_named(termination))
                    : sumito::end_fault(two_, result, termination);
}

std::optional<Outcome> RecordedGame::claimed_end(std::string_view result, Termination termination) const {
    const auto number = read_result(result);
    if (!number || *number == results() - 1) {
        return {};
    }
    const std::uint8_t won = winners(*number);
    if (termination == Termination::TIME) {
        return Outcome{termination, won};
    }
    // Of several players, one who resigns is an entry. So a winner whom the entries do not show has won on time.
    const Termination usual = several_ ? Termination::TIME : Termination::RESIGNATION;
    return Outcome{won == 0 ? Termination::AGREEMENT : usual, won};
}

RecordedGame RecordedGame::begun_under(const Rules& rules) const {
    RecordedGame game;
    if (several_) {
        game.several_.emplace(several_->start(), rules, several_->mixed_moves());
    } else {
        game.two_ = Game(two_.start(), rules);
    }
    return game;
}

Resumption resume(const RecordedGame& start, std::span<const int> entries, std::string_view result,
                  std::string_view termination) {
    const int marbles_to_eject = start.rules().marbles_to_eject;
    const Rules usual{.marbles_to_eject = marbles_to_eject};
    const std::array<Rules, 2> choices{usual, replay_rules(marbles_to_eject)};
    const auto claimed = start.claimed_end(result, termination_named(termination));
    for (const Rules& rules : choices) {
        RecordedGame game = start.begun_under(rules);
        if (!std::ranges::all_of(entries, [&game](int entry) { return game.enter(entry); })) {
            continue;
        }
        if (claimed) {
            game.declare(*claimed);
        }
        const Outcome outcome = game.outcome();
        if (!outcome || !claimed || claimed->winners == outcome.winners || rules != usual) {
            return {true, rules, outcome};
        }
    }
    return {};
}

} // namespace sumito
