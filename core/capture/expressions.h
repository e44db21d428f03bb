// Python's expressions, evaluated on symbols: what a capture does with each.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/capture/capture.h"
#include "core/capture/python_syntax.h"
#include "core/capture/python_tokens.h"
#include "core/capture/tracer.h"

namespace seesaw {

// Python's operators as functions of tensors: with the tensor on the left, and with it on the right only.
struct OperatorNames {
  std::string_view token, left, right, python;
};
const OperatorNames& names_of(std::string_view token);

class Expressions {
 public:
  virtual ~Expressions() = default;

 protected:
  Expressions(std::string_view source, const CaptureSettings& settings);

  // A constant tensor as an input of its own, copied where it is used.
  virtual Arg lifted(const Arg& val, bool detached) = 0;

  Context& context() { return tracer_.context(); }
  const Expr& expr(int index) const { return tree_.exprs[static_cast<std::size_t>(index)]; }
  [[noreturn]] void fail(const Expr& e, std::string message, std::string remedy = {}) const { source_error(e.begin, e.end, std::move(message), std::move(remedy)); }
  void switch_mode(bool mode);
  Arg noted(const Arg& result);
  std::string place(std::uint32_t line) const;
  // An annotation without strides means rows after each other.
  Arg with_strides(const Arg& val);
  std::size_t rank_of(const Arg& tensor) { return tracer_.meta_of(tensor).as_tensor_meta()->shape.size(); }

  // --- expressions ---
  // Errors of the call get the place of the expression.
  template <class F>
  Arg guarded(const Expr& e, F&& f) {
    tracer_.set_place(place(e.line));
    return located(e, f);
  }
  template <class F>
  Arg located(const Expr& e, F&& f) {
    try {
      return f();
    } catch (Error& error) {
      if (error.diagnostic().offset < 0) error.diagnostic().offset = e.begin;
      throw;
    }
  }
  // As an argument of a call; what has only a name is none.
  Arg argument(int index);
  PyValue evaluate(int index);
  std::vector<Arg> items(const Expr& e);
  bool truth(const Expr& e, const PyValue& value);
  PyValue lookup(const Expr& e);
  PyValue attribute(const Expr& e);
  PyValue constant(std::string_view name);
  PyValue tensor_attribute(const Expr& e, const Arg& object);
  std::vector<Arg> sizes_of(const Expr& e, const TensorMeta& meta);
  // --- calls ---
  PyValue call(const Expr& e);
  void arguments(const Expr& e, PyArgs& args, PyKwargs& kwargs);
  PyValue method(const Expr& e, const Expr& function, const Arg& object);
  PyValue size(const Expr& e, const TensorMeta& meta, const PyArgs& args);
  PyValue function_call(const Expr& e, const std::string& path, const PyArgs& args, const PyKwargs& kwargs);
  PyValue python_function(const Expr& e, const std::string& path, const PyArgs& args);
  PyValue builtin(const Expr& e, const std::string& name, const PyArgs& args);
  // Numbers of a literal, in rows; their dtype is that of the widest.
  void gather(const Expr& e, const Arg& arg, std::size_t depth, std::vector<std::int64_t>& shape, std::vector<Arg>& out);
  Arg literal_tensor(const Expr& e, const PyArgs& args, const PyKwargs& kwargs);
  // --- operators ---
  PyValue unary(const Expr& e);
  PyValue binary(const Expr& e, std::string_view token, const PyValue& left, const PyValue& right);
  PyValue subscript(const Expr& e);
  PyValue item(const Expr& e, const Arg& list, const Arg& at);
  // x[0, 1:, None, ..., mask]: one operator for each part, index tensors together at the end.
  Arg index(const Expr& e, Arg object, int at);

  const CaptureSettings& settings_;
  PythonTree tree_;
  Program program_;
  Tracer tracer_;
  std::vector<Node*> subscripts_;
  bool mode_;  // grad mode as Python would have it
  std::map<std::string, PyValue, std::less<>> names_;
  std::map<std::string, Node*, std::less<>> state_;
};

}  // namespace seesaw
