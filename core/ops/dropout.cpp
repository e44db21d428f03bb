// Dropout, and the generator that it draws from.
#include <random>

#include "core/ops/ops.h"
#include "core/ops/random.h"
#include "core/ops/samples.h"
#include "core/support/cat.h"
#include "core/support/diagnostic.h"

namespace seesaw {

namespace {

constexpr std::uint64_t kDefaultSeed = 67280421310721;

std::mt19937& generator() {
  static std::mt19937 engine(static_cast<std::uint32_t>(kDefaultSeed));
  return engine;
}

// 1 / (1 - p) where an element stays, else 0.
Tensor noise_like(const Tensor& a, double p) {
  Tensor noise = Tensor::zeros(a.sizes(), a.element(), a.device());
  std::int64_t n = noise.numel();
  for (std::int64_t i = 0; i < n; ++i) {
    bool stays = random_uniform() < 1 - p;
    noise.set_item_at(i, stays ? 1 : 0);
  }
  return noise / (1 - p);
}

Outputs dropout_kernel(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  double p = args[1].number().value;
  if (!(p >= 0 && p <= 1)) {
    std::string text = std::to_string(p);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    throw fx_error("RuntimeError", cat({"dropout probability has to be between 0 and 1, but got ", text}));
  }
  bool train = args.size() < 3 || args[2].truth();
  if (p == 0 || !train || a.numel() == 0) return a;
  if (!is_floating(a.element())) {
    throw fx_error("RuntimeError", cat({"result type Float can't be cast to the desired output type ", scalar_name(a.element())}));
  }
  if (p == 1) return a * Tensor::zeros({}, a.element(), a.device());
  Tensor noise;
  {
    ModeScope below(nullptr);
    noise = noise_like(a, p);
  }
  return a * noise;
}

}  // namespace

void manual_seed(std::uint64_t seed) { generator().seed(static_cast<std::uint32_t>(seed)); }

double random_uniform() {
  std::uint64_t high = generator()(), low = generator()();
  return static_cast<double>((high << 32 | low) & ((std::uint64_t{1} << 53) - 1)) * 0x1p-53;
}

namespace op {

constinit const OpDef dropout{.path = "torch.ops.aten.dropout.default", .schema = "dropout(Tensor input, float p, bool train) -> Tensor", .doc = "Zeroes elements with probability p and scales the others by 1 / (1 - p), in training.", .kernel = dropout_kernel, .composite = true, .samples = [] {
                                Tensor a = samples::ramp({3, 4}, -2, 2);
                                return SampleList{{a, 0.3, true}, {a, 0.3, false}, {a, 0.0, true}, {a, 1.0, true}, {samples::ramp({5}, 1, 2, Element::f32), 0.5, true}};
                              }};

}  // namespace op

}  // namespace seesaw
