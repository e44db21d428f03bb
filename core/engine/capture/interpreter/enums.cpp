// Classes of enum: their members are objects of the class, made once.
#include <algorithm>

#include "core/base/cat.h"
#include "core/engine/capture/interpreter/interpreter.h"

namespace seesaw {

// Nothing: the class has no member of this name.
std::optional<PyValue> PythonInterpreter::enum_member(PyClass* klass, const std::string& name) {
  auto known = klass->members.find(name);
  if (known != klass->members.end()) return known->second;
  enum_members(klass);
  known = klass->members.find(name);
  return known == klass->members.end() ? std::nullopt : std::optional(known->second);
}

// Functions and partials are what the class has, and no members; enum.member() makes one of them, and enum.nonmember()
// none of anything.
std::pair<PyValue, bool> PythonInterpreter::enum_value(PyClass& klass,
                                                       const Stmt& statement,
                                                       std::int64_t last,
                                                       Scope& body) {
  const PyExpr& e = klass.source->expr(statement.value);
  const PyExpr* callee = e.kind == PyExprKind::call ? &klass.source->expr(e.kids[0]) : nullptr;
  const std::string_view called = callee == nullptr ? std::string_view() : callee->text;
  if (called == "auto" && klass.builtin == "str") {
    std::string lower = klass.source->expr(statement.targets[0]).text;
    for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return {PyValue(context().string(lower)), true};
  }
  if (called == "auto") return {PyValue(context().integer(last + 1)), true};
  const bool told = (called == "member" || called == "nonmember") && e.kids.size() == 2;
  PythonHost::Outside outside(host_);
  frames_.push_back({"<class>", klass.source, &body, statement.line, nullptr, {}, {}});
  std::size_t frames = frames_.size();
  try {
    PyValue value = evaluate(told ? e.kids[1] : statement.value);
    frames_.pop_back();
    const bool descriptor = is_kind(value, PyKind::function) || is_kind(value, PyKind::partial);
    return {value, told ? called == "member" : !descriptor};
  } catch (...) {
    frames_.resize(frames - 1);
    throw;
  }
}

PyValues PythonInterpreter::enum_members(PyClass* klass) {
  PyValues out;
  if (klass->is_flag)
    source_error(0,
                 0,
                 cat({"'", klass->def->name, "' is an enum.Flag, which is outside of the subset that is captured"}),
                 "use enum.IntEnum or plain numbers");
  std::int64_t last = 0;
  Scope* body = make_scope(klass->scope);
  body->of_class = true;
  for (std::size_t token : klass->def->assignments) {
    Stmt statement = klass->source->statement_at(token);
    if (statement.kind != StmtKind::assign) continue;
    std::string name = klass->source->expr(statement.targets[0]).text;
    if (name.starts_with("_")) continue;
    auto known = klass->members.find(name);
    if (known == klass->members.end()) {
      const std::pair<PyValue, bool> given = enum_value(*klass, statement, last, *body);
      const PyValue& value = given.first;
      body->names[name] = value;
      if (!given.second) {
        klass->members.emplace(name, value);
        continue;
      }
      // A second name of a value is the first member.
      auto twin = std::find_if(out.begin(), out.end(), [&](const PyValue& one) {
        return equals(*find_attribute(one.object, "value"), value);
      });
      if (twin != out.end()) {
        klass->members.emplace(name, *twin);
        continue;
      }
      PyObject* member = make(PyKind::instance);
      member->klass = klass;
      member->prepared = true;
      put_plain(member, "name", PyValue(context().string(name)));
      put_plain(member, "value", value);
      known = klass->members.emplace(name, PyValue(member)).first;
    }
    const PyObject* own = known->second.object;
    if (own == nullptr || own->kind != PyKind::instance || own->klass != klass) continue;  // no member
    const PyValue* value = find_attribute(known->second.object, "value");
    if (value->is_arg() && value->arg.is_integer() && value->arg.fits_int64())
      last = std::max(last, value->arg.as_int());
    bool twin = std::any_of(
        out.begin(), out.end(), [&](const PyValue& one) { return one.object == known->second.object; });
    if (!twin) out.push_back(known->second);
  }
  return out;
}

// Kind("b")
PyValue PythonInterpreter::enum_of_value(const PyExpr& e, PyClass* klass, const PyValue& value) {
  PyValues members = enum_members(klass);
  for (const PyValue& member : members) {
    if (member.object == value.object && value.object != nullptr) return member;
    if (equals(*find_attribute(member.object, "value"), value)) return member;
  }
  fail_as(e,
          "ValueError",
          cat({text_of(e, value, true), " is not a valid ", klass->def->name}),
          "give it the value of a member");
}

PyValue PythonInterpreter::plain_value(const PyValue& value) {
  bool member = value.object != nullptr && value.object->kind == PyKind::instance && value.object->klass->is_enum &&
                !value.object->klass->builtin.empty();
  return member ? *find_attribute(value.object, "value") : value;
}

}  // namespace seesaw
