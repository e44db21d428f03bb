// Tensors and layers that stand where torch.nn.Module does not look: in plain lists, tuples, dicts and objects, and in
// variables of the file.
//
// What: `StrayState` finds by which way forward comes to a tensor that is registered nowhere, and names it as Dynamo
// does. Why: Dynamo of 2.14 makes a constant of each, named by that way; that of 2.6 fails.
//
//   stray.name_of(PyValue(weight))      // "L__self___ls_0_weight" of self.ls[0].weight, "self___ts_1" of self.ts[1]
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/engine/capture/torch/capture_part.h"

namespace seesaw {

class StrayState : public CapturePart {
 public:
  using CapturePart::CapturePart;

  // Empty for what no way leads to.
  std::string name_of(const PyValue& tensor);
  // Of a name: an argument of forward that the caller leaves out. Dynamo of 2.6 takes it for an input of the caller's.
  static bool is_default_of_root(std::string_view name);

 private:
  void walk(PyObject* root, std::string_view front);
  void walk_globals();
  void walk_defaults();
  void note(const PyValue& tensor, std::string name);

  std::map<const void*, std::string> names_;  // by the object or node of a tensor
};

}  // namespace seesaw
