// What PyTorch asks of a tensor's layout as it records a node: whether it is contiguous, in one memory format after the
// other.
//
// Why: each question about sizes that are symbols is a guard. It narrows sizes that torch.export finds by itself, and a
// size that dynamic_shapes tells must give one answer for all its values: x[1:] of a Dim("n") is refused, since n - 1
// may be 1.
//
//   ask_layout(tensor.sizes(), tensor.strides(), true);   // of [n - 1]: n - 1 != 1
#pragma once

#include "core/engine/tensor/dims.h"

namespace seesaw {

// Asks sym_table().facts(), whose sizes have examples; of others nothing. `told_fails` as in SymFacts::ask. Throws
// UserError.
void ask_layout(const Dims& sizes, const Dims& strides, bool told_fails);
// The first of those questions alone: of an operand, as PyTorch computes the strides of a pointwise result.
void ask_contiguous(const Dims& sizes, const Dims& strides);
// a < b, as PyTorch asks while it computes a shape.
bool asked_less(std::int64_t a, std::int64_t b);

}  // namespace seesaw
