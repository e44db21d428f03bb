// An interactive edit on one graph of a program: the parts shared by all kinds of edits.
//
// What: `GraphEdit` finds nodes by name, keeps the program order topological when an argument names a later node, and
// records which values must be recomputed and what to report. Why: torch.fx's operations accept their arguments and
// leave the checks to lint; a user who drags an edge needs an error that names the blocking node, or a corrected order.
// The kinds of edits are functions in graph_edits.h.
//
//   GraphEdit edit(program, "");                    // the root graph
//   Node* sin = edit.node("sin");                   // Error "node" with the nearest name if there is none
//   edit.bring_before(edit.node("cos"), sin);       // moves cos and its operands; Error "order" if cos needs sin
//   edit.finish();                                  // names in the signature follow
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/graph/ir/program.h"
#include "core/graph/text/graph_builder.h"

namespace seesaw {

class GraphEdit {
 public:
  // Throws Error (code "path") if the graph does not exist.
  GraphEdit(Program& program, std::string_view path);

  Program& program() const { return program_; }
  Module& module() const { return *module_; }
  Graph& graph() const { return module_->graph(); }
  Context& context() const { return *program_.context; }
  const std::string& path() const { return path_; }

  // Throws Error (code "node").
  Node* node(std::string_view name);
  // In program order, each once.
  std::vector<Node*> nodes(const std::vector<std::string>& names);
  // The same without placeholders, get_attr nodes of plain attributes and the output, which no region can contain; they
  // are reported.
  std::vector<Node*> operations(const std::vector<std::string>& names);

  // Whether `first` precedes `second` in program order.
  bool precedes(const Node* first, const Node* second) { return rank(first) < rank(second); }
  std::uint32_t rank(const Node* node);
  // Call after nodes were made or moved.
  void order_changed() { ranks_known_ = false; }

  // Moves `def` and its operands before `user` if necessary. Error "order" if `def` depends on `user`, or if that would
  // move a node across a side effect.
  void bring_before(Node* def, Node* user);
  // Moves nodes so that `selected` (in program order) is contiguous; nodes in between move before or after it. Error
  // "order" if a node in between both uses the selection and is used by it.
  void gather(const std::vector<Node*>& selected);

  // The value of `node` must be recomputed.
  void touch(Node* node) { touched_.push_back(node); }
  void made(Node* node);
  const std::vector<Node*>& touched() const { return touched_; }
  const std::vector<Node*>& new_nodes() const { return new_nodes_; }
  // Messages beside the result.
  void tell(const Node* node, std::string message);
  std::vector<Diagnostic>& told() { return told_; }
  // An error about a node of this graph.
  Error refused(const Node* node, DiagnosticKind code, std::string message, std::string remedy) const;

  // The module attribute that a get_attr or call_module names, or passes through.
  Symbol first_atom(const Node* node) const;
  // Removes children, and implied attributes, that no node names any more.
  void drop_unnamed(const std::vector<Symbol>& attributes);

  // Updates the signature: names of inputs and outputs, and removed inputs.
  void finish();

 private:
  void hide_trace(Node* node);
  void require_movable(Node* first, Node* last, const std::string& what) const;

  Program& program_;
  Module* module_;
  std::string path_;
  NameTable names_;
  IdMap<std::uint32_t> ranks_;
  bool ranks_known_ = false;
  std::vector<std::uint32_t> inputs_;  // lineages of the placeholders, if the signature matches them
  std::vector<Node*> touched_, new_nodes_;
  std::vector<Diagnostic> told_;
};

}  // namespace seesaw
