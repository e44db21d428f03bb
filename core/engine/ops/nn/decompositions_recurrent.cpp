// Rules of run_decompositions: recurrent layers, unrolled, and their cells.
#include <algorithm>

#include "core/engine/ops/composed/decomposition_parts.h"

namespace seesaw::decomposition {

namespace {

Tensor gated(std::string_view name, const Tensor& x) { return one(cat({name, ".default"}), {x}); }
Tensor sum_of(const Tensor& a, const Tensor& b) { return one("add.Tensor", {a, b}); }
Tensor scaled_by(const Tensor& a, const Tensor& b) { return one("mul.Tensor", {a, b}); }
Tensor affine(const Tensor& x, const Value& weight, const Value& bias) {
  return one("linear.default", {x, weight, bias});
}

std::vector<Tensor> gate_pieces(const Tensor& x,
                                std::int64_t count,
                                std::int64_t dim,
                                std::string_view by = "chunk.default") {
  Outputs out = aten(by, {x, count, dim});
  std::vector<Tensor> list;
  for (std::size_t i = 0; i < out.size(); ++i) list.push_back(out[i]);
  std::int64_t rows = x.sizes()[static_cast<std::size_t>(dim)];
  if (list.size() != static_cast<std::size_t>(count) || (!is_sym(rows) && rows % count != 0))
    throw fx_error("RuntimeError",
                   cat({"weights of ", dim_text(rows), " rows do not hold ", dim_text(count), " gates"}));
  return list;
}
std::vector<Tensor> step_rows(const Tensor& x) {
  if (is_sym(x.sizes()[0])) not_written("a recurrent layer of a symbolic number of steps");
  Outputs out = aten("unbind.int", {x});
  std::vector<Tensor> list;
  for (std::size_t i = 0; i < out.size(); ++i) list.push_back(out[i]);
  return list;
}

// The state that a step hands to the next: the hidden state, and for LSTM also the cell state.
using CellState = std::vector<Tensor>;
struct LayerWeights {
  Value input, hidden, input_bias, hidden_bias, projection;
};
using StepOf = CellState (*)(const Tensor& input, const CellState& state, const LayerWeights& weights);

CellState lstm_step(const Tensor& input, const CellState& state, const LayerWeights& of) {
  std::vector<Tensor> gates = gate_pieces(sum_of(affine(state[0], of.hidden, of.hidden_bias), input), 4, 2);
  Tensor in = gated("sigmoid", gates[0]), forget = gated("sigmoid", gates[1]), cell = gated("tanh", gates[2]),
         out = gated("sigmoid", gates[3]);
  Tensor kept = scaled_by(forget, state[1]);
  Tensor next = sum_of(kept, scaled_by(in, cell));
  Tensor shown = scaled_by(out, gated("tanh", next));
  return {given(of.projection) ? affine(shown, of.projection, Value()) : shown, next};
}
CellState gru_step(const Tensor& input, const CellState& state, const LayerWeights& of) {
  std::vector<Tensor> own = gate_pieces(input, 3, 1),
                      from = gate_pieces(affine(state[0], of.hidden, of.hidden_bias), 3, 2);
  Tensor reset = gated("sigmoid", sum_of(from[0], own[0])), update = gated("sigmoid", sum_of(from[1], own[1]));
  Tensor fresh = gated("tanh", sum_of(own[2], scaled_by(from[2], reset)));
  return {sum_of(scaled_by(one("sub.Tensor", {state[0], fresh}), update), fresh)};
}
CellState tanh_step(const Tensor& input, const CellState& state, const LayerWeights& of) {
  return {gated("tanh", sum_of(affine(state[0], of.hidden, of.hidden_bias), input))};
}
CellState relu_step(const Tensor& input, const CellState& state, const LayerWeights& of) {
  return {gated("relu", sum_of(affine(state[0], of.hidden, of.hidden_bias), input))};
}

struct LayerRun {
  Tensor steps;
  CellState last;
};
// One direction of one layer.
LayerRun run_layer(StepOf cell, const Tensor& input, CellState state, const LayerWeights& of, bool backwards) {
  bool cells = state.size() > 1;
  auto as_layer = [&] {
    for (Tensor& one_of : state) one_of = one("unsqueeze.default", {one_of, 0});
  };
  if (cells) as_layer();
  Tensor all = affine(input, of.input, of.input_bias);
  if (backwards) all = one("flip.default", {all, Dims{0}});
  if (!cells) as_layer();
  std::vector<Tensor> steps;
  for (const Tensor& row : step_rows(all)) {
    state = cell(row, state, of);
    steps.push_back(state[0]);
  }
  if (backwards) std::reverse(steps.begin(), steps.end());
  LayerRun out{one("cat.default", {steps}), {}};
  // Removes the layer dimension; for cells PyTorch's rule requires another dimension, its kernel does not.
  bool second = cells && !newer(EngineNovelty::lstm_states);
  for (const Tensor& one_of : state)
    out.last.push_back(one("squeeze.dim", {one_of, second && one_of.is_fake() ? 1 : 0}));
  return out;
}

std::vector<LayerWeights> weights_of(const std::vector<Tensor>& params, bool biases, bool projected) {
  std::size_t each = 2U + (biases ? 2U : 0U) + (projected ? 1U : 0U);
  std::vector<LayerWeights> out;
  for (std::size_t i = 0; i + each <= params.size(); i += each) {
    LayerWeights next{params[i], params[i + 1], {}, {}, {}};
    if (biases) next.input_bias = params[i + 2];
    if (biases) next.hidden_bias = params[i + 3];
    if (projected) next.projection = params[i + each - 1];
    out.push_back(next);
  }
  return out;
}

// input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first
Outputs unrolled(Args args, StepOf cell, const std::vector<CellState>& states, bool projected) {
  std::vector<LayerWeights> weights = weights_of(args[2].tensors(), args[3].truth(), projected);
  bool both = args[7].truth(), batch_first = args[8].truth();
  std::int64_t wanted = args[4].integer();
  std::size_t layers = std::min(weights.size(), states.size()) / (both ? 2U : 1U);
  if (wanted <= 0 || static_cast<std::int64_t>(layers) < wanted || states.size() < weights.size())
    not_written("a recurrent layer with too few weights or states");
  Tensor x = batch_first ? one("transpose.int", {args[0], 0, 1}) : self(args);
  std::vector<std::vector<Tensor>> last(states[0].size());
  auto run = [&](std::size_t i, bool backwards) {
    LayerRun out = run_layer(cell, x, states[i], weights[i], backwards);
    for (std::size_t k = 0; k < last.size(); ++k) last[k].push_back(out.last[k]);
    return out.steps;
  };
  for (std::size_t i = 0; i < static_cast<std::size_t>(wanted); ++i) {
    if (both) {
      std::vector<Tensor> sides = {run(2 * i, false)};
      sides.push_back(run(2 * i + 1, true));
      x = one("cat.default", {sides, static_cast<std::int64_t>(sides[0].dim()) - 1});
    } else {
      x = run(i, false);
    }
  }
  std::vector<Tensor> out = {batch_first ? one("transpose.int", {x, 0, 1}) : x};
  for (const std::vector<Tensor>& of : last) out.push_back(one("stack.default", {of}));
  return out;
}

Outputs without_cells(Args args, StepOf cell) {
  std::vector<CellState> states;
  for (const Tensor& row : step_rows(args[1].tensor())) states.push_back({row});
  return unrolled(args, cell, states, false);
}

// input, hx, w_ih, w_hh, b_ih, b_hh: both affine maps, the hidden one first, added
Tensor cell_sum(Args args, const Tensor& hidden) {
  Tensor first = affine(hidden, args[3], args[5]);
  return sum_of(first, affine(self(args), args[2], args[4]));
}

}  // namespace

Outputs lstm(Args args) {
  const std::vector<Tensor>& hx = args[1].tensors();
  if (hx.size() != 2) throw fx_error("RuntimeError", "lstm expects two hidden states");
  std::vector<Tensor> hidden = step_rows(hx[0]), cells = step_rows(hx[1]);
  std::vector<CellState> states;
  for (std::size_t i = 0; i < hidden.size() && i < cells.size(); ++i) states.push_back({hidden[i], cells[i]});
  return unrolled(args, lstm_step, states, !dim_equal(hx[0].sizes().back(), hx[1].sizes().back()));
}
Outputs gru(Args args) { return without_cells(args, gru_step); }
Outputs rnn_tanh(Args args) { return without_cells(args, tanh_step); }
Outputs rnn_relu(Args args) { return without_cells(args, relu_step); }

Outputs lstm_cell(Args args) {
  const std::vector<Tensor>& hx = args[1].tensors();
  std::vector<Tensor> gates = gate_pieces(cell_sum(args, hx[0]), 4, 1);
  Tensor in = gated("sigmoid", gates[0]), forget = gated("sigmoid", gates[1]), cell = gated("tanh", gates[2]),
         out = gated("sigmoid", gates[3]);
  Tensor kept = scaled_by(forget, hx[1]);
  Tensor next = sum_of(kept, scaled_by(in, cell));
  return std::vector<Tensor>{scaled_by(out, gated("tanh", next)), next};
}
Outputs gru_cell(Args args) {
  const Tensor& hidden = args[1].tensor();
  std::vector<Tensor> own = gate_pieces(affine(self(args), args[2], args[4]), 3, 1),
                      from = gate_pieces(affine(hidden, args[3], args[5]), 3, 1);
  Tensor reset = gated("sigmoid", sum_of(from[0], own[0])), update = gated("sigmoid", sum_of(from[1], own[1]));
  Tensor fresh = gated("tanh", sum_of(own[2], scaled_by(from[2], reset)));
  return sum_of(scaled_by(one("sub.Tensor", {hidden, fresh}), update), fresh);
}
Outputs rnn_tanh_cell(Args args) {
  wrap_dim(1, self(args).dim());
  return gated("tanh", cell_sum(args, args[1].tensor()));
}
Outputs rnn_relu_cell(Args args) {
  wrap_dim(1, self(args).dim());
  return gated("relu", cell_sum(args, args[1].tensor()));
}

}  // namespace seesaw::decomposition
