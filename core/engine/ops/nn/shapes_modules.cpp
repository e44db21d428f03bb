// Shapes of operators that torch.nn modules call, without a kernel: losses, gates, pixels.
#include <vector>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"
#include "core/engine/tensor/size_checks.h"

namespace seesaw {

namespace {

// self, upscale_factor
Specs shuffled(Args args) {
  const Tensor& t = shape::self(args);
  if (t.dim() < 3)
    throw fx_error("RuntimeError",
                   cat({"pixel_shuffle expects input to have at least 3 dimensions, but got input with ",
                        std::to_string(t.dim()),
                        " dimension(s)"}));
  std::int64_t factor = args[1].integer();
  if (factor <= 0)
    throw fx_error("RuntimeError",
                   cat({"pixel_shuffle expects a positive upscale_factor, but got ", dim_text(factor)}));
  Dims sizes = t.sizes();
  std::size_t c = t.dim() - 3;
  std::int64_t square = 0;
  if (__builtin_mul_overflow(factor, factor, &square)) square = INT64_MAX;
  if (!is_sym(sizes[c]) && sizes[c] % square != 0) {
    throw fx_error("RuntimeError",
                   cat({"pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of "
                        "upscale_factor, but input.size(-3)=",
                        dim_text(sizes[c]),
                        " is not divisible by ",
                        dim_text(square)}));
  }
  sizes[c] = dim_floordiv(sizes[c], square);
  sizes[c + 1] = dim_mul(sizes[c + 1], factor);
  sizes[c + 2] = dim_mul(sizes[c + 2], factor);
  return in_format_of(t, shape::dense(t, sizes));
}

// self, downscale_factor
Specs unshuffled(Args args) {
  const Tensor& t = shape::self(args);
  if (t.dim() < 3)
    throw fx_error("RuntimeError",
                   cat({"pixel_unshuffle expects input to have at least 3 dimensions, but got input with ",
                        std::to_string(t.dim()),
                        " dimension(s)"}));
  std::int64_t factor = args[1].integer();
  if (factor <= 0)
    throw fx_error("RuntimeError",
                   cat({"pixel_unshuffle expects a positive downscale_factor, but got ", dim_text(factor)}));
  Dims sizes = t.sizes();
  std::size_t c = t.dim() - 3;
  for (auto [at, name] : {std::pair(c + 1, "height"), std::pair(c + 2, "width")}) {
    if (is_sym(sizes[at]) || sizes[at] % factor == 0) continue;
    throw fx_error("RuntimeError",
                   cat({"pixel_unshuffle expects ",
                        name,
                        " to be divisible by downscale_factor, but input.size(",
                        at == c + 1 ? "-2" : "-1",
                        ")=",
                        dim_text(sizes[at]),
                        " is not divisible by ",
                        dim_text(factor)}));
  }
  sizes[c] = dim_mul(dim_mul(sizes[c], factor), factor);
  sizes[c + 1] = dim_floordiv(sizes[c + 1], factor);
  sizes[c + 2] = dim_floordiv(sizes[c + 2], factor);
  return in_format_of(t, shape::dense(t, sizes));
}

// self, groups
Specs channels_shuffled(Args args) {
  const Tensor& t = shape::self(args);
  std::int64_t groups = args[1].integer();
  if (t.dim() > 1 && groups > 0 && !sizes_match(dim_mod(t.sizes()[1], groups), 0)) {
    throw fx_error("RuntimeError",
                   cat({"Number of channels must be divisible by groups. Got ",
                        dim_text(t.sizes()[1]),
                        " channels and ",
                        dim_text(groups),
                        " groups."}));
  }
  if (t.dim() > 1 && groups > 0 && is_sym(t.sizes()[1])) return spec_like(t, with_grouped_channels(t.sizes(), groups));
  return shape::like_first(args);
}

// self, repeats, dim
Specs repeated(Args args) {
  const Tensor& t = shape::self(args);
  if (!shape::given(args, 2)) {
    std::int64_t count = args[1].integer();
    for (std::int64_t size : t.sizes()) count = dim_mul(count, size);
    return shape::dense(t, Dims{count});
  }
  Dims sizes = t.sizes();
  std::size_t dim = wrap_dim(args[2].integer(), t.dim());
  sizes[dim] = dim_mul(sizes[dim], args[1].integer());
  return shape::dense(t, sizes);
}

// x1, x2, p, eps, keepdim
Specs distances(Args args) {
  TensorSpec spec = shape::binary_float(args.first(2))[0];
  bool keep = shape::given(args, 4) && args[4].truth();
  Dims sizes = spec.sizes;
  if (sizes.size() > 0) sizes.erase(sizes.size() - 1);
  if (keep) sizes.push_back(1);
  return TensorSpec::of(sizes, part_of(spec.element), spec.device);
}

constexpr OpDef kRecords[] = {
    {
        .path = "torch.ops.aten.pixel_shuffle.default",
        .schema = "pixel_shuffle(Tensor self, int upscale_factor) -> Tensor",
        .doc = "Channels turned into pixels: images grow.",
        .decompose = {Decomposition::table, decomposition::pixel_shuffle},
        .run = {.fake = shuffled, .complex = on_complex::written},
        .python = {.surfaces = kInTorch | kInFunctional},
    },
    {
        .path = "torch.ops.aten.pixel_unshuffle.default",
        .schema = "pixel_unshuffle(Tensor self, int downscale_factor) -> Tensor",
        .doc = "Pixels turned into channels: images shrink.",
        .decompose = {Decomposition::table, decomposition::pixel_unshuffle},
        .run = {.fake = unshuffled, .complex = on_complex::written},
        .python = {.surfaces = kInTorch | kInFunctional},
    },
    {
        .path = "torch.ops.aten.channel_shuffle.default",
        .schema = "channel_shuffle(Tensor self, SymInt groups) -> Tensor",
        .doc = "Channels of groups, interleaved.",
        .decompose = {Decomposition::table, decomposition::channel_shuffle},
        .run = {.fake = channels_shuffled, .complex = on_complex::written},
        .python = {.surfaces = kInTorch | kInFunctional},
    },
    {
        .path = "torch.ops.aten.repeat_interleave.self_int",
        .schema = "repeat_interleave.self_int(Tensor self, SymInt repeats, int? dim=None, *, SymInt? output_size=None) "
                  "-> Tensor",
        .doc = "Each element repeated.",
        .decompose = {Decomposition::table, decomposition::repeat_interleave},
        .run = {.fake = repeated, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.pairwise_distance.default",
        .schema = "pairwise_distance(Tensor x1, Tensor x2, float p=2, float eps=1e-06, bool keepdim=False) -> Tensor",
        .doc = "Distances between rows.",
        .decompose = {Decomposition::table, decomposition::pairwise_distance},
        .run = {.fake = distances, .complex = on_complex::written},
        .python = {.surfaces = kInTorch | kInFunctional},
    },
};

}  // namespace

std::span<const OpDef> op_records::shapes_modules() { return kRecords; }

}  // namespace seesaw
