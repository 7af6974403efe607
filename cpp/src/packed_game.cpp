#include "sumito/packed_game.hpp"

#include <algorithm>
#include <span>

#include "sumito/movegen.hpp"
#include "sumito/sorting.hpp"

namespace sumito {
namespace {

constexpr std::string_view ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr char VERSION = '1';
constexpr std::size_t CHECKSUM_SIZE = 3;
constexpr unsigned BASE = 64;
constexpr unsigned USUAL_MARBLES = 6;
constexpr unsigned MOST_LOST = 64; // a setup has at most 63
constexpr unsigned TERMINATION_COUNT = 8;
constexpr unsigned PLIES_BASE = MAX_PACKED_PLIES + 1;
// Longer texts cannot hold a game: a move has fewer than 2^11 alternatives, so it takes less than two characters.
constexpr std::size_t LONGEST = 2 * MAX_PACKED_PLIES + 64;

// A digit and the number of its possible values. All digits together are one large number in a mixed radix.
struct Digit {
    unsigned value, base;
};

unsigned checksum(std::string_view text) { // FNV-1a, folded to the bits of three characters
    std::uint32_t hash = 0x811c9dc5;
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193;
    }
    return (hash ^ hash >> 18) & ((1U << 18) - 1);
}

void append_checksum(std::vector<char>& text) {
    unsigned sum = checksum({text.data(), text.size()});
    for (std::size_t i = 0; i < CHECKSUM_SIZE; ++i, sum /= BASE) {
        text.push_back(ALPHABET[sum % BASE]);
    }
}

// The numbers of the legal moves in ascending order: the order that links use.
std::vector<int> legal_numbers(const Position& position) {
    MoveList list;
    generate(position, list);
    std::vector<int> numbers;
    numbers.reserve(list.size());
    for (const Move move : list) {
        numbers.push_back(number_of(move));
    }
    sort_few(numbers, [](int a, int b) { return a < b; });
    return numbers;
}

PackingProblem end_problem(const Game& game, const PackedGame& packed) {
    const RecordFault fault = end_fault(game, RESULTS[packed.result], termination_name(packed.termination));
    return fault == RecordFault::NONE ? PackingProblem::NONE : PackingProblem::BAD_END;
}

// A whole number of any size, in base 64 with the lowest digit first.
class LargeNumber {
  public:
    LargeNumber() = default;
    explicit LargeNumber(std::vector<std::uint8_t> digits) : digits_(std::move(digits)) {}

    // Append a digit below those that are in the number.
    void push(Digit digit) {
        unsigned carry = digit.value;
        for (std::uint8_t& each : digits_) {
            carry += each * digit.base;
            each = static_cast<std::uint8_t>(carry % BASE);
            carry /= BASE;
        }
        for (; carry != 0; carry /= BASE) {
            digits_.push_back(static_cast<std::uint8_t>(carry % BASE));
        }
    }
    // Take the lowest digit away.
    unsigned pop(unsigned base) {
        unsigned rest = 0;
        for (std::size_t i = digits_.size(); i-- > 0;) {
            rest = rest * BASE + digits_[i];
            digits_[i] = static_cast<std::uint8_t>(rest / base);
            rest %= base;
        }
        while (!digits_.empty() && digits_.back() == 0) {
            digits_.pop_back();
        }
        return rest;
    }
    std::span<const std::uint8_t> digits() const { return digits_; }

  private:
    std::vector<std::uint8_t> digits_;
};

// The digits of the start: what differs from the usual start, then that.
void add_start(const PackedGame& game, std::vector<Digit>& digits) {
    const bool other_start = game.start != standard_position();
    const auto marbles = static_cast<unsigned>(game.marbles_to_eject);
    const bool other_marbles = marbles != USUAL_MARBLES;
    digits.push_back({(other_start ? 1U : 0U) + (other_marbles ? 2U : 0U), 4});
    if (other_marbles) {
        digits.push_back({marbles - 1, CELLS});
    }
    if (other_start) {
        digits.push_back({game.start.turn, PLAYERS});
        for (const std::uint8_t lost : game.start.ejected) {
            digits.push_back({lost, MOST_LOST});
        }
        for (int id = 0; id < CELLS; ++id) {
            digits.push_back({static_cast<unsigned>(game.start.player_on(cell_of_id(id)) + 1), PLAYERS + 1});
        }
    }
}

void take_start(LargeNumber& number, PackedGame& game) {
    const unsigned differs = number.pop(4);
    game.marbles_to_eject = static_cast<int>((differs & 2) != 0 ? number.pop(CELLS) + 1 : USUAL_MARBLES);
    game.start = standard_position();
    if ((differs & 1) != 0) {
        Position start;
        start.turn = static_cast<std::uint8_t>(number.pop(PLAYERS));
        for (std::uint8_t& lost : start.ejected) {
            lost = static_cast<std::uint8_t>(number.pop(MOST_LOST));
        }
        for (int id = 0; id < CELLS; ++id) {
            if (const unsigned on = number.pop(PLAYERS + 1); on != 0) {
                start.marbles[on - 1] |= bit(cell_of_id(id));
            }
        }
        start.key = start.fresh_key();
        game.start = start;
    }
}

} // namespace

PackingProblem pack(const PackedGame& game, std::vector<char>& out) {
    if (game.moves.size() > MAX_PACKED_PLIES) {
        return PackingProblem::TOO_LONG;
    }
    Game replay({.position = game.start}, replay_rules(game.marbles_to_eject));
    if (replay.problems() != 0) {
        return PackingProblem::IMPOSSIBLE_POSITION;
    }
    std::vector<Digit> digits;
    add_start(game, digits);
    digits.push_back({static_cast<unsigned>(game.moves.size()), PLIES_BASE});
    for (const Move move : game.moves) {
        const std::vector<int> numbers = legal_numbers(replay.position());
        if (!replay.play(move)) {
            return PackingProblem::ILLEGAL_MOVE;
        }
        const auto before = std::ranges::count_if(numbers, [move](int each) { return each < number_of(move); });
        digits.push_back({static_cast<unsigned>(before), static_cast<unsigned>(numbers.size())});
    }
    digits.push_back({game.result, RESULTS.size()});
    digits.push_back({static_cast<unsigned>(game.termination), TERMINATION_COUNT});
    if (const PackingProblem problem = end_problem(replay, game); problem != PackingProblem::NONE) {
        return problem;
    }

    LargeNumber number;
    for (std::size_t i = digits.size(); i-- > 0;) {
        number.push(digits[i]);
    }
    out.assign(1, VERSION);
    for (const std::uint8_t digit : number.digits()) {
        out.push_back(ALPHABET[digit]);
    }
    append_checksum(out);
    return PackingProblem::NONE;
}

PackingProblem unpack(std::string_view text, PackedGame& out) {
    if (text.empty()) {
        return PackingProblem::EMPTY;
    }
    if (text.find_first_not_of(ALPHABET) != std::string_view::npos) {
        return PackingProblem::BAD_CHARACTER;
    }
    if (text.front() != VERSION) {
        return PackingProblem::UNKNOWN_VERSION;
    }
    if (text.size() > LONGEST) {
        return PackingProblem::TOO_LONG;
    }
    if (text.size() < 1 + CHECKSUM_SIZE) {
        return PackingProblem::BAD_CHECKSUM;
    }
    const std::string_view body = text.substr(0, text.size() - CHECKSUM_SIZE);
    std::vector<char> whole(body.begin(), body.end());
    append_checksum(whole);
    if (!std::ranges::equal(whole, text)) {
        return PackingProblem::BAD_CHECKSUM;
    }
    std::vector<std::uint8_t> base64;
    for (const char c : body.substr(1)) {
        base64.push_back(static_cast<std::uint8_t>(ALPHABET.find(c)));
    }
    if (!base64.empty() && base64.back() == 0) {
        return PackingProblem::NOT_CANONICAL;
    }

    LargeNumber number(std::move(base64));
    out = {};
    take_start(number, out);
    Game replay({.position = out.start}, replay_rules(out.marbles_to_eject));
    if (replay.problems() != 0) {
        return PackingProblem::IMPOSSIBLE_POSITION;
    }
    for (unsigned plies = number.pop(PLIES_BASE); plies > 0; --plies) {
        const std::vector<int> numbers = legal_numbers(replay.position());
        if (replay.outcome() || numbers.empty()) {
            return PackingProblem::ILLEGAL_MOVE;
        }
        const Move move = move_of_number(numbers[number.pop(static_cast<unsigned>(numbers.size()))]);
        replay.play(move);
        out.moves.push_back(move);
    }
    out.result = static_cast<std::uint8_t>(number.pop(RESULTS.size()));
    out.termination = static_cast<Termination>(number.pop(TERMINATION_COUNT));
    if (const PackingProblem problem = end_problem(replay, out); problem != PackingProblem::NONE) {
        return problem;
    }
    // The same start could also be written out in full.
    std::vector<char> again;
    const bool canonical = pack(out, again) == PackingProblem::NONE && std::ranges::equal(again, text);
    return canonical ? PackingProblem::NONE : PackingProblem::NOT_CANONICAL;
}

} // namespace sumito
