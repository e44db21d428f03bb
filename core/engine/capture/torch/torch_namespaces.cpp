#include "core/engine/capture/torch/torch_namespaces.h"

#include <algorithm>
#include <iterator>

#include "core/base/words.h"

namespace seesaw {

namespace {

struct NamesOfModule {
  std::string_view module;
  std::string_view names, before, since;  // in both versions, in 2.6 only, in 2.14 only
  std::string_view importable;            // modules in its folder
};

constexpr NamesOfModule kNamespaces[] = {
#include "core/engine/capture/torch/torch_namespaces.inc"
};

const NamesOfModule* find_names(std::string_view module) {
  auto row = std::find_if(
      std::begin(kNamespaces), std::end(kNamespaces), [&](const NamesOfModule& one) { return one.module == module; });
  return row == std::end(kNamespaces) ? nullptr : row;
}

}  // namespace

bool is_known_namespace(std::string_view module) { return find_names(module) != nullptr; }

std::optional<bool> has_namespace_name(std::string_view module, std::string_view name, bool newer) {
  const NamesOfModule* row = find_names(module);
  if (row == nullptr) return std::nullopt;
  if (has_word(row->names, name) || has_word(newer ? row->since : row->before, name)) return true;
  return has_word(row->importable, name) ? std::nullopt : std::optional(false);
}

}  // namespace seesaw
