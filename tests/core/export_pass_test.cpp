// Passes beside torch.export's pipeline: core/passes/export.
#include <doctest/doctest.h>

#include <functional>

#include "core/base/cat.h"
#include "core/engine/passes/export/constant_fold.h"
#include "core/engine/passes/export/tree_spec.h"
#include "core/engine/passes/export/verifier.h"
#include "core/graph/passes/node_utils.h"
#include "core/graph/text/print.h"
#include "core/graph/text/read.h"
#include "tests/core/pass_fixture.h"

namespace seesaw {

namespace {

using test::error_of;
using test::program_of;

PipelineResult run_one(const Program& program,
                       std::string name,
                       std::vector<std::pair<std::string, std::string>> options = {}) {
  return run_pipeline(program, {{std::move(name), std::move(options)}}, {});
}

std::string failure_of(const PipelineResult& result) {
  for (const Diagnostic& d : result.reports.back().diagnostics) {
    if (d.severity == Severity::error) return d.message;
  }
  return "none";
}

// str(ExportedProgram) with a parameter, a buffer that is added to, and two inputs.
constexpr std::string_view kExported =
    R"(ExportedProgram:
    class GraphModule(torch.nn.Module):
        def forward(self, p_layer_w: "f32[3]", b_count: "f32[]", x: "f32[3]", y: "f32[3]"):
            mul: "f32[3]" = torch.ops.aten.mul.Tensor(x, p_layer_w);  x = p_layer_w = None
            add: "f32[]" = torch.ops.aten.add.Tensor(b_count, 1);  b_count = None
            sub: "f32[3]" = torch.ops.aten.sub.Tensor(mul, y);  y = None
            return (add, mul, sub)
            
Graph signature: ExportGraphSignature(input_specs=[InputSpec(kind=<InputKind.PARAMETER: 2>, )"
    R"(arg=TensorArgument(name='p_layer_w'), target='layer.w', persistent=None), InputSpec(kind=)"
    R"(<InputKind.BUFFER: 3>, arg=TensorArgument(name='b_count'), target='count', persistent=True), InputSpec(kind=)"
    R"(<InputKind.USER_INPUT: 1>, arg=TensorArgument(name='x'), target=None, persistent=None), )"
    R"(InputSpec(kind=<InputKind.USER_INPUT: 1>, arg=TensorArgument(name='y'), target=None, persistent=None)], )"
    R"(output_specs=[OutputSpec(kind=<OutputKind.BUFFER_MUTATION: 3>, arg=TensorArgument(name='add'), )"
    R"(target='count'), OutputSpec(kind=<OutputKind.USER_OUTPUT: 1>, arg=TensorArgument(name='mul'), target=None), )"
    R"(OutputSpec(kind=<OutputKind.USER_OUTPUT: 1>, arg=TensorArgument(name='sub'), target=None)])
Range constraints: {}
)";

// n values of which each uses the one before it, with an assertion at each tenth.
Program with_assertions(std::size_t n) {
  std::string text = "graph():\n    %v0 : [num_users=2] = placeholder[target=v0]\n";
  for (std::size_t i = 0; i < n; ++i) {
    std::string before = std::to_string(i), name = std::to_string(i + 1);
    if (i % 10 == 0)
      text += cat({"    %a",
                   before,
                   " : [num_users=0] = call_function[target=torch.ops.aten._assert_async.msg](args = (%v",
                   before,
                   ", no), kwargs = {})\n"});
    text += cat({"    %v",
                 name,
                 " : [num_users=",
                 (i + 1) % 10 == 0 && i + 1 < n ? "2" : "1",
                 "] = call_function[target=torch.ops.aten.neg.default](args = (%v",
                 before,
                 ",), kwargs = {})\n"});
  }
  return program_of({{"", text + cat({"    return (v", std::to_string(n), ",)"})}});
}

}  // namespace

TEST_CASE("unlift_module: attributes, copies of mutated values, arguments as they were written") {
  PipelineResult result = run_one(test::read(kExported), "unlift_module");
  REQUIRE(result.ok);
  const Module& root = *result.program.root;
  CHECK(print_code(root.graph()) == R"(


def forward(self, x, y):
    x, y, = fx_pytree.tree_flatten_spec(([x, y], {}), self._in_spec)
    layer_w = self.layer.w
    count = self.count
    mul = torch.ops.aten.mul.Tensor(x, layer_w);  x = layer_w = None
    add = torch.ops.aten.add.Tensor(count, 1)
    sub = torch.ops.aten.sub.Tensor(mul, y);  y = None
    copy__default = torch.ops.aten.copy_.default(count, add);  count = add = copy__default = None
    return pytree.tree_unflatten((mul, sub), self._out_spec)
    )");
  CHECK_FALSE(result.program.signature.has_value());
  REQUIRE(root.find_path("layer.w").attribute != nullptr);
  CHECK(root.find_path("layer.w").attribute->kind == Attribute::Kind::parameter);
  REQUIRE(root.find_path("count").attribute != nullptr);
  CHECK(root.find_path("count").attribute->kind == Attribute::Kind::buffer);
}

TEST_CASE("constant_fold: what depends on attributes alone, in-place writes and values that are not given") {
  Program program = program_of(
      {{"",
        "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %w : [num_users=2] = get_attr[target=w]\n    %u "
        ": [num_users=1] = get_attr[target=u]\n"
        "    %t : [num_users=1] = call_function[target=torch.ops.aten.t.default](args = (%w,), kwargs = {})\n"
        "    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%t, 2), kwargs = {})\n"
        "    %add_ : [num_users=1] = call_function[target=torch.ops.aten.add_.Tensor](args = (%w, 1), kwargs = {})\n"
        "    %neg : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%u,), kwargs = {})\n"
        "    %rand : [num_users=1] = call_function[target=torch.ops.aten.rand_like.default](args = (%add_,), kwargs = "
        "{})\n"
        "    %mm : [num_users=1] = call_function[target=torch.ops.aten.mm.default](args = (%x, %mul), kwargs = {})\n"
        "    return (mm, neg, rand)"}});
  Tensor w = Tensor::from({1, 2, 3, 4}, Dims{2, 2});
  FoldResult done = constant_fold(*program.root, {{"w", Datum(w)}});
  CHECK(done.changed);
  CHECK(program.root->graph().str() ==
        "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %u : [num_users=1] = get_attr[target=u]\n"
        "    %_frozen_param0 : [num_users=1] = get_attr[target=_frozen_param0]\n    %_frozen_param1 : [num_users=1] = "
        "get_attr[target=_frozen_param1]\n"
        "    %neg : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%u,), kwargs = {})\n"
        "    %rand : [num_users=1] = call_function[target=torch.ops.aten.rand_like.default](args = (%_frozen_param1,), "
        "kwargs = {})\n"
        "    %mm : [num_users=1] = call_function[target=torch.ops.aten.mm.default](args = (%x, %_frozen_param0), "
        "kwargs = {})\n    return (mm, neg, rand)");
  REQUIRE(done.folded.size() == 2);
  CHECK(done.folded[0].second.tensor().item_at(1) == 6);  // the transpose of w, doubled before w changed
  CHECK(done.folded[1].second.tensor().item_at(3) == 5);
  CHECK_FALSE(constant_fold(*program.root, {}).changed);
}

TEST_CASE("lift_constants_pass: before the first user input, each constant once, graphs stay") {
  Program program = test::read(kExported);
  Graph& graph = program.root->graph();
  Context& context = *program.context;
  program.root->set_attribute(context.intern("k"), {Attribute::Kind::tensor, Arg(), Symbol()});
  Node* mul = nodes_first(graph, [](const Node* node) { return node->op() == Opcode::call_function; });
  {
    InsertPoint here = graph.inserting_before(mul);
    Node* first = graph.get_attr("k");
    Node* second = graph.get_attr("k");
    Arg stack = context.dict(std::vector<Arg>{
        context.string("L"), context.tuple(std::vector<Arg>{context.string("sub"), context.string("Sub")})});
    first->set_meta(context.keys.nn_module_stack, stack);
    mul->set_args(std::vector<Arg>{Arg::node(first), Arg::node(second)});
  }
  PipelineResult result = run_one(program, "lift_constants_pass");
  REQUIRE(result.ok);
  std::string names;
  for (Node* node : result.program.root->graph()) names += node->name_text() + " ";
  CHECK(names == "p_layer_w b_count lifted_tensor_0 x y mul add sub output ");
  const InputSpec& spec = result.program.signature->input_specs[2];
  CHECK(spec.kind == InputKind::constant_tensor);
  CHECK(spec.target == "sub.lifted_tensor_0");
  PipelineResult named = run_one(program, "lift_constants_pass", {{"constants", "k=layer.k"}});
  CHECK(named.program.signature->input_specs[2].arg.name == "layer_k");
  CHECK(named.program.signature->input_specs[2].target == "layer.k");
  CHECK_FALSE(run_one(named.program, "lift_constants_pass").reports[0].changed);
  CHECK(failure_of(run_one(program, "lift_constants_pass", {{"constants", "k"}})) ==
        "'k' in the option constants is no pair");
}

TEST_CASE("tree specs: a deep one, and one too deep for the reader of JSON") {
  auto deep = [](int depth) {
    std::string text = "[1, ";
    for (int i = 0; i < depth; ++i) text += R"({"type": "builtins.tuple", "context": "null", "children_spec": [)";
    text += R"({"type": null, "context": null, "children_spec": []})";
    for (int i = 0; i < depth; ++i) text += "]}";
    return text + "]";
  };
  CHECK(read_tree_spec(deep(900)).leaves() == 1);
  CHECK(read_tree_spec(deep(900)).nodes.size() == 901);
  CHECK(error_of([&] { read_tree_spec(deep(100000)); }).find("nested deeper than") != std::string::npos);
}

TEST_CASE("scale: assertions are removed and programs verified in linear time") {
  auto prepared = [](std::size_t n) { return std::pair(n, with_assertions(n)); };
  test::check_growth("both passes", 5000, prepared, [](const std::pair<std::size_t, Program>& given) {
    PipelineResult result = run_pipeline(given.second, {{"verify_export", {}}, {"remove_runtime_assertions", {}}}, {});
    REQUIRE(result.ok);
    CHECK(result.reports.back().changed);
    CHECK(result.program.root->graph().size() == given.first + 2);
  });
}

}  // namespace seesaw
