// The backward graph as data.
//
// What: `inspect_graph` walks from roots and reports for each node its edges, its saved values with versions and bytes,
// and its hooks. Why: a page shows a graph, what keeps memory alive and which saved value is stale, without running it:
// nothing is unpacked, no hook is called, no node or version changes.
//
//   GraphInfo info = inspect_graph({gradient_edge(loss)});
//   info.nodes[0].next[0].index         // index of the node that receives the first gradient, -1 for none
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/engine/autograd/node.h"
#include "core/engine/ops/call/value.h"

namespace seesaw::autograd {

struct SavedInfo {
  enum class Kind : std::uint8_t {
    nothing,  // no gradient needs it
    tensor,
    packed,  // by a hook; the rest describes the tensor that pack returned, if any
    number,
    freed,
  };
  std::string name;
  Kind kind = Kind::nothing;
  InputMetadata shape;
  std::size_t bytes = 0;         // of its elements
  const void* memory = nullptr;  // equal for values that share memory
  std::uint32_t saved_version = 0, version = 0;
  Number number;
};

struct NodeInfo {
  struct Next {
    std::int64_t index = -1;
    std::uint32_t input_nr = 0;
  };
  struct HooksOfTensor {
    std::uint32_t output_nr = 0;
    std::vector<std::string> names;
  };
  Ref<Node> node;
  std::vector<Next> next;
  std::vector<SavedInfo> saved;
  std::vector<HooksOfTensor> tensor_hooks;
  std::vector<std::string> pre_hooks, post_hooks, accumulate_hooks;
  std::vector<std::uint32_t> retains_grad;  // numbers of outputs
  Tensor leaf;                              // of an accumulator
};

struct GraphInfo {
  std::vector<NodeInfo> nodes;      // breadth first, in the order of the edges
  std::vector<std::int64_t> roots;  // by root: index of its node, -1 for none
  std::size_t saved_bytes = 0;      // memory shared by several values counts once
};

GraphInfo inspect_graph(const std::vector<Edge>& roots);

}  // namespace seesaw::autograd
