// Shapes of what modules of torch.nn call and no kernel computes: losses, gates, pixels.
#include <vector>

#include "core/ops/decompositions.h"
#include "core/ops/ops.h"
#include "core/ops/shape_only.h"
#include "core/support/cat.h"
#include "core/support/diagnostic.h"

namespace seesaw {

namespace {

using shape::Args;

// self, upscale_factor
Specs shuffled(Args args) {
  const Tensor& t = shape::self(args);
  if (t.dim() < 3) throw fx_error("RuntimeError", cat({"pixel_shuffle expects input to have at least 3 dimensions, but got input with ", std::to_string(t.dim()), " dimension(s)"}));
  std::int64_t factor = args[1].integer();
  if (factor <= 0) throw fx_error("RuntimeError", cat({"pixel_shuffle expects a positive upscale_factor, but got ", std::to_string(factor)}));
  Dims sizes = t.sizes();
  std::size_t c = t.dim() - 3;
  sizes[c] = dim_floordiv(sizes[c], factor * factor);
  sizes[c + 1] = dim_mul(sizes[c + 1], factor);
  sizes[c + 2] = dim_mul(sizes[c + 2], factor);
  return shape::dense(t, sizes);
}

// x1, x2, p, eps, keepdim
Specs distances(Args args) {
  TensorSpec spec = shape::binary_float(args.first(2))[0];
  bool keep = shape::given(args, 4) && args[4].truth();
  Dims sizes = spec.sizes;
  if (sizes.size() > 0) sizes.erase(sizes.size() - 1);
  if (keep) sizes.push_back(1);
  return TensorSpec::of(sizes, spec.element, spec.device);
}

// input, hx, params, ..., bidirectional, batch_first: the last layer's states at each step, and the last ones
template <bool kCells>
Specs recurrent(Args args) {
  const Tensor& input = shape::self(args);
  bool given = kCells ? args[1].is_tensors() && !args[1].tensors().empty() : args[1].is_tensor();
  if (!given) throw fx_error("RuntimeError", "a recurrent layer needs its first states");
  const Tensor& state = kCells ? args[1].tensors()[0] : args[1].tensor();
  if (input.dim() < 2 || state.dim() < 2) throw fx_error("RuntimeError", cat({"input must have 3 dimensions, got ", std::to_string(input.dim())}));
  Dims sizes = input.sizes(), last = state.sizes();
  bool both = args.size() > 7 && args[7].truth();
  sizes[sizes.size() - 1] = dim_mul(last[last.size() - 1], both ? 2 : 1);
  if (!kCells) return std::vector<TensorSpec>{shape::dense(input, sizes), shape::dense(input, last)};
  last.insert(1, 1);  // as PyTorch 2.6.0's rule has it
  return std::vector<TensorSpec>{shape::dense(input, sizes), shape::dense(input, last), shape::dense(input, last)};
}
Specs cell_state(Args args) { return shape::dense(args[1].tensor(), args[1].tensor().sizes()); }
Specs cell_states(Args args) {
  if (!args[1].is_tensors() || args[1].tensors().empty()) throw fx_error("RuntimeError", "a recurrent layer needs its first states");
  const Tensor& state = args[1].tensors()[0];
  TensorSpec spec = shape::dense(state, state.sizes());
  return std::vector<TensorSpec>{spec, spec};
}

// input1, input2, weight, bias
Specs bilinear(Args args) {
  Dims sizes = shape::self(args).sizes();
  if (sizes.size() == 0 || args[2].tensor().dim() == 0) throw fx_error("RuntimeError", "bilinear(): input dimensions do not match");
  sizes[sizes.size() - 1] = args[2].tensor().sizes()[0];
  return shape::dense(shape::self(args), sizes);
}

// clang-format off
constexpr OpDef kRecords[] = {
    {.path = "torch.ops.aten.feature_dropout.default", .decomposition = {Decomposition::composite, decomposition::feature_dropout}, .schema = "feature_dropout(Tensor input, float p, bool train) -> Tensor", .doc = "Dropout of whole channels.", .fake = shape::unary},
    {.path = "torch.ops.aten.pixel_shuffle.default", .decomposition = {Decomposition::table, decomposition::pixel_shuffle}, .schema = "pixel_shuffle(Tensor self, int upscale_factor) -> Tensor", .doc = "Channels turned into pixels: images grow.", .fake = shuffled},
    {.path = "torch.ops.aten.pairwise_distance.default", .decomposition = {Decomposition::table, decomposition::pairwise_distance}, .schema = "pairwise_distance(Tensor x1, Tensor x2, float p=2, float eps=1e-06, bool keepdim=False) -> Tensor", .doc = "Distances between rows.", .fake = distances},
    {.path = "torch.ops.aten.lstm.input", .decomposition = {Decomposition::table}, .schema = "lstm.input(Tensor input, Tensor[] hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional, bool batch_first) -> (Tensor, Tensor, Tensor)", .fake = recurrent<true>},
    {.path = "torch.ops.aten.gru.input", .decomposition = {Decomposition::table}, .schema = "gru.input(Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional, bool batch_first) -> (Tensor, Tensor)", .fake = recurrent<false>},
    {.path = "torch.ops.aten.rnn_tanh.input", .decomposition = {Decomposition::table}, .schema = "rnn_tanh.input(Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional, bool batch_first) -> (Tensor, Tensor)", .fake = recurrent<false>},
    {.path = "torch.ops.aten.rnn_relu.input", .decomposition = {Decomposition::table}, .schema = "rnn_relu.input(Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float dropout, bool train, bool bidirectional, bool batch_first) -> (Tensor, Tensor)", .fake = recurrent<false>},
    {.path = "torch.ops.aten.lstm_cell.default", .decomposition = {Decomposition::table}, .schema = "lstm_cell(Tensor input, Tensor[] hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None) -> (Tensor, Tensor)", .doc = "One step of long short-term memory.", .fake = cell_states},
    {.path = "torch.ops.aten.gru_cell.default", .decomposition = {Decomposition::table}, .schema = "gru_cell(Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None) -> Tensor", .doc = "One step of a gated recurrent unit.", .fake = cell_state},
    {.path = "torch.ops.aten.rnn_tanh_cell.default", .decomposition = {Decomposition::table}, .schema = "rnn_tanh_cell(Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None) -> Tensor", .doc = "One step of a recurrent network with tanh.", .fake = cell_state},
    {.path = "torch.ops.aten.rnn_relu_cell.default", .decomposition = {Decomposition::table}, .schema = "rnn_relu_cell(Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None) -> Tensor", .doc = "One step of a recurrent network with ReLU.", .fake = cell_state},
    {.path = "torch.ops.aten.bilinear.default", .decomposition = {Decomposition::table, decomposition::bilinear}, .schema = "bilinear(Tensor input1, Tensor input2, Tensor weight, Tensor? bias=None) -> Tensor", .doc = "Bilinear layer of two inputs: x1 A x2 + b.", .fake = bilinear},
};
// clang-format on

}  // namespace

std::span<const OpDef> shape_family::modules() { return kRecords; }

}  // namespace seesaw
