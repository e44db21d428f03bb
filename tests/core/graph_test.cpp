// Names, nodes, users, order, dead code: behaviour of torch.fx.Graph in PyTorch 2.6.0. Numbers of rules are those of
// the recorded behaviours.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/diagnostic.h"
#include "core/graph/text/print.h"

using namespace seesaw;

namespace {

struct Fixture {
  Context context;
  Graph graph{context};
  Node* x = graph.placeholder("x");
  Node* call(std::string_view path, std::initializer_list<Arg> args) {
    return graph.call_function(context.callable(path), args);
  }
};

std::string names_of(const std::vector<Node*>& nodes) {
  std::string out;
  for (const Node* n : nodes) out += (out.empty() ? "" : " ") + n->name_text();
  return out;
}

std::string names_of(const Graph& graph) {
  std::vector<Node*> nodes;
  for (Node* n : graph) nodes.push_back(n);
  return names_of(nodes);
}

template <class F>
void check_error(F&& f, std::string_view exception, std::string_view message) {
  try {
    f();
    FAIL_CHECK("no error; expected " << message);
  } catch (const Error& error) {
    CHECK(error.diagnostic().exception == exception);
    CHECK(error.diagnostic().message == message);
  }
}

}  // namespace

TEST_CASE("rules 1 to 7: the namespace") {
  Context context;
  Namespace names(context.symbols);
  auto ask = [&](std::string_view candidate) { return names.create_name(candidate).text(); };
  CHECK(ask("a.b") == "a_b");
  CHECK(ask("a  b") == "a_b_1");
  CHECK(ask("\xc3\xa9") == "_");
  CHECK(ask("") == "_unnamed");
  CHECK(ask("1x") == "_1x");
  CHECK(ask("add_01") == "add_1");
  CHECK(ask("x_007") == "x_7");
  CHECK(ask("sum") == "sum_1");
  CHECK(ask("self") == "self");
  CHECK(ask("torch") == "torch_1");
  CHECK(ask("mul") == "mul");
  CHECK(ask("mul") == "mul_1");
  CHECK(ask("mul_10") == "mul_10");
  CHECK(ask("mul_1") == "mul_2");
  CHECK(ask("mul") == "mul_3");
}

TEST_CASE("rules 9 to 11: candidates from targets") {
  Fixture f;
  CHECK(f.call("torch.ops.aten.add.Tensor", {Arg::node(f.x)})->name_text() == "add_tensor");
  CHECK(f.call("torch.ops.aten.sum.dim_IntList", {Arg::node(f.x)})->name_text() == "sum_dim_int_list");
  CHECK(f.call("torch.relu", {Arg::node(f.x)})->name_text() == "relu");
  CHECK(f.graph.get_attr("layers.0.weight")->name_text() == "layers_0_weight");
  CHECK(f.graph.call_method("__add__", {Arg::node(f.x)})->name_text() == "add");
  Node* star = f.graph.placeholder("*args");
  CHECK(star->name_text() == "_args");
  CHECK(star->target().text() == "*args");
  CHECK(snake_case("HTTPServer") == "httpserver");
  CHECK(snake_case("LayerNorm") == "layer_norm");
}

TEST_CASE("rules 19 and 21: users count nodes and follow the last assignment") {
  Fixture f;
  Node* a = f.call("operator.add", {Arg::node(f.x), Arg::node(f.x)});
  Node* b = f.call("operator.mul", {Arg::node(f.x), f.context.integer(2)});
  CHECK(f.x->num_users() == 2);
  CHECK(names_of(f.x->users()) == "add mul");
  Arg args[] = {Arg::node(f.x), f.context.integer(1)};
  a->set_args(args);
  CHECK(names_of(f.x->users()) == "mul add");
  CHECK(names_of(b->all_input_nodes()) == "x");
  check_error([&] { a->update_arg(5, Arg()); }, "IndexError", "list assignment index out of range");
  check_error(
      [&] { a->insert_arg(9, Arg()); }, "AssertionError", "insert_args index must be between 0 and len(self.args)");
}

TEST_CASE("rules 23 to 26: replacing uses") {
  Fixture f;
  Node* y = f.graph.placeholder("y");
  Node* a = f.call("operator.add", {Arg::node(f.x), f.graph.list({Arg::node(f.x), f.context.integer(1)})});
  Node* b = f.call("operator.mul", {Arg::node(f.x)});
  CHECK(names_of(f.x->replace_all_uses_with(y, [&](Node* user) { return user == a; })) == "add");
  CHECK(names_of(f.x->users()) == "mul");
  CHECK(y->num_users() == 1);
  CHECK(a->format_node() ==
        "%add : [num_users=0] = call_function[target=operator.add](args = (%y, [%y, 1]), kwargs = {})");
  b->replace_input_with(f.x, y);
  CHECK_FALSE(f.x->has_users());
  CHECK(f.x->replace_all_uses_with(f.x).empty());
  check_error([&] { y->replace_all_uses_with(y); }, "AssertionError", "");
}

TEST_CASE("rules 27 and 28: erasing") {
  Fixture f;
  Node* a = f.call("operator.add", {Arg::node(f.x)});
  Node* b = f.call("operator.mul", {Arg::node(a)});
  check_error([&] { f.graph.erase_node(a); },
              "RuntimeError",
              "Tried to erase Node add but it still had 1 users in the graph: {mul: None}!");
  Graph other(f.context);
  check_error([&] { other.erase_node(b); }, "RuntimeError", "Attempting to remove mul from wrong graph!");
  f.graph.erase_node(b);
  CHECK_FALSE(a->has_users());
  f.graph.erase_node(a);
  CHECK(f.graph.size() == 1);
  CHECK(f.call("operator.add", {Arg::node(f.x)})->name_text() == "add_1");
  f.context.warnings.clear();
  f.graph.erase_node(b);
  CHECK(f.context.warnings.size() == 1);
}

TEST_CASE("rules 33 to 37: insertion points") {
  Fixture f;
  Node* last = f.call("operator.neg", {Arg::node(f.x)});
  {
    InsertPoint here = f.graph.inserting_before(last);
    f.graph.call_method("b1", {});
    f.graph.call_method("b2", {});
  }
  {
    InsertPoint here = f.graph.inserting_after(f.x);
    f.graph.call_method("a1", {});
    f.graph.call_method("a2", {});
  }
  f.graph.call_method("end", {});
  CHECK(names_of(f.graph) == "x a2 a1 b1 b2 neg end");
  last->prepend(f.graph.last());
  CHECK(names_of(f.graph) == "x a2 a1 b1 b2 end neg");
  f.x->append(last);
  CHECK(names_of(f.graph) == "x neg a2 a1 b1 b2 end");
  Graph other(f.context);
  check_error([&] { other.inserting_before(f.x); }, "AssertionError", "Node to insert before is not in graph.");
  check_error([&] { other.inserting_after(f.x); }, "AssertionError", "Node to insert after is not in graph.");
}

TEST_CASE("rules 44 to 46: lint") {
  Fixture f;
  Node* a = f.call("operator.add", {Arg::node(f.x)});
  CHECK_NOTHROW(f.graph.lint());
  a->append(f.x);
  check_error([&] { f.graph.lint(); },
              "RuntimeError",
              "Argument 'x' of Node 'add' was used before it has been defined! Please check that Nodes in the graph "
              "are topologically ordered\n" +
                  f.graph.str());
  a->prepend(f.x);
  a->set_name(f.context.name("x"));
  check_error([&] { f.graph.lint(); }, "RuntimeError", "Node redefined name x!");
}

TEST_CASE("rules 50 to 53: dead code and what is impure") {
  Fixture f;
  f.call("torch.ops.aten.rand.default", {});
  f.graph.call_method("add_", {Arg::node(f.x)});
  f.call("operator.setitem", {Arg::node(f.x), f.context.integer(0), f.context.integer(1)});
  f.call("torch.ops.aten.add.Tensor", {f.graph.tuple({})});
  f.call("torch.ops.aten.add_.Tensor", {Arg::node(f.x), f.context.integer(1)});
  f.call("torch._C._set_grad_enabled", {Arg::boolean(false)});
  f.call("torch.ops.aten._assert_async.msg", {Arg::node(f.x), f.context.string("m")});
  f.graph.output(f.graph.tuple({Arg::node(f.x)}));
  CHECK(f.graph.eliminate_dead_code());
  CHECK(names_of(f.graph) == "x add__tensor _set_grad_enabled _assert_async_msg output");
  CHECK_FALSE(f.graph.eliminate_dead_code());
}

TEST_CASE("rules 55 to 63: str(graph)") {
  Fixture f;
  Node* a = f.call("operator.add", {Arg::node(f.x), f.context.floating(1e-5)});
  f.graph.call_method("view",
                      {Arg::node(a), f.graph.list({f.context.integer(2), Arg::node(f.x)}), f.context.string("s")});
  f.graph.output(f.graph.tuple({Arg::node(a)}));
  CHECK(f.graph.str() ==
        "graph():\n"
        "    %x : [num_users=2] = placeholder[target=x]\n"
        "    %add : [num_users=2] = call_function[target=operator.add](args = (%x, 1e-05), kwargs = {})\n"
        "    %view : [num_users=0] = call_method[target=view](args = (%add, [2, %x], s), kwargs = {})\n"
        "    return (add,)");
}

TEST_CASE("scale: a chain of 100000 nodes is built, swept and freed") {
  Fixture f;
  Node* at = f.x;
  const Callable* relu = f.context.callable("torch.relu");
  for (int i = 0; i < 100000; ++i) at = f.graph.call_function(relu, {Arg::node(at)});
  CHECK(at->name_text() == "relu_99999");
  f.graph.output(Arg::node(f.x));
  CHECK(f.graph.eliminate_dead_code());
  CHECK(f.graph.size() == 2);
}
