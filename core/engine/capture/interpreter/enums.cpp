// Classes of enum: their members are objects of the class, made where the body gives their names values.
#include <algorithm>

#include "core/base/cat.h"
#include "core/engine/capture/interpreter/interpreter.h"
#include "core/engine/capture/interpreter/statement_effects.h"

namespace seesaw {

namespace {

constexpr std::string_view kAuto = "enum.auto", kMember = "enum.member", kNoMember = "enum.nonmember";

bool is_made_by(const PyValue& value, std::string_view maker) {
  return is_kind(value, PyKind::context) && value.object->name == maker;
}

// What no body makes a member of: `__doc__`, and `__own`, which gets the name of the class.
bool is_private(std::string_view name) { return name.starts_with("__"); }
bool is_reserved(std::string_view name) { return name.size() > 2 && name.starts_with('_') && name.ends_with('_'); }

// The names of a target, in order.
void add_names(const PythonSource& in, int target, std::vector<std::string>& out) {
  const PyExpr& e = in.expr(target);
  if (e.kind == PyExprKind::name) out.push_back(e.text);
  if (e.kind != PyExprKind::tuple && e.kind != PyExprKind::list) return;
  for (int kid : e.kids) add_names(in, kid, out);
}

}  // namespace

// What enum.auto(), enum.member(x) and enum.nonmember(x) give, whatever they are called in the file; the body of the
// class makes the value of it.
std::optional<PyValue> PythonInterpreter::enum_call(const std::string& path, const PyValues& args) {
  const bool known = path == kAuto ? args.empty() : (path == kMember || path == kNoMember) && args.size() == 1;
  return known ? std::optional(PyValue(make_context(path, args, {}))) : std::nullopt;
}

// Nothing: the class has no member of this name.
std::optional<PyValue> PythonInterpreter::enum_member(PyClass* klass, const std::string& name) {
  enum_members(klass);
  for (const auto& [known, member] : klass->enumerated) {
    if (known == name) return member;
  }
  return std::nullopt;
}

// Functions and other descriptors are what the class has, and no members.
bool PythonInterpreter::is_descriptor(const PyExpr& e, const PyValue& value) {
  if (is_kind(value, PyKind::method)) return value.object->function != nullptr;
  if (is_kind(value, PyKind::function) || is_kind(value, PyKind::partial)) return true;
  if (!value.is_path() || value.path.starts_with("enum.")) return false;
  std::optional<bool> known = host_.is_descriptor(value.path);
  if (!known)
    fail(e,
         cat({"whether ", value.path, " is a function that is written in Python, and no member, is not known"}),
         "write enum.member(...) or enum.nonmember(...) around it");
  return *known;
}

// enum.auto(): what _generate_next_value_ says; without it one more than the largest value, and of a StrEnum the name.
PyValue PythonInterpreter::next_enum_value(PyClass& klass,
                                           const PyExpr& e,
                                           const std::string& name,
                                           const Scope& body) {
  PyValues values;
  for (const auto& [known, member] : klass.enumerated) values.push_back(*find_attribute(member.object, "value"));
  const PyValue* rule = nullptr;
  if (auto own = body.names.find("_generate_next_value_"); own != body.names.end()) rule = &own->second;
  for (PyClass* base : klass.order) {
    if (rule == nullptr && base != &klass) rule = find_member(*base, "_generate_next_value_");
  }
  if (rule != nullptr) {
    const auto count = static_cast<std::int64_t>(enum_members_of(klass).size());
    PyValues args{PyValue(context().string(name)),
                  PyValue(context().integer(1)),
                  PyValue(context().integer(count)),
                  PyValue(make_list(PyKind::list, values))};
    return call_value(e, *rule, std::move(args), {});
  }
  if (klass.names_itself) {
    std::string lower = name;
    for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return PyValue(context().string(lower));
  }
  PyValue largest = values.empty() ? PyValue(context().integer(0)) : values[0];
  for (const PyValue& value : values) {
    if (is_kind(value, PyKind::tuple))
      fail(e, "enum.auto() behind a tuple is outside of the subset that is captured", "give the member its value");
    const bool number = value.is_arg() &&
                        (value.arg.is_integer() || value.arg.is_bool() || value.arg.kind() == ArgKind::floating);
    if (!number)
      fail_as(e, "TypeError", cat({"unable to increment ", text_of(e, value, true)}), "give the member its value");
    if (truth(e, binary(e, "<", largest, value))) largest = value;
  }
  return binary(e, "+", largest, PyValue(context().integer(1)));
}

// The value of a member as the class keeps it: enum.auto() stands in a tuple, too, and a class that is made of a type
// has values of the type.
PyValue PythonInterpreter::enum_value(
    PyClass& klass, const PyExpr& e, const std::string& name, PyValue value, const Scope& body) {
  if (is_made_by(value, kAuto)) {  // one object has one value: a = b = auto()
    PyValues& made = value.object->items;
    if (made.empty()) made.push_back(next_enum_value(klass, e, name, body));
    value = PyValue(made[0]);
  }
  if (is_kind(value, PyKind::tuple) && std::any_of(value.object->items.begin(),
                                                   value.object->items.end(),
                                                   [](const PyValue& one) { return is_made_by(one, kAuto); })) {
    PyValues items = value.object->items;
    for (PyValue& item : items) {
      if (is_made_by(item, kAuto)) item = next_enum_value(klass, e, name, body);
    }
    value = PyValue(make_list(PyKind::tuple, std::move(items)));
  }
  const bool converts = klass.builtin == "int" || klass.builtin == "float" || klass.builtin == "str";
  if (!converts || type_name(value) == klass.builtin) return value;
  return builtin(e, klass.builtin, is_kind(value, PyKind::tuple) ? value.object->items : PyValues{value}, {});
}

// A name of the body has a value now.
void PythonInterpreter::enum_name(PyClass& klass, const PyExpr& e, const std::string& name, Scope& body) {
  auto given = body.names.find(name);
  if (given == body.names.end() || is_private(name)) return;
  if (is_reserved(name)) {
    if (name == "_ignore_")
      fail(e, "_ignore_ is outside of the subset that is captured", "leave the names out of the class");
    if (name == "_order_" || name == "_generate_next_value_" || name == "_missing_" || name == "_value_repr_") return;
    fail_as(e,
            "ValueError",
            cat({"_sunder_ names, such as '", name, "', are reserved for future Enum use"}),
            "give it another name");
  }
  for (const auto& [known, member] : klass.enumerated) {
    if (known != name) continue;
    const PyValue value = *find_attribute(member.object, "value");
    fail_as(e, "TypeError", cat({"'", name, "' already defined as ", text_of(e, value, true)}), "give it another name");
  }
  PyValue value = given->second;
  if (is_made_by(value, kNoMember)) {
    given->second = value.object->items[0];
    return;
  }
  const bool told = is_made_by(value, kMember);
  if (told) value = value.object->items[0];
  if (!told && is_descriptor(e, value)) return;
  value = enum_value(klass, e, name, value, body);
  body.names[name] = value;
  // A second name of a value is the first member.
  for (const auto& [known, member] : klass.enumerated) {
    if (!equals(*find_attribute(member.object, "value"), value)) continue;
    klass.enumerated.emplace_back(name, PyValue(member));
    return;
  }
  PyObject* member = make(PyKind::instance);
  member->klass = &klass;
  member->prepared = true;
  put_plain(member, "name", PyValue(context().string(name)));
  put_plain(member, "value", value);
  klass.enumerated.emplace_back(name, PyValue(member));
}

// The names that a part of the body gave values.
void PythonInterpreter::enum_part(PyClass& klass, const ClassDef::Part& part, Scope& body) {
  PythonSource& in = *klass.source;
  PyExpr here;
  here.line = frame().line;
  if (part.function >= 0) return enum_name(klass, here, in.function(part.function).name, body);
  if (part.klass >= 0) {
    const std::string name = in.klass(part.klass).name;
    if (is_kind(body.names[name], PyKind::context)) enum_name(klass, here, name, body);
    return;
  }
  const Stmt statement = in.statement_at(part.token);
  here.begin = statement.begin;
  std::vector<std::string> names;
  for (int target : statement.kind == StmtKind::assign ? statement.targets : std::vector<int>())
    add_names(in, target, names);
  if (statement.kind != StmtKind::assign) {
    const StatementEffects effects(in, statement);
    names.assign(effects.assigned().begin(), effects.assigned().end());
    if (names.size() > 1)
      fail(here,
           "a statement that gives several members of an enum is outside of the subset that is captured",
           "write each member as `name = value`");
  }
  for (const std::string& name : names) enum_name(klass, here, name, body);
}

PyValues PythonInterpreter::enum_members_of(const PyClass& klass) {
  PyValues out;
  for (const auto& entry : klass.enumerated) {
    const PyObject* member = entry.second.object;
    const bool twin = std::any_of(out.begin(), out.end(), [&](const PyValue& one) { return one.object == member; });
    if (!twin) out.push_back(entry.second);
  }
  return out;
}

PyValues PythonInterpreter::enum_members(PyClass* klass) {
  if (klass->is_flag)
    source_error(0,
                 0,
                 cat({"'", klass->def->name, "' is an enum.Flag, which is outside of the subset that is captured"}),
                 "use enum.IntEnum or plain numbers");
  run_class_body(*klass);
  return enum_members_of(*klass);
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
