// Any bytes as the JSON of an archive: an Error or a program, and a program that can be written is read again to the
// same.
#include "core/engine/archive/archive.h"
#include "tests/fuzz/targets.h"

namespace seesaw::fuzz {

void archive(std::string_view input) {
  Diagnostics diagnostics;
  std::string written;
  try {
    Program program = read_archive(input, diagnostics);
    print_all(program);
    verify(program);
    json_round_trip(program);
    written = write_archive(program, input);
  } catch (const Error& error) {
    require(!error.diagnostic().message.empty(), "an error without a message");
    return;
  }
  try {
    read_archive(written, diagnostics);
  } catch (const Error& error) {
    require(false, error.what(), written);
  }
}

}  // namespace seesaw::fuzz
