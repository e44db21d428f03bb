// What a sweep takes out of the counts: random programs of scalars against the same ones on objects, which know nothing
// of it.
#include <functional>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/diagnostic.h"
#include "core/engine/autograd/engine.h"
#include "core/engine/autograd/node.h"
#include "core/engine/autograd/record.h"
#include "core/engine/autograd/scalar.h"
#include "core/engine/autograd/scalar_objects.h"
#include "core/engine/autograd/variable.h"
#include "tests/core/sizes.h"

using namespace seesaw;
using autograd::Scalar;
using autograd::ScalarOp;

namespace {

std::string error_of(const std::function<void()>& body) {
  try {
    body();
  } catch (const Error& error) {
    return error.diagnostic().message;
  }
  return "";
}

// Names and edges of the nodes behind a tensor.
std::string graph_of(const Tensor& t) {
  std::map<autograd::Node*, std::size_t> numbers;
  std::vector<autograd::Node*> nodes;
  std::string out;
  auto number_of = [&](autograd::Node* node) {
    auto [at, fresh] = numbers.emplace(node, nodes.size());
    if (fresh) nodes.push_back(node);
    return std::to_string(at->second);
  };
  if (autograd::grad_fn(t)) number_of(autograd::grad_fn(t).get());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    out += std::string(nodes[i]->name()) + "(";
    std::vector<autograd::Edge> edges = nodes[i]->next();
    for (const autograd::Edge& edge : edges) out += (edge ? number_of(edge.node.get()) : std::string("-")) + " ";
    out += ") ";
  }
  return out;
}

// A random program and what it has to tell. With `objects` whatever comes up becomes an object.
class Program {
 public:
  Program(unsigned seed, bool objects) : random_(seed), objects_(objects) {}

  void step() {
    std::size_t at = pick(kSlots), from = pick(kSlots), other = pick(kSlots);
    switch (pick(16)) {
      case 0: put(at, Scalar::leaf(0.75)); break;
      case 1: put(at, Scalar(1.5)); break;
      case 2: slots_[at] = slots_[from]; break;
      case 3: grow(at, from, other); break;
      case 4: write(at); break;
      case 5: slots_[at].zero_grad(); break;
      case 6: pick(2) == 0 ? told += graph_of(slots_[at].tensor()) : told += backward(at, false); break;
      case 7:
      case 8:
      case 9: told += backward(at, pick(4) == 0); break;
      default: record(at, from, other);
    }
    for (const Scalar& s : slots_) {
      told += std::to_string(s.value()) + (s.requires_grad() ? "r" : "") + (s.is_leaf() ? "l " : " ");
      if (s.is_leaf() && s.grad()) told += std::to_string(*s.grad()) + " ";
    }
    told += "\n";
  }

  // A last pass, after which all is looked at.
  void end() {
    told += backward(pick(kSlots), false);
    for (const Scalar& s : slots_) told += graph_of(s.tensor());
  }

  std::string told;
  std::size_t swept = 0;

 private:
  static constexpr std::size_t kSlots = 9;
  static constexpr ScalarOp kChoice[] = {
      ScalarOp::add, ScalarOp::mul, ScalarOp::sub, ScalarOp::mul_k, ScalarOp::tanh, ScalarOp::add_k, ScalarOp::sin};

  std::size_t pick(std::size_t below) { return random_() % below; }
  void put(std::size_t at, Scalar s) {
    if (objects_) s.tensor();
    slots_[at] = std::move(s);
  }
  void record(std::size_t at, std::size_t from, std::size_t other) {
    ScalarOp op = kChoice[pick(std::size(kChoice))];
    put(at, autograd::record_op(op, slots_[from], autograd::is_binary(op) ? &slots_[other] : nullptr, 0.5, false));
  }
  // Now and then long enough that what dies is walked over.
  void grow(std::size_t at, std::size_t from, std::size_t other) {
    std::size_t length = (pick(4) == 0 ? 2500 : 0) + pick(100);
    record(at, from, other);
    for (std::size_t i = 0; i < length; ++i) record(at, at, pick(3) == 0 ? at : other);
    put(at, tanh(slots_[at]));
  }
  void write(std::size_t at) {
    double value = static_cast<double>(pick(100)) * 0.01;
    if (slots_[at].is_leaf()) slots_[at].set_value(value);
  }
  std::string backward(std::size_t at, bool retain) {
    if (!slots_[at].requires_grad()) return "";
    std::string error = error_of([&] { slots_[at].backward(retain); });
    if (error.empty() && !slots_[at].is_object()) ++swept;
    return error;
  }

  std::mt19937 random_;
  bool objects_;
  std::vector<Scalar> slots_ = std::vector<Scalar>(kSlots, Scalar(0.25));
};

// What a program tells, one line a step.
std::string run(unsigned seed, bool objects, std::size_t& swept) {
  Program program(seed, objects);
  for (int i = 0; i < 90; ++i) program.step();
  program.end();
  swept += program.swept;
  return std::move(program.told);
}

}  // namespace

TEST_CASE("random programs of scalars do what the same programs do on objects") {
  constexpr std::size_t kPrograms = test::scaled(100);
  std::size_t before = autograd::tape.bytes_in_use(), swept = 0, never = 0;
  for (unsigned seed = 1; seed <= kPrograms; ++seed) {
    CAPTURE(seed);
    REQUIRE(run(seed, false, swept) == run(seed, true, never));
  }
  CHECK(swept > 2 * kPrograms);
  CHECK(never == 0);
  CHECK(autograd::tape.bytes_in_use() <= before + 2 * autograd::Tape::kChunkBytes);
}

TEST_CASE("what a pass ran can be looked at, used and passed again, whatever was dropped in between") {
  Scalar x = Scalar::leaf(2), w = Scalar::leaf(3);
  auto sum_of = [&] { return (x + w) + (Scalar(5.0) + x); };

  SUBCASE("a second pass over what saves nothing") {
    Scalar y = sum_of();
    for (int i = 0; i < 3; ++i) y.backward();
    CHECK(*x.grad() == 6);
  }
  SUBCASE("a second pass over what was released") {
    Scalar y = x * w;
    y.backward();
    w.set_value(100);
    CHECK(error_of([&] { y.backward(); }).find("backward through the graph a second time") != std::string::npos);
    CHECK(*x.grad() == 3);
  }
  SUBCASE("a look at it, and then it dies") {
    std::size_t before = autograd::tape.bytes_in_use();
    {
      Scalar y = x;
      for (int i = 0; i < 20000; ++i) y = y * 0.5 + w;
      y.backward();
      CHECK(graph_of(y.tensor()).substr(0, 42) == "AddBackward0(1 2 ) MulBackward0(3 - ) torc");
    }
    CHECK(autograd::tape.bytes_in_use() <= before + 2 * autograd::Tape::kChunkBytes);
    CHECK((x + w).value() == 5);
  }
  SUBCASE("leaves dropped and written to before the graph is looked at") {
    Scalar y = sum_of();
    y.backward();
    x.set_value(7);
    x = w = Scalar();
    Ref<autograd::Node> node = autograd::grad_fn(y.tensor());
    CHECK(node->name() == "AddBackward0");
    CHECK(node->next()[1].node->next()[1].node->name() == "torch::autograd::AccumulateGrad");
  }
  SUBCASE("a result that was held is dropped first") {
    Scalar inner = sin(x), y = sum_of() + inner * w;
    y.backward();
    inner = Scalar();
    CHECK(autograd::grad_fn(y.tensor())->next()[1].node->next()[0].node->name() == "SinBackward0");
  }
  SUBCASE("a graph goes on from the root") {
    Scalar y = sum_of();
    y.backward();
    Scalar z = y + 1.0;
    y = Scalar();
    z.backward();
    CHECK(*x.grad() == 4);
  }
}

TEST_CASE("what dies with the root of a pass gives its memory back") {
  std::size_t before = autograd::tape.bytes_in_use(), most = 0;
  Scalar x = Scalar::leaf(0.5), kept;
  for (int round = 0; round < 40; ++round) {
    Scalar y = x;
    for (int i = 0; i < 5000; ++i) {
      y = i % 2 == 0 ? y * 0.5 + x : y + Scalar(0.25);
      if (i == 100 && round % 8 == 3) kept = y;
    }
    y.backward();
    x.set_value(x.value() + 0.01);
    most = std::max(most, autograd::tape.bytes_in_use());
  }
  CHECK(kept.value() > 0);
  CHECK(most < before + 900000);
  CHECK(autograd::tape.bytes_in_use() <= before + 8 * autograd::Tape::kChunkBytes);
}
