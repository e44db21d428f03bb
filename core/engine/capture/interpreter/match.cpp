// match: which case fits, and the names that it gives.
#include <algorithm>

#include "core/base/cat.h"
#include "core/engine/capture/interpreter/interpreter.h"

namespace seesaw {

// The first case that fits, and whose condition holds; names are set before the condition is looked at.
PyFlow PythonInterpreter::run_select(const Stmt& s) {
  const PyExpr& e = expr(s.value);
  PyValue value = evaluate(s.value);
  for (const Stmt& one : s.handlers) {
    count_step(one.begin);
    frame().line = one.line;
    Found found;
    if (!fits(e, one.pattern[0], value, found)) continue;
    for (auto& [name, part] : found) {
      host_.name_assigned(name, part);
      slot_of_name(name) = part;
    }
    if (one.value >= 0 && !truth(expr(one.value), evaluate(one.value))) continue;
    return run_block(one.body);
  }
  return PyFlow::on;
}

bool PythonInterpreter::fits(const PyExpr& e, const PyPattern& pattern, const PyValue& value, Found& found) {
  Deeper deeper(*this, pattern.begin);
  bool named = pattern.kind != PatternKind::mapping && pattern.kind != PatternKind::rest;
  std::size_t before = found.size();
  bool out = false;
  switch (pattern.kind) {
    case PatternKind::any:
    case PatternKind::rest: out = true; break;
    case PatternKind::same: out = same(value, evaluate(pattern.value)); break;
    case PatternKind::equal: out = truth(e, equality(e, "==", value, evaluate(pattern.value))); break;
    case PatternKind::sequence: out = fits_sequence(e, pattern, value, found); break;
    case PatternKind::mapping: out = fits_mapping(e, pattern, value, found); break;
    case PatternKind::klass: out = fits_class(e, pattern, value, found); break;
    case PatternKind::either:
      for (const PyPattern& kid : pattern.kids) {
        found.resize(before);
        if ((out = fits(e, kid, value, found))) break;
      }
      break;
  }
  if (!out) {
    found.resize(before);
  } else if (named && !pattern.name.empty()) {
    found.emplace_back(pattern.name, value);
  }
  return out;
}

// Lists and tuples; a text is none.
bool PythonInterpreter::fits_sequence(const PyExpr& e, const PyPattern& pattern, const PyValue& value, Found& found) {
  if (is_no_list(value) && !is_range(value)) return false;
  bool list = value.object != nullptr ? value.object->kind == PyKind::list || value.object->kind == PyKind::tuple
                                      : value.is_arg() && value.arg.is_sequence();
  if (!list) return false;
  PyValues parts = items_of(e, value);
  auto star = std::find_if(
      pattern.kids.begin(), pattern.kids.end(), [](const PyPattern& kid) { return kid.kind == PatternKind::rest; });
  bool open = star != pattern.kids.end();
  std::size_t fixed = pattern.kids.size() - (open ? 1 : 0),
              first = static_cast<std::size_t>(star - pattern.kids.begin());
  if (open ? parts.size() < fixed : parts.size() != fixed) return false;
  std::size_t middle = parts.size() - fixed;
  for (std::size_t i = 0; i < pattern.kids.size(); ++i) {
    const PyPattern& kid = pattern.kids[i];
    if (open && i == first) {
      auto from = parts.begin() + static_cast<std::ptrdiff_t>(first);
      if (!kid.name.empty())
        found.emplace_back(kid.name,
                           make_list(PyKind::list, PyValues(from, from + static_cast<std::ptrdiff_t>(middle))));
    } else if (!fits(e, kid, parts[open && i > first ? i - 1 + middle : i], found)) {
      return false;
    }
  }
  return true;
}

// A dict that has all of the keys.
bool PythonInterpreter::fits_mapping(const PyExpr& e, const PyPattern& pattern, const PyValue& value, Found& found) {
  if (value.object == nullptr || value.object->kind != PyKind::dict ||
      value.object->items.size() < 2 * pattern.keys.size())
    return false;
  if (!pattern.keys.empty() || !pattern.name.empty()) host_.before_pattern(e, pattern.kind);
  std::vector<const PyValue*> taken;
  for (std::size_t i = 0; i < pattern.keys.size(); ++i) {
    const PyValue* part = dict_item(value.object, evaluate(pattern.keys[i]));
    if (part == nullptr || !fits(e, pattern.kids[i], *part, found)) return false;
    taken.push_back(part);
  }
  if (pattern.name.empty()) return true;
  PyValues rest;
  for (std::size_t i = 0; i + 1 < value.object->items.size(); i += 2) {
    if (std::find(taken.begin(), taken.end(), &value.object->items[i + 1]) != taken.end()) continue;
    rest.insert(rest.end(), {value.object->items[i], value.object->items[i + 1]});
  }
  found.emplace_back(pattern.name, make_list(PyKind::dict, std::move(rest)));
  return true;
}

// Names of the attributes that a class gives for its patterns without names.
std::vector<std::string> PythonInterpreter::match_names(const PyExpr& e, const PyValue& type) {
  std::vector<std::string> out;
  PyClass* klass = type.object == nullptr ? nullptr : type.object->klass;
  if (klass == nullptr) return out;
  if (std::optional<PyValue> told = class_constant(klass, "__match_args__")) {
    for (const PyValue& name : items_of(e, *told)) out.push_back(name_argument(e, name));
  } else if (has_fields(klass) || is_named_tuple(klass)) {
    for (const Parameter& field : fields_of(klass)) out.push_back(field.name);
  }
  return out;
}

bool PythonInterpreter::fits_class(const PyExpr& e, const PyPattern& pattern, const PyValue& value, Found& found) {
  host_.before_pattern(e, pattern.kind);
  PyValue type = evaluate(pattern.value);
  if (!is_instance(e, value, type)) return false;
  std::size_t plain = pattern.kids.size() - pattern.names.size();
  static constexpr std::string_view kItself[] = {
      "bool", "bytearray", "bytes", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple"};
  bool itself = std::find(std::begin(kItself), std::end(kItself), type.path) != std::end(kItself);
  std::vector<std::string> names;
  if (plain > 0 && !itself) names = match_names(e, type);
  if (plain > (itself ? 1 : names.size())) {
    std::string_view name = type.object != nullptr && type.object->klass != nullptr
                                ? std::string_view(type.object->klass->def->name)
                                : std::string_view(type.path).substr(type.path.rfind('.') + 1);
    std::size_t known = itself ? 1 : names.size();
    fail_as(e,
            "TypeError",
            cat({name,
                 "() accepts ",
                 std::to_string(known),
                 known == 1 ? " positional sub-pattern (" : " positional sub-patterns (",
                 std::to_string(plain),
                 " given)"}),
            "name the attributes: Class(attribute=pattern)");
  }
  for (std::size_t i = 0; i < pattern.kids.size(); ++i) {
    PyValue part = value;
    if (i >= plain || !itself) {
      const std::string& name = i < plain ? names[i] : pattern.names[i - plain];
      bool there = (value.object != nullptr && find_attribute(value.object, name) != nullptr) ||
                   has_known_name(e, value, name);
      if (value.object != nullptr && value.object->kind == PyKind::tuple && value.object->klass != nullptr)
        there = std::find(names.begin(), names.end(), name) != names.end() || there;
      if (!there) return false;
      part = attribute(e, value, name);
    }
    if (!fits(e, pattern.kids[i], part, found)) return false;
  }
  return true;
}

}  // namespace seesaw
