#include "core/engine/archive/fields.h"

namespace seesaw::archive {

namespace {

constexpr Field kFields[] = {
    {"as_none", Leaf::none, 0},
    {"as_tensor", Leaf::tensor, 0},
    {"as_tensors", Leaf::tensor, 1},
    {"as_nested_tensors", Leaf::tensor, 2},
    {"as_optional_tensor", Leaf::optional_tensor, 0},
    {"as_optional_tensors", Leaf::optional_tensor, 1},
    {"as_int", Leaf::integer, 0},
    {"as_ints", Leaf::integer, 1},
    {"as_int_lists", Leaf::integer, 2},
    {"as_float", Leaf::floating, 0},
    {"as_floats", Leaf::floating, 1},
    {"as_float_lists", Leaf::floating, 2},
    {"as_string", Leaf::string, 0},
    {"as_strings", Leaf::string, 1},
    {"as_bool", Leaf::boolean, 0},
    {"as_bools", Leaf::boolean, 1},
    {"as_sym_int", Leaf::sym_int, 0},
    {"as_sym_ints", Leaf::sym_int, 1},
    {"as_sym_float", Leaf::sym_float, 0},
    {"as_sym_floats", Leaf::sym_float, 1},
    {"as_sym_bool", Leaf::sym_bool, 0},
    {"as_sym_bools", Leaf::sym_bool, 1},
    {"as_scalar_type", Leaf::scalar_type, 0},
    {"as_memory_format", Leaf::memory_format, 0},
    {"as_layout", Leaf::layout, 0},
    {"as_device", Leaf::device, 0},
    {"as_graph", Leaf::graph, 0},
    {"as_custom_obj", Leaf::custom_obj, 0},
    {"as_operator", Leaf::callable, 0},
    {"as_complex", Leaf::complex, 0},
    {"as_string_to_argument", Leaf::map, 0},
};

struct Number {
  std::int64_t number;
  std::string_view name;
};
constexpr Number kDTypes[] = {{1, "uint8"},
                              {2, "int8"},
                              {3, "int16"},
                              {4, "int32"},
                              {5, "int64"},
                              {6, "float16"},
                              {7, "float32"},
                              {8, "float64"},
                              {9, "complex32"},
                              {10, "complex64"},
                              {11, "complex128"},
                              {12, "bool"},
                              {13, "bfloat16"},
                              {28, "uint16"},
                              {29, "float8_e4m3fn"},
                              {30, "float8_e5m2"},
                              {31, "float8_e4m3fnuz"},
                              {32, "float8_e5m2fnuz"},
                              {33, "float8_e8m0fnu"},
                              {34, "uint32"},
                              {35, "uint64"}};
constexpr Number kLayouts[] = {{1, "torch.sparse_coo"},
                               {2, "torch.sparse_csr"},
                               {3, "torch.sparse_csc"},
                               {4, "torch.sparse_bsr"},
                               {5, "torch.sparse_bsc"},
                               {6, "torch._mkldnn"},
                               {7, "torch.strided"}};
constexpr Number kMemoryFormats[] = {{1, "torch.contiguous_format"},
                                     {2, "torch.channels_last"},
                                     {3, "torch.channels_last_3d"},
                                     {4, "torch.preserve_format"}};

constexpr InputField kInputs[] = {
    {"user_input", InputKind::user_input, ""},
    {"parameter", InputKind::parameter, "parameter_name"},
    {"buffer", InputKind::buffer, "buffer_name"},
    {"tensor_constant", InputKind::constant_tensor, "tensor_constant_name"},
    {"custom_obj", InputKind::custom_obj, "custom_obj_name"},
    {"token", InputKind::token, ""},
    {"constant_input", InputKind::user_input, ""},
};
constexpr OutputField kOutputs[] = {
    {"user_output", OutputKind::user_output, ""},
    {"loss_output", OutputKind::loss_output, ""},
    {"buffer_mutation", OutputKind::buffer_mutation, "buffer_name"},
    {"gradient_to_parameter", OutputKind::gradient_to_parameter, "parameter_name"},
    {"gradient_to_user_input", OutputKind::gradient_to_user_input, "user_input_name"},
    {"parameter_mutation", OutputKind::parameter_mutation, "parameter_name"},
    {"user_input_mutation", OutputKind::user_input_mutation, "user_input_name"},
    {"token", OutputKind::token, ""},
};

template <std::size_t N>
std::string_view name_in(const Number (&rows)[N], std::int64_t number) {
  for (const Number& row : rows) {
    if (row.number == number) return row.name;
  }
  return {};
}

template <std::size_t N>
std::int64_t number_in(const Number (&rows)[N], std::string_view name) {
  for (const Number& row : rows) {
    if (row.name == name) return row.number;
  }
  return -1;
}

template <class Row, std::size_t N>
const Row* by_key(const Row (&rows)[N], std::string_view key) {
  for (const Row& row : rows) {
    if (row.key == key) return &row;
  }
  return nullptr;
}

template <class Row, std::size_t N, class Kind>
const Row& by_kind(const Row (&rows)[N], Kind kind) {
  for (const Row& row : rows) {
    if (row.kind == kind) return row;
  }
  return rows[0];
}

}  // namespace

const Field* find_field(std::string_view key) { return by_key(kFields, key); }

std::string_view field_of(Leaf leaf, int lists) {
  for (const Field& row : kFields) {
    if (row.leaf == leaf && row.lists == lists) return row.key;
  }
  return {};
}

std::string_view dtype_name(std::int64_t number) { return name_in(kDTypes, number); }
std::int64_t dtype_number(std::string_view name) { return number_in(kDTypes, name); }
std::string_view layout_name(std::int64_t number) { return name_in(kLayouts, number); }
std::int64_t layout_number(std::string_view name) { return number_in(kLayouts, name); }
std::string_view memory_format_name(std::int64_t number) { return name_in(kMemoryFormats, number); }
std::int64_t memory_format_number(std::string_view name) { return number_in(kMemoryFormats, name); }

const InputField* find_input_field(std::string_view key) { return by_key(kInputs, key); }
const InputField& input_field(InputKind kind) { return by_kind(kInputs, kind); }
const OutputField* find_output_field(std::string_view key) { return by_key(kOutputs, key); }
const OutputField& output_field(OutputKind kind) { return by_kind(kOutputs, kind); }

}  // namespace seesaw::archive
