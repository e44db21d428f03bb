// Graphs to lay out: like transformers, and random wide ones; with one operator put in.
//
//   Program program = bench::transformer_like(500);
//   Node* made = bench::insert_operator(program.root->graph(), 7);       // on the seventh edge, from the start again
//   if there are fewer
#pragma once

#include <string>
#include <vector>

#include "core/graph/ir/program.h"

namespace seesaw::bench {

class ViewGraph {
 public:
  ViewGraph() {
    program_.root = Module::make(*program_.context, "GraphModule", std::make_unique<Graph>(*program_.context));
  }
  Graph& graph() { return program_.root->graph(); }
  Node* input(const std::string& name) { return graph().placeholder(name); }
  Node* call(std::string_view op, std::initializer_list<Node*> inputs) {
    std::vector<Arg> args;
    for (Node* node : inputs) args.push_back(Arg::node(node));
    Node* made = graph().call_function(program_.context->callable("torch.ops.aten." + std::string(op)), args);
    made->set_meta(program_.context->keys.annotation, program_.context->string("f32[8, 128, 768]"));
    return made;
  }
  Program finish(Node* result) {
    graph().output(graph().tuple({Arg::node(result)}));
    return std::move(program_);
  }

 private:
  Program program_;
};

// Blocks of attention and a perceptron, about 32 nodes each, until there are `nodes`.
inline Program transformer_like(std::size_t nodes) {
  ViewGraph g;
  Node* x = g.input("x");
  Node* mask = g.input("mask");
  for (std::size_t layer = 0; g.graph().size() + 1 < nodes; ++layer) {
    std::string name = "p_layers_" + std::to_string(layer) + "_";
    auto linear = [&](const char* what, Node* in) {
      return g.call("linear.default", {in, g.input(name + what + "_weight"), g.input(name + what + "_bias")});
    };
    auto norm = [&](const char* what, Node* in) {
      return g.call("layer_norm.default", {in, g.input(name + what + "_weight"), g.input(name + what + "_bias")});
    };
    auto head = [&](const char* what, Node* in) {
      return g.call("transpose.int", {g.call("view.default", {linear(what, in)})});
    };
    Node* normed = norm("norm1", x);
    Node* q = head("q", normed);
    Node* k = head("k", normed);
    Node* v = head("v", normed);
    Node* scores = g.call("div.Tensor", {g.call("matmul.default", {q, g.call("transpose.int", {k})})});
    Node* weights = g.call("softmax.int", {g.call("add.Tensor", {scores, mask})});
    Node* mixed = g.call("view.default", {g.call("transpose.int", {g.call("matmul.default", {weights, v})})});
    x = g.call("add.Tensor", {x, linear("out", mixed)});
    Node* inner = g.call("gelu.default", {linear("fc1", norm("norm2", x))});
    x = g.call("add.Tensor", {x, linear("fc2", inner)});
  }
  return g.finish(x);
}

// Each node takes one to three of the last `window` ones.
inline Program random_wide(std::size_t nodes, std::uint64_t seed, std::size_t window = 60) {
  ViewGraph g;
  std::uint64_t state = seed * 2 + 1;
  auto random = [&](std::size_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::size_t>((state >> 33) % below);
  };
  std::vector<Node*> made;
  for (std::size_t i = 0; i < std::max<std::size_t>(1, window / 4); ++i)
    made.push_back(g.input("in" + std::to_string(i)));
  auto pick = [&] { return made[made.size() - 1 - random(std::min(window, made.size()))]; };
  while (made.size() + 1 < nodes) {
    std::size_t kind = random(10);
    if (kind < 4) {
      made.push_back(g.call("sin.default", {pick()}));
    } else if (kind < 9) {
      made.push_back(g.call("add.Tensor", {pick(), pick()}));
    } else {
      made.push_back(g.call("where.self", {pick(), pick(), pick()}));
    }
  }
  std::vector<Node*> ends;
  for (Node* node : made) {
    if (!node->has_users()) ends.push_back(node);
  }
  std::vector<Arg> all;
  for (Node* node : ends) all.push_back(Arg::node(node));
  return g.finish(g.graph().call_function(g.graph().context().callable("torch.ops.aten.cat.default"),
                                          {g.graph().container(ArgKind::list, all)}));
}

// Puts a neg between a node and its user, on the edge of this number.
inline Node* insert_operator(Graph& graph, std::size_t edge) {
  std::vector<std::pair<Node*, Node*>> edges;
  for (Node* user : graph) {
    for (Node* def : user->all_input_nodes()) edges.emplace_back(def, user);
  }
  auto [def, user] = edges[edge % edges.size()];
  InsertPoint here = graph.inserting_before(user);
  Node* made = graph.call_function(graph.context().callable("torch.ops.aten.neg.default"), {Arg::node(def)});
  made->set_meta(graph.context().keys.annotation, graph.context().string("f32[8, 128, 768]"));
  user->replace_input_with(def, made);
  return made;
}

}  // namespace seesaw::bench
