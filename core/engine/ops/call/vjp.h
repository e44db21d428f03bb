// The view of a derivative formula on its call.
//
// What: `Vjp` provides the incoming gradients, the saved values and the arguments of one recorded call, and takes the
// gradients of its inputs.
// Why: formulas are written in operators, so that running them under grad mode records the second derivative. The
// autograd layer decides how values are stored. A gradient may have a broadcast shape and another dtype: the engine
// sums and casts it to the input's shape and dtype, as PyTorch's does.
//
//   .vjp = [](Vjp& g) {
//     if (g.needs(0)) g.set(0, g.grad() * g.saved(0));
//   }
#pragma once

#include <cstddef>
#include <span>

#include "core/engine/ops/call/value.h"

namespace seesaw {

class Vjp {
 public:
  virtual ~Vjp() = default;
  // Gradient of an output; null if none arrived.
  virtual const Tensor& grad(std::size_t output = 0) const = 0;
  // Value in a slot of OpDef::saves, as returned by the pair of saved-tensor hooks.
  virtual const Tensor& saved(std::size_t slot) const = 0;
  // A slot that holds a number.
  virtual Number saved_number(std::size_t slot) const = 0;
  virtual bool saved_is_number(std::size_t slot) const = 0;
  // An argument of the call; tensors are not kept here.
  virtual const Value& arg(std::size_t index) const = 0;
  // Spec of differentiable input number `edge` (edges count tensors, including each tensor of a list).
  virtual const TensorSpec& spec(std::size_t edge) const = 0;
  const Dims& sizes(std::size_t edge) const { return spec(edge).sizes; }
  Element element(std::size_t edge) const { return spec(edge).element; }
  virtual std::size_t edges() const = 0;
  virtual bool needs(std::size_t edge) const = 0;
  virtual bool inplace() const = 0;   // whether the call wrote to its first argument
  virtual bool recorded() const = 0;  // whether the formula's calls are recorded, for a second derivative
  virtual void set(std::size_t edge, Tensor gradient) = 0;
};

// Optional arguments, of a kernel's call and in a formula.
inline Value arg_at(std::span<const Value> args, std::size_t i) { return i < args.size() ? args[i] : Value(); }
inline double number_or(std::span<const Value> args, std::size_t i, double otherwise) {
  return args.size() > i && args[i].is_number() ? args[i].number().value : otherwise;
}
inline double number_or(const Vjp& g, std::size_t i, double otherwise) {
  return g.arg(i).is_number() ? g.arg(i).number().value : otherwise;
}

// The derivative of comparisons in place and of rounding: zeros. Defined in elementwise/pointwise.cpp.
void no_gradient(Vjp& g);

}  // namespace seesaw
