// The benchmark's program, native and as WebAssembly: one workload a process, one line of JSON out.
//
//   seesaw_bench time graph 10000 100 21      # medians of 21 runs: parse, pass, print, whole; a calibration beside
//   seesaw_bench memory graph 10000 100       # one run: bytes of the graph as read, peak of the process
//   seesaw_bench text before.code 1000 10 F   # the text itself (before.code, after.code, after.str, after.children),
//   to file F
//
// Workloads: graph NODES PERIOD, chain NODES 0, wide WIDTH 0. Texts come from the graph's own printer before time
// starts. scripts/bench runs it and makes the table.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <malloc.h>

#include "core/graph/passes/pass_manager.h"
#include "core/graph/text/print.h"
#include "core/graph/text/read.h"
#include "tests/bench/clock.h"
#include "tests/bench/generator.h"

namespace {

using namespace seesaw;
using namespace seesaw::bench;

// Bytes that malloc has given out and not got back.
double heap_in_use() {
#ifdef __EMSCRIPTEN__
  return static_cast<double>(static_cast<unsigned>(mallinfo().uordblks));
#else
  struct mallinfo2 info = mallinfo2();
  return static_cast<double>(info.uordblks + info.hblkhd);
#endif
}

// A fixed piece of work of the same nature (pointers followed, bytes copied), run beside: when the machine is busy it
// takes longer too. Nanoseconds a step.
double calibrate() {
  constexpr std::size_t count = 1 << 16;
  static std::vector<std::uint32_t> next = [] {
    std::vector<std::uint32_t> v(count);
    for (std::size_t i = 0; i < count; ++i) v[i] = static_cast<std::uint32_t>((i * 40503 + 12345) % count);
    return v;
  }();
  static std::string bytes(count, 'x'), copy(count, ' ');
  double begin = now_us();
  std::uint32_t at = 0;
  for (std::size_t i = 0; i < count; ++i) at = next[at];
  for (std::size_t i = 0; i < 16; ++i) std::memcpy(&copy[0], &bytes[0], count);
  bytes[0] = static_cast<char>('a' + at % 8 + static_cast<unsigned char>(copy[1]) % 2);
  return (now_us() - begin) * 1000 / count;
}

Program build(std::string_view workload, std::size_t nodes, std::size_t period) {
  if (workload == "chain") return bench::build_chain(nodes);
  if (workload == "wide") return bench::build_wide(nodes);
  return bench::build_program(nodes, period);
}

std::string source_text(std::string_view workload, std::size_t nodes, std::size_t period) {
  return print_code(build(workload, nodes, period).root->graph());
}

Program read_or_stop(const std::string& text) {
  Diagnostics diagnostics;
  std::optional<Program> program = read_program(text, diagnostics);
  if (!program || diagnostics.has_errors()) {
    std::fprintf(stderr,
                 "the generated text is not read: %s\n",
                 diagnostics.items().empty() ? "no reason" : diagnostics.items()[0].message.c_str());
    std::exit(1);
  }
  return std::move(*program);
}

const std::vector<PassRequest> kPasses{{"replace_set_grad_with_hop_pass", {}, true}};

PipelineResult run_or_stop(const Program& program, bool verify) {
  PipelineSettings settings;
  settings.verify = verify;
  PipelineResult result = run_pipeline(program, kPasses, settings);
  if (!result.ok) {
    std::fprintf(stderr, "the pass failed\n");
    std::exit(1);
  }
  return result;
}

// Microseconds of each stage, one entry a run.
struct Samples {
  std::vector<double> parse, pass, pipeline, print, free, whole, calibration;
};

std::size_t run_once(const std::string& text, Samples& samples) {
  samples.calibration.push_back(calibrate());
  double start = now_us();
  std::optional<Program> program(read_or_stop(text));
  double parsed = now_us();
  std::optional<PipelineResult> result(run_or_stop(*program, true));
  double passed = now_us();
  std::string code = print_code(result->program.root->graph());
  double printed = now_us();
  samples.pass.push_back(result->reports[0].microseconds);
  double freeing = now_us();
  result.reset();
  program.reset();
  double end = now_us();
  samples.parse.push_back(parsed - start);
  samples.pipeline.push_back(passed - parsed);
  samples.print.push_back(printed - passed);
  samples.free.push_back(end - freeing);
  samples.whole.push_back(end - start);
  return code.size();
}

int time_workload(std::string_view workload, std::size_t nodes, std::size_t period, std::size_t runs) {
  std::string text = source_text(workload, nodes, period);
  Samples warm_up, samples;
  // Small graphs run often enough for the engine to have compiled the module for good.
  double begin = now_us();
  do run_once(text, warm_up);
  while (now_us() - begin < 500000);
  std::size_t printed = 0;
  for (std::size_t i = 0; i < runs; ++i) printed = run_once(text, samples);
  std::printf(
      "{\"nodes\":%zu,\"runs\":%zu,\"text\":%zu,\"printed\":%zu,\"parse\":%.3f,\"pass\":%.3f,\"pipeline\":%.3f,"
      "\"print\":%.3f,\"free\":%.3f,\"whole\":%.3f,\"calibration\":%.4f}\n",
      nodes,
      runs,
      text.size(),
      printed,
      median(samples.parse),
      median(samples.pass),
      median(samples.pipeline),
      median(samples.print),
      median(samples.free),
      median(samples.whole),
      median(samples.calibration));
  return 0;
}

// Bytes of the graph alone: what the heap holds more with the program than without, arguments and names included. The
// table of source lines that the editor needs is counted too, and told apart.
int measure_memory(std::string_view workload, std::size_t nodes, std::size_t period) {
  std::string text = source_text(workload, nodes, period);
  double before = heap_in_use();
  double peak_before = peak_memory();
  Program program = read_or_stop(text);
  double program_bytes = heap_in_use() - before;
  double arena = static_cast<double>(program.root->graph().bytes());
  double lines = static_cast<double>(program.lines.capacity() * sizeof(program.lines[0]));
  double symbols = static_cast<double>(program.context->arena.bytes());
  std::size_t count = count_nodes(program);
  PipelineResult result = run_or_stop(program, true);
  std::string code = print_code(result.program.root->graph());
  std::printf(
      "{\"nodes\":%zu,\"program\":%.0f,\"arena\":%.0f,\"context\":%.0f,\"lines\":%.0f,\"before\":%.0f,\"peak\":%.0f,"
      "\"text\":%zu,\"node_size\":%zu,\"arg_size\":%zu,\"use_size\":%zu}\n",
      count,
      program_bytes,
      arena,
      symbols,
      lines,
      peak_before,
      peak_memory(),
      text.size(),
      sizeof(Node),
      sizeof(Arg),
      sizeof(Use));
  return 0;
}

// To a file: a standard output of Emscripten's ends with a line break, whatever is written.
int write_text(std::string_view what, std::size_t nodes, std::size_t period, const char* path) {
  std::string text = source_text("graph", nodes, period);
  std::string out;
  if (what == "before.code") {
    out = std::move(text);
  } else {
    PipelineResult result = run_or_stop(read_or_stop(text), true);
    const Module& root = *result.program.root;
    if (what == "after.code") out = print_code(root.graph());
    if (what == "after.str") out = print_graph(root.graph());
    if (what == "after.children") {
      for (const auto& [name, child] : root.children())
        out += "== " + std::string(name.view()) + "\n" + print_graph(child->graph()) + "\n";
    }
  }
  std::FILE* file = std::fopen(path, "wb");
  bool good = file != nullptr && std::fwrite(out.data(), 1, out.size(), file) == out.size();
  if (file != nullptr) good = std::fclose(file) == 0 && good;
  return good && !out.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) {
    std::fprintf(stderr,
                 "usage: seesaw_bench time|memory graph|chain|wide NODES PERIOD [RUNS], seesaw_bench text WHAT NODES "
                 "PERIOD FILE\n");
    return 2;
  }
  std::string_view mode = argv[1], workload = argv[2];
  std::size_t nodes = std::strtoul(argv[3], nullptr, 10), period = std::strtoul(argv[4], nullptr, 10);
  std::size_t runs = argc > 5 ? std::max(1ul, std::strtoul(argv[5], nullptr, 10)) : 5;
  try {
    if (mode == "time") return time_workload(workload, nodes, period, runs);
    if (mode == "memory") return measure_memory(workload, nodes, period);
    if (mode == "text" && argc > 5) return write_text(workload, nodes, period, argv[5]);
    std::fprintf(stderr, "seesaw_bench: unknown mode, or no file\n");
    return 2;
  } catch (const Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
