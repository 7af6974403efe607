#include "sumito/gradient.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <thread>
#include <vector>

namespace sumito {
namespace {

constexpr std::size_t INPUTS = NETWORK_INPUTS;
constexpr std::size_t IMAGES = SYMMETRIES;
constexpr std::size_t VIEWS = PLAYERS;
constexpr std::size_t PARTS = 8;
constexpr std::size_t MOST_ACTIVE = CELLS + 2;          // inputs of a view: a marble on every cell, and both counts
constexpr std::size_t MARBLES = std::size_t{2} * CELLS; // inputs for marbles; those for counts follow
constexpr std::size_t COUNTS = MOST_LOST + 1;
constexpr float EPSILON = 1e-7F; // so that no logarithm is infinite

float clipped(float x) {
    return std::clamp(x, 0.0F, 1.0F);
}

// Where the parameters are, in the order of a network file.
struct Places {
    explicit Places(const NetworkShape& shape)
        : filters(static_cast<std::size_t>(shape.filters)), units(static_cast<std::size_t>(shape.units)),
          stages(static_cast<std::size_t>(shape.stages)), width(IMAGES * filters), outputs(IMAGES * units),
          bias(INPUTS * filters), output(bias + filters), output_bias(output + stages * VIEWS * filters),
          second(output_bias + stages), second_bias(second + stages * units * VIEWS * width),
          second_output(second_bias + stages * units), all(second_output + stages * units) {}

    std::size_t filters, units, stages;
    std::size_t width;   // the hidden sums of a view
    std::size_t outputs; // the units of the second layer in all images
    std::size_t bias, output, output_bias, second, second_bias, second_output, all;
};

// The first two layers as the position meets them: every filter and unit in every image. Numbers of the same kind as
// the parameters, or their gradients.
struct Layers {
    explicit Layers(const Places& p)
        : input(INPUTS * p.width), bias(p.width), output(p.stages * VIEWS * p.width),
          second(p.stages * VIEWS * p.width * p.outputs), second_bias(p.stages * p.outputs) {}

    std::vector<float> input;       // by input, then image, then filter
    std::vector<float> bias;        // by image, then filter
    std::vector<float> output;      // by stage, then view, then image, then filter
    std::vector<float> second;      // by stage, then view, then image, then filter, then unit, then its image
    std::vector<float> second_bias; // by stage, then unit, then its image
};

// Call `join(parameter, number)` for each number of the layers, with the parameter that it is a copy of. It is the same
// relation as in Network::read.
template <typename Numbers, typename Parameters, typename Join>
void for_each_copy(const Places& p, Numbers& layers, Parameters parameters, Join join) {
    for (std::size_t h = 0; h < IMAGES; ++h) {
        for (std::size_t f = 0; f < p.filters; ++f) {
            const std::size_t hidden = h * p.filters + f;
            for (std::size_t input = 0; input < INPUTS; ++input) {
                const std::size_t seen =
                    input < MARBLES ? input / CELLS * CELLS +
                                          static_cast<std::size_t>(id_of(
                                              image(static_cast<int>(h), cell_of_id(static_cast<int>(input % CELLS)))))
                                    : input;
                join(parameters[seen * p.filters + f], layers.input[input * p.width + hidden]);
            }
            join(parameters[p.bias + f], layers.bias[hidden]);
            for (std::size_t i = 0; i < p.stages * VIEWS; ++i) {
                join(parameters[p.output + i * p.filters + f], layers.output[i * p.width + hidden]);
            }
        }
    }
    for (std::size_t stage = 0; stage < p.stages; ++stage) {
        for (std::size_t unit = 0; unit < p.units; ++unit) {
            for (std::size_t g = 0; g < IMAGES; ++g) {
                join(parameters[p.second_bias + stage * p.units + unit],
                     layers.second_bias[stage * p.outputs + unit * IMAGES + g]);
                for (std::size_t view = 0; view < VIEWS; ++view) {
                    for (std::size_t h = 0; h < IMAGES; ++h) {
                        const auto apart =
                            static_cast<std::size_t>(composed(inverse(static_cast<int>(h)), static_cast<int>(g)));
                        for (std::size_t f = 0; f < p.filters; ++f) {
                            join(parameters[p.second +
                                            (((stage * p.units + unit) * VIEWS + view) * IMAGES + apart) * p.filters +
                                            f],
                                 layers.second[((stage * VIEWS + view) * p.width + h * p.filters + f) * p.outputs +
                                               unit * IMAGES + g]);
                        }
                    }
                }
            }
        }
    }
}

struct ActiveInputs {
    std::array<std::array<std::uint8_t, MOST_ACTIVE>, VIEWS> inputs;
    std::size_t count = 0;

    explicit ActiveInputs(const Lesson& lesson) {
        add_marbles(lesson.own, 0);
        add_marbles(lesson.enemy, 1);
        add(MARBLES + lesson.own_lost, MARBLES + COUNTS + lesson.own_lost);
        add(MARBLES + COUNTS + lesson.enemy_lost, MARBLES + lesson.enemy_lost);
    }

  private:
    void add(std::size_t mover, std::size_t other) {
        inputs[0][count] = static_cast<std::uint8_t>(mover);
        inputs[1][count] = static_cast<std::uint8_t>(other);
        ++count;
    }
    void add_marbles(std::uint64_t marbles, std::size_t side) {
        for (; marbles != 0; marbles &= marbles - 1) {
            const auto cell = static_cast<std::size_t>(std::countr_zero(marbles));
            add(side * CELLS + cell, (1 - side) * CELLS + cell);
        }
    }
};

// One part of the lessons: its loss and its gradient.
class Part {
  public:
    Part(const Places& places, std::span<const float> parameters, const Layers& layers, bool learns)
        : p_(places), parameters_(parameters), layers_(layers), learns_(learns), sums_(VIEWS * p_.width),
          squares_(VIEWS * p_.width), slopes_(VIEWS * p_.width), second_(p_.outputs), second_slopes_(p_.outputs),
          gradients_(learns ? p_ : Places({0, 0, 0})), gradient_(learns ? p_.all : 0) {}

    Loss loss;

    void study(const Lesson& lesson) {
        const ActiveInputs active(lesson);
        const std::size_t stage = (lesson.own_lost + lesson.enemy_lost) * p_.stages / (2 * MOST_LOST + 1);
        const float chance = 1 / (1 + std::exp(-output_of(active, stage)));
        const auto entropy = [&](float target) {
            return -target * std::log(chance + EPSILON) - (1 - target) * std::log(1 - chance + EPSILON);
        };
        loss.target += entropy(lesson.target);
        loss.result += entropy(lesson.result);
        if (learns_) {
            learn(active, stage, chance - lesson.target);
        }
    }

    // Add the gradient of this part.
    void add_to(std::span<float> gradient) {
        for_each_copy(p_, gradients_, gradient_.data(), [](float& parameter, float number) { parameter += number; });
        for (std::size_t i = 0; i < gradient_.size(); ++i) {
            gradient[i] += gradient_[i];
        }
    }

  private:
    float output_of(const ActiveInputs& active, std::size_t stage) {
        for (std::size_t view = 0; view < VIEWS; ++view) {
            float* sums = &sums_[view * p_.width];
            std::copy(layers_.bias.begin(), layers_.bias.end(), sums);
            for (std::size_t n = 0; n < active.count; ++n) {
                const float* weights = &layers_.input[active.inputs[view][n] * p_.width];
                for (std::size_t i = 0; i < p_.width; ++i) {
                    sums[i] += weights[i];
                }
            }
        }
        const std::size_t hidden = VIEWS * p_.width;
        const float* weights = &layers_.output[stage * hidden];
        float output = parameters_[p_.output_bias + stage];
        for (std::size_t i = 0; i < hidden; ++i) {
            squares_[i] = clipped(sums_[i]) * clipped(sums_[i]);
            output += squares_[i] * weights[i];
        }
        std::copy_n(layers_.second_bias.begin() + static_cast<std::ptrdiff_t>(stage * p_.outputs), p_.outputs,
                    second_.begin());
        for (std::size_t i = 0; i < hidden; ++i) {
            if (squares_[i] > 0) { // most are not
                const float* row = &layers_.second[(stage * hidden + i) * p_.outputs];
                for (std::size_t j = 0; j < p_.outputs; ++j) {
                    second_[j] += squares_[i] * row[j];
                }
            }
        }
        for (std::size_t j = 0; j < p_.outputs; ++j) {
            output += parameters_[p_.second_output + stage * p_.units + j / IMAGES] * clipped(second_[j]) *
                      clipped(second_[j]);
        }
        return output;
    }

    void learn(const ActiveInputs& active, std::size_t stage, float slope) {
        const std::size_t hidden = VIEWS * p_.width;
        gradient_[p_.output_bias + stage] += slope;
        float* second_bias = &gradients_.second_bias[stage * p_.outputs];
        for (std::size_t j = 0; j < p_.outputs; ++j) {
            const std::size_t unit = stage * p_.units + j / IMAGES;
            const float on = clipped(second_[j]);
            gradient_[p_.second_output + unit] += slope * on * on;
            second_slopes_[j] = on > 0 && on < 1 ? slope * parameters_[p_.second_output + unit] * 2 * on : 0;
            second_bias[j] += second_slopes_[j];
        }
        const float* weights = &layers_.output[stage * hidden];
        float* output = &gradients_.output[stage * hidden];
        for (std::size_t i = 0; i < hidden; ++i) {
            slopes_[i] = 0;
            if (squares_[i] > 0) {
                const float* row = &layers_.second[(stage * hidden + i) * p_.outputs];
                float* row_gradient = &gradients_.second[(stage * hidden + i) * p_.outputs];
                float below = slope * weights[i];
                for (std::size_t j = 0; j < p_.outputs; ++j) {
                    below += second_slopes_[j] * row[j];
                    row_gradient[j] += second_slopes_[j] * squares_[i];
                }
                output[i] += slope * squares_[i];
                slopes_[i] = sums_[i] < 1 ? below * 2 * sums_[i] : 0;
            }
        }
        for (std::size_t view = 0; view < VIEWS; ++view) {
            const float* slopes = &slopes_[view * p_.width];
            for (std::size_t i = 0; i < p_.width; ++i) {
                gradients_.bias[i] += slopes[i];
            }
            for (std::size_t n = 0; n < active.count; ++n) {
                float* input = &gradients_.input[active.inputs[view][n] * p_.width];
                for (std::size_t i = 0; i < p_.width; ++i) {
                    input[i] += slopes[i];
                }
            }
        }
    }

    const Places& p_;
    std::span<const float> parameters_;
    const Layers& layers_;
    bool learns_;
    std::vector<float> sums_, squares_, slopes_; // by view, then image, then filter
    std::vector<float> second_, second_slopes_;  // by unit, then image
    Layers gradients_;
    std::vector<float> gradient_;
};

} // namespace

std::size_t NetworkShape::parameters() const {
    return Places(*this).all;
}

Loss network_loss(const NetworkShape& shape, std::span<const float> parameters, std::span<const Lesson> lessons,
                  std::span<float> gradient, int threads) {
    const Places places(shape);
    Layers layers(places);
    for_each_copy(places, layers, parameters.data(), [](float parameter, float& number) { number = parameter; });
    std::vector<Part> parts;
    parts.reserve(PARTS);
    for (std::size_t i = 0; i < PARTS; ++i) {
        parts.emplace_back(places, parameters, layers, !gradient.empty());
    }
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i = next++; i < PARTS; i = next++) {
            const std::size_t from = lessons.size() * i / PARTS;
            const std::size_t to = lessons.size() * (i + 1) / PARTS;
            for (const Lesson& lesson : lessons.subspan(from, to - from)) {
                parts[i].study(lesson);
            }
        }
    };
    {
        std::vector<std::jthread> others; // joined at the end of the block, also if one cannot start
        const std::size_t most = std::min(static_cast<std::size_t>(threads), PARTS);
        others.reserve(most);
        for (std::size_t i = 1; i < most; ++i) {
            others.emplace_back(work);
        }
        work();
    }
    Loss loss;
    std::fill(gradient.begin(), gradient.end(), 0.0F);
    for (Part& part : parts) {
        loss.target += part.loss.target;
        loss.result += part.loss.result;
        if (!gradient.empty()) {
            part.add_to(gradient);
        }
    }
    return loss;
}

} // namespace sumito
