// Rules of run_decompositions: products of matrices, attention, normalization, convolution, pooling, padding, resizing.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/engine/ops/call/view_shapes.h"
#include "core/engine/ops/composed/decomposition_parts.h"
#include "core/engine/ops/nn/layer_shapes.h"

namespace seesaw::decomposition {

namespace {

Dims repeated(std::int64_t value, std::size_t count) { return Dims(std::vector<std::int64_t>(count, value)); }
std::vector<std::int64_t> list_of(const Dims& dims) { return {dims.begin(), dims.end()}; }

Tensor permuted(const Tensor& x, const std::vector<std::int64_t>& order) {
  return one("permute.default", {x, Dims(order)});
}
Tensor reshaped(const Tensor& x, const std::vector<std::int64_t>& size) {
  return one("reshape.default", {x, Dims(size)});
}
Tensor last_two_swapped(const Tensor& x) { return one("transpose.int", {x, -2, -1}); }

// Columns minus rows.
Tensor distance_from_diagonal(const Tensor& x) {
  std::int64_t rows = x.sizes()[x.dim() - 2], columns = x.sizes().back();
  Tensor across = one("unsqueeze.default", {counted(0, columns), -2});
  Tensor down = one("unsqueeze.default", {counted(0, rows), -1});
  return one("sub.Tensor", {across, down});
}
Tensor triangle(const Tensor& x, std::string_view compare, const Value& diagonal) {
  Tensor kept = one(compare, {distance_from_diagonal(x), diagonal});
  if (x.element() == Element::b8) return one("logical_and.default", {kept, x});
  return choose(kept, x, scalar(0, x));
}

}  // namespace

Outputs triu(Args args) { return triangle(self(args), "ge.Scalar", args[1]); }
Outputs tril(Args args) { return triangle(self(args), "le.Scalar", args[1]); }

Outputs outer(Args args) {
  return one("mul.Tensor", {one("view.default", {args[0], Dims{self(args).sizes()[0], 1}}), args[1]});
}
Outputs vdot(Args args) {
  if (!is_complex(self(args).element())) return one("dot.default", {args[0], args[1]});
  Tensor conjugates = one("_conj_physical.default", {args[0]});
  return one("sum.default", {one("mul.Tensor", {conjugates, args[1]})});
}
Outputs dot(Args args) { return summed_as(self(args), one("sum.default", {one("mul.Tensor", {args[0], args[1]})})); }

// --- derivatives ---

// grad_output, mask, scale
Outputs native_dropout_backward(Args args) {
  Tensor kept = one("mul.Tensor", {converted(args[1].tensor(), self(args).element()), args[2]});
  return contiguous_clone(one("mul.Tensor", {args[0], kept}));
}
// grad_output, output, dim, input_dtype: half precision is computed in float32.
Outputs softmax_backward_data(Args args) {
  auto wide = [](const Value& v) {
    return is_half(v.tensor().element()) ? copied_to(v.tensor(), Element::f32) : v.tensor();
  };
  Tensor grad = wide(args[0]), output = wide(args[1]);
  Tensor product = one("mul.Tensor", {grad, output});
  Tensor sum = one("sum.dim_IntList", {product, Dims{args[2].integer()}, true});
  Tensor out = one("sub.Tensor", {product, one("mul.Tensor", {output, sum})});
  return out.element() == args[3].element() ? out : copied_to(out, args[3].element());
}

// --- attention ---

namespace {

constexpr double kMinusInf = -std::numeric_limits<double>::infinity();

// The term added to the scores: 0 where the mask is set, else minus infinity.
Tensor bias_of(const Tensor& mask, const Tensor& query, bool copied) {
  Tensor low = one("scalar_tensor.default", {kMinusInf, query.element(), Value(), cpu()});
  Tensor zero = scalar(0.0, query);
  return choose(mask, zero, copied ? copied_to(low, query.element()) : low);
}

// Fully masked rows yield zeros, not NaN.
Tensor safe_softmax(const Tensor& scores) {
  Tensor out = one("_softmax.default", {scores, -1, false});
  Tensor seen = one("logical_not.default", {one("eq.Scalar", {scores, kMinusInf})});
  Tensor blind = one("logical_not.default", {one("any.dim", {seen, -1, true})});
  return choose(
      blind,
      one("full_like.default", {out, 0, Value(), Value(), Value(), false, std::string("torch.preserve_format")}),
      out);
}

// Whether PyTorch has a separate kernel for the call: with heads, which are as wide in query, key and value. Since 2.14
// also with fewer heads of keys, and for three dimensions.
bool is_fused(Args args) {
  const Tensor& query = self(args);
  const bool more = newer(EngineNovelty::default_decompositions);
  for (std::size_t i = 1; i <= 2; ++i) {
    if (args[i].tensor().dim() != query.dim() || args[i].tensor().sizes().back() != query.sizes().back()) return false;
  }
  return (query.dim() == 4 && (!args[7].truth() || more)) || (query.dim() == 3 && !args[7].truth() && more);
}

// The result, and the weights of its sums.
std::vector<Tensor> attended(Args args) {
  Tensor query = self(args), key = args[1].tensor(), value = args[2].tensor();
  const bool drops = args[4].number().value != 0;
  if (query.dim() < 2 || is_sym(query.sizes().back())) not_written("attention of these sizes");
  double scale = given(args[6]) ? args[6].number().value : 1 / std::sqrt(static_cast<double>(query.sizes().back()));
  double root = std::sqrt(scale);
  Tensor bias = given(args[3]) ? args[3].tensor() : Tensor();
  const bool grouped = args[7].truth();
  if (grouped) shape::check_groups(args);
  const bool fused = !drops && is_fused(args);
  const bool folded = query.dim() == 3 && !grouped && newer(EngineNovelty::default_decompositions);
  const Element element = query.element();
  if (!fused && is_half(element)) {
    for (Tensor* one_of : {&query, &key, &value}) *one_of = copied_to(*one_of, Element::f32);
  }
  if (folded) {
    for (Tensor* one_of : {&query, &key, &value}) *one_of = one("unsqueeze.default", {*one_of, 0});
    while (bias && bias.dim() < 4) bias = one("unsqueeze.default", {bias, 0});
  }
  if (bias && bias.element() == Element::b8) bias = bias_of(bias, query, true);
  Tensor scaled = one("mul.Scalar", {query, root});
  if (args[5].truth()) {
    std::int64_t rows = query.sizes()[query.dim() - 2], columns = key.sizes()[key.dim() - 2];
    Tensor all = one("full.default", {Dims{rows, columns}, true, Element::b8, strided(), cpu(), false});
    bias = bias_of(one("tril.default", {all}), query, !fused);
  }
  for (Tensor* heads : {&key, &value}) {
    std::int64_t times = grouped ? query.sizes()[query.dim() - 3] / heads->sizes()[heads->dim() - 3] : 1;
    if (times != 1) *heads = repeat_interleave(std::array<Value, 4>{*heads, times, -3, Value()})[0];
  }
  Tensor turned = one("mul.Scalar", {last_two_swapped(key), root});
  Tensor scores = one("matmul.default", {scaled, turned});
  if (bias) scores = one("add.Tensor", {scores, bias});
  Tensor weights = safe_softmax(scores);
  if (drops) weights = aten("native_dropout.default", {weights, args[4], true})[0];
  Tensor out = one("matmul.default", {weights, value});
  if (!fused) {
    copied_to(weights, element);
    out = copied_to(out, element);
    return {folded ? one("squeeze.dim", {out, 0}) : out, weights};
  }
  // The result of the separate kernel has the heads inside in memory.
  Tensor inside = permuted(out, {2, 0, 1, 3});
  if (has_symbols(inside) || !inside.is_contiguous()) inside = contiguous_clone(inside);
  Tensor result = permuted(inside, {1, 2, 0, 3});
  return {folded ? one("squeeze.dim", {result, 0}) : result, weights};
}

}  // namespace

Outputs attention(Args args) { return attended(args)[0]; }
// query, key, value, dropout_p, is_causal, attn_mask, scale
Outputs cpu_attention(Args args) {
  return attended(std::array<Value, 8>{args[0], args[1], args[2], args[5], args[3], args[4], args[6], false});
}

// --- normalization ---

Outputs instance_norm(Args args) {
  const Tensor& x = self(args);
  if (has_symbols(x) || x.dim() < 2) not_written("instance_norm of these sizes");
  if (!args[5].truth() || given(args[3]) || given(args[4])) not_written("instance_norm with statistics");
  std::int64_t images = x.sizes()[0], channels = x.sizes()[1];
  Value weight = given(args[1]) ? Value(one("repeat.default", {args[1], Dims{images}})) : Value();
  Value bias = given(args[2]) ? Value(one("repeat.default", {args[2], Dims{images}})) : Value();
  std::vector<std::int64_t> size = list_of(x.sizes());
  size[0] = 1;
  size[1] = images * channels;
  Tensor flat = one("view.default", {x, Dims(size)});
  Tensor out = aten("_native_batch_norm_legit.no_stats", {flat, weight, bias, true, args[6], args[7]})[0];
  return one("view.default", {out, x.sizes()});
}

Outputs rms_norm(Args args) {
  const Tensor& x = self(args);
  std::vector<std::int64_t> dims;
  for (std::size_t i = x.dim() - args[1].ints().size(); i < x.dim(); ++i) dims.push_back(static_cast<std::int64_t>(i));
  bool wide_type = x.element() == Element::f64;
  double eps = given(args[3]) ? args[3].number().value
               : wide_type    ? std::numeric_limits<double>::epsilon()
                              : double{std::numeric_limits<float>::epsilon()};
  if (!wide_type) eps = double{static_cast<float>(eps)};
  Tensor wide = copied_to(x, x.element() == Element::f64 ? Element::f64 : Element::f32);
  Tensor mean = one("mean.dim", {one("pow.Tensor_Scalar", {wide, 2}), Dims(dims), true});
  Tensor factor = one("rsqrt.default", {one("add.Scalar", {mean, eps})});
  Tensor out = converted(one("mul.Tensor", {wide, factor}), x.element());
  return given(args[2]) ? one("mul.Tensor", {out, args[2]}) : out;
}

// --- convolution and pooling ---

namespace {

Outputs convolved(const Value& x,
                  const Value& weight,
                  const Value& bias,
                  const Dims& stride,
                  const Dims& padding,
                  const Dims& dilation,
                  bool transposed,
                  const Dims& output_padding,
                  const Value& groups) {
  return aten("convolution.default", {x, weight, bias, stride, padding, dilation, transposed, output_padding, groups});
}
Dims spread(const Value& value, std::size_t rank) {
  return value.ints().size() == rank ? value.ints() : repeated(value.ints()[0], rank);
}

// One dimension as two: of height 1.
Dims flat(const Value& value, std::int64_t height) {
  return value.ints().size() == 0 ? Dims{} : Dims{height, value.ints()[0]};
}
Tensor as_image(const Value& x) { return one("unsqueeze.default", {x, -2}); }
Tensor as_line(const Tensor& x) { return one("squeeze.dim", {x, -2}); }

}  // namespace

Outputs conv_padding(Args args) {
  std::size_t rank = spatial_rank(args[1].tensor());
  bool batched = self(args).dim() == rank + 2;
  Tensor x = batched ? self(args) : one("unsqueeze.default", {args[0], 0});
  auto as_given = [&](Outputs out) -> Outputs { return batched ? out : one("squeeze.dim", {out[0], 0}); };
  Dims stride = spread(args[3], rank), dilation = spread(args[5], rank);
  if (!shape::keeps_size(args[4], stride))
    return as_given(convolved(x, args[1], args[2], stride, Dims{0}, dilation, false, Dims{0}, args[6]));
  shape::SamePadding padding = shape::same_padding(args[1].tensor(), dilation);
  if (!padding.behind.empty()) x = one("constant_pad_nd.default", {x, padding.behind, 0});
  return as_given(convolved(x, args[1], args[2], stride, padding.sides, dilation, false, repeated(0, rank), args[6]));
}

// input, weight, bias, stride, padding, output_padding, groups, dilation
Outputs conv_transpose(Args args) {
  std::size_t rank = spatial_rank(args[1].tensor());
  bool batched = self(args).dim() == rank + 2;
  Tensor x = batched ? self(args) : one("unsqueeze.default", {args[0], 0});
  Outputs out = convolved(x,
                          args[1],
                          args[2],
                          spread(args[3], rank),
                          spread(args[4], rank),
                          spread(args[7], rank),
                          true,
                          spread(args[5], rank),
                          args[6]);
  return batched ? out : one("squeeze.dim", {out[0], 0});
}

Outputs avg_pool1d(Args args) {
  Dims stride = args[2].ints().size() == 0 ? flat(args[1], 1) : flat(args[2], 1);
  return as_line(
      one("avg_pool2d.default", {as_image(args[0]), flat(args[1], 1), stride, flat(args[3], 0), args[4], args[5]}));
}

namespace {

Outputs pooled_line(Args args) {
  Dims stride = args[2].ints().size() == 0 ? flat(args[1], 1) : flat(args[2], 1);
  return aten("max_pool2d_with_indices.default",
              {as_image(args[0]), flat(args[1], 1), stride, flat(args[3], 0), flat(args[4], 1), args[5]});
}

}  // namespace

Outputs max_pool1d(Args args) {
  const Tensor& x = self(args);
  // Where elements are known, PyTorch has a kernel of its own for floats only.
  if (!x.is_fake() && !is_floating(x.element())) not_implemented("max_pool1d_impl", x.element());
  return as_line(pooled_line(args)[0]);
}
Outputs max_pool1d_with_indices(Args args) {
  Outputs out = pooled_line(args);
  Tensor maxima = as_line(out[0]);
  return std::vector<Tensor>{maxima, as_line(out[1])};
}
Outputs adaptive_avg_pool1d(Args args) {
  shape::need_one_size("adaptive_avg_pool1d", args[1]);
  return as_line(one("adaptive_avg_pool2d.default", {as_image(args[0]), flat(args[1], 1)}));
}
Outputs adaptive_max_pool1d(Args args) {
  shape::need_one_size("adaptive_max_pool1d", args[1]);
  Outputs out = aten("adaptive_max_pool2d.default", {as_image(args[0]), flat(args[1], 1)});
  Tensor indices = as_line(out[1]);
  return std::vector<Tensor>{as_line(out[0]), indices};
}

// --- padding ---

namespace {

// The elements of the last dimensions at the positions in `index` for each of them.
Tensor indexed(const Tensor& x,
               const Dims& pad,
               Tensor (*index)(std::int64_t from, std::int64_t to, std::int64_t size)) {
  std::size_t count = pad.size() / 2;
  Tensor out = x;
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t dim = x.dim() - count + i, side = 2 * (count - 1 - i);
    std::int64_t size = x.sizes()[dim];
    std::vector<Tensor> indices(x.dim());
    indices[dim] = index(dim_mul(pad[side], -1), dim_add(size, pad[side + 1]), size);
    out = one("index.Tensor", {out, indices});
  }
  return out;
}
Tensor reflected(std::int64_t from, std::int64_t to, std::int64_t size) {
  Tensor places = counted(from, to);
  for (int i = 0; i < 2; ++i) places = one("sub.Tensor", {dim_sub(size, 1), one("abs.default", {places})});
  return places;
}
Tensor clamped(std::int64_t from, std::int64_t to, std::int64_t size) {
  return one("clamp.default", {counted(from, to), 0, dim_sub(size, 1)});
}

}  // namespace

Outputs pad(Args args) {
  const std::string& mode = args[2].text();
  std::size_t sides = args[1].ints().size();
  if (sides % 2 != 0) throw fx_error("RuntimeError", "Padding length must be divisible by 2");
  if (mode == "constant")
    return one("constant_pad_nd.default",
               {args[0], args[1], given(args[3]) ? Value(args[3].number().value) : Value(0.0)});
  if (mode == "circular") return one("_pad_circular.default", {args[0], args[1]});
  if (mode != "reflect" && mode != "replicate")
    throw fx_error("NotImplementedError", cat({"Unrecognised padding mode ", mode}));
  bool layers = (sides == 2 || sides == 4 || sides == 6) &&
                (self(args).dim() == sides / 2 + 1 || self(args).dim() == sides / 2 + 2);
  if (!layers)
    throw fx_error("NotImplementedError",
                   "Only 2D, 3D, 4D, 5D padding with non-constant padding are supported for now");
  std::string rank = std::to_string(sides / 2);
  return one(cat({mode == "reflect" ? "reflection_pad" : "replication_pad", rank, "d.default"}), {args[0], args[1]});
}
Outputs reflection_pad(Args args) {
  if (has_symbols(self(args))) not_written("padding of symbolic sizes");
  return indexed(self(args), args[1].ints(), reflected);
}
Outputs replication_pad(Args args) {
  if (has_symbols(self(args))) not_written("padding of symbolic sizes");
  return indexed(self(args), args[1].ints(), clamped);
}

// --- resizing ---

namespace {

// The source positions of the elements of one dimension of the output.
Tensor sources(std::int64_t in, std::int64_t out, const Value& scales, std::size_t i, double shift) {
  const std::vector<double> factors = shape::factors_of(scales);
  bool by_sizes = i >= factors.size() || factors[i] == 0;
  double step = by_sizes ? static_cast<double>(in) / static_cast<double>(out) : 1 / factors[i];
  Tensor places = one("mul.Tensor", {one("add.Tensor", {counted(0, out, Element::f32), shift}), step});
  return copied_to(places, Element::i64);
}

// input, output_size, scale_factors: either, or both, where the sizes are those of the result
Outputs nearest_elements(Args args, double shift) {
  const Tensor& x = self(args);
  if (has_symbols(x)) not_written("resizing of symbolic sizes");
  std::size_t rank = x.dim() - 2;
  Tensor wide = copied_to(x, x.element());
  std::vector<Tensor> indices(2);
  for (std::size_t i = 0; i < rank; ++i) {
    std::int64_t in = x.sizes()[i + 2];
    std::int64_t out = given(args[1]) ? args[1].ints()[i]
                                      : static_cast<std::int64_t>(
                                            std::floor(static_cast<double>(in) * shape::factors_of(args[2])[i]));
    Tensor index = sources(in, out, args[2], i, shift);
    for (std::size_t k = i + 1; k < rank; ++k) index = one("unsqueeze.default", {index, -1});
    indices.push_back(index);
  }
  return copied_to(one("index.Tensor", {wide, indices}), x.element());
}

}  // namespace

Outputs upsample_nearest(Args args) { return nearest_elements(args, 0); }

namespace {

// A scale for each dimension as a list, 0 where it is None: that dimension goes by its sizes.
Value scales_from(Args args, std::size_t at) {
  std::vector<double> out;
  for (const Value& one : args.subspan(std::min(at, args.size())))
    out.push_back(one.is_number() ? one.number().value : 0);
  return out;
}

}  // namespace

// self, output_size, a scale for each dimension
Outputs upsample_nearest_sized(Args args) {
  return nearest_elements(std::array<Value, 3>{args[0], args[1], scales_from(args, 2)}, 0);
}
// By the centres of the elements.
Outputs upsample_nearest_exact_sized(Args args) {
  return nearest_elements(std::array<Value, 3>{args[0], args[1], scales_from(args, 2)}, 0.5);
}
// self, output_size, align_corners, a scale for each dimension
Outputs upsample_bicubic_sized(Args args) {
  return upsample_bicubic(std::array<Value, 4>{args[0], args[1], args[2], scales_from(args, 3)});
}
Outputs upsample_linear_sized(Args args) {
  return upsample_linear(std::array<Value, 4>{args[0], args[1], args[2], scales_from(args, 3)});
}
// Arguments of convolution, then switches of backends.
Outputs convolution_with_switches(Args args) { return call(op::convolution, args.first(9)); }
// native_batch_norm, with the running statistics as arguments that it writes to.
Outputs batch_norm_legit(Args args) { return call(op::native_batch_norm, args.first(8)); }

// By the centres of the elements.
Outputs upsample_nearest_exact(Args args) { return nearest_elements(args, 0.5); }

namespace {

// Images after any number of dimensions.
struct Image {
  Dims batch;
  std::int64_t channels, height, width;
  Image(const Tensor& x, std::string_view name) {
    if (has_symbols(x) || x.dim() < 3) not_written(cat({name, " of these sizes"}));
    std::size_t at = x.dim() - 3;
    batch = Dims(std::span<const std::int64_t>(x.sizes().begin(), at));
    channels = x.sizes()[at];
    height = x.sizes()[at + 1];
    width = x.sizes()[at + 2];
  }
  std::vector<std::int64_t> behind(std::initializer_list<std::int64_t> sizes) const {
    std::vector<std::int64_t> out(batch.begin(), batch.end());
    out.insert(out.end(), sizes);
    return out;
  }
  std::vector<std::int64_t> dims_behind(std::initializer_list<std::int64_t> order) const {
    std::vector<std::int64_t> out;
    for (std::size_t i = 0; i < batch.size(); ++i) out.push_back(static_cast<std::int64_t>(i));
    for (std::int64_t dim : order) out.push_back(dim + static_cast<std::int64_t>(batch.size()));
    return out;
  }
};

}  // namespace

Outputs pixel_shuffle(Args args) {
  Image of(self(args), "pixel_shuffle");
  std::int64_t r = args[1].integer(), channels = of.channels / (r * r);
  Tensor apart = one("view.default", {self(args), Dims(of.behind({channels, r, r, of.height, of.width}))});
  return contiguous_clone(
      reshaped(permuted(apart, of.dims_behind({0, 3, 1, 4, 2})), of.behind({channels, of.height * r, of.width * r})));
}
Outputs pixel_unshuffle(Args args) {
  const Tensor& x = self(args);
  if (x.dim() < 3)
    throw fx_error("RuntimeError",
                   cat({"pixel_unshuffle expects input to have at least 3 dimensions, but got input with ",
                        std::to_string(x.dim()),
                        " dimension(s)"}));
  if (args[1].integer() <= 0)
    throw fx_error("RuntimeError",
                   cat({"pixel_unshuffle expects a positive downscale_factor, but got ", dim_text(args[1].integer())}));
  Image of(x, "pixel_unshuffle");
  std::int64_t h = of.height, w = of.width, r = args[1].integer();
  for (auto [size, name] : {std::pair(h, "height"), std::pair(w, "width")}) {
    if (size % r != 0)
      throw fx_error("RuntimeError",
                     cat({"pixel_unshuffle expects ",
                          name,
                          " to be divisible by downscale_factor, but input.size(",
                          name[0] == 'h' ? "-2" : "-1",
                          ")=",
                          dim_text(size),
                          " is not divisible by ",
                          dim_text(r)}));
  }
  Tensor apart = one("view.default", {x, Dims(of.behind({of.channels, h / r, r, w / r, r}))});
  return contiguous_clone(
      reshaped(permuted(apart, of.dims_behind({0, 2, 4, 1, 3})), of.behind({of.channels * r * r, h / r, w / r})));
}

}  // namespace seesaw::decomposition
