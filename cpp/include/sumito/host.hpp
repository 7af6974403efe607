#pragma once

#include <cstdint>

// The calls that a running search makes: the time, and whether to stop. The owner of the search provides them, so that
// the core is the same in a Python process and in a browser's worker.
namespace sumito {

struct Host {
    double (*now)(void* self) noexcept;                     // milliseconds from any fixed point
    bool (*stop)(void* self, std::uint64_t nodes) noexcept; // asked now and then, with the nodes searched so far
    void* self;
};

} // namespace sumito
