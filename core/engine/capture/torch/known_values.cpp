// Values of tensors that __init__ makes, where Python asks for them: branches, numbers, lists.
#include "core/base/cat.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

namespace {

constexpr std::int64_t kMostNumbers = 100'000;  // of one list

Arg number_at(Context& context, const Tensor& tensor, std::int64_t index) {
  if (is_floating(tensor.element())) return context.floating(tensor.item_at(index));
  const std::int64_t number = tensor.integer_item_at(index);
  return tensor.element() == Element::b8 ? Arg::boolean(number != 0) : context.integer(number);
}

}  // namespace

// What has no kernel has no value, and stays a symbol.
std::optional<Tensor> Recorder::known_value(const Arg& tensor) {
  if (!tensor.is_node()) return std::nullopt;
  if (&tensor.as_node()->graph() != &initial->graph()) {
    Tensor value = outside() ? Tensor() : current->known(tensor);
    return value ? std::optional(value) : std::nullopt;
  }
  if (!outside() && settings().strict) return std::nullopt;  // for Dynamo it is an input
  if (growing_ == nullptr) growing_ = std::make_unique<GrowingValues>(*initial, settings().seed);
  try {
    Tensor value = growing_->value_of(init.current(tensor).as_node(), literals);
    bool numbers = is_floating(value.element()) || is_integral(value.element()) || value.element() == Element::b8;
    return numbers && value.numel() <= kMostNumbers ? std::optional(value) : std::nullopt;
  } catch (const Error& error) {
    if (error.diagnostic().code != DiagnosticKind("no-kernel")) throw;
    return std::nullopt;
  }
}

std::optional<Arg> Recorder::known_number(const PyExpr& e, const Arg& tensor) {
  std::optional<Tensor> value = known_value(tensor);
  if (!value) return std::nullopt;
  // Dynamo of PyTorch 2.6 takes no whole number for what an operator gives.
  if (!outside() && settings().strict && !is_floating(value->element()) &&
      !has(context().dialect, EngineNovelty::inlined_layers))
    fail_as(e,
            "Unsupported",
            "torch.* op returned non-Tensor int call_method item",
            "write the number itself, or capture it without strict");
  if (value->numel() != 1)
    fail_as(e,
            "RuntimeError",
            cat({"a Tensor with ", std::to_string(value->numel()), " elements cannot be converted to Scalar"}),
            "take one item of it");
  Arg number = number_at(context(), *value, 0);
  if (!outside() && !settings().strict && current->is_of_numbers(tensor))
    current->call_known("torch.ops.aten.item.default", {tensor}, number);
  return number;
}

// tolist(): lists in lists, as deep as the tensor has dimensions.
std::optional<PyValue> Recorder::known_list(const Arg& tensor) {
  if (!outside()) return std::nullopt;
  std::optional<Tensor> value = known_value(tensor);
  return value ? std::optional(tensors().list_of(*value)) : std::nullopt;
}

PyValue TensorValues::list_of(const Tensor& value) {
  PyValues row;
  for (std::int64_t i = 0; i < value.numel(); ++i) row.emplace_back(number_at(context(), value, i));
  const Dims& sizes = value.sizes();
  if (sizes.empty()) return row[0];
  for (std::size_t d = sizes.size(); d-- > 1;) {
    PyValues outer;
    std::size_t count = 1;
    for (std::size_t i = 0; i < d; ++i) count *= static_cast<std::size_t>(sizes[i]);
    auto at = row.begin();
    for (std::size_t i = 0; i < count; ++i) {
      auto end = at + static_cast<std::ptrdiff_t>(sizes[d]);
      outer.push_back(python().make_list(PyKind::list, PyValues(at, end)));
      at = end;
    }
    row = std::move(outer);
  }
  return python().make_list(PyKind::list, std::move(row));
}

}  // namespace seesaw
