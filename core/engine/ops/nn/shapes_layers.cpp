// Shapes of layers without kernels: convolution over any number of dimensions, pooling, padding, upsampling,
// normalization.
#include <algorithm>
#include <array>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/kernels/reduce.h"
#include "core/engine/ops/kernels/window.h"
#include "core/engine/ops/nn/layer_shapes.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"
#include "core/engine/tensor/layout_questions.h"
#include "core/engine/tensor/sym.h"
#include "core/engine/tensor/sym_facts.h"

namespace seesaw {

namespace {

// A list with a value for each dimension: a single one may represent all.
std::int64_t entry(const Dims& list, std::size_t i, std::int64_t otherwise) {
  return list.empty() ? otherwise : list.size() == 1 ? list[0] : list[std::min(i, list.size() - 1)];
}
Dims list_at(Args args, std::size_t i) { return shape::given(args, i) ? args[i].ints() : Dims{}; }

struct Window {
  Dims stride, padding, dilation;
  std::int64_t places(std::int64_t size, std::int64_t kernel, std::size_t i, bool ceil) const {
    std::int64_t step = entry(stride, i, kernel), pad = entry(padding, i, 0), apart = entry(dilation, i, 1);
    if (step <= 0) throw fx_error("RuntimeError", "stride should not be zero");
    return pooled_places(size, kernel, pad, step, apart, ceil);
  }
};

}  // namespace

namespace {

using ConvolutionSizes = shape::Convolution;

// Channels and groups, in the order of PyTorch's checks.
void check_channels(const ConvolutionSizes& c, std::size_t at) {
  std::string groups = std::to_string(c.groups), shape = dims_text(c.weight.sizes());
  std::int64_t first = c.weight.sizes()[0], channels = c.transposed ? first : dim_mul(c.weight.sizes()[1], c.groups);
  if (dim_less(first, c.groups))
    throw fx_error("RuntimeError",
                   cat({"Given groups=",
                        groups,
                        ", expected weight to be at least ",
                        groups,
                        " at dimension 0, but got weight of size ",
                        shape,
                        " instead"}));
  if (!is_sym(first) && first % c.groups != 0)
    throw fx_error("RuntimeError",
                   cat({"Given groups=",
                        groups,
                        ", expected weight to be divisible by ",
                        groups,
                        " at dimension 0, but got weight of size [",
                        shape,
                        "] instead"}));
  if (!dim_equal(c.input.sizes()[at], channels)) {
    throw fx_error("RuntimeError",
                   cat({"Given ",
                        c.transposed ? "transposed=1" : cat({"groups=", groups}),
                        ", weight of size ",
                        shape,
                        ", expected input",
                        dims_text(c.input.sizes()),
                        " to have ",
                        dim_text(channels),
                        " channels, but got ",
                        dim_text(c.input.sizes()[at]),
                        " channels instead"}));
  }
  std::int64_t results = c.transposed ? dim_mul(c.weight.sizes()[1], c.groups) : first;
  if (c.bias && (c.bias.dim() != 1 || !dim_equal(c.bias.sizes()[0], results))) {
    throw fx_error("RuntimeError",
                   cat({"Given ",
                        c.transposed ? "transposed=1, " : "",
                        "weight of size ",
                        shape,
                        ", expected bias to be 1-dimensional with ",
                        dim_text(results),
                        " elements, but got bias of size ",
                        dims_text(c.bias.sizes()),
                        " instead"}));
  }
}

// Checks that the kernel fits into the input with its padding.
void check_reach(const ConvolutionSizes& c, std::size_t at) {
  std::string sizes, kernels;
  bool fits = true;
  for (std::size_t i = 0; i + 2 < c.weight.dim(); ++i) {
    std::int64_t size = dim_add(c.input.sizes()[at + 1 + i], dim_mul(2, entry(c.padding, i, 0)));
    std::int64_t kernel = dim_add(dim_mul(entry(c.dilation, i, 1), dim_sub(c.weight.sizes()[2 + i], 1)), 1);
    fits = fits && !asked_less(size, kernel);
    sizes += cat({i == 0 ? "" : " x ", dim_text(size)});
    kernels += cat({i == 0 ? "" : " x ", dim_text(kernel)});
  }
  if (!fits)
    throw fx_error("RuntimeError",
                   cat({"Calculated padded input size per channel: (",
                        sizes,
                        "). Kernel size: (",
                        kernels,
                        "). Kernel size can't be greater than actual input size"}));
}

// Checks that padding leaves part of a transposed convolution.
void check_left(const ConvolutionSizes& c, std::size_t at, const Dims& sizes) {
  std::string given, left;
  bool some = true;
  for (std::size_t i = at + 1; i < sizes.size(); ++i) {
    some = some && (is_sym(sizes[i]) || sizes[i] > 0);
    given += cat({i == at + 1 ? "" : " x ", dim_text(c.input.sizes()[i])});
    left += cat({i == at + 1 ? "" : " x ", dim_text(sizes[i])});
  }
  std::string row = sizes.size() == at + 2 ? "1 x " : "";
  if (!some)
    throw fx_error("RuntimeError",
                   cat({"Given input size per channel: (",
                        row,
                        given,
                        "). Calculated output size per channel: (",
                        row,
                        left,
                        "). Output size is too small"}));
}

}  // namespace

void shape::need_one_size(std::string_view name, const Value& sizes) {
  std::size_t count = sizes.ints().size();
  if (count != 1)
    throw fx_error("RuntimeError",
                   cat({name, "() argument 'output_size' should contain one int (got ", std::to_string(count), ")"}));
}

bool shape::keeps_size(const Value& padding, const Dims& stride) {
  const std::string& name = padding.text();
  if (name != "same" && name != "valid") throw fx_error("RuntimeError", cat({"Invalid padding string: '", name, "'"}));
  bool strided = std::any_of(stride.begin(), stride.end(), [](std::int64_t v) { return v != 1; });
  if (name == "same" && strided)
    throw fx_error("RuntimeError", "padding='same' is not supported for strided convolutions");
  return name == "same";
}

shape::SamePadding shape::same_padding(const Tensor& weight, const Dims& dilation) {
  std::size_t rank = weight.dim() - 2;
  SamePadding out;
  out.sides.resize(rank);
  out.behind.resize(2 * rank);
  bool odd = false;
  for (std::size_t i = 0; i < rank; ++i) {
    std::int64_t more = dim_mul(entry(dilation, i, 1), dim_sub(weight.sizes()[i + 2], 1));
    std::int64_t rest = dim_mod(more, 2);
    out.sides[i] = dim_floordiv(more, 2);
    out.behind[2 * (rank - 1 - i) + 1] = rest;
    odd = odd || !dim_equal(rest, 0);
  }
  if (!odd) out.behind = {};
  return out;
}

void shape::check_groups(std::span<const Value> args) {
  std::int64_t heads[3];
  for (std::size_t i = 0; i < 3; ++i) {
    const Tensor& t = args[i].tensor();
    if (t.dim() < 3)
      throw fx_error("IndexError", "Dimension out of range (expected to be in range of [-2, 1], but got -3)");
    heads[i] = t.sizes()[t.dim() - 3];
    if (is_sym(heads[i]))
      throw user_error("operator",
                       "grouped queries need a number of heads that is known",
                       "give the dimension of the heads a fixed size");
    if (heads[i] == 0 || heads[0] % heads[i] != 0)
      throw fx_error("RuntimeError", "Number of heads in key and value must divide the number of heads in ");
  }
}

// input, weight, bias, stride, padding, dilation, transposed, output_padding, groups
Specs shape::convolution(const Convolution& c) {
  auto all = [](const Dims& list, std::int64_t least) {
    return std::all_of(list.begin(), list.end(), [&](std::int64_t v) { return v >= least; });
  };
  if (!all(c.padding, 0)) throw fx_error("RuntimeError", "negative padding is not supported");
  if (!all(c.stride, 1)) throw fx_error("RuntimeError", "non-positive stride is not supported");
  if (!all(c.dilation, 1))
    throw fx_error("RuntimeError", cat({"dilation should be greater than zero, but got ", dims_text(c.dilation)}));
  if (c.groups <= 0) throw fx_error("RuntimeError", "non-positive groups is not supported");
  if (c.weight.dim() < 3) throw fx_error("RuntimeError", "weight should have at least three dimensions");
  std::size_t spatial = c.weight.dim() - 2;
  bool batched = c.input.dim() == spatial + 2;
  if (!batched && c.input.dim() != spatial + 1) {
    throw fx_error("RuntimeError",
                   cat({"Expected ",
                        std::to_string(spatial + 1),
                        "D (unbatched) or ",
                        std::to_string(spatial + 2),
                        "D (batched) input to conv",
                        std::to_string(spatial),
                        "d, but got input of size: ",
                        dims_text(c.input.sizes())}));
  }
  std::size_t at = batched ? 1 : 0;
  check_channels(c, at);
  if (!c.transposed && !c.same) check_reach(c, at);
  Dims sizes = c.input.sizes();
  sizes[at] = c.transposed ? dim_mul(c.weight.sizes()[1], c.groups) : c.weight.sizes()[0];
  for (std::size_t i = 0; i < spatial; ++i) {
    std::int64_t size = c.input.sizes()[at + 1 + i], kernel = c.weight.sizes()[2 + i];
    std::int64_t stride = entry(c.stride, i, 1), pad = entry(c.padding, i, 0), dilation = entry(c.dilation, i, 1);
    if (c.transposed) {
      std::int64_t reach = dim_mul(dilation, dim_sub(kernel, 1));
      sizes[at + 1 + i] = dim_add(dim_add(dim_sub(dim_mul(dim_sub(size, 1), stride), dim_mul(2, pad)), reach),
                                  dim_add(entry(c.output_padding, i, 0), 1));
    } else {
      sizes[at + 1 + i] = c.same ? size : window_places(size, kernel, pad, stride, dilation);
    }
  }
  if (c.transposed) check_left(c, at, sizes);
  return spec_like(c.input, sizes);
}

namespace {

Specs convolution(Args args) {
  shape::Convolution c{args[0].tensor(),
                       args[1].tensor(),
                       list_at(args, 3),
                       list_at(args, 4),
                       list_at(args, 5),
                       list_at(args, 7),
                       args[8].integer(),
                       args[6].truth(),
                       false};
  return shape::convolution(c);
}
// input, weight, bias, stride, padding, dilation, groups
Specs conv(Args args) {
  bool text = args[4].kind() == Value::Kind::text;
  shape::Convolution c{args[0].tensor(),
                       args[1].tensor(),
                       list_at(args, 3),
                       text ? Dims{} : list_at(args, 4),
                       list_at(args, 5),
                       {},
                       args[6].integer(),
                       false,
                       text && shape::keeps_size(args[4], list_at(args, 3))};
  return shape::convolution(c);
}
// input, weight, bias, stride, padding, output_padding, groups, dilation
Specs conv_transpose(Args args) {
  shape::Convolution c{args[0].tensor(),
                       args[1].tensor(),
                       list_at(args, 3),
                       list_at(args, 4),
                       list_at(args, 7),
                       list_at(args, 5),
                       args[6].integer(),
                       true,
                       false};
  return shape::convolution(c);
}

// For a row PyTorch makes an image of height one, whose format is kept.
TensorSpec in_row_format(const Tensor& t, TensorSpec spec) {
  if (t.dim() != 3) return spec;
  Dims sizes = t.sizes(), strides = t.strides();
  std::int64_t ahead = dim_mul(sizes[2], strides[2]);
  sizes.insert(2, 1);
  strides.insert(2, ahead);
  if (!suggests_channels_last(Tensor::fake({sizes, strides, t.element(), t.device(), 0}))) return spec;
  const Dims& to = spec.sizes;
  spec.strides = {dim_mul(to[1], to[2]), 1, to[1]};
  return spec;
}

// The last dimensions replaced by the number of windows.
template <std::size_t kSpatial>
TensorSpec pooled(const Tensor& t, const Dims& kernel, const Window& window, bool ceil) {
  if (t.dim() != kSpatial + 1 && t.dim() != kSpatial + 2)
    throw fx_error("RuntimeError",
                   cat({"Expected ",
                        std::to_string(kSpatial + 1),
                        "D or ",
                        std::to_string(kSpatial + 2),
                        "D (batch mode) tensor with optional 0 dim batch size for input, but got:",
                        dims_text(t.sizes())}));
  Dims sizes = t.sizes();
  for (std::size_t i = 0; i < kSpatial; ++i) {
    std::int64_t& size = sizes[t.dim() - kSpatial + i];
    size = window.places(size, entry(kernel, i, 1), i, ceil);
    if (asked_less(size, 1))
      throw fx_error("RuntimeError",
                     cat({"Given input size: ",
                          dims_text(t.sizes()),
                          ". Calculated output size: ",
                          dims_text(sizes),
                          ". Output size is too small"}));
  }
  return kSpatial == 1 ? in_row_format(t, shape::dense(t, sizes)) : in_format_of(t, shape::dense(t, sizes));
}
// self, kernel_size, stride, padding, ceil_mode
template <std::size_t kSpatial>
Specs avg_pool(Args args) {
  return pooled<kSpatial>(shape::self(args), args[1].ints(), {list_at(args, 2), list_at(args, 3), {}}, args[4].truth());
}
// self, kernel_size, stride, padding, dilation, ceil_mode
template <std::size_t kSpatial>
Specs max_pool(Args args) {
  // PyTorch computes it of numbers.
  if (kSpatial == 1 && shape::self(args).dim() > 0 && is_sym(shape::self(args).sizes().back()))
    sym_table().facts().ask_number(shape::self(args).sizes().back());
  return pooled<kSpatial>(
      shape::self(args), args[1].ints(), {list_at(args, 2), list_at(args, 3), list_at(args, 4)}, args[5].truth());
}
template <std::size_t kSpatial>
Specs max_pool_indices(Args args) {
  TensorSpec values = max_pool<kSpatial>(args)[0], places = values;
  places.element = Element::i64;
  return std::vector<TensorSpec>{values, places};
}
template <std::size_t kSpatial, bool kMax = false>
Specs adaptive(Args args) {
  const Tensor& t = shape::self(args);
  if (kSpatial == 1) shape::need_one_size(kMax ? "adaptive_max_pool1d" : "adaptive_avg_pool1d", args[1]);
  if (t.dim() != kSpatial + 1 && t.dim() != kSpatial + 2)
    throw fx_error("RuntimeError",
                   cat({"adaptive_avg_pool",
                        std::to_string(kSpatial),
                        "d(): Expected ",
                        std::to_string(kSpatial + 1),
                        "D or ",
                        std::to_string(kSpatial + 2),
                        "D tensor, but got ",
                        dims_text(t.sizes())}));
  Dims sizes = t.sizes(), want = args[1].ints();
  for (std::size_t i = 0; i < kSpatial; ++i) sizes[t.dim() - kSpatial + i] = entry(want, i, 1);
  return kSpatial == 1 ? in_row_format(t, shape::dense(t, sizes)) : in_format_of(t, shape::dense(t, sizes));
}
template <std::size_t kSpatial>
Specs adaptive_max(Args args) {
  TensorSpec values = adaptive<kSpatial, true>(args)[0], places = values;
  places.element = Element::i64;
  return std::vector<TensorSpec>{values, places};
}

template <std::size_t kRank, shape::Interpolation kHow>
Specs interpolated(Args args) {
  Specs specs = shape::scaled<kRank>(args);
  shape::check_interpolation(shape::self(args), specs[0].sizes, kHow);
  return specs;
}

template <std::size_t kRank, shape::Interpolation kHow>
Specs resized_by(Args args) {
  Specs specs = shape::resized<kRank>(args);
  shape::check_interpolation(shape::self(args), specs[0].sizes, kHow);
  return specs;
}

// The values that normalisation saves for its derivative.
std::vector<TensorSpec> with_moments(const Tensor& t, std::int64_t count) {
  Element wide = t.element() == Element::f16 || t.element() == Element::bf16 ? Element::f32 : t.element();
  TensorSpec moments = shape::dense(t, {count}, wide), same = pointwise_spec(std::array<Value, 1>{t}, t.element());
  return {same, moments, moments};
}
Specs batch_norm(Args args) {
  return with_moments(shape::self(args), args[5].truth() ? shape::self(args).sizes()[1] : 0);
}

// grad_output, self, padding: the last dimension's widths first.
template <std::size_t kRank, bool kReflects>
Specs padded_backward(Args args) {
  const Tensor &grad = args[0].tensor(), &self = args[1].tensor();
  if (!dims_equal(grad.sizes(), shape::padded_image(args.subspan(1), kRank, kReflects)[0].sizes))
    throw user_error("operator", "the derivative of padding takes a gradient of the shape of the result");
  return shape::dense(self, self.sizes());
}
// The element that each position of a padded side shows.
Tensor shown_elements(std::int64_t size, std::int64_t before, std::int64_t places, bool reflects, const Tensor& like) {
  Tensor out = Tensor::zeros({places}, Element::i64, like.device());
  for (std::int64_t i = 0; i < places; ++i) {
    std::int64_t at = i - before;
    if (reflects) at = at < 0 ? -at : at >= size ? 2 * (size - 1) - at : at;
    out.data<std::int64_t>()[i] = std::clamp<std::int64_t>(at, 0, std::max<std::int64_t>(size - 1, 0));
  }
  return out;
}
template <std::size_t kRank, bool kReflects>
Outputs unpadded(Args args) {
  padded_backward<kRank, kReflects>(args);
  const Tensor& self = args[1].tensor();
  Dims pad = args[2].ints();
  Tensor out = args[0].tensor();
  for (std::size_t back = 0; back < kRank; ++back) {
    std::size_t d = self.dim() - 1 - back;
    Dims sizes = out.sizes();
    Tensor at = shown_elements(self.sizes()[d], pad[2 * back], sizes[d], kReflects, out);
    sizes[d] = self.sizes()[d];
    Tensor zeros = Tensor::zeros(sizes, out.element(), out.device());
    out = first(op::index_add, {zeros, static_cast<std::int64_t>(d), at, out});
  }
  return out;
}

constexpr OpDef kRecords[] = {
    // Its schema is with the other operators that write to arguments.
    {
        .path = "torch.ops.aten._native_batch_norm_legit.default",
        .doc = "Batch normalization over a batch, or by running statistics.",
        .decompose = {Decomposition::none, decomposition::batch_norm_legit},
        .run = {.fake = batch_norm},
    },
    {
        .path = "torch.ops.aten._convolution.default",
        .schema = "_convolution(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, SymInt[] padding, SymInt[] "
                  "dilation, bool transposed, SymInt[] output_padding, SymInt groups, bool benchmark, bool "
                  "deterministic, bool cudnn_enabled, bool allow_tf32) -> Tensor",
        .doc = "convolution with switches for its backends.",
        .decompose = {Decomposition::none, decomposition::convolution_with_switches},
        .run = {.fake = convolution},
    },
    {
        .path = "torch.ops.aten._convolution.deprecated",
        .schema = "_convolution.deprecated(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, SymInt[] "
                  "padding, SymInt[] dilation, bool transposed, int[] output_padding, SymInt groups, bool benchmark, "
                  "bool deterministic, bool cudnn_enabled) -> Tensor",
        .decompose = {Decomposition::table, decomposition::convolution_with_switches},
        .run = {.fake = convolution, .autocast = Autocast::lower},
    },
    {
        .path = "torch.ops.aten._upsample_bicubic2d_aa.vec",
        .schema = "_upsample_bicubic2d_aa.vec(Tensor input, SymInt[]? output_size, bool align_corners, float[]? "
                  "scale_factors) -> Tensor",
        .decompose = {Decomposition::table},
        .run = {.fake = in_input_format<shape::scaled<2>>},
    },
    {
        .path = "torch.ops.aten._upsample_bilinear2d_aa.vec",
        .schema = "_upsample_bilinear2d_aa.vec(Tensor input, SymInt[]? output_size, bool align_corners, float[]? "
                  "scale_factors) -> Tensor",
        .decompose = {Decomposition::table},
        .run = {.fake = in_input_format<shape::scaled<2>>},
    },
    {
        .path = "torch.ops.aten._upsample_nearest_exact1d.vec",
        .schema =
            "_upsample_nearest_exact1d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor",
        .decompose = {Decomposition::table, decomposition::upsample_nearest_exact},
        .run = {.fake = shape::scaled<1>},
    },
    {
        .path = "torch.ops.aten._upsample_nearest_exact2d.vec",
        .schema =
            "_upsample_nearest_exact2d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor",
        .decompose = {Decomposition::table, decomposition::upsample_nearest_exact},
        .run = {.fake = contiguous_in_input_format<shape::scaled<2>>},
    },
    {
        .path = "torch.ops.aten._upsample_nearest_exact3d.vec",
        .schema =
            "_upsample_nearest_exact3d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor",
        .decompose = {Decomposition::table, decomposition::upsample_nearest_exact},
        .run = {.fake = shape::scaled<3>},
    },
    {
        .path = "torch.ops.aten.adaptive_avg_pool1d.default",
        .schema = "adaptive_avg_pool1d(Tensor self, int[1] output_size) -> Tensor",
        .doc = "Means over as many windows of a signal as asked for.",
        .decompose = {Decomposition::table, decomposition::adaptive_avg_pool1d},
        .run = {.fake = adaptive<1>},
        .python = {.surfaces = kInTorch | kInFunctional},
    },
    {
        .path = "torch.ops.aten.adaptive_max_pool1d.default",
        .schema = "adaptive_max_pool1d(Tensor self, int[1] output_size) -> (Tensor, Tensor)",
        .doc = "Maxima over as many windows of a signal as asked for, and their places.",
        .decompose = {Decomposition::table, decomposition::adaptive_max_pool1d},
        .run = {.fake = adaptive_max<1>},
        .python = {.surfaces = kInTorch | kInFunctional},
    },
    {
        .path = "torch.ops.aten.avg_pool1d.default",
        .schema = "avg_pool1d(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=[0], bool "
                  "ceil_mode=False, bool count_include_pad=True) -> Tensor",
        .doc = "Means over windows of a signal.",
        .decompose = {Decomposition::table, decomposition::avg_pool1d},
        .run = {.fake = avg_pool<1>},
        .python = {.surfaces = kInTorch | kInFunctional},
    },
    {
        .path = "torch.ops.aten.conv1d.padding",
        .schema = "conv1d.padding(Tensor input, Tensor weight, Tensor? bias=None, SymInt[1] stride=[1], str "
                  "padding=\"valid\", SymInt[1] dilation=[1], SymInt groups=1) -> Tensor",
        .decompose = {Decomposition::table, decomposition::conv_padding},
        .run = {.fake = conv, .autocast = Autocast::lower},
    },
    {
        .path = "torch.ops.aten.conv3d.default",
        .schema = "conv3d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[3] stride=[1, 1, 1], SymInt[3] "
                  "padding=[0, 0, 0], SymInt[3] dilation=[1, 1, 1], SymInt groups=1) -> Tensor",
        .doc = "Convolution of volumes.",
        .decompose = {Decomposition::table, decomposition::conv},
        .run = {.fake = conv, .autocast = Autocast::lower},
        .python = {.surfaces = kInTorch | kInFunctional},
    },
    {
        .path = "torch.ops.aten.conv3d.padding",
        .schema = "conv3d.padding(Tensor input, Tensor weight, Tensor? bias=None, SymInt[3] stride=[1, 1, 1], str "
                  "padding=\"valid\", SymInt[3] dilation=[1, 1, 1], SymInt groups=1) -> Tensor",
        .decompose = {Decomposition::table, decomposition::conv_padding},
        .run = {.fake = conv, .autocast = Autocast::lower},
    },
    {
        .path = "torch.ops.aten.conv_transpose1d.default",
        .schema = "conv_transpose1d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[1] stride=[1], SymInt[1] "
                  "padding=[0], SymInt[1] output_padding=[0], SymInt groups=1, SymInt[1] dilation=[1]) -> Tensor",
        .doc = "Transposed convolution of signals.",
        .decompose = {Decomposition::table, decomposition::conv_transpose},
        .run = {.fake = in_input_format<conv_transpose>, .autocast = Autocast::lower},
        .python = {.surfaces = kInTorch | kInFunctional},
    },
    {
        .path = "torch.ops.aten.conv_transpose2d.input",
        .schema =
            "conv_transpose2d.input(Tensor input, Tensor weight, Tensor? bias=None, SymInt[2] stride=[1, 1], SymInt[2] "
            "padding=[0, 0], SymInt[2] output_padding=[0, 0], SymInt groups=1, SymInt[2] dilation=[1, 1]) -> Tensor",
        .doc = "Transposed convolution of images.",
        .decompose = {Decomposition::table, decomposition::conv_transpose},
        .run = {.fake = in_input_format<conv_transpose>, .autocast = Autocast::lower},
        .python = {.surfaces = kInTorch | kInFunctional},
    },
    {
        .path = "torch.ops.aten.conv_transpose3d.input",
        .schema = "conv_transpose3d.input(Tensor input, Tensor weight, Tensor? bias=None, SymInt[3] stride=[1, 1, 1], "
                  "SymInt[3] padding=[0, 0, 0], SymInt[3] output_padding=[0, 0, 0], SymInt groups=1, SymInt[3] "
                  "dilation=[1, 1, 1]) -> Tensor",
        .doc = "Transposed convolution of volumes.",
        .decompose = {Decomposition::table, decomposition::conv_transpose},
        .run = {.fake = conv_transpose, .autocast = Autocast::lower},
        .python = {.surfaces = kInTorch | kInFunctional},
    },
    {
        .path = "torch.ops.aten.convolution_overrideable.default",
        .schema = "convolution_overrideable(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, SymInt[] "
                  "padding, SymInt[] dilation, bool transposed, SymInt[] output_padding, SymInt groups) -> Tensor",
        .doc = "convolution by the kernel of another backend.",
        .run = {.fake = convolution},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.max_pool1d.default",
        .schema = "max_pool1d(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=[0], int[1] "
                  "dilation=[1], bool ceil_mode=False) -> Tensor",
        .doc = "Maxima over windows of a signal.",
        .decompose = {Decomposition::table, decomposition::max_pool1d},
        .run = {.fake = max_pool<1>},
        .python = {.surfaces = kInTorch | kInFunctional},
    },
    {
        .path = "torch.ops.aten.max_pool1d_with_indices.default",
        .schema = "max_pool1d_with_indices(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=[0], "
                  "int[1] dilation=[1], bool ceil_mode=False) -> (Tensor, Tensor)",
        .doc = "Maxima over windows of a signal, and their places.",
        .decompose = {Decomposition::table, decomposition::max_pool1d_with_indices},
        .run = {.fake = max_pool_indices<1>},
        .python = {.surfaces = kInTorch | kInFunctional},
    },
    {
        .path = "torch.ops.aten.reflection_pad1d_backward.default",
        .schema = "reflection_pad1d_backward(Tensor grad_output, Tensor self, SymInt[2] padding) -> Tensor",
        .doc = "The derivative of reflection_pad1d: each gradient is added to the element that it came from.",
        .decompose = {Decomposition::none, unpadded<1, true>},
        .run = {.fake = padded_backward<1, true>},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.reflection_pad2d_backward.default",
        .schema = "reflection_pad2d_backward(Tensor grad_output, Tensor self, SymInt[4] padding) -> Tensor",
        .doc = "The derivative of reflection_pad2d: each gradient is added to the element that it came from.",
        .decompose = {Decomposition::none, unpadded<2, true>},
        .run = {.fake = padded_backward<2, true>},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.reflection_pad3d_backward.default",
        .schema = "reflection_pad3d_backward(Tensor grad_output, Tensor self, SymInt[6] padding) -> Tensor",
        .doc = "The derivative of reflection_pad3d: each gradient is added to the element that it came from.",
        .decompose = {Decomposition::none, unpadded<3, true>},
        .run = {.fake = padded_backward<3, true>},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.replication_pad1d_backward.default",
        .schema = "replication_pad1d_backward(Tensor grad_output, Tensor self, SymInt[2] padding) -> Tensor",
        .doc = "The derivative of replication_pad1d: each gradient is added to the element that it came from.",
        .decompose = {Decomposition::none, unpadded<1, false>},
        .run = {.fake = padded_backward<1, false>},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.replication_pad2d_backward.default",
        .schema = "replication_pad2d_backward(Tensor grad_output, Tensor self, SymInt[4] padding) -> Tensor",
        .doc = "The derivative of replication_pad2d: each gradient is added to the element that it came from.",
        .decompose = {Decomposition::none, unpadded<2, false>},
        .run = {.fake = padded_backward<2, false>},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.replication_pad3d_backward.default",
        .schema = "replication_pad3d_backward(Tensor grad_output, Tensor self, SymInt[6] padding) -> Tensor",
        .doc = "The derivative of replication_pad3d: each gradient is added to the element that it came from.",
        .decompose = {Decomposition::none, unpadded<3, false>},
        .run = {.fake = padded_backward<3, false>},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.reflection_pad1d.default",
        .schema = "reflection_pad1d(Tensor self, SymInt[2] padding) -> Tensor",
        .doc = "Signals padded with their mirror image.",
        .decompose = {Decomposition::table, decomposition::reflection_pad},
        .run = {.fake = shape::reflected<1>, .complex = on_complex::written, .autocast = Autocast::full},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.reflection_pad2d.default",
        .schema = "reflection_pad2d(Tensor self, SymInt[4] padding) -> Tensor",
        .doc = "Images padded with their mirror image.",
        .decompose = {Decomposition::table, decomposition::reflection_pad},
        .run = {.fake = shape::reflected<2>, .complex = on_complex::written, .autocast = Autocast::full},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.reflection_pad3d.default",
        .schema = "reflection_pad3d(Tensor self, SymInt[6] padding) -> Tensor",
        .doc = "Volumes padded with their mirror image.",
        .decompose = {Decomposition::table, decomposition::reflection_pad},
        .run = {.fake = shape::reflected<3>, .complex = on_complex::written},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.replication_pad1d.default",
        .schema = "replication_pad1d(Tensor self, SymInt[2] padding) -> Tensor",
        .doc = "Signals padded with their outermost elements.",
        .decompose = {Decomposition::table, decomposition::replication_pad},
        .run = {.fake = shape::replicated<1>, .complex = on_complex::written, .autocast = Autocast::full},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.replication_pad2d.default",
        .schema = "replication_pad2d(Tensor self, SymInt[4] padding) -> Tensor",
        .doc = "Images padded with their outermost pixels.",
        .decompose = {Decomposition::table, decomposition::replication_pad},
        .run = {.fake = shape::replicated<2>, .complex = on_complex::written, .autocast = Autocast::full},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.replication_pad3d.default",
        .schema = "replication_pad3d(Tensor self, SymInt[6] padding) -> Tensor",
        .doc = "Volumes padded with their outermost voxels.",
        .decompose = {Decomposition::table, decomposition::replication_pad},
        .run = {.fake = shape::replicated<3>, .complex = on_complex::written, .autocast = Autocast::full},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten._upsample_nearest_exact1d.default",
        .schema = "_upsample_nearest_exact1d(Tensor self, SymInt[1] output_size, float? scales=None) -> Tensor",
        .doc = "Signals resized, each element from the nearest one.",
        .decompose = {Decomposition::table, decomposition::upsample_nearest_exact_sized},
        .run = {.fake = resized_by<1, shape::Interpolation::nearest>},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten._upsample_nearest_exact2d.default",
        .schema = "_upsample_nearest_exact2d(Tensor self, SymInt[2] output_size, float? scales_h=None, float? "
                  "scales_w=None) -> Tensor",
        .doc = "Images resized, each pixel from the nearest one.",
        .decompose = {Decomposition::table, decomposition::upsample_nearest_exact_sized},
        .run = {.fake = contiguous_in_input_format<resized_by<2, shape::Interpolation::nearest>>},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten._upsample_nearest_exact3d.default",
        .schema = "_upsample_nearest_exact3d(Tensor self, SymInt[3] output_size, float? scales_d=None, float? "
                  "scales_h=None, float? scales_w=None) -> Tensor",
        .doc = "Volumes resized, each voxel from the nearest one.",
        .decompose = {Decomposition::table, decomposition::upsample_nearest_exact_sized},
        .run = {.fake = resized_by<3, shape::Interpolation::nearest>},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.upsample_bicubic2d.default",
        .schema = "upsample_bicubic2d(Tensor self, SymInt[2] output_size, bool align_corners, float? scales_h=None, "
                  "float? scales_w=None) -> Tensor",
        .doc = "Images resized by bicubic interpolation.",
        .decompose = {Decomposition::none, decomposition::upsample_bicubic_sized},
        .run = {.fake = contiguous_in_input_format<resized_by<2, shape::Interpolation::cubic>>},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.upsample_bicubic2d.vec",
        .schema = "upsample_bicubic2d.vec(Tensor input, SymInt[]? output_size, bool align_corners, float[]? "
                  "scale_factors) -> Tensor",
        .decompose = {Decomposition::table, decomposition::upsample_bicubic},
        .run = {.fake = contiguous_in_input_format<interpolated<2, shape::Interpolation::cubic>>},
    },
    {
        .path = "torch.ops.aten.upsample_bilinear2d.default",
        .schema = "upsample_bilinear2d(Tensor self, SymInt[2] output_size, bool align_corners, float? scales_h=None, "
                  "float? scales_w=None) -> Tensor",
        .doc = "Images resized by bilinear interpolation.",
        .decompose = {Decomposition::none, decomposition::upsample_linear_sized},
        .run = {.fake = contiguous_in_input_format<resized_by<2, shape::Interpolation::linear>>},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.upsample_bilinear2d.vec",
        .schema = "upsample_bilinear2d.vec(Tensor input, SymInt[]? output_size, bool align_corners, float[]? "
                  "scale_factors) -> Tensor",
        .decompose = {Decomposition::table, decomposition::upsample_linear},
        .run = {.fake = contiguous_in_input_format<interpolated<2, shape::Interpolation::linear>>},
    },
    {
        .path = "torch.ops.aten.upsample_linear1d.default",
        .schema =
            "upsample_linear1d(Tensor self, SymInt[1] output_size, bool align_corners, float? scales=None) -> Tensor",
        .doc = "Signals resized by linear interpolation.",
        .decompose = {Decomposition::table, decomposition::upsample_linear_sized},
        .run = {.fake = resized_by<1, shape::Interpolation::linear>},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.upsample_linear1d.vec",
        .schema = "upsample_linear1d.vec(Tensor input, SymInt[]? output_size, bool align_corners, float[]? "
                  "scale_factors) -> Tensor",
        .decompose = {Decomposition::table, decomposition::upsample_linear},
        .run = {.fake = interpolated<1, shape::Interpolation::linear>},
    },
    {
        .path = "torch.ops.aten.upsample_nearest1d.default",
        .schema = "upsample_nearest1d(Tensor self, SymInt[1] output_size, float? scales=None) -> Tensor",
        .doc = "Signals resized, each element from the one below its place.",
        .decompose = {Decomposition::table, decomposition::upsample_nearest_sized},
        .run = {.fake = resized_by<1, shape::Interpolation::nearest>},
    },
    {
        .path = "torch.ops.aten.upsample_nearest2d.default",
        .schema = "upsample_nearest2d(Tensor self, SymInt[2] output_size, float? scales_h=None, float? scales_w=None) "
                  "-> Tensor",
        .doc = "Images resized, each pixel from the one below its place.",
        .decompose = {Decomposition::table, decomposition::upsample_nearest_sized},
        .run = {.fake = contiguous_in_input_format<resized_by<2, shape::Interpolation::nearest>>},
    },
    {
        .path = "torch.ops.aten.upsample_nearest3d.default",
        .schema = "upsample_nearest3d(Tensor self, SymInt[3] output_size, float? scales_d=None, float? scales_h=None, "
                  "float? scales_w=None) -> Tensor",
        .doc = "Volumes resized, each voxel from the one below its place.",
        .decompose = {Decomposition::table, decomposition::upsample_nearest_sized},
        .run = {.fake = resized_by<3, shape::Interpolation::nearest>},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.upsample_nearest3d.vec",
        .schema = "upsample_nearest3d.vec(Tensor input, SymInt[]? output_size, float[]? scale_factors) -> Tensor",
        .decompose = {Decomposition::table, decomposition::upsample_nearest},
        .run = {.fake = interpolated<3, shape::Interpolation::nearest>},
    },
    {
        .path = "torch.ops.aten.upsample_trilinear3d.default",
        .schema = "upsample_trilinear3d(Tensor self, SymInt[3] output_size, bool align_corners, float? scales_d=None, "
                  "float? scales_h=None, float? scales_w=None) -> Tensor",
        .doc = "Volumes resized by trilinear interpolation.",
        .decompose = {Decomposition::none, decomposition::upsample_linear_sized},
        .run = {.fake = resized_by<3, shape::Interpolation::linear>},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.upsample_trilinear3d.vec",
        .schema = "upsample_trilinear3d.vec(Tensor input, SymInt[]? output_size, bool align_corners, float[]? "
                  "scale_factors) -> Tensor",
        .decompose = {Decomposition::table, decomposition::upsample_linear},
        .run = {.fake = contiguous_in_input_format<interpolated<3, shape::Interpolation::linear>>},
    },
};

}  // namespace

std::span<const OpDef> op_records::shapes_layers() { return kRecords; }

}  // namespace seesaw
