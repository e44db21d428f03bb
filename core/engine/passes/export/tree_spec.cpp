#include "core/engine/passes/export/tree_spec.h"

#include "core/base/cat.h"
#include "core/base/json.h"

namespace seesaw {

namespace {

Error wrong(std::string message) {
  return user_error("tree-spec", std::move(message), "give the JSON that torch.utils._pytree.treespec_dumps makes");
}

// The keys of a dict are JSON in a string, or plain.
void read_keys(const JsonValue& context, TreeNode& node) {
  JsonDocument inner;
  const JsonValue& keys = context.is_string() ? inner.parse(context.string()) : context;
  if (!keys.is_array()) return;
  for (const JsonValue& key : keys.items()) node.keys.emplace_back(key.is_string() ? key.string() : key.number_text());
}

}  // namespace

bool TreeSpec::is_args_kwargs() const {
  if (nodes.empty() || nodes[0].type != "builtins.tuple" || nodes[0].children.size() != 2) return false;
  return nodes[nodes[0].children[0]].type == "builtins.tuple" && nodes[nodes[0].children[1]].type == "builtins.dict";
}

TreeSpec read_tree_spec(std::string_view json) {
  JsonDocument document;
  const JsonValue& root = document.parse(json);
  if (!root.is_array() || root.items().size() != 2 || !root.items()[0].is_number()) throw wrong("this is no tree spec");
  if (root.items()[0].integer() != 1)
    throw wrong(cat({"version ", root.items()[0].number_text(), " of tree specs is not known"}));
  TreeSpec spec;
  std::vector<const JsonValue*> open{&root.items()[1]};
  spec.nodes.emplace_back();
  for (std::size_t i = 0; i < spec.nodes.size(); ++i) {
    const JsonValue& item = *open[i];
    if (!item.is_object()) throw wrong("a node of a tree spec is an object");
    if (item["type"].is_null()) continue;
    spec.nodes[i].type = item["type"].string();
    if (spec.nodes[i].type.find("ict") != std::string::npos) read_keys(item["context"], spec.nodes[i]);
    for (const JsonValue& child : item["children_spec"].items()) {
      spec.nodes[i].children.push_back(spec.nodes.size());
      spec.nodes.emplace_back();
      open.push_back(&child);
    }
  }
  for (std::size_t i = spec.nodes.size(); i-- > 0;) {
    TreeNode& node = spec.nodes[i];
    if (node.is_leaf()) node.leaves = 1;
    for (std::size_t child : node.children) node.leaves += spec.nodes[child].leaves;
  }
  return spec;
}

}  // namespace seesaw
