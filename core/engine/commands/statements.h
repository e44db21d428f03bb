// Divides a text into statements: lines that belong together, and the nodes that they make.
//
// What: `split_statements` splits a text at line ends outside brackets; `match_statements` finds the common statements
// of two lists, in order. Why: source_text.h keeps whole statements. Matching pairs lines that are unique in both texts
// and extends from there, so that it is as fast as sorting.
//
//   std::vector<Statement> statements = split_statements(text);
//   std::vector<int> partner = match_statements(now, before);      // -1: none
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/graph/ir/program.h"

namespace seesaw {

struct Statement {
  std::string_view text;            // without the final line end
  std::string_view core;            // without the final part that frees values: `;  x = None`
  std::uint32_t line = 0;           // from 1
  std::vector<std::uint64_t> keys;  // of the nodes that it makes
  bool frees() const { return core.size() != text.size(); }
  // Its first word: the name that it assigns.
  std::string_view name() const;
  std::string_view indent() const { return text.substr(0, text.find_first_not_of(" \t")); }
};

std::vector<Statement> split_statements(std::string_view text);

// Numbers for nodes, equal across all programs with equal graphs: by path and position.
class NodeKeys {
 public:
  // Assigns to each statement the nodes of its lines. False if the program has no line information for this text.
  bool assign(const Program& program, std::vector<Statement>& statements);

 private:
  std::unordered_map<std::string, std::uint32_t> paths_;
};

// For each statement of `a` the one of `b` with an equal core.
std::vector<int> match_statements(const std::vector<Statement>& a, const std::vector<Statement>& b);
// The same for some of them.
std::vector<int> match_texts(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b);

}  // namespace seesaw
