// Classes: what they are made of, and what their objects find in them.
#include <algorithm>
#include <optional>
#include <span>

#include "core/base/cat.h"
#include "core/base/words.h"
#include "core/engine/capture/interpreter/interpreter.h"
#include "core/engine/capture/interpreter/type_attributes.h"

namespace seesaw {

namespace {

constexpr std::size_t kMostClasses = 50;

// Of several lines of classes one in which each keeps its order: the first head that is in no tail, again and again.
// Empty where there is none.
std::vector<PyClass*> merged(std::vector<std::vector<PyClass*>> lines) {
  std::vector<PyClass*> out;
  auto in_tail = [&](const PyClass* klass) {
    return std::any_of(lines.begin(), lines.end(), [&](const auto& line) {
      return !line.empty() && std::find(line.begin() + 1, line.end(), klass) != line.end();
    });
  };
  while (true) {
    std::erase_if(lines, [](const auto& line) { return line.empty(); });
    if (lines.empty()) return out;
    auto next = std::find_if(lines.begin(), lines.end(), [&](const auto& line) { return !in_tail(line[0]); });
    if (next == lines.end()) return {};
    PyClass* klass = (*next)[0];
    out.push_back(klass);
    for (auto& line : lines) {
      if (line[0] == klass) line.erase(line.begin());
    }
  }
}

}  // namespace

PyClass* PythonInterpreter::class_named(PythonSource& in, const ClassDef& def) {
  PyClass*& known = known_classes_[&def];
  if (known != nullptr) return known;
  frames_.push_back({"<module>", &in, make_scope(nullptr), 0, nullptr, {}, {}});
  PyClass* out = known = new_class(in, def);
  std::size_t frames = frames_.size();
  try {
    fill_class(out);
  } catch (...) {  // whoever asks for it again gets the error again
    known = nullptr;
    frames_.resize(frames - 1);
    throw;
  }
  frames_.pop_back();
  return out;
}

PyClass* PythonInterpreter::new_class(PythonSource& in, const ClassDef& def) {
  classes_.push_back({&def, &in});
  host_.describe(classes_.back());
  return &classes_.back();
}

// What Python's own types among the bases give.
void PythonInterpreter::note_builtin_base(PyClass& klass, const std::string& path) {
  std::string_view name = std::string_view(path).substr(path.rfind('.') + 1);
  if (path.starts_with("enum.")) klass.is_enum = true;
  if (path == "enum.Flag" || path == "enum.IntFlag") klass.is_flag = true;
  if (path == "enum.IntEnum" || path == "enum.IntFlag") klass.builtin = "int";
  if (path == "enum.StrEnum") klass.names_itself = true;
  if (path == "enum.StrEnum") klass.builtin = "str";
  if (is_exception_name(path)) klass.exception = path;
  if (path == "collections.OrderedDict" || path == "collections.UserDict") name = "dict";
  if (path == "collections.UserList") name = "list";
  static constexpr std::string_view kTypes[] = {"dict", "list", "str", "int", "float"};
  if (std::find(std::begin(kTypes), std::end(kTypes), name) != std::end(kTypes)) klass.builtin = name;
}

// Its bases, as the frame that runs knows them.
namespace {

// Methods that Python calls by itself where this interpreter does not: without them a value would be another one.
void refuse_hidden_calls(const ClassDef& def, PythonSource& in) {
  static constexpr std::string_view kNames[] = {"__set_name__", "__get__", "__set__", "__prepare__"};
  for (std::string_view name : kNames) {
    auto found = def.methods.find(name);
    if (found == def.methods.end()) continue;
    std::uint32_t begin = in.function(found->second).begin;
    source_error(begin,
                 begin,
                 cat({"Python calls ", name, " by itself, which is outside of the subset that is captured"}),
                 "write it without, or let CPython run it: seesaw trace FILE --python");
  }
}

}  // namespace

void PythonInterpreter::fill_class(PyClass* out) {
  const ClassDef& def = *out->def;
  PythonSource& in = *out->source;
  if (&in == &source_) refuse_hidden_calls(def, in);
  if (def.names_outer)
    source_error(0,
                 0,
                 cat({"`global` in the body of class ", def.name, " is outside of the subset that is captured"}),
                 "give the name its value outside of the class");
  std::vector<std::vector<PyClass*>> lines;
  std::vector<PyClass*> bases;
  for (int base : def.bases) {
    PyValue value = evaluate(base);
    PyClass* klass = value.object != nullptr && value.object->kind == PyKind::klass ? value.object->klass
                     : value.is_path()                                              ? host_.class_at(value.path)
                                                                                    : nullptr;
    if (klass != nullptr) {
      if (klass->order.empty() || klass->order.size() > kMostClasses)
        source_error(0, 0, cat({"the classes below '", def.name, "' are too many, or go round in a circle"}));
      lines.push_back(klass->order);
      bases.push_back(klass);
    }
    out->is_module = out->is_module || (klass != nullptr && klass->is_module);
    out->is_function = out->is_function || (klass != nullptr && klass->is_function);
    if (klass != nullptr) {
      out->is_enum = out->is_enum || klass->is_enum;
      out->is_flag = out->is_flag || klass->is_flag;
      out->names_itself = out->names_itself || klass->names_itself;
      if (out->exception.empty()) out->exception = klass->exception;
      if (out->builtin.empty()) out->builtin = klass->builtin;
    }
    if (value.path == "type")
      fail(in.expr(base),
           "a class of classes is outside of the subset that is captured",
           "write it without, or let CPython run it: seesaw trace FILE --python");
    if (has_word(kTypesOfBytes, value.path))
      fail(in.expr(base),
           cat({value.path, " are outside of the subset that is captured"}),
           "write a text, or let CPython run it: --python");
    note_builtin_base(*out, value.path);
    host_.note_base(*out, value);
  }
  lines.push_back(bases);
  std::vector<PyClass*> order = merged(std::move(lines));
  if (order.empty() && !bases.empty())
    fail(in.expr(def.bases[0]),
         cat({"TypeError: Cannot create a consistent method resolution order (MRO) for the bases of '", def.name, "'"}),
         "name a class before the ones that it is made of");
  out->order = {out};
  out->order.insert(out->order.end(), order.begin(), order.end());
}

PyClass* PythonInterpreter::derived_class(PyClass* base, std::string name) {
  ClassDef& def = made_classes_.emplace_back();
  def.name = std::move(name);
  classes_.push_back(*base);
  PyClass* out = &classes_.back();
  out->def = &def;
  out->members.clear();
  out->body_ran = true;
  out->order.insert(out->order.begin(), out);
  return out;
}

PyClass* PythonInterpreter::plain_class(std::string name) {
  ClassDef& def = made_classes_.emplace_back();
  def.name = std::move(name);
  classes_.push_back({&def, &source_});
  PyClass* out = &classes_.back();
  host_.describe(*out);
  out->body_ran = true;
  out->order = {out};
  return out;
}

const PyObject* PythonInterpreter::find_method(PyClass*& klass, std::string_view name, PyClass* after) {
  std::span<PyClass* const> order = klass->order;
  if (after != nullptr) {
    auto at = std::find(order.begin(), order.end(), after);
    order = at == order.end() ? std::span<PyClass* const>(after->order).subspan(1)
                              : order.subspan(static_cast<std::size_t>(at - order.begin()) + 1);
  }
  klass = nullptr;
  for (PyClass* at : order) {
    if (const PyValue* found = find_member(*at, name)) {
      if (!is_member_function(*found)) return nullptr;
      klass = at;
      return found->object;
    }
    if (at->hides_rest && (name == "__init__" || name == "forward" || name == "__call__")) break;
  }
  return nullptr;
}

PyValue PythonInterpreter::instantiate(const PyExpr& e, PyClass* klass, PyValues args, PyNamedValues kwargs) {
  if (is_named_tuple(klass)) return named_tuple(e, klass, std::move(args), std::move(kwargs));
  if (klass->is_enum && args.size() == 1 && kwargs.empty()) return enum_of_value(e, klass, args[0]);
  bool container = klass->builtin == "dict" || klass->builtin == "list";
  PyObject* out = make(!container ? PyKind::instance : klass->builtin == "dict" ? PyKind::dict : PyKind::list);
  if (!klass->exception.empty()) put_plain(out, "args", make_list(PyKind::tuple, args));
  out->klass = klass;
  if (klass->is_module) host_.begin_object(out);
  PyClass* owner = klass;
  const PyObject* init = find_method(owner, "__init__");
  out->prepared = init == nullptr;
  host_.check_instance(e, *klass, init != nullptr || !args.empty());
  if (container && init == nullptr) {
    container_method(e, out, "__init__", args, kwargs);
  } else if (init != nullptr && !klass->is_module) {
    call_value(e, method_value(PyValue(out), *init, owner), std::move(args), std::move(kwargs));
  } else if (init != nullptr) {
    host_.construct(out, kwargs, [&](PyNamedValues named) {
      call_value(e, method_value(PyValue(out), *init, owner), std::move(args), std::move(named));
    });
  } else if (has_fields(klass)) {
    set_fields(e, out, std::move(args), std::move(kwargs));
  } else if ((!args.empty() || !kwargs.empty()) && klass->exception.empty()) {
    fail(e, cat({"TypeError: ", klass->def->name, "() takes no arguments"}));
  }
  return PyValue(out);
}

// --- attributes of classes ---

// class X: eps = 1e-5
std::optional<PyValue> PythonInterpreter::class_constant(const PyClass* object_class, std::string_view name) {
  for (PyClass* klass : object_class->order) {
    if (const PyValue* known = find_member(*klass, name)) return *known;
    if (klass->is_enum) {
      if (std::optional<PyValue> member = enum_member(klass, std::string(name))) return member;
    }
    if (klass->source == &library_) {
      if (std::optional<PyValue> value = library_constant(*klass, name)) return value;
    }
  }
  return std::nullopt;
}

// Classes of the library have no body that runs: what is asked for is worked out then.
std::optional<PyValue> PythonInterpreter::library_constant(PyClass& klass, std::string_view name) {
  if (auto inner = klass.def->classes.find(name); inner != klass.def->classes.end()) {
    PyObject* out = make(PyKind::klass);
    out->klass = class_named(*klass.source, klass.source->klass(inner->second));
    return PyValue(out);
  }
  for (std::size_t token : klass.def->assignments) {
    Stmt statement = klass.source->statement_at(token);
    if (statement.kind != StmtKind::assign || klass.source->expr(statement.targets[0]).text != name) continue;
    PythonHost::Outside outside(host_);
    frames_.push_back({"<class>", klass.source, make_scope(klass.scope), statement.line, nullptr, {}, {}});
    std::size_t frames = frames_.size();
    try {
      PyValue value = evaluate(statement.value);
      frames_.pop_back();
      return klass.members[std::string(name)] = value;
    } catch (...) {
      frames_.resize(frames - 1);
      throw;
    }
  }
  return std::nullopt;
}

// What an object finds in its class: a method, a property, a value.
std::optional<PyValue> PythonInterpreter::class_member(const PyExpr& e, PyObject* object, const std::string& name) {
  PyClass* owner = object->klass;
  const PyObject* method = find_method(owner, name);
  if (method == nullptr) return class_constant(object->klass, name);
  return bound_method(e, object, name, *method, owner);
}

PyValue PythonInterpreter::bound_method(
    const PyExpr& e, PyObject* object, const std::string& name, const PyObject& method, PyClass* owner) {
  if (method.role == PyObject::Role::of_class) return class_attribute(e, object->klass, name);
  PyValue out = method_value(PyValue(object), method, owner);
  if (method.role == PyObject::Role::of_none) out.object->kind = PyKind::function;
  if (method.role == PyObject::Role::property) return call_value(e, out, {}, {});
  if (method.role != PyObject::Role::cached_property) return out;
  const bool module = object->klass->is_module;
  if (!host_.generators_are_lazy()) refuse_in_dynamo(e, cat({"class property ", name, ": cached_property"}));
  PyValue value = call_value(e, out, {}, {});
  if (!module || !host_.runs_in_dynamo()) put_plain(object, name, value);  // in its __dict__, as Python has it
  return value;
}

// X.name: a function, a method of the class itself, a value.
PyValue PythonInterpreter::class_attribute(const PyExpr& e, PyClass* klass, const std::string& name) {
  if (name == "__name__" || name == "__qualname__") return PyValue(context().string(klass->def->name));
  if (name == "__module__" && klass->source == &source()) return PyValue(context().string("__main__"));
  if (is_named_tuple(klass)) {
    if (std::optional<PyValue> value = named_tuple_attribute(e, klass, name)) return *value;
  }
  if (name == "__mro__") {
    PyValues line;
    for (PyClass* one : klass->order) {
      PyObject* of = make(PyKind::klass);
      of->klass = one;
      line.emplace_back(of);
    }
    line.push_back(PyValue::of_path("object"));
    return make_list(PyKind::tuple, std::move(line));
  }
  if (name == "__members__" && klass->is_enum) {
    PyValues items;
    enum_members(klass);
    for (const auto& [known, member] : klass->enumerated) {
      items.emplace_back(context().string(known));
      items.push_back(member);
    }
    return make_list(PyKind::dict, std::move(items));
  }
  if (std::optional<PyValue> own = host_.class_method(klass, name)) return *own;
  PyClass* owner = klass;
  const PyObject* method = find_method(owner, name);
  if (method == nullptr) {
    if (std::optional<PyValue> value = class_constant(klass, name)) return *value;
    if (std::optional<PyValue> own = host_.class_attribute(klass, name)) return *own;
    bool plain = !klass->is_module && !klass->is_enum && klass->builtin.empty() && klass->exception.empty();
    if (plain && name == "__init__") return PyValue::of_path("object.__init__");
    if (plain && name == "__hash__")
      return hashing_of(*klass) == Hashing::none ? PyValue() : PyValue::of_path("object.__hash__");
    fail_as(e,
            "AttributeError",
            cat({"type object '", klass->def->name, "' has no attribute '", name, "'"}),
            "set it in the class");
  }
  if (method->role == PyObject::Role::property) {
    PyObject* property = make(PyKind::function);
    *property = *method;
    return PyValue(property);
  }
  PyValue out = method_value(PyValue(), *method, owner);
  if (method->role == PyObject::Role::of_class) {
    PyObject* self = make(PyKind::klass);
    self->klass = klass;
    out.object->self = PyValue(self);
  } else {
    out.object->kind = PyKind::function;
  }
  return out;
}

}  // namespace seesaw
