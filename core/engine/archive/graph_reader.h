// One graph of an archive.
//
// What: `GraphReader` rebuilds a torch.fx graph from an archive's list of inputs, nodes and outputs, in the order and
// with the names of torch.export.load. Why: an archive has no `getitem` and no `get_attr` nodes: it names every result
// of an operator, and stores a nested graph where it is an argument. Both are recreated here.
//
//   GraphReader reader(shared, module, json, "");
//   reader.read();           // nested graphs are appended to shared.pending
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/engine/archive/fields.h"
#include "core/engine/archive/values.h"
#include "core/graph/ir/program.h"

namespace seesaw::archive {

// A nested graph that waits to be read: reading never recurses.
struct PendingGraph {
  const JsonValue* json;
  Ref<Module> module;
  std::string path;
};

// State shared by the graphs of one archive.
struct Shared {
  Context& context;
  Diagnostics& diagnostics;
  ValueReader values;
  const Signature* signature = nullptr;
  std::vector<PendingGraph> pending;
  // The reader's position, for diagnostics.
  std::string graph, node;
};

class GraphReader {
 public:
  GraphReader(Shared& shared, Module& module, const JsonValue& json, std::string path);
  void read();

 private:
  // How the arguments of a target are passed.
  enum class Calling : std::uint8_t {
    in_order,
    higher_order,
    by_schema,
  };
  struct Call {
    std::vector<Arg> args;
    std::vector<Kwarg> kwargs;
  };

  static bool returns_tuple(const JsonValue& json, Calling calling);
  void read_values(std::string_view key, ArgKind kind);
  void read_inputs();
  void read_node(const JsonValue& json);
  void read_outputs();
  Call read_call(const JsonValue& json, const Callable* callable, Calling calling);
  Call call_by_schema(const JsonValue& inputs, const Callable* callable);
  void read_results(const JsonValue& json, Node* node, Calling calling, std::span<const Meta::Entry> metadata);
  void read_single_none(Node* node);
  Arg read_items(const JsonValue& results, Node* node, std::span<const Meta::Entry> metadata, bool in_list);
  Arg read_item(const JsonValue& result, Node* node, std::int64_t index, std::span<const Meta::Entry> metadata);

  Arg argument(const JsonValue& json, int depth = 0);
  Arg leaf(Leaf kind, const JsonValue& json, int depth);
  Arg number_name(const JsonValue& json,
                  ArgKind kind,
                  std::string_view (*name_of)(std::int64_t),
                  std::string_view what);
  Arg map(const JsonValue& json, int depth);
  Arg nested_graph(const JsonValue& json);
  Node* value(const JsonValue& name);
  // Gives a node the name of a value, and the value's metadata.
  void bind(Node* node, const JsonValue& name);
  Arg meta_of(std::string_view name);
  void add_meta(Node* node, std::span<const Meta::Entry> entries);

  Shared& shared_;
  Context& context_;
  Module& module_;
  Graph& graph_;
  const JsonValue& json_;
  std::string path_;
  std::unordered_map<std::string_view, Node*> nodes_;
  std::unordered_map<std::string_view, Arg> vals_;
  std::vector<Node*> graph_args_;  // of the call being read
};

}  // namespace seesaw::archive
