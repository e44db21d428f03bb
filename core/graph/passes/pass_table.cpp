#include <algorithm>

#include <graph_records_passes.h>

namespace seesaw {

namespace {

bool comes_before(const PassDef* a, const PassDef* b) { return a->order < b->order; }

std::vector<const PassDef*>& table() {
  static std::vector<const PassDef*> passes = [] {
    std::span<const PassDef* const> own = graph_records::passes();
    std::vector<const PassDef*> out(own.begin(), own.end());
    std::stable_sort(out.begin(), out.end(), comes_before);
    return out;
  }();
  return passes;
}

}  // namespace

std::span<const PassDef* const> pass_table() { return table(); }

void add_passes(std::span<const PassDef* const> passes) {
  for (const PassDef* def : passes) {
    if (find_pass(def->name) == nullptr) table().push_back(def);
  }
  std::stable_sort(table().begin(), table().end(), comes_before);
}

const PassDef* find_pass(std::string_view name) {
  std::string wanted(name);
  std::replace(wanted.begin(), wanted.end(), '-', '_');
  for (const PassDef* def : table()) {
    if (def->name == wanted) return def;
  }
  return nullptr;
}

std::string_view decision_name(WhyEntry::Decision decision) {
  constexpr std::string_view names[] = {"wrapped", "inlined", "lost", "dropped", "kept"};
  return names[static_cast<int>(decision)];
}

bool PassContext::flag(std::string_view option) const { return choice(option) == "true"; }

std::string_view PassContext::choice(std::string_view option) const {
  for (const auto& [name, value] : options) {
    if (name == option) return value;
  }
  return {};
}

}  // namespace seesaw
