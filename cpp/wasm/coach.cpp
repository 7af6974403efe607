#include "sumito/coach.hpp"

#include <array>
#include <vector>

#include "sumito/motives.hpp"
#include "sumito/position_text.hpp"
#include "sumito/puzzle_themes.hpp"

#include "arguments.hpp"
#include "study_api.hpp"

using namespace sumito;

namespace {

// A position in which a legal move is judged.
struct Question {
    Question(const char* position, uint32_t length, int32_t marbles_to_eject) {
        Setup setup;
        if (within(position, length) && !read_position(PositionForm::FEN, {position, length}, setup) &&
            marbles_to_eject >= 1 && marbles_to_eject <= CELLS) {
            game = Game(setup, {.marbles_to_eject = marbles_to_eject});
            makes_sense = game.problems() == 0;
        }
    }
    bool is_legal(int32_t move) const { return makes_sense && is_move(move) && game.is_legal(move_of_number(move)); }

    Game game;
    bool makes_sense = false;
};

// Read the numbers of moves into a list. False: not in memory, or not moves.
bool read_moves(const int32_t* moves, uint32_t count, std::vector<Move>& list) {
    if (count > 0 && !within(moves, count)) {
        return false;
    }
    list.reserve(count);
    for (uint32_t i = 0; i < count; ++i) {
        if (!is_move(moves[i])) {
            return false;
        }
        list.push_back(move_of_number(moves[i]));
    }
    return true;
}

} // namespace

int32_t sumito_find_giveaway(const char* position, uint32_t length, int32_t marbles_to_eject, int32_t move,
                             sumito_giveaway* out) {
    const Question question(position, length, marbles_to_eject);
    if (!question.is_legal(move) || !within(out, 1)) {
        return -1;
    }
    const Giveaway found = find_giveaway(question.game, move_of_number(move));
    *out = {.lost = ids_of_set(found.lost), .push = found ? number_of(found.push) : -1, .reserved = 0};
    return found ? 1 : 0;
}

uint32_t sumito_explain_choice(const char* position, uint32_t length, int32_t marbles_to_eject, int32_t move,
                               int32_t best, char* out, uint32_t capacity) {
    const Question question(position, length, marbles_to_eject);
    if (!question.is_legal(move) || (best != -1 && !question.is_legal(best))) {
        return 0;
    }
    std::array<char, CHOICE_SIZE> buffer;
    Sentences sentences(buffer);
    explain_choice(question.game, move_of_number(move), best < 0 ? Move{} : move_of_number(best), sentences);
    return copied(buffer.data(), sentences.size(), out, capacity);
}

int32_t sumito_puzzle_themes(const char* position, uint32_t length, int32_t marbles_to_eject, int32_t goal,
                             const int32_t* solutions, uint32_t count, const int32_t* variation, uint32_t plies) {
    const Question question(position, length, marbles_to_eject);
    std::vector<Move> first;
    std::vector<Move> rest;
    if (!question.makes_sense || !below(goal, 2) || !read_moves(solutions, count, first) ||
        !read_moves(variation, plies, rest) || !are_solutions(question.game, first, rest)) {
        return -1;
    }
    return static_cast<int32_t>(themes_of(question.game, static_cast<Goal>(goal), first, rest));
}
