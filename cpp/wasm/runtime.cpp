// The run-time library of the WebAssembly build, without WASI: malloc over memory.grow, new and delete, abort, and the
// functions of <string.h> that clang and libc++ call. Built with -fno-builtin: otherwise the compiler can turn a loop
// here into a call of the function itself.
#include "runtime.hpp"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <bit>
#include <new>

extern "C" unsigned char __heap_base;

namespace {

// The header before every block: the start of its memory, and its size class. Payloads are aligned to 16 bytes.
struct alignas(16) Header {
    Header* start;
    uint32_t size_class;
};

constexpr uint32_t steps = 8; // size classes per doubling: at most an eighth is wasted
constexpr uint32_t classes = 32 * steps;
constexpr size_t page = 65536;
constexpr size_t largest = size_t{3} << 30;

constinit Header* free_blocks[classes] = {};
constinit uintptr_t top = 0;

// Return the smallest class that holds n bytes. The sizes are 16, 32, ... 128, then eight steps per doubling.
uint32_t class_of(size_t n) {
    const size_t units = (n + 15) / 16;
    if (units <= steps) {
        return static_cast<uint32_t>(units - 1);
    }
    const auto shift = static_cast<uint32_t>(std::bit_width(units - 1)) - 4;
    return shift * steps + static_cast<uint32_t>((units - 1) >> shift);
}

size_t size_of(uint32_t c) {
    const uint32_t shift = c < 2 * steps ? 0 : c / steps - 1;
    return ((static_cast<size_t>(c) - shift * steps + 1) << shift) * 16;
}

// Grow the memory if needed. Return whether `bytes` are free above the top.
bool grown(size_t bytes) {
    if (top == 0) {
        top = (reinterpret_cast<uintptr_t>(&__heap_base) + 15) & ~uintptr_t{15};
    }
    const size_t have = __builtin_wasm_memory_size(0) * page;
    return bytes <= have - top || __builtin_wasm_memory_grow(0, (bytes - (have - top) + page - 1) / page) != SIZE_MAX;
}

// Return memory that was never used before, and is therefore zero; nullptr if there is none left.
void* fresh(size_t bytes) {
    if (!grown(bytes)) {
        return nullptr;
    }
    const uintptr_t at = top;
    top += bytes;
    return reinterpret_cast<void*>(at);
}

void* take(size_t n, size_t alignment, bool zero) {
    const size_t slack = alignment > 16 ? alignment : 0;
    if (n > largest - slack) {
        return nullptr;
    }
    const uint32_t c = class_of(sizeof(Header) + slack + n);
    Header* start = free_blocks[c];
    const bool used = start != nullptr;
    if (used) {
        free_blocks[c] = start->start;
    } else {
        start = static_cast<Header*>(fresh(size_of(c)));
        if (start == nullptr) {
            return nullptr;
        }
    }
    const uintptr_t mask = (slack != 0 ? slack : 16) - 1;
    auto* payload = reinterpret_cast<Header*>((reinterpret_cast<uintptr_t>(start + 1) + mask) & ~mask);
    payload[-1] = {start, c};
    if (zero && used) {
        __builtin_memset(payload, 0, n);
    }
    return payload;
}

void give_back(void* payload) {
    if (payload != nullptr) {
        const Header header = static_cast<Header*>(payload)[-1];
        header.start->start = free_blocks[header.size_class];
        free_blocks[header.size_class] = header.start;
    }
}

} // namespace

bool has_room(size_t bytes) {
    return grown(bytes);
}

extern "C" {
void abort() {
    __builtin_trap();
}
void* malloc(size_t n) {
    return take(n, 16, false);
}
void* calloc(size_t count, size_t size) {
    size_t n = 0;
    return __builtin_mul_overflow(count, size, &n) ? nullptr : take(n, 16, true);
}
void free(void* p) {
    give_back(p);
}
void* memcpy(void* to, const void* from, size_t n) { // bulk memory: a single instruction
    __builtin_memcpy(to, from, n);
    return to;
}
void* memmove(void* to, const void* from, size_t n) {
    __builtin_memmove(to, from, n);
    return to;
}
void* memset(void* to, int value, size_t n) {
    __builtin_memset(to, value, n);
    return to;
}
int memcmp(const void* a, const void* b, size_t n) {
    const auto* x = static_cast<const unsigned char*>(a);
    const auto* y = static_cast<const unsigned char*>(b);
    for (; n != 0; --n, ++x, ++y) {
        if (*x != *y) {
            return *x < *y ? -1 : 1;
        }
    }
    return 0;
}
void* memchr(const void* in, int value, size_t n) {
    const auto* x = static_cast<const unsigned char*>(in);
    for (; n != 0; --n, ++x) {
        if (*x == static_cast<unsigned char>(value)) {
            return const_cast<unsigned char*>(x);
        }
    }
    return nullptr;
}
size_t strlen(const char* text) {
    size_t n = 0;
    while (text[n] != '\0') {
        ++n;
    }
    return n;
}
} // extern "C"

// There are no exceptions: operators that would throw trap. The nothrow forms return null.
const std::nothrow_t std::nothrow{};
void* operator new(size_t n) {
    void* p = take(n, 16, false);
    if (p == nullptr) {
        abort();
    }
    return p;
}
void* operator new(size_t n, std::align_val_t alignment) {
    void* p = take(n, static_cast<size_t>(alignment), false);
    if (p == nullptr) {
        abort();
    }
    return p;
}
// clang-format off
void* operator new[](size_t n) { return operator new(n); }
void* operator new[](size_t n, std::align_val_t a) { return operator new(n, a); }
void* operator new(size_t n, const std::nothrow_t&) noexcept { return take(n, 16, false); }
void* operator new[](size_t n, const std::nothrow_t&) noexcept { return take(n, 16, false); }
void* operator new(size_t n, std::align_val_t a, const std::nothrow_t&) noexcept { return take(n, static_cast<size_t>(a), false); }
void* operator new[](size_t n, std::align_val_t a, const std::nothrow_t&) noexcept { return take(n, static_cast<size_t>(a), false); }
void operator delete(void* p) noexcept { give_back(p); }
void operator delete[](void* p) noexcept { give_back(p); }
void operator delete(void* p, size_t) noexcept { give_back(p); }
void operator delete[](void* p, size_t) noexcept { give_back(p); }
void operator delete(void* p, std::align_val_t) noexcept { give_back(p); }
void operator delete[](void* p, std::align_val_t) noexcept { give_back(p); }
void operator delete(void* p, size_t, std::align_val_t) noexcept { give_back(p); }
void operator delete[](void* p, size_t, std::align_val_t) noexcept { give_back(p); }
// clang-format on

_LIBCPP_BEGIN_NAMESPACE_STD
[[noreturn]] void __libcpp_verbose_abort(const char*, ...) noexcept { // where libc++ would throw, e.g. vector::at
    __builtin_trap();
}
_LIBCPP_END_NAMESPACE_STD
