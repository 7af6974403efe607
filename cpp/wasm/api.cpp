#include "api.hpp"

#include <stdlib.h>
#include <string.h>

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "sumito/clock.hpp"
#include "sumito/move_text.hpp"
#include "sumito/movegen.hpp"
#include "sumito/perft.hpp"
#include "sumito/position_text.hpp"
#include "sumito/record_text.hpp"
#include "sumito/symmetry.hpp"

#include "arguments.hpp"

// No logic here: arguments are checked, converted, and handed to the core.
using namespace sumito;

struct sumito_clock {
    Clock clock;
};
struct sumito_records {
    RecordTokenizer tokenizer;
    std::vector<char> value; // of the last tag
};

namespace {

constexpr int DEEPEST_PERFT = 64; // what the stack holds

bool is_symmetry(int32_t symmetry) {
    return below(symmetry, SYMMETRIES);
}
bool is_form(int32_t form) {
    return below(form, static_cast<int>(PositionForm::DIGITS) + 1);
}
bool is_kind(int32_t kind) {
    return below(kind, static_cast<int>(ClockKind::SHARED) + 1);
}
bool is_time(double ms) { // false for what is no number
    return ms > -EXACT_END && ms < EXACT_END;
}
bool is_player(const sumito_clock* clock, int32_t player) {
    return clock != nullptr && below(player, clock->clock.players());
}

Milliseconds whole(double ms) {
    return static_cast<Milliseconds>(__builtin_floor(ms));
}
std::size_t index(int32_t player) {
    return static_cast<std::size_t>(player);
}

uint32_t written(int32_t form, const Setup& setup, char* out, uint32_t capacity) {
    std::array<char, POSITION_TEXT_SIZE> text;
    return copied(text.data(), write_position(static_cast<PositionForm>(form), setup, text), out, capacity);
}

sumito_move values(const Position& position, Move move) {
    const Effect effect = effect_of(position, move);
    return {.line = ids_of_set(move.line()),
            .pushed = ids_of_set(effect.pushed),
            .number = number_of(move),
            .direction = move.direction(),
            .in_line = move.in_line(),
            .ejects = effect.ejects};
}

// False where they cannot be played.
bool read_rules(const sumito_rules* from, Rules& rules) {
    if (from == nullptr) {
        return true;
    }
    if (!within(from, 1) || !below(from->adjudication, 2) || !below(from->blocked, 2)) {
        return false;
    }
    rules = {from->marbles_to_eject,
             from->repetition,
             from->ply_cap,
             from->quiet_cap,
             static_cast<Adjudication>(from->adjudication),
             static_cast<Blocked>(from->blocked)};
    return rules.valid();
}

// False where it is none.
bool read_control(int32_t kind, double time, double increment, double delay, TimeControl& control) {
    if (!is_kind(kind) || !is_time(time) || !is_time(increment) || !is_time(delay)) {
        return false;
    }
    control = {static_cast<ClockKind>(kind), whole(time), whole(increment), whole(delay)};
    return control.valid();
}

} // namespace

void* sumito_alloc(uint32_t bytes) {
    return malloc(bytes);
}
void sumito_free(void* buffer) {
    free(buffer);
}

// ---- moves

uint64_t sumito_move_line(int32_t move) {
    return is_move(move) ? ids_of_set(move_of_number(move).line()) : 0;
}
int32_t sumito_move_direction(int32_t move) {
    return is_move(move) ? move_of_number(move).direction() : -1;
}
int32_t sumito_move_in_line(int32_t move) {
    return is_move(move) ? move_of_number(move).in_line() : -1;
}
int32_t sumito_move_number(uint64_t cells, int32_t direction) {
    if (!is_set(cells) || !is_direction(direction)) {
        return -1;
    }
    const Move move = move_of(set_of_ids(cells), direction_of(direction));
    return move ? number_of(move) : -1;
}

// ---- symmetries

int32_t sumito_image_of_cell(int32_t symmetry, int32_t cell) {
    return is_symmetry(symmetry) && is_cell_id(cell) ? id_of(image(symmetry, cell_of_id(cell))) : -1;
}
int32_t sumito_image_of_direction(int32_t symmetry, int32_t direction) {
    return is_symmetry(symmetry) && is_direction(direction) ? image(symmetry, direction_of(direction)) : -1;
}
int32_t sumito_image_of_move(int32_t symmetry, int32_t move) {
    return is_symmetry(symmetry) && is_move(move) ? number_of(image(symmetry, move_of_number(move))) : -1;
}
int32_t sumito_symmetry_composed(int32_t first, int32_t then) {
    return is_symmetry(first) && is_symmetry(then) ? composed(first, then) : -1;
}
int32_t sumito_symmetry_inverse(int32_t symmetry) {
    return is_symmetry(symmetry) ? inverse(symmetry) : -1;
}

// ---- games

sumito_game* sumito_game_new(int32_t form, const char* text, uint32_t length, const sumito_rules* rules,
                             sumito_text_error* error) {
    sumito_text_error found{-1, 0};
    Rules checked;
    Setup setup;
    sumito_game* made = nullptr;
    if (is_form(form) && within(text, length) && read_rules(rules, checked)) {
        const TextError e = read_position(static_cast<PositionForm>(form), {text, length}, setup);
        found = {static_cast<int32_t>(e.problem), e.column};
        made = e ? nullptr : new sumito_game{Game(setup, checked)};
    }
    if (within(error, 1)) {
        *error = found;
    }
    return made;
}
sumito_game* sumito_game_copy(const sumito_game* game) {
    return game != nullptr ? new sumito_game(*game) : nullptr;
}
void sumito_game_free(sumito_game* game) {
    delete game;
}
uint32_t sumito_game_write(const sumito_game* game, int32_t form, char* out, uint32_t capacity) {
    return game != nullptr && is_form(form) ? written(form, game->game.setup(), out, capacity) : 0;
}
uint32_t sumito_game_write_start(const sumito_game* game, int32_t form, char* out, uint32_t capacity) {
    return game != nullptr && is_form(form) ? written(form, game->game.start(), out, capacity) : 0;
}

int32_t sumito_game_turn(const sumito_game* game) {
    return game != nullptr ? game->game.position().turn : -1;
}
int32_t sumito_game_ply(const sumito_game* game) {
    return game != nullptr ? game->game.ply() : -1;
}
int32_t sumito_game_quiet(const sumito_game* game) {
    return game != nullptr ? game->game.quiet() : -1;
}
uint64_t sumito_game_marbles(const sumito_game* game, int32_t player) {
    return game != nullptr && is_player(player) ? ids_of_set(game->game.position().marbles[index(player)]) : 0;
}
int32_t sumito_game_ejected(const sumito_game* game, int32_t player) {
    return game != nullptr && is_player(player) ? game->game.position().ejected[index(player)] : -1;
}
uint64_t sumito_game_key(const sumito_game* game) {
    return game != nullptr ? game->game.position().key : 0;
}
int32_t sumito_game_occurrences(const sumito_game* game) {
    return game != nullptr ? game->game.occurrences() : -1;
}
int32_t sumito_game_canonical(const sumito_game* game) {
    return game != nullptr ? canonical_symmetry(game->game.position()) : -1;
}

uint32_t sumito_game_moves(const sumito_game* game, sumito_move* out, uint32_t capacity) {
    if (game == nullptr || game->game.outcome()) {
        return 0;
    }
    MoveList moves;
    generate(game->game.position(), moves);
    if (moves.size() <= capacity && within(out, capacity)) {
        for (const Move move : moves) {
            *out++ = values(game->game.position(), move);
        }
    }
    return static_cast<uint32_t>(moves.size());
}
uint32_t sumito_game_count(const sumito_game* game) {
    return game == nullptr || game->game.outcome() ? 0 : static_cast<uint32_t>(count_moves(game->game.position()));
}
int32_t sumito_game_is_legal(const sumito_game* game, int32_t move) {
    return game != nullptr && is_move(move) && game->game.is_legal(move_of_number(move));
}
int32_t sumito_game_effect(const sumito_game* game, int32_t move, sumito_move* out) {
    if (sumito_game_is_legal(game, move) == 0 || !within(out, 1)) {
        return 0;
    }
    *out = values(game->game.position(), move_of_number(move));
    return 1;
}
uint32_t sumito_game_history(const sumito_game* game, int32_t* out, uint32_t capacity) {
    const std::size_t size = game != nullptr ? game->game.length() : 0;
    if (size <= capacity && within(out, capacity)) {
        for (std::size_t i = 0; i < size; ++i) {
            out[i] = number_of(game->game.move(i));
        }
    }
    return static_cast<uint32_t>(size);
}

int32_t sumito_game_verdict(const sumito_game* game, uint64_t cells, int32_t direction, sumito_verdict* out) {
    if (game == nullptr || cells == 0 || !is_set(cells) || !is_direction(direction) || !within(out, 1)) {
        return 0;
    }
    *out = values(game->game.verdict(set_of_ids(cells), direction_of(direction)));
    return 1;
}
int32_t sumito_game_verdict_between(const sumito_game* game, int32_t first, int32_t last, int32_t direction,
                                    sumito_verdict* out) {
    if (game == nullptr || !is_cell_id(first) || !is_cell_id(last) || !is_direction(direction) || !within(out, 1)) {
        return 0;
    }
    *out = values(game->game.verdict_between(cell_of_id(first), cell_of_id(last), direction_of(direction)));
    return 1;
}

int32_t sumito_game_play(sumito_game* game, int32_t move) {
    return game != nullptr && is_move(move) && game->game.play(move_of_number(move));
}
int32_t sumito_game_undo(sumito_game* game) {
    const Move last = game != nullptr ? game->game.undo() : Move{};
    return last ? number_of(last) : -1;
}
int32_t sumito_game_reopen(sumito_game* game) {
    return game != nullptr && game->game.reopen();
}
int32_t sumito_game_resign(sumito_game* game, int32_t player) {
    return game != nullptr && is_player(player) && game->game.resign(player);
}
int32_t sumito_game_agree_draw(sumito_game* game) {
    return game != nullptr && game->game.agree_draw();
}
int32_t sumito_game_flag(sumito_game* game, int32_t player) {
    return game != nullptr && is_player(player) && game->game.flag(player);
}
int32_t sumito_game_flag_shared(sumito_game* game) {
    return game != nullptr && game->game.flag_shared();
}

int32_t sumito_game_termination(const sumito_game* game) {
    return game != nullptr ? static_cast<int32_t>(game->game.outcome().termination) : -1;
}
int32_t sumito_game_winners(const sumito_game* game) {
    return game != nullptr ? game->game.outcome().winners : 0;
}

int32_t sumito_game_read_move(const sumito_game* game, const char* text, uint32_t length, int32_t dialect,
                              int32_t transposed, sumito_reading* out) {
    if (game == nullptr || !within(text, length) || !below(dialect, static_cast<int>(Dialect::ANY) + 1) ||
        !within(out, 1)) {
        return 0;
    }
    const MoveReading reading = read_move(game->game, {text, length}, static_cast<Dialect>(dialect), transposed != 0);
    *out = {.verdict = values(reading.verdict),
            .error = {static_cast<int32_t>(reading.error.problem), reading.error.column}};
    return 1;
}
uint32_t sumito_game_write_move(const sumito_game* game, int32_t move, int32_t dialect, char* out, uint32_t capacity) {
    if (game == nullptr || !is_move(move) || !below(dialect, static_cast<int>(Dialect::ANY))) {
        return 0;
    }
    std::array<char, MOVE_TEXT_SIZE> text;
    const std::size_t size =
        write_move(game->game.position(), move_of_number(move), static_cast<Dialect>(dialect), text);
    return copied(text.data(), size, out, capacity);
}

uint64_t sumito_game_perft(const sumito_game* game, int32_t depth) {
    return game != nullptr && below(depth, DEEPEST_PERFT + 1)
               ? perft(game->game.position(), depth, game->game.rules().marbles_to_eject)
               : 0;
}

// ---- clocks

int32_t sumito_time_control_valid(int32_t kind, double time, double increment, double delay) {
    TimeControl control;
    return read_control(kind, time, increment, delay, control);
}
sumito_clock* sumito_clock_new(int32_t kind, double time, double increment, double delay, int32_t players) {
    TimeControl control;
    const bool valid = read_control(kind, time, increment, delay, control) && players >= 2 && players <= MAX_PLAYERS;
    return valid ? new sumito_clock{Clock(control, players)} : nullptr;
}
sumito_clock* sumito_clock_copy(const sumito_clock* clock) {
    return clock != nullptr ? new sumito_clock(*clock) : nullptr;
}
void sumito_clock_free(sumito_clock* clock) {
    delete clock;
}
int32_t sumito_clock_control(const sumito_clock* clock, sumito_time_control* out) {
    if (clock == nullptr || !within(out, 1)) {
        return 0;
    }
    const TimeControl& control = clock->clock.control();
    *out = {.time = static_cast<double>(control.time),
            .increment = static_cast<double>(control.increment),
            .delay = static_cast<double>(control.delay),
            .kind = static_cast<int32_t>(control.kind),
            .players = clock->clock.players()};
    return 1;
}

int32_t sumito_clock_start(sumito_clock* clock, int32_t player, double now) {
    if (!is_player(clock, player) || !is_time(now)) {
        return 0;
    }
    clock->clock.start(player, whole(now));
    return 1;
}
int32_t sumito_clock_press(sumito_clock* clock, int32_t next, double now) {
    if (!is_player(clock, next) || !is_time(now)) {
        return 0;
    }
    clock->clock.press(next, whole(now));
    return 1;
}
int32_t sumito_clock_stop(sumito_clock* clock, double now) {
    if (clock == nullptr || !is_time(now)) {
        return 0;
    }
    clock->clock.stop(whole(now));
    return 1;
}
int32_t sumito_clock_adjust(sumito_clock* clock, int32_t player, double by) {
    if (!is_player(clock, player) || !is_time(by)) {
        return 0;
    }
    clock->clock.adjust(player, whole(by));
    return 1;
}
int32_t sumito_clock_read(const sumito_clock* clock, sumito_clock_state* out) {
    if (clock == nullptr || !within(out, 1)) {
        return 0;
    }
    const Clock::State& state = clock->clock.state();
    *out = {.since = static_cast<double>(state.since),
            .delay = static_cast<double>(state.delay),
            .left = {},
            .player = state.player,
            .runs = clock->clock.running() >= 0};
    for (std::size_t player = 0; player < MAX_PLAYERS; ++player) {
        out->left[player] = static_cast<double>(state.left[player]);
    }
    return 1;
}
int32_t sumito_clock_restore(sumito_clock* clock, const sumito_clock_state* in) {
    if (clock == nullptr || !within(in, 1) || !is_time(in->since) || !is_time(in->delay) ||
        !(is_player(clock, in->player) || (in->player == -1 && in->runs == 0))) {
        return 0;
    }
    Clock::State state{in->player, whole(in->since), whole(in->delay), {}};
    for (std::size_t player = 0; player < MAX_PLAYERS; ++player) {
        if (!is_time(in->left[player])) {
            return 0;
        }
        state.left[player] = whole(in->left[player]);
    }
    clock->clock.restore(state, in->runs != 0);
    return 1;
}
double sumito_clock_remaining(const sumito_clock* clock, int32_t player, double now) {
    return is_player(clock, player) && is_time(now) ? static_cast<double>(clock->clock.remaining(player, whole(now)))
                                                    : -1;
}
int32_t sumito_clock_flagged(const sumito_clock* clock, double now) {
    return clock != nullptr && is_time(now) && clock->clock.flagged(whole(now));
}
double sumito_clock_deadline(const sumito_clock* clock) {
    return clock != nullptr ? static_cast<double>(clock->clock.deadline()) : -1;
}
int32_t sumito_clock_running(const sumito_clock* clock) {
    return clock != nullptr ? clock->clock.running() : -1;
}

// ---- game records

sumito_records* sumito_records_new() {
    return new sumito_records;
}
void sumito_records_free(sumito_records* records) {
    delete records;
}
int32_t sumito_records_feed(sumito_records* records, const char* piece, uint32_t length) {
    if (records == nullptr || !within(piece, length)) {
        return 0;
    }
    records->tokenizer.feed({piece, length});
    return 1;
}
int32_t sumito_records_finish(sumito_records* records) {
    if (records == nullptr) {
        return 0;
    }
    records->tokenizer.finish();
    return 1;
}
int32_t sumito_records_next(sumito_records* records, sumito_token* out) {
    if (records == nullptr || !within(out, 1)) {
        return -1;
    }
    const Token token = records->tokenizer.next();
    std::string_view text = token.text;
    if (token.kind == TokenKind::TAG) {
        records->value.resize(text.size());
        text = {records->value.data(), unescape(text, records->value.data())};
    }
    *out = {.text = text.data(),
            .text_size = static_cast<uint32_t>(text.size()),
            .name = token.name.data(),
            .name_size = static_cast<uint32_t>(token.name.size()),
            .kind = static_cast<int32_t>(token.kind),
            .problem = static_cast<int32_t>(token.problem),
            .line = token.line,
            .column = token.column};
    return out->kind;
}
