// The interactive edits on a graph, as functions on a GraphEdit.
//
// What: one function per kind of edit. Arguments and statements are Python text with the graph's names, as typed; an
// expression in an argument becomes new nodes. Why: canvas, forms and text editor share the same few edits; each is
// rejected with the reason or done completely, and leaves a graph that lints.
//
//   GraphEdit edit(program, "");
//   insert_statements(edit, {.text = "torch.ops.aten.relu.default(sin)", .after = "sin", .rewire = Rewire::users});
//   set_argument(edit, edit.node("add"), {.path = {"alpha"}}, "2");
//   extract(edit, {"sin", "cos"}, "");                        // submod_1
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/engine/passes/edit/graph_edit.h"

namespace seesaw {

// An argument slot: the path to it (position or keyword, then indices in lists), or, with an empty path, the nth slot
// that holds a node.
struct Slot {
  std::vector<std::string> path;
  std::optional<std::int64_t> use;
};

// The user of the last new value after an insertion: none, all users of the preceding node, or one argument
// slot.
enum class Rewire : std::uint8_t {
  none,
  users,
  slot,
};

struct Insertion {
  std::string_view text;        // statements
  std::string_view name = {};   // of the last new value, if given; must be free
  std::string_view after = {};  // a node; default: before the output
  Rewire rewire = Rewire::none;
  std::string_view user = {};  // with Rewire::slot: whose slot
  Slot slot = {};
};
void insert_statements(GraphEdit& edit, const Insertion& what);
// The statements of nodes, one per line, for insert_statements. Linear in the graph.
std::string copy_statements(GraphEdit& edit, const std::vector<std::string>& names);
// Copies the nodes after the last of them; among themselves the copies use each other.
void duplicate(GraphEdit& edit, const std::vector<std::string>& names);

// Erases nodes. Users of an erased node take `input` (a node, or "first": the first node among its own arguments);
// without it, erasing a used node is an error.
void delete_nodes(GraphEdit& edit, const std::vector<std::string>& names, std::string_view input);

void set_argument(GraphEdit& edit, Node* node, const Slot& slot, std::string_view text);
// Puts a value into a slot; its nodes already precede `node`.
void set_slot(GraphEdit& edit, Node* node, const Slot& slot, const Arg& value);
// All arguments at once: "x, [1, 2], alpha=2".
void set_arguments(GraphEdit& edit, Node* node, std::string_view text);
void set_target(GraphEdit& edit, Node* node, std::string_view target);
void rename_node(GraphEdit& edit, Node* node, std::string_view name);

// torch._C._set_grad_enabled calls around the nodes, as the pass replace_set_grad_with_hop_pass expects.
void wrap_in_set_grad(GraphEdit& edit, const std::vector<std::string>& names, bool enabled);
// Moves nodes into a child graph module and calls it; an empty name selects the first free submod_i.
void extract(GraphEdit& edit, const std::vector<std::string>& names, std::string_view name);
// The reverse, for a call_module of a graph.
void inline_call(GraphEdit& edit, Node* call);

}  // namespace seesaw
