#include <algorithm>

#include "core/graph/passes/pass_list.h"

namespace seesaw {

namespace {

// One name here for each record; the order is that of the page's picker.
constinit const PassDef* const kPasses[] = {
    &pass::replace_set_grad_with_hop_pass,
    &pass::replace_autocast_with_hop_pass,
    &pass::eliminate_dead_code,
    &pass::common_getitem_elimination,
    &pass::inline_submodules,
};

}  // namespace

namespace {

std::vector<const PassDef*>& table() {
  static std::vector<const PassDef*> passes(std::begin(kPasses), std::end(kPasses));
  return passes;
}

}  // namespace

std::span<const PassDef* const> pass_table() { return table(); }

void add_passes(std::span<const PassDef* const> passes) {
  for (const PassDef* def : passes) {
    if (find_pass(def->name) == nullptr) table().push_back(def);
  }
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
