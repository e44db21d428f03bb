// Modules of torch.nn, written in the Python that is captured.
//
// What: classes with the constructors of PyTorch 2.6.0, what they declare and in which order they draw initial values,
// and what their `forward` calls. A name with F_ in front is a function of torch.nn.functional that PyTorch has in
// Python; the others are torch.nn.init's. Why: modules of a person and of PyTorch then run the same way; a layer is a
// few lines here and nothing anywhere else.
//
//   class ReLU(Module):
//       def forward(self, input):
//           return F.relu(input, inplace=self.inplace)  # @activation.py:133
//
// `# @file:line` is where PyTorch has that line (Debian's package), for stack traces; code behind it is what PyTorch's
// line says, if that is not the whole of what stands here.
#pragma once

#include <string>
#include <string_view>

namespace seesaw {

inline constexpr std::string_view kTorchFolder = "/usr/lib/python3/dist-packages/torch/";

std::string_view layers_source();
std::string_view functional_layers();  // parts of it
std::string_view plain_layers();
std::string_view loss_layers();
std::string_view deep_layers();
std::string_view python_library();
// "File: .../linear.py:125 in forward, code: ..." for a line of the source.
std::string library_place(std::string_view line, std::string_view function);
// "torch.nn.modules.linear.Linear": a comment at the class says the file.
std::string layer_path(std::string_view name);

}  // namespace seesaw
