// Elements of constants that forward writes to: tensors of a module that are no parameters and no buffers. Without
// strict PyTorch has them with their elements, and runs on these what takes numbers for tensors: x.add_(1), no
// x.clamp_(1).
#include <algorithm>

#include "core/engine/autograd/grad_mode.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/engine/exec/op_call.h"
#include "core/engine/ops/call/dispatch.h"
#include "core/engine/ops/table/schema.h"
#include "core/graph/ops_table/inplace_names.h"

namespace seesaw {

namespace {

constexpr std::string_view kRun[] = {
    "add_", "copy_", "div_", "divide_", "floor_divide_", "mul_", "multiply_", "sub_", "subtract_", "true_divide_"};

// Whether the result is the first argument.
bool gives_first(std::string_view packet) {
  return !functional_name(packet).empty() || packet == "resolve_conj" || packet == "resolve_neg";
}

}  // namespace

Tensor TensorValues::constant_input(const Node* node) {
  if (Tensor known = constants_.get(node->id())) return known;
  for (const PyObject* module : modules().modules_of(names().root)) {
    for (const auto& [name, value] : module->attributes) {
      const PyObject* state = value.object;
      bool found = state != nullptr && state->kind == PyKind::foreign && state->node == node;
      if (!found || state->state != PyStateKind::constant) continue;
      Tensor known = recorder().known_value(state->initial).value_or(Tensor());
      constants_[node->id()] = known;
      return known;
    }
  }
  return {};
}

// What a write leaves of it; nothing for what is no constant.
Tensor TensorValues::constant_after(const Node& node) {
  auto value_of = [&](const Arg& arg) {
    if (!arg.is_node()) return Tensor();
    const Node* of = arg.as_node();
    Tensor known = constants_.get(of->id());
    return known || of->op() != Opcode::placeholder ? known : constant_input(of);
  };
  std::string_view packet = node.op() == Opcode::call_function ? aten_packet(node.target().text()) : std::string_view();
  if (!gives_first(packet) || node.args().empty()) return {};
  Tensor before = value_of(node.args()[0]);
  if (!before || std::find(std::begin(kRun), std::end(kRun), packet) == std::end(kRun)) return before;
  Interpreter::Arguments arguments;
  auto datum = [&](const Arg& arg) -> std::optional<Datum> {
    if (Tensor tensor = value_of(arg)) return Datum(tensor.copy());
    std::optional<Number> number = plain_number(arg);
    return number ? std::optional(Datum(*number)) : std::nullopt;
  };
  for (const Arg& arg : node.args()) {
    std::optional<Datum> one = datum(arg);
    if (!one) return before;
    arguments.args.push_back(std::move(*one));
  }
  for (std::size_t i = 0; i < node.num_kwargs(); ++i) {
    std::optional<Datum> one = datum(node.kwarg(i).value);
    if (!one) return before;
    arguments.kwargs.emplace_back(node.kwarg(i).key, std::move(*one));
  }
  ModeScope kernels(nullptr);
  autograd::GradModeScope off(false);
  Datum out = call_operator(node.target().text(), arguments);
  return out.is_tensor() ? out.tensor() : before;
}

std::optional<PyValue> TensorValues::constant_list(const PyExpr& e, const Arg& tensor) {
  bool own = tensor.is_node() && !settings().strict && !recorder().outside() &&
             &tensor.as_node()->graph() == &recorder().main.graph();
  if (!own) return std::nullopt;
  // Calls since the last time, in order.
  std::vector<const Node*> calls;
  for (const Node* node = recorder().main.graph().last(); node != nullptr && node->op() != Opcode::root;
       node = node->prev()) {
    if (node->op() != Opcode::call_function) continue;
    if (node->id() <= constants_until_) break;
    calls.push_back(node);
  }
  if (!calls.empty()) constants_until_ = calls.front()->id();
  for (std::size_t i = calls.size(); i-- > 0;) {
    if (Tensor value = constant_after(*calls[i])) constants_[calls[i]->id()] = value;
  }
  const Node* node = recorder().main.current(tensor).as_node();
  Tensor value = node->op() == Opcode::placeholder ? constant_input(node) : constants_.get(node->id());
  if (!value) return std::nullopt;
  Arg last = tensor;
  for (const char* path : {"torch.ops.aten.resolve_conj.default", "torch.ops.aten.resolve_neg.default"})
    last = guarded(e, [&] { return tracer().call(path, {last}); });
  tracer().stand_for(tensor, last);
  return list_of(value);
}

}  // namespace seesaw
