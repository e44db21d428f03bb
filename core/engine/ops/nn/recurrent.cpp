// Recurrent layers: LSTM, GRU and plain ones, over whole sequences and for one step.
//
// What: kernels written in operators, in the order in which PyTorch's CPU kernels call theirs.
// Why: derivatives of any order come from those of the operators.
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/current_dialect.h"
#include "core/engine/tensor/sym_facts.h"

namespace seesaw {

namespace {

struct LayerWeights {
  Tensor ih, hh, b_ih, b_hh, hr;
};
struct LayerState {
  Tensor h, c;
};
// One step, from the input's contribution: x W + b.
using LayerStep = LayerState (*)(const Tensor& x, const LayerState& state, const LayerWeights& w);

Tensor affine(const Tensor& x, const Tensor& weight, const Tensor& bias) {
  return first(op::linear, {x, weight, bias});
}
Tensor gate(const Tensor& t) { return first(op::sigmoid, {t}); }

// The rows of the weights are those of `count` gates, consecutive.
Outputs gates_of(const Tensor& all, std::int64_t count) {
  Outputs out = call(op::chunk, {all, count, 1});
  if (out.size() != static_cast<std::size_t>(count) || !dim_equal(dim_mod(all.sizes()[1], count), 0))
    throw fx_error("RuntimeError",
                   cat({"weights of ", dim_text(all.sizes()[1]), " rows do not hold ", dim_text(count), " gates"}));
  return out;
}

LayerState lstm_step(const Tensor& x, const LayerState& state, const LayerWeights& w) {
  Outputs gates = gates_of(affine(state.h, w.hh, w.b_hh) + x, 4);
  Tensor in = gate(gates[0]), forget = gate(gates[1]), cell = tanh(gates[2]), out = gate(gates[3]);
  Tensor c = forget * state.c + in * cell;
  Tensor h = out * tanh(c);
  return {w.hr ? first(op::matmul, {h, t(w.hr)}) : h, c};
}
LayerState gru_step(const Tensor& x, const LayerState& state, const LayerWeights& w) {
  Outputs given = gates_of(x, 3), held = gates_of(affine(state.h, w.hh, w.b_hh), 3);
  Tensor reset = gate(held[0] + given[0]), update = gate(held[1] + given[1]), fresh = tanh(given[2] + held[2] * reset);
  return {(state.h - fresh) * update + fresh, {}};
}
LayerState tanh_step(const Tensor& x, const LayerState& state, const LayerWeights& w) {
  return {tanh(affine(state.h, w.hh, w.b_hh) + x), {}};
}
LayerState relu_step(const Tensor& x, const LayerState& state, const LayerWeights& w) {
  return {first(op::relu, {affine(state.h, w.hh, w.b_hh) + x}), {}};
}

// input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first
struct Network {
  std::vector<LayerWeights> weights;
  std::vector<LayerState> states;
  std::int64_t layers = 1;
  double dropout = 0;
  bool train = false, both = false, batch_first = false, cells = false;
};

std::vector<LayerWeights> layer_weights(const std::vector<Tensor>& params, bool biases, bool projected) {
  std::size_t each = 2U + (biases ? 2U : 0U) + (projected ? 1U : 0U);
  if (params.size() % each != 0) throw fx_error("RuntimeError", "got an incorrect number of RNN parameters");
  std::vector<LayerWeights> out;
  for (std::size_t i = 0; i < params.size(); i += each) {
    LayerWeights w{params[i], params[i + 1], {}, {}, {}};
    if (biases) w.b_ih = params[i + 2], w.b_hh = params[i + 3];
    if (projected) w.hr = params[i + each - 1];
    out.push_back(std::move(w));
  }
  return out;
}

Network network_of(Args args, bool cells) {
  std::vector<Tensor> hx = cells ? args[1].tensors() : std::vector<Tensor>{args[1].tensor()};
  if (hx.size() != (cells ? 2U : 1U)) throw fx_error("RuntimeError", "lstm expects two hidden states");
  Outputs h = call(op::unbind, {hx[0], 0}), c = cells ? call(op::unbind, {hx[1], 0}) : Outputs();
  if (cells && c.size() < h.size()) throw fx_error("RuntimeError", "Expected more hidden states in stacked_rnn");
  Network n;
  n.cells = cells;
  bool projected = cells && !dim_equal(hx[0].sizes().back(), hx[1].sizes().back());
  n.weights = layer_weights(args[2].tensors(), args[3].truth(), projected);
  n.layers = args[4].integer();
  n.dropout = args[5].number().value;
  n.train = args[6].truth();
  n.both = args[7].truth();
  n.batch_first = args[8].truth();
  for (std::size_t i = 0; i < h.size(); ++i) n.states.push_back({h[i], cells ? c[i] : Tensor()});
  auto fits = [&](std::size_t count) {
    return n.layers > 0 && count % (n.both ? 2U : 1U) == 0 &&
           static_cast<std::int64_t>(count / (n.both ? 2U : 1U)) == n.layers;
  };
  if (!fits(n.states.size())) throw fx_error("RuntimeError", "Expected more hidden states in stacked_rnn");
  if (!fits(n.weights.size())) throw fx_error("RuntimeError", "Expected more weights in stacked_rnn");
  return n;
}

// The states along a sequence, in the order of the sequence; `state` becomes the last one.
Tensor along_sequence(const Tensor& input, LayerState& state, const LayerWeights& w, LayerStep step, bool backwards) {
  Outputs rows = call(op::unbind, {affine(input, w.ih, w.b_ih), 0});
  std::vector<Tensor> out(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::size_t at = backwards ? rows.size() - 1 - i : i;
    state = step(rows[at], state, w);
    out[at] = state.h;
  }
  if (out.empty()) throw fx_error("RuntimeError", "Expected sequence length to be larger than 0 in RNN");
  return first(op::stack, {out, 0});
}

Tensor through(Network& n, Tensor x, LayerStep step) {
  if (n.batch_first) x = first(op::transpose, {x, 0, 1});
  for (std::int64_t layer = 0; layer < n.layers; ++layer) {
    std::size_t at = static_cast<std::size_t>(layer) * (n.both ? 2U : 1U);
    Tensor forth = along_sequence(x, n.states[at], n.weights[at], step, false);
    x = n.both ? first(op::cat,
                       {std::vector<Tensor>{forth, along_sequence(x, n.states[at + 1], n.weights[at + 1], step, true)},
                        -1})
               : forth;
    if (n.dropout != 0 && n.train && layer + 1 < n.layers) x = first(op::dropout, {x, n.dropout, true});
  }
  if (!n.batch_first) return x;
  return n.cells ? first(op::transpose, {x, 0, 1}) : call_inplace(op::transpose, {x, 0, 1});
}

Tensor stacked(const Network& n, Tensor LayerState::*part) {
  std::vector<Tensor> out;
  for (const LayerState& state : n.states) out.push_back(state.*part);
  return first(op::stack, {out, 0});
}

Outputs lstm_kernel(Args args) {
  Network n = network_of(args, true);
  Tensor out = through(n, args[0].tensor(), lstm_step);
  return std::vector<Tensor>{out, stacked(n, &LayerState::h), stacked(n, &LayerState::c)};
}
template <LayerStep kStep>
Outputs recurrent_kernel(Args args) {
  Network n = network_of(args, false);
  Tensor out = through(n, args[0].tensor(), kStep);
  return std::vector<Tensor>{out, stacked(n, &LayerState::h)};
}

// The last layer's states at each step, and the last ones of all layers.
template <bool kCells>
Specs recurrent_shape(Args args) {
  const Tensor& input = args[0].tensor();
  bool given = kCells ? args[1].is_tensors() && !args[1].tensors().empty() : args[1].is_tensor();
  if (!given) throw fx_error("RuntimeError", "a recurrent layer needs its first states");
  const Tensor& state = kCells ? args[1].tensors()[0] : args[1].tensor();
  if (input.dim() < 2 || state.dim() < 2)
    throw fx_error("RuntimeError", cat({"input must have 3 dimensions, got ", std::to_string(input.dim())}));
  std::int64_t steps = input.sizes()[args[8].truth() && input.dim() > 2 ? 1 : 0];
  if (is_sym(steps)) sym_table().facts().ask_number(steps);
  Dims sizes = input.sizes(), last = state.sizes(), cells = kCells ? args[1].tensors().back().sizes() : Dims{};
  sizes[sizes.size() - 1] = dim_mul(last[last.size() - 1], args[7].truth() ? 2 : 1);
  TensorSpec out = spec_like(input, sizes);
  if (args[8].truth()) {  // computed along the sequence, and transposed
    std::swap(sizes[0], sizes[1]);
    out.strides = contiguous_strides(sizes);
    std::swap(out.strides[0], out.strides[1]);
  }
  if (!kCells) return std::vector<TensorSpec>{out, spec_like(input, last)};
  // By the rule of another kernel, as in torch.export of PyTorch 2.6.0.
  if (input.element() == Element::f32 && last[1] != 1 && !newer(EngineNovelty::lstm_states)) {
    last.insert(1, 1);
    cells.insert(1, 1);
  }
  return std::vector<TensorSpec>{out, spec_like(input, last), spec_like(input, cells)};
}

// --- one step: input, hx, w_ih, w_hh, b_ih, b_hh ---

LayerWeights cell_weights(Args args) {
  auto bias = [&](std::size_t i) { return arg_at(args, i).is_tensor() ? args[i].tensor() : Tensor(); };
  return {args[2].tensor(), args[3].tensor(), bias(4), bias(5), {}};
}
Outputs lstm_cell_kernel(Args args) {
  check_takes_floats(args[0].tensor());
  const std::vector<Tensor>& hx = args[1].tensors();
  if (hx.size() != 2) throw fx_error("RuntimeError", "lstm_cell expects two hidden states");
  LayerWeights w = cell_weights(args);
  LayerState out = lstm_step(affine(args[0].tensor(), w.ih, w.b_ih), {hx[0], hx[1]}, w);
  return std::vector<Tensor>{out.h, out.c};
}
template <LayerStep kStep>
Outputs cell_kernel(Args args) {
  if constexpr (kStep == gru_step) check_takes_floats(args[0].tensor());
  wrap_dim(1, args[0].tensor().dim());
  LayerWeights w = cell_weights(args);
  return kStep(affine(args[0].tensor(), w.ih, w.b_ih), {args[1].tensor(), {}}, w).h;
}

// --- samples: three steps of two sequences of two numbers, three states ---

std::vector<Tensor> sample_params(std::int64_t gates, std::int64_t layers, bool biases, bool both) {
  std::vector<Tensor> out;
  std::int64_t width = both ? 2 : 1;
  for (std::int64_t i = 0; i < layers * width; ++i) {
    out.push_back(samples::ramp({3 * gates, i < width ? 2 : 3 * width}, -0.8, 0.9));
    out.push_back(samples::ramp({3 * gates, 3}, 0.7, -0.6));
    for (int k = 0; biases && k < 2; ++k) out.push_back(samples::ramp({3 * gates}, -0.3, 0.4 + k));
  }
  return out;
}
template <std::int64_t kGates>
SampleList sequences() {
  Tensor x = samples::ramp({3, 2, 2}, -1, 1.2);
  auto states = [](std::int64_t count) -> Value {
    Tensor h = samples::ramp({count, 2, 3}, -0.9, 0.8), c = samples::ramp({count, 2, 3}, 0.6, -0.7);
    return kGates == 4 ? Value(std::vector<Tensor>{h, c}) : Value(h);
  };
  return {{x, states(1), sample_params(kGates, 1, true, false), true, 1, 0.0, false, false, false},
          {samples::ramp({2, 3, 2}, -1, 1.2),
           states(1),
           sample_params(kGates, 1, false, false),
           false,
           1,
           0.0,
           true,
           false,
           true},
          {x, states(4), sample_params(kGates, 2, true, true), true, 2, 0.0, true, true, false}};
}
template <std::int64_t kGates>
SampleList steps() {
  Tensor x = samples::ramp({2, 2}, -1, 1.2), h = samples::ramp({2, 3}, -0.9, 0.8), c = samples::ramp({2, 3}, 0.6, -0.7);
  Value state = kGates == 4 ? Value(std::vector<Tensor>{h, c}) : Value(h);
  std::vector<Tensor> w = sample_params(kGates, 1, true, false);
  return {{x, state, w[0], w[1], w[2], w[3]}, {x, state, w[0], w[1]}};
}

template <std::int64_t kGates>
constexpr OpDef layers_of(std::string_view path,
                          std::string_view schema,
                          std::string_view doc,
                          Outputs (*rule)(std::span<const Value>),
                          Outputs (*kernel)(std::span<const Value>),
                          Specs (*fake)(std::span<const Value>)) {
  return {
      .path = path,
      .schema = schema,
      .doc = doc,
      .decompose = {Decomposition::table, rule},
      .run = {.fake = fake, .kernel = kernel, .composite = true},
      .samples = sequences<kGates>,
  };
}
template <std::int64_t kGates>
constexpr OpDef cell_of(std::string_view path,
                        std::string_view schema,
                        std::string_view doc,
                        Outputs (*rule)(std::span<const Value>),
                        Outputs (*kernel)(std::span<const Value>)) {
  return {
      .path = path,
      .schema = schema,
      .doc = doc,
      .decompose = {Decomposition::table, rule},
      .run = {.kernel = kernel, .composite = true},
      .samples = steps<kGates>,
  };
}

constexpr OpDef kRecurrent[] = {
    layers_of<4>("torch.ops.aten.lstm.input",
                 "lstm.input(Tensor input, Tensor[] hx, Tensor[] params, bool has_biases, int num_layers, float "
                 "dropout, bool train, bool bidirectional, bool batch_first) -> (Tensor, Tensor, Tensor)",
                 "Layers of long short-term memory over a sequence.",
                 decomposition::lstm,
                 lstm_kernel,
                 recurrent_shape<true>),
    cell_of<4>("torch.ops.aten.lstm_cell.default",
               "lstm_cell(Tensor input, Tensor[] hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None) "
               "-> (Tensor, Tensor)",
               "One step of long short-term memory.",
               decomposition::lstm_cell,
               lstm_cell_kernel),
    layers_of<3>("torch.ops.aten.gru.input",
                 "gru.input(Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float dropout, "
                 "bool train, bool bidirectional, bool batch_first) -> (Tensor, Tensor)",
                 "Layers of gated recurrent units over a sequence.",
                 decomposition::gru,
                 recurrent_kernel<gru_step>,
                 recurrent_shape<false>),
    cell_of<3>(
        "torch.ops.aten.gru_cell.default",
        "gru_cell(Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None) -> Tensor",
        "One step of gated recurrent units.",
        decomposition::gru_cell,
        cell_kernel<gru_step>),
    layers_of<1>("torch.ops.aten.rnn_tanh.input",
                 "rnn_tanh.input(Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float "
                 "dropout, bool train, bool bidirectional, bool batch_first) -> (Tensor, Tensor)",
                 "Layers of a recurrent network with tanh over a sequence.",
                 decomposition::rnn_tanh,
                 recurrent_kernel<tanh_step>,
                 recurrent_shape<false>),
    cell_of<1>("torch.ops.aten.rnn_tanh_cell.default",
               "rnn_tanh_cell(Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None) "
               "-> Tensor",
               "One step of a recurrent network with tanh.",
               decomposition::rnn_tanh_cell,
               cell_kernel<tanh_step>),
    layers_of<1>("torch.ops.aten.rnn_relu.input",
                 "rnn_relu.input(Tensor input, Tensor hx, Tensor[] params, bool has_biases, int num_layers, float "
                 "dropout, bool train, bool bidirectional, bool batch_first) -> (Tensor, Tensor)",
                 "Layers of a recurrent network with ReLU over a sequence.",
                 decomposition::rnn_relu,
                 recurrent_kernel<relu_step>,
                 recurrent_shape<false>),
    cell_of<1>("torch.ops.aten.rnn_relu_cell.default",
               "rnn_relu_cell(Tensor input, Tensor hx, Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None) "
               "-> Tensor",
               "One step of a recurrent network with ReLU.",
               decomposition::rnn_relu_cell,
               cell_kernel<relu_step>),
};

}  // namespace

std::span<const OpDef> op_records::recurrent() { return kRecurrent; }

}  // namespace seesaw
