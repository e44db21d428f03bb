// The entry point of libFuzzer; SEESAW_FUZZ_TARGET is the target's name.
#include "tests/fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > seesaw::fuzz::kLongestInput) return -1;
  seesaw::fuzz::SEESAW_FUZZ_TARGET({reinterpret_cast<const char*>(data), size});
  return 0;
}
