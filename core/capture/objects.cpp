// Attributes: of modules, lists, tensors, and of what has only a name.
#include <algorithm>
#include <limits>
#include <optional>

#include "core/capture/evaluator.h"
#include "core/capture/torch_calls.h"
#include "core/ops/schema.h"
#include "core/support/cat.h"
#include "core/support/number.h"

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
  if (results.kind() != ArgKind::tuple || results.items().size() == 0 || !results.items()[0].is_node()) return std::nullopt;
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
  if (object.is_path()) return path_attribute(cat({object.path, ".", name}), object.path, name);
  if (object.object == nullptr) return tensor_attribute(e, object.arg, name);
  PyObject* of = object.object;
  switch (of->kind) {
    case PyKind::instance: return instance_attribute(e, of, name);
    case PyKind::super: {
      PyClass* klass = of->klass->base;
      const Function* method = find_method(klass, name);
      if (method != nullptr) return method_value(of->self, method, klass);
      return builtin_method(of, name);
    }
    case PyKind::klass: {
      PyClass* klass = of->klass;
      if (name == "__name__") return PyValue(context().string(klass->def->name));
      const Function* method = find_method(klass, name);
      if (method == nullptr) fail(e, cat({"the class has no method '", name, "'"}));
      PyObject* out = make(PyKind::function);
      out->function = method;
      out->source = klass->source;
      out->owner = klass;
      return PyValue(out);
    }
    case PyKind::state: {
      if (name == "data") return object;
      return tensor_attribute(e, to_arg(e, object), name);
    }
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
    {"float64", std::numeric_limits<double>::max(), std::numeric_limits<double>::epsilon(), std::numeric_limits<double>::min()},
    {"float32", double{std::numeric_limits<float>::max()}, double{std::numeric_limits<float>::epsilon()}, double{std::numeric_limits<float>::min()}},
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
  int bits = dtype == "int64" ? 63 : dtype == "int32" ? 31
                                 : dtype == "int16"   ? 15
                                 : dtype == "int8"    ? 7
                                                      : 0;
  if (bits == 0) return std::nullopt;
  std::int64_t high = static_cast<std::int64_t>((std::uint64_t{1} << bits) - 1);
  return most ? high : -high - 1;
}

}  // namespace

PyValue Evaluator::path_attribute(std::string path, std::string_view owner, std::string_view name) {
  if (owner.starts_with("torch.finfo.") || owner.starts_with("torch.iinfo.")) {
    std::string_view dtype = owner.substr(sizeof("torch.finfo.") - 1);
    if (std::optional<double> value = float_limit(dtype, name); value && owner[6] == 'f') return PyValue(context().floating(*value));
    if (std::optional<std::int64_t> value = integer_limit(dtype, name); value && owner[6] == 'i') return PyValue(context().integer(*value));
  }
  if (owner == "torch" || owner == "math") {
    if (std::optional<double> value = constant_named(name)) return PyValue(context().floating(*value));
  }
  if (owner == "torch") {
    if (const DTypeInfo* dtype = find_dtype(name)) return PyValue(Arg::symbol(ArgKind::dtype, context().intern(cat({"torch.", dtype->name}))));
    if (name == "contiguous_format" || name == "channels_last" || name == "preserve_format") return PyValue(Arg::symbol(ArgKind::memory_format, context().intern(path)));
  }
  return PyValue::of_path(std::move(path));
}

PyValue Evaluator::tensor_attribute(const PyExpr& e, const Arg& object, const std::string& name) {
  if (std::optional<Arg> result = result_named(object, name)) return PyValue(*result);
  if (!tracer().is_tensor(object)) fail(e, cat({"the attribute '", name, "' of this value is outside of the subset that is captured"}));
  const TensorMeta& meta = *tracer().meta_of(object).as_tensor_meta();
  if (name == "shape") {
    std::vector<Arg> sizes = sizes_of(meta);
    return make_list(PyKind::tuple, PyValues(sizes.begin(), sizes.end()));
  }
  if (name == "ndim") return PyValue(integer(meta.shape.size()));
  if (name == "dtype") return PyValue(Arg::symbol(ArgKind::dtype, context().intern(cat({"torch.", meta.dtype->name}))));
  if (name == "device") return PyValue(Arg::symbol(ArgKind::device, meta.device == Symbol() ? context().intern("cpu") : meta.device));
  static constexpr std::string_view kTurned[][2] = {{"T", "numpy_T"}, {"H", "matrix_H"}, {"mT", "mT"}, {"mH", "mH"}};
  for (const auto& [attribute, function] : kTurned) {
    if (name == attribute) return PyValue(guarded(e, [&, called = function] { return call_torch(tracer(), called, {object}, {}); }));
  }
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

PyValue* Evaluator::find_attribute(PyObject* object, std::string_view name) {
  constexpr std::size_t kFew = 16;
  PyNamedValues& attributes = object->attributes;
  if (attributes.size() > kFew) {
    while (object->places.size() < attributes.size()) object->places.emplace(attributes[object->places.size()].first, object->places.size());
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
  PyClass* klass = object->klass;
  if (const Function* method = find_method(klass, name)) {
    auto marked = [&](std::string_view mark) {
      return std::any_of(method->decorators.begin(), method->decorators.end(), [&](int at) {
        const PyExpr& d = klass->source->expr(at);
        return d.kind == PyExprKind::name && d.text == mark;
      });
    };
    PyValue bound = method_value(PyValue(object), method, klass);
    if (marked("staticmethod")) bound.object->kind = PyKind::function;
    if (marked("property")) return call_value(e, bound, {}, {});
    for (std::size_t i = method->decorators.size(); i-- > 0;) {
      const PyExpr& mark = klass->source->expr(method->decorators[i]);
      if (mark.kind == PyExprKind::name) continue;
      frames_.push_back({"<class>", klass->source, make_scope(nullptr), mark.line, nullptr, {}, {}});
      PyValue region = evaluate(method->decorators[i]);
      frames_.pop_back();
      if (region.object != nullptr && region.object->kind == PyKind::region) bound.object->region = region.object;
    }
    return bound;
  }
  for (const PyClass* at = object->klass; at != nullptr; at = at->base) {  // class X: eps = 1e-5
    for (std::size_t token : at->def->assignments) {
      Stmt statement = at->source->statement_at(token);
      if (statement.kind != StmtKind::assign || at->source->expr(statement.targets[0]).text != name) continue;
      frames_.push_back({"<class>", at->source, make_scope(nullptr), statement.line, nullptr, {}, {}});
      PyValue value = evaluate(statement.value);
      frames_.pop_back();
      return value;
    }
  }
  if (object->klass->is_module) return builtin_method(PyValue(object), name);
  fail(e, cat({"'", object->klass->def->name, "' has no attribute '", name, "'"}), "set it in __init__");
}

// Tensors of modules are inputs of the graph.
PyValue Evaluator::read(PyObject* owner, const std::string& name, PyValue& value) {
  if (tracer_ == &init_) return value;
  if (value.is_arg() && value.arg.is_node() && &value.arg.as_node()->graph() == &initial_->graph()) {  // a tensor that is neither parameter nor buffer
    PyObject* constant = make_state(CaptureState::Kind::constant, value.arg, true);
    constant->path = owner->path.empty() ? name : cat({owner->path, ".", name});
    value = PyValue(constant);
  }
  if (Node* own = own_input(owner, name)) return PyValue(Arg::node(own));
  return value;
}

void Evaluator::put(PyObject* object, std::string_view name, const PyValue& value) {
  if (PyValue* own = find_attribute(object, name)) {
    *own = value;
  } else {
    object->attributes.emplace_back(std::string(name), value);
  }
}

void Evaluator::set_attribute(const PyExpr& e, const PyValue& object, const std::string& name, const PyValue& value) {
  if (object.object == nullptr || object.object->kind != PyKind::instance) {
    if (object.object != nullptr && object.object->kind == PyKind::state && name == "requires_grad") return set_frozen(e, object.object, !truth(e, value));
    fail(e, cat({"the attribute '", name, "' of this value cannot be set"}));
  }
  PyValue* own = find_attribute(object.object, name);
  bool tensor = value.is_arg() && value.arg.is_node();
  if (tracer_ != &init_) note_assigned(e, object.object, name, own == nullptr ? PyValue() : *own, value);
  if (tracer_ == &init_ && own != nullptr && own->object != nullptr && own->object->kind == PyKind::state && tensor) {
    own->object->initial = value.arg;
    return;
  }
  put(object.object, name, value);
}

}  // namespace seesaw
