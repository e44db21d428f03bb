// Passes that interpret a graph and retrace it: PyTorch's ExportPassBase (torch/_export/pass_base.py).
//
// What: `ExportPass::call` walks a graph; each node becomes a call of one of the methods below, which computes what is
// known about the value and records a node in a new graph. A pass overrides the methods that it changes. Why: names,
// metadata, shapes and branches of cond are then correct without further effort.
//
//   class SinToCos : public ExportPass {
//     using ExportPass::ExportPass;
//     ProxyValue call_operator(const Callable* op, const Arguments& arguments, NodeMetadata meta) override {
//       bool sin = op->path.view() == "torch.ops.aten.sin.default";
//       return ExportPass::call_operator(sin ? context().callable("torch.ops.aten.cos.default") : op, arguments, meta);
//     }
//   };
//   Ref<Module> result = SinToCos(context).call(module);
//
// Arguments are Args whose nodes are those of the new graph. A get_attr is recorded not at its own position but at the
// use of its value (PyTorch passes the object): until then it is a node of the old graph. Errors have PyTorch's type
// and text.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/engine/exec/fake_call.h"
#include "core/graph/ir/program.h"

namespace seesaw {

// A node's meta, which a callback may read and extend; entries set by the tracer are protected.
class NodeMetadata {
 public:
  NodeMetadata(Context& context, const Meta* data) : context_(&context), data_(data) {}
  const Meta* data() const { return data_; }
  bool contains(std::string_view key) const;
  // KeyError if it is absent.
  Arg operator[](std::string_view key) const;
  // RuntimeError for val, stack_trace, nn_module_stack, debug_handle and tensor_meta.
  void set(std::string_view key, const Arg& value);
  NodeMetadata copy() const { return *this; }

 private:
  Context* context_;
  const Meta* data_;
};

// A value during tracing: what is known about it, and its node in the new graph.
class ProxyValue {
 public:
  ProxyValue() = default;
  ProxyValue(Arg data, Node* node) : data_(data), node_(node), arg_(Arg::node(node)) {}
  // Several values without a common node: `nodes` is a list.
  ProxyValue(Arg data, Arg nodes) : data_(data), arg_(nodes) {}
  const Arg& data() const { return data_; }
  // Null for several values.
  Node* node() const { return node_; }
  // As an argument of other calls.
  Arg arg() const { return arg_; }
  bool is_tensor() const { return data_.kind() == ArgKind::tensor_meta; }

 private:
  Arg data_;
  Node* node_ = nullptr;
  Arg arg_;
};

struct Arguments {
  std::vector<Arg> args;
  std::vector<Kwarg> kwargs;
};

// The graph being recorded.
class ExportTracer : public FakeLookup {
 public:
  // `sizes`: the hints of s0, s1 and so on, which sizes of new tensors get.
  ExportTracer(FakeCaller& caller, const Module& source, std::vector<std::int64_t>& sizes);
  Graph& graph() { return root_->graph(); }
  const Ref<Module>& root() const { return root_; }
  // An argument for a node of this graph: attributes of the old graph get their get_attr nodes. ExportPassBaseError for
  // an invalid argument. `made` gets the get_attr nodes of tensors.
  Arg create_arg(const Arg& arg, const Meta* preserved, std::vector<Node*>& made);
  // get_attr of a new module; one name per object.
  Arg module_arg(const Ref<Module>& module, const Meta* preserved);
  // get_attr of an attribute of the new root, with the metadata that torch.fx keeps.
  Node* get_attr(std::string_view name, const Meta* preserved);
  // val of a node: tensors, numbers, texts, None for anything else; tensor_meta is dropped.
  void set_metadata(Node* node, const Arg& value);
  Arg value(const Node* node) override;
  const Module* module(const Node* node) override;

 private:
  Arg attribute_arg(const Node* old, const Meta* preserved, std::vector<Node*>& made);
  std::string fresh_name(std::string_view prefix);
  Arg as_new_tensor(const TensorMeta& real);

  FakeCaller& caller_;
  std::vector<std::int64_t>& sizes_;
  bool exported_ = false;  // the graph is of torch.export, whose mode makes symbols
  Ref<Module> root_;
  IdMap<Arg> values_;
  std::unordered_map<const Module*, std::string> submodules_;
  std::unordered_map<const Attribute*, std::string> attributes_;
};

class ExportPass {
 public:
  explicit ExportPass(Context& context);
  virtual ~ExportPass() = default;
  ExportPass(const ExportPass&) = delete;
  ExportPass& operator=(const ExportPass&) = delete;

  // A new module; the old one is not changed.
  virtual Ref<Module> call(const Module& module);
  // What is known about the inputs: meta["val"] of the placeholders, else tensor_meta, else None for one without users.
  virtual std::vector<Arg> inputs(const Module& module);
  virtual void on_attr(const ProxyValue& attr);
  virtual ProxyValue placeholder(std::string_view name, const Arg& value, NodeMetadata meta);
  virtual ProxyValue call_operator(const Callable* op, const Arguments& arguments, NodeMetadata meta);
  virtual ProxyValue call_sym(const Callable* target, std::span<const Arg> args, NodeMetadata meta);
  virtual ProxyValue call_cond(
      const Arg& pred, const Module& true_fn, const Module& false_fn, const Arg& inputs, NodeMetadata meta);
  virtual ProxyValue call_map(const Module& f, const Arg& mapped_args, const Arg& operands, NodeMetadata meta);
  // All other operators that take graphs; the result need not be one node.
  virtual Arg call_higher_order(const Callable* target, const Arguments& arguments, NodeMetadata meta);
  // Functions other than operators, including mode switches: ExportPassBaseError.
  virtual ProxyValue call_other(const Callable* target, const Arguments& arguments, NodeMetadata meta);
  virtual ProxyValue call_getitem(const Arg& value, const Arg& key, NodeMetadata meta);
  virtual ProxyValue output(const Arg& results, NodeMetadata meta);
  virtual Ref<Module> call_submodule(const Module& module, std::span<const Arg> inputs);

  Context& context() const { return context_; }
  FakeCaller& caller() { return caller_; }
  // The graph being recorded; only during a walk.
  ExportTracer& tracer() { return *tracer_; }
  // What is known about an argument.
  Arg data_of(const Arg& arg);
  // The line of str(graph) for the current or last node of the walk; empty before the first. Callers that release the
  // module keep it here.
  void keep_walked(Ref<Module> module) { walked_ = std::move(module); }
  std::string node_debug_str() const { return current_ == nullptr ? std::string() : current_->format_node(); }

 protected:
  // Computes the value and records a node, as torch.fx's interpreter and tracer do.
  ProxyValue fx(Opcode op, Target target, const Arguments& arguments, const NodeMetadata& meta);
  // The same for a known value.
  ProxyValue fx_known(Opcode op, Target target, const Arguments& arguments, const NodeMetadata& meta, const Arg& value);
  // Inlines a graph's nodes one by one into the graph being recorded, for these inputs: returns its output.
  // Symbols that only a run tells: new ones at each trace; those of before, to which PyTorch binds the new ones; new
  // ones in the ranges of those of before; or such ones, the same for the same value of before.
  enum class Unbacked : std::uint8_t { renewed, kept, bounded, mapped };
  void treat_unbacked(Unbacked how) { unbacked_ = how; }
  // The exact name of the next node; none: as usual.
  void call_next(Name name) { called_ = name; }
  Arg inline_graph(const Module& module, std::span<const Arg> inputs);
  const Module& graph_of(const Arg& arg);
  // A graph as an argument of a higher-order operator.
  Arg graph_arg(const Ref<Module>& module) { return tracer_->module_arg(module, preserved()); }

 private:
  const Meta* preserved() const { return current_ == nullptr ? nullptr : current_->meta(); }
  Arg run_node(Node* node);
  Arg call_function(Node* node, const Arguments& arguments);
  Arg mapped(const Arg& arg);
  Name name_for(const Callable* callable);
  const Meta* new_meta(const Meta* given);
  void note_unbacked(Node* node, const Arg& value, std::uint32_t first);
  Arg with_known_symbols(const Arg& value, std::uint32_t& first);
  Arg known_item(const Arg& value, const Arg* before, std::uint32_t& first);
  std::vector<const Arg*> values_before(std::size_t count) const;
  Arg places_found(const Arg& value);
  Arg with_strides(const Arg& before, const Arg& value);
  void bound_symbols(const Arg& before, const Arg& value);
  [[noreturn]] void rethrow(Error& error, const Node* node);

  Context& context_;
  FakeValues values_;
  std::vector<std::int64_t> sizes_;  // of new tensors
  FakeCaller caller_;
  ExportTracer* tracer_ = nullptr;
  const Module* source_ = nullptr;
  IdMap<Arg>* env_ = nullptr;
  std::span<const Arg> given_;
  std::size_t next_given_ = 0;
  const Node* current_ = nullptr;
  Name called_;
  Ref<Module> walked_;  // that contains it
  Unbacked unbacked_ = Unbacked::renewed;
  std::unordered_map<std::string, Arg> mapped_;  // of values of before, by their symbols: those now
  bool fresh_lineage_ = false;                   // the current node already has its copy
  int depth_ = 0;
  std::unordered_map<const Callable*, Name> names_;
};

// Runs a pass on a program: its root is replaced, and the names in its signature follow by position.
void retrace_program(Program& program, ExportPass& pass);

// A tree's leaves in which a new symbol first appears, as PyTorch writes bindings: {"u0":"()"}. Null if there is none.
Arg unbacked_bindings(FakeValues& values, const Arg& value, std::uint32_t first);

}  // namespace seesaw
