// Operators as torch.nn.functional declares them.
//
// What: `functional_form` finds the record whose `.functional` has this name, its parsed parameters, and which of them
// corresponds to each parameter of the operator. Why: torch.nn.functional has other orders, defaults and texts for
// numbers; both surfaces, JavaScript and capture, share this form.
//
//   const FunctionalForm* form = functional_form("elu");
//   form->declared.parameters[2].name     // "inplace"
//   form->places     // {0, 1, -1, -1}: self is input, alpha is alpha;
//                    // scale and input_scale have no counterpart
#pragma once

#include <string_view>
#include <vector>

#include "core/engine/ops/table/schema.h"

namespace seesaw {

struct FunctionalForm {
  const OpDef* op = nullptr;
  OpSchema declared;
  std::vector<int> places;  // of each parameter of the operator, the declared one; -1: none
};

// By name, and for differently named parameters by type.
std::vector<int> functional_places(const OpSchema& declared, const OpSchema& op);
// Null if no record declares a function of this name.
const FunctionalForm* functional_form(std::string_view name);

}  // namespace seesaw
