// Edit distance between names, for "did you mean".
//
//   edits_between("sinn", "sin")     // 1
#pragma once

#include <cstddef>
#include <string_view>

namespace seesaw {

// The number of insertions, deletions and substitutions that turn one text into the other. Time is the product of the
// lengths, which suits names.
std::size_t edits_between(std::string_view a, std::string_view b);

}  // namespace seesaw
