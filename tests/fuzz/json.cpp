// Any bytes as Seesaw's JSON: an Error or a program, and a program survives being printed and read.
#include "tests/fuzz/targets.h"

namespace seesaw::fuzz {

void json(std::string_view input) {
  Program program;
  try {
    program = read_json(input);
  } catch (const Error&) {
    return;
  }
  print_all(program);
  json_round_trip(program);
  verify(program);
}

}  // namespace seesaw::fuzz
