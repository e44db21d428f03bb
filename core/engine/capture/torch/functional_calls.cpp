// Calls of torch.nn.functional: by what the operators' records declare (core/engine/ops/call/functional_form.h), or by
// a function of the library (library/torch/nn/functional.py).
//
// A function that both have is declared by the record; the one of the library takes those of the parameters that it
// uses.
#include <algorithm>

#include "core/base/cat.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/engine/capture/torch/torch_calls.h"
#include "core/engine/exec/arg_equality.h"
#include "core/engine/exec/declared_arguments.h"
#include "core/engine/exec/op_call.h"
#include "core/engine/ops/call/functional_form.h"

namespace seesaw {

namespace {

constexpr std::string_view kPrefix = "torch.nn.functional.";

bool is_default(const PyValue& value, const Arg& fallback) { return value.is_arg() && args_equal(value.arg, fallback); }

}  // namespace

// What a function of library/torch/nn/functional.py is called outside.
std::string TorchFunctions::shown_name(const PyObject& callee) {
  std::string_view name = callee.function->name;
  if (callee.source == &python().library() && name.starts_with("F_")) return cat({"F.", name.substr(2)});
  if (callee.source != &python().library() || callee.owner == nullptr) return std::string(name);
  const PyObject* self = callee.self.object;
  const PyClass* klass = self != nullptr && self->klass != nullptr && self->klass->source == &python().library()
                             ? self->klass
                             : callee.owner;
  const std::string& layer = klass->def->name;
  return name == "__init__" ? cat({"nn.", layer}) : cat({"nn.", layer, ".", name});
}

PyValue TorchFunctions::call_functional(const PyExpr& e, const std::string& path, PyValues args, PyNamedValues kwargs) {
  std::string name = path.substr(kPrefix.size());
  std::string in_library = cat({"F_", name});
  std::replace(in_library.begin(), in_library.end(), '.', '_');  // of a class: _Reduction.get_enum
  PyValue* written = python().find_global(python().library(), in_library);
  bool has_body = written != nullptr && written->object != nullptr && written->object->kind == PyKind::function;
  const FunctionalForm* form = functional_form(name);
  if (form == nullptr)
    return has_body ? python().call_object(e, written->object, std::move(args), std::move(kwargs))
                    : call_torch_function(e, path, args, kwargs);
  const auto& declared = form->declared.parameters;
  PyValues values = located(e, [&] {
    return bind_declared(form->declared, name, args, kwargs, [&](const SchemaParameter& p) {
      return PyValue(default_argument(context(), p));
    });
  });
  PyNamedValues taken;
  bool inplace = false;
  for (std::size_t i = 0; i < declared.size(); ++i) {
    std::string_view parameter = declared[i].name;
    bool used = std::find(form->places.begin(), form->places.end(), static_cast<int>(i)) != form->places.end();
    if (has_body) {
      const std::vector<Parameter>& own = written->object->function->parameters;
      used = std::any_of(own.begin(), own.end(), [&](const Parameter& p) { return p.name == parameter; });
      if (used) taken.emplace_back(parameter, values[i]);
    } else if (parameter == "inplace") {
      used = true;
      inplace = python().truth(e, values[i]);
    }
    if (!used && !is_default(values[i], default_argument(context(), declared[i])))
      python().refuse_argument(e, cat({"F.", name}), parameter);
  }
  if (has_body) return python().call_object(e, written->object, {}, std::move(taken));
  return call_form(e, *form, values, inplace);
}

// The operator itself, with its parameters in its own order.
PyValue TorchFunctions::call_form(const PyExpr& e, const FunctionalForm& form, const PyValues& values, bool inplace) {
  constexpr std::string_view kAten = "torch.ops.aten.";
  OpSchema schema = read_schema(form.op->schema);
  PyArgs first;
  PyKwargs rest;
  for (std::size_t i = 0; i < schema.parameters.size(); ++i) {
    if (form.places[i] < 0) continue;
    Arg value = python().to_arg(e, values[static_cast<std::size_t>(form.places[i])]);
    if (i == 0) {
      first.push_back(value);
    } else {
      rest.emplace_back(schema.parameters[i].name, value);
    }
  }
  std::string_view packet = form.op->path.substr(kAten.size());
  std::string called = cat({packet.substr(0, packet.find('.')), inplace ? "_" : ""});
  return PyValue(guarded(e, [&] { return call_operator(tracer(), called, first, rest); }));
}

}  // namespace seesaw
