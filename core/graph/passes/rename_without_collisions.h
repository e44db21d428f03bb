// Names of an exported program's nodes after its placeholders are named.
//
// What: torch._export.utils._rename_without_collisions, with its two tables.
// Why: placeholders take the names of the module's inputs; a node that has such a name must be renamed, by rules that
// differ from those of a graph's namespace.
//
//   RenameWithoutCollisions names;
//   names.rename("arg0_1", "x", true);       // x
//   names.rename("x", "x", false);           // x_1: taken
//   names.rename("mul", "mul_2", false);     // mul_2, and the next mul_2 becomes mul_3
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

namespace seesaw {

class RenameWithoutCollisions {
 public:
  // `counted`: as since 2.14, where a taken name is counted on from the last number of its base.
  explicit RenameWithoutCollisions(bool counted = false) : counted_(counted) {}
  // The new name of `original`. A placeholder keeps its full name and gets a suffix; another node's number is
  // incremented. A later call for the same original replaces its name.
  std::string rename(std::string_view original, std::string_view candidate, bool is_placeholder);

  // The name is taken, whoever has it.
  void keep(const std::string& name);

 private:
  std::string rename_counted(std::string_view candidate, bool is_placeholder);
  bool is_taken(const std::string& name) const { return used_.contains(name); }
  std::unordered_map<std::string, std::string> names_;
  std::unordered_map<std::string, int> used_;  // number of originals with this name
  bool counted_;
  std::unordered_map<std::string, std::string> last_;  // of a base: its greatest number
};

}  // namespace seesaw
