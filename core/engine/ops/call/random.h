// Random numbers, the same as PyTorch's for the same seed.
//
// What: the default generator of the CPU (a Mersenne twister), its uniform numbers, and tensors filled as uniform_,
// normal_ and random_ do. Why: with `manual_seed(7)` a dropout mask or a layer's weight is the one that PyTorch draws,
// so programs can be compared.
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
// With mean 0 and deviation 1; they come in pairs.
double random_normal();

// As many normal numbers are made of uniform ones at a time; fewer come one by one.
inline constexpr std::int64_t kNormalBlock = 16;

// Tensors with elements in rows, in their dtype.
void fill_uniform(Tensor& tensor, double from, double to);
void fill_normal(Tensor& tensor, double mean, double deviation);
// Whole numbers from `from` to `to`, without the last.
void fill_integers(Tensor& tensor, std::int64_t from, std::int64_t to);

}  // namespace seesaw
