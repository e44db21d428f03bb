// Running a graph node by node: torch.fx.Interpreter.
//
// What: `Interpreter::run` gives each node a value; what a node of each kind does is a method that can be overridden.
// Why: to run a graph on tensors, to watch it run, to compare two graphs, to trace it anew.
//
//   Interpreter interpreter(module, state);
//   Datum result = interpreter.run({Datum(x)});
//
// Operators run through the current mode (core/engine/ops/call/dispatch.h): with an AutogradScope, autograd records
// them. A value is dropped behind its last use. Throws Error; the diagnostic names the node that failed.
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

// Throws Python's TypeError where a graph is called with more or fewer values than its `forward` takes.
void check_argument_count(const Module& graph, std::size_t given);

class Interpreter {
 public:
  // What `get_attr` of a path gives, where the module does not hold it itself: the values of parameters and buffers.
  using Attributes = std::function<Datum(const Module& module, std::string_view path)>;
  struct Arguments {
    std::vector<Datum> args;
    std::vector<std::pair<Symbol, Datum>> kwargs;
  };

  explicit Interpreter(const Module& module, Attributes attributes = {}, int depth = 0);
  virtual ~Interpreter() = default;
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  // Runs the whole graph on values for its placeholders, in their order. Grad mode is as it was afterwards.
  Datum run(std::vector<Datum> args);

  // Of a graph that still grows: runs what was added since the last time, on values for the placeholders among it, and
  // keeps all values.
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

  // As torch.fx's: errors tell the node that was executed, and where its code stands; a KeyError becomes a
  // RuntimeError.
  bool extra_traceback = false;

  const Module& module() const { return module_; }
  int depth() const { return depth_; }

 protected:
  // A graph that an operator takes (cond, map, a region), on these values. By default an Interpreter of its own.
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

// Graphs inside of graphs that may run, one in the other.
inline constexpr int kDeepestGraph = 100;

}  // namespace seesaw
