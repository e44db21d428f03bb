// Programs in the format of torch.export.save.
//
// What: `read_archive` builds a program from the JSON in a `.pt2` file (`serialized_exported_program.json`, or
// `models/NAME.json` in files of newer versions), as torch.export.load does; `write_archive` writes a changed program
// back into that JSON. Why: a saved model can be opened, changed and saved without PyTorch. The ZIP file around the
// JSON belongs to the caller: a Blob in a page, a file in Node; its weights, which may be gigabytes, need not be
// read.
//
//   Diagnostics diagnostics;
//   Program program = read_archive(json, diagnostics);     // throws Error with line, column, graph and node
//   std::string changed = write_archive(program, json);    // everything that the program lacks comes from `json`
//
// Schema versions are read tolerantly: 3.1 to 8.20 were compared; an unknown field makes no difference.
#pragma once

#include <string>
#include <string_view>

#include "core/base/diagnostic.h"
#include "core/graph/ir/program.h"

namespace seesaw {

struct ArchiveVersion {
  std::int64_t major = 0, minor = 0;
  std::string torch;  // the version of PyTorch that wrote it, if stated
};

Program read_archive(std::string_view json, Diagnostics& diagnostics, ArchiveVersion* version = nullptr);
// Throws Error if the format cannot represent part of the program.
std::string write_archive(const Program& program, std::string_view original);

}  // namespace seesaw
