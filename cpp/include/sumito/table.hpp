#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "sumito/move.hpp"

// What searches remember of positions. Threads may share it without a lock: an entry that two of them have torn fails
// its check and counts as absent.
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
    // False where there is no memory; the old table is kept then.
    bool resize(std::size_t bytes);
    void clear();
    // Entries of earlier searches give way first.
    void begin_search() { age_ = static_cast<std::uint8_t>((age_ + 1) & 63); }

    // Have the entry at hand when probe() wants it.
    void prefetch(std::uint64_t key) const { __builtin_prefetch(&buckets_[key & (size_ - 1)]); }
    Memory probe(std::uint64_t key) const;
    void store(std::uint64_t key, const Memory& memory);
    // Entries of this search among a thousand.
    int fullness() const;

  private:
    struct Entry {
        std::atomic<std::uint64_t> check{0}, data{0}; // check is key xor data
    };
    static constexpr std::size_t WAYS = 4;
    struct alignas(64) Bucket {
        Entry entries[WAYS];
    };

    std::unique_ptr<Bucket[]> buckets_;
    std::size_t size_ = 0; // a power of two
    std::uint8_t age_ = 0;
};

} // namespace sumito
