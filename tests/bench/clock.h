// Time and memory of a benchmark's process.
//
//   double begin = now_us(); ...; samples.push_back(now_us() - begin);  median(samples)
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#include <emscripten/heap.h>
#else
#include <ctime>
#endif

namespace seesaw::bench {

inline double now_us() {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// What this process has used of a processor: on a busy machine this grows with the work, not with the wait. In Node it
// counts the engine's own threads as well.
inline double cpu_us() {
#ifdef __EMSCRIPTEN__
  return EM_ASM_DOUBLE({
    const used = process.cpuUsage();
    return used.user + used.system;
  });
#else
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
#endif
}

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  std::size_t half = values.size() / 2;
  return values.size() % 2 != 0 ? values[half] : (values[half - 1] + values[half]) / 2;
}

// Most memory that this process had so far: the linear memory never shrinks, and Linux counts for itself.
inline double peak_memory() {
#ifdef __EMSCRIPTEN__
  return static_cast<double>(emscripten_get_heap_size());
#else
  double kilobytes = 0;
  if (FILE* file = std::fopen("/proc/self/status", "r")) {
    char line[256];
    while (std::fgets(line, sizeof line, file) != nullptr) {
      if (std::strncmp(line, "VmHWM:", 6) == 0) kilobytes = std::strtod(line + 6, nullptr);
    }
    std::fclose(file);
  }
  return kilobytes * 1024;
#endif
}

}  // namespace seesaw::bench
