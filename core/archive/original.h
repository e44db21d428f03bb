// What a written archive takes from the one it was read from.
//
// What: `Original` remembers the forms of symbolic expressions, the names of arguments of operators without a known schema,
// and which optional fields that version of the format has.
// Why: a program does not hold these, and PyTorch refuses a field that its version does not know.
//
//   Original original(document.root());
//   original.expression("2*s0")        // {"expr_str": "Mul(Integer(2), Symbol('s0', ...))", "hint": ...}
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/support/json.h"

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
  const Operator* find_operator(std::string_view target) const;

  bool has_kinds = false;          // arguments say whether they are passed by position
  bool has_single_return = false;  // calls of higher-order operators say whether they return a tuple
  bool has_names = false;          // nodes have names

 private:
  void look_at_node(const JsonValue& node);
  const JsonValue& root_;
  std::unordered_map<std::string, const JsonValue*> expressions_;
  std::unordered_map<std::string_view, Operator> operators_;
};

// A value as it was written.
void copy_json(JsonWriter& out, const JsonValue& value);

}  // namespace seesaw::archive
