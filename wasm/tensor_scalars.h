// Operations on scalars that are cells of the tape: no tensor object, no allocation.
//
// What: each function makes a call if all its handles are cells and nothing needs the general engine, and reports
// whether it did. Why: a call from JavaScript must cost little more than the arithmetic and the crossing. Which
// operators the tape records is the list of scalar_rules.h.
//
//   if (int handle = scalar_binary(op, a, b)) return handle;
#pragma once

#include <optional>

#include "wasm/tensor_boundary.h"

namespace seesaw::host {

// Attributes of tensors that are one integer.
enum class Attribute : int {
  requires_grad,
  is_leaf,
  retains_grad,
  version,
  output_nr,
  is_view,
  is_inference,
  dtype,
  rank,
  numel,
  contiguous,
  device,
  storage,
};

// The handle of the result; 0: use the general path.
int scalar_unary(int op, int self);
int scalar_binary(int op, int self, int other);
int scalar_number(int op, int self, double other, int kind);
// In place, on a leaf while nothing is recorded. False: use the general path.
bool scalar_write(int op, int self, const double* other);
bool scalar_write(int op, int self, int other);
std::optional<int> scalar_attribute(const autograd::Cell& cell, Attribute which);
bool scalar_set_requires_grad(int self, bool value);

}  // namespace seesaw::host
