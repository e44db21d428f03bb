#include "core/engine/ops/call/complex_calls.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/kernels/reduce.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

namespace {

// The complex dtype of a value, or none.
bool brings(const Value& v, Element& element) {
  auto take = [&](Element e) {
    if (!is_complex(e)) return false;
    element = e;
    return true;
  };
  if (v.is_tensor()) return take(v.tensor().element());
  if (v.kind() == Value::Kind::dtype) return take(v.element());
  if (is_complex(v)) return take(complex_of(default_dtype()));
  return std::any_of(v.tensors().begin(), v.tensors().end(), [&](const Tensor& t) { return t && take(t.element()); });
}

[[noreturn]] void refuse(const OpDef& op, Element element) {
  if (!op.run.no_complex.empty() && op.run.no_complex.find(' ') == std::string_view::npos)
    not_implemented(op.run.no_complex, element);
  if (!op.run.no_complex.empty()) throw fx_error("RuntimeError", std::string(op.run.no_complex));
  throw user_error("no-kernel",
                   cat({"'", op.path, "' of complex values is not computed here"}),
                   "write it in real numbers: torch.view_as_real gives the parts of a complex tensor");
}

}  // namespace

bool is_complex_call(const OpDef& op, std::span<const Value> args) {
  Element element = Element::c64;
  bool any = false, number = false;
  for (const Value& v : args) {
    any = any || brings(v, element);
    number = number || is_complex(v);
  }
  if (!any) return false;
  if (op.run.complex == on_complex::written) return false;
  if (op.run.complex != nullptr) return true;
  // What is written in other operators leaves it to them.
  if (op.run.kernel == nullptr && op.decompose.rule != nullptr && op.run.no_complex.empty()) return false;
  if (!op.run.view || number) refuse(op, element);
  return false;
}

Outputs run_complex(const OpDef& op, std::span<const Value> args) { return op.run.complex(op, args); }

void check_not_conjugated(const Tensor& written) {
  if (!written->storage || written->storage->conjugated == Conjugated::no) return;
  throw user_error("no-kernel",
                   "a write to memory that torch.conj looks at is not computed here",
                   "clone the tensor before it is conjugated, or its conjugates before they are written to");
}

// Complex factors are for complex tensors.
static void check_factors(std::span<const Value> args) {
  bool of_complex = false, complex_factor = false;
  for (const Value& v : args) {
    of_complex = of_complex || (v.is_tensor() && is_complex(v.tensor().element()));
    complex_factor = complex_factor || is_complex(v);
  }
  if (!of_complex && complex_factor)
    throw fx_error(
        "RuntimeError",
        cat({"value cannot be converted to type ", ctype_name(args[0].tensor().element()), " without overflow"}));
}

// The exponents that PyTorch decomposes.
static Complex complex_power_by(Complex base, double exponent) {
  if (exponent == 0) return 1;
  if (exponent == 1) return base;
  if (exponent == 2) return base * base;
  if (exponent == 3) return base * base * base;
  if (exponent == 0.5) return std::sqrt(base);
  if (exponent == -0.5) return 1.0 / std::sqrt(base);
  if (exponent == -1) return complex_quotient(1, base);
  if (exponent == -2) return complex_quotient(1, base * base);
  return std::pow(base, Complex(exponent));
}

namespace on_complex {

Value part(const Value& v, bool imaginary) {
  auto of = [&](const Tensor& t) {
    return !t ? t : is_complex(t.element()) ? t.part(imaginary) : imaginary ? Tensor::zeros(t.spec()) : t;
  };
  if (v.is_tensor()) return of(v.tensor());
  if (v.is_tensors()) {
    std::vector<Tensor> out;
    for (const Tensor& t : v.tensors()) out.push_back(of(t));
    return out;
  }
  if (!v.is_number()) return v;
  if (is_complex(v)) return imaginary ? v.number().imaginary : v.number().value;
  return imaginary ? Value(0) : v;
}

Tensor glued(const Tensor& real, const Tensor& imaginary) {
  Element e = complex_of(real.element());
  Tensor out = is_dense(real.sizes(), real.strides())
                   ? Tensor::empty({real.sizes(), real.strides(), e, real.device(), 0})
                   : Tensor::empty(TensorSpec::of(real.sizes(), e, real.device()));
  copy_elements(out.part(false), real);
  copy_elements(out.part(true), imaginary);
  return out;
}

Outputs written(const OpDef& op, Args args) { return op.run.kernel(args); }

Outputs parts_of(const OpDef& op, Args args, std::uint32_t linear) {
  // A value written to a real tensor must be real.
  if (op.run.meta != nullptr && std::any_of(args.begin(), args.end(), [](const Value& v) { return is_complex(v); })) {
    Element e = op.run.meta(args)[0].element;
    if (!is_complex(e))
      throw fx_error("RuntimeError", cat({"value cannot be converted to type ", ctype_name(e), " without overflow"}));
  }
  std::vector<Value> sides[2];
  bool real = false;  // the requested dtype has no imaginary part
  for (std::size_t i = 0; i < args.size(); ++i) {
    for (int side = 0; side < 2; ++side) {
      bool split = (linear >> i & 1) != 0, dtype = args[i].kind() == Value::Kind::dtype;
      sides[side].push_back(split ? part(args[i], side == 1) : dtype ? Value(part_of(args[i].element())) : args[i]);
    }
    real = real || (args[i].kind() == Value::Kind::dtype && !is_complex(args[i].element()));
    Element e;
    if ((linear >> i & 1) == 0 && args[i].kind() != Value::Kind::dtype && brings(args[i], e)) refuse(op, e);
  }
  Outputs first = run_kernel(op, sides[0]);
  if (real) return first;
  Outputs second = run_kernel(op, sides[1]);
  std::vector<Tensor> out;
  for (std::size_t i = 0; i < first.size(); ++i) out.push_back(glued(first[i], second[i]));
  return out.size() == 1 ? Outputs(out[0]) : Outputs(std::move(out));
}

Outputs products(const OpDef& op, Args args) {
  if (op.run.meta != nullptr) op.run.meta(args);  // rejected by PyTorch
  auto product = [&](bool left, bool right) {
    std::vector<Value> given(args.begin(), args.end());
    given[0] = part(args[0], left);
    given[1] = part(args[1], right);
    return run_kernel(op, given)[0];
  };
  Tensor real = run_kernel(op::sub, std::array<Value, 2>{product(false, false), product(true, true)})[0];
  return glued(real, run_kernel(op::add, std::array<Value, 2>{product(false, true), product(true, false)})[0]);
}

Outputs sum_of_product(const OpDef& product, Args args) {
  check_factors(args);
  auto factor = [&](std::size_t i) { return args.size() > i && args[i].is_number() ? args[i] : Value(1); };
  auto times = [](const Tensor& t, const Value& number) {
    return number.is_number() && number.number().is(1) ? t : run_kernel(op::mul, std::array<Value, 2>{t, number})[0];
  };
  Tensor out = times(run_kernel(product, args.subspan(1, 2))[0], factor(4));
  Value beta = factor(3);
  // Values multiplied by 0 are ignored, even NaN.
  if (beta.number().is(0)) return out;
  return run_kernel(op::add, std::array<Value, 2>{times(args[0].tensor(), beta), out})[0];
}

Outputs truths(const OpDef& op, Args args) {
  std::vector<Value> given(args.begin(), args.end());
  for (Value& v : given) {
    if (v.is_tensor() && is_complex(v.tensor().element())) v = v.tensor().copy_to(Element::b8, v.tensor().device());
  }
  return run_kernel(op, given);
}

namespace {

Outputs joined(const OpDef& op, Args args, const OpDef& join) {
  std::vector<Value> sides[2];
  for (const Value& v : args) {
    for (int side = 0; side < 2; ++side) sides[side].push_back(part(v, side == 1));
  }
  return run_kernel(join, std::array<Value, 2>{run_kernel(op, sides[0])[0], run_kernel(op, sides[1])[0]});
}

// Dense tensors of one layout, so that their elements are in one order.
Tensor laid(const Value& v, const TensorSpec& spec, Element element) {
  Tensor out = Tensor::empty({spec.sizes, spec.strides, element, spec.device, 0});
  copy_elements(out, operand(v, element));
  return out;
}

}  // namespace

Outputs of_either(const OpDef& op, Args args) { return joined(op, args, op::logical_or); }
Outputs of_both(const OpDef& op, Args args) { return joined(op, args, op::logical_and); }

Outputs filled(const OpDef& op, Args args, std::size_t number) {
  Value value = args[number];
  std::vector<Value> given(args.begin(), args.end());
  Specs specs = op.run.meta(args);
  if (is_complex(value) && !is_complex(specs[0].element))
    throw fx_error("RuntimeError",
                   cat({"value cannot be converted to type ", ctype_name(specs[0].element), " without overflow"}));
  Tensor out = Tensor::empty(specs[0]);
  copy_elements(out, operand(value, specs[0].element));
  return out;
}

Outputs mapped(const OpDef& op, Args args, Complex (*f)(Complex)) {
  TensorSpec spec = op.run.meta(args)[0];
  Tensor out = laid(args[0], spec, Element::c128);
  Complex* data = out.data<Complex>();
  for (std::int64_t i = 0, n = out.numel(); i < n; ++i) data[i] = f(data[i]);
  return spec.element == Element::c128 ? out : laid(out, spec, spec.element);
}

Outputs mapped(const OpDef& op, Args args, Complex (*f)(Complex, Complex)) {
  TensorSpec spec = op.run.meta(args)[0];
  Tensor out = laid(args[0], spec, Element::c128), other = laid(args[1], spec, Element::c128);
  Complex *left = out.data<Complex>(), *right = other.data<Complex>();
  for (std::int64_t i = 0, n = out.numel(); i < n; ++i) left[i] = f(left[i], right[i]);
  return spec.element == Element::c128 ? out : laid(out, spec, spec.element);
}

Outputs power(const OpDef& op, Args args) {
  static constexpr double kByHand[] = {1, 2, 3, 0.5, -0.5, -1, -2};
  bool number = args[1].is_number() && !is_complex(args[1]);
  bool by_hand = number &&
                 std::find(std::begin(kByHand), std::end(kByHand), args[1].number().value) != std::end(kByHand);
  if (by_hand)
    return mapped(op, args, [](Complex base, Complex exponent) { return complex_power_by(base, exponent.real()); });
  return mapped(op, args, op.run.meta(args)[0].element == Element::c128 ? complex_power : complex_power_narrow);
}

Outputs mapped(const OpDef& op, Args args, double (*f)(Complex)) {
  TensorSpec spec = op.run.meta(args)[0];
  Tensor in = laid(args[0], spec, Element::c128),
         out = Tensor::empty({spec.sizes, spec.strides, Element::f64, spec.device, 0});
  const Complex* from = in.data<Complex>();
  double* to = out.data<double>();
  for (std::int64_t i = 0, n = out.numel(); i < n; ++i) to[i] = f(from[i]);
  return spec.element == Element::f64 ? out : laid(out, spec, spec.element);
}

}  // namespace on_complex

Outputs complex_sum(const OpDef& op, std::span<const Value> args) {
  std::vector<Value> given(args.begin(), args.end());
  if (given.size() > 2 && is_complex(given[2])) {
    Element e = result_type(args.first(2));
    if (!is_complex(e))
      throw fx_error("RuntimeError", "For non-complex input tensors, argument alpha must not be a complex number.");
    std::size_t scaled = &op == &op::rsub ? 0 : 1;
    given[scaled] = run_kernel(op::mul, std::array<Value, 2>{operand(given[scaled], e), given[2]})[0];
    given[2] = 1;
  }
  return on_complex::parts<3>(op, given);
}

Outputs complex_products_up_to(const OpDef& op, std::span<const Value> args) {
  TensorSpec spec = op.run.meta(args)[0];
  Tensor out = args[0].tensor().copy_to(Element::c128, args[0].tensor().device());
  if (out.dim() == 0) return out.copy_to(spec.element, spec.device);
  std::size_t d = wrap_dim(args[1].integer(), out.dim());
  std::int64_t step = out.strides()[d], n = out.sizes()[d];
  Complex* x = out.data<Complex>();
  for (std::int64_t i = 0; i < out.numel(); ++i) {
    if (i / step % n != 0) x[i] *= x[i - step];
  }
  return out.copy_to(spec.element, spec.device);
}

Outputs complex_product(const OpDef& op, std::span<const Value> args) {
  TensorSpec spec = op.run.meta(args)[0];
  const Tensor& a = args[0].tensor();
  bool dim = args.size() > 1 && args[1].is_number();
  std::vector<bool> reduced = reduced_dims(dim ? Dims{args[1].integer()} : Dims{}, a.dim());
  Tensor rows = lanes(a.copy_to(Element::c128, a.device()), reduced),
         out = Tensor::empty(TensorSpec::of(spec.sizes, Element::c128, spec.device));
  std::int64_t n = reduced_count(a.sizes(), reduced);
  const Complex* x = rows.data<Complex>();
  for (std::int64_t row = 0; row < out.numel(); ++row) {
    Complex product = 1;
    for (std::int64_t i = 0; i < n; ++i) product *= *x++;
    out.data<Complex>()[row] = product;
  }
  return out.copy_to(spec.element, spec.device);
}

Complex complex_quotient(Complex a, Complex b) {
  double large = std::max(std::abs(b.real()), std::abs(b.imag()));
  if (large == 0) return {a.real() / large, a.imag() / large};
  Complex scaled = b / large;
  double square = scaled.real() * scaled.real() + scaled.imag() * scaled.imag();
  double real = (a.real() * scaled.real() + a.imag() * scaled.imag()) / square,
         imaginary = (a.imag() * scaled.real() - a.real() * scaled.imag()) / square;
  return {real / large, imaginary / large};
}

Complex complex_power_narrow(Complex base, Complex exponent) {
  if (exponent == 0.0) return 1;
  return Complex(std::pow(std::complex<float>(base), std::complex<float>(exponent)));
}

Complex complex_exp(Complex z) {
  double length = std::exp(z.real());
  return {length * std::cos(z.imag()), length * std::sin(z.imag())};
}

namespace {

// Over all summed elements, real and imaginary parts separately; the mean of var_mean is complex.
Outputs spreads(const OpDef& op, std::span<const Value> args, bool root) {
  std::vector<Value> given(args.begin(), args.end());
  Outputs sides[2];
  for (int side = 0; side < 2; ++side) {
    given[0] = args[0].tensor().part(side == 1);
    sides[side] = run_kernel(op, given);
  }
  auto square = [&](const Tensor& t) { return root ? run_kernel(op::mul, std::array<Value, 2>{t, t})[0] : t; };
  Tensor both = run_kernel(op::add, std::array<Value, 2>{square(sides[0][0]), square(sides[1][0])})[0];
  if (root) both = run_kernel(op::sqrt, std::array<Value, 1>{both})[0];
  if (sides[0].size() == 1) return both;
  return std::vector<Tensor>{both, on_complex::glued(sides[0][1], sides[1][1])};
}

}  // namespace

Outputs complex_variance(const OpDef& op, std::span<const Value> args) { return spreads(op, args, false); }
Outputs complex_deviation(const OpDef& op, std::span<const Value> args) { return spreads(op, args, true); }

Outputs complex_convolution(const OpDef& op, std::span<const Value> args) {
  std::vector<Value> given(args.begin(), args.end());
  given[2] = Value();
  Tensor out = on_complex::products(op, given)[0];
  if (!args[2].is_tensor()) return out;
  Dims sizes(out.dim(), 1), strides(out.dim(), 0);
  const Tensor& bias = args[2].tensor();
  sizes[1] = bias.sizes()[0];
  strides[1] = bias.strides()[0];
  return run_kernel(op::add, std::array<Value, 2>{out, bias.as_strided(sizes, strides, bias->offset)});
}

Outputs complex_sum_of(const OpDef& combined, std::span<const Value> args) {
  check_factors(args);
  Tensor more = run_kernel(combined, args.subspan(1, 2))[0];
  if (args.size() > 3 && args[3].is_number() && !args[3].number().is(1))
    more = run_kernel(op::mul, std::array<Value, 2>{more, args[3]})[0];
  return run_kernel(op::add, std::array<Value, 2>{args[0], more});
}

Complex complex_power(Complex base, Complex exponent) {
  if (exponent == 0.0) return 1;
  return std::pow(base, exponent);
}

Outputs complex_norm(const OpDef& op, std::span<const Value> args) {
  op.run.meta(args);  // rejected by PyTorch
  std::vector<Value> given(args.begin(), args.end());
  given[0] = run_kernel(op::abs, args.first(1))[0];
  for (Value& v : given) {
    if (v.kind() == Value::Kind::dtype) v = part_of(v.element());
  }
  return run_kernel(op, given);
}

}  // namespace seesaw
