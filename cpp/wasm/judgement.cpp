#include "sumito/judgement.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "sumito/score.hpp"

#include "arguments.hpp"
#include "study_api.hpp"

using namespace sumito;

namespace {

bool is_judgement(int32_t judgement) {
    return below(judgement, JUDGEMENTS);
}

} // namespace

int32_t sumito_judge(int32_t best, int32_t played, int32_t same, int32_t scale, sumito_judgement* out) {
    if (!is_scale(scale) || !within(out, 1)) {
        return 0;
    }
    const MoveJudgement found = judge(best, played, same != 0, scale);
    *out = {.loss = found.loss,
            .accuracy = found.accuracy,
            .judgement = static_cast<int32_t>(found.judgement),
            .missed_win = found.missed_win};
    return 1;
}
int32_t sumito_played_score(int32_t after, int32_t best, sumito_played* out) {
    if (!within(out, 1)) {
        return 0;
    }
    const PlayedScore found = played_score(after, best);
    *out = {.score = found.score, .is_best = found.is_best};
    return 1;
}
int32_t sumito_summarise(const double* losses, uint32_t count, sumito_player_summary* out) {
    if (count == 0 || !within(losses, count) || !within(out, 1)) {
        return 0;
    }
    const PlayerSummary found = summarise({losses, count});
    *out = {.accuracy = found.accuracy, .judgements = {}, .reserved = 0};
    std::ranges::copy(found.judgements, out->judgements);
    return 1;
}
int32_t sumito_shown_plies(void) {
    return SHOWN_PLIES;
}
uint32_t sumito_judgement_glyph(int32_t judgement, char* out, uint32_t capacity) {
    if (!is_judgement(judgement)) {
        return 0;
    }
    const std::string_view text = glyph(static_cast<Judgement>(judgement));
    return copied(text.data(), text.size(), out, capacity);
}
uint32_t sumito_turning_points(const double* losses, uint32_t count, uint32_t most, int32_t* out, uint32_t capacity) {
    if (count == 0 || !within(losses, count)) {
        return 0;
    }
    const std::vector<std::size_t> found = turning_points({losses, count}, most);
    if (found.size() <= capacity && within(out, capacity)) {
        for (std::size_t i = 0; i < found.size(); ++i) {
            out[i] = static_cast<int32_t>(found[i]);
        }
    }
    return static_cast<uint32_t>(found.size());
}

uint32_t sumito_write_score(int32_t score, int32_t scale, char* out, uint32_t capacity) {
    if (!is_scale(scale)) {
        return 0;
    }
    const std::size_t size = write_score(score, scale, {});
    if (size <= capacity && within(out, capacity)) {
        write_score(score, scale, {out, capacity});
    }
    return static_cast<uint32_t>(size);
}
uint32_t sumito_write_comment(int32_t score, int32_t scale, const sumito_judgement* judgement, const char* better,
                              uint32_t length, char* out, uint32_t capacity) {
    if (!is_scale(scale) || !within(judgement, 1) || !is_judgement(judgement->judgement) || !within(better, length)) {
        return 0;
    }
    const MoveJudgement about{.judgement = static_cast<Judgement>(judgement->judgement),
                              .missed_win = judgement->missed_win};
    const std::string_view move(better, length);
    const std::size_t size = write_comment(score, scale, about, move, {});
    if (size <= capacity && within(out, capacity)) {
        write_comment(score, scale, about, move, {out, capacity});
    }
    return static_cast<uint32_t>(size);
}

int32_t sumito_ending_score(int32_t winner, int32_t player) {
    return ending_score(winner, player);
}
int32_t sumito_is_proved(int32_t score) {
    return is_proved(score);
}
int32_t sumito_win_in(int32_t score) {
    return win_in(score);
}
