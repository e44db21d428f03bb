#include "core/exec/unknown_operator.h"

#include <algorithm>
#include <set>

#include "core/exec/op_call.h"
#include "core/ops/op_def.h"
#include "core/ops/schema.h"
#include "core/support/cat.h"
#include "core/support/nearest.h"

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
    std::size_t second = name.find('.');
    if (second == std::string_view::npos) return;
    overload = name.substr(second + 1);
    name = name.substr(0, second);
  }
};

// aten::add_ runs as aten::add does.
std::string_view base_of(std::string_view name) { return name.ends_with('_') && !name.ends_with("__") ? name.substr(0, name.size() - 1) : name; }

// Of two that are as near: people write the beginning right.
bool is_likelier(std::string_view one, std::string_view other, std::string_view written) {
  auto right = [&](std::string_view name) { return std::mismatch(name.begin(), name.end(), written.begin(), written.end()).first - name.begin(); };
  return right(one) != right(other) ? right(one) > right(other) : one < other;
}

}  // namespace

Diagnostic UnknownOperators::judge(std::string_view path) const {
  OperatorPath wanted(path);
  std::set<std::string_view> overloads;
  std::string_view best;
  // Less than: one slip in a short name, two in a long one.
  std::size_t best_distance = wanted.name.size() < 6 ? 2 : 3;
  each_record([&](const OpDef& op) {
    OperatorPath known(op.path);
    if (known.library != wanted.library) return;
    if (known.name == wanted.name || known.name == base_of(wanted.name)) overloads.insert(known.overload);
    if (known.name.size() > wanted.name.size() + 2 || wanted.name.size() > known.name.size() + 2) return;
    std::size_t distance = edits_between(wanted.name, known.name);
    if (distance > best_distance || (distance == best_distance && (best.empty() || !is_likelier(known.name, best, wanted.name)))) return;
    best_distance = distance;
    best = known.name;
  });
  Diagnostic d;
  d.severity = Severity::warning;
  d.code = "unknown-operator";
  if (!overloads.empty()) {
    d.message = cat({wanted.library, ".", wanted.name, " has no overload '", wanted.overload, "' that Seesaw knows"});
    std::string all;
    for (std::string_view one : overloads) all += cat({all.empty() ? "" : ", ", one});
    d.note(cat({"it has: ", all}));
    return d;
  }
  d.message = cat({wanted.library, ".", wanted.name, " is no operator that Seesaw knows: what it gives is not computed"});
  if (best.empty()) {
    d.severity = Severity::info;
  } else {
    d.note(cat({"did you mean ", wanted.library, ".", best, "?"}));
  }
  return d;
}

std::optional<Diagnostic> UnknownOperators::told(const Node* node) {
  if (node->op() != Opcode::call_function) return std::nullopt;
  std::string_view path = node->callable()->path.view();
  OperatorPath parts(path);
  if ((parts.library != "aten" && parts.library != "prims") || parts.overload.empty()) return std::nullopt;
  if (auto found = judged_.find(path); found != judged_.end()) return found->second;
  bool known = find_record(path) != nullptr || find_schema(path) != nullptr || find_op(path) != nullptr || can_run(path);
  return judged_.emplace(path, known ? std::nullopt : std::optional(judge(path))).first->second;
}

}  // namespace seesaw
