// The entry point of libFuzzer, for all targets: SEESAW_FUZZ_TARGET in the environment names the one that runs.
#include "tests/fuzz/targets.h"

namespace {

const seesaw::fuzz::Target* target = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  const char* name = std::getenv("SEESAW_FUZZ_TARGET");
  target = name == nullptr ? nullptr : seesaw::fuzz::find_target(name);
  if (target != nullptr) return 0;
  std::fprintf(stderr, "set SEESAW_FUZZ_TARGET to one of:");
  for (const seesaw::fuzz::Target& one : seesaw::fuzz::kTargets) std::fprintf(stderr, " %s", one.name);
  std::fprintf(stderr, "\n");
  std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > seesaw::fuzz::kLongestInput) return -1;
  target->run({reinterpret_cast<const char*>(data), size});
  return 0;
}
