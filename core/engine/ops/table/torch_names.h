// The names of all operators of PyTorch 2.6.0 in aten and prims.
//
// What: operators by library, name and overload, as recorded by tests/tools/oracle/record_operator_names.py. Why: an
// operator without a record differs from one that PyTorch does not have, and a misspelling is reported with the
// intended name.
//
//   overloads_in_torch("aten", "add")     // "Scalar Scalar_out Tensor out"; empty: no such operator
//   nearest_in_torch("aten", "sinn")      // "sin"
#pragma once

#include <string_view>

namespace seesaw {

// Names separated by spaces, `default` for the one without a name.
std::string_view overloads_in_torch(std::string_view library, std::string_view name);
// The likeliest name within edit distance two; empty if there is none.
std::string_view nearest_in_torch(std::string_view library, std::string_view name);

}  // namespace seesaw
