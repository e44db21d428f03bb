// Replays files through a fuzz target without libFuzzer: fuzz_replay TARGET FILE|FOLDER...
// The tests run it over tests/fuzz/regressions/TARGET; it fails as the fuzzer would, by stopping.
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/fuzz/targets.h"

namespace {

using Target = void (*)(std::string_view);

Target find_target(std::string_view name) {
  if (name == "parse") return seesaw::fuzz::parse;
  if (name == "pipeline") return seesaw::fuzz::pipeline;
  if (name == "json") return seesaw::fuzz::json;
  if (name == "archive") return seesaw::fuzz::archive;
  if (name == "capture") return seesaw::fuzz::capture;
  return nullptr;
}

void replay(Target target, const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  std::printf("%s\n", path.c_str());
  std::fflush(stdout);
  target(text);
}

}  // namespace

int main(int argc, char** argv) {
  Target target = argc > 1 ? find_target(argv[1]) : nullptr;
  if (target == nullptr) {
    std::fprintf(stderr, "usage: fuzz_replay parse|pipeline|json|archive|capture FILE|FOLDER...\n");
    return 2;
  }
  for (int i = 2; i < argc; ++i) {
    if (!std::filesystem::is_directory(argv[i])) {
      replay(target, argv[i]);
      continue;
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator(argv[i])) {
      if (entry.is_regular_file()) replay(target, entry.path());
    }
  }
  return 0;
}
