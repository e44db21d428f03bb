// Where operators are easily wrong: long float32 sums, bools, empty tensors, NaN, second derivatives, texts of errors.
// Facts are PyTorch 2.6.0's (oracle/ops_edges.py).
#include <cmath>
#include <limits>
#include <numeric>

#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/composed/decompositions.h"
#include "tests/core/helpers.h"
#include "tests/core/ops_support.h"

using namespace seesaw;
using namespace seesaw::test;
using autograd::Gradients;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();

Tensor bools(std::initializer_list<double> values) {
  return Tensor::from(values, {static_cast<std::int64_t>(values.size())}, Element::b8);
}
Tensor row(std::initializer_list<double> values) {
  return Tensor::from(values, {static_cast<std::int64_t>(values.size())});
}
Tensor index(std::initializer_list<double> values) {
  return samples::index(values, {static_cast<std::int64_t>(values.size())});
}

void check_values(const Tensor& got, std::initializer_list<double> want, double tolerance = 1e-4) {
  REQUIRE(got.numel() == static_cast<std::int64_t>(want.size()));
  std::int64_t i = 0;
  for (double value : want) {
    double have = got.item_at(i++);
    CAPTURE(i);
    CHECK((std::isnan(value) ? std::isnan(have)
                             : value == have || std::abs(have - value) <= tolerance * std::abs(value)));
  }
}

// Elements as they stand in memory.
void check_bytes(const Tensor& t, std::initializer_list<int> want) {
  REQUIRE(t.element() == Element::b8);
  std::int64_t i = 0;
  for (int value : want) CHECK(static_cast<int>(t.data<std::uint8_t>()[i++]) == value);
}

Gradients derive(const Tensor& output, const Tensor& input, bool again = false, bool unused = false) {
  return autograd::grad({.outputs = {{first(op::sum, {output}), {}}},
                         .inputs = {{input, {}}},
                         .grad_outputs = {},
                         .retain_graph = true,
                         .allow_unused = unused,
                         .create_graph = again});
}

struct Edge {
  const OpDef& op;
  std::vector<Value> rest;
  std::initializer_list<double> x, first, second;
  std::string_view node;  // of the first derivative; empty: it has none
};

void check_edge(const Edge& edge) {
  CAPTURE(edge.op.path);
  Tensor x = row(edge.x);
  autograd::set_requires_grad(x, true);
  SampleArgs args = {x};
  args.insert(args.end(), edge.rest.begin(), edge.rest.end());
  Tensor slope = derive(call(edge.op, args)[0], x, true)[0];
  check_values(slope, edge.first);
  if (edge.node.empty()) return;
  REQUIRE(autograd::grad_fn(slope));
  CHECK(autograd::grad_fn(slope)->name() == edge.node);
  check_values(derive(slope, x)[0], edge.second);
}

Tensor on_sim(const Tensor& t) { return t ? t.copy_to(t.element(), Device::sim) : t; }
SampleArgs on_sim(const SampleArgs& args) {
  SampleArgs out;
  for (const Value& arg : args) {
    std::vector<Tensor> list;
    for (const Tensor& t : arg.tensors()) list.push_back(on_sim(t));
    out.push_back(arg.is_tensor() ? Value(on_sim(arg.tensor())) : arg.is_tensors() ? Value(list) : arg);
  }
  return out;
}

// Everything that an operator gives, and its derivatives, on the accelerator.
void check_on_sim(const OpDef& op, const SampleArgs& sample) {
  CAPTURE(op.path);
  SampleArgs args = on_sim(sample);
  if (tensors_of(args).empty()) return;
  std::vector<Tensor> inputs = differentiable(op, args);
  for (const Tensor& t : inputs) autograd::set_requires_grad(t, true);
  manual_seed(0);
  Outputs results = call(op, args);
  Tensor loss;
  for (std::size_t i = 0; i < results.size(); ++i) {
    CHECK(results[i].device() == Device::sim);
    if (!autograd::requires_grad(results[i])) continue;
    Tensor sum = first(op::sum, {results[i]});
    loss = loss ? loss + sum : sum;
  }
  if (!loss) return;
  autograd::GradArgs request;
  request.outputs.push_back({loss, {}});
  for (const Tensor& t : inputs) request.inputs.push_back({t, {}});
  request.create_graph = true;
  request.allow_unused = true;
  for (const Tensor& g : autograd::grad(request)) {
    if (g) CHECK(g.device() == Device::sim);
    if (g && autograd::requires_grad(g) && autograd::grad_fn(g)->name() != kNoDerivative)
      derive(g, inputs[0], false, true);
  }
}

}  // namespace

TEST_CASE("long sums of float32 keep their digits") {
  constexpr std::int64_t kMany = 10000000;
  Tensor many = Tensor::full({kMany}, 0.1, Element::f32);
  double tenth = static_cast<double>(0.1F), all = tenth * kMany;
  auto near = [](const Tensor& got, double want) {
    CHECK(got.item_at(got.numel() - 1) == doctest::Approx(want).epsilon(2e-7));
  };
  near(first(op::sum, {many}), all);
  CHECK(first(op::sum, {many}).item() == doctest::Approx(999999.6).epsilon(1e-6));
  near(first(op::mean, {many}), tenth);
  near(first(op::cumsum, {many, 0}), all);
  near(first(op::sum_dim, {many.as_strided({kMany / 2, 2}, {2, 1}, 0), Dims{0}}), all / 2);
  near(first(op::sum_dim, {many.as_strided({2, kMany / 2}, {kMany / 2, 1}, 0), Dims{1}}), all / 2);
  near(first(op::mse_loss, {many, Tensor::zeros({kMany}, Element::f32)}), tenth * tenth);
  Tensor steps = first(op::arange, {1000000, Element::f32});
  near(first(op::var, {steps}), 83333416666.666672);
  Tensor waves = Tensor::full({1000000, 2}, 0.5, Element::f32);
  near(first(op::softmax, {waves, 0}), 1e-6);
  near(first(op::log_softmax, {waves, 0}), -std::log(1e6));
}

TEST_CASE("the gradient of what was broadcast keeps its digits") {
  autograd::AutogradScope scope;
  Tensor bias = Tensor::full({2}, 1, Element::f32), many = Tensor::full({3000000, 2}, 0.1, Element::f32);
  autograd::set_requires_grad(bias, true);
  CHECK(derive(many * bias, bias)[0].item_at(1) == doctest::Approx(3000000 * static_cast<double>(0.1F)).epsilon(2e-7));
}

TEST_CASE("histc counts nothing where the width of the range is infinite") {
  const OpDef& histc = *op_at_path("torch.ops.aten.histc.default");
  check_values(first(histc, {row({1e308, -1e308}), 4}), {0, 0, 0, 0});
  check_values(first(histc, {row({1e308, -1e308, 0}), 4, -1.5e308, 1.5e308}), {0, 0, 0, 0});
  check_values(first(histc, {row({1, 2, kNaN}), 4, 0, 3}), {0, 1, 1, 0});
}

TEST_CASE("batches of scaled_dot_product_attention broadcast") {
  const OpDef& attention = *op_at_path("torch.ops.aten.scaled_dot_product_attention.default");
  // From 0 on in steps.
  auto steps = [](const Dims& sizes, double step) {
    Tensor out = Tensor::zeros(sizes, Element::f64);
    for (std::int64_t i = 0; i < out.numel(); ++i) out.data<double>()[i] = static_cast<double>(i) * step;
    return out;
  };
  auto sizes_of = [&](const Dims& query, const Dims& key, const Dims& value) {
    SampleArgs args{steps(query, 0.1), steps(key, 0.1), steps(value, 1)};
    std::string run = dims_text(call(attention, std::span<const Value>(args))[0].sizes());
    ModeScope none(&fake_mode());
    Specs specs = fake_specs(attention, faked(args));
    CHECK(dims_text(specs[0].sizes) == run);
    return run;
  };
  CHECK(sizes_of({4, 8}, {3, 5, 8}, {3, 5, 8}) == "[3, 4, 8]");
  CHECK(sizes_of({3, 4, 8}, {5, 8}, {2, 3, 5, 8}) == "[2, 3, 4, 8]");
  CHECK(sizes_of({1, 3, 4, 8}, {2, 3, 5, 8}, {2, 3, 5, 6}) == "[2, 3, 4, 6]");
  CHECK(sizes_of({2, 3, 4, 8}, {2, 3, 5, 8}, {2, 3, 5, 8}) == "[2, 3, 4, 8]");
  Tensor out = first(attention, {steps({2, 4}, 0.25), steps({2, 3, 4}, 0.1), steps({2, 3, 4}, 1)});
  CHECK(dims_text(out.sizes()) == "[2, 2, 4]");
  constexpr double kFirst[] = {4.788229465484619, 6.463705062866211, 16.78822898864746, 18.46370506286621};
  for (std::int64_t i = 0; i < out.numel(); ++i)
    CHECK(out.item_at(i) == doctest::Approx(kFirst[i / 4] + static_cast<double>(i % 4)).epsilon(1e-6));
}

TEST_CASE("sums of bools are bools") {
  Tensor a = bools({1, 1, 0}), b = bools({1, 0, 0});
  check_bytes(first(op::add, {a, b}), {1, 1, 0});
  check_bytes(call_inplace(op::add, {bools({1, 1}), bools({1, 0})}), {1, 1});
  check_bytes(first(op::scatter_add, {bools({0, 1}), 0, index({1, 1}), bools({1, 1})}), {0, 1});
  check_bytes(first(op::index_add, {bools({0, 1}), 0, index({1, 1}), bools({1, 1})}), {0, 1});
  check_bytes(first(op::sum, {bools({1, 1}), Element::b8}), {1});
  check_bytes(first(op::sum, {index({2, -2}), Element::b8}), {1});
  check_bytes(first(op::sum_dim, {row({0.5, 0}), Dims{0}, true, Element::b8}), {1});
  check_bytes(first(op::prod, {bools({1, 1}), Element::b8}), {1});
  CHECK(first(op::sum, {bools({1, 1})}).item() == 2);
  check_error(
      [&] {
        first(op::cumsum, {a, 0, Element::b8});
      },
      "RuntimeError",
      "\"cumsum_out_cpu\" not implemented for 'Bool'");
}

TEST_CASE("an empty tensor of rank 1 joins with anything") {
  autograd::AutogradScope scope;
  Tensor none = Tensor::zeros({0}), pair = Tensor::from({1, 2}, {1, 2});
  auto join = [](std::vector<Tensor> list, int dim) { return first(op::cat, {std::move(list), dim}); };
  CHECK(dims_text(join({none, pair}, 0).sizes()) == "[1, 2]");
  CHECK(dims_text(join({pair, none}, 1).sizes()) == "[1, 2]");
  CHECK(dims_text(join({none, none}, 1).sizes()) == "[0]");
  CHECK(join({none, Tensor::zeros({1, 1}, Element::f32)}, -1).element() == Element::f64);
  check_error(
      [&] {
        join({none, pair}, 2);
      },
      "IndexError",
      "Dimension out of range (expected to be in range of [-2, 1], but got 2)");
  check_error(
      [&] {
        join({row({1}), none, pair}, 0);
      },
      "RuntimeError",
      "Tensors must have same number of dimensions: got 1 and 2");
  check_error(
      [&] {
        join({Tensor::zeros({0, 3}), pair}, 0);
      },
      "RuntimeError",
      "Sizes of tensors must match except in dimension 0. Expected size 3 but got size 2 for tensor number 1 in the "
      "list.");
  autograd::set_requires_grad(none, true);
  autograd::set_requires_grad(pair, true);
  CHECK(dims_text(derive(join({none, pair}, 1), none)[0].sizes()) == "[0]");
  check_values(derive(join({none, pair}, 1), pair)[0], {1, 1});
}

TEST_CASE("pieces of an empty dimension have gradients") {
  autograd::AutogradScope scope;
  Tensor x = Tensor::zeros({0, 3});
  autograd::set_requires_grad(x, true);
  auto check = [&](const Outputs& parts, std::size_t count) {
    REQUIRE(parts.size() == count);
    CHECK(dims_text(parts[0].sizes()) == "[0, 3]");
    CHECK(dims_text(derive(parts[0], x)[0].sizes()) == "[0, 3]");
  };
  check(call(op::split, {x, 2}), 1);
  check(call(op::split, {x, 0}), 1);
  check(call(op::chunk, {x, 2}), 2);
  check(call(op::split_with_sizes, {x, Dims{0, 0}}), 2);
  CHECK(autograd::grad_fn(call(op::chunk, {x, 2})[0])->name() == "SplitWithSizesBackward0");
}

TEST_CASE("derivatives at NaN, at bounds and at infinity") {
  autograd::AutogradScope scope;
  check_edge({op::max, {}, {kNaN, 2, kNaN}, {0.5, 0, 0.5}, {}, ""});
  check_edge({op::min, {}, {kNaN, 2, kNaN}, {0.5, 0, 0.5}, {}, ""});
  check_edge({op::amax, {}, {kNaN, 2, kNaN}, {kNaN, kNaN, kNaN}, {}, ""});
  check_edge({op::acosh,
              {},
              {-kInfinity, kInfinity, kNaN, 2, 0, -2},
              {0, 0, kNaN, 0.57735, kNaN, 0.57735},
              {kNaN, kNaN, kNaN, -0.3849, kNaN, 0.3849},
              "MulBackward0"});
  check_edge({op::pow_number, {0.5}, {-kInfinity, 4, 0}, {kNaN, 0.25, kInfinity}, {}, ""});
  check_values(first(op::pow_number, {row({-kInfinity, -4}), 0.5}), {kNaN, kNaN});
  check_values(first(op::pow_number, {row({-kInfinity, 4}), -0.5}), {kNaN, 0.5});
  check_values(first(op::pow_tensor, {row({-kInfinity}), row({0.5})}), {kInfinity});
  check_values(
      first(op::pow_tensor, {samples::index({-1, -1, 1, 2, -3}, {5}), samples::index({-1, -2, -3, -1, -1}, {5})}),
      {-1, 1, 1, 0, 0});
  CHECK(std::signbit(first(op::pow_number, {row({-0.0}), 0.5}).item_at(0)));
}

TEST_CASE("second derivatives of activation functions and of mse_loss") {
  autograd::AutogradScope scope;
  check_edge({op::hardtanh, {}, {kNaN, 2, 0.5, 1, -1}, {1, 0, 1, 0, 0}, {0, 0, 0, 0, 0}, "HardtanhBackwardBackward0"});
  check_edge({op::relu6, {}, {kNaN, 2, 7, 0, 6}, {1, 1, 0, 0, 0}, {0, 0, 0, 0, 0}, "HardtanhBackwardBackward0"});
  check_edge({op::leaky_relu, {0.2}, {kNaN, 0, -1, 1}, {0.2, 0.2, 0.2, 1}, {0, 0, 0, 0}, "LeakyReluBackwardBackward0"});
  check_edge({op::hardswish,
              {},
              {kNaN, 2, 3, -3, 5},
              {1, 1.16667, 1.5, -0.5, 1},
              {0, 0.33333, 0, 0, 0},
              "HardswishBackwardBackward0"});
  check_edge({op::elu, {}, {kNaN, 0, -1, 1}, {1, 1, 0.36788, 1}, {0, 0, 0.36788, 0}, "EluBackwardBackward0"});
  check_edge({op::softplus,
              {},
              {kNaN, 25, -50, 0.5},
              {kNaN, 1, 1.9287e-22, 0.62246},
              {kNaN, 0, 1.9287e-22, 0.2350},
              "SoftplusBackwardBackward0"});
  check_edge({op::mse_loss, {row({3, 5})}, {1, 2}, {-2, -3}, {1, 1}, "MseLossBackwardBackward0"});
}

TEST_CASE("errors have PyTorch's words at the edges") {
  Tensor one = Tensor::scalar(1), empty = Tensor::zeros({2, 0}), pair = row({1, 2}), square = Tensor::zeros({2, 2}),
         none = Tensor::zeros({0, 2});
  std::string twice = "dim 0 appears multiple times in the list of dims", self = "index out of range in self";
  for (const OpDef* op : {&op::sum_dim, &op::mean_dim, &op::amax, &op::flip}) {
    CAPTURE(op->path);
    check_error([&] { first(*op, {one, Dims{0, -1}}); }, "RuntimeError", twice);
  }
  CHECK(first(op::sum_dim, {one, Dims{-1}}).item() == 1);
  check_error(
      [&] {
        first(op::amax, {empty, Dims{-1}});
      },
      "IndexError",
      "amax(): Expected reduction dim -1 to have non-zero size.");
  check_error(
      [&] {
        first(op::amin, {none, Dims{1, 0}});
      },
      "IndexError",
      "amin(): Expected reduction dim 0 to have non-zero size.");
  check_error([&] { first(op::index_select, {pair, 0, index({2})}); }, "IndexError", self);
  check_error([&] { first(op::index_select, {square, 0, index({2})}); }, "IndexError", self);
  check_error(
      [&] {
        first(op::index_select, {square, 1, index({-1})});
      },
      "RuntimeError",
      "INDICES element is out of DATA bounds, id=-1 axis_dim=2");
  check_error([&] { first(op::index_select, {Tensor::zeros({2, 2, 2}), 2, index({7})}); }, "IndexError", self);
  check_error([&] { first(op::index_add, {pair, 0, index({2}), row({1})}); }, "IndexError", self);
  check_error(
      [&] {
        first(op::index_add, {square, 0, index({2}), Tensor::zeros({1, 2})});
      },
      "RuntimeError",
      "index 2 is out of bounds for dimension 0 with size 2");
  check_error(
      [&] {
        first(op::as_strided, {pair, Dims{2}, Dims{-1}});
      },
      "RuntimeError",
      "as_strided: Negative strides are not supported at the moment, got strides: [-1]");
  check_error(
      [&] {
        first(op::as_strided, {pair, Dims{2}, Dims{1, 1}});
      },
      "RuntimeError",
      "mismatch in length of strides and shape");
  check_error([&] { first(op::view, {pair, Dims{-2}}); }, "RuntimeError", "invalid shape dimension -2");
  check_error(
      [&] {
        first(op::view, {none, Dims{-1, 0}});
      },
      "RuntimeError",
      "cannot reshape tensor of 0 elements into shape [-1, 0] because the unspecified dimension size -1 can be any "
      "value and is ambiguous");
  check_error(
      [&] {
        first(op::clamp_tensor, {bools({1}), bools({0}), bools({1})});
      },
      "RuntimeError",
      "\"clamp_cpu\" not implemented for 'Bool'");
  check_bytes(first(op::clamp_tensor, {bools({1, 0}), bools({0, 0})}), {1, 0});
  check_error(
      [&] {
        first(op::cosine_similarity, {samples::index({1, 2}, {1, 2}), samples::index({3, 4}, {1, 2})});
      },
      "RuntimeError",
      "expected common dtype to be floating point, yet common dtype is Long");
  check_error(
      [&] {
        first(op::mean, {pair, Element::i64});
      },
      "RuntimeError",
      "mean(): could not infer output dtype. Optional dtype must be either a floating point or complex dtype. Got: "
      "Long");
  check_error(
      [&] {
        first(op::nll_loss_nd, {Tensor::zeros({3, 2, 4}), Tensor::zeros({3, 5}, Element::i64)});
      },
      "RuntimeError",
      "Expected target size [3, 4], got [3, 5]");
  check_error(
      [&] {
        first(op::nll_loss_nd, {Tensor::zeros({3, 2}), index({0, 1})});
      },
      "ValueError",
      "Expected input batch_size (3) to match target batch_size (2).");
}

TEST_CASE("gradients of convolutions over no images, and with an output_padding that is not smaller than the stride") {
  autograd::AutogradScope scope;
  auto gradients = [](const SampleArgs& args, const Tensor& incoming) {
    autograd::GradArgs request;
    for (std::size_t i = 0; i < 2; ++i) {
      autograd::set_requires_grad(args[i].tensor(), true);
      request.inputs.push_back({args[i].tensor(), {}});
    }
    request.outputs = {{call(op::convolution, args)[0], {}}};
    request.grad_outputs.emplace().push_back(incoming);
    return autograd::grad(request);
  };
  Value none, one = Dims{1}, zero = Dims{0};
  Gradients empty = gradients(
      {Tensor::zeros({0, 1, 3}), Tensor::full({2, 1, 2}, 1, Element::f64), none, one, zero, one, false, zero, 1},
      Tensor::zeros({0, 2, 2}));
  CHECK(dims_text(empty[0].sizes()) == "[0, 1, 3]");
  check_values(empty[1], {0, 0, 0, 0});
  auto numbers = [](const Dims& sizes) {
    std::vector<double> data(static_cast<std::size_t>(numel(sizes)));
    std::iota(data.begin(), data.end(), 1);
    return Tensor::from(data, sizes);
  };
  Value ones = Dims{1, 1}, two = Dims{2, 2};
  Gradients padded = gradients({numbers({1, 1, 2, 2}), numbers({1, 1, 2, 2}), none, ones, ones, two, true, ones, 1},
                               numbers({1, 1, 3, 3}));
  check_values(padded[0], {20, 36, 36, 64});
  check_values(padded[1], {4, 18, 36, 77});
  Gradients mixed = gradients(
      {numbers({1, 1, 2, 2}), numbers({1, 1, 2, 2}), none, ones, Dims{0, 1}, two, true, Dims{1, 0}, 1},
      numbers({1, 1, 5, 2}));
  check_values(mixed[0], {28, 16, 40, 24});
  check_values(mixed[1], {14, 14, 38, 30});
}

TEST_CASE("a row of scores that may look at nothing has no weight, and no gradient") {
  autograd::AutogradScope scope;
  Tensor query = samples::ramp({2, 2}, -1, 1), mask = Tensor::from({0, 0, 1, 1}, {2, 2}, Element::b8);
  autograd::set_requires_grad(query, true);
  Tensor out = first(op::attention, {query, query.copy(), query.copy(), mask});
  CHECK(out.item_at(0) == 0);
  CHECK(out.item_at(1) == 0);
  Tensor slope = derive(out, query)[0];
  CHECK(slope.item_at(0) == 0);
  CHECK(std::isfinite(slope.item_at(2)));
}

TEST_CASE("tensors on two devices do not mix, but for numbers of the CPU") {
  Tensor cpu = row({1, 2}), sim = on_sim(cpu), number = Tensor::scalar(3);
  std::string text = "Expected all tensors to be on the same device, but found at least two devices, sim and cpu!";
  check_error([&] { first(op::add, {cpu, sim}); }, "RuntimeError", text);
  check_error([&] { first(op::add, {sim, cpu}); }, "RuntimeError", text);
  check_error([&] { first(op::add, {cpu, on_sim(number)}); }, "RuntimeError", text);
  check_error([&] { first(op::cat, {std::vector<Tensor>{sim, cpu}}); }, "RuntimeError", text);
  check_error([&] { first(op::dot, {sim, cpu}); }, "RuntimeError", text);
  check_error([&] { call_inplace(op::add, {Tensor::scalar(1), on_sim(number)}); }, "RuntimeError", text);
  check_error(
      [&] {
        fake_call(op::mm,
                  {Tensor::fake(TensorSpec::of({2, 2}, Element::f64, Device::sim)),
                   Tensor::fake(TensorSpec::of({2, 2}, Element::f64, Device::cpu))});
      },
      "RuntimeError",
      text);
  for (const Tensor& sum : {first(op::add, {sim, number}), first(op::add, {number, sim})}) {
    CHECK(sum.device() == Device::sim);
    check_values(sum, {4, 5});
  }
  CHECK(first(op::add, {number, on_sim(number)}).device() == Device::sim);
  CHECK(call_inplace(op::copy, {cpu, sim}) == cpu);
}

TEST_CASE("all operators and their derivatives stay on the accelerator") {
  autograd::AutogradScope scope;
  for (const OpDef* op : tensor_ops()) {
    if (op->samples == nullptr) continue;
    for (const auto& args : op->samples()) check_on_sim(*op, args);
  }
}

TEST_CASE("mode of rows with NaN gives what PyTorch's sorting leaves in front") {
  struct Row {
    std::initializer_list<double> elements;
    double value, place;
  };
  for (const Row& one : {Row{{kNaN, 1}, kNaN, 0},
                         Row{{3, kNaN, 3, kNaN, 1, kNaN}, 1, 4},
                         Row{{1, kNaN, 1, 0, 0}, 0, 3},
                         Row{{2, kNaN, 1, kNaN, 1, 2}, 1, 2},
                         Row{{5, 1, 5}, 5, 2}}) {
    Outputs both = decomposition::aten("mode.default", {row(one.elements), -1, false});
    check_values(both[0], {one.value});
    check_values(both[1], {one.place});
  }
}

TEST_CASE("a vector beside a batch of matrices is solved for each, and its gradient is summed") {
  autograd::AutogradScope scope;
  Tensor a = Tensor::from({3, 1, 0, 2, 2, 1, 1, 4}, {2, 2, 2}), b = row({1, 2});
  for (const Tensor& t : {a, b}) autograd::set_requires_grad(t, true);
  Tensor x = decomposition::one("linalg_solve.default", {a, b, true}), squares = x * x;
  check_values(x, {0, 1, 0.285714, 0.428571});
  check_values(derive(squares, a)[0], {0, 0, 0, -1, -0.058309, -0.087464, -0.046647, -0.069971});
  check_values(derive(squares, b)[0], {0.204082, 1.163265});
}

TEST_CASE("systems without equations have gradients") {
  autograd::AutogradScope scope;
  Tensor a = Tensor::zeros({0, 0}, Element::f64), b = Tensor::zeros({0, 2}, Element::f64);
  for (const Tensor& t : {a, b}) autograd::set_requires_grad(t, true);
  for (const Tensor& x : {decomposition::one("linalg_solve.default", {a, b, true}),
                          decomposition::one("linalg_solve_triangular.default", {a, b, true}),
                          decomposition::one("cholesky_solve.default", {b, a, false})}) {
    Tensor squares = x * x;
    Tensor slope = autograd::grad({.outputs = {{first(op::sum, {squares}), {}}},
                                   .inputs = {{a, {}}, {b, {}}},
                                   .grad_outputs = {},
                                   .retain_graph = true,
                                   .create_graph = true})[1];
    CHECK(slope.sizes() == b.sizes());
  }
  Tensor empty = first(op::expand, {Tensor::zeros({0, 1}, Element::f64), Dims{0, 2}});
  CHECK(call_inplace(op::add, {empty, 1}) == empty);
}

TEST_CASE("what is wrong with a system is reported in the order and the words of PyTorch") {
  Tensor a = Tensor::zeros({2, 2, 2}, Element::f64), b = Tensor::zeros({3, 2, 2}, Element::f64);
  std::string batches = "The size of tensor a (3) must match the size of tensor b (2) at non-singleton dimension 0";
  check_error([&] { decomposition::one("linalg_solve.default", {a, b, true}); }, "RuntimeError", batches);
  check_error([&] { decomposition::one("linalg_solve_triangular.default", {a, b, true}); }, "RuntimeError", batches);
  check_error([&] { decomposition::one("cholesky_solve.default", {b, a, false}); }, "RuntimeError", batches);
  check_error(
      [&] {
        decomposition::one("logdet.default", {Tensor::zeros({2, 3}, Element::f64)});
      },
      "RuntimeError",
      "logdet: A must be batches of square matrices, but they are 2 by 3 matrices");
}

TEST_CASE("a derivative whose output_mask leaves out a gradient gives none, and keeps the numbers of the others") {
  autograd::AutogradScope scope;
  Tensor grad = samples::ramp({1, 2, 2, 2}, -1, 1), x = samples::ramp({1, 1, 3, 3}, -1, 1),
         w = samples::ramp({2, 1, 2, 2}, 1, 2);
  for (const Tensor& t : {grad, x, w}) autograd::set_requires_grad(t, true);
  auto masked = [&](const Dims& mask) {
    return call(op::convolution_backward,
                {grad, x, w, Dims{2}, Dims{1, 1}, Dims{0, 0}, Dims{1, 1}, false, Dims{0, 0}, 1, mask});
  };
  Outputs all = masked({1, 1, 1}), bias = masked({0, 0, 1}), weight = masked({0, 1, 0});
  CHECK(!bias[0]);
  CHECK(!bias[1]);
  check_equal(bias[2], all[2], 1e-12, 1e-13);
  CHECK(!weight[2]);
  check_equal(weight[1], all[1], 1e-12, 1e-13);
  // The gradient of the second result arrives as the second.
  check_equal(derive(weight[1], x)[0], derive(all[1], x)[0], 1e-12, 1e-13);
  check_equal(derive(bias[2], grad)[0], Tensor::full({1, 2, 2, 2}, 1), 1e-12, 1e-13);
  CHECK(fake_specs(op::convolution_backward,
                   std::vector<Value>{
                       grad, x, w, Dims{2}, Dims{1, 1}, Dims{0, 0}, Dims{1, 1}, false, Dims{0, 0}, 1, Dims{1, 0, 1}})
            .is_absent(1));
}
