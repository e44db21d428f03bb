// Any bytes as Python source: an Error with a message, or a program that prints and is in order. A first line `#s` asks
// for the strict mode alone, `#n` for the other; else both are run.
#include "core/engine/capture/capture.h"
#include "tests/fuzz/targets.h"

namespace seesaw::fuzz {

void capture(std::string_view input) {
  for (bool strict : {false, true}) {
    if (input.starts_with(strict ? "#n" : "#s")) continue;
    CaptureSettings settings;
    settings.strict = strict;
    settings.inputs.assign(8, CaptureInput("f32[2, 3]"));
    Diagnostics diagnostics;
    try {
      Program program = seesaw::capture(input, settings, diagnostics);
      print_all(program);
      program.root->graph().lint();
      json_round_trip(program);
    } catch (const Error& error) {
      require(!error.diagnostic().message.empty(), "an error without a message");
    }
  }
}

}  // namespace seesaw::fuzz
