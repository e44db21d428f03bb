// Convolution, and the two halves of its derivatives: im2col and col2im.
#include "core/base/budget.h"
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/kernels/exact_numbers.h"
#include "core/engine/ops/kernels/matrix.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/kernels/window.h"
#include "core/engine/ops/nn/convolution_dtypes.h"
#include "core/engine/ops/nn/convolution_rows.h"
#include "core/engine/ops/nn/convolution_transposed.h"
#include "core/engine/ops/nn/image_columns.h"
#include "core/engine/ops/nn/layer_shapes.h"
#include "core/engine/ops/nn/volumes.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/current_dialect.h"
#include "core/engine/tensor/layout_questions.h"
#include "core/engine/tensor/sym.h"
#include "core/engine/tensor/sym_facts.h"

namespace seesaw {

Pair pair_of(const Value& value, Pair otherwise) {
  if (value.is_none()) return otherwise;
  Dims dims = value.ints();
  if (dims.empty()) return otherwise;
  return {dims[0], dims.back()};
}

namespace {

struct Columns {
  std::int64_t images, channels, height, width;  // of the image
  Pair kernel, dilation, pad, stride;
  Pair places() const {
    return {window_places(height, kernel.h, pad.h, stride.h, dilation.h),
            window_places(width, kernel.w, pad.w, stride.w, dilation.w)};
  }
};

// Calls f(offset in the columns, offset in a contiguous image) for each element of the columns that is not padding.
template <class F>
void each_column(const Columns& c, F&& f) {
  Pair out = c.places();
  std::int64_t column = 0;
  for (std::int64_t plane = 0; plane < c.images * c.channels; ++plane) {
    for (std::int64_t k = 0; k < c.kernel.h * c.kernel.w; ++k) {
      std::int64_t down = k / c.kernel.w * c.dilation.h - c.pad.h, right = k % c.kernel.w * c.dilation.w - c.pad.w;
      for (std::int64_t y = 0; y < out.h; ++y) {
        std::int64_t row = y * c.stride.h + down;
        for (std::int64_t x = 0; x < out.w; ++x, ++column) {
          std::int64_t at = x * c.stride.w + right;
          if (row >= 0 && row < c.height && at >= 0 && at < c.width) f(column, (plane * c.height + row) * c.width + at);
        }
      }
    }
  }
}

TensorSpec columns_spec(const Tensor& image, const Columns& c) {
  Pair out = c.places();
  return spec_like(image, {c.images, dim_mul(c.channels, c.kernel.h * c.kernel.w), dim_mul(out.h, out.w)});
}

Tensor unfold(const Tensor& image, const Columns& c) {
  Tensor in = image.contiguous(), columns = Tensor::zeros(columns_spec(image, c));
  with_element(image.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    T* to = columns.data<T>();
    const T* from = in.data<T>();
    each_column(c, [&](std::int64_t column, std::int64_t at) { to[column] = from[at]; });
  });
  return columns;
}

std::string named(std::string_view what, Pair p) {
  return cat({what, "_height: ", dim_text(p.h), " ", what, "_width: ", dim_text(p.w)});
}
std::string tuple(Pair p) { return cat({"(", dim_text(p.h), ", ", dim_text(p.w), ")"}); }

// Checks that the window exists and that its stride is positive.
void check_window(const Columns& c) {
  auto positive = [](Pair p, std::string_view text, std::string_view name) {
    if (p.h <= 0 || p.w <= 0)
      throw fx_error("RuntimeError", cat({text, " should be greater than zero, but got ", named(name, p)}));
  };
  positive(c.kernel, "kernel size", "kernel");
  positive(c.dilation, "dilation", "dilation");
  if (c.pad.h < 0 || c.pad.w < 0)
    throw fx_error("RuntimeError", cat({"padding should be non-negative, but got ", named("pad", c.pad)}));
  positive(c.stride, "stride", "stride");
  auto times = [](std::int64_t a, std::int64_t b) {
    within_budget(
        Budget::steps, is_sym(a) || is_sym(b) ? 1 : static_cast<double>(a) * static_cast<double>(b), "a window");
  };
  times(c.kernel.h, c.kernel.w);
  for (Pair with : {c.dilation, Pair{c.height, c.width}}) {
    times(c.kernel.h, with.h);
    times(c.kernel.w, with.w);
  }
  for (std::int64_t n : {c.pad.h, c.pad.w, c.stride.h, c.stride.w}) times(n, 1);
}

Columns im2col_columns(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  if (a.dim() != 4)
    throw fx_error("RuntimeError",
                   cat({"Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero "
                        "dimensions for input, but got: ",
                        dims_text(a.sizes())}));
  Columns c{a.sizes()[0],
            a.sizes()[1],
            a.sizes()[2],
            a.sizes()[3],
            pair_of(args[1], {}),
            pair_of(args[2], {1, 1}),
            pair_of(args[3], {}),
            pair_of(args[4], {1, 1})};
  check_window(c);
  Pair places = c.places();
  auto is_short = [](std::int64_t size, std::int64_t pad, std::int64_t dilation, std::int64_t kernel) {
    std::int64_t reach = dim_add(dim_mul(dilation, dim_sub(kernel, 1)), 1);
    return asked_less(dim_add(size, dim_mul(2, pad)), reach);
  };
  if (asked_less(places.h, 1) || asked_less(places.w, 1) || is_short(c.height, c.pad.h, c.dilation.h, c.kernel.h) ||
      is_short(c.width, c.pad.w, c.dilation.w, c.kernel.w)) {
    throw fx_error("RuntimeError",
                   cat({"Given input with spatial size ",
                        tuple({c.height, c.width}),
                        ", kernel_size=",
                        tuple(c.kernel),
                        ", dilation=",
                        tuple(c.dilation),
                        ", padding=",
                        tuple(c.pad),
                        ", calculated shape of the array of sliding blocks as ",
                        tuple(places),
                        ", but its components must be at least one."}));
  }
  return c;
}
// Kernels of columns take floating tensors, and booleans.
void check_columns_dtype(const Tensor& t, std::string_view kernel) {
  if (is_integral(t.element()) && !t.is_fake()) not_implemented(kernel, t.element());
}
Specs im2col_meta(std::span<const Value> args) {
  check_columns_dtype(args[0].tensor(), "im2col_out_cpu");
  return columns_spec(args[0].tensor(), im2col_columns(args));
}
Tensor unfolded(std::span<const Value> args) { return unfold(args[0].tensor(), im2col_columns(args)); }
Outputs im2col_kernel(std::span<const Value> args) {
  im2col_meta(args);
  return unfolded(args);
}

Columns col2im_columns(std::span<const Value> args) {
  const Tensor& columns = args[0].tensor();
  Pair size = pair_of(args[1], {}), kernel = pair_of(args[2], {});
  Columns c{0, 0, size.h, size.w, kernel, pair_of(args[3], {1, 1}), pair_of(args[4], {}), pair_of(args[5], {1, 1})};
  check_window(c);
  if (columns.dim() != 3) {
    throw fx_error("RuntimeError",
                   cat({"Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and non-zero "
                        "dimensions for input, but got: ",
                        dims_text(columns.sizes())}));
  }
  std::int64_t under = dim_mul(kernel.h, kernel.w), given = columns.sizes()[2];
  if (!dim_equal(dim_mod(columns.sizes()[1], under), 0)) {
    throw fx_error("RuntimeError",
                   cat({"Expected size of input's dimension 1 to be divisible by the product of kernel_size, but got "
                        "input.size(1)=",
                        dim_text(columns.sizes()[1]),
                        " and kernel_size=",
                        tuple(kernel),
                        "."}));
  }
  Pair places = c.places();
  if (size.h < 1 || size.w < 1 || places.h < 1 || places.w < 1 || !sizes_match(dim_mul(places.h, places.w), given)) {
    throw fx_error("RuntimeError",
                   cat({"Given output_size=",
                        tuple(size),
                        ", kernel_size=",
                        tuple(kernel),
                        ", dilation=",
                        tuple(c.dilation),
                        ", padding=",
                        tuple(c.pad),
                        ", stride=",
                        tuple(c.stride),
                        ", expected size of input's dimension 2 to match the calculated number of sliding blocks ",
                        dim_text(places.h),
                        " * ",
                        dim_text(places.w),
                        " = ",
                        dim_text(dim_mul(places.h, places.w)),
                        ", but got input.size(2)=",
                        dim_text(given),
                        "."}));
  }
  c.images = columns.sizes()[0];
  c.channels = dim_floordiv(columns.sizes()[1], under);
  return c;
}
TensorSpec image_spec(const Tensor& columns, const Columns& c) {
  return spec_like(columns, {c.images, c.channels, c.height, c.width});
}
Specs col2im_meta(std::span<const Value> args) {
  check_columns_dtype(args[0].tensor(), "col2im_out_cpu");
  return image_spec(args[0].tensor(), col2im_columns(args));
}

Tensor folded(std::span<const Value> args) {
  const Tensor& columns = args[0].tensor();
  Columns c = col2im_columns(args);
  Tensor in = columns.contiguous(), image = Tensor::zeros(image_spec(columns, c));
  const bool booleans = columns.element() == Element::b8;
  with_element(columns.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    T* to = image.data<T>();
    const T* from = in.data<T>();
    each_column(c, [&](std::int64_t column, std::int64_t at) { to[at] = sum_in<T>(to[at], from[column], booleans); });
  });
  return image;
}
Outputs col2im_kernel(std::span<const Value> args) {
  col2im_meta(args);
  return folded(args);
}

void check_pair(const Value& value, std::string_view name) {
  Dims dims = value.is_none() ? Dims{} : value.ints();
  if (dims.size() <= 2) return;
  throw fx_error(
      "RuntimeError",
      cat({"expected ",
           name,
           " to be a single integer value or a list of 2 values to match the convolution dimensions, but got ",
           name,
           "=",
           dims_text(dims)}));
}

struct ConvolutionArgs {
  Tensor input, weight, bias;
  Pair stride, pad, dilation;
  std::int64_t groups = 1;

  explicit ConvolutionArgs(std::span<const Value> args)
      : input(args[0].tensor()),
        weight(args[1].tensor()),
        bias(args[2].is_tensor() ? args[2].tensor() : Tensor()),
        stride(pair_of(args[3], {1, 1})),
        pad(pair_of(args[4], {})),
        dilation(pair_of(args[5], {1, 1})),
        groups(args[8].integer()) {}
  Columns columns() const {
    return {input.sizes()[0],
            input.sizes()[1],
            input.sizes()[2],
            input.sizes()[3],
            {weight.sizes()[2], weight.sizes()[3]},
            dilation,
            pad,
            stride};
  }
};

void check_dtypes(const ConvolutionArgs& c) {
  if (c.bias && c.bias.element() != c.input.element()) {
    throw fx_error("RuntimeError",
                   cat({"Input type (",
                        ctype_name(c.input.element()),
                        ") and bias type (",
                        ctype_name(c.bias.element()),
                        ") should be the same"}));
  }
  check_scalar_type(c.input, c.weight);
}

Dims dims_at(std::span<const Value> args, std::size_t i) {
  return i < args.size() && args[i].kind() != Value::Kind::text && !args[i].is_none() ? args[i].ints() : Dims{};
}
// For any number of dimensions, transposed or not: also for sizes that the kernels do not support.
Specs convolution_shape(std::span<const Value> args) {
  return shape::convolution({args[0].tensor(),
                             args[1].tensor(),
                             dims_at(args, 3),
                             dims_at(args, 4),
                             dims_at(args, 5),
                             dims_at(args, 7),
                             args[8].integer(),
                             args[6].truth(),
                             false,
                             args[2].is_tensor() ? args[2].tensor() : Tensor()});
}

// A convolution over one dimension is computed on images of one row.
bool over_rows(std::span<const Value> args) { return args[0].tensor().dim() == 3 && args[1].tensor().dim() == 3; }
Tensor image_of(const Tensor& row) {
  const Dims& s = row.strides();
  return row.as_strided(as_image(row.sizes()), {s[0], s[1], s[2], s[2]}, row->offset);
}
std::vector<Value> over_images(std::span<const Value> args) {
  std::vector<Value> out(args.begin(), args.end());
  for (std::size_t i : {std::size_t{0}, std::size_t{1}}) out[i] = image_of(args[i].tensor());
  for (std::size_t i : {std::size_t{3}, std::size_t{5}}) out[i] = as_pair(args[i], 1);
  for (std::size_t i : {std::size_t{4}, std::size_t{7}}) out[i] = as_pair(args[i], 0);
  return out;
}

}  // namespace

Tensor columns_of_image(const std::vector<Value>& args) {
  return is_integral(args[0].tensor().element()) ? unfolded(args) : call(op::im2col, args)[0];
}
Tensor image_of_columns(const std::vector<Value>& args) {
  return is_integral(args[0].tensor().element()) ? folded(args) : call(op::col2im, args)[0];
}

void check_convolution_lists(std::span<const Value> args) {
  constexpr std::pair<std::size_t, std::string_view> kLists[] = {
      {3, "stride"}, {4, "padding"}, {5, "dilation"}, {7, "output_padding"}};
  std::size_t rank = args[1].tensor().dim() - 2;
  for (const auto& [at, name] : kLists) {
    if (args[at].is_none()) continue;
    Dims list = args[at].ints();
    if (list.size() == 1 || list.size() == rank || (at == 7 && !args[6].truth())) continue;
    throw fx_error("RuntimeError",
                   cat({"expected ",
                        name,
                        " to be a single integer value or a list of ",
                        std::to_string(rank),
                        " values to match the convolution dimensions, but got ",
                        name,
                        "=",
                        dims_text(list)}));
  }
}

namespace {

Specs convolution_meta(std::span<const Value> args) {
  const Tensor &input = args[0].tensor(), &weight = args[1].tensor();
  std::size_t rank = input.dim();
  if (rank != weight.dim() && rank + 1 == weight.dim()) {
    std::string want = std::to_string(weight.dim());
    throw fx_error("RuntimeError",
                   cat({"Expected ",
                        want,
                        "-dimensional input for ",
                        want,
                        "-dimensional weight ",
                        dims_text(weight.sizes()),
                        ", but got ",
                        std::to_string(rank),
                        "-dimensional input of size ",
                        dims_text(input.sizes()),
                        " instead"}));
  }
  Specs out = convolution_shape(args);
  if (rank > 5) throw fx_error("RuntimeError", "unsupported ConvNd parameters");
  check_dtypes(ConvolutionArgs(args));
  if (!input.is_fake() && input.numel() != 0)
    check_convolution_dtype(convolution_kind(input, args[5], args[6].truth()), ConvolutionPart::result);
  if (rank == 4) check_window(ConvolutionArgs(args).columns());
  if (rank == 5) check_volume_convolution(args);
  return out;
}

// For each image and group: the matrix of weights times the columns under the windows.
Outputs convolution_kernel(std::span<const Value> args) {
  TensorSpec result = convolution_meta(args)[0];
  check_convolution_lists(args);
  if (over_rows(args)) {
    Tensor image = convolution_kernel(over_images(args))[0];
    return image.as_strided(result.sizes, result.strides, image->offset);
  }
  if (args[0].tensor().dim() == 5) return volume_convolution(args, result);
  if (args[6].truth()) return transposed_convolution(args, result);
  Tensor out = Tensor::zeros(result);
  ConvolutionArgs c(args);
  Columns shape = c.columns();
  Pair places = shape.places();
  std::int64_t outputs = c.weight.sizes()[0] / c.groups, depth = c.weight.sizes()[1] * shape.kernel.h * shape.kernel.w,
               area = places.h * places.w;
  within_budget(Budget::products, static_cast<double>(out.numel()) * static_cast<double>(depth), "this convolution");
  Tensor columns = unfold(c.input, shape), weight = c.weight.contiguous();
  if (c.bias)
    copy_elements(out, c.bias.as_strided({c.bias.sizes()[0], 1, 1}, {c.bias.strides()[0], 1, 1}, c.bias->offset));
  with_element(out.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    for (std::int64_t i = 0; i < shape.images * c.groups; ++i) {
      add_product(out.data<T>() + i * outputs * area,
                  weight.data<T>() + i % c.groups * outputs * depth,
                  depth,
                  std::int64_t{1},
                  columns.data<T>() + i * depth * area,
                  outputs,
                  depth,
                  area);
    }
  });
  return out;
}

void convolution_vjp(Vjp& g) {
  Dims wanted{g.needs(0), g.needs(1), g.needs(2)};
  Outputs out = call(op::convolution_backward,
                     {g.grad(),
                      g.saved(0),
                      g.saved(1),
                      g.edges() > 2 && !g.sizes(2).empty() ? g.sizes(2) : Dims{0},
                      g.arg(3),
                      g.arg(4),
                      g.arg(5),
                      g.arg(6),
                      g.arg(7),
                      g.arg(8),
                      wanted});
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] != 0) g.set(i, out[i]);
  }
}

// Padding as numbers; the one-sided part of "same" is applied to the input.
Value padding_of(
    const Value& padding, const Value& stride, const Value& dilation, const Tensor& weight, Tensor& input) {
  if (padding.kind() != Value::Kind::text) return padding;
  if (!shape::keeps_size(padding, stride.is_none() ? Dims{} : stride.ints())) return Dims{0, 0};
  shape::SamePadding same = shape::same_padding(weight, dilation.is_none() ? Dims{} : dilation.ints());
  if (!same.behind.empty()) input = first(op::constant_pad_nd, {input, same.behind, 0});
  return same.sides;
}

// PyTorch 2.6 asks whether the elements of one input and of one result of a batch can be counted in 32 bits: of a size
// of dynamic_shapes without such a bound that is more than it may ask. Sizes that export finds by itself stay as they
// are.
void ask_index_range(const Dims& sizes) {
  if (newer(EngineNovelty::guarded_checks) || sizes.size() < 4) return;
  std::int64_t elements = 1;
  for (std::size_t d = 1; d < sizes.size(); ++d) elements = dim_mul(elements, sizes[d]);
  if (is_sym(elements) && !sym_table().facts().is_free(elements))
    sym_table().facts().ask(SymKind::le, elements, std::numeric_limits<std::int32_t>::max());
}

// For volumes only the shape. The result has the layout of the input, or of the weight.
Specs convolution_fake(std::span<const Value> args) {
  bool images = args[0].tensor().dim() <= 4;
  Specs out = images ? convolution_meta(args) : convolution_shape(args);
  if (!images) check_convolution_lists(args);
  ask_index_range(args[0].tensor().sizes());
  ask_index_range(out[0].sizes);
  return in_format_of(args[1].tensor(), in_format_of(args[0].tensor(), out[0]));
}

Outputs conv2d_kernel(std::span<const Value> args) {
  auto arg = [&](std::size_t i) { return i < args.size() ? args[i] : Value(); };
  Tensor input = args[0].tensor(), weight = args[1].tensor();
  if (weight.dim() != 4) throw user_error("operator", "conv2d takes a weight of 4 dimensions");
  bool batched = input.dim() == 4;
  if (!batched && input.dim() != 3) {
    throw fx_error("RuntimeError",
                   cat({"Expected 3D (unbatched) or 4D (batched) input to conv2d, but got input of size: ",
                        dims_text(input.sizes())}));
  }
  if (!batched) input = first(op::unsqueeze, {input, 0});
  check_pair(arg(3), "stride");
  Value padding = padding_of(arg(4), arg(3), arg(5), weight, input);
  check_pair(padding, "padding");
  check_pair(arg(5), "dilation");
  auto both = [](const Value& v, Pair otherwise) {
    Pair p = pair_of(v, otherwise);
    return Value(Dims{p.h, p.w});
  };
  Tensor out = first(op::convolution,
                     {input,
                      weight,
                      arg(2),
                      both(arg(3), {1, 1}),
                      both(padding, {}),
                      both(arg(5), {1, 1}),
                      false,
                      Dims{0, 0},
                      arg(6).is_number() ? arg(6) : Value(1)});
  return batched ? out : first(op::squeeze_dim, {out, 0});
}

SampleList convolution_samples() {
  auto r = [](const Dims& d) { return samples::ramp(d, -1, 1); };
  Value none, one = Dims{1, 1}, zero = Dims{0, 0};
  return {{r({2, 2, 4, 4}), r({3, 2, 3, 3}), r({3}), one, zero, one, false, zero, 1},
          {r({1, 2, 5, 4}), r({2, 2, 2, 3}), none, Dims{2, 1}, Dims{1, 1}, one, false, zero, 1},
          {r({2, 4, 4, 4}), r({2, 2, 2, 2}), r({2}), one, zero, Dims{2, 2}, false, zero, 2},
          {r({2, 4, 6}), r({2, 2, 2}), r({2}), Dims{2}, Dims{1}, Dims{2}, false, Dims{0}, 2},
          {r({2, 4, 3, 2}), r({4, 1, 2, 3}), r({2}), Dims{2, 1}, Dims{1, 0}, Dims{1, 2}, true, Dims{1, 0}, 2},
          {r({1, 2, 3}), r({2, 3, 2}), none, Dims{3}, Dims{0}, Dims{1}, true, Dims{2}, 1},
          {r({1, 4, 2, 3, 3}),
           r({2, 2, 2, 1, 2}),
           r({2}),
           Dims{1, 2, 1},
           Dims{1, 0, 0},
           Dims{1, 1, 2},
           false,
           Dims{0, 0, 0},
           2},
          {r({2, 1, 2, 2, 3}),
           r({2, 1, 2, 2, 2}),
           none,
           Dims{1, 1, 1},
           Dims{0, 0, 0},
           Dims{1, 1, 1},
           false,
           Dims{0, 0, 0},
           1},
          {r({1, 2, 2, 1, 2}),
           r({2, 1, 2, 2, 2}),
           r({2}),
           Dims{2, 1, 1},
           Dims{1, 0, 1},
           Dims{1, 1, 2},
           true,
           Dims{1, 0, 1},
           2}};
}
SampleList conv2d_samples() {
  auto r = [](const Dims& d) { return samples::ramp(d, -1, 1); };
  return {{r({1, 2, 4, 4}), r({3, 2, 3, 3}), r({3})},
          {r({2, 4, 4}), r({1, 2, 2, 2})},
          {r({1, 2, 4, 4}), r({2, 1, 3, 3}), r({2}), Dims{2}, Dims{1}, Dims{1}, 2}};
}
SampleList im2col_samples() {
  return {{samples::ramp({2, 2, 3, 4}, -1, 1), Dims{2, 2}, Dims{1, 1}, Dims{1, 0}, Dims{1, 2}}};
}
SampleList col2im_samples() {
  return {{samples::ramp({2, 8, 8}, -1, 1), Dims{3, 4}, Dims{2, 2}, Dims{1, 1}, Dims{1, 0}, Dims{1, 2}}};
}

constexpr SavedSlot kConvolution[] = {{"input", 0}, {"weight", 1}};

}  // namespace

namespace op {

constinit const OpDef convolution{
    .path = "torch.ops.aten.convolution.default",
    .schema =
        "convolution(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, SymInt[] padding, SymInt[] dilation, "
        "bool transposed, SymInt[] output_padding, SymInt groups) -> Tensor",
    .doc =
        "Convolution over the last dimension of a batch of signals, the last two of a batch of images, or three of "
        "volumes.",
    .run =
        {
            .meta = convolution_meta,
            .fake = convolution_fake,
            .kernel = laid_by<convolution_fake, convolution_kernel>,
            .complex = complex_convolution,
        },
    .grad = {.edges = 7, .node = "ConvolutionBackward0", .saves = kConvolution, .vjp = convolution_vjp},
    .samples = convolution_samples,
};
constinit const OpDef conv2d{
    .path = "torch.ops.aten.conv2d.default",
    .schema =
        "conv2d(Tensor input, Tensor weight, Tensor? bias=None, SymInt[2] stride=[1, 1], SymInt[2] padding=[0, 0], "
        "SymInt[2] dilation=[1, 1], SymInt groups=1) -> Tensor",
    .doc = "Convolution of an image, or a batch of them.",
    .decompose = {Decomposition::table, decomposition::conv},
    .run = {.kernel = conv2d_kernel, .complex = on_complex::written, .autocast = Autocast::lower, .composite = true},
    .python = {.surfaces = kInTorch | kInFunctional},
    .samples = conv2d_samples,
};
constinit const OpDef conv2d_padding{
    .path = "torch.ops.aten.conv2d.padding",
    .schema =
        "conv2d.padding(Tensor input, Tensor weight, Tensor? bias=None, SymInt[2] stride=[1, 1], str "
        "padding=\"valid\", SymInt[2] dilation=[1, 1], SymInt groups=1) -> Tensor",
    .doc = "conv2d with the padding that keeps the size (\"same\"), or none (\"valid\").",
    .decompose = {Decomposition::table, decomposition::conv_padding},
    .run = {.kernel = conv2d_kernel, .autocast = Autocast::lower, .composite = true},
    .samples =
        [] {
          Tensor a = samples::ramp({1, 2, 4, 3}, -1, 1), w = samples::ramp({2, 2, 3, 3}, -2, 2);
          return SampleList{{a, w, Value(), Dims{1, 1}, std::string("same"), Dims{1, 1}, 1},
                            {a, w, samples::ramp({2}, 0, 1), Dims{1, 1}, std::string("valid"), Dims{1, 1}, 1}};
        },
};
constinit const OpDef im2col{
    .path = "torch.ops.aten.im2col.default",
    .schema = "im2col(Tensor self, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride) -> Tensor",
    .doc = "The elements under each place of a window, as columns.",
    .decompose = {Decomposition::table, decomposition::im2col},
    .run = {.meta = im2col_meta, .kernel = im2col_kernel, .complex = on_complex::parts<1>},
    .grad =
        {
            .node = "Im2ColBackward0",
            .vjp =
                [](Vjp& g) {
                  g.set(0,
                        first(op::col2im,
                              {g.grad(), Dims{g.sizes(0)[2], g.sizes(0)[3]}, g.arg(1), g.arg(2), g.arg(3), g.arg(4)}));
                },
        },
    .python =
        {
            .surfaces = 0,
            .functional =
                "unfold(Tensor input, int[2] kernel_size, int[2] dilation=1, int[2] padding=0, int[2] stride=1)",
        },
    .samples = im2col_samples,
};
constinit const OpDef col2im{
    .path = "torch.ops.aten.col2im.default",
    .schema =
        "col2im(Tensor self, SymInt[2] output_size, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] "
        "stride) -> Tensor",
    .doc = "Columns added back to where their windows lie.",
    .decompose = {Decomposition::table, decomposition::col2im},
    .run = {.meta = col2im_meta, .kernel = col2im_kernel, .complex = on_complex::parts<1>},
    .grad =
        {
            .node = "Col2ImBackward0",
            .vjp =
                [](Vjp& g) {
                  g.set(0, first(op::im2col, {g.grad(), g.arg(2), g.arg(3), g.arg(4), g.arg(5)}));
                },
        },
    .python =
        {
            .surfaces = 0,
            .functional = "fold(Tensor input, SymInt[2] output_size, int[2] kernel_size, int[2] dilation=1, int[2] "
                          "padding=0, int[2] "
                          "stride=1)",
        },
    .samples = col2im_samples,
};

}  // namespace op

}  // namespace seesaw
