#include "core/engine/passes/retrace/functional_form.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/passes/retrace/functional_pass.h"
#include "core/engine/passes/retrace/storage_names.h"

namespace seesaw {

namespace {

constexpr std::string_view kToCopy = "torch.ops.aten._to_copy.default", kDropout = "torch.ops.aten.dropout.default";

bool is_conversion(std::string_view path) {
  constexpr std::string_view kPaths[] = {
      "torch.ops.aten.to.dtype", "torch.ops.aten.to.dtype_layout", "torch.ops.aten.to.device"};
  return std::find(std::begin(kPaths), std::end(kPaths), path) != std::end(kPaths);
}

class FunctionalForm : public FunctionalPass {
 public:
  FunctionalForm(Program& program, bool strict) : FunctionalPass(program), strict_(strict) {}

  ProxyValue call_operator(const Callable* op, const Arguments& given, NodeMetadata meta) override {
    std::string_view path = op->path.view();
    bool conversion = is_conversion(path);
    ProxyValue out = conversion ? FunctionalPass::call_operator(
                                      context().callable(kToCopy), as_copy(*find_schema(path), given), meta)
                                : FunctionalPass::call_operator(op, given, meta);
    if (conversion || path == kToCopy || path == kDropout) freeze(out.node());
    return out;
  }

  ProxyValue placeholder(std::string_view name, const Arg& value, NodeMetadata meta) override {
    ProxyValue out = FunctionalPass::placeholder(name, value, meta);
    if (!outermost() && out.is_tensor()) note_tensor(out.node(), out.data());
    return out;
  }

  // Switches of modes.
  ProxyValue call_other(const Callable* target, const Arguments& given, NodeMetadata meta) override {
    std::string_view path = target->path.view();
    ProxyValue out = fx_known(Opcode::call_function, Target(target), given, meta, Arg());
    if (strict_ || given.args.empty()) return out;
    if (path == op_path::enter_autocast && given.args.size() > 2) {
      casts_.push_back(caller().cast());
      caller().set_cast(FakeCaller::cast_of(given.args, caller().cast()));
    } else if (path == op_path::exit_autocast && !casts_.empty()) {
      caller().set_cast(casts_.back());
      casts_.pop_back();
    }
    return out;
  }

 protected:
  bool takes_apart(const OpDef& record) const override {
    return record.decompose.kind == Decomposition::composite && record.path != kDropout;
  }

  // Dead code is removed from the program only, not from branches.
  void finish_graph(Graph& graph) override {
    if (outermost()) graph.eliminate_dead_code();
  }

  void note_tensor(const Node*, const Arg& val) override { storage_.note(tracer().graph(), nullptr, val); }

 private:
  // to(dtype, ...): never the tensor itself.
  Arguments as_copy(const OpSchema& schema, const Arguments& given) {
    const OpSchema* copy = find_schema(kToCopy);
    Arguments out;
    if (given.args.empty() || copy == nullptr) not_written("a conversion of no tensor");
    out.args.push_back(given.args[0]);
    for (const SchemaParameter& wanted : copy->parameters) {
      Arg value;
      for (std::size_t i = 1; i < given.args.size() && i < schema.parameters.size(); ++i) {
        if (schema.parameters[i].name == wanted.name) value = given.args[i];
      }
      for (const Kwarg& kwarg : given.kwargs) {
        if (kwarg.key.view() == wanted.name) value = kwarg.value;
      }
      bool left_out = value.is_none() || (value.is_bool() && !value.as_bool());
      if (&wanted != &copy->parameters[0] && !left_out) out.kwargs.push_back({context().intern(wanted.name), value});
    }
    return out;
  }

  bool strict_;
  StorageNames storage_{caller().values(), false};
  std::vector<FakeCaller::Cast> casts_;
};

}  // namespace

void make_functional(Program& program, bool strict) {
  FunctionalForm pass(program, strict);
  pass.rewrite(program);
  pass.caller().values().tell_ranges(program);
}

}  // namespace seesaw
