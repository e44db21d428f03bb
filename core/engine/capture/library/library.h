// The Python library of capture: torch.nn and what else PyTorch or Python has in Python, as files in the folder
// library.
//
// What: classes with the constructors of PyTorch 2.6.0, what they declare and in which order they draw initial values,
// and what their `forward` calls. The files are named as PyTorch names its modules and are embedded when the core is
// built. A function f of torch.nn.functional is F_f there, one of the module m of Python m_f. Why: modules of a person
// and of PyTorch run the same way; a layer is a few lines of Python and nothing anywhere else.
//
//   class ReLU(Module):                                    # library/torch/nn/modules/activation.py
//       def forward(self, input):
//           return F.relu(input, inplace=self.inplace)  # @activation.py:133
//
// `# @file:line` is where PyTorch has that line (Debian's package), for stack traces; code behind it is what PyTorch's
// line says, if that is not the whole line here. /file is below torch, //file of another package (einops 0.8.1).
// `# @file:line=newer` has the line of 2.14.1, too, where it is another one; `# @file:line=newer code || newer code`
// has its text.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace seesaw {

inline constexpr std::string_view kPackagesFolder = "/usr/lib/python3/dist-packages/";
inline constexpr std::string_view kTorchFolder = "/usr/lib/python3/dist-packages/torch/";

struct LibraryFile {
  std::string_view path;  // "torch/nn/modules/linear.py"
  std::string_view text;
};
// In the order of their paths; made from the folder library by library/embed.cmake.
std::span<const LibraryFile> library_files();
// All files, one behind the other: they share their names.
std::string_view library_source();
// "File: .../linear.py:125 in forward, code: ..." for a line of the source.
std::string library_place(std::string_view line, std::string_view function, bool newer);
// Whether Dynamo goes into the function of the line and shows it: its mark is `# @@file:line`.
bool library_line_is_shown(std::string_view line);
// "torch.nn.modules.linear.Linear" for Linear.
std::string layer_path(std::string_view name);

}  // namespace seesaw
