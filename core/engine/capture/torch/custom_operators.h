// Operators that a Python source declares with torch.library.
//
// What: `declare_operators` finds the functions of a source that are marked so, makes their schemas from the
// annotations as torch.library.infer_schema does, and declares them (core/engine/ops/table/declared.h). A call captures
// the body for the arguments at hand and runs it. Why: a program that calls operators of its own comes with their
// source; who has that needs to say nothing else.
//
//   declare_operators("@torch.library.custom_op(\"my::twice\", mutates_args=())\ndef twice(x: torch.Tensor) ->
//   torch.Tensor:\n    return x * 2\n");
//   // torch.ops.my.twice.default, "twice(Tensor x) -> Tensor"
//
// As in PyTorch gradients do not flow through such an operator: what asks for them says so when the sweep comes to it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace seesaw {

class PythonSource;
struct PyExpr;

// What a function is called that torch.library.custom_op marks, before its namespace and name.
inline constexpr std::string_view kCustomOperator = "torch.library.custom.";
// What a decorator torch.library.custom_op("my::twice", ...) makes of its function: "torch.library.custom.my.twice".
// Empty of others.
std::string declared_path(const PythonSource& tree, const PyExpr& mark);
// The paths, also of operators of torch.library.define. Throws Error, with a place in the source, for annotations that
// are in no schema; PyTorch 2.6 (not `newer`) knows fewer.
std::vector<std::string> declare_operators(std::string_view source, bool newer = true);

}  // namespace seesaw
