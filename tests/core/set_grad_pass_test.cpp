// core/graph/passes/replace_set_grad_with_hop_pass.cpp, replace_with_hop.h: regions of grad mode, where values are
// known. What the pass makes of graphs: tests/text/passes/replace_set_grad_with_hop_pass.
#include "core/graph/passes/replace_with_hop.h"
#include "tests/core/pass_fixture.h"

using namespace seesaw;
using namespace seesaw::test;

namespace {

constexpr std::string_view kPass = "replace_set_grad_with_hop_pass";

Program one_region() {
  return test::read(
      "def forward(self, x):\n    sin_default = torch.ops.aten.sin.default(x)\n    _set_grad_enabled = "
      "torch._C._set_grad_enabled(False)\n"
      "    cos_default = torch.ops.aten.cos.default(sin_default)\n    _set_grad_enabled_1 = "
      "torch._C._set_grad_enabled(True)\n"
      "    exp_default = torch.ops.aten.exp.default(cos_default)\n    return (exp_default,)\n");
}

Program several_outputs() {
  return test::read(
      "def forward(self, x):\n    sin_default = torch.ops.aten.sin.default(x)\n    _set_grad_enabled = "
      "torch._C._set_grad_enabled(False)\n"
      "    cos_default = torch.ops.aten.cos.default(sin_default)\n    exp_default = torch.ops.aten.exp.default(x)\n"
      "    neg_default = torch.ops.aten.neg.default(cos_default)\n    _set_grad_enabled_1 = "
      "torch._C._set_grad_enabled(True)\n"
      "    add_tensor = torch.ops.aten.add.Tensor(exp_default, cos_default)\n    return (add_tensor, cos_default, "
      "exp_default, None)\n");
}

}  // namespace

TEST_CASE("set_grad: a value without val is a KeyError where metadata is known to be complete") {
  Program program = one_region();
  program.root->graph().set_meta_is_partial(false);
  PipelineResult result = run_one(program, kPass);
  CHECK_FALSE(result.ok);
  CHECK(result.reports[0].diagnostics[0].exception == "KeyError");
  CHECK(result.reports[0].diagnostics[0].message == "'val'");
}

TEST_CASE("set_grad: metadata of the new nodes (rule 135)") {
  Program program = several_outputs();
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
