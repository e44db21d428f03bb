// Ranges of symbols as programs print them: VR[1, 9], VR[0, int_oo].
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include "core/base/diagnostic.h"
#include "core/base/number.h"

namespace seesaw {

struct SymbolRange {
  static constexpr std::int64_t kInfinite = std::numeric_limits<std::int64_t>::max();
  std::int64_t lower = -kInfinite, upper = kInfinite;  // these: unbounded
};

// RuntimeError, as PyTorch's, for bounds that are not integers.
inline SymbolRange read_symbol_range(std::string_view text) {
  auto bound = [](std::string_view part) {
    while (part.starts_with(' ')) part.remove_prefix(1);
    if (part == "int_oo" || part == "oo") return SymbolRange::kInfinite;
    if (part == "-int_oo" || part == "-oo") return -SymbolRange::kInfinite;
    std::optional<std::int64_t> value = parse_int(part);
    if (!value) throw fx_error("RuntimeError", "Export constraints cannot be non-integer expressions");
    return *value;
  };
  std::size_t comma = text.find(',');
  if (!text.starts_with("VR[") || !text.ends_with(']') || comma == std::string_view::npos)
    throw fx_error("RuntimeError", "Export constraints cannot be non-integer expressions");
  return {bound(text.substr(3, comma - 3)), bound(text.substr(comma + 1, text.size() - comma - 2))};
}

}  // namespace seesaw
