#include "core/graph/types/dtype.h"

#include <array>
#include <iterator>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"

namespace seesaw {

namespace {

constexpr DTypeInfo kDTypes[] = {
    {"float64", "f64", 8, "double"},
    {"float32", "f32", 4, "float"},
    {"float16", "f16", 2, "half"},
    {"bfloat16", "bf16", 2},
    {"int64", "i64", 8, "long"},
    {"int32", "i32", 4, "int"},
    {"int16", "i16", 2, "short"},
    {"int8", "i8", 1},
    {"uint8", "u8", 1},
    {"uint16", "u16", 2},
    {"uint32", "u32", 4},
    {"uint64", "u64", 8},
    {"bool", "b8", 1},
    {"complex32", "c32", 4, "chalf"},
    {"complex64", "c64", 8, "cfloat"},
    {"complex128", "c128", 16, "cdouble"},
    {"float8_e4m3fn", "f8e4m3fn", 1},
    {"float8_e5m2", "f8e5m2", 1},
    {"float8_e4m3fnuz", "f8e4m3fnuz", 1},
    {"float8_e5m2fnuz", "f8e5m2fnuz", 1},
    {"float8_e8m0fnu", "f8e8m0fnu", 1},
    {"float4_e2m1fn_x2", "f4e2m1fnx2", 1},
    {"bits16", "b16", 2},
};

}  // namespace

std::span<const DTypeInfo> dtypes() { return kDTypes; }

namespace {

// In the order of Element.
struct ElementName {
  std::string_view dtype, scalar;
};
constexpr ElementName kElements[] = {{"float64", "Double"},
                                     {"float32", "Float"},
                                     {"int64", "Long"},
                                     {"bool", "Bool"},
                                     {"int32", "Int"},
                                     {"int16", "Short"},
                                     {"int8", "Char"},
                                     {"uint8", "Byte"},
                                     {"float16", "Half"},
                                     {"bfloat16", "BFloat16"},
                                     {"uint16", "UInt16"},
                                     {"uint32", "UInt32"},
                                     {"uint64", "UInt64"},
                                     {"complex32", "ComplexHalf"},
                                     {"complex64", "ComplexFloat"},
                                     {"complex128", "ComplexDouble"},
                                     {"float8_e4m3fn", "Float8_e4m3fn"},
                                     {"float8_e5m2", "Float8_e5m2"},
                                     {"float8_e4m3fnuz", "Float8_e4m3fnuz"},
                                     {"float8_e5m2fnuz", "Float8_e5m2fnuz"}};
constexpr std::size_t kElementCount = std::size(kElements);

}  // namespace

const DTypeInfo& dtype_of(Element element) {
  static const auto rows = [] {
    std::array<const DTypeInfo*, kElementCount> out{};
    for (std::size_t i = 0; i < kElementCount; ++i) out[i] = find_dtype(kElements[i].dtype);
    return out;
  }();
  return *rows[static_cast<std::size_t>(element)];
}

std::string_view scalar_name(Element element) { return kElements[static_cast<std::size_t>(element)].scalar; }
std::string_view tensor_type_name(Element element) {
  static constexpr std::string_view names[] = {"torch.DoubleTensor",
                                               "torch.FloatTensor",
                                               "torch.LongTensor",
                                               "CPUBoolType",
                                               "torch.IntTensor",
                                               "torch.ShortTensor",
                                               "torch.CharTensor",
                                               "torch.ByteTensor",
                                               "torch.HalfTensor",
                                               "CPUBFloat16Type"};
  if (element == Element::c64) return "CPUComplexFloatType";
  if (element == Element::c128) return "CPUComplexDoubleType";
  auto at = static_cast<std::size_t>(element);
  return at < std::size(names) ? names[at] : scalar_name(element);
}

bool fake_element_of(const DTypeInfo& dtype, Element& element) {
  for (std::size_t i = 0; i < kElementCount; ++i) {
    if (kElements[i].dtype != dtype.name) continue;
    element = static_cast<Element>(i);
    return true;
  }
  return false;
}

bool element_of(const DTypeInfo& dtype, Element& element) {
  Element found;
  if (!fake_element_of(dtype, found) || !has_elements(found)) return false;
  element = found;
  return true;
}

void no_computing(Element element) {
  throw user_error("no-kernel", cat({"values of ", dtype_of(element).name, " cannot be computed with"}));
}

const DTypeInfo* find_dtype(std::string_view name) {
  if (name.starts_with("torch.")) name.remove_prefix(6);
  for (const DTypeInfo& row : kDTypes) {
    if (row.name == name || (!row.alias.empty() && row.alias == name)) return &row;
  }
  return nullptr;
}

const DTypeInfo* find_dtype_abbr(std::string_view abbr) {
  for (const DTypeInfo& row : kDTypes) {
    if (row.abbr == abbr) return &row;
  }
  return nullptr;
}

}  // namespace seesaw
