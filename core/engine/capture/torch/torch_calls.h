// Which operators a call of PyTorch records.
//
// What: `call_torch` takes a function by the name that it has as a method or in torch, with Python's
// arguments. Most functions are one operator (`call_operator`); those that PyTorch has in Python call others.
// Why: the overload, its arguments and what is left out as a default must be those that PyTorch's dispatcher sees.
//
//   Arg y = call_torch(tracer, "softmax", {x, dim}, {});      // torch.ops.aten.softmax.int(x, dim)
//
// Throws Error: what PyTorch raises for arguments that do not fit.
#pragma once

#include <optional>
#include <string_view>

#include "core/engine/capture/torch/tracer.h"

namespace seesaw {

// `method`: called on its first argument, so that a list of sizes may stand there as its numbers.
Arg call_torch(Tracer& tracer, std::string_view name, const PyArgs& args, const PyKwargs& kwargs, bool method = false);
// The first overload that takes the arguments.
// An operator by its name in torch.ops.aten; nothing if Python's function of the name has no such signature.
std::optional<Arg> call_by_name(Tracer& tracer, std::string_view name, const PyArgs& args, const PyKwargs& kwargs);
Arg call_operator(
    Tracer& tracer, std::string_view name, const PyArgs& args, const PyKwargs& kwargs, bool method = false);
// An operator by its path. Where PyTorch gives the very tensor back, it is known by the new node from there on, as
// after an operator in place.
Arg record(Tracer& tracer, std::string_view path, const PyArgs& args, const PyKwargs& kwargs = {});
// torch.ops.aten.chunk.default(x, 3, dim=0): the arguments by position, without trailing ones that are defaults.
Arg record_overload(Tracer& tracer, std::string_view path, const PyArgs& args, const PyKwargs& kwargs);
// Nothing if PyTorch has no function of this name in Python; where it has it (core/graph/ops_table/op_def.h: Surface),
// 0 if nowhere.
std::optional<Arg> call_python_function(Tracer& tracer,
                                        std::string_view name,
                                        const PyArgs& args,
                                        const PyKwargs& kwargs);
unsigned python_surfaces(std::string_view name);

}  // namespace seesaw
