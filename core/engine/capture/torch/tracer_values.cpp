// Tensors of one element whose values are known while the program is captured, as PyTorch's fake tensors keep
// constants.
#include <algorithm>

#include "core/base/diagnostic.h"
#include "core/engine/autograd/grad_mode.h"
#include "core/engine/capture/torch/tracer.h"
#include "core/engine/exec/op_call.h"
#include "core/engine/ops/call/dispatch.h"
#include "core/graph/ops_table/inplace_names.h"

namespace seesaw {

namespace {

constexpr std::string_view kCopies[] = {"torch.ops.aten.lift_fresh_copy.default",
                                        "torch.ops.aten.detach_.default",
                                        "torch.ops.aten.detach.default",
                                        "torch.ops.aten.alias.default"};

// What two calls give other values for.
bool is_random(std::string_view packet) {
  static constexpr std::string_view kParts[] = {"rand", "bernoulli", "dropout", "multinomial", "normal", "poisson"};
  return std::any_of(std::begin(kParts), std::end(kParts), [&](std::string_view part) {
    return packet.find(part) != std::string_view::npos;
  });
}

bool has_one_element(const Arg& val) {
  if (val.kind() != ArgKind::tensor_meta) return false;
  const auto& shape = val.as_tensor_meta()->shape;
  return std::all_of(
      shape.begin(), shape.end(), [](const Dim& size) { return size.sym == nullptr && size.value == 1; });
}

// What an operator is called with, where all of it is known and a tensor is among it: a number, too, may stand for one.
// `numbers`: whether all are.
template <class ValueOf>
std::optional<Interpreter::Arguments> known_arguments(const Node& node,
                                                      const OpSchema& schema,
                                                      ValueOf&& value_of,
                                                      bool& numbers) {
  Interpreter::Arguments out;
  for (std::size_t i = 0; i < node.num_kwargs(); ++i) {
    const Kwarg kwarg = node.kwarg(i);
    if (!kwarg.value.is_string()) return std::nullopt;
    out.kwargs.emplace_back(kwarg.key, Datum::text(std::string(kwarg.value.text())));
  }
  bool any = false;
  for (const Arg& arg : node.args()) {
    Tensor tensor = value_of(arg);
    std::optional<Number> number = plain_number(arg);
    if (!tensor && !number) return std::nullopt;
    numbers = numbers && !tensor;
    any = any || tensor || schema.parameters[out.args.size()].type.starts_with("Tensor");
    out.args.push_back(tensor ? Datum(tensor) : Datum(*number));
  }
  return any ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace

std::optional<Number> plain_number(const Arg& arg) {
  if (arg.is_bool()) return Number::of(arg.as_bool());
  if (arg.kind() == ArgKind::integer && arg.fits_int64()) return Number::of(arg.as_int());
  if (arg.kind() == ArgKind::floating) return Number::of(arg.as_float());
  return std::nullopt;
}

Tensor Tracer::known(const Arg& arg) {
  if (!knows_any_ || !arg.is_node() || &arg.as_node()->graph() != &graph()) return {};
  return known_.get(current(arg).as_node()->id());
}

void Tracer::know(const Arg& arg, const Tensor& value) {
  knows_any_ = true;
  known_[arg.as_node()->id()] = value;
}

void Tracer::note_known(const Node* node, std::string_view path, const Arg& val) {
  auto value_of = [&](const Arg& arg) {
    bool own = arg.is_node() && &arg.as_node()->graph() == &graph();
    return own ? known_.get(arg.as_node()->id()) : Tensor();
  };
  if (std::find(std::begin(kCopies), std::end(kCopies), path) != std::end(kCopies)) {
    if (Tensor value = value_of(node->args()[0])) known_[node->id()] = value;
    return;
  }
  // x.to(...) is x where it changes nothing and makes no copy.
  if (path.starts_with("torch.ops.aten.to.") && !node->args().empty()) {
    const bool copies = std::any_of(
        node->args().begin() + 1, node->args().end(), [](const Arg& arg) { return arg.is_bool() && arg.as_bool(); });
    const Arg before = node->args()[0].is_node() ? value(node->args()[0].as_node()) : Arg();
    const bool same = before.kind() == ArgKind::tensor_meta && val.kind() == ArgKind::tensor_meta &&
                      before.as_tensor_meta()->dtype == val.as_tensor_meta()->dtype &&
                      before.as_tensor_meta()->device == val.as_tensor_meta()->device;
    if (Tensor known = same && !copies ? value_of(node->args()[0]) : Tensor()) {
      known_[node->id()] = known;
      return;
    }
  }
  // A write makes all unknown that may show the same memory.
  const OpSchema* schema = find_schema(path);
  const std::string_view packet = path.substr(0, path.rfind('.'));
  bool writes = !functional_name(packet.substr(packet.rfind('.') + 1)).empty();
  for (std::size_t i = 0; schema != nullptr && i < schema->parameters.size(); ++i)
    writes = writes || schema->parameters[i].type.find('!') != std::string_view::npos;
  if (writes) {
    known_ = {};
    knows_any_ = false;
    return;
  }
  if (schema == nullptr || !has_one_element(val) || is_random(packet) || !can_run(path)) return;
  bool numbers = true;
  std::optional<Interpreter::Arguments> arguments = known_arguments(*node, *schema, value_of, numbers);
  if (!arguments) return;
  try {
    ModeScope kernels(nullptr);
    autograd::GradModeScope off(false);
    Datum out = call_operator(path, *arguments);
    if (!out.is_tensor() || out.tensor().numel() != 1) return;
    if (numbers) of_numbers_.insert(node);
    know(Arg::node(const_cast<Node*>(node)), out.tensor());
  } catch (const Error&) {
    // it has no value then
  }
}

}  // namespace seesaw
