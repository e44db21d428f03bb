// What Python asks of the world that it runs in.
//
// What: a `PythonHost` knows what Python itself does not: values such as tensors and symbolic sizes, contexts of with
// statements, functions and classes of modules that are not Python's own. The interpreter holds such values, passes
// them on, and asks the host what an attribute, an operator or a call gives. Why: expressions, statements, calls and
// classes follow the same rules whatever a value is; so one side needs no word of PyTorch, the other none of syntax.
//
//   y = self.weight * 2      // read() gives a foreign value; binary() records a node for it
//   torch.sin(y)             // path_attribute() gives the path "torch.sin"; call_path() records a node
//
// Each function says what holds where a host overrides nothing: nothing is foreign, and what Python does not know is an
// error. All throw Error for what PyTorch or Python refuses. `e` is the expression whose place an error has.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/engine/capture/interpreter/value.h"

namespace seesaw {

// How a block of statements ends.
enum class PyFlow : std::uint8_t {
  on,
  leave,      // break
  next,       // continue
  give_back,  // return
};

class PythonHost {
 public:
  virtual ~PythonHost() = default;

  // --- foreign values ---

  // Whether the functions of this group are asked of a value.
  virtual bool is_foreign(const PyValue&) { return false; }
  // As an argument of a call.
  virtual Arg argument(const PyExpr&, const PyValue& value) { return value.arg; }
  // object.name; also of data that Python has no attributes of.
  virtual PyValue attribute_of(const PyExpr& e, const PyValue& object, const std::string& name);
  // Whether a foreign object is data, whose methods are found once their arguments are evaluated.
  virtual bool is_data(const PyValue&) { return false; }
  // What a value is that becomes known when an attribute or a method of this name is asked of it.
  virtual PyValue settled(PyValue value, const std::string&) { return value; }
  // The object of a method that is called, when its arguments are not evaluated yet.
  virtual PyValue method_owner(const PyExpr&, const PyValue& object, const std::string&) { return object; }
  virtual PyValue call_method(
      const PyExpr& e, const PyValue& object, const std::string& name, const PyValues&, const PyNamedValues&);
  // Nothing: the operator is one of numbers.
  virtual std::optional<PyValue> unary(const PyExpr&, const PyValue&) { return std::nullopt; }
  // One of both is foreign.
  virtual std::optional<PyValue> binary(const PyExpr&, std::string_view, const PyValue&, const PyValue&) {
    return std::nullopt;
  }
  // left += right; nothing: it is left = left + right.
  virtual std::optional<PyValue> augmented(const PyExpr&, std::string_view, const PyValue&, const PyValue&) {
    return std::nullopt;
  }
  virtual bool truth(const PyExpr& e, const PyValue& value);
  // What `for` goes through; also of objects that are no containers of Python's.
  virtual PyValues items_of(const PyExpr& e, const PyValue& value);
  virtual PyValue get_item(const PyExpr& e, const PyValue& object, const PyValue& key);
  virtual void set_item(const PyExpr& e, const PyValue& object, const PyValue& key, const PyValue& value);
  // del object[key], of what is no dict or list of Python's.
  virtual void delete_item(const PyExpr& e, const PyValue& object, const Arg& key);
  // An operator in place gave the foreign value of an attribute back: owner.name += ...; `target` is the attribute.
  virtual void attribute_written(const PyExpr&, const PyValue&, const PyValue&) {}
  virtual std::string type_name(const PyValue& value);
  // Its type, as errors of operators call it.
  virtual std::string operand_name(const PyValue& value) { return type_name(value); }
  // The path of its class, as type() gives it; of a class of the library.
  virtual std::string class_of(const PyValue& value) { return type_name(value); }
  virtual std::string class_path(const PyClass& klass) { return klass.path; }
  virtual std::string text_of(const PyValue&) { return "..."; }
  // Nothing: the host does not know this type.
  virtual std::optional<bool> is_instance(const PyValue&, std::string_view) { return std::nullopt; }
  // hasattr(), of foreign values and paths; of objects that it has a part in, what Python does not find.
  // Nothing: not known here.
  virtual std::optional<bool> has_attribute(const PyValue&, const std::string&) { return false; }
  // hasattr() of these reads the attribute, which leaves a trace or raises.
  virtual bool is_computed_attribute(const PyValue&, std::string_view) { return false; }

  // An item of an object that is no container of Python's comes out of it, in a loop.
  virtual void item_taken(PyObject*, std::int64_t, const PyValue&) {}

  // --- builtins of foreign values ---

  // int(), float(), bool(), abs(), round(), pow(), max() and min() of two; nothing: the builtin of numbers.
  virtual std::optional<PyValue> convert(const PyExpr&, std::string_view, const PyValues&) { return std::nullopt; }
  virtual std::optional<PyValue> length(const PyExpr&, const PyValue&) { return std::nullopt; }
  // max() and min() of two values, one of which is symbolic. `compared`: Python's own function compares them, as it
  // does with more than two arguments and with default=.
  virtual PyValue extreme(const PyExpr& e, bool most, const Arg& best, const Arg& next, bool compared);
  // Runs a part of sum() or reduce(): making its items, or adding one of them.
  enum class SumPart : std::uint8_t { items, step };
  virtual PyValue in_sum(SumPart, const std::function<PyValue()>& run) { return run(); }
  // A function of operator, builtins or math on numbers, by its path. Nothing if it does not take these.
  virtual std::optional<Arg> compute(const PyExpr&, std::string_view, const std::vector<Arg>&) { return std::nullopt; }
  // A function of Python's asks a symbolic number for its value.
  virtual void asks_number(const PyExpr&, std::string_view, const Arg&) {}
  // == or != of a list and what is none.
  virtual void lists_unlike(const PyExpr&, std::string_view) {}
  // A match statement looks a mapping through for keys, or asks for a class.
  virtual void before_pattern(const PyExpr&, PatternKind) {}
  // Whether a generator makes its items when they are asked for, as Python has it.
  virtual bool generators_are_lazy() { return true; }
  // Whether a path is what type() gives for a value of the host.
  virtual bool is_type_path(const std::string&) { return false; }
  // Whether what a path names can be called: a module cannot. Nothing: it is not known here.
  virtual std::optional<bool> is_callable_path(const std::string&) { return true; }
  // Whether an item of a list is the one that `in` looks for, where that is not what == says.
  virtual std::optional<bool> found_equal(const PyValue&, const PyValue&) { return std::nullopt; }
  // Raises TypeError for a value that is no key of a dict and no item of a set.
  virtual void check_hashable(const PyExpr&, const PyValue&) {}
  // What a table of a module, or the dict of its attributes, gets. False: it is an attribute like any other.
  virtual bool set_shown(const PyExpr&, PyObject&, const std::string&, const PyValue&) { return false; }
  // Whether a name that such a table loses is known for something once it comes again: a buffer that is not persistent.
  virtual bool is_passing(const PyObject&, const std::string&) { return false; }
  // Makes the items of such a table again once its module has others.
  virtual void show_again(PyObject&) {}
  // Whether a loop over the module asks for items by their numbers, as many as there are when it begins.
  virtual bool counts_items(const PyObject&) const { return false; }
  // What a loop over a module goes through, or over what a method of it gives.
  virtual PyValues items_by(const PyExpr& e, PyObject* module, std::string_view) {
    return items_of(e, PyValue(module));
  }
  // The dict of the attributes of a module; nothing for others.
  virtual std::optional<PyValues> own_names(PyObject*) { return std::nullopt; }
  // A set of names of a module changed.
  virtual void names_changed(PyObject&) {}
  // The object that a reference stands for, where another one is known by it.
  virtual const PyObject* known_as(const PyObject* object) { return object; }
  // Whether Dynamo runs what runs now: a set keeps the order of insertion, a sum of sizes is a tuple.
  virtual bool runs_in_dynamo() { return false; }
  // A symbolic number in an f-string.
  virtual void shows_number(const PyExpr&, const Arg&) {}
  // assert: true if the condition is not Python's to decide.
  virtual bool assumes(const PyExpr&, const PyValue&, std::optional<std::string_view>) { return false; }

  // --- names and functions of other modules ---

  // Before a name of the file is looked up. Throws the error that kept it from getting a value.
  virtual void check_name(std::string_view) {}
  // A name of a function gets a value.
  virtual void name_assigned(const std::string&, const PyValue&) {}
  // A name that no scope has.
  virtual std::optional<PyValue> name(std::string_view) { return std::nullopt; }
  // A callee is known, its arguments are evaluated next.
  virtual void call_begins(const PyValue&) {}
  virtual PyValue path_attribute(const PyExpr& e, const std::string& owner, const std::string& name);
  // The host's function in place of one of Python's modules.
  virtual std::optional<PyValue> call_first(const PyExpr&, const std::string&, const PyValues&, const PyNamedValues&) {
    return std::nullopt;
  }
  virtual PyValue call_path(const PyExpr& e, const std::string& path, PyValues&, PyNamedValues&);
  // What a function of the library is called in messages.
  virtual std::string function_name(const PyObject& callee);
  // Whether a parameter that a function of the library never reads may have this value.
  virtual bool may_ignore(std::string_view, const PyValue&) { return false; }
  // What a decorator declares its function as: a path. Empty: it is called.
  virtual std::string declared_by(PythonSource&, const PyExpr&) { return {}; }
  // A file's top level and the bodies of classes run outside of what is captured: `enter` gives what `leave` takes.
  virtual void* enter_outside() { return nullptr; }
  virtual void leave_outside(void*) {}
  class Outside {
   public:
    explicit Outside(PythonHost& host) : host_(host), before_(host.enter_outside()) {}
    ~Outside() { host_.leave_outside(before_); }
    Outside(const Outside&) = delete;
    Outside& operator=(const Outside&) = delete;

   private:
    PythonHost& host_;
    void* before_;
  };

  // The number that an object of the library stands for beside a tensor: an array without dimensions.
  virtual std::optional<PyValue> number_of(const PyExpr&, const PyValue&) { return std::nullopt; }
  // type(x) of a number of the host's.
  virtual PyValue class_of_number(const PyValue& number) { return number; }
  // What an expression names, as what is captured finds it: Dynamo makes inputs of NumPy's numbers and arrays.
  virtual PyValue found(const PyExpr&, PyValue value) { return value; }

  // Whether a function of the library runs so, too.
  virtual bool runs_outside(const PyObject&) { return false; }
  // A function of the file is called.
  virtual void enter_function(const PyObject&) {}

  // Runs a block itself; nothing: the interpreter does.
  virtual std::optional<PyFlow> run_block(const std::vector<Stmt>&) { return std::nullopt; }
  // The state of the host, as a function that restores it: an exception that a program catches leaves calls half done.
  virtual std::function<void()> mark() {
    return [] {};
  }

  // --- contexts ---

  virtual bool is_context(std::string_view) { return false; }
  // Of a with statement; null: it is no mode of the host's.
  virtual PyObject* context_of(const PyExpr&) { return nullptr; }
  // Whether a with statement over the value changes nothing of what its block does.
  virtual bool is_idle_context(const PyValue&) { return false; }
  // Throws for a mode that a variable or an attribute holds and a with statement cannot take.
  virtual void check_kept_context(const PyExpr&, const PyObject&) {}
  virtual void in_context(const PyExpr&, PyObject*, const std::function<void()>& body) { body(); }

  // --- classes and objects that the host has a part in: those whose class `is_module` ---

  // A class is made: the host gives it its path, and says whether it is the root of the host's own classes.
  virtual void describe(PyClass& klass);
  // The class of a path, or null.
  virtual PyClass* class_at(std::string_view) { return nullptr; }
  // Whether Python makes a method of what a path names, in the body of a class: so it does of functions that are
  // written in Python, and of methods. Nothing: not known.
  virtual std::optional<bool> is_descriptor(std::string_view) { return std::nullopt; }
  virtual void note_base(PyClass&, const PyValue&) {}
  virtual void begin_object(PyObject*) {}
  // Around __init__, of library classes too: `init` takes the arguments that are left.
  virtual void construct(PyObject*, PyNamedValues& kwargs, const std::function<void(PyNamedValues)>& init) {
    init(std::move(kwargs));
  }
  // Calls an object, or a method of Python's of one; nothing: the interpreter runs the method.
  virtual PyValue call_instance(const PyExpr& e, PyObject* object, PyValues args, PyNamedValues kwargs);
  virtual std::optional<PyValue> call_bound(const PyExpr&, PyObject*, PyValues&, PyNamedValues&) {
    return std::nullopt;
  }
  // A method that the host has itself.
  virtual PyValue call_builtin_method(
      const PyExpr& e, PyObject* object, const std::string& name, const PyValues& args, const PyNamedValues& kwargs);
  // An attribute as it is read.
  virtual PyValue read(PyObject*, const std::string&, PyValue& value) { return value; }
  // Whether a handler of the program is asked for an error; `raised`: a raise statement threw it.
  virtual bool may_catch(const Error&, bool) { return true; }
  // A value that an object finds in its class.
  virtual void check_class_value(const PyExpr&, const PyObject&, const std::string&, const PyValue&) {}
  virtual void put(PyObject*, std::string_view, const PyValue&) {}
  // An attribute that the host works out whenever it is read, whatever the class has under its name.
  virtual std::optional<PyValue> computed_attribute(const PyExpr&, PyObject*, const std::string&) {
    return std::nullopt;
  }
  // Of such objects, and of values that are no objects of Python's.
  virtual void set_attribute(const PyExpr& e, const PyValue& object, const std::string& name, const PyValue& value);
  virtual void before_delete(const PyExpr&, PyObject*, const std::string&) {}
  // An attribute that neither an object nor its class has.
  virtual std::optional<PyValue> instance_attribute(PyObject*, const std::string&) { return std::nullopt; }
  // X.name: what the host has in place of the class, and what neither has.
  virtual std::optional<PyValue> class_method(PyClass*, const std::string&) { return std::nullopt; }
  virtual std::optional<PyValue> class_attribute(PyClass*, const std::string&) { return std::nullopt; }
  // An exception leaves the block of a with statement; whether a raise statement made it.
  virtual void exception_leaves(const PyExpr&, const Error&, bool /*raised*/) {}
  // Whether an attribute that is set asks the property of its name.
  virtual bool follows_setters() { return true; }
  // An object is made of a class, whose own __init__ runs or not.
  virtual void check_instance(const PyExpr&, const PyClass&, bool) {}
  // A class or a function of the file itself cannot be made.
  virtual void definition_failed(const Error&) {}
  // A statement of a class body cannot be run, and is passed over.
  virtual void statement_failed(PythonSource&, const Stmt&, const Error&) {}
};

}  // namespace seesaw
