// Capture, fake propagation and retracing, native and as WebAssembly: medians in one line of JSON.
//
//   seesaw_trace_bench 10000 21        # nodes, runs: {"nodes":10000,"trace":...,"propagate":...,"retrace":...}
//
// The graph is generator.h's straight line on f32[4, 4], written as a Python function and captured; PyTorch's figures
// (pytorch.json) are of the same. Microseconds of processor time for the whole graph: `trace` from the source,
// `propagate` metadata of every node from its inputs', `retrace` an ExportPass without overrides. scripts/bench runs
// it.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/base/cat.h"
#include "core/engine/capture/capture.h"
#include "core/engine/passes/retrace/export_pass.h"
#include "tests/bench/clock.h"
#include "tests/bench/generator.h"

namespace {

using namespace seesaw;
using namespace seesaw::bench;

// The graph as a person would write it.
std::string python_source(const Graph& graph) {
  std::string out = "def forward(self, arg0_1: \"f32[4, 4]\", arg1_1: \"f32[4, 4]\"):\n";
  auto name = [](const Arg& arg) { return arg.as_node()->name_text(); };
  for (const Node* node : graph) {
    if (node->op() == Opcode::output) out += cat({"    return ", name(node->args()[0].items()[0]), "\n"});
    if (node->op() != Opcode::call_function) continue;
    std::string_view path = node->callable()->path.view();
    std::string_view packet = path.substr(std::string_view("torch.ops.aten.").size());
    packet = packet.substr(0, packet.find('.'));
    out += cat({"    ", node->name_text(), " = torch.", packet, "("});
    for (std::size_t i = 0; i < node->args().size(); ++i) out += cat({i > 0 ? ", " : "", name(node->args()[i])});
    out += ")\n";
  }
  return out;
}

Program captured(const std::string& source) {
  Diagnostics diagnostics;
  return capture(source, {}, diagnostics);
}

// Metadata of every node, from that of the inputs.
std::size_t propagate(const Program& program) {
  FakeValues values(*program.context);
  values.learn(program);
  FakeCaller caller(values);
  std::size_t told = 0;
  caller.on_value = [&](Node* node, const Arg& value) {
    node->set_meta(program.context->keys.val, value);
    ++told;
  };
  caller.run(*program.root, ExportPass(*program.context).inputs(*program.root));
  return told;
}

template <class F>
double timed(F&& f) {
  double begin = cpu_us();
  f();
  return cpu_us() - begin;
}

int run(std::size_t nodes, std::size_t runs) {
  std::string source = python_source(build_program(nodes, 0).root->graph());
  std::vector<double> trace, fake, retrace;
  std::size_t told = 0, traced = 0;
  for (std::size_t i = 0; i < runs + 1; ++i) {
    std::optional<Program> program;
    double first = timed([&] { program.emplace(captured(source)); });
    double second = timed([&] { told = propagate(*program); });
    Ref<Module> again;
    double third = timed([&] { again = ExportPass(*program->context).call(*program->root); });
    traced = again->graph().size();
    if (i == 0) continue;  // to warm up
    trace.push_back(first);
    fake.push_back(second);
    retrace.push_back(third);
  }
  std::printf(
      "{\"nodes\":%zu,\"runs\":%zu,\"told\":%zu,\"traced\":%zu,\"trace\":%.1f,\"propagate\":%.1f,\"retrace\":%.1f}\n",
      nodes,
      runs,
      told,
      traced,
      median(trace),
      median(fake),
      median(retrace));
  return told >= nodes && traced >= nodes ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: seesaw_trace_bench NODES RUNS\n");
    return 2;
  }
  try {
    return run(std::strtoul(argv[1], nullptr, 10), std::strtoul(argv[2], nullptr, 10));
  } catch (const Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
