#include "core/engine/capture/torch/found_names.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/capture/torch/torch_calls.h"
#include "core/engine/exec/op_call.h"
#include "core/engine/ops/table/surfaces.h"
#include "core/graph/ops_table/inplace_names.h"

namespace seesaw {

namespace {

constexpr unsigned kAny = ~0u;

std::string_view name_in(std::string_view path) { return path.substr(path.rfind('.') + 1); }

// Of an operator or of a function that PyTorch has in Python; what is not known here is told by who calls it.
unsigned known_surfaces(std::string_view name) {
  if (name.starts_with('_')) return kAny;
  if (unsigned found = python_surfaces(name); found != 0) return found;
  if (std::optional<std::uint8_t> found = surfaces_of(name)) return *found;
  std::string plain = functional_name(name);
  if (plain.empty()) return kAny;
  std::optional<std::uint8_t> base = surfaces_of(plain);
  if (!base) return kAny;
  unsigned inplace = (*base & (kMethod | kInplaceMethod)) != 0 ? unsigned{kMethod} : 0u;
  if ((*base & (kInTorch | kInplaceMethod)) != 0) inplace |= kInTorch;
  if ((*base & kInplaceInFunctional) != 0) inplace |= kInFunctional;
  return inplace;
}

// Where PyTorch has it.
std::string where_it_is(std::string_view name) {
  unsigned found = known_surfaces(name);
  if (std::string_view library = library_of(name); !library.empty())
    return cat({"it is torch.", library, ".", name.substr(library.size() + 1)});
  if (name == "mT" || name == "mH") return cat({"it is an attribute: x.", name});
  if ((found & kMethod) != 0) return cat({"call it on the tensor: x.", name, "(...)"});
  if ((found & kInTorch) != 0) return cat({"it is torch.", name});
  if ((found & kInFunctional) != 0) return cat({"it is torch.nn.functional.", name});
  return cat({"the operator can be called as torch.ops.aten.", name});
}

[[noreturn]] void no_attribute(std::string_view owner, std::string_view name) {
  Error error = fx_error("AttributeError", cat({owner, " has no attribute '", name, "'"}));
  error.diagnostic().note(where_it_is(name));
  throw error;
}

void check_module(std::string_view path, unsigned wanted) {
  std::string_view name = name_in(path), module = path.substr(0, path.size() - name.size() - 1);
  if ((known_surfaces(name) & wanted) == 0) no_attribute(cat({"module '", module, "'"}), name);
}

}  // namespace

std::string operator_name(std::string_view path) {
  if (std::string longer = name_in_library(path); !longer.empty() && surfaces_of(longer)) return longer;
  return std::string(name_in(path));
}

std::string torch_function(std::string_view path) {
  std::string_view name = name_in(path), module = path.substr(0, path.size() - name.size() - 1);
  if (module == "torch" || module == "torch.functional") check_module(path, kInTorch);
  if (module == "torch.nn.functional") check_module(path, kInFunctional);
  if (module == "torch.Tensor") check_method(name);
  bool plain = module == "torch" || module == "torch.functional" || module == "torch.nn.functional" ||
               module == "torch.Tensor" || module.starts_with("torch._C");
  if (plain) return std::string(name);
  if (std::string longer = name_in_library(path); !longer.empty() && surfaces_of(longer)) return longer;
  throw user_error(
      "python", cat({"'", path, "' is not a function that is known here"}), "`seesaw ops` lists those that are");
}

// x.is_cuda: what no tensor of a capture is, which is on the CPU and dense.
bool is_device_flag(std::string_view name) {
  static constexpr std::string_view kFlags[] = {"is_cuda",
                                                "is_ipu",
                                                "is_maia",
                                                "is_meta",
                                                "is_mkldnn",
                                                "is_mps",
                                                "is_mtia",
                                                "is_nested",
                                                "is_quantized",
                                                "is_sparse",
                                                "is_sparse_csr",
                                                "is_vulkan",
                                                "is_xla",
                                                "is_xpu"};
  return std::find(std::begin(kFlags), std::end(kFlags), name) != std::end(kFlags);
}

bool is_tensor_property(std::string_view name) {
  static constexpr std::string_view kAttributes[] = {
      "shape", "dtype", "device",  "ndim",   "data",  "requires_grad", "grad", "is_cuda", "T",    "mT",
      "H",     "mH",    "grad_fn", "layout", "names", "is_leaf",       "real", "imag",    "name", "itemsize"};
  if (is_device_flag(name) || name == "is_cpu") return true;
  return std::find(std::begin(kAttributes), std::end(kAttributes), name) != std::end(kAttributes);
}

bool is_tensor_attribute(std::string_view name) {
  if (is_tensor_property(name)) return true;
  unsigned found = known_surfaces(name);
  return found != kAny && (found & kMethod) != 0;
}

bool is_function_name(std::string_view name) {
  return is_tensor_property(name) || surfaces_of(name) || python_surfaces(name) != 0;
}

void check_method(std::string_view name) {
  if ((known_surfaces(name) & kMethod) == 0) no_attribute("'Tensor' object", name);
}

}  // namespace seesaw
