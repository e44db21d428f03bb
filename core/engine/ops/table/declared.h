// Operators that a program declares.
//
// What: `declare_operator` adds a record to the table: path, schema, and a function that is its kernel and, on tensors
// without elements, its shape rule, as for any composite operator. Why: a program with operators of its own
// (torch.library) runs, propagates and retraces like any other once they are declared.
//
//   declare_operator("torch.ops.my.twice.default", "twice(Tensor x) -> Tensor", "x, two times.",
//                    [](std::span<const Value> args) -> Outputs { return args[0].tensor() * 2; });
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "core/engine/ops/call/value.h"
#include "core/graph/ops_table/op_def.h"

namespace seesaw {

using DeclaredKernel = std::function<Outputs(std::span<const Value> args)>;
inline constexpr std::size_t kMostDeclared = 256;

// The record, which is permanent; another declaration of the same path replaces it. Throws Error if the path is in the
// table, or if kMostDeclared records exist already.
const OpDef& declare_operator(std::string_view path,
                              std::string_view schema,
                              std::string_view doc,
                              DeclaredKernel kernel);
// The record of a declared path, or null.
const OpDef* find_declared(std::string_view path);

}  // namespace seesaw
