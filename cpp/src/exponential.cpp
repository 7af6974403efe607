#include "sumito/exponential.hpp"

#include <array>
#include <cstddef>

namespace sumito {
namespace {

// Entry n is e to the power of -2^(n - 20).
constexpr std::array<std::uint32_t, 25> FACTORS{
    0xfffff000, 0xffffe000, 0xffffc000, 0xffff8000, 0xffff0000, 0xfffe0002, 0xfffc0008, 0xfff80020, 0xfff00080,
    0xffe00200, 0xffc007ff, 0xff801ffb, 0xff007fd5, 0xfe01feab, 0xfc07f560, 0xf81fab54, 0xf07d5fde, 0xe1eb5127,
    0xc75f7cf5, 0x9b4597e3, 0x5e2d58d9, 0x22a55547, 0x04b0556e, 0x0015fc21, 0x000001e3,
};

} // namespace

std::uint64_t exponential_of_minus(std::uint64_t x) {
    if (x >> FACTORS.size() != 0) {
        return 0; // the result rounds to 0
    }
    std::uint64_t result = ONE_EXPONENTIAL;
    for (std::size_t bit = 0; bit < FACTORS.size(); ++bit) {
        if ((x >> bit & 1) != 0) {
            result = (result * FACTORS[bit] + ONE_EXPONENTIAL / 2) / ONE_EXPONENTIAL;
        }
    }
    return result;
}

} // namespace sumito
