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

// The element types that Seesaw computes with.
enum class Element : std::uint8_t { f64,
                                    f32,
                                    i64,
                                    b8 };

struct DTypeInfo {
  std::string_view name;  // without "torch."
  std::string_view abbr;
  std::uint8_t bytes;  // 0: less than a byte an element
};

std::span<const DTypeInfo> dtypes();
// By name, with or without "torch."; null if there is no such dtype.
const DTypeInfo* find_dtype(std::string_view name);
const DTypeInfo* find_dtype_abbr(std::string_view abbr);

const DTypeInfo& dtype_of(Element element);
// Whether tensors of this dtype can hold values here; if so, `element` is set.
bool element_of(const DTypeInfo& dtype, Element& element);
constexpr std::size_t bytes_of(Element element) { return element == Element::f32 ? 4 : element == Element::b8 ? 1
                                                                                                              : 8; }
constexpr bool is_floating(Element element) { return element == Element::f64 || element == Element::f32; }

// Calls `f` with a null pointer of the C++ type of the elements: with_element(e, [&](auto* t) { using T = std::remove_pointer_t<decltype(t)>; ... }).
template <class F>
decltype(auto) with_element(Element element, F&& f) {
  switch (element) {
    case Element::f64: return f(static_cast<double*>(nullptr));
    case Element::f32: return f(static_cast<float*>(nullptr));
    case Element::i64: return f(static_cast<std::int64_t*>(nullptr));
    default: return f(static_cast<std::uint8_t*>(nullptr));
  }
}

}  // namespace seesaw
