// The same perceptron with ADOL-C, for comparison; built only where its headers are.
//
//   seesaw_adolc_bench 21      # record and reverse; `replay`: a recorded tape, forward and reverse with other weights
#include <adolc/adolc.h>

#include "tests/bench/clock.h"
#include "tests/bench/mlp.h"

using namespace seesaw::bench;

int main(int argc, char** argv) {
  std::size_t runs = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 21;
  std::vector<double> values = mlp_weights(), slopes(values.size());
  std::vector<double> eager, replay;
  double loss = 0, sum = 0;
  int count = static_cast<int>(values.size());
  for (std::size_t i = 0; i < runs; ++i) {
    double begin = now_us();
    trace_on(1, 1);
    {
      std::vector<adouble> weights(values.size());
      for (std::size_t k = 0; k < values.size(); ++k) weights[k] <<= values[k];
      adouble result = mlp_loss(weights);
      result >>= loss;
    }
    trace_off();
    double weight = 1;
    fos_reverse(1, 1, count, &weight, slopes.data());
    eager.push_back(now_us() - begin);
    begin = now_us();
    gradient(1, count, values.data(), slopes.data());
    replay.push_back(now_us() - begin);
  }
  for (double g : slopes) sum += g;
  double scale = 1000 / static_cast<double>(kMlpOperations);
  std::printf(
      "{\"operations\":%zu,\"loss\":%.17g,\"slope\":%.17g,\"ns\":%.3f,\"best\":%.3f,\"replay\":%.3f,\"best_replay\":%."
      "3f}\n",
      kMlpOperations,
      loss,
      sum,
      median(eager) * scale,
      *std::min_element(eager.begin(), eager.end()) * scale,
      median(replay) * scale,
      *std::min_element(replay.begin(), replay.end()) * scale);
  return 0;
}
