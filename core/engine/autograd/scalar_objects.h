// Cells that become tensors and nodes, because somebody looks at them.
//
// What: `tensor_of` gives the tensor that a cell is, with the nodes behind it; `become` makes a cell the name of a
// tensor. Why: hooks, names, saved values and everything else that people debug with exist in the general engine only.
// From then on it runs that part of the graph.
//
//   tensor_of(cell)->handle        // the handle by which the host knew the cell
#pragma once

#include "core/engine/autograd/scalar_tape.h"

namespace seesaw::autograd {

Tensor tensor_of(Cell* cell);
void become(Cell* cell, const Tensor& t);
// Before `t` changes (its value, its history, whether it requires grad): cells that were computed from it go on from
// what it was. Of a leaf its old cell stays with them; from the result of an operation they become objects.
void settle_users(const Tensor& t);

}  // namespace seesaw::autograd
