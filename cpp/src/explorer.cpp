#include "sumito/explorer.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "sumito/movegen.hpp"
#include "sumito/sorting.hpp"
#include "sumito/symmetry.hpp"
#include "sumito/verdict.hpp"

namespace sumito {

namespace {

constexpr std::string_view MAGIC = "sumito explorer 1\n";
constexpr std::size_t COUNT = 4; // the bytes of a count in the head, and of the checksum
constexpr std::size_t HEAD = MAGIC.size() + 2 * COUNT;
constexpr std::size_t KEY = 6;
constexpr std::size_t NUMBER = 2;
constexpr std::size_t ENTRY = KEY + 4 * NUMBER;
constexpr std::size_t FIRST_SLOTS = 1024;

std::uint64_t number_at(std::span<const std::uint8_t> data, std::size_t at, std::size_t bytes) {
    std::uint64_t number = 0;
    for (std::size_t i = bytes; i-- > 0;) {
        number = number << 8 | data[at + i];
    }
    return number;
}

// CRC-32, as in zlib.
std::uint32_t checksum(std::span<const std::uint8_t> data) {
    std::uint32_t sum = ~0U;
    for (const std::uint8_t byte : data) {
        sum ^= byte;
        for (int bit = 0; bit < 8; ++bit) {
            sum = sum >> 1 ^ ((sum & 1) != 0 ? 0xEDB88320U : 0U);
        }
    }
    return ~sum;
}

struct FileEntry {
    std::uint64_t key;
    ExploredPosition position;
};
FileEntry entry_at(std::span<const std::uint8_t> data, std::size_t index) {
    const std::size_t at = HEAD + index * ENTRY;
    const auto number = [&](std::size_t i) {
        return static_cast<std::uint32_t>(number_at(data, at + KEY + i * NUMBER, NUMBER));
    };
    return {.key = number_at(data, at, KEY),
            .position = {.games = number(0),
                         .wins = number(1),
                         .draws = number(2),
                         .evaluated = true,
                         .evaluation = static_cast<std::int16_t>(number(3))}};
}

ExplorerFault fault_of(std::span<const std::uint8_t> data) {
    if (data.size() < MAGIC.size() || !std::equal(MAGIC.begin(), MAGIC.end(), data.begin())) {
        return ExplorerFault::NOT_EXPLORER;
    }
    const std::size_t end = data.size() - COUNT;
    if (data.size() < HEAD + COUNT || number_at(data, end, COUNT) != checksum(data.first(end)) ||
        end != HEAD + number_at(data, MAGIC.size(), COUNT) * ENTRY) {
        return ExplorerFault::DAMAGED;
    }
    const auto positions = static_cast<std::size_t>(number_at(data, MAGIC.size(), COUNT));
    for (std::size_t i = 0; i < positions; ++i) {
        const ExploredPosition position = entry_at(data, i).position;
        if (position.wins + position.draws > position.games) { // the other player's wins would be negative
            return ExplorerFault::DAMAGED;
        }
    }
    return ExplorerFault::NONE;
}

ExploredPosition for_the_other(const ExploredPosition& position) {
    ExploredPosition out = position;
    out.wins = position.games - position.wins - position.draws;
    out.evaluation = -position.evaluation;
    return out;
}

bool comes_before(const ExploredMove& a, const ExploredMove& b) {
    const auto points = [](const ExploredMove& m) { return 2 * m.after.wins + m.after.draws; };
    if (a.after.games != b.after.games) {
        return a.after.games > b.after.games;
    }
    if (points(a) != points(b)) {
        return points(a) > points(b);
    }
    return std::pair(number_of(a.same_as), number_of(a.move)) < std::pair(number_of(b.same_as), number_of(b.move));
}

} // namespace

std::uint64_t explorer_key(const Position& position) {
    return image(canonical_symmetry(position), position).key >> (64 - 8 * KEY);
}

ExplorerFault Explorer::read(std::span<const std::uint8_t> data, bool with_games) {
    const ExplorerFault fault = fault_of(data);
    if (fault != ExplorerFault::NONE) {
        return fault;
    }
    const auto positions = static_cast<std::size_t>(number_at(data, MAGIC.size(), COUNT));
    for (std::size_t i = 0; i < positions; ++i) {
        const FileEntry entry = entry_at(data, i);
        ExploredPosition& known = taken(entry.key).position;
        known.evaluated = true;
        known.evaluation = entry.position.evaluation;
        if (with_games) {
            known.games += entry.position.games;
            known.wins += entry.position.wins;
            known.draws += entry.position.draws;
        }
    }
    if (with_games) {
        games_ += static_cast<std::uint32_t>(number_at(data, MAGIC.size() + COUNT, COUNT));
    }
    return ExplorerFault::NONE;
}

bool Explorer::add(const Position& start, std::span<const int> moves, int winner) {
    std::vector<Position> positions{start};
    positions.reserve(moves.size() + 1);
    for (const int number : moves) {
        const Move move = number >= 0 && number < MOVES ? move_of_number(number) : Move{};
        if (!move || !is_legal(positions.back(), move)) {
            return false;
        }
        positions.push_back(positions.back().played(move));
    }
    ++games_;
    ++added_;
    for (const Position& position : positions) {
        Slot& slot = taken(explorer_key(position));
        if (slot.last_game == added_) {
            continue;
        }
        slot.last_game = added_;
        ++slot.position.games;
        slot.position.wins += winner == position.turn ? 1 : 0;
        slot.position.draws += winner < 0 ? 1 : 0;
    }
    return true;
}

ExploredPosition Explorer::find(const Position& position) const {
    if (slots_.empty()) {
        return {};
    }
    return slots_[slot_of(explorer_key(position))].position;
}

std::vector<ExploredMove> Explorer::moves(const Position& position) const {
    MoveList legal;
    generate(position, legal);
    std::vector<ExploredMove> found;
    std::vector<std::uint64_t> keys;
    for (const Move move : legal) {
        const Position after = position.played(move);
        const ExploredPosition games = for_the_other(find(after));
        if (games.games == 0) {
            continue;
        }
        found.push_back({.move = move, .same_as = move, .after = games});
        keys.push_back(explorer_key(after));
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
        for (std::size_t j = 0; j < found.size(); ++j) {
            if (keys[i] == keys[j] && number_of(found[j].move) < number_of(found[i].same_as)) {
                found[i].same_as = found[j].move;
            }
        }
    }
    sort_few(found, comes_before);
    return found;
}

// The slot of a key, or the free one for it.
std::size_t Explorer::slot_of(std::uint64_t key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = static_cast<std::size_t>(key) & mask;
    while (slots_[at].used && slots_[at].key != key) {
        at = (at + 1) & mask;
    }
    return at;
}

// The slot of a key, taken for it if it is new.
Explorer::Slot& Explorer::taken(std::uint64_t key) {
    if (2 * (used_ + 1) > slots_.size()) {
        std::vector<Slot> old(slots_.empty() ? FIRST_SLOTS : 2 * slots_.size());
        std::swap(old, slots_);
        for (const Slot& slot : old) {
            if (slot.used) {
                slots_[slot_of(slot.key)] = slot;
            }
        }
    }
    Slot& slot = slots_[slot_of(key)];
    if (!slot.used) {
        slot.used = true;
        slot.key = key;
        ++used_;
    }
    return slot;
}

} // namespace sumito
