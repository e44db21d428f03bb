#include "core/engine/exec/arg_equality.h"

#include <cmath>
#include <cstring>

namespace seesaw {

namespace {

bool leaves_equal(const Arg& a, const Arg& b) {
  if (a == b) return a.kind() != ArgKind::floating || !std::isnan(a.as_float());
  switch (a.kind()) {
    case ArgKind::node: return a.as_node() == b.as_node();
    case ArgKind::integer: return a.fits_int64() && b.fits_int64() && a.as_int() == b.as_int();
    case ArgKind::floating: return a.as_float() == b.as_float();
    case ArgKind::sym_int:
    case ArgKind::sym_float:
    case ArgKind::sym_bool: return a.as_sym()->text == b.as_sym()->text;
    default: return false;
  }
}

std::size_t hash_leaf(const Arg& arg) {
  switch (arg.kind()) {
    case ArgKind::node: return reinterpret_cast<std::uintptr_t>(arg.as_node()) >> 4;
    case ArgKind::integer: return arg.fits_int64() ? static_cast<std::size_t>(arg.as_int()) : arg.as_symbol().hash();
    case ArgKind::floating: {
      double value = arg.as_float() == 0 ? 0 : arg.as_float();
      std::uint64_t bits = 0;
      std::memcpy(&bits, &value, sizeof bits);
      return static_cast<std::size_t>(bits ^ (bits >> 32));
    }
    case ArgKind::sym_int:
    case ArgKind::sym_float:
    case ArgKind::sym_bool: return arg.as_sym()->text.hash();
    default: return arg.hash();
  }
}

}  // namespace

bool args_equal(const Arg& first, const Arg& second) {
  std::vector<std::pair<Arg, Arg>> open{{first, second}};
  while (!open.empty()) {
    auto [a, b] = open.back();
    open.pop_back();
    if (a.kind() != b.kind()) return false;
    if (!a.is_container()) {
      if (!leaves_equal(a, b)) return false;
      continue;
    }
    if (a.items().size() != b.items().size()) return false;
    for (std::size_t i = 0; i < a.items().size(); ++i) open.emplace_back(a.items()[i], b.items()[i]);
  }
  return true;
}

std::size_t hash_arg(const Arg& arg) {
  std::size_t hash = 0;
  std::vector<Arg> open{arg};
  while (!open.empty()) {
    Arg at = open.back();
    open.pop_back();
    std::size_t part = at.is_container() ? at.items().size() : hash_leaf(at);
    hash = hash * 1000003 + part * 31 + static_cast<std::size_t>(at.kind());
    if (at.is_container()) open.insert(open.end(), at.items().begin(), at.items().end());
  }
  return hash;
}

}  // namespace seesaw
