#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <vector>

#include "sumito/multi/search.hpp"
#include "sumito/search.hpp"

// Native builds only: a search by several threads that share nothing but the table (Lazy SMP). Each thread uses the
// entries of the others. The result is that of the first thread.
namespace sumito {

class Threads {
  public:
    Threads() { resize(1); }

    Table& table() { return table_; }
    void resize(std::size_t threads);
    std::size_t size() const { return searches_.size(); }
    // Set the evaluation; nullptr is the hand-made one. Forget the results of the previous evaluation.
    void use(std::shared_ptr<const Network> network);
    // Set the parameters of searches of two players, for the lab. Forget the results of the previous ones.
    void set(const SearchParameters& parameters);
    // Forget everything, as before a new game.
    void forget();

    // Run a search, and block until it ends. Only stop() and ponder_hit() may be called meanwhile, from any thread.
    SearchResult run(const Game& game, const Limits& limits, std::span<const Move> root_moves,
                     Search::Report report = nullptr, void* report_self = nullptr);
    SearchResult run(const multi::Game& game, const Limits& limits, std::span<const Move> root_moves,
                     Search::Report report = nullptr, void* report_self = nullptr);
    void stop() { stop_.store(true, std::memory_order_relaxed); }
    // Clear the last stop before a search. run() does not clear it, because a stop before the search begins must count.
    // With `ponder`, the clock of the search does not run until ponder_hit().
    void prepare(bool ponder);
    // Start the clock of a search that ponders.
    void ponder_hit();

  private:
    template <typename AnySearch, typename AnyGame>
    SearchResult run_all(const std::vector<std::unique_ptr<AnySearch>>& searches, const AnyGame& game,
                         const Limits& limits, std::span<const Move> root_moves, Search::Report report,
                         void* report_self);

    Table table_;
    std::vector<std::unique_ptr<Search>> searches_;
    std::vector<std::unique_ptr<multi::Search>> multi_searches_; // none before a game of several players is searched
    std::shared_ptr<const Network> network_;
    SearchParameters parameters_;
    std::atomic<bool> stop_{false};
    std::atomic<double> clock_from_{0}; // in milliseconds; infinity while the search ponders
};

} // namespace sumito
