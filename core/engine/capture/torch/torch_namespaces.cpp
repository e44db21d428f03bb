#include "core/engine/capture/torch/torch_namespaces.h"

#include <algorithm>
#include <iterator>

#include "core/base/nearest.h"
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

std::string_view nearest_namespace_name(std::string_view module, std::string_view name, bool newer) {
  const NamesOfModule* row = find_names(module);
  std::string_view best;
  std::size_t best_distance = name.size() <= 3 ? 2 : 3;
  for (std::string_view words : {row == nullptr ? std::string_view() : row->names,
                                 row == nullptr ? std::string_view()
                                 : newer        ? row->since
                                                : row->before}) {
    for (std::size_t at = 0; at < words.size();) {
      std::size_t end = std::min(words.find(' ', at), words.size());
      std::string_view word = words.substr(at, end - at);
      at = end + 1;
      if (word.size() > name.size() + 2 || name.size() > word.size() + 2) continue;
      std::size_t distance = edits_between(name, word);
      // Of equals the beginning that was written: sin for sinn, not sign.
      bool nearer = distance < best_distance || (distance == best_distance && !best.empty() && name.starts_with(word));
      if (!nearer) continue;
      best_distance = distance;
      best = word;
    }
  }
  return best;
}

}  // namespace seesaw
