#include "sumito/judgement.hpp"

#include <algorithm>
#include <cstdlib>

#include "sumito/sorting.hpp"

namespace sumito {
namespace {

// In units of 1 / ONE_CHANCE.
constexpr int LEAST_INACCURACY = ONE_CHANCE / 20;
constexpr int LEAST_MISTAKE = ONE_CHANCE / 10;
constexpr int LEAST_BLUNDER = ONE_CHANCE / 5;
constexpr int HALVING_LOSS = ONE_CHANCE / 10; // halves the accuracy

constexpr std::array<std::string_view, JUDGEMENTS> NAMES{"best", "good", "inaccuracy", "mistake", "blunder"};

constexpr std::array<std::string_view, JUDGEMENTS> GLYPHS{"", "", "?!", "?", "??"};

Judgement judgement_of(int loss) {
    return loss >= LEAST_BLUNDER      ? Judgement::BLUNDER
           : loss >= LEAST_MISTAKE    ? Judgement::MISTAKE
           : loss >= LEAST_INACCURACY ? Judgement::INACCURACY
           : loss > 0                 ? Judgement::GOOD
                                      : Judgement::BEST;
}

double accuracy_of(int loss) {
    return 100.0 * HALVING_LOSS / (HALVING_LOSS + loss);
}

// Text in the caller's buffer. What does not fit is counted and not written.
class Text {
  public:
    explicit Text(std::span<char> out) : out_(out) {}

    Text& operator<<(std::string_view text) {
        for (const char c : text) {
            if (size_ < out_.size()) {
                out_[size_] = c;
            }
            ++size_;
        }
        return *this;
    }
    Text& operator<<(int number) { // not negative
        if (number >= 10) {
            *this << number / 10;
        }
        const char digit = static_cast<char>('0' + number % 10);
        return *this << std::string_view(&digit, 1);
    }
    std::size_t size() const { return size_; }

  private:
    std::span<char> out_;
    std::size_t size_ = 0;
};

void write(Text& text, int score, int scale) {
    if (is_proved(score)) {
        text << (score > 0 ? "Black" : "White") << " wins in " << std::abs(win_in(score));
        return;
    }
    const int hundredths = std::abs(score);
    const int percent = (chance(score, scale) + ONE_CHANCE / 200) / (ONE_CHANCE / 100);
    text << (score < 0 ? "-" : "+") << hundredths / 100 << "." << hundredths / 10 % 10 << hundredths % 10;
    text << ", Black " << percent << "%";
}

bool wins(int score) {
    return is_proved(score) && win_in(score) > 0;
}

} // namespace

MoveJudgement judge(int best, int played, bool same, int scale) {
    const int loss = same ? 0 : std::max(0, chance(best, scale) - chance(played, scale));
    return {.loss = static_cast<double>(loss) / ONE_CHANCE,
            .judgement = judgement_of(loss),
            .missed_win = loss > 0 && wins(best) && !wins(played) ? win_in(best) : 0,
            .accuracy = accuracy_of(loss)};
}

PlayerSummary summarise(std::span<const double> losses) {
    PlayerSummary found;
    for (const double each : losses) {
        const double chances = each > 0 ? std::min(each, 1.0) * ONE_CHANCE : 0; // 0 for NaN
        const int loss = (static_cast<int>(2 * chances) + 1) / 2;               // rounded
        found.accuracy += accuracy_of(loss);
        ++found.judgements[static_cast<std::size_t>(judgement_of(loss))];
    }
    found.accuracy /= static_cast<double>(std::max<std::size_t>(losses.size(), 1));
    return found;
}

std::string_view glyph(Judgement judgement) {
    return GLYPHS[static_cast<std::size_t>(judgement)];
}

std::vector<std::size_t> turning_points(std::span<const double> losses, std::size_t most) {
    constexpr double least = static_cast<double>(LEAST_MISTAKE) / ONE_CHANCE;
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < losses.size(); ++i) {
        if (losses[i] >= least) {
            found.push_back(i);
        }
    }
    sort_few(found, [&](std::size_t one, std::size_t two) { return losses[one] > losses[two]; });
    if (found.size() > most) {
        found.resize(most);
    }
    sort_few(found, [](std::size_t one, std::size_t two) { return one < two; });
    return found;
}

std::size_t write_score(int score, int scale, std::span<char> out) {
    Text text(out);
    write(text, score, scale);
    return text.size();
}

std::size_t write_comment(int score, int scale, const MoveJudgement& judgement, std::string_view better,
                          std::span<char> out) {
    Text text(out);
    write(text, score, scale);
    if (judgement.missed_win > 0) {
        text << "; missed a win in " << judgement.missed_win;
    }
    if (!glyph(judgement.judgement).empty()) {
        text << "; " << NAMES[static_cast<std::size_t>(judgement.judgement)] << ": " << better << " was better";
    }
    return text.size();
}

} // namespace sumito
