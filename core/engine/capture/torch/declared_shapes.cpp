#include "core/engine/capture/torch/declared_shapes.h"
#include "core/engine/capture/interpreter/library_paths.h"

#include <utility>

#include "core/base/cat.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/engine/exec/call_check.h"
#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

void DeclaredShapes::prepare(std::string_view text) {
  if (!may_make_operators(text)) return;
  for (LibraryOperator& one : library_operators(python().own_source())) {
    std::string path = one.path();
    operators_.insert_or_assign(std::move(path), std::move(one));
  }
  if (operators_.empty()) return;
  caller().declared = [this](const Callable* target, const CallArgs& args, FakeLookup& lookup) {
    return result_of(target, args, lookup);
  };
}

std::optional<Arg> DeclaredShapes::result_of(const Callable* target, const CallArgs& args, FakeLookup& lookup) {
  auto found = operators_.find(target->path.view());
  if (found == operators_.end() || recorder().outside()) return std::nullopt;
  const LibraryOperator& one = found->second;
  const Function* kernel = one.fake != nullptr ? one.fake : one.composite;
  if (kernel == nullptr && one.schema.empty()) return std::nullopt;  // a custom_op: its body is asked
  if (std::optional<Error> wrong = check_call(
          found->first, args.args, args.kwargs, [&](const Node* node) { return lookup.value(node); }))
    throw *wrong;
  if (kernel == nullptr) refuse(found->first);
  return run(*kernel, args, lookup);
}

void DeclaredShapes::refuse(std::string_view path) const {
  std::string name(path.substr(std::string_view("torch.ops.").size()));
  bool newer = seesaw::has(context().dialect, EngineNovelty::inlined_layers);
  Error error = settings().strict ? fx_error("Unsupported",
                                             cat({newer ? "Operator does not support running with fake tensors: " : "",
                                                  "unsupported operator: ",
                                                  name}))
                                  : fx_error("UnsupportedOperatorException", name);
  error.diagnostic().note("give it a fake kernel: @torch.library.register_fake, of the same parameters");
  throw error;
}

// Arguments as the kernel takes them: tensors are placeholders of a graph of its own.
Arg DeclaredShapes::run(const Function& kernel, const CallArgs& args, FakeLookup& lookup) {
  PyExpr e;
  e.line = python().frame().line;
  const Ref<Module>& module = recorder().kept.emplace_back(
      Module::make(context(), "FakeKernel", std::make_unique<Graph>(context())));
  Tracer own(caller(), module, recorder().current);
  own.is_thrown_away = true;
  std::size_t inputs = 0;
  auto taken = [&](const Arg& arg) {
    return copy_arg(arg, context().arena, [&](const Arg& leaf) {
      if (!leaf.is_node()) return leaf;
      Arg val = lookup.value(leaf.as_node());
      bool tensor = val.kind() == ArgKind::tensor_meta;
      return tensor ? Arg::node(own.placeholder(cat({"arg", std::to_string(inputs++)}), val)) : val;
    });
  };
  PyValues values;
  for (const Arg& arg : args.args) values.emplace_back(taken(arg));
  PyNamedValues named;
  for (const Kwarg& one : args.kwargs) named.emplace_back(std::string(one.key.view()), PyValue(taken(one.value)));
  PyObject* function = python().make(PyKind::function);
  function->function = &kernel;
  function->source = &python().own_source();
  Tracer* outer = std::exchange(recorder().current, &own);
  std::uint32_t line = python().frame().line;
  PyValue out;
  std::vector<Arg> leaves;
  try {
    out = python().call_object(e, function, std::move(values), std::move(named));
    trees().flatten(out, leaves);
  } catch (...) {
    recorder().current = outer;
    throw;
  }
  for (Arg& leaf : leaves) leaf = own.meta_of(leaf);
  recorder().current = outer;
  python().frame().line = line;
  return python().to_arg(e, trees().with_leaves(out, leaves));
}

std::optional<PyValue> DeclaredShapes::call(const PyExpr&,
                                            const std::string& path,
                                            const PyValues& args,
                                            const PyNamedValues&) {
  constexpr std::string_view kLibrary = "torch.library.";
  if (!path.starts_with(kLibrary)) return std::nullopt;
  std::string_view name = std::string_view(path).substr(kLibrary.size());
  if (name == "Library" || name == "_scoped_library") return PyValue::of_path("torch.library.made");
  if (name == "get_ctx") return PyValue::of_path("torch.library.context");
  if (name == "context.new_dynamic_size" || name == "context.create_unbacked_symint") {
    SymScope scope(&values().symbols());
    std::int64_t size = values().symbols().fresh_unbacked();
    values().symbols().facts().expect_size(size);
    Arg number = values().number(size);
    return PyValue(tracer().number_of(tracer().placeholder("size", number), number));
  }
  if (name == "define" || name == "made.define") return PyValue();
  static constexpr std::string_view kMarks[] = {
      "impl", "register_fake", "impl_abstract", "register_kernel", "_register_fake"};
  std::string_view last = last_of(path);
  if (std::find(std::begin(kMarks), std::end(kMarks), last) == std::end(kMarks)) return std::nullopt;
  for (const PyValue& arg : args) {
    if (is_kind(arg, PyKind::function)) return PyValue();
  }
  return PyValue::of_path(std::string(kGivesBack));
}

}  // namespace seesaw
