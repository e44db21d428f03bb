// core/passes/replace_autocast_with_hop_pass.cpp, common_getitem_elimination.cpp, inline_submodules.cpp,
// eliminate_dead_code.cpp. Graphs and errors are those of PyTorch 2.6.0 (oracle/facts.py).
#include "core/passes/differences.h"
#include "core/passes/node_utils.h"
#include "core/passes/split_module.h"
#include "core/support/cat.h"
#include "tests/core/oracle/other_pass_facts.h"
#include "tests/core/pass_fixture.h"

using namespace seesaw;
using namespace seesaw::test;

namespace {

const RecordedPass& fact(std::string_view title) {
  static const std::vector<RecordedPass> all = recorded(kOtherPassFacts);
  for (const RecordedPass& row : all) {
    if (row.title == title) return row;
  }
  FAIL("no fact " << title);
  return all[0];
}

constexpr std::string_view kAutocast = "replace_autocast_with_hop_pass";
const std::string kEnter =
    "    %enter : [num_users=%] = call_function[target=torch.amp.autocast_mode._enter_autocast](args = (cpu, None, "
    "True, None), kwargs = {})\n";
const std::string kSin =
    "    %sin : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})\n";
const std::string kX = "graph():\n    %x : [num_users=1] = placeholder[target=x]\n";

std::string enter(int users) { return std::string(kEnter).replace(kEnter.find("=%]") + 1, 1, std::to_string(users)); }

}  // namespace

TEST_CASE("autocast: graphs as PyTorch makes them") {
  int count = 0;
  for (const RecordedPass& row : recorded(kOtherPassFacts)) {
    if (row.title.rfind("autocast", 0) != 0) continue;
    CAPTURE(row.title);
    ++count;
    PipelineResult result = run_one(program_of(row.before), kAutocast);
    REQUIRE(result.ok);
    check_tree(tree_of(*result.program.root), row.after);
    CHECK(result.reports[0].changed);
  }
  CHECK(count == 4);
}

TEST_CASE("autocast: malformed regions are PyTorch's errors (fact: autocast: errors)") {
  PipelineResult unclosed = run_one(program_of({{"", kX + enter(0) + kSin + "    return (sin,)"}}), kAutocast);
  CHECK_FALSE(unclosed.ok);
  CHECK(unclosed.reports[0].diagnostics[0].exception == "AssertionError");
  CHECK(unclosed.reports[0].diagnostics[0].message == "autocast must exit");
  std::string leave =
      "    %leave : [num_users=0] = call_function[target=torch.amp.autocast_mode._exit_autocast](args = (%sin,), "
      "kwargs = {})\n";
  std::string sin = kSin;
  sin.replace(sin.find("num_users=1"), 11, "num_users=2");
  PipelineResult unopened = run_one(program_of({{"", kX + sin + leave + "    return (sin,)"}}), kAutocast);
  CHECK_FALSE(unopened.ok);
  CHECK(unopened.reports[0].diagnostics[0].exception == "AssertionError");
  CHECK(unopened.reports[0].diagnostics[0].message == "");
}

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

TEST_CASE("autocast: why, and correct drops empty regions") {
  PipelineResult result = run_one(program_of(fact("autocast: empty").before), kAutocast);
  REQUIRE(result.reports[0].why.size() == 1);
  const WhyEntry& entry = result.reports[0].why[0];
  CHECK(entry.decision == WhyEntry::Decision::wrapped);
  CHECK(entry.warning);
  CHECK(entry.rule == 165);
  CHECK(entry.trigger == "_enter_autocast");
  result = run_one(program_of(fact("autocast: empty").before), kAutocast, {{"correct", "true"}});
  CHECK(result.reports[0].why[0].decision == WhyEntry::Decision::dropped);
  CHECK(names_of(result.program.root->graph()) == "x sin_default output");
  CHECK(result.program.root->children().empty());
  result = run_one(program_of(fact("autocast: nested").before), kAutocast);
  REQUIRE(result.reports[0].why.size() == 2);
  CHECK(result.reports[0].why[1].graph == "submod_1");
  CHECK_FALSE(result.reports[0].why[1].warning);
}

TEST_CASE("common_getitem_elimination: as PyTorch, and the signature's outputs follow") {
  Program program = program_of(fact("getitem: merged").before);
  Signature signature;
  signature.input_specs.push_back(
      {InputKind::user_input, {ArgumentSpec::Type::tensor, "x", {}, {}}, std::nullopt, std::nullopt});
  for (const char* name : {"getitem", "getitem_1", "getitem_2", "add_tensor", "getitem_4", "getitem_3"}) {
    signature.output_specs.push_back(
        {OutputKind::user_output, {ArgumentSpec::Type::tensor, name, {}, {}}, std::nullopt});
  }
  program.signature = signature;
  PipelineResult result = run_one(program, "common_getitem_elimination");
  REQUIRE(result.ok);
  CHECK(result.reports[0].changed);
  check_tree(tree_of(*result.program.root), fact("getitem: merged").after);
  std::string names;
  for (const OutputSpec& spec : result.program.signature->output_specs) names += spec.arg.name + " ";
  CHECK(names == "getitem getitem_1 getitem add_tensor getitem_4 getitem_1 ");  // fact: "getitem: signature"
  CHECK(result.reports[0].provenance.size() == 2);
  CHECK_FALSE(run_one(result.program, "common_getitem_elimination").reports[0].changed);
}

TEST_CASE(
    "common_getitem_elimination: indices are the same where PyTorch prints them alike; correct=true tells texts "
    "apart") {
  struct Case {
    const char *first, *second;
    bool merged;  // by PyTorch 2.6.0, as recorded
    bool text;    // a text that is taken for something else
  };
  for (const Case& c : {Case{"0", "'0'", true, true},
                        {"x", "'x'", true, true},
                        {"x", "'%x'", false, false},
                        {"1", "True", false, false},
                        {"1", "1.0", false, false},
                        {"0.0", "-0.0", false, false},
                        {"None", "'None'", true, true},
                        {"(x, 1)", "(x, 1)", true, false},
                        {"(1, 2)", "(True, 2.0)", false, false},
                        {"'a'", "'a'", true, false}}) {
    CAPTURE(std::string(c.first));
    CAPTURE(std::string(c.second));
    Program program = test::read(
        cat({"def forward(self, d, x):\n    a = d[", c.first, "]\n    b = d[", c.second, "]\n    return (a, b)\n"}));
    PipelineResult result = run_one(program, "common_getitem_elimination");
    REQUIRE(result.ok);
    CHECK(names_of(result.program.root->graph()) == (c.merged ? "d x a output" : "d x a b output"));
    CHECK(result.reports[0].diagnostics.size() == (c.text ? 1 : 0));
    if (c.text) CHECK(result.reports[0].diagnostics[0].place.node == "b");
    result = run_one(program, "common_getitem_elimination", {{"correct", "true"}});
    CHECK(names_of(result.program.root->graph()) == (c.merged && !c.text ? "d x a output" : "d x a b output"));
    CHECK(result.reports[0].diagnostics.empty());
  }
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

TEST_CASE("common_getitem_elimination: graphs of child modules, indices that differ, malformed getitems") {
  std::string body =
      "graph():\n    %x : [num_users=4] = placeholder[target=x]\n    %a : [num_users=1] = "
      "call_function[target=operator.getitem](args = (%x, 0), kwargs = {})\n"
      "    %b : [num_users=1] = call_function[target=operator.getitem](args = (%x, 0), kwargs = {})\n"
      "    %c : [num_users=1] = call_function[target=operator.getitem](args = (%x, -2), kwargs = {})\n"
      "    %d : [num_users=1] = call_function[target=operator.getitem](args = (%x, slice(None, 0, None)), kwargs = "
      "{})\n    return (a, b, c, d)";
  Program program = program_of(
      {{"", "graph():\n    %body : [num_users=1] = get_attr[target=body]\n    return (body,)"}, {"body", body}});
  PipelineResult result = run_one(program, "common_getitem_elimination");
  CHECK(names_of(result.program.root->find_path("body").module->graph()) == "x a c d output");
  Program bad = program_of({{"",
                             "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %a : [num_users=1] = "
                             "call_function[target=operator.getitem](args = (%x,), kwargs = {})\n    return (a,)"}});
  result = run_one(bad, "common_getitem_elimination");
  CHECK_FALSE(result.ok);
  CHECK(result.reports[0].diagnostics[0].exception == "ValueError");
}

TEST_CASE("inline_submodules: nested calls are inlined in place, other modules and held graphs stay") {
  Tree tree = {
      {"",
       "graph():\n    %x : [num_users=2] = placeholder[target=x]\n    %held : [num_users=1] = get_attr[target=held]\n"
       "    %lin : [num_users=1] = call_module[target=lin](args = (%x,), kwargs = {})\n"
       "    %outer : [num_users=2] = call_module[target=outer](args = (%x, %lin), kwargs = {})\n"
       "    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%outer, 0), kwargs = {})\n"
       "    %getitem_1 : [num_users=1] = call_function[target=operator.getitem](args = (%outer, 1), kwargs = {})\n    "
       "return (getitem, getitem_1, held)"},
      {"held", "graph():\n    return ()"},
      {"outer",
       "graph():\n    %a : [num_users=1] = placeholder[target=a]\n    %b : [num_users=1] = placeholder[target=b]\n"
       "    %inner : [num_users=2] = call_module[target=inner](args = (%a,), kwargs = {})\n"
       "    %add : [num_users=1] = call_function[target=operator.add](args = (%inner, %b), kwargs = {})\n    return "
       "(add, inner)"},
      {"outer.inner",
       "graph():\n    %a : [num_users=1] = placeholder[target=a]\n    %neg : [num_users=1] = "
       "call_function[target=operator.neg](args = (%a,), kwargs = {})\n    return neg"}};
  Program program = program_of(tree);
  Context& context = *program.context;
  program.root->set_child(context.intern("lin"), Module::make(context, "Linear"));
  PipelineResult result = run_one(program, "inline_submodules");
  REQUIRE(result.ok);
  CHECK(result.program.root->graph().str() ==
        "graph():\n    %x : [num_users=2] = placeholder[target=x]\n    %held : [num_users=1] = get_attr[target=held]\n"
        "    %lin : [num_users=1] = call_module[target=lin](args = (%x,), kwargs = {})\n"
        "    %neg : [num_users=2] = call_function[target=operator.neg](args = (%x,), kwargs = {})\n"
        "    %add : [num_users=1] = call_function[target=operator.add](args = (%neg, %lin), kwargs = {})\n    return "
        "(add, neg, held)");
  CHECK(result.program.root->child(context.intern("held")) != nullptr);
  CHECK(result.program.root->child(context.intern("lin")) != nullptr);
  CHECK(result.program.root->child(context.intern("outer")) == nullptr);
  CHECK_FALSE(run_one(result.program, "inline_submodules").reports[0].changed);
}

TEST_CASE("inline_submodules: a module that is called twice is inlined twice; PyTorch's error for what cannot be") {
  Tree tree = {{"",
                "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %m : [num_users=1] = "
                "call_module[target=m](args = (%x,), kwargs = {})\n"
                "    %m_1 : [num_users=1] = call_module[target=m](args = (%m,), kwargs = {})\n    return (m_1,)"},
               {"m",
                "graph():\n    %a : [num_users=1] = placeholder[target=a]\n    %neg : [num_users=1] = "
                "call_function[target=operator.neg](args = (%a,), kwargs = {})\n    return neg"}};
  Program twice = program_of(tree);
  twice.signature = Signature{
      {{InputKind::user_input, {ArgumentSpec::Type::tensor, "x", {}, {}}, std::nullopt, std::nullopt}},
      {{OutputKind::user_output, {ArgumentSpec::Type::tensor, "m_1", {}, {}}, std::nullopt}}};
  PipelineResult result = run_one(twice, "inline_submodules");
  REQUIRE(result.ok);
  CHECK(result.program.signature->output_specs[0].arg.name == "neg_1");
  CHECK(names_of(result.program.root->graph()) == "x neg neg_1 output");
  CHECK(result.program.root->children().empty());
  tree["m"] = "graph():\n    return 3";
  result = run_one(program_of(tree), "inline_submodules");
  CHECK_FALSE(result.ok);
  CHECK(result.reports[0].diagnostics[0].exception == "NotImplementedError");
}

TEST_CASE(
    "inline_submodules: where PyTorch raises for what is returned, the difference is told (fact: node_inline_: items "
    "returned twice, constants)") {
  struct Row {
    const char *items, *pytorch;
  };
  std::string head =
      "graph():\n    %a : [num_users=1] = placeholder[target=a]\n    %neg : [num_users=1] = "
      "call_function[target=operator.neg](args = (%a,), kwargs = {})\n    return ";
  for (Row row : {Row{"(neg, neg)", "KeyError: output"},
                  Row{"[neg, neg]", "KeyError: output"},
                  Row{"(neg, None)", "AttributeError: 'NoneType' object has no attribute 'users'"},
                  Row{"(neg, 3)", "AttributeError: 'int' object has no attribute 'users'"},
                  Row{"(neg,)", ""}}) {
    CAPTURE(std::string(row.items));
    Tree tree = {{"",
                  "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %m : [num_users=1] = "
                  "call_module[target=m](args = (%x,), kwargs = {})\n"
                  "    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%m, 0), kwargs = "
                  "{})\n    return (getitem,)"},
                 {"m", head + row.items}};
    PipelineResult result = run_one(program_of(tree), "inline_submodules");
    REQUIRE(result.ok);
    CHECK(names_of(result.program.root->graph()) == "x neg output");
    const std::vector<Difference>& differences = result.reports[0].differences;
    REQUIRE(differences.size() == (*row.pytorch == '\0' ? 0 : 1));
    if (differences.empty()) continue;
    CHECK(differences[0].kind == difference::repeated_output);
    CHECK(differences[0].node == "m");
    CHECK(differences[0].pytorch == row.pytorch);
  }
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

TEST_CASE("eliminate_dead_code: one graph, or with recursive all") {
  Tree tree = {
      {"",
       "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %dead : [num_users=0] = "
       "call_function[target=operator.neg](args = (%x,), kwargs = {})\n"
       "    %body : [num_users=1] = get_attr[target=body]\n    return (body,)"},
      {"body",
       "graph():\n    %x : [num_users=2] = placeholder[target=x]\n    %a : [num_users=1] = "
       "call_function[target=operator.neg](args = (%x,), kwargs = {})\n"
       "    %b : [num_users=0] = call_function[target=operator.neg](args = (%a,), kwargs = {})\n    return (x,)"}};
  PipelineResult result = run_one(program_of(tree), "eliminate_dead_code");
  CHECK(names_of(result.program.root->graph()) == "x body output");
  CHECK(result.program.root->find_path("body").module->graph().size() == 4);
  CHECK(result.reports[0].nodes_before == 8);
  CHECK(result.reports[0].nodes_after == 7);
  result = run_one(program_of(tree), "eliminate_dead_code", {{"recursive", "true"}});
  CHECK(names_of(result.program.root->find_path("body").module->graph()) == "x output");
}
