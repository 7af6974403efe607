#pragma once

#include <cstdint>

// The exponential function in whole numbers, so that every build gives the same result.
namespace sumito {

inline constexpr std::uint64_t ONE_EXPONENT = std::uint64_t{1} << 20;
inline constexpr std::uint64_t ONE_EXPONENTIAL = std::uint64_t{1} << 32;

// Return e to the power of -x. ONE_EXPONENT stands for 1 in x, and ONE_EXPONENTIAL for 1 in the result.
std::uint64_t exponential_of_minus(std::uint64_t x);

} // namespace sumito
