// Functions that PyTorch writes in Python around an operator.
//
// What: their arguments and results are not the operator's: tensors one by one instead of a list, one result instead of
// the operator's tuple, properties of a tensor. Why: a program traced by torch.fx calls these, not the operators behind
// them.
//
//   torch.unique_consecutive(x, return_counts=True)       // of the operator's three results two
//   torch.einsum('ij,jk->ik', a, b)                       // the operator takes [a, b]
#pragma once

#include <optional>
#include <string_view>

#include "core/engine/exec/interpreter.h"

namespace seesaw {

// Nothing if the function is called like its operator. `path` is the whole name in Python.
std::optional<Datum> call_python_form(std::string_view path, const Interpreter::Arguments& given);
// Python's result, from the operator's result.
Datum as_python_gives(std::string_view path, const Interpreter::Arguments& given, Datum result);

}  // namespace seesaw
