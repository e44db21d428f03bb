// What the fuzz targets share: one program through everything that prints, and back.
//
// What: each target defines `fuzz_one`; with libFuzzer it becomes LLVMFuzzerTestOneInput, in the native tests the same
// function replays the regressions (replay.cpp).
// Why: a finding of the fuzzer stays found. A failed `require` stops the process, so that the fuzzer keeps the input.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/graph/text/print.h"
#include "core/graph/text/print_json.h"
#include "core/graph/text/read.h"

namespace seesaw::fuzz {

inline void require(bool good, const char* what, std::string_view detail = {}) {
  if (good) return;
  std::fprintf(stderr, "fuzz: %s\n", what);
  std::fwrite(detail.data(), 1, detail.size(), stderr);
  std::abort();
}

// Inputs beyond this only cost time.
inline constexpr std::size_t kLongestInput = 64 * 1024;

// Printing ends with a text or with an Error (PyTorch's printers raise too, for instance on operator.add of one
// argument). Anything else is a finding.
template <class Print>
std::string text_or_nothing(Print&& print) {
  try {
    return print();
  } catch (const Error& error) {
    // An AssertionError of PyTorch's says no more than that.
    require(!error.diagnostic().message.empty() || !error.diagnostic().exception.empty(), "an error without a message");
    return {};
  }
}

inline void print_all(const Program& program) {
  const Module& root = *program.root;
  text_or_nothing([&] { return print_graph(root.graph()); });
  text_or_nothing([&] { return print_code(root.graph(), {.verbose = true, .strides = true, .devices = true}); });
  text_or_nothing([&] { return print_readable(root, {.strides = true, .devices = true}); });
  text_or_nothing([&] { return print_module(root); });
  text_or_nothing([&] { return print_tabular(root.graph()); });
  text_or_nothing([&] { return print_dot(root); });
  text_or_nothing([&] { return print_program(program); });
  text_or_nothing([&] { return print_as_read(program); });
}

// JSON carries everything: read back and printed again it is the same text.
inline void json_round_trip(const Program& program) {
  std::string first = print_json(program);
  Program back;
  try {
    back = read_json(first);
  } catch (const Error& error) {
    require(false, error.what(), first);
  }
  require(print_json(back) == first, "JSON printed from JSON differs", first);
}

}  // namespace seesaw::fuzz
