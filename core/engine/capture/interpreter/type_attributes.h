// Names of the attributes that values of Python's own types have.
//
// What: of a type, by its name, the attributes of its values, as dir() lists them in Python 3.13.
// Why: hasattr() of a plain value has one answer, which must not hang on what the interpreter happens to implement.
//
//   find_type_attributes("list")->has("__iter__")   // true
//   has_object_attribute("__class__")               // true: every value has it
#pragma once

#include <cstdint>
#include <string_view>

namespace seesaw {

// Types that no value here has: bytes are refused where they are written.
inline constexpr std::string_view kTypesOfBytes = "bytes bytearray memoryview";

struct TypeAttributes {
  // Whether torch._dynamo answers hasattr() of such a value: always, since 2.14, or since 2.14 of what is there.
  enum class Dynamo : std::uint8_t { always, newer, present };

  std::string_view type;
  std::string_view names;  // one space between two; those that every value has are left out
  Dynamo dynamo = Dynamo::always;

  bool has(std::string_view name) const;
};

// The row of a type, or null.
const TypeAttributes* find_type_attributes(std::string_view type);
// Whether every value has an attribute of that name.
bool has_object_attribute(std::string_view name);

}  // namespace seesaw
