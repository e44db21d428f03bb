// Passes that rewrite a program without writes to memory: PyTorch's functionalization.
//
// What: a write (`add_`) becomes its functional form, and from there on the tensor, and every view of its memory,
// represents its result; views of modified memory are recreated on their next use. Inputs that were written to become
// results. Operators with a suitable rule (core/engine/ops/composed/decompositions.h) are decomposed on the way: a
// derived pass chooses which. Why: captures in the functional form and run_decompositions differ in what they
// decompose, not in how they remove writes.
//
//   class Functional : public FunctionalPass {
//     bool takes_apart(const OpDef& record) const override {
//       return record.decomposition.kind == Decomposition::composite; }
//   };
//   Functional pass(program);
//   pass.rewrite(program);
//
// A tensor is named after the first node that represented it. Names count dead code too: unused nodes are removed at
// the end.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/id_map.h"
#include "core/engine/exec/shape_names.h"
#include "core/engine/ops/call/dispatch.h"
#include "core/engine/ops/table/schema.h"
#include "core/engine/passes/retrace/export_pass.h"

namespace seesaw {

class FunctionalPass : public ExportPass {
 public:
  explicit FunctionalPass(Program& program);
  // Retraces the program and updates its signature.
  void rewrite(Program& program);

  ProxyValue placeholder(std::string_view name, const Arg& value, NodeMetadata meta) override;
  ProxyValue call_operator(const Callable* op, const Arguments& given, NodeMetadata meta) override;
  ProxyValue call_sym(const Callable* target, std::span<const Arg> args, NodeMetadata meta) override;
  ProxyValue call_getitem(const Arg& value, const Arg& key, NodeMetadata meta) override;
  ProxyValue call_cond(
      const Arg& pred, const Module& true_fn, const Module& false_fn, const Arg& inputs, NodeMetadata meta) override;
  ProxyValue call_map(const Module& f, const Arg& mapped_args, const Arg& operands, NodeMetadata meta) override;
  Arg call_higher_order(const Callable* target, const Arguments& given, NodeMetadata meta) override;
  ProxyValue output(const Arg& results, NodeMetadata meta) override;
  Ref<Module> call_submodule(const Module& module, std::span<const Arg> inputs) override;

 protected:
  // Whether an operator is decomposed before writes are handled.
  virtual bool takes_apart(const OpDef& record) const = 0;
  // The same for the remaining operators, which write nothing.
  virtual bool takes_apart_later(const OpDef&) const { return false; }
  // The graph of a branch, for known inputs.
  virtual Ref<Module> branch(const Module& module, const Arg& data, const Arg& operands);
  virtual Arg branch_node(const std::string& name, const NodeMetadata& meta) {
    return Arg::node(tracer().get_attr(name, meta.data()));
  }
  virtual Arg branch_operands(const Arg& operands) { return operands; }
  virtual void finish_graph(Graph& graph) { graph.eliminate_dead_code(); }
  // Whether gradients of a node's result are required, for rules that need to know.
  virtual bool wants_grad(Node*, bool otherwise) { return otherwise; }
  // The metadata of what a rule makes.
  virtual NodeMetadata meta_of_rule(const OpDef&, const NodeMetadata& meta) { return meta; }
  // The product that a rule needs, if its factors were multiplied before that: the name of its node, and its factors.
  virtual std::optional<ShapeNames::Product> product_made(std::int64_t) { return std::nullopt; }
  // Whether a size that is asked takes a new name; else a node gave it before.
  virtual bool is_new_size(const Node*) { return true; }
  // A new tensor, once it stands in the graph for good.
  virtual void note_tensor(const Node*, const Arg&) {}
  // A new node, and the operator's whose result it is.
  virtual void note_node(const Node*, const Arg&, const Node*) {}
  // The operands of a write in place, before the operator that gives the value.
  virtual void note_write(const OpDef&, const Arguments&) {}

  [[noreturn]] static void not_written(std::string_view what);
  // The current representation of a value; views are recreated if needed.
  Arg latest(const Arg& arg);
  Arguments latest(const Arguments& given);
  // As PyTorch's dispatcher passes them on: by position, without trailing defaults; keyword-only ones by name, unless
  // they are defaults.
  Arguments dispatched(const Callable* op, const Arguments& given);
  bool outermost() const { return frames_.size() == 1; }
  const std::vector<Node*>& graph_inputs() { return frame().inputs; }
  ProxyValue known(Node* node) { return {tracer().value(node), node}; }
  // Records an operator without writes whose arguments are up to date.
  ProxyValue lower(const Callable* op, const Arguments& arguments, const NodeMetadata& meta);
  ProxyValue emit(const Callable* op, const Arguments& arguments, const NodeMetadata& meta);
  void unpack(const ProxyValue& value, const NodeMetadata& meta);
  std::vector<Node*> items_of(const ProxyValue& list);
  // A name that is free in the new root: the prefix, a literal, and a number.
  std::string free_child(std::string_view prefix);
  // The trace of detach: three nodes, through the first two of which writes are visible.
  ProxyValue detached(const Callable* op, const Arguments& given, const NodeMetadata& meta);
  // A write to this tensor's memory is an error.
  void freeze(Node* node);

 private:
  // One step from a tensor to a view of it.
  struct View {
    const Callable* op;
    Arguments arguments;  // without the tensor
    std::int64_t item;    // of several results; -1: the only one
    std::uint32_t before;
  };
  struct Write {
    Node* value;
    std::uint32_t view;
  };
  struct Memory {
    Node* value;  // of all of it, without the pending writes
    std::vector<Write> pending;
    std::uint32_t writes = 0;
    bool frozen = false;
  };
  struct Held {
    Node* value;
    std::uint32_t memory;
    std::uint32_t view;      // 0: all of the memory
    std::uint32_t seen = 0;  // writes to the memory that `value` includes
  };
  // What is known about the nodes of one graph.
  struct Frame {
    std::vector<Node*> inputs;
    IdMap<std::vector<Node*>> lists;  // the items of an operator with several results
    IdMap<std::uint32_t> tensors;     // by their first node: the index in `held`, plus one
    std::vector<Held> held;
    std::vector<Memory> memory;
    std::vector<View> views = std::vector<View>(1);
    std::vector<std::pair<std::int64_t, Node*>> numbers;  // symbolic numbers
    std::map<std::string_view, int> children;             // the last number of each kind of graph
  };
  // Inputs that were written to, in their order.
  struct Written {
    std::size_t input;
    Node* value;
  };
  Frame& frame() { return frames_.back(); }
  ProxyValue call_scan(const Callable* target, const Arguments& given, const NodeMetadata& meta);
  ProxyValue call_while(const Callable* target, const Arguments& given, const NodeMetadata& meta);
  // A body as an attribute of the new root: the prefix and a free number.
  Arg body_arg(std::string_view prefix, const Ref<Module>& body, const NodeMetadata& meta);
  std::vector<Arg> rows_of(const Arg& list, std::int64_t dim = 0);
  void note_number(const ProxyValue& value);
  void note_tensors(const ProxyValue& value);
  void update_signature(Program& program);

  // --- writes and views ---
  std::uint32_t held(Node* node);
  void hold_view(Node* node, std::uint32_t base, View view, std::uint32_t seen);
  Node* sync(std::uint32_t tensor);
  std::vector<std::uint32_t> steps_to(std::uint32_t view);
  Node* apply_write(Node* memory, const Write& write);
  Node* step(std::uint32_t view, Node* base);
  Node* put_back(std::uint32_t view, Node* base, Node* value);
  void commit(std::uint32_t tensor, Node* value);
  bool is_view(const OpDef* record) const;
  ProxyValue view_of(const Callable* op, const Arguments& given, const NodeMetadata& meta);
  ProxyValue look_as(const Callable* op, const Arguments& given, const NodeMetadata& meta);
  ProxyValue write(const OpDef& functional, const Arguments& given, const NodeMetadata& meta);
  void take_dtype(Arguments& given, const Arg& tensor);
  ProxyValue write_out(const OpDef& functional, const Arguments& given, const NodeMetadata& meta);
  ProxyValue functionalized(const Callable* op,
                            const OpSchema& schema,
                            const Arguments& given,
                            const NodeMetadata& meta);

  // The node of each tensor in the running rules; the last entry for a tensor counts.
  class TensorNodes {
   public:
    void add(const Tensor& tensor, Node* node) {
      auto [place, fresh] = last_.try_emplace(tensor.impl(), rows_.size());
      rows_.push_back({tensor, node, fresh ? kNone : std::exchange(place->second, rows_.size())});
    }
    Node* find(const Tensor& tensor) const {
      auto place = last_.find(tensor.impl());
      return place == last_.end() ? nullptr : rows_[place->second].node;
    }
    std::size_t size() const { return rows_.size(); }
    // Drops the entries made since there were this many.
    void resize(std::size_t size) {
      for (; rows_.size() > size; rows_.pop_back()) {
        const Row& row = rows_.back();
        if (row.before == kNone) {
          last_.erase(row.tensor.impl());
        } else {
          last_[row.tensor.impl()] = row.before;
        }
      }
    }

   private:
    static constexpr std::size_t kNone = SIZE_MAX;
    struct Row {
      Tensor tensor;
      Node* node;
      std::size_t before;  // the entry for the same tensor
    };
    std::vector<Row> rows_;
    std::unordered_map<const TensorImpl*, std::size_t> last_;
  };

  // --- rules: operators called on tensors without elements, each of which represents a node ---
  Tensor tensor_of(const Arg& node);
  Value value_of(const Arg& arg);
  std::vector<Value> bound(const OpSchema& schema, const Arguments& given);
  Outputs run_rule(Outputs (*rule)(std::span<const Value>),
                   std::span<const Value> values,
                   const NodeMetadata& meta,
                   bool later);
  void check(const OpDef& record, const Arguments& arguments);
  ProxyValue apply(const OpDef& record, const Arguments& arguments, const NodeMetadata& meta, bool later);
  Node* node_of(const Tensor& tensor);
  Arg number_arg(std::int64_t value);
  // Null if it must be computed from others.
  Node* number_node(std::int64_t value);
  Node* size_of_input(std::int64_t value);
  SymOperation operation_of(std::int64_t value);
  void compute_number(std::int64_t value, const SymOperation& operation);
  Arg arg_of(const Value& value, const SchemaParameter& parameter);
  Arg text_arg(const std::string& text, const SchemaParameter& parameter);
  Outputs trace(const OpDef& op, std::span<const Value> values);
  Tensor replace(const OpDef& op, std::span<const Value> args);

  class RuleMode : public Mode {
   public:
    explicit RuleMode(FunctionalPass& pass) : pass_(pass) {}
    Outputs call(const OpDef& op, std::span<const Value> args) override { return pass_.trace(op, args); }
    Tensor call_inplace(const OpDef& op, std::span<const Value> args) override { return pass_.replace(op, args); }
    bool requires_grad(const Tensor& x, bool otherwise) const override {
      return pass_.wants_grad(pass_.node_of(x), otherwise);
    }
    void computes(std::int64_t size) override { pass_.number_arg(size); }

   private:
    FunctionalPass& pass_;
  };

  RuleMode mode_{*this};
  int depth_ = 0;
  bool later_ = false;  // arguments of a rule's calls are up to date
  const NodeMetadata* meta_ = nullptr;
  std::vector<Frame> frames_;
  TensorNodes tensors_;
  std::vector<Written> written_;
};

}  // namespace seesaw
