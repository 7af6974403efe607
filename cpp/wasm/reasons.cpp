#include <array>
#include <optional>

#include "arguments.hpp"
#include "page_api.hpp"

using namespace sumito;

namespace {

// The sentences of one call.
struct Text {
    std::array<char, EXPLANATION_SIZE> buffer;
    Sentences sentences{buffer};

    uint32_t copied_to(char* out, uint32_t capacity) const {
        return copied(buffer.data(), sentences.size(), out, capacity);
    }
};

sumito_explanation values(const Explanation& e) {
    constexpr sumito_verdict none{
        .culprits = 0, .reason = -1, .n = 0, .standing = 0, .enemies = 0, .move = -1, .reserved = 0};
    return {.verdict = e.verdict ? ::values(*e.verdict) : none,
            .cells = ids_of_set(e.cells),
            .figure = e.figure.data(),
            .figure_size = static_cast<uint32_t>(e.figure.size()),
            .instead = e.instead ? number_of(e.instead) : -1,
            .reserved = 0};
}

} // namespace

uint32_t sumito_game_explain(const sumito_game* game, uint64_t cells, int32_t direction, sumito_explanation* about,
                             char* out, uint32_t capacity) {
    if (game == nullptr || cells == 0 || !is_set(cells) || !is_direction(direction) || !within(about, 1)) {
        return 0;
    }
    Text text;
    *about = values(explain(game->game, set_of_ids(cells), direction_of(direction), text.sentences));
    return text.copied_to(out, capacity);
}
uint32_t sumito_game_explain_text(const sumito_game* game, const char* move, uint32_t length, int32_t dialect,
                                  int32_t transposed, sumito_explanation* about, char* out, uint32_t capacity) {
    if (game == nullptr || !within(move, length) || !is_dialect(dialect) || !within(about, 1)) {
        return 0;
    }
    Text text;
    Explanation e;
    if (explain_text(game->game, {move, length}, static_cast<Dialect>(dialect), transposed != 0, e, text.sentences)) {
        return 0;
    }
    *about = values(e);
    return text.copied_to(out, capacity);
}
uint32_t sumito_game_explain_outcome(const sumito_game* game, char* out, uint32_t capacity) {
    if (game == nullptr) {
        return 0;
    }
    Text text;
    explain_outcome(game->game, text.sentences);
    return text.copied_to(out, capacity);
}
uint32_t sumito_game_tap(const sumito_game* game, uint64_t line, int32_t target, sumito_tap* about, char* out,
                         uint32_t capacity) {
    if (game == nullptr || !is_set(line) || !is_cell_id(target) || !within(about, 1)) {
        return 0;
    }
    Text text;
    const std::optional<Tap> answer = tap(game->game, set_of_ids(line), cell_of_id(target), text.sentences);
    if (!answer) {
        return 0;
    }
    *about = {
        .explanation = values(answer->explanation), .problem = static_cast<int32_t>(answer->problem), .reserved = 0};
    return text.copied_to(out, capacity);
}
