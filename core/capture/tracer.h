// What a capture records: nodes, with the metadata that PyTorch gives them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/exec/fake_call.h"
#include "core/ir/program.h"

namespace seesaw {

// A value while Python runs: an argument of nodes, or something that has only a name ("torch.nn.functional.relu", "self.linear").
struct PyValue {
  Arg arg;
  std::string path;

  PyValue() = default;
  PyValue(Arg a) : arg(a) {}
  static PyValue of_path(std::string path) {
    PyValue out;
    out.path = std::move(path);
    return out;
  }
  bool is_path() const { return !path.empty(); }
};

using PyArgs = std::vector<Arg>;
using PyKwargs = std::vector<std::pair<std::string, Arg>>;

class Tracer : public FakeLookup {
 public:
  explicit Tracer(Program& program);

  Arg value(const Node* node) override;
  const Module* module(const Node*) override { return nullptr; }
  // The metadata of an argument; of a node its value.
  Arg meta_of(const Arg& arg);
  bool is_tensor(const Arg& arg) { return arg.is_node() && meta_of(arg).kind() == ArgKind::tensor_meta; }

  // Where the next nodes come from: "File: a.py:7 in forward, code: y = x + 1".
  void set_place(std::string summary);
  Node* placeholder(std::string_view name, const Arg& val);
  // A placeholder in front of `before`, or the last one if that is null.
  Node* placeholder_before(Node* before, std::string_view name, const Arg& val);
  // An operator by its path; several results come apart.
  Arg call(std::string_view path, const PyArgs& args, const PyKwargs& kwargs = {});
  // The same, in place: from here on `args[0]` stands for the result, under whatever name Python has it.
  Arg call_inplace(std::string_view path, const PyArgs& args, const PyKwargs& kwargs = {});
  // The node that a tensor is now.
  Arg current(const Arg& arg);
  void set_grad_enabled(bool mode);
  // The graph with the names that its nodes would have if those that are gone had never been.
  void name_anew();

  Context& context() { return *program_.context; }
  Graph& graph() { return program_.root->graph(); }
  FakeValues& values() { return values_; }

 private:
  Name name_for(std::string_view path);
  void mark(Node* node, const Arg& val);

  Program& program_;
  FakeValues values_;
  FakeCaller caller_;
  Arg stack_trace_;
  IdMap<Node*> current_;  // of tensors that were written to: the node of the last write
};

// A call of a function of PyTorch, by the name that it has as a method or in torch or torch.nn.functional, with Python's arguments. Throws Error.
Arg call_torch(Tracer& tracer, std::string_view name, const PyArgs& args, const PyKwargs& kwargs, bool functional);

}  // namespace seesaw
