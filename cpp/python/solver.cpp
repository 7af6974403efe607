#include "sumito/solver.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "sumito/game.hpp"
#include "sumito/puzzle_themes.hpp"

#include "arguments.hpp"
#include "bind.hpp"

namespace nb = nanobind;
using namespace sumito;

namespace {

Task task_of(int goal, int marbles, int moves) {
    const Task task{goal == 0 ? Goal::EJECT : Goal::SAVE, marbles, moves};
    if (goal < 0 || goal > 1 || !task.valid()) {
        throw nb::value_error("no such task");
    }
    return task;
}

std::vector<int> numbers_of(const std::vector<Move>& moves) {
    std::vector<int> numbers(moves.size());
    std::transform(moves.begin(), moves.end(), numbers.begin(), [](Move m) { return number_of(m); });
    return numbers;
}

std::vector<Move> moves_of(const std::vector<int>& numbers) {
    std::vector<Move> moves(numbers.size());
    std::transform(numbers.begin(), numbers.end(), moves.begin(), [](int n) { return move_of_index(n); });
    return moves;
}

} // namespace

void bind_solver(nb::module_& m) {
    m.attr("MOST_TASK_MOVES") = MOST_TASK_MOVES;
    m.def(
        "solve",
        [](const Game& game, int goal, int marbles, int moves, std::uint64_t nodes) {
            const Task task = task_of(goal, marbles, moves);
            Solution solution;
            if (!game.outcome()) {
                const Position position = game.position();
                Solver solver(game.rules().marbles_to_eject, nodes);
                const nb::gil_scoped_release unlocked;
                solution = solver.solve(position, task);
            }
            return std::tuple<bool, std::vector<int>>(solution.proved, numbers_of(solution.moves));
        },
        nb::arg("game"), nb::arg("goal"), nb::arg("marbles"), nb::arg("moves"), nb::arg("nodes"),
        "Return whether `nodes` were enough, and every solving first move. Goals are 0 (eject) and 1 (save).");
    m.def(
        "attempt",
        [](const Game& game, int goal, int marbles, int moves, std::uint64_t nodes, int number) {
            const Task task = task_of(goal, marbles, moves);
            const Move move = move_of_index(number);
            if (!game.is_legal(move)) {
                throw nb::value_error("not a legal move");
            }
            const Position position = game.position();
            Solver solver(game.rules().marbles_to_eject, nodes);
            Attempt attempt;
            {
                const nb::gil_scoped_release unlocked;
                attempt = solver.attempt(position, task, move);
            }
            return std::tuple<bool, bool, int, std::vector<int>>(attempt.proved, attempt.solves, attempt.marbles,
                                                                 numbers_of(attempt.variation));
        },
        nb::arg("game"), nb::arg("goal"), nb::arg("marbles"), nb::arg("moves"), nb::arg("nodes"), nb::arg("move"),
        "Return whether `nodes` were enough, whether the move solves the task, the marbles still to gain, and the "
        "moves that "
        "follow.");
    m.def(
        "puzzle_themes",
        [](const Game& game, int goal, const std::vector<int>& solutions, const std::vector<int>& variation) {
            const std::vector<Move> first = moves_of(solutions);
            const std::vector<Move> rest = moves_of(variation);
            if (goal < 0 || goal > 1 || !are_solutions(game, first, rest)) {
                throw nb::value_error("not a solution");
            }
            return themes_of(game, goal == 0 ? Goal::EJECT : Goal::SAVE, first, rest);
        },
        nb::arg("game"), nb::arg("goal"), nb::arg("solutions"), nb::arg("variation"),
        "Return the themes of a puzzle, one bit each. The variation follows the first of the solutions.");
}
