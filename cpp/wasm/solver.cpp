#include "sumito/solver.hpp"

#include "api.hpp"
#include "arguments.hpp"

using namespace sumito;

namespace {

static_assert(2 * MOST_TASK_MOVES == SUMITO_LONGEST_VARIATION);

bool read_task(const sumito_game* game, int32_t goal, int32_t marbles, int32_t moves, double nodes, Task& task) {
    if (game == nullptr || game->game.outcome() || !below(goal, 2) || !(nodes >= 0 && nodes < EXACT_END)) {
        return false;
    }
    task = {static_cast<Goal>(goal), marbles, moves};
    return task.valid();
}
Solver solver_for(const sumito_game* game, double nodes) {
    return {game->game.rules().marbles_to_eject, static_cast<uint64_t>(nodes)};
}

} // namespace

int32_t sumito_game_solve(const sumito_game* game, int32_t goal, int32_t marbles, int32_t moves, double nodes,
                          int32_t* out, uint32_t capacity) {
    Task task;
    if (!read_task(game, goal, marbles, moves, nodes, task)) {
        return -1;
    }
    const Solution solution = solver_for(game, nodes).solve(game->game.position(), task);
    if (!solution.proved) {
        return -1;
    }
    const std::size_t size = solution.moves.size();
    if (size <= capacity && within(out, capacity)) {
        for (std::size_t i = 0; i < size; ++i) {
            out[i] = number_of(solution.moves[i]);
        }
    }
    return static_cast<int32_t>(size);
}

int32_t sumito_game_attempt(const sumito_game* game, int32_t goal, int32_t marbles, int32_t moves, double nodes,
                            int32_t move, sumito_attempt* out) {
    Task task;
    if (!read_task(game, goal, marbles, moves, nodes, task) || !within(out, 1) || !is_move(move) ||
        !game->game.is_legal(move_of_number(move))) {
        return 0;
    }
    const Attempt attempt = solver_for(game, nodes).attempt(game->game.position(), task, move_of_number(move));
    *out = {.proved = attempt.proved,
            .solves = attempt.solves,
            .marbles = attempt.marbles,
            .length = static_cast<int32_t>(attempt.variation.size()),
            .variation = {}};
    for (std::size_t i = 0; i < attempt.variation.size(); ++i) {
        out->variation[i] = number_of(attempt.variation[i]);
    }
    return 1;
}
