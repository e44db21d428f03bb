// Running a graph node by node: torch.fx.Interpreter.
//
// What: `Interpreter::run` gives each node a value; each kind of node has a method that can be overridden. Why: to run
// a graph on tensors, to watch it run, to compare two graphs, to trace it again.
//
//   Interpreter interpreter(module, state);
//   Datum result = interpreter.run({Datum(x)});
//
// Operators run through the current mode (core/engine/ops/call/dispatch.h): with an AutogradScope, autograd records
// them. A value is dropped after its last use. Throws Error; the diagnostic names the failing node.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/engine/exec/datum.h"
#include "core/graph/ir/module.h"

namespace seesaw {

// Throws Python's TypeError if a graph is called with more or fewer values than its `forward` takes.
void check_argument_count(const Module& graph, std::size_t given);

// What torch.fx.Interpreter adds to an error: the node at which it happened.
std::string while_executing(const Node* node);

class Interpreter {
 public:
  // The value of `get_attr` for a path that the module does not hold itself: parameters and buffers.
  using Attributes = std::function<Datum(const Module& module, std::string_view path)>;
  struct Arguments {
    std::vector<Datum> args;
    std::vector<std::pair<Symbol, Datum>> kwargs;
  };

  explicit Interpreter(const Module& module, Attributes attributes = {}, int depth = 0);
  virtual ~Interpreter() = default;
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  // Runs the whole graph on values for its placeholders, in their order. Restores grad mode afterwards.
  Datum run(std::vector<Datum> args);

  // For a growing graph: runs the nodes added since the last call, on values for the placeholders among them, and keeps
  // all values.
  void run_more(std::vector<Datum> args);

  virtual Datum run_node(Node* node);
  virtual Datum placeholder(Node* node);
  virtual Datum get_attr(Node* node);
  virtual Datum call_function(Node* node, Arguments& arguments);
  virtual Datum call_method(Node* node, Arguments& arguments);
  virtual Datum call_module(Node* node, Arguments& arguments);
  virtual Datum output(Node* node, Arguments& arguments);

  // The arguments of a node with its nodes replaced by their values.
  Arguments fetch_args_kwargs_from_env(const Node* node) const;
  Datum value_of(const Arg& arg) const;

  // As in torch.fx: errors name the executed node and the location of its code; a KeyError becomes a
  // RuntimeError.
  bool extra_traceback = false;

  const Module& module() const { return module_; }
  int depth() const { return depth_; }

 protected:
  // Runs a graph argument of an operator (cond, map, a region) on these values. Default: a new Interpreter.
  virtual Datum run_graph(const Module& graph, std::vector<Datum> args);

  const Module& module_;
  Attributes attributes_;

 private:
  friend struct HigherOrder;
  void find_last_uses();
  Datum region(Node* node, const Arguments& arguments);
  void blame(Diagnostic& diagnostic, const Node* node) const;

  int depth_;
  std::vector<Datum> given_;
  std::size_t next_given_ = 0;
  Node *last_input_ = nullptr, *last_run_ = nullptr;  // of run_more
  IdMap<Datum> env_;
  IdMap<std::uint32_t> dies_after_;                              // of each node: its last user's id plus one
  std::vector<std::pair<std::uint32_t, std::uint32_t>> deaths_;  // (user, value), by user
};

// Limit on the nesting of running graphs.
inline constexpr int kDeepestGraph = 100;

}  // namespace seesaw
