// Values of a program after an edit: changed values are recomputed, and nothing else is touched.
//
// What: `ValueUpdate` computes meta["val"] of the given nodes, then of their users as long as values change, into
// called graphs and out to calling graphs. Why: after an edit the shapes on the screen and in the text must be those of
// the edited graph, at the cost of the nodes reached. A call that PyTorch would reject loses its value and is reported
// with PyTorch's message; values after it stay until they can be computed again.
//
//   ValueUpdate update(program);
//   update.touch(module, node);
//   std::vector<Diagnostic> wrong = update.run();     // location: graph and node
#pragma once

#include <unordered_map>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/engine/exec/fake_call.h"
#include "core/engine/exec/unknown_operator.h"
#include "core/graph/ir/program.h"

namespace seesaw {

class ValueUpdate : private FakeLookup {
 public:
  explicit ValueUpdate(Program& program);
  void touch(Module& module, Node* node);
  // Checks all calls and changes no value: missing values are computed, and stated ones are compared with the computed
  // ones.
  std::vector<Diagnostic> check();
  // The number of calls, and of those that could be checked: their operators and arguments are known.
  struct Judged {
    std::uint32_t calls = 0, judged = 0;
  };
  Judged judged() const { return judged_; }
  std::vector<Diagnostic> run();

 private:
  struct Caller {
    Module* module;
    Node* node;
  };
  struct Work {
    std::string path;
    IdMap<std::uint8_t> stale;
    IdMap<Arg> worked_out;  // by `check`: values of nodes without one
    bool waiting = false;
  };
  enum class Outcome : std::uint8_t {
    value,
    unknown,
    wrong,
  };

  Arg value(const Node* node) override;
  const Module* module(const Node* node) override;
  bool knows_inputs(const Node* node);
  Outcome compute(Node* node, Arg& out);
  Arg call(Node* node);
  void report(const Node* node, Diagnostic d);
  void compare(const Node* node, const Arg& now);
  // True if the graph's result has another value now.
  bool update(Module& module);
  bool update(Node* node);
  void mark(Work& work, Node* node);
  void mark_callers(Module& module);
  void learn_regions(Module& module);
  FakeCaller::Cast around(const Module& module) const;

  Program& program_;
  FakeValues values_;
  FakeCaller caller_;
  std::unordered_map<const Module*, Work> work_;
  std::unordered_map<const Module*, std::vector<Caller>> callers_;
  // The region of autocast that a graph is called in, if there is one.
  std::unordered_map<const Module*, FakeCaller::Cast> around_;
  std::vector<Module*> open_;
  const Module* current_ = nullptr;
  std::vector<Diagnostic> wrong_;
  UnknownOperators unknown_;
  Judged judged_;
  bool casts_ = false;  // there is a region of autocast
};

}  // namespace seesaw
