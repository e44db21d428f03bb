// Values of parameters and buffers, as the constructors of modules make them.
//
// What: `initial_values` runs the graph that a capture recorded of __init__: the same numbers as PyTorch's after
// torch.manual_seed. Why: a captured program can then be executed as it is, and compared.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "core/engine/exec/execute.h"
#include "core/graph/ir/module.h"

namespace seesaw {

struct InitialGraph {
  Module* module = nullptr;
  std::vector<Tensor> literals;                     // for its placeholders
  std::vector<std::pair<std::string, Arg>> wanted;  // a node for each name
  std::uint64_t seed = 0;                           // unless the source sets one
};

// Throws Error for what has no kernel.
NamedValues initial_values(InitialGraph initial);

// Values while __init__ runs: Python branches on them and computes with them.
class GrowingValues {
 public:
  // `module` grows afterwards.
  GrowingValues(const Module& module, std::uint64_t seed);
  ~GrowingValues();
  // Runs what was recorded since the last time; `literals` are those of all placeholders. Throws Error for what has no
  // kernel.
  Tensor value_of(Node* node, const std::vector<Tensor>& literals);

 private:
  std::unique_ptr<Interpreter> running_;
  std::size_t literals_ = 0;
};

}  // namespace seesaw
