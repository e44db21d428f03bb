// Whether two arguments are one value, as Python's `type(a) == type(b) and a == b` tells.
#pragma once

#include "core/ir/context.h"

namespace seesaw {

struct SchemaParameter;

// Containers are compared item by item, nodes by identity.
bool args_equal(const Arg& a, const Arg& b);
// A number that is the same for equal arguments.
std::size_t hash_arg(const Arg& arg);

// What is passed for a parameter that a call leaves out.
Arg default_argument(Context& context, const SchemaParameter& parameter);

}  // namespace seesaw
