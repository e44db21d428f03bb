#include "core/engine/ops/nn/volumes.h"

#include <array>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

namespace {

using Triple = std::array<std::int64_t, 3>;

// A number or a list of one or three.
Triple triple_of(const Value& value, std::int64_t otherwise) {
  Dims dims = value.is_none() ? Dims{} : value.ints();
  if (dims.empty()) return {otherwise, otherwise, otherwise};
  return dims.size() < 3 ? Triple{dims[0], dims[0], dims[0]} : Triple{dims[0], dims[1], dims[2]};
}
Triple last_three(const Dims& sizes) { return {sizes[sizes.size() - 3], sizes[sizes.size() - 2], sizes.back()}; }
std::int64_t product(const Triple& t) { return t[0] * t[1] * t[2]; }
Value list_of(const Triple& t) { return Dims{t[0], t[1], t[2]}; }

// A window over a volume of that many channels, and its positions.
struct VolumeWindow {
  std::int64_t volumes, channels;
  Triple size, kernel, dilation, pad, stride, places;
};

// Calls f(offset in the columns, offset in a contiguous volume) for each element of the columns that is not padding.
template <class F>
void each_volume_column(const VolumeWindow& w, F&& f) {
  std::int64_t taps = product(w.kernel), area = product(w.places);
  for (std::int64_t row = 0; row < w.volumes * w.channels * taps; ++row) {
    std::int64_t tap = row % taps, plane = row / taps * product(w.size);
    Triple at{tap / (w.kernel[1] * w.kernel[2]), tap / w.kernel[2] % w.kernel[1], tap % w.kernel[2]};
    for (std::size_t i = 0; i < 3; ++i) at[i] = at[i] * w.dilation[i] - w.pad[i];
    for (std::int64_t place = 0; place < area; ++place) {
      std::int64_t z = place / (w.places[1] * w.places[2]) * w.stride[0] + at[0],
                   y = place / w.places[2] % w.places[1] * w.stride[1] + at[1],
                   x = place % w.places[2] * w.stride[2] + at[2];
      if (z < 0 || z >= w.size[0] || y < 0 || y >= w.size[1] || x < 0 || x >= w.size[2]) continue;
      f(row * area + place, plane + (z * w.size[1] + y) * w.size[2] + x);
    }
  }
}

// volume, kernel, dilation, padding, stride, places
VolumeWindow window_of_volume(Args args) {
  const Dims& sizes = args[0].tensor().sizes();
  return {sizes[0],
          sizes[1],
          last_three(sizes),
          triple_of(args[1], 1),
          triple_of(args[2], 1),
          triple_of(args[3], 0),
          triple_of(args[4], 1),
          triple_of(args[5], 1)};
}
Specs columns_of_volume_meta(Args args) {
  if (args.size() != 6 || args[0].tensor().dim() != 5)
    throw user_error("operator", "vol2col takes a batch of volumes and five lists");
  VolumeWindow w = window_of_volume(args);
  return spec_like(args[0].tensor(), {w.volumes, w.channels * product(w.kernel), product(w.places)});
}
Outputs columns_of_volume(Args args) {
  Tensor in = args[0].tensor().contiguous(), columns = Tensor::zeros(columns_of_volume_meta(args)[0]);
  with_element(in.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    T* to = columns.data<T>();
    const T* from = in.data<T>();
    each_volume_column(window_of_volume(args), [&](std::int64_t column, std::int64_t at) { to[column] = from[at]; });
  });
  return columns;
}

// columns, size of the volume, kernel, dilation, padding, stride, places
VolumeWindow window_of_columns(Args args) {
  const Dims& sizes = args[0].tensor().sizes();
  Triple kernel = triple_of(args[2], 1);
  return {sizes[0],
          product(kernel) == 0 ? 0 : sizes[1] / product(kernel),
          triple_of(args[1], 1),
          kernel,
          triple_of(args[3], 1),
          triple_of(args[4], 0),
          triple_of(args[5], 1),
          triple_of(args[6], 1)};
}
Specs volume_of_columns_meta(Args args) {
  if (args.size() != 7 || args[0].tensor().dim() != 3)
    throw user_error("operator", "col2vol takes a batch of columns and six lists");
  VolumeWindow w = window_of_columns(args);
  return spec_like(args[0].tensor(), {w.volumes, w.channels, w.size[0], w.size[1], w.size[2]});
}
Outputs volume_of_columns(Args args) {
  Tensor in = args[0].tensor().contiguous(), volume = Tensor::zeros(volume_of_columns_meta(args)[0]);
  with_element(in.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    T* to = volume.data<T>();
    const T* from = in.data<T>();
    each_volume_column(window_of_columns(args),
                       [&](std::int64_t column, std::int64_t at) { to[at] = static_cast<T>(to[at] + from[column]); });
  });
  return volume;
}

const OpDef& to_columns();
const OpDef& to_volume();

// The arguments of a convolution in terms of matrix products. In a transposed one the window moves over the
// result.
struct VolumeProducts {
  Dims input, filters, result;
  Value stride, pad, dilation;
  bool transposed;
  std::int64_t groups;

  const Dims& under() const { return transposed ? result : input; }  // sizes that the window moves over
  const Dims& beside() const { return transposed ? input : result; }
  std::int64_t batch() const { return input[0] * groups; }
  std::int64_t rows() const { return filters[0] / groups; }
  std::int64_t depth() const { return filters[1] * product(last_three(filters)); }
  std::int64_t area() const { return product(last_three(beside())); }
  Value kernel() const { return list_of(last_three(filters)); }

  Tensor matrices(const Tensor& weight) const {
    Tensor own = first(op::reshape, {weight, Dims{1, groups, rows(), depth()}});
    return first(op::reshape,
                 {first(op::expand, {own, Dims{input[0], groups, rows(), depth()}}), Dims{batch(), rows(), depth()}});
  }
  Tensor flat(const Tensor& t) const { return first(op::reshape, {t, Dims{batch(), rows(), area()}}); }
  Tensor columns(const Tensor& t) const {
    Tensor all = first(to_columns(), {t, kernel(), dilation, pad, stride, list_of(last_three(beside()))});
    return first(op::reshape, {all, Dims{batch(), depth(), area()}});
  }
  Tensor volume(const Tensor& columns) const {
    Tensor all = first(op::reshape, {columns, Dims{input[0], groups * depth(), area()}});
    return first(to_volume(),
                 {all, list_of(last_three(under())), kernel(), dilation, pad, stride, list_of(last_three(beside()))});
  }
  // The three products: of weights and columns, of weights and the other side, of both for the weights.
  Tensor forward(const Tensor& weight, const Tensor& over) const {
    return first(op::reshape, {first(op::bmm, {matrices(weight), columns(over)}), beside()});
  }
  Tensor backward(const Tensor& weight, const Tensor& t) const {
    return volume(first(op::bmm, {first(op::transpose, {matrices(weight), 1, 2}), flat(t)}));
  }
  Tensor weights(const Tensor& t, const Tensor& over) const {
    Tensor products = first(op::bmm, {flat(t), first(op::transpose, {columns(over), 1, 2})});
    return first(
        op::reshape,
        {first(op::sum_dim, {first(op::reshape, {products, Dims{input[0], groups * rows(), depth()}}), Dims{0}}),
         filters});
  }
};

std::string sides(std::string_view what, const Triple& t) {
  return cat({what,
              "_depth: ",
              dim_text(t[0]),
              " ",
              what,
              "_height: ",
              dim_text(t[1]),
              " ",
              what,
              "_width: ",
              dim_text(t[2])});
}
void check_more(const Triple& more, const Triple& stride, const Triple& dilation) {
  bool fits = true;
  for (std::size_t i = 0; i < 3; ++i) {
    if (more[i] < 0) throw fx_error("RuntimeError", "negative output_padding is not supported");
    fits = fits && (more[i] < stride[i] || more[i] < dilation[i]);
  }
  if (!fits)
    throw fx_error("RuntimeError",
                   cat({"output padding must be smaller than either stride or dilation, but got ",
                        sides("output_padding", more),
                        " ",
                        sides("stride", stride),
                        " ",
                        sides("dilation", dilation)}));
}

}  // namespace

void check_volume_convolution(Args args) {
  const Tensor& weight = args[1].tensor();
  bool transposed = args[6].truth();
  Triple kernel = last_three(weight.sizes());
  if (product(kernel) == 0) {
    throw fx_error("RuntimeError",
                   cat({"kernel size should be greater than zero, but got: ",
                        dim_text(kernel[0]),
                        " x ",
                        dim_text(kernel[1]),
                        " x ",
                        dim_text(kernel[2]),
                        " (TxHxW)"}));
  }
  if (transposed) check_more(triple_of(args[7], 0), triple_of(args[3], 1), triple_of(args[5], 1));
}

Tensor volume_convolution(Args args, const TensorSpec& result) {
  const Tensor &input = args[0].tensor(), &weight = args[1].tensor();
  VolumeProducts of{
      input.sizes(), weight.sizes(), result.sizes, args[3], args[4], args[5], args[6].truth(), args[8].integer()};
  Tensor out = of.transposed ? of.backward(weight, input) : of.forward(weight, input);
  if (args[2].is_tensor() && args[2].tensor())
    out = out + first(op::reshape, {args[2], Dims{1, result.sizes[1], 1, 1, 1}});
  return out.is_contiguous() ? out : out.contiguous();
}

namespace {

VolumeProducts products_of_gradient(Args args) {
  return {args[1].tensor().sizes(),
          args[2].tensor().sizes(),
          args[0].tensor().sizes(),
          args[4],
          args[5],
          args[6],
          args[7].truth(),
          args[9].integer()};
}

}  // namespace

Tensor volume_input_gradient(Args args) {
  const Tensor &gradient = args[0].tensor(), &weight = args[2].tensor();
  VolumeProducts of = products_of_gradient(args);
  return of.transposed ? of.forward(weight, gradient) : of.backward(weight, gradient);
}
Tensor volume_weight_gradient(Args args) {
  const Tensor &gradient = args[0].tensor(), &input = args[1].tensor();
  VolumeProducts of = products_of_gradient(args);
  return of.transposed ? of.weights(input, gradient) : of.weights(gradient, input);
}

namespace {

SampleList column_samples() {
  return {{samples::ramp({1, 2, 3, 2, 4}, -1, 1),
           Dims{2, 1, 2},
           Dims{1, 1, 2},
           Dims{1, 0, 1},
           Dims{2, 1, 1},
           Dims{2, 2, 4}}};
}
SampleList volume_samples() {
  return {{samples::ramp({1, 8, 16}, -1, 1),
           Dims{3, 2, 4},
           Dims{2, 1, 2},
           Dims{1, 1, 2},
           Dims{1, 0, 1},
           Dims{2, 1, 1},
           Dims{2, 2, 4}}};
}

constexpr OpDef kVolumes[] = {
    {
        .path = "seesaw.vol2col",
        .doc = "The elements under each place of a window over volumes, as columns.",
        .run = {.meta = columns_of_volume_meta, .kernel = columns_of_volume},
        .grad =
            {
                .node = "Vol2ColBackward0",
                .vjp =
                    [](Vjp& g) {
                      g.set(0,
                            first(to_volume(),
                                  {g.grad(),
                                   list_of(last_three(g.sizes(0))),
                                   g.arg(1),
                                   g.arg(2),
                                   g.arg(3),
                                   g.arg(4),
                                   g.arg(5)}));
                    },
            },
        .samples = column_samples,
    },
    {
        .path = "seesaw.col2vol",
        .doc = "Columns added back to where their windows lie in volumes.",
        .run = {.meta = volume_of_columns_meta, .kernel = volume_of_columns},
        .grad =
            {
                .node = "Col2VolBackward0",
                .vjp =
                    [](Vjp& g) {
                      g.set(0, first(to_columns(), {g.grad(), g.arg(2), g.arg(3), g.arg(4), g.arg(5), g.arg(6)}));
                    },
            },
        .samples = volume_samples,
    },
};

const OpDef& to_columns() { return kVolumes[0]; }
const OpDef& to_volume() { return kVolumes[1]; }

}  // namespace

std::span<const OpDef> op_records::volumes() { return kVolumes; }

}  // namespace seesaw
