#include "sumito/threats.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <tuple>
#include <vector>

#include "bind.hpp"

namespace nb = nanobind;
using namespace sumito;

namespace {

using PushValues = std::tuple<int, int, int, std::uint64_t>;              // move, most, ejected or -1, pushed
using DefenceValues = std::tuple<int, int, std::uint64_t, std::uint64_t>; // move, kind, saved, exposed

std::vector<PushValues> values(const std::vector<Push>& pushes) {
    std::vector<PushValues> found;
    found.reserve(pushes.size());
    for (const Push& push : pushes) {
        found.emplace_back(number_of(push.move), push.most, push.ejected != NO_CELL ? id_of(push.ejected) : -1,
                           ids_of_set(push.pushed));
    }
    return found;
}

} // namespace

void bind_threats(nb::module_& m) {
    m.def(
        "threats",
        [](const Game& game) {
            const Threats threats = find_threats(game);
            std::vector<DefenceValues> defences;
            defences.reserve(threats.defences.size());
            for (const Defence& defence : threats.defences) {
                defences.emplace_back(number_of(defence.move), static_cast<int>(defence.kind),
                                      ids_of_set(defence.saved), ids_of_set(defence.exposed));
            }
            return std::tuple(std::vector{values(threats.pushes[0]), values(threats.pushes[1])}, defences,
                              static_cast<bool>(threats.wins[game.position().turn]));
        },
        nb::arg("game"),
        "Return the pushes of each player (move, most, ejected or -1, pushed), the defences of the player to move "
        "(move, kind, saved, exposed), and whether that player can win at once.");
    m.def(
        "explain_position",
        [](const Game& game) {
            Sentences measured({});
            explain_position(game, measured);
            std::string text(measured.size(), '\0');
            Sentences written(text);
            explain_position(game, written);
            return text;
        },
        nb::arg("game"), "Return the sentences of a summary for a learner, one per line.");
}
