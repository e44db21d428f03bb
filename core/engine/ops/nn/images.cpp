// Rules of run_decompositions: images resized by interpolation, decomposed into windows, padded circularly, sampled.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/shapes_by_rule.h"
#include "core/engine/ops/composed/decomposition_parts.h"
#include "core/engine/ops/kernels/matrix.h"
#include "core/engine/ops/nn/layer_shapes.h"

namespace seesaw::decomposition {

namespace {

Tensor minus_of(const Value& a, const Value& b) { return one("sub.Tensor", {a, b}); }
Tensor plus_of(const Value& a, const Value& b) { return one("add.Tensor", {a, b}); }
Tensor times_of(const Value& a, const Value& b) { return one("mul.Tensor", {a, b}); }
Tensor clamped_to(const Value& x, const Value& low, const Value& high) { return one("clamp.default", {x, low, high}); }

// input, output_size, align_corners, scale_factors
struct Resize {
  explicit Resize(Args args) : x(self(args)), corners(args[2].truth()) {
    if (!is_floating(x.element())) not_written("resizing of this input");
    const std::vector<double> factors = shape::factors_of(args[3]);
    for (std::size_t i = 0; i + 2 < x.dim(); ++i) {
      std::int64_t in = x.sizes()[i + 2];
      if (is_sym(in)) not_written("resizing of symbolic sizes");
      double scale = i < factors.size() ? factors[i] : 0;  // with output_size too: 0 goes by the sizes
      std::int64_t out = given(args[1]) ? args[1].ints()[i]
                                        : static_cast<std::int64_t>(static_cast<double>(in) * scale);
      if (is_sym(out)) not_written("resizing to symbolic sizes");
      from.push_back(in);
      to.push_back(out);
      if (corners) {
        step.push_back(out > 1 ? (static_cast<double>(in) - 1) / (static_cast<double>(out) - 1) : 0);
      } else {
        step.push_back(scale > 0 ? 1 / scale : static_cast<double>(in) / static_cast<double>(out));
      }
    }
    wide = x.element() == Element::f64 ? Element::f64 : Element::f32;
  }
  // The source positions of the elements of one dimension of the output.
  Tensor places(std::size_t i, const Tensor& numbers) const {
    if (corners) return times_of(numbers, step[i]);
    return minus_of(times_of(plus_of(numbers, 0.5), step[i]), 0.5);
  }
  Tensor numbers(std::size_t i) const { return copied_to(counted(0, to[i]), wide); }

  Tensor x;
  bool corners;
  std::vector<std::int64_t> from, to;
  std::vector<double> step;
  Element wide;
};

}  // namespace

Outputs upsample_linear(Args args) {
  Resize of(args);
  std::size_t rank = of.from.size();
  Tensor image = copied_to(of.x, of.wide);
  std::vector<Tensor> exact, low, high, values;
  for (std::size_t i = 0; i < rank; ++i) {
    Tensor places = clamped_to(of.places(i, of.numbers(i)), 0.0, Value());
    std::vector<std::int64_t> size(rank - i, 1);
    size[0] = of.to[i];
    exact.push_back(one("view.default", {places, Dims(size)}));
    low.push_back(copied_to(exact[i], Element::i64));
    high.push_back(clamped_to(plus_of(low[i], 1), Value(), of.from[i] - 1));
  }
  for (std::size_t corner = 0; corner < std::size_t{1} << rank; ++corner) {
    std::vector<Tensor> indices(2);
    for (std::size_t i = 0; i < rank; ++i) indices.push_back((corner >> (rank - 1 - i)) % 2 == 0 ? low[i] : high[i]);
    values.push_back(one("index.Tensor", {image, indices}));
  }
  for (std::size_t i = rank; i-- > 0;) {
    Tensor part = copied_to(clamped_to(minus_of(exact[i], low[i]), 0.0, 1.0), of.wide);
    std::vector<Tensor> next;
    for (std::size_t k = 0; k < values.size(); k += 2) {
      Tensor more = times_of(minus_of(values[k + 1], values[k]), part);
      next.push_back(plus_of(values[k], more));
    }
    values = next;
  }
  return copied_to(values[0], of.x.element());
}

namespace {

// Weights of four neighbours, from the distance to the second of them.
std::vector<Tensor> cubic_weights(const Tensor& t) {
  auto both = [](const Tensor& a, const Tensor& b) { return one("stack.default", {std::vector<Tensor>{a, b}, 0}); };
  constexpr double kA = -0.75;
  Tensor near = both(t, minus_of(1.0, t));
  Tensor after = plus_of(t, 1.0);
  Tensor far = both(after, minus_of(2.0, t));
  Tensor outer = plus_of(times_of(minus_of(times_of(far, kA), 5 * kA), far), 8 * kA);
  outer = minus_of(times_of(outer, far), 4 * kA);
  Tensor inner = minus_of(times_of(near, kA + 2), kA + 3);
  inner = plus_of(times_of(times_of(inner, near), near), 1);
  Outputs ends = aten("unbind.int", {outer, 0});
  Outputs middle = aten("unbind.int", {inner, 0});
  return {ends[0], middle[0], middle[1], ends[1]};
}

Tensor weighted_sum(const std::vector<Tensor>& values, const std::vector<Tensor>& weights) {
  Tensor out = times_of(values[0], weights[0]);
  for (std::size_t i = 1; i < values.size(); ++i) out = plus_of(out, times_of(values[i], weights[i]));
  return out;
}

struct Neighbours {
  std::vector<Tensor> at;
  explicit Neighbours(const Tensor& place) {
    Tensor before = minus_of(place, 1), after = plus_of(place, 1);
    at = {before, place, after, plus_of(place, 2)};
  }
};

}  // namespace

Outputs upsample_bicubic(Args args) {
  Resize of(args);
  if (of.from.size() != 2) not_written("bicubic resizing of these sizes");
  Tensor image = copied_to(copied_to(of.x, of.wide), of.wide);
  Tensor rows = of.numbers(0), columns = of.numbers(1);
  Tensor across = of.places(1, columns);
  Tensor down = one("unsqueeze.default", {of.places(0, rows), -1});
  Tensor x = one("floor.default", {across}), y = one("floor.default", {down});
  Tensor part_y = clamped_to(minus_of(down, y), 0.0, 1.0);
  Tensor part_x = clamped_to(minus_of(across, x), 0.0, 1.0);
  x = copied_to(x, Element::i64);
  y = copied_to(y, Element::i64);
  Neighbours ys(y), xs(x);
  std::vector<Tensor> weights_x = cubic_weights(part_x), weights_y = cubic_weights(part_y), lines;
  for (const Tensor& row : ys.at) {
    std::vector<Tensor> values;
    for (const Tensor& column : xs.at) {
      Tensor place_y = clamped_to(row, 0, of.from[0] - 1), place_x = clamped_to(column, 0, of.from[1] - 1);
      values.push_back(one("index.Tensor", {image, std::vector<Tensor>{Tensor(), Tensor(), place_y, place_x}}));
    }
    lines.push_back(weighted_sum(values, weights_x));
  }
  return copied_to(copied_to(weighted_sum(lines, weights_y), of.wide), of.x.element());
}

// --- windows ---

namespace {

// Row i of the result has the positions of element i of each window.
Tensor window_places(
    std::int64_t size, std::int64_t kernel, std::int64_t dilation, std::int64_t padding, std::int64_t stride) {
  auto steps = [](std::int64_t to, std::int64_t by) {
    return one("arange.start_step", {0, to, by, Element::i64, Value(), cpu(), false});
  };
  Tensor starts = one("unsqueeze.default", {steps(size + 2 * padding - dilation * (kernel - 1), stride), 0});
  Tensor inside = one("unsqueeze.default", {steps(kernel * dilation, dilation), -1});
  return plus_of(starts, inside);
}
Tensor behind_twice(const Tensor& x) { return one("unsqueeze.default", {one("unsqueeze.default", {x, -1}), -1}); }
void need_numbers(const Tensor& x, std::string_view what) {
  for (std::int64_t size : x.sizes()) {
    if (is_sym(size)) not_written(cat({what, " of symbolic sizes"}));
  }
}

}  // namespace

// self, kernel_size, dilation, padding, stride
Outputs im2col(Args args) {
  need_numbers(self(args), "im2col");
  bool batch = self(args).dim() == 4;
  Tensor x = batch ? self(args) : one("unsqueeze.default", {args[0], 0});
  Dims kernel = args[1].ints(), dilation = args[2].ints(), padding = args[3].ints(), stride = args[4].ints();
  Tensor rows = window_places(x.sizes()[2], kernel[0], dilation[0], padding[0], stride[0]);
  Tensor columns = window_places(x.sizes()[3], kernel[1], dilation[1], padding[1], stride[1]);
  std::int64_t count = rows.sizes()[1] * columns.sizes()[1];
  Tensor padded = one("constant_pad_nd.default", {x, Dims{padding[1], padding[1], padding[0], padding[0]}, 0.0});
  rows = behind_twice(rows);
  constexpr std::int64_t kEnd = std::numeric_limits<std::int64_t>::max();
  if (!newer(EngineNovelty::whole_slices)) {
    for (std::int64_t dim : {0, 1}) padded = one("slice.Tensor", {padded, dim, 0, kEnd});
  }
  Tensor windows = one("index.Tensor", {padded, std::vector<Tensor>{Tensor(), Tensor(), rows, columns}});
  windows = one("permute.default", {windows, Dims{0, 1, 2, 4, 3, 5}});
  Tensor out = one("reshape.default", {windows, Dims{x.sizes()[0], x.sizes()[1] * kernel[0] * kernel[1], count}});
  return batch ? out : one("squeeze.dim", {out, 0});
}

// self, output_size, kernel_size, dilation, padding, stride
Outputs col2im(Args args) {
  need_numbers(self(args), "col2im");
  bool batch = self(args).dim() == 3;
  if (self(args).element() == Element::f16 || self(args).element() == Element::bf16)
    not_written("col2im of this dtype");
  Tensor x = batch ? self(args) : one("unsqueeze.default", {args[0], 0});
  Dims size = args[1].ints(), kernel = args[2].ints(), dilation = args[3].ints(), padding = args[4].ints(),
       stride = args[5].ints();
  auto windows = [&](std::size_t i) {
    return 1 + (size[i] + 2 * padding[i] - dilation[i] * (kernel[i] - 1) - 1) / stride[i];
  };
  std::int64_t images = x.sizes()[0], channels = x.sizes()[1] / (kernel[0] * kernel[1]);
  Tensor apart = one("reshape.default", {x, Dims{images, channels, kernel[0], kernel[1], windows(0), windows(1)}});
  apart = one("permute.default", {apart, Dims{0, 1, 2, 4, 3, 5}});
  Tensor rows = behind_twice(window_places(size[0], kernel[0], dilation[0], padding[0], stride[0]));
  Tensor columns = window_places(size[1], kernel[1], dilation[1], padding[1], stride[1]);
  Tensor out = one("new_zeros.default",
                   {x, Dims{images, channels, size[0] + 2 * padding[0], size[1] + 2 * padding[1]}});
  out = one("index_put.default", {out, std::vector<Tensor>{Tensor(), Tensor(), rows, columns}, apart, true});
  out = one("constant_pad_nd.default", {out, Dims{-padding[1], -padding[1], -padding[0], -padding[0]}, 0.0});
  return batch ? out : one("squeeze.dim", {out, 0});
}

// --- circular padding ---

namespace {

struct Cut {
  std::int64_t dim, from, to;
};
Tensor cut_of(const Tensor& x, const Cut& at) { return one("slice.Tensor", {x, at.dim, at.from, at.to}); }

// `out` with `value` at the location of the successive cuts. The views are repeated as in PyTorch: unused nodes count
// in names.
Tensor with_cuts(const Tensor& out, const std::vector<Cut>& cuts, const Tensor& value) {
  std::vector<Tensor> bases = {out};
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) bases.push_back(cut_of(bases.back(), cuts[i]));
  Tensor result = value;
  for (std::size_t i = cuts.size(); i-- > 0;)
    result = one("slice_scatter.default", {bases[i], result, cuts[i].dim, cuts[i].from, cuts[i].to});
  Tensor again = result;
  for (const Cut& at : cuts) again = cut_of(again, at);
  return result;
}

}  // namespace

// self, pad
Outputs pad_circular(Args args) {
  const Tensor& x = self(args);
  need_numbers(x, "padding");
  Dims pad = args[1].ints();
  std::size_t rank = pad.size() / 2;
  std::vector<std::int64_t> size(x.sizes().begin(), x.sizes().end());
  for (std::size_t i = 0; i < rank; ++i) size[x.dim() - 1 - i] += pad[2 * i] + pad[2 * i + 1];
  auto positive = [](std::int64_t v) { return std::max<std::int64_t>(v, 0); };
  Tensor out = one("empty.memory_format", {Dims(size), x.element(), strided(), cpu(), false});
  Tensor target = out, source = x;
  std::vector<Cut> middle;
  for (std::size_t i = 0; i < rank; ++i) {
    std::size_t dim = x.dim() - 1 - i;
    middle.push_back({static_cast<std::int64_t>(dim), positive(pad[2 * i]), size[dim] - positive(pad[2 * i + 1])});
    target = cut_of(target, middle.back());
    source = cut_of(
        source, {static_cast<std::int64_t>(dim), positive(-pad[2 * i]), x.sizes()[dim] - positive(-pad[2 * i + 1])});
  }
  out = with_cuts(out, middle, one("copy.default", {target, source}));
  auto copy = [&](const Cut& to, const Cut& from) {
    bool overlap = to.from < from.to && from.from < to.to && to.from != from.from;
    if (overlap && !x.is_fake())
      throw fx_error("RuntimeError",
                     "unsupported operation: some elements of the input tensor and the written-to tensor refer to a "
                     "single memory location. Please clone() the tensor before performing the operation.");
    for (int time = 0; time < 2; ++time) {
      target = cut_of(out, to);
      source = cut_of(out, from);
    }
    out = with_cuts(out, {to}, one("copy.default", {target, source}));
  };
  for (std::size_t i = 0; i < rank; ++i) {
    std::size_t at = x.dim() - 1 - i;
    std::int64_t left = pad[2 * i], right = pad[2 * i + 1], whole = size[at];
    auto dim = static_cast<std::int64_t>(at);
    if (left > 0) copy({dim, 0, left}, {dim, whole - left - positive(right), whole - positive(right)});
    if (right > 0) copy({dim, whole - right, whole}, {dim, positive(left), positive(left) + right});
  }
  return out;
}

// input, grid, interpolation_mode, padding_mode, align_corners
Outputs grid_sampler(Args args) {
  return one(self(args).dim() == 4 ? "grid_sampler_2d.default" : "grid_sampler_3d.default",
             {args[0], args[1], args[2], args[3], args[4]});
}

}  // namespace seesaw::decomposition

namespace seesaw {

namespace {

constexpr OpDef kRecords[] = {
    {
        .path = "torch.ops.aten._pad_circular.default",
        .schema = "_pad_circular(Tensor self, SymInt[] pad) -> Tensor",
        .doc = "Padding with what stands at the opposite end.",
        .decompose = {Decomposition::table, decomposition::pad_circular},
        .run = {.fake = shape::circularly_padded, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.grid_sampler.default",
        .schema = "grid_sampler(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool "
                  "align_corners) -> Tensor",
        .doc = "Values of an image or a volume at the places of a grid.",
        .decompose = {Decomposition::table, decomposition::grid_sampler},
        .run = {.autocast = Autocast::full},
    },
};

}  // namespace

std::span<const OpDef> op_records::images() { return kRecords; }

}  // namespace seesaw
