#include "sumito/symmetry.hpp"

#include <nanobind/nanobind.h>

#include "sumito/multi/game.hpp"
#include "sumito/multi/symmetry.hpp"

#include "arguments.hpp"
#include "bind.hpp"

namespace nb = nanobind;
using namespace sumito;

namespace {

int checked(int symmetry) {
    if (symmetry < 0 || symmetry >= SYMMETRIES) {
        throw nb::value_error("a symmetry is 0..11");
    }
    return symmetry;
}

} // namespace

void bind_symmetry(nb::module_& m) {
    m.def(
        "image_of_cell", [](int s, int cell) { return id_of(image(checked(s), cell_of(cell))); }, nb::arg("symmetry"),
        nb::arg("cell"));
    m.def(
        "image_of_direction", [](int s, int d) { return static_cast<int>(image(checked(s), direction_of(d))); },
        nb::arg("symmetry"), nb::arg("direction"));
    m.def(
        "image_of_move", [](int s, int number) { return number_of(image(checked(s), move_of_index(number))); },
        nb::arg("symmetry"), nb::arg("move"));
    m.def(
        "image_of_setup",
        [](int s, const Setup& setup) {
            Setup out = setup;
            out.position = image(checked(s), setup.position);
            return out;
        },
        nb::arg("symmetry"), nb::arg("setup"));
    m.def(
        "image_of_setup",
        [](int s, const multi::Setup& setup) {
            multi::Setup out = setup;
            out.position = multi::image(checked(s), setup.position);
            return out;
        },
        nb::arg("symmetry"), nb::arg("setup"));
    m.def("composed", [](int a, int b) { return composed(checked(a), checked(b)); }, nb::arg("first"), nb::arg("then"));
    m.def("inverse", [](int s) { return inverse(checked(s)); }, nb::arg("symmetry"));
    m.def(
        "canonical_symmetry", [](const Setup& setup) { return canonical_symmetry(setup.position); }, nb::arg("setup"));
    m.def(
        "canonical_symmetry", [](const multi::Setup& setup) { return multi::canonical_symmetry(setup.position); },
        nb::arg("setup"));
}
