// Conditions on sizes that operators check with torch._check, or that need sizes to be numbers.
//
// What: `checked_at_most` is torch._check(a <= b), `ask_numbers` what an operator of PyTorch does that reads sizes as
// integers. Why: what a program may do with symbolic sizes, and what it asserts when it runs, depends on how PyTorch
// asks.
//
//   if (!checked_at_most(k, size)) throw fx_error("RuntimeError", "selected index k out of range");
//   ask_numbers(t.sizes());                                 // kron: sizes that AUTO tells become numbers
#pragma once

#include <cstdint>
#include <span>

#include "core/engine/tensor/dims.h"

namespace seesaw {

// Whether a <= b. Of symbols PyTorch 2.6 asserts it when the program runs, unless it certainly holds.
bool checked_at_most(std::int64_t a, std::int64_t b);
// The same for a < b.
bool checked_less(std::int64_t a, std::int64_t b);
// Whether a size is symbolic.
bool any_symbolic(std::span<const std::int64_t> sizes);
// The sizes after channels (the second size) are viewed as groups and groups as channels again: for a symbol c those
// are groups*(c//groups). Checks that the number of elements stays.
Dims with_grouped_channels(const Dims& sizes, std::int64_t groups);
// Symbolic sizes become the numbers of the example: UserError of one that dynamic_shapes tells.
void ask_numbers(std::span<const std::int64_t> sizes);

}  // namespace seesaw
