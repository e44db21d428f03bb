// torch.autograd.backward and torch.autograd.grad: their checks before and after the engine runs.
#include <algorithm>
#include <optional>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/autograd/engine.h"
#include "core/engine/autograd/functions.h"
#include "core/engine/autograd/grad_mode.h"
#include "core/engine/autograd/graph.h"
#include "core/engine/autograd/refusal.h"
#include "core/engine/autograd/variable.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/warning.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/current_dialect.h"

namespace seesaw::autograd {

namespace {

struct RootShape {
  Dims sizes;
  Element element;
  bool requires_grad;
};

RootShape shape_of(const Root& root) {
  if (root.tensor) return {root.tensor.sizes(), root.tensor.element(), requires_grad(root.tensor)};
  const InputMetadata& value = root.edge.node->inputs()[root.edge.input_nr];
  return {value.sizes, value.element, true};
}

// The index that Python's list.index returns: it compares tensors by ==, which may fail or match an earlier one.
template <class TensorAt>
std::size_t index_in_list(std::size_t index, TensorAt&& tensor_at) {
  Tensor wanted = tensor_at(index);
  for (std::size_t i = 0; i < index; ++i) {
    Tensor one = tensor_at(i);
    if (!one || !wanted) continue;
    if (one == wanted) return i;
    Tensor same = call(op::eq, {one, wanted})[0];
    if (same.numel() != 1)
      fail(cat(
          {"Boolean value of Tensor with ", same.numel() == 0 ? "no values" : "more than one value", " is ambiguous"}));
    if (same.item() != 0) return i;
  }
  return index;
}

std::size_t index_of_edge(const std::vector<Root>& roots, std::size_t index) {
  const Edge& wanted = roots[index].edge;
  auto same = [&](const Root& root) {
    return !root.tensor && root.edge.node.get() == wanted.node.get() && root.edge.input_nr == wanted.input_nr;
  };
  return static_cast<std::size_t>(std::find_if(roots.begin(), roots.end(), same) - roots.begin());
}

Tensor seed_of(const std::vector<Root>& roots, const Gradients* given, std::size_t index) {
  RootShape shape = shape_of(roots[index]);
  if (given != nullptr && (*given)[index]) {
    const Tensor& seed = (*given)[index];
    if (seed.sizes() == shape.sizes && is_complex(seed.element()) != is_complex(shape.element)) {
      fail(
          cat({"For complex Tensors, both grad_output and output are required to have the same dtype. Mismatch in "
               "dtype: grad_output[",
               std::to_string(index),
               "] has a dtype of torch.",
               dtype_of(seed.element()).name,
               " and output[",
               std::to_string(index),
               "] has a dtype of torch.",
               dtype_of(shape.element).name,
               "."}));
    }
    if (seed.sizes() == shape.sizes) return seed;
    std::size_t seed_index = index_in_list(index, [&](std::size_t i) { return (*given)[i]; });
    std::size_t root_index = roots[index].tensor ? index_in_list(index, [&](std::size_t i) { return roots[i].tensor; })
                                                 : index_of_edge(roots, index);
    fail(cat({"Mismatch in shape: grad_output[",
              std::to_string(seed_index),
              "] has a shape of torch.Size(",
              dims_text(seed.sizes()),
              ") and output[",
              std::to_string(root_index),
              "] has a shape of torch.Size(",
              dims_text(shape.sizes),
              ")."}));
  }
  if (!shape.requires_grad) return {};
  if (numel(shape.sizes) != 1) fail("grad can be implicitly created only for scalar outputs");
  if (!is_floating(shape.element))
    fail(cat(
        {"grad can be implicitly created only for real scalar outputs but got torch.", dtype_of(shape.element).name}));
  Tensor seed = Tensor::full(shape.sizes, 1, shape.element);
  // Of one element, in the strides that ones_like gives it.
  if (roots[index].tensor) seed->strides = preserved_spec(roots[index].tensor, shape.element).strides;
  seed->inference = modes().inference;
  return seed;
}

Edge edge_of(const Root& root) { return root.tensor ? gradient_edge(root.tensor) : root.edge; }

void add_seeds(BackwardOptions& options, const std::vector<Root>& roots, const std::optional<Gradients>& given) {
  std::size_t count = given ? std::min(given->size(), roots.size()) : roots.size();
  for (std::size_t i = 0; i < count; ++i) options.seeds.push_back(seed_of(roots, given ? &*given : nullptr, i));
  if (count != roots.size())
    fail(cat({"got ", std::to_string(roots.size()), " tensors and ", std::to_string(count), " gradients"}));
}

void add_edges(BackwardOptions& options, const std::vector<Root>& roots) {
  for (std::size_t i = 0; i < roots.size(); ++i) {
    Edge edge = edge_of(roots[i]);
    if (!edge)
      fail(cat({"element ", std::to_string(i), " of tensors does not require grad and does not have a grad_fn"}));
    options.roots.push_back(std::move(edge));
  }
}

// The edge where the gradient of an input arrives. A leaf outside all graphs gets a node that no pass reaches.
Edge input_edge(const Root& root, bool accumulate) {
  if (!root.tensor) return root.edge;
  if (accumulate) {
    retain_grad(root.tensor);
  } else if (!requires_grad(root.tensor)) {
    fail("One of the differentiated Tensors does not require grad");
  }
  if (Edge edge = gradient_edge(root.tensor)) return edge;
  return {Ref<Node>(new UndefinedGrad), 0};
}

// Logging hooks for the duration of one pass.
class Logging {
 public:
  // With the log on, PyTorch looks up the nodes before the engine checks the roots; an unreferenced node of a leaf is
  // freed again, with its hook.
  explicit Logging(const std::vector<Root>& roots) {
    if (!log_sink()) return;
    std::vector<Edge> edges;
    for (const Root& root : roots) {
      edges.push_back(edge_of(root));
      if (!edges.back()) refuse_no_edge();
    }
    handle_ = register_logging_hooks(edges);
  }
  ~Logging() { handle_.remove(); }
  Logging(const Logging&) = delete;
  Logging& operator=(const Logging&) = delete;

 private:
  HookHandle handle_;
};

}  // namespace

void backward(const BackwardArgs& args) {
  if (args.inputs && args.inputs->empty()) fail("`inputs` argument to `backward()` cannot be empty.");
  BackwardOptions options;
  options.create_graph = args.create_graph;
  options.retain_graph = args.retain_graph.value_or(args.create_graph);
  add_seeds(options, args.tensors, args.grad_tensors);
  Logging logging(args.tensors);
  add_edges(options, args.tensors);
  if (args.inputs) {
    for (const Root& input : *args.inputs) options.inputs.push_back(input_edge(input, true));
  }
  if (args.create_graph) {
    warn(
        "Using backward() with create_graph=True will create a reference cycle between the parameter and its gradient "
        "which can cause a memory leak. We "
        "recommend using autograd.grad when creating the graph to avoid this. If you have to use this function, make "
        "sure to reset the .grad fields of "
        "your parameters to None after use to break the cycle and avoid the leak.");
  }
  run_backward(options);
}

Gradients grad(const GradArgs& args) {
  if (args.materialize_grads && args.allow_unused && !*args.allow_unused) {
    throw fx_error(
        "ValueError",
        "Expected allow_unused to be True or not passed when materialize_grads=True, but got: allow_unused=False.");
  }
  if (args.inputs.empty() && newer(EngineNovelty::empty_inputs)) fail("`inputs` argument to `grad()` cannot be empty.");
  bool allow_unused = args.allow_unused.value_or(args.materialize_grads);
  BackwardOptions options;
  options.accumulate = false;
  options.create_graph = args.create_graph;
  options.retain_graph = args.retain_graph.value_or(args.create_graph);
  add_seeds(options, args.outputs, args.grad_outputs);
  std::optional<Logging> logging(std::in_place, args.outputs);
  add_edges(options, args.outputs);
  if (args.inputs.empty()) throw fx_error("ValueError", "grad requires non-empty inputs.");
  for (const Root& input : args.inputs) options.inputs.push_back(input_edge(input, false));
  Gradients out = run_backward(options);
  logging.reset();
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (!out[i] && !allow_unused) {
      fail(cat({newer(EngineNovelty::reworded) ? cat({"The differentiated Tensor at index ", std::to_string(i)})
                                               : std::string("One of the differentiated Tensors"),
                " appears to not have been used in the graph. Set allow_unused=True if this is the desired "
                "behavior."}));
    }
  }
  for (std::size_t i = 0; i < out.size() && args.materialize_grads; ++i) {
    if (out[i]) continue;
    if (!args.inputs[i].tensor) fail("materialize_grads cannot be used when the given input is a GradientEdge");
    out[i] = call(op::zeros_like, {args.inputs[i].tensor})[0];
    set_requires_grad(out[i], args.create_graph || !newer(EngineNovelty::materialized_zeros));
  }
  return out;
}

}  // namespace seesaw::autograd
