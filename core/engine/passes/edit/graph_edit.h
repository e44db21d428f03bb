// An edit that a person makes on one graph of a program: what all kinds of it share.
//
// What: `GraphEdit` finds nodes by name, keeps the program order topological where an argument comes to name a later
// node, and remembers which values have to be worked out anew and what there is to say. Why: torch.fx's operations take
// what they are given and leave the checks to lint; a person who drags an edge wants a refusal that names the node in
// the way, or the order mended. The kinds of edits are functions in graph_edits.h.
//
//   GraphEdit edit(program, "");                    // the root graph
//   Node* sin = edit.node("sin");                   // Error "node" with the nearest name if there is none
//   edit.bring_before(edit.node("cos"), sin);       // moves cos and what it needs; Error "order" if cos needs sin
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
  // Throws Error (code "path") if there is no such graph.
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
  // The same without placeholders, get_attr nodes of plain attributes and the output, which no region can hold; they
  // are told of.
  std::vector<Node*> operations(const std::vector<std::string>& names);

  // Whether `first` stands before `second` in program order.
  bool precedes(const Node* first, const Node* second) { return rank(first) < rank(second); }
  std::uint32_t rank(const Node* node);
  // To be told when nodes were made or moved.
  void order_changed() { ranks_known_ = false; }

  // Moves `def`, and what it needs, in front of `user` unless it is there. Error "order" if `def` depends on `user`, or
  // if that would move something across a side effect.
  void bring_before(Node* def, Node* user);
  // Moves nodes so that `selected` (in program order) stands together; what stands between goes in front of it or
  // behind it. Error "order" if something between both needs the selection and is needed by it.
  void gather(const std::vector<Node*>& selected);

  // The value of `node` has to be worked out anew.
  void touch(Node* node) { touched_.push_back(node); }
  void made(Node* node);
  const std::vector<Node*>& touched() const { return touched_; }
  const std::vector<Node*>& new_nodes() const { return new_nodes_; }
  // What there is to say beside the result.
  void tell(const Node* node, std::string message);
  std::vector<Diagnostic>& told() { return told_; }
  // An error about a node of this graph.
  Error refused(const Node* node, DiagnosticKind code, std::string message, std::string remedy) const;

  // The attribute of the module that a get_attr or call_module names, or goes through.
  Symbol first_atom(const Node* node) const;
  // Takes children away, and what a text only implied, that no node names any more.
  void drop_unnamed(const std::vector<Symbol>& attributes);

  // The signature follows: names of inputs and outputs, and inputs that are gone.
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
  std::vector<std::uint32_t> inputs_;  // lineages of the placeholders, where the signature fits them
  std::vector<Node*> touched_, new_nodes_;
  std::vector<Diagnostic> told_;
};

}  // namespace seesaw
