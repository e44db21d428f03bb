// Python functions on symbolic numbers.
//
// PyTorch evaluates them when all operands are plain numbers, so those take the path of running a graph.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/diagnostic.h"
#include "core/engine/exec/fake_call.h"
#include "core/engine/exec/scalar_functions.h"
#include "core/engine/tensor/current_dialect.h"
#include "core/engine/tensor/sym_facts.h"

namespace seesaw {

namespace {

bool is_number(const Arg& arg) {
  return arg.is_symbolic() || arg.is_bool() || arg.is_integer() || arg.kind() == ArgKind::floating;
}

Datum plain(const Arg& arg) {
  if (arg.is_bool()) return Datum(Number::of(arg.as_bool()));
  if (arg.kind() == ArgKind::floating) return Datum(Number::of(arg.as_float()));
  if (!arg.fits_int64()) throw fx_error("OverflowError", "Python int too large to convert to C long");
  return Datum(Number::of(arg.as_int()));
}

Arg as_arg(FakeValues& values, Number n) {
  if (n.kind == Number::Kind::boolean) return Arg::boolean(n.exact != 0);
  return n.kind == Number::Kind::integer ? values.context().integer(n.exact) : values.context().floating(n.value);
}

std::optional<SymKind> relation(std::string_view token) {
  static constexpr std::pair<std::string_view, SymKind> kRows[] = {{"==", SymKind::eq},
                                                                   {"!=", SymKind::ne},
                                                                   {"<", SymKind::lt},
                                                                   {"<=", SymKind::le},
                                                                   {">", SymKind::gt},
                                                                   {">=", SymKind::ge},
                                                                   {"&", SymKind::both},
                                                                   {"|", SymKind::either},
                                                                   {"//", SymKind::floor_div},
                                                                   {"%", SymKind::mod}};
  for (const auto& [text, kind] : kRows) {
    if (text == token) return kind;
  }
  return std::nullopt;
}

// Two operands and the token between them.
std::optional<std::int64_t> infix(SymTable& table, std::string_view token, std::int64_t a, std::int64_t b) {
  if (token == "+") return table.add(a, b);
  if (token == "-") return table.add(a, b, -1);
  if (token == "*") return table.multiply(a, b);
  if (token == "/") return table.apply("truediv", std::array{a, b});
  if (token == "**") return table.apply("pow", std::array{a, b});
  // Mod is of numbers that are not negative.
  auto may_be_negative = [&](std::int64_t value) {
    return only_run_tells(table, value) && !table.facts().decide(table.binary(SymKind::ge, value, 0)).value_or(false);
  };
  bool signs = token == "%" && (may_be_negative(a) || may_be_negative(b));
  if (signs) return table.apply("python_mod", std::array{a, b});
  if (std::optional<SymKind> kind = relation(token)) return table.binary(*kind, a, b);
  return std::nullopt;
}

bool is_of_bits(std::string_view token) { return token == "&" || token == "|" || token == "<<" || token == ">>"; }

// Operators on the bits of integers. A shift is a product or a quotient, of which 2.6 knows nothing.
std::optional<std::int64_t> of_bits(SymTable& table, std::string_view token, std::span<const std::int64_t> x) {
  const bool integers = std::all_of(
      x.begin(), x.end(), [&](std::int64_t v) { return !is_sym(v) || table.type(v) == SymType::integer; });
  if (!integers) return std::nullopt;
  if (token == "&") return table.apply("bitwise_and", x);
  if (token == "|") return table.apply("bitwise_or", x);
  const std::int64_t places = x[1];
  if (!newer(EngineNovelty::shifts_of_sizes) || is_sym(places) || places < 0 || places > 31) return std::nullopt;
  const std::int64_t factor = std::int64_t{1} << places;
  return token == "<<" ? table.multiply(x[0], factor) : table.binary(SymKind::floor_div, x[0], factor);
}

// The last part of a path of a numeric function of Python, math or torch.
std::string_view function_of(std::string_view path) {
  for (std::string_view prefix : {"math.", "builtins.", "torch.sym_", "torch._sym_", "operator."}) {
    if (path.starts_with(prefix)) return path.starts_with("torch._") ? path.substr(7) : path.substr(path.find('.') + 1);
  }
  return {};
}

std::optional<std::int64_t> apply(SymTable& table, std::string_view name, std::span<const std::int64_t> x) {
  bool two = x.size() == 2;
  if ((name == "sym_max" || name == "max") && two) return table.binary(SymKind::max, x[0], x[1]);
  if ((name == "sym_min" || name == "min") && two) return table.binary(SymKind::min, x[0], x[1]);
  if (name == "neg" && x.size() == 1) return table.multiply(x[0], -1);
  if (name == "pos" && x.size() == 1) return x[0];
  static constexpr std::string_view kOne[] = {
      "sym_float", "sym_int", "sym_not", "not_", "sym_sqrt", "sqrt", "floor", "ceil", "trunc", "round", "float", "abs"};
  if (x.size() == 1 && std::find(std::begin(kOne), std::end(kOne), name) != std::end(kOne)) return table.apply(name, x);
  if (name == "int" && x.size() == 1) return table.apply("sym_int", x);
  if (name == "sym_ite" && x.size() == 3) {
    if (std::optional<bool> known = table.constant(x[0])) return *known ? x[1] : x[2];
    return table.apply(name, x);
  }
  if (name == "pow" && two) return table.apply("pow", x);
  return std::nullopt;
}

}  // namespace

std::optional<Arg> call_sym_function(FakeValues& values,
                                     std::string_view path,
                                     const OpDef* def,
                                     std::span<const Arg> args) {
  if (path == op_path::getitem && args.size() == 2 && args[0].is_sequence() && args[1].is_integer()) {
    auto count = static_cast<std::int64_t>(args[0].items().size());
    std::int64_t at = args[1].as_int() < 0 ? args[1].as_int() + count : args[1].as_int();
    if (at < 0 || at >= count)
      throw fx_error("IndexError",
                     args[0].kind() == ArgKind::tuple ? "tuple index out of range" : "list index out of range");
    return args[0].items()[static_cast<std::size_t>(at)];
  }
  if (path == "builtins.round" && args.size() == 2 && args[1].is_none()) args = args.first(1);
  if (args.empty() || !std::all_of(args.begin(), args.end(), is_number)) return std::nullopt;
  if (std::none_of(args.begin(), args.end(), [](const Arg& a) { return a.is_symbolic(); })) {
    std::vector<Datum> data;
    for (const Arg& arg : args) data.push_back(plain(arg));
    std::optional<Datum> out = call_scalar_function(path, def, data);
    return out && out->is_number() ? std::optional(as_arg(values, out->number())) : std::nullopt;
  }
  SymTable& table = values.symbols();
  std::vector<std::int64_t> x;
  for (const Arg& arg : args) {
    const std::optional<std::int64_t> number = arg.kind() == ArgKind::floating ? table.real(arg.as_float())
                                                                               : values.integer(arg);
    if (!number)
      throw user_error("symbolic",
                       "a number beyond 64 bits meets a symbolic size, which is not kept",
                       "take a number that fits in 64 bits");
    x.push_back(*number);
  }
  std::optional<std::int64_t> out;
  if (def != nullptr && !def->python.syntax.token.empty() && x.size() == 2) {
    std::string_view token = def->python.syntax.token;
    if (def->python.syntax.form == PythonForm::inplace) token.remove_suffix(1);
    const bool truths = std::all_of(
        args.begin(), args.end(), [](const Arg& arg) { return arg.is_bool() || arg.kind() == ArgKind::sym_bool; });
    out = is_of_bits(token) && !truths ? of_bits(table, token, x) : infix(table, token, x[0], x[1]);
  }
  if (!out) out = apply(table, function_of(path), x);
  return out ? std::optional(values.number(*out)) : std::nullopt;
}

}  // namespace seesaw
