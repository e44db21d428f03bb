// core/graph/passes/split_module.h, node_utils.h: cutting graphs and putting the pieces back. What graphs become:
// tests/text/split. Errors are those of PyTorch 2.6.0 (oracle/facts.py).
#include "core/graph/passes/split_module.h"
#include "core/graph/passes/node_utils.h"
#include "tests/core/pass_fixture.h"

using namespace seesaw;
using namespace seesaw::test;

namespace {

constexpr const char* kOneRegion =
    "graph():\n    %x : [num_users=1] = placeholder[target=x]\n"
    "    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})\n"
    "    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs "
    "= {})\n"
    "    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), "
    "kwargs = {})\n"
    "    %_set_grad_enabled_1 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (True,), "
    "kwargs = {})\n"
    "    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%cos_default,), "
    "kwargs = {})\n"
    "    return (exp_default,)";

// A module m that is called with `argument` and returns `result`.
struct Call {
  Program program;
  Node* call = nullptr;
  Call(Arg argument, const std::function<Arg(Graph&, Node*)>& result) {
    Context& context = *program.context;
    program.root = Module::make(context, "GraphModule", std::make_unique<Graph>(context));
    Ref<Module> body = Module::make(context, "GraphModule", std::make_unique<Graph>(context));
    Node* x = body->graph().placeholder("x");
    Node* neg = body->graph().call_function(context.callable("operator.neg"), {Arg::node(x)});
    body->graph().output(result(body->graph(), neg));
    program.root->set_child(context.intern("m"), body);
    Graph& graph = program.root->graph();
    Node* outer = graph.placeholder("x");
    Arg value = argument.is_none() ? Arg::node(outer) : argument;
    call = graph.call_module("m", {&value, 1});
    Arg returned = Arg::node(call);
    graph.output(graph.container(ArgKind::tuple, {&returned, 1}));
  }
};

}  // namespace

TEST_CASE("split_module: a graph without operations, and pytree information") {
  Program program = program_of({{"", "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    return (x,)"}});
  auto info = std::make_shared<PytreeInfo>();
  info->orig_args = {"x"};
  program.root->graph().set_pytree(info);
  auto zero = [](Node*) { return std::int64_t{0}; };
  CHECK(split_module(*program.root, zero, {})->graph().str() == program.root->graph().str());
  CHECK(sequential_split(*program.root, is_toggle)->graph().pytree() == info.get());
}

TEST_CASE("node_inline_: step by step as PyTorch (fact: node_inline_: steps)") {
  Program program = test::read(kOneRegion);
  Ref<Module> split = sequential_split(*program.root, is_toggle);
  std::vector<std::string> steps;
  nodes_map(split->graph(), [&](Node* node) {
    if (node->op() != Opcode::call_module) return;
    Inlined inlined = node_inline_(node);
    REQUIRE(inlined.value != nullptr);
    std::string children;
    for (const auto& entry : split->children()) children += " " + std::string(entry.key.view());
    steps.push_back(inlined.value->name_text() + children + ": " + names_of(split->graph()));
    CHECK_NOTHROW(split->graph().lint());
  });
  CHECK(steps ==
        std::vector<std::string>{
            "sin_default submod_1 submod_2: x sin_default submod_1 submod_2 output",
            "cos_default submod_2: x sin_default _set_grad_enabled cos_default submod_2 output",
            "exp_default: x sin_default _set_grad_enabled cos_default _set_grad_enabled_1 exp_default output"});
  CHECK(split->graph().str() == kOneRegion);
}

TEST_CASE("node_inline_: errors are PyTorch's (fact: node_inline_: errors)") {
  auto itself = [](Graph&, Node* neg) { return Arg::node(neg); };
  Context context;
  Call constant(context.integer(3), itself);
  check_error([&] { node_inline_(constant.call); }, "AssertionError", "");
  Call number(Arg(), [](Graph& graph, Node*) { return graph.context().integer(3); });
  check_error([&] { node_inline_(number.call); },
              "NotImplementedError",
              "Unsupported output type <class 'int'>. Expect it to be a Node or a list/tuple of Nodes.");
  Call dict(Arg(), [](Graph& graph, Node* neg) {
    Arg pair[] = {graph.context().string("a"), Arg::node(neg)};
    return graph.container(ArgKind::dict, pair);
  });
  check_error([&] { node_inline_(dict.call); },
              "NotImplementedError",
              "Unsupported output type <class 'torch.fx.immutable_collections.immutable_dict'>. Expect it to be a Node "
              "or a list/tuple of Nodes.");
  // An item of a tuple that is no node, and is used.
  Call item(Arg(), [](Graph& graph, Node*) {
    Arg one = graph.context().integer(1);
    return graph.container(ArgKind::tuple, {&one, 1});
  });
  Graph& outer = item.program.root->graph();
  {
    InsertPoint here = outer.inserting_after(item.call);
    Node* getitem = outer.call_function(item.program.context->callable("operator.getitem"),
                                        {Arg::node(item.call), item.program.context->integer(0)});
    outer.output_node()->replace_input_with(item.call, getitem);
  }
  check_error([&] { node_inline_(item.call); }, "AttributeError", "'int' object has no attribute 'users'");
  Call good(Arg(), itself);
  check_error([&] { node_inline_(good.program.root->graph().first()); }, "AssertionError", "");
  node_inline_(good.call);
  CHECK(good.program.root->graph().str() ==
        "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %neg : [num_users=1] = "
        "call_function[target=operator.neg](args = (%x,), kwargs = {})\n    return (neg,)");
}

TEST_CASE("node_inline_: a graph that comes along takes the first free name (rule 121)") {
  Program program = program_of(
      {{"",
        "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %t : [num_users=1] = "
        "get_attr[target=true_graph_0]\n"
        "    %m : [num_users=1] = call_module[target=m](args = (%x,), kwargs = {})\n    return (m, t)"},
       {"m",
        "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %true_graph_0 : [num_users=1] = "
        "get_attr[target=true_graph_0]\n"
        "    %invoke : [num_users=1] = call_function[target=torch.ops.higher_order.wrap](args = (%true_graph_0, %x), "
        "kwargs = {})\n    return invoke"},
       {"true_graph_0", "graph():\n    return ()"},
       {"m.true_graph_0", "graph():\n    return (1,)"},
       {"submod_1", "graph():\n    return (2,)"}});
  Inlined inlined = node_inline_(node_named(program.root->graph(), "m"));
  REQUIRE(inlined.moved.size() == 1);
  CHECK(inlined.moved[0].first->format_node() == "%true_graph_0 : [num_users=1] = get_attr[target=submod_2]");
  CHECK(program.root->find_path("submod_2").module->graph().str() == "graph():\n    return (1,)");
  CHECK(program.root->find_path("m").module == nullptr);
}

TEST_CASE("SubmoduleNames: from 1, not what is taken, freed ones first") {
  ModuleFixture f;
  f.module->set_child(f.name("submod_2"), Module::make(f.context, "Linear"));
  f.module->set_attribute(f.name("submod_4"), {});
  SubmoduleNames names(*f.module);
  auto take = [&] {
    Symbol name = names.next();
    f.module->set_child(name, Module::make(f.context, "Linear"));
    return std::string(name.view());
  };
  CHECK(take() == "submod_1");
  CHECK(take() == "submod_3");
  CHECK(take() == "submod_5");
  for (const char* name : {"submod_3", "submod_1", "submod_2"}) {
    f.module->delete_child(f.name(name));
    names.freed(f.name(name));
  }
  names.freed(f.name("other"));
  names.freed(f.name("submod_x"));
  names.freed(f.name("submod_99"));
  CHECK(take() == "submod_1");
  CHECK(take() == "submod_2");
  CHECK(take() == "submod_3");
  CHECK(take() == "submod_6");
}

TEST_CASE("nodes_map sees the nodes that were there at the start; node_replace_ keeps the order of users") {
  Fixture f;
  Node* a = f.call("operator.neg", {arg(f.x)});
  Node* b = f.call("operator.pos", {arg(a)});
  f.call("operator.add", {arg(a), arg(b)});
  int seen = 0;
  nodes_map(f.graph, [&](Node* node) {
    ++seen;
    InsertPoint here = f.graph.inserting_after(node);
    f.graph.call_method("extra", {});
  });
  CHECK(seen == 4);
  CHECK(nodes_count(f.graph, [](const Node* n) { return n->op() == Opcode::call_method; }) == 4);
  CHECK(names_of(nodes_filter(f.graph, [](const Node* n) { return n->op() != Opcode::call_method; })) ==
        "x neg pos add");
  node_replace_(a, f.x);
  CHECK(names_of(f.x->users()) == "pos add");
  CHECK(a->is_erased());
}
