// Pasted text without the additions of a log, a terminal or a web page.
//
// What: `PreparedText` holds the lines of a text without log prefixes (`V0516 12:34:56.789 1234 file.py:123] [0/0] `),
// colour codes, Markdown fences and a common indent, and maps each piece to its origin. Why: the parser then
// sees plain Python, and diagnostics still point into the user's text.
//
//   PreparedText prepared("    class M(torch.nn.Module):\n");
//   prepared.text()                       // "class M(torch.nn.Module):\n"
//   prepared.original_offset(0)           // 4
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace seesaw {

class PreparedText {
 public:
  explicit PreparedText(std::string_view original);
  std::string_view text() const { return text_; }
  std::size_t original_offset(std::size_t offset) const;

 private:
  struct Piece {
    std::uint32_t at;        // in text_
    std::uint32_t original;  // in the original
  };
  std::string own_;  // empty if nothing was removed
  std::string_view text_;
  std::vector<Piece> pieces_;
};

}  // namespace seesaw
