// Replays files through a fuzz target without libFuzzer: fuzz_replay TARGET FILE|FOLDER...
// The tests run it over tests/fuzz/regressions/TARGET; it fails as the fuzzer would, by stopping. With --time it tells
// executions a second.
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "tests/fuzz/targets.h"

namespace {

std::vector<std::filesystem::path> files_of(char** begin, char** end) {
  std::vector<std::filesystem::path> out;
  for (char** at = begin; at != end; ++at) {
    if (!std::filesystem::is_directory(*at)) {
      out.emplace_back(*at);
      continue;
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator(*at)) {
      if (entry.is_regular_file()) out.push_back(entry.path());
    }
  }
  return out;
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string{std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

int main(int argc, char** argv) {
  bool timed = argc > 1 && std::strcmp(argv[1], "--time") == 0;
  int first = timed ? 2 : 1;
  const seesaw::fuzz::Target* target = argc > first ? seesaw::fuzz::find_target(argv[first]) : nullptr;
  if (target == nullptr) {
    std::fprintf(stderr, "usage: fuzz_replay [--time] TARGET FILE|FOLDER...\n");
    return 2;
  }
  std::vector<std::filesystem::path> files = files_of(argv + first + 1, argv + argc);
  auto begun = std::chrono::steady_clock::now();
  for (const std::filesystem::path& path : files) {
    if (!timed) std::printf("%s\n", path.c_str());
    std::fflush(stdout);
    target->run(text_of(path));
  }
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  if (timed)
    std::printf("%s: %zu files, %.2f s, %.1f a second\n",
                target->name,
                files.size(),
                seconds,
                static_cast<double>(files.size()) / seconds);
  return 0;
}
