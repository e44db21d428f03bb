#pragma once
// Overloads with out=.
//
// What: which overload of PyTorch's writes the result of an operator to a tensor that is given:
// "torch.ops.aten.div.out" for div.Tensor. Why: torch.div(a, b, out=c) records that overload, and its shape rule is
// that of the operator. Inputs: the path of an overload. Outputs: the path of the other one; empty where Python has no
// such form.
//
//   out_path("torch.ops.aten.sum.dim_IntList");            // "torch.ops.aten.sum.IntList_out"
//   functional_of_out("torch.ops.aten.sum.IntList_out");   // "torch.ops.aten.sum.dim_IntList"
#include <string>
#include <string_view>

namespace seesaw {

std::string out_path(std::string_view functional);
std::string functional_of_out(std::string_view path);

}  // namespace seesaw
