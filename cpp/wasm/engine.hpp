#pragma once

#include "arguments.hpp"
#include "engine_api.hpp"

#ifdef SUMITO_MULTI
#include "several_players_engine.hpp"
#else
#include "two_players_engine.hpp"
#endif

// What an engine is, for the calls of several files.
struct sumito_engine {
    sumito::Table table;
    kind::Search search{table};
    kind::Network network;
    kind::Searched searched;
    sumito::SearchResult result;
    int variations = 0; // of the current or last search
    int iterations = 0;
    int scale = sumito::USUAL_SCALE;
    bool searching = false;
    bool stop_requested = false;
};

inline const sumito::Variation* variation_of(const sumito_engine* engine, int32_t i) {
    return engine != nullptr && below(i, static_cast<int>(engine->result.variations.size()))
               ? &engine->result.variations[static_cast<std::size_t>(i)]
               : nullptr;
}
