// Calls operators on the known properties of their arguments.
//
// What: `FakeCaller::call` computes the metadata of a call's result (dtype, shape, stride, requires_grad; symbolic
// sizes; new symbols for data-dependent sizes) from that of its arguments, by the operators' shape rules, also through
// the graphs of higher-order operators. Why: propagation over a graph, retracing and capture all need it, each with its
// own values of nodes, passed as a FakeLookup.
//
//   FakeCaller caller(values);
//   Arg val = caller.call(node->callable(), node->args(), node->kwargs(), lookup);
//
// Throws Error: PyTorch's for arguments that do not fit; code "operator" if there is no shape rule.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/engine/exec/autocast.h"
#include "core/engine/exec/fake_memo.h"
#include "core/engine/exec/fake_values.h"
#include "core/engine/ops/table/schema.h"
#include "core/graph/ir/module.h"

namespace seesaw {

// The values of nodes among arguments.
class FakeLookup {
 public:
  virtual ~FakeLookup() = default;
  virtual Arg value(const Node* node) = 0;
  // The graph that a get_attr node names, or null.
  virtual const Module* module(const Node* node) = 0;
};

struct CallArgs {
  std::span<const Arg> args;
  std::vector<Kwarg> kwargs;
};
CallArgs call_args(const Node* node);

class GraphLookup;
struct PythonMatch;

class FakeCaller {
 public:
  explicit FakeCaller(FakeValues& values) : values_(values) {}
  FakeValues& values() { return values_; }

  Arg call(const Callable* target, const CallArgs& args, FakeLookup& lookup);
  // The value of a graph's output for values of its placeholders, its nested graphs included. Metadata of its nodes is
  // not touched.
  Arg run(const Module& module, std::span<const Arg> inputs);
  // Reports the value of each node that run() walks, nested graphs included.
  std::function<void(Node*, const Arg&)> on_value;
  // Asked first for what a call of an operator gives: a program may have functions for it.
  std::function<std::optional<Arg>(const Callable* target, const CallArgs& args, FakeLookup& lookup)> declared;
  // Grad mode of the calls that follow: results of calls without it do not require grad.
  void set_grad_mode(bool mode) { grad_mode_ = mode; }
  bool grad_mode() const { return grad_mode_; }
  // An argument in the form that shape rules take.
  Value value_of(const Arg& arg, FakeLookup& lookup);
  // A tensor's metadata without one dimension, as map and scan pass it to their graphs.
  Arg row_of(const Arg& meta, std::int64_t dim = 0);
  // Whether a shape rule exists for this callable.
  bool knows(const Callable* target);
  // The region of torch.autocast around the calls.
  using Cast = AutocastRegion;
  // The region that the arguments of _enter_autocast or wrap_with_autocast (device, dtype, enabled) open in another.
  static Cast cast_of(std::span<const Arg> args, const Cast& outer = {});
  Cast cast() const { return cast_; }
  void set_cast(Cast cast) { cast_ = cast; }

 private:
  struct Entry {
    const OpDef* op = nullptr;
    const OpSchema* schema = nullptr;
    bool inplace = false;
    std::vector<Value> fallbacks;
    std::vector<bool> tensors;  // of each parameter: whether it takes one tensor
  };
  void step(const Module& module, Node* node, std::span<const Arg> inputs, std::size_t& next, GraphLookup& lookup);
  const Entry& entry(const Callable* target);
  Entry make_entry(std::string_view path);
  const Entry* overload(const Callable* packet, const CallArgs& args, FakeLookup& lookup);
  Arg call_operator(const Callable* target, const Entry& entry, const CallArgs& args, FakeLookup& lookup);
  void bind(const Entry& entry, const CallArgs& args, FakeLookup& lookup, std::vector<Value>& out);
  Arg call_python(std::string_view path, const CallArgs& args, FakeLookup& lookup);
  Arg call_matched(std::string_view path, const PythonMatch& match, const CallArgs& args, FakeLookup& lookup);
  Arg as_parameter(std::string_view path, const SchemaParameter& p, const Arg& arg, FakeLookup& lookup);
  Arg result(const Entry& entry, std::span<const Value> values);
  Arg of_outputs(const Entry& entry, const Outputs& outputs);
  std::optional<Arg> result_in_region(const Entry& entry, std::span<const Value> values);
  Arg of(const TensorSpec& spec) { return values_.of(spec, grad_, device_); }

  Arg call_higher_order(std::string_view name, const CallArgs& args, FakeLookup& lookup);
  Arg conditional(const CallArgs& args, FakeLookup& lookup);
  Arg mapped(const CallArgs& args, FakeLookup& lookup);
  Arg scanned(const CallArgs& args, FakeLookup& lookup);
  Arg looped(const CallArgs& args, FakeLookup& lookup);
  Arg functionalized(const CallArgs& args, FakeLookup& lookup);
  const Module& graph_at(const CallArgs& args, std::size_t i, FakeLookup& lookup);
  // Arguments from `first` on, as values; a single list or tuple is unpacked.
  std::vector<Arg> operands(const CallArgs& args, std::size_t first, FakeLookup& lookup);
  std::vector<Arg> items_at(const CallArgs& args, std::size_t i, FakeLookup& lookup);
  Arg resolved(const Arg& arg, FakeLookup& lookup);
  Arg stack_of(const Arg& meta, std::int64_t count);

  FakeValues& values_;
  std::unordered_map<const Callable*, Entry> entries_;
  std::unordered_map<const OpDef*, Entry> overloads_;
  FakeMemo memo_;
  bool grad_ = false;  // of the running call: whether its results require grad
  Symbol device_;      // and their device
  bool grad_mode_ = true;
  Cast cast_;
  int depth_ = 0;
};

// The region of autocast around each node of a graph, queried in order: from _enter_autocast to
// _exit_autocast.
class CastRegions {
 public:
  explicit CastRegions(FakeCaller::Cast around) : open_{around} {}
  FakeCaller::Cast follow(const Node* node);

 private:
  std::vector<FakeCaller::Cast> open_;
};

// Whether call() walks this higher-order operator.
bool knows_graphs_of(std::string_view path);
// The result of a function of Python's on plain and symbolic numbers: operator.add, math.floor, torch.sym_max,
// builtins.round. Nothing for any other function or non-numeric arguments.
std::optional<Arg> call_sym_function(FakeValues& values,
                                     std::string_view path,
                                     const OpDef* def,
                                     std::span<const Arg> args);

}  // namespace seesaw
