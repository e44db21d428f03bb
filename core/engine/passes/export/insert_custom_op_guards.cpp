// insert_custom_op_guards (torch/_export/passes/insert_custom_op_guards.py).
#include <algorithm>

#include <engine_records_passes.h>
#include "core/base/cat.h"
#include "core/engine/passes/export/name_list.h"
#include "core/engine/passes/export/node_metadata_hook.h"

namespace seesaw {

namespace {

constexpr PassOption kOptions[] = {
    {.name = "ops",
     .type = OptionType::text,
     .doc = "Operators to guard, as in `mylib.foo.default, mylib.bar.default`."},
};

class Guards {
 public:
  explicit Guards(Program& program)
      : context_(*program.context),
        graph_(program.root->graph()),
        assertion_(context_.callable("torch.ops.aten._assert_tensor_metadata.default")) {}

  bool insert_before(Node* node) {
    bool changed = false;
    InsertPoint here = graph_.inserting_before(node);
    for (const Arg& arg : node->all_args()) {
      if (!arg.is_node()) continue;
      Node* value = arg.as_node();
      const Arg* val = value->find_meta(context_.keys.val);
      if (val == nullptr || val->kind() != ArgKind::tensor_meta) continue;
      const TensorMeta& meta = *val->as_tensor_meta();
      std::string_view device = meta.device ? meta.device.view() : std::string_view("cpu");
      const Kwarg kwargs[] = {
          {context_.intern("dtype"), Arg::symbol(ArgKind::dtype, context_.intern(cat({"torch.", meta.dtype->name})))},
          {context_.intern("device"), Arg::symbol(ArgKind::device, context_.intern(device))},
          {context_.intern("layout"), Arg::symbol(ArgKind::layout, context_.intern("torch.strided"))}};
      Node* guard = graph_.call_function(assertion_, {Arg::node(value)}, kwargs);
      node_metadata_hook(guard, node->stack_trace());
      changed = true;
    }
    return changed;
  }

 private:
  Context& context_;
  Graph& graph_;
  const Callable* assertion_;
};

bool run(Program& program, PassContext& context) {
  std::vector<std::string> guarded = split_names(context.choice("ops"));
  std::sort(guarded.begin(), guarded.end());
  Guards guards(program);
  bool changed = false;
  for (Node* node : program.root->graph()) {
    if (node->op() != Opcode::call_function) continue;
    std::string_view path = node->target().text();
    if (path.starts_with("torch.ops.")) path.remove_prefix(10);
    if (std::binary_search(guarded.begin(), guarded.end(), path)) changed = guards.insert_before(node) || changed;
  }
  return changed;
}

}  // namespace

constinit const PassDef pass::insert_custom_op_guards{
    .name = "insert_custom_op_guards",
    .order = 13,
    .summary = "Assert dtype, device and layout of what a custom operator is given.",
    .doc = R"(    %foo = call_function[target=torch.ops.mylib.foo.default](args = (%x,))
becomes
    %_assert_tensor_metadata_default = call_function[target=torch.ops.aten._assert_tensor_metadata.default](args = )"
           R"((%x,), kwargs = {dtype: torch.float32, device: cpu, layout: torch.strided})
    %foo = call_function[target=torch.ops.mylib.foo.default](args = (%x,))

For operators whose results are known from one run only (draft export): `ops` names them. In the outermost graph, for
arguments whose value in the metadata is a tensor.)",
    .options = kOptions,
    .run = run,
};

}  // namespace seesaw
