// What operators refuse, and values where formulas are easily wrong: integers and bools, shapes that do not fit, zeros,
// large numbers. Facts are PyTorch 2.6.0's.
#include <cmath>
#include <limits>

#include "core/engine/autograd/compiled_tape.h"
#include "core/engine/autograd/scalar.h"
#include "core/engine/ops/call/shape_rule.h"
#include "tests/core/helpers.h"
#include "tests/core/ops_support.h"

using namespace seesaw;
using namespace seesaw::test;

namespace {

Tensor whole(std::initializer_list<double> values) {
  return samples::index(values, {static_cast<std::int64_t>(values.size())});
}
Tensor truths(std::initializer_list<double> values) {
  return Tensor::from(values, {static_cast<std::int64_t>(values.size())}, Element::b8);
}
Tensor line(std::initializer_list<double> values) {
  Tensor t = Tensor::from(values, {static_cast<std::int64_t>(values.size())});
  autograd::set_requires_grad(t, true);
  return t;
}
Tensor ones(const Dims& sizes) { return Tensor::full(sizes, 1, Element::f32); }
Tensor gradient(const Tensor& output, const Tensor& by, const Tensor& incoming, bool again = false) {
  autograd::GradArgs request;
  request.outputs = {{output, {}}};
  request.inputs = {{by, {}}};
  request.grad_outputs.emplace().push_back(incoming);
  request.create_graph = again;
  return autograd::grad(request)[0];
}
void check_line(const Tensor& got, std::initializer_list<double> want) {
  std::vector<double> elements;
  for (std::int64_t i = 0; i < got.numel(); ++i) elements.push_back(got.item_at(i));
  REQUIRE(elements.size() == want.size());
  std::size_t i = 0;
  for (double value : want) {
    CAPTURE(i);
    CHECK((elements[i] == value || std::abs(elements[i] - value) <= 1e-6 * std::abs(value)));
    ++i;
  }
}
// Of the kernel and of the rule for tensors without elements, unless the operator is written in others.
void check_refused(const OpDef& op, const SampleArgs& args, std::string_view error) {
  CAPTURE(op.path);
  CHECK(error_of([&] { call(op, args); }) == error);
  if (op.run.meta != nullptr) CHECK(error_of([&] { op.run.meta(args); }) == error);
}
std::string missing(std::string_view kernel, std::string_view dtype) {
  return "RuntimeError: \"" + std::string(kernel) + "\" not implemented for '" + std::string(dtype) + "'";
}

}  // namespace

TEST_CASE("operators: arguments that PyTorch refuses") {
  Tensor plane = ones({2, 3});
  auto refused = [](const OpDef& op, const SampleArgs& args) { return error_of([&] { call(op, args); }); };
  CHECK(refused(op::movedim, {plane, Dims{0, 0}, Dims{0, 1}}) ==
        "RuntimeError: movedim: repeated dim in `source` ([0, 0])");
  CHECK(refused(op::movedim, {plane, Dims{0, -2}, Dims{0, 1}}) ==
        "RuntimeError: movedim: repeated dim in `source` ([0, -2])");
  CHECK(refused(op::movedim, {plane, Dims{0, 1}, Dims{1, 1}}) ==
        "RuntimeError: movedim: repeated dim in `destination` ([1, 1])");
  CHECK(refused(op::movedim, {plane, Dims{0}, Dims{0, 1}}) ==
        "RuntimeError: movedim: Invalid source or destination dims: source ([0] dims) should contain the same number "
        "of dims as destination ([0, 1] dims)");
  CHECK(refused(op::movedim, {plane, Dims{0, 3}, Dims{0, 1}}) ==
        "IndexError: Dimension out of range (expected to be in range of [-2, 1], but got 3)");
  CHECK(refused(op::softshrink, {plane, -1}) ==
        "RuntimeError: lambda must be greater or equal to 0, but found to be -1.");
  CHECK(refused(op::softshrink, {plane, -1e-7}) ==
        "RuntimeError: lambda must be greater or equal to 0, but found to be -1e-07.");
  check_refused(op::unfold, {plane, 0, -1, 1}, "RuntimeError: size is -1 but must be >= 0");
  check_refused(
      op::unfold, {plane, 0, 3, 1}, "RuntimeError: maximum size for tensor at dimension 0 is 2 but size is 3");
  check_refused(op::unfold, {plane, 0, 1, -1}, "RuntimeError: step is -1 but must be > 0");
  check_refused(op::std_mean, {whole({1, 2})}, "RuntimeError: std_mean only support floating point and complex dtypes");
}

TEST_CASE("conv1d refuses in the words of one dimension") {
  Tensor x = ones({1, 2, 5}), w = ones({3, 2, 2});
  Value none;
  auto refused = [](const SampleArgs& args) { return error_of([&] { call(op::conv1d, args); }); };
  CHECK(refused({x, ones({3, 4, 2})}) ==
        "RuntimeError: Given groups=1, weight of size [3, 4, 2], expected input[1, 2, 5] to have 4 channels, but got 2 "
        "channels instead");
  CHECK(refused({ones({1, 2, 1}), w}) ==
        "RuntimeError: Calculated padded input size per channel: (1). Kernel size: (2). Kernel size can't be greater "
        "than actual input size");
  CHECK(refused({ones({4}), w}) ==
        "RuntimeError: Expected 2D (unbatched) or 3D (batched) input to conv1d, but got input of size: [4]");
  CHECK(refused({x, ones({2})}) == "RuntimeError: weight should have at least three dimensions");
  CHECK(refused({x, ones({2, 2, 2, 2})}) ==
        "RuntimeError: Expected 4-dimensional input for 4-dimensional weight [2, 2, 2, 2], but got 3-dimensional input "
        "of size [1, 2, 5] instead");
  CHECK(refused({x, w, ones({4})}) ==
        "RuntimeError: Given weight of size [3, 2, 2], expected bias to be 1-dimensional with 3 elements, but got bias "
        "of size [4] instead");
  CHECK(refused({ones({1, 4, 5}), w, none, 1, 0, 1, 2}) ==
        "RuntimeError: Given groups=2, expected weight to be divisible by 2 at dimension 0, but got weight of size "
        "[[3, 2, 2]] instead");
  CHECK(refused({x, w, none, Dims{1, 1}}) ==
        "RuntimeError: expected stride to be a single integer value or a list of 1 values to match the convolution "
        "dimensions, but got stride=[1, 1]");
  CHECK(refused({x, w, none, 1, -1}) == "RuntimeError: negative padding is not supported");
}

TEST_CASE("operators: dtypes that PyTorch has no kernel for") {
  Tensor i = whole({1, 2}), b = truths({1, 0}), cube = Tensor::from({1}, {1, 1, 1}, Element::b8);
  check_refused(op::frac, {i}, missing("frac_cpu", "Long"));
  check_refused(op::addcmul, {b, b, b}, missing("addcmul_cpu_out", "Bool"));
  check_refused(op::baddbmm, {cube, cube, cube}, missing("baddbmm", "Bool"));
  check_refused(op::lerp, {i, i, 0.5}, missing("lerp_kernel_scalar", "Long"));
  check_refused(op::lerp, {ones({2}), i, 0.5}, "RuntimeError: expected dtype float for `end` but got dtype long int");
  check_refused(op::logaddexp, {i, i}, missing("logaddexp_cpu", "Long"));
  check_refused(op::hypot, {b, b}, missing("hypot_cpu", "Bool"));
  check_refused(op::threshold, {b, 0, 1}, missing("threshold_cpu", "Bool"));
  check_refused(op::cumprod, {ones({2}), 0, Element::b8}, missing("cumprod_out_cpu", "Bool"));
  check_refused(op::kl_div, {i, i}, "RuntimeError: kl_div: Integral inputs not supported.");
  check_refused(op::glu, {ones({3})}, "RuntimeError: Halving dimension must be even, but dimension 0 is size 3");
  check_refused(op::glu, {i}, missing("glu_cpu", "Long"));
  CHECK(error_of([&] {
          call(op::addcdiv, {ones({2}), i, i});
        }).find("RuntimeError: Integer division with addcdiv is no longer supported") == 0);
  CHECK(call(op::logaddexp, {ones({2}), i})[0].element() == Element::f32);
}

TEST_CASE("operators: numbers are in the dtype of integer tensors") {
  Tensor i = whole({1, 2}), three = Tensor::from({3}, {1, 1, 1}, Element::i64),
         one = Tensor::from({1}, {1, 1, 1}, Element::i64), two = Tensor::from({2}, {1, 1, 1}, Element::i64);
  Tensor same = call(op::addcmul, {i, i, i, 0.5})[0];
  CHECK(same.element() == Element::i64);
  check_line(same, {1, 2});
  check_line(call(op::addcmul, {i, i, i, 2})[0], {3, 10});
  Tensor product = call(op::baddbmm, {three, one, two, 0.5, 1.5})[0];
  CHECK(product.element() == Element::i64);
  check_line(product, {2});
  CHECK(call(op::median, {whole({})})[0].item_at(0) == static_cast<double>(std::numeric_limits<std::int64_t>::min()));
}

TEST_CASE("operators: shapes that fit into no view") {
  Dims square{4, 4};
  check_line(call(op::diagonal_backward, {ones({1}), square, 0, 0, 1})[0],
             {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1});
  CHECK(error_of([&] {
          call(op::diagonal_backward, {ones({2, 4}), square, 0, 0, 1});
        }) == "RuntimeError: output with shape [4] doesn't match the broadcast shape [2, 4]");
  CHECK(error_of([&] {
          call(op::diagonal_backward, {ones({2}), square, 0, 0, 1});
        }) ==
        "RuntimeError: The size of tensor a (4) must match the size of tensor b (2) at non-singleton dimension 0");
  const OpDef& loss = op::binary_cross_entropy_with_logits;
  check_refused(loss,
                {ones({2, 1}), ones({2, 1}), ones({3, 2, 4})},
                "RuntimeError: output with shape [2, 1] doesn't match the broadcast shape [3, 2, 4]");
  check_refused(loss,
                {ones({2, 1}), ones({2, 1}), Value(), ones({2, 4}), 0},
                "RuntimeError: output with shape [2, 1] doesn't match the broadcast shape [2, 4]");
  CHECK(call(op::all_dims, {ones({2, 3}), Dims{}})[0].sizes() == Dims{2, 3});
  CHECK(fake_call(op::all_dims, std::vector<Value>{faked({ones({2, 3})})[0], Dims{}})[0].sizes() == Dims{2, 3});
}

TEST_CASE("derivatives where formulas overflow or divide by zero") {
  autograd::AutogradScope scope;
  for (double at : {800.0, -800.0}) {
    Tensor x = line({at, at});
    check_line(gradient(call(op::logcumsumexp, {x, 0})[0], x, ones({2}).copy_to(Element::f64, Device::cpu)),
               {1.5, 0.5});
  }
  Tensor x = line({2, 0, 3, 0, 5}), weights = Tensor::from({1, 1, 1, 1, 1}, {5});
  Tensor slope = gradient(call(op::cumprod, {x, 0})[0], x, weights, true);
  check_line(gradient(slope, x, weights), {4, 42, 2, 36, 0});
  Tensor y = line({0, 2, 0}), incoming = Tensor::from({0, 1, 1}, {3});
  check_line(gradient(call(op::xlogy_number, {y, 0.0})[0], y, incoming), {0, -HUGE_VAL, 0});
  Tensor z = line({1, 2});
  check_line(gradient(call(op::rsub, {z, 0, 3})[0], z, Tensor::from({1, 1}, {2})), {-3, -3});
}

TEST_CASE("polygamma left of zero") {
  auto at = [](std::int64_t n, double x) {
    return call(op::polygamma, {n, Tensor::scalar(x, Element::f64)})[0].item_at(0);
  };
  CHECK(at(2, -0.5) == doctest::Approx(-0.82879664423432));
  CHECK(at(3, -1.5) == doctest::Approx(194.59427621918758));
  CHECK(at(4, -20.3) == doctest::Approx(9738.760269860259));
  CHECK(at(2, -1) == -HUGE_VAL);
  CHECK(std::isfinite(at(2, -1e15 + 0.5)));
}

TEST_CASE("a compiled tape refuses inputs that nothing is recorded of") {
  using autograd::Scalar;
  Scalar a = 1.0, b = Scalar::leaf(2.0), out = a * 2.0 * b;
  CHECK(error_of([&] {
          autograd::CompiledTape(out, {a, b});
        }).find("RuntimeError: input 0 of the tape does not require grad") == 0);
}

TEST_CASE("hardsigmoid has no second derivative, as in PyTorch") {
  autograd::AutogradScope scope;
  Tensor x = line({0.5, -4, 1});
  Tensor slope = gradient(call(op::hardsigmoid, {x})[0], x, Tensor::from({1, 1, 1}, {3}), true);
  check_line(slope, {1.0F / 6, 0, 1.0F / 6});
  REQUIRE(autograd::grad_fn(slope));
  CHECK(autograd::grad_fn(slope)->next().size() == 1);
  CHECK(error_of([&] {
          gradient(slope, x, Tensor::from({1, 1, 1}, {3}));
        }) == "RuntimeError: derivative for aten::hardsigmoid_backward is not implemented");
}

TEST_CASE("results lie in memory as PyTorch lays them") {
  auto strides = [](const OpDef& op, const SampleArgs& args) {
    Dims kernel = call(op, args)[0].strides();
    CHECK(fake_call(op, args)[0].strides() == kernel);
    return kernel;
  };
  Tensor heads = ones({2, 4, 3, 5}), turned = first(op::transpose, {heads, 1, 2});
  CHECK(strides(op::attention, {heads, heads, heads}) == Dims{60, 15, 5, 1});
  CHECK(strides(op::attention, {turned, turned, turned}) == Dims{60, 5, 15, 1});
  CHECK(strides(op::einsum, {std::string("bi,eij->ebj"), std::vector<Tensor>{ones({2, 3}), ones({2, 3, 2})}}) ==
        Dims{2, 4, 1});
}

// A gradient that PyTorch computes in one operator of all saved tensors requires grad where one of them does.
TEST_CASE("gradients of biases and of nll_loss require grad where the input does") {
  autograd::AutogradScope scope;
  auto leaf = [](const Dims& sizes, bool wanted) {
    Tensor t = ones(sizes);
    autograd::set_requires_grad(t, wanted);
    return t;
  };
  for (bool wanted : {true, false}) {
    CAPTURE(wanted);
    for (std::size_t rank = 1; rank <= 3; ++rank) {
      Dims x{1, 2}, w{2, 2}, one, zero;
      for (std::size_t i = 0; i < rank; ++i) {
        x.push_back(3);
        w.push_back(2);
        one.push_back(1);
        zero.push_back(0);
      }
      Tensor b = leaf({2}, true),
             y = first(op::convolution, {leaf(x, wanted), leaf(w, false), b, one, zero, one, false, zero, 1});
      Tensor g = gradient(y, b, ones(y.sizes()), true);
      CHECK(autograd::requires_grad(g) == wanted);
      CHECK(!autograd::requires_grad(gradient(y, b, ones(y.sizes()))));
    }
    Tensor b = leaf({3}, true), y = first(op::layer_norm, {leaf({2, 3}, wanted), Dims{3}, Value(), b, 1e-5});
    CHECK(autograd::requires_grad(gradient(y, b, ones({2, 3}), true)));  // the bias itself is saved, too
    y = first(op::batch_norm, {leaf({2, 3}, wanted), Value(), b, Value(), Value(), true, 0.1, 1e-5, false});
    CHECK(autograd::requires_grad(gradient(y, b, ones({2, 3}), true)) == wanted);
  }
  Tensor x = leaf({2, 3}, true), loss = first(op::nll_loss, {x, whole({0, 1})});
  CHECK(autograd::requires_grad(gradient(loss, x, ones({}), true)));
  CHECK(!autograd::requires_grad(gradient(loss, x, ones({}))));
}

TEST_CASE("what nll_loss ignores has no gradient, whatever the sum of weights") {
  autograd::AutogradScope scope;
  Tensor x = line({1, 2, 3});
  Tensor rows = first(op::reshape, {x, Dims{1, 3}}), weight = Tensor::from({0, 1, 1}, {3});
  check_line(gradient(first(op::nll_loss, {rows, whole({1}), Value(), 1, 1}), x, Tensor::scalar(1)), {0, 0, 0});
  Tensor none = gradient(first(op::nll_loss, {rows, whole({0}), weight, 1, -100}), x, Tensor::scalar(1));
  CHECK(std::isnan(none.item_at(0)));
  CHECK(none.item_at(1) == 0);
}

TEST_CASE("group_norm with a bias alone has no backward, as in PyTorch 2.6.0") {
  autograd::AutogradScope scope;
  Tensor b = line({1, 2}), y = first(op::group_norm, {Tensor::full({1, 2, 3}, 1), 1, Value(), b, 1e-5});
  Tensor one = Tensor::full({1, 2, 3}, 1);
  CHECK(error_of([&] { gradient(y, b, one); }) == "RuntimeError: tensor does not have a device");
  CHECK(error_of([&] { gradient(y, b, one, true); }) == "RuntimeError: shape '[0]' is invalid for input of size 2");
}

TEST_CASE("distances of pairs and values at the places of a grid have no second derivative") {
  autograd::AutogradScope scope;
  auto twice = [](const OpDef& op, const SampleArgs& args) {
    Tensor x = args[0].tensor();
    autograd::set_requires_grad(x, true);
    Tensor out = call(op, args)[0], slope = gradient(out, x, Tensor::full(out.sizes(), 1), true);
    return error_of([&] { gradient(slope, x, Tensor::full(x.sizes(), 1)); });
  };
  CHECK(twice(*op_at_path("torch.ops.aten.pdist.default"), {Tensor::from({0, 1, 3}, {3, 1})}) ==
        "RuntimeError: the derivative for '_pdist_backward' is not implemented.");
  CHECK(twice(*op_at_path("torch.ops.aten.grid_sampler_2d.default"),
              {Tensor::from({1, 2, 3, 4}, {1, 1, 2, 2}), Tensor::from({0.1, 0.2}, {1, 1, 1, 2}), 0, 0, false}) ==
        "RuntimeError: derivative for aten::grid_sampler_2d_backward is not implemented");
}

TEST_CASE("products of several zeros at one place have no second derivative") {
  autograd::AutogradScope scope;
  for (const char* path : {"torch.ops.aten.scatter_reduce.two", "torch.ops.aten.index_reduce.default"}) {
    const OpDef& op = *op_at_path(path);
    auto slopes = [&](std::initializer_list<double> values) {
      Tensor src = line(values),
             out = call(op, SampleArgs{Tensor::from({2}, {1}), 0, whole({0, 0, 0}), src, std::string("prod")})[0];
      return gradient(gradient(out, src, Tensor::from({1}, {1}), true), src, Tensor::from({1, 1, 1}, {3}));
    };
    check_line(slopes({0, 2, 3}), {10, 6, 4});
    bool scatter = op.path.find("scatter") != std::string_view::npos;
    std::string error = error_of([&] { slopes({0, 0, 3}); });
    CHECK(error == (scatter ? "RuntimeError: scatter_reduce(): Double backward is unsupported for src when >1 zeros in "
                              "src are scattered to the same position in self"
                            : "RuntimeError: index_reduce(): Double backward is unsupported for source when >1 zeros "
                              "in source are scattered to the same position in self"));
  }
}
