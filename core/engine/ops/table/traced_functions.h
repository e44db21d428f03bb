// Functions of torch.nn.functional and torch.functional as torch.fx records calls of them.
//
// What: a row for each function that is written in Python, with its parameters, and one for each that records another
// name. Why: a tracer sees F.linear as torch._C._nn.linear, and F.relu(x) with `inplace=False`; in the body of a class
// a function that is written in Python is a method, and one that is not stays what it is.
//
//   traced_python_functions()[0].recorded      // "torch.nn.functional.adaptive_avg_pool2d(input, output_size)"
#pragma once

#include <span>
#include <string_view>

namespace seesaw {

// `called` is empty if the function is called as it is recorded; a parameter that is accepted but not recorded has a
// minus sign.
struct TracedFunction {
  std::string_view called;
  std::string_view recorded;
};
std::span<const TracedFunction> traced_python_functions();
std::span<const TracedFunction> traced_names();
// Whether a path names one that is written in Python: "torch.nn.functional.relu", "torch.split".
bool is_written_in_python(std::string_view path);

}  // namespace seesaw
