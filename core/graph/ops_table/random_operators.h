// Operators that draw random numbers, or may.
//
//   is_random_operator("torch.ops.aten.rand_like.default")      // true
#pragma once

#include <string_view>

namespace seesaw {

// By its name: every overload, in place or not.
bool is_random_operator(std::string_view path);

}  // namespace seesaw
