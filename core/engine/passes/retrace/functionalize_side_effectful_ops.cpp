// PyTorch's _FunctionalizeSideEffectfulOpsPass (torch/_export/passes/functionalize_side_effectful_ops_pass.py).
#include <engine_records_passes.h>
#include "core/base/cat.h"
#include "core/engine/passes/retrace/export_pass.h"

namespace seesaw {

namespace {

// The operator without effect that returns a token, or empty.
std::string_view functional_form(std::string_view path) {
  if (path == "torch.ops.aten.sym_constrain_range.default")
    return "torch.ops.aten._functional_sym_constrain_range.default";
  if (path == "torch.ops.aten._assert_async.msg") return "torch.ops.aten._functional_assert_async.msg";
  return {};
}

class Tokens : public ExportPass {
 public:
  using ExportPass::ExportPass;

  ProxyValue call_operator(const Callable* op, const Arguments& arguments, NodeMetadata meta) override {
    std::string_view form = functional_form(op->path.view());
    if (form.empty()) return ExportPass::call_operator(op, arguments, meta);
    if (token_.node() == nullptr) {
      keep(ExportPass::call_operator(context().callable("torch.ops.aten._make_dep_token"), {}, made_here()));
    }
    Arguments with_token = arguments;
    with_token.kwargs.push_back({context().intern("dep_token"), token_.arg()});
    keep(ExportPass::call_operator(context().callable(form), with_token, meta));
    return token_;
  }

  ProxyValue output(const Arg& results, NodeMetadata meta) override {
    std::vector<Arg> items;
    if (results.is_sequence()) items.assign(results.items().begin(), results.items().end());
    items.push_back(token_.arg());
    return ExportPass::output(tracer().graph().container(ArgKind::tuple, items), meta);
  }

 private:
  // The metadata of a node without a counterpart in the old graph: where PyTorch makes it.
  NodeMetadata made_here() {
    constexpr std::string_view kTrace =
        "  File \"/usr/lib/python3/dist-packages/torch/_export/pass_base.py\", line 57, in "
        "_create_dummy_node_metadata\n"
        "    return NodeMetadata({\"stack_trace\": \"\".join(traceback.format_stack(limit=1))})\n";
    return {context(), context().meta_with(nullptr, context().keys.stack_trace, context().string(kTrace))};
  }
  void keep(ProxyValue token) {
    token_ = token;
    token.node()->set_name(context().name(cat({"dep_token", std::to_string(count_++)})));
  }

  ProxyValue token_;
  int count_ = 0;
};

}  // namespace

constinit const PassDef pass::functionalize_side_effectful_ops{
    .name = "functionalize_side_effectful_ops",
    .order = 19,
    .summary = "Give operators that only assert a token as result, and thread it through the graph.",
    .doc = R"(    %_assert_async = call_function[target=torch.ops.aten._assert_async.msg](args = (%ne, message))
    return (y,)
becomes
    %dep_token0 = call_function[target=torch.ops.aten._make_dep_token](args = (), kwargs = {})
    %dep_token1 = call_function[target=torch.ops.aten._functional_assert_async.msg](args = (%ne, message), kwargs )"
           R"(= {dep_token: %dep_token0})
    return (y, dep_token1)

For aten.sym_constrain_range and aten._assert_async.msg in the outermost graph; a program without them stays as it
is.)",
    .run =
        [](Program& program, PassContext&) {
          bool any = false;
          for (Node* node : program.root->graph())
            any = any ||
                  (node->op() == Opcode::call_function && !functional_form(node->callable()->path.view()).empty());
          if (!any) return false;
          Tokens pass(*program.context);
          retrace_program(program, pass);
          if (program.signature) {
            ArgumentSpec token;
            token.name = program.root->graph().output_node()->args()[0].items().back().as_node()->name_text();
            program.signature->output_specs.push_back({OutputKind::user_output, token, std::nullopt});
          }
          return true;
        },
};

}  // namespace seesaw
