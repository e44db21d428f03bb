// Where Seesaw knowingly differs from PyTorch 2.6.0.
//
// What: the list of all kinds of difference, each with its reason. `seesaw passes --differences` prints
// it, and the replay of recorded data accepts exactly these. Why: passes follow PyTorch even where it
// is wrong, except where copying a fault would break the graph itself. Each exception is stated once
// and is checkable: a pass reports each occurrence (`PassContext::differences`) with PyTorch's
// result.
//
//   for (const DifferenceKind& kind : difference_kinds()) ...   // kind.id, kind.title, kind.reason, kind.rule
#pragma once

#include <span>
#include <string_view>

namespace seesaw {

struct DifferenceKind {
  std::string_view id;
  std::string_view title;
  std::string_view reason;
  int rule;  // in the recorded behaviours
};

std::span<const DifferenceKind> difference_kinds();

namespace difference {
inline constexpr std::string_view num_users = "num_users";
inline constexpr std::string_view key_error = "key_error";
inline constexpr std::string_view lost_children = "lost_children";
inline constexpr std::string_view inlined_call_module = "inlined_call_module";
inline constexpr std::string_view repeated_output = "repeated_output";
inline constexpr std::string_view erased_insertion_point = "erased_insertion_point";
}  // namespace difference

}  // namespace seesaw
