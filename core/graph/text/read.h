// Reads a program from text.
//
// What: `read_program` recognises the kind of a text and reads it: code of a graph module with or without
// class lines, str(ExportedProgram), str(graph), str(graph_module), Seesaw's JSON; as printed by 2.6.0, other
// versions, and the logs of Dynamo, AOTAutograd and Inductor. Why: users paste the text of a log and continue from
// there.
//
//   Diagnostics diagnostics;
//   std::optional<Program> program = read_program(text, diagnostics);
//   if (diagnostics.has_errors()) ...      // each with line, column and, if known, a remedy
//
// Returns as much of the program as could be read, even after errors; nothing if there is no graph at all. Log
// prefixes, a common indent and Markdown fences are removed first; locations refer to the given text.
#pragma once

#include <optional>
#include <string_view>

#include "core/base/diagnostic.h"
#include "core/graph/ir/program.h"

namespace seesaw {

// What else the reader saw.
struct ReadNotes {
  // The version of PyTorch that a person chose, "2.6" or "2.14"; empty: what the text says.
  std::string_view torch;
  // Functions that are no part of the graph are called in the text: it is Python source, of which capture says more.
  bool calls_left_out = false;
  // The signs by which a version was recognised: the first of each kind in each way, and where it stands.
  struct Sign {
    Novelty row;
    bool newer;
    std::uint32_t line;
  };
  std::vector<Sign> signs;
};
std::optional<Program> read_program(std::string_view text, Diagnostics& diagnostics, ReadNotes* notes = nullptr);

// The versioned JSON (see print_json.h). Throws Error for any other document.
Program read_json(std::string_view text, std::shared_ptr<Context> context = nullptr);

}  // namespace seesaw
