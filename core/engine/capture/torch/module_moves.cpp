// How methods of torch.nn.Module that move, cast and switch modules are called: what Python's signatures take, and what
// Module.to makes of a device, a dtype or a tensor.
#include <algorithm>

#include "core/base/cat.h"
#include "core/base/words.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

namespace {

struct MethodSignature {
  std::string_view methods;
  std::size_t least;          // arguments in all
  std::size_t most;           // arguments by position
  std::string_view keywords;  // every argument that has a name, in their order
};
constexpr MethodSignature kSignatures[] = {
    {"bfloat16 cpu double eval float half", 0, 0, ""},
    {"cuda xpu", 0, 1, "device"},
    {"type", 1, 1, "dst_type"},
    {"to_empty", 0, 0, "device recurse"},
    {"train", 0, 1, "mode"},
    {"requires_grad_", 0, 1, "requires_grad"},
    {"zero_grad", 0, 1, "set_to_none"},
    {"apply", 1, 1, "fn"},
};

std::string counted(std::size_t count) {
  return cat({std::to_string(count), count == 1 ? " was given" : " were given"});
}

}  // namespace

// Raises Python's TypeError for arguments that the method does not take.
void ModuleModel::check_method_call(const PyExpr& e,
                                    const std::string& name,
                                    const PyValues& args,
                                    const PyNamedValues& kwargs) {
  constexpr const char* kRemedy = "call it as torch.nn.Module declares it";
  for (const MethodSignature& row : kSignatures) {
    if (!has_word(row.methods, name)) continue;
    for (const auto& [key, value] : kwargs) {
      if (!has_word(row.keywords, key))
        fail_as(e, "TypeError", cat({"Module.", name, "() got an unexpected keyword argument '", key, "'"}), kRemedy);
    }
    if (args.size() > row.most)
      fail_as(e,
              "TypeError",
              cat({"Module.",
                   name,
                   "() takes ",
                   std::to_string(row.most + 1),
                   " positional arguments but ",
                   counted(args.size() + 1)}),
              kRemedy);
    const bool empty = name == "to_empty" && kwargs.empty();
    if (args.size() + kwargs.size() < row.least || empty)
      fail_as(e, "TypeError", cat({"Module.", name, "() misses a required argument"}), kRemedy);
  }
  const PyValue* mode = name != "train"  ? nullptr
                        : !args.empty()  ? &args[0]
                        : kwargs.empty() ? nullptr
                                         : &kwargs[0].second;
  if (mode != nullptr && !(mode->is_arg() && mode->arg.is_bool()))
    fail_as(e, "ValueError", "training mode is expected to be boolean", "give it True or False");
}

// The dtype that Module.to casts to; nothing, if it casts to none.
std::optional<Arg> ModuleModel::dtype_to_cast(const PyExpr& e, const PyValues& args, const PyNamedValues& kwargs) {
  std::optional<Arg> dtype;
  auto take = [&](const PyValue& value) {
    if (value.is_arg() && value.arg.kind() == ArgKind::dtype) dtype = value.arg;
    if (tensors().is_tensor(value)) dtype = python().to_arg(e, python().attribute(e, value, "dtype"));
    if (value.is_arg() && value.arg.is_string()) regions().check_device(e, value.arg.text());
    if (value.is_arg() && value.arg.is_integer())
      fail_as(e, "RuntimeError", "Cannot access accelerator device when none is available.", "write \"cpu\"");
  };
  const bool newer_dynamo = run_.host.runs_in_dynamo() && has(context().dialect, EngineNovelty::inlined_layers);
  const bool device_first = !args.empty() && !tensors().is_tensor(args[0]) &&
                            !(args[0].is_arg() && args[0].arg.kind() == ArgKind::dtype);
  if (newer_dynamo && device_first && (args[0].is_none() || (args.size() > 1 && !args[1].is_none())))
    fail_as(e, "Unsupported", "Observed exception: Module.to of this device and dtype", "name them: to(dtype=...)");
  for (std::size_t i = 0; i < args.size() && i < (device_first ? 2 : 1); ++i) take(args[i]);
  for (const auto& [key, value] : kwargs) {
    if (has_word("device dtype tensor", key)) take(value);
    if (!has_word("copy device dtype memory_format non_blocking tensor", key) && !newer_dynamo)
      fail_as(e, "TypeError", cat({"to() has no argument '", key, "'"}), "leave it out");
  }
  if (!dtype) return std::nullopt;
  const std::string_view name = dtype->text();
  if (!name.starts_with("torch.float") && !name.starts_with("torch.bfloat") && !name.starts_with("torch.complex"))
    fail_as(e,
            "TypeError",
            cat({"nn.Module.to only accepts floating point or complex dtypes, but got desired dtype=", name}),
            "cast what forward computes with instead");
  return dtype;
}

}  // namespace seesaw
