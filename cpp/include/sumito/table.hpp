#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#include "sumito/move.hpp"

// The transposition table. Threads can share it without a lock: if two of them write an entry at once, its check fails
// and it counts as absent.
namespace sumito {

enum class Bound : std::uint8_t { NONE, UPPER, LOWER, EXACT };

struct Memory {
    Move move{};
    std::int16_t score = 0;
    std::int16_t evaluation = 0;
    std::uint8_t depth = 0;
    Bound bound = Bound::NONE;
};

class Table {
  public:
    // Allocate a new, empty table. Return false, and keep the old one, if there is not enough memory.
    bool resize(std::size_t bytes);
    void clear();
    // Begin a search. Entries of earlier searches are replaced first.
    void begin_search() { age_ = static_cast<std::uint8_t>((age_ + 1) & 63); }

    // Load the entry into the cache for probe().
    void prefetch(std::uint64_t key) const { __builtin_prefetch(&buckets_[key & (size_ - 1)]); }
    Memory probe(std::uint64_t key) const;
    void store(std::uint64_t key, const Memory& memory);
    // Return how full the table is with entries of this search, in thousandths.
    int fullness() const;

  private:
    struct Entry {
        std::atomic<std::uint64_t> check{0}, data{0}; // check is key xor data
    };
    static constexpr std::size_t WAYS = 4;
    struct alignas(64) Bucket {
        Entry entries[WAYS];
    };

    // On Linux, ask for large pages: a search reads entries all over the table, and with small pages it waits for most
    // of their addresses to be translated.
#ifdef __linux__
    static constexpr std::size_t ALIGNMENT = std::size_t{2} << 20;
#else
    static constexpr std::size_t ALIGNMENT = alignof(Bucket);
#endif
    struct Free {
        void operator()(Bucket* buckets) const { operator delete(buckets, std::align_val_t{ALIGNMENT}); }
    };

    std::unique_ptr<Bucket[], Free> buckets_;
    std::size_t size_ = 0; // a power of two
    std::uint8_t age_ = 0;
};

} // namespace sumito
