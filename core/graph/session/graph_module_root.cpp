// torch.fx's errors about a root that lacks targets.
#include "core/base/cat.h"
#include "core/graph/session/commands.h"

namespace seesaw {

namespace {

bool has_name(const JsonValue& names, std::string_view name) {
  for (const JsonValue& known : names.items()) {
    if (known.string() == name) return true;
  }
  return false;
}

}  // namespace

void check_graph_module_root(const Graph& graph, const JsonValue& root) {
  const JsonValue* dict = root.is_object() ? root.find("dict") : nullptr;
  const JsonValue* module = root.is_object() ? root.find("module") : nullptr;
  if (dict == nullptr && module == nullptr) {
    throw fx_error("RuntimeError",
                   cat({"Unsupported type ",
                        root.is_number()   ? root.number_text()
                        : root.is_string() ? root.string()
                                           : "None",
                        " passed for root!"}));
  }
  for (Node* node : graph) {
    if (node->op() != Opcode::get_attr && node->op() != Opcode::call_module) continue;
    std::string target(node->target().text());
    if (dict != nullptr && !has_name(*dict, target)) {
      throw fx_error("RuntimeError",
                     cat({"Node ",
                          node->name_text(),
                          " referenced target ",
                          target,
                          " but that target was not provided in ``root``!"}));
    }
    // A module is searched name by name, from the top.
    std::string first = target.substr(0, target.find('.'));
    if (module != nullptr && !has_name(*module, first))
      throw fx_error("AttributeError", cat({"'Module' object has no attribute '", first, "'"}));
  }
}

}  // namespace seesaw
