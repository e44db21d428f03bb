// A list of nodes in program order: torch.fx.Graph.
//
// What: `Graph` owns its nodes and gives them unique names; nodes are created at an insertion point, erased, copied,
// checked and searched here.
// Why: it follows FX's vocabulary and behaviour, errors and warnings included, on an arena: freeing a graph of any
// depth frees a few chunks.
//
//   Graph graph(context);
//   Node* x = graph.placeholder("x");
//   Node* y = graph.call_function(context.callable("torch.relu"), {Arg::node(x)});
//   graph.output(Arg::node(y));
//   {
//     InsertPoint here = graph.inserting_before(y);          // restored at the end of the block
//     graph.call_method("neg", {Arg::node(x)});
//   }
//   graph.lint();                                             // throws Error with PyTorch's message
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/id_map.h"
#include "core/graph/ir/node.h"

namespace seesaw {

class Module;

// How the code generator of a graph gets its placeholders from the arguments of `forward`, and wraps its results.
// Pytree code states it in a `tree_flatten_spec` line. Other generators (Dynamo's bytecode, export's shuffle graphs,
// boxed arguments) are kept as the text of their header and return.
struct PytreeInfo {
  std::vector<std::string> orig_args;
  bool has_kwargs = false;     // in_spec is (args, kwargs)
  std::uint32_t num_args = 0;  // how many of orig_args are positional
  std::vector<std::string> kwarg_names;
  bool has_out_spec = false;
  std::string in_spec, out_spec;   // treespec JSON if known
  std::string gap;                 // white space after each placeholder's name
  std::vector<std::string> lines;  // statements before the call that returns the placeholders
  std::string flatten;             // that call; empty if it is fx_pytree.tree_flatten_spec
  std::string cleared;             // boxed arguments: each placeholder's call is on its own line, followed by this one
  std::string before, after;       // text around the results
};

class InsertPoint {
 public:
  InsertPoint(InsertPoint&& other) noexcept
      : graph_(other.graph_), saved_(other.saved_), saved_after_(other.saved_after_) {
    other.graph_ = nullptr;
  }
  InsertPoint(const InsertPoint&) = delete;
  InsertPoint& operator=(const InsertPoint&) = delete;
  InsertPoint& operator=(InsertPoint&&) = delete;
  ~InsertPoint();
  // Keeps the new insertion point, as PyTorch does without `with`.
  void keep() { graph_ = nullptr; }

 private:
  friend class Graph;
  InsertPoint(Graph& graph, Node* anchor, bool after);
  Graph* graph_;
  Node* saved_;
  bool saved_after_;
};

class Graph {
 public:
  explicit Graph(Context& context);
  ~Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  Context& context() const { return *context_; }
  Module* owning_module() const { return owning_module_; }
  void set_owning_module(Module* module) { owning_module_ = module; }

  // Iterates over live links: nodes inserted after the current one are visited; the current one may be erased.
  class Iterator {
   public:
    explicit Iterator(Node* node) : node_(node) {}
    Node* operator*() const { return node_; }
    Iterator& operator++() {
      do node_ = node_->next();
      while (node_->is_erased());
      return *this;
    }
    bool operator!=(const Iterator& other) const { return node_ != other.node_; }

   private:
    Node* node_;
  };
  Iterator begin() const { return Iterator(root_.next()); }
  Iterator end() const { return Iterator(const_cast<Node*>(&root_)); }
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  Node* first() const { return size_ == 0 ? nullptr : root_.next(); }
  Node* last() const { return size_ == 0 ? nullptr : root_.prev(); }
  // All ids of nodes are below this.
  std::uint32_t id_limit() const { return next_id_; }

  // `name`, if given, is the candidate; otherwise the target's name in snake case. Containers among the arguments must
  // come from this graph (`list`, `tuple`, `copy`) and belong to no other node.
  Node* create_node(Opcode op,
                    Target target,
                    std::span<const Arg> args = {},
                    std::span<const Kwarg> kwargs = {},
                    Name name = {},
                    Symbol type = {});
  // For readers: the node has exactly this name, even one that collides or that no namespace would return.
  Node* create_node_called(
      Name name, Opcode op, Target target, std::span<const Arg> args, std::span<const Kwarg> kwargs, Symbol type = {});
  Node* placeholder(std::string_view target, Name name = {}, Symbol type = {});
  // Warns if the owning module has no such parameter, buffer or module.
  Node* get_attr(std::string_view target, Symbol type = {});
  Node* call_function(const Callable* callable,
                      std::initializer_list<Arg> args,
                      std::span<const Kwarg> kwargs = {},
                      Name name = {});
  Node* call_function(const Callable* callable,
                      std::span<const Arg> args,
                      std::span<const Kwarg> kwargs = {},
                      Name name = {});
  Node* call_method(std::string_view method, std::initializer_list<Arg> args);
  Node* call_module(std::string_view target, std::span<const Arg> args, std::span<const Kwarg> kwargs = {});
  Node* output(Arg result, Symbol type = {});

  // RuntimeError if the node has users or belongs to another graph; a warning if it was already erased.
  void erase_node(Node* node);
  // Copies a node into this graph. `transform` maps each node among its arguments.
  Node* node_copy(const Node* node, const std::function<Arg(Node*)>& transform);
  // The same with a table indexed by id of the nodes of node->graph(). KeyError for a node that is not in it.
  Node* node_copy(const Node* node, const IdMap<Node*>& map);
  // Copies all nodes but the output; returns the output's mapped argument (none if there is no output).
  Arg graph_copy(const Graph& source, IdMap<Node*>& map);
  // A copy in the other direction: a graph with equal nodes, output included.
  std::unique_ptr<Graph> deep_copy() const;
  // An exact copy: same ids, names, order of users and sort keys; unlike PyTorch's deepcopy, which requests the names
  // again.
  std::unique_ptr<Graph> clone() const;

  InsertPoint inserting_before(Node* node = nullptr);
  InsertPoint inserting_after(Node* node = nullptr);
  void reset_insert_point();

  // In list order. AssertionError for call_function without a target.
  std::vector<Node*> find_nodes(Opcode op, const Target* target = nullptr) const;
  // AssertionError (empty) unless the last node is an output.
  Node* output_node() const;
  // The last node if it is an output, else null.
  Node* output_or_null() const;

  // Throws Error (RuntimeError) with PyTorch's message for the first violation; warnings go to `warn`.
  void lint() const;
  // Lints, then erases unused nodes that are not impure, from the end. True if anything was erased.
  bool eliminate_dead_code(const std::function<bool(const Node*)>& is_impure = nullptr);

  Namespace& names() { return names_; }
  Arena& arena() { return arena_; }
  Arg list(std::initializer_list<Arg> items) {
    return make_container(arena_, ArgKind::list, {items.begin(), items.size()});
  }
  Arg tuple(std::initializer_list<Arg> items) {
    return make_container(arena_, ArgKind::tuple, {items.begin(), items.size()});
  }
  Arg container(ArgKind kind, std::span<const Arg> items) { return make_container(arena_, kind, items); }
  // A copy of `arg` in this graph's arena, nodes mapped by `transform`.
  Arg copy(const Arg& arg, const std::function<Arg(Node*)>& transform);

  const PytreeInfo* pytree() const { return pytree_.get(); }
  void set_pytree(std::shared_ptr<const PytreeInfo> info) { pytree_ = std::move(info); }
  const std::shared_ptr<const PytreeInfo>& shared_pytree() const { return pytree_; }

  // For a graph read from a text that does not say whether a missing meta["val"] means that there is none.
  bool meta_is_partial() const { return meta_is_partial_; }
  void set_meta_is_partial(bool partial) { meta_is_partial_ = partial; }

  // Unknown opcodes, kept as text (lint reports them).
  void set_unknown_opcode(Node* node, Symbol opcode);
  std::string_view opcode_text(const Node* node) const;

  // For readers of recorded graphs: assigns an id that no other node of this graph has.
  void set_id(Node* node, std::uint32_t id);
  // For readers of recorded graphs: `orders` lists the users of those nodes whose users are not in program order.
  // Unlisted users come last. Call once, when all nodes exist.
  struct UserOrder {
    Node* node;
    std::vector<Node*> users;
  };
  void set_user_orders(std::span<const UserOrder> orders);

  // A warning as Python's `warnings.warn` prints it; collected in the context.
  void warn(std::string message) const;

  std::string str() const;
  std::size_t bytes() const { return arena_.bytes(); }

 private:
  friend class Node;
  friend class InsertPoint;
  Node* add_node(
      Name unique, Opcode op, Target target, std::span<const Arg> args, std::span<const Kwarg> kwargs, Symbol type);
  std::uint32_t next_stamp() { return ++stamp_; }
  ArgBlock* new_block(std::span<const Arg> args, std::span<const Kwarg> kwargs);
  void unlink_foreign();
  // A node's prefix and its copy, for each depth of prefixes: the last one seen.
  using PrefixCopies = std::vector<std::pair<const SortKeyPrefix*, const SortKeyPrefix*>>;
  void clone_node(const Node& node, const IdMap<Node*>& map);
  const SortKeyPrefix* clone_prefix(const SortKeyPrefix* prefix, PrefixCopies& copies);

  Context* context_;
  Arena arena_;
  Namespace names_;
  Node root_;
  Node* anchor_;  // new nodes go before it, or after it
  bool anchor_after_ = false;
  bool meta_is_partial_ = false;
  bool has_foreign_links_ = false;  // a use connects this graph and another one
  std::size_t size_ = 0;
  std::uint32_t next_id_ = 0;
  std::uint32_t stamp_ = 0;
  Module* owning_module_ = nullptr;
  std::shared_ptr<const PytreeInfo> pytree_;
  IdMap<Symbol> unknown_opcodes_;
};

}  // namespace seesaw
