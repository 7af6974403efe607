#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "sumito/gradient.hpp"

#include "bind.hpp"

namespace nb = nanobind;
using namespace sumito;

namespace {

static_assert(sizeof(Lesson) == 32 && alignof(Lesson) == 8); // as the dtype in training.py, and as the messages say

using Floats = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using MutableFloats = nb::ndarray<float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Bytes = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Return why a lesson is not a position; an empty text if it is one.
std::string_view problem_of(const Lesson& lesson) {
    if (((lesson.own | lesson.enemy) >> CELLS) != 0) {
        return "a marble off the board";
    }
    if ((lesson.own & lesson.enemy) != 0) {
        return "two marbles on one cell";
    }
    return lesson.own_lost > MOST_LOST || lesson.enemy_lost > MOST_LOST ? "too many marbles lost" : "";
}

std::pair<double, double> loss(std::pair<int, int> layers, int stages, const Floats& parameters, const Bytes& lessons,
                               const std::optional<MutableFloats>& gradient, int threads) {
    const NetworkShape shape{layers.first, layers.second, stages};
    if (shape.filters < 1 || shape.filters > MAX_FILTERS || shape.units < 0 || shape.units > MAX_UNITS || stages < 1 ||
        stages > MAX_STAGES || threads < 1) {
        throw nb::value_error("the shape of the network or the number of threads is out of range");
    }
    const std::size_t size = shape.parameters();
    if (parameters.size() != size || (gradient && gradient->size() != size)) {
        throw nb::value_error("the arrays do not fit the shape of the network");
    }
    if (lessons.size() % sizeof(Lesson) != 0) {
        throw nb::value_error("the lessons are not a whole number of 32 bytes each");
    }
    if (reinterpret_cast<std::uintptr_t>(lessons.data()) % alignof(Lesson) != 0) {
        throw nb::value_error("the lessons are not aligned to 8 bytes");
    }
    const std::span all{reinterpret_cast<const Lesson*>(lessons.data()), lessons.size() / sizeof(Lesson)};
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (const std::string_view problem = problem_of(all[i]); !problem.empty()) {
            throw nb::value_error(("lesson " + std::to_string(i) + ": " + std::string(problem)).c_str());
        }
    }
    const std::span<float> slopes = gradient ? std::span(gradient->data(), size) : std::span<float>();
    const nb::gil_scoped_release release;
    const Loss found = network_loss(shape, {parameters.data(), size}, all, slopes, threads);
    return {found.target, found.result};
}

} // namespace

void bind_training(nb::module_& m) {
    m.def("network_loss", &loss, nb::arg("layers"), nb::arg("stages"), nb::arg("parameters"), nb::arg("lessons"),
          nb::arg("gradient").none(), nb::arg("threads"),
          "Return the sums of the losses by target and by result. If `gradient` is given, write the gradient of the "
          "first loss to it.");
}
