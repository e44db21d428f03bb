// Conditions on symbolic sizes that hold, or do not, for all sizes that there can be.
#include "core/engine/capture/torch/capture_run.h"
#include "core/engine/tensor/sym_facts.h"

namespace seesaw {

std::optional<bool> SizeChecks::decided(const Arg& condition) {
  if (condition.kind() != ArgKind::sym_bool) return std::nullopt;
  SymTable& symbols = values().symbols();
  SymScope scope(&symbols);
  std::optional<std::int64_t> value = symbols.read(condition.as_sym()->text.view());
  return value ? symbols.facts().decide(*value) : std::nullopt;
}

void SizeChecks::refuse_undecided(const PyExpr& e, const Arg& condition) {
  std::optional<std::int64_t> value = condition.is_symbolic() ? values().integer(condition) : std::nullopt;
  if (!value || !only_run_tells(values().symbols(), *value)) return;
  SymScope scope(&values().symbols());
  located(e, [&] { values().symbols().facts().undecided(*value); });
}

}  // namespace seesaw
