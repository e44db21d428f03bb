// Whether PyTorch has a function or a method of a name, and which operator it is.
//
//   torch_function("torch.linalg.solve")    // "linalg_solve"
//   torch_function("torch.gelu")            // throws: module 'torch' has no attribute 'gelu', with where it is
//
// Throws Error: Python's AttributeError.
#pragma once

#include <string>
#include <string_view>

namespace seesaw {

// The name by which call_torch knows a function of torch or of one of its modules.
std::string torch_function(std::string_view path);
// x.is_cuda and its like: false for what is captured, which is dense and on the CPU.
bool is_device_flag(std::string_view name);
// Whether a tensor has an attribute or a method of the name, so that it is no attribute of a person's own.
bool is_tensor_attribute(std::string_view name);
// Whether it is an operator, a function of PyTorch's that is written here, or an attribute of tensors.
bool is_function_name(std::string_view name);
// Of these, one that is no method: x.shape.
bool is_tensor_property(std::string_view name);
void check_method(std::string_view name);
// What a function of PyTorch's that is written here calls: there names are operators'.
std::string operator_name(std::string_view path);

}  // namespace seesaw
