// Functions of PyTorch that a program calls by their paths.
//
// What: `TorchFunctions` has a table of those with rules of their own; functions of torch.nn.functional follow the
// operators' records or the library's Python; all others are operators. Why: what torch.f(...) records depends on f
// alone, and a new rule is a row.
//
//   torch.sin(x)                       // call_torch: torch.ops.aten.sin.default(x)
//   torch.tensor([1, 2])               // a row: a constant of the program, lifted and copied
//   F.cross_entropy(x, y)              // library/torch/nn/functional.py
//
// torch_functions.cpp: the table; functional_calls.cpp: torch.nn.functional; functions_around.cpp: what PyTorch does
// around a person's functions (autograd.Function, checkpoint).
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/engine/capture/torch/capture_part.h"

namespace seesaw {

struct FunctionalForm;

// The dtype of what torch.FloatTensor and its like make; empty: it is no such path.
std::string_view typed_tensor_dtype(std::string_view path);
// The class of that dtype: torch.FloatTensor of torch.float32; empty: it has none.
std::string_view typed_tensor_name(std::string_view dtype);

class TorchFunctions : public CapturePart {
 public:
  using CapturePart::CapturePart;
  // Whether torch.export.register_dataclass was told of it, or register_constant of pytree.
  bool is_pytree_class(const PyClass* klass) const { return pytree_classes_.contains(klass); }
  bool is_pytree_constant(const PyClass* klass) const { return pytree_constants_.contains(klass); }
  // Whether torch.jit.script made it what it is.
  bool is_scripted(const PyObject* module) const { return scripted_.contains(module); }

  // Whether a row of the table has the path.
  static bool has_row(std::string_view path);
  // Nothing: no row of the table has the path.
  std::optional<PyValue> call_row(const PyExpr& e,
                                  const std::string& path,
                                  const PyValues& args,
                                  const PyNamedValues& kwargs);
  // A call with generator=: `draw` makes it without. Nothing: there is none.
  std::optional<PyValue> with_generator(const PyExpr& e,
                                        const PyNamedValues& kwargs,
                                        const std::function<PyValue(const PyNamedValues&)>& draw);
  // torch.FloatTensor(2, 3) and FloatTensor([1, 2]): by sizes, with no values yet, or by values.
  PyValue sized_or_filled(const PyExpr& e, const std::string& path, const Arg& dtype, const PyValues& given_args);
  // nonzero(as_tuple=True) of a tensor.
  PyValue nonzero_places(const PyExpr& e, const PyValues& args);
  void refuse_bare_loop(const PyExpr& e, std::string_view path);
  PyValue call(const PyExpr& e, const std::string& path, PyValues args, PyNamedValues kwargs);
  // Of a function that takes arrays of NumPy: they come into the graph as constants. Nothing: none of them is one.
  PyValue list_of_arrays(const PyExpr& e, const std::string& path, const PyValue& tensor, const PyNamedValues& kwargs);
  PyValue values_of_array(const PyExpr& e, const PyValue& tensor);
  PyValue captured_array(const PyExpr& e, const PyValue& value);
  std::optional<PyValue> number_of_array(const PyExpr& e, const PyValue& value);
  PyNamedValues with_numpy_dtype(const PyValues& args, PyNamedValues kwargs);
  PyValue copy_of_traced(const PyExpr& e, const PyValue& tensor, const PyNamedValues& kwargs);
  PyValue call_with_traced(const PyExpr& e, const std::string& path, PyValues args, const PyNamedValues& kwargs);
  std::optional<PyValue> call_with_arrays(const PyExpr& e,
                                          const std::string& path,
                                          const PyValues& args,
                                          const PyNamedValues& kwargs);
  // Switches around the forward of an autograd.Function, which stay where nothing stands between them.
  std::set<const Node*> function_switches;
  std::optional<bool> cudnn_enabled;  // torch.backends.cudnn.enabled, where a program sets it
  // Dynamo makes a graph of the forward of an autograd.Function, where a gradient is wanted.
  PyValue apply_function(const PyExpr& e, PyClass* klass, PyValues args);
  PyValue returned_input(const PyExpr& e, PyObject& ctx, const PyValues& args, const PyValue& out, bool dirty_too);
  PyValue given_back(
      const PyExpr& e, PyClass* klass, PyObject& ctx, const PyValues& args, const PyValue& out, bool apart);
  // What a function of library/torch/nn/functional.py or a layer's method is called outside.
  std::string shown_name(const PyObject& callee);
  [[noreturn]] void refuse_branch_constant(const PyExpr& e);
  Arg literal_tensor(const PyExpr& e, PyValues args, PyNamedValues kwargs, bool detached = true);
  std::optional<Arg> symbolic_literal(const PyArgs& args, const PyKwargs& kwargs);
  // A function that torch.library.custom_op marks.
  PyValue call_custom(const PyExpr& e, const std::string& path, const PyValues& args, const PyNamedValues& kwargs);
  PyValue extreme(const PyExpr& e, bool most, const Arg& best, const Arg& next, bool compared);
  // max(x, y) of tensors, or of one and a number. Nothing: it is a comparison, whose value a run tells.
  std::optional<PyValue> extreme_of_tensors(const PyExpr& e, bool most, const PyValue& best, const PyValue& next);

 private:
  using RowFunction = std::optional<PyValue>(const PyExpr& e,
                                             const std::string& path,
                                             const PyValues& args,
                                             const PyNamedValues& kwargs);
  // A function gives nothing for arguments that its rule is not about.
  struct Row {
    std::string_view path;
    RowFunction TorchFunctions::*function;
  };
  static std::span<const Row> rows();
  RowFunction buffer, parameter, number_limits, grad_enabled, set_grad_enabled, default_dtype, set_default, is_tensor,
      equal_tensors, manual_seed, size, device, variable, sparse_product, constant_false, constant_true, no_override,
      constant_none, constant_zero, cuda_seed, is_compiling, is_exporting, is_fx_tracing, register_pytree, full, tensor,
      as_tensor, typed_tensor, checkpoint, attention_reshapes, cudnn_flag, symbolic_extreme, symbolic_root, check,
      check_is_size, constrain, functional_call, deep_copy, draw, decorator, annotated, scripted_call, numpy_function,
      tensor_question, left_aligned, assert_true, make_generator, logged, graph_break;
  std::optional<PyValue> filled(const PyExpr& e, const std::string& path, const PyValues& args, PyNamedValues kwargs);
  const DTypeInfo* literal_dtype(const Arg& leaf);
  const DTypeInfo* widest_dtype(const Arg& data);
  Arg stacked_literal(const Arg& data, const Arg& dtype);
  // torch.tensor of a tensor: a detached copy.
  PyValue copied_tensor(const PyExpr& e, const PyValue& given, const PyNamedValues& kwargs);
  [[noreturn]] void refuse_arguments(const PyExpr& e, const std::string& path, std::string_view why);
  void refuse_number(const PyExpr& e, std::string_view path, std::string_view type);
  // Refuses arguments of a function that has none.
  void takes_nothing(const PyExpr& e, const std::string& path, const PyValues& args, const PyNamedValues& kwargs);
  std::size_t generators_ = 0;  // that the file has made
  // What stands for numbers and arrays of NumPy that forward found.
  std::map<std::uint32_t, PyValue> captured_numbers_;
  std::map<const PyObject*, PyValue> captured_arrays_;

  PyValue call_functional(const PyExpr& e, const std::string& path, PyValues args, PyNamedValues kwargs);
  PyValue call_form(const PyExpr& e, const FunctionalForm& form, const PyValues& values, bool inplace);
  [[noreturn]] void refuse_wanted_gradient(const PyExpr& e);
  PyValue call_torch_function(const PyExpr& e,
                              const std::string& path,
                              const PyValues& given,
                              const PyNamedValues& named);
  // Numbers of a literal, in rows; their dtype is that of the widest.
  void gather(
      const PyExpr& e, const Arg& arg, std::size_t depth, std::vector<std::int64_t>& shape, std::vector<Arg>& out);

  std::set<const PyObject*> scripted_;
  std::set<const PyClass*> pytree_classes_, pytree_constants_;
};

// dtype=bool, int, float: types of Python's stand for dtypes.
PyValue dtype_of_type(Context& context, const PyValue& value);
void types_as_dtypes(Context& context, PyNamedValues& kwargs);
// as_tuple=False, which is what nonzero gives anyway.
inline bool says_no_tuple(const std::pair<std::string, PyValue>& one) {
  return one.first == "as_tuple" && one.second.is_arg() && one.second.arg.is_bool() && !one.second.arg.as_bool();
}

// as_tuple=True: a tensor for each dimension.
inline bool says_tuple(const PyNamedValues& named) {
  return named.size() == 1 && named[0].first == "as_tuple" && named[0].second.is_arg() &&
         named[0].second.arg.is_bool() && named[0].second.arg.as_bool();
}

}  // namespace seesaw
