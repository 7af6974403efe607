#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "sumito/network.hpp"

// Native builds only: the gradient of the loss of a network, for training. It computes in floating point.
namespace sumito {

// A position to learn from, for the player to move. Cells are numbered as in a network file.
struct Lesson {
    std::uint64_t own, enemy; // marbles: bit n is cell n
    std::uint32_t own_lost, enemy_lost;
    float target; // the winning chance
    float result; // of the game: 1, 1/2 or 0; only for the second loss
};

struct NetworkShape {
    int filters, units, stages;

    // Return the number of parameters: all weights and biases, in the order of a network file.
    std::size_t parameters() const;
};

struct Loss {
    double target = 0, result = 0; // the sums of the cross-entropies over all lessons
};

// Return the loss of a network on some lessons. If `gradient` is not empty, write the sum of the gradients of the first
// loss to it. The lessons are divided into the same parts for any number of threads, so the sums do not depend on it.
Loss network_loss(const NetworkShape& shape, std::span<const float> parameters, std::span<const Lesson> lessons,
                  std::span<float> gradient, int threads);

} // namespace sumito
