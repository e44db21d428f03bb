#include "core/engine/exec/unknown_operator.h"

#include "core/base/cat.h"
#include "core/engine/exec/op_call.h"
#include "core/engine/ops/table/schema.h"
#include "core/engine/ops/table/torch_names.h"
#include "core/graph/ops_table/op_def.h"

namespace seesaw {

namespace {

constexpr std::string_view kOps = "torch.ops.";

// torch.ops.aten.add.Tensor: aten, add, Tensor.
struct OperatorPath {
  std::string_view library, name, overload;

  explicit OperatorPath(std::string_view path) {
    if (!path.starts_with(kOps)) return;
    path.remove_prefix(kOps.size());
    std::size_t first = path.find('.');
    if (first == std::string_view::npos) return;
    library = path.substr(0, first);
    name = path.substr(first + 1);
    if (std::size_t second = name.find('.'); second != std::string_view::npos) {
      overload = name.substr(second + 1);
      name = name.substr(0, second);
    }
  }
};

}  // namespace

Diagnostic UnknownOperators::judge(std::string_view path) {
  // The search for the intended name takes a millisecond.
  constexpr int kMaxSuggestions = 25;
  OperatorPath wanted(path);
  std::string name = cat({wanted.library, ".", wanted.name});
  std::string_view overloads = overloads_in_torch(wanted.library, wanted.name);
  Diagnostic d;
  d.severity = Severity::warning;
  d.code = "unknown-operator";
  if (overloads.empty()) {
    d.message = cat({"PyTorch 2.6.0 has no operator ", name, ": what it gives is not computed"});
    std::string_view meant = ++suggestions_ > kMaxSuggestions ? std::string_view()
                                                              : nearest_in_torch(wanted.library, wanted.name);
    if (!meant.empty()) d.note(cat({"did you mean ", wanted.library, ".", meant, "?"}));
  } else if (!wanted.overload.empty() &&
             cat({" ", overloads, " "}).find(cat({" ", wanted.overload, " "})) == std::string::npos) {
    d.message = cat({name, " has no overload '", wanted.overload, "' in PyTorch 2.6.0"});
    d.note(cat({"it has: ", overloads}));
  } else {
    d.severity = Severity::info;
    d.message = cat({"Seesaw has no record of ", path.substr(kOps.size()), ": what it gives is not computed"});
  }
  return d;
}

std::optional<Diagnostic> UnknownOperators::told(const Node* node) {
  if (node->op() != Opcode::call_function) return std::nullopt;
  std::string_view path = node->callable()->path.view();
  OperatorPath parts(path);
  if (parts.library != "aten" && parts.library != "prims") return std::nullopt;
  if (auto found = judged_.find(path); found != judged_.end()) {
    bool again = found->second && found->second->severity != Severity::info;
    return again ? found->second : std::nullopt;
  }
  bool known = find_record(path) != nullptr || find_schema(path) != nullptr || find_op(path) != nullptr ||
               can_run(path);
  // A packet, whose overload is chosen at the call.
  if (parts.overload.empty()) known = known || !overloads_in_torch(parts.library, parts.name).empty();
  return judged_.emplace(path, known ? std::nullopt : std::optional(judge(path))).first->second;
}

}  // namespace seesaw
