// What is known about values without elements, as metadata and as tensors.
//
// What: `FakeValues` converts the content of `meta["val"]` (tensor_meta, symbolic numbers, plain numbers) to the
// arguments of shape rules (fake tensors, tagged sizes), and their results back. Why: during propagation and retracing
// a node's value is its metadata, stored without conversion; rules take tensors. Equal metadata is one record, so each
// is converted once.
//
//   FakeValues values(context);
//   Tensor x = values.tensor(arg.as_tensor_meta());
//   Arg val = values.of(x.spec(), false);              // a tensor_meta with dtype, shape, stride
//
// A FakeValues owns the symbols of its program; they are in use during a FakeScope.
#pragma once

#include <unordered_map>
#include <vector>

#include "core/engine/ops/call/value.h"
#include "core/engine/tensor/sym.h"
#include "core/graph/ir/context.h"
#include "core/graph/ir/program.h"

namespace seesaw {

class FakeValues {
 public:
  explicit FakeValues(Context& context) : context_(context) {}

  Context& context() const { return context_; }
  SymTable& symbols() { return symbols_; }
  // Takes symbols, hints and ranges from a program's metadata and range constraints, so that new symbols get distinct
  // names.
  void learn(const Program& program);
  void learn(const Graph& graph);
  // The inverse: ranges of data-dependent symbols, if the program has none yet.
  void tell_ranges(Program& program);
  // VR[0, int_oo]
  static std::string range_text(const SymRange& range);

  const Tensor& tensor(const TensorMeta* meta);
  Arg of(const TensorSpec& spec, bool requires_grad, Symbol device = {});
  // A size or another number: symbolic, an integer or a boolean.
  Arg number(std::int64_t value);
  // The tagged or plain integer of a number's metadata; nothing if it is not an integer or boolean. Symbolic floats
  // have tags too.
  std::optional<std::int64_t> integer(const Arg& arg);
  // Whether gradients flow into it: true for a tensor that requires them, anywhere in a list.
  static bool requires_grad(const Arg& arg);

 private:
  Context& context_;
  SymTable symbols_;
  std::unordered_map<const TensorMeta*, Tensor> tensors_;
  std::unordered_map<const SymExpr*, std::int64_t> tags_;
  std::unordered_map<std::int64_t, Arg> numbers_;
  std::vector<Dim> shape_, stride_;
  Dim dim(std::int64_t size);
  std::int64_t tag(const SymExpr* sym);
  void learn(const Arg& value);
  void learn(const SymExpr* sym);
};

}  // namespace seesaw
