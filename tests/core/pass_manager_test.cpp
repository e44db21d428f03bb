// core/graph/passes/pass_manager.h, pass.h, differences.h: order, options, timing, verification and blame, snapshots,
// provenance; and size: thousands of regions, long chains.
#include <algorithm>

#include <engine_records_passes.h>
#include <graph_records_passes.h>
#include "core/base/cat.h"
#include "core/graph/passes/differences.h"
#include "core/graph/passes/node_utils.h"
#include "tests/core/pass_fixture.h"

using namespace seesaw;
using namespace seesaw::test;

namespace {

const std::string kRegion =
    "graph():\n    %x : [num_users=2] = placeholder[target=x]\n    %dead : [num_users=0] = "
    "call_function[target=operator.neg](args = (%x,), kwargs = {})\n"
    "    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs "
    "= {})\n"
    "    %sin : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})\n"
    "    %_set_grad_enabled_1 : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (True,), "
    "kwargs = {})\n"
    "    %cos : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin,), kwargs = {})\n    "
    "return (cos,)";

Signature signature_of(const char* in, const char* out) {
  Signature s;
  s.input_specs.push_back(
      {InputKind::user_input, {ArgumentSpec::Type::tensor, in, {}, {}}, std::nullopt, std::nullopt});
  s.output_specs.push_back({OutputKind::user_output, {ArgumentSpec::Type::tensor, out, {}, {}}, std::nullopt});
  return s;
}

// A graph of `count` operations with a switch in front of each `every`-th.
Program with_toggles(int count, int every) {
  Program program;
  Context& context = *program.context;
  program.root = Module::make(context, "GraphModule", std::make_unique<Graph>(context));
  Graph& graph = program.root->graph();
  Node* at = graph.placeholder("x");
  const Callable* toggle = context.callable(op_path::set_grad_enabled);
  const Callable* sin = context.callable("torch.ops.aten.sin.default");
  bool mode = true;
  for (int i = 0; i < count; ++i) {
    if (every != 0 && i % every == every - 1) graph.call_function(toggle, {Arg::boolean(mode = !mode)});
    at = graph.call_function(sin, {arg(at)});
  }
  graph.output(graph.tuple({arg(at)}));
  graph.set_meta_is_partial(true);
  return program;
}

}  // namespace

TEST_CASE("pipeline: passes run in order on a copy; reports say what each did") {
  Program program = program_of({{"", kRegion}});
  PipelineSettings settings;
  settings.snapshots = true;
  settings.splits = true;
  PipelineResult result = run_pipeline(program,
                                       {{"eliminate_dead_code", {}},
                                        {"replace-set-grad-with-hop-pass", {}},
                                        {"eliminate_dead_code", {}, false},
                                        {"common_getitem_elimination", {}}},
                                       settings);
  REQUIRE(result.ok);
  REQUIRE(result.reports.size() == 4);
  const PassReport &dce = result.reports[0], &set_grad = result.reports[1], &off = result.reports[2],
                   &getitem = result.reports[3];
  CHECK(dce.def == &pass::eliminate_dead_code);
  CHECK(dce.changed);
  CHECK(dce.nodes_before == 7);
  CHECK(dce.nodes_after == 6);
  CHECK(set_grad.nodes_before == 6);
  CHECK(set_grad.nodes_after == 6 + 3);
  CHECK(set_grad.why.size() == 2);
  CHECK(set_grad.splits.size() == 1);
  CHECK(set_grad.splits[0]->children().size() == 2);
  CHECK_FALSE(off.ran);
  CHECK_FALSE(off.changed);
  CHECK_FALSE(off.snapshot);
  CHECK(getitem.ran);
  CHECK_FALSE(getitem.changed);
  for (const PassReport* report : {&dce, &set_grad, &getitem}) CHECK(report->microseconds > 0);
  CHECK(names_of(dce.snapshot->root->graph()) == "x _set_grad_enabled sin _set_grad_enabled_1 cos output");
  CHECK(print_readable(*set_grad.snapshot->root) == print_readable(*result.program.root));
  CHECK(program.root->graph().str() == kRegion);
  // A snapshot does not change with what comes after it.
  result.program.root->graph().output_node()->set_name(program.context->name("other"));
  CHECK(set_grad.snapshot->root->graph().output_node()->name_text() == "output");
}

TEST_CASE("pipeline: provenance leads from every new node to an old one") {
  Program program = program_of({{"", kRegion}});
  std::uint32_t limit = program.context->lineage_limit();
  PipelineResult result = run_one(program, "replace_set_grad_with_hop_pass");
  std::vector<std::pair<std::uint32_t, std::uint32_t>> provenance = result.reports[0].provenance;
  auto sources = [&](const Node* node) {
    std::vector<std::string> out;
    for (const auto& [to, from] : provenance) {
      if (to != node->lineage()) continue;
      for (Node* old : program.root->graph()) {
        if (old->lineage() == from) out.push_back(old->name_text());
      }
    }
    std::sort(out.begin(), out.end());
    return joined(out, " ");
  };
  const Graph& graph = result.program.root->graph();
  for (Node* node : graph) {
    CAPTURE(node->name_text());
    if (node->lineage() >= limit && node->op() != Opcode::output) CHECK_FALSE(sources(node).empty());
  }
  Node* hop = nodes_first(graph, [](const Node* n) { return n->calls(op_path::wrap_with_set_grad_enabled); });
  REQUIRE(hop != nullptr);
  CHECK(sources(hop).find("_set_grad_enabled sin") != std::string::npos);
  CHECK(sources(node_named(graph, "getitem")).find("sin") != std::string::npos);
  // Copies keep the lineage of what they were copied from.
  CHECK(node_named(graph, "cos")->lineage() == node_named(program.root->graph(), "cos")->lineage());
}

TEST_CASE("pipeline: a pass that breaks the graph is named, and the program before it is the result") {
  Program program = program_of({{"", kRegion}});
  program.signature = signature_of("x", "cos");
  CHECK_FALSE(verify(program));
  // Its output has another name than the signature says: the pass is not blamed for what was wrong before.
  Program wrong = program.clone();
  wrong.signature->output_specs[0].arg.name = "nothing";
  std::optional<Diagnostic> broken = verify(wrong);
  REQUIRE(broken);
  CHECK(broken->exception == "SpecViolationError");
  CHECK(broken->message == "Output spec nothing does not match node name cos");
  CHECK(run_one(wrong, "eliminate_dead_code").ok);
  // A body that names an attribute the text does not explain; the parent has another of its name.
  Program call = program_of(
      {{"",
        "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %m : [num_users=1] = call_module[target=m](args "
        "= (%x,), kwargs = {})\n    return (m,)"},
       {"m",
        "graph():\n    %y : [num_users=1] = placeholder[target=y]\n    %w : [num_users=1] = get_attr[target=a.w]\n"
        "    %add : [num_users=1] = call_function[target=operator.add](args = (%y, %w), kwargs = {})\n    return "
        "add"}});
  Module& body = *call.root->find_path("m").module;
  Symbol a = call.context->intern("a");
  body.delete_child(a);
  body.set_attribute(a, {});
  body.set_attribute(call.context->intern("w"), {});
  call.root->set_child(a, Module::make(*call.context, "Linear"));
  REQUIRE_FALSE(verify(call));
  PipelineResult result = run_pipeline(call, {{"inline_submodules", {}}, {"eliminate_dead_code", {}}}, {});
  CHECK_FALSE(result.ok);
  REQUIRE(result.reports.size() == 1);
  REQUIRE(result.reports[0].diagnostics.size() == 1);
  const Diagnostic& d = result.reports[0].diagnostics[0];
  CHECK(d.message == "Node w target a.w references nonexistent attribute w of a");
  CHECK(d.notes.at(0).message.find("the pass inline_submodules") != std::string::npos);
  CHECK(names_of(result.program.root->graph()) == "x m output");
  PipelineSettings unchecked;
  unchecked.verify = false;
  CHECK(run_pipeline(call, {{"inline_submodules", {}}}, unchecked).ok);
}

TEST_CASE("verify: signature against placeholders and outputs; lint with the path of the graph") {
  Program program = program_of({{"", "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    return (x,)"}});
  program.signature = signature_of("y", "x");
  CHECK(verify(program)->message == "Input spec y does not match node name x");
  program.signature->input_specs.clear();
  CHECK(verify(program)->message ==
        "Number of graph inputs (1) does not match number of inputs in the graph signature (0)");
  program.signature = signature_of("x", "x");
  program.signature->output_specs.push_back(program.signature->output_specs[0]);
  CHECK(verify(program)->message ==
        "Number of output nodes 1 is different from the number of outputs of the graph signature (2)");
  Program nested = program_of({{"", "graph():\n    return ()"},
                               {"a", "graph():\n    return ()"},
                               {"a.b", "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    return (x,)"}});
  CHECK_FALSE(verify(nested));
  nested.root->find_path("a.b").module->graph().output_node()->set_name(nested.context->name("x"));
  CHECK(verify(nested)->message == "Node redefined name x!");
  CHECK(verify(nested)->place.graph == "a.b");
  CHECK(verify(nested)->place.node == "x");
}

TEST_CASE("pipeline: unknown passes and options name what there is") {
  Program program = program_of({{"", kRegion}});
  Diagnostic unknown = caught([&] { run_one(program, "nothing"); });
  CHECK(unknown.code == "unknown-pass");
  CHECK(unknown.notes.at(0).message.find("replace_autocast_with_hop_pass") != std::string::npos);
  Diagnostic option = caught([&] { run_one(program, "replace_set_grad_with_hop_pass", {{"colour", "red"}}); });
  CHECK(option.code == "pass-option");
  CHECK(option.notes.at(0).message.find("correct, generation") != std::string::npos);
  CHECK(caught([&] {
          run_one(program, "inline_submodules", {{"x", "1"}});
        })
            .notes.at(0)
            .message == "it has no options");
  Diagnostic value = caught([&] { run_one(program, "replace_set_grad_with_hop_pass", {{"generation", "oldest"}}); });
  CHECK(value.notes.at(0).message == "it takes one of: newer|older");
  CHECK_THROWS_AS(run_one(program, "replace_set_grad_with_hop_pass", {{"correct", ""}}), Error);
  // Before anything has run.
  CHECK_THROWS_AS(run_pipeline(program, {{"eliminate_dead_code", {}}, {"nothing", {}}}, {}), Error);
}

TEST_CASE("pipeline: warnings of Python become diagnostics, each once") {
  std::string text = "graph():\n";
  for (int i = 0; i < 3; ++i) text += "    %t" + std::to_string(i) + " : [num_users=0] = get_attr[target=t]\n";
  Program program = program_of({{"", text + "    return ()"}});
  program.root->set_attribute(program.context->intern("t"), {Attribute::Kind::tensor, Arg(), Symbol()});
  program.root->graph().first()->next()->set_name(program.context->name("u"));
  PipelineResult result = run_one(program, "common_getitem_elimination");
  CHECK(result.ok);
  std::size_t warnings = 0;
  for (const Diagnostic& d : result.reports[0].diagnostics)
    warnings += d.severity == Severity::warning && d.code == "python-warning" ? 1u : 0u;
  CHECK(warnings == result.reports[0].diagnostics.size());
  CHECK(warnings == 3);
  CHECK(result.program.context->warnings.empty());
}

TEST_CASE("records: each pass has a name, a summary, a sketch, sound defaults; names are found with - and _") {
  std::size_t count = graph_records::passes().size() + engine_records::passes().size();
  CHECK(pass_table().size() == count);
  add_passes(engine_records::passes());  // again: none comes twice
  CHECK(pass_table().size() == count);
  for (const PassDef* def : pass_table()) {
    CAPTURE(std::string(def->name));
    CHECK(find_pass(def->name) == def);
    std::string dashed(def->name);
    std::replace(dashed.begin(), dashed.end(), '_', '-');
    CHECK(find_pass(dashed) == def);
    CHECK(def->summary.size() > 20);
    CHECK(def->doc.size() > 40);
    for (const PassOption& option : def->options) {
      CHECK_FALSE(option.doc.empty());
      if (option.type == OptionType::text) continue;
      std::string_view choices = option.type == OptionType::boolean ? "true|false" : option.choices;
      CHECK(choices.find(option.default_value) != std::string_view::npos);
    }
  }
  CHECK(find_pass("") == nullptr);
  std::vector<std::string_view> ids;
  for (const DifferenceKind& kind : difference_kinds()) {
    ids.push_back(kind.id);
    CHECK(kind.rule > 0);
    CHECK(kind.reason.size() > 40);
  }
  std::sort(ids.begin(), ids.end());
  CHECK(std::adjacent_find(ids.begin(), ids.end()) == ids.end());
  CHECK(ids.size() == 6);
}

TEST_CASE("scale: thousands of regions, and regions of one operation") {
  for (int every : {2, 10}) {
    Program program = with_toggles(static_cast<int>(test::scaled(20'000)), every);
    std::size_t toggles = nodes_count(program.root->graph(), is_toggle);
    PipelineResult result = run_one(program, "replace_set_grad_with_hop_pass");
    REQUIRE(result.ok);
    const Graph& graph = result.program.root->graph();
    std::size_t regions = nodes_count(graph,
                                      [](const Node* n) { return n->calls(op_path::wrap_with_set_grad_enabled); });
    CHECK(regions == (toggles + 1) / 2);
    CHECK(result.program.root->children().size() == regions);
    CHECK(result.reports[0].why.size() == toggles);
    CHECK(nodes_count(graph, is_toggle) == 0);
    CHECK(result.reports[0].differences.empty());
    PipelineResult inlined = run_one(program, "replace_set_grad_with_hop_pass", {{"correct", "true"}});
    CHECK(print_readable(*inlined.program.root) == print_readable(*result.program.root));
  }
}

TEST_CASE("scale: a chain of 100000 in one region, through every pass, printed in every form") {
  constexpr std::size_t kNodes = test::scaled(100'000);
  Program program = with_toggles(static_cast<int>(kNodes), 0);
  Graph& graph = program.root->graph();
  {
    InsertPoint here = graph.inserting_after(graph.first());
    graph.call_function(program.context->callable(op_path::set_grad_enabled), {Arg::boolean(false)});
  }
  std::vector<PassRequest> all;
  for (const PassDef* def : pass_table().first(5))
    all.push_back({std::string(def->name), {}, true});  // those that need no signature
  PipelineResult result = run_pipeline(program, all, {});
  REQUIRE(result.ok);
  CHECK(result.program.root->graph().size() == 5);
  CHECK(count_nodes(result.program) == 5 + kNodes + 2);
  std::string text = print_readable(*result.program.root);
  CHECK(text.size() > 50 * kNodes);
  Program again = test::read(text);
  CHECK(print_readable(*again.root) == text);
  CHECK(print_dot(*again.root).size() > 10 * kNodes);
  CHECK(print_tabular(result.program.root->find_path("submod_1").module->graph()).size() > 50 * kNodes);
}

TEST_CASE("modules that nest very deep cost what they are: no path of each is made") {
  constexpr std::size_t kDepth = test::scaled(30'000);
  Program program;
  Context& context = *program.context;
  program.root = Module::make(context, "GraphModule", std::make_unique<Graph>(context));
  program.root->graph().output(program.root->graph().tuple({}));
  Symbol name = context.intern("a_name_of_some_length");
  Module* at = program.root.get();
  for (std::size_t i = 0; i < kDepth; ++i) {
    Ref<Module> child = Module::make(context, "GraphModule", std::make_unique<Graph>(context));
    child->graph().output(child->graph().tuple({}));
    at->set_child(name, child);
    at = child.get();
  }
  CHECK(count_nodes(program) == kDepth + 1);
  PipelineResult result = run_one(program, "eliminate_dead_code");
  CHECK(result.ok);
  at->graph().create_node_called(context.name("output"), Opcode::placeholder, Target(context.intern("x")), {}, {});
  std::optional<Diagnostic> broken = verify(program);
  REQUIRE(broken);
  CHECK(broken->place.graph.size() == kDepth * 22 - 1);
}
