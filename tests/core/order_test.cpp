// core/graph/ir/graph.h: order, insertion points, searching, copies. Facts are those of PyTorch 2.6.0
// (oracle/facts.json).
#include <algorithm>

#include "tests/core/helpers.h"

using namespace seesaw;
using namespace seesaw::test;

namespace {

struct Small : Fixture {
  Node* a = call("operator.add", {arg(x), integer(1)});
  Node* b = call("operator.mul", {arg(a), arg(x)});
  Target add{context.callable("operator.add")};
};

using Key = std::vector<std::int64_t>;

std::vector<Node*> by_key(std::vector<Node*> nodes) {
  std::stable_sort(
      nodes.begin(), nodes.end(), [](const Node* p, const Node* q) { return p->sort_key() < q->sort_key(); });
  return nodes;
}

}  // namespace

TEST_CASE("rule 38: sort keys compare as positions do (facts: order: compare, find_nodes)") {
  Small f;
  Node* c = f.call("operator.add", {arg(f.a), f.integer(2)});
  CHECK(f.x->sort_key() < f.a->sort_key());
  CHECK(f.a->sort_key() < f.b->sort_key());
  CHECK(c->sort_key() > f.a->sort_key());
  f.x->append(c);
  CHECK(names_of(f.graph) == "x add_1 add mul");
  CHECK(names_of(f.graph.find_nodes(Opcode::call_function, &f.add)) == "add_1 add");
  CHECK(c->sort_key() < f.a->sort_key());
  CHECK(f.graph.first()->prev()->sort_key().empty());
}

TEST_CASE("rules 34, 35, 38, 41: scoped insertion points, keys, searching (facts: order)") {
  Small f;
  Node* c = f.call("operator.add", {arg(f.a), f.integer(2)});
  f.x->append(c);
  Node* p = nullptr;
  {
    InsertPoint before = f.graph.inserting_before(f.a);
    p = f.call("operator.add", {arg(f.x), f.integer(3)});
    {
      InsertPoint after = f.graph.inserting_after(f.b);
      f.call("operator.pos", {arg(f.x)});
    }
    f.call("operator.add", {arg(f.x), f.integer(4)});
  }
  f.call("operator.add", {arg(f.x), f.integer(5)});
  CHECK(names_of(f.graph) == "x add_1 add_2 add_3 add mul pos add_4");
  CHECK(names_of(f.graph.find_nodes(Opcode::call_function, &f.add)) == "add_1 add_2 add_3 add add_4");
  std::vector<Key> keys;
  std::vector<Node*> all;
  for (Node* node : f.graph) {
    keys.push_back(node->sort_key());
    all.push_back(node);
  }
  CHECK(keys == std::vector<Key>{{0}, {0, 0}, {0, 1}, {0, 2}, {1}, {2}, {3}, {4}});
  CHECK(names_of(by_key(all)) == names_of(f.graph));
  f.graph.erase_node(p);
  CHECK(names_of(f.graph.find_nodes(Opcode::call_function, &f.add)) == "add_1 add_3 add add_4");
  f.graph.get_attr("w");
  f.graph.get_attr("v");
  f.graph.call_method("view", {arg(f.x)});
  Arg x = arg(f.x);
  f.graph.call_module("m", {&x, 1});
  CHECK(names_of(f.graph.find_nodes(Opcode::get_attr)) == "w v");
  CHECK(names_of(f.graph.find_nodes(Opcode::call_method)) == "view");
  CHECK(names_of(f.graph.find_nodes(Opcode::call_module)) == "m");
  CHECK(names_of(f.graph.find_nodes(Opcode::placeholder)) == "x");
  CHECK(f.graph.find_nodes(Opcode::output).empty());
  CHECK(f.graph.find_nodes(Opcode::unknown).empty());
  Target v(f.context.intern("v"));
  CHECK(names_of(f.graph.find_nodes(Opcode::get_attr, &v)) == "v");
  check_error([&] { f.graph.find_nodes(Opcode::call_function); }, "AssertionError", "");
}

TEST_CASE("rule 38: the keys of special.json after inserting and moving at random") {
  // A fixed walk: whatever the order of insertions, keys sort as the list does.
  Fixture f;
  std::vector<Node*> nodes{f.x};
  std::uint32_t random = 12345;
  auto next = [&](std::size_t n) { return (random = random * 1664525u + 1013904223u, (random >> 8) % n); };
  for (int i = 0; i < 500; ++i) {
    Node* at = nodes[next(nodes.size())];
    if (next(4) == 0 && nodes.size() > 2) {
      Node* moved = nodes[next(nodes.size())];
      if (moved != at) at->append(moved);
      continue;
    }
    InsertPoint here = next(2) == 0 ? f.graph.inserting_before(at) : f.graph.inserting_after(at);
    nodes.push_back(f.graph.call_method("m", {}));
  }
  std::string listed = names_of(f.graph);
  CHECK(f.graph.size() == nodes.size());
  std::string backwards;
  for (Node* node = f.graph.last(); node->op() != Opcode::root; node = node->prev())
    backwards = node->name_text() + (backwards.empty() ? "" : " ") + backwards;
  CHECK(backwards == listed);
  CHECK(names_of(*f.graph.clone()) == listed);
}

TEST_CASE("rules 34, 35: insertion points nest, may stay for good, and know the ends of the list") {
  // special.json: "insertion points nest", "permanent insertion point", "inserting_before(None)"
  Small f;
  f.graph.output(arg(f.b));
  {
    InsertPoint before = f.graph.inserting_before(f.a);
    f.call("operator.neg", {arg(f.x)});
    {
      InsertPoint after = f.graph.inserting_after(f.a);
      f.call("operator.pos", {arg(f.x)});
      f.call("operator.invert", {arg(f.x)});
    }
    f.call("operator.abs", {arg(f.x)});
  }
  f.call("operator.not_", {arg(f.x)});
  CHECK(names_of(f.graph) == "x neg abs_1 add invert pos mul output not_");

  Small g;
  g.graph.output(arg(g.b));
  g.graph.inserting_after(g.x).keep();
  g.call("operator.neg", {arg(g.x)});
  g.call("operator.pos", {arg(g.x)});
  CHECK(names_of(g.graph) == "x pos neg add mul output");
  g.graph.reset_insert_point();
  g.call("operator.not_", {arg(g.x)});
  CHECK(g.graph.last()->name_text() == "not_");

  Small h;
  h.graph.output(arg(h.b));
  {
    InsertPoint start = h.graph.inserting_before();
    h.graph.call_method("first", {});
  }
  {
    InsertPoint end = h.graph.inserting_after();
    h.graph.call_method("last", {});
  }
  CHECK(names_of(h.graph) == "first x add mul output last");
}

TEST_CASE("an insertion point that is moved from restores nothing; at an erased node nodes come before the next one") {
  Small f;
  {
    InsertPoint outer = f.graph.inserting_before(f.a);
    InsertPoint moved(std::move(outer));
    f.graph.call_method("one", {});
  }
  f.graph.call_method("two", {});
  CHECK(names_of(f.graph) == "x one add mul two");
  Node* two = f.graph.last();
  {
    InsertPoint here = f.graph.inserting_before(two);
    f.graph.erase_node(two);
    f.graph.call_method("three", {});
  }
  CHECK(names_of(f.graph) == "x one add mul three");
  CHECK(f.graph.size() == 5);
}

TEST_CASE("a node that was erased and is moved stays out of the list, and takes no live node along") {
  Small f;
  Node* relu = f.graph.call_method("relu", {});
  {
    InsertPoint here = f.graph.inserting_before(relu);
    f.graph.erase_node(relu);
    f.graph.call_method("cos", {});
  }
  f.graph.last()->append(relu);
  CHECK(names_of(f.graph) == "x add mul cos");
  f.x->prepend(relu);
  CHECK(names_of(f.graph) == "x add mul cos");
  CHECK(f.graph.first() == f.x);
  CHECK(f.graph.size() == 4);
  Node* other = f.graph.call_method("tan", {});
  f.graph.erase_node(other);
  other->prepend(relu);  // each beside the other: a search for the next live node must end
  relu->prepend(other);
  f.a->prepend(relu);
  InsertPoint here = f.graph.inserting_before(relu);
  f.graph.call_method("sin", {});
  CHECK(names_of(f.graph) == "x sin add mul cos");
}

TEST_CASE("clone: sort keys that grow with every insertion cost what the nodes cost") {
  Small f;
  constexpr std::size_t kNodes = test::scaled(12'000);
  // Alternately before the last node and after it, keys get one number longer each time.
  Node* low = f.a;
  Node* high = f.b;
  for (std::size_t i = 0; i < kNodes; ++i) {
    InsertPoint here = f.graph.inserting_before(high);
    (i % 2 == 0 ? low : high) = f.graph.call_method("m", {});
  }
  std::unique_ptr<Graph> clone = f.graph.clone();
  CHECK(clone->bytes() <= f.graph.bytes() + 4096);
  Node* twin = clone->first();
  std::size_t longest = 0;
  for (Node* node : f.graph) {
    if (node->id() % 97 == 0) CHECK(twin->sort_key() == node->sort_key());
    longest = std::max(longest, node->sort_key().size());
    twin = twin->next();
  }
  CHECK(longest > kNodes / 3);
}

TEST_CASE("rules 36, 37: moving nodes") {
  Small f;
  Small other;
  check_error([&] { f.a->prepend(other.a); }, "AssertionError", "Attempting to move a Node into a different Graph");
  check_error([&] { f.a->append(other.a); }, "AssertionError", "Attempting to move a Node into a different Graph");
  f.a->prepend(f.a);
  CHECK(f.context.warnings ==
        std::vector<std::string>{"Trying to prepend a node to itself. This behavior has no effect on the graph."});
  f.b->append(f.x);
  CHECK(names_of(f.graph) == "add mul x");
  CHECK(f.graph.last() == f.x);
  f.a->prepend(f.x);
  CHECK(names_of(f.graph) == "x add mul");
}

TEST_CASE("rule 39: what is inserted behind the current node is visited, the current one may be erased") {
  Small f;
  f.graph.output(arg(f.b));
  std::string seen;
  for (Node* node : f.graph) {
    seen += node->name_text() + " ";
    if (node == f.a) {
      InsertPoint here = f.graph.inserting_after(node);
      f.call("operator.neg", {arg(f.x)});
    }
  }
  CHECK(seen == "x add neg mul output ");
  seen.clear();
  for (Node* node : f.graph) {
    seen += node->name_text() + " ";
    if (node->name_text() == "neg") f.graph.erase_node(node);
  }
  CHECK(seen == "x add neg mul output ");
  CHECK(names_of(f.graph) == "x add mul output");
}

TEST_CASE("rule 42: output_node") {
  Small f;
  check_error([&] { f.graph.output_node(); }, "AssertionError", "");
  CHECK(f.graph.output_or_null() == nullptr);
  Node* output = f.graph.output(arg(f.b));
  CHECK(f.graph.output_node() == output);
  f.graph.call_method("behind", {});
  check_error([&] { f.graph.output_node(); }, "AssertionError", "");
  CHECK(Graph(f.context).output_or_null() == nullptr);
  CHECK(Graph(f.context).empty());
}

TEST_CASE("node_copy into another graph maps arguments; a missing node is a KeyError") {
  Small f;
  Graph other(f.context);
  IdMap<Node*> map;
  check_error([&] { other.node_copy(f.a, map); }, "KeyError", "x");
  map[f.x->id()] = other.placeholder("y");
  Node* copy = other.node_copy(f.a, map);
  CHECK(copy->format_node() ==
        "%add : [num_users=0] = call_function[target=operator.add](args = (%y, 1), kwargs = {})");
  CHECK(names_of(f.x->users()) == "add mul");
  Node* constant = other.node_copy(f.b, [&](Node*) { return f.context.integer(5); });
  CHECK(constant->format_node() ==
        "%mul : [num_users=0] = call_function[target=operator.mul](args = (5, 5), kwargs = {})");
}

TEST_CASE("graph_copy: what is in the map already is not copied; no output gives nothing (rules 13 and 31)") {
  Small f;
  Graph other(f.context);
  IdMap<Node*> map;
  Node* given = other.placeholder("given");
  map[f.x->id()] = given;
  Arg result = other.graph_copy(f.graph, map);
  CHECK(result.is_none());
  CHECK(names_of(other) == "given add mul");
  CHECK(names_of(given->users()) == "add mul");
  Fixture g;
  Node* seventh = g.graph.create_node(
      Opcode::call_method, Target(g.context.intern("m")), {}, {}, g.context.name("add_7"));
  g.graph.output(arg(seventh));
  CHECK(names_of(*g.graph.deep_copy()) == "x add_7 output");
}

TEST_CASE("a graph that goes away leaves no links in another graph") {
  Context context;
  Graph keep(context);
  Node* user = nullptr;
  {
    Graph gone(context);
    Node* x = gone.placeholder("x");
    user = keep.call_function(context.callable("torch.relu"), {arg(x)});
    CHECK(names_of(x->users()) == "relu");
  }
  CHECK(user->args()[0].is_none());
  CHECK_NOTHROW(keep.lint());
}
