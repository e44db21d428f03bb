// Constant folding: torch/_export/passes/constant_folding.py.
//
// What: `constant_fold` evaluates nodes that depend on attributes alone, and replaces each result by an attribute.
// Why: a value that never changes is not recomputed at each call.
//
//   FoldResult done = constant_fold(*program.root, {{"weight", Datum(w)}});
//   done.folded[0].first           // "_frozen_param0", now a get_attr of the graph and a buffer of the module
//
// Values of the attributes come from the caller: a program does not hold them. Nodes that depend on a missing one, or
// on an operator without a kernel, stay. In-place operators write to the given tensors, as in PyTorch.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/engine/exec/execute.h"

namespace seesaw {

struct FoldResult {
  bool changed = false;
  NamedValues folded;             // new attributes, in the order of their names
  std::vector<std::string> kept;  // nodes that could not be evaluated, and why: "add: no kernel for ..."
};

FoldResult constant_fold(Module& module, const NamedValues& state);

}  // namespace seesaw
