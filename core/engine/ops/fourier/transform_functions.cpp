// torch.fft: transforms with a size, dimensions and a normalization by name, written in the three of transforms.cpp.
#include <algorithm>
#include <numeric>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw {

namespace {

// The kernels' names of a normalization: 0 none, 1 by the root, 2 by the number of elements.
std::int64_t normalization(const Value& norm, bool forward) {
  if (norm.is_none() || norm.text() == "backward") return forward ? 0 : 2;
  if (norm.text() == "forward") return forward ? 2 : 0;
  if (norm.text() == "ortho") return 1;
  throw fx_error("RuntimeError", cat({"Invalid normalization mode: \"", norm.text(), "\""}));
}

void check_points(std::int64_t n) {
  if (dim_less(n, 1))
    throw fx_error("RuntimeError", cat({"Invalid number of data points (", dim_text(n), ") specified"}));
}

void check_real(std::string_view name, const Tensor& x, std::string_view what = "a real input tensor") {
  if (is_complex(x.element()))
    throw fx_error("RuntimeError", cat({name, " expects ", what, ", but got ", scalar_name(x.element())}));
}

// Integers become floating, and real tensors complex where that is needed.
Tensor promoted(const Tensor& x, bool to_complex) {
  Element e = to_floating(x.element());
  if (part_of(e) != Element::f32 && part_of(e) != Element::f64)
    throw fx_error("RuntimeError", cat({"Unsupported dtype ", scalar_name(e)}));
  if (to_complex && !is_complex(e)) e = complex_of(e);
  return e == x.element() ? x : first(op::to_dtype, {x, e});
}

// How many numbers of the input give n real ones. A plain size must not become one of a symbol.
std::int64_t half_of(std::int64_t n, const Tensor& x, std::int64_t dim) {
  if (is_sym(n)) return dim_add(dim_floordiv(n, 2), 1);
  Dims sizes = x.sizes();
  sizes[static_cast<std::size_t>(dim)] = n / 2 + 1;
  if (is_sym(n / 2 + 1)) {
    std::string text;
    for (std::int64_t size : sizes) text += cat({text.empty() ? "" : ", ", dim_text(size)});
    throw fx_error("RuntimeError", cat({"Storage size calculation overflowed with sizes=[", text, "]"}));
  }
  return n / 2 + 1;
}

// Dimensions cut, or padded with zeros, to sizes.
Tensor fitted(Tensor x, const Dims& dims, const Dims& sizes) {
  Dims padding(2 * x.dim(), 0);
  bool padded = false;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    std::size_t d = static_cast<std::size_t>(dims[i]);
    if (dim_less(x.sizes()[d], sizes[i])) {
      padded = true;
      padding[padding.size() - 2 * d - 1] = dim_sub(sizes[i], x.sizes()[d]);
    } else if (dim_less(sizes[i], x.sizes()[d])) {
      x = first(op::slice, {x, dims[i], 0, sizes[i]});
    }
  }
  return padded ? first(op::constant_pad_nd, {x, padding}) : x;
}

// --- one dimension: self, n, dim, norm ---

struct OneDim {
  Dims dim;
  std::int64_t n = 0;  // as given, or 0
  Value norm;
};
OneDim one_dim(const Tensor& x, Args args) {
  std::int64_t asked = args.size() > 2 ? args[2].integer() : -1;
  if (x.dim() == 0)
    throw fx_error("IndexError",
                   cat({"Dimension specified as ", std::to_string(asked), " but tensor has no dimensions"}));
  auto dim = static_cast<std::int64_t>(wrap_dim(asked, x.dim()));
  bool given = arg_at(args, 1).is_number();
  if (given) check_points(args[1].integer());
  return {Dims{dim}, given ? args[1].integer() : 0, arg_at(args, 3)};
}
std::int64_t size_at(const Tensor& x, const Dims& dim) { return x.sizes()[static_cast<std::size_t>(dim[0])]; }

Tensor from_real(std::string_view name, Args args, bool forward, bool onesided) {
  check_real(name, args[0].tensor());
  Tensor x = promoted(args[0].tensor(), false);
  OneDim one = one_dim(x, args);
  if (one.n == 0) check_points(size_at(x, one.dim));
  if (!dim_equal(one.n, 0)) x = fitted(x, one.dim, Dims{one.n});
  Tensor out = first(op::_fft_r2c, {x, one.dim, normalization(one.norm, forward), onesided});
  return forward ? out : first(op::conj, {out});
}

Tensor of_complex(Args args, bool forward) {
  Tensor x = promoted(args[0].tensor(), true);
  OneDim one = one_dim(x, args);
  if (one.n == 0) check_points(size_at(x, one.dim));
  if (one.n != 0) x = fitted(x, one.dim, Dims{one.n});
  return first(op::_fft_c2c, {x, one.dim, normalization(one.norm, forward), forward});
}

Tensor to_real(Args args, bool forward) {
  Tensor x = promoted(args[0].tensor(), true);
  OneDim one = one_dim(x, args);
  std::int64_t n = one.n != 0 ? one.n : dim_mul(2, dim_sub(size_at(x, one.dim), 1));
  check_points(n);
  if (one.n != 0) x = fitted(x, one.dim, Dims{half_of(n, x, one.dim[0])});
  if (forward) x = first(op::resolve_conj, {first(op::conj, {x})});
  return first(op::_fft_c2r, {x, one.dim, normalization(one.norm, forward), n});
}

template <bool kForward>
Outputs line_kernel(Args args) {
  bool complex = is_complex(args[0].tensor().element());
  return complex ? of_complex(args, kForward) : from_real(kForward ? "fft" : "ifft", args, kForward, false);
}
template <bool kForward>
Outputs half_line_kernel(Args args) {
  return from_real(kForward ? "rfft" : "ihfft", args, kForward, true);
}
template <bool kForward>
Outputs whole_line_kernel(Args args) {
  return to_real(args, kForward);
}

// --- several dimensions: self, s, dim, norm ---

struct ManyDims {
  Dims dims, sizes;
  Value norm;
};

Dims dims_or_all(const Tensor& x, const Value& dim, std::size_t last) {
  Dims out;
  if (dim.is_none()) {
    for (std::size_t d = x.dim() - last; d < x.dim(); ++d) out.push_back(static_cast<std::int64_t>(d));
    return out;
  }
  for (std::int64_t d : dim.ints()) out.push_back(static_cast<std::int64_t>(wrap_dim(d, x.dim())));
  Dims sorted = out;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
    throw fx_error("RuntimeError", "FFT dims must be unique");
  return out;
}

ManyDims many_dims(const Tensor& x, Args args, const Value& otherwise) {
  Value s = arg_at(args, 1), dim = args.size() > 2 ? args[2] : otherwise;
  bool sized = !s.is_none();
  std::size_t count = sized ? s.ints().size() : x.dim();
  if (sized && !dim.is_none() && dim.ints().size() != count)
    throw fx_error("RuntimeError", "When given, dim and shape arguments must have the same length");
  if (count > x.dim())
    throw fx_error("RuntimeError",
                   cat({"Got shape with ",
                        std::to_string(count),
                        " values but input tensor only has ",
                        std::to_string(x.dim()),
                        " dimensions."}));
  ManyDims out{dims_or_all(x, dim, count), {}, arg_at(args, 3)};
  for (std::size_t i = 0; i < out.dims.size(); ++i) {
    std::int64_t size = sized ? s.ints()[i] : -1;
    out.sizes.push_back(dim_equal(size, -1) ? x.sizes()[static_cast<std::size_t>(out.dims[i])] : size);
  }
  for (std::int64_t size : out.sizes) check_points(size);
  return out;
}

// Of a transform to real values: the size of the last dimension of the result, which is about twice the input's.
std::int64_t last_size(std::string_view name, const Tensor& x, Args args, ManyDims& many) {
  if (many.dims.empty()) throw fx_error("RuntimeError", cat({name, " must transform at least one axis"}));
  bool given = !arg_at(args, 1).is_none() && !dim_equal(args[1].ints().back(), -1);
  std::size_t d = static_cast<std::size_t>(many.dims.back());
  std::int64_t size = given ? many.sizes.back() : dim_mul(2, dim_sub(x.sizes()[d], 1));
  check_points(size);
  many.sizes[many.sizes.size() - 1] = half_of(size, x, many.dims.back());
  return size;
}

Dims but_last(const Dims& dims) { return Dims(std::span<const std::int64_t>(dims.begin(), dims.size() - 1)); }

Tensor grid_of_complex(Args args, const Value& otherwise, bool forward) {
  ManyDims many = many_dims(args[0].tensor(), args, otherwise);
  Tensor x = fitted(promoted(args[0].tensor(), true), many.dims, many.sizes);
  return first(op::_fft_c2c, {x, many.dims, normalization(many.norm, forward), forward});
}

Tensor grid_from_real(std::string_view name, Args args, const Value& otherwise, bool forward) {
  if (forward) check_real(name, args[0].tensor(), "a real-valued input tensor");
  Tensor x = promoted(args[0].tensor(), false);
  ManyDims many = many_dims(x, args, otherwise);
  if (many.dims.empty()) throw fx_error("RuntimeError", cat({name, " must transform at least one axis"}));
  x = fitted(x, many.dims, many.sizes);
  std::int64_t norm = normalization(many.norm, forward);
  if (forward) return first(op::_fft_r2c, {x, many.dims, norm, true});
  Tensor out = first(op::_fft_r2c, {x, Dims{many.dims.back()}, norm, true});
  if (many.dims.size() == 1) return first(op::conj, {out});
  return first(op::_fft_c2c, {first(op::conj_physical, {out}), but_last(many.dims), norm, false});
}

Tensor grid_to_real(std::string_view name, Args args, const Value& otherwise, bool forward) {
  ManyDims many = many_dims(args[0].tensor(), args, otherwise);
  std::int64_t n = last_size(name, args[0].tensor(), args, many);
  Tensor x = fitted(promoted(args[0].tensor(), true), many.dims, many.sizes);
  std::int64_t norm = normalization(many.norm, forward);
  if (!forward) return first(op::_fft_c2r, {x, many.dims, norm, n});
  if (many.dims.size() > 1) x = first(op::_fft_c2c, {x, but_last(many.dims), norm, true});
  x = first(op::resolve_conj, {first(op::conj, {x})});
  return first(op::_fft_c2r, {x, Dims{many.dims.back()}, norm, n});
}

// kPlane: of the last two dimensions where nothing is said, not of all.
template <bool kPlane>
Value default_dims() {
  return kPlane ? Value(Dims{-2, -1}) : Value();
}
template <bool kPlane, bool kForward>
Outputs grid_kernel(Args args) {
  return grid_of_complex(args, default_dims<kPlane>(), kForward);
}
template <bool kPlane, bool kForward>
Outputs half_grid_kernel(Args args) {
  constexpr std::string_view kName = kForward ? "rfftn" : "ihfftn";
  return grid_from_real(kName, args, default_dims<kPlane>(), kForward);
}
template <bool kPlane, bool kForward>
Outputs whole_grid_kernel(Args args) {
  constexpr std::string_view kName = kForward ? "hfftn" : "irfftn";
  return grid_to_real(kName, args, default_dims<kPlane>(), kForward);
}

// --- frequencies ---

// n, d, then dtype, layout, device, pin_memory
template <bool kHalf>
Specs frequencies_meta(Args args) {
  Element element = shape::dtype_at(args, 2, default_dtype());
  if (!is_floating(element) && !is_complex(element))
    throw fx_error("RuntimeError",
                   cat({kHalf ? "rfftfreq" : "fftfreq", " requires a floating point or complex dtype"}));
  if (is_complex(element))
    throw fx_error("RuntimeError", cat({"\"arange_cpu\" not implemented for '", scalar_name(element), "'"}));
  std::int64_t n = args[0].integer();
  if (n < 0)
    throw fx_error("RuntimeError",
                   cat({"Trying to create tensor with negative dimension ", dim_text(n), ": [", dim_text(n), "]"}));
  return TensorSpec::of({kHalf ? n / 2 + 1 : n}, element, Device::cpu);
}
template <bool kHalf>
Outputs frequencies_kernel(Args args) {
  Tensor out = Tensor::empty(frequencies_meta<kHalf>(args)[0]);
  std::int64_t n = args[0].integer(), negative = kHalf ? out.numel() : (n + 1) / 2;
  double factor = 1 / (static_cast<double>(n) * number_or(args, 1, 1));
  for (std::int64_t i = 0; i < out.numel(); ++i)
    out.set_item_at(i, static_cast<double>(i < negative ? i : i - n) * factor);
  return out;
}

// --- shifts: self, dim ---

template <bool kBack>
Outputs shift_kernel(Args args) {
  const Tensor& x = args[0].tensor();
  Dims dims, by;
  if (arg_at(args, 1).is_none()) {
    for (std::size_t d = 0; d < x.dim(); ++d) dims.push_back(static_cast<std::int64_t>(d));
  } else {
    dims = args[1].ints();
  }
  for (std::int64_t d : dims) {
    std::int64_t size = x.sizes()[wrap_dim(d, x.dim())];
    by.push_back(dim_floordiv(kBack ? dim_add(size, 1) : size, 2));
  }
  return first(op::roll, {x, by, dims});
}

constexpr OpRun written_in_operators(Outputs (*kernel)(Args)) {
  return {.kernel = kernel, .complex = on_complex::written, .composite = true};
}
constexpr OpDef transform_function(std::string_view path,
                                   std::string_view schema,
                                   std::string_view doc,
                                   Outputs (*kernel)(Args)) {
  return {
      .path = path,
      .schema = schema,
      .doc = doc,
      .decompose = {Decomposition::composite},
      .run = written_in_operators(kernel),
      .python = {.surfaces = kInTorch},
  };
}

constexpr OpDef kFunctions[] = {
    transform_function("torch.ops.aten.fft_fft.default",
                       "fft_fft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor",
                       "Fourier transform along one dimension.",
                       line_kernel<true>),
    transform_function("torch.ops.aten.fft_ifft.default",
                       "fft_ifft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor",
                       "Inverse Fourier transform along one dimension.",
                       line_kernel<false>),
    transform_function("torch.ops.aten.fft_rfft.default",
                       "fft_rfft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor",
                       "The first half of the Fourier transform of real values; the other half is conjugate.",
                       half_line_kernel<true>),
    transform_function("torch.ops.aten.fft_irfft.default",
                       "fft_irfft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor",
                       "Real values from the first half of their Fourier transform.",
                       whole_line_kernel<false>),
    transform_function("torch.ops.aten.fft_hfft.default",
                       "fft_hfft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor",
                       "Fourier transform of values whose second half is conjugate: real.",
                       whole_line_kernel<true>),
    transform_function("torch.ops.aten.fft_ihfft.default",
                       "fft_ihfft(Tensor self, SymInt? n=None, int dim=-1, str? norm=None) -> Tensor",
                       "The first half of the inverse Fourier transform of real values.",
                       half_line_kernel<false>),
    transform_function("torch.ops.aten.fft_fftn.default",
                       "fft_fftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor",
                       "Fourier transform along several dimensions.",
                       grid_kernel<false, true>),
    transform_function("torch.ops.aten.fft_ifftn.default",
                       "fft_ifftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor",
                       "Inverse Fourier transform along several dimensions.",
                       grid_kernel<false, false>),
    transform_function("torch.ops.aten.fft_fft2.default",
                       "fft_fft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None) -> Tensor",
                       "Fourier transform along the last two dimensions, or others.",
                       grid_kernel<true, true>),
    transform_function("torch.ops.aten.fft_ifft2.default",
                       "fft_ifft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None) -> Tensor",
                       "Inverse Fourier transform along the last two dimensions, or others.",
                       grid_kernel<true, false>),
    transform_function("torch.ops.aten.fft_rfftn.default",
                       "fft_rfftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor",
                       "The first half of the Fourier transform of real values along several dimensions.",
                       half_grid_kernel<false, true>),
    transform_function("torch.ops.aten.fft_rfft2.default",
                       "fft_rfft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None) -> Tensor",
                       "The first half of the Fourier transform of real values along two dimensions.",
                       half_grid_kernel<true, true>),
    transform_function("torch.ops.aten.fft_irfftn.default",
                       "fft_irfftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor",
                       "Real values from the first half of their Fourier transform along several dimensions.",
                       whole_grid_kernel<false, false>),
    transform_function("torch.ops.aten.fft_irfft2.default",
                       "fft_irfft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None) -> Tensor",
                       "Real values from the first half of their Fourier transform along two dimensions.",
                       whole_grid_kernel<true, false>),
    transform_function("torch.ops.aten.fft_hfftn.default",
                       "fft_hfftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor",
                       "Fourier transform along several dimensions of values with conjugate halves: real.",
                       whole_grid_kernel<false, true>),
    transform_function("torch.ops.aten.fft_hfft2.default",
                       "fft_hfft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None) -> Tensor",
                       "Fourier transform along two dimensions of values with conjugate halves: real.",
                       whole_grid_kernel<true, true>),
    transform_function("torch.ops.aten.fft_ihfftn.default",
                       "fft_ihfftn(Tensor self, SymInt[1]? s=None, int[1]? dim=None, str? norm=None) -> Tensor",
                       "The first half of the inverse Fourier transform of real values along several dimensions.",
                       half_grid_kernel<false, false>),
    transform_function("torch.ops.aten.fft_ihfft2.default",
                       "fft_ihfft2(Tensor self, SymInt[1]? s=None, int[1] dim=[-2, -1], str? norm=None) -> Tensor",
                       "The first half of the inverse Fourier transform of real values along two dimensions.",
                       half_grid_kernel<true, false>),
    transform_function("torch.ops.aten.fft_fftshift.default",
                       "fft_fftshift(Tensor self, int[1]? dim=None) -> Tensor",
                       "Frequencies in their order: the zero frequency in the middle.",
                       shift_kernel<false>),
    transform_function("torch.ops.aten.fft_ifftshift.default",
                       "fft_ifftshift(Tensor self, int[1]? dim=None) -> Tensor",
                       "The inverse of fftshift: the zero frequency first.",
                       shift_kernel<true>),
    {
        .path = "torch.ops.aten.fft_fftfreq.default",
        .schema = "fft_fftfreq(int n, float d=1., *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, "
                  "bool? pin_memory=None) -> Tensor",
        .doc = "Frequencies of a Fourier transform.",
        .run = {.meta = frequencies_meta<false>, .kernel = frequencies_kernel<false>},
        .python = {.surfaces = kInTorch},
    },
    {
        .path = "torch.ops.aten.fft_rfftfreq.default",
        .schema = "fft_rfftfreq(int n, float d=1., *, ScalarType? dtype=None, Layout? layout=None, Device? "
                  "device=None, bool? pin_memory=None) -> Tensor",
        .doc = "Frequencies of a Fourier transform of real values.",
        .run = {.meta = frequencies_meta<true>, .kernel = frequencies_kernel<true>},
        .python = {.surfaces = kInTorch},
    },
};

}  // namespace

std::span<const OpDef> op_records::fourier() { return kFunctions; }

}  // namespace seesaw
