// The whole of an archive's program, in place of the original one.
#include <optional>
#include <unordered_map>

#include "core/base/cat.h"
#include "core/engine/archive/archive.h"
#include "core/engine/archive/graph_writer.h"
#include "core/engine/archive/value_writer.h"
#include "core/engine/archive/values.h"

namespace seesaw {

namespace {

using namespace archive;

// Graphs shared by many calls are written once per call.
constexpr std::size_t kMaxBytes = std::size_t{1} << 30;

// The root's graph with all nested ones in their positions.
std::string write_graphs(const Module& root, const Original& original) {
  struct Open {
    GraphText text;
    std::size_t at = 0, next = 0;
  };
  std::string out;
  std::vector<Open> stack;
  stack.push_back({write_graph(root, original)});
  while (!stack.empty()) {
    Open& top = stack.back();
    bool done = top.next == top.text.nested.size();
    std::size_t end = done ? top.text.json.size() : top.text.nested[top.next].offset;
    out.append(top.text.json, top.at, end - top.at);
    if (out.size() > kMaxBytes)
      throw user_error("archive",
                       "the archive would be larger than 1 GiB",
                       "graphs that several calls share are written once for each");
    if (done) {
      stack.pop_back();
      continue;
    }
    top.at = end;
    const Module& nested = *top.text.nested[top.next++].module;
    if (stack.size() > JsonDocument::kMaxDepth / 8)
      throw user_error("archive", "graphs are nested too deeply to be saved");
    stack.push_back({write_graph(nested, original)});
  }
  return out;
}

void write_argument(JsonWriter& json, const ArgumentSpec& arg, bool user, const Original& original) {
  using Type = ArgumentSpec::Type;
  if (arg.type == Type::constant) {
    if (!write_constant(json, arg.value, original))
      throw user_error("archive", cat({"the constant '", arg.name, "' of the signature cannot be saved"}));
    return;
  }
  Leaf leaf = arg.type == Type::sym_int      ? Leaf::sym_int
              : arg.type == Type::sym_float  ? Leaf::sym_float
              : arg.type == Type::sym_bool   ? Leaf::sym_bool
              : arg.type == Type::custom_obj ? Leaf::custom_obj
                                             : Leaf::tensor;
  if (user) json.object().key(field_of(leaf, 0));
  json.object().member(is_symbolic(leaf) ? "as_name" : "name", std::string_view(arg.name));
  if (arg.type == Type::custom_obj) json.member("class_fqn", std::string_view(arg.class_fqn));
  json.end();
  if (user) json.end();
}

template <class Spec, class FieldOf>
void write_spec(JsonWriter& json, const Spec& spec, const FieldOf& field, bool user, const Original& original) {
  json.object().key(field.key).object().key("arg");
  write_argument(json, spec.arg, user, original);
  if (!field.target.empty()) json.member(field.target, std::string_view(spec.target.value_or("")));
}

void write_signature(JsonWriter& json, const Signature& signature, const Original& original) {
  json.object().key("input_specs").array();
  for (const InputSpec& spec : signature.input_specs) {
    if (spec.arg.type == ArgumentSpec::Type::constant && !spec.arg.name.empty()) {
      json.object().key("constant_input").object().member("name", std::string_view(spec.arg.name)).key("value");
      write_argument(json, spec.arg, true, original);
    } else {
      write_spec(json, spec, input_field(spec.kind), spec.kind == InputKind::user_input, original);
      if (spec.kind == InputKind::buffer) json.member("persistent", spec.persistent.value_or(true));
    }
    json.end().end();
  }
  json.end().key("output_specs").array();
  for (const OutputSpec& spec : signature.output_specs) {
    write_spec(json, spec, output_field(spec.kind), spec.kind == OutputKind::user_output, original);
    json.end().end();
  }
  json.end().end();
}

// The original's values in the changed program, by lineage, which copies keep: preserved module call signatures mention
// their names, and symbols that replace others need their ranges.
class Followed {
 public:
  Followed(const Module& root, std::string_view original_json) {
    Diagnostics ignored;
    const Program before = read_archive(original_json, ignored);
    std::unordered_map<std::uint32_t, const Node*> now;
    for (const Node* node : root.graph()) {
      now[node->lineage()] = node;
      names_.emplace(node->name_text(), node->name_text());
    }
    for (const Node* node : before.root->graph()) {
      auto found = now.find(node->lineage());
      if (found == now.end()) continue;
      names_[node->name_text()] = found->second->name_text();
      compare(node->find_meta(before.root->context().keys.val), found->second->find_meta(root.context().keys.val));
    }
  }
  // The current name of a value; null if it was removed.
  const std::string* name(std::string_view before) const { return find(names_, before); }
  // The original symbol at the position of this one.
  const std::string* symbol(std::string_view now) const { return find(symbols_, now); }

 private:
  using Texts = std::unordered_map<std::string, std::string>;
  static const std::string* find(const Texts& texts, std::string_view key) {
    auto found = texts.find(std::string(key));
    return found == texts.end() ? nullptr : &found->second;
  }
  void compare(const Arg* before, const Arg* now) {
    if (before == nullptr || now == nullptr || before->kind() != now->kind()) return;
    if (before->kind() == ArgKind::sym_int) symbols_.emplace(now->as_sym()->text.view(), before->as_sym()->text.view());
    if (before->kind() != ArgKind::tensor_meta) return;
    std::span<const Dim> was = before->as_tensor_meta()->shape, is = now->as_tensor_meta()->shape;
    for (std::size_t i = 0; i < was.size() && was.size() == is.size(); ++i) {
      if (was[i].sym != nullptr && is[i].sym != nullptr)
        symbols_.emplace(is[i].sym->text.view(), was[i].sym->text.view());
    }
  }

  Texts names_, symbols_;
};

// Each symbol needs a range: PyTorch does not load a file in which one has none.
void write_ranges(JsonWriter& json,
                  const JsonValue& ranges,
                  const Program& program,
                  const Original& original,
                  std::string_view original_json) {
  json.object();
  for (const JsonMember& range : ranges.members()) {
    json.key(range.key);
    copy_json(json, range.value);
  }
  std::optional<Followed> followed;
  for (const std::string& symbol : original.fresh_symbols()) {
    if (ranges.has(symbol)) continue;
    if (!followed) followed.emplace(*program.root, original_json);
    const std::string* before = followed->symbol(symbol);
    const JsonValue* range = before != nullptr ? ranges.find(*before) : nullptr;
    json.key(symbol);
    if (range != nullptr) {
      copy_json(json, *range);
    } else {
      json.object().key("min_val").null().key("max_val").null().end();
    }
  }
  json.end();
}

bool mentions_values(const JsonValue& signature) {
  if (!signature.is_object() || !signature.has("inputs") || !signature.has("outputs")) return false;
  return !signature["inputs"].items().empty() || !signature["outputs"].items().empty();
}

// {"as_tensor": {"name": "mul"}} under its current name.
void write_kept(JsonWriter& json, const JsonValue& value, const Followed& names, std::string_view module) {
  const JsonMember* member = value.is_object() && value.members().size() == 1 ? &value.members()[0] : nullptr;
  const JsonValue* name = member != nullptr && member->value.is_object() ? member->value.find("name") : nullptr;
  if (name == nullptr && member != nullptr && member->value.is_object()) name = member->value.find("as_name");
  if (name == nullptr || !name->is_string()) return copy_json(json, value);
  const std::string* now = names.name(name->string());
  if (now == nullptr) {
    throw user_error(
        "archive",
        cat({"the call signature of the module '", module, "' was kept, and its value '", name->string(), "' is gone"}),
        "PyTorch cannot load such a file: leave that value in the program, or export without "
        "preserve_module_call_signature");
  }
  json.object().key(member->key).object();
  for (const JsonMember& part : member->value.members()) {
    json.key(part.key);
    if (&part.value == name) {
      json.value(std::string_view(*now));
    } else {
      copy_json(json, part.value);
    }
  }
  json.end().end();
}

void write_call_signature(JsonWriter& json,
                          const JsonValue& signature,
                          const Followed& names,
                          std::string_view module) {
  json.object();
  for (const JsonMember& part : signature.members()) {
    json.key(part.key);
    if (part.key != "inputs" && part.key != "outputs") {
      copy_json(json, part.value);
      continue;
    }
    json.array();
    for (const JsonValue& value : part.value.items()) write_kept(json, value, names, module);
    json.end();
  }
  json.end();
}

void write_module_calls(JsonWriter& json, const JsonValue& calls, const Module& root, std::string_view original_json) {
  std::optional<Followed> names;
  json.array();
  for (const JsonValue& call : calls.items()) {
    json.object();
    for (const JsonMember& part : call.members()) {
      json.key(part.key);
      if (part.key != "signature" || !mentions_values(part.value)) {
        copy_json(json, part.value);
        continue;
      }
      if (!names) names.emplace(root, original_json);
      const JsonValue* module = call.find("fqn");
      write_call_signature(json, part.value, *names, module != nullptr && module->is_string() ? module->string() : "");
    }
    json.end();
  }
  json.end();
}

}  // namespace

std::string write_archive(const Program& program, std::string_view original_json) {
  JsonDocument document;
  const JsonValue& root = document.parse(plain_json(original_json));
  const JsonValue* graph_module = root.is_object() ? root.find("graph_module") : nullptr;
  if (graph_module == nullptr || !graph_module->is_object())
    throw json_error(root, "this is not the program of an archive", "give the JSON that the program was opened from");
  Original original(root);
  std::string graphs = write_graphs(*program.root, original);
  JsonWriter json;
  json.object();
  for (const JsonMember& member : root.members()) {
    json.key(member.key);
    if (member.key == "range_constraints" && member.value.is_object()) {
      write_ranges(json, member.value, program, original, original_json);
      continue;
    }
    if (member.key != "graph_module") {
      copy_json(json, member.value);
      continue;
    }
    json.object();
    for (const JsonMember& part : graph_module->members()) {
      json.key(part.key);
      if (part.key == "graph") {
        json.raw(graphs);
      } else if (part.key == "signature" && program.signature) {
        write_signature(json, *program.signature, original);
      } else if (part.key == "module_call_graph" && part.value.is_array()) {
        write_module_calls(json, part.value, *program.root, original_json);
      } else {
        copy_json(json, part.value);
      }
    }
    json.end();
  }
  json.end();
  return json.take();
}

}  // namespace seesaw
