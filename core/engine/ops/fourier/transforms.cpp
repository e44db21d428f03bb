// The Fourier transforms that torch.fft is written in: of complex numbers, from real ones, and back to them.
//
// normalization: 0 none, 1 by the root of the number of elements, 2 by the number of elements.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/fourier/transform.h"
#include "core/engine/ops/fourier/transform_symbols.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

namespace {

// --- shapes ---

// PyTorch's words for a check that has none of its own.
[[noreturn]] void expected(std::string_view condition) {
  throw fx_error("RuntimeError",
                 cat({"Expected self.",
                      condition,
                      "() to be true, but got false.  (Could this error message be improved?  If so, please report an "
                      "enhancement request to PyTorch.)"}));
}

// PyTorch's backend rejects them.
Dims dims_of(Args args) {
  Dims dims = args[1].ints();
  for (std::int64_t d : dims) {
    if (d < 0 || d >= static_cast<std::int64_t>(args[0].tensor().dim()))
      throw fx_error("RuntimeError", "bad axis number");
  }
  Dims sorted = dims;
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
    throw fx_error("ValueError", "axis specified repeatedly");
  return dims;
}
std::size_t last_dim(Args args) {
  Dims dims = dims_of(args);
  if (dims.empty()) throw fx_error("RuntimeError", "ArrayRef: attempted to access back() of empty list");
  return static_cast<std::size_t>(dims.back());
}

Specs complex_meta(Args args) {
  const Tensor& x = args[0].tensor();
  if (!is_complex(x.element())) expected("is_complex");
  return dims_of(args).empty() ? Specs(preserved_spec(x, x.element())) : Specs(spec_like(x, x.sizes()));
}

// The layout of PyTorch's shape function: what is not transformed lies outside, in the order of the input's strides,
// and the transformed dimensions inside, as if each had the size of the one at its place in the order of strides.
Specs complex_fake(Args args) {
  const Tensor& x = args[0].tensor();
  Dims dims = dims_of(args), sizes = x.sizes(), strides = x.strides();
  if (!is_complex(x.element()) || dims.empty()) return complex_meta(args);
  auto outer_first = [&](std::int64_t a, std::int64_t b) {
    return dim_less(strides[static_cast<std::size_t>(b)], strides[static_cast<std::size_t>(a)]);
  };
  std::vector<std::int64_t> batch, inside;
  for (std::int64_t d = 0; d < static_cast<std::int64_t>(x.dim()); ++d)
    (std::find(dims.begin(), dims.end(), d) == dims.end() ? batch : inside).push_back(d);
  std::stable_sort(batch.begin(), batch.end(), outer_first);
  std::vector<std::int64_t> sorted(dims.begin(), dims.end());
  std::stable_sort(sorted.begin(), sorted.end(), outer_first);
  Dims out = strides;
  std::int64_t stride = 1;
  for (std::size_t i = inside.size(); i-- > 0;) {
    out[static_cast<std::size_t>(inside[i])] = stride;
    stride = dim_mul(stride, sizes[static_cast<std::size_t>(sorted[i])]);
  }
  for (std::size_t i = batch.size(); i-- > 0;) {
    out[static_cast<std::size_t>(batch[i])] = stride;
    stride = dim_mul(stride, sizes[static_cast<std::size_t>(batch[i])]);
  }
  return TensorSpec{sizes, out, x.element(), x.device(), 0};
}

Specs from_real_meta(Args args) {
  const Tensor& x = args[0].tensor();
  refuse_symbols(x, "aten._fft_r2c.default");
  std::size_t last = last_dim(args);
  if (!is_floating(x.element())) expected("is_floating_point");
  Dims sizes = x.sizes();
  if (args[3].truth()) sizes[last] = dim_add(dim_floordiv(sizes[last], 2), 1);
  return spec_like(x, sizes, complex_of(x.element()));
}

Specs to_real_meta(Args args) {
  const Tensor& x = args[0].tensor();
  refuse_symbols(x, "aten._fft_c2r.default");
  std::size_t last = last_dim(args);
  if (!is_complex(x.element())) expected("is_complex");
  Dims sizes = x.sizes();
  sizes[last] = args[3].integer();
  return spec_like(x, sizes, part_of(x.element()));
}

// --- kernels ---

// Complex numbers in rows, in double.
struct Grid {
  Dims sizes;
  std::vector<Complex> data;
};

Grid read_grid(const Tensor& x) {
  Grid grid{x.sizes(), std::vector<Complex>(static_cast<std::size_t>(x.numel()))};
  for (bool imaginary : {false, true}) {
    if (imaginary && !is_complex(x.element())) break;
    Tensor part = is_complex(x.element()) ? x.part(imaginary) : x;
    Tensor values = Tensor::empty(TensorSpec::of(x.sizes(), Element::f64, Device::cpu));
    copy_elements(values, part);
    const double* from = values.data<double>();
    for (std::size_t i = 0; i < grid.data.size(); ++i)
      grid.data[i] = imaginary ? Complex(grid.data[i].real(), from[i]) : Complex(from[i], 0.0);
  }
  return grid;
}

Tensor write_grid(const Grid& grid, const TensorSpec& spec, double factor) {
  Tensor out = Tensor::empty(spec);
  Tensor values = Tensor::empty(TensorSpec::of(grid.sizes, Element::f64, Device::cpu));
  for (bool imaginary : {false, true}) {
    if (imaginary && !is_complex(spec.element)) break;
    double* to = values.data<double>();
    for (std::size_t i = 0; i < grid.data.size(); ++i)
      to[i] = factor * (imaginary ? grid.data[i].imag() : grid.data[i].real());
    copy_elements(is_complex(spec.element) ? out.part(imaginary) : out, values);
  }
  return out;
}

// How far two neighbours of a dimension lie apart.
std::size_t step_of(const Dims& sizes, std::size_t d) {
  std::size_t step = 1;
  for (std::size_t i = d + 1; i < sizes.size(); ++i) step *= static_cast<std::size_t>(sizes[i]);
  return step;
}

void transform(Grid& grid, std::size_t d, bool forward) {
  std::size_t n = static_cast<std::size_t>(grid.sizes[d]), step = step_of(grid.sizes, d);
  if (grid.data.empty() || n == 0) return;
  FourierLine line(grid.sizes[d], forward);
  std::vector<Complex> values(n);
  for (std::size_t block = 0; block < grid.data.size(); block += n * step) {
    for (std::size_t i = 0; i < step; ++i) {
      for (std::size_t k = 0; k < n; ++k) values[k] = grid.data[block + k * step + i];
      line.run(values);
      for (std::size_t k = 0; k < n; ++k) grid.data[block + k * step + i] = values[k];
    }
  }
}

// A dimension with another size: element k from the first grid's line by `element(line, k)`.
template <class F>
Grid resized(const Grid& grid, std::size_t d, std::int64_t size, F&& element) {
  Grid out{grid.sizes, {}};
  out.sizes[d] = size;
  out.data.resize(static_cast<std::size_t>(numel(out.sizes)));
  std::size_t old = static_cast<std::size_t>(grid.sizes[d]), now = static_cast<std::size_t>(size),
              step = step_of(grid.sizes, d);
  for (std::size_t block = 0; block * now * step < out.data.size(); ++block) {
    for (std::size_t i = 0; i < step; ++i) {
      auto at = [&](std::size_t k) { return grid.data[block * old * step + k * step + i]; };
      for (std::size_t k = 0; k < now; ++k) out.data[block * now * step + k * step + i] = element(at, k);
    }
  }
  return out;
}

double normalizer(Args args, const Dims& sizes) {
  double count = 1;
  for (std::int64_t d : args[1].ints()) count *= static_cast<double>(sizes[static_cast<std::size_t>(d)]);
  std::int64_t mode = args[2].integer();
  if (mode < 0 || mode > 2)
    throw fx_error("RuntimeError", cat({"Unsupported normalization type", std::to_string(mode)}));
  return mode == 0 ? 1 : mode == 1 ? 1 / std::sqrt(count) : 1 / count;
}

Outputs complex_kernel(const OpDef&, Args args) {
  Grid grid = read_grid(args[0].tensor());
  for (std::int64_t d : dims_of(args)) transform(grid, static_cast<std::size_t>(d), args[3].truth());
  return write_grid(grid, complex_meta(args)[0], normalizer(args, grid.sizes));
}
// Reached by real tensors only: the shape rule rejects them.
Outputs real_is_rejected(Args args) { return Tensor::empty(complex_meta(args)[0]); }

Outputs from_real_kernel(Args args) {
  Specs specs = from_real_meta(args);
  Grid grid = read_grid(args[0].tensor());
  double factor = normalizer(args, grid.sizes);
  for (std::int64_t d : dims_of(args)) transform(grid, static_cast<std::size_t>(d), true);
  std::size_t last = last_dim(args);
  Grid kept = resized(grid, last, specs[0].sizes[last], [](auto at, std::size_t k) { return at(k); });
  return write_grid(kept, specs[0], factor);
}

// The input is the first half of what has conjugate halves; the imaginary parts of its ends do not count.
Outputs to_real_kernel(const OpDef&, Args args) {
  Specs specs = to_real_meta(args);
  Grid grid = read_grid(args[0].tensor());
  Dims dims = dims_of(args);
  std::size_t last = last_dim(args), n = static_cast<std::size_t>(specs[0].sizes[last]);
  if (static_cast<std::size_t>(grid.sizes[last]) < n / 2 + 1)
    throw fx_error("RuntimeError", "stride dimension mismatch");
  for (std::int64_t d : dims) {
    if (static_cast<std::size_t>(d) != last) transform(grid, static_cast<std::size_t>(d), false);
  }
  Grid whole = resized(grid, last, static_cast<std::int64_t>(n), [n](auto at, std::size_t k) {
    if (k == 0 || 2 * k == n) return Complex(at(k).real(), 0.0);
    return 2 * k < n ? at(k) : std::conj(at(n - k));
  });
  transform(whole, last, false);
  return write_grid(whole, specs[0], normalizer(args, specs[0].sizes));
}
Outputs real_has_no_halves(Args args) { return Tensor::empty(to_real_meta(args)[0]); }

// --- derivatives ---

void from_real_vjp(Vjp& g) {
  Tensor gradient = g.grad();
  std::int64_t last = g.arg(1).ints().back(), missing = dim_sub(g.sizes(0)[static_cast<std::size_t>(last)],
                                                                gradient.sizes()[static_cast<std::size_t>(last)]);
  if (g.arg(3).truth() && !dim_equal(missing, 0)) {
    Dims padding;
    for (std::int64_t d = static_cast<std::int64_t>(gradient.dim()) - 1; d >= last; --d) {
      padding.push_back(0);
      padding.push_back(d == last ? missing : 0);
    }
    gradient = first(op::constant_pad_nd, {gradient, padding, 0.0});
  }
  g.set(0, real_part_of(first(op::_fft_c2c, {gradient, g.arg(1), g.arg(2), false})));
}

// Inner elements represent themselves and their conjugates.
void to_real_vjp(Vjp& g) {
  Tensor gradient = first(op::_fft_r2c, {g.grad(), g.arg(1), g.arg(2), true});
  std::int64_t last = g.arg(1).ints().back();
  std::size_t d = static_cast<std::size_t>(last);
  std::int64_t twice = dim_sub(g.grad().sizes()[d], gradient.sizes()[d]);
  if (dim_less(0, twice)) {
    Tensor ends = first(op::slice, {gradient, last, 0, 1}),
           rest = first(op::slice, {gradient, last, dim_add(1, twice)}),
           inner = first(op::slice, {gradient, last, 1, dim_add(1, twice)});
    gradient = first(op::cat, {std::vector<Tensor>{ends, inner * 2.0, rest}, last});
  }
  g.set(0, gradient);
}

}  // namespace

namespace op {

constinit const OpDef _fft_c2c{
    .path = "torch.ops.aten._fft_c2c.default",
    .schema = "_fft_c2c(Tensor self, SymInt[] dim, int normalization, bool forward) -> Tensor",
    .doc = "Fourier transform of complex values.",
    .run = {.meta = complex_meta, .fake = complex_fake, .kernel = real_is_rejected, .complex = complex_kernel},
    .grad =
        {
            .node = "FftC2CBackward0",
            .vjp =
                [](Vjp& g) {
                  g.set(0, first(op::_fft_c2c, {g.grad(), g.arg(1), g.arg(2), !g.arg(3).truth()}));
                },
            .complex_vjp = true,
        },
    .python = {.surfaces = kInTorch},
};
constinit const OpDef _fft_r2c{
    .path = "torch.ops.aten._fft_r2c.default",
    .schema = "_fft_r2c(Tensor self, int[] dim, int normalization, bool onesided) -> Tensor",
    .doc = "Fourier transform of real values.",
    .run = {.meta = from_real_meta, .kernel = from_real_kernel},
    .grad = {.node = "FftR2CBackward0", .vjp = from_real_vjp, .complex_vjp = true},
    .python = {.surfaces = kInTorch},
};
constinit const OpDef _fft_c2r{
    .path = "torch.ops.aten._fft_c2r.default",
    .schema = "_fft_c2r(Tensor self, int[] dim, int normalization, SymInt last_dim_size) -> Tensor",
    .doc = "Inverse Fourier transform to real values.",
    .run = {.meta = to_real_meta, .kernel = real_has_no_halves, .complex = to_real_kernel},
    .grad = {.node = "FftC2RBackward0", .vjp = to_real_vjp, .complex_vjp = true},
    .python = {.surfaces = kInTorch},
};

}  // namespace op

}  // namespace seesaw
