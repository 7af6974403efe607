#include "sumito/threads.hpp"

#include <chrono>
#include <numeric>
#include <thread>
#include <utility>

namespace sumito {
namespace {

double steady_ms(void*) noexcept {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::milli>(now).count();
}

// What a helping thread asks: has anybody said stop, or is the first thread done?
struct Flags {
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

SearchResult Threads::run(const Game& game, const Limits& limits, std::span<const Move> root_moves,
                          Search::Report report, void* report_self) {
    table_.begin_search();
    std::atomic<bool> done{false};
    Flags flags{&stop_, &done};
    const auto stopped = [](void* self) noexcept {
        const auto* f = static_cast<const Flags*>(self);
        return f->stop->load(std::memory_order_relaxed) || f->done->load(std::memory_order_relaxed);
    };
    const Host host{steady_ms, stopped, &flags};

    std::vector<std::thread> helpers;
    std::vector<std::uint64_t> nodes(searches_.size(), 0);
    for (std::size_t i = 1; i < searches_.size(); ++i) {
        helpers.emplace_back([&, i] {
            const Limits unlimited{.variations = limits.variations};
            nodes[i] = searches_[i]->run(game, unlimited, root_moves, host).nodes;
        });
    }
    SearchResult result = searches_[0]->run(game, limits, root_moves, host, report, report_self);
    done.store(true, std::memory_order_relaxed);
    for (std::thread& helper : helpers) {
        helper.join();
    }
    result.nodes = std::accumulate(nodes.begin(), nodes.end(), result.nodes);
    return result;
}

} // namespace sumito
