#include "core/engine/ops/table/torch_names.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/nearest.h"

namespace seesaw {

namespace {

// `library.name overload overload ...;` in order.
constexpr std::string_view kTorchNames =
#include "core/engine/ops/table/torch_names.inc"
    ;

struct TorchName {
  std::string_view library, name, overloads;
  std::uint32_t letters = 0;  // the letters of the name, as bits
};

std::uint32_t letters_of(std::string_view name) {
  std::uint32_t out = 0;
  for (char c : name) out |= 1u << (static_cast<unsigned char>(c) % 32);
  return out;
}
// The letters that one name has and the other lacks: a misspelling adds at most two.
bool letters_differ(const TorchName& known, std::uint32_t letters, std::size_t slips) {
  std::size_t differing = 0;
  for (std::uint32_t rest = known.letters ^ letters; rest != 0; rest &= rest - 1) ++differing;
  return differing > 2 * slips;
}

// In order of library and name, as written. Parsed once.
const std::vector<TorchName>& torch_names() {
  static const std::vector<TorchName> names = [] {
    std::vector<TorchName> out;
    for (std::string_view rest = kTorchNames; !rest.empty();) {
      std::string_view entry = rest.substr(0, rest.find(';'));
      rest.remove_prefix(entry.size() + 1);
      std::size_t dot = entry.find('.'), space = entry.find(' ');
      std::string_view name = entry.substr(dot + 1, space - dot - 1);
      out.push_back({entry.substr(0, dot), name, entry.substr(space + 1), letters_of(name)});
    }
    return out;
  }();
  return names;
}
std::span<const TorchName> names_of(std::string_view library) {
  const std::vector<TorchName>& all = torch_names();
  auto from = std::lower_bound(all.begin(), all.end(), library, [](const TorchName& one, std::string_view wanted) {
    return one.library < wanted;
  });
  auto to = std::upper_bound(
      from, all.end(), library, [](std::string_view wanted, const TorchName& one) { return wanted < one.library; });
  return std::span(all).subspan(static_cast<std::size_t>(from - all.begin()), static_cast<std::size_t>(to - from));
}

// Of two equally near: the beginning is usually spelled correctly.
bool is_likelier(std::string_view one, std::string_view other, std::string_view written) {
  auto right = [&](std::string_view name) {
    return std::mismatch(name.begin(), name.end(), written.begin(), written.end()).first - name.begin();
  };
  return right(one) != right(other) ? right(one) > right(other) : one < other;
}

}  // namespace

std::string_view overloads_in_torch(std::string_view library, std::string_view name) {
  std::span<const TorchName> names = names_of(library);
  auto at = std::lower_bound(names.begin(), names.end(), name, [](const TorchName& one, std::string_view wanted) {
    return one.name < wanted;
  });
  return at != names.end() && at->name == name ? at->overloads : std::string_view();
}

std::string_view nearest_in_torch(std::string_view library, std::string_view name) {
  constexpr std::size_t kMaxLength = 60;
  std::string_view best;
  if (name.size() > kMaxLength) return best;
  std::size_t least = name.size() < 6 ? 1 : 2;
  std::uint32_t letters = letters_of(name);
  for (const TorchName& one : names_of(library)) {
    std::string_view known = one.name;
    if (known.size() > name.size() + least || name.size() > known.size() + least || letters_differ(one, letters, least))
      continue;
    std::size_t distance = edits_between(name, known);
    if (distance > least || (distance == least && !best.empty() && !is_likelier(known, best, name))) continue;
    least = distance;
    best = known;
  }
  return best;
}

}  // namespace seesaw
