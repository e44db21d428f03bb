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

struct DTypeInfo {
  std::string_view name;  // without "torch."
  std::string_view abbr;
  std::uint8_t bytes;  // 0: less than a byte an element
};

std::span<const DTypeInfo> dtypes();
// By name, with or without "torch."; null if there is no such dtype.
const DTypeInfo* find_dtype(std::string_view name);
const DTypeInfo* find_dtype_abbr(std::string_view abbr);

}  // namespace seesaw
