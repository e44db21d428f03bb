// Calls: of functions written in Python, of objects, of PyTorch.
#include <algorithm>
#include <cmath>

#include "core/base/cat.h"
#include "core/engine/capture/evaluator.h"
#include "core/engine/capture/found_names.h"
#include "core/engine/capture/library.h"
#include "core/engine/capture/script.h"
#include "core/engine/capture/torch_calls.h"
#include "core/engine/exec/declared_arguments.h"
#include "core/engine/exec/op_call.h"
#include "core/engine/ops/table/declared.h"
#include "core/engine/ops/table/schema.h"
#include "core/graph/text/annotation.h"

namespace seesaw {

namespace {

// Functions of PyTorch 2.6.0 that Dynamo steps into: their nodes come from lines of PyTorch's own file, as Debian's
// package has it.
struct SteppedInto {
  std::string_view name;
  int line;
  std::string_view code;
  std::string_view file = "nn/functional.py", function = {};  // unless it is the name
};
constexpr SteppedInto kSteppedInto[] = {
    {"pad", 5209, "return torch._C._nn.pad(input, pad, mode, value)"},
    {"rms_norm", 2929, "return torch.rms_norm(input, normalized_shape, weight, eps)"},
    {"_weight_norm", 28, "return _weight_norm(v, g, self.dim)", "nn/utils/weight_norm.py", "compute_weight"},
};
const SteppedInto* stepped_into(std::string_view name) {
  for (const SteppedInto& row : kSteppedInto) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

std::string_view last_of(std::string_view path) { return path.substr(path.rfind('.') + 1); }

}  // namespace

PyValue Evaluator::call(const PyExpr& e) {
  const PyExpr& function = expr(e.kids[0]);
  PyValue callee;
  // A method of a tensor is found when its arguments are there.
  if (function.kind == PyExprKind::attribute) {
    PyValue object = evaluate(function.kids[0]);
    if (script_ != nullptr && Script::is_result(object) && function.text != "backward")
      object = script_->settled(object);
    if (object.object != nullptr && object.object->kind == PyKind::state && function.text == "requires_grad_")
      return freeze(e, object);
    bool tensor = (object.is_arg() && !object.arg.is_sequence()) ||
                  (object.object != nullptr && object.object->kind == PyKind::state);
    if (tensor) {
      static constexpr std::string_view kOfSizes[] = {
          "size", "numel", "dim", "nelement", "ndimension", "is_floating_point"};
      bool known = object.object != nullptr && object.object->initial.is_node() &&
                   std::find(std::begin(kOfSizes), std::end(kOfSizes), function.text) != std::end(kOfSizes);
      Arg self = known ? object.object->initial : to_arg(e, object);  // what tells of sizes makes no input of it
      PyValues args;
      PyNamedValues kwargs;
      arguments(e, args, kwargs);
      return tensor_method(e, function.text, self, args, kwargs);
    }
    callee = attribute(function, object, function.text);
  } else {
    callee = evaluate(e.kids[0]);
  }
  if (script_ != nullptr) script_->note_call(callee);
  PyValues args;
  PyNamedValues kwargs;
  arguments(e, args, kwargs);
  return call_value(e, callee, std::move(args), std::move(kwargs));
}

void Evaluator::arguments(const PyExpr& e, PyValues& args, PyNamedValues& kwargs) {
  for (std::size_t i = 1; i < e.kids.size(); ++i) {
    const std::string& keyword = e.keywords[i];
    PyValue value = evaluate(e.kids[i]);
    if (keyword == "*") {
      for (PyValue& item : items_of(expr(e.kids[i]), value)) args.push_back(std::move(item));
    } else if (keyword == "**") {
      if (value.object == nullptr || value.object->kind != PyKind::dict)
        fail(expr(e.kids[i]), "only a dict can be spread with **");
      for (std::size_t k = 0; k + 1 < value.object->items.size(); k += 2)
        kwargs.emplace_back(std::string(to_arg(e, value.object->items[k]).text()), value.object->items[k + 1]);
    } else if (keyword.empty()) {
      args.push_back(std::move(value));
    } else {
      kwargs.emplace_back(keyword, std::move(value));
    }
  }
}

PyValue Evaluator::call_value(const PyExpr& e, const PyValue& callee, PyValues args, PyNamedValues kwargs) {
  Deeper deeper(*this, e.begin);
  frame().line = e.line;
  if (callee.object != nullptr) return call_object(e, callee.object, std::move(args), std::move(kwargs));
  if (callee.is_path()) return call_path(e, callee.path, args, kwargs);
  fail(e, "this is no function");
}

PyValue Evaluator::call_object(const PyExpr& e, PyObject* callee, PyValues args, PyNamedValues kwargs) {
  switch (callee->kind) {
    case PyKind::function: return run_function(e, callee, std::move(args), std::move(kwargs));
    case PyKind::method:
      if (callee->function != nullptr) {
        if (settings_.strict && leaves_ == 0 && is_leaf(callee->self, callee->function))
          return call_module(e, callee->self.object, std::move(args), std::move(kwargs), false);
        args.insert(args.begin(), callee->self);
        return run_function(e, callee, std::move(args), std::move(kwargs));
      }
      if (callee->self.object->kind == PyKind::klass)
        return apply_function(e, callee->self.object->klass, std::move(args));
      if (callee->self.object->kind == PyKind::instance || callee->self.object->kind == PyKind::super)
        return module_method(e, callee->self.object, callee->name, args, kwargs);
      return container_method(e, callee->self.object, callee->name, args, kwargs);
    case PyKind::klass: return instantiate(e, callee->klass, std::move(args), std::move(kwargs));
    case PyKind::instance: {
      // Dynamo passes over a __call__ of the user's.
      PyClass* owner = callee->klass;
      const Function* own = settings_.strict || !owner->is_module ? nullptr : find_method(owner, "__call__");
      if (own == nullptr && callee->klass->is_module && script_ != nullptr && script_->runs_plainly())
        return script_->module_call(e, callee, std::move(args), std::move(kwargs));
      if (own != nullptr)
        return call_value(e, method_value(PyValue(callee), own, owner), std::move(args), std::move(kwargs));
      return call_module(e, callee, std::move(args), std::move(kwargs));
    }
    case PyKind::region: return decorated(e, callee, args);
    case PyKind::partial: return call_partial(e, *callee, std::move(args), std::move(kwargs));
    default: fail(e, "this is no function");
  }
}

// A function that runs in the mode of a context.
PyValue Evaluator::decorated(const PyExpr& e, PyObject* region, const PyValues& args) {
  if (args.size() != 1 || args[0].object == nullptr || args[0].object->kind != PyKind::function)
    fail(e, "a mode decorates a function");
  PyObject* out = make(PyKind::function);
  *out = *args[0].object;
  out->region = region;
  return PyValue(out);
}

// --- functions written in Python ---

PyValue Evaluator::run_function(const PyExpr& e, PyObject* callee, PyValues args, PyNamedValues kwargs) {
  const Function& function = *callee->function;
  bool leaves_source = callee->source != &source_ && !in_library();
  Scope* scope = make_scope(callee->scope);
  bool of_object = callee->owner != nullptr && !args.empty() && args[0].object != nullptr &&
                   args[0].object->kind == PyKind::instance;
  PyValue self = callee->kind == PyKind::method ? callee->self : of_object ? args[0] : PyValue();
  if (of_object && callee->source == library_ && function.name == "__init__") args[0].object->prepared = true;
  bind(e, *callee, std::move(args), std::move(kwargs), *scope);
  frames_.push_back({function.name, callee->source, scope, function.line, callee->owner, self, {}});
  std::size_t frames = frames_.size();
  PyValue result;
  auto run = [&] {
    if (callee->region == nullptr) {
      result = run_body(function);
      return;
    }
    Frame inner = std::move(frames_.back());  // the mode is switched by the caller
    frames_.pop_back();
    in_region(e, callee->region, [&] {
      frames_.push_back(inner);
      result = run_body(function);
      frames_.pop_back();
    });
    frames_.push_back(std::move(inner));
  };
  try {
    run();
  } catch (Error& error) {
    if (leaves_source) error.diagnostic().offset = e.begin;  // a place in the user's source
    frames_.resize(frames - 1);
    throw;
  }
  frames_.pop_back();
  return result;
}

PyValue Evaluator::run_body(const Function& function) {
  if (function.value >= 0) {
    frame().line = function.line;
    return evaluate(function.value);
  }
  const std::vector<Stmt>& body = source().body(function);
  frame().scope->function = &function;
  frame().scope->source = frame().source;
  run_block(body);
  return frame().result;
}

void Evaluator::bind(const PyExpr& e, const PyObject& callee, PyValues args, PyNamedValues kwargs, Scope& scope) {
  const Function& function = *callee.function;
  bool in_layers = callee.source == library_;
  std::size_t next = 0;
  std::string missing;
  for (const Parameter& p : function.parameters) {
    if (p.kind == Parameter::Kind::rest) {
      scope.names[p.name] = make_list(
          PyKind::tuple, PyValues(args.begin() + static_cast<std::ptrdiff_t>(std::min(next, args.size())), args.end()));
      next = args.size();
      continue;
    }
    if (p.kind == Parameter::Kind::others) {
      PyValues items;
      for (auto& [key, value] : kwargs) {
        items.emplace_back(context().string(key));
        items.push_back(value);
      }
      kwargs.clear();
      scope.names[p.name] = make_list(PyKind::dict, std::move(items));
      continue;
    }
    auto named = std::find_if(kwargs.begin(), kwargs.end(), [&](const auto& pair) { return pair.first == p.name; });
    bool placed = p.kind == Parameter::Kind::plain && next < args.size();
    if (placed && named != kwargs.end())
      fail(e, cat({"TypeError: ", shown_name(callee), "() got multiple values for argument '", p.name, "'"}));
    PyValue fallback;
    if (p.fallback >= 0 && (in_layers || (!placed && named == kwargs.end()))) {
      frames_.push_back({function.name, callee.source, make_scope(callee.scope), function.line, nullptr, {}, {}});
      fallback = evaluate(p.fallback);
      frames_.pop_back();
    }
    if (placed) {
      scope.names[p.name] = args[next++];
    } else if (named != kwargs.end()) {
      scope.names[p.name] = named->second;
      kwargs.erase(named);
    } else if (p.fallback >= 0) {
      scope.names[p.name] = fallback;
    } else {
      missing += cat({missing.empty() ? "'" : "', '", p.name});
    }
    if (p.fallback >= 0 && in_layers) check_unread(e, callee, p, scope.names[p.name], fallback);
  }
  if (!missing.empty())
    fail(e,
         cat({"TypeError: ", shown_name(callee), "() is missing a value for ", missing, "'"}),
         "pass it, or give the parameter a default");
  if (next < args.size())
    fail(e,
         cat({"TypeError: ",
              shown_name(callee),
              "() takes ",
              std::to_string(function.parameters.size()),
              " positional arguments but ",
              std::to_string(args.size()),
              " were given"}));
  if (!kwargs.empty())
    fail(e, cat({"TypeError: ", shown_name(callee), "() got an unexpected keyword argument '", kwargs[0].first, "'"}));
}

// --- functions by path ---

PyArgs Evaluator::to_args(const PyExpr& e, const PyValues& values) {
  PyArgs out;
  for (const PyValue& value : values) out.push_back(to_arg(e, value));
  return out;
}

PyKwargs Evaluator::to_kwargs(const PyExpr& e, const PyNamedValues& values) {
  PyKwargs out;
  for (const auto& [key, value] : values) out.emplace_back(key, to_arg(e, value));
  return out;
}

PyValue Evaluator::call_path(const PyExpr& e, const std::string& path, PyValues& args, PyNamedValues& kwargs) {
  if (path.find('.') == std::string::npos) return builtin(e, path, args, kwargs);
  if (script_ != nullptr) {
    if (std::optional<PyValue> noted = script_->call(e, path, args, kwargs)) return *noted;
  }
  if (path.starts_with("torch.nn.Module.") && !args.empty() && args[0].object != nullptr &&
      args[0].object->kind == PyKind::instance) {
    return module_method(e, args[0].object, std::string(last_of(path)), PyValues(args.begin() + 1, args.end()), kwargs);
  }
  if (path.starts_with("self."))
    fail(e,
         cat({"'", path, "' is not known"}),
         "declare it in __init__, or call torch.nn.functional's function on parameters");
  if (path.starts_with("math.")) {
    if (!kwargs.empty() && path != "math.isclose")
      fail(e, cat({path, "() takes no keyword arguments"}), "give them by their places");
    if (!kwargs.empty())
      fail(e,
           cat({"the argument '", kwargs[0].first, "' of ", path, " is outside of the subset that is captured"}),
           "leave it out");
    return python_function(e, path, to_args(e, args));
  }
  if (std::optional<PyValue> known = library_call(e, path, args, kwargs)) return *known;
  if (PyClass* klass = library_class(path)) return instantiate(e, klass, std::move(args), std::move(kwargs));
  if (is_region(path)) {
    PyObject* region = make_region(path, std::move(args), std::move(kwargs));
    // @torch.no_grad without parentheses
    if (region->items.size() == 1 && region->items[0].object != nullptr)
      return decorated(e, region, PyValues(region->items));
    if (last_of(path) == "set_grad_enabled") {
      tracer().set_place(place());
      switch_mode(mode_of(e, region));
    }
    return PyValue(region);
  }
  if (path == "torch._C._set_grad_enabled") {
    if (args.size() != 1 || !args[0].arg.is_bool()) fail(e, "_set_grad_enabled takes True or False");
    tracer().set_place(place());  // recorded as it stands, even by Dynamo
    tracer().set_grad_enabled(args[0].arg.as_bool());
    mode_ = args[0].arg.as_bool();
    return {};
  }
  if (is_control_flow(path, "cond")) return cond(e, args, kwargs);
  if (is_control_flow(path, "map")) return map(e, args);
  if (is_control_flow(path, "scan")) return scan(e, args, kwargs);
  if (path == "torch.nn.Parameter" || path == "torch.nn.parameter.Parameter") return make_parameter(e, args, kwargs);
  if (run_check(e, path, args)) return {};
  if ((path == "torch.finfo" || path == "torch.iinfo") && args.size() == 1 && args[0].is_arg() &&
      args[0].arg.kind() == ArgKind::dtype) {
    return PyValue::of_path(
        cat({path, ".", args[0].arg.text().substr(sizeof("torch.") - 1)}));  // its attributes are numbers
  }
  if (path == "torch.is_grad_enabled") return PyValue(Arg::boolean(quiet() ? mode_ : ambient_));
  if (path == "torch.utils.checkpoint.checkpoint") return checkpoint(e, args, kwargs);
  if ((path == "torch.sym_max" || path == "torch.sym_min") && args.size() == 2) {
    PyArgs numbers = to_args(e, args);
    auto is_number = [](const Arg& arg) {
      return arg.is_integer() || arg.kind() == ArgKind::floating || arg.is_symbolic();
    };
    if (is_number(numbers[0]) && is_number(numbers[1])) return symbolic_extreme(e, path == "torch.sym_max", numbers);
  }
  if (path == "torch.is_tensor")
    return PyValue(Arg::boolean(args.size() == 1 && args[0].is_arg() && tracer().is_tensor(args[0].arg)));
  if (path == "torch.manual_seed" || path == "torch.random.manual_seed") {
    Arg seed = args.size() == 1 ? to_arg(e, args[0]) : Arg();
    if (!seed.is_integer() || !seed.fits_int64()) fail(e, "manual_seed takes a whole number");
    init_.call_known("torch.manual_seed", {seed}, Arg());
    return {};
  }
  if (path == "torch.Size") return builtin(e, "tuple", args, kwargs);
  if (std::optional<PyValue> made = typed_tensor(e, path, args)) return *made;
  if (path == "torch.device" && args.size() == 1 && args[0].is_arg() && args[0].arg.is_string())
    return PyValue(Arg::symbol(ArgKind::device, args[0].arg.as_symbol()));
  if (args.empty() && (path == "torch.compiler.is_compiling" || path == "torch._dynamo.is_compiling" ||
                       path == "torch.compiler.is_dynamo_compiling"))
    return PyValue(
        Arg::boolean(tracer_ != &init_ && (settings_.strict || path != "torch.compiler.is_dynamo_compiling")));
  static constexpr std::string_view kFalse[] = {
      "torch.jit.is_scripting", "torch.jit.is_tracing", "torch.cuda.is_available", "torch.onnx.is_in_onnx_export"};
  if (args.empty() && std::find(std::begin(kFalse), std::end(kFalse), path) != std::end(kFalse))
    return PyValue(Arg::boolean(false));
  if (path == "torch.tensor" || path == "torch.as_tensor")
    return PyValue(guarded(e, [&] { return literal_tensor(e, args, kwargs); }));
  if (!path.starts_with("torch.")) fail(e, cat({"'", path, "' is not known"}));
  if (path.starts_with("torch.nn.functional.")) return call_functional(e, path, std::move(args), std::move(kwargs));
  if (path.starts_with("torch.nn.init.")) {
    PyValue* function = find_global(*library_, last_of(path));
    if (function == nullptr) function = find_global(*library_, cat({last_of(path), "_"}));  // its older name
    if (function != nullptr && function->object != nullptr && function->object->kind == PyKind::function)
      return call_object(e, function->object, std::move(args), std::move(kwargs));
  }
  if (std::string_view rest = path; rest.starts_with("torch.nn.utils.")) {
    std::string name = cat({"utils_", rest.substr(sizeof("torch.nn.utils.") - 1)});
    std::replace(name.begin(), name.end(), '.', '_');
    PyValue* function = find_global(*library_, name);
    if (function != nullptr) return call_value(e, *function, std::move(args), std::move(kwargs));
  }
  return call_torch_function(e, path, args, kwargs);
}

PyValue Evaluator::call_torch_function(const PyExpr& e,
                                       const std::string& path,
                                       const PyValues& given,
                                       const PyNamedValues& named) {
  std::string_view name = last_of(path);
  PyArgs args = to_args(e, given);
  PyKwargs kwargs = to_kwargs(e, named);
  if (path.starts_with("torch.ops.")) {
    bool overload = std::count(path.begin(), path.end(), '.') == 4;
    if (overload) return PyValue(guarded(e, [&] { return record(tracer(), path, args, kwargs); }));
    if (const OpDef* declared = find_declared(cat({path, ".default"})))
      return PyValue(guarded(e, [&] { return record(tracer(), declared->path, args, kwargs); }));
  }
  // The program calls it, through the library's check of its arguments if there is one.
  bool checked = frames_.size() > 1 && frame().function == cat({"F_", name}) &&
                 frames_[frames_.size() - 2].source == &source_;
  const SteppedInto* inner = settings_.strict && tracer_ != &init_ ? stepped_into(name) : nullptr;
  if (inner != nullptr && (checked || (in_library() ? !inner->function.empty() && leaves_ == 0
                                                    : path.starts_with("torch.nn.functional.")))) {
    tracer().set_place(traceback_of(cat({"File: ",
                                         kTorchFolder,
                                         inner->file,
                                         ":",
                                         std::to_string(inner->line),
                                         " in ",
                                         inner->function.empty() ? std::string_view(name) : inner->function,
                                         ", code: ",
                                         inner->code})));
    return PyValue(located(e, [&] { return call_torch(tracer(), name, args, kwargs); }));
  }
  auto frozen = [&](const auto& one) {
    return one.first == "requires_grad" && one.second.is_bool() && (!one.second.as_bool() || tracer_ == &init_);
  };
  if (find_declared(path) == nullptr)
    kwargs.erase(std::remove_if(kwargs.begin(), kwargs.end(), frozen),
                 kwargs.end());  // of factories: as they are anyway
  bool made = in_library() && tracer_ == &init_ && !layer_dtype_.is_none() &&
              (name == "empty" || name == "zeros" || name == "ones");
  if (made && std::none_of(kwargs.begin(), kwargs.end(), [](const auto& one) { return one.first == "dtype"; }))
    kwargs.emplace_back("dtype", layer_dtype_);
  bool written_here = in_library() || path.starts_with("torch.ops.");
  return PyValue(guarded(e, [&] {
    return call_torch(tracer(), written_here ? operator_name(path) : torch_function(path), args, kwargs);
  }));
}

PyValue Evaluator::tensor_method(
    const PyExpr& e, const std::string& name, const Arg& object, const PyValues& args, const PyNamedValues& kwargs) {
  if (object.is_string()) {
    if (std::optional<PyValue> text = text_method(e, object.text(), name, args, kwargs)) return *text;
  }
  if (name == "is_integer" && object.kind() == ArgKind::floating)
    return PyValue(Arg::boolean(std::floor(object.as_float()) == object.as_float()));
  if (!tracer().is_tensor(object))
    fail(e, cat({"the method '", name, "' of this value is outside of the subset that is captured"}));
  if (std::optional<PyValue> plain = plain_method(e, name, object, args, kwargs)) return *plain;
  if (std::optional<Arg> known = name == "item" && args.empty() ? known_number(e, object) : std::nullopt)
    return PyValue(*known);
  if (std::optional<PyValue> known = name == "tolist" && args.empty() ? known_list(object) : std::nullopt)
    return *known;
  if (name == "new_tensor") {
    PyNamedValues named = kwargs;
    bool typed = std::any_of(kwargs.begin(), kwargs.end(), [](const auto& one) { return one.first == "dtype"; });
    if (!typed) named.emplace_back("dtype", tensor_attribute(e, object, "dtype"));
    return PyValue(guarded(e, [&] { return literal_tensor(e, args, named); }));
  }
  if (!in_library()) located(e, [&] { check_method(name); });
  PyArgs all = to_args(e, args);
  bool scaled = settings_.strict && kwargs.size() == 1 && kwargs[0].first == (name == "add_" ? "alpha" : "value");
  if (scaled && name == "add_" && all.size() == 1)
    return added_in_place(e, object, all[0], to_kwargs(e, kwargs)[0].second);
  if (scaled && (name == "addcmul_" || name == "addcdiv_") && all.size() == 2) {
    bool product = name == "addcmul_";
    if (product)
      tracer().set_place(traceback_of(cat({"File: ",
                                           kTorchFolder,
                                           "_dynamo/polyfills/__init__.py:193 in addcmul_inplace, code: return "
                                           "self.add_(tensor1 * tensor2 * value)"})));
    auto by = [&](const char* function, PyArgs both) {
      return product ? located(e, [&] { return call_torch(tracer(), function, both, {}); })
                     : guarded(e, [&] { return call_torch(tracer(), function, both, {}); });
    };
    Arg by_value = by("mul", {by(product ? "mul" : "div", {all[0], all[1]}), to_kwargs(e, kwargs)[0].second});
    return PyValue(by("add_", {object, by_value}));
  }
  all.insert(all.begin(), object);
  return PyValue(guarded(e, [&] { return call_torch(tracer(), name, all, to_kwargs(e, kwargs), true); }));
}

// add_ with alpha, as Dynamo has it.
PyValue Evaluator::added_in_place(const PyExpr& e, const Arg& object, const Arg& other, const Arg& alpha) {
  Arg scaled = guarded(e, [&] { return call_torch(tracer(), "mul", {other, alpha}, {}); });
  return PyValue(guarded(e, [&] { return call_torch(tracer(), "add_", {object, scaled}, {}); }));
}

// Methods that record nothing of their own.
std::optional<PyValue> Evaluator::plain_method(
    const PyExpr& e, const std::string& name, const Arg& object, const PyValues& args, const PyNamedValues& kwargs) {
  static constexpr std::string_view kDeclared[] = {"dim()",
                                                   "ndimension()",
                                                   "numel()",
                                                   "nelement()",
                                                   "is_floating_point()",
                                                   "is_complex()",
                                                   "conj()",
                                                   "is_contiguous()",
                                                   "size(int? dim=None)",
                                                   "requires_grad_(bool requires_grad=True)"};
  auto declared = std::find_if(std::begin(kDeclared), std::end(kDeclared), [&](std::string_view text) {
    return text.substr(0, text.find('(')) == name;
  });
  if (declared == std::end(kDeclared)) return std::nullopt;
  PyValues values = located(e, [&] {
    return bind_declared(read_schema(*declared), name, args, kwargs, [&](const SchemaParameter& p) {
      return PyValue(default_argument(context(), p));
    });
  });
  const TensorMeta& meta = *tracer().meta_of(object).as_tensor_meta();
  if (name == "size") return size(e, object, values[0]);
  if (name == "is_floating_point")
    return PyValue(Arg::boolean(meta.dtype->abbr.starts_with("f") || meta.dtype->abbr.starts_with("bf")));
  if (name == "is_complex") return PyValue(Arg::boolean(meta.dtype->abbr.starts_with("c")));
  if (name == "conj" && !meta.dtype->abbr.starts_with("c")) return PyValue(object);
  if (name == "conj") return std::nullopt;
  if (name == "is_contiguous") return PyValue(Arg::boolean(values_.tensor(&meta).is_contiguous()));
  if (name == "requires_grad_") {
    bool wanted = truth(e, values[0]);
    if (settings_.strict && wanted && !meta.requires_grad)
      fail_as(e,
              "Unsupported",
              "Tensor.requires_grad_",
              "gradients are asked of inputs and parameters, outside of forward");
    return PyValue(object);
  }
  if (name == "dim" || name == "ndimension") return PyValue(integer(meta.shape.size()));
  return PyValue(element_count(e, object));
}

PyValue Evaluator::size(const PyExpr& e, const Arg& tensor, const PyValue& which) {
  std::vector<Arg> sizes = sizes_asked(tensor);
  if (which.is_none()) return make_list(PyKind::tuple, PyValues(sizes.begin(), sizes.end()));
  Arg dim = to_arg(e, which);
  if (!dim.is_integer() || !dim.fits_int64()) fail(e, "size takes the number of a dimension");
  auto rank = static_cast<std::int64_t>(sizes.size());
  std::int64_t at = dim.as_int() < 0 ? dim.as_int() + rank : dim.as_int();
  if (at < 0 || at >= rank)
    fail(e,
         cat({"Dimension out of range (expected to be in range of [",
              std::to_string(-rank),
              ", ",
              std::to_string(rank - 1),
              "], but got ",
              std::to_string(dim.as_int()),
              ")"}));
  return PyValue(sizes[static_cast<std::size_t>(at)]);
}

// --- torch.tensor ---

// torch.Tensor(2, 3), torch.LongTensor([1, 2]): sizes or values.
std::optional<PyValue> Evaluator::typed_tensor(const PyExpr& e, std::string_view path, const PyValues& args) {
  static constexpr std::string_view kTypes[][2] = {{"torch.Tensor", "float32"},
                                                   {"torch.FloatTensor", "float32"},
                                                   {"torch.DoubleTensor", "float64"},
                                                   {"torch.HalfTensor", "float16"},
                                                   {"torch.LongTensor", "int64"},
                                                   {"torch.IntTensor", "int32"},
                                                   {"torch.BoolTensor", "bool"}};
  auto found = std::find_if(std::begin(kTypes), std::end(kTypes), [&](const auto& row) { return row[0] == path; });
  if (found == std::end(kTypes) || args.empty()) return std::nullopt;
  Arg dtype = Arg::symbol(ArgKind::dtype, context().intern(cat({"torch.", (*found)[1]})));
  bool sizes = std::all_of(
      args.begin(), args.end(), [](const PyValue& arg) { return arg.is_arg() && arg.arg.is_integer(); });
  if (sizes && tracer_ == &init_)
    return PyValue(guarded(e, [&] {
      return call_torch(tracer(), "empty", {context().list(to_args(e, args))}, {{"dtype", dtype}});
    }));
  if (sizes || args.size() != 1)
    fail(e, cat({path, " is made in __init__, or of one list"}), "use torch.empty or torch.tensor");
  Arg given = to_arg(e, args[0]);
  if (tracer().is_tensor(given)) return PyValue(given);
  return PyValue(guarded(e, [&] { return literal_tensor(e, args, {{"dtype", PyValue(dtype)}}); }));
}

// Numbers of a literal, in rows; their dtype is that of the widest.
void Evaluator::gather(
    const PyExpr& e, const Arg& arg, std::size_t depth, std::vector<std::int64_t>& shape, std::vector<Arg>& out) {
  if (!arg.is_sequence()) {
    if (!arg.is_integer() && !arg.is_bool() && arg.kind() != ArgKind::floating)
      fail(e, "torch.tensor takes numbers here");
    if (depth != shape.size() && !out.empty()) fail(e, "the lists of a tensor must be of one length");
    out.push_back(arg);
    return;
  }
  if (depth > 64) fail(e, "too many dimensions for a tensor");
  auto count = static_cast<std::int64_t>(arg.items().size());
  if (depth == shape.size() && out.empty()) shape.push_back(count);
  if (depth >= shape.size() || shape[depth] != count)
    fail(e,
         cat({"expected sequence of length ",
              std::to_string(depth < shape.size() ? shape[depth] : 0),
              " at dim ",
              std::to_string(depth),
              " (got ",
              std::to_string(count),
              ")"}));
  for (const Arg& item : arg.items()) gather(e, item, depth + 1, shape, out);
}

Arg Evaluator::literal_tensor(const PyExpr& e, PyValues args, PyNamedValues kwargs, bool detached) {
  auto data = std::find_if(kwargs.begin(), kwargs.end(), [](const auto& pair) { return pair.first == "data"; });
  if (data != kwargs.end()) {
    args.insert(args.begin(), data->second);
    kwargs.erase(data);
  }
  if (args.size() != 1) fail(e, "torch.tensor takes one list or number");
  std::vector<std::int64_t> shape;
  std::vector<Arg> numbers;
  gather(e, to_arg(e, args[0]), 0, shape, numbers);
  Element element = Element::b8;
  for (const Arg& number : numbers)
    element = number.kind() == ArgKind::floating              ? Element::f32
              : number.is_integer() && element == Element::b8 ? Element::i64
                                                              : element;
  if (numbers.empty()) element = Element::f32;
  std::string dtype(dtype_of(element).abbr);
  for (const auto& [key, value] : kwargs) {
    if (key == "requires_grad" || key == "device") continue;
    const DTypeInfo* info = key == "dtype" && value.is_arg() && value.arg.kind() == ArgKind::dtype
                                ? find_dtype(value.arg.text())
                                : nullptr;
    if (info == nullptr)
      fail(e, cat({"the argument '", key, "' of torch.tensor is outside of the subset that is captured"}));
    dtype = info->abbr;
  }
  std::string text = cat({dtype, "["});
  for (std::size_t i = 0; i < shape.size(); ++i) text += cat({i > 0 ? ", " : "", std::to_string(shape[i])});
  Arg val = with_strides(read_annotation(context(), text + "]"));
  Tensor value = tensor_of(val, numbers);
  if (tracer_ == &init_) {
    literals_.push_back(std::move(value));
    return Arg::node(init_.placeholder("literal", val));
  }
  return lifted(val, value, detached);
}

Tensor Evaluator::tensor_of(const Arg& val, const std::vector<Arg>& numbers) {
  Dims sizes;
  for (const Dim& dim : val.as_tensor_meta()->shape) sizes.push_back(dim.value);
  Element element = Element::f32;
  element_of(*val.as_tensor_meta()->dtype, element);
  Tensor out = Tensor::zeros(sizes, element);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const Arg& n = numbers[i];
    double number = n.kind() == ArgKind::floating ? n.as_float()
                    : n.is_bool()                 ? n.as_bool()
                    : n.fits_int64()              ? static_cast<double>(n.as_int())
                                                  : 0;
    out.set_item_at(static_cast<std::int64_t>(i), number);
  }
  return out;
}

}  // namespace seesaw
