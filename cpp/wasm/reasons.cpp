#include "sumito/reasons.hpp"

#include <array>
#include <optional>

#include "api.hpp"
#include "arguments.hpp"

using namespace sumito;

namespace {

sumito_explanation values(const Explanation& e) {
    return {.cells = ids_of_set(e.cells),
            .figure = e.figure.data(),
            .figure_size = static_cast<uint32_t>(e.figure.size()),
            .instead = e.instead ? number_of(e.instead) : -1,
            .reserved = 0};
}

// False where it cannot be one.
bool read_verdict(const sumito_verdict& from, Verdict& verdict) {
    const auto is_count = [](int32_t number) { return below(number, CELLS + 1); };
    if (!is_set(from.culprits) || !below(from.reason, static_cast<int>(Reason::TOO_FEW) + 1) || !is_count(from.n) ||
        !is_count(from.standing) || !is_count(from.enemies) || !(is_move(from.move) || from.move == -1)) {
        return false;
    }
    verdict = {.reason = static_cast<Reason>(from.reason),
               .n = static_cast<uint8_t>(from.n),
               .standing = static_cast<uint8_t>(from.standing),
               .enemies = static_cast<uint8_t>(from.enemies),
               .culprits = set_of_ids(from.culprits),
               .move = from.move == -1 ? Move{} : move_of_number(from.move)};
    return true;
}

} // namespace

uint32_t sumito_game_explain(const sumito_game* game, const sumito_verdict* verdict, int32_t direction,
                             sumito_explanation* about, char* out, uint32_t capacity) {
    Verdict given;
    if (game == nullptr || !within(verdict, 1) || !(is_direction(direction) || direction == -1) || !within(about, 1) ||
        !read_verdict(*verdict, given)) {
        return 0;
    }
    std::array<char, EXPLANATION_SIZE> text;
    Sentences sentences(text);
    const std::optional<Direction> asked =
        direction == -1 ? std::optional<Direction>() : std::optional(direction_of(direction));
    const std::optional<Explanation> found = explain(game->game, given, asked, sentences);
    if (!found) {
        return 0;
    }
    *about = values(*found);
    return copied(text.data(), sentences.size(), out, capacity);
}
uint32_t sumito_game_explain_outcome(const sumito_game* game, char* out, uint32_t capacity) {
    if (game == nullptr) {
        return 0;
    }
    std::array<char, EXPLANATION_SIZE> text;
    Sentences sentences(text);
    explain_outcome(game->game, sentences);
    return copied(text.data(), sentences.size(), out, capacity);
}
uint32_t sumito_game_tap(const sumito_game* game, uint64_t line, int32_t target, sumito_tap* about, char* out,
                         uint32_t capacity) {
    if (game == nullptr || !is_set(line) || !is_cell_id(target) || !within(about, 1)) {
        return 0;
    }
    std::array<char, EXPLANATION_SIZE> text;
    Sentences sentences(text);
    const std::optional<Tap> found = tap(game->game, set_of_ids(line), cell_of_id(target), sentences);
    if (!found) {
        return 0;
    }
    constexpr sumito_verdict none{
        .culprits = 0, .reason = -1, .n = 0, .standing = 0, .enemies = 0, .move = -1, .reserved = 0};
    *about = {.verdict = found->verdict ? values(*found->verdict) : none,
              .explanation = values(found->explanation),
              .hint = static_cast<int32_t>(found->hint),
              .reserved = 0};
    return copied(text.data(), sentences.size(), out, capacity);
}
