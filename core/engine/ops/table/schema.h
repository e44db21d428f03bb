// Parsed schemas of operators.
//
// What: `find_schema` returns the parameters of an operator: names, types, defaults, keyword-only ones. Why: an archive
// names each argument; PyTorch passes those without a default by position and the others by keyword, which determines
// its printed form.
//
//   const OpSchema* schema = find_schema("torch.ops.aten.sum.dim_IntList");
//   schema->parameters[1].name            // "dim"
//
// An in-place form without a record has the schema of its operator. Schemas are parsed once, on first use.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "core/engine/ops/call/value.h"
#include "core/graph/ops_table/op_def.h"

namespace seesaw {

struct SchemaParameter {
  std::string_view name;
  std::string_view type;  // "Tensor", "int[]", "SymInt[2]", "Scalar?"
  bool has_default = false;
  std::string_view fallback = {};  // the default, as written
  bool keyword_only = false;
  // Passed by position when a call is rebuilt from names.
  bool positional() const { return !has_default && !keyword_only; }
};

// Types as they are spelled: is_type("int[2]?", "int") and is_type("Tensor(a!)", "Tensor").
bool is_type(std::string_view type, std::string_view name);
inline bool is_list_type(std::string_view type) { return type.find('[') != std::string_view::npos; }
// int[], which takes any number of items; int[2] also takes a single number.
inline bool is_unsized_list_type(std::string_view type) { return type.find("[]") != std::string_view::npos; }
// The number of items that a single number represents: 2 for int[2].
std::size_t list_length(std::string_view type);
inline bool is_integer_type(std::string_view type) { return is_type(type, "int") || is_type(type, "SymInt"); }
// A default in the form that kernels and shape rules take; nothing for memory formats or without a default.
Value default_value(const SchemaParameter& parameter);

struct OpSchema {
  std::vector<SchemaParameter> parameters;
  std::vector<std::string_view> returns;  // types
};

// `text` must outlive the result.
OpSchema read_schema(std::string_view text);
// The operator without its overload: "add" for "torch.ops.aten.add.Tensor"; empty for what is none of aten.
std::string_view aten_packet(std::string_view path);
// Null if no record of this path has a schema.
const OpSchema* find_schema(std::string_view path);
// Calls f for every record that may have a schema, of all tables: those with kernels first. The first record of a path
// counts.
void each_record(const std::function<void(const OpDef&)>& f);

// Adds a record, or replaces the one with the same path:
// core/engine/ops/table/declared.h.
void add_record(const OpDef& op);
// The record of an operator by its path, with or without kernel; null if absent. In-place forms have none.
const OpDef* find_record(std::string_view path);
// The path of an in-place operator: "torch.ops.aten.add_.Tensor" for add.Tensor, "torch.ops.aten.pow_.Scalar" for
// pow.Tensor_Scalar.
std::string inplace_path(const OpDef& op);
// The inverse. Empty if the path is not an in-place operator's.
std::string functional_path(std::string_view path);
// All overloads of a packet: "torch.ops.aten.add" has "torch.ops.aten.add.Tensor" and others.
std::vector<const OpDef*> overloads_of(std::string_view packet);
// Tensor parameters for which Python accepts numbers: one set of parameters, as bits, for each overload of its packet
// with numbers there. For where.self these are 2, 4 and 6: `where.ScalarSelf`, `where.ScalarOther` and
// `where.Scalar`.
std::vector<std::uint32_t> number_forms(const OpDef& op);

}  // namespace seesaw
