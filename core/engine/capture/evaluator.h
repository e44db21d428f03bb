// Python, run on symbols: what a capture does with expressions, statements, functions and modules.
//
// What: an `Evaluator` runs functions of a PythonSource; calls of PyTorch go to the tracer in use, everything else
// happens here. Why: a captured graph is what is left when Python has run, so all that decides it (loops, lists,
// classes, closures) is done, not recorded.
//
// One class in several files: evaluate.cpp (expressions), operators.cpp, indexing.cpp, calls.cpp, functional_calls.cpp,
// builtins.cpp, containers.cpp, texts.cpp, statements.cpp, objects.cpp (attributes), classes.cpp, modules.cpp
// (torch.nn.Module), regions.cpp (with), control_flow.cpp (cond, map, scan), assignments.cpp. Depth and steps are
// limited.
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/engine/capture/capture.h"
#include "core/engine/capture/python_object.h"
#include "core/engine/capture/tracer.h"
#include "core/python/tokens.h"

namespace seesaw {

struct FunctionalForm;
class Script;
class InputMaker;
class GrowingValues;

inline constexpr int kDeepestCalls = 600;  // expressions, statements and calls that stand in each other
inline constexpr std::size_t kMostSteps = 2'000'000;
inline constexpr std::size_t kLongestList = 1'000'000;
inline constexpr std::size_t kLargestSet = 1'000;  // each item is compared with all before it

class Evaluator {
 public:
  virtual ~Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

 protected:
  friend class Script;      // statements of the file itself
  friend class InputMaker;  // what forward is called with
  Evaluator(std::string_view source, const CaptureSettings& settings, Diagnostics& diagnostics);

  // A constant tensor as an input of its own, copied where it is used.
  virtual Arg lifted(const Arg& val, const Tensor& value, bool detached) = 0;
  // What an attribute of a module stands for, if it has an input of its own: tied parameters in the functional form.
  virtual Node* own_input(PyObject*, const std::string&) { return nullptr; }
  // The placeholder of a parameter, buffer or constant.
  virtual Node* input_of(PyObject* state) = 0;
  // The data of a tensor, without its history.
  virtual Arg data_of(const Arg& initial) = 0;
  // A placeholder of a person's argument; a constant is the value itself from there on.
  virtual PyValue add_input(const std::string& name, const Arg& val, bool constant) = 0;
  // A module of PyTorch's is called by the user's code, or by a container.
  virtual void note_leaf(PyObject* module, const PyValues& given) = 0;

  // --- places ---
  // A function that runs.
  struct Frame {
    std::string_view function;
    PythonSource* source;
    Scope* scope;
    std::uint32_t line = 0;
    PyClass* owner = nullptr;
    PyValue self, result;
    std::string_view place = {};      // as Dynamo shows it, where that is a file of PyTorch's
    PythonSource* globals = nullptr;  // where names of the file are, if not in `source`
  };
  Frame& frame() { return frames_.back(); }
  PythonSource& source() { return *frames_.back().source; }
  const PyExpr& expr(int index) { return source().expr(index); }
  bool in_library() { return frames_.back().source != &source_; }
  [[noreturn]] void fail(const PyExpr& e, std::string message, std::string remedy = {}) {
    source_error(e.begin, e.end, std::move(message), std::move(remedy));
  }
  // An error that PyTorch raises too.
  [[noreturn]] void fail_as(const PyExpr& e, std::string_view exception, std::string message, std::string remedy);
  // The stack trace that PyTorch gives to what is recorded now.
  std::string place();
  // Errors of the call get the place of the expression.
  template <class F>
  auto guarded(const PyExpr& e, F&& f) {
    frame().line = e.line;
    tracer().set_place(place());
    return located(e, f);
  }
  template <class F>
  auto located(const PyExpr& e, F&& f) {
    try {
      return f();
    } catch (Error& error) {
      if (error.diagnostic().offset < 0) error.diagnostic().offset = e.begin;
      throw;
    }
  }
  void count_step(std::uint32_t begin);
  class Deeper;

  // --- expressions ---
  PyValue evaluate(int index);
  Arg argument(int index) { return to_arg(expr(index), evaluate(index)); }
  // As an argument of a call of PyTorch; what is no data is none.
  Arg to_arg(const PyExpr& e, const PyValue& value);
  PyValues items(const PyExpr& e);
  // What `for` goes through.
  PyValues items_of(const PyExpr& e, const PyValue& value);
  bool truth(const PyExpr& e, const PyValue& value);
  PyValue lookup(const PyExpr& e);
  PyValue* find_name(std::string_view name);
  // Where an assignment in the function that runs puts it.
  PyValue& slot_of_name(const std::string& name);
  PyValue* find_global(PythonSource& in, std::string_view name);
  void make_global(PythonSource& in, std::string_view name, const PythonSource::Global& global, PyValue& out);
  PyValue with_decorators(PythonSource& in, PyValue function);
  PyValue comprehension(const PyExpr& e);
  // A comprehension between two of its items: its clauses that are open, in the names that it has.
  struct Generator {
    struct Level {
      std::size_t clause;
      PyValues items;
      std::size_t at = 0;
    };
    const PyExpr* expr = nullptr;
    Frame frame;
    std::vector<Level> open;
  };
  Generator begin_generator(const PyExpr& e);
  // The next item; a dict's key and value are a tuple.
  std::optional<PyValue> next_of(const PyExpr& e, PyObject* iterator);
  bool resume(Generator& generator);
  PyValue iterator_over(PyValues items);
  // Goes through the items one by one, a generator's when they are asked for, until `body` says false.
  void each_item(const PyExpr& e, const PyValue& value, const std::function<bool(const PyValue&)>& body);
  PyValue next_builtin(const PyExpr& e, const PyValues& args);
  PyValue in_reduce(std::string_view line, const std::function<PyValue()>& step);
  // --- texts ---
  std::string text_of(const PyExpr& e, const PyValue& value, bool quoted);
  PyValue formatted(const PyExpr& e);
  std::string format_part(const PyExpr& e, std::string_view part);
  std::string percent_text(const PyExpr& e, std::string_view text, const PyValue& values);
  std::string format_text(const PyExpr& e, std::string_view text, const PyValues& args, const PyNamedValues& kwargs);
  std::optional<PyValue> text_method(const PyExpr& e,
                                     std::string_view text,
                                     const std::string& name,
                                     const PyValues& args,
                                     const PyNamedValues& kwargs);
  PyValue make_list(PyKind kind, PyValues items);

  // --- attributes ---
  PyValue attribute(const PyExpr& e, const PyValue& object, const std::string& name);
  PyValue path_attribute(const PyExpr& e, std::string path, std::string_view owner, std::string_view name);
  PyValue tensor_attribute(const PyExpr& e, const Arg& object, const std::string& name);
  PyValue* find_attribute(PyObject* object, std::string_view name);
  PyValue instance_attribute(const PyExpr& e, PyObject* object, const std::string& name);
  PyValue read(PyObject* owner, const std::string& name, PyValue& value);
  PyValue method_value(PyValue self, const Function* function, PyClass* owner);
  PyValue builtin_method(PyValue self, std::string name);
  void set_attribute(const PyExpr& e, const PyValue& object, const std::string& name, const PyValue& value);
  void put(PyObject* object, std::string_view name, const PyValue& value);
  std::vector<Arg> sizes_of(const TensorMeta& meta);
  // Of a tensor that Python asks for them.
  std::vector<Arg> sizes_asked(const Arg& tensor);
  std::size_t rank_of(const Arg& tensor) { return tracer().meta_of(tensor).as_tensor_meta()->shape.size(); }

  // --- calls ---
  PyValue call(const PyExpr& e);
  void arguments(const PyExpr& e, PyValues& args, PyNamedValues& kwargs);
  PyValue call_value(const PyExpr& e, const PyValue& callee, PyValues args, PyNamedValues kwargs);
  PyValue call_object(const PyExpr& e, PyObject* callee, PyValues args, PyNamedValues kwargs);
  PyValue run_function(const PyExpr& e, PyObject* function, PyValues args, PyNamedValues kwargs);
  void bind(const PyExpr& e, const PyObject& function, PyValues args, PyNamedValues kwargs, Scope& scope);
  PyValue run_body(const Function& function);
  PyValue decorated(const PyExpr& e, PyObject* region, const PyValues& args);
  PyValue call_partial(const PyExpr& e, const PyObject& callee, PyValues args, PyNamedValues kwargs);
  std::optional<PyValue> library_call(const PyExpr& e,
                                      const std::string& path,
                                      const PyValues& args,
                                      const PyNamedValues& kwargs);
  static std::optional<PyValue> undecorated(const std::string& path, const PyValues& args);
  PyValue call_path(const PyExpr& e, const std::string& path, PyValues& args, PyNamedValues& kwargs);
  PyValue call_functional(const PyExpr& e, const std::string& path, PyValues args, PyNamedValues kwargs);
  PyValue call_form(const PyExpr& e, const FunctionalForm& form, const PyValues& values, bool inplace);
  std::string shown_name(const PyObject& callee);
  [[noreturn]] void refuse_argument(const PyExpr& e, std::string_view function, std::string_view argument);
  void check_unread(
      const PyExpr& e, const PyObject& callee, const Parameter& p, const PyValue& given, const PyValue& fallback);
  bool run_check(const PyExpr& e, const std::string& path, const PyValues& args);
  void fix_symbol(const PyExpr& e, std::int64_t symbol, std::int64_t number);
  void check_condition(const PyExpr& e, const Arg& condition);
  PyValue call_torch_function(const PyExpr& e,
                              const std::string& path,
                              const PyValues& args,
                              const PyNamedValues& kwargs);
  PyValue added_in_place(const PyExpr& e, const Arg& object, const Arg& other, const Arg& alpha);
  PyValue tensor_method(
      const PyExpr& e, const std::string& name, const Arg& object, const PyValues& args, const PyNamedValues& kwargs);
  std::optional<PyValue> plain_method(
      const PyExpr& e, const std::string& name, const Arg& object, const PyValues& args, const PyNamedValues& kwargs);
  PyValue size(const PyExpr& e, const Arg& tensor, const PyValue& which);
  PyValue python_function(const PyExpr& e, const std::string& path, const PyArgs& args);
  // --- numbers that are symbols ---
  std::optional<Arg> symbolic_arithmetic(const PyExpr& e, std::string_view path, const PyArgs& args);
  Arg number_of_line(
      const PyExpr& e, std::string_view path, const PyArgs& args, std::string_view where, std::string_view code);
  Arg as_float(const PyExpr& e, const Arg& number);
  [[noreturn]] void refuse_constant(const PyExpr& e, std::string_view function, const Arg& number);
  Arg element_count(const PyExpr& e, const Arg& tensor);
  PyValue builtin(const PyExpr& e, const std::string& name, const PyValues& args, const PyNamedValues& kwargs);
  PyValue number_builtin(const PyExpr& e, const std::string& name, const PyValues& args);
  PyValue divmod(const PyExpr& e, const PyValues& args);
  PyValue dict_builtin(const PyExpr& e, const PyValues& args, const PyNamedValues& kwargs);
  PyValue zip_builtin(const PyExpr& e, const PyValues& args);
  PyValue sequence_builtin(const PyExpr& e, const std::string& name, const PyValues& args, const PyNamedValues& kwargs);
  PyValue extreme(const PyExpr& e, bool most, const PyValue& best, const PyValue& next);
  PyValue symbolic_extreme(const PyExpr& e, bool most, const PyArgs& numbers);
  bool is_told_by_a_run(const Arg& a, const Arg& b);
  bool may_narrow(const Arg& condition);
  PyValue names_in(PyObject* object);
  std::optional<PyValue> derived_dimension(std::string_view token, const PyValue& left, const PyValue& right);
  PyValue range(const PyExpr& e, const PyValues& args);
  bool is_instance(const PyExpr& e, const PyValue& value, const PyValue& type);
  PyValue container_method(
      const PyExpr& e, PyObject* self, const std::string& name, const PyValues& args, const PyNamedValues& kwargs);
  PyValues selected_items(const PyExpr& e, const Arg& tensor);
  PyValue dict_of(const PyExpr& e);
  std::optional<PyValue> dict_method(
      const PyExpr& e, PyObject* self, const std::string& name, const PyValues& args, const PyNamedValues& kwargs);
  std::optional<PyValue> sequence_method(
      const PyExpr& e, PyObject* self, const std::string& name, const PyValues& args, const PyNamedValues& kwargs);
  bool comes_before(const PyExpr& e, const PyValue& a, const PyValue& b);
  PyValue sorted(const PyExpr& e, PyValues items, const PyNamedValues& kwargs);
  PyValue mapped(const PyExpr& e, const PyValues& args, bool filters);
  PyValue without_twins(const PyExpr& e, const PyValues& items);
  bool has_name(const PyValue& object, const std::string& name);
  // Numbers of a literal, in rows; their dtype is that of the widest.
  void gather(
      const PyExpr& e, const Arg& arg, std::size_t depth, std::vector<std::int64_t>& shape, std::vector<Arg>& out);
  std::optional<PyValue> typed_tensor(const PyExpr& e, std::string_view path, const PyValues& args);
  Arg literal_tensor(const PyExpr& e, PyValues args, PyNamedValues kwargs, bool detached = true);
  Tensor tensor_of(const Arg& val, const std::vector<Arg>& numbers);
  PyArgs to_args(const PyExpr& e, const PyValues& values);
  PyKwargs to_kwargs(const PyExpr& e, const PyNamedValues& values);
  // Whether a condition on sizes holds, where their ranges say so.
  std::optional<bool> decided(const Arg& condition);
  // What a tensor of __init__ holds when Python asks for it; nothing for what is traced.
  std::optional<Tensor> known_value(const Arg& tensor);
  std::optional<Arg> known_number(const PyExpr& e, const Arg& tensor);
  std::optional<PyValue> known_list(const Arg& tensor);
  // An annotation without strides means rows after each other.
  Arg with_strides(const Arg& val);

  // --- operators and subscripts ---
  PyValue unary(const PyExpr& e);
  PyValue binary(const PyExpr& e, std::string_view token, const PyValue& left, const PyValue& right);
  PyValue set_operation(const PyExpr& e, std::string_view token, const PyValues& left, const PyValues& right);
  PyValue compare(const PyExpr& e);
  PyValue equality(const PyExpr& e, std::string_view token, const PyValue& left, const PyValue& right);
  bool same(const PyValue& a, const PyValue& b);
  PyValue subscript(const PyExpr& e);
  PyValue item(const PyExpr& e, const PyValue& list, const Arg& at);
  std::string item_name(const PyObject& container, std::int64_t at);
  PyValue* dict_item(PyObject* dict, const PyValue& key);
  PyValue get_item(const PyExpr& e, const PyValue& object, const PyValue& key);
  Arg index(const PyExpr& e, const Arg& tensor, const Arg& key);
  std::int64_t dims_taken(const Arg& part);
  bool is_whole(const Arg& tensor, std::int64_t dim, const Arg& slice);
  void compare_length(const Arg& tensor, std::int64_t dim, const Arg& slice);
  Arg sliced(const PyExpr& e, Arg object, const Arg& key, bool writes, std::vector<Arg>& tensors);
  Arg noted(const Arg& result);
  void set_item(const PyExpr& e, const PyValue& object, const PyValue& key, const PyValue& value);
  Arg write(const Arg& part, const std::vector<Arg>& places, Arg value);
  // --- statements ---
  enum class Flow : std::uint8_t {
    on,
    leave,
    next,
    give_back,
  };
  Flow run_block(const std::vector<Stmt>& block);
  Flow run_statement(const Stmt& s);
  Flow run_loop(const Stmt& s);
  Flow run_repeat(const Stmt& s);
  Flow run_attempt(const Stmt& s);
  // --- match ---
  using Found = std::vector<std::pair<std::string, PyValue>>;
  Flow run_select(const Stmt& s);
  bool fits(const PyExpr& e, const PyPattern& pattern, const PyValue& value, Found& found);
  bool fits_sequence(const PyExpr& e, const PyPattern& pattern, const PyValue& value, Found& found);
  bool fits_mapping(const PyExpr& e, const PyPattern& pattern, const PyValue& value, Found& found);
  bool fits_class(const PyExpr& e, const PyPattern& pattern, const PyValue& value, Found& found);
  std::vector<std::string> match_names(const PyExpr& e, const PyValue& type);
  Flow run_handlers(const Stmt& s, const Error& error);
  bool is_caught(const PyExpr& e, const PyValue& type, std::string_view exception);
  void run_augmented(const Stmt& s);
  PyValue augmented(const Stmt& s, const PyValue& left, const PyValue& right);
  void define(const Stmt& s);
  void check(const Stmt& s);
  [[noreturn]] void raise(const Stmt& s);
  void forget(const PyExpr& e);
  void forget_item(const PyExpr& e, const PyValue& object, const PyValue& key);
  void assign_rest(const PyExpr& e, std::size_t star, PyValues parts);
  void assign(int target, const PyValue& value);
  // --- regions ---
  Flow run_with(const Stmt& s, std::size_t which);
  PyObject* region_of(const PyExpr& e);
  PyObject* make_region(std::string path, PyValues args, PyNamedValues kwargs);
  bool mode_of(const PyExpr& e, const PyObject* region);
  // Runs in the mode of a region, and leaves it again.
  void in_region(const PyExpr& e, PyObject* region, const std::function<void()>& body);
  void in_grad_mode(const PyExpr& e, PyObject* region, const std::function<void()>& body);
  void in_autocast(const PyExpr& e, PyObject* region, const std::function<void()>& body);
  void enter_cast(std::span<Arg, 4> given);
  void switch_mode(bool mode);
  // Dynamo's switches are of no line and of no module but the root.
  void leave_places();
  // Whether Dynamo traces: everything in strict mode, branches in any.
  bool quiet() const { return settings_.strict || in_branch_; }
  // --- modules ---
  PyClass* class_named(PythonSource& in, const PythonSource::Global& global);
  PyClass* library_class(std::string_view path);
  const Function* find_method(PyClass*& klass, std::string_view name, PyClass* after = nullptr);
  std::optional<PyValue> class_constant(const PyClass* klass, std::string_view name);
  std::optional<PyValue> class_member(const PyExpr& e, PyObject* object, const std::string& name);
  PyValue members_in(PyObject* module, std::string_view name);
  PyValue class_of(const PyValue& object);
  // Whether objects of a class take its annotated names, as a dataclass and a NamedTuple do; those names in their
  // order.
  static bool is_named_tuple(const PyClass* klass);
  PyValue named_tuple(const PyExpr& e, PyClass* klass, PyValues args, PyNamedValues kwargs);
  PyValue tuple_class(const PyExpr& e, const PyValues& args);
  std::optional<PyValue> tuple_member(const PyExpr& e, PyObject* object, const std::string& name);
  PyValue field(const PyExpr& e, const PyNamedValues& kwargs);
  static bool has_fields(const PyClass* klass);
  std::vector<Parameter> fields_of(const PyClass* klass);
  PyValues field_values(const PyExpr& e, PyClass* klass, PyValues args, PyNamedValues kwargs);
  void set_fields(const PyExpr& e, PyObject* out, PyValues args, PyNamedValues kwargs);
  PyValue class_attribute(const PyExpr& e, PyClass* klass, const std::string& name);
  PyValue instantiate(const PyExpr& e, PyClass* klass, PyValues args, PyNamedValues kwargs);
  PyValue call_module(const PyExpr& e, PyObject* module, PyValues args, PyNamedValues kwargs, bool hooked = true);
  bool is_leaf(const PyValue& module, const Function* method);
  void tracepoint(const PyExpr& e, const PyObject* module, bool results, const PyValues& values);
  PyValue register_state(const PyExpr& e,
                         PyObject* self,
                         const std::string& name,
                         PyValue value,
                         const Arg& key,
                         const PyValue& persistent);
  std::optional<PyValue> container_items(const PyExpr& e,
                                         PyObject* self,
                                         const std::string& name,
                                         const PyValues& args);
  void hold_again(PyObject* container, const PyValues& children);
  void hold(const PyExpr& e, PyObject* container, const std::string& name, PyValue value);
  PyValue part_of(PyObject* container, const PyValues& children);
  PyValue state_of_modules(PyObject* self, CaptureState::Kind kind, bool recurse);
  void cast_modules(const PyExpr& e, PyObject* self, std::string_view dtype);
  PyValue load_state(const PyExpr& e, PyObject* self, const PyValue& state);
  PyValue change_modules(const PyExpr& e, PyObject* self, const std::string& name, const std::optional<PyValue>& given);
  std::optional<PyValue> member_of(const PyExpr& e, PyObject* self, const std::string& name, const PyValue& target);
  PyValue module_method(
      const PyExpr& e, PyObject* self, const std::string& name, const PyValues& args, const PyNamedValues& kwargs);
  PyObject* make_state(CaptureState::Kind kind, const Arg& initial, bool persistent);
  PyValues children_of(PyObject* module);
  PyValue deep_copy(const PyValue& value);
  // This module and those below it, parents first, each once.
  std::vector<PyObject*> modules_of(PyObject* root);
  void name_state(PyObject* root);
  void separate_aliases(PyObject* root);
  Arg module_stack();
  bool is_dict_item(const PyObject* module);
  void reach(PyObject* owner, std::string_view name, const PyValue& value);
  void reach_items(PyObject* container);
  static const std::string& reached_by(const PyObject& module) {
    return module.reached.empty() ? module.path : module.reached;
  }
  static std::string dynamo_key(const PyObject&module), dynamo_source(const PyObject&module);
  static void reach_attribute(const PyObject& owner, std::string_view name, PyObject* module);
  static void reach_key(const PyObject& owner, std::string_view name, PyObject* module);
  void reach_steps(PyObject* sequential);
  // Where a parameter or buffer is found, in PyTorch's order; tied ones and those of shared modules more than once.
  struct StatePlace {
    PyObject* module;
    std::string name, path;
    PyObject* state;
  };
  std::vector<StatePlace> places_of_state(PyObject* root, CaptureState::Kind kind);
  // --- what PyTorch does around a person's functions ---
  PyValue apply_function(const PyExpr& e, PyClass* klass, PyValues args);
  PyValue checkpoint(const PyExpr& e, PyValues args, PyNamedValues kwargs);
  PyValue functional_call(const PyExpr& e, const PyValues& args, const PyNamedValues& named);
  bool register_hook(PyObject* module, const std::string& name, const PyValue& function);
  // A tensor that parametrizations of the module give whenever it is read.
  PyValue computed_value(const PyExpr& e, PyObject* module, const std::string& name);
  void parametrize(PyObject* module, const std::string& name);
  void run_hooks_before(const PyExpr& e, PyObject* module, PyValues& args);
  void run_hooks_after(const PyExpr& e, PyObject* module, const PyValues& args, PyValue& result);
  // --- attributes that forward sets ---
  PyValue freeze(const PyExpr& e, const PyValue& parameter);
  void set_frozen(const PyExpr& e, PyObject* state, bool frozen, bool method);
  // What an argument `requires_grad` says, for a method or for the attribute.
  PyValue make_parameter(const PyExpr& e, const PyValues& args, const PyNamedValues& kwargs);
  bool grad_flag(const PyExpr& e, const PyValue& value, bool method);
  PyValue apply_to_modules(const PyExpr& e, PyObject* root, const PyValue& function);
  struct NamedWalk {
    std::string prefix;
    bool recurse = true, once = true;
  };
  PyValue named_state(const PyExpr& e, PyObject* root, const std::string& name, const NamedWalk& walk);
  std::optional<PyValue> module_members(const PyExpr& e,
                                        PyObject* self,
                                        const std::string& name,
                                        const std::function<PyValue(std::size_t, std::string_view)>& given);
  static PySlot slot_of(const PyObject& module, std::string_view name);
  static void set_slot(PyObject* module, const std::string& name, const PyValue& value);
  // As torch.typename has it.
  std::string type_name(const PyValue& value);
  void check_slot(const PyExpr& e, PyObject* module, const std::string& name, const PyValue& value);
  void refuse_mutation(const PyExpr& e, PyObject* module, const std::string& name, const PyValue& value);
  void note_assigned(const PyExpr& e, PyObject* owner, const std::string& name, const PyValue& value);
  void note_buffer(const PyExpr& e, PyObject* owner, const std::string& name, const PyValue& value);
  bool is_constant_tensor(const PyValue& value);
  void delete_attribute(const PyExpr& e, const PyValue& object, const std::string& name);
  void name_modules_again(Node* node);
  Node* input_of_buffer(const PyExpr& e, std::string_view name);
  void write_assigned();

  PyValue snapshot(const PyValue& value);
  void remember_attributes();
  void check_attributes();
  struct ChangedTree;
  void compare_trees(ChangedTree& tree);
  // --- control flow ---
  struct Branch {
    std::unique_ptr<Tracer> tracer;
    PyValue result;
    std::vector<Arg> outputs;
    std::vector<Node*> operands;  // nodes of the graph around
    std::vector<Node*> inputs;    // and their placeholders
  };
  PyValue cond(const PyExpr& e, const PyValues& args, const PyNamedValues& kwargs);
  std::vector<Node*> inputs_of_both(const Branch& yes, const Branch& no);
  PyValue map(const PyExpr& e, const PyValues& args);
  void check_carry(const PyExpr& e, std::span<const Arg> carry, std::span<const Arg> first);
  PyValue scan(const PyExpr& e, const PyValues& args, const PyNamedValues& kwargs);
  Branch trace_branch(const PyExpr& e,
                      const PyValue& function,
                      const PyValues& args,
                      const std::vector<Arg>& leaves,
                      const std::vector<Arg>& vals);
  void finish_branch(Branch& branch, const std::vector<Node*>& outer, bool list);
  std::vector<Node*> used_by(const Branch& branch);
  std::string sort_name(const Branch& branch, Node* outer);
  void note_variable(const std::string& name, const PyValue& value);
  Node* branch_node(const char* kind, Branch& branch);
  void flatten(const PyValue& value, std::vector<Arg>& out);
  PyValue unflatten(const PyValue& like, std::span<const Arg> leaves, std::size_t& next);
  // As treespec_dumps writes it.
  void write_spec(const PyValue& value, std::string& out);
  std::string tree_spec(const PyValue& value);
  PyValue with_leaves(const PyValue& like, std::span<const Arg> leaves);

  Context& context() { return *program_.context; }
  Tracer& tracer() { return *tracer_; }
  PyObject* make(PyKind kind);
  Scope* make_scope(Scope* outer);
  Arg integer(std::size_t value) { return context().integer(static_cast<std::int64_t>(value)); }

  const CaptureSettings& settings_;
  Diagnostics& diagnostics_;
  PythonSource source_;
  Program program_;
  FakeValues values_;
  FakeCaller caller_;
  Ref<Module> initial_;  // the graph of initial values
  std::unique_ptr<GrowingValues> growing_;
  Tracer main_, init_;
  Tracer* tracer_;
  PythonSource* library_ = nullptr;

  std::vector<Ref<Module>>
      kept_modules_;                // of graphs that were given up or rebuilt: values and names hold nodes by address
  std::unique_ptr<Script> script_;  // while it runs
  Scope* script_scope_ = nullptr;   // names that it gave
  std::deque<PyObject> objects_;
  std::deque<Scope> scopes_;
  std::deque<PyClass> classes_;
  std::map<std::pair<const PyClass*, std::string>, PyValue> class_values_;
  std::deque<ClassDef> made_classes_;  // of collections.namedtuple, and of parametrized modules
  std::deque<Generator> generators_;
  std::deque<std::string> format_texts_;
  std::map<std::string, std::unique_ptr<PythonSource>, std::less<>> format_parts_;  // expressions in texts
  std::deque<PythonSource> given_parts_;                                            // and those that the caller gave
  std::map<std::pair<const PythonSource*, std::string>, PyValue> globals_;
  std::map<const ClassDef*, PyClass*> known_classes_;
  std::vector<Frame> frames_;
  // Modules whose forward runs, and how often it ran before.
  struct Called {
    PyObject* module;
    int times;
    std::string path = {};
  };
  std::vector<Called> calls_;
  std::map<PyObject*, int> times_called_;
  std::map<std::string, int, std::less<>> times_reached_;  // the same by names, where modules have several
  bool shared_ = false;                                    // whether they have
  std::vector<PyObject*> used_directly_;                   // state, in the order of its first use
  std::map<PyObject*, std::size_t> first_read_;            // state, by when a person's function first looked at it
  std::vector<StatePlace> used_by_modules_;                // that of PyTorch's modules
  std::set<std::string, std::less<>> free_sizes_;          // symbols of Dim.AUTO and Dim.DYNAMIC
  std::vector<CaptureAssert> asserts_;
  std::vector<Error> caught_;  // that handlers look at, which a bare raise raises again
  // Buffers of the root that forward gives other tensors, and the last of them.
  struct Assigned {
    std::string name;
    PyExpr place;
    Node* last;
  };
  std::vector<Assigned> assigned_;
  std::set<const Node*> made_parameters_;  // by nn.Parameter in forward
  std::set<const Node*> aliased_;          // of the graph of initial values: buffers that plain attributes name, too
  PyNamedValues plain_before_;             // other attributes of the root
  std::map<std::string, std::uint32_t, std::less<>> set_at_;  // where forward set them
  Arg layer_dtype_;                                           // that a layer which is made was told
  std::size_t hooked_ = 0;                                    // of them those that Dynamo goes through for their hooks
  std::size_t leaves_ = 0,
              leaf_frames_ = 0;  // modules of PyTorch's whose forward runs, in each other; the frames around them
  PyObject* root_ = nullptr;
  bool declared_ = false;  // whether the root is an object of a class
  std::map<Node*, std::string> dynamo_names_;
  std::set<std::string> taken_names_;
  std::vector<Node*> subscripts_;
  std::vector<Tensor> literals_;  // of the graph of initial values, in the order of its placeholders
  bool mode_;                     // grad mode as Python would have it
  bool ambient_;                  // that in which non-strict tracing runs, whatever it records
  bool in_branch_ = false;
  std::optional<std::string> fixed_place_;  // of all nodes, while Dynamo makes a graph of a function
  int depth_ = 0;
  std::size_t steps_ = 0, most_steps_ = kMostSteps;
};

// One level deeper, and back at the end of the block.
class Evaluator::Deeper {
 public:
  Deeper(Evaluator& evaluator, std::uint32_t begin) : evaluator_(evaluator) {
    if (++evaluator_.depth_ > kDeepestCalls) {
      --evaluator_.depth_;
      source_error(
          begin, begin, "calls and expressions are nested too deep", "write it flatter; recursion ends nowhere here");
    }
    try {
      evaluator_.count_step(begin);
    } catch (...) {
      --evaluator_.depth_;
      throw;
    }
  }
  ~Deeper() { --evaluator_.depth_; }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;

 private:
  Evaluator& evaluator_;
};

}  // namespace seesaw
