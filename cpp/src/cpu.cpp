#include "sumito/cpu.hpp"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))

#include <cpuid.h>

#include <cstdint>
#include <initializer_list>

namespace sumito {
namespace {

struct Registers {
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
};

Registers cpuid(unsigned leaf) {
    Registers r;
    __get_cpuid_count(leaf, 0, &r.eax, &r.ebx, &r.ecx, &r.edx);
    return r;
}

bool all(unsigned word, std::initializer_list<int> bits) {
    for (const int b : bits) {
        if ((word >> b & 1) == 0) {
            return false;
        }
    }
    return true;
}

// Return the registers that the system saves when it switches tasks.
std::uint32_t saved_registers(unsigned leaf1_ecx) {
    if (!all(leaf1_ecx, {27})) {
        return 0;
    }
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

} // namespace

int x86_level() {
    const unsigned one = cpuid(1).ecx;
    const unsigned seven = cpuid(7).ebx;
    const unsigned extended = cpuid(0x80000001).ecx;
    const std::uint32_t saved = saved_registers(one);
    // sse3 ssse3 cx16 sse4.1 sse4.2 popcnt; lahf
    if (!all(one, {0, 9, 13, 19, 20, 23}) || !all(extended, {0})) {
        return 1;
    }
    // fma movbe avx f16c; bmi1 avx2 bmi2; lzcnt
    if (!all(one, {12, 22, 28, 29}) || !all(seven, {3, 5, 8}) || !all(extended, {5}) || (saved & 0x6) != 0x6) {
        return 2;
    }
    // avx512 f dq cd bw vl
    return all(seven, {16, 17, 28, 30, 31}) && (saved & 0xE6) == 0xE6 ? 4 : 3;
}

} // namespace sumito

#else

namespace sumito {

int x86_level() {
    return 0;
}

} // namespace sumito

#endif
