// core/passes/replace_set_grad_with_hop_pass.cpp, replace_with_hop.h: regions of grad mode. Graphs and errors are those
// of PyTorch 2.6.0 (oracle/facts.py).
#include "core/passes/replace_with_hop.h"
#include "tests/core/oracle/set_grad_facts.h"
#include "tests/core/pass_fixture.h"

using namespace seesaw;
using namespace seesaw::test;

namespace {

constexpr std::string_view kPass = "replace_set_grad_with_hop_pass";

const RecordedPass& fact(std::string_view title) {
  static const std::vector<RecordedPass> all = recorded(kSetGradFacts);
  for (const RecordedPass& row : all) {
    if (row.title == title) return row;
  }
  FAIL("no fact " << title);
  return all[0];
}

std::vector<WhyEntry> why_of(std::string_view title,
                             std::vector<std::pair<std::string, std::string>> options = {},
                             bool ambient = true) {
  PipelineResult result = run_one(program_of(fact(title).before), kPass, std::move(options), ambient);
  REQUIRE(result.ok);
  return result.reports[0].why;
}

std::string decisions(const std::vector<WhyEntry>& why) {
  std::string out;
  for (const WhyEntry& entry : why) {
    out += (out.empty() ? "" : " ") + (entry.graph.empty() ? "" : entry.graph + ":") + entry.region + "=" +
           std::string(decision_name(entry.decision));
    if (entry.warning) out += "!" + std::to_string(entry.rule);
  }
  return out;
}

Program with_toggle(std::string_view args) {
  return program_of(
      {{"",
        "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %_set_grad_enabled : [num_users=0] = "
        "call_function[target=torch._C._set_grad_enabled](args = " +
            std::string(args) +
            ", kwargs = {})\n    %sin : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), "
            "kwargs = {})\n    return (sin,)"}});
}

}  // namespace

TEST_CASE("set_grad: graphs as PyTorch makes them, under both ambient modes") {
  std::vector<RecordedPass> all = recorded(kSetGradFacts);
  CHECK(all.size() == 22);
  for (const RecordedPass& row : all) {
    CAPTURE(row.title);
    bool ambient = row.title.find("ambient off") == std::string::npos;
    Program program = program_of(row.before);
    PipelineResult result = run_one(program, kPass, {}, ambient);
    REQUIRE(result.ok);
    check_tree(tree_of(*result.program.root), row.after);
    check_tree(tree_of(*program.root), row.before);
    CHECK(result.reports[0].differences.empty());
  }
}

TEST_CASE("set_grad: malformed toggles are PyTorch's errors, and the program stays as it was") {
  for (std::string_view args : {"(1,)", "(None,)", "()", "(0.0,)", "(True, False)"}) {
    CAPTURE(args);
    Program program = with_toggle(args);
    PipelineResult result = run_one(program, kPass);
    CHECK_FALSE(result.ok);
    REQUIRE(result.reports[0].diagnostics.size() == 1);
    CHECK(result.reports[0].diagnostics[0].exception == "AssertionError");
    CHECK(result.reports[0].diagnostics[0].message == "");
    CHECK_FALSE(result.reports[0].ran);
    check_tree(tree_of(*result.program.root), tree_of(*program.root));
  }
  Program returned = program_of({{"",
                                  "graph():\n    %x : [num_users=1] = placeholder[target=x]\n"
                                  "    %_set_grad_enabled : [num_users=1] = "
                                  "call_function[target=torch._C._set_grad_enabled](args = (False,), kwargs = {})\n"
                                  "    %sin_default : [num_users=1] = "
                                  "call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})\n"
                                  "    return (sin_default, _set_grad_enabled)"}});
  PipelineResult result = run_one(returned, kPass);
  CHECK_FALSE(result.ok);
  CHECK(result.reports[0].diagnostics[0].message ==
        "Tried to erase Node _set_grad_enabled but it still had 1 users in the graph: {output: None}!");
}

TEST_CASE("set_grad: a value without val is a KeyError where metadata is known to be complete") {
  Program program = program_of(fact("set_grad: one region").before);
  program.root->graph().set_meta_is_partial(false);
  PipelineResult result = run_one(program, kPass);
  CHECK_FALSE(result.ok);
  CHECK(result.reports[0].diagnostics[0].exception == "KeyError");
  CHECK(result.reports[0].diagnostics[0].message == "'val'");
}

TEST_CASE("set_grad: metadata of the new nodes (rule 135)") {
  Program program = program_of(fact("set_grad: several outputs").before);
  Context& context = *program.context;
  Graph& graph = program.root->graph();
  graph.set_meta_is_partial(false);
  const DTypeInfo* f32 = find_dtype("float32");
  Dim two[] = {{2, nullptr}};
  for (Node* node : graph) {
    TensorMeta meta;
    meta.dtype = f32;
    meta.shape = two;
    if (!is_toggle(node) && node->op() != Opcode::output) node->set_meta(context.keys.val, context.tensor_meta(meta));
  }
  Arg stack[] = {context.string("L"), context.string("M")};
  node_named(graph, "_set_grad_enabled")->set_meta(context.keys.nn_module_stack, context.dict(stack));
  node_named(graph, "cos_default")->set_meta(context.keys.stack_trace, context.string("trace"));
  PipelineResult result = run_one(program, kPass);
  REQUIRE(result.ok);
  auto meta_text = [&](const Node* node) {
    std::string out;
    if (node->meta() == nullptr) return out;
    for (const Meta::Entry& entry : *node->meta()) {
      out += std::string(entry.key.view()) + "=";
      if (entry.value.kind() == ArgKind::tensor_meta) {
        append_tensor_annotation(out, *entry.value.as_tensor_meta(), false, false);
      } else if (entry.value.is_sequence()) {
        out += std::to_string(entry.value.items().size()) +
               (entry.value.items()[0].is_string() ? ":" + std::string(entry.value.items()[1].text()) : "");
      } else {
        append_arg_repr(out, entry.value);
      }
      out += ' ';
    }
    return out;
  };
  const Graph& made = result.program.root->graph();
  CHECK(meta_text(node_named(made, "wrap_with_set_grad_enabled")) ==
        "nn_module_stack={'L': 'M'} torch_fn=2:WrapWithSetGradEnabled.wrap_with_set_grad_enabled val=2 ");
  CHECK(meta_text(node_named(made, "submod_3")) == "nn_module_stack={'L': 'M'} ");
  CHECK(meta_text(node_named(made, "cos_default")) == "val=f32[2] stack_trace='trace' ");
}

TEST_CASE("set_grad: why, a region each") {
  CHECK(decisions(why_of("set_grad: one region")) == "submod_1=wrapped submod_2=inlined");
  CHECK(decisions(why_of("set_grad: one region", {}, false)) == "submod_1=inlined submod_2=wrapped");
  CHECK(decisions(why_of("set_grad: three in a row")) ==
        "submod_1=wrapped!128 submod_2=wrapped!128 submod_3=wrapped submod_4=inlined");
  CHECK(decisions(why_of("set_grad: cond in region")) == "submod_1=lost!137 submod_2=inlined");
  CHECK(decisions(why_of("set_grad: region in cond")) == "true_graph_0:submod_1=wrapped true_graph_0:submod_2=inlined");
  std::vector<WhyEntry> why = why_of("set_grad: one region");
  CHECK(why[0].trigger == "_set_grad_enabled");
  CHECK(why[0].condition == "grad mode is disabled here, unlike the ambient mode (enabled)");
  CHECK(why[0].nodes.size() == 2);
  CHECK(why[1].condition == "grad mode is enabled here, equal to the ambient mode");
  std::vector<WhyEntry> lost = why_of("set_grad: cond in region");
  CHECK(lost[0].condition.find("'true_graph_0'") != std::string::npos);
  CHECK(lost[0].condition.find("grad mode is disabled") != std::string::npos);
  std::vector<WhyEntry> last = why_of("set_grad: last statement toggles");
  CHECK(last.back().warning);
  CHECK(last.back().condition.find("the region is empty") != std::string::npos);
}

TEST_CASE("set_grad, correct: empty regions are dropped, lost ones are wrapped") {
  CHECK(decisions(why_of("set_grad: three in a row", {{"correct", "true"}})) ==
        "submod_1=dropped submod_2=dropped submod_3=wrapped submod_4=inlined");
  CHECK(decisions(why_of("set_grad: cond in region", {{"correct", "true"}})) == "submod_1=wrapped submod_2=inlined");
  PipelineResult result = run_one(program_of(fact("set_grad: three in a row").before), kPass, {{"correct", "true"}});
  Tree tree = tree_of(*result.program.root);
  CHECK(tree.size() == 2);
  CHECK(tree[""].find("wrap_with_set_grad_enabled_1") == std::string::npos);
  result = run_one(program_of(fact("set_grad: cond in region").before), kPass, {{"correct", "true"}});
  REQUIRE(result.ok);
  const Graph& graph = result.program.root->graph();
  Node* hop = node_named(graph, "getitem");
  REQUIRE(hop->calls(op_path::wrap_with_set_grad_enabled));
  CHECK_FALSE(hop->args()[0].as_bool());
  Module* body = result.program.root->find_path(hop->args()[1].as_node()->target().text()).module;
  REQUIRE(body != nullptr);
  CHECK(body->find_path("true_graph_0").module != nullptr);
  CHECK(nodes_filter(body->graph(), is_toggle).empty());
}

TEST_CASE("set_grad, correct: a body is judged against the mode in which it runs") {
  // The branch of a cond inside a no_grad region switches grad on: PyTorch inlines it (the ambient mode is on).
  Tree tree = fact("set_grad: cond in region").before;
  tree["true_graph_0"] =
      "graph():\n    %x : [num_users=1] = placeholder[target=x]\n"
      "    %_set_grad_enabled : [num_users=0] = call_function[target=torch._C._set_grad_enabled](args = (True,), "
      "kwargs = {})\n"
      "    %sin : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})\n    "
      "return (sin,)";
  PipelineResult wrong = run_one(program_of(tree), kPass);
  PipelineResult right = run_one(program_of(tree), kPass, {{"correct", "true"}});
  REQUIRE(wrong.ok);
  REQUIRE(right.ok);
  CHECK(decisions(wrong.reports[0].why) == "submod_1=lost!137 submod_2=inlined true_graph_0:submod_1=inlined");
  CHECK(decisions(right.reports[0].why) == "submod_1=wrapped submod_2=inlined submod_1.true_graph_0:submod_1=wrapped");
}

TEST_CASE("set_grad, older generation: a single value is not wrapped (rule 153)") {
  PipelineResult result = run_one(program_of(fact("set_grad: one region").before), kPass, {{"generation", "older"}});
  REQUIRE(result.ok);
  Tree tree = tree_of(*result.program.root);
  CHECK(tree["submod_1"] ==
        "graph():\n    %sin_default : [num_users=1] = placeholder[target=sin_default]\n"
        "    %cos_default : [num_users=1] = call_function[target=torch.ops.aten.cos.default](args = (%sin_default,), "
        "kwargs = {})\n    return cos_default");
  CHECK(
      tree[""] ==
      "graph():\n    %x : [num_users=1] = placeholder[target=x]\n"
      "    %sin_default : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%x,), kwargs = {})\n"
      "    %submod_3 : [num_users=1] = get_attr[target=submod_1]\n"
      "    %cos_default : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args "
      "= (False, %submod_3, %sin_default), kwargs = {})\n"
      "    %exp_default : [num_users=1] = call_function[target=torch.ops.aten.exp.default](args = (%cos_default,), "
      "kwargs = {})\n    return (exp_default,)");
  // Several values: as the newer one.
  PipelineResult several = run_one(
      program_of(fact("set_grad: several outputs").before), kPass, {{"generation", "older"}});
  check_tree(tree_of(*several.program.root), fact("set_grad: several outputs").after);
}

TEST_CASE("set_grad: the signature follows; the older generation fails on constants (rules 143 to 155)") {
  using Type = ArgumentSpec::Type;
  Program program = program_of(fact("set_grad: several outputs").before);
  auto output = [](OutputKind kind, std::string name, Type type = Type::tensor) {
    return OutputSpec{kind, {type, std::move(name), {}, {}}, std::nullopt};
  };
  Signature signature;
  signature.input_specs.push_back({InputKind::user_input, {Type::tensor, "x", {}, {}}, std::nullopt, std::nullopt});
  signature.output_specs = {output(OutputKind::buffer_mutation, "add_tensor"),
                            output(OutputKind::user_output, "cos_default"),
                            output(OutputKind::user_output, "exp_default"),
                            output(OutputKind::user_output, "none", Type::constant)};
  signature.output_specs[0].target = "buf";
  program.signature = signature;
  PipelineResult result = run_one(program, kPass);
  REQUIRE(result.ok);
  // fact: "set_grad: signature"
  CHECK(print_signature(*result.program.signature) ==
        "ExportGraphSignature(input_specs=[InputSpec(kind=<InputKind.USER_INPUT: 1>, arg=TensorArgument(name='x'), "
        "target=None, persistent=None)], output_specs=["
        "OutputSpec(kind=<OutputKind.BUFFER_MUTATION: 3>, arg=TensorArgument(name='add_tensor'), target='buf'), "
        "OutputSpec(kind=<OutputKind.USER_OUTPUT: 1>, arg=TensorArgument(name='cos_default'), target=None), "
        "OutputSpec(kind=<OutputKind.USER_OUTPUT: 1>, arg=TensorArgument(name='exp_default'), target=None), "
        "OutputSpec(kind=<OutputKind.USER_OUTPUT: 1>, arg=ConstantArgument(name='none', value=None), target=None)])");
  CHECK(print_signature(*program.signature) == print_signature(signature));
  PipelineResult older = run_one(program, kPass, {{"generation", "older"}});
  CHECK_FALSE(older.ok);
  CHECK(older.reports[0].diagnostics[0].exception == "AttributeError");
  CHECK(older.reports[0].diagnostics[0].message == "'NoneType' object has no attribute 'name'");

  Program one = program_of(fact("set_grad: region at the end").before);
  one.signature = Signature{signature.input_specs, {output(OutputKind::user_output, "cos_default")}};
  result = run_one(one, kPass);
  CHECK(result.program.signature->output_specs[0].arg.name == "getitem");  // fact: "set_grad: signature of one value"
  one.signature->output_specs.clear();
  result = run_one(one, kPass);
  CHECK_FALSE(result.ok);
  CHECK(result.reports[0].diagnostics[0].exception == "AssertionError");
}

TEST_CASE("set_grad: a graph without toggles is returned as it is (rule 125)") {
  Program program = program_of({{"", "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    return (x,)"}});
  PassContext context;
  Module* before = program.root.get();
  CHECK_FALSE(find_pass(kPass)->run(program, context));
  CHECK(program.root.get() == before);
  CHECK(context.why.empty());
}
