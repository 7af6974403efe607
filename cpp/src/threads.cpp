#include "sumito/threads.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace sumito {
namespace {

constexpr double NOT_YET = std::numeric_limits<double>::infinity();

double steady_ms() noexcept {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::milli>(now).count();
}

// The state that all threads of a search poll: when its clock started, the stop flag, and whether the first thread is
// done.
struct Flags {
    const std::atomic<double>& clock_from;
    const std::atomic<bool>& stop;
    std::atomic<bool> done{false};
};

// Tells the helpers to end, also if one of them cannot start or the first thread throws.
struct EndOfSearch {
    std::atomic<bool>& done;
    ~EndOfSearch() { done.store(true, std::memory_order_relaxed); }
};

// One thread, as the host of its search. It publishes its nodes now and then, for the reports of the first thread.
struct alignas(64) ThreadHost { // each in its own cache line
    const Flags* flags = nullptr;
    std::atomic<std::uint64_t> nodes{0};
};

// The receiver of the first thread's reports, to which the nodes of all threads are added.
struct Listener {
    Search::Report report;
    void* self;
    std::span<const ThreadHost> helpers;
};

std::uint64_t nodes_of(std::span<const ThreadHost> hosts) {
    return std::accumulate(hosts.begin(), hosts.end(), std::uint64_t{0}, [](std::uint64_t sum, const ThreadHost& host) {
        return sum + host.nodes.load(std::memory_order_relaxed);
    });
}

double now(void* self) noexcept {
    const Flags& flags = *static_cast<const ThreadHost*>(self)->flags;
    return std::max(0.0, steady_ms() - flags.clock_from.load(std::memory_order_relaxed));
}

bool stopped(void* self, std::uint64_t nodes) noexcept {
    auto* host = static_cast<ThreadHost*>(self);
    host->nodes.store(nodes, std::memory_order_relaxed);
    return host->flags->stop.load(std::memory_order_relaxed) || host->flags->done.load(std::memory_order_relaxed);
}

void report_all(void* self, const SearchResult& result, int variation) {
    const auto* listener = static_cast<const Listener*>(self);
    SearchResult all = result;
    all.nodes += nodes_of(listener->helpers);
    listener->report(listener->self, all, variation);
}

} // namespace

void Threads::resize(std::size_t threads) {
    searches_.resize(threads);
    for (auto& search : searches_) {
        if (search == nullptr) {
            search = std::make_unique<Search>(table_);
            search->use(network_.get());
            search->set(parameters_);
        }
    }
}

void Threads::use(std::shared_ptr<const Network> network) {
    network_ = std::move(network);
    for (auto& search : searches_) {
        search->use(network_.get());
    }
    forget();
}

void Threads::set(const SearchParameters& parameters) {
    parameters_ = parameters;
    for (auto& search : searches_) {
        search->set(parameters_);
    }
    forget();
}

void Threads::forget() {
    table_.clear();
    for (auto& search : searches_) {
        search->forget();
    }
    for (auto& search : multi_searches_) {
        search->forget();
    }
}

void Threads::prepare(bool ponder) {
    stop_.store(false, std::memory_order_relaxed);
    clock_from_.store(ponder ? NOT_YET : 0, std::memory_order_relaxed);
}

void Threads::ponder_hit() {
    double expected = NOT_YET;
    clock_from_.compare_exchange_strong(expected, steady_ms(), std::memory_order_relaxed);
}

template <typename AnySearch, typename AnyGame>
SearchResult Threads::run_all(const std::vector<std::unique_ptr<AnySearch>>& searches, const AnyGame& game,
                              const Limits& limits, std::span<const Move> root_moves, Search::Report report,
                              void* report_self) {
    table_.begin_search();
    Flags flags{clock_from_, stop_};
    std::vector<ThreadHost> hosts(searches.size());
    for (ThreadHost& host : hosts) {
        host.flags = &flags;
    }
    const std::span helping = std::span(hosts).subspan(1);
    Listener listener{report, report_self, helping};

    // The node limit is for all threads together.
    Limits share = limits;
    share.nodes = (limits.nodes + searches.size() - 1) / searches.size();
    const auto help = [&](std::size_t i) {
        const Limits endless{.nodes = share.nodes, .variations = limits.variations};
        const SearchResult found = searches[i]->run(game, endless, root_moves, {now, stopped, &hosts[i]});
        hosts[i].nodes.store(found.nodes, std::memory_order_relaxed);
    };
    SearchResult result;
    {
        std::vector<std::jthread> helpers; // joined at the end of the block, also after an exception
        const EndOfSearch end{flags.done}; // destroyed before them, so that they end
        try {
            for (std::size_t i = 1; i < searches.size(); ++i) {
                helpers.emplace_back(help, i);
            }
        } catch (const std::system_error& error) {
            throw std::runtime_error("thread " + std::to_string(helpers.size() + 2) + " of " +
                                     std::to_string(searches.size()) + " cannot start: " + error.code().message());
        }
        result = searches[0]->run(game, share, root_moves, {now, stopped, hosts.data()},
                                  report == nullptr ? nullptr : report_all, &listener);
    }
    result.nodes += nodes_of(helping);
    return result;
}

SearchResult Threads::run(const Game& game, const Limits& limits, std::span<const Move> root_moves,
                          Search::Report report, void* report_self) {
    return run_all(searches_, game, limits, root_moves, report, report_self);
}

SearchResult Threads::run(const multi::Game& game, const Limits& limits, std::span<const Move> root_moves,
                          Search::Report report, void* report_self) {
    while (multi_searches_.size() < size()) {
        multi_searches_.push_back(std::make_unique<multi::Search>(table_));
    }
    return run_all(multi_searches_, game, limits, root_moves, report, report_self);
}

} // namespace sumito
