// Calls operators of the table with Python values.
//
// What: arguments by position and by name are bound to the parameters of the operator's schema, with its defaults.
// Why: nodes of a graph call operators as Python does; kernels take all arguments in order.
//
//   Datum y = call_operator("torch.ops.aten.sum.dim_IntList", {x, dims}, {{keepdim, yes}});
//
// `aten.add_.Tensor` runs the in-place form of aten.add.Tensor. Operators written for Python's infix form (x + y) run
// the ATen operator that Python's method would call.
#pragma once

#include <string>
#include <string_view>

#include "core/engine/exec/interpreter.h"
#include "core/engine/ops/table/schema.h"

namespace seesaw {

// The default of a parameter, as the argument of a node.
Arg default_argument(Context& context, const SchemaParameter& parameter);
// The ATen operator, without overload, behind a function of Python (operator.truediv), of torch or a method.
std::string aten_operator(std::string_view path);
// Whether PyTorch's argument parser, rather than a Python function, reads the arguments of a function or method.
bool is_parsed_by_torch(std::string_view path);
// Whether there is a kernel for this path.
bool can_run(std::string_view path);
// Throws Error: code "no-kernel" if there is none, else PyTorch's error.
Datum call_operator(std::string_view path, const Interpreter::Arguments& arguments);

}  // namespace seesaw
