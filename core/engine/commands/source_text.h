// The text of a program after an edit, as close to the previous text as possible.
//
// What: `rewrite_source` prints the edited program in the form of the source, and keeps every statement of the source
// that the edit did not touch: its layout, its comments, several operations in one line. Why: the text is the page's
// source of truth and belongs to the user. An edit on the canvas must change only the lines concerned, as if typed, so
// that one undo history covers both.
//
//   Source now = rewrite_source(text, before, after);     // before was read from text
//   now.text, now.format
//
// How: the program before is printed too. Statements of that print match those of the source that make the same nodes;
// statements of both prints match if equal. The result is read back: unless it is the edited program, the plain print
// is used.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/graph/ir/program.h"

namespace seesaw {

struct Source {
  std::string text;
  std::string format;      // of `print`
  bool rewritten = false;  // no statement of the source could be kept
};

// Throws Error (code "text") if no form represents the edited program.
Source rewrite_source(std::string_view source, const Program& before, const Program& after);

// The `print` format of a text.
std::string_view form_of(std::string_view source);
std::string print_form(const Program& program, std::string_view form);

// The program in a text that Seesaw printed; null if it cannot be read.
std::optional<Program> read_again(std::string_view text);
// Whether both have the same graphs, with the same names.
bool same_program(const Program& a, const Program& b);

}  // namespace seesaw
