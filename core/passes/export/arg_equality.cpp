#include "core/passes/export/arg_equality.h"

#include <cmath>
#include <cstdlib>
#include <cstring>

#include "core/ops/schema.h"

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

Arg default_argument(Context& context, const SchemaParameter& parameter) {
  std::string_view text = parameter.fallback;
  if (text.empty() || text == "None") return Arg();
  if (text == "True" || text == "False") return Arg::boolean(text == "True");
  if (text.front() == '"' || text.front() == '\'') return context.string(text.substr(1, text.size() - 2));
  if (text.front() == '[') {
    std::vector<Arg> items;
    for (std::size_t at = 1; at + 1 < text.size();) {
      std::size_t end = std::min(text.find(',', at), text.size() - 1);
      std::string_view item = text.substr(at, end - at);
      while (item.starts_with(' ')) item.remove_prefix(1);
      items.push_back(item == "True" || item == "False" ? Arg::boolean(item == "True") : context.integer(std::strtoll(std::string(item).c_str(), nullptr, 10)));
      at = end + 1;
    }
    return context.list(items);
  }
  if (text.find_first_not_of("-0123456789") == std::string_view::npos) return context.integer(std::strtoll(std::string(text).c_str(), nullptr, 10));
  char* end = nullptr;
  std::string copy(text);
  double value = std::strtod(copy.c_str(), &end);
  return end != copy.c_str() && *end == '\0' ? context.floating(value) : context.string(text);
}

}  // namespace seesaw
