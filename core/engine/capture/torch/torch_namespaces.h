// Which names the modules of PyTorch and of Python have, and torch.nn.Module: hasattr(torch, "compile").
//
//   has_namespace_name("torch", "compile", true)     // true
//   has_namespace_name("torch", "npu", true)         // false: an extension adds it
//   has_namespace_name("torch.hub", "load", true)    // nothing: this module has no row
#pragma once

#include <optional>
#include <string_view>

namespace seesaw {

// Whether the names of a module are known.
bool is_known_namespace(std::string_view module);
// Names of every object (__doc__) are left out. `newer`: of PyTorch 2.14, else of 2.6. Nothing: the module has no row,
// or the name is that of a submodule, which an import adds.
std::optional<bool> has_namespace_name(std::string_view module, std::string_view name, bool newer);

// The likeliest name of the module within edit distance two; empty if there is none.
std::string_view nearest_namespace_name(std::string_view module, std::string_view name, bool newer);

}  // namespace seesaw
