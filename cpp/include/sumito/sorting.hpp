#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace sumito {

// Puts a short list in order. std::sort would be quicker for long ones, but each use of it is kilobytes of code that a
// browser has to fetch before the first move.
template <typename T, typename Before>
void sort_few(std::vector<T>& list, Before before) {
    for (std::size_t i = 1; i < list.size(); ++i) {
        for (std::size_t at = i; at > 0 && before(list[at], list[at - 1]); --at) {
            std::swap(list[at], list[at - 1]);
        }
    }
}

} // namespace sumito
