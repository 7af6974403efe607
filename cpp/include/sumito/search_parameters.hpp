#pragma once

#include <array>
#include <string_view>

// The numbers of the two-player search that matches decide, such as margins. `sumito lab tune-search` tunes them.
namespace sumito {

struct SearchParameters {
    int futility = 22;          // reverse futility: hundredths of a marble per ply
    int futility_depth = 6;     // the greatest depth of reverse futility
    int null_reduction = 3;     // plies by which a pass reduces the depth
    int null_divisor = 4;       // a pass reduces the depth by another ply for every `null_divisor` plies
    int forced_depth = 6;       // the least depth to test whether a move is forced
    int forced_margin = 2;      // much worse than a forced move: hundredths of a marble per ply
    int late_depth = 4;         // the greatest depth at which late quiet moves are skipped
    int late_base = 6;          // this many moves are not late: `late_base + late_factor * depth * depth`
    int late_factor = 3;        // of the square of the depth in that sum
    int reduction_from = 3;     // the number of moves that are never reduced
    int reduction_divisor = 48; // higher: smaller reductions of late quiet moves
    int history_divisor = 60;   // a history of 100 times this number changes the reduction by a ply
    int push_margin = 30;       // what a push at a leaf can gain: hundredths of a marble
};

// A parameter for the lab, with the range in which it makes sense.
struct NamedParameter {
    std::string_view name;
    int SearchParameters::* value;
    int least, most;
};

inline constexpr std::array SEARCH_PARAMETERS{
    NamedParameter{"futility", &SearchParameters::futility, 5, 80},
    NamedParameter{"futility_depth", &SearchParameters::futility_depth, 1, 12},
    NamedParameter{"null_reduction", &SearchParameters::null_reduction, 1, 6},
    NamedParameter{"null_divisor", &SearchParameters::null_divisor, 2, 12},
    NamedParameter{"forced_depth", &SearchParameters::forced_depth, 4, 12},
    NamedParameter{"forced_margin", &SearchParameters::forced_margin, 1, 12},
    NamedParameter{"late_depth", &SearchParameters::late_depth, 1, 8},
    NamedParameter{"late_base", &SearchParameters::late_base, 2, 20},
    NamedParameter{"late_factor", &SearchParameters::late_factor, 1, 8},
    NamedParameter{"reduction_from", &SearchParameters::reduction_from, 1, 8},
    NamedParameter{"reduction_divisor", &SearchParameters::reduction_divisor, 20, 100},
    NamedParameter{"history_divisor", &SearchParameters::history_divisor, 15, 160},
    NamedParameter{"push_margin", &SearchParameters::push_margin, 1, 100},
};

} // namespace sumito
