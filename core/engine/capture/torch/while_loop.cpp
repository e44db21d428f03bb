// torch._higher_order_ops.while_loop: steps that are taken for as long as a function says so.
#include <algorithm>
#include <utility>

#include "core/base/cat.h"
#include "core/engine/capture/library/library.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/engine/capture/torch/control_flow.h"
#include "core/graph/dialect/engine_novelty.h"
#include "core/graph/text/annotation.h"

namespace seesaw {

namespace {

[[noreturn]] void refuse_loop(std::string_view remedy) {
  Error error = fx_error("UncapturedHigherOrderOpError",
                         "while_loop doesn't work unless it is captured completely with torch.compile.");
  error.diagnostic().note(std::string(remedy));
  throw error;
}

bool same_tensors(const Arg& a, const Arg& b) {
  if (a.kind() != ArgKind::tensor_meta || b.kind() != ArgKind::tensor_meta) return false;
  const TensorMeta &x = *a.as_tensor_meta(), &y = *b.as_tensor_meta();
  return x.dtype == y.dtype &&
         std::equal(x.shape.begin(), x.shape.end(), y.shape.begin(), y.shape.end(), [](const Dim& p, const Dim& q) {
           return p.sym == q.sym && (p.sym != nullptr || p.value == q.value);
         });
}

}  // namespace

// Whether the condition gives one truth value, and the body what it is given.
bool ControlFlow::fits_loop(const Branch& condition, const Branch& body, const std::vector<Arg>& vals) {
  if (condition.outputs.size() != 1 || body.outputs.size() != vals.size()) return false;
  Arg told = condition.tracer->meta_of(condition.outputs[0]);
  if (told.kind() != ArgKind::tensor_meta || told.as_tensor_meta()->dtype != &dtype_of(Element::b8)) return false;
  const auto& sizes = told.as_tensor_meta()->shape;
  if (!std::all_of(sizes.begin(), sizes.end(), [](const Dim& size) { return size.sym == nullptr && size.value == 1; }))
    return false;
  for (std::size_t i = 0; i < vals.size(); ++i) {
    if (!same_tensors(body.tracer->meta_of(body.outputs[i]), vals[i])) return false;
  }
  return true;
}

bool ControlFlow::asks_gradients(const std::vector<Node*>& nodes) {
  return regions().grad_mode() && std::any_of(nodes.begin(), nodes.end(), [&](Node* node) {
           Arg meta = tracer().meta_of(Arg::node(node));
           return meta.kind() == ArgKind::tensor_meta && meta.as_tensor_meta()->requires_grad;
         });
}

PyValue ControlFlow::while_loop(const PyExpr& e, const PyValues& args, const PyNamedValues& kwargs) {
  static constexpr std::string_view kParameters[] = {"cond_fn", "body_fn", "carried_inputs"};
  PyValue given[3];
  if (args.size() > 3) fail(e, "while_loop takes cond_fn, body_fn and carried_inputs");
  std::copy(args.begin(), args.end(), given);
  for (const auto& [key, value] : kwargs) {
    auto at = std::find(std::begin(kParameters), std::end(kParameters), key);
    if (at == std::end(kParameters)) fail(e, cat({"while_loop has no argument '", key, "'"}));
    given[at - std::begin(kParameters)] = value;
  }
  const bool newer = has(context().dialect, EngineNovelty::inlined_layers);
  if (!settings().strict && !newer) refuse_loop("capture it with strict");
  PyValues operands = python().items_of(e, given[2]);
  std::vector<Arg> leaves, vals;
  for (const PyValue& operand : operands) trees().flatten(operand, leaves);
  for (Arg& leaf : leaves) {
    leaf = tracer().current(leaf);
    if (!tracer().is_tensor(leaf)) fail(e, "what while_loop carries are tensors here", "write torch.tensor(...)");
    vals.push_back(tracer().meta_of(leaf));
  }
  auto [condition, body] = trace_both(e, given[0], given[1], operands, leaves, vals);
  if (newer) refuse_aliases(condition, "while_loop"), refuse_aliases(body, "while_loop");
  if (!fits_loop(condition, body, vals)) refuse_loop("cond_fn gives one truth value, body_fn what it is given");
  return loop_node(e, condition, body, leaves);
}

// The operator and its graphs: what they use of the graph around comes behind what is carried.
PyValue ControlFlow::loop_node(const PyExpr& e, Branch& condition, Branch& body, const std::vector<Arg>& leaves) {
  const bool newer = has(context().dialect, EngineNovelty::inlined_layers);
  std::vector<Node*> inputs = condition.operands;
  std::vector<Node*> lifted = inputs_of_both(condition, condition.tracer->lifted(), body, body.tracer->lifted());
  inputs.insert(inputs.end(), lifted.begin(), lifted.end());
  refuse_twice(e, "while_loop", inputs);
  if (newer && asks_gradients(inputs))
    fail(e,
         "a while_loop of tensors that ask for gradients is outside of the subset that is captured",
         "call it under torch.no_grad()");
  finish_branch(condition, inputs, Returns::value);
  finish_branch(body, inputs, Returns::tuple);
  std::vector<Arg> rest;
  for (Node* node : lifted) rest.push_back(Arg::node(node));
  python().frame().line = e.line;
  tracer().set_place(newer ? recorder().place()
                           : recorder().place() +
                                 traceback_of(cat({"File: ",
                                                   kTorchFolder,
                                                   "_higher_order_ops/while_loop.py:135 in while_loop, code: return "
                                                   "while_loop_op(flat_cond_fn, flat_body_fn, tuple(flat_inputs), "
                                                   "tuple())"})));
  Node* first = branch_node("while_loop_cond_graph_", condition);
  Node* second = branch_node("while_loop_body_graph_", body);
  return PyValue(located(e, [&] {
    return tracer().call("torch.ops.higher_order.while_loop",
                         {Arg::node(first), Arg::node(second), context().tuple(leaves), context().tuple(rest)});
  }));
}

}  // namespace seesaw
