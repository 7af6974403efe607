#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <vector>

#include "sumito/search.hpp"

// Native builds only: a search by several threads that share nothing but the table (Lazy SMP). What one of them finds,
// the others remember; the first one's result counts.
namespace sumito {

class Threads {
  public:
    Threads() { resize(1); }

    Table& table() { return table_; }
    void resize(std::size_t threads);
    std::size_t size() const { return searches_.size(); }
    // The evaluation from now on; none: the hand-made one. What was searched with another one is forgotten.
    void use(std::shared_ptr<const Network> network);
    // Forget everything, as before a new game.
    void forget();

    // Blocks until the search ends. Only stop() and ponder_hit() may be called meanwhile, from any thread.
    SearchResult run(const Game& game, const Limits& limits, std::span<const Move> root_moves,
                     Search::Report report = nullptr, void* report_self = nullptr);
    void stop() { stop_.store(true, std::memory_order_relaxed); }
    // A stop before the search begins counts too, so whoever begins one says when the last stop is dealt with.
    // While the search ponders, its clock stands still.
    void prepare(bool ponder);
    // From now on the time of a search that ponders runs.
    void ponder_hit();

  private:
    Table table_;
    std::vector<std::unique_ptr<Search>> searches_;
    std::shared_ptr<const Network> network_;
    std::atomic<bool> stop_{false};
    std::atomic<double> clock_from_{0}; // in milliseconds; infinity while the search ponders
};

} // namespace sumito
