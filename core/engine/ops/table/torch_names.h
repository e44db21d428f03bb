// The names of all operators that PyTorch 2.6.0 has in aten and prims.
//
// What: operators by library, name and overload, as tests/tools/oracle/record_operator_names.py wrote them down.
// Why: an operator without a record is another thing than one that PyTorch does not have, and a slip of the pen is told
// with the name that was meant.
//
//   overloads_in_torch("aten", "add")     // "Scalar Scalar_out Tensor out"; empty: there is no such operator
//   nearest_in_torch("aten", "sinn")      // "sin"
#pragma once

#include <string_view>

namespace seesaw {

// Names separated by spaces, `default` for the one without a name.
std::string_view overloads_in_torch(std::string_view library, std::string_view name);
// The likeliest of the names that are one or two slips away; empty if there is none.
std::string_view nearest_in_torch(std::string_view library, std::string_view name);

}  // namespace seesaw
