// How alike two names are, for "did you mean".
//
//   edits_between("sinn", "sin")     // 1
#pragma once

#include <cstddef>
#include <string_view>

namespace seesaw {

// How many characters must be put in, taken out or exchanged to make one of the other. Time is the product of the
// lengths: for names.
std::size_t edits_between(std::string_view a, std::string_view b);

}  // namespace seesaw
