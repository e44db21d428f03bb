// Attributes: of modules, lists, tensors, and of what has only a name.
#include <algorithm>
#include <limits>
#include <optional>

#include "core/base/cat.h"
#include "core/base/number.h"
#include "core/engine/capture/evaluator.h"
#include "core/engine/capture/script.h"
#include "core/engine/capture/torch_calls.h"
#include "core/engine/ops/table/schema.h"

namespace seesaw {

namespace {

std::optional<double> constant_named(std::string_view name) {
  if (name == "pi") return 3.141592653589793;
  if (name == "e") return 2.718281828459045;
  if (name == "inf" || name == "nan") return parse_float(name);
  return std::nullopt;
}

// Results of an operator that its schema names: `torch.max(x, 0).values`.
std::optional<Arg> result_named(const Arg& results, std::string_view name) {
  if (results.kind() != ArgKind::tuple || results.items().size() == 0 || !results.items()[0].is_node())
    return std::nullopt;
  const Node* first = results.items()[0].as_node();
  if (first->args().size() != 2 || !first->args()[0].is_node()) return std::nullopt;
  const Node* call = first->args()[0].as_node();
  const OpDef* record = call->callable() == nullptr ? nullptr : find_record(call->callable()->path.view());
  std::size_t at = record == nullptr ? std::string_view::npos : record->schema.rfind("-> (");
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view rest = record->schema.substr(at + 4);
  for (const Arg& result : results.items()) {
    std::string_view one = rest.substr(0, rest.find_first_of(",)"));
    if (one.ends_with(cat({" ", name}))) return result;
    if (one.size() + 2 > rest.size()) break;
    rest.remove_prefix(one.size() + 2);
  }
  return std::nullopt;
}

}  // namespace

PyValue Evaluator::attribute(const PyExpr& e, const PyValue& object, const std::string& name) {
  if (script_ != nullptr && Script::is_result(object) && name != "backward")
    return attribute(e, script_->settled(object), name);
  if (object.is_path()) return path_attribute(e, cat({object.path, ".", name}), object.path, name);
  if (object.object == nullptr) return tensor_attribute(e, object.arg, name);
  PyObject* of = object.object;
  switch (of->kind) {
    case PyKind::instance: return instance_attribute(e, of, name);
    case PyKind::super: {
      const PyObject* self = of->self.object;
      PyClass* klass = self != nullptr && self->klass != nullptr ? self->klass : of->klass;
      const Function* method = find_method(klass, name, of->klass);
      if (method != nullptr) return method_value(of->self, method, klass);
      return builtin_method(of, name);
    }
    case PyKind::klass: return class_attribute(e, of->klass, name);
    case PyKind::state: {
      if (name == "data" && tracer_ == &init_) return object;
      if (name == "data") {
        if (settings_.strict) input_of(of);  // Dynamo has read it
        return PyValue(data_of(of->initial));
      }
      if (name == "requires_grad")
        return PyValue(Arg::boolean(of->state == CaptureState::Kind::parameter ? !of->frozen : of->asks_grad));
      bool known = name == "shape" || name == "dtype" || name == "ndim" || name == "device";
      if (known && of->initial.is_node()) return tensor_attribute(e, of->initial, name);  // which makes no input of it
      return tensor_attribute(e, to_arg(e, object), name);
    }
    case PyKind::tuple:
      if (std::optional<PyValue> found = of->klass == nullptr ? std::nullopt : tuple_member(e, of, name)) return *found;
      return builtin_method(object, name);
    case PyKind::list:
    case PyKind::dict: return builtin_method(object, name);
    default: fail(e, cat({"this has no attribute '", name, "'"}));
  }
}

namespace {

// What torch.finfo and torch.iinfo tell of a dtype.
struct NumberLimits {
  std::string_view dtype;
  double max, eps, tiny;
};
constexpr NumberLimits kFloatLimits[] = {
    {"float64",
     std::numeric_limits<double>::max(),
     std::numeric_limits<double>::epsilon(),
     std::numeric_limits<double>::min()},
    {"float32",
     double{std::numeric_limits<float>::max()},
     double{std::numeric_limits<float>::epsilon()},
     double{std::numeric_limits<float>::min()}},
    {"float16", 65504.0, 0x1p-10, 0x1p-14},
    {"bfloat16", 0x1.fep127, 0x1p-7, 0x1p-126},
};
std::optional<double> float_limit(std::string_view dtype, std::string_view name) {
  for (const NumberLimits& row : kFloatLimits) {
    if (row.dtype != dtype) continue;
    if (name == "max") return row.max;
    if (name == "min") return -row.max;
    if (name == "eps") return row.eps;
    if (name == "tiny" || name == "smallest_normal") return row.tiny;
  }
  return std::nullopt;
}
std::optional<std::int64_t> integer_limit(std::string_view dtype, std::string_view name) {
  if (name != "min" && name != "max") return std::nullopt;
  bool most = name == "max";
  if (dtype == "uint8") return most ? 255 : 0;
  int bits = dtype == "int64" ? 63 : dtype == "int32" ? 31 : dtype == "int16" ? 15 : dtype == "int8" ? 7 : 0;
  if (bits == 0) return std::nullopt;
  std::int64_t high = static_cast<std::int64_t>((std::uint64_t{1} << bits) - 1);
  return most ? high : -high - 1;
}

}  // namespace

PyValue Evaluator::path_attribute(const PyExpr& e, std::string path, std::string_view owner, std::string_view name) {
  if (owner.starts_with("torch.finfo.") || owner.starts_with("torch.iinfo.")) {
    std::string_view dtype = owner.substr(sizeof("torch.finfo.") - 1);
    if (std::optional<double> value = float_limit(dtype, name); value && owner[6] == 'f')
      return PyValue(context().floating(*value));
    if (std::optional<std::int64_t> value = integer_limit(dtype, name); value && owner[6] == 'i')
      return PyValue(context().integer(*value));
  }
  if (owner == "numpy" && name == "newaxis") return PyValue();
  if (owner == "torch" || owner == "math" || owner == "numpy") {
    if (std::optional<double> value = constant_named(name)) return PyValue(context().floating(*value));
  }
  if (PyClass* klass = library_class(owner)) {
    if (name == "__name__") return PyValue(context().string(klass->def->name));
    PyClass* of = klass;
    if (find_method(of, name) != nullptr) return class_attribute(e, klass, std::string(name));
  }
  if (owner == "torch") {
    if (const DTypeInfo* dtype = find_dtype(name))
      return PyValue(Arg::symbol(ArgKind::dtype, context().intern(cat({"torch.", dtype->name}))));
    if (name == "legacy_contiguous_format")
      return PyValue(Arg::symbol(ArgKind::memory_format, context().intern("torch.contiguous_format")));
    if (name == "contiguous_format" || name == "channels_last" || name == "channels_last_3d" ||
        name == "preserve_format")
      return PyValue(Arg::symbol(ArgKind::memory_format, context().intern(path)));
  }
  return PyValue::of_path(std::move(path));
}

PyValue Evaluator::tensor_attribute(const PyExpr& e, const Arg& object, const std::string& name) {
  if (std::optional<Arg> result = result_named(object, name)) return PyValue(*result);
  if (object.kind() == ArgKind::device && name == "type")
    return PyValue(context().string(object.text().substr(0, object.text().find(':'))));
  if (object.kind() == ArgKind::device && name == "index") return {};
  if (!tracer().is_tensor(object))
    fail(e, cat({"the attribute '", name, "' of this value is outside of the subset that is captured"}));
  const TensorMeta& meta = *tracer().meta_of(object).as_tensor_meta();
  if (name == "shape") {
    std::vector<Arg> sizes = sizes_asked(object);
    return make_list(PyKind::tuple, PyValues(sizes.begin(), sizes.end()));
  }
  if (name == "ndim") return PyValue(integer(meta.shape.size()));
  if (name == "dtype") return PyValue(Arg::symbol(ArgKind::dtype, context().intern(cat({"torch.", meta.dtype->name}))));
  if (name == "device")
    return PyValue(Arg::symbol(ArgKind::device, meta.device == Symbol() ? context().intern("cpu") : meta.device));
  static constexpr std::string_view kTurned[][2] = {{"T", "numpy_T"}, {"H", "matrix_H"}, {"mT", "mT"}, {"mH", "mH"}};
  for (const auto& [attribute, function] : kTurned) {
    if (name == attribute)
      return PyValue(guarded(e, [&, called = function] { return call_torch(tracer(), called, {object}, {}); }));
  }
  if (name == "data") return tracer_ == &init_ ? PyValue(object) : PyValue(data_of(tracer().meta_of(object)));
  if (name == "requires_grad") return PyValue(Arg::boolean(meta.requires_grad));
  if (name == "is_cuda") return PyValue(Arg::boolean(false));
  fail(e, cat({"the attribute '", name, "' of a tensor is outside of the subset that is captured"}));
}

std::vector<Arg> Evaluator::sizes_of(const TensorMeta& meta) {
  std::vector<Arg> out;
  SymScope symbols(&values_.symbols());
  const Dims& sizes = values_.tensor(&meta).sizes();
  for (std::size_t d = 0; d < sizes.size(); ++d) out.push_back(values_.number(sizes[d]));
  return out;
}

std::vector<Arg> Evaluator::sizes_asked(const Arg& tensor) {
  std::vector<Arg> out = sizes_of(*tracer().meta_of(tensor).as_tensor_meta());
  bool input = !settings_.strict && tracer_ == &main_ && tensor.is_node() &&
               tensor.as_node()->op() == Opcode::placeholder && &tensor.as_node()->graph() == &main_.graph();
  for (std::size_t d = 0; input && d < out.size(); ++d) {
    if (out[d].is_symbolic()) out[d] = tracer().size_of_input(tensor.as_node(), static_cast<std::int64_t>(d), out[d]);
  }
  return out;
}

PyValue* Evaluator::find_attribute(PyObject* object, std::string_view name) {
  constexpr std::size_t kFew = 16;
  PyNamedValues& attributes = object->attributes;
  if (attributes.size() > kFew) {
    while (object->places.size() < attributes.size())
      object->places.emplace(attributes[object->places.size()].first, object->places.size());
    auto found = object->places.find(name);
    return found == object->places.end() ? nullptr : &attributes[found->second].second;
  }
  for (auto& [key, value] : attributes) {
    if (key == name) return &value;
  }
  return nullptr;
}

PyValue Evaluator::method_value(PyValue self, const Function* function, PyClass* owner) {
  PyObject* out = make(PyKind::method);
  out->function = function;
  out->source = owner->source;
  out->owner = owner;
  out->self = self;
  return PyValue(out);
}

PyValue Evaluator::builtin_method(PyValue self, std::string name) {
  PyObject* out = make(PyKind::method);
  out->self = self;
  out->name = std::move(name);
  return PyValue(out);
}

PyValue Evaluator::instance_attribute(const PyExpr& e, PyObject* object, const std::string& name) {
  if (PyValue* own = find_attribute(object, name)) return read(object, name, *own);
  if (object->computed.contains(name)) return computed_value(e, object, name);
  if (std::optional<PyValue> found = class_member(e, object, name)) return *found;
  if (object->klass->is_module && (name == "_modules" || name == "_parameters" || name == "_buffers"))
    return members_in(object, name);
  if (name == "__class__") return class_of(PyValue(object));
  if (name == "__dict__" && !object->klass->is_module) return names_in(object);
  if (object->klass->is_module) return builtin_method(PyValue(object), name);
  fail(e, cat({"'", object->klass->def->name, "' has no attribute '", name, "'"}), "set it in __init__");
}

// obj.__dict__: its attributes, which update() sets.
PyValue Evaluator::names_in(PyObject* object) {
  PyValues items;
  for (const auto& [key, value] : object->attributes) {
    items.emplace_back(context().string(key));
    items.push_back(value);
  }
  PyValue out = make_list(PyKind::dict, std::move(items));
  out.object->self = PyValue(object);
  return out;
}

// Tensors of modules are inputs of the graph.
PyValue Evaluator::read(PyObject* owner, const std::string& name, PyValue& value) {
  if (tracer_ == &init_ || (value.is_arg() && value.arg.is_node() && aliased_.contains(value.arg.as_node())))
    return value;
  if (value.is_arg() && value.arg.is_node() &&
      &value.arg.as_node()->graph() == &initial_->graph()) {  // a tensor that is neither parameter nor buffer
    PyObject* constant = make_state(CaptureState::Kind::constant, value.arg, true);
    constant->path = owner->path.empty() ? name : cat({owner->path, ".", name});
    value = PyValue(constant);
  }
  if (Node* own = own_input(owner, name)) return PyValue(Arg::node(own));
  if (settings_.strict && value.object != nullptr && value.object->kind == PyKind::instance)
    reach_attribute(*owner, name, value.object);
  reach(owner, name, value);
  if (settings_.strict && leaves_ == 0 && value.object != nullptr && value.object->kind == PyKind::state)
    first_read_.emplace(value.object, first_read_.size());
  return value;
}

void Evaluator::put(PyObject* object, std::string_view name, const PyValue& value) {
  if (object->klass != nullptr && object->klass->is_module) {
    bool plain = slot_of(*object, name) == PySlot::plain;
    set_slot(object, std::string(name), value);
    // What was a plain attribute before stands behind what is registered already.
    if (plain && slot_of(*object, name) != PySlot::plain && find_attribute(object, name) != nullptr) {
      steps_ += object->attributes.size() / 16;  // all of them are looked at
      std::erase_if(object->attributes, [&](const auto& one) { return one.first == name; });
      object->places.clear();
    }
  }
  if (PyValue* own = find_attribute(object, name)) {
    *own = value;
  } else {
    object->attributes.emplace_back(std::string(name), value);
  }
}

}  // namespace seesaw
