// The parts of its source that a written archive keeps.
//
// What: `Original` remembers the forms of symbolic expressions, the names of arguments of operators without a known
// schema, the description of each tensor, and the optional fields in that version of the format. Why: a program does
// not hold these, and PyTorch rejects fields unknown to its version.
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
  // How the source calls an operator.
  struct Operator {
    std::vector<std::string_view> names;  // of its arguments, the longest list seen
    bool returns_list = false;
  };

  explicit Original(const JsonValue& root);
  const JsonValue& root() const { return root_; }
  // Null if there is none.
  const JsonValue* expression(const std::string& text) const;
  // The form of a new expression: {"expr_str": ...} as in that version, with its assumptions about
  // symbols.
  std::string form(std::string_view text) const;
  // Symbols in such expressions that the source lacks.
  const std::set<std::string, std::less<>>& fresh_symbols() const { return fresh_; }
  const Operator* find_operator(std::string_view target) const;
  // Descriptions of the tensors of this name; several if nested graphs use it too. None for an unknown name.
  const std::vector<const JsonValue*>& tensors(std::string_view name) const;

  bool has_kinds = false;          // arguments state whether they are passed by position
  bool has_single_return = false;  // calls of higher-order operators state whether they return a tuple
  bool has_names = false;          // nodes have names

 private:
  void look_at_node(const JsonValue& node);
  void look_at_form(std::string_view form);
  bool plain_ = false;  // expressions are printed texts, as in old versions
  std::unordered_map<std::string_view, std::string_view> symbols_;
  mutable std::set<std::string, std::less<>> fresh_;
  const JsonValue& root_;
  std::unordered_map<std::string, const JsonValue*> expressions_;
  std::unordered_map<std::string_view, Operator> operators_;
  std::unordered_map<std::string_view, std::vector<const JsonValue*>> tensors_;
};

// A value in its original form.
void copy_json(JsonWriter& out, const JsonValue& value);

}  // namespace seesaw::archive
