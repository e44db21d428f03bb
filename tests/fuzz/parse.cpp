// Any bytes as a text: reading never fails otherwise than by diagnostics, and what was read can be printed in every
// form.
#include "tests/fuzz/targets.h"

namespace seesaw::fuzz {

void parse(std::string_view input) {
  Diagnostics diagnostics;
  std::optional<Program> program = read_program(input, diagnostics);
  if (!program) {
    require(diagnostics.has_errors(), "no program and no reason");
    return;
  }
  print_all(*program);
  if (diagnostics.has_errors()) return;
  // A sound graph: its readable form is a program again.
  if (verify(*program)) return;
  std::string readable = text_or_nothing([&] { return print_readable(*program->root); });
  if (readable.empty()) return;
  Diagnostics again;
  std::optional<Program> back = read_program(readable, again);
  require(back.has_value(), "the readable print is not read back", readable);
  text_or_nothing([&] { return print_readable(*back->root); });
}

}  // namespace seesaw::fuzz
