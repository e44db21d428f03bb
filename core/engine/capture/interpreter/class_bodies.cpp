// Bodies of classes: they run once, where the class is defined, and what they give is what the class has.
#include <algorithm>
#include <utility>

#include "core/base/cat.h"
#include "core/engine/capture/interpreter/interpreter.h"
#include "core/engine/capture/interpreter/statement_effects.h"

namespace seesaw {

bool PythonInterpreter::is_member_function(const PyValue& value) {
  return value.object != nullptr && value.object->kind == PyKind::function && value.object->function != nullptr;
}

// What the class itself has under a name; null for nothing. Throws Error where a statement of its body that cannot be
// run would have given it, and where the body raises an exception.
const PyValue* PythonInterpreter::find_member(PyClass& klass, std::string_view name) {
  run_class_body(klass);
  auto known = klass.members.find(name);
  if (known != klass.members.end()) return &known->second;
  if (auto failed = failed_members_.find({&klass, std::string(name)}); failed != failed_members_.end())
    throw Error(failed->second);
  if (klass.source != &library_) return nullptr;
  auto method = klass.def->methods.find(name);
  if (method == klass.def->methods.end()) return nullptr;
  return &klass.members.emplace(std::string(name), library_method(klass, klass.source->function(method->second)))
              .first->second;
}

PyValue PythonInterpreter::library_method(PyClass& klass, const Function& function) {
  std::size_t frames = frames_.size();
  frames_.push_back({"<class>", klass.source, make_scope(klass.scope), function.line, nullptr, {}, {}});
  try {
    PyValue out = made_role(klass, plain_method(klass, function));
    frames_.pop_back();
    return out;
  } catch (...) {
    frames_.resize(frames);
    throw;
  }
}

// The body, once: its statements, methods and classes, in order, see the names that it has by then.
void PythonInterpreter::run_class_body(PyClass& klass) {
  if (auto failed = failed_classes_.find(&klass); failed != failed_classes_.end()) throw Error(failed->second);
  if (std::exchange(klass.body_ran, true) || klass.source == &library_ || klass.source == nullptr) return;
  PythonHost::Outside outside(host_);
  std::size_t frames = frames_.size();
  Scope* body = make_scope(klass.scope);
  body->of_class = true;
  frames_.push_back({"<class>", klass.source, body, 0, nullptr, {}, {}});
  try {
    for (const ClassDef::Part& part : klass.def->body) {
      run_class_part(klass, part, *body);
      if (klass.is_enum && !klass.is_flag) enum_part(klass, part, *body);
    }
    keep_members(klass, *body);
    tell_base(klass);
    frames_.pop_back();
  } catch (const Error& error) {  // whoever uses the class gets the error then
    frames_.resize(frames);
    failed_classes_.emplace(&klass, error);
    throw;
  }
}

// Python calls __init_subclass__ of the class behind it.
void PythonInterpreter::tell_base(PyClass& klass) {
  PyClass* owner = &klass;
  const PyObject* told = find_method(owner, "__init_subclass__", &klass);
  PyExpr here;
  here.line = frame().line;
  if (told == nullptr && klass.def->keywords.empty()) return;
  if (told == nullptr)
    fail(here,
         cat({"keywords of class ", klass.def->name, " are outside of the subset that is captured"}),
         "write the class without, or let CPython run it: seesaw trace FILE --python");
  PyObject* self = make(PyKind::klass);
  self->klass = &klass;
  PyNamedValues given;
  for (const auto& [name, value] : klass.def->keywords) given.emplace_back(name, evaluate(value));
  call_value(here, method_value(PyValue(self), *told, owner), {}, std::move(given));
}

// A statement that cannot be run is passed over: whoever asks for what it gives gets the error. An exception of
// Python's ends the definition.
void PythonInterpreter::run_class_part(PyClass& klass, const ClassDef::Part& part, Scope& body) {
  PythonSource& in = *klass.source;
  std::size_t frames = frames_.size();
  try {
    if (part.klass >= 0) return make_inner_class(klass, in.klass(part.klass), body);
    if (part.function >= 0) return make_method(klass, in.function(part.function), body);
  } catch (const Error& error) {
    frames_.resize(frames);
    if (!exception_of(error.diagnostic()).empty()) throw;
    lose_member(klass, body, part.klass >= 0 ? in.klass(part.klass).name : in.function(part.function).name, error);
    return;
  }
  Stmt statement = in.statement_at(part.token);
  if (klass.is_flag && statement.kind == StmtKind::assign) return;  // whoever asks for a member is refused
  frame().line = statement.line;
  try {
    run_statement(statement);
  } catch (const Error& error) {
    frames_.resize(frames);
    if (klass.is_enum || !exception_of(error.diagnostic()).empty()) throw;
    StatementEffects effects(in, statement);
    for (const std::string& name : effects.assigned()) lose_member(klass, body, name, error);
    host_.statement_failed(in, statement, error);
  }
}

// What the name was before is not what it is now.
void PythonInterpreter::lose_member(PyClass& klass, Scope& body, const std::string& name, const Error& error) {
  body.names.erase(name);
  failed_members_.insert_or_assign({&klass, name}, error);
}

void PythonInterpreter::make_inner_class(PyClass& klass, const ClassDef& def, Scope& body) {
  PythonSource& in = *klass.source;
  PyObject* out = make(PyKind::klass);
  out->klass = new_class(in, def);
  out->klass->scope = klass.scope;
  fill_class(out->klass);
  if (klass.scope == nullptr) known_classes_[&def] = out->klass;
  run_class_body(*out->klass);
  body.names[def.name] = decorated_class(in, PyValue(out));
  for (std::size_t i = 0; klass.is_enum && i < def.decorators.size(); ++i) {
    const PyValue mark = evaluate(def.decorators[i]);
    std::optional<PyValue> part = mark.is_path() ? enum_call(mark.path, {PyValue(out)}) : std::nullopt;
    if (part) body.names[def.name] = *part;
  }
}

PyValue PythonInterpreter::plain_method(PyClass& klass, const Function& function) {
  PyObject* out = make(PyKind::function);
  out->function = &function;
  out->source = klass.source;
  out->scope = klass.scope;
  out->owner = &klass;
  return PyValue(out);
}

void PythonInterpreter::make_method(PyClass& klass, const Function& function, Scope& body) {
  frame().line = function.line;
  PyValue method = plain_method(klass, function);
  make_defaults(*method.object);
  body.names[function.name] = made_role(klass, method);
}

// What the decorators of a method make of it; the one next to it comes first.
PyValue PythonInterpreter::made_role(PyClass& klass, PyValue method) {
  struct Row {
    std::string_view name;
    PyObject::Role role;
  };
  static constexpr Row kRoles[] = {{"classmethod", PyObject::Role::of_class},
                                   {"staticmethod", PyObject::Role::of_none},
                                   {"property", PyObject::Role::property},
                                   {"cached_property", PyObject::Role::cached_property}};
  const std::vector<int> marks = method.object->function->decorators;
  for (std::size_t i = marks.size(); i-- > 0;) {
    const PyExpr& mark = klass.source->expr(marks[i]);
    auto row = std::find_if(
        std::begin(kRoles), std::end(kRoles), [&](const Row& one) { return one.name == mark.text; });
    if (std::optional<PyValue> changed = changed_property(klass, mark, method)) {
      method = *changed;
    } else if (mark.kind == PyExprKind::call || row == std::end(kRoles)) {
      method = member_decorated(klass, marks[i], method);
    } else if (is_member_function(method)) {
      method = as_member(klass, method);
      method.object->role = row->role;
    }
  }
  return method;
}

// @s.setter, @Base.s.getter: the property with another part. Nothing for other decorators.
std::optional<PyValue> PythonInterpreter::changed_property(PyClass& klass, const PyExpr& mark, const PyValue& method) {
  static constexpr std::string_view kParts[] = {"setter", "getter", "deleter"};
  if (mark.kind != PyExprKind::attribute || !is_member_function(method) ||
      std::find(std::begin(kParts), std::end(kParts), mark.text) == std::end(kParts))
    return std::nullopt;
  PyValue property = evaluate(mark.kids[0]);
  if (!is_member_function(property) || property.object->role != PyObject::Role::property) return std::nullopt;
  PyObject* out = as_member(klass, mark.text == "getter" ? method : property).object;
  out->role = PyObject::Role::property;
  out->setter = mark.text == "setter" ? method.object : property.object->setter;
  return PyValue(out);
}

// Decorators that have only a name of another library (abstractmethod, torch.jit.export) change nothing.
PyValue PythonInterpreter::member_decorated(PyClass& klass, int index, const PyValue& method) {
  const PyExpr& mark = klass.source->expr(index);
  PyObject* context = host_.context_of(mark);  // made with the class, before anything is captured
  PyValue value = context != nullptr ? PyValue(context) : evaluate(index);
  if (value.is_path() && host_.is_context(value.path)) value = PyValue(make_context(value.path, {}, {}));
  if (value.is_path()) {
    if (std::optional<PyValue> part = enum_call(value.path, {method})) return *part;
  }
  if (value.object == nullptr) return method;
  if (value.object->kind == PyKind::context && !is_member_function(method)) return method;
  return call_value(mark, value, {method}, {});
}

// A function that a class holds is a method of its own; a role is that of one class.
PyValue PythonInterpreter::as_member(PyClass& klass, const PyValue& value) {
  if (!is_member_function(value)) return value;
  PyObject* out = make(PyKind::function);
  *out = *value.object;
  out->owner = &klass;
  return PyValue(out);
}

void PythonInterpreter::keep_members(PyClass& klass, const Scope& body) {
  for (const auto& [name, value] : body.names) {
    bool own = is_member_function(value) && value.object->owner == &klass;
    klass.members[name] = own ? value : as_member(klass, value);
  }
  for (const auto& [name, member] : klass.enumerated) klass.members[name] = member;
}

}  // namespace seesaw
