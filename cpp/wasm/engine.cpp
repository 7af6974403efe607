#include "engine.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "runtime.hpp"

using namespace sumito;

extern "C" __attribute__((import_module("env"), import_name("now"))) double host_now(void);
extern "C" __attribute__((import_module("env"), import_name("poll"))) int32_t host_poll(void);

namespace {

// Upper bounds of the memory that parts of the core allocate.
constexpr size_t ENGINE_ROOM = size_t{3} << 20;
constexpr size_t NETWORK_ROOM = size_t{1} << 16;
// A file has every weight once, in one byte or two. The network has it in two bytes for each symmetry.
constexpr size_t NETWORK_ROOM_PER_BYTE = 2 * SYMMETRIES;
constexpr size_t SEARCH_ROOM = size_t{1} << 19;
constexpr size_t VARIATION_ROOM = 2048;
constexpr size_t KEY_ROOM = 4 * sizeof(uint64_t);

bool idle(const sumito_engine* engine) {
    return engine != nullptr && !engine->searching;
}
bool is_limit(double limit) { // false for NaN
    return limit >= 0 && limit < EXACT_END;
}
void poll(sumito_engine* engine) {
    engine->stop_requested = engine->stop_requested || host_poll() != 0;
}
double now(void*) noexcept {
    return host_now();
}
bool stop(void* self, uint64_t) noexcept {
    auto* engine = static_cast<sumito_engine*>(self);
    poll(engine);
    return engine->stop_requested;
}
void report(void* self, const SearchResult& result, int variation) {
    auto* engine = static_cast<sumito_engine*>(self);
    if (variation == engine->variations - 1) {
        engine->result = result;
        ++engine->iterations;
        poll(engine);
    }
}

// Convert the numbers of legal moves, each once. Return false if one is not a legal move.
bool read_choice(const kind::Game& game, std::span<const int32_t> moves, std::vector<Move>& choice) {
    std::array<bool, MOVES> chosen{};
    for (const int32_t number : moves) {
        if (!is_move(number) || !game.is_legal(move_of_number(number))) {
            return false;
        }
        if (!chosen[static_cast<std::size_t>(number)]) {
            chosen[static_cast<std::size_t>(number)] = true;
            choice.push_back(move_of_number(number));
        }
    }
    return true;
}

} // namespace

sumito_engine* sumito_engine_new(uint32_t hash_bytes) {
    if (!has_room(ENGINE_ROOM)) {
        return nullptr;
    }
    auto* engine = new sumito_engine;
    if (!engine->table.resize(hash_bytes)) {
        delete engine;
        return nullptr;
    }
    return engine;
}
void sumito_engine_free(sumito_engine* engine) {
    if (idle(engine)) {
        delete engine;
    }
}

int32_t sumito_engine_use(sumito_engine* engine, const uint8_t* network, uint32_t length) {
    const bool none = network == nullptr && length == 0;
    if (!idle(engine) || !has_room(NETWORK_ROOM + NETWORK_ROOM_PER_BYTE * length) ||
        !(none || within(network, length))) {
        return 0;
    }
    const NetworkProblem problem = none ? NetworkProblem::NONE : engine->network.read({network, length});
    if (problem != NetworkProblem::NONE) {
        return problem == NetworkProblem::DAMAGED ? -1 : 0;
    }
    engine->scale = none ? USUAL_SCALE : engine->network.scale();
    kind::use(engine->search, none ? nullptr : &engine->network);
    return sumito_engine_forget(engine);
}
int32_t sumito_engine_scale(const sumito_engine* engine) {
    return engine != nullptr ? engine->scale : -1;
}
int32_t sumito_engine_forget(sumito_engine* engine) {
    if (!idle(engine)) {
        return 0;
    }
    engine->table.clear();
    engine->search.forget();
    return 1;
}

int32_t sumito_engine_search(sumito_engine* engine, const sumito_game* game, int32_t depth, double nodes, double soft,
                             double hard, int32_t variations, const int32_t* moves, uint32_t count) {
    const bool all = moves == nullptr && count == 0;
    if (!idle(engine) || game == nullptr || game->game.outcome() || depth < 0 || !is_limit(nodes) || !is_limit(soft) ||
        !is_limit(hard) || variations < 1 || !(all || (count > 0 && within(moves, count)))) {
        return 0;
    }
    const kind::Game& searched = game->game;
    const int legal = count_moves(searched.position());
    std::vector<Move> choice;
    if (!has_room(SEARCH_ROOM + VARIATION_ROOM * static_cast<size_t>(legal) + KEY_ROOM * searched.keys().size()) ||
        !(all || read_choice(searched, {moves, count}, choice))) {
        return 0;
    }
    engine->variations = std::min(variations, all ? legal : static_cast<int>(choice.size()));
    engine->searched = kind::searched(searched);
    engine->result = {};
    engine->iterations = 0;
    engine->stop_requested = false;
    engine->searching = true;
    engine->table.begin_search();
    const Limits limits{.depth = depth > 0 ? depth : MAX_PLY,
                        .nodes = static_cast<uint64_t>(__builtin_ceil(nodes)),
                        .soft_ms = soft,
                        .hard_ms = hard,
                        .variations = engine->variations};
    engine->result = engine->search.run(searched, limits, choice, {now, stop, engine}, report, engine);
    engine->searching = false;
    return 1;
}

int32_t sumito_engine_result(const sumito_engine* engine, sumito_result* out) {
    if (engine == nullptr || !within(out, 1)) {
        return 0;
    }
    *out = {.nodes = static_cast<double>(engine->result.nodes),
            .variations = static_cast<int32_t>(engine->result.variations.size()),
            .iterations = engine->iterations,
            .searching = engine->searching,
            .stopped = engine->result.stopped};
    return 1;
}
int32_t sumito_engine_variation(const sumito_engine* engine, int32_t variation, sumito_variation* out) {
    const Variation* found = variation_of(engine, variation);
    if (found == nullptr || !within(out, 1)) {
        return 0;
    }
    const bool proved = is_proved(found->score);
    *out = {
        .score = found->score, .depth = found->depth, .proved = proved, .win_in = proved ? win_in(found->score) : 0};
    return 1;
}
uint32_t sumito_engine_moves(const sumito_engine* engine, int32_t variation, int32_t* out, uint32_t capacity) {
    const Variation* found = variation_of(engine, variation);
    const std::size_t size = found != nullptr ? kind::playable(engine->searched, *found) : 0;
    if (size <= capacity && within(out, capacity)) {
        for (std::size_t i = 0; i < size; ++i) {
            out[i] = number_of(found->moves[i]);
        }
    }
    return static_cast<uint32_t>(size);
}
int32_t sumito_engine_hashfull(const sumito_engine* engine) {
    return engine != nullptr ? engine->table.fullness() : -1;
}
