// Tensors enlarged: by a number around them, or by repetition.
#include <algorithm>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/call/written.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/kernels/exact_numbers.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/current_dialect.h"
#include "core/engine/tensor/sym.h"
#include "core/engine/tensor/sym_facts.h"

namespace seesaw {

namespace {

// Pairs of widths, the last dimension's first; negative ones crop.
// Before 2.14 a negative width is a cut: PyTorch asks of each.
void ask_width(std::int64_t width) {
  if (is_sym(width) && !newer(EngineNovelty::guarded_checks)) sym_table().facts().ask(SymKind::lt, width, 0);
}

struct Padding {
  Dims before, after;

  Padding(const Tensor& a, const Dims& pad) : before(a.dim(), 0), after(a.dim(), 0) {
    if (pad.size() % 2 != 0)
      throw fx_error("RuntimeError",
                     cat({"Length of pad must be even but instead it equals ", std::to_string(pad.size())}));
    if (pad.size() > 2 * a.dim()) {
      throw fx_error(
          "RuntimeError",
          cat({"Length of pad should be no more than twice the number of dimensions of the input. Pad length is ",
               std::to_string(pad.size()),
               "while the input has ",
               std::to_string(a.dim()),
               "dimensions."}));
    }
    for (std::size_t i = 0; i < pad.size() / 2; ++i) {
      before[a.dim() - 1 - i] = pad[2 * i];
      after[a.dim() - 1 - i] = pad[2 * i + 1];
    }
  }
  Dims sizes(const Tensor& a) const {
    Dims out = a.sizes();
    for (std::size_t d = 0; d < out.size(); ++d) {
      ask_width(before[d]);
      ask_width(after[d]);
      out[d] = dim_add(out[d], dim_add(before[d], after[d]));
      if (!is_sym(out[d]) && out[d] < 0) throw fx_error("RuntimeError", "narrow(): length must be non-negative.");
    }
    return out;
  }
};

// In the format of the image; a pure crop is a copy of the rest.
Specs pad_meta(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  const Dims pad = args[1].ints();
  Dims sizes = Padding(a, pad).sizes(a);
  if (std::any_of(pad.begin(), pad.end(), [](std::int64_t width) { return is_sym(width) || width >= 0; }))
    return in_format_of(a, spec_like(a, sizes));
  return preserved_spec(Tensor::fake({sizes, a.strides(), a.element(), a.device(), 0}), a.element());
}
// PyTorch's shape functions do not let a dimension vanish.
Specs pad_fake(std::span<const Value> args) {
  Specs out = pad_meta(args);
  const Tensor& a = args[0].tensor();
  const Dims pad = args[1].ints();
  if (std::all_of(pad.begin(), pad.end(), [](std::int64_t width) { return width < 0; })) return out;
  if (a.dim() == 5 && dim_equal(out[0].sizes[1], 1))
    out = spec_like(a, out[0].sizes);  // filling it makes a volume of one channel row-major
  Padding sides(a, pad);
  for (std::size_t d = a.dim() - pad.size() / 2; d < a.dim(); ++d) {
    if (is_sym(out[0].sizes[d]) || out[0].sizes[d] > 0) continue;
    throw fx_error("RuntimeError",
                   cat({"The input size ",
                        dim_text(a.sizes()[d]),
                        ", plus negative padding ",
                        dim_text(sides.before[d]),
                        " and ",
                        dim_text(sides.after[d]),
                        " resulted in a negative output size, which is invalid. Check dimension ",
                        std::to_string(d),
                        " of your input."}));
  }
  return out;
}
Outputs pad_kernel(std::span<const Value> args) {
  Specs specs = pad_meta(args);
  const Tensor& a = args[0].tensor();
  Padding pad(a, args[1].ints());
  Tensor out = Tensor::empty(specs[0]);
  if (out.numel() == 0) return out;
  const Number filler = args.size() > 2 && args[2].is_number() ? args[2].number() : Number::of(0);
  copy_elements(out, number_tensor(filler, a.element()));
  // Shared by both.
  TensorSpec from = a.spec(), to = out.spec();
  for (std::size_t d = 0; d < a.dim(); ++d) {
    std::int64_t cut = std::max<std::int64_t>(-pad.before[d], 0), shift = std::max<std::int64_t>(pad.before[d], 0);
    std::int64_t shared = std::min(a.sizes()[d] - cut, out.sizes()[d] - shift);
    if (shared <= 0) return out;
    from.offset += cut * from.strides[d];
    to.offset += shift * to.strides[d];
    from.sizes[d] = to.sizes[d] = shared;
  }
  copy_elements(out.as_strided(to), a.as_strided(from));
  return out;
}

bool pads_with_number(std::span<const Value> args) {
  return args.size() < 3 || args[2].is_none() || args[2].text() == "constant";
}
// Modes differ in their checks.
Specs padded_by_mode(std::span<const Value> args) {
  if (pads_with_number(args)) return pad_fake(args.first(2));
  ModeScope shapes(&fake_mode());
  return decomposition::pad(args)[0].spec();
}

Outputs pad_by_mode(std::span<const Value> args) {
  if (!pads_with_number(args)) return decomposition::pad(args);
  return call(op::constant_pad_nd, {args[0], args[1], args.size() > 3 && args[3].is_number() ? args[3] : Value(0.0)});
}

// The sizes with dimensions of 1 before them, as many as there are repeats.
Dims raised(const Dims& sizes, std::size_t rank) {
  Dims out(rank - sizes.size(), 1);
  for (std::int64_t size : sizes) out.push_back(size);
  return out;
}

Specs repeat_meta(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  Dims repeats = args[1].ints();
  if (repeats.size() < a.dim())
    throw fx_error("RuntimeError",
                   "Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor");
  Dims sizes = raised(a.sizes(), repeats.size());
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    sizes[d] = dim_mul(sizes[d], repeats[d]);
    if (sizes[d] < 0)
      throw fx_error(
          "RuntimeError",
          cat({"Trying to create tensor with negative dimension ", dim_text(sizes[d]), ": ", dims_text(sizes)}));
  }
  return spec_like(a, sizes);
}
// Each dimension as (repeats, size): in the input the first of them has stride 0.
Outputs repeat_kernel(std::span<const Value> args) {
  Tensor out = Tensor::empty(repeat_meta(args)[0]);
  const Tensor& a = args[0].tensor();
  Dims repeats = args[1].ints(), sizes = raised(a.sizes(), repeats.size()), split, from, to;
  std::size_t shift = repeats.size() - a.dim();
  for (std::size_t d = 0; d < repeats.size(); ++d) {
    split.push_back(repeats[d]);
    from.push_back(0);
    to.push_back(out.strides()[d] * sizes[d]);
    split.push_back(sizes[d]);
    from.push_back(d < shift ? 0 : a.strides()[d - shift]);
    to.push_back(out.strides()[d]);
  }
  if (out.numel() > 0) copy_elements(out.as_strided(split, to, 0), a.as_strided(split, from, a->offset));
  return out;
}
void repeat_vjp(Vjp& g) {
  Dims repeats = g.arg(1).ints(), sizes = raised(g.sizes(0), repeats.size()), split, dims;
  if (numel(sizes) == 0 || g.grad().numel() == 0)
    return g.set(0, written(Tensor::zeros(g.sizes(0), g.grad().element(), g.grad().device())));
  for (std::size_t d = 0; d < repeats.size(); ++d) {
    dims.push_back(static_cast<std::int64_t>(split.size()));
    split.push_back(repeats[d]);
    split.push_back(sizes[d]);
  }
  if (dims.empty()) return g.set(0, g.grad());
  Tensor sum = first(op::sum_dim, {first(op::reshape, {g.grad(), split}), dims});
  g.set(0, sum.sizes() == g.sizes(0) ? sum : first(op::reshape, {sum, g.sizes(0)}));
}

SampleList paddings() {
  Tensor a = samples::ramp({2, 3}, -1, 1);
  return {{a, Dims{1, 2}, 0.5},
          {a, Dims{1, 0, 0, 2}},
          {a, Dims{-1, 1}},
          {samples::transposed(a), Dims{0, -1, 1, 1}, 2},
          {samples::index({1, 2}, {2}), Dims{1, 1}}};
}
SampleList paddings_by_mode() {
  Tensor a = samples::ramp({2, 3}, -1, 1);
  return {{a, Dims{1, 2}}, {a, Dims{0, 1, 1, 0}, std::string("constant"), 0.5}};
}

}  // namespace

namespace op {

constinit const OpDef constant_pad_nd{
    .path = "torch.ops.aten.constant_pad_nd.default",
    .schema = "constant_pad_nd(Tensor self, SymInt[] pad, Scalar value=0) -> Tensor",
    .doc = "A number put around the tensor; negative widths cut off.",
    .run =
        {
            .meta = pad_meta,
            .fake = pad_fake,
            .kernel = pad_kernel,
            .complex = on_complex::parts<5>,
            .fits = kAllNumbers,
        },
    .grad =
        {
            .node = "ConstantPadNdBackward0",
            .vjp =
                [](Vjp& g) {
                  Dims back = g.arg(1).ints();
                  for (std::int64_t& width : back) width = -width;
                  g.set(0, first(op::constant_pad_nd, {g.grad(), back, 0}));
                },
        },
    .python = {.surfaces = kInTorch},
    .samples = paddings,
};
constinit const OpDef pad{
    .path = "torch.ops.aten.pad.default",
    .schema = "pad(Tensor self, SymInt[] pad, str mode=\"constant\", float? value=None) -> Tensor",
    .doc = "A number put around the tensor.",
    .decompose = {Decomposition::table, decomposition::pad},
    .run =
        {
            .fake = padded_by_mode,
            .kernel = pad_by_mode,
            .complex = on_complex::written,
            .composite = true,
        },
    .python = {.surfaces = kInFunctional},
    .samples = paddings_by_mode,
};
constinit const OpDef repeat{
    .path = "torch.ops.aten.repeat.default",
    .schema = "repeat(Tensor self, SymInt[] repeats) -> Tensor",
    .doc = "The tensor so many times in each dimension.",
    .run = {.meta = repeat_meta, .kernel = repeat_kernel, .complex = on_complex::parts<1>},
    .grad = {.node = "RepeatBackward0", .vjp = repeat_vjp},
    .python = {.surfaces = kMethod},
    .samples =
        [] {
          Tensor a = samples::ramp({2, 3}, -1, 1);
          return SampleList{{a, Dims{2, 1}},
                            {a, Dims{2, 1, 2}},
                            {samples::transposed(a), Dims{1, 3}},
                            {samples::ramp({}, 0, 1), Dims{2}},
                            {a, Dims{0, 1}}};
        },
};

}  // namespace op

}  // namespace seesaw
