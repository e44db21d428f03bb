#include "core/engine/archive/original.h"

#include "core/base/cat.h"
#include "core/engine/archive/sym_text.h"
#include "core/engine/archive/values.h"

namespace seesaw::archive {

Original::Original(const JsonValue& root) : root_(root) {
  std::vector<const JsonValue*> stack{&root};
  while (!stack.empty()) {
    const JsonValue& value = *stack.back();
    stack.pop_back();
    if (value.is_array()) {
      for (const JsonValue& item : value.items()) stack.push_back(&item);
    } else if (value.is_object()) {
      const JsonValue* form = value.find("expr_str");
      if (form != nullptr && form->is_string()) {
        expressions_.emplace(sym_text(form->string()), &value);
        look_at_form(form->string());
      }
      if (value.members().size() >= 4 && value.has("target") && value.has("inputs") && value.has("outputs"))
        look_at_node(value);
      if (const JsonValue* table = value.find("tensor_values"); table != nullptr && table->is_object()) {
        for (const JsonMember& tensor : table->members()) tensors_[tensor.key].push_back(&tensor.value);
      }
      for (const JsonMember& member : value.members()) stack.push_back(&member.value);
    }
  }
}

void Original::look_at_node(const JsonValue& node) {
  const JsonValue& inputs = node["inputs"];
  const JsonValue& outputs = node["outputs"];
  if (!node["target"].is_string() || !inputs.is_array() || !outputs.is_array()) return;
  has_single_return = has_single_return || node.has("is_hop_single_tensor_return");
  has_names = has_names || node.has("name");
  Operator& op = operators_[node["target"].string()];
  std::vector<std::string_view> names;
  for (const JsonValue& input : inputs.items()) {
    const JsonValue* name = input.find("name");
    names.push_back(name != nullptr && name->is_string() ? name->string() : std::string_view{});
    has_kinds = has_kinds || input.has("kind");
  }
  if (names.size() > op.names.size()) op.names = std::move(names);
  op.returns_list = op.returns_list || (outputs.items().size() == 1 && outputs.items()[0].has("as_tensors"));
}

void Original::look_at_form(std::string_view form) {
  constexpr std::string_view kSymbol = "Symbol('";
  plain_ = plain_ || (form.find(kSymbol) == std::string_view::npos && form.find("Integer(") == std::string_view::npos);
  for (std::size_t at = form.find(kSymbol); at != std::string_view::npos; at = form.find(kSymbol, at + 1)) {
    std::size_t name = at + kSymbol.size(), end = form.find('\'', name), close = form.find(')', name);
    if (end == std::string_view::npos || close == std::string_view::npos || close < end) return;
    symbols_.emplace(form.substr(name, end - name), form.substr(at, close + 1 - at));
  }
}

std::string Original::form(std::string_view text) const {
  if (plain_) return std::string(text);
  return sym_form(text, [&](std::string_view name) {
    auto known = symbols_.find(name);
    if (known != symbols_.end()) return std::string(known->second);
    fresh_.emplace(name);
    // Sizes of inputs are s0, s1; u0 is data-dependent, zf0 and zuf0 are floats.
    return cat({"Symbol('",
                name,
                name.starts_with('z')   ? "')"
                : name.starts_with('s') ? "', positive=True, integer=True)"
                                        : "', integer=True)"});
  });
}

const JsonValue* Original::expression(const std::string& text) const {
  auto found = expressions_.find(text);
  return found == expressions_.end() ? nullptr : found->second;
}

const std::vector<const JsonValue*>& Original::tensors(std::string_view name) const {
  static const std::vector<const JsonValue*> kNone;
  auto found = tensors_.find(name);
  return found == tensors_.end() ? kNone : found->second;
}

const Original::Operator* Original::find_operator(std::string_view target) const {
  auto found = operators_.find(target);
  return found == operators_.end() ? nullptr : &found->second;
}

namespace {

void copy_scalar(JsonWriter& out, const JsonValue& value) {
  switch (value.kind()) {
    case JsonValue::Kind::boolean: out.value(value.boolean()); return;
    case JsonValue::Kind::number: out.raw(value.number_text()); return;
    case JsonValue::Kind::string:
      if (std::string_view word = python_word(value.string()); !word.empty()) {
        out.raw(word);
      } else {
        out.value(value.string());
      }
      return;
    default: out.null();
  }
}

}  // namespace

void copy_json(JsonWriter& out, const JsonValue& value) {
  struct Open {
    const JsonValue* value;
    std::size_t next;
  };
  std::vector<Open> stack;
  auto begin = [&](const JsonValue& v) {
    if (v.is_array()) {
      out.array();
    } else if (v.is_object()) {
      out.object();
    } else {
      return copy_scalar(out, v);
    }
    stack.push_back({&v, 0});
  };
  begin(value);
  while (!stack.empty()) {
    const JsonValue& top = *stack.back().value;
    std::size_t next = stack.back().next++;
    bool object = top.is_object();
    if (next == (object ? top.members().size() : top.items().size())) {
      out.end();
      stack.pop_back();
    } else if (object) {
      out.key(top.members()[next].key);
      begin(top.members()[next].value);
    } else {
      begin(top.items()[next]);
    }
  }
}

}  // namespace seesaw::archive
