// Passes beside torch.export's pipeline: core/passes/export.
#include <doctest/doctest.h>

#include <functional>

#include "core/ir/print.h"
#include "core/ir/read.h"
#include "core/passes/export/constant_fold.h"
#include "core/passes/export/tree_spec.h"
#include "core/passes/export/verifier.h"
#include "core/passes/node_utils.h"
#include "core/support/cat.h"
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
constexpr std::string_view kExported = R"(ExportedProgram:
    class GraphModule(torch.nn.Module):
        def forward(self, p_layer_w: "f32[3]", b_count: "f32[]", x: "f32[3]", y: "f32[3]"):
            mul: "f32[3]" = torch.ops.aten.mul.Tensor(x, p_layer_w);  x = p_layer_w = None
            add: "f32[]" = torch.ops.aten.add.Tensor(b_count, 1);  b_count = None
            sub: "f32[3]" = torch.ops.aten.sub.Tensor(mul, y);  y = None
            return (add, mul, sub)
            
Graph signature: ExportGraphSignature(input_specs=[InputSpec(kind=<InputKind.PARAMETER: 2>, arg=TensorArgument(name='p_layer_w'), target='layer.w', persistent=None), InputSpec(kind=<InputKind.BUFFER: 3>, arg=TensorArgument(name='b_count'), target='count', persistent=True), InputSpec(kind=<InputKind.USER_INPUT: 1>, arg=TensorArgument(name='x'), target=None, persistent=None), InputSpec(kind=<InputKind.USER_INPUT: 1>, arg=TensorArgument(name='y'), target=None, persistent=None)], output_specs=[OutputSpec(kind=<OutputKind.BUFFER_MUTATION: 3>, arg=TensorArgument(name='add'), target='count'), OutputSpec(kind=<OutputKind.USER_OUTPUT: 1>, arg=TensorArgument(name='mul'), target=None), OutputSpec(kind=<OutputKind.USER_OUTPUT: 1>, arg=TensorArgument(name='sub'), target=None)])
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

TEST_CASE("remove_runtime_assertions: in all graphs, and only where nothing uses the value") {
  std::string_view text = R"(class GraphModule(torch.nn.Module):
    def forward(self, x):
        _assert_async = torch.ops.aten._assert_async.msg(x, 'no')
        used = torch.ops.aten._assert_async.msg(x, 'used')
        scalar = torch.ops.aten._assert_scalar.default(x, 'stays')
        body = self.body
        wrap = torch.ops.higher_order.wrap_with_set_grad_enabled(False, body, x, used)
        return (wrap,)
    class body(torch.nn.Module):
        def forward(self, x, used):
            _assert_async_1 = torch.ops.aten._assert_async.msg(x, 'inner')
            return (x,)
)";
  PipelineResult result = run_one(test::read(text), "remove_runtime_assertions");
  REQUIRE(result.ok);
  CHECK(result.reports[0].changed);
  std::string names;
  for (Node* node : result.program.root->graph()) names += node->name_text() + " ";
  CHECK(names == "x used scalar body wrap output ");
  CHECK(result.program.root->find_path("body").module->graph().size() == 3);
  CHECK_FALSE(run_one(result.program, "remove_runtime_assertions").reports[0].changed);
}

TEST_CASE("verify_export: the nodes of a text, the dialects") {
  Program good = test::read(kExported);
  CHECK(error_of([&] { verify_export(good, {}); }) == "none");
  CHECK(error_of([&] { verify_export(good, {.dialect = "ATEN", .state = {}}); }) == "none");
  Program method = test::read("def forward(self, x):\n    relu = x.relu()\n    return (relu,)\n");
  CHECK(error_of([&] { verify_export(method, {}); }) ==
        "SpecViolationError: call_module is not valid: got a class 'relu' ");
  Program inplace = test::read(
      "def forward(self, x):\n    add_ = torch.ops.aten.add_.Tensor(x, 1)\n    return (add_,)\n");
  CHECK(error_of([&] { verify_export(inplace, {}); }) == "none");
  CHECK(error_of([&] { verify_export(inplace, {.dialect = "ATEN", .state = {}}); }) ==
        "SpecViolationError: operator 'aten.add_.Tensor' is not functional");
  Program packet = test::read("def forward(self, x):\n    add = torch.ops.aten.add(x, 1)\n    return (add,)\n");
  CHECK(error_of([&] { verify_export(packet, {}); })
            .starts_with("SpecViolationError: Operator 'aten.add' is not an allowed operator type: (<class "
                         "'torch._ops.OpOverload'>"));
}

TEST_CASE("verify_export: state that is told, as a pass with options") {
  Program good = test::read(kExported);
  CHECK(failure_of(run_one(good, "verify_export")) == "none");
  CHECK(failure_of(run_one(good, "verify_export", {{"parameters", "layer.w"}, {"buffers", "count"}})) == "none");
  CHECK(failure_of(run_one(good, "verify_export", {{"parameters", ""}})) ==
        "Parameter layer.w is not in the state dict.");
  CHECK(failure_of(run_one(good, "verify_export", {{"parameters", ""}, {"buffers", "count, layer.w"}})) ==
        "State dict entry for parameter layer.w is not an instance of torch.nn.Parameter.");
  CHECK(failure_of(run_one(good, "verify_export", {{"buffers", ""}})) == "Buffer count is not in the state dict.");
  PipelineResult result = run_one(good, "verify_export");
  CHECK_FALSE(result.reports[0].changed);
  CHECK(print_program(result.program) == print_program(good));
}

TEST_CASE("verify_export: a mutation of an input that is none, and an output that is no sequence") {
  Program program = test::read(kExported);
  program.signature->output_specs[0].kind = OutputKind::user_input_mutation;
  CHECK(error_of([&] { verify_export(program, {}); }) ==
        "SpecViolationError: User input output add does not point to a user input that exists. \n"
        "Dict of user inputs that are mutated, in order: {'add': 'count'} \nUser input nodes available: ('x', 'y') \n");
  Program bare = test::read(kExported);
  Node* output = bare.root->graph().output_node();
  Arg value = Arg::node(output->args()[0].items()[0].as_node());
  output->set_args({&value, 1});
  CHECK(error_of([&] { verify_export(bare, {}); }) == "TypeError: 'Node' object is not iterable");
}

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

TEST_CASE("unlift_module: tree specs and names of arguments") {
  auto forward = [](std::string in_spec, std::string args = {}) {
    std::vector<std::pair<std::string, std::string>> options{{"in_spec", std::move(in_spec)}};
    if (!args.empty()) options.emplace_back("forward_args", args);
    PipelineResult result = run_one(test::read(kExported), "unlift_module", std::move(options));
    if (!result.ok) return failure_of(result);
    std::string code = print_code(result.program.root->graph());
    std::size_t from = code.find("x, y, = ");
    return code.substr(from, code.find('\n', from) - from);
  };
  const std::string leaf = R"({"type": null, "context": null, "children_spec": []})";
  const std::string none = R"({"type": "builtins.dict", "context": "[]", "children_spec": []})";
  auto tuple = [](const std::string& items) {
    return R"({"type": "builtins.tuple", "context": "null", "children_spec": [)" + items + "]}";
  };
  auto dict = [](const std::string& keys, const std::string& items) {
    return R"({"type": "builtins.dict", "context": ")" + keys + R"(", "children_spec": [)" + items + "]}";
  };
  CHECK(forward("[1, " + tuple(tuple(leaf + "," + leaf) + "," + none) + "]") ==
        "x, y, = fx_pytree.tree_flatten_spec(([x, y], {}), self._in_spec)");
  CHECK(forward("[1, " + tuple(tuple(leaf) + "," + dict(R"([\"y\"])", leaf)) + "]") ==
        "x, y, = fx_pytree.tree_flatten_spec(([x], {'y':y}), self._in_spec)");
  CHECK(forward("[1, " + tuple(tuple(tuple(leaf + "," + leaf)) + "," + none) + "]") ==
        "x, y, = fx_pytree.tree_flatten_spec(([arg_0], {}), self._in_spec)");
  CHECK(forward("[1, " + tuple(tuple(tuple(leaf + "," + leaf)) + "," + none) + "]", "pair") ==
        "x, y, = fx_pytree.tree_flatten_spec(([pair], {}), self._in_spec)");
  CHECK(forward("[1, " + tuple(tuple(leaf) + "," + none) + "]") ==
        "the tree spec has 1 leaves, and the program 2 user inputs");
  CHECK(forward("[2, " + leaf + "]") == "version 2 of tree specs is not known");
  CHECK(forward("{}") == "this is no tree spec");
}

TEST_CASE("unlift_module: without a signature, and with names that do not fit") {
  CHECK(failure_of(run_one(test::read("def forward(self, x):\n    return (x,)\n"), "unlift_module")) ==
        "unlift_module needs the signature of an exported program");
  Program program = test::read(kExported);
  program.signature->output_specs[0].target = "nothing";
  CHECK(failure_of(run_one(program, "unlift_module")) == "Could not find nothing in either buffer or input nodes");
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

TEST_CASE("constant_fold as a pass: the state is JSON; an operator without a kernel is told") {
  Program program = program_of(
      {{"",
        "graph():\n    %w : [num_users=2] = get_attr[target=w]\n"
        "    %sin : [num_users=1] = call_function[target=torch.ops.aten.sin.default](args = (%w,), kwargs = {})\n"
        "    %odd : [num_users=1] = call_function[target=torch.ops.mine.odd.default](args = (%w,), kwargs = {})\n    "
        "return (sin, odd)"}});
  PipelineResult result = run_one(
      program, "constant_fold", {{"state", R"({"w": {"dtype": "f32", "shape": [2], "data": [0, 1]}})"}});
  REQUIRE(result.ok);
  CHECK(result.program.root->graph().size() == 4);
  REQUIRE(result.reports[0].diagnostics.size() >= 1);
  CHECK(result.reports[0].diagnostics[0].message.find("odd: ") == 0);
  CHECK_FALSE(run_one(program, "constant_fold").reports[0].changed);
  CHECK_FALSE(run_one(program, "constant_fold", {{"state", "{"}}).ok);
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
