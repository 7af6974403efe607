#include "sumito/threads.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <numeric>
#include <thread>
#include <utility>

namespace sumito {
namespace {

constexpr double NOT_YET = std::numeric_limits<double>::infinity();

double steady_ms() noexcept {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::milli>(now).count();
}

// What a thread asks: since when its time runs, whether anybody has said stop, whether the first thread is done.
struct Flags {
    const std::atomic<double>* clock_from;
    const std::atomic<bool>* stop;
    const std::atomic<bool>* done;
};

} // namespace

void Threads::resize(std::size_t threads) {
    searches_.resize(threads);
    for (auto& search : searches_) {
        if (search == nullptr) {
            search = std::make_unique<Search>(table_);
            search->use(network_.get());
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

void Threads::forget() {
    table_.clear();
    for (auto& search : searches_) {
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

SearchResult Threads::run(const Game& game, const Limits& limits, std::span<const Move> root_moves,
                          Search::Report report, void* report_self) {
    table_.begin_search();
    std::atomic<bool> done{false};
    Flags flags{&clock_from_, &stop_, &done};
    const auto now = [](void* self) noexcept {
        const auto* f = static_cast<const Flags*>(self);
        return std::max(0.0, steady_ms() - f->clock_from->load(std::memory_order_relaxed));
    };
    const auto stopped = [](void* self) noexcept {
        const auto* f = static_cast<const Flags*>(self);
        return f->stop->load(std::memory_order_relaxed) || f->done->load(std::memory_order_relaxed);
    };
    const Host host{now, stopped, &flags};

    // A limit of nodes is for all of them together.
    Limits share = limits;
    share.nodes = (limits.nodes + searches_.size() - 1) / searches_.size();
    std::vector<std::thread> helpers;
    std::vector<std::uint64_t> nodes(searches_.size(), 0);
    for (std::size_t i = 1; i < searches_.size(); ++i) {
        helpers.emplace_back([&, i] {
            const Limits helping{.nodes = share.nodes, .variations = limits.variations};
            nodes[i] = searches_[i]->run(game, helping, root_moves, host).nodes;
        });
    }
    SearchResult result = searches_[0]->run(game, share, root_moves, host, report, report_self);
    done.store(true, std::memory_order_relaxed);
    for (std::thread& helper : helpers) {
        helper.join();
    }
    result.nodes = std::accumulate(nodes.begin(), nodes.end(), result.nodes);
    return result;
}

} // namespace sumito
