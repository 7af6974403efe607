#include "sumito/network.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace sumito {
namespace {

// A hidden sum of 255 is 1, an output weight of 64 is 1, and an output of 1 (a logit) is 64 hundredths of a marble.
// Halved, the square of a hidden sum fits in 16 bits: 127 * 256 is 1. A weight of the second layer of 512 is 1, so a
// sum of the second layer of 127 * 2^17 is 1, and 254 after the shift.
constexpr int ONE_HIDDEN = 255;
constexpr int ONE_SQUARE = 127 * 256;
constexpr int SECOND_SHIFT = 16;
constexpr int ONE_SECOND = 254;
constexpr int SECOND_SCALE = 253; // 254 * 254 / 253 is 255, the unit of the output
constexpr int ONE_OUTPUT = 64;
constexpr int SCORE = 64;
constexpr int MOST_OUTPUT_WEIGHT = 127; // its product with a hidden sum fits in 16 bits
constexpr std::int32_t MOST_BIAS = 1 << 20;
constexpr int MOST_SCORE = 20'000;

constexpr std::array<std::uint8_t, 7> MAGIC{'s', 'u', 'm', 'i', 't', 'o', 'N'};
constexpr std::size_t MAGIC_BYTES = MAGIC.size() + 1; // including the number of the format
constexpr std::size_t CHECKSUM_BYTES = sizeof(std::uint64_t);
constexpr std::size_t MOST_INPUTS = CELLS + 2; // of one view: a marble on every cell, and both counts

// Read little-endian numbers on any processor.
class Reader {
  public:
    explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
    std::uint32_t number(int size) {
        std::uint32_t value = 0;
        for (int i = 0; i < size; ++i) {
            value |= std::uint32_t{bytes_[at_++]} << 8 * i;
        }
        return value;
    }
    std::int16_t weight() { return static_cast<std::int16_t>(number(2)); }

  private:
    std::span<const std::uint8_t> bytes_;
    std::size_t at_ = 0;
};

int lost_input(int lost, int marbles_to_eject) {
    return std::clamp(lost + MOST_LOST + 1 - marbles_to_eject, 0, MOST_LOST);
}

// The number of sums in a register of the processor.
#if defined(__AVX2__)
constexpr std::size_t LANES = 16;
#else
constexpr std::size_t LANES = 8;
#endif
typedef std::int16_t Lanes __attribute__((vector_size(2 * LANES)));
typedef std::int16_t LanesInMemory __attribute__((vector_size(2 * LANES), aligned(2), may_alias));
typedef std::uint16_t UnsignedLanes __attribute__((vector_size(2 * LANES)));
typedef std::int32_t WideLanes __attribute__((vector_size(2 * LANES)));

Lanes lanes_at(const std::int16_t* from) {
    return *reinterpret_cast<const LanesInMemory*>(from);
}

// Multiply the lanes and add the products of neighbouring pairs. Compilers do not find the instruction for this by
// themselves.
WideLanes dot(Lanes a, Lanes b) {
#if defined(__AVX2__)
    return __builtin_ia32_pmaddwd256(a, b);
#elif defined(__SSE2__)
    return __builtin_ia32_pmaddwd128(a, b);
#elif defined(__wasm_simd128__)
    return __builtin_wasm_dot_s_i32x4_i16x8(a, b);
#else
    const auto x = reinterpret_cast<WideLanes>(a);
    const auto y = reinterpret_cast<WideLanes>(b);
    return (x >> 16) * (y >> 16) + (x << 16 >> 16) * (y << 16 >> 16);
#endif
}

// Return four pairs of lanes as many times as they fit in a register.
WideLanes four_pairs_at(const std::int16_t* from) {
#if defined(__AVX2__)
    typedef std::int32_t Half __attribute__((vector_size(LANES)));
    Half half;
    std::memcpy(&half, from, sizeof half);
    return __builtin_shufflevector(half, half, 0, 1, 2, 3, 0, 1, 2, 3);
#else
    return reinterpret_cast<WideLanes>(lanes_at(from));
#endif
}
// Return one of the four pairs in all lanes.
template <int PAIR>
Lanes repeated(WideLanes four) {
#if defined(__AVX2__)
    return reinterpret_cast<Lanes>(
        __builtin_shufflevector(four, four, PAIR, PAIR, PAIR, PAIR, PAIR + 4, PAIR + 4, PAIR + 4, PAIR + 4));
#else
    return reinterpret_cast<Lanes>(__builtin_shufflevector(four, four, PAIR, PAIR, PAIR, PAIR));
#endif
}

WideLanes wide_lanes_at(const std::int32_t* from) {
    WideLanes lanes;
    std::memcpy(&lanes, from, sizeof lanes);
    return lanes;
}
std::int32_t sum_of(WideLanes lanes) {
    std::int32_t sum = 0;
    for (std::size_t i = 0; i < LANES / 2; ++i) {
        sum += lanes[i];
    }
    return sum;
}

struct Block {
    static constexpr std::size_t REGISTERS = HIDDEN_BLOCK / LANES;
    std::array<Lanes, REGISTERS> lanes;

    static Block load(const std::int16_t* from) {
        Block block;
        for (std::size_t i = 0; i < REGISTERS; ++i) {
            block.lanes[i] = lanes_at(from + i * LANES);
        }
        return block;
    }
    void store(std::int16_t* to) const {
        for (std::size_t i = 0; i < REGISTERS; ++i) {
            *reinterpret_cast<LanesInMemory*>(to + i * LANES) = lanes[i];
        }
    }
    void operator+=(const Block& other) {
        for (std::size_t i = 0; i < REGISTERS; ++i) {
            lanes[i] += other.lanes[i];
        }
    }
    void operator-=(const Block& other) {
        for (std::size_t i = 0; i < REGISTERS; ++i) {
            lanes[i] -= other.lanes[i];
        }
    }
};

// The inputs of one view that are added and removed between two positions.
struct Changes {
    std::array<std::uint8_t, MOST_INPUTS> added, removed;
    int adds = 0, removes = 0;
};

Changes changes(const Accumulator& from, const Accumulator& to, std::size_t view) {
    Changes found;
    for (std::size_t player = 0; player < PLAYERS; ++player) {
        const int side = player == view ? 0 : 1;
        for (Bitboard set = to.marbles[player] & ~from.marbles[player]; set != 0;) {
            found.added[static_cast<std::size_t>(found.adds++)] =
                static_cast<std::uint8_t>(side * CELLS + take_cell(set));
        }
        for (Bitboard set = from.marbles[player] & ~to.marbles[player]; set != 0;) {
            found.removed[static_cast<std::size_t>(found.removes++)] =
                static_cast<std::uint8_t>(side * CELLS + take_cell(set));
        }
        if (from.lost[player] != to.lost[player]) {
            const int first = 2 * CELLS + side * (MOST_LOST + 1);
            found.added[static_cast<std::size_t>(found.adds++)] = static_cast<std::uint8_t>(first + to.lost[player]);
            found.removed[static_cast<std::size_t>(found.removes++)] =
                static_cast<std::uint8_t>(first + from.lost[player]);
        }
    }
    return found;
}

} // namespace

std::uint64_t network_checksum(std::span<const std::uint8_t> bytes) {
    std::uint64_t sum = 0xcbf29ce484222325;
    for (const std::uint8_t byte : bytes) {
        sum = (sum ^ byte) * 0x100000001b3;
    }
    return sum;
}

NetworkProblem Network::read(std::span<const std::uint8_t> bytes) {
    constexpr std::size_t least = MAGIC_BYTES + 8 + CHECKSUM_BYTES;
    if (bytes.size() < least || !std::equal(MAGIC.begin(), MAGIC.end(), bytes.begin())) {
        return NetworkProblem::NOT_A_NETWORK;
    }
    const bool two_layers = bytes[MAGIC.size()] == '3';
    if (!two_layers && bytes[MAGIC.size()] != '2') {
        return NetworkProblem::NOT_A_NETWORK;
    }
    const std::size_t end = bytes.size() - CHECKSUM_BYTES;
    Reader checksum(bytes.subspan(end));
    const std::uint64_t low = checksum.number(4);
    if (network_checksum(bytes.first(end)) != (std::uint64_t{checksum.number(4)} << 32 | low)) {
        return NetworkProblem::DAMAGED;
    }
    Reader reader(bytes.subspan(MAGIC_BYTES));
    const std::size_t inputs = reader.number(2);
    const std::size_t filters = reader.number(2);
    const std::size_t stages = reader.number(2);
    const int scale = static_cast<int>(reader.number(2));
    const std::size_t units = two_layers ? reader.number(2) : 0;
    const std::size_t header = MAGIC_BYTES + (two_layers ? 10 : 8);
    if (inputs != NETWORK_INPUTS || filters < 1 || filters > MAX_FILTERS || SYMMETRIES * filters % HIDDEN_BLOCK != 0 ||
        stages < 1 || stages > MAX_STAGES || !is_scale(scale) || (two_layers && units != 2 && units != MAX_UNITS) ||
        end != header + 2 * filters * (inputs + 1 + 2 * stages) + 4 * stages +
                   stages * units * (4 * filters * SYMMETRIES + 4 + 2)) {
        return NetworkProblem::NOT_A_NETWORK;
    }
    Network read;
    read.filters_ = static_cast<int>(filters);
    read.stages_ = static_cast<int>(stages);
    read.units_ = static_cast<int>(units);
    read.scale_ = scale;
    const std::size_t width = SYMMETRIES * filters;

    // The filter of the file is rotated and mirrored. An image of a position has the same weights in another order, so
    // its score is the same.
    read.input_.resize(inputs * width);
    for (std::size_t i = 0; i < inputs * filters; ++i) {
        const std::int16_t weight = reader.weight();
        const auto input = static_cast<int>(i / filters);
        for (int symmetry = 0; symmetry < SYMMETRIES; ++symmetry) {
            const int here =
                input < 2 * CELLS
                    ? input / CELLS * CELLS + image(inverse(symmetry), cell_of_id(input % CELLS)) // the file has ids
                    : input;
            read.input_[static_cast<std::size_t>(here) * width + static_cast<std::size_t>(symmetry) * filters +
                        i % filters] = weight;
        }
    }
    read.bias_.resize(width);
    for (std::size_t i = 0; i < filters; ++i) {
        const std::int16_t weight = reader.weight();
        for (std::size_t symmetry = 0; symmetry < SYMMETRIES; ++symmetry) {
            read.bias_[symmetry * filters + i] = weight;
        }
    }
    read.output_.resize(stages * 2 * width);
    for (std::size_t i = 0; i < stages * 2 * filters; ++i) {
        const std::int16_t weight = reader.weight();
        for (std::size_t symmetry = 0; symmetry < SYMMETRIES; ++symmetry) {
            read.output_[i / filters * width + symmetry * filters + i % filters] = weight;
        }
    }
    read.output_bias_.resize(stages);
    for (std::int32_t& bias : read.output_bias_) {
        bias = static_cast<std::int32_t>(reader.number(4));
    }
    // A unit in the image g sees the filters in the image h as the unit of the file sees them in the image g after the
    // inverse of h. So an image of a position only exchanges the images of each unit.
    const std::size_t outputs = SYMMETRIES * units;
    read.second_.resize(stages * 2 * width * outputs);
    for (std::size_t i = 0; i < stages * units * 2 * SYMMETRIES * filters; ++i) {
        const std::int16_t weight = reader.weight();
        const std::size_t filter = i % filters;
        const int apart = static_cast<int>(i / filters % SYMMETRIES);
        const std::size_t view = i / filters / SYMMETRIES % 2;
        const std::size_t unit = i / filters / SYMMETRIES / 2 % units;
        const std::size_t stage = i / filters / SYMMETRIES / 2 / units;
        for (int h = 0; h < SYMMETRIES; ++h) {
            const int g = composed(h, apart);
            const std::size_t hidden = view * width + static_cast<std::size_t>(h) * filters + filter;
            const std::size_t output = unit * SYMMETRIES + static_cast<std::size_t>(g);
            read.second_[((stage * width + hidden / 2) * outputs + output) * 2 + hidden % 2] = weight;
        }
    }
    read.second_bias_.resize(stages * outputs);
    for (std::size_t i = 0; i < stages * units; ++i) {
        const auto bias = static_cast<std::int32_t>(reader.number(4));
        std::fill_n(&read.second_bias_[i * SYMMETRIES], SYMMETRIES, bias);
    }
    read.second_output_.resize(stages * outputs);
    for (std::size_t i = 0; i < stages * units; ++i) {
        std::fill_n(&read.second_output_[i * SYMMETRIES], SYMMETRIES, reader.weight());
    }
    if (!read.holds()) {
        return NetworkProblem::NOT_A_NETWORK;
    }
    *this = std::move(read);
    return NetworkProblem::NONE;
}

bool Network::holds() const {
    const auto width = static_cast<std::size_t>(hidden());
    const auto size = [](std::int32_t weight) { return std::abs(weight); };
    for (std::size_t i = 0; i < static_cast<std::size_t>(filters_); ++i) { // all images have the same weights
        const auto weight = [&](int input) { return size(input_[static_cast<std::size_t>(input) * width + i]); };
        int most = size(bias_[i]);
        for (int cell = 0; cell < CELLS; ++cell) {
            most += std::max(weight(cell), weight(CELLS + cell));
        }
        for (int first = 2 * CELLS; first < NETWORK_INPUTS; first += MOST_LOST + 1) {
            int lost = 0;
            for (int n = 0; n <= MOST_LOST; ++n) {
                lost = std::max(lost, weight(first + n));
            }
            most += lost;
        }
        if (most > INT16_MAX) {
            return false;
        }
    }
    for (std::size_t stage = 0; stage < static_cast<std::size_t>(stages_); ++stage) {
        std::int64_t most = 0;
        for (std::size_t i = 0; i < 2 * width; ++i) {
            const int weight = size(output_[stage * 2 * width + i]);
            if (weight > MOST_OUTPUT_WEIGHT) {
                return false;
            }
            most += std::int64_t{weight} * ONE_HIDDEN * ONE_HIDDEN;
        }
        if (most > INT32_MAX || std::clamp(output_bias_[stage], -MOST_BIAS, MOST_BIAS) != output_bias_[stage]) {
            return false;
        }
    }
    const auto outputs = SYMMETRIES * static_cast<std::size_t>(units_);
    for (std::size_t i = 0; i < static_cast<std::size_t>(stages_) * outputs; ++i) {
        std::int64_t most = std::abs(std::int64_t{second_bias_[i]});
        for (std::size_t pair = 0; pair < width; ++pair) {
            const std::int16_t* weights = &second_[(i / outputs * width + pair) * outputs * 2 + i % outputs * 2];
            most += std::int64_t{size(weights[0]) + size(weights[1])} * ONE_SQUARE;
        }
        if (most > INT32_MAX || size(second_output_[i]) > MOST_OUTPUT_WEIGHT) {
            return false;
        }
    }
    return true;
}

void Network::accumulate(Accumulator& to, const Position& position, int marbles_to_eject) const {
    Accumulator nothing;
    nothing.marbles = {0, 0};
    nothing.lost = {0, 0};
    for (std::size_t view = 0; view < PLAYERS; ++view) {
        for (std::size_t i = 0; i < static_cast<std::size_t>(hidden()); ++i) {
            const auto lost = [&](int side) {
                return input_[static_cast<std::size_t>(2 * CELLS + side * (MOST_LOST + 1)) *
                                  static_cast<std::size_t>(hidden()) +
                              i];
            };
            nothing.sums[view][i] = static_cast<std::int16_t>(bias_[i] + lost(0) + lost(1));
        }
    }
    accumulate(to, nothing, position, marbles_to_eject);
}

void Network::accumulate(Accumulator& to, const Accumulator& from, const Position& position,
                         int marbles_to_eject) const {
    to.marbles = position.marbles;
    for (std::size_t player = 0; player < PLAYERS; ++player) {
        to.lost[player] = static_cast<std::uint8_t>(lost_input(position.ejected[player], marbles_to_eject));
    }
    const auto width = static_cast<std::size_t>(hidden());
    for (std::size_t view = 0; view < PLAYERS; ++view) {
        const Changes change = changes(from, to, view);
        const std::int16_t* old = from.sums[view].data();
        std::int16_t* sums = to.sums[view].data();
        for (std::size_t block = 0; block < width; block += HIDDEN_BLOCK) {
            Block sum = Block::load(old + block);
            for (int n = 0; n < change.adds; ++n) {
                sum += Block::load(&input_[change.added[static_cast<std::size_t>(n)] * width + block]);
            }
            for (int n = 0; n < change.removes; ++n) {
                sum -= Block::load(&input_[change.removed[static_cast<std::size_t>(n)] * width + block]);
            }
            sum.store(sums + block);
        }
    }
}

template <std::size_t UNITS>
std::int32_t Network::second_layer(const std::int16_t* active, std::size_t stage) const {
    constexpr std::size_t OUTPUTS = SYMMETRIES * UNITS;
    constexpr std::size_t REGISTERS = OUTPUTS / (LANES / 2);
    const auto width = static_cast<std::size_t>(hidden());
    constexpr std::size_t ROW = 2 * OUTPUTS;
    std::array<WideLanes, REGISTERS> sums;
    for (std::size_t i = 0; i < REGISTERS; ++i) {
        sums[i] = wide_lanes_at(&second_bias_[stage * OUTPUTS + i * LANES / 2]);
    }
    const auto add = [&](Lanes pair, const std::int16_t* row) {
        for (std::size_t i = 0; i < REGISTERS; ++i) {
            sums[i] += dot(pair, lanes_at(row + i * LANES));
        }
    };
    // Few pairs are zero, so none is skipped. Reading the weights takes most of the time. So the pairs are repeated
    // within registers, which needs no reading.
    const std::int16_t* row = &second_[stage * width * ROW];
    for (std::size_t pair = 0; pair < width; pair += 4, row += 4 * ROW) {
        const WideLanes four = four_pairs_at(active + 2 * pair);
        add(repeated<0>(four), row);
        add(repeated<1>(four), row + ROW);
        add(repeated<2>(four), row + 2 * ROW);
        add(repeated<3>(four), row + 3 * ROW);
    }
    // The upper half of a clipped sum is zero, and the lower half times its weight fits in 16 bits.
    const WideLanes zero{};
    const WideLanes one = zero + ONE_SECOND;
    WideLanes total{};
    for (std::size_t i = 0; i < REGISTERS; ++i) {
        WideLanes on = sums[i] >> SECOND_SHIFT;
        on = on > zero ? on : zero;
        on = on < one ? on : one;
        const auto factor = reinterpret_cast<Lanes>(on);
        const WideLanes weights = wide_lanes_at(&second_output_[stage * OUTPUTS + i * LANES / 2]);
        total += dot(factor * reinterpret_cast<Lanes>(weights), factor);
    }
    return sum_of(total) / SECOND_SCALE;
}

int Network::evaluate(const Accumulator& accumulator, int turn) const {
    const auto width = static_cast<std::size_t>(hidden());
    const int lost = accumulator.lost[0] + accumulator.lost[1];
    const auto stage = static_cast<std::size_t>(lost * stages_ / (2 * MOST_LOST + 1));
    const std::int16_t* weights = &output_[stage * 2 * width];
    WideLanes sum_by_lane{};
    alignas(64) std::array<std::int16_t, std::size_t{2} * MAX_HIDDEN> squares;
    std::int16_t* square = squares.data();
    for (const int view : {turn, 1 - turn}) {
        const std::int16_t* sums = accumulator.sums[static_cast<std::size_t>(view)].data();
        for (std::size_t i = 0; i < width; i += LANES) {
            const Lanes zero{};
            const Lanes one = zero + ONE_HIDDEN;
            Lanes active = lanes_at(sums + i);
            active = active > zero ? active : zero;
            active = active < one ? active : one;
            sum_by_lane += dot(active * lanes_at(weights + i), active);
            const auto unsigned_active = reinterpret_cast<UnsignedLanes>(active); // a square needs all 16 bits
            *reinterpret_cast<LanesInMemory*>(square + i) =
                reinterpret_cast<Lanes>(unsigned_active * unsigned_active >> 1);
        }
        square += width;
        weights += width;
    }
    int output = sum_of(sum_by_lane) / ONE_HIDDEN + output_bias_[stage];
    if (units_ == 2) {
        output += second_layer<2>(squares.data(), stage);
    } else if (units_ == MAX_UNITS) {
        output += second_layer<MAX_UNITS>(squares.data(), stage);
    }
    return std::clamp(output * SCORE / (ONE_HIDDEN * ONE_OUTPUT), -MOST_SCORE, MOST_SCORE);
}

} // namespace sumito
