#include "sumito/table.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace sumito {
namespace {

// Pack an entry into bits, from the low end: move 14, age 6 and bound 2, depth 8, score 16, evaluation 16. 2 bits are
// free.
std::uint64_t packed(const Memory& m, std::uint8_t age) {
    return std::uint64_t{m.move.code()} | std::uint64_t{age} << 16 |
           std::uint64_t{static_cast<std::uint8_t>(m.bound)} << 22 | std::uint64_t{m.depth} << 24 |
           std::uint64_t{static_cast<std::uint16_t>(m.score)} << 32 |
           std::uint64_t{static_cast<std::uint16_t>(m.evaluation)} << 48;
}
std::uint8_t age_of(std::uint64_t data) {
    return static_cast<std::uint8_t>(data >> 16 & 63);
}
int depth_of(std::uint64_t data) {
    return static_cast<int>(data >> 24 & 255);
}
Memory unpacked(std::uint64_t data) {
    return {Move::of_code(static_cast<std::uint16_t>(data & 0x3FFF)), static_cast<std::int16_t>(data >> 32),
            static_cast<std::int16_t>(data >> 48), static_cast<std::uint8_t>(data >> 24 & 255),
            static_cast<Bound>(data >> 22 & 3)};
}

} // namespace

bool Table::resize(std::size_t bytes) {
    const std::size_t wanted = std::bit_floor(std::max<std::size_t>(bytes / sizeof(Bucket), 1));
    if (wanted == size_) {
        clear();
        return true;
    }
    void* made = operator new(wanted * sizeof(Bucket), std::align_val_t{ALIGNMENT}, std::nothrow);
    if (made == nullptr) {
        return false;
    }
#ifdef __linux__
    madvise(made, wanted * sizeof(Bucket), MADV_HUGEPAGE); // if the system refuses, the table is only slower
#endif
    buckets_.reset(static_cast<Bucket*>(made));
    std::uninitialized_value_construct_n(buckets_.get(), wanted);
    size_ = wanted;
    age_ = 0;
    return true;
}

void Table::clear() {
    for (std::size_t i = 0; i < size_; ++i) {
        for (Entry& entry : buckets_[i].entries) {
            entry.check.store(0, std::memory_order_relaxed);
            entry.data.store(0, std::memory_order_relaxed);
        }
    }
    age_ = 0;
}

Memory Table::probe(std::uint64_t key) const {
    for (const Entry& entry : buckets_[key & (size_ - 1)].entries) {
        const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
        if (data != 0 && (entry.check.load(std::memory_order_relaxed) ^ data) == key) {
            return unpacked(data);
        }
    }
    return {};
}

void Table::store(std::uint64_t key, const Memory& memory) {
    Entry* victim = nullptr;
    int least = 0;
    for (Entry& entry : buckets_[key & (size_ - 1)].entries) {
        const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
        if (data == 0 || (entry.check.load(std::memory_order_relaxed) ^ data) == key) {
            victim = &entry;
            break;
        }
        const int worth = depth_of(data) - 8 * ((age_ - age_of(data)) & 63);
        if (victim == nullptr || worth < least) {
            victim = &entry;
            least = worth;
        }
    }
    const std::uint64_t data = packed(memory, age_);
    victim->data.store(data, std::memory_order_relaxed);
    victim->check.store(key ^ data, std::memory_order_relaxed);
}

int Table::fullness() const {
    const std::size_t sample = std::min<std::size_t>(size_, 250);
    std::size_t used = 0;
    for (std::size_t i = 0; i < sample; ++i) {
        for (const Entry& entry : buckets_[i].entries) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            used += data != 0 && age_of(data) == age_ ? 1 : 0;
        }
    }
    return static_cast<int>(used * 1000 / (sample * WAYS));
}

} // namespace sumito
