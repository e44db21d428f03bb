// Whether two arguments are one value, as in Python's `type(a) == type(b) and a == b`.
#pragma once

#include "core/graph/ir/context.h"

namespace seesaw {

// Containers are compared item by item, nodes by identity.
bool args_equal(const Arg& a, const Arg& b);
// A hash: equal for equal arguments.
std::size_t hash_arg(const Arg& arg);

}  // namespace seesaw
