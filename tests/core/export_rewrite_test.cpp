// Rewriting passes of core/passes/export: patterns, common subexpressions, metadata of new nodes; and how they grow.
#include <doctest/doctest.h>

#include <functional>
#include <limits>

#include "core/base/cat.h"
#include "core/engine/exec/arg_equality.h"
#include "core/engine/passes/export/node_metadata_hook.h"
#include "core/engine/passes/export/replace_pattern.h"
#include "core/graph/passes/node_utils.h"
#include "core/graph/text/read.h"
#include "tests/core/pass_fixture.h"

namespace seesaw {

namespace {

Node* named(const Graph& graph, std::string_view name) {
  return nodes_first(graph, [&](const Node* node) { return node->name_text() == name; });
}

void check_linear(std::size_t n,
                  const std::function<Program(std::size_t)>& make,
                  const std::vector<PassRequest>& passes) {
  test::check_growth(passes[0].name, n, make, [&](const Program& program) {
    PipelineResult result = run_pipeline(program, passes, {});
    REQUIRE(result.ok);
    CHECK(result.reports[0].changed);
  });
}

// n lines of a function of x, each made by `line`.
Program lines_of(std::size_t n, const std::function<std::string(std::size_t)>& line, std::string_view result) {
  std::string text = "def forward(self, x):\n";
  for (std::size_t i = 0; i < n; ++i) text += cat({"    ", line(i), "\n"});
  return test::read(text + cat({"    return (", result, ",)\n"}));
}

}  // namespace

TEST_CASE("args_equal: as Python's type and ==, nested as deep as one likes") {
  Context context;
  Arg one = context.integer(1), other = context.floating(1.0);
  CHECK(args_equal(one, context.integer(1)));
  CHECK_FALSE(args_equal(one, other));
  CHECK_FALSE(args_equal(one, Arg::boolean(true)));
  CHECK(args_equal(context.floating(0.5), context.floating(0.5)));
  CHECK_FALSE(args_equal(context.floating(std::numeric_limits<double>::quiet_NaN()),
                         context.floating(std::numeric_limits<double>::quiet_NaN())));
  const Arg items[] = {one, context.string("a")};
  CHECK(args_equal(context.list(items), context.list(items)));
  CHECK_FALSE(args_equal(context.list(items), context.tuple(items)));
  CHECK(hash_arg(context.list(items)) == hash_arg(context.list(items)));
  CHECK(hash_arg(context.floating(-0.0)) == hash_arg(context.floating(0.0)));
  Arg deep = one, same = one;
  for (int i = 0; i < 100000; ++i) {
    deep = context.list({&deep, 1});
    same = context.list({&same, 1});
  }
  CHECK(args_equal(deep, same));
  CHECK(hash_arg(deep) == hash_arg(same));
}

TEST_CASE("subgraph matcher: what a match holds") {
  Program program = test::read(
      "def forward(self, x, y):\n    a = torch.neg(x)\n    b = torch.add(a, y)\n    c = torch.relu(b)\n    return "
      "(c,)\n");
  Ref<Module> pattern = read_traced(
      "def pattern(p, q):\n    return torch.relu(torch.add(p, q))", program.context, "the pattern");
  SubgraphMatcher matcher(pattern->graph(), false);
  std::vector<SubgraphMatch> found = matcher.match(program.root->graph());
  REQUIRE(found.size() == 1);
  const Graph& graph = program.root->graph();
  CHECK(found[0].placeholder_nodes[0].as_node() == named(graph, "a"));
  CHECK(found[0].placeholder_nodes[1].as_node() == named(graph, "y"));
  CHECK(found[0].returning_nodes[0] == named(graph, "c"));
  CHECK(found[0].nodes_map.size() == 4);
  CHECK(found[0].anchors.size() == 1);
  CHECK(matcher.match(program.root->graph()).size() == 1);  // nothing is left over from the first time
}

TEST_CASE("node metadata hook: nodes made while it lives, in all graphs") {
  Program program = test::read("def forward(self, x):\n    a = torch.ops.aten.sin.default(x)\n    return (a,)\n");
  Graph& graph = program.root->graph();
  Context& context = *program.context;
  Node* a = named(graph, "a");
  Node* made = nullptr;
  {
    NodeMetadataHook hook(*program.root, "  File \"m.py\", line 3, in f\n    x\n");
    InsertPoint here = graph.inserting_after(a);
    made = graph.call_function(context.callable("torch.ops.aten._assert_async.msg"),
                               {Arg::node(a), context.string("no")});
  }
  CHECK(made->stack_trace() == "  File \"m.py\", line 3, in f\n    x\n");
  REQUIRE(made->find_meta(context.keys.val) != nullptr);
  CHECK(made->find_meta(context.keys.val)->is_none());
  const Arg* function = made->find_meta(context.keys.torch_fn);
  REQUIRE(function != nullptr);
  CHECK(function->items()[0].text() == "_assert_async.msg_0");
  CHECK(function->items()[1].text() == "OpOverload._assert_async.msg");
  CHECK(made->find_meta(context.keys.nn_module_stack)->items()[0].text() ==
        "_empty_nn_module_stack_from_metadata_hook");
  Node* later = graph.call_function(context.callable("torch.ops.aten.cos.default"), {Arg::node(a)});
  CHECK(later->find_meta(context.keys.torch_fn) == nullptr);
  graph.erase_node(later);
  CHECK_THROWS(node_metadata_hook(a->prev(), ""));
}

TEST_CASE("scale: rewriting passes grow with the graph") {
  auto value = [](std::size_t i) { return i == 0 ? std::string("x") : cat({"v", std::to_string(i - 1)}); };
  auto chain = [&](std::size_t n) {
    return lines_of(
        n,
        [&](std::size_t i) {
          return cat(
              {"v", std::to_string(i), " = torch.ops.aten.", i % 2 == 0 ? "relu" : "sin", ".default(", value(i), ")"});
        },
        cat({"v", std::to_string(n - 1)}));
  };
  std::string pattern = "def pattern(x):\n    return torch.ops.aten.sin.default(torch.ops.aten.relu.default(x))";
  check_linear(
      2500,
      chain,
      {{"replace_pattern",
        {{"pattern", pattern}, {"replacement", "def replacement(x):\n    return torch.ops.aten.cos.default(x)"}}}});
  auto same = [](std::size_t n) {
    return lines_of(
        n,
        [](std::size_t i) {
          return cat({"v", std::to_string(i), " = torch.ops.aten.add.Tensor(x, ", std::to_string(i / 2), ")"});
        },
        cat({"v", std::to_string(n - 1)}));
  };
  for (const char* banned : {"safe", "none"}) check_linear(2500, same, {{"cse_pass", {{"banned", banned}}}});
  auto constants = [](std::size_t n) {
    return lines_of(
        n,
        [](std::size_t i) {
          return cat({"v", std::to_string(i), " = self.k", std::to_string(i / 2), ""});
        },
        "x");
  };
  check_linear(1000, constants, {{"lift_constants_pass", {}}});
  auto calls = [](std::size_t n) {
    return lines_of(
        n,
        [](std::size_t i) {
          return cat({"v",
                      std::to_string(i),
                      ": \"f32[3]\" = torch.ops.mine.foo.default(",
                      i == 0 ? std::string("x") : cat({"v", std::to_string(i - 1)}),
                      ")"});
        },
        cat({"v", std::to_string(n - 1)}));
  };
  check_linear(1250, calls, {{"insert_custom_op_guards", {{"ops", "mine.foo.default"}}}});
}

}  // namespace seesaw
