#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "sumito/evaluation.hpp"
#include "sumito/threads.hpp"

#include "arguments.hpp"
#include "bind.hpp"

namespace nb = nanobind;
using namespace sumito;

namespace {

// score, depth, moves, and the scores of all players if there are several
using VariationValues = std::tuple<int, int, std::vector<int>, std::vector<int>>;
// the best variations, nodes, whether the search was stopped
using ResultValues = std::tuple<std::vector<VariationValues>, std::uint64_t, bool>;

std::size_t playable(const Game& /*game*/, const Variation& variation) {
    return variation.moves.size();
}
std::vector<int> scores_of_players(const Game& /*game*/, const Variation& /*variation*/) {
    return {};
}
std::vector<int> scores_of_players(const multi::Game& game, const Variation& variation) {
    const multi::Standings scores = multi::scores_of(game, variation);
    std::vector<int> found(game.position().players);
    for (std::size_t player = 0; player < found.size(); ++player) {
        found[player] = scores[player % game.position().sides];
    }
    return found;
}

template <typename AnyGame>
ResultValues values(const AnyGame& game, const SearchResult& result) {
    std::vector<VariationValues> lines;
    for (const Variation& variation : result.variations) {
        std::vector<int> numbers(playable(game, variation));
        std::transform(variation.moves.begin(), variation.moves.begin() + static_cast<std::ptrdiff_t>(numbers.size()),
                       numbers.begin(), [](Move m) { return number_of(m); });
        lines.emplace_back(variation.score, variation.depth, std::move(numbers), scores_of_players(game, variation));
    }
    return {std::move(lines), result.nodes, result.stopped};
}

// Called from the searching thread, without the interpreter's lock. An exception in the report stops the search, and is
// raised after the search has ended. No report follows it.
template <typename AnyGame>
struct Reporter {
    Threads& threads;
    const AnyGame& game;
    const std::function<void(ResultValues, int)>& report;
    std::exception_ptr failure;
};

template <typename AnyGame>
void report_to_python(void* self, const SearchResult& result, int variation) {
    auto* reporter = static_cast<Reporter<AnyGame>*>(self);
    if (reporter->failure) {
        return;
    }
    const nb::gil_scoped_acquire lock;
    try {
        reporter->report(values(reporter->game, result), variation);
    } catch (...) {
        reporter->failure = std::current_exception();
        reporter->threads.stop();
    }
}

template <typename AnyGame>
ResultValues run(Threads& t, const AnyGame& game, int depth, std::uint64_t nodes, double soft_ms, double hard_ms,
                 int variations, bool selective, const std::vector<int>& root_moves,
                 const std::optional<std::function<void(ResultValues, int)>>& report) {
    std::vector<Move> only(root_moves.size());
    std::transform(root_moves.begin(), root_moves.end(), only.begin(), move_of_index);
    const Limits limits{depth, nodes, soft_ms, hard_ms, variations, selective};
    // Search a copy, because the caller can change the game meanwhile.
    const AnyGame frozen = game; // NOLINT(performance-unnecessary-copy-initialization)
    static const std::function<void(ResultValues, int)> nothing;
    Reporter<AnyGame> reporter{t, frozen, report ? *report : nothing, nullptr};
    SearchResult result;
    {
        const nb::gil_scoped_release unlocked;
        result = t.run(frozen, limits, only, report ? report_to_python<AnyGame> : nullptr, &reporter);
    }
    if (reporter.failure) {
        std::rethrow_exception(reporter.failure);
    }
    return values(frozen, result);
}

template <std::size_t N>
std::vector<std::pair<std::string, int>> named(const std::array<std::string_view, N>& names,
                                               const std::array<int, N>& numbers) {
    std::vector<std::pair<std::string, int>> pairs;
    pairs.reserve(N);
    for (std::size_t i = 0; i < N; ++i) {
        pairs.emplace_back(names[i], numbers[i]);
    }
    return pairs;
}

// Compute the features of samples as stored in files: 32 bytes each, little endian. Bytes that are not a position are
// harmless.
nb::bytes sample_features(const nb::bytes& samples) {
    constexpr std::size_t SIZE = 32;
    constexpr std::size_t TURN = 27;
    constexpr std::size_t EJECTED = 28;
    const auto* data = static_cast<const std::uint8_t*>(samples.data());
    std::vector<Features> rows(samples.size() / SIZE);
    for (Features& row : rows) {
        Position position;
        for (std::size_t player = 0; player < PLAYERS; ++player) {
            std::uint64_t ids = 0;
            for (std::size_t i = 0; i < sizeof(ids); ++i) {
                ids |= std::uint64_t{data[player * sizeof(ids) + i]} << 8 * i;
            }
            position.marbles[player] = set_of_ids(ids & ALL);
            position.ejected[player] = data[EJECTED + player];
        }
        position.turn = data[TURN] & 1;
        row = features(position);
        data += SIZE;
    }
    return nb::bytes(rows.data(), rows.size() * sizeof(Features));
}

// Return the parameters of the search: their names, defaults and ranges.
std::vector<std::tuple<std::string, int, int, int>> search_parameters() {
    std::vector<std::tuple<std::string, int, int, int>> rows;
    rows.reserve(SEARCH_PARAMETERS.size());
    for (const NamedParameter& each : SEARCH_PARAMETERS) {
        rows.emplace_back(each.name, SearchParameters{}.*each.value, each.least, each.most);
    }
    return rows;
}

// Set all parameters, in the order of search_parameters().
void set_parameters(Threads& threads, const std::array<int, SEARCH_PARAMETERS.size()>& values) {
    SearchParameters parameters;
    for (std::size_t i = 0; i < values.size(); ++i) {
        parameters.*SEARCH_PARAMETERS[i].value = values[i];
    }
    threads.set(parameters);
}

} // namespace

void bind_engine(nb::module_& m) {
    m.attr("MAX_PLY") = MAX_PLY;
    m.def(
        "explain", [](const Setup& setup) { return named(TERM_NAMES, explain(setup.position)); }, nb::arg("setup"),
        "Return the terms of the evaluation by name, for the player to move.");
    m.def("evaluate", [](const Setup& setup) { return evaluate(setup.position); }, nb::arg("setup"));
    m.def(
        "features", [](const Setup& setup) { return named(FEATURE_NAMES, features(setup.position)); }, nb::arg("setup"),
        "Return the features of the evaluation by name: for the player to move, minus those of the other player.");
    m.def(
        "weights", [] { return named(FEATURE_NAMES, WEIGHTS); },
        "Return the weight of each feature by name; ONE_WEIGHT is a hundredth of a marble.");
    m.attr("ONE_WEIGHT") = ONE_WEIGHT;
    m.def("sample_features", &sample_features, nb::arg("samples"),
          "Return the features of samples of 32 bytes each: one row for each sample, one C int for each feature.");

    m.def("search_parameters", &search_parameters,
          "Return the parameters of the search: name, default, least and most value of each.");

    nb::class_<Network>(m, "Network")
        .def_static(
            "read",
            [](const nb::bytes& bytes) {
                auto network = std::make_shared<Network>();
                const auto* data = static_cast<const std::uint8_t*>(bytes.data());
                const NetworkProblem problem = network->read({data, bytes.size()});
                std::optional<std::shared_ptr<Network>> good;
                if (problem == NetworkProblem::NONE) {
                    good = std::move(network);
                }
                return std::pair(std::move(good), problem == NetworkProblem::DAMAGED);
            },
            nb::arg("bytes"),
            "Return the network, None if the bytes are damaged or not a network file, and whether they are damaged.")
        .def_static(
            "checksum",
            [](const nb::bytes& bytes) {
                return network_checksum({static_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
            },
            nb::arg("bytes"), "Return the checksum that follows these bytes in a network file.")
        .def_prop_ro("scale", &Network::scale)
        .def_prop_ro("filters", &Network::filters)
        .def_prop_ro("stages", &Network::stages)
        .def_prop_ro("units", &Network::units)
        .def(
            "evaluate",
            [](const Network& network, const Setup& setup, int marbles_to_eject, const Setup* before) {
                Accumulator sums;
                if (before == nullptr) {
                    network.accumulate(sums, setup.position, marbles_to_eject);
                } else {
                    Accumulator sums_before;
                    network.accumulate(sums_before, before->position, marbles_to_eject);
                    network.accumulate(sums, sums_before, setup.position, marbles_to_eject);
                }
                return network.evaluate(sums, setup.position.turn);
            },
            nb::arg("setup"), nb::arg("marbles_to_eject"), nb::arg("before").none() = nb::none(),
            "For the player to move. The sums may come from those of another position: the score is the same.");

    nb::class_<Threads>(m, "Threads")
        .def(
            "__init__",
            [](Threads* self, std::size_t hash_bytes, std::size_t threads, std::shared_ptr<Network> network) {
                new (self) Threads;
                self->resize(threads);
                if (!self->table().resize(hash_bytes)) {
                    self->~Threads();
                    throw std::bad_alloc();
                }
                self->use(std::move(network));
            },
            nb::arg("hash_bytes"), nb::arg("threads"), nb::arg("network").none())
        .def("set_parameters", &set_parameters, nb::arg("values"),
             "Set the parameters of the search, in the order of search_parameters(). Forget earlier results.")
        .def("forget", &Threads::forget)
        .def("fullness", [](Threads& t) { return t.table().fullness(); })
        .def("prepare", &Threads::prepare, nb::arg("ponder"))
        .def("ponder_hit", &Threads::ponder_hit)
        .def("stop", &Threads::stop)
        .def("run", &run<Game>, nb::arg("game"), nb::arg("depth"), nb::arg("nodes"), nb::arg("soft_ms"),
             nb::arg("hard_ms"), nb::arg("variations"), nb::arg("selective"), nb::arg("root_moves"),
             nb::arg("report").none())
        .def("run", &run<multi::Game>, nb::arg("game"), nb::arg("depth"), nb::arg("nodes"), nb::arg("soft_ms"),
             nb::arg("hard_ms"), nb::arg("variations"), nb::arg("selective"), nb::arg("root_moves"),
             nb::arg("report").none());
}
