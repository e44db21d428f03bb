// Random numbers, the same as PyTorch's for the same seed.
//
// What: the default generator of the CPU (a Mersenne twister) and its uniform numbers.
// Why: with `manual_seed(7)` a dropout mask is the one that PyTorch draws, so programs can be compared.
//
//   manual_seed(7);
//   random_uniform()            // 0.27938...
#pragma once

#include <cstdint>

namespace seesaw {

void manual_seed(std::uint64_t seed);
// Between 0 and 1, with 53 random bits.
double random_uniform();

}  // namespace seesaw
