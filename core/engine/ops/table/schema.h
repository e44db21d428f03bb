// Schemas of operators, read.
//
// What: `find_schema` gives the parameters of an operator: names, types, which have a default, which are keywords only.
// Why: an archive names each argument; PyTorch passes those without a default by position and the others by keyword,
// and what it prints follows from that.
//
//   const OpSchema* schema = find_schema("torch.ops.aten.sum.dim_IntList");
//   schema->parameters[1].name            // "dim"
//
// An in-place form without a record has the schema of its operator. Schemas are read once, when they are asked for.
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
  std::string_view fallback = {};  // the default, as it is written
  bool keyword_only = false;
  // What is passed by position when a call is rebuilt from names.
  bool positional() const { return !has_default && !keyword_only; }
};

// Types as they are spelled: is_type("int[2]?", "int") and is_type("Tensor(a!)", "Tensor").
bool is_type(std::string_view type, std::string_view name);
inline bool is_list_type(std::string_view type) { return type.find('[') != std::string_view::npos; }
// int[], which takes any number of items; int[2] takes a single number too.
inline bool is_unsized_list_type(std::string_view type) { return type.find("[]") != std::string_view::npos; }
// How many items a single number stands for: 2 of int[2].
std::size_t list_length(std::string_view type);
inline bool is_integer_type(std::string_view type) { return is_type(type, "int") || is_type(type, "SymInt"); }
// A default as kernels and shape rules take it; nothing for memory formats and where there is none.
Value default_value(const SchemaParameter& parameter);

struct OpSchema {
  std::vector<SchemaParameter> parameters;
  std::vector<std::string_view> returns;  // types
};

// `text` must live as long as what is returned.
OpSchema read_schema(std::string_view text);
// Null if no record of this path has a schema.
const OpSchema* find_schema(std::string_view path);
// Calls f for every record that may have a schema, of all tables: those with kernels first. Of several with one path
// the first counts.
void each_record(const std::function<void(const OpDef&)>& f);

// Adds a record that no table has, or puts it in the place of the one that has its path:
// core/engine/ops/table/declared.h.
void add_record(const OpDef& op);
// The record of an operator by its path, with or without kernel; null if there is none. In-place forms have none.
const OpDef* find_record(std::string_view path);
// The path of an operator in place: "torch.ops.aten.add_.Tensor" of add.Tensor, "torch.ops.aten.pow_.Scalar" of
// pow.Tensor_Scalar.
std::string inplace_path(const OpDef& op);
// And back. Empty if the path is none of an operator in place.
std::string functional_path(std::string_view path);
// All overloads of a packet: "torch.ops.aten.add" has "torch.ops.aten.add.Tensor" and others.
std::vector<const OpDef*> overloads_of(std::string_view packet);
// Where Python may give this operator a number for a tensor: one set of parameters, as bits, for each overload of its
// packet that has numbers there. Of where.self these are 2, 4 and 6: `where.ScalarSelf`, `where.ScalarOther` and
// `where.Scalar`.
std::vector<std::uint32_t> number_forms(const OpDef& op);

}  // namespace seesaw
