// PyTorch's ReplaceViewOpsWithViewCopyOpsPass (torch/_export/passes/replace_view_ops_with_view_copy_ops_pass.py).
#include <engine_records_passes.h>
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/passes/retrace/export_pass.h"

namespace seesaw {

namespace {

// The result is a view of the first argument, which is not written to: `Tensor(a) self`.
bool is_view(const OpSchema& schema) {
  return !schema.parameters.empty() && schema.parameters[0].type.find('(') != std::string_view::npos &&
         schema.parameters[0].type.find('!') == std::string_view::npos;
}

constexpr std::string_view kAten = "torch.ops.aten.";

bool is_view(const Callable* op) {
  std::string_view path = op->path.view();
  const OpSchema* schema = op->kind == CallableKind::op_overload && path.starts_with(kAten) ? find_schema(path)
                                                                                            : nullptr;
  return schema != nullptr && is_view(*schema);
}

void warn_of_copy(const Node* node, std::string_view condition, PassContext& pass) {
  WhyEntry entry;
  entry.decision = WhyEntry::Decision::lost;
  entry.warning = true;
  entry.trigger = node->name_text();
  entry.condition = condition;
  entry.nodes = {node->lineage()};
  pass.why.push_back(std::move(entry));
}

// Warns of operators that write to memory with other views: copies do not see the write.
void warn_of_writes(const Graph& graph, PassContext& pass) {
  IdMap<std::uint32_t> base;   // of each value, the node that owns its memory, by id
  IdMap<std::uint32_t> views;  // number of views of that memory
  for (const Node* node : graph) {
    base[node->id()] = node->id();
    if (node->op() != Opcode::call_function || node->args().empty() || !node->args()[0].is_node()) continue;
    bool writes = is_mutable_op(node->callable()->path.view(), find_op(node->callable()->path.view()));
    bool view = is_view(node->callable());
    if (node->callable()->path.view() == "torch.ops.aten.detach.default")
      warn_of_copy(node, "it has no history, its copy has one that nothing can be derived through", pass);
    bool piece = node->callable()->path.view() == op_path::getitem;
    if (!writes && !view && !piece) continue;
    std::uint32_t of = base[node->args()[0].as_node()->id()];
    base[node->id()] = of;
    if (view) ++views[of];
    if (!writes || views[of] == 0) continue;
    warn_of_copy(node, "it writes to memory of which there are views; their copies do not see it", pass);
  }
}

class ViewCopies : public ExportPass {
 public:
  using ExportPass::ExportPass;

  ProxyValue call_operator(const Callable* op, const Arguments& arguments, NodeMetadata meta) override {
    return ExportPass::call_operator(replacement(op), arguments, meta);
  }

 private:
  const Callable* replacement(const Callable* op) {
    std::string_view path = op->path.view();
    if (path == "torch.ops.aten._unsafe_view.default") return context().callable("torch.ops.aten.view_copy.default");
    if (!is_view(op)) return op;
    std::size_t dot = path.rfind('.');
    std::string copy = cat({path.substr(0, dot), "_copy", path.substr(dot)});
    if (find_record(copy) == nullptr) {
      throw fx_error("InternalError",
                     cat({"aten::", path.substr(kAten.size(), dot - kAten.size()), " is missing a view_copy variant"}));
    }
    return context().callable(copy);
  }
};

}  // namespace

constinit const PassDef pass::replace_view_ops_with_view_copy_ops{
    .name = "replace_view_ops_with_view_copy_ops",
    .order = 18,
    .summary = "Replace operators that give views by those that give copies.",
    .doc = R"(    %permute = call_function[target=torch.ops.aten.permute.default](args = (%x, [1, 0]))
becomes
    %permute_copy = call_function[target=torch.ops.aten.permute_copy.default](args = (%x, [1, 0]))

An operator is a view if its schema says that its result shares its first argument's memory. For backends that plan
memory themselves. It fails (InternalError) at an operator that has no such form: reshape, to, chunk, flatten,
contiguous and others that graphs hold before their decomposition; run it on decomposed programs. Graphs of regions are
not traced again, so it does not reach into them. Where an operator writes to memory that has views, the why log warns:
the program computes something else then, as in PyTorch.)",
    .run =
        [](Program& program, PassContext& context) {
          warn_of_writes(program.root->graph(), context);
          ViewCopies pass(*program.context);
          retrace_program(program, pass);
          return true;
        },
};

}  // namespace seesaw
