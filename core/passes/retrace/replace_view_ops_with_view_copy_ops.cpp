// PyTorch's ReplaceViewOpsWithViewCopyOpsPass (torch/_export/passes/replace_view_ops_with_view_copy_ops_pass.py).
#include "core/passes/export/export_pass_list.h"
#include "core/passes/retrace/export_pass.h"
#include "core/support/cat.h"
#include "core/support/diagnostic.h"

namespace seesaw {

namespace {

// The first argument is looked at by the result, and not written to: `Tensor(a) self`.
bool is_view(const OpSchema& schema) {
  return !schema.parameters.empty() && schema.parameters[0].type.find('(') != std::string_view::npos && schema.parameters[0].type.find('!') == std::string_view::npos;
}

class ViewCopies : public ExportPass {
 public:
  using ExportPass::ExportPass;

  ProxyValue call_operator(const Callable* op, const Arguments& arguments, NodeMetadata meta) override {
    return ExportPass::call_operator(replacement(op), arguments, meta);
  }

 private:
  const Callable* replacement(const Callable* op) {
    constexpr std::string_view kAten = "torch.ops.aten.";
    std::string_view path = op->path.view();
    if (path == "torch.ops.aten._unsafe_view.default") return context().callable("torch.ops.aten.view_copy.default");
    const OpSchema* schema = op->kind == CallableKind::op_overload && path.starts_with(kAten) ? find_schema(path) : nullptr;
    if (schema == nullptr || !is_view(*schema)) return op;
    std::size_t dot = path.rfind('.');
    std::string copy = cat({path.substr(0, dot), "_copy", path.substr(dot)});
    if (find_record(copy) == nullptr) {
      throw fx_error("InternalError", cat({"aten::", path.substr(kAten.size(), dot - kAten.size()), " is missing a view_copy variant"}));
    }
    return context().callable(copy);
  }
};

}  // namespace

constinit const PassDef pass::replace_view_ops_with_view_copy_ops{
    .name = "replace_view_ops_with_view_copy_ops",
    .summary = "Replace operators that give views by those that give copies.",
    .doc = R"(    %permute = call_function[target=torch.ops.aten.permute.default](args = (%x, [1, 0]))
becomes
    %permute_copy = call_function[target=torch.ops.aten.permute_copy.default](args = (%x, [1, 0]))

An operator is a view if its schema says that its result shares its first argument's memory. For backends that plan memory themselves.
It fails (InternalError) at an operator that has no such form: reshape, to, chunk, flatten, contiguous and others that graphs hold before
their decomposition; run it on decomposed programs. Graphs of regions are not traced anew, so it does not reach into them.)",
    .run = [](Program& program, PassContext&) {
      ViewCopies pass(*program.context);
      retrace_program(program, pass);
      return true;
    },
};

}  // namespace seesaw
