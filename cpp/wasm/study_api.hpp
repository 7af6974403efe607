#pragma once

#include "game_api.hpp"

// The C interface of `study.wasm`: game records and the judgement of moves. Only the pages that take games apart fetch
// it. It shares no memory with `sumito.wasm` and imports nothing. The conventions are those of `game_api.hpp`. A game
// is a position text (PositionForm FEN) and the numbers of its moves.

struct sumito_record_names;  // the names in records: data of the host
struct sumito_record_reader; // reads a file of records
struct sumito_record_writer; // writes one record
struct sumito_explorer;      // counts the positions of games

struct sumito_record_event { // RecordEvent
    const char* text;        // text and name: good until the next call on the reader
    uint32_t text_size;
    const char* name;
    uint32_t name_size;
    int32_t kind, place, fault, dialect; // RecordEventKind, CommentPlace, RecordFault, Dialect
    int32_t number, line, column;
    int32_t reserved;
};
struct sumito_resumption { // Resumption
    int32_t repetition, termination, winners;
};
struct sumito_packed_game { // PackedGame without its texts and entries
    int32_t marbles_to_eject, termination, players;
    int32_t colors[6]; // of the players in the order of play, as numbers of multi::Color
};
struct sumito_judgement { // MoveJudgement
    double loss, accuracy;
    int32_t judgement, missed_win;
};
struct sumito_played { // PlayedScore
    int32_t score, is_best;
};
struct sumito_player_summary { // PlayerSummary
    double accuracy;
    int32_t judgements[5];
    int32_t reserved;
};
struct sumito_giveaway { // Giveaway
    uint64_t lost;       // own marbles that the enemy can win, on their cells after the move
    int32_t push;        // the enemy's ejection; -1: the move gives nothing away
    int32_t reserved;
};
struct sumito_explored_move { // ExploredMove; a position has no moves: -1
    int32_t move, same_as;
    int32_t games, wins, draws;
    int32_t evaluated, evaluation;
};
static_assert(sizeof(sumito_giveaway) == 16 && sizeof(sumito_explored_move) == 28);
static_assert(sizeof(sumito_played) == 8 && sizeof(sumito_player_summary) == 32);
static_assert(sizeof(sumito_record_event) == 48 && sizeof(sumito_resumption) == 12 && sizeof(sumito_judgement) == 24);

// ---- records. The lines of cpp/include/sumito/record_names.hpp. Null: not these. They must outlive readers and
// writers.
SUMITO_API sumito_record_names* sumito_record_names_new(const char* text, uint32_t length);
SUMITO_API void sumito_record_names_free(sumito_record_names* names);

// Read bytes that come in pieces of any size. A piece is taken before the first event or after MORE; 0: not taken.
SUMITO_API sumito_record_reader* sumito_record_reader_new(const sumito_record_names* names, int32_t transposed);
SUMITO_API void sumito_record_reader_free(sumito_record_reader* reader);
SUMITO_API int32_t sumito_record_reader_feed(sumito_record_reader* reader, const char* piece, uint32_t length);
SUMITO_API int32_t sumito_record_reader_finish(sumito_record_reader* reader);
SUMITO_API int32_t sumito_record_reader_next(sumito_record_reader* reader, sumito_record_event* out); // -1: no reader

// Write one record. Null: not a position or not a dialect. The other calls return a RecordFault, 0 if there is none,
// and -1 if an argument makes no sense.
SUMITO_API sumito_record_writer* sumito_record_writer_new(const sumito_record_names* names, const char* start,
                                                          uint32_t length, int32_t marbles_to_eject, int32_t dialect,
                                                          const char* variant, uint32_t variant_length);
SUMITO_API void sumito_record_writer_free(sumito_record_writer* writer);
SUMITO_API int32_t sumito_record_writer_header(sumito_record_writer* writer, const char* name, uint32_t name_length,
                                               const char* value, uint32_t value_length);
SUMITO_API int32_t sumito_record_writer_comment(sumito_record_writer* writer, int32_t place, const char* text,
                                                uint32_t length);
SUMITO_API int32_t sumito_record_writer_move(sumito_record_writer* writer, int32_t move);
SUMITO_API int32_t sumito_record_writer_glyph(sumito_record_writer* writer, const char* text, uint32_t length);
SUMITO_API int32_t sumito_record_writer_open(sumito_record_writer* writer);
SUMITO_API int32_t sumito_record_writer_close(sumito_record_writer* writer);
SUMITO_API int32_t sumito_record_writer_finish(sumito_record_writer* writer, const char* result, uint32_t length);
SUMITO_API uint32_t sumito_record_writer_fault_name(sumito_record_writer* writer, char* out, uint32_t capacity);
SUMITO_API uint32_t sumito_record_writer_text(sumito_record_writer* writer, char* out, uint32_t capacity);

// How a recorded game is played on. 1: written; 0: not a position, or an entry is not possible.
SUMITO_API int32_t sumito_record_resume(const char* start, uint32_t length, const int32_t* entries, uint32_t count,
                                        int32_t marbles_to_eject, const char* result, uint32_t result_length,
                                        const char* termination, uint32_t termination_length, sumito_resumption* out);

// Pack a game, or unpack one. `out` gets the text, or the entries: the numbers of moves and of players who leave. The
// capacity counts these. The answer is their count, or the negative of a PackingProblem. -100: an argument makes no
// sense.
SUMITO_API int32_t sumito_pack(const char* start, uint32_t length, const int32_t* entries, uint32_t count,
                               int32_t marbles_to_eject, const char* result, uint32_t result_length,
                               int32_t termination, char* out, uint32_t capacity);
SUMITO_API int32_t sumito_unpack(const char* text, uint32_t length, sumito_packed_game* game, int32_t* out,
                                 uint32_t capacity);
// The texts of an unpacked game. 0: there is a problem.
SUMITO_API uint32_t sumito_unpack_start(const char* text, uint32_t length, char* out, uint32_t capacity);
SUMITO_API uint32_t sumito_unpack_result(const char* text, uint32_t length, char* out, uint32_t capacity);

// The number before a player's move after `ply` plies: `3.` or `3...`. Empty: no such ply or player.
SUMITO_API uint32_t sumito_write_move_number(int32_t ply, int32_t player, char* out, uint32_t capacity);

// ---- judgement of moves. Scores are for the player who moves; `same` tells that the best move was played. 1: written;
// 0: no such scale.
SUMITO_API int32_t sumito_judge(int32_t best, int32_t played, int32_t same, int32_t scale, sumito_judgement* out);
// The score of a played move, from the scores of the position after it and of the best move. 1: written.
SUMITO_API int32_t sumito_played_score(int32_t after, int32_t best, sumito_played* out);
// The mean accuracy and the judgements of a player's moves. 1: written; 0: no moves.
SUMITO_API int32_t sumito_summarise(const double* losses, uint32_t count, sumito_player_summary* out);
SUMITO_API int32_t sumito_shown_plies(void); // of a better variation in an analysed record
SUMITO_API uint32_t sumito_judgement_glyph(int32_t judgement, char* out, uint32_t capacity);
// The indices of the moves that lost the most, in order. The capacity counts indices.
SUMITO_API uint32_t sumito_turning_points(const double* losses, uint32_t count, uint32_t most, int32_t* out,
                                          uint32_t capacity);
// A score of Black in words, and the same with the judgement of the move that led to it. `better` is the text of the
// best move. 0: no such scale, or no such judgement.
SUMITO_API uint32_t sumito_write_score(int32_t score, int32_t scale, char* out, uint32_t capacity);
SUMITO_API uint32_t sumito_write_comment(int32_t score, int32_t scale, const sumito_judgement* judgement,
                                         const char* better, uint32_t length, char* out, uint32_t capacity);
// Scores in a game: of its end for a player (a winner of -1: a draw), whether one is a proved win or loss, and the
// plies to it.
SUMITO_API int32_t sumito_ending_score(int32_t winner, int32_t player);
SUMITO_API int32_t sumito_is_proved(int32_t score);
SUMITO_API int32_t sumito_win_in(int32_t score);

// ---- coach. A move is judged in a position text, with the marbles that win the game.
// Whether a move gives a marble away. 1 or 0: written; -1: not a position that can be played, or the move is not legal.
SUMITO_API int32_t sumito_find_giveaway(const char* position, uint32_t length, int32_t marbles_to_eject, int32_t move,
                                        sumito_giveaway* out);
// A sentence about the motive of a move, compared with the best move (-1: unknown). 0: a move is not legal.
SUMITO_API uint32_t sumito_explain_choice(const char* position, uint32_t length, int32_t marbles_to_eject, int32_t move,
                                          int32_t best, char* out, uint32_t capacity);

// ---- puzzles: the themes of one (Theme, Goal), bit t for theme t. The variation follows the first of the solving
// moves. -1: not a position that can be played, or a move is not legal.
SUMITO_API int32_t sumito_puzzle_themes(const char* position, uint32_t length, int32_t marbles_to_eject, int32_t goal,
                                        const int32_t* solutions, uint32_t count, const int32_t* variation,
                                        uint32_t plies);

// ---- the opening explorer. A game is a position text and the numbers of its moves.
SUMITO_API sumito_explorer* sumito_explorer_new(void);
SUMITO_API void sumito_explorer_free(sumito_explorer* explorer);
// Read a data file, with or without its games. An ExplorerFault; 0: none; -1: not in memory.
SUMITO_API int32_t sumito_explorer_read(sumito_explorer* explorer, const uint8_t* data, uint32_t length,
                                        int32_t with_games);
// Count a game; a winner of -1: a draw. 0: not a position, or a move is not legal.
SUMITO_API int32_t sumito_explorer_add(sumito_explorer* explorer, const char* start, uint32_t length,
                                       const int32_t* moves, uint32_t count, int32_t winner);
SUMITO_API int32_t sumito_explorer_games(const sumito_explorer* explorer); // -1: no explorer
// The position for the player to move, and the moves played in it for the player who moves. 0: not a position.
SUMITO_API int32_t sumito_explorer_find(const sumito_explorer* explorer, const char* position, uint32_t length,
                                        sumito_explored_move* out);
SUMITO_API uint32_t sumito_explorer_moves(const sumito_explorer* explorer, const char* position, uint32_t length,
                                          sumito_explored_move* out, uint32_t capacity);
