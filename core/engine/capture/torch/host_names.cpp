// What PyTorch's names are (modules, types, functions), and what they and PyTorch's values have: hasattr().
#include <algorithm>

#include "core/base/cat.h"
#include "core/base/words.h"
#include "core/engine/capture/interpreter/interpreter.h"
#include "core/engine/capture/interpreter/type_attributes.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/engine/capture/torch/found_names.h"
#include "core/engine/capture/torch/module_model.h"
#include "core/engine/capture/torch/tensor_attributes.h"
#include "core/engine/capture/torch/tensor_values.h"
#include "core/engine/capture/torch/torch_functions.h"
#include "core/engine/capture/torch/torch_host.h"
#include "core/engine/capture/torch/torch_namespaces.h"
#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

// Modules of Python's and of PyTorch's, none of which is called.
bool TorchHost::is_python_module(std::string_view path) {
  static constexpr std::string_view kModules[] = {"collections",
                                                  "copy",
                                                  "functools",
                                                  "inspect",
                                                  "itertools",
                                                  "logging",
                                                  "math",
                                                  "numpy",
                                                  "operator",
                                                  "os",
                                                  "random",
                                                  "sys",
                                                  "time",
                                                  "torch",
                                                  "torch.accelerator",
                                                  "torch.amp",
                                                  "torch.ao",
                                                  "torch.autograd",
                                                  "torch.backends",
                                                  "torch.backends.cuda",
                                                  "torch.backends.cudnn",
                                                  "torch.backends.mkl",
                                                  "torch.backends.mkldnn",
                                                  "torch.backends.mps",
                                                  "torch.backends.openmp",
                                                  "torch.classes",
                                                  "torch.compiler",
                                                  "torch.cpu",
                                                  "torch.cuda",
                                                  "torch.distributed",
                                                  "torch.distributions",
                                                  "torch.export",
                                                  "torch.fft",
                                                  "torch.func",
                                                  "torch.futures",
                                                  "torch.fx",
                                                  "torch.hub",
                                                  "torch.jit",
                                                  "torch.library",
                                                  "torch.linalg",
                                                  "torch.masked",
                                                  "torch.mps",
                                                  "torch.multiprocessing",
                                                  "torch.mtia",
                                                  "torch.nested",
                                                  "torch.nn",
                                                  "torch.nn.attention",
                                                  "torch.nn.functional",
                                                  "torch.nn.init",
                                                  "torch.nn.modules",
                                                  "torch.nn.parallel",
                                                  "torch.nn.utils",
                                                  "torch.nn.utils.rnn",
                                                  "torch.onnx",
                                                  "torch.ops",
                                                  "torch.optim",
                                                  "torch.overrides",
                                                  "torch.package",
                                                  "torch.profiler",
                                                  "torch.quantization",
                                                  "torch.random",
                                                  "torch.serialization",
                                                  "torch.signal",
                                                  "torch.sparse",
                                                  "torch.special",
                                                  "torch.testing",
                                                  "torch.types",
                                                  "torch.utils",
                                                  "torch.utils.checkpoint",
                                                  "torch.utils.data",
                                                  "torch.version",
                                                  "torch.xpu",
                                                  "types",
                                                  "typing",
                                                  "warnings"};
  return std::find(std::begin(kModules), std::end(kModules), path) != std::end(kModules);
}

namespace {

bool is_operator(const std::string& path) {
  try {
    torch_function(path);
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

std::optional<bool> TorchHost::is_callable_path(const std::string& path) {
  if (is_python_module(path)) return false;
  if (!path.starts_with("torch.")) return true;
  bool known = TorchFunctions::has_row(path) || modules().library_class(path) != nullptr || class_at(path) != nullptr ||
               is_operator(path);
  return known ? std::optional(true) : std::nullopt;
}

bool TorchHost::is_type_path(const std::string& path) {
  static constexpr std::string_view kTypes =
      "torch.Size torch.SymBool torch.SymFloat torch.SymInt torch.Tensor torch.device torch.dtype torch.layout "
      "torch.memory_format torch.nn.Parameter";
  return path == "torch._subclasses.fake_tensor.FakeTensor" || has_word(kTypes, path);
}

namespace {

// What values of PyTorch's own types have, which are no tensors and no modules.
constexpr std::string_view kOfDTypes = "__module__ is_complex is_floating_point is_signed itemsize to_complex to_real",
                           kOfDevices = "__call__ __enter__ __exit__ index type", kOfSizes = "numel";

bool has_type_attribute(std::string_view type, std::string_view name) { return find_type_attributes(type)->has(name); }

// Layers are written here without private names of PyTorch's.
bool may_be_private(std::string_view name, bool newer) {
  return has_namespace_name("layers of torch.nn", name, newer).value_or(false);
}

// Functions that are not written in Python: len, and those of torch that torch.functional does not wrap.
bool is_builtin_function(std::string_view path) {
  static constexpr std::string_view kWrapped =
      "align_tensors atleast_1d atleast_2d atleast_3d block_diag broadcast_shapes broadcast_tensors cartesian_prod "
      "cdist "
      "chain_matmul einsum istft lu meshgrid norm pca_lowrank split stft svd_lowrank tensordot unique "
      "unique_consecutive unravel_index";
  if (path.find('.') == std::string_view::npos) return true;
  const std::string_view name = path.substr(path.rfind('.') + 1);
  return path.starts_with("torch.") && path.size() == name.size() + std::string_view("torch.").size() &&
         !has_word(kWrapped, name) && is_operator(std::string(path));
}

// Whether a module has a method of torch.nn under a name: a container has those of a list or of a dict.
bool has_module_method(ModuleModel& modules, const PyObject& module, std::string_view name) {
  static constexpr std::string_view kOfLists[] = {"append", "extend", "insert"};
  static constexpr std::string_view kOfDicts[] = {
      "clear", "copy", "fromkeys", "get", "items", "keys", "popitem", "setdefault", "update", "values"};
  static constexpr std::string_view kOfParameters[] = {"copy", "fromkeys", "get", "popitem", "setdefault"};
  auto stands_in = [&](const auto& names) {
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
  };
  if (name.starts_with("__") || name.starts_with("seesaw_") || !modules.has_method(module, name)) return false;
  bool dict = is_dict_container(module), parameters = module.klass->path.ends_with(".ParameterDict");
  if (module.klass->path.ends_with(".ParameterList") && (name == "insert" || name == "pop")) return false;
  if (stands_in(kOfLists)) return !dict;
  return !stands_in(kOfDicts) || (dict && (parameters || !stands_in(kOfParameters)));
}

}  // namespace

// Of a class of PyTorch's: of torch.nn.Module by its table, of others by what is written here, which lacks private
// names. Nothing: not known.
std::optional<bool> TorchHost::class_has_name(const std::string& path, const std::string& name) {
  if (has_type_attribute("type", name)) return true;
  const bool newer = has(context().dialect, EngineNovelty::inlined_layers);
  if (path == "torch.Tensor" || path == "torch.nn.Parameter") return has_tensor_attribute(name, newer);
  if (path == "torch.dtype") return has_word(kOfDTypes, name);
  if (path == "torch.device") return has_word(kOfDevices, name);
  if (path == "torch.Size") return has_word(kOfSizes, name) || has_type_attribute("tuple", name);
  if (path == "torch.nn.Module") return has_namespace_name(path, name, newer);
  PyClass* klass = class_at(path) != nullptr ? class_at(path) : modules().library_class(path);
  if (klass == nullptr) return std::nullopt;
  PyClass* of = klass;
  if (python().find_method(of, name) != nullptr || python().class_constant(klass, name)) return true;
  if (klass->is_module && has_namespace_name("torch.nn.Module", name, newer).value_or(false)) return true;
  if (is_container(*klass) && name.starts_with("__")) return std::nullopt;
  return may_be_private(name, newer) ? std::nullopt : std::optional(false);
}

std::optional<bool> TorchHost::path_has_name(const std::string& path, const std::string& name) {
  const bool newer = has(context().dialect, EngineNovelty::inlined_layers);
  if (is_type_path(path) || path == "torch.nn.Module" || modules().library_class(path) != nullptr ||
      class_at(path) != nullptr)
    return class_has_name(path, name);
  if (std::optional<bool> known = has_namespace_name(path, name, newer)) return *known || name == "__dict__";
  if (is_known_namespace(path)) return std::nullopt;  // a submodule, which an import adds
  const std::string inner = cat({path, ".", name});
  const bool known = TorchFunctions::has_row(inner) || modules().library_class(inner) != nullptr ||
                     (path.starts_with("torch") && is_operator(inner));
  if (known) return true;
  if (is_python_module(path) || path.starts_with("torch.ops.") || !is_callable_path(path).value_or(false))
    return std::nullopt;
  const bool of_python = has_type_attribute("function", name),
             builtin = has_type_attribute("builtin_function_or_method", name);
  if (of_python == builtin || is_builtin_function(path)) return builtin;
  return std::nullopt;  // which of the two it is, is not known here
}

// What is no attribute of an object may be PyTorch's.
std::optional<bool> TorchHost::has_attribute(const PyValue& object, const std::string& name) {
  if (object.is_path()) return path_has_name(object.path, name);
  const bool newer = has(context().dialect, EngineNovelty::inlined_layers);
  if (is_kind(object, PyKind::instance)) return module_has_name(*object.object, name);
  if (watch().python_attribute(object, name) != nullptr) return true;
  const bool tensor = tensors().is_tensor(object);
  if (tensor && runs_in_dynamo() && !newer) return dynamo_has_tensor_attribute(name);
  if (has_object_attribute(name)) return true;
  if (tensor) return has_tensor_attribute(name, newer);
  if (is_instance(object, "torch.Size").value_or(false))
    return has_word(kOfSizes, name) || (runs_in_dynamo() && has_type_attribute("type", name));
  if (!object.is_arg()) return false;
  if (object.arg.kind() == ArgKind::device) return has_word(kOfDevices, name);
  if (object.arg.kind() == ArgKind::dtype) return has_word(kOfDTypes, name);
  return result_named(object.arg, name).has_value();
}

// Dynamo of 2.14 looks the name up in the class.
bool TorchHost::is_computed_attribute(const PyValue& object, std::string_view name) {
  return tensors().is_tensor(object) && is_computed_property(name) &&
         !(runs_in_dynamo() && has(context().dialect, EngineNovelty::inlined_layers));
}

// A layer that is written here lacks private attributes of PyTorch's: what is not found of these is not known.
std::optional<bool> TorchHost::module_has_name(const PyObject& instance, const std::string& name) {
  if (instance.computed.contains(name)) return true;
  const PyClass* klass = instance.klass;
  if (klass == nullptr || !klass->is_module) return false;
  const bool newer = has(context().dialect, EngineNovelty::inlined_layers);
  if (has_module_method(modules(), instance, name) ||
      has_namespace_name("torch.nn.Module", name, newer).value_or(false))
    return true;
  if (instance.prepared && has_namespace_name("torch.nn.Module()", name, newer).value_or(false)) return true;
  const bool ours = std::any_of(klass->order.begin(), klass->order.end(), [&](const PyClass* one) {
    return one->source == &python().library() && one->def->name != "Module";
  });
  return ours && may_be_private(name, newer) ? std::nullopt : std::optional(false);
}

}  // namespace seesaw
