// Complex tensors in kernels.
//
// What: a kernel sees no complex tensor. An operator's record states with `complex` how its result is computed from
// real ones: `parts` runs the kernel on real and imaginary parts separately, `products` four times, `function<f>` runs
// a function of complex numbers over the elements, and so on. Why: most operators are linear, or products, or functions
// of one number: a word in the record replaces a second kernel.
//
//   .complex = on_complex::parts<1>,           // sum: of the real parts, and of the imaginary ones
//   .complex = on_complex::products,           // mm
//   .no_complex = "clamp_cpu",                 // "clamp_cpu" not implemented for 'ComplexFloat'
//
// An operator whose record does not state it is rejected, never computed from real parts alone. Composite operators and
// views need no entry. Conjugates are copies here, where PyTorch has a view: a write to either side is rejected
// (Storage::conjugated).
#pragma once

#include <complex>
#include <span>

#include "core/engine/ops/call/value.h"
#include "core/graph/ops_table/op_def.h"

namespace seesaw {

using Complex = std::complex<double>;

// A complex number as a tensor of rank 0; a real number has no imaginary part.
Tensor complex_number(Number n, Element element);
// The real parts of a complex tensor, in operators that autograd records: for formulas.
Tensor real_part_of(const Tensor& t);
// For derivative formulas: the conjugates of complex values, as no view that anybody could write through; real values
// themselves.
Tensor conjugate_of(const Tensor& t);
inline bool is_complex(const Value& v) { return v.is_number() && v.number().kind == Number::Kind::complex; }

// Whether a call is run by its record's `complex`. Throws if a complex tensor or number must not reach the
// kernel.
bool is_complex_call(const OpDef& op, std::span<const Value> args);
Outputs run_complex(const OpDef& op, std::span<const Value> args);
// Throws PyTorch's error for a write to memory shared with conjugates, which are copies here.
void check_not_conjugated(const Tensor& written);

namespace on_complex {

// An argument's real or imaginary part: for a real one itself, and zeros.
Value part(const Value& v, bool imaginary);
// A complex tensor from two real ones of the same shape, with the layout of the first.
Tensor glued(const Tensor& real, const Tensor& imaginary);

// The kernel ignores the dtype.
Outputs written(const OpDef& op, Args args);
// Jointly linear in the arguments of these bits; the others are passed unchanged.
Outputs parts_of(const OpDef& op, Args args, std::uint32_t linear);
template <std::uint32_t kLinear>
Outputs parts(const OpDef& op, Args args) {
  return parts_of(op, args, kLinear);
}
// Linear in each of the first two arguments.
Outputs products(const OpDef& op, Args args);
// self + product, with `beta` and `alpha` after the three tensors; an operator computes the product.
Outputs sum_of_product(const OpDef& product, Args args);
template <const OpDef& kProduct>
Outputs plus(const OpDef&, Args args) {
  return sum_of_product(kProduct, args);
}
// For complex tensors: whether their elements are not 0.
Outputs truths(const OpDef& op, Args args);
// Whether it holds for one of the parts, or for both.
Outputs of_either(const OpDef& op, Args args);
Outputs of_both(const OpDef& op, Args args);
// Writes a number everywhere: argument number `number`.
Outputs filled(const OpDef& op, Args args, std::size_t number);
template <std::size_t kNumber>
Outputs full(const OpDef& op, Args args) {
  return filled(op, args, kNumber);
}

// Element by element, in double.
Outputs mapped(const OpDef& op, Args args, Complex (*f)(Complex));
Outputs mapped(const OpDef& op, Args args, Complex (*f)(Complex, Complex));
Outputs mapped(const OpDef& op, Args args, double (*f)(Complex));
Outputs power(const OpDef& op, Args args);
template <auto kFunction>
Outputs function(const OpDef& op, Args args) {
  return mapped(op, args, +kFunction);
}

}  // namespace on_complex

// self + alpha * other, and self - alpha * other.
Outputs complex_sum(const OpDef& op, std::span<const Value> args);
Outputs complex_product(const OpDef& op, std::span<const Value> args);
// As PyTorch's kernels compute them, also by zero.
Complex complex_quotient(Complex a, Complex b);
Complex complex_power(Complex base, Complex exponent);
Complex complex_power_narrow(Complex base,
                             Complex exponent);  // with float32's rounding errors, which are visible in printed values
Complex complex_exp(Complex z);
Outputs complex_products_up_to(const OpDef& op, std::span<const Value> args);
Outputs complex_variance(const OpDef& op, std::span<const Value> args);
Outputs complex_deviation(const OpDef& op, std::span<const Value> args);
Outputs complex_convolution(const OpDef& op, std::span<const Value> args);
// self + value * the result of an operator on two tensors.
Outputs complex_sum_of(const OpDef& combined, std::span<const Value> args);
template <const OpDef& kCombined>
Outputs complex_added(const OpDef&, std::span<const Value> args) {
  return complex_sum_of(kCombined, args);
}
// The norm of the magnitudes.
Outputs complex_norm(const OpDef& op, std::span<const Value> args);

}  // namespace seesaw
