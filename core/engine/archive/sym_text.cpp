#include "core/engine/archive/sym_text.h"

#include "core/base/cat.h"
#include "core/base/number.h"
#include "core/engine/tensor/sym.h"
#include "core/engine/tensor/sym_print.h"

namespace seesaw {

namespace {

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool read(SymPart& part) { return expression(part, 0) && at_ == text_.size(); }

 private:
  void space() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  bool take(char c) {
    space();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::string_view word() {
    space();
    std::size_t begin = at_;
    auto inner = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    };
    while (at_ < text_.size() && inner(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  std::string_view digits() {
    space();
    std::size_t begin = at_;
    if (at_ < text_.size() && text_[at_] == '-') ++at_;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') ++at_;
    return text_.substr(begin, at_ - begin);
  }

  bool quoted(std::string& inside) {
    if (!take('\'')) return false;
    std::size_t end = text_.find('\'', at_);
    if (end == std::string_view::npos) return false;
    inside = text_.substr(at_, end - at_);
    at_ = end + 1;
    return true;
  }

  // `, positive=True` and similar, up to the bracket.
  bool assumptions() {
    while (take(',')) {
      if (word().empty() || !take('=') || word().empty()) return false;
    }
    return take(')');
  }

  bool expression(SymPart& part, int depth) {
    if (depth > kMaxSymDepth) return false;
    part.name = word();
    if (part.name == "true" || part.name == "false" || part.name == "oo" || part.name == "int_oo") return true;
    if (part.name.empty() || !take('(')) return false;
    if (part.name == "Symbol" || part.name == "Dummy" || part.name == "Float")
      return quoted(part.number) && assumptions();
    if (part.name == "Integer" || part.name == "Rational") {
      part.number = digits();
      if (part.name == "Rational" && take(',')) part.divisor = digits();
      return !part.number.empty() && take(')');
    }
    do {
      if (!expression(part.items.emplace_back(), depth + 1)) return false;
    } while (take(','));
    return take(')') && sym_function_takes(part.name, part.items.size());
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

void collect(const SymPart& part, std::vector<std::string>& parts) {
  if (!is_sym_number(part)) parts.push_back(print_sym(part));
  for (const SymPart& item : part.items) collect(item, parts);
}

// Expressions that a table reads are less than kMaxSymDepth deep.
std::string form_of(SymTable& table, std::int64_t value, const std::function<std::string(std::string_view)>& symbol) {
  if (!is_sym(value)) return cat({"Integer(", std::to_string(value), ")"});
  const SymOperation operation = table.operation(value);
  if (operation.name == "Symbol") return symbol(table.text(value));
  if (operation.name == "Float") return cat({"Float('", format_float(table.number(value)), "', precision=53)"});
  if (operation.operands.empty()) return operation.name;
  std::string out = operation.name + "(";
  for (std::int64_t operand : operation.operands) {
    if (out.back() != '(') out += ", ";
    out += form_of(table, operand, symbol);
  }
  return out + ")";
}

}  // namespace

std::string sym_form(std::string_view text, const std::function<std::string(std::string_view)>& symbol) {
  SymTable table;
  SymScope scope(&table);
  std::optional<std::int64_t> value = table.read(text);
  if (!value) return std::string(text);
  std::string form = form_of(table, *value, symbol);
  // A form that does not survive the round trip stays a text.
  return sym_text(form) == text ? form : std::string(text);
}

std::string sym_text(std::string_view constructor_form, std::vector<std::string>* parts) {
  SymPart root;
  if (!Reader(constructor_form).read(root)) {
    if (parts != nullptr) parts->emplace_back(constructor_form);
    return std::string(constructor_form);
  }
  sort_sym_extremes(root);
  if (parts != nullptr) collect(root, *parts);
  return print_sym(root);
}

}  // namespace seesaw
