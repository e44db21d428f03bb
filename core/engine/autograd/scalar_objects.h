// Cells that become tensors and nodes on inspection.
//
// What: `tensor_of` returns the tensor of a cell, with the nodes behind it; `become` makes a cell the name of a tensor.
// Why: hooks, names, saved values and other debugging aids exist only in the general engine, which then runs that part
// of the graph.
//
//   tensor_of(cell)->handle        // the host's handle of the cell
#pragma once

#include "core/engine/autograd/scalar_tape.h"

namespace seesaw::autograd {

Tensor tensor_of(Cell* cell);
void become(Cell* cell, const Tensor& t);
// Call before `t` changes (value, history, requires_grad): cells computed from it keep its old state. For a leaf they
// keep its old cell; for the result of an operation they become objects.
void settle_users(const Tensor& t);

// All results that are recorded become objects.
void promote_all();

}  // namespace seesaw::autograd
