#include "core/engine/ops/call/dispatch.h"

#include <algorithm>
#include <optional>

#include "core/base/budget.h"
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/call/view_shapes.h"
#include "core/engine/ops/call/warning.h"
#include "core/engine/ops/kernels/narrow.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/schema.h"
#include "core/engine/tensor/walk.h"

namespace seesaw {

namespace {

Mode* top_mode = nullptr;

[[noreturn]] void no_kernel(const OpDef& op) {
  throw user_error("no-kernel", cat({"there is no kernel for '", op.path, "'"}), "`seesaw ops` lists what can be run");
}

// An operator without a kernel runs as run_decompositions would write it; the rule requires every argument of the
// schema.
Outputs run_rule(const OpDef& op, std::span<const Value> args) {
  const OpSchema* schema = op.decompose.rule == nullptr ? nullptr : find_schema(op.path);
  if (schema == nullptr) no_kernel(op);
  std::vector<Value> all(args.begin(), args.end());
  for (std::size_t i = all.size(); i < schema->parameters.size(); ++i)
    all.push_back(default_value(schema->parameters[i]));
  try {
    if (op.run.fake != nullptr) op.run.fake(all);  // rejected by PyTorch
  } catch (const ImpossibleTracedView&) {
    // While tracing, PyTorch has another message for this; here the view that the rule calls throws it.
  }
  return op.decompose.rule(all);
}

// Each element of expanded memory represents several: a write to it is ambiguous.
bool is_expanded(const Tensor& self) {
  if (std::find(self.sizes().begin(), self.sizes().end(), 0) != self.sizes().end()) return false;
  for (std::size_t d = 0; d < self.dim(); ++d) {
    if (self.sizes()[d] > 1 && self.strides()[d] == 0) return true;
  }
  return false;
}

// Strided memory whose elements may overlap: its content then depends on the order of
// writes. Of sizes that are symbols nothing is said: no kernel runs.
bool may_overlap(const Tensor& self) {
  std::vector<std::pair<std::int64_t, std::int64_t>> steps;
  for (std::size_t d = 0; d < self.dim(); ++d) {
    if (detail::any_sym(self.sizes()[d], self.strides()[d])) return false;
    if (self.sizes()[d] > 1) steps.emplace_back(self.strides()[d], self.sizes()[d]);
  }
  std::sort(steps.begin(), steps.end());
  std::int64_t reach = 0;
  bool apart = true;
  for (const auto& [step, size] : steps) {
    apart = apart && step > reach;
    reach += step * (size - 1);
  }
  if (apart || self.numel() == 0) return false;
  if (self.numel() > reach + 1) return true;
  within_budget(Budget::elements,
                static_cast<double>(reach),
                "a write to memory in strides",
                "clone the tensor before it is written to");
  std::vector<bool> written(static_cast<std::size_t>(reach) + 1);
  StridedWalk<1> walk(self.sizes(), {Dims(self.strides())});
  do {
    for (std::int64_t i = 0; i < walk.run(); ++i) {
      auto at = static_cast<std::size_t>(walk.at(0) + i * walk.step(0));
      if (written[at]) return true;
      written[at] = true;
    }
  } while (walk.next());
  return false;
}

// PyTorch writes element by element and reads what it has written, in a machine-dependent order.
void check_order_does_not_matter(const Tensor& self) {
  if (!may_overlap(self)) return;
  throw user_error(
      "no-kernel",
      "elements of the written-to tensor share memory: what PyTorch writes there hangs on the order of its loop",
      "clone() the tensor before the operation");
}

// Whether both look at the same elements in the same way.
bool is_same_data(const Tensor& self, const Tensor& other) {
  return self == other ||
         (self.shares_memory_with(other) && self->offset == other->offset && self.sizes() == other.sizes() &&
          self.strides() == other.strides() && self.element() == other.element());
}

// The memory read must be identical to the memory written, or disjoint.
void check_no_partial_overlap(const Tensor& self, const Tensor& input) {
  if (input == self || !self.shares_memory_with(input) || self.numel() == 0 || input.numel() == 0 ||
      !is_dense(self.sizes(), self.strides()) || !is_dense(input.sizes(), input.strides()))
    return;
  std::int64_t a = self->offset, b = input->offset, a_end = a + self.numel(), b_end = b + input.numel();
  bool same = a == b && a_end == b_end && self.strides() == input.strides();
  if (same || a >= b_end || b >= a_end) return;
  throw fx_error("RuntimeError",
                 "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single "
                 "memory location. "
                 "Please clone() the tensor before performing the operation.");
}

[[noreturn]] void two_devices(Device first, Device second) {
  throw fx_error("RuntimeError",
                 cat({"Expected all tensors to be on the same device, but found at least two devices, ",
                      device_name(first),
                      " and ",
                      device_name(second),
                      "!"}));
}

template <class F>
void each_tensor(std::span<const Value> args, F&& f) {
  for (const Value& arg : args) {
    if (arg.is_tensor() && arg.tensor()) f(arg.tensor());
    for (const Tensor& t : arg.tensors()) {
      if (t) f(t);
    }
  }
}

// As a double: a product of sizes may be beyond 64 bits.
double elements_of(const Tensor& t) {
  double out = 1;
  for (std::int64_t size : t.sizes()) out *= is_sym(size) ? 1 : static_cast<double>(size);
  return out;
}

// Whether a result exceeds the range of 32-bit addresses: allocating it fails, with PyTorch's message.
bool cannot_be_made(const OpDef& op, std::span<const Value> args) {
  if (op.run.meta == nullptr) return false;
  Specs specs = op.run.meta(args);
  for (std::size_t i = 0; i < specs.size(); ++i) {
    double bytes = static_cast<double>(bytes_of(specs[i].element));
    for (std::int64_t size : specs[i].sizes) bytes *= is_sym(size) ? 1 : static_cast<double>(size);
    if (bytes >= 0x1p32) return true;
  }
  return false;
}

// A view reads no element.
void check_operands(const OpDef& op, std::span<const Value> args) {
  if (op.run.view) return;
  double most = 0;
  each_tensor(args, [&](const Tensor& t) { most = std::max(most, elements_of(t)); });
  if (most <= static_cast<double>(limit_of(Budget::operand)) || cannot_be_made(op, args)) return;
  within_budget(Budget::operand, most, op.path);
}

int category(Element element) {
  return is_complex(element) ? 3 : is_floating(element) ? 2 : is_integral(element) ? 1 : 0;
}

bool is_of_higher_kind(Element from, Element to) { return category(from) > category(to); }

}  // namespace

Mode* current_mode() { return top_mode; }

ModeScope::ModeScope(Mode* mode) : previous_(top_mode) { top_mode = mode; }
ModeScope::~ModeScope() { top_mode = previous_; }

Outputs call(const OpDef& op, std::span<const Value> args) {
  return top_mode != nullptr ? top_mode->call(op, args) : run_kernel(op, args);
}

Tensor call_inplace(const OpDef& op, std::span<const Value> args) {
  if (op.forms.kernel != nullptr) return op.forms.kernel(args);
  if (top_mode != nullptr) return top_mode->call_inplace(op, args);
  run_kernel_inplace(op, args);
  return args[0].tensor();
}

void check_devices(const OpDef& op, std::span<const Value> args) {
  Device common = Device::cpu;
  each_tensor(args, [&](const Tensor& t) { common = common == Device::cpu ? t.device() : common; });
  if (common == Device::cpu || &op == &op::copy) return;
  each_tensor(args, [&](const Tensor& t) {
    if (t.device() != common && (t.dim() > 0 || t.device() != Device::cpu)) two_devices(common, t.device());
  });
}

namespace {

// Whether its memory layout is not row-major; strides of dimensions of size 1 count.
bool lies_otherwise(const Tensor& t) {
  std::int64_t step = 1;
  for (std::size_t d = t.dim(); d-- > 0; step *= std::max<std::int64_t>(t.sizes()[d], 1)) {
    if (t.strides()[d] != step) return true;
  }
  return false;
}

// The dtype that a kernel runs in: that of its tensors, if all have the same; else that of its result.
Element kernel_dtype(const OpDef& op, std::span<const Value> args) {
  std::optional<Element> common;
  bool same = true;
  Element highest = Element::b8;
  each_tensor(args, [&](const Tensor& t) {
    same = same && (!common || *common == t.element());
    common = t.element();
    if (category(t.element()) >= category(highest)) highest = t.element();
  });
  return same || op.run.meta == nullptr ? highest : op.run.meta(args)[0].element;
}
// Kernels of PyTorch's that take floating tensors only, where the formula here would serve for integers, too. Fake
// tensors reach no kernel.
void check_kernel_takes(const OpDef& op, std::span<const Value> args) {
  if (op.run.no_integers.empty() && op.run.no_booleans.empty()) return;
  bool fake = false;
  each_tensor(args, [&](const Tensor& t) { fake = fake || t.is_fake(); });
  if (fake) return;
  Element element = kernel_dtype(op, args);
  if (category(element) > category(Element::i64)) return;
  if (!op.run.no_integers.empty()) not_implemented(op.run.no_integers, element);
  if (element == Element::b8) not_implemented(op.run.no_booleans, element);
}

Outputs computed(const OpDef& op, std::span<const Value> args) {
  check_devices(op, args);
  if (!op.run.composite) check_operands(op, args);
  if (is_complex_call(op, args)) return run_complex(op, args);
  check_kernel_takes(op, args);
  if (op.run.kernel == nullptr) return run_rule(op, args);
  if (op.run.fits != 0 && op.run.fits != kAllNumbers) check_numbers_fit(op, args);
  if (is_narrow_call(op, args)) return run_narrow(op, args);
  if (op.run.fits == kAllNumbers) check_numbers_fit(op, args);
  return op.run.kernel(args);
}

}  // namespace

Outputs run_kernel(const OpDef& op, std::span<const Value> args) {
  Outputs results = computed(op, args);
  if (op.run.kernel == nullptr || op.run.meta == nullptr || op.run.fake != nullptr || op.run.view || op.run.composite)
    return results;
  bool otherwise = false;
  each_tensor(args, [&](const Tensor& t) { otherwise = otherwise || (!t.is_fake() && lies_otherwise(t)); });
  return otherwise ? laid_as(op.run.meta(args), std::move(results)) : results;
}

void check_masked_fill(std::span<const Value> args) {
  if (args[2].is_tensor() && args[2].tensor().dim() != 0) {
    throw fx_error("RuntimeError",
                   cat({"masked_fill_ only supports a 0-dimensional value tensor, but got tensor with ",
                        std::to_string(args[2].tensor().dim()),
                        " dimension(s)."}));
  }
  const Tensor& mask = args[1].tensor();
  if (mask.element() != Element::b8)
    throw fx_error(
        "RuntimeError",
        cat({"masked_fill_ only supports boolean masks, but got mask with dtype ", ctype_name(mask.element())}));
}

namespace {

[[noreturn]] void refuse_cast(Element from, std::string_view to) {
  throw fx_error("RuntimeError",
                 cat({"result type ", scalar_name(from), " can't be cast to the desired output type ", to}));
}

// In place masked_fill looks at its operands before it looks at memory, which may be expanded.
bool is_masked_fill(const OpDef& op) { return &op == &op::masked_fill || &op == &op::masked_fill_tensor; }
Dims masked_sizes(std::span<const Value> args) {
  return broadcast_shapes(args[0].tensor().sizes(), args[1].tensor().sizes());
}
void check_masked_fill_inplace(std::span<const Value> args) {
  const Tensor &self = args[0].tensor(), &mask = args[1].tensor();
  check_masked_fill(args);
  if (is_expanded(self)) {
    warn(
        "Use of masked_fill_ on expanded tensors is deprecated. Please clone() the tensor before performing this "
        "operation. This also applies to advanced indexing e.g. tensor[mask] = scalar");
  }
  if (!is_expanded(self)) check_order_does_not_matter(self);
  check_no_partial_overlap(self, mask);
  masked_sizes(args);
}

// masked_fill_ of an expanded tensor: a place is filled if the mask of one of those that share it is set.
void fill_expanded(const OpDef& op, std::span<const Value> args) {
  Tensor self = args[0].tensor(), mask = args[1].tensor();
  mask = first(op::expand, {mask, self.sizes()});
  for (std::size_t d = 0; d < self.dim(); ++d) {
    if (self.sizes()[d] <= 1 || self.strides()[d] != 0) continue;
    auto dim = static_cast<std::int64_t>(d);
    self = first(op::slice, {self, dim, 0, 1});
    mask = first(op::any_dim, {mask, dim, true});
  }
  run_kernel_inplace(op, std::vector<Value>{self, mask, args[2]});
}

// The arguments with tensors of other sizes or dtypes in the places of theirs, which have no elements.
template <class F>
std::vector<Value> with_tensors(std::span<const Value> args, F&& spec_of) {
  std::vector<Value> out;
  for (const Value& arg : args)
    out.push_back(arg.is_tensor() && arg.tensor() ? Value(Tensor::fake(spec_of(arg.tensor()))) : arg);
  return out;
}

// Whether PyTorch writes to the memory as it lies: up to three dimensions, or batches in rows, of which the first may
// be expanded.
bool are_rows_of_matrices(const Tensor& t) {
  if (t.dim() <= 3) return true;
  std::int64_t step = t.sizes()[t.dim() - 1] * t.sizes()[t.dim() - 2];
  for (std::size_t d = t.dim() - 2; d-- > 0;) {
    if (d == 0 && (t.strides()[d] == 0 || t.sizes()[d] == 1)) continue;
    if (t.strides()[d] != step) return false;
    step *= t.sizes()[d];
  }
  return true;
}
// A place is zero if it is outside of the triangle in one of the rows, columns and matrices that share it.
Tensor triangle_over_shared(const OpDef& op, std::span<const Value> args) {
  Tensor self = args[0].tensor();
  if (self.dim() < 2 || !are_rows_of_matrices(self)) return {};
  Tensor kept = first(op::ones, {self.sizes(), Element::i64});
  kept = first(op, {kept, args.size() > 1 ? args[1] : Value(0)});
  for (std::size_t d = 0; d < self.dim(); ++d) {
    if (self.sizes()[d] > 1 && self.strides()[d] == 0)
      kept = first(op::amin, {kept, Dims{static_cast<std::int64_t>(d)}, true});
  }
  return first(op::masked_fill, {self, first(op::eq, {kept, 0}), 0});
}

// What an in-place form writes where elements of the first argument share memory: the same to all that share a place.
// Undefined for arguments with which it refuses such memory.
Tensor written_over_shared(const OpDef& op, std::span<const Value> args) {
  const Tensor& self = args[0].tensor();
  if (&op == &op::triu || &op == &op::tril) return triangle_over_shared(op, args);
  // Integers and bools are left as they are.
  return &op == &op::nan_to_num && category(self.element()) < 2 ? self : Tensor();
}

void refuse_by_rule(const OpDef& op, std::span<const Value> args) {
  if (op.forms.refuses == RefusedFirst::own_dtype) {
    std::vector<Value> asked(args.begin(), args.end());
    asked.resize(2);
    asked.push_back(args.size() > 2 && !args[2].is_none() ? args[2] : Value(args[0].tensor().element()));
    op.run.meta(asked);
  } else if (op.forms.refuses == RefusedFirst::sizes) {
    Specs specs = op.run.meta(args);
    check_inplace_result(op, args[0].tensor(), specs[0].sizes, specs[0].element);
  } else {
    auto single = [](const Tensor& t) { return TensorSpec::of({}, t.element(), Device::cpu); };
    op.run.meta(with_tensors(&op == &op::sub ? args.first(2) : args, single));  // alpha is looked at later
  }
}

void check_refused_first(const OpDef& op, std::span<const Value> args) {
  const Tensor& self = args[0].tensor();
  if (op.forms.refuses == RefusedFirst::nothing) return;
  if (op.forms.refuses == RefusedFirst::cast) {
    Element all = result_type(args);
    if (is_of_higher_kind(all, self.element())) refuse_cast(all, ctype_name(self.element()));
    return;
  }
  if (op.forms.refuses == RefusedFirst::own_dtype) return refuse_by_rule(op, args);
  if (!is_expanded(self)) return;  // told later
  try {
    refuse_by_rule(op, args);
  } catch (const KernelError&) {
    // Told last.
  }
}

void check_memory(const Tensor& self) {
  if (is_expanded(self)) {
    throw fx_error("RuntimeError",
                   "unsupported operation: more than one element of the written-to tensor refers to a single memory "
                   "location. Please "
                   "clone() the tensor before performing the operation.");
  }
  check_order_does_not_matter(self);
}

}  // namespace

void check_inplace(const OpDef& op, std::span<const Value> args) {
  if (!op.forms.inplace) throw user_error("operator", cat({"'", op.path, "' has no in-place form"}));
  const Tensor& self = args[0].tensor();
  if (&op == &op::t && self.dim() > 2)
    throw fx_error("RuntimeError",
                   cat({"t_() expects a tensor with <= 2 dimensions, but self is ", std::to_string(self.dim()), "D"}));
  if (op.run.view) return;
  check_not_conjugated(self);
  if (&op == &op::abs && is_complex(self.element()))
    throw fx_error("RuntimeError", "In-place abs is not supported for complex tensors.");
  // A number may be written several times to one place; a tensor of rank 0 is copied.
  bool copied = &op == &op::fill_tensor && args[1].is_tensor() && args[1].tensor().dim() == 0;
  if (op.forms.constant && !copied) return;
  check_refused_first(op, args);
  if (is_masked_fill(op)) return check_masked_fill_inplace(args);
  if (copied) return check_memory(self);  // of an alias too: the value is copied first
  if (&op == &op::copy && args[1].is_tensor() && is_same_data(self, args[1].tensor())) return;  // nothing is written
  if (is_expanded(self) && written_over_shared(op, args)) return;
  check_memory(self);
  for (const Value& arg : args.subspan(1)) {
    if (arg.is_tensor() && arg.tensor() && self.device() == Device::cpu && arg.tensor().device() != Device::cpu &&
        &op != &op::copy)
      two_devices(arg.tensor().device(), Device::cpu);
    if (arg.is_tensor()) check_no_partial_overlap(self, arg.tensor());
  }
}

void check_inplace_result(const OpDef& op, const Tensor& self, const Dims& sizes, Element element) {
  if (op.run.view) return;
  if (!(sizes == self.sizes())) {
    if (&op == &op::addmm || &op == &op::baddbmm) {
      throw fx_error("RuntimeError",
                     cat({"Bad in-place call: input tensor size ",
                          dims_text(self.sizes()),
                          " and output tensor size ",
                          dims_text(sizes),
                          " should match"}));
    }
    throw fx_error(
        "RuntimeError",
        cat({"output with shape ", dims_text(self.sizes()), " doesn't match the broadcast shape ", dims_text(sizes)}));
  }
  if (!op.forms.keeps_dtype && is_of_higher_kind(element, self.element())) {
    refuse_cast(element, scalar_name(self.element()));
  }
}

void look_as(const Tensor& self, const Tensor& view) {
  self->sizes = view.sizes();
  self->strides = view.strides();
  self->offset = view->offset;
}

namespace {

// The sizes of the result, which do not depend on the dtypes: those that the rule accepts serve. Null if none does.
std::optional<Dims> sizes_for_any_dtype(const OpDef& op, std::span<const Value> args) {
  if (op.run.meta == nullptr) return {};
  auto is_tensor = [](const Value& arg) { return arg.is_tensor(); };
  if (std::none_of(args.begin() + 1, args.end(), is_tensor)) return args[0].tensor().sizes();
  for (Element e : {Element::f32, Element::i64}) {
    try {
      return op.run
          .meta(with_tensors(args, [e](const Tensor& t) { return TensorSpec::of(t.sizes(), e, t.device()); }))[0]
          .sizes;
    } catch (const Error&) {
      // The next dtype, or no sizes.
    }
  }
  return {};
}

// The common dtype of the operands: of tensors, and of numbers that stand where a tensor could; not of slopes and dims.
Element promoted(const OpDef& op, std::span<const Value> args) {
  constexpr std::string_view kOperands[] = {"other", "exponent", "min", "max", "weight"};
  const OpSchema* schema = find_schema(op.path);
  auto is_operand = [&](std::size_t i) {
    if (schema == nullptr || i >= schema->parameters.size()) return true;
    return std::find(std::begin(kOperands), std::end(kOperands), schema->parameters[i].name) != std::end(kOperands);
  };
  std::vector<Value> operands;
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (args[i].is_tensor() || (args[i].is_number() && is_operand(i))) operands.push_back(args[i]);
  }
  return result_type(operands);
}

// A kernel that does not exist, and a division by zero, are told after a result that cannot be written.
Outputs computed_to_be_written(const OpDef& op, std::span<const Value> args) {
  try {
    return computed(op, args);
  } catch (const KernelError&) {
    std::optional<Dims> sizes = sizes_for_any_dtype(op, args);
    const Tensor& self = args[0].tensor();
    if (sizes) check_inplace_result(op, self, *sizes, op.forms.keeps_dtype ? self.element() : promoted(op, args));
    throw;
  }
}

}  // namespace

void run_kernel_inplace(const OpDef& op, std::span<const Value> args) {
  check_inplace(op, args);
  const Tensor& self = args[0].tensor();
  if (is_masked_fill(op) && is_expanded(self) && dims_equal(self.sizes(), masked_sizes(args)))
    return fill_expanded(op, args);
  Tensor result = is_expanded(self) ? written_over_shared(op, args) : Tensor();
  if (!result) result = computed_to_be_written(op, args)[0];
  check_inplace_result(op, self, result.sizes(), result.element());
  op.run.view ? look_as(self, result) : copy_elements(self, result);
  self.bump_version();
}

}  // namespace seesaw
