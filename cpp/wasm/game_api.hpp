#pragma once

#include <stdint.h>

// The calls that every module with games has: `sumito.wasm` and `engine.wasm` (two players) and `multi.wasm` (three to
// six). They are the rules, text and clocks. `page_api.hpp` has further calls of a page, `engine_api.hpp` those of a
// search; `api.hpp` and `multi_api.hpp` add what only one module has, and `study_api.hpp` has the calls of
// `study.wasm`. The same conventions hold for all of them.
//
// The heap is the only global state. A _new or _copy call makes a context, and every call on it takes its pointer. Only
// int32, uint32, uint64, double and pointers into the module's memory cross the border.
//
// Cells are ids, a1 = 0 .. i9 = 60, row by row; a set of cells is a uint64 with bit i for cell i. Directions are 0..5
// (E NE NW W SW SE), moves are their numbers 0..1733, players are their numbers in the order of play: 0 (Black) and 1
// (White) of two players. Reasons, terminations, forms, dialects, problems and kinds are the numbers of the
// enumerations in cpp/include/sumito, named at each call. In `multi.wasm` a player who leaves is an entry of the
// history like a move, and has a number below -1 (multi::number_of); only FEN has such positions.
//
// Text and lists go in and out through buffers of the caller (sumito_alloc). A call that fills a buffer of any size
// takes its capacity, returns the size it needs, and writes nothing if that exceeds the capacity.
//
// Arguments that make no sense (null for a context, a player 7, a form 9, a set with a bit above 60, a buffer that
// reaches past the memory) change nothing and write nothing: the call returns the value that its comment names, by
// default 0. A buffer to fill that is null or reaches past the memory has no capacity. Only a context must be what it
// claims to be: one that was freed, or was never made, cannot be told.
//
// A lack of memory is null from sumito_alloc; anywhere else it traps, unless a call says otherwise.
#define SUMITO_API extern "C" __attribute__((visibility("default")))

struct sumito_game;  // position, rules, history, outcome
struct sumito_clock; // the clocks of two to six players

struct sumito_rules {
    int32_t marbles_to_eject, repetition, ply_cap, quiet_cap;
    int32_t adjudication, blocked; // Adjudication, Blocked
    int32_t mixed_moves;           // only teams have them
};
struct sumito_text_error {
    int32_t problem; // TextProblem; 0: none; -1: the other arguments make no sense
    int32_t column;  // from 0, in bytes
};
struct sumito_move {
    uint64_t line;   // the marbles that move
    uint64_t pushed; // the enemies that they push
    int32_t number, direction, in_line, ejects;
};
struct sumito_verdict {
    uint64_t culprits;
    int32_t reason; // Reason; 0: legal
    int32_t n, standing, enemies;
    int32_t move; // -1 if cells and direction make no move
    int32_t reserved;
};
struct sumito_reading {
    sumito_verdict verdict; // on the move that the text names, if it names one
    sumito_text_error error;
};
// Milliseconds cross as double: a host's time is a JavaScript number, and an int64 would be a BigInt there, which mixes
// with no number. They are whole; a fraction, as performance.now() has it, is rounded down. 2^53 and beyond, and what
// is no number, makes no sense.
struct sumito_time_control {
    double time, increment, delay;
    int32_t kind; // ClockKind
    int32_t players;
};
struct sumito_clock_state {
    double since, delay; // the last start, and what was left of the turn's delay then
    double left[6];      // to each player, at the last start
    int32_t player;      // whose turn it is or was, -1 before the first
    int32_t runs;
};
struct sumito_allowance { // TimeAllowance, in milliseconds
    double time, remaining, increment, delay;
};
struct sumito_budget { // TimeBudget, in milliseconds
    double soft, hard;
};
static_assert(sizeof(sumito_rules) == 28 && sizeof(sumito_text_error) == 8 && sizeof(sumito_move) == 32);
static_assert(sizeof(sumito_verdict) == 32 && sizeof(sumito_reading) == 40);
static_assert(sizeof(sumito_time_control) == 32 && sizeof(sumito_clock_state) == 72);
static_assert(sizeof(sumito_allowance) == 32 && sizeof(sumito_budget) == 16);

// ---- module: memory
SUMITO_API void* sumito_alloc(uint32_t bytes); // null: no memory
SUMITO_API void sumito_free(void* buffer);     // accepts null, as every other _free does

// ---- game. Make one from text in a PositionForm; null rules are the default rules. Return null if the text is not
// well formed or if the rules cannot be played, and write the reason to `error` unless that is null.
SUMITO_API sumito_game* sumito_game_new(int32_t form, const char* text, uint32_t length, const sumito_rules* rules,
                                        sumito_text_error* error);
SUMITO_API sumito_game* sumito_game_copy(const sumito_game* game);
SUMITO_API void sumito_game_free(sumito_game* game);

// -1: no game or no such player. Marbles and key are 0 then.
SUMITO_API int32_t sumito_game_turn(const sumito_game* game);
SUMITO_API int32_t sumito_game_ply(const sumito_game* game);
SUMITO_API int32_t sumito_game_quiet(const sumito_game* game);
SUMITO_API uint64_t sumito_game_marbles(const sumito_game* game, int32_t player);
SUMITO_API int32_t sumito_game_ejected(const sumito_game* game, int32_t player); // marbles that the player has lost
SUMITO_API uint64_t sumito_game_key(const sumito_game* game);
SUMITO_API int32_t sumito_game_occurrences(const sumito_game* game);

// Legal moves; none if the game is over. Capacities count moves.
SUMITO_API uint32_t sumito_game_moves(const sumito_game* game, sumito_move* out, uint32_t capacity);
SUMITO_API uint32_t sumito_game_count(const sumito_game* game);
SUMITO_API int32_t sumito_game_is_legal(const sumito_game* game, int32_t move);
SUMITO_API int32_t sumito_game_effect(const sumito_game* game, int32_t move, sumito_move* out); // 0: not legal
SUMITO_API uint32_t sumito_game_history(const sumito_game* game, int32_t* out, uint32_t capacity);

// Judge a move of these cells. 1: judged; 0: the arguments make no sense, or there are no cells.
SUMITO_API int32_t sumito_game_verdict(const sumito_game* game, uint64_t cells, int32_t direction, sumito_verdict* out);

// 1: done; 0: not legal, or the game is already over.
SUMITO_API int32_t sumito_game_play(sumito_game* game, int32_t move);
SUMITO_API int32_t sumito_game_undo(sumito_game* game);   // the move taken back; -1: none
SUMITO_API int32_t sumito_game_reopen(sumito_game* game); // takes back an end that players declared
SUMITO_API int32_t sumito_game_resign(sumito_game* game, int32_t player);
SUMITO_API int32_t sumito_game_agree_draw(sumito_game* game);
SUMITO_API int32_t sumito_game_flag(sumito_game* game, int32_t player);
SUMITO_API int32_t sumito_game_flag_shared(sumito_game* game);
SUMITO_API int32_t sumito_game_declare(sumito_game* game, int32_t termination, int32_t winners);
SUMITO_API int32_t sumito_game_problems(const sumito_game* game); // bits of PositionProblem

SUMITO_API int32_t sumito_game_termination(const sumito_game* game); // Termination; 0: it goes on; -1: no game
SUMITO_API int32_t sumito_game_winners(const sumito_game* game);     // bit p: player p; 0: a draw, or not over
// The result in records, and the result if the moves alone show it. Empty: the game goes on, or they show none.
SUMITO_API uint32_t sumito_game_result(const sumito_game* game, char* out, uint32_t capacity);
SUMITO_API uint32_t sumito_game_shown_result(const sumito_game* game, char* out, uint32_t capacity);

// ---- clock. Null: not a time control, or not two to six players.
SUMITO_API int32_t sumito_time_control_valid(int32_t kind, double time, double increment, double delay);
SUMITO_API sumito_clock* sumito_clock_new(int32_t kind, double time, double increment, double delay, int32_t players);
SUMITO_API sumito_clock* sumito_clock_copy(const sumito_clock* clock);
SUMITO_API void sumito_clock_free(sumito_clock* clock);
SUMITO_API int32_t sumito_clock_control(const sumito_clock* clock, sumito_time_control* out); // 1: written

// 1: done; 0: no clock, no such player or no such time. A press after the flag has fallen does nothing: see _flagged.
SUMITO_API int32_t sumito_clock_start(sumito_clock* clock, int32_t player, double now);
SUMITO_API int32_t sumito_clock_press(sumito_clock* clock, int32_t next, double now);
SUMITO_API int32_t sumito_clock_stop(sumito_clock* clock, double now);
SUMITO_API int32_t sumito_clock_adjust(sumito_clock* clock, int32_t player, double by);
SUMITO_API int32_t sumito_clock_read(const sumito_clock* clock, sumito_clock_state* out); // 1: written
SUMITO_API int32_t sumito_clock_restore(sumito_clock* clock, const sumito_clock_state* in);

SUMITO_API double sumito_clock_remaining(const sumito_clock* clock, int32_t player, double now); // -1: no such player
SUMITO_API int32_t sumito_clock_flagged(const sumito_clock* clock, double now);
SUMITO_API double sumito_clock_deadline(const sumito_clock* clock); // -1: never
SUMITO_API int32_t sumito_clock_running(const sumito_clock* clock); // -1: nobody's

// The time that a player's clock gives for a move. 1: written.
SUMITO_API int32_t sumito_clock_allowance(const sumito_clock* clock, int32_t player, double now, sumito_allowance* out);
// How long a search may take. 1: written. Fractions of the allowance are rounded down.
SUMITO_API int32_t sumito_time_budget(const sumito_allowance* in, sumito_budget* out);

// ---- text. Write the position, or the start of the game, in a PositionForm.
SUMITO_API uint32_t sumito_game_write(const sumito_game* game, int32_t form, char* out, uint32_t capacity);
SUMITO_API uint32_t sumito_game_write_start(const sumito_game* game, int32_t form, char* out, uint32_t capacity);

// Moves in a Dialect. Reading ignores whether the game is over. 1: read, see `out`.
SUMITO_API int32_t sumito_game_read_move(const sumito_game* game, const char* text, uint32_t length, int32_t dialect,
                                         int32_t transposed, sumito_reading* out);
SUMITO_API uint32_t sumito_game_write_move(const sumito_game* game, int32_t move, int32_t dialect, char* out,
                                           uint32_t capacity);
