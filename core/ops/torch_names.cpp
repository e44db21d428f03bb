#include "core/ops/torch_names.h"

#include <algorithm>
#include <cstddef>

#include "core/support/nearest.h"

namespace seesaw {

namespace {

// `library.name overload overload ...;` in order.
constexpr std::string_view kTorchNames =
#include "core/ops/torch_names.inc"
    ;

// Calls f(name, overloads) for all of a library until it gives true.
template <class F>
void each_torch_name(std::string_view library, F&& f) {
  for (std::string_view rest = kTorchNames; !rest.empty();) {
    std::string_view entry = rest.substr(0, rest.find(';'));
    rest.remove_prefix(entry.size() + 1);
    std::size_t dot = entry.find('.'), space = entry.find(' ');
    if (entry.substr(0, dot) == library && f(entry.substr(dot + 1, space - dot - 1), entry.substr(space + 1))) return;
  }
}

// Of two that are as near: people write the beginning right.
bool is_likelier(std::string_view one, std::string_view other, std::string_view written) {
  auto right = [&](std::string_view name) { return std::mismatch(name.begin(), name.end(), written.begin(), written.end()).first - name.begin(); };
  return right(one) != right(other) ? right(one) > right(other) : one < other;
}

}  // namespace

std::string_view overloads_in_torch(std::string_view library, std::string_view name) {
  std::string_view out;
  each_torch_name(library, [&](std::string_view known, std::string_view overloads) {
    if (known == name) out = overloads;
    return known == name;
  });
  return out;
}

std::string_view nearest_in_torch(std::string_view library, std::string_view name) {
  constexpr std::size_t kLongest = 60;
  std::string_view best;
  if (name.size() > kLongest) return best;
  std::size_t least = name.size() < 6 ? 1 : 2;
  each_torch_name(library, [&](std::string_view known, std::string_view) {
    if (known.size() > name.size() + least || name.size() > known.size() + least) return false;
    std::size_t distance = edits_between(name, known);
    if (distance > least || (distance == least && !best.empty() && !is_likelier(known, best, name))) return false;
    least = distance;
    best = known;
    return false;
  });
  return best;
}

}  // namespace seesaw
