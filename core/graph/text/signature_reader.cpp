#include "core/graph/text/signature_reader.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/base/number.h"

namespace seesaw {

SignatureReader::SignatureReader(Context& context, std::string_view text, Report report)
    : context_(context), text_(text), report_(std::move(report)), scratch_(16384) {}

std::uint32_t SignatureReader::read_signature(std::uint32_t at) {
  std::size_t first = text_.find_first_not_of(" \t\r\n", at);
  if (first == std::string_view::npos) return at;
  if (text_[first] == '#') return read_lines(static_cast<std::uint32_t>(first));
  Lexer lexer(text_, static_cast<std::uint32_t>(first));
  ExpressionParser parser(lexer, scratch_, report_);
  Expr* e = parser.parse_one();
  if (e == nullptr) return lexer.token().end;
  read_repr(e);
  return e->end;
}

const Expr* SignatureReader::key(const Expr* call, std::string_view name) {
  std::size_t positional = call->items.size() - call->keys.size();
  for (std::size_t i = 0; i < call->keys.size(); ++i) {
    if (call->keys[i] == name) return call->items[positional + i];
  }
  return nullptr;
}

bool SignatureReader::has_class(const Expr* e, std::string_view name, std::initializer_list<std::string_view> fields) {
  if (e->kind != ExprKind::call || dotted_path(e->left) != name) {
    report_(cat({"expected ", name, "(...)"}), e->begin, e->end, "");
    return false;
  }
  if (e->items.size() > e->keys.size())
    report_(cat({"expected `name=value` in ", name}), e->items[0]->begin, e->items[0]->end, "");
  for (std::size_t i = 0; i < e->keys.size(); ++i) {
    if (std::find(fields.begin(), fields.end(), e->keys[i]) != fields.end()) continue;
    const Expr* value = e->items[e->items.size() - e->keys.size() + i];
    report_(cat({"unknown field '", e->keys[i], "' of ", name}), value->begin, value->end, "");
  }
  return true;
}

const Expr* SignatureReader::required(const Expr* call, std::string_view name) {
  const Expr* e = key(call, name);
  if (e == nullptr) report_(cat({"the field '", name, "' is missing"}), call->begin, call->end, "");
  return e;
}

// kind=<InputKind.USER_INPUT: 1> as "USER_INPUT".
std::string SignatureReader::kind_of(const Expr* call) {
  const Expr* e = key(call, "kind");
  if (e == nullptr || e->kind != ExprKind::angle) return {};
  std::string_view text = e->text;
  std::size_t dot = text.find('.');
  std::size_t colon = text.find(':');
  if (dot == std::string_view::npos || colon == std::string_view::npos || colon < dot) return {};
  return std::string(text.substr(dot + 1, colon - dot - 1));
}

std::optional<std::string> SignatureReader::string_of(const Expr* e) {
  if (e == nullptr || e->kind == ExprKind::none) return std::nullopt;
  if (e->kind == ExprKind::string) return unquote(e->text);
  report_("expected a string or None", e->begin, e->end, "");
  return std::nullopt;
}

Arg SignatureReader::constant_of(const Expr* e) {
  if (e == nullptr) return Arg();
  bool negative = e->kind == ExprKind::unary && e->text == "-";
  if (negative) e = e->left;
  switch (e->kind) {
    case ExprKind::true_: return Arg::boolean(true);
    case ExprKind::false_: return Arg::boolean(false);
    case ExprKind::string: return context_.string(unquote(e->text));
    case ExprKind::integer: return context_.integer((negative ? "-" : "") + normalize_int(e->text).value_or("0"));
    case ExprKind::floating: {
      double value = parse_float(e->text).value_or(0);
      return context_.floating(negative ? -value : value);
    }
    case ExprKind::name: {
      std::optional<double> value = parse_float(e->text);  // inf, nan
      if (value) return context_.floating(negative ? -*value : *value);
      return Arg::symbol(ArgKind::text, context_.intern(e->text));
    }
    case ExprKind::none: return Arg();
    default: return Arg::symbol(ArgKind::text, context_.intern(text_.substr(e->begin, e->end - e->begin)));
  }
}

ArgumentSpec SignatureReader::read_argument(const Expr* e) {
  ArgumentSpec spec;
  if (e == nullptr) return spec;
  std::string type = e->kind == ExprKind::call ? dotted_path(e->left) : std::string();
  if (std::optional<ArgumentSpec::Type> known = find_argument_type(type)) {
    spec.type = *known;
  } else {
    report_(cat({"unknown kind of argument '", type, "'"}), e->begin, e->end, "kept as a TensorArgument");
    return spec;
  }
  has_class(e, type, {"name", "value", "class_fqn", "fake_val"});
  // Constants of 2.1 had no name.
  spec.name = string_of(spec.type == ArgumentSpec::Type::constant ? key(e, "name") : required(e, "name")).value_or("");
  if (spec.type == ArgumentSpec::Type::constant) spec.value = constant_of(key(e, "value"));
  spec.class_fqn = string_of(key(e, "class_fqn")).value_or("");
  return spec;
}

void SignatureReader::read_input(const Expr* e) {
  if (!has_class(e, "InputSpec", {"kind", "arg", "target", "persistent"})) return;
  InputSpec spec;
  std::string kind = kind_of(e);
  std::optional<InputKind> known = find_input_kind(kind);
  if (!known) report_(cat({"unknown kind of input '", kind, "'"}), e->begin, e->end, "");
  spec.kind = known.value_or(InputKind::user_input);
  spec.arg = read_argument(required(e, "arg"));
  spec.target = string_of(key(e, "target"));
  const Expr* persistent = key(e, "persistent");
  if (persistent != nullptr && persistent->kind != ExprKind::none) {
    spec.persistent = persistent->kind == ExprKind::true_;
    if (!*spec.persistent && persistent->kind != ExprKind::false_)
      report_("expected True, False or None", persistent->begin, persistent->end, "");
  }
  signature_.input_specs.push_back(std::move(spec));
}

void SignatureReader::read_output(const Expr* e) {
  if (!has_class(e, "OutputSpec", {"kind", "arg", "target"})) return;
  OutputSpec spec;
  std::string kind = kind_of(e);
  std::optional<OutputKind> known = find_output_kind(kind);
  if (!known) report_(cat({"unknown kind of output '", kind, "'"}), e->begin, e->end, "");
  spec.kind = known.value_or(OutputKind::user_output);
  spec.arg = read_argument(required(e, "arg"));
  spec.target = string_of(key(e, "target"));
  signature_.output_specs.push_back(std::move(spec));
}

void SignatureReader::read_repr(const Expr* e) {
  if (!has_class(e, "ExportGraphSignature", {"input_specs", "output_specs"})) return;
  for (bool inputs : {true, false}) {
    const Expr* specs = required(e, inputs ? "input_specs" : "output_specs");
    if (specs == nullptr) continue;
    if (specs->kind != ExprKind::list) report_("expected a list of specs", specs->begin, specs->end, "");
    for (const Expr* item : specs->items) inputs ? read_input(item) : read_output(item);
  }
}

std::uint32_t SignatureReader::read_lines(std::uint32_t at) {
  new_form_ = true;
  bool inputs = true;
  while (at < text_.size()) {
    std::size_t end = text_.find('\n', at);
    if (end == std::string_view::npos) end = text_.size();
    std::string_view line = text_.substr(at, end - at);
    std::size_t first = line.find_first_not_of(" \t\r");
    if (first != std::string_view::npos) {
      std::string_view content = line.substr(first);
      while (!content.empty() && (content.back() == ' ' || content.back() == '\r')) content.remove_suffix(1);
      if (content.starts_with("Range constraints:")) return at;
      if (content == "# inputs") {
        inputs = true;
      } else if (content == "# outputs") {
        inputs = false;
      } else {
        read_line(content, inputs, at + static_cast<std::uint32_t>(first));
      }
    }
    at = static_cast<std::uint32_t>(end) + (end < text_.size() ? 1 : 0);
    if (end == text_.size()) break;
  }
  return at;
}

// `p_weight: PARAMETER target='weight' persistent=True`
void SignatureReader::read_line(std::string_view line, bool inputs, std::uint32_t at) {
  std::size_t colon = line.find(": ");
  auto end = at + static_cast<std::uint32_t>(line.size());
  if (colon == std::string_view::npos) {
    report_("expected `name: KIND`", at, end, "");
    return;
  }
  ArgumentSpec arg;
  arg.name = std::string(line.substr(0, colon));
  std::string_view rest = line.substr(colon + 2);
  std::string_view kind = rest.substr(0, rest.find(' '));
  rest.remove_prefix(kind.size());
  std::optional<std::string> target;
  std::size_t close = rest.starts_with(" target='") ? rest.find('\'', 9) : std::string_view::npos;
  if (close != std::string_view::npos) {
    target = std::string(rest.substr(9, close - 9));
    rest.remove_prefix(close + 1);
  }
  std::optional<bool> persistent;
  if (rest == " persistent=True" || rest == " persistent=False") {
    persistent = rest.ends_with("True");
    rest = {};
  }
  if (!rest.empty())
    report_(cat({"expected `target='...'` or `persistent=True`, found `", rest.substr(1), "`"}),
            end - static_cast<std::uint32_t>(rest.size()),
            end,
            "");
  if (inputs) {
    std::optional<InputKind> known = find_input_kind(kind);
    if (!known) report_(cat({"unknown kind of input '", kind, "'"}), at, end, "");
    signature_.input_specs.push_back(
        {known.value_or(InputKind::user_input), std::move(arg), std::move(target), persistent});
  } else {
    std::optional<OutputKind> known = find_output_kind(kind);
    if (!known) report_(cat({"unknown kind of output '", kind, "'"}), at, end, "");
    // A result without a name is a constant; the graph's output has its value.
    if (arg.name.empty()) arg.type = ArgumentSpec::Type::constant;
    signature_.output_specs.push_back({known.value_or(OutputKind::user_output), std::move(arg), std::move(target)});
  }
}

std::vector<std::pair<std::string, std::string>> SignatureReader::read_constraints(std::string_view inside,
                                                                                   std::uint32_t at,
                                                                                   const Report& report) {
  std::vector<std::pair<std::string, std::string>> out;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= inside.size(); ++i) {
    char c = i < inside.size() ? inside[i] : ',';
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (c != ',' || depth > 0) continue;
    std::string_view item = inside.substr(begin, i - begin);
    while (!item.empty() && item.front() == ' ') item.remove_prefix(1);
    std::size_t colon = item.find(": ");
    if (colon != std::string_view::npos && colon > 0) {
      out.emplace_back(item.substr(0, colon), item.substr(colon + 2));
    } else if (!inside.empty()) {
      report(cat({"expected `symbol: range`, found '", item, "'"}),
             at + static_cast<std::uint32_t>(begin),
             at + static_cast<std::uint32_t>(i),
             "");
    }
    begin = i + 1;
  }
  return out;
}

}  // namespace seesaw
