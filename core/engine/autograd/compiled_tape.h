// A recorded scalar graph as a flat program, run again with other inputs.
//
// What: `CompiledTape` takes the graph behind a scalar; `replay` computes its value and the gradients of the inputs for
// new values of the inputs. Everything else (constants, other leaves) is as it was recorded. Why: a loop
// that runs the same graph many times need not record it. Nothing is allocated, no cell is touched: one pass over an
// array of instructions each way. The numbers are those of the eager engine, bit for bit.
//
//   Scalar x = Scalar::leaf(2.0), y = tanh(x) * x;
//   CompiledTape again(y, {x});
//   again.replay(std::vector{3.0});      // tanh(3) * 3
//   again.gradients()[0]                 // its derivative
//
// Hooks are not run: a graph that is partly converted to tensor objects is rejected with an error.
#pragma once

#include <span>
#include <vector>

#include "core/engine/autograd/scalar.h"

namespace seesaw::autograd {

class CompiledTape {
 public:
  // `inputs` are leaves. Throws RuntimeError if the root does not require grad, an input is not a leaf, or the graph
  // has objects.
  CompiledTape(const Scalar& root, std::span<const Scalar> inputs);
  CompiledTape(const Scalar& root, std::initializer_list<Scalar> inputs)
      : CompiledTape(root, std::span<const Scalar>(inputs.begin(), inputs.size())) {}
  // Throws RuntimeError unless there is exactly one value for each input.
  double replay(std::span<const double> inputs);
  CompiledTape(CompiledTape&&) = default;
  CompiledTape& operator=(CompiledTape&&) = default;
  // Of the inputs, from the last replay; zero where none arrived.
  std::span<const double> gradients() const { return gradients_; }
  std::size_t inputs() const { return gradients_.size(); }
  std::size_t operations() const { return operations_; }
  std::size_t bytes() const;

 private:
  // Result number i follows the leaves. In a sum of products, `first` is the position of its operands in `lists_` (the
  // summand, then pairs), `second` the number of pairs. Locations are numbers while the code is built, then arguments
  // of at().
  struct Instruction {
    ScalarOp op;  // `value`: a sum of products
    std::uint32_t first, second;
  };
  // The neutral summand: adding it changes no number, including the sign of a zero.
  static constexpr double kNothing = -0.0;
  void forward();
  void backward();

  // Adjacent: one address for both.
  struct Place {
    double value = 0, gradient = kNothing;
  };

  // Where pointers have 32 bits a location is an address, else a distance from the first: finding it needs no
  // multiplication.
  static constexpr bool kAddresses = sizeof(void*) == sizeof(std::uint32_t);
  char* base() { return kAddresses ? nullptr : reinterpret_cast<char*>(places_.data()); }
  static Place& at(char* base, std::uint32_t name) {
    return *reinterpret_cast<Place*>(kAddresses ? reinterpret_cast<char*>(static_cast<std::uintptr_t>(name))
                                                : base + name);
  }
  void name_places();

  std::vector<Place> places_;  // inputs, other leaves and numbers, results
  std::vector<double> gradients_;
  std::vector<Instruction> code_;
  std::vector<std::uint32_t> lists_;
  std::vector<std::uint32_t> unreached_;  // inputs that the root does not depend on
  std::size_t leaves_ = 0, operations_ = 0;
  std::uint32_t root_ = 0;

  friend class TapeCompiler;
};

}  // namespace seesaw::autograd
