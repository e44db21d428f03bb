// Whether a tensor has an attribute: hasattr(x, name).
//
//   has_tensor_attribute("numpy", true)           // true
//   has_tensor_attribute("rename", true)          // false: PyTorch 2.14 has no named tensors
//   dynamo_has_tensor_attribute("numpy")          // false: what Dynamo of 2.6 says
#pragma once

#include <string_view>

namespace seesaw {

// `newer`: of PyTorch 2.14. Attributes of every object are left out.
bool has_tensor_attribute(std::string_view name, bool newer);
// The answer of torch._dynamo 2.6, which knows attributes that are no methods.
bool dynamo_has_tensor_attribute(std::string_view name);

}  // namespace seesaw
