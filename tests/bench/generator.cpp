#include "tests/bench/generator.h"

#include <algorithm>
#include <array>
#include <vector>

namespace seesaw::bench {

namespace {

struct Operator {
  const Callable* callable;
  Name name;
};

Operator aten(Context& context, std::string_view name, std::string_view overload) {
  return {context.callable("torch.ops.aten." + std::string(name) + "." + std::string(overload)), context.name(name)};
}

Program empty_program() {
  Program program;
  program.root = Module::make(*program.context, "GraphModule", std::make_unique<Graph>(*program.context));
  return program;
}

void toggle(Graph& graph, bool mode) {
  graph.call_function(graph.context().callable("torch._C._set_grad_enabled"), {Arg::boolean(mode)});
}

// Knuth's multiplier; the upper 31 bits are good enough.
class Lcg {
 public:
  std::uint64_t next() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return state_ >> 33;
  }

 private:
  std::uint64_t state_ = 1;
};

}  // namespace

Program build_program(std::size_t nodes, std::size_t period) {
  Program program = empty_program();
  Context& context = *program.context;
  Graph& graph = program.root->graph();
  std::array<Operator, 4> unary{aten(context, "sin", "default"),
                                aten(context, "cos", "default"),
                                aten(context, "neg", "default"),
                                aten(context, "relu", "default")};
  std::array<Operator, 3> binary{
      aten(context, "add", "Tensor"), aten(context, "mul", "Tensor"), aten(context, "sub", "Tensor")};
  std::vector<Node*> values{graph.placeholder("arg0_1"), graph.placeholder("arg1_1")};
  Lcg random;
  bool mode = false;
  for (std::size_t i = 0; i < nodes; ++i) {
    if (period != 0 && i > 0 && i % period == 0) {
      toggle(graph, mode);
      mode = !mode;
      continue;
    }
    Node* last = values.back();
    if (random.next() % 10 < 4) {
      const Operator& op = unary[random.next() % 4];
      values.push_back(graph.call_function(op.callable, {Arg::node(last)}, {}, op.name));
      continue;
    }
    const Operator& op = binary[random.next() % 3];
    std::size_t back = static_cast<std::size_t>(random.next() % 16) + 1;
    Node* other = values[values.size() - std::min(back, values.size())];
    values.push_back(graph.call_function(op.callable, {Arg::node(last), Arg::node(other)}, {}, op.name));
  }
  graph.output(graph.tuple({Arg::node(values.back())}));
  return program;
}

Program build_chain(std::size_t nodes) {
  Program program = empty_program();
  Graph& graph = program.root->graph();
  Operator relu = aten(*program.context, "relu", "default");
  Node* last = graph.placeholder("x");
  for (std::size_t i = 0; i < nodes; ++i) {
    if (i == nodes / 3) toggle(graph, false);
    if (i == nodes / 3 * 2) toggle(graph, true);
    last = graph.call_function(relu.callable, {Arg::node(last)}, {}, relu.name);
  }
  graph.output(graph.tuple({Arg::node(last)}));
  return program;
}

Program build_wide(std::size_t width) {
  Program program = empty_program();
  Graph& graph = program.root->graph();
  std::array<Node*, 2> inputs{graph.placeholder("x"), graph.placeholder("y")};
  toggle(graph, false);
  std::vector<Arg> items;
  for (std::size_t i = 0; i < width; ++i) items.push_back(Arg::node(inputs[i % 2]));
  Operator cat = aten(*program.context, "cat", "default");
  Node* all = graph.call_function(cat.callable, {graph.container(ArgKind::list, items)}, {}, cat.name);
  toggle(graph, true);
  graph.output(graph.tuple({Arg::node(all)}));
  return program;
}

}  // namespace seesaw::bench
