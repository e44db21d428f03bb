// The element types of tensors, by all their names.
//
// What: one row per dtype: PyTorch's name (`float32`), the short name that `print_readable` prints (`f32`), bytes.
// Why: text uses the short name, arguments use the long one, storage needs the size; this table is the only place that
// relates them. Facts from PyTorch 2.6.0; short names of newer versions are accepted too.
//
//   find_dtype("torch.float32")->abbr        // "f32"
//   find_dtype_abbr("b8")->name              // "bool"
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace seesaw {

// The element types of tensors. Seesaw computes with the first four. Tensors of the narrow ones, which follow, have
// elements too, which are computed in the dtype that `wide_of` names and written back: integers in int64, half
// precision in float32, as PyTorch's kernels do. Complex tensors (complex64, complex128) have elements, which few
// kernels see: core/engine/ops/call/complex_calls.h. The others have only dtype and shape, in fake tensors.
enum class Element : std::uint8_t {
  f64,
  f32,
  i64,
  b8,
  i32,
  i16,
  i8,
  u8,
  f16,
  bf16,
  u16,
  u32,
  u64,
  c32,
  c64,
  c128,
  f8_e4m3fn,
  f8_e5m2,
  f8_e4m3fnuz,
  f8_e5m2fnuz,
};

struct DTypeInfo {
  std::string_view name;  // without "torch."
  std::string_view abbr;
  std::uint8_t bytes;  // 0: less than one byte per element
  std::string_view alias = {};
};

std::span<const DTypeInfo> dtypes();
// By name or alias, with or without "torch."; null if there is no such dtype.
const DTypeInfo* find_dtype(std::string_view name);
const DTypeInfo* find_dtype_abbr(std::string_view abbr);

const DTypeInfo& dtype_of(Element element);
// Whether tensors of this dtype can hold values here; `element` is then set.
bool element_of(const DTypeInfo& dtype, Element& element);
// The same for any dtype of fake tensors.
bool fake_element_of(const DTypeInfo& dtype, Element& element);
// In error texts: "Double", "Float", "Long", "Bool", "Half".
std::string_view scalar_name(Element element);
// In the engine's errors: "torch.DoubleTensor". Only for dtypes that hold values.
std::string_view tensor_type_name(Element element);
// Of one element; 0 for a dtype whose tensors have none.
constexpr std::size_t bytes_of(Element element) {
  constexpr std::uint8_t bytes[] = {8, 4, 8, 1, 4, 2, 1, 1, 2, 2, 0, 0, 0, 0, 8, 16};
  return element <= Element::c128 ? bytes[static_cast<std::size_t>(element)] : 0;
}
constexpr bool has_elements(Element element) { return bytes_of(element) != 0; }
constexpr bool is_narrow(Element element) { return element > Element::b8 && element <= Element::bf16; }
constexpr bool is_half(Element element) { return element == Element::f16 || element == Element::bf16; }
// The dtype that a narrow dtype is computed in; any other is returned as is.
constexpr Element wide_of(Element element) {
  return is_half(element) ? Element::f32 : is_narrow(element) ? Element::i64 : element;
}
constexpr bool is_floating(Element element) {
  return element == Element::f64 || element == Element::f32 || is_half(element) || element >= Element::f8_e4m3fn;
}
constexpr bool is_complex(Element element) { return element >= Element::c32 && element <= Element::c128; }
// Whether gradients flow through it.
constexpr bool is_differentiable(Element element) { return is_floating(element) || is_complex(element); }
// The dtype of a complex dtype's parts; any other is returned as is. And the complex dtype whose parts have this one.
constexpr Element part_of(Element element) {
  return element == Element::c32    ? Element::f16
         : element == Element::c64  ? Element::f32
         : element == Element::c128 ? Element::f64
                                    : element;
}
constexpr Element complex_of(Element part) {
  return part == Element::f16   ? Element::c32
         : part == Element::f64 ? Element::c128
         : is_complex(part)     ? part
                                : Element::c64;
}
constexpr bool is_integral(Element element) {
  return element == Element::i64 || (is_narrow(element) && !is_half(element)) ||
         (element >= Element::u16 && element <= Element::u64);
}

// Throws: kernels see no narrow tensors.
[[noreturn]] void no_computing(Element element);

// Calls `f` with a null pointer of the C++ type of the elements: with_element(e, [&](auto* t) { using T =
// std::remove_pointer_t<decltype(t)>; ... }).
template <class F>
decltype(auto) with_element(Element element, F&& f) {
  switch (element) {
    case Element::f64: return f(static_cast<double*>(nullptr));
    case Element::f32: return f(static_cast<float*>(nullptr));
    case Element::i64: return f(static_cast<std::int64_t*>(nullptr));
    case Element::b8: return f(static_cast<std::uint8_t*>(nullptr));
    default: no_computing(element);
  }
}

}  // namespace seesaw
