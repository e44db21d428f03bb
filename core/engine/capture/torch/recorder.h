// The graphs that a capture records, and where their nodes come from.
//
// What: a `Recorder` has the graph of the program and that of initial values, and knows which of them is recorded now;
// it writes the stack traces of nodes, and knows the values of tensors that __init__ makes. Why: __init__ and forward
// are the same Python; what differs is the graph that an operator goes to.
//
//   recorder.outside()    // true: __init__, a class body or the script runs, and nodes go to the initial values
//   recorder.place()      // "File: source.py:3 in forward, code: return x.sin()", for the next node
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/engine/capture/torch/capture_part.h"
#include "core/engine/capture/torch/initial_values.h"

namespace seesaw {

class Recorder : public CapturePart {
 public:
  explicit Recorder(CaptureRun& run);
  ~Recorder();

  // The graph of initial values, the program's, and the one that is recorded now, which may be that of a branch.
  Ref<Module> initial;
  Tracer main, init;
  Tracer* current;
  bool outside() const { return current == &init; }
  // Graphs that were given up or rebuilt: values and names hold nodes by address.
  std::vector<Ref<Module>> kept;
  std::vector<Tensor> literals;  // of the graph of initial values, in the order of its placeholders

  // The stack trace that PyTorch gives to what is recorded now.
  std::string place();
  std::optional<std::string> fixed_place;  // of all nodes, while Dynamo makes a graph of a function
  // Runs a step of sum(): Dynamo takes it in a file of its own, `line`.
  PyValue in_reduce(std::string_view line, const std::function<PyValue()>& step);
  // Dynamo names a node after the first variable that it is kept in.
  void note_variable(const std::string& name, const PyValue& value);
  std::map<Node*, std::string> dynamo_names;

  // Metadata without strides gets those of rows after each other.
  Arg with_strides(const Arg& val);
  std::vector<Arg> sizes_of(const TensorMeta& meta);
  // Of a tensor that Python asks for them.
  std::vector<Arg> sizes_asked(const Arg& tensor);
  // Whether Dynamo's graph has one call for what runs now: a layer of torch.nn, in 2.6, or a function of
  // torch.nn.functional. Its Python runs where that graph is traced for the program.
  bool runs_within_call();
  std::set<std::string, std::less<>> asked_sizes;  // symbols that the program asked for
  std::size_t rank_of(const Arg& tensor) { return tracer().meta_of(tensor).as_tensor_meta()->shape.size(); }
  Tensor tensor_of(const Arg& val, const std::vector<Arg>& numbers);

  // What a tensor of __init__ holds when Python asks for it; nothing for what is traced.
  std::optional<Tensor> known_value(const Arg& tensor);
  std::optional<Arg> known_number(const PyExpr& e, const Arg& tensor);
  std::optional<PyValue> known_list(const Arg& tensor);

 private:
  std::unique_ptr<GrowingValues> growing_;
  std::set<std::string> taken_names_;
  std::map<std::string, int> last_numbers_;  // of taken names, by the variable
};

}  // namespace seesaw
