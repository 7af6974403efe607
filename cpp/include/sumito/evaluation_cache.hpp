#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

// The evaluations of recent positions of one search thread. Different orders of the same moves lead to the same leaves,
// and so does each iteration.
namespace sumito {

class EvaluationCache {
  public:
    void clear() { std::ranges::fill(entries_, 0); }
    std::optional<int> probe(std::uint64_t key) const {
        const std::uint64_t entry = entries_[key % SIZE];
        if (entry == 0 || (entry ^ key) >= SIZE) {
            return {};
        }
        return static_cast<std::int16_t>(entry);
    }
    // Store a score of 16 bits, and forget that of another position in the same place.
    void store(std::uint64_t key, int score) {
        entries_[key % SIZE] = (key & ~(SIZE - 1)) | static_cast<std::uint16_t>(score);
    }

  private:
    // The place of an entry is the low 16 bits of its key. The entry has the other bits, and the score in the low ones.
    static constexpr std::uint64_t SIZE = 1 << 16;
    std::vector<std::uint64_t> entries_ = std::vector<std::uint64_t>(SIZE); // 0: empty
};

} // namespace sumito
