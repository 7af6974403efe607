#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace sumito {

// Sort a short list. std::sort is faster for long lists, but each use of it adds kilobytes of code that a browser has
// to download before the first move.
template <typename T, typename Before>
void sort_few(std::vector<T>& list, Before before) {
    for (std::size_t i = 1; i < list.size(); ++i) {
        for (std::size_t at = i; at > 0 && before(list[at], list[at - 1]); --at) {
            std::swap(list[at], list[at - 1]);
        }
    }
}

} // namespace sumito
