#include "sumito/formations.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <string>
#include <tuple>
#include <vector>

#include "sumito/game.hpp"

#include "bind.hpp"

namespace nb = nanobind;
using namespace sumito;

void bind_formations(nb::module_& m) {
    using Values = std::tuple<std::uint64_t, std::uint64_t, int, int, int, bool, bool, std::string>;
    m.def(
        "formations",
        [](const Game& game, bool inside) {
            std::vector<Values> found;
            for (const Formation& f : formations(game.position(), inside)) {
                std::array<char, FORMATION_TEXT_SIZE> text;
                Sentences out(text);
                describe(f, out);
                found.emplace_back(ids_of_set(f.cells), ids_of_set(f.enemies), static_cast<int>(f.kind), f.player,
                                   f.directions, f.room, f.inside, std::string(text.data(), out.size()));
            }
            return found;
        },
        nb::arg("game"), nb::arg("inside"),
        "Return for each formation: cells, enemies, kind, player or -1, directions as bits, room, inside, sentence.");
}
