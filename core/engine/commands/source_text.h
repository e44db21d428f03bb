// The text of a program after an edit, as near to the text before as it can be.
//
// What: `rewrite_source` prints the edited program in the form that the source had, and takes over from the source
// every statement that the edit left alone: its layout, its comments, several operations in one line. Why: the text is
// the truth of the page, and a person's own. An edit on the canvas must change the lines that it is about, as if the
// person had typed it, so that one undo history covers both.
//
//   Source now = rewrite_source(text, before, after);     // before was read from text
//   now.text, now.format
//
// How: the program before is printed too. Statements of that print and of the source belong together where they make
// the same nodes; statements of both prints where they are equal. What comes out is read again: unless it is the edited
// program, the plain print is taken.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/graph/ir/program.h"

namespace seesaw {

struct Source {
  std::string text;
  std::string format;      // of `print`
  bool rewritten = false;  // nothing of the source could be taken over
};

// Throws Error (code "text") if no form shows the edited program.
Source rewrite_source(std::string_view source, const Program& before, const Program& after);

// The form of `print` that a text has.
std::string_view form_of(std::string_view source);
std::string print_form(const Program& program, std::string_view form);

// The program that a text of ours is; null if it cannot be read.
std::optional<Program> read_again(std::string_view text);
// Whether both are the same graphs, with the same names.
bool same_program(const Program& a, const Program& b);

}  // namespace seesaw
