#pragma once

#include "game_api.hpp"

// The calls of a page that a search does not need, for `sumito.wasm` and `multi.wasm`: moves without a position,
// symmetry, perft, explanations and the choice of levels.

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
struct sumito_candidate {
    int32_t score; // for the player to move
    int32_t move;  // the first one of a variation
};
struct sumito_taste { // Taste
    int32_t temperature, margin, eagerness, sight, attention, push, centre;
};
static_assert(sizeof(sumito_explanation) == 56 && sizeof(sumito_tap) == 64);
static_assert(sizeof(sumito_candidate) == 8 && sizeof(sumito_taste) == 28);

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

// ---- levels of play. Whether a level can choose among variations of these depths.
SUMITO_API int32_t sumito_comparable(const int32_t* depths, uint32_t count);
// The index of the candidate that a level chooses; -1: no candidate, or one that is not legal. The random number is at
// least 0 and below 1.
SUMITO_API int32_t sumito_choose(const sumito_game* game, const sumito_candidate* candidates, uint32_t count,
                                 const sumito_taste* taste, double random);
// The name of the level with an id in the player tags of records, and the id of the level with a name; empty: none.
SUMITO_API uint32_t sumito_level_name(const char* id, uint32_t length, char* out, uint32_t capacity);
SUMITO_API uint32_t sumito_level_named(const char* name, uint32_t length, char* out, uint32_t capacity);
