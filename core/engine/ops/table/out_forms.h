// Overloads with out=.
//
// What: which overload of PyTorch's writes the result of an operator to a tensor that is given:
// "torch.ops.aten.div.out" for div.Tensor. Why: torch.div(a, b, out=c) records that overload, and its shape rule is
// that of the operator. It follows from the names that the operator's overloads have in PyTorch, by a rule that
// holds for all but some, which are listed (tests/tools/oracle/record_out_forms.py).
//
//   out_path("torch.ops.aten.sum.dim_IntList");            // "torch.ops.aten.sum.IntList_out"
//   functional_of_out("torch.ops.aten.sum.IntList_out");   // "torch.ops.aten.sum.dim_IntList"
#pragma once

#include <string>
#include <string_view>

namespace seesaw {

// Empty for what has none: factories, and what gives several tensors.
std::string out_path(std::string_view functional);
std::string functional_of_out(std::string_view path);
// Whether the function of this name in Python has the argument `out`: torch.relu has not, where a graph may have
// aten.relu.out.
bool python_takes_out(std::string_view packet);

}  // namespace seesaw
