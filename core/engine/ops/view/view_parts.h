// What records of views and of joining operators share: optional arguments and samples.
//
//   if (has(args, 1)) dim = args[1].integer();
#pragma once

#include <cstddef>
#include <span>

#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/value.h"
#include "core/engine/ops/call/vjp.h"

namespace seesaw {

inline bool has(std::span<const Value> args, std::size_t i) { return args.size() > i && !args[i].is_none(); }
inline Tensor sample(const Dims& shape) { return samples::ramp(shape, -2, 2); }
// A dimension that is 0 where it is not given.
inline Value dim_of(const Vjp& g, std::size_t i) { return g.arg(i).is_number() ? g.arg(i) : Value(0); }

}  // namespace seesaw
