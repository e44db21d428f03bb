// core/engine/autograd/inspect.h and execution_log.h: what they tell, and that looking changes nothing.
#include <doctest/doctest.h>

#include "core/base/diagnostic.h"
#include "core/engine/autograd/engine.h"
#include "core/engine/autograd/execution_log.h"
#include "core/engine/autograd/functions.h"
#include "core/engine/autograd/grad_mode.h"
#include "core/engine/autograd/graph.h"
#include "core/engine/autograd/inspect.h"
#include "core/engine/autograd/record.h"
#include "core/engine/autograd/scalar.h"
#include "core/engine/ops/table/ops.h"
#include "tests/core/sizes.h"

using namespace seesaw;
using namespace seesaw::autograd;

namespace {

Tensor leaf(std::initializer_list<double> values) {
  Tensor t = Tensor::from(values, {static_cast<std::int64_t>(values.size())});
  set_requires_grad(t, true);
  return t;
}
GraphInfo look(const Tensor& t) { return inspect_graph({gradient_edge(t)}); }
std::vector<std::string> names(const GraphInfo& graph) {
  std::vector<std::string> out;
  for (const NodeInfo& node : graph.nodes) out.push_back(node.node->name());
  return out;
}
void run(const Tensor& t, bool retain = false) {
  autograd::backward({.tensors = {{t, {}}}, .grad_tensors = {}, .inputs = {}, .retain_graph = retain});
}

}  // namespace

TEST_CASE("inspect_graph: nodes breadth first, edges with input numbers, saved values") {
  AutogradScope recording;
  Tensor a = leaf({1, 2}), b = leaf({3, 4});
  Tensor y = call(op::sum, {a * b + call(op::mul, {a, 2.0})[0]})[0];
  GraphInfo graph = look(y);
  CHECK(names(graph) == std::vector<std::string>{"SumBackward0",
                                                 "AddBackward0",
                                                 "MulBackward0",
                                                 "MulBackward0",
                                                 "torch::autograd::AccumulateGrad",
                                                 "torch::autograd::AccumulateGrad"});
  CHECK(graph.roots == std::vector<std::int64_t>{0});
  CHECK(graph.nodes[1].next[0].index == 2);
  CHECK(graph.nodes[3].next[0].index == 4);
  CHECK(graph.nodes[3].next[1].index == -1);
  CHECK(graph.nodes[4].leaf == a);
  const std::vector<SavedInfo>& saved = graph.nodes[2].saved;
  REQUIRE(saved.size() == 2);
  CHECK(saved[0].name == "other");
  CHECK(saved[0].bytes == 16);
  CHECK(saved[0].kind == SavedInfo::Kind::tensor);
  CHECK(graph.nodes[3].saved[0].kind == SavedInfo::Kind::number);
  CHECK(graph.nodes[3].saved[0].number.value == 2);
  CHECK(graph.nodes[3].saved[1].kind == SavedInfo::Kind::nothing);
  CHECK(graph.saved_bytes == 32);
  GradModeScope off(false);
  call_inplace(op::sin, {b});
  CHECK(look(y).nodes[2].saved[0].saved_version == 0);
  CHECK(look(y).nodes[2].saved[0].version == 1);
}

TEST_CASE("inspect_graph: views share memory, which counts once") {
  AutogradScope recording;
  Tensor a = leaf({1, 2, 3, 4});
  Tensor y = a * call(op::view, {a, Dims{4}})[0];
  CHECK(look(y).saved_bytes == 32);
  CHECK(inspect_graph({Edge{}}).roots == std::vector<std::int64_t>{-1});
}

TEST_CASE("inspect_graph: hooks by kind; freed and packed values") {
  AutogradScope recording;
  Tensor a = leaf({1, 2});
  int packs = 0, unpacks = 0;
  auto hooks = std::make_shared<SavedHooks>();
  hooks->pack = [&](const Tensor& t) { return ++packs, Packed{t.copy(), nullptr}; };
  hooks->unpack = [&](const Packed& packed) { return ++unpacks, Unpacked{packed.tensor, {}}; };
  push_saved_hooks(hooks);
  Tensor y = exp(a);
  pop_saved_hooks();
  register_hook(y, "one", [](const Tensor&) { return HookResult(); });
  register_hook(a, "two", [](const Tensor&) { return HookResult(); });
  register_prehook(*grad_fn(y), "three", [](const Gradients&) { return HookResult(); });
  register_posthook(*grad_fn(y), "four", [](const Gradients&, const Gradients&) { return HookResult(); });
  register_post_accumulate_grad_hook(a, "five", [](const Tensor&) { return HookResult(); });
  retain_grad(y);
  GraphInfo graph = look(y);
  REQUIRE(graph.nodes.size() == 2);
  CHECK(graph.nodes[0].tensor_hooks[0].names == std::vector<std::string>{"one"});
  CHECK(graph.nodes[0].pre_hooks == std::vector<std::string>{"three"});
  CHECK(graph.nodes[0].post_hooks == std::vector<std::string>{"four"});
  CHECK(graph.nodes[0].retains_grad == std::vector<std::uint32_t>{0});
  CHECK(graph.nodes[0].saved[0].kind == SavedInfo::Kind::packed);
  CHECK(graph.nodes[0].saved[0].bytes == 16);
  CHECK(graph.nodes[1].tensor_hooks[0].names == std::vector<std::string>{"two"});
  CHECK(graph.nodes[1].accumulate_hooks == std::vector<std::string>{"five"});
  CHECK((packs == 1 && unpacks == 0));
  run(call(op::sum, {y})[0]);
  CHECK(unpacks == 1);
  graph = look(y);
  CHECK(graph.nodes[0].saved[0].kind == SavedInfo::Kind::freed);
  CHECK(graph.saved_bytes == 0);
}

TEST_CASE("inspect_graph: many nodes in one line") {
  constexpr std::size_t kNodes = test::scaled(200'000);
  AutogradScope recording;
  Tensor a = leaf({1}), y = a;
  for (std::size_t i = 0; i < kNodes; ++i) y = y + 1.0;
  GraphInfo graph = look(y);
  CHECK(graph.nodes.size() == kNodes + 1);
  CHECK(graph.nodes.back().leaf == a);
}

TEST_CASE("ExecutionLog: order, gradients in and out, passes inside of passes") {
  AutogradScope recording;
  Tensor a = leaf({1, 2});
  Tensor y = call(op::mul, {a, 3.0})[0], z = call(op::sum, {y})[0];
  bool inner = false;
  register_hook(y, "nested", [&](const Tensor&) {
    if (inner) return HookResult();
    inner = true;
    GradModeScope on(true);
    run(call(op::sum, {a * a})[0]);
    return HookResult();
  });
  register_posthook(*grad_fn(y), "twice", [](const Gradients& in, const Gradients&) {
    return HookResult(Gradients{in[0] * 2.0, Tensor()});
  });
  ExecutionLog log(1);
  run(z, true);
  std::vector<std::string> seen;
  for (const ExecutionEvent& event : log.events())
    seen.push_back(std::to_string(event.depth) + event.node->type_name());
  // The tensor hook runs before its node starts, so what it runs is not inside of it.
  CHECK(seen ==
        std::vector<std::string>{
            "0SumBackward0", "0SumBackward0", "0MulBackward0", "0AccumulateGrad", "0MulBackward0", "0AccumulateGrad"});
  const ExecutionEvent& mul = log.events()[4];
  CHECK(mul.finished);
  CHECK(mul.pass != log.events()[1].pass);
  CHECK(mul.grad_outputs[0]->elements == std::vector<double>{1});
  CHECK(mul.grad_inputs[0]->elements == std::vector<double>{6});
  CHECK(mul.grad_inputs[0]->shape.sizes == Dims{2});
  CHECK_FALSE(mul.grad_inputs[1].has_value());
  CHECK(log.events()[5].grad_inputs.empty());
  CHECK(mul.start >= log.events()[0].start);
}

TEST_CASE("ExecutionLog: a node that fails, a pass inside of a node, logs inside of logs") {
  AutogradScope recording;
  Tensor a = leaf({1, 2});
  Tensor y = exp(a);
  register_posthook(*grad_fn(y), "raises", [&](const Gradients&, const Gradients&) -> HookResult {
    run(call(op::sum, {a + 1.0})[0], true);
    throw fx_error("RuntimeError", "no");
  });
  ExecutionLog log;
  {
    ExecutionLog other;
    CHECK(ExecutionLog::active() == &other);
    GradModeScope on(true);
    CHECK_THROWS_AS(run(call(op::sum, {y})[0]), Error);
    REQUIRE(other.events().size() >= 2);
    CHECK(other.events()[0].finished);
    CHECK_FALSE(other.events()[1].finished);
  }
  CHECK(ExecutionLog::active() == &log);
  CHECK(log.events().empty());
}

TEST_CASE("ExecutionLog and the debug log see scalars too") {
  Scalar x = Scalar::leaf(2), y = x * x;
  ExecutionLog log;
  y.backward();
  REQUIRE(log.events().size() == 2);
  CHECK(log.events()[0].node->name() == "MulBackward0");
  CHECK(x.grad() == 4.0);
  int messages = 0;
  log_sink() = [&](std::string_view, Node&, const Gradients&) { ++messages; };
  Scalar z = x * x;
  z.backward();
  log_sink() = nullptr;
  CHECK(messages == 2);
}
