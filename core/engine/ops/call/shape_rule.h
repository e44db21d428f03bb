// Shape rules: the known properties of an operator's results before it runs.
//
// What: a rule (`OpDef::meta`) takes the arguments of a call, reads only dtype, shape, strides and device of its
// tensors, and returns these for the results; invalid arguments throw PyTorch's error. `fake_call` runs rules
// instead of kernels on tensors without elements; composite operators run directly, without a rule of their own.
// Why: kernels allocate their results from their rule, so that there is one formula; tracing needs shapes and no
// data. Sizes enter results only through the functions here and in dims.h, reduce.h and window.h: only there do they
// become symbolic.
//
//   Tensor x = Tensor::fake(TensorSpec::of({2, 3}, Element::f32, Device::cpu));
//   fake_call(op::sum_dim, {x, Dims{1}})[0].sizes()       // [2]
#pragma once

#include <utility>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/engine/ops/call/dispatch.h"

namespace seesaw {

// The result of a rule: one tensor, several, or, for operators such as sym_size, a number (symbolic or not) or nothing.
class Specs {
 public:
  enum class Kind : std::uint8_t {
    one,
    list,
    number,
    nothing,
  };
  Specs(TensorSpec one) : first_(std::move(one)) {}
  // Bit i of `absent` is set if result i is None, as that of a derivative whose output_mask leaves it out.
  Specs(std::vector<TensorSpec> many, std::uint32_t absent = 0)
      : rest_(std::move(many)), absent_(absent), kind_(Kind::list) {}
  static Specs of_number(std::int64_t value) {
    Specs out(Kind::number);
    out.number_ = value;
    return out;
  }
  static Specs nothing() { return Specs(Kind::nothing); }
  Kind kind() const { return kind_; }
  bool is_list() const { return kind_ == Kind::list; }
  std::int64_t number() const { return number_; }
  std::size_t size() const { return is_list() ? rest_.size() : kind_ == Kind::one ? 1 : 0; }
  const TensorSpec& operator[](std::size_t i) const { return is_list() ? rest_[i] : first_; }
  bool is_absent(std::size_t i) const { return i < 32 && (absent_ >> i & 1) != 0; }

 private:
  explicit Specs(Kind kind) : kind_(kind) {}
  TensorSpec first_;
  std::vector<TensorSpec> rest_;
  std::int64_t number_ = 0;
  std::uint32_t absent_ = 0;
  Kind kind_ = Kind::one;
};

// The memory_format with which clone returns a row-major result.
inline constexpr std::string_view kContiguousFormat = "torch.contiguous_format";

using ShapeRule = Specs (*)(std::span<const Value> args);

// PyTorch's result type: tensors with dimensions decide before rank 0, rank 0 before numbers, unless a later one has a
// higher kind (bool < integer < float). Numbers that are floats count as the default dtype.
Element result_type(std::span<const Value> values);
// torch.get_default_dtype: float32, unless a surface has set float64.
namespace detail {
inline Element default_dtype = Element::f32;
}
inline Element default_dtype() { return detail::default_dtype; }
inline void set_default_dtype(Element e) { detail::default_dtype = e; }
// The default dtype for integers and bools, else unchanged.
inline Element to_floating(Element e) { return is_floating(e) || is_complex(e) ? e : default_dtype(); }
// What a kernel refuses: in place it is told after what is wrong with the memory, the shape and the dtype of what would
// be written.
class KernelError : public Error {
 public:
  using Error::Error;
  KernelError(std::string_view exception, std::string message) : Error(fx_error(exception, std::move(message))) {}
};
// The type of the error of a kernel that does not exist, for operators with texts of their own.
std::string_view not_implemented_type();
[[noreturn]] void not_implemented(std::string_view kernel, Element element);
// For kernels that take int64 and no other integers and booleans; tensors without elements reach no kernel.
bool is_narrow_integer(const Tensor& t);
// Throws PyTorch's error where a float32 result is written to memory of an integer dtype.
void check_takes_floats(const Tensor& t);
// An operator without a derivative in PyTorch reports it when the sweep reaches it.
[[noreturn]] void no_derivative(std::string_view name);

// The result of an elementwise operator in a dtype: operands broadcast, and the strides follow the order of the
// operands', as in PyTorch's iterator. Non-tensor values are ignored.
TensorSpec pointwise_spec(std::span<const Value> operands, Element element);
// Contiguous, on the device of a tensor.
inline TensorSpec spec_like(const Tensor& t, const Dims& sizes, Element element) {
  return TensorSpec::of(sizes, element, t.device());
}
inline TensorSpec spec_like(const Tensor& t, const Dims& sizes) { return spec_like(t, sizes, t.element()); }
// The same elements with another geometry.
inline TensorSpec view_spec(const Tensor& t, Dims sizes, Dims strides, std::int64_t offset) {
  return {std::move(sizes), std::move(strides), t.element(), t.device(), offset};
}

// Rules that many operators share.
namespace shape {
Specs unary(std::span<const Value> args);         // the dtype of the argument
Specs unary_float(std::span<const Value> args);   // floating for any input
Specs binary(std::span<const Value> args);        // the common dtype of the first two
Specs binary_float(std::span<const Value> args);  // the same, floating
Specs compare(std::span<const Value> args);       // bools
Specs like_first(std::span<const Value> args);    // contiguous, with shape and dtype of the argument
// As `unary`, for kernels that reject non-floating tensors.
Specs floating_unary(std::span<const Value> args, std::string_view kernel);
}  // namespace shape

// A view according to its rule.
template <ShapeRule kRule>
Outputs view_by(std::span<const Value> args) {
  return args[0].tensor().as_strided(kRule(args)[0]);
}

// Whether its shapes come from the operators that it is written in: it is composite, or has a decomposition rule and no
// shape rule.
inline bool is_written_in_operators(const OpDef& op) {
  return op.run.fake == nullptr && (op.run.composite || (op.run.meta == nullptr && op.decompose.rule != nullptr));
}
// The checked result of a shape rule; for operators that are not written in others. Throws if there is no rule.
Specs fake_specs(const OpDef& op, std::span<const Value> args);
// Results without elements, by the rule. Throws if there is none.
Outputs fake_call(const OpDef& op, std::span<const Value> args);
inline Outputs fake_call(const OpDef& op, std::initializer_list<Value> args) {
  return fake_call(op, std::span<const Value>(args.begin(), args.size()));
}
// The mode in which all calls run so.
Mode& fake_mode();

}  // namespace seesaw
