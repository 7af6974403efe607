#include "sumito/coach.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <cstdint>
#include <string>
#include <tuple>

#include "sumito/motives.hpp"

#include "arguments.hpp"
#include "bind.hpp"

namespace nb = nanobind;
using namespace sumito;

namespace {

Move legal_move(const Game& game, int number) {
    const Move move = move_of_index(number);
    if (!game.is_legal(move)) {
        throw nb::value_error("not a legal move");
    }
    return move;
}

} // namespace

void bind_coach(nb::module_& m) {
    m.def(
        "giveaway",
        [](const Game& game, int number) {
            const Giveaway found = find_giveaway(game, legal_move(game, number));
            return std::tuple<int, std::uint64_t>(found ? number_of(found.push) : -1, ids_of_set(found.lost));
        },
        nb::arg("game"), nb::arg("move"),
        "Return the enemy's push that wins a marble after a move that gives it away, and the marbles; -1 and 0 if the "
        "move gives nothing away.");
    m.def(
        "explain_choice",
        [](const Game& game, int number, int best) {
            const Move move = legal_move(game, number);
            std::string text(CHOICE_SIZE, '\0');
            Sentences sentences(text);
            explain_choice(game, move, best < 0 ? Move{} : legal_move(game, best), sentences);
            text.resize(sentences.size());
            return text;
        },
        nb::arg("game"), nb::arg("move"), nb::arg("best"),
        "Return a sentence about the motive of a move, compared with the best move, or with -1 if that is unknown.");
}
