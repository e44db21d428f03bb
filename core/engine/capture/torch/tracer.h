// What a capture records: nodes, with the metadata that PyTorch gives them.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/engine/capture/torch/element_memo.h"
#include "core/engine/exec/fake_call.h"
#include "core/engine/exec/shape_names.h"
#include "core/engine/exec/size_numbers.h"
#include "core/graph/ir/program.h"

namespace seesaw {

using PyArgs = std::vector<Arg>;
using PyKwargs = std::vector<std::pair<std::string, Arg>>;

// The number that an argument is; nothing for what is none, or a symbol.
std::optional<Number> plain_number(const Arg& arg);

// One graph while it is recorded. Graphs that operators take have tracers of their own, inside of that of the graph
// around them: values from there become placeholders.
class Tracer : public FakeLookup {
 public:
  Tracer(FakeCaller& caller, Ref<Module> module, Tracer* outer = nullptr)
      : caller_(caller), module_(std::move(module)), outer_(outer) {}
  Tracer(const Tracer&) = delete;
  Tracer& operator=(const Tracer&) = delete;

  Arg value(const Node* node) override;
  const Module* module(const Node* node) override;
  // The metadata of an argument; of a node its value, as the last write left it.
  Arg meta_of(const Arg& arg) {
    if (!arg.is_node()) return arg;
    Node* node = arg.as_node();
    Node* last = &node->graph() == &graph() && node->id() < current_.size() ? current_.get(node->id()) : nullptr;
    return value(last == nullptr ? node : last);
  }
  // Whether operators take a symbolic truth value as a number.
  bool takes_truth(const Arg& condition);
  bool is_tensor(const Arg& arg) { return arg.is_node() && meta_of(arg).kind() == ArgKind::tensor_meta; }

  // Where the next nodes come from, as a Python traceback (empty: nobody knows), and in which modules.
  void set_place(const std::string& traceback);
  void set_modules(Arg stack) { module_stack_ = stack; }
  Node* placeholder(std::string_view name, const Arg& val);
  // The same in front of another one, unless that is null.
  Node* placeholder_before(Node* before, std::string_view name, const Arg& val);
  Node* get_attr(std::string_view name);
  // An operator by its path; several results come apart. Symbolic numbers come as such, and have nodes once they are
  // used.
  Arg call(std::string_view path, const PyArgs& args, const PyKwargs& kwargs = {});
  // The same, in place: from here on `args[0]` stands for the result, under whatever name Python has it.
  Arg call_inplace(std::string_view path, const PyArgs& args, const PyKwargs& kwargs = {});
  // From here on the tensor is known by this node.
  // A tensor that forward makes asks for gradients: it is a leaf from there on.
  void make_leaf(const Arg& tensor, const Arg& val, bool leaf);
  bool is_made_leaf(const Arg& tensor);
  void stand_for(const Arg& tensor, const Arg& result) { current_[own(tensor.as_node())->id()] = result.as_node(); }
  // A function of Python's on numbers, some of them symbolic. Nothing if it is none.
  std::optional<Arg> call_sym(std::string_view path, const PyArgs& args);
  // A comparison whose answer is known: its symbols have nodes then, and its name is taken.
  void note_comparison(std::string_view path, const PyArgs& args);
  // A size of a tensor as Python asks for it. Sizes that are equal and that PyTorch computed apart have a node each,
  // until it finds them equal.
  Arg own_number(const Arg& tensor, std::size_t dim, const Arg& number);
  // What PyTorch computes to find out whether the tensor is contiguous takes names.
  void ask_contiguous(const Arg& tensor);
  // The symbol is this input's: the size is asked of it, where an earlier one has the same.
  void own_size(Node* input, std::size_t dim);
  // Those symbols, and the names of their inputs.
  std::vector<std::pair<std::string, std::string>> size_owners() const;
  // A comparison that PyTorch makes itself, and nothing uses: it takes names.
  void compare_sizes(const Arg& tensor,
                     std::int64_t dim,
                     const Arg& length,
                     const Arg& other,
                     std::string_view relation = "operator.eq");
  // The node of a condition of the program's, which Dynamo has, too.
  void keep_compared(const Arg& condition);
  // One of a size that Dynamo has a node for.
  // The same, of one dimension of two tensors.
  void compare_both(const Arg& tensor, const Arg& size, const Arg& other, const Arg& other_size, std::int64_t dim);
  void take_compared_name();
  // The comparisons that were made for a node, from this count on: where the node goes, they go.
  std::size_t compared_count() const { return compared_.size(); }
  void note_checks(const Node* node, std::size_t from);
  void forget_checks(const std::vector<const Node*>& gone);
  // Symbolic numbers that nothing uses go; before PyTorch compared any, Dynamo leaves one of those that are equal.
  void drop_unused_numbers(bool compared);
  // A call whose result is told.
  Node* call_known(std::string_view path, const PyArgs& args, const Arg& val);
  // A number that this node computes, whatever else is equal to it.
  Arg number_of(Node* node, const Arg& number);
  // What stands for an argument in this graph now.
  Arg current(const Arg& arg);
  void set_grad_enabled(bool mode);

  // Whether the graph is for shapes alone: what it makes is no input of the program.
  bool is_thrown_away = false;
  // The value of a tensor of one element that is made of numbers alone; null for others.
  Tensor known(const Arg& arg);
  void know(const Arg& arg, const Tensor& value);
  // Whether an operator made it of Python's numbers: item() of it stays in the graph.
  bool is_of_numbers(const Arg& arg) const { return arg.is_node() && of_numbers_.contains(arg.as_node()); }
  // Whether a conversion to the same dtype is a copy, as it is for the functional form.
  bool copies_conversions = false;
  // A function of torch.jit.script's runs: its interpreter calls the overloads that take numbers, and factories say
  // nothing of where they live.
  bool scripted = false;
  // Whether an operator that raises leaves its node behind, as PyTorch's tracer makes the node before it calls the
  // operator; a program that catches the error sees it.
  bool keeps_failed = false;
  // Whether PyTorch's binding of contiguous asks, in the trace, whether the tensor is contiguous.
  bool asks_contiguity = false;
  // The same, in the trace of Dynamo's graph: `rebuild` asks.
  bool asks_contiguity_later = false;
  // A number that is computed again is traced again, and takes a name, until drop_unused_numbers(true).
  bool keeps_repeated = false;
  // Whether the graph is traced from one of Dynamo of 2.6, which leaves one node for sizes that are equal.
  bool shares_sizes = false;
  // Whether the program asks for the sizes, and neither an operator nor a call that stays in Dynamo's graph.
  bool asked_by_program = false;
  // A number that is computed takes a name, used or not, until drop_unused_numbers(true).
  bool keeps_numbers = false;
  // The data-dependent symbols of calls that stay in Dynamo's graph whether their result is used or not.
  std::vector<std::string> kept_symbols;
  void keep_symbol(const Arg& number);
  // A value of another graph that is none of the graphs around this one.
  std::function<Arg(Node*)> adopt;
  // Values of the graph around that were used here, in the order of their placeholders.
  const std::vector<Node*>& lifted() const { return lifted_; }
  Node* placeholder_of(Node* outer) const;
  // The graph anew, its placeholders in this order (null: a new one with this name and value), with the names that its
  // nodes would have if those that are gone had never been.
  struct Input {
    Node* node;
    std::string name;
    Arg val;
  };
  // It stands in a new module. Gives the module before: nodes of its graph are named elsewhere, by lists and closures
  // of the program that is captured too, so it must be kept as long as those.
  [[nodiscard]] Ref<Module> rebuild(const std::vector<Input>& inputs);

  Context& context() { return module_->context(); }
  Graph& graph() { return module_->graph(); }
  Module& owner() { return *module_; }
  const Ref<Module>& shared_owner() const { return module_; }
  FakeCaller& caller() { return caller_; }
  FakeValues& values() { return caller_.values(); }

 private:
  // How a symbolic number is computed: the size of a tensor, or a function of numbers.
  struct Recipe {
    std::string path;
    PyArgs args;
    Node* node = nullptr;
    Arg place = {};  // a function of numbers stands where Python computed it
  };
  Name name_for(std::string_view path);
  void mark_place(Node* node);
  void mark(Node* node, const Arg& val);
  void learn_sizes(Node* node, const Arg& val);
  Node* own(Node* node);
  Node* make_input(std::string_view name, const Arg& val);
  Arg number_node(const Arg& number);
  Recipe* recipe_of(const Arg& number);
  Arg known_float(const Arg& arg);
  Node* add(std::string_view path, const PyArgs& args, const PyKwargs& kwargs);
  // Whether the same operator was called on the same metadata before: PyTorch's fake tensors remember such calls, and
  // what they give knows whether it is contiguous.
  bool is_repeated(const Node* node);
  void note_repeated(const Node* node, const Arg& val);
  // The result of a call, with the symbols that its tensors remember.
  Arg value_of_call(const Node* node, std::string_view path);
  const Node* note_memory(const Node* node, std::string_view path);
  // A result that is known, where all that it is computed from is.
  void note_known(const Node* node, std::string_view path, const Arg& val);
  // Sizes of a result that only a run tells are sizes: PyTorch asserts it.
  void expect_sizes(const Arg& val, bool asks_layout);
  // PyTorch 2.6 asks whether a tensor is contiguous: whether it is empty, and which sizes are 1.
  Arg as_number(const Arg& given);
  void ask_numbers(std::string_view path, PyArgs& args, PyKwargs& kwargs);
  void ask_contiguity(const Dims& sizes);
  void take_contiguity_names(const Tensor& fake, ShapeNames::Known& known, Graph& graph);
  // What a graph that is traced anew has made so far.
  struct Retrace {
    Graph& graph;
    IdMap<Node*> map;                    // of the nodes of the graph before
    std::map<SizeNumber, Node*> sizes;   // that have a node
    std::size_t asked = 0;               // questions that were asked
    std::map<SizeNumber, Node*> shared;  // of sizes that are one to PyTorch's symbols
  };
  void copy_node(Retrace& fresh, Node* node);
  Node* known_size(Retrace& fresh, const Node* node);
  void note_copy(Retrace& fresh, Node* copy);
  void ask_noted(Retrace& fresh, std::uint32_t before);
  struct SizePlace {
    const Node* tensor;
    std::int64_t dim;
  };
  Arg compared_size(const Arg& tensor, std::int64_t dim, const Arg& length);
  Arg compared_size_at(const SizePlace& place, const Arg& owner, std::int64_t dim);
  std::optional<SizePlace> maker_of_size(const Node* node, std::int64_t dim, const Arg& length);
  enum class Leaf : std::uint8_t {
    no,
    leaf,
    view,
  };
  // Whether it is a parameter that requires grad, or a view of one.
  Leaf leaf_of(const Arg& arg);

  FakeCaller& caller_;
  Ref<Module> module_;
  Tracer* outer_;
  Node* last_input_ = nullptr;
  Arg stack_trace_, module_stack_;
  IdMap<Node*> current_;  // of tensors that were written to: the node of the last write
  IdMap<std::uint8_t> leaf_views_, made_leaves_;
  std::unordered_map<Node*, Node*> inside_;  // of nodes of the graph around: their placeholders
  std::vector<Node*> lifted_;
  std::unordered_map<std::string, Recipe> recipes_;  // by the text of the number
  std::unordered_map<const SymExpr*, Recipe>
      own_recipes_;  // of numbers that Python computed, each of which has a node of its own
  std::set<SizeNumber> program_sizes_;
  SizeNumbers size_numbers_{caller_.values(), SizeNumbers::Of::calls};
  std::vector<std::pair<std::string, const Node*>> size_owners_;
  std::map<SizeNumber, Arg> own_numbers_;  // of sizes whose text has another node
  IdMap<ShapeNames::Known> asked_;         // what tensors were asked before
  // Tensors that are asked whether they are contiguous, behind the nodes up to this one; by their numbers, as nodes may
  // go.
  struct Question {
    std::uint32_t behind, tensor;
  };
  std::vector<Question> questions_;
  std::unordered_map<std::size_t, std::vector<Arg>> calls_;         // on symbolic sizes, by the hash of their words
  std::map<std::pair<const Node*, std::int64_t>, Arg> made_sizes_;  // of new tensors, that something was compared with
  std::vector<Node*> compared_;
  std::map<const Node*, std::vector<Node*>> checks_;  // comparisons by the node that they are made for
  std::set<const Node*> repeated_;                    // see keeps_repeated
  ElementMemo memo_;
  IdMap<Tensor> known_;
  std::set<const Node*> of_numbers_;
  bool knows_any_ = false;
};

}  // namespace seesaw
