#pragma once

#include <stdint.h>

// The C interface of `sumito.wasm`, the rules and the engine. `study_api.hpp` has that of `study.wasm`, for which the
// same conventions hold.
//
// The heap is the only global state. A _new or _copy call makes a context, and every call on it takes its pointer. Only
// int32, uint32, uint64, double and pointers into the module's memory cross the border.
//
// Two calls go out, both to the module `env` and only while an engine searches. `now`, a double, is the time in
// milliseconds from any fixed point; for a player who ponders the host may let it stand still. `poll`, an int32, is
// asked every 1024 nodes and after every iteration: anything but 0 stops the search. Meanwhile the host may make any
// call: those that would change the engine that searches do nothing and return 0. Thus a host reads there what is known
// so far, and may suspend the search there to look for a message that says stop.
//
// Cells are ids, a1 = 0 .. i9 = 60, row by row; a set of cells is a uint64 with bit i for cell i. Directions are 0..5
// (E NE NW W SW SE), moves are their numbers 0..1733, players are 0 (Black) and 1 (White). Reasons, terminations,
// forms, dialects, problems and kinds are the numbers of the enumerations in cpp/include/sumito, named at each call.
//
// Text and lists go in and out through buffers of the caller (sumito_alloc). A call that fills a buffer of any size
// takes its capacity, returns the size it needs, and writes nothing if that exceeds the capacity.
//
// Arguments that make no sense (null for a context, a player 7, a form 9, a set with a bit above 60, a buffer that
// reaches past the memory) change nothing and write nothing: the call returns the value that its comment names, by
// default 0. A buffer to fill that is null or reaches past the memory has no capacity. Only a context must be what it
// claims to be: one that was freed, or was never made, cannot be told.
//
// A lack of memory is null from sumito_alloc and sumito_engine_new, and 0 from the other calls on an engine; anywhere
// else it traps.
#define SUMITO_API extern "C" __attribute__((visibility("default")))

struct sumito_game;   // position, rules, history, outcome
struct sumito_clock;  // the clocks of two to six players
struct sumito_engine; // a search, its table, its network, what it has found

struct sumito_rules {
    int32_t marbles_to_eject, repetition, ply_cap, quiet_cap;
    int32_t adjudication, blocked; // Adjudication, Blocked
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
struct sumito_formation {
    uint64_t cells;     // the player's marbles; of a pac Black's line
    uint64_t enemies;   // those that a det stands between, a sumito pushes, a pac has on the other side
    int32_t kind;       // FormationKind
    int32_t player;     // -1: a pac, which is nobody's
    int32_t directions; // bit d: of a sumito where it pushes; of a block, det or pac its axes
    int32_t room;       // of a sumito: the push can be played
    int32_t inside;     // a lance, arc or shield that is a part of a larger group
    int32_t reserved;
};
struct sumito_reading {
    sumito_verdict verdict; // on the move that the text names, if it names one
    sumito_text_error error;
};
struct sumito_explanation {
    sumito_verdict verdict; // reason -1: none
    uint64_t cells;         // to mark: the cause of a refusal, or the empty cells of a gap
    const char* figure;     // the id of a figure of the rulebook, which is never freed; null: no figure shows it
    uint32_t figure_size;
    int32_t instead; // a legal move that would work instead; -1: none
    int32_t reserved;
};
struct sumito_tap {
    sumito_explanation explanation;
    int32_t problem; // TapProblem
    int32_t reserved;
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
struct sumito_result {
    double nodes;       // as doubles too, for the same reason
    int32_t variations; // how many best lines are known
    int32_t iterations; // that have been done; while it searches the lines are those of the last one
    int32_t searching;
    int32_t stopped; // before its depth was reached
};
struct sumito_variation {
    int32_t score; // for the player to move, in hundredths of a marble; 30000 - n: a win in n plies, n - 30000: a loss
    int32_t depth;
    int32_t proved; // whether it is a proved win or loss
    int32_t win_in; // then the plies to it, negative for a loss
};
struct sumito_push {
    uint64_t pushed; // the enemies that it moves
    int32_t move;    // with the fewest marbles
    int32_t most;    // marbles that may push together
    int32_t ejected; // the marble that falls; -1: none does
    int32_t reserved;
};
struct sumito_defence {
    uint64_t saved;     // marbles in danger, as they stand now
    uint64_t exposed;   // own marbles that can be ejected after it, as they stand then
    int32_t move, kind; // DefenceKind
};
#define SUMITO_LONGEST_VARIATION 12
struct sumito_attempt {
    int32_t proved;  // else the nodes were not enough, and the rest says nothing
    int32_t solves;  // whether the move does what the task asks
    int32_t marbles; // still to gain after the move and the reply to it; 0: done
    int32_t length;  // of the variation that follows the move
    int32_t variation[SUMITO_LONGEST_VARIATION];
};
struct sumito_candidate {
    int32_t score; // for the player to move
    int32_t move;  // the first one of a variation
};
struct sumito_taste { // Taste
    int32_t temperature, margin, eagerness, sight, attention, push, centre;
};
struct sumito_allowance { // TimeAllowance, in milliseconds
    double time, remaining, increment, delay;
};
struct sumito_budget { // TimeBudget, in milliseconds
    double soft, hard;
};
static_assert(sizeof(sumito_rules) == 24 && sizeof(sumito_text_error) == 8 && sizeof(sumito_move) == 32);
static_assert(sizeof(sumito_verdict) == 32 && sizeof(sumito_formation) == 40 && sizeof(sumito_reading) == 40);
static_assert(sizeof(sumito_explanation) == 56 && sizeof(sumito_tap) == 64);
static_assert(sizeof(sumito_time_control) == 32 && sizeof(sumito_clock_state) == 72);
static_assert(sizeof(sumito_result) == 24 && sizeof(sumito_variation) == 16);
static_assert(sizeof(sumito_push) == 24 && sizeof(sumito_defence) == 24);
static_assert(sizeof(sumito_attempt) == 64);
static_assert(sizeof(sumito_candidate) == 8 && sizeof(sumito_taste) == 28);
static_assert(sizeof(sumito_allowance) == 32 && sizeof(sumito_budget) == 16);

// ---- module: memory
SUMITO_API void* sumito_alloc(uint32_t bytes); // null: no memory
SUMITO_API void sumito_free(void* buffer);     // accepts null, as every other _free does

// ---- moves. -1: no such move. A line is 0 then.
SUMITO_API uint64_t sumito_move_line(int32_t move);
SUMITO_API int32_t sumito_move_direction(int32_t move);
SUMITO_API int32_t sumito_move_in_line(int32_t move); // 1: in line, 0: broadside
SUMITO_API int32_t sumito_move_number(uint64_t cells, int32_t direction);

// ---- symmetry: the symmetries 0..11. -1: no such symmetry, cell, direction, move or game.
SUMITO_API int32_t sumito_image_of_cell(int32_t symmetry, int32_t cell);
SUMITO_API int32_t sumito_image_of_direction(int32_t symmetry, int32_t direction);
SUMITO_API int32_t sumito_image_of_move(int32_t symmetry, int32_t move);
SUMITO_API int32_t sumito_symmetry_composed(int32_t first, int32_t then);
SUMITO_API int32_t sumito_symmetry_inverse(int32_t symmetry);
SUMITO_API int32_t sumito_game_canonical(const sumito_game* game); // the symmetry with the smallest image

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

// ---- perft
SUMITO_API uint64_t sumito_game_perft(const sumito_game* game, int32_t depth); // depth 0 .. 64

// ---- reasons. Explain a move of these cells, a move as text, how the game ended, and a tap on an enemy marble while a
// line is selected. Each sentence is a line with the name of a message and its parameters
// (cpp/include/sumito/sentence.hpp); the catalogues have the words. The struct is written whatever the capacity for the
// text. 0: no cells, the text is not well formed, the line is not one to three own marbles, the target is no enemy
// marble, or the game goes on.
SUMITO_API uint32_t sumito_game_explain(const sumito_game* game, uint64_t cells, int32_t direction,
                                        sumito_explanation* about, char* out, uint32_t capacity);
SUMITO_API uint32_t sumito_game_explain_text(const sumito_game* game, const char* move, uint32_t length,
                                             int32_t dialect, int32_t transposed, sumito_explanation* about, char* out,
                                             uint32_t capacity);
SUMITO_API uint32_t sumito_game_explain_outcome(const sumito_game* game, char* out, uint32_t capacity);
SUMITO_API uint32_t sumito_game_tap(const sumito_game* game, uint64_t line, int32_t target, sumito_tap* about,
                                    char* out, uint32_t capacity);

// ---- formations on the board: whole groups, and with `inside` also the lances, arcs and shields inside larger groups.
// It does not matter whether the game is over. The capacity counts formations.
SUMITO_API uint32_t sumito_game_formations(const sumito_game* game, int32_t inside, sumito_formation* out,
                                           uint32_t capacity);
// One sentence for each formation, in the same order.
SUMITO_API uint32_t sumito_game_formation_sentences(const sumito_game* game, int32_t inside, char* out,
                                                    uint32_t capacity);

// ---- threats: the pushes of `player` as if to move, the defences of the player to move, and one sentence a line. All
// of them are in the order of cpp/include/sumito/threats.hpp. A game that is over has no pushes and no defences.
SUMITO_API uint32_t sumito_game_pushes(const sumito_game* game, int32_t player, sumito_push* out, uint32_t capacity);
SUMITO_API uint32_t sumito_game_defences(const sumito_game* game, sumito_defence* out, uint32_t capacity);
SUMITO_API uint32_t sumito_game_explain_position(const sumito_game* game, char* out, uint32_t capacity);

// ---- solver: the tasks of puzzles. A task is a Goal, marbles (1 .. 3; 1 to save) and moves (1 .. 6); solver.hpp
// defines them. A call visits at most `nodes` nodes. Return the number of solving first moves, and write them to `out`
// if it can hold all. -1: not proved within `nodes`, no such task, or the game is over.
SUMITO_API int32_t sumito_game_solve(const sumito_game* game, int32_t goal, int32_t marbles, int32_t moves,
                                     double nodes, int32_t* out, uint32_t capacity);
// Judge an attempt, with the refutation or the best defence. 1: written; 0: no such task, or the move is not legal.
// After a solving move and the first reply the task continues with one move less.
SUMITO_API int32_t sumito_game_attempt(const sumito_game* game, int32_t goal, int32_t marbles, int32_t moves,
                                       double nodes, int32_t move, sumito_attempt* out);

// ---- scores
SUMITO_API double sumito_chance(int32_t score, int32_t scale); // to win, from 0 to 1; -1: no such scale
SUMITO_API int32_t sumito_usual_scale(void);                   // of scores that come with none

// ---- levels of play. Whether a level can choose among variations of these depths.
SUMITO_API int32_t sumito_comparable(const int32_t* depths, uint32_t count);
// The index of the candidate that a level chooses; -1: no candidate, or one that is not legal. The
// random number is at least 0 and below 1.
SUMITO_API int32_t sumito_choose(const sumito_game* game, const sumito_candidate* candidates, uint32_t count,
                                 const sumito_taste* taste, double random);
// The name of the level with an id in the player tags of records, and the id of the level with a name; empty: none.
SUMITO_API uint32_t sumito_level_name(const char* id, uint32_t length, char* out, uint32_t capacity);
SUMITO_API uint32_t sumito_level_named(const char* name, uint32_t length, char* out, uint32_t capacity);
// Whether the computer accepts a draw from the player to move, for whom the score is.
SUMITO_API int32_t sumito_accepts_draw(const sumito_game* game, int32_t score);

// ---- engine, with one thread. Its table takes `hash_bytes` bytes, rounded down to a power of two. The rest of it
// takes a megabyte or two.
SUMITO_API sumito_engine* sumito_engine_new(uint32_t hash_bytes);
SUMITO_API void sumito_engine_free(sumito_engine* engine);

// Choose the evaluation: the bytes of a network file, or null and 0 for the hand-made one. Results of another
// evaluation are forgotten. 1: done; 0: not a network file; -1: damaged, the checksum does not fit.
SUMITO_API int32_t sumito_engine_use(sumito_engine* engine, const uint8_t* network, uint32_t length);
SUMITO_API int32_t sumito_engine_scale(const sumito_engine* engine); // of its scores; -1: no engine
SUMITO_API int32_t sumito_engine_forget(sumito_engine* engine);      // everything, as before a new game; 1: done

// Search, and return when the search has ended. A limit of 0 is no limit: depth in plies, nodes, milliseconds after
// which no further iteration begins (soft) and within which the search stops (hard). `variations` is at least 1.
// `moves` are the only first moves to consider, or null and 0 for all. 1: searched; 0: the game is over, or a move is
// not legal.
SUMITO_API int32_t sumito_engine_search(sumito_engine* engine, const sumito_game* game, int32_t depth, double nodes,
                                        double soft, double hard, int32_t variations, const int32_t* moves,
                                        uint32_t count);

// The result of the search, or the result so far. 1: written. Variations are numbered from 0, the best. Capacities
// count moves.
SUMITO_API int32_t sumito_engine_result(const sumito_engine* engine, sumito_result* out);
SUMITO_API int32_t sumito_engine_variation(const sumito_engine* engine, int32_t variation, sumito_variation* out);
SUMITO_API uint32_t sumito_engine_moves(const sumito_engine* engine, int32_t variation, int32_t* out,
                                        uint32_t capacity);
SUMITO_API int32_t sumito_engine_hashfull(const sumito_engine* engine); // by this search, in thousandths; -1: no engine
