// What Python asks of tensors and symbolic sizes: attributes, methods, operators, items.
//
// What: `TensorValues` records the operator for each, or answers from the metadata: `x.shape`, `x.dim()`. Why: these
// are the questions that the interpreter hands over, since it knows no tensor.
//
//   x.T            // torch.ops.aten.numpy_T.default(x)
//   x[0, 1:]       // select, then slice; torch.export leaves out a slice that takes everything
//   x[mask] = 0    // index_put_
//   x.shape[0] / 2 // torch.sym_float, then operator.truediv
//
// tensor_values.cpp: attributes, methods, operators; tensor_subscripts.cpp: items; symbolic_numbers.cpp: sizes that are
// symbols.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/engine/capture/torch/capture_part.h"

namespace seesaw {

// The name of a tuple that is the shape of a tensor.
inline constexpr const char* kSizeType = "torch.Size";

// A result of an operator that its schema names: `torch.max(x, 0).values`.
std::optional<Arg> result_named(const Arg& results, std::string_view name);
// An attribute that computes when it is read: `x.T`.
bool is_computed_property(std::string_view name);

class TensorValues : public CapturePart {
 public:
  using CapturePart::CapturePart;

  // Whether it is a tensor: a node, or a parameter or buffer.
  bool is_tensor(const PyValue& value);
  void check_namespace(const PyExpr& e, const std::string& owner, const std::string& name);
  PyValue path_attribute(const PyExpr& e, const std::string& owner, const std::string& name);
  bool file_sets(std::string_view name);
  std::optional<bool> backend_flag(const PyExpr& e, std::string_view path);
  // Of a parameter, buffer or constant of a module; of other data.
  PyValue state_attribute(const PyExpr& e, const PyValue& object, const std::string& name);
  PyValue tensor_attribute(const PyExpr& e, const Arg& object, const std::string& name);
  PyValue made_by(const PyExpr& e, const Arg& object);
  PyValue numbered(const PyValue& key);
  PyValue size_of_tensor(const PyExpr& e, const PyValue& size);
  PyValue sized(const PyExpr& e, const PyValue& size);
  PyValue array_of(const PyExpr& e, const Arg& object, const PyNamedValues& kwargs);
  PyValue traced_array_of(const PyExpr& e, const Arg& object, const PyNamedValues& kwargs);
  std::optional<PyValue> numpy_number_method(
      const PyExpr& e, const std::string& name, const Arg& object, const PyValues& args, const PyNamedValues& kwargs);
  std::optional<PyValue> typed_by_name(const PyExpr& e, const Arg& object, const PyValues& args);
  PyValue kept_method(
      const PyExpr& e, const std::string& name, const PyValue& kept, const PyValues& args, const PyNamedValues& kwargs);
  PyValue tensor_method(
      const PyExpr& e, const std::string& name, const Arg& object, const PyValues& args, const PyNamedValues& kwargs);
  PyValue size(const PyExpr& e, const Arg& tensor, const PyValue& which);
  std::optional<PyValue> stride(const PyExpr& e, const Tensor& tensor, const PyValue& which);
  PyValues items_of(const PyExpr& e, const PyValue& value);

  std::optional<PyValue> unary(const PyExpr& e, const PyValue& operand);
  std::optional<PyValue> binary(const PyExpr& e, std::string_view token, const PyValue& left, const PyValue& right);
  std::optional<PyValue> augmented(const PyExpr& e, std::string_view token, const PyValue& left, const PyValue& right);
  bool truth(const PyExpr& e, const PyValue& value);
  std::optional<PyValue> convert(const PyExpr& e, std::string_view name, const PyValues& args);
  PyValue made_like(const PyExpr& e, const Arg& object, const PyValues& args);
  // tolist(): lists in lists of symbols, as deep as the tensor has dimensions.
  PyValue numbers_in(const PyExpr& e, const Arg& tensor);
  // The elements of a tensor in lists.
  PyValue list_of(const Tensor& value);
  std::string type_name(const PyValue& value);

  // --- numbers that are symbols ---
  // Nothing if it is none of these functions, or if no symbol is in it.
  std::optional<Arg> symbolic_arithmetic(const PyExpr& e, std::string_view path, const PyArgs& args);
  std::optional<Arg> symbolic_math(const PyExpr& e, std::string_view path, const PyArgs& args);
  [[noreturn]] void refuse_constant(const PyExpr& e, std::string_view function, const Arg& number);

  PyValue get_item(const PyExpr& e, const PyValue& object, const PyValue& key);
  void set_item(const PyExpr& e, const PyValue& object, const PyValue& key, const PyValue& value);
  // Nodes of subscripts, which strict capture leaves out if nothing uses them.
  std::vector<Node*> subscripts;

 private:
  // tolist() of a constant of a module without strict; nothing for others.
  std::optional<PyValue> constant_list(const PyExpr& e, const Arg& tensor);
  Tensor constant_input(const Node* node);
  Tensor constant_after(const Node& node);
  IdMap<Tensor> constants_;            // what writes left of them, by the nodes of the writes
  std::uint32_t constants_until_ = 0;  // the last call that was looked at

  Arg number_of_line(
      const PyExpr& e, std::string_view path, const PyArgs& args, std::string_view where, std::string_view code);
  Arg as_float(const PyExpr& e, const Arg& number);
  PyValue symbol_as(const PyExpr& e, std::string_view type, const Arg& number);
  // The number of elements: of an input a node of its own.
  // Whether only a run tells a size.
  bool sizes_of_data(const Arg& size);
  Arg element_count(const PyExpr& e, const Arg& tensor);
  PyValue added_in_place(const PyExpr& e, const Arg& object, const Arg& other, const Arg& alpha);
  std::optional<PyValue> plain_method(
      const PyExpr& e, const std::string& name, const Arg& object, const PyValues& args, const PyNamedValues& kwargs);
  PyValues selected_items(const PyExpr& e, const Arg& tensor);
  // Sums and products of torch.export.Dim with a number.
  std::optional<PyValue> derived_dimension(std::string_view token, const PyValue& left, const PyValue& right);
  Arg noted(const Arg& result);
  const PyExpr& key_place(const PyExpr& e);
  std::int64_t dims_taken(const Arg& part);
  bool is_whole(const Arg& tensor, std::int64_t dim, const Arg& slice);
  bool starts_whole(const Arg& begin);
  void compare_length(const PyExpr& e, const Arg& tensor, std::int64_t dim, const Arg& slice, bool writes);
  bool same_sizes(const Arg& part, const Arg& value);
  Arg select_item(const PyExpr& e, const Arg& object, const Arg& dim, const Arg& number);
  Arg sliced(const PyExpr& e, Arg object, const Arg& key, bool writes, std::vector<Arg>& tensors);
  bool known_ends(const PyExpr& e, std::vector<Arg>& parts);
  void compare_index(const Arg& tensor, std::int64_t dim, const Arg& index);
  void fix_index(const PyExpr& e, const Arg& number, bool several, bool writes);
  std::optional<Arg> by_numbers(const PyExpr& e, const Arg& tensor, const Arg& key);
  Arg index(const PyExpr& e, const Arg& tensor, const Arg& key);
  Arg symbol_as_item(const Arg& number, const TensorMeta& of);
  Arg write(const Arg& part, const std::vector<Arg>& places, Arg value);

  std::map<const Node*, PyObject*> grad_functions_;  // by the node whose results they are of
};

}  // namespace seesaw
