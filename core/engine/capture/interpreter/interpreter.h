// Python, run on values that it need not understand.
//
// What: a `PythonInterpreter` runs the functions of a PythonSource: expressions, statements, calls, classes,
// containers, texts, exceptions and built-in functions. What is none of Python's it asks of its PythonHost. Why: a
// captured graph is what is left when Python has run, so all that decides it (loops, lists, classes, closures) is done,
// not recorded.
//
//   PythonInterpreter python(text, library, context, host);
//   PyValue model = *python.find_global(python.own_source(), "Model");
//   PyValue made = python.call_value(e, model, {context.integer(4)}, {});    // Model(4)
//
// One file for each subject: expressions.cpp, operators.cpp, subscripts.cpp, calls.cpp, builtins.cpp, containers.cpp,
// sets.cpp, texts.cpp, statements.cpp, with.cpp, generators.cpp, match.cpp, exceptions.cpp, attributes.cpp,
// classes.cpp, special_methods.cpp, enums.cpp, standard_library.cpp (functools, dataclasses). Depth and steps are
// limited, so that every program ends. Objects live as long as the interpreter.
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/engine/capture/interpreter/host.h"
#include "core/engine/capture/interpreter/value.h"
#include "core/graph/ir/graph.h"
#include "core/python/syntax.h"
#include "core/python/tokens.h"

namespace seesaw {

struct TypeAttributes;

inline constexpr int kDeepestCalls = 600;  // expressions, statements and calls that stand in each other
inline constexpr std::size_t kMostSteps = 2'000'000;
inline constexpr std::size_t kLongestList = 1'000'000;
inline constexpr std::size_t kComparedInAStep = 32;  // of a dict or a set, items that one step looks at
inline constexpr std::size_t kLargestSet = 1'000;    // each item is compared with all before it

using PyArgs = std::vector<Arg>;
using PyKwargs = std::vector<std::pair<std::string, Arg>>;

// Whether it is the name of an exception of Python's.
bool is_exception_name(std::string_view name);
// Whether one of Python's exceptions is another one, or is made of it.
bool is_exception(std::string_view exception, std::string_view wanted);
// The exception of Python's that an error stands for; empty where it is the capture's own.
std::string_view exception_of(const Diagnostic& diagnostic);

class PythonInterpreter {
 public:
  // `library` is the source of functions and classes that the host has in Python; it may be the file's own.
  PythonInterpreter(std::string_view source, PythonSource& library, Context& context, PythonHost& host);
  PythonInterpreter(const PythonInterpreter&) = delete;
  PythonInterpreter& operator=(const PythonInterpreter&) = delete;

  // --- where the program is ---

  // A function that runs.
  struct Frame {
    std::string_view function;
    PythonSource* source;
    Scope* scope;
    std::uint32_t line = 0;
    PyClass* owner = nullptr;
    PyValue self, result;
    std::string_view place = {};      // as the host shows it, where that is a file of its own
    PythonSource* globals = nullptr;  // where names of the file are, if not in `source`
  };
  Frame& frame() { return frames_.back(); }
  std::vector<Frame>& frames() { return frames_; }
  PythonSource& source() { return *frames_.back().source; }
  PythonSource& own_source() { return source_; }
  PythonSource& library() { return library_; }
  const PyExpr& expr(int index) { return source().expr(index); }
  // Whether a function of the library runs.
  bool in_library() { return frames_.back().source != &source_; }
  [[noreturn]] void fail(const PyExpr& e, std::string message, std::string remedy = {}) {
    source_error(e.begin, e.end, std::move(message), std::move(remedy));
  }
  // An error that Python or PyTorch raises too.
  [[noreturn]] void fail_as(const PyExpr& e, std::string_view exception, std::string message, std::string remedy);
  // Errors of the call get the place of the expression.
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
  // Work that takes as long as that many steps.
  void add_steps(std::size_t count) { steps_ += count; }
  void limit_steps(std::size_t most) { most_steps_ = most; }
  void reset_steps() { steps_ = 0; }
  class Deeper;

  // --- objects ---

  PyObject* make(PyKind kind);
  Scope* make_scope(Scope* outer);
  PyValue make_list(PyKind kind, PyValues items);
  // Of a with statement: the host knows what its path means.
  PyObject* make_context(std::string path, PyValues args, PyNamedValues kwargs);
  PyValue iterator_over(PyValues items);
  // An iterator over what a module has in it, `by` a method of it: it looks again once that changed.
  static PyValue watching(PyValue iterator, PyObject* module, std::string by);
  PyValue method_value(PyValue self, const PyObject& function, PyClass* owner);
  PyValue builtin_method(PyValue self, std::string name);
  // functools.partial of a function of the host's, by its path.
  PyValue partial_of(std::string path, PyValue first);
  const std::deque<PyObject>& objects() const { return objects_; }
  // A text that is parsed as the value of an assignment: "v = (1, 2)". It lives as long as the interpreter.
  PythonSource& parsed(std::string text);

  // --- names ---

  PyValue* find_name(std::string_view name);
  PyValue* find_global(PythonSource& in, std::string_view name);
  // Names that stand before those of the file: the ones that its own statements gave.
  void set_script_scope(Scope* scope) { script_scope_ = scope; }
  // Whether the last raise statement made it.
  bool is_of_raise(const Error& error) const;
  // What the file defines from this token on is not defined yet.
  void set_defined_until(std::size_t token) { defined_until_ = token; }
  std::size_t defined_until() const { return defined_until_; }
  // Whether the file deletes a name, or gives it a value later only.
  bool is_undefined(const PythonSource& in, std::string_view name) const;
  // A function or class of the file is defined now: its defaults, and what its body assigns, have the values of here.
  // There is a script's scope.
  void pass_definition(const PythonSource::Definition& definition);
  void assign(int target, const PyValue& value);

  // --- expressions ---

  PyValue evaluate(int index);
  Arg argument(int index) { return to_arg(expr(index), evaluate(index)); }
  // As an argument of a call of the host; what is no data is an error.
  Arg to_arg(const PyExpr& e, const PyValue& value);
  // Arguments of an operator, which takes lists and tuples, and neither ranges nor views of a dict; of a function of
  // Python's, which goes through whatever it is given.
  PyArgs iterable_args(const PyExpr& e, const PyValues& values);
  [[noreturn]] void refuse_argument(const PyExpr& e, const PyValue& value);
  Arg operand(const PyExpr& e, const PyValue& value);
  PyArgs to_args(const PyExpr& e, const PyValues& values);
  PyKwargs to_kwargs(const PyExpr& e, const PyNamedValues& values);
  // What `for` goes through.
  PyValues items_of(const PyExpr& e, const PyValue& value);
  // Goes through the items one by one, a generator's when they are asked for, until `body` says false.
  void each_item(const PyExpr& e, const PyValue& value, const std::function<bool(const PyValue&)>& body);
  bool truth(const PyExpr& e, const PyValue& value);
  bool same(const PyValue& a, const PyValue& b);
  // ==, where containers are looked for: tuples by their items.
  bool equals(const PyValue& a, const PyValue& b);
  bool equal_data(const PyValue& a, const PyValue& b);
  std::optional<bool> symbolic_equality(const PyValue& a, const PyValue& b);
  PyValue binary(const PyExpr& e, std::string_view token, const PyValue& left, const PyValue& right);
  // A number as one of a type of the host's (PyValue::host_number), of its own.
  PyValue as_host_number(PyValue value);
  // A function of operator, builtins or math, of numbers.
  PyValue python_function(const PyExpr& e, const std::string& path, const PyArgs& args);
  PyValue get_item(const PyExpr& e, const PyValue& object, const PyValue& key);
  void set_item(const PyExpr& e, const PyValue& object, const PyValue& key, const PyValue& value);
  PyValue item(const PyExpr& e, const PyValue& list, const Arg& at);
  PyValue* dict_item(PyObject* dict, const PyValue& key);
  // The same for a key that a program gives: raises TypeError for one without a hash.
  PyValue* dict_item(const PyExpr& e, PyObject* dict, const PyValue& key);
  void check_hashable(const PyExpr& e, const PyValue& key);
  std::string text_of(const PyExpr& e, const PyValue& value, bool quoted);
  std::string type_name(const PyValue& value);

  // --- attributes and classes ---

  PyValue attribute(const PyExpr& e, const PyValue& object, const std::string& name);
  PyValue instance_attribute(const PyExpr& e, PyObject* object, const std::string& name);
  PyValue container_attribute(const PyExpr& e, PyObject* object, const std::string& name);
  PyValue* find_attribute(PyObject* object, std::string_view name);
  void set_attribute(const PyExpr& e, const PyValue& object, const std::string& name, const PyValue& value);
  // The same, whatever __setattr__ and properties the class has.
  void set_class_attribute(const PyExpr& e, PyClass* klass, const std::string& name, const PyValue& value);
  std::optional<PyValue> logging_attribute(std::string_view owner, std::string_view name);
  void store_attribute(const PyExpr& e, const PyValue& object, const std::string& name, const PyValue& value);
  // A dict that is __dict__ of an instance, or one of the tables of a module.
  static bool shows_attributes(const PyObject& dict) { return is_kind(dict.self, PyKind::instance); }
  // What is written into such a dict, or taken out of it, the object has, or has no more.
  void set_shown(const PyExpr& e, PyObject& dict, const PyValue& key, const PyValue& value);
  void drop_shown(const PyExpr& e, PyObject& dict, const PyValue& key);
  void delete_attribute(const PyExpr& e, const PyValue& object, const std::string& name);
  // A name that a program gives as a text. Throws TypeError for what is none.
  std::string name_argument(const PyExpr& e, const PyValue& value);
  void put(PyObject* object, std::string_view name, const PyValue& value);
  // Into the object itself, whatever its class says.
  void put_plain(PyObject* object, std::string_view name, const PyValue& value);
  void check_slots(const PyExpr& e, const PyClass& klass, const std::string& name);
  void set_function_attribute(const PyExpr& e, PyObject* function, const std::string& name, const PyValue& value);
  PyClass* class_named(PythonSource& in, const ClassDef& def);
  PyClass* new_class(PythonSource& in, const ClassDef& def);
  void fill_class(PyClass* out);
  static void note_builtin_base(PyClass& klass, const std::string& path);
  // A class of this name that has all that the base has.
  PyClass* derived_class(PyClass* base, std::string name);
  PyClass* plain_class(std::string name);  // of no other class
  // The function that the class has, and nothing where a value stands in its way. `klass` is afterwards the class that
  // has it; `after`: the search begins behind this class.
  const PyObject* find_method(PyClass*& klass, std::string_view name, PyClass* after = nullptr);
  // A value of the class that is no function.
  std::optional<PyValue> class_constant(const PyClass* klass, std::string_view name);
  PyValue class_attribute(const PyExpr& e, PyClass* klass, const std::string& name);
  PyValue instantiate(const PyExpr& e, PyClass* klass, PyValues args, PyNamedValues kwargs);

  // --- calls ---

  void arguments(const PyExpr& e, PyValues& args, PyNamedValues& kwargs);
  PyValue call_value(const PyExpr& e, const PyValue& callee, PyValues args, PyNamedValues kwargs);
  PyValue call_object(const PyExpr& e, PyObject* callee, PyValues args, PyNamedValues kwargs);
  PyObject* around(const PyObject* context, PyObject* inner);
  PyValue decorated(const PyExpr& e, PyObject* context, const PyValues& args);
  PyValue container_method(
      const PyExpr& e, PyObject* self, const std::string& name, const PyValues& args, const PyNamedValues& kwargs);
  PyValue builtin(const PyExpr& e, const std::string& name, const PyValues& args, const PyNamedValues& kwargs);
  PyValue dict_builtin(const PyExpr& e, const PyValues& args, const PyNamedValues& kwargs);
  [[noreturn]] void refuse_argument(const PyExpr& e, std::string_view function, std::string_view argument);

  // --- statements ---

  PyFlow run_block(const std::vector<Stmt>& block);
  PyFlow run_statement(const Stmt& s);

  // What a parameter is where it is not given.
  PyValue default_of(const PyObject& function, const Parameter& parameter);

 private:
  // A comprehension between two of its items: its clauses that are open, in the names that it has.
  struct Generator {
    struct Level {
      std::size_t clause;
      PyValues items;
      std::size_t at = 0;
      PyObject* source = nullptr;  // an iterator, whose items come one by one
    };
    const PyExpr* expr = nullptr;
    Frame frame;
    std::vector<Level> open;
  };

  // A function with yield, between two of them: its blocks that are open.
  struct FunctionRun {
    enum class Kind : std::uint8_t {
      plain,
      loop,     // a for: its iterator
      repeat,   // a while
      attempt,  // a try
      context,  // a with: what was entered
    };
    struct Level {
      Kind kind = Kind::plain;
      const std::vector<Stmt>* block = nullptr;
      const Stmt* owner = nullptr;
      std::size_t at = 0;
      PyValue held = {};
    };
    Frame frame;
    std::vector<Level> open;
    PyValue source = {};            // of yield from
    PyValue result = {};            // of return
    const Stmt* waiting = nullptr;  // name = yield: the name gets what is sent when it goes on, or None
    PyValue sent = {};
    bool runs = false;
  };

  // --- expressions ---
  PyValues items(const PyExpr& e);
  std::optional<PyValues> mapping_items(const PyExpr& e, const PyValue& value);
  PyValue dict_of(const PyExpr& e);
  PyValue lookup(const PyExpr& e);
  // Where an assignment in the function that runs puts it.
  PyValue& slot_of_name(const std::string& name);
  void make_global(PythonSource& in, std::string_view name, const PythonSource::Global& global, PyValue& out);
  PyValue with_decorators(PythonSource& in, PyValue function);
  PyValue decorated_class(PythonSource& in, PyValue klass);
  void register_decorated();
  static bool is_own_decorator(PythonSource& in, int mark);
  PyValue comprehension(const PyExpr& e);
  Generator begin_generator(const PyExpr& e);
  Generator::Level level_over(const PyExpr& e, std::size_t clause, const PyValue& value);
  bool resume(Generator& generator);
  PyObject* iterator_in(const PyExpr& e, const PyValue& value);
  std::optional<PyValue> next_in(const PyExpr& e, PyObject* iterator);
  std::optional<PyValue> item_in(const PyExpr& e, PyObject* iterator);
  bool same_keys(const PyObject& dict, PyObject* iterator);
  std::optional<PyValue> next_in_dict(const PyExpr& e, PyObject* iterator, PyObject& dict, std::string_view view);
  std::optional<PyValue> next_in_module(const PyExpr& e, PyObject* iterator);
  PyValues items_after_change(const PyExpr& e, PyObject* module, std::string_view by, std::size_t held);
  std::optional<PyValue> next_in_set(const PyExpr& e, PyObject* iterator);
  // The next item; a dict's key and value are a tuple.
  std::optional<PyValue> next_of(const PyExpr& e, PyObject* iterator);
  // map, filter, zip and enumerate, which take an item of each source when one is asked for.
  PyValue rows_of(const PyExpr& e, std::string name, const PyValue& function, std::span<const PyValue> sources);
  std::optional<PyValue> next_of_rows(const PyExpr& e, PyObject* rows);
  static bool is_lazy(const PyValue& value);
  PyValue reversed_over(const PyExpr& e, const PyValue& list);
  PyValue unary(const PyExpr& e);
  std::optional<PyValue> order_of(const PyExpr& e, std::string_view token, const PyValue& left, const PyValue& right);
  static void note_change(const PyExpr& e, PyObject& container) {
    container.changed = static_cast<std::uint32_t>(e.begin);
    ++container.revision;
  }
  // A dict lost a key: where an iterator over it stands is not known any more, once it has as many keys again.
  static void note_loss(const PyExpr& e, PyObject& dict) {
    note_change(e, dict);
    ++dict.losses;
  }
  PyValue current_view(PyValue value);
  // What an expression names, a call gives, or a subscript takes.
  PyValue found(const PyExpr& e, PyValue value);
  std::optional<PyValue> view_binary(const PyExpr& e,
                                     std::string_view token,
                                     const PyValue& left,
                                     const PyValue& right);
  std::optional<PyValue> set_binary(const PyExpr& e, std::string_view token, const PyValue& left, const PyValue& right);
  PyValue set_operation(const PyExpr& e, std::string_view token, const PyObject& left, const PyObject& right);
  bool is_part_of_set(const PyValues& part, const PyValues& whole);
  PyValue compare(const PyExpr& e);
  PyValue equality(const PyExpr& e, std::string_view token, const PyValue& left, const PyValue& right);
  PyValue subscript(const PyExpr& e);
  PyValue part_of_text(const PyExpr& e, const PyValue& text, const Arg& at);
  void set_part(const PyExpr& e, PyValues& items, const Arg& at, const PyValue& value);
  PyValue path_attribute(const PyExpr& e, const std::string& owner, const std::string& name);
  PyValue imported(const std::string& path);

  // --- functions with yield ---
  PyValue begin_run(const PyExpr& e, Frame frame, const Function& function);
  std::optional<PyValue> next_of_run(const PyExpr& e, std::size_t index);
  std::optional<PyValue> run_to_yield(const PyExpr& e, FunctionRun& run);
  std::optional<PyValue> enter_yield(FunctionRun& run, const Stmt& s);
  void end_of_block(FunctionRun& run);
  void open_block(FunctionRun& run, const Stmt& s);
  void unwind(FunctionRun& run, PyFlow flow);
  // Whether an exception ends there.
  bool close_level(const FunctionRun::Level& level, const Error* error);
  void close_run(PyObject* iterator);
  void throw_into(const PyExpr& e, PyObject* iterator, const Error& error);
  static bool is_generator_method(const PyObject& iterator, std::string_view name);
  PyValue generator_method(const PyExpr& e, PyObject* iterator, const std::string& name, const PyValues& args);
  void handle_in_run(FunctionRun& run, const Error& error);

  // --- methods that Python's syntax calls: __add__, __len__, __enter__ ---
  // Nothing: the object's class has no such method.
  std::optional<PyValue> special(const PyExpr& e, const PyValue& object, std::string_view name, PyValues args = {});
  bool has_special(const PyValue& object, std::string_view name);
  // What hash() of objects of a class is: by which object it is, by a method of its own, by the fields of a dataclass.
  // None for a class that says __hash__ = None, or defines __eq__ alone.
  enum class Hashing : std::uint8_t { plain, own, fields, none };
  Hashing hashing_of(const PyClass& klass);
  // What @dataclass makes of __eq__ and __hash__.
  struct FieldMethods {
    bool compares = false, frozen = false, hashes = false;
  };
  static FieldMethods field_methods(const PyClass& klass);
  std::optional<PyValue> special_unary(const PyExpr& e, const PyValue& operand);
  std::optional<PyValue> special_binary(const PyExpr& e,
                                        std::string_view token,
                                        const PyValue& left,
                                        const PyValue& right);
  std::optional<PyValue> special_augmented(const PyExpr& e,
                                           std::string_view token,
                                           const PyValue& left,
                                           const PyValue& right);
  std::optional<bool> special_equality(const PyExpr& e, const PyValue& left, const PyValue& right);
  // What `for` goes through: an iterator, or the object itself.
  PyValue iterator_of(const PyExpr& e, const PyValue& value);
  std::optional<PyValue> next_of_object(const PyExpr& e, const PyValue& object);
  PyValues items_of_object(const PyExpr& e, const PyValue& object);

  // --- enums ---
  std::optional<PyValue> enum_member(PyClass* klass, const std::string& name);
  PyValues enum_members(PyClass* klass);
  PyValues enum_members_of(const PyClass& klass);
  std::optional<PyValue> enum_call(const std::string& path, const PyValues& args);
  bool is_descriptor(const PyExpr& e, const PyValue& value);
  PyValue next_enum_value(PyClass& klass, const PyExpr& e, const std::string& name, const Scope& body);
  PyValue enum_value(PyClass& klass, const PyExpr& e, const std::string& name, PyValue value, const Scope& body);
  void enum_name(PyClass& klass, const PyExpr& e, const std::string& name, Scope& body);
  void enum_part(PyClass& klass, const ClassDef::Part& part, Scope& body);
  PyValue enum_of_value(const PyExpr& e, PyClass* klass, const PyValue& value);
  // Of a member that is a number or a text, too, that one.
  PyValue plain_value(const PyValue& value);

  // --- texts ---
  PyValue formatted(const PyExpr& e);
  std::string format_part(const PyExpr& e, std::string_view part);
  std::string percent_text(const PyExpr& e, std::string_view text, const PyValue& values);
  std::string format_text(const PyExpr& e, std::string_view text, const PyValues& args, const PyNamedValues& kwargs);
  std::optional<PyValue> text_method(const PyExpr& e,
                                     std::string_view text,
                                     const std::string& name,
                                     const PyValues& args,
                                     const PyNamedValues& kwargs);

  // --- calls ---
  PyValue call(const PyExpr& e);
  PyValue call_method(
      const PyExpr& e, const PyValue& self, const std::string& name, const PyValues& args, const PyNamedValues& kwargs);
  PyValue call_instance(const PyExpr& e, PyObject* callee, PyValues args, PyNamedValues kwargs);
  PyValue call_path(const PyExpr& e, const std::string& path, PyValues& args, PyNamedValues& kwargs);
  PyValue run_function(const PyExpr& e, PyObject* function, PyValues args, PyNamedValues kwargs);
  void keep_defaults(PyObject* function);
  PyValue make_default(const Function& function, PythonSource& in, Scope* scope, const Parameter& parameter);
  // In the frame of where the function stands.
  void make_defaults(const PyObject& function);
  PyValue class_at(PythonSource& in, int index);
  PyValue function_at(PythonSource& in, int index);
  void run_class_body(PyClass& klass);
  void run_class_part(PyClass& klass, const ClassDef::Part& part, Scope& body);
  void make_inner_class(PyClass& klass, const ClassDef& def, Scope& body);
  PyValue plain_method(PyClass& klass, const Function& function);
  PyValue library_method(PyClass& klass, const Function& function);
  void make_method(PyClass& klass, const Function& function, Scope& body);
  PyValue made_role(PyClass& klass, PyValue method);
  std::optional<PyValue> changed_property(PyClass& klass, const PyExpr& mark, const PyValue& method);
  void lose_member(PyClass& klass, Scope& body, const std::string& name, const Error& error);
  PyValue member_decorated(PyClass& klass, int index, const PyValue& method);
  PyValue as_member(PyClass& klass, const PyValue& value);
  void tell_base(PyClass& klass);
  void keep_members(PyClass& klass, const Scope& body);
  static bool is_member_function(const PyValue& value);
  const PyValue* find_member(PyClass& klass, std::string_view name);
  std::optional<PyValue> library_constant(PyClass& klass, std::string_view name);
  PyValue bound_method(
      const PyExpr& e, PyObject* object, const std::string& name, const PyObject& method, PyClass* owner);
  // x.__add__(y) of data
  std::optional<PyValue> named_operator(const PyExpr& e,
                                        const PyValue& self,
                                        std::string_view name,
                                        const PyValues& args);
  void bind(const PyExpr& e, const PyObject& function, PyValues args, PyNamedValues kwargs, Scope& scope);
  PyValue run_body(const Function& function);
  std::optional<PyValue> object_method(const PyExpr& e, PyObject* of, const std::string& name, const PyValues& args);
  PyValue call_partial(const PyExpr& e, const PyObject& callee, PyValues args, PyNamedValues kwargs);
  void check_unread(
      const PyExpr& e, const PyObject& callee, const Parameter& p, const PyValue& given, const PyValue& fallback);

  // --- built-in functions: rows of a table ---
  // `name` is that of the row, which several names may share.
  using BuiltinFunction = PyValue(const PyExpr& e,
                                  const std::string& name,
                                  const PyValues& args,
                                  const PyNamedValues& kwargs);
  struct BuiltinRow {
    std::string_view name;
    BuiltinFunction PythonInterpreter::*function;
    std::string_view keyword = {};  // the one that it takes by name; "*": any
  };
  static std::span<const BuiltinRow> builtin_rows();
  // Functions of modules of Python's own: "functools.partial".
  static std::span<const BuiltinRow> library_rows();
  static const BuiltinRow* find_row(std::span<const BuiltinRow> rows, std::string_view name);
  // Of functions that modules of Python have, here or in the library's source.
  std::optional<PyValue> library_call(const PyExpr& e,
                                      const std::string& path,
                                      const PyValues& args,
                                      const PyNamedValues& kwargs);
  [[noreturn]] void refuse_call(const PyExpr& e, std::string_view name);
  PyValue without_twin_keys(const PyExpr& e, const PyValues& items);
  PyValue integer_of_text(const PyExpr& e, const Arg& text, const Arg& base);
  PyValue float_of_text(const PyExpr& e, const Arg& text);
  PyValue made_class(const PyExpr& e, const PyValues& args);
  PyValue zip_of(const PyExpr& e, std::span<const PyValue> args);
  PyValue sorted(const PyExpr& e, PyValues items, const PyNamedValues& kwargs);
  static std::optional<PyValues> known_order(const PyObject& set);
  PyValues unordered_items(const PyExpr& e, const PyValue& value);
  PyValues items_of_set(const PyExpr& e, const PyObject* set);
  // Python that Dynamo does not follow: an error of its, where it runs what runs now.
  void refuse_view_in_dynamo(const PyExpr& e, std::string_view what);  // of 2.6
  void refuse_in_dynamo(const PyExpr& e, std::string_view what);
  bool is_set_of_constants(const PyExpr& e, std::size_t fewest = 3);
  PyValue evaluate_source(int at);
  PyValue set_of_constants(const PyExpr& e, const PyValues& items, bool itself = false);
  PyValue union_of_sets(const PyExpr& e, const PyObject& left, const PyObject& right);
  void merge_set(const PyExpr& e, PyObject* set, const PyObject& other);
  void check_set_size(const PyExpr& e, std::size_t size);
  PyValue copy_of_set(const PyObject& set);
  void take_out(PyObject* set, PyValue item);
  void replace_items(PyObject* set, const PyObject& with, std::string_view token);
  PyValue made_set(PyValues items);
  PyValue without_twins(const PyExpr& e, const PyValues& items);
  std::optional<Arg> complex_function(std::string_view path, const PyArgs& args);
  PyValue extreme(const PyExpr& e, bool most, const PyValue& best, const PyValue& next, bool compared);
  bool comes_before(const PyExpr& e, const PyValue& a, const PyValue& b);
  bool is_instance(const PyExpr& e, const PyValue& value, const PyValue& type);
  std::optional<bool> is_class(const PyValue& value);
  PyValue types_asked(int at, bool plain, bool in_tuple = false);
  PyValue types_of_union(const PyExpr& e, const std::string& path);
  PyValue union_of(const PyExpr& e, const PyValue& left, const PyValue& right);
  bool is_union_operand(const PyValue& value);
  std::optional<bool> bears(const PyValue& object, std::string_view type);
  std::optional<bool> is_abstract_instance(const PyValue& value, std::string_view type);
  std::optional<bool> has_name(const PyValue& object, const std::string& name);
  std::optional<bool> path_has_name(const PyValue& path, const std::string& name);
  bool has_known_name(const PyExpr& e, const PyValue& object, const std::string& name);
  const TypeAttributes* attributes_of_type(const PyValue& value);
  bool answers_in_dynamo(const TypeAttributes& type, std::string_view name);
  std::optional<PyValue> part_of_number(const PyValue& value, std::string_view name);
  PyValue function_name_of(PyObject& function);
  std::optional<PyValue> named_tuple_attribute(const PyExpr& e, PyClass* klass, std::string_view name);
  void refuse_unknown_in_dynamo(const PyExpr& e, const std::string& path, const PyValues& args);
  void check_operands(const PyExpr& e, std::string_view token, const Arg& left, const Arg& right);
  bool is_abstract_subclass(const PyExpr& e, std::string_view type, std::string_view wanted);
  std::optional<PyValue> container_operator(const PyExpr& e,
                                            PyObject* self,
                                            const std::string& name,
                                            const PyValues& args);
  PyValue power_modulo(const PyExpr& e, const PyArgs& given);
  std::optional<PyValue> part_of_partial(const PyObject& partial, std::string_view name);
  void check_plain_attribute(const PyExpr& e, const PyValue& object, const std::string& name);
  PyValue number_attribute(const PyExpr& e, const PyValue& object, const std::string& name);
  PyValue range_over(PyValues numbers, std::span<const std::int64_t, 3> bounds);
  std::string text_of_range(const PyExpr& e, const PyValue& range);
  static std::string type_of_iterator(const PyObject& iterator);
  PyValue class_of(const PyValue& object);
  PyValue names_in(PyObject* object);
  BuiltinFunction number_builtin, divmod_builtin, text_builtin, range_builtin, mapping_builtin, list_builtin,
      set_builtin, zip_builtin, map_builtin, sorted_builtin, enumerate_builtin, next_builtin, iter_builtin, any_builtin,
      sum_builtin, len_builtin, extreme_builtin, print_builtin, dir_builtin, isinstance_builtin, super_builtin,
      getattr_builtin, locals_builtin, setattr_builtin, type_builtin, issubclass_builtin, letter_builtin, vars_builtin,
      globals_builtin, role_builtin, eval_builtin, slice_builtin, callable_builtin, complex_builtin, digits_builtin,
      format_builtin, id_builtin, reduce_call, partial_call, method_type_call, signature_call, cast_call, field_call,
      namedtuple_call, decorator_call, copy_call, wraps_call, make_tuple_call;
  PyClass* class_of_value(const PyValue& value);

  // --- containers ---
  std::vector<std::size_t> places_of_slice(const PyExpr& e, const Arg& at, std::size_t size);
  // Where a slice begins, ends and steps, in a list of `size` items.
  std::array<std::int64_t, 3> bounds_of_slice(const PyExpr& e, const Arg& at, std::size_t size);
  PyValue part_of_range(const PyExpr& e, const PyValue& range, const Arg& at, PyValues part);
  // A number that a plain value is, as Python compares it.
  static std::optional<double> plain_number(const PyValue& value);
  static bool is_container_method(const PyObject& object, std::string_view name);
  std::optional<PyValue> dict_method(
      const PyExpr& e, PyObject* self, const std::string& name, const PyValues& args, const PyNamedValues& kwargs);
  std::optional<PyValue> set_method(
      const PyExpr& e, PyObject* self, const std::string& name, const PyValues& args, const PyNamedValues& kwargs);
  std::optional<PyValue> sequence_method(
      const PyExpr& e, PyObject* self, const std::string& name, const PyValues& args, const PyNamedValues& kwargs);

  // --- classes ---
  std::optional<PyValue> class_member(const PyExpr& e, PyObject* object, const std::string& name);
  // Whether objects of a class take its annotated names, as a dataclass and a NamedTuple do; those names in order.
  static bool has_fields(const PyClass* klass);
  static bool is_named_tuple(const PyClass* klass);
  PyValue named_tuple(const PyExpr& e, PyClass* klass, PyValues args, PyNamedValues kwargs);
  std::optional<PyValue> named_tuple_method(
      const PyExpr& e, PyObject* self, const std::string& name, const PyValues& args, const PyNamedValues& kwargs);
  std::optional<PyValue> tuple_member(const PyExpr& e, PyObject* object, const std::string& name);
  std::vector<Parameter> fields_of(const PyClass* klass);
  PyValues field_values(const PyExpr& e, PyClass* klass, PyValues args, PyNamedValues kwargs);
  void set_fields(const PyExpr& e, PyObject* out, PyValues args, PyNamedValues kwargs);

  // --- statements ---
  PyFlow run_loop(const Stmt& s);
  PyFlow run_repeat(const Stmt& s);
  PyFlow run_with(const Stmt& s, std::size_t which);
  PyFlow in_manager(const Stmt& s, std::size_t which, const PyValue& manager);
  PyValue enter_manager(const PyExpr& e, const PyValue& manager);
  bool leave_manager(const PyExpr& e, const PyValue& manager, const Error* error);
  void define_class(const Stmt& s);
  [[noreturn]] void raise_value(const Stmt& s, const PyValue& value);
  PyFlow run_attempt(const Stmt& s);
  // --- match ---
  using Found = std::vector<std::pair<std::string, PyValue>>;
  PyFlow run_select(const Stmt& s);
  bool fits(const PyExpr& e, const PyPattern& pattern, const PyValue& value, Found& found);
  bool fits_sequence(const PyExpr& e, const PyPattern& pattern, const PyValue& value, Found& found);
  bool fits_mapping(const PyExpr& e, const PyPattern& pattern, const PyValue& value, Found& found);
  bool fits_class(const PyExpr& e, const PyPattern& pattern, const PyValue& value, Found& found);
  std::vector<std::string> match_names(const PyExpr& e, const PyValue& type);
  PyFlow run_handlers(const Stmt& s, const Error& error);
  // The handler that takes it, or null.
  const Stmt* handler_of(const Stmt& s, const Error& error);
  bool is_caught(const PyExpr& e, const PyValue& type, std::string_view exception);
  // What a program raised, of a class of its own; the last of them.
  PyValue raised_value(const Error& error);
  PyValues arguments_of(std::string_view exception, std::string_view message);
  PyValue argument_of(std::string_view exception, std::string_view message);
  PyValue exception_object(const std::string& name, PyValues args);
  std::string exception_text(const PyExpr& e, const PyObject* exception);
  void run_augmented(const Stmt& s);
  PyValue augmented(const PyExpr& e, std::string_view token, const PyValue& left, const PyValue& right);
  void define(const Stmt& s);
  void check(const Stmt& s);
  [[noreturn]] void raise(const Stmt& s);
  [[noreturn]] void raise_what_it_says(const Stmt& s);
  void forget(const PyExpr& e);
  void forget_item(const PyExpr& e, const PyValue& object, const PyValue& key);
  void assign_rest(const PyExpr& e, std::size_t star, PyValues parts);

  Context& context() { return context_; }
  Arg integer(std::size_t value) { return context_.integer(static_cast<std::int64_t>(value)); }

  Context& context_;
  PythonHost& host_;
  PythonSource source_;
  PythonSource& library_;
  std::vector<Frame> frames_;
  std::deque<PyObject> objects_;
  std::deque<Scope> scopes_;
  Scope* script_scope_ = nullptr;
  std::size_t defined_until_ = static_cast<std::size_t>(-1);
  std::set<std::string, std::less<>> deleted_;  // names of the file
  std::map<std::pair<const PythonSource*, std::string>, PyValue> globals_;
  std::deque<PyClass> classes_;
  std::map<const ClassDef*, PyClass*> known_classes_;
  std::map<std::pair<const PyClass*, std::string>, Error> failed_members_;  // names of its body that are not known
  std::map<const PyClass*, Error> failed_classes_;                          // bodies that raised an exception
  std::deque<ClassDef> made_classes_;  // of collections.namedtuple, and of classes that are derived
  std::deque<Generator> generators_;
  std::deque<std::string> texts_;  // that are parsed: expressions in f-strings, and what the host gives
  std::map<std::string, PythonSource*, std::less<>> format_parts_;
  std::deque<PythonSource> parts_;
  // Of parameters, by the class or the names around the function; those that can change, or are made where it stands.
  std::map<std::pair<const Parameter*, const void*>, PyValue> defaults_;
  std::map<std::pair<const Parameter*, const void*>, Error> failed_defaults_;
  struct Caught {
    Error error;
    PyValue value;  // raised_ then
  };
  std::vector<Caught> caught_;   // that handlers look at, which a bare raise raises again
  PyValue raised_;               // of a class of the program
  std::int64_t raised_at_ = -2;  // where the last raise statement threw, and what
  std::string raised_text_;
  std::map<std::string, PyClass*, std::less<>> exception_classes_;  // of Python's own exceptions
  std::map<const void*, std::size_t> ids_;                          // what id() was asked of
  std::deque<FunctionRun> runs_;
  int compared_sets_ = 0;    // that stand in each other
  bool registered_ = false;  // whether what is decorated was made
  int depth_ = 0;
  std::size_t steps_ = 0, most_steps_ = kMostSteps;
  std::uint32_t host_numbers_ = 0;
};

// One level deeper, and back at the end of the block.
class PythonInterpreter::Deeper {
 public:
  Deeper(PythonInterpreter& python, std::uint32_t begin) : python_(python) {
    if (++python_.depth_ > kDeepestCalls) {
      --python_.depth_;
      source_error(
          begin, begin, "calls and expressions are nested too deep", "write it flatter; recursion ends nowhere here");
    }
    try {
      python_.count_step(begin);
    } catch (...) {
      --python_.depth_;
      throw;
    }
  }
  ~Deeper() { --python_.depth_; }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;

 private:
  PythonInterpreter& python_;
};

}  // namespace seesaw
