// Kernels that work on several elements at once, held against the plain way.
#include <algorithm>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/kernels/matrix.h"
#include "core/engine/ops/kernels/simd.h"
#include "core/engine/ops/table/ops.h"

using namespace seesaw;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

// The largest error in units of the last place over evenly spread arguments.
template <class F, class G>
double worst_error(F&& fast_one, G&& exact, double low, double high) {
  constexpr int kCount = 200000;
  double worst = 0;
  for (int i = 0; i <= kCount; ++i) {
    auto x = static_cast<float>(low + (high - low) * i / kCount);
    double want = exact(static_cast<double>(x));
    auto near = static_cast<float>(want);
    double unit = static_cast<double>(std::nextafter(std::abs(near), kInfinity) - std::abs(near));
    worst = std::max(worst, std::abs(static_cast<double>(fast_one(x)) - want) / unit);
  }
  return worst;
}

double plain_product(const Tensor& a, const Tensor& b, std::int64_t i, std::int64_t j) {
  double sum = 0;
  std::int64_t k = a.sizes()[1], m = b.sizes()[1];
  for (std::int64_t c = 0; c < k; ++c) sum += a.item_at(i * k + c) * b.item_at(c * m + j);
  return sum;
}

Tensor row(std::int64_t n) { return samples::ramp({1, n}, -9, 9, Element::f32); }

}  // namespace

TEST_CASE("functions of four float32 are good to three units in the last place") {
  auto exp = [](float x) { return fast::exp(x); };
  auto negative = [](float x) { return fast::NegativeExp()(x); };
  auto tanh = [](float x) { return fast::tanh(x); };
  auto log = [](float x) { return fast::log(x); };
  auto sigmoid = [](float x) { return fast::sigmoid(x); };
  auto exact_exp = [](double x) { return std::exp(x); };
  auto exact_tanh = [](double x) { return std::tanh(x); };
  auto exact_log = [](double x) { return std::log(x); };
  CHECK(worst_error(exp, exact_exp, -103, 88.7) < 3);
  CHECK(worst_error(exp, exact_exp, -0.01, 0.01) < 3);
  CHECK(worst_error(negative, exact_exp, -87, 0) < 3);
  CHECK(worst_error(tanh, exact_tanh, -12, 12) < 3);
  CHECK(worst_error(tanh, exact_tanh, -1e-3, 1e-3) < 3);
  CHECK(worst_error(log, exact_log, 1e-3, 4) < 3);
  CHECK(worst_error(log, exact_log, 0.99, 1.01) < 3);
  CHECK(worst_error(log, exact_log, 1e-44, 1e-37) < 3);
  CHECK(worst_error(
            sigmoid, [](double x) { return 1 / (1 + std::exp(-x)); }, -80, 20) < 3);
}

TEST_CASE("functions of four float32 at their ends") {
  float nan = std::nanf("");
  CHECK(fast::exp(kInfinity) == kInfinity);
  CHECK(fast::exp(89.0F) == kInfinity);
  CHECK(fast::exp(-kInfinity) == 0);
  CHECK(fast::exp(-104.0F) == 0);
  CHECK(fast::NegativeExp()(-kInfinity) == 0);
  CHECK(std::isnan(fast::exp(nan)));
  CHECK(std::isnan(fast::NegativeExp()(nan)));
  CHECK(fast::tanh(kInfinity) == 1);
  CHECK(fast::tanh(-kInfinity) == -1);
  CHECK(std::signbit(fast::tanh(-0.0F)));
  CHECK(std::isnan(fast::tanh(nan)));
  CHECK(fast::log(0.0F) == -kInfinity);
  CHECK(fast::log(kInfinity) == kInfinity);
  CHECK(std::isnan(fast::log(-1.0F)));
  CHECK(std::isnan(fast::log(nan)));
  CHECK(fast::sigmoid(-kInfinity) == 0);
  CHECK(fast::sigmoid(kInfinity) == 1);
  CHECK(std::isnan(fast::sigmoid(nan)));
}

TEST_CASE("an element's result does not depend on where it stands") {
  Tensor all = samples::ramp({23}, -3, 3, Element::f32);
  for (const OpDef* op : {&op::exp, &op::tanh, &op::sigmoid, &op::silu}) {
    CAPTURE(op->path);
    Tensor whole = first(*op, {all});
    for (std::int64_t i = 0; i < 23; ++i) {
      CHECK(first(*op, {all.as_strided({1}, {1}, i)}).item() == whole.item_at(i));
      CHECK(first(*op, {all.as_strided({2, 1}, {i % 3 + 1, 1}, i / 2)}).item_at(0) == whole.item_at(i / 2));
    }
  }
}

TEST_CASE("products of matrices of all small sizes") {
  for (Element e : {Element::f64, Element::f32, Element::i64}) {
    for (std::int64_t n = 0; n <= 9; ++n) {
      for (std::int64_t m = 0; m <= 17; m += 1 + m / 9) {
        std::int64_t k = (n * 5 + m * 3) % 7;
        Tensor a = samples::ramp({n, k}, -4, 4, e), b = samples::ramp({k, m}, -4, 4, e),
               turned = t(samples::ramp({k, n}, -4, 4, e));
        for (const Tensor& left : {a, turned}) {
          Tensor out = matrix_product(left, b);
          for (std::int64_t i = 0; i < n * m; ++i)
            CHECK(out.item_at(i) == doctest::Approx(plain_product(left, b, i / m, i % m)).epsilon(1e-5));
        }
      }
    }
  }
}

TEST_CASE("softmax of rows of all small lengths") {
  for (std::int64_t n = 1; n <= 50; ++n) {
    Tensor x = row(n), soft = first(op::softmax, {x, -1}), logs = first(op::log_softmax, {x, -1});
    double sum = 0;
    for (std::int64_t i = 0; i < n; ++i) sum += std::exp(x.item_at(i));
    for (std::int64_t i = 0; i < n; ++i) {
      CHECK(soft.item_at(i) == doctest::Approx(std::exp(x.item_at(i)) / sum).epsilon(1e-6));
      CHECK(logs.item_at(i) == doctest::Approx(x.item_at(i) - std::log(sum)).epsilon(1e-6));
    }
  }
}

TEST_CASE("softmax with infinite elements and NaN") {
  for (std::int64_t at : {0, 3, 17, 20}) {
    Tensor x = row(21);
    x.set_item_at(at, -HUGE_VAL);
    CHECK(first(op::softmax, {x, -1}).item_at(at) == 0);
    CHECK(first(op::log_softmax, {x, -1}).item_at(at) == -HUGE_VAL);
    x.set_item_at(at, std::nan(""));
    Tensor soft = first(op::softmax, {x, -1});
    for (std::int64_t i = 0; i < 21; ++i) CHECK(std::isnan(soft.item_at(i)));
  }
  Tensor masked = Tensor::full({1, 9}, -HUGE_VAL, Element::f32);
  CHECK(std::isnan(first(op::softmax, {masked, -1}).item_at(4)));
}
