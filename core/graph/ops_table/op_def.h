// The operator table: one record for each callable that Seesaw knows.
//
// What: an `OpDef` describes a target of `call_function`: its schema, whether it mutates or has side effects, how it
// is written in Python, how it runs and differentiates. Fields form groups; a record states only what differs from the
// default. Why: printer, parser, dead code elimination, passes, engine and reference page all read the same record;
// there is no second list: the build reads the names of records from their files (core/list_records.cmake). A callable
// without a record is kept, moved and printed like any other.
//
//   // in python_operators.cpp
//   {.path = "operator.add", .python = {.syntax = {PythonForm::infix, "+"}}},
//   // elsewhere
//   const OpDef* def = find_op("operator.add");     // null for an unknown callable
//   def->python.syntax.token                        // "+"
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace seesaw {

// How a call is written in Python when it is not `f(a, b)`.
enum class PythonForm : std::uint8_t {
  call,
  prefix,
  infix,
  index,
  inplace,
  setitem,
};

struct PythonSyntax {
  PythonForm form = PythonForm::call;
  std::string_view token = {};
};

// The dtype to which torch.autocast casts an operator's floating arguments: the lower one, float32, or the widest.
enum class Autocast : std::uint8_t {
  none,
  lower,
  full,
  widest,
};

class Tensor;
class Value;
class Outputs;
class Specs;
class Vjp;
struct OpDef;
struct SampleList;

// A value that the derivative needs later. Slots are kept, packed and unpacked in declaration order.
struct SavedSlot {
  std::string_view name;           // PyTorch's name: node._saved_<name>
  int source = 0;                  // index of the argument; ~0 for the first result, ~1 for the second
  std::uint32_t needed_for = ~0u;  // bit i: kept if the gradient of input i is required
};
// Used by most formulas: the first argument, the result, the second result.
inline constexpr SavedSlot kSelf[] = {{"self", 0}};
inline constexpr SavedSlot kResult[] = {{"result", ~0}};
inline constexpr SavedSlot kSelfResult[] = {{"self", 0}, {"result", ~0}};
inline constexpr SavedSlot kIndices[] = {{"indices", ~1}};

// How run_decompositions replaces an operator: core/engine/ops/composed/decompositions.h.
struct Decomposition {
  enum Kind : std::uint8_t {
    none,
    composite,  // decomposed wherever no gradients are recorded
    table,
  };  // with the core ATen table
  Kind kind = none;
  Outputs (*rule)(std::span<const Value> args) = nullptr;  // null: not written yet
  // The base tensor of a view after a write to the view. Takes the tensor, the view's new elements, the index among
  // several views, and the view's other arguments.
  Outputs (*put_back)(std::span<const Value> args) = nullptr;
};

// Which of torch's namespaces list the operator: torch, methods (with the in-place form), in-place methods alone,
// torch.nn.functional, and its in-place functions.
enum Surface : std::uint8_t {
  kInTorch = 1,
  kMethod = 2,
  kInplaceMethod = 4,
  kInFunctional = 8,
  kInplaceInFunctional = 16,
};

using Args = std::span<const Value>;

// Of `OpRun::fits`: every number of the call, which are operands.
constexpr std::uint32_t kAllNumbers = ~0U;

// How an operator runs. Without `kernel` it is only moved and printed; without `meta` and `fake` it has no shapes.
struct OpRun {
  Specs (*meta)(Args args) = nullptr;      // shape rule; composite operators use those of their callees
  Specs (*fake)(Args args) = nullptr;      // the rule for tensors without elements, if neither `meta` nor the callees
                                           // of a composite kernel serve
  Outputs (*kernel)(Args args) = nullptr;  // allocates its results as the shape rule states
  // In half precision, where PyTorch's kernel rounds each of its steps: those steps, in operators; without a result the
  // kernel computes in float32 and rounds once.
  Outputs (*half)(Args args) = nullptr;
  // Support for complex tensors and numbers: core/engine/ops/call/complex_calls.h. Null: unsupported, unless it is
  // written in operators or returns a view.
  Outputs (*complex)(const OpDef& op, Args args) = nullptr;
  std::string_view no_complex = {};  // how PyTorch rejects complex tensors: the name of its kernel, or the whole text
  // The kernel of PyTorch's that takes no integers and booleans, or no booleans: its name in the error.
  std::string_view no_integers = {}, no_booleans = {};
  Autocast autocast = Autocast::none;
  bool composite = false;      // the kernel is written in operators, which autograd records
  bool nested_kernel = false;  // of a composite operator: PyTorch has a kernel of its own for nested tensors
  bool moves = false;          // the kernel accepts narrow dtypes directly: it moves elements, or writes each
  std::uint32_t fits = 0;      // bit i: number i must fit the dtype of the result instead of wrapping around
  bool view = false;           // results alias the first argument's memory
  bool multi_view = false;     // returns several views, which must not be modified in place
};

// Autograd's record of it, and its derivative.
struct OpGrad {
  std::uint32_t edges = 1;             // bit i: argument i is a tensor (or a list of tensors) that receives gradients
  std::uint32_t constant_results = 0;  // bit i: result i never has a gradient, although its elements are floating
  std::string_view node = {};          // "MulBackward0"; empty: results never require grad
  std::span<const SavedSlot> saves = {};
  void (*vjp)(Vjp&) = nullptr;
  bool real_results = false;  // PyTorch records no call of it with complex results
  bool complex_vjp = false;   // the formula is valid for complex values, too; any other is taken as the derivative of a
                              // holomorphic function
};

// What an in-place form refuses before it looks at the memory that it writes to, which may be expanded. A kernel that
// does not exist is found last, except by `own_dtype`.
enum class RefusedFirst : std::uint8_t {
  nothing,
  dtypes,     // dtypes and numbers that the shape rule refuses, whatever the sizes
  cast,       // a result of a higher kind than what it is written to
  own_dtype,  // what the shape rule refuses if the dtype of the result is asked to be that of the first argument
  sizes,      // whatever the shape rule refuses, and sizes of the result that are not those of the first argument
};

// Its form that writes to the first argument.
struct OpForms {
  bool inplace = false;                   // it exists
  std::string_view overload = {};         // the overload's name if it differs
  Tensor (*kernel)(Args args) = nullptr;  // of a composite operator: written in others' forms
  std::string_view node = {};             // its node, if it records a different one
  bool constant = false;                  // In place it writes one scalar, so overlapping memory is allowed.
  std::uint8_t writes = 0;   // how often PyTorch counts a write to the new result; visible after leaving inference mode
  bool keeps_dtype = false;  // it ignores type promotion
  RefusedFirst refuses = RefusedFirst::nothing;
};

// What the function of torch.nn.functional makes of `input` and `target` before it calls the operator.
enum class OperandSizes : std::uint8_t {
  any,        // nothing
  broadcast,  // expands both to common sizes, with a warning if they differ
  equal,      // refuses sizes that differ
};

// How Python calls it.
struct OpPython {
  std::uint8_t surfaces = kInTorch | kMethod;  // a record states only exceptions; core/engine/ops/table/surfaces.h
                                               // derives the rest from names and schemas
  std::string_view functional = {};            // torch.nn.functional's declaration, if different: order, default
  OperandSizes sizes = OperandSizes::any;      // of that function
  PythonSyntax syntax = {};
  std::uint32_t numbers = 0;  // bit i: a number is accepted for tensor argument i, although no overload declares
                              // it
};

// Its properties in torch.fx.
struct OpFx {
  bool side_effect = false;      // in torch.fx's set of side-effectful functions: never dead code
  bool region_state = false;     // switches a mode for the nodes after it (grad mode, autocast)
  std::uint32_t graph_args = 0;  // of a higher-order operator: bit i is set if argument i is a graph
};

struct OpDef {
  std::string_view path;         // as str(graph) prints it: "operator.add", "torch.ops.aten.add.Tensor"
  std::string_view schema = {};  // PyTorch's spelling, if it has one
  std::string_view doc = {};
  Decomposition decompose = {};
  OpRun run = {};
  OpGrad grad = {};
  OpForms forms = {};
  OpPython python = {};
  OpFx fx = {};
  SampleList (*samples)() = nullptr;  // lists of arguments that tests and the reference page use; see samples.h
};

// The node of an operator without a derivative in PyTorch.
inline constexpr std::string_view kNoDerivative = "torch::autograd::NotImplemented";

// Paths that the code itself uses.
namespace op_path {
inline constexpr std::string_view getitem = "operator.getitem";
inline constexpr std::string_view setitem = "operator.setitem";
inline constexpr std::string_view getattr = "builtins.getattr";
inline constexpr std::string_view set_grad_enabled = "torch._C._set_grad_enabled";
inline constexpr std::string_view enter_autocast = "torch.amp.autocast_mode._enter_autocast";
inline constexpr std::string_view exit_autocast = "torch.amp.autocast_mode._exit_autocast";
inline constexpr std::string_view wrap_with_set_grad_enabled = "torch.ops.higher_order.wrap_with_set_grad_enabled";
inline constexpr std::string_view wrap_with_autocast = "torch.ops.higher_order.wrap_with_autocast";
}  // namespace op_path

// All records, in the order of their files.
std::span<const OpDef* const> op_table();
// The record of a path, or null.
const OpDef* find_op(std::string_view path);
// The record of a Python operator: find_operator(PythonForm::infix, "+") is operator.add. Null if there is none.
const OpDef* find_operator(PythonForm form, std::string_view token);

// Whether calling an operator of this path may write to an argument: from the schema of its record, else by PyTorch's
// naming rules (`add_.Tensor`, overloads named `out` or `grad_input`). `__and__` and its like do not mutate. As in
// PyTorch, operator packets have no schema and never count as mutable.
bool is_mutable_op(std::string_view path, const OpDef* def);

// Python 3.13's keywords and builtins: names that generated code must not shadow.
bool is_python_keyword(std::string_view name);
bool is_python_builtin(std::string_view name);

}  // namespace seesaw
