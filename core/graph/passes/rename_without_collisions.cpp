#include "core/graph/passes/rename_without_collisions.h"

#include "core/base/cat.h"
#include "core/base/number.h"

namespace seesaw {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The last position of an underscore followed by a digit: PyTorch's pattern is not anchored at the end, so the text
// after the digits is dropped.
bool split_number(std::string_view name, std::string& base, std::string& digits) {
  for (std::size_t at = name.size(); at-- > 0;) {
    if (name[at] != '_' || at + 1 >= name.size() || !is_digit(name[at + 1])) continue;
    std::size_t end = at + 1;
    while (end < name.size() && is_digit(name[end])) ++end;
    base = std::string(name.substr(0, at));
    digits = std::string(name.substr(at + 1, end - at - 1));
    return true;
  }
  return false;
}

}  // namespace

std::string RenameWithoutCollisions::rename(std::string_view original,
                                            std::string_view candidate,
                                            bool is_placeholder) {
  if (counted_) return rename_counted(candidate, is_placeholder);
  std::string name(candidate);
  if (is_taken(name)) {
    std::string base = name;
    std::string number = "0";
    if (!is_placeholder && split_number(candidate, base, number)) {
      number.erase(0, std::min(number.find_first_not_of('0'), number.size() - 1));
    } else {
      base = name;
    }
    do {
      number = increment_decimal(number);
      name = cat({base, "_", number});
    } while (is_taken(name));
  }
  std::string& slot = names_[std::string(original)];
  if (!slot.empty() && --used_[slot] == 0) used_.erase(slot);
  slot = name;
  ++used_[name];
  return name;
}

// The new name may be taken, too.
std::string RenameWithoutCollisions::rename_counted(std::string_view candidate, bool is_placeholder) {
  std::string name(candidate), base, digits;
  if (is_taken(name)) {
    if (is_placeholder || !split_number(candidate, base, digits)) base = name;
    std::string& last = last_[base];
    name = cat({base, "_", increment_decimal(last.empty() ? "0" : last)});
  }
  keep(name);
  return name;
}

void RenameWithoutCollisions::keep(const std::string& name) {
  ++used_[name];
  std::string base, digits;
  if (!counted_ || !split_number(name, base, digits)) return;
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  std::string& last = last_[base];
  if (digits.size() > last.size() || (digits.size() == last.size() && digits > last)) last = digits;
}

}  // namespace seesaw
