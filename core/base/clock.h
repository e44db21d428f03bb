// A monotonic clock.
//
// What: `now_microseconds()` counts microseconds from an arbitrary start.
// Why: std::chrono's clock pulls std::system_error and printf into the WebAssembly module: 10 kB for one number.
//
//   double start = now_microseconds();
//   work();
//   double took = now_microseconds() - start;
#pragma once

#include <time.h>

namespace seesaw {

inline double now_microseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

}  // namespace seesaw
