// The scalar tape against the general engine: values, derivatives, order, errors, memory.
#include "core/engine/autograd/scalar.h"

#include <cstring>
#include <functional>
#include <limits>

#include <doctest/doctest.h>

#include "core/base/diagnostic.h"
#include "core/engine/autograd/compiled_tape.h"
#include "core/engine/autograd/engine.h"
#include "core/engine/autograd/record.h"
#include "core/engine/autograd/scalar_objects.h"
#include "core/engine/autograd/variable.h"
#include "core/engine/ops/table/ops.h"
#include "tests/core/helpers.h"

using namespace seesaw;
using autograd::CompiledTape;
using autograd::Scalar;
using autograd::ScalarOp;
using test::kManySteps;

namespace {

struct OpRow {
  ScalarOp op;
  const char* name;
};
constexpr OpRow kOps[] = {
#define SEESAW_ROW(name, record, kind) {ScalarOp::name, #name},
    SEESAW_SCALAR_OPS(SEESAW_ROW)
#undef SEESAW_ROW
};

bool same_bits(double a, double b) {
  if (std::isnan(a) && std::isnan(b)) return true;
  return std::memcmp(&a, &b, sizeof a) == 0;
}

struct Result {
  double value = 0, first = 0, second = 0;
};

Result by_tape(ScalarOp op, double x, double y) {
  Scalar a = Scalar::leaf(x), b = Scalar::leaf(y);
  Scalar out = autograd::record_op(op, a, autograd::is_binary(op) ? &b : nullptr, y, false);
  REQUIRE_FALSE(out.is_object());
  out.backward();
  REQUIRE_FALSE(out.is_object());
  return {out.value(), *a.grad(), b.grad().value_or(0)};
}

Result by_replay(ScalarOp op, double x, double y) {
  Scalar a = Scalar::leaf(1.5), b = Scalar::leaf(0.5);
  Scalar out = autograd::record_op(op, a, autograd::is_binary(op) ? &b : nullptr, y, false);
  CompiledTape tape(out, {a, b});
  double values[] = {x, y};
  double value = tape.replay(values);
  return {value, tape.gradients()[0], tape.gradients()[1]};
}

// The record's kernel and its formula, on tensors.
Result by_record(ScalarOp op, double x, double y) {
  autograd::AutogradScope scope;
  Tensor a = Tensor::scalar(x), b = Tensor::scalar(y);
  autograd::set_requires_grad(a, true);
  autograd::set_requires_grad(b, true);
  std::vector<Value> args{a};
  if (autograd::is_binary(op)) args.push_back(b);
  if (autograd::takes_number(op)) args.push_back(y);
  Tensor out = call(*autograd::record_of(op), args)[0];
  autograd::backward({.tensors = {{out, {}}}});
  Tensor second = autograd::grad(b);
  return {out.item(), autograd::grad(a).item(), second ? second.item() : 0};
}

void check_same(const char* name, double x, double y, const Result& got, const Result& want) {
  CAPTURE(std::string(name));
  CAPTURE(x);
  CAPTURE(y);
  CAPTURE(got.value);
  CAPTURE(want.value);
  CHECK(same_bits(got.value, want.value));
  CAPTURE(got.first);
  CAPTURE(want.first);
  CHECK(same_bits(got.first, want.first));
  CHECK(same_bits(got.second + 0.0, want.second + 0.0));
}

std::string error_of(const std::function<void()>& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.diagnostic().message;
  }
  return "";
}

}  // namespace

TEST_CASE("every operation of the tape is its operator's record, bit for bit") {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const double numbers[] = {-3.7, -1, -0.25, -0.0, 0.0, 1e-9, 0.3, 1, 2, 5.5, 700, inf, -inf, nan};
  for (const OpRow& row : kOps) {
    if (row.op == ScalarOp::value) continue;
    for (double x : numbers) {
      for (double y : {-1.5, 0.0, 1.0, 3.0, 0.7}) {
        if (!autograd::is_binary(row.op) && !autograd::takes_number(row.op) && y != 3.0) continue;
        Result want = by_record(row.op, x, y);
        check_same(row.name, x, y, by_tape(row.op, x, y), want);
        check_same(row.name, x, y, by_replay(row.op, x, y), want);
      }
    }
  }
}

TEST_CASE("a replay gives what recording again gives") {
  auto program = [](const Scalar& x, const Scalar& y) {
    Scalar sum = x * y;
    for (int i = 0; i < 5; ++i) sum = sum + x * tanh(y + i) + y * x;
    Scalar shared = sum * sum;
    return shared + x * shared + (x * x) + 2.0 / 3.0 * sin(shared) - sum / x;
  };
  Scalar x = Scalar::leaf(0.1), y = Scalar::leaf(0.2), other = Scalar::leaf(3);
  CompiledTape tape(program(x, y), {x, y, other});
  for (double at : {-2.0, 0.3, 1.7}) {
    Scalar a = Scalar::leaf(at), b = Scalar::leaf(at / 3);
    Scalar want = program(a, b);
    want.backward();
    double inputs[] = {at, at / 3, 9};
    CHECK(same_bits(tape.replay(inputs), want.value()));
    CHECK(same_bits(tape.gradients()[0], *a.grad()));
    CHECK(same_bits(tape.gradients()[1], *b.grad()));
    CHECK(same_bits(tape.gradients()[2], 0.0));
  }
  CHECK(tape.bytes() > 0);
}

TEST_CASE("what cannot be replayed is refused") {
  Scalar x = Scalar::leaf(2), y = x * x, z = y * x;
  CHECK(error_of([&] { CompiledTape(z, {y}); }) ==
        "input 0 of the tape must be a leaf, and is the result of MulBackward0. Give the leaves that it is computed "
        "from.");
  CHECK(error_of([&] { CompiledTape(z, {x, x}); }) == "input 1 of the tape is given twice. Give each leaf once.");
  CHECK(error_of([&] { CompiledTape(Scalar(1.0), {x}); }) ==
        "element 0 of tensors does not require grad and does not have a grad_fn");
  {
    autograd::AutogradScope scope;
    Scalar v = Scalar::leaf(2), bent = Scalar::of(call(op::erf, {(v * v).tensor()})[0]) * 2.0;
    CHECK(error_of([&] { CompiledTape(bent, {v}); })
              .starts_with(
                  "this graph cannot be replayed: the scalar engine does not record ErfBackward0. A tape replays"));
  }
  CompiledTape tape(z, {x});
  CHECK(error_of([&] { tape.replay({}); }) == "this replay takes 1 values, got 0");
  double three[] = {3};
  CHECK(tape.replay(three) == 27);
  int calls = 0;
  autograd::register_hook(y.tensor(), "hook", [&](const Tensor&) {
    ++calls;
    return autograd::HookResult();
  });
  CHECK(error_of([&] { CompiledTape(z, {x}); })
            .starts_with("input 0 of the tape cannot be replayed: it is a leaf (float64 tensor of shape []) of the "
                         "general engine. "));
  Scalar fresh = Scalar::leaf(3);
  CHECK(error_of([&] {
          CompiledTape(y * fresh, {fresh});
        }).starts_with("input 0 of the tape cannot be replayed: it is a leaf"));
  CHECK(error_of([&] { CompiledTape(z, {}); })
            .starts_with("this graph cannot be replayed: the result of MulBackward0 (float64 tensor of shape []) "
                         "stands in the general engine. "));
  // The graph works on, eagerly.
  z.backward();
  CHECK(calls == 1);
  CHECK(*x.grad() == 12);
}

TEST_CASE("nodes take their numbers between the cells") {
  autograd::AutogradScope scope;
  Tensor t = Tensor::from({1, 2}, {2});
  autograd::set_requires_grad(t, true);
  Scalar x = Scalar::leaf(2);
  std::vector<std::uint64_t> numbers;
  Scalar a = x * x;
  Tensor first = t * 2;
  Scalar b = a * x;
  Tensor second = t * 3;
  Scalar c = b * x;
  for (const Tensor& one : {a.tensor(), first, b.tensor(), second, c.tensor()})
    numbers.push_back(autograd::grad_fn(one)->sequence());
  for (std::size_t i = 1; i < numbers.size(); ++i) CHECK(numbers[i - 1] < numbers[i]);
}

TEST_CASE("a leaf can be written to while graphs know it") {
  Scalar x = Scalar::leaf(3), y = Scalar::leaf(4);
  SUBCASE("its object is not needed for that") {
    Scalar z = x + y;
    x.set_value(10);
    CHECK(x.value() == 10);
    CHECK(z.value() == 7);
    z.backward();
    CHECK(*x.grad() == 1);
    CHECK_FALSE(x.is_object());
    CHECK((x * y).value() == 40);
  }
  SUBCASE("a derivative that needs the old value is PyTorch's error") {
    Scalar before = y * 2.0;
    Scalar z = before + x * y;
    x.set_value(10);
    x.set_value(11);
    // MulBackward of y * 2 has run by the time the product's turn comes in neither engine: nothing is accumulated.
    CHECK(error_of([&] { z.backward(); }) ==
          "one of the variables needed for gradient computation has been modified by an inplace operation: "
          "[torch.DoubleTensor []] is at version 2; expected version "
          "0 instead. Hint: enable anomaly detection to find the operation that failed to compute its gradient, with "
          "torch.autograd.set_detect_anomaly(True).");
    CHECK(x.tensor().version() == 2);
    CHECK(x.tensor().item() == 11);
  }
  SUBCASE("a saved operand that no gradient needs may change") {
    Scalar z = x * 5.0;
    x.set_value(10);
    z.backward();
    CHECK(*x.grad() == 5);
  }
  SUBCASE("many times") {
    Scalar z = x + y;
    for (int i = 0; i < 1000; ++i) {
      x.set_value(i);
      z = z + x;
    }
    z.backward();
    CHECK(*x.grad() == 1001);
  }
}

TEST_CASE("a sweep that meets an error does what the general engine does") {
  Scalar x = Scalar::leaf(2), y = Scalar::leaf(3);
  Scalar product = y * y;
  product.backward();
  CHECK(*y.grad() == 6);
  // The sum's gradient reaches x before the product, whose values are freed, has its turn.
  Scalar z = x + product;
  CHECK(error_of([&] { z.backward(); }).find("backward through the graph a second time") != std::string::npos);
  CHECK(*x.grad() == 1);
  CHECK(*y.grad() == 6);
}

TEST_CASE("hooks are run, also by a pass that starts at a cell") {
  Scalar x = Scalar::leaf(2);
  Scalar y = x * x, w = y * 3.0;
  int calls = 0;
  autograd::register_hook(y.tensor(), "double", [&](const Tensor& g) {
    ++calls;
    return autograd::HookResult(g * 2);
  });
  Scalar z = w + 1.0;
  CHECK_FALSE(w.is_object());
  z.backward();
  CHECK(calls == 1);
  CHECK(*x.grad() == 24);
}

TEST_CASE("a gradient that somebody holds is written to in place") {
  Scalar x = Scalar::leaf(2);
  (x * x).backward();
  Tensor held;
  {
    autograd::GradModeScope off(false);
    held = autograd::grad(x.tensor());
  }
  Scalar again = x * x;
  again.backward();
  CHECK(held.item() == 8);
}

TEST_CASE("a long chain of operations needs no recursion") {
  std::size_t before = autograd::tape.bytes_in_use();
  {
    Scalar x = Scalar::leaf(0.5), y = x;
    for (int i = 0; i < kManySteps; ++i) y = i % 2 == 0 ? sin(y) : y + x;
    y.backward(true);
    CHECK(std::isfinite(*x.grad()));
    CHECK(autograd::tape.bytes_in_use() - before <
          45u * static_cast<std::size_t>(kManySteps) + autograd::Tape::kChunkBytes);
    // And when all of it becomes objects.
    x.zero_grad();
    y.tensor();
    y.backward();
    CHECK(std::isfinite(*x.grad()));
  }
  CHECK(autograd::tape.bytes_in_use() <= before + 2 * autograd::Tape::kChunkBytes);
}

TEST_CASE("graphs that lie in one another on the tape are freed one by one") {
  std::size_t before = autograd::tape.bytes_in_use();
  {
    constexpr std::size_t kGraphs = 300, kLength = 400;
    Scalar x = Scalar::leaf(0.5);
    std::vector<Scalar> ends(kGraphs, x);
    for (std::size_t i = 0; i < kLength; ++i) {
      for (Scalar& y : ends) y = i % 3 == 0 ? y * 0.999 : y + x * 0.01;
    }
    double want = ends[0].value();
    std::size_t full = autograd::tape.bytes_in_use();
    for (std::size_t i = 0; i + 1 < kGraphs; ++i) {
      ends[i] = x;
      CHECK(same_bits(ends[kGraphs - 1].value(), want));
    }
    CHECK(autograd::tape.bytes_in_use() <= full);
    ends[kGraphs - 1].backward();
    CHECK(*x.grad() > 1);
  }
  CHECK(autograd::tape.bytes_in_use() <= before + 2 * autograd::Tape::kChunkBytes);
}

TEST_CASE("what dies with a graph: constants, leaves with gradients, leaves that were written to, objects") {
  std::size_t before = autograd::tape.bytes_in_use();
  for (int round = 0; round < 3; ++round) {
    Scalar sum = Scalar::leaf(1), held;
    std::vector<Tensor> seen;
    for (int i = 0; i < 2000; ++i) {
      Scalar w = Scalar::leaf(i * 1e-3), part = sin(w) * Scalar(2.0) + Scalar(0.5) * w;
      if (i % 100 == 7) part.backward(true);
      if (i % 250 == 13) seen.push_back(part.tensor());
      sum = sum + part;
      if (i == 1500) held = sum;
      if (i % 90 == 1) w.set_value(3);
    }
    double want = held.value();
    sum = Scalar();
    CHECK(same_bits(held.value(), want));
    held = Scalar();
    for (const Tensor& t : seen) CHECK(std::isfinite(t.item()));
  }
  CHECK(autograd::tape.bytes_in_use() <= before + 2 * autograd::Tape::kChunkBytes);
}
