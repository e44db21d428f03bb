// Random numbers, identical to PyTorch's for the same seed.
//
// What: the default generator of the CPU (a Mersenne twister), its uniform numbers, and tensors filled as uniform_,
// normal_ and random_ do. Why: with `manual_seed(7)` a dropout mask or a layer's weight equals PyTorch's, so programs
// can be compared.
//
//   manual_seed(7);
//   random_uniform()            // 0.27938...
//   fill_normal(tensor, 0, 1);  // torch.randn
#pragma once

#include <cstdint>

#include "core/engine/tensor/tensor.h"

namespace seesaw {

void manual_seed(std::uint64_t seed);
std::uint32_t random_bits();
// Between 0 and 1, with 53 random bits.
double random_uniform();
// With mean 0 and deviation 1; generated in pairs.
double random_normal();

// Number of normal values generated from uniform ones at a time; fewer are generated one by one.
inline constexpr std::int64_t kNormalBlock = 16;

// Contiguous tensors, in their dtype.
void fill_uniform(Tensor& tensor, double from, double to);
void fill_normal(Tensor& tensor, double mean, double deviation);
// Integers from `from` to `to`, exclusive.
void fill_integers(Tensor& tensor, std::int64_t from, std::int64_t to);

}  // namespace seesaw
