#pragma once

#include "page_api.hpp"

// The C interface of `sumito.wasm`, the rules of two players: `game_api.hpp`, `page_api.hpp`, and the calls below.
// Every page fetches it. It has no search and imports nothing.

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
static_assert(sizeof(sumito_formation) == 40);
static_assert(sizeof(sumito_push) == 24 && sizeof(sumito_defence) == 24);
static_assert(sizeof(sumito_attempt) == 64);

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
// Whether the computer accepts a draw from the player to move, for whom the score is.
SUMITO_API int32_t sumito_accepts_draw(const sumito_game* game, int32_t score);
