#include "core/engine/capture/interpreter/host.h"

#include "core/base/cat.h"
#include "core/python/tokens.h"

namespace seesaw {

namespace {

[[noreturn]] void unknown(const PyExpr& e, std::string message) { source_error(e.begin, e.end, std::move(message)); }

}  // namespace

PyValue PythonHost::attribute_of(const PyExpr& e, const PyValue&, const std::string& name) {
  unknown(e, cat({"the attribute '", name, "' of this value is outside of the subset that is captured"}));
}

PyValue PythonHost::call_method(
    const PyExpr& e, const PyValue&, const std::string& name, const PyValues&, const PyNamedValues&) {
  unknown(e, cat({"the method '", name, "' of this value is outside of the subset that is captured"}));
}

bool PythonHost::truth(const PyExpr& e, const PyValue&) { unknown(e, "what is chosen here depends on data"); }

PyValues PythonHost::items_of(const PyExpr& e, const PyValue&) { unknown(e, "this has no items to go through"); }

PyValue PythonHost::get_item(const PyExpr& e, const PyValue&, const PyValue&) { unknown(e, "this has no items"); }

void PythonHost::set_item(const PyExpr& e, const PyValue&, const PyValue&, const PyValue&) {
  unknown(e, "only items of tensors and lists can be set");
}

void PythonHost::delete_item(const PyExpr& e, const PyValue&, const Arg&) {
  source_error(e.begin, e.end, "items of this cannot be deleted", "delete those of a dict or a list");
}

std::string PythonHost::type_name(const PyValue& value) { return value.is_path() ? value.path : "object"; }

PyValue PythonHost::extreme(const PyExpr& e, bool, const Arg&, const Arg&, bool) {
  unknown(e, "these values cannot be compared");
}

PyValue PythonHost::path_attribute(const PyExpr&, const std::string& owner, const std::string& name) {
  return PyValue::of_path(cat({owner, ".", name}));
}

PyValue PythonHost::call_path(const PyExpr& e, const std::string& path, PyValues&, PyNamedValues&) {
  unknown(e, cat({"'", path, "' is not known"}));
}

std::string PythonHost::function_name(const PyObject& callee) { return callee.function->name; }

void PythonHost::describe(PyClass& klass) { klass.path = klass.def->name; }

PyValue PythonHost::call_instance(const PyExpr& e, PyObject*, PyValues, PyNamedValues) {
  unknown(e, "this is no function");
}

PyValue PythonHost::call_builtin_method(
    const PyExpr& e, PyObject*, const std::string& name, const PyValues&, const PyNamedValues&) {
  unknown(e, cat({"the method '", name, "' is not known"}));
}

void PythonHost::set_attribute(const PyExpr& e, const PyValue&, const std::string& name, const PyValue&) {
  unknown(e, cat({"the attribute '", name, "' of this value cannot be set"}));
}

}  // namespace seesaw
