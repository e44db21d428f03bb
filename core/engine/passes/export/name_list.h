// Lists of names in the options of passes: "w, b", "k=layer.k".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace seesaw {

// The names between commas, without surrounding blanks; empty ones are skipped.
inline std::vector<std::string> split_names(std::string_view list) {
  std::vector<std::string> out;
  while (!list.empty()) {
    std::size_t comma = list.find(',');
    std::string_view name = list.substr(0, comma);
    while (name.starts_with(' ')) name.remove_prefix(1);
    while (name.ends_with(' ')) name.remove_suffix(1);
    if (!name.empty()) out.emplace_back(name);
    list.remove_prefix(comma == std::string_view::npos ? list.size() : comma + 1);
  }
  return out;
}

}  // namespace seesaw
