#include "core/engine/ops/call/shape_rule.h"

#include <algorithm>
#include <array>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/shapes_by_rule.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/current_dialect.h"
#include "core/engine/tensor/layout_questions.h"
#include "core/engine/tensor/walk.h"

namespace seesaw {

void no_derivative(std::string_view name) {
  throw fx_error("RuntimeError", cat({"derivative for aten::", name, " is not implemented"}));
}
std::string_view not_implemented_type() {
  return newer(EngineNovelty::not_implemented) ? "NotImplementedError" : "RuntimeError";
}

void not_implemented(std::string_view kernel, Element element) {
  throw KernelError(not_implemented_type(), cat({"\"", kernel, "\" not implemented for '", scalar_name(element), "'"}));
}

bool is_narrow_integer(const Tensor& t) {
  Element e = t.element();
  return !t.is_fake() && (e == Element::b8 || (is_narrow(e) && !is_half(e)));
}

void check_takes_floats(const Tensor& t) {
  if (is_floating(t.element()) || is_complex(t.element())) return;
  throw fx_error("RuntimeError",
                 cat({"result type Float can't be cast to the desired output type ", scalar_name(t.element())}));
}

namespace {

// Operands of an elementwise operator, broadcast.
struct Operands {
  Dims shape;
  std::vector<const Tensor*> tensors;
  std::vector<Dims> strides;

  explicit Operands(std::span<const Value> values) {
    for (const Value& v : values) {
      if (!v.is_tensor()) continue;
      shape = tensors.empty() ? v.tensor().sizes() : broadcast_shapes(shape, v.tensor().sizes());
      tensors.push_back(&v.tensor());
    }
  }
  // The accelerator's if present: numbers of the CPU combine with it.
  Device device() const {
    for (const Tensor* t : tensors) {
      if (t->device() != Device::cpu) return t->device();
    }
    return Device::cpu;
  }
  bool all(bool (*f)(const Tensor&, const Operands&)) const {
    return std::all_of(tensors.begin(), tensors.end(), [&](const Tensor* t) { return f(*t, *this); });
  }
  void broadcast() {
    for (const Tensor* t : tensors) {
      Dims own = broadcast_strides(t->sizes(), t->strides(), shape.size());
      std::size_t ahead = shape.size() - t->sizes().size();
      for (std::size_t d = ahead; d < shape.size(); ++d) {
        if (shape[d] == 1) own[d] = t->strides()[d - ahead];  // only repeated dimensions have no stride
      }
      strides.push_back(own);
    }
  }
  // Whether dimension a, now before b in memory, should come after it (1), or certainly not (-1).
  int order(std::size_t a, std::size_t b) const {
    for (const Dims& s : strides) {
      if (s[a] == 0 || s[b] == 0) continue;
      if (s[a] != s[b]) return dim_less(s[a], s[b]) ? -1 : 1;
      if (dim_less(shape[b], shape[a])) return 1;
    }
    return 0;
  }
};

// Dimensions from the innermost to the outermost: an insertion sort, since not all pairs are ordered.
std::vector<std::size_t> memory_order(const Operands& operands) {
  std::size_t rank = operands.shape.size();
  std::vector<std::size_t> order(rank);
  for (std::size_t i = 0; i < rank; ++i) order[i] = rank - 1 - i;
  for (std::size_t i = 1; i < rank; ++i) {
    std::size_t at = i;
    for (std::size_t below = i; below-- > 0;) {
      int way = operands.order(order[below], order[at]);
      if (way < 0) break;
      if (way == 0) continue;
      std::swap(order[below], order[at]);
      at = below;
    }
  }
  return order;
}

// A row-major image that also is channels-last: it has one channel, or one
// element.
bool is_in_both_orders(const Tensor& t, const Operands&) {
  if (!t.is_fake() || t.dim() != 4) return false;
  Dims wanted = channels_last_strides(t.sizes());
  for (std::size_t d = 0; d < 4; ++d) {
    if (t.sizes()[d] != 1 && t.strides()[d] != wanted[d]) return false;
  }
  return true;
}

bool is_dense(const Tensor& t, const Operands&) { return is_dense(t.sizes(), t.strides()); }

}  // namespace

TensorSpec pointwise_spec(std::span<const Value> values, Element element) {
  Operands operands(values);
  if (operands.tensors.empty()) throw fx_error("TypeError", "a tensor was expected among the operands");
  const Tensor& first = *operands.tensors.front();
  if (operands.shape.size() == 0) return TensorSpec::of({}, element, operands.device());
  for (const Tensor* one : operands.tensors) ask_contiguous(one->sizes(), one->strides());
  // A number is a tensor of rank 0 to PyTorch's iterator, which then has no fast path.
  bool numbers = std::any_of(values.begin(), values.end(), [](const Value& v) { return v.is_number(); });
  bool contiguous = !numbers && operands.all([](const Tensor& t, const Operands& o) {
    return t.sizes() == o.shape && t.is_contiguous();
  });
  if (contiguous && !operands.all(is_in_both_orders)) return TensorSpec::of(operands.shape, element, operands.device());
  bool alike = operands.all([](const Tensor& t, const Operands& o) {
    return t.sizes() == o.shape && t.strides() == o.tensors.front()->strides();
  });
  if (alike && !numbers && operands.all(is_dense)) {
    return {operands.shape, first.strides(), element, operands.device(), 0};
  }
  operands.broadcast();
  TensorSpec out = TensorSpec::of(operands.shape, element, operands.device());
  std::vector<std::size_t> order = memory_order(operands);
  bool turned = false;
  for (std::size_t i = 0; i < order.size(); ++i) turned = turned || order[i] != order.size() - 1 - i;
  if (!turned) return out;
  std::int64_t step = 1;
  for (std::size_t d : order) {
    out.strides[d] = step;
    step = dim_mul(step, out.sizes[d]);
  }
  return out;
}

TensorSpec preserved_spec(const Tensor& t, Element element) {
  ask_contiguous(t.sizes(), t.strides());
  if (is_dense(t.sizes(), t.strides())) return {t.sizes(), t.strides(), element, t.device(), 0};
  return pointwise_spec(std::array<Value, 1>{t}, element);
}

void check_format(std::size_t rank, const Value& format) {
  if (!is_channels_last(format)) return;
  bool volume = format.text().ends_with("_3d");
  if (rank != (volume ? 5U : 4U))
    throw fx_error("RuntimeError",
                   cat({"required rank ",
                        volume ? "5" : "4",
                        " tensor to use ",
                        volume ? "channels_last_3d" : "channels_last",
                        " format"}));
}

TensorSpec asked_spec(const Tensor& t, Element element, std::span<const Value> args, std::size_t format) {
  if (args.size() <= format || args[format].kind() != Value::Kind::text ||
      args[format].text().ends_with("preserve_format"))
    return preserved_spec(t, element);
  check_format(t.dim(), args[format]);
  TensorSpec out = spec_like(t, t.sizes(), element);
  if (is_channels_last(args[format])) out.strides = channels_last_strides(out.sizes);
  return out;
}

bool lies_as(const Tensor& t, std::span<const Value> args, std::size_t format) {
  if (args.size() <= format || args[format].kind() != Value::Kind::text ||
      args[format].text().ends_with("preserve_format"))
    return true;
  if (!is_channels_last(args[format])) return !suggests_channels_last(t);
  return suggests_channels_last(t) && t.dim() == (args[format].text().ends_with("_3d") ? 5U : 4U);
}

TensorSpec strides_kept(const Tensor& t) {
  bool repeats = false;
  for (std::size_t d = 0; d < t.dim(); ++d) repeats = repeats || (t.strides()[d] == 0 && t.sizes()[d] != 1);
  return repeats ? preserved_spec(t, t.element()) : TensorSpec{t.sizes(), t.strides(), t.element(), t.device(), 0};
}

Outputs laid_as(const Specs& rule, Outputs results) {
  for (std::size_t i = 0; i < results.size() && i < rule.size(); ++i) {
    Tensor& t = results[i];
    if (!t || t.is_fake() || t.strides() == rule[i].strides || !(t.sizes() == rule[i].sizes)) continue;
    Tensor laid = Tensor::empty({t.sizes(), rule[i].strides, t.element(), t.device(), 0});
    copy_elements(laid, t);
    t = laid;
  }
  return results;
}

namespace shape {

Specs preserved(std::span<const Value> args) { return preserved_spec(args[0].tensor(), args[0].tensor().element()); }
Specs unary(std::span<const Value> args) { return pointwise_spec(args.first(1), args[0].tensor().element()); }
Specs unary_float(std::span<const Value> args) {
  return pointwise_spec(args.first(1), to_floating(args[0].tensor().element()));
}
Specs floating_unary(std::span<const Value> args, std::string_view kernel) {
  if (!is_floating(args[0].tensor().element())) not_implemented(kernel, args[0].tensor().element());
  return unary(args);
}
Specs binary(std::span<const Value> args) { return pointwise_spec(args.first(2), result_type(args.first(2))); }
Specs binary_float(std::span<const Value> args) {
  return pointwise_spec(args.first(2), to_floating(result_type(args.first(2))));
}
Specs compare(std::span<const Value> args) {
  return pointwise_spec(args.first(std::min<std::size_t>(args.size(), 2)), Element::b8);
}
Specs like_first(std::span<const Value> args) { return spec_like(args[0].tensor(), args[0].tensor().sizes()); }

}  // namespace shape

namespace {

// Rejects sizes from rules that do not handle symbols.
void check_sizes(const OpDef& op, const TensorSpec& spec) {
  auto spoiled = [](const Dims& dims) { return std::any_of(dims.begin(), dims.end(), is_spoiled_size); };
  if (spoiled(spec.sizes) || spoiled(spec.strides))
    throw user_error("symbolic", cat({"no symbolic rule for '", op.path, "'"}));
}

int fake_calls = 0;  // those in progress

class FakeMode : public Mode {
 public:
  Outputs call(const OpDef& op, std::span<const Value> args) override {
    ++fake_calls;
    struct Leave {
      ~Leave() { --fake_calls; }
    } leave;
    if (is_written_in_operators(op)) return run_kernel(op, args);
    Specs specs = fake_specs(op, args);
    if (specs.kind() == Specs::Kind::one) return Tensor::fake(specs[0]);
    std::vector<Tensor> out;
    for (std::size_t i = 0; i < specs.size(); ++i) {
      out.push_back(specs.is_absent(i) ? Tensor() : Tensor::fake(specs[i]));
    }
    return out;
  }
  Tensor call_inplace(const OpDef& op, std::span<const Value> args) override {
    check_inplace(op, args);
    Outputs result = call(op, args);
    check_inplace_result(op, args[0].tensor(), result[0].sizes(), result[0].element());
    if (op.run.view) look_as(args[0].tensor(), result[0]);
    return args[0].tensor();
  }
};

}  // namespace

Specs fake_specs(const OpDef& op, std::span<const Value> args) {
  check_devices(op, args);
  ShapeRule rule = op.run.fake != nullptr ? op.run.fake : op.run.meta;
  if (rule == nullptr) throw user_error("operator", cat({"'", op.path, "' has no shape rule"}));
  Specs specs = rule(args);
  for (std::size_t i = 0; i < specs.size(); ++i) check_sizes(op, specs[i]);
  return specs;
}

bool shape::within_shapes() { return fake_calls > 0 && current_mode() != nullptr; }

Mode& fake_mode() {
  static FakeMode mode;
  return mode;
}

Outputs fake_call(const OpDef& op, std::span<const Value> args) {
  ModeScope scope(&fake_mode());
  return call(op, args);
}

}  // namespace seesaw
