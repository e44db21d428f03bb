// The meaning of the fields of an archive's JSON: one table for the reader and the writer.
//
// What: the kinds of arguments (`as_tensor`, `as_ints`, ...), the numbers of dtypes, layouts and memory formats, the
// specs of a signature, as torch._export's schema names them.
// Why: schema versions differ in which fields they have, not in what a field means. So the reader takes the fields that
// are present, and no other code knows their names.
//
//   find_field("as_ints")->leaf          // Leaf::integer, in one list
//   field_of(Leaf::tensor, 1)            // "as_tensors"
#pragma once

#include <cstdint>
#include <string_view>

#include "core/graph/ir/signature.h"

namespace seesaw::archive {

enum class Leaf : std::uint8_t {
  none,
  tensor,
  optional_tensor,
  integer,
  floating,
  string,
  boolean,
  sym_int,
  sym_float,
  sym_bool,
  scalar_type,
  memory_format,
  layout,
  device,
  graph,
  custom_obj,
  callable,
  complex,
  map,
};

// Arguments nested deeper than this are neither read nor written.
inline constexpr int kMaxArgumentDepth = 100;

inline bool is_symbolic(Leaf leaf) {
  return leaf == Leaf::sym_int || leaf == Leaf::sym_float || leaf == Leaf::sym_bool;
}

struct Field {
  std::string_view key;
  Leaf leaf;
  int lists;  // number of enclosing lists
};
const Field* find_field(std::string_view key);
std::string_view field_of(Leaf leaf, int lists);

// Enumerations of the schema, both ways; empty and -1 for unknown entries.
std::string_view dtype_name(std::int64_t number);  // "float32"
std::int64_t dtype_number(std::string_view name);
std::string_view layout_name(std::int64_t number);  // "torch.strided"
std::int64_t layout_number(std::string_view name);
std::string_view memory_format_name(std::int64_t number);  // "torch.contiguous_format"
std::int64_t memory_format_number(std::string_view name);

// A spec of the signature: its key, and the member that holds the name of the parameter or buffer.
struct InputField {
  std::string_view key;
  InputKind kind;
  std::string_view target;
};
struct OutputField {
  std::string_view key;
  OutputKind kind;
  std::string_view target;
};
const InputField* find_input_field(std::string_view key);
const InputField& input_field(InputKind kind);
const OutputField* find_output_field(std::string_view key);
const OutputField& output_field(OutputKind kind);

}  // namespace seesaw::archive
