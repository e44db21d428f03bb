// The generator, and tensors of random numbers. The order of draws is PyTorch's, so that equal seeds give equal
// numbers.
#include "core/engine/ops/call/random.h"

#include <cmath>
#include <numbers>
#include <random>
#include <utility>

#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/random_stream.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

namespace {

constexpr std::uint64_t kDefaultSeed = 67280421310721;

std::mt19937& generator() {
  static std::mt19937 engine(static_cast<std::uint32_t>(kDefaultSeed));
  return engine;
}

// Normal numbers come in pairs.
struct SpareNormal {
  double value = 0;
  bool there = false;
};
SpareNormal spare;

}  // namespace

std::uint32_t random_bits() { return static_cast<std::uint32_t>(generator()()); }

double random_normal() {
  if (spare.there) {
    spare.there = false;
    return spare.value;
  }
  double turn = 2 * std::numbers::pi * random_uniform(), radius = std::sqrt(-2 * std::log1p(-random_uniform()));
  spare = {radius * std::sin(turn), true};
  return radius * std::cos(turn);
}

namespace {

Specs sized_meta(std::span<const Value> args) {
  for (std::int64_t size : args[0].ints()) {
    if (!is_sym(size) && size < 0) return Tensor::zeros(args[0].ints()).spec();  // throws
  }
  Element e = args.size() > 1 && args[1].kind() == Value::Kind::dtype ? args[1].element() : default_dtype();
  return TensorSpec::of(args[0].ints(), e, Device::cpu);
}
Specs like_meta(std::span<const Value> args) {
  Element e = args.size() > 1 && args[1].kind() == Value::Kind::dtype ? args[1].element() : args[0].tensor().element();
  return asked_spec(args[0].tensor(), e, args, 5);
}

template <Specs (*kRule)(std::span<const Value>), bool kNormal>
Outputs drawn(std::span<const Value> args) {
  Tensor out = Tensor::empty(kRule(args)[0]);
  if (!is_floating(out.element()))
    not_implemented(kNormal ? "normal_kernel_cpu" : "check_uniform_bounds", out.element());
  // The elements fill one block, in any order.
  Tensor block = first(op::as_strided, {out, Dims{out.numel()}, Dims{1}, 0});
  kNormal ? fill_normal(block, 0, 1) : fill_uniform(block, 0, 1);
  return out;
}

SampleList sized() {
  return {{Dims{2, 3}},
          {Dims{3}, Element::f64},
          {Dims{20}, Element::f64},
          {Dims{37}, Element::f32},
          {Dims{}, Element::f64},
          {Dims{0}}};
}
SampleList like() {
  return {{samples::ramp({2, 3}, 0, 1)},
          {samples::ramp({3}, 0, 1), Element::f32},
          {samples::index({1, 2}, {2}), Element::f64}};
}

}  // namespace

void manual_seed(std::uint64_t seed) {
  generator().seed(static_cast<std::uint32_t>(seed));
  spare.there = false;
}

struct RandomStream::State {
  std::mt19937 engine;
  SpareNormal spare = {};
};
RandomStream::RandomStream(std::uint64_t seed)
    : state_(std::make_unique<State>(State{std::mt19937(static_cast<std::uint32_t>(seed))})) {}
RandomStream::~RandomStream() = default;
RandomStream::RandomStream(RandomStream&& other) noexcept = default;
RandomStream& RandomStream::operator=(RandomStream&& other) noexcept = default;
void RandomStream::swap() {
  std::swap(state_->engine, generator());
  std::swap(state_->spare, spare);
}

double random_uniform() {
  std::uint64_t high = generator()(), low = generator()();
  return static_cast<double>((high << 32 | low) & ((std::uint64_t{1} << 53) - 1)) * 0x1p-53;
}

namespace op {

#define SEESAW_OPTIONS "ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None"
constinit const OpDef rand{
    .path = "torch.ops.aten.rand.default",
    .schema = "rand(SymInt[] size, *, " SEESAW_OPTIONS ") -> Tensor",
    .doc = "Uniform random numbers between 0 and 1.",
    .run = {.meta = sized_meta, .kernel = drawn<sized_meta, false>, .moves = true},
    .samples = sized,
};
constinit const OpDef randn{
    .path = "torch.ops.aten.randn.default",
    .schema = "randn(SymInt[] size, *, " SEESAW_OPTIONS ") -> Tensor",
    .doc = "Normal random numbers of mean 0 and variance 1.",
    .run = {.meta = sized_meta, .kernel = drawn<sized_meta, true>, .moves = true},
    .samples = sized,
};
constinit const OpDef rand_like{
    .path = "torch.ops.aten.rand_like.default",
    .schema = "rand_like(Tensor self, *, " SEESAW_OPTIONS ", MemoryFormat? memory_format=None) -> Tensor",
    .doc = "Uniform random numbers in the layout of self.",
    .run = {.meta = like_meta, .kernel = drawn<like_meta, false>, .moves = true},
    .python = {.surfaces = kInTorch},
    .samples = like,
};
constinit const OpDef randn_like{
    .path = "torch.ops.aten.randn_like.default",
    .schema = "randn_like(Tensor self, *, " SEESAW_OPTIONS ", MemoryFormat? memory_format=None) -> Tensor",
    .doc = "Normal random numbers in the layout of self.",
    .run = {.meta = like_meta, .kernel = drawn<like_meta, true>, .moves = true},
    .python = {.surfaces = kInTorch},
    .samples = like,
};
#undef SEESAW_OPTIONS

}  // namespace op

}  // namespace seesaw
