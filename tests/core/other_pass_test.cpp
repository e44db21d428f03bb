// core/graph/passes/replace_autocast_with_hop_pass.cpp, common_getitem_elimination.cpp, inline_submodules.cpp: size and
// depth, and modules that no text has. What the passes make of graphs: tests/text/passes.
#include "core/base/cat.h"
#include "core/graph/passes/differences.h"
#include "core/graph/passes/node_utils.h"
#include "core/graph/passes/split_module.h"
#include "tests/core/pass_fixture.h"

using namespace seesaw;
using namespace seesaw::test;

namespace {

constexpr std::string_view kAutocast = "replace_autocast_with_hop_pass";
}  // namespace

TEST_CASE("autocast: regions that are nested too deep are a diagnostic at the node") {
  for (int depth : {500, 501}) {
    Program program;
    Context& context = *program.context;
    program.root = Module::make(context, "GraphModule", std::make_unique<Graph>(context));
    Graph& graph = program.root->graph();
    std::vector<Node*> open;
    for (int i = 0; i < depth; ++i)
      open.push_back(graph.call_function(context.callable(op_path::enter_autocast),
                                         {context.string("cpu"), Arg(), Arg::boolean(true), Arg()}));
    while (!open.empty()) {
      graph.call_function(context.callable(op_path::exit_autocast), {arg(open.back())});
      open.pop_back();
    }
    graph.output(graph.tuple({}));
    graph.set_meta_is_partial(true);
    PipelineResult result = run_one(program, kAutocast);
    CHECK(result.ok == (depth == 500));
    if (result.ok) continue;
    CHECK(result.reports[0].diagnostics[0].code == "nesting");
    CHECK(result.reports[0].diagnostics[0].place.node == "_enter_autocast_500");
  }
}

TEST_CASE("set_grad: many switches inside regions of autocast that nest deep") {
  Program program;
  Context& context = *program.context;
  program.root = Module::make(context, "GraphModule", std::make_unique<Graph>(context));
  Graph& graph = program.root->graph();
  std::vector<Node*> open;
  for (int i = 0; i < 20000; ++i)
    open.push_back(graph.call_function(context.callable(op_path::enter_autocast),
                                       {context.string("cpu"), Arg(), Arg::boolean(true), Arg()}));
  graph.call_function(context.callable(op_path::set_grad_enabled), {Arg::boolean(false)});
  while (!open.empty()) {
    graph.call_function(context.callable(op_path::exit_autocast), {arg(open.back())});
    open.pop_back();
  }
  graph.output(graph.tuple({}));
  Ref<Module> split = sequential_split(*program.root, is_toggle);
  CHECK(split->find_path("submod_0").module->graph().size() == 40001);
  CHECK(split->find_path("submod_1").module->graph().size() == 40002);
}

TEST_CASE("common_getitem_elimination: as many items of one source as there are nodes") {
  Program program;
  Context& context = *program.context;
  program.root = Module::make(context, "GraphModule", std::make_unique<Graph>(context));
  Graph& graph = program.root->graph();
  Node* x = graph.placeholder("x");
  for (int i = 0; i < 60000; ++i)
    graph.call_function(context.callable(op_path::getitem), {arg(x), context.integer(i / 2)});
  PipelineResult result = run_one(program, "common_getitem_elimination");
  CHECK(result.program.root->graph().size() == 30001);
}

TEST_CASE("inline_submodules: modules of two bodies with one name stay apart; a module that get_attr names is kept") {
  std::string call =
      "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %y : [num_users=1] = "
      "call_module[target=block.lin](args = (%x,), kwargs = {})\n    return y";
  Program program = program_of({{"",
                                 "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %a : [num_users=1] = "
                                 "call_module[target=a](args = (%x,), kwargs = {})\n"
                                 "    %b : [num_users=1] = call_module[target=b](args = (%a,), kwargs = {})\n    %held "
                                 ": [num_users=1] = get_attr[target=b]\n    return (b, held)"},
                                {"a", call},
                                {"b", call}});
  Context& context = *program.context;
  for (const char* name : {"a", "b"}) {
    Ref<Module> block = Module::make(context, "Block");
    block->set_child(context.intern("lin"), Module::make(context, name));
    program.root->child(context.intern(name))->set_child(context.intern("block"), block);
  }
  PipelineResult result = run_one(program, "inline_submodules");
  REQUIRE(result.ok);
  std::string classes;
  for (Node* node : result.program.root->graph()) {
    if (node->op() == Opcode::call_module)
      classes += result.program.root->find_path(node->target().text()).module->class_name().view();
  }
  CHECK(classes == "ab");
  CHECK(result.program.root->child(context.intern("a")) == nullptr);
  CHECK(result.program.root->child(context.intern("b")) != nullptr);
}

TEST_CASE("inline_submodules: 20000 calls") {
  Program program;
  Context& context = *program.context;
  program.root = Module::make(context, "GraphModule", std::make_unique<Graph>(context));
  Graph& graph = program.root->graph();
  Node* at = graph.placeholder("x");
  for (int i = 0; i < 20000; ++i) {
    std::string name = "m" + std::to_string(i);
    Ref<Module> body = Module::make(context, "GraphModule", std::make_unique<Graph>(context));
    Node* x = body->graph().placeholder("x");
    body->graph().output(arg(body->graph().call_function(context.callable("torch.relu"), {arg(x)})));
    program.root->set_child(context.intern(name), body);
    Arg value = arg(at);
    at = graph.call_module(name, {&value, 1});
  }
  graph.output(arg(at));
  PipelineResult result = run_one(program, "inline_submodules");
  REQUIRE(result.ok);
  CHECK(result.program.root->graph().size() == 20002);
  CHECK(result.program.root->children().empty());
  CHECK(result.reports[0].changed);
}
