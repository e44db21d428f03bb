// The scalar engine's benchmark, native and as WebAssembly: one measurement a process, one line of JSON out.
//
//   seesaw_scalar_bench doubles 21      # the multilayer perceptron of mlp.h in plain doubles, forward only; medians of
//   21 runs seesaw_scalar_bench eager 21        # recorded, run backward and freed seesaw_scalar_bench replay 21 #
//   recorded once, then forward and backward with other weights seesaw_scalar_bench chain 1000000   # a chain of so
//   many operations; `bytes` is what the tape holds at its longest
//
// Under callgrind two runs of different length tell the instructions of one. scripts/bench runs it and makes the table.
#include <string_view>

#include "core/base/diagnostic.h"
#include "core/engine/autograd/compiled_tape.h"
#include "core/engine/autograd/scalar.h"
#include "tests/bench/clock.h"
#include "tests/bench/mlp.h"

namespace {

using namespace seesaw;
using namespace seesaw::bench;
using autograd::Scalar;

struct Outcome {
  double loss = 0, slope = 0;  // and the sum of the gradients
  double record = 0, backward = 0, free = 0;
};

std::vector<Scalar> leaves() {
  std::vector<Scalar> out;
  for (double w : mlp_weights()) out.push_back(Scalar::leaf(w));
  return out;
}

Outcome run_doubles(const std::vector<double>& weights) {
  Outcome out;
  double begin = now_us();
  out.loss = mlp_loss(weights);
  out.record = now_us() - begin;
  return out;
}

Outcome run_eager(std::vector<Scalar>& weights) {
  Outcome out;
  double begin = now_us();
  double recorded, swept;
  {
    Scalar loss = mlp_loss(weights);
    recorded = now_us();
    loss.backward();
    swept = now_us();
    out.loss = loss.value();
  }
  double end = now_us();
  for (Scalar& w : weights) {
    out.slope += *w.grad();
    w.zero_grad();
  }
  out.record = recorded - begin;
  out.backward = swept - recorded;
  out.free = end - swept;
  return out;
}

Outcome run_replay(autograd::CompiledTape& tape, const std::vector<double>& weights) {
  Outcome out;
  double begin = now_us();
  out.loss = tape.replay(weights);
  out.record = now_us() - begin;
  for (double g : tape.gradients()) out.slope += g;
  return out;
}

template <class Run>
int measure(std::size_t runs, Run run) {
  std::vector<double> whole, record, backward, free;
  Outcome last;
  for (std::size_t i = 0; i < runs + 3; ++i) {
    last = run();
    if (i < 3 && runs > 3) continue;
    record.push_back(last.record);
    backward.push_back(last.backward);
    free.push_back(last.free);
    whole.push_back(last.record + last.backward + last.free);
  }
  double scale = 1000 / static_cast<double>(kMlpOperations);
  std::printf(
      "{\"operations\":%zu,\"loss\":%.17g,\"slope\":%.17g,\"ns\":%.3f,\"best\":%.3f,\"record\":%.3f,\"backward\":%.3f,"
      "\"free\":%.3f,\"bytes\":%.1f}\n",
      kMlpOperations,
      last.loss,
      last.slope,
      median(whole) * scale,
      *std::min_element(whole.begin(), whole.end()) * scale,
      median(record) * scale,
      median(backward) * scale,
      median(free) * scale,
      static_cast<double>(autograd::tape.bytes()) / static_cast<double>(kMlpOperations));
  return 0;
}

int chain(std::size_t length) {
  double before = peak_memory(), begin = now_us(), bytes, recorded, swept;
  Scalar x = Scalar::leaf(0.5);
  {
    Scalar y = x;
    for (std::size_t i = 0; i < length; ++i) y = i % 2 == 0 ? sin(y) : y + x;
    recorded = now_us();
    y.backward();
    swept = now_us();
    bytes = static_cast<double>(autograd::tape.bytes_in_use());
  }
  double end = now_us(), scale = 1000 / static_cast<double>(length);
  std::printf(
      "{\"operations\":%zu,\"slope\":%.17g,\"ns\":%.3f,\"record\":%.3f,\"backward\":%.3f,\"free\":%.3f,\"bytes\":%.1f,"
      "\"peak\":%.1f,\"left\":%zu}\n",
      length,
      *x.grad(),
      (end - begin) * scale,
      (recorded - begin) * scale,
      (swept - recorded) * scale,
      (end - swept) * scale,
      bytes / static_cast<double>(length),
      (peak_memory() - before) / static_cast<double>(length),
      autograd::tape.bytes_in_use());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::string_view mode = argc > 1 ? argv[1] : "";
  std::size_t count = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 21;
  try {
    std::vector<double> numbers = mlp_weights();
    if (mode == "chain") return chain(count);
    if (mode == "doubles") return measure(count, [&] { return run_doubles(numbers); });
    std::vector<Scalar> weights = leaves();
    if (mode == "eager") return measure(count, [&] { return run_eager(weights); });
    if (mode == "replay") {
      autograd::CompiledTape tape(mlp_loss(weights), weights);
      return measure(count, [&] { return run_replay(tape, numbers); });
    }
  } catch (const Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  std::fprintf(stderr, "usage: seesaw_scalar_bench doubles|eager|replay RUNS, seesaw_scalar_bench chain LENGTH\n");
  return 2;
}
