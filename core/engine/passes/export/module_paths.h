// Locations in a tree of modules by dotted path.
#pragma once

#include <utility>

#include "core/graph/ir/module.h"

namespace seesaw {

// The module that contains the last atom of a path, created if missing (as torch.nn.Module), and that atom.
inline std::pair<Module*, Symbol> holder_of(Module& root, std::string_view path) {
  Module* at = &root;
  Symbol last;
  for_each_atom(path, [&](std::string_view atom) {
    Context& context = root.context();
    if (last) {
      if (at->child(last) == nullptr) at->set_child(last, Module::make(context, "Module"));
      at = at->child(last);
    }
    last = context.intern(atom);
  });
  return {at, last};
}

}  // namespace seesaw
