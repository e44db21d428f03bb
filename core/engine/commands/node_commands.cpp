#include "core/engine/commands/node_commands.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/cat.h"
#include "core/graph/text/print_json.h"

namespace seesaw {

namespace {

const Graph& graph_named(const Program& program, std::string_view path) {
  const Module* module = path.empty() ? program.root.get() : program.root->find_path(path).module;
  if (module == nullptr || !module->has_graph())
    throw user_error("path", cat({"there is no graph '", path, "' in this program"}));
  return module->graph();
}

void write_arguments(JsonWriter& json, const Node& node) {
  json.key("args").array();
  for (const Arg& arg : node.args()) write_arg(json, arg, true);
  json.end().key("kwargs").array();
  for (std::size_t i = 0; i < node.num_kwargs(); ++i) {
    json.array().value(node.kwarg(i).key.view());
    write_arg(json, node.kwarg(i).value, true);
    json.end();
  }
  json.end();
}

void write_meta(JsonWriter& json, const Node& node) {
  json.key("meta").array();
  if (node.meta() != nullptr) {
    for (const Meta::Entry& entry : *node.meta()) {
      json.array().value(entry.key.view());
      write_arg(json, entry.value, true);
      json.end();
    }
  }
  json.end();
}

void run_node(Session& session, const JsonValue& args, std::string_view, JsonWriter& value, std::string&) {
  const Program& program = session.program(args);
  std::string_view name = string_arg(args, "name", "");
  const Graph& graph = graph_named(program, string_arg(args, "path", ""));
  const Node* found = nullptr;
  for (const Node* node : graph) {
    if (node->name_text() == name) found = node;
  }
  if (found == nullptr)
    throw user_error(
        "node", cat({"there is no node '", name, "' in this graph"}), "names are those that print_readable() shows");
  value.object().member("name", name).member("op", graph.opcode_text(found)).member("target", found->target().text());
  value.member("lineage", found->lineage());
  if (found->lineage() < program.lines.size() && program.lines[found->lineage()] != 0)
    value.member("line", program.lines[found->lineage()]);
  write_arguments(value, *found);
  value.key("users").array();
  for (const Node* user : found->users()) value.value(std::string_view(user->name_text()));
  value.end();
  write_meta(value, *found);
  value.end();
}

void run_lines(Session& session, const JsonValue& args, std::string_view, JsonWriter& value, std::string&) {
  const std::vector<std::uint32_t>& lines = session.program(args).lines;
  value.array();
  for (std::size_t lineage = 0; lineage < lines.size(); ++lineage) {
    if (lines[lineage] != 0) value.value(static_cast<std::int64_t>(lineage)).value(lines[lineage]);
  }
  value.end();
}

void run_find(Session& session, const JsonValue& args, std::string_view, JsonWriter& value, std::string&) {
  struct Wanted {
    std::int64_t lineage;
    std::size_t place;
  };
  std::vector<Wanted> wanted;
  for (const JsonValue& item : args["lineages"].items()) wanted.push_back({item.integer(), wanted.size()});
  std::vector<std::pair<std::string, const Node*>> found(wanted.size());
  std::sort(wanted.begin(), wanted.end(), [](const Wanted& a, const Wanted& b) { return a.lineage < b.lineage; });
  for (const auto& [path, module] : session.program(args).root->named_modules()) {
    if (!module->has_graph()) continue;
    for (const Node* node : module->graph()) {
      auto at = std::lower_bound(
          wanted.begin(), wanted.end(), std::int64_t{node->lineage()}, [](const Wanted& a, std::int64_t b) {
            return a.lineage < b;
          });
      for (; at != wanted.end() && at->lineage == node->lineage(); ++at) {
        if (found[at->place].second == nullptr) found[at->place] = {path, node};
      }
    }
  }
  value.array();
  for (const auto& [path, node] : found) {
    if (node == nullptr)
      value.null();
    else
      value.object().member("path", path).member("name", node->name_text()).end();
  }
  value.end();
}

constinit const Command kNode{
    "node",
    "Arguments, users, metadata and line of one node; nodes in them are {\"n\": name}. {handle, name, path?}",
    run_node};
constinit const Command kLines{
    "lines",
    "Which lineage was read from which line of the text: [lineage, line, lineage, line...]. {handle}",
    run_lines};
constinit const Command kFind{
    "find",
    "Graph and name of the nodes with some lineages, null for one that is not there. {handle, lineages}",
    run_find};
constinit const Command* const kCommands[] = {&kNode, &kLines, &kFind};

}  // namespace

std::span<const Command* const> node_commands() { return kCommands; }

}  // namespace seesaw
