// What a written archive takes from the one it was read from.
//
// What: `Original` remembers the forms of symbolic expressions, the names of arguments of operators without a known
// schema, what was said of each tensor, and which optional fields that version of the format has. Why: a program does
// not hold these, and PyTorch refuses a field that its version does not know.
//
//   Original original(document.root());
//   original.expression("2*s0")        // {"expr_str": "Mul(Integer(2), Symbol('s0', ...))", "hint": ...}
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/json.h"

namespace seesaw::archive {

class Original {
 public:
  // How an operator was called there.
  struct Operator {
    std::vector<std::string_view> names;  // of its arguments, the longest list that was met
    bool returns_list = false;
  };

  explicit Original(const JsonValue& root);
  const JsonValue& root() const { return root_; }
  // Null if there is none.
  const JsonValue* expression(const std::string& text) const;
  // How a new expression is written: {"expr_str": ...} as that version has it, with the assumptions that it makes of
  // symbols.
  std::string form(std::string_view text) const;
  // Symbols of such expressions that the original has not.
  const std::set<std::string, std::less<>>& fresh_symbols() const { return fresh_; }
  const Operator* find_operator(std::string_view target) const;
  // What was said of tensors of this name; several where nested graphs have it too. None without such a name.
  const std::vector<const JsonValue*>& tensors(std::string_view name) const;

  bool has_kinds = false;          // arguments say whether they are passed by position
  bool has_single_return = false;  // calls of higher-order operators say whether they return a tuple
  bool has_names = false;          // nodes have names

 private:
  void look_at_node(const JsonValue& node);
  void look_at_form(std::string_view form);
  bool plain_ = false;  // expressions are printed texts there, as in old versions
  std::unordered_map<std::string_view, std::string_view> symbols_;
  mutable std::set<std::string, std::less<>> fresh_;
  const JsonValue& root_;
  std::unordered_map<std::string, const JsonValue*> expressions_;
  std::unordered_map<std::string_view, Operator> operators_;
  std::unordered_map<std::string_view, std::vector<const JsonValue*>> tensors_;
};

// A value as it was written.
void copy_json(JsonWriter& out, const JsonValue& value);

}  // namespace seesaw::archive
