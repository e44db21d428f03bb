#include "core/engine/exec/python_values.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/graph/ops_table/op_def.h"

namespace seesaw {

using DatumKind = Datum::Kind;

std::string_view python_type_name(const Datum& value) {
  switch (value.kind()) {
    case DatumKind::none: return "NoneType";
    case DatumKind::tensor: return "Tensor";
    case DatumKind::number:
      return value.number().kind == Number::Kind::complex   ? "complex"
             : value.number().kind == Number::Kind::boolean ? "bool"
             : value.number().kind == Number::Kind::integer ? "int"
                                                            : "float";
    case DatumKind::text: return "str";
    case DatumKind::list: return "list";
    case DatumKind::tuple: return "tuple";
    case DatumKind::dict: return "dict";
    case DatumKind::slice: return "slice";
    case DatumKind::ellipsis: return "ellipsis";
    default: return "object";
  }
}

void Datum::not_a(std::string_view expected) const {
  throw fx_error("TypeError", cat({"expected a value of type ", expected, ", not ", python_type_name(*this)}));
}

namespace {

bool same(const Datum& a, const Datum& b) {
  if (a.is_number() && b.is_number())
    return a.number().value == b.number().value && a.number().imaginary == b.number().imaginary;
  return a.kind() == b.kind() && a.kind() == DatumKind::text && a.text() == b.text();
}

// As KeyError shows it: e.args[0], formatted into a text.
std::string key_text(const Datum& key) {
  if (key.is_text()) return key.text();
  return key.is_number() && key.number().kind != Number::Kind::floating ? std::to_string(key.number().exact)
                                                                        : std::string(python_type_name(key));
}

Datum lookup(const Datum& dict, const Datum& key) {
  const std::vector<Datum>& items = dict.items();
  for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
    if (same(items[i], key)) return items[i + 1];
  }
  throw fx_error("KeyError", key_text(key));
}

Datum joined(const Datum& a, const Datum& b) {
  if (a.kind() == DatumKind::text) return Datum::text(a.text() + b.text());
  std::vector<Datum> items = a.items();
  items.insert(items.end(), b.items().begin(), b.items().end());
  return Datum::group(a.kind(), std::move(items));
}

Datum combine(std::string_view token, const Datum& a, const Datum& b) {
  bool sequence = a.is_sequence() || a.kind() == DatumKind::text;
  if (token == "==" || token == "!=") return Datum(Number::of(same(a, b) == (token == "==")));
  if (token == "+" && sequence && a.kind() == b.kind()) return joined(a, b);
  if (token == "+" && sequence)
    throw fx_error("TypeError",
                   cat({"can only concatenate ",
                        python_type_name(a),
                        " (not \"",
                        python_type_name(b),
                        "\") to ",
                        python_type_name(a)}));
  if (token == "<" || token == ">" || token == "<=" || token == ">=") {
    throw fx_error("TypeError",
                   cat({"'",
                        token,
                        "' not supported between instances of '",
                        python_type_name(a),
                        "' and '",
                        python_type_name(b),
                        "'"}));
  }
  std::string_view shown = token == "**" ? "** or pow()" : token;
  throw fx_error("TypeError",
                 cat({"unsupported operand type(s) for ",
                      shown,
                      ": '",
                      python_type_name(a),
                      "' and '",
                      python_type_name(b),
                      "'"}));
}

std::int64_t length(const Datum& value) {
  if (value.kind() == DatumKind::text) return static_cast<std::int64_t>(value.text().size());
  if (value.kind() == DatumKind::dict) return static_cast<std::int64_t>(value.items().size() / 2);
  if (value.is_sequence()) return static_cast<std::int64_t>(value.items().size());
  throw fx_error("TypeError", cat({"object of type '", python_type_name(value), "' has no len()"}));
}

std::string mapped(std::string text, char from, char to, int by) {
  for (char& c : text) {
    if (c >= from && c <= to) c = static_cast<char>(c + by);
  }
  return text;
}

std::string stripped(const std::string& text) {
  constexpr std::string_view kSpace = " \t\n\r\f\v";
  std::size_t from = text.find_first_not_of(kSpace);
  return from == std::string::npos ? "" : text.substr(from, text.find_last_not_of(kSpace) - from + 1);
}

}  // namespace

std::optional<Datum> call_on_python_values(std::string_view path, std::string_view token, std::span<const Datum> args) {
  if (std::any_of(args.begin(), args.end(), [](const Datum& arg) { return arg.is_tensor() || arg.is_module(); }))
    return std::nullopt;
  if (path == op_path::getitem && args.size() == 2 && args[0].kind() == DatumKind::dict)
    return lookup(args[0], args[1]);
  if (path == "builtins.len" && args.size() == 1) return Datum(Number::of(length(args[0])));
  if (args.size() != 2 || token.empty() || (args[0].is_number() && args[1].is_number())) return std::nullopt;
  return combine(token, args[0], args[1]);
}

Datum call_python_method(std::string_view name, std::span<const Datum> args) {
  const Datum& self = args[0];
  if (self.kind() == DatumKind::text && args.size() == 1) {
    if (name == "upper") return Datum::text(mapped(self.text(), 'a', 'z', 'A' - 'a'));
    if (name == "lower") return Datum::text(mapped(self.text(), 'A', 'Z', 'a' - 'A'));
    if (name == "strip") return Datum::text(stripped(self.text()));
  }
  if (self.kind() == DatumKind::dict && name == "get" && args.size() >= 2) {
    for (std::size_t i = 0; i + 1 < self.items().size(); i += 2) {
      if (same(self.items()[i], args[1])) return self.items()[i + 1];
    }
    return args.size() > 2 ? args[2] : Datum();
  }
  throw fx_error("AttributeError", cat({"'", python_type_name(self), "' object has no attribute '", name, "'"}));
}

}  // namespace seesaw
