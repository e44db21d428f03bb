// core/graph/ir/lint.cpp, module.h, dead code: what lint says, what it does not look at, what is impure; modules and
// their attributes. Facts are those of PyTorch 2.6.0 (oracle/facts.json, special.json).
#include "core/graph/passes/pass_manager.h"
#include "tests/core/helpers.h"

using namespace seesaw;
using namespace seesaw::test;

namespace {

// root: a (Module): leaf (Leaf: parameter w, buffer b, tensor t); b = a.leaf; c: a graph
struct Tree : ModuleFixture {
  Ref<Module> leaf = Module::make(context, "Leaf");
  Ref<Module> a = Module::make(context, "Module");
  Ref<Module> c = Module::make(context, "GraphModule", std::make_unique<Graph>(context));
  Tree() {
    leaf->set_attribute(name("w"), {Attribute::Kind::parameter, Arg(), Symbol()});
    leaf->set_attribute(name("b"), {Attribute::Kind::buffer, Arg(), Symbol()});
    leaf->set_attribute(name("t"), {Attribute::Kind::tensor, Arg(), Symbol()});
    a->set_child(name("leaf"), leaf);
    module->set_child(name("a"), a);
    module->set_child(name("b"), leaf);
    module->set_child(name("c"), c);
    Node* x = c->graph().placeholder("x");
    c->graph().output(arg(c->graph().call_function(context.callable("operator.neg"), {arg(x)})));
  }
  // The message of lint for a graph with one node, or "ok".
  std::string lint(Opcode op, std::string_view target) {
    graph.create_node(op, Target(name(target)));
    Node* node = graph.last();
    std::string message = "ok";
    try {
      graph.lint();
    } catch (const Error& error) {
      message = error.diagnostic().message;
      CHECK(error.diagnostic().place.node == node->name_text());
    }
    graph.erase_node(node);
    return message;
  }
};

}  // namespace

TEST_CASE("rules 47, 48: targets are resolved atom by atom (fact: lint: targets)") {
  Tree f;
  CHECK(f.lint(Opcode::get_attr, "a.leaf.w") == "ok");
  CHECK(f.lint(Opcode::get_attr, "a.leaf.q") ==
        "Node a_leaf_q target a.leaf.q references nonexistent attribute q of a.leaf");
  CHECK(f.lint(Opcode::get_attr, "a.q.w") == "Node a_q_w target a.q.w references nonexistent attribute q of a");
  CHECK(f.lint(Opcode::call_module, "a.leaf") == "ok");
  CHECK(f.lint(Opcode::call_module, "a.leaf.w") ==
        "Node a_leaf_w_1 target a.leaf.w w of a.leaf does not reference an nn.Module");
  CHECK(f.lint(Opcode::call_module, "q") == "Node q target q references nonexistent attribute q of ");
  CHECK(f.lint(Opcode::get_attr, "a.leaf") == "ok");
  CHECK(f.context.warnings.empty());
  f.module->set_attribute(f.name("t"), {Attribute::Kind::tensor, Arg(), Symbol()});
  // special.json: "lint: call_module of a tensor", "lint: get_attr of a plain tensor only warns"
  CHECK(f.lint(Opcode::call_module, "t") == "Node t target t t of  does not reference an nn.Module");
  CHECK(f.lint(Opcode::get_attr, "t") == "ok");
  CHECK(f.context.warnings ==
        std::vector<std::string>{"Node t_1 target t t of  does not reference an nn.Module, nn.Parameter, or buffer, "
                                 "which is what 'get_attr' Nodes typically target"});
}

TEST_CASE("rule 48: at most five warnings, then a summary") {
  Tree f;
  for (int i = 0; i < 8; ++i) {
    std::string text = "t" + std::to_string(i);
    f.module->set_attribute(f.name(text), {Attribute::Kind::tensor, Arg(), Symbol()});
    f.graph.create_node(Opcode::get_attr, Target(f.name(text)));
  }
  f.graph.lint();
  REQUIRE(f.context.warnings.size() == 6);
  CHECK(f.context.warnings[4] ==
        "Node t4 target t4 t4 of  does not reference an nn.Module, nn.Parameter, or buffer, which is what 'get_attr' "
        "Nodes typically target");
  CHECK(f.context.warnings[5] == "Additional 3 warnings suppressed about get_attr references");
}

TEST_CASE("rule 43: an unknown opcode; rule 44: an argument of another graph") {
  Fixture f;
  Node* add = f.call("operator.add", {arg(f.x), f.integer(1)});
  Fixture g;
  Node* mul = f.call("operator.mul", {arg(add), arg(g.x)});
  check_error([&] { f.graph.lint(); },
              "RuntimeError",
              "Argument 'x' of Node 'mul' does not belong to this Graph, but was used as an argument! If you are "
              "copying nodes from another graph, make sure to use "
              "``arg_transform`` on node_copy() to remap values\n" +
                  f.graph.str());
  f.graph.erase_node(mul);
  f.graph.set_unknown_opcode(add, f.context.intern("weird"));
  check_error([&] { f.graph.lint(); }, "RuntimeError", "Node add had unknown opcode weird!");
  CHECK(f.graph.str().find("= weird[target=operator.add]") != std::string::npos);
}

TEST_CASE("rule 49: what lint does not look at") {
  Fixture f;
  f.graph.output(arg(f.x));
  f.graph.output(arg(f.x));
  f.graph.placeholder("late");
  CHECK_NOTHROW(f.graph.lint());
  CHECK_NOTHROW(Graph(f.context).lint());
}

TEST_CASE(
    "get_attr and call_module look at the owning module (facts: modules: get_attr warnings, call_module errors)") {
  Tree f;
  const std::string inserted =
      "Attempted to insert a get_attr Node with no underlying reference in the owning GraphModule! Call "
      "GraphModule.add_submodule to add the necessary submodule, "
      "GraphModule.add_parameter to add the necessary Parameter, or nn.Module.register_buffer to add the necessary "
      "buffer";
  f.graph.get_attr("a.leaf.w");
  f.graph.get_attr("a.leaf.b");
  f.graph.get_attr("a.leaf");
  CHECK(f.context.warnings.empty());
  f.graph.get_attr("a.leaf.t");
  f.graph.get_attr("a.nothing");
  CHECK(f.context.warnings == std::vector<std::string>{inserted, inserted});
  f.context.warnings.clear();
  f.graph.get_attr("zz.w");
  CHECK(f.context.warnings == std::vector<std::string>{"Failed to fetch module zz!", inserted});
  check_error([&] { f.graph.call_module("a.nothing", {}); }, "AttributeError", "Module has no attribute `nothing`");
  check_error([&] { f.graph.call_module("a.leaf.w", {}); }, "AttributeError", "`w` is not an nn.Module");
  check_error([&] { f.graph.call_module("zz.y", {}); }, "AttributeError", "GraphModule has no attribute `zz`");
  check_error([&] { f.graph.call_module("a.leaf.w.x", {}); }, "AttributeError", "`w` is not an nn.Module");
  check_error([&] { f.graph.call_module("a..b", {}); }, "AttributeError", "Module has no attribute ``");
  CHECK(f.graph.call_module("a.leaf", {})->name_text() == "a_leaf_1");
}

TEST_CASE("find_path: what it finds, and which atom is missing") {
  Tree f;
  Module::Found found = f.module->find_path("a.leaf.w");
  CHECK(found.attribute != nullptr);
  CHECK(found.module == nullptr);
  CHECK(found.holder == f.leaf.get());
  CHECK(f.module->find_path("a.leaf").module == f.leaf.get());
  CHECK(f.module->find_path("a.q").missing == 1);
  CHECK(f.module->find_path("q.a.b").missing == 0);
  CHECK_FALSE(f.module->find_path("q.a.b"));
  CHECK_FALSE(f.module->find_path(""));
  CHECK_FALSE(f.module->find_path("a..leaf"));
  CHECK_FALSE(f.module->find_path("a.leaf.w.x"));
  CHECK(f.module->has_attr(f.name("a")));
  CHECK_FALSE(f.module->has_attr(f.name("w")));
}

TEST_CASE("modules: each object once in named_modules, str, deep copy (facts: modules)") {
  Tree f;
  Node* x = f.graph.placeholder("x");
  Node* w = f.graph.get_attr("a.leaf.w");
  Arg value = arg(x);
  Node* b = f.graph.call_module("b", {&value, 1});
  value = arg(b);
  Node* c = f.graph.call_module("c", {&value, 1});
  f.graph.output(f.graph.tuple({arg(w), arg(c)}));
  auto paths = [](const Module& module) {
    std::string out;
    for (const auto& [path, m] : module.named_modules()) out += "[" + path + "]";
    return out;
  };
  // In this tree b is the same object as a.leaf, so it is not listed again.
  CHECK(paths(*f.module) == "[][a][a.leaf][c]");
  Ref<Module> copy = f.module->deep_copy();
  CHECK(print_module(*copy) == print_module(*f.module));
  CHECK(copy->find_path("a.leaf").module == copy->find_path("b").module);
  CHECK(copy->find_path("b").module != f.leaf.get());
  Module* child = copy->find_path("c").module;
  CHECK(child != f.c.get());
  CHECK(child->graph().owning_module() == child);
  child->graph().erase_node(child->graph().output_node());
  CHECK(f.c->graph().str() ==
        "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %neg : [num_users=1] = "
        "call_function[target=operator.neg](args = (%x,), kwargs = {})\n    return neg");
  f.module->set_child(f.name("extra"), Module::make(f.context, "Leaf"));
  f.module->delete_all_unused_submodules();
  CHECK(paths(*f.module) == "[][a][a.leaf][c]");
  f.graph.erase_node(f.graph.output_node());
  f.graph.erase_node(c);
  f.graph.erase_node(b);
  f.module->delete_all_unused_submodules();
  CHECK(paths(*f.module) == "[][a][a.leaf]");
  // b is reached as a.leaf first, so PyTorch does not look at it by its own name (fact: "modules: shared child").
  CHECK(f.module->find_path("b").module == f.leaf.get());
  f.graph.erase_node(w);
  f.module->delete_all_unused_submodules();
  CHECK(paths(*f.module) == "[][b]");
}

TEST_CASE("modules: a million shared references and a chain of 100000 are freed without recursion") {
  Context context;
  Ref<Module> top = Module::make(context, "Top");
  Symbol child = context.intern("child");
  {
    Module* at = top.get();
    for (int i = 0; i < 100000; ++i) {
      Ref<Module> next = Module::make(context, "M");
      at->set_child(child, next);
      at = next.get();
    }
  }
  Ref<Module> held(top->child(child)->child(child));
  top = nullptr;
  CHECK(held->child(child) != nullptr);
  const Ref<Module>& same = held;
  held = same;
  Ref<Module> other(std::move(held));
  CHECK_FALSE(held);
  other = Ref<Module>();
  CHECK_FALSE(other);
}

TEST_CASE("rule 51: what is impure (fact: impure)") {
  Fixture f;
  for (const char* path : {"aten.rand.default",
                           "aten.dropout.default",
                           "aten.add.Tensor",
                           "aten.add_",
                           "aten.__and__.Scalar",
                           "aten._assert_async.default",
                           "aten.index_put.default",
                           "aten.batch_norm.default",
                           "aten._native_batch_norm_legit_functional.default",
                           "aten.native_batch_norm.default",
                           "operator.setitem",
                           "operator.iadd",
                           "builtins.print",
                           "torch.relu_",
                           "torch.ops.higher_order.cond",
                           "torch.ops.higher_order.wrap_with_set_grad_enabled"}) {
    CAPTURE(path);
    CHECK_FALSE(f.call(path, {arg(f.x)})->is_impure());
  }
  for (const char* path : {"aten.add_.Tensor",
                           "aten.add.out",
                           "aten.__iand__.Scalar",
                           "aten._assert_async.msg",
                           "aten._assert_scalar.default",
                           "aten._assert_tensor_metadata.default",
                           "aten.sym_constrain_range.default",
                           "aten.sym_constrain_range_for_size.default",
                           "aten.copy_.default",
                           "aten.index_put_.default",
                           "aten.set_.source_Tensor",
                           "aten.relu_.default",
                           "aten.resize_.default",
                           "aten._native_batch_norm_legit.default",
                           "aten._foreach_add_.Scalar",
                           "aten.normal.out",
                           "torch._assert",
                           "torch._C._set_grad_enabled",
                           "torch.amp.autocast_mode._enter_autocast",
                           "torch.amp.autocast_mode._exit_autocast"}) {
    CAPTURE(path);
    CHECK(f.call(path, {arg(f.x)})->is_impure());
  }
  CHECK(f.x->is_impure());
  CHECK_FALSE(f.graph.get_attr("w")->is_impure());
  CHECK_FALSE(f.graph.call_method("add_", {arg(f.x)})->is_impure());
  CHECK(f.graph.output(arg(f.x))->is_impure());
  CHECK(f.graph.eliminate_dead_code());
  // fact: "dce: left"
  CHECK(names_of(f.graph) ==
        "x add__tensor add_out __iand___scalar _assert_async_msg _assert_scalar_default "
        "_assert_tensor_metadata_default sym_constrain_range_default "
        "sym_constrain_range_for_size_default copy__default index_put__default set__source_tensor relu__default "
        "resize__default _native_batch_norm_legit_default "
        "_foreach_add__scalar normal_out _assert _set_grad_enabled _enter_autocast _exit_autocast output");
  CHECK_FALSE(f.graph.eliminate_dead_code());
}

TEST_CASE("rule 50: an own rule, call_module without a module, and lint first (facts: dce)") {
  Fixture f;
  Node* add = f.call("operator.add", {arg(f.x), f.integer(1)});
  Node* mul = f.call("operator.mul", {arg(add), arg(f.x)});
  f.call("operator.neg", {arg(mul)});
  f.graph.output(arg(f.x));
  CHECK(f.graph.eliminate_dead_code([](const Node* node) { return node->calls("operator.mul"); }));
  CHECK(names_of(f.graph) == "x add mul");
  Fixture g;
  Arg x = arg(g.x);
  g.graph.call_module("m", {&x, 1});
  g.graph.output(arg(g.x));
  check_error(
      [&] { g.graph.eliminate_dead_code(); }, "AssertionError", "self.graph.owning_module not set for purity check");
  g.graph.first()->next()->set_name(g.context.name("x"));
  check_error([&] { g.graph.eliminate_dead_code(); }, "RuntimeError", "Node redefined name x!");
  Tree t;
  t.graph.call_module("c", {});
  CHECK(t.graph.eliminate_dead_code());
  CHECK(t.graph.empty());
}

TEST_CASE("lint: what a text names below an attribute of the module is taken as there") {
  Program program = read(
      "def forward(self, x):\n    lin_w = self.lin.w\n    lin_b = self.lin.inner.b\n    y = "
      "torch.ops.aten.mm.default(x, lin_w)\n    return (y,)\n");
  program.root->graph().lint();
  CHECK(program.root->graph().eliminate_dead_code());
  CHECK(names_of(program.root->graph()) == "x lin_w y output");
}
