#pragma once

#include "game_api.hpp"

// The engine, for `engine.wasm` and `multi.wasm`. `engine.wasm` has these calls and those of `game_api.hpp`. Only the
// worker that searches fetches it, so no page waits for the engine.
//
// Two calls go out, both to the module `env` and only while an engine searches. `now`, a double, is the time in
// milliseconds from any fixed point; for a player who ponders the host may let it stand still. `poll`, an int32, is
// asked every 1024 nodes and after every iteration: anything but 0 stops the search. Meanwhile the host may make any
// call: those that would change the engine that searches do nothing and return 0. Thus a host reads there what is known
// so far, and may suspend the search there to look for a message that says stop.
//
// A lack of memory is null from sumito_engine_new, and 0 from the other calls on an engine.

struct sumito_engine; // a search, its table, its network, what it has found

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
static_assert(sizeof(sumito_result) == 24 && sizeof(sumito_variation) == 16);

// ---- engine, with one thread. Its table takes `hash_bytes` bytes, rounded down to a power of two. The rest of it
// takes a megabyte or two.
SUMITO_API sumito_engine* sumito_engine_new(uint32_t hash_bytes);
SUMITO_API void sumito_engine_free(sumito_engine* engine);

// Choose the evaluation: the bytes of a network file, or null and 0 for the hand-made one, the only one of several
// players. Results of another evaluation are forgotten. 1: done; 0: not a network file; -1: damaged, the checksum does
// not fit.
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
// count moves. Those of a variation can be played one after the other.
SUMITO_API int32_t sumito_engine_result(const sumito_engine* engine, sumito_result* out);
SUMITO_API int32_t sumito_engine_variation(const sumito_engine* engine, int32_t variation, sumito_variation* out);
SUMITO_API uint32_t sumito_engine_moves(const sumito_engine* engine, int32_t variation, int32_t* out,
                                        uint32_t capacity);
SUMITO_API int32_t sumito_engine_hashfull(const sumito_engine* engine); // by this search, in thousandths; -1: no engine
