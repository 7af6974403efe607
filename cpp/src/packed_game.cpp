#include "sumito/packed_game.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <utility>

#include "sumito/movegen.hpp"
#include "sumito/multi/movegen.hpp"
#include "sumito/sorting.hpp"

namespace sumito {
namespace {

constexpr std::string_view ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr char TWO_PLAYERS = '1'; // versions
constexpr char SEVERAL_PLAYERS = '2';
constexpr std::size_t CHECKSUM_SIZE = 3;
constexpr unsigned BASE = 64;
constexpr int USUAL_MARBLES = 6;
constexpr unsigned LOST = 64;      // values; a setup has at most 63
constexpr unsigned SCORES = CELLS; // values; a position text has at most 60
constexpr unsigned COLORS = multi::MOST_PLAYERS;
constexpr int PLAYERS_OF_TEAMS = 4;
constexpr unsigned TERMINATION_COUNT = 8;
constexpr unsigned PLIES_BASE = MAX_PACKED_PLIES + 1;
// Longer texts cannot hold a game: an entry has fewer than 2^11 alternatives, so it takes less than two characters, and
// all the rest fits into 64.
constexpr std::size_t LONGEST = 2 * MAX_PACKED_PLIES + 64;

// A digit and the number of its possible values. All digits together are one large number in a mixed radix.
struct Digit {
    unsigned value, base;
};

// FNV-1a, in the bits of three characters. The lower bits of each step follow from those before, one to one, so every
// changed character changes them. The version for two players folds the upper ones into them, and may miss a change.
unsigned checksum(std::string_view text) {
    std::uint32_t hash = 0x811c9dc5;
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193;
    }
    return (text.front() == TWO_PLAYERS ? hash ^ hash >> 18 : hash) & ((1U << 18) - 1);
}

void append_checksum(std::vector<char>& text) {
    unsigned sum = checksum({text.data(), text.size()});
    for (std::size_t i = 0; i < CHECKSUM_SIZE; ++i, sum /= BASE) {
        text.push_back(ALPHABET[sum % BASE]);
    }
}

// The numbers of all that can be entered next, in the order that links use: the legal moves by number, then each player
// who can leave, by resignation and by time.
std::vector<int> choices(const RecordedGame& game) {
    std::vector<int> numbers;
    if (game.outcome()) {
        return numbers;
    }
    const multi::Game* several = game.several();
    MoveList list;
    if (several != nullptr) {
        multi::generate(several->position(), list);
    } else {
        generate(game.two().position(), list);
    }
    numbers.reserve(list.size());
    for (const Move move : list) {
        numbers.push_back(number_of(move));
    }
    sort_few(numbers, [](int a, int b) { return a < b; });
    for (int player = 0; several != nullptr && player < several->position().players; ++player) {
        if (several->position().is_active(player)) {
            numbers.push_back(multi::number_of({.leaving = {player, multi::Cause::RESIGNS}}));
            numbers.push_back(multi::number_of({.leaving = {player, multi::Cause::TIME}}));
        }
    }
    return numbers;
}

PackingProblem end_problem(const RecordedGame& game, const PackedGame& packed) {
    std::array<char, multi::TOKEN_SIZE> buffer;
    const std::string_view result = game.result(packed.result, buffer);
    const RecordFault fault = game.end_fault(result, termination_name(packed.termination));
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

// The digits of a start of two players: what differs from the usual start, then that.
void add_two(const RecordedGame& game, std::vector<Digit>& digits) {
    const Position& start = game.two().start().position;
    const bool other_start = start != standard_position();
    const int marbles = game.rules().marbles_to_eject;
    const bool other_marbles = marbles != USUAL_MARBLES;
    digits.push_back({(other_start ? 1U : 0U) + (other_marbles ? 2U : 0U), 4});
    if (other_marbles) {
        digits.push_back({static_cast<unsigned>(marbles - 1), CELLS});
    }
    if (other_start) {
        digits.push_back({start.turn, PLAYERS});
        for (const std::uint8_t lost : start.ejected) {
            digits.push_back({lost, LOST});
        }
        for (int id = 0; id < CELLS; ++id) {
            digits.push_back({static_cast<unsigned>(start.player_on(cell_of_id(id)) + 1), PLAYERS + 1});
        }
    }
}

RecordedGame take_two(LargeNumber& number) {
    const unsigned differs = number.pop(4);
    const int marbles = (differs & 2) != 0 ? static_cast<int>(number.pop(CELLS)) + 1 : USUAL_MARBLES;
    Position start = standard_position();
    if ((differs & 1) != 0) {
        start = {};
        start.turn = static_cast<std::uint8_t>(number.pop(PLAYERS));
        for (std::uint8_t& lost : start.ejected) {
            lost = static_cast<std::uint8_t>(number.pop(LOST));
        }
        for (int id = 0; id < CELLS; ++id) {
            if (const unsigned on = number.pop(PLAYERS + 1); on != 0) {
                start.marbles[on - 1] |= bit(cell_of_id(id));
            }
        }
        start.key = start.fresh_key();
    }
    return {Setup{.position = start}, marbles};
}

// The place of a bit among those of a set, and the bit at a place.
unsigned place_in(unsigned set, unsigned at) {
    return static_cast<unsigned>(count(set & ((1U << at) - 1)));
}
unsigned bit_at(unsigned set, unsigned place) {
    for (; place > 0; --place) {
        set &= set - 1;
    }
    return static_cast<unsigned>(std::countr_zero(set));
}

// The digits of a start of several players. A marble belongs to somebody who has not left, and so does the turn.
void add_several(const RecordedGame& game, std::vector<Digit>& digits) {
    const multi::Position& start = game.several()->start().position;
    const int marbles = game.rules().marbles_to_eject;
    digits.push_back({marbles == USUAL_MARBLES ? 0U : 1U, 2});
    if (marbles != USUAL_MARBLES) {
        digits.push_back({static_cast<unsigned>(marbles - 1), CELLS});
    }
    digits.push_back(
        {static_cast<unsigned>(start.players - multi::LEAST_PLAYERS), multi::MOST_PLAYERS - multi::LEAST_PLAYERS + 1});
    if (start.players == PLAYERS_OF_TEAMS) {
        digits.push_back({start.teams() ? 1U : 0U, 2});
    }
    unsigned colors = (1U << COLORS) - 1; // nobody's so far
    for (unsigned player = 0; player < start.players; ++player) {
        const auto color = static_cast<unsigned>(start.colors[player]);
        digits.push_back({place_in(colors, color), COLORS - player});
        colors &= ~(1U << color);
    }
    const unsigned all = (1U << start.players) - 1;
    digits.push_back({all & ~unsigned{start.active}, all}); // never everybody
    const auto active = static_cast<unsigned>(count(start.active));
    digits.push_back({place_in(start.active, start.turn), active});
    for (unsigned side = 0; side < start.sides; ++side) {
        digits.push_back({start.scores[side], SCORES});
    }
    for (int id = 0; id < CELLS; ++id) {
        const int player = start.player_on(cell_of_id(id));
        digits.push_back({player < 0 ? 0 : place_in(start.active, static_cast<unsigned>(player)) + 1, active + 1});
    }
}

RecordedGame take_several(LargeNumber& number) {
    const int marbles = number.pop(2) != 0 ? static_cast<int>(number.pop(CELLS)) + 1 : USUAL_MARBLES;
    multi::Position start;
    start.players =
        static_cast<std::uint8_t>(number.pop(multi::MOST_PLAYERS - multi::LEAST_PLAYERS + 1) + multi::LEAST_PLAYERS);
    const bool teams = start.players == PLAYERS_OF_TEAMS && number.pop(2) != 0;
    start.sides = teams ? std::uint8_t{2} : start.players;
    unsigned colors = (1U << COLORS) - 1;
    for (unsigned player = 0; player < start.players; ++player) {
        const unsigned color = bit_at(colors, number.pop(COLORS - player));
        start.colors[player] = static_cast<multi::Color>(color);
        colors &= ~(1U << color);
    }
    const unsigned all = (1U << start.players) - 1;
    start.active = static_cast<std::uint8_t>(all & ~number.pop(all));
    const auto active = static_cast<unsigned>(count(start.active));
    start.turn = static_cast<std::uint8_t>(bit_at(start.active, number.pop(active)));
    for (unsigned side = 0; side < start.sides; ++side) {
        start.scores[side] = static_cast<std::uint8_t>(number.pop(SCORES));
    }
    for (int id = 0; id < CELLS; ++id) {
        if (const unsigned on = number.pop(active + 1); on != 0) {
            start.marbles[bit_at(start.active, on - 1)] |= bit(cell_of_id(id));
        }
    }
    start.key = start.fresh_key();
    return {multi::Setup{.position = start}, marbles};
}

} // namespace

PackingProblem pack(const PackedGame& game, std::vector<char>& out) {
    if (game.entries.size() > MAX_PACKED_PLIES) {
        return PackingProblem::TOO_LONG;
    }
    RecordedGame replay = game.start;
    if (replay.problems() != 0) {
        return PackingProblem::IMPOSSIBLE_POSITION;
    }
    std::vector<Digit> digits;
    if (replay.is_several()) {
        add_several(replay, digits);
    } else {
        add_two(replay, digits);
    }
    digits.push_back({static_cast<unsigned>(game.entries.size()), PLIES_BASE});
    for (const int entry : game.entries) {
        const std::vector<int> possible = choices(replay);
        if (!replay.enter(entry)) {
            return PackingProblem::ILLEGAL_MOVE;
        }
        // The library's search for a plain number needs a function that the modules of the page do not have.
        const auto place = std::ranges::find_if(possible, [entry](int each) { return each == entry; });
        digits.push_back({static_cast<unsigned>(place - possible.begin()), static_cast<unsigned>(possible.size())});
    }
    digits.push_back({static_cast<unsigned>(game.result), static_cast<unsigned>(replay.results())});
    digits.push_back({static_cast<unsigned>(game.termination), TERMINATION_COUNT});
    if (const PackingProblem problem = end_problem(replay, game); problem != PackingProblem::NONE) {
        return problem;
    }

    LargeNumber number;
    for (std::size_t i = digits.size(); i-- > 0;) {
        number.push(digits[i]);
    }
    out.assign(1, replay.is_several() ? SEVERAL_PLAYERS : TWO_PLAYERS);
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
    if (text.front() != TWO_PLAYERS && text.front() != SEVERAL_PLAYERS) {
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
    out.start = text.front() == SEVERAL_PLAYERS ? take_several(number) : take_two(number);
    RecordedGame replay = out.start;
    if (replay.problems() != 0) {
        return PackingProblem::IMPOSSIBLE_POSITION;
    }
    for (unsigned plies = number.pop(PLIES_BASE); plies > 0; --plies) {
        const std::vector<int> possible = choices(replay);
        if (possible.empty()) {
            return PackingProblem::ILLEGAL_MOVE;
        }
        const int entry = possible[number.pop(static_cast<unsigned>(possible.size()))];
        replay.enter(entry);
        out.entries.push_back(entry);
    }
    out.result = static_cast<int>(number.pop(static_cast<unsigned>(replay.results())));
    out.termination = static_cast<Termination>(number.pop(TERMINATION_COUNT));
    if (const PackingProblem problem = end_problem(replay, out); problem != PackingProblem::NONE) {
        return problem;
    }
    // The same start could also be written out in full, and something could be left over.
    std::vector<char> again;
    const bool canonical = pack(out, again) == PackingProblem::NONE && std::ranges::equal(again, text);
    return canonical ? PackingProblem::NONE : PackingProblem::NOT_CANONICAL;
}

} // namespace sumito
