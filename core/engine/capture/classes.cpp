// Classes: what they are made of, what their objects find in them, and how Dynamo names modules.
#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "core/base/cat.h"
#include "core/engine/capture/evaluator.h"
#include "core/engine/capture/library.h"

namespace seesaw {

namespace {

constexpr std::size_t kMostClasses = 50;

bool is_name_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

}  // namespace

namespace {

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

PyClass* Evaluator::class_named(PythonSource& in, const PythonSource::Global& global) {
  const ClassDef& def = in.klass(static_cast<int>(global.index));
  PyClass*& known = known_classes_[&def];
  if (known != nullptr) return known;
  classes_.push_back({&def,
                      &in,
                      &in == library_ ? layer_path(def.name) : cat({settings_.module, ".", def.name}),
                      &in == library_ && def.name == "Module"});
  PyClass* out = known = &classes_.back();
  frames_.push_back({"<module>", &in, make_scope(nullptr), 0, nullptr, {}, {}});
  std::vector<std::vector<PyClass*>> lines;
  std::vector<PyClass*> bases;
  for (int base : def.bases) {
    PyValue value = evaluate(base);
    PyClass* klass = value.object != nullptr && value.object->kind == PyKind::klass ? value.object->klass
                     : value.is_path()                                              ? library_class(value.path)
                                                                                    : nullptr;
    if (klass != nullptr) {
      if (klass->order.empty() || klass->order.size() > kMostClasses)
        source_error(0, 0, cat({"the classes below '", def.name, "' are too many, or go round in a circle"}));
      lines.push_back(klass->order);
      bases.push_back(klass);
    }
    out->is_module = out->is_module || (klass != nullptr && klass->is_module);
    out->is_function = out->is_function || (klass != nullptr && klass->is_function) ||
                       value.path == "torch.autograd.Function" || value.path == "torch.autograd.function.Function";
  }
  lines.push_back(bases);
  std::vector<PyClass*> order = merged(std::move(lines));
  if (order.empty() && !bases.empty())
    fail(in.expr(def.bases[0]),
         cat({"TypeError: Cannot create a consistent method resolution order (MRO) for the bases of '", def.name, "'"}),
         "name a class before the ones that it is made of");
  frames_.pop_back();
  out->order = {out};
  out->order.insert(out->order.end(), order.begin(), order.end());
  return out;
}

PyClass* Evaluator::library_class(std::string_view path) {
  if (!path.starts_with("torch.nn.")) return nullptr;
  const PythonSource::Global* global = library_->find(path.substr(path.rfind('.') + 1));
  return global != nullptr && global->kind == PythonSource::Global::Kind::klass ? class_named(*library_, *global)
                                                                                : nullptr;
}

// `klass` is afterwards the class that has the method. What torch.nn.Module has of its own is not in its source.
const Function* Evaluator::find_method(PyClass*& klass, std::string_view name, PyClass* after) {
  std::span<PyClass* const> order = klass->order;
  if (after != nullptr) {
    auto at = std::find(order.begin(), order.end(), after);
    order = at == order.end() ? std::span<PyClass* const>(after->order).subspan(1)
                              : order.subspan(static_cast<std::size_t>(at - order.begin()) + 1);
  }
  for (PyClass* at : order) {
    auto found = at->def->methods.find(name);
    if (found != at->def->methods.end()) {
      klass = at;
      return &at->source->function(found->second);
    }
    bool module = at->source == library_ && at->def->name == "Module";
    if (module && (name == "__init__" || name == "forward" || name == "__call__")) break;
  }
  klass = nullptr;
  return nullptr;
}

PyValue Evaluator::instantiate(const PyExpr& e, PyClass* klass, PyValues args, PyNamedValues kwargs) {
  if (is_named_tuple(klass)) return named_tuple(e, klass, std::move(args), std::move(kwargs));
  PyObject* out = make(PyKind::instance);
  out->klass = klass;
  if (klass->is_module) put(out, "training", PyValue(Arg::boolean(true)));
  PyClass* owner = klass;
  const Function* init = find_method(owner, "__init__");
  out->prepared = init == nullptr;
  if (init != nullptr) {
    Arg outer = layer_dtype_;
    auto told = std::find_if(kwargs.begin(), kwargs.end(), [](const auto& one) {
      return one.first == "dtype" && one.second.is_arg() && one.second.arg.kind() == ArgKind::dtype;
    });
    // Of these the operators do not see that an input has another dtype, which PyTorch refuses.
    static constexpr std::string_view kUnchecked[] = {"PReLU", "Bilinear", "Conv3d", "RNN", "GRU", "LSTM"};
    bool checked = std::find(std::begin(kUnchecked), std::end(kUnchecked), klass->def->name) == std::end(kUnchecked);
    if (klass->source == library_ && klass->is_module && checked && told != kwargs.end()) {
      layer_dtype_ = told->second.arg;
      kwargs.erase(told);
    }
    call_value(e, method_value(PyValue(out), init, owner), std::move(args), std::move(kwargs));
    layer_dtype_ = outer;
  } else if (has_fields(klass)) {
    set_fields(e, out, std::move(args), std::move(kwargs));
  } else if (!args.empty() || !kwargs.empty()) {
    fail(e, cat({"TypeError: ", klass->def->name, "() takes no arguments"}));
  }
  return PyValue(out);
}

// --- attributes of classes ---

namespace {

bool is_marked(PyClass& klass, const Function& method, std::string_view mark) {
  return std::any_of(method.decorators.begin(), method.decorators.end(), [&](int at) {
    const PyExpr& d = klass.source->expr(at);
    return (d.kind == PyExprKind::name || mark == "cached_property") && d.text == mark;
  });
}

}  // namespace

// class X: eps = 1e-5
std::optional<PyValue> Evaluator::class_constant(const PyClass* object_class, std::string_view name) {
  for (const PyClass* klass : object_class->order) {
    for (std::size_t token : klass->def->assignments) {
      Stmt statement = klass->source->statement_at(token);
      if (statement.kind != StmtKind::assign || klass->source->expr(statement.targets[0]).text != name) continue;
      auto known = class_values_.find({klass, std::string(name)});
      if (known != class_values_.end()) return known->second;
      Tracer* before = std::exchange(tracer_, &init_);
      frames_.push_back({"<class>", klass->source, make_scope(nullptr), statement.line, nullptr, {}, {}});
      std::size_t frames = frames_.size();
      try {
        PyValue value = evaluate(statement.value);
        frames_.pop_back();
        tracer_ = before;
        return class_values_[{klass, std::string(name)}] = value;
      } catch (...) {
        frames_.resize(frames - 1);
        tracer_ = before;
        throw;
      }
    }
  }
  return std::nullopt;
}

// What an object finds in its class: a method, a property, a value.
std::optional<PyValue> Evaluator::class_member(const PyExpr& e, PyObject* object, const std::string& name) {
  PyClass* klass = object->klass;
  const Function* method = find_method(klass, name);
  if (method == nullptr) return class_constant(object->klass, name);
  if (is_marked(*klass, *method, "classmethod")) return class_attribute(e, object->klass, name);
  PyValue bound = method_value(PyValue(object), method, klass);
  if (is_marked(*klass, *method, "staticmethod")) bound.object->kind = PyKind::function;
  if (is_marked(*klass, *method, "property") || is_marked(*klass, *method, "cached_property"))
    return call_value(e, bound, {}, {});
  for (std::size_t i = method->decorators.size(); i-- > 0;) {
    const PyExpr& mark = klass->source->expr(method->decorators[i]);
    static constexpr std::string_view kPlain[] = {"property", "staticmethod", "classmethod"};
    if (mark.kind == PyExprKind::name && std::find(std::begin(kPlain), std::end(kPlain), mark.text) != std::end(kPlain))
      continue;
    frames_.push_back({"<class>", klass->source, make_scope(nullptr), mark.line, nullptr, {}, {}});
    PyValue region = evaluate(method->decorators[i]);
    frames_.pop_back();
    if (region.is_path() && is_region(region.path))
      region = PyValue(make_region(region.path, {}, {}));  // without parentheses
    if (region.object != nullptr && region.object->kind == PyKind::region) bound.object->region = region.object;
    if (region.object == nullptr || region.object->kind != PyKind::function) continue;
    PyValue plain = method_value(PyValue(), method, klass);  // a function of one's own makes another of it
    plain.object->kind = PyKind::function;
    PyValue made = call_value(e, region, {plain}, {});
    if (made.object == nullptr || made.object->kind != PyKind::function)
      fail(e,
           "a decorator that gives no function is outside of the subset that is captured",
           "write what it does in the method");
    bound.object->function = made.object->function;
    bound.object->source = made.object->source;
    bound.object->scope = made.object->scope;
  }
  return bound;
}

// X.name: a function, a method of the class itself, a value.
PyValue Evaluator::class_attribute(const PyExpr& e, PyClass* klass, const std::string& name) {
  if (name == "__name__") return PyValue(context().string(klass->def->name));
  if (name == "apply" && klass->is_function) {
    PyObject* self = make(PyKind::klass);
    self->klass = klass;
    return builtin_method(PyValue(self), name);
  }
  PyClass* owner = klass;
  const Function* method = find_method(owner, name);
  if (method == nullptr) {
    if (std::optional<PyValue> value = class_constant(klass, name)) return *value;
    if (klass->is_module) return PyValue::of_path(cat({"torch.nn.Module.", name}));
    fail(e, cat({"type object '", klass->def->name, "' has no attribute '", name, "'"}));
  }
  PyValue out = method_value(PyValue(), method, owner);
  bool of_class = is_marked(*owner, *method, "classmethod");
  if (of_class) {
    PyObject* self = make(PyKind::klass);
    self->klass = klass;
    out.object->self = PyValue(self);
  } else {
    out.object->kind = PyKind::function;
  }
  return out;
}

// --- how Dynamo names modules ---

// Dynamo counts the calls of what an expression names: items of a ModuleDict have several.
bool Evaluator::is_dict_item(const PyObject* module) {
  PyObject* parent = root_;
  std::string_view path = module->path;
  for (std::size_t dot; parent != nullptr && (dot = path.find('.')) != std::string_view::npos;
       path.remove_prefix(dot + 1)) {
    PyValue* child = find_attribute(parent, path.substr(0, dot));
    parent = child == nullptr ? nullptr : child->object;
  }
  return parent != nullptr && parent->klass != nullptr && parent->klass->path.ends_with(".ModuleDict");
}

// What Dynamo calls a module: by the expression that it was first reached with.
std::string Evaluator::dynamo_key(const PyObject& module) {
  if (!module.dynamo_key.empty()) return module.dynamo_key;
  std::string key = module.path.empty() ? "L__self__" : cat({"L__self___", module.path});
  std::replace(key.begin(), key.end(), '.', '_');
  return key;
}

std::string Evaluator::dynamo_source(const PyObject& module) {
  return !module.dynamo_source.empty() ? module.dynamo_source
         : module.path.empty()         ? "L['self']"
                                       : cat({"L['self'].", module.path});
}

// An attribute of a module that has a name of its own.
void Evaluator::reach_attribute(const PyObject& owner, std::string_view name, PyObject* module) {
  if (!module->dynamo_key.empty() || owner.dynamo_source.empty()) return;
  module->dynamo_source = cat({owner.dynamo_source, ".", name});
  module->dynamo_key = module->dynamo_source;
  std::replace_if(
      module->dynamo_key.begin(), module->dynamo_key.end(), [](char c) { return !is_name_letter(c); }, '_');
}

// owner['name'], of a ModuleDict.
void Evaluator::reach_key(const PyObject& owner, std::string_view name, PyObject* module) {
  if (!module->dynamo_key.empty()) return;
  module->dynamo_source = cat({dynamo_source(owner), "['", name, "']"});
  module->dynamo_key = cat({dynamo_key(owner), "_", name});
}

// Dynamo calls what a Sequential holds one after the other, and its forward is not seen.
void Evaluator::reach_steps(PyObject* sequential) {
  std::string source = dynamo_source(*sequential), key = dynamo_key(*sequential);
  for (auto& [name, value] : sequential->attributes) {
    if (value.object == nullptr || value.object->kind != PyKind::instance || !value.object->dynamo_key.empty())
      continue;
    if (value.object->reached != "" && value.object->reached != cat({reached_by(*sequential), ".", name})) continue;
    bool number = name.find_first_not_of("0123456789") == std::string::npos;
    value.object->dynamo_source = number ? cat({"getattr(", source, ", '", name, "')"}) : cat({source, ".", name});
    value.object->dynamo_key = cat({key, "_", name});
    reach(sequential, name, value);
  }
}

// Modules that have several names are called by that which they were reached with last; Dynamo keeps the key of the
// first.
void Evaluator::reach(PyObject* owner, std::string_view name, const PyValue& value) {
  PyObject* module = value.object;
  bool inside = module != nullptr && module->kind == PyKind::instance && module->klass->is_module &&
                !module->path.empty();
  if (!inside || tracer_ == &init_ || (owner != root_ && owner->path.empty()) || !(settings_.strict || shared_)) return;
  bool first = module->reached.empty();
  module->reached = owner == root_ ? std::string(name) : cat({reached_by(*owner), ".", name});
  if (!settings_.strict || !first || (module->reached == module->path && owner->dynamo_key.empty()) ||
      !module->dynamo_key.empty())
    return;
  module->dynamo_source = cat({dynamo_source(*owner), ".", name});
  module->dynamo_key = cat({dynamo_key(*owner), "_", name});
  std::replace_if(
      module->dynamo_key.begin(), module->dynamo_key.end(), [](char c) { return !is_name_letter(c); }, '_');
}

void Evaluator::reach_items(PyObject* container) {
  for (const auto& [name, value] : container->attributes) reach(container, name, value);
}

// As in PyTorch's metadata: a key, the qualified name and the class of each module whose forward runs.
Arg Evaluator::module_stack() {
  if (!declared_) return Arg();
  std::vector<Arg> items;
  for (const auto& [module, times, path] : calls_) {
    std::string key = settings_.strict ? dynamo_key(*module) : cat({"L__self__", path});
    if (times > 0 && !(settings_.strict && is_dict_item(module))) key += cat({"@", std::to_string(times)});
    items.push_back(context().string(key));
    items.push_back(context().tuple(std::array{context().string(path), context().string(module->klass->path)}));
  }
  return context().dict(items);
}

}  // namespace seesaw
