// Scalars that are written to after graphs know them: what the graphs go on from, and that none of it costs more the
// more there is.
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/engine/autograd/engine.h"
#include "core/engine/autograd/mutation.h"
#include "core/engine/autograd/record.h"
#include "core/engine/autograd/scalar.h"
#include "core/engine/autograd/variable.h"
#include "core/engine/ops/table/ops.h"
#include "tests/core/helpers.h"

using namespace seesaw;
using autograd::Scalar;

namespace {

void check_linear(const char* what, const std::function<void(int)>& work) {
  test::check_growth(
      what, 2500, [](std::size_t n) { return static_cast<int>(n); }, work);
}

void write(const Tensor& t, double value) {
  autograd::GradModeScope off(false);
  call_inplace(op::fill, {t, value});
}

std::vector<Scalar> leaves(int count) {
  std::vector<Scalar> out;
  for (int i = 0; i < count; ++i) out.push_back(Scalar::leaf(i));
  return out;
}

}  // namespace

TEST_CASE("scalars: many writes cost what each of them costs") {
  autograd::AutogradScope scope;
  check_linear("a leaf written to between its uses", [](int n) {
    Scalar x = Scalar::leaf(1), z = x + x;
    for (int i = 0; i < n; ++i) {
      x.set_value(i);
      z = z + x;
    }
    z.backward();
    CHECK(*x.grad() == n + 2);
  });
  check_linear("the same, oldest use last", [](int n) {
    Scalar x = Scalar::leaf(1);
    std::vector<Scalar> uses;
    for (int i = 0; i < n; ++i) {
      uses.push_back(x + 1.0);
      x.set_value(i);
    }
    for (int i = n; i-- > 0;) uses[static_cast<std::size_t>(i)].backward();
    CHECK(*x.grad() == n);
  });
  check_linear("leaves that were looked at", [](int n) {
    std::vector<Scalar> xs = leaves(n), uses;
    for (const Scalar& x : xs) uses.push_back(x * 2.0);
    for (const Scalar& x : xs) write(x.tensor(), 1);
    for (const Scalar& use : uses) CHECK_FALSE(use.is_object());
    uses.back().backward();
    CHECK(*xs.back().grad() == 2);
  });
  check_linear("results that were looked at", [](int n) {
    std::vector<Scalar> xs = leaves(n), results, uses;
    for (const Scalar& x : xs) results.push_back(x * 2.0);
    for (const Scalar& result : results) uses.push_back(result + 1.0);
    for (const Scalar& result : results) write(result.tensor(), 1);
    uses.back().backward();
    CHECK(*xs.back().grad() == 2);
  });
}

TEST_CASE("scalars: a graph goes on from what a leaf was that was looked at and written to") {
  autograd::AutogradScope scope;
  Scalar x = Scalar::leaf(3), y = Scalar::leaf(4);
  Scalar sum = x + y, product = x * y;
  Tensor t = x.tensor();
  write(t, 10);
  write(t, 11);
  CHECK(x.value() == 11);
  CHECK(x.tensor() == t);
  CHECK(t.version() == 2);
  CHECK_FALSE(sum.is_object());
  SUBCASE("a derivative that needs no value") {
    sum.backward();
    CHECK(*x.grad() == 1);
    CHECK(sum.value() == 7);
  }
  SUBCASE("one that needs it") {
    CHECK(test::error_of([&] { product.backward(); }).find("is at version 2; expected version 0 instead") !=
          std::string::npos);
    (x * y).backward();
    CHECK(*y.grad() == 11);
  }
}

TEST_CASE("scalars: a graph keeps whether a leaf wanted a gradient when it was used") {
  autograd::AutogradScope scope;
  Scalar x = Scalar::leaf(3), c = 5.0;
  Scalar z = x + c, again = x * 2.0;
  Tensor leaf = x.tensor(), constant = c.tensor();
  autograd::set_requires_grad(constant, true);
  autograd::set_requires_grad(leaf, false);
  const auto& edges = autograd::grad_fn(z.tensor())->next();
  REQUIRE(edges.size() == 2);
  CHECK(edges[0].node->name() == "torch::autograd::AccumulateGrad");
  CHECK_FALSE(static_cast<bool>(edges[1]));
  z.backward();
  CHECK_FALSE(x.grad());
  autograd::set_requires_grad(leaf, true);
  again.backward();
  CHECK(*x.grad() == 2);
  CHECK_FALSE(c.grad());
}

TEST_CASE("scalars: a constant that gets a history was none for who used it before") {
  autograd::AutogradScope scope;
  Scalar x = Scalar::leaf(3), c = 5.0;
  Scalar z = x + c;
  call_inplace(op::add, {c.tensor(), x.tensor()});
  CHECK_FALSE(c.is_leaf());
  z.backward();
  CHECK(*x.grad() == 1);
  (x + c).backward();
  CHECK(*x.grad() == 3);
}
