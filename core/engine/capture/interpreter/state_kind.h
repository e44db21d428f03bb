// What a tensor of a module is to the host.
#pragma once

#include <cstdint>

namespace seesaw {

enum class PyStateKind : std::uint8_t {
  parameter,
  buffer,
  constant,  // neither
};

}  // namespace seesaw
