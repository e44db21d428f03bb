// From text to program.
//
// What: `read_program` recognises what kind of text it was given and reads it: code of a graph module with or without
// class lines, str(ExportedProgram), str(graph), str(graph_module), Seesaw's JSON; as 2.6.0 prints them, and other
// versions, Dynamo, AOTAutograd and Inductor print them into logs and issues.
// Why: somebody pastes what a log showed and wants to go on from there.
//
//   Diagnostics diagnostics;
//   std::optional<Program> program = read_program(text, diagnostics);
//   if (diagnostics.has_errors()) ...      // each with line, column and, where there is one, a remedy
//
// A program comes back even when there were errors, as far as it could be read; nothing comes back if there is no graph
// at all. Log prefixes, a common indent and Markdown fences are taken off first; places count in the text as given.
#pragma once

#include <optional>
#include <string_view>

#include "core/base/diagnostic.h"
#include "core/graph/ir/program.h"

namespace seesaw {

// What else the reader saw.
struct ReadNotes {
  // Functions that are no part of the graph are called in the text: it is Python source, of which capture says more.
  bool calls_left_out = false;
};
std::optional<Program> read_program(std::string_view text, Diagnostics& diagnostics, ReadNotes* notes = nullptr);

// The versioned JSON (see print_json.h). Throws Error if it is no such document.
Program read_json(std::string_view text, std::shared_ptr<Context> context = nullptr);

}  // namespace seesaw
