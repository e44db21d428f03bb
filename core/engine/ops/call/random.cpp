// The generator, and tensors of random numbers. The order of draws is PyTorch's, so that equal seeds give equal
// numbers.
#include "core/engine/ops/call/random.h"

#include <cmath>
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
constexpr double kTwoPi = 6.28318530717958647693;

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
  double turn = kTwoPi * random_uniform(), radius = std::sqrt(-2 * std::log1p(-random_uniform()));
  spare = {radius * std::sin(turn), true};
  return radius * std::cos(turn);
}

namespace {

// float32 takes 24 bits of one draw, float64 53 of two.
template <class T>
T uniform_as() {
  if constexpr (std::is_same_v<T, float>) return static_cast<float>(generator()() & ((1U << 24) - 1)) * 0x1p-24F;
  return static_cast<T>(random_uniform());
}

// Uniform numbers become normal ones in blocks of 16, the first half of a block paired with the second.
template <class T>
void make_normal(T* block) {
  for (std::int64_t i = 0; i < kNormalBlock / 2; ++i) {
    T radius = std::sqrt(T(-2) * std::log(1 - block[i])), turn = static_cast<T>(kTwoPi) * block[i + kNormalBlock / 2];
    block[i] = radius * std::cos(turn);
    block[i + kNormalBlock / 2] = radius * std::sin(turn);
  }
}

template <class T>
void fill_uniform(T* data, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i) data[i] = uniform_as<T>();
}
template <class T>
void fill_normal(T* data, std::int64_t count) {
  if (count < kNormalBlock) {
    for (std::int64_t i = 0; i < count; ++i) data[i] = static_cast<T>(random_normal());
    return;
  }
  fill_uniform(data, count);
  for (std::int64_t i = 0; i + kNormalBlock <= count; i += kNormalBlock) make_normal(data + i);
  if (count % kNormalBlock == 0) return;
  // The last block overlaps the previous one, and is drawn again.
  fill_uniform(data + count - kNormalBlock, kNormalBlock);
  make_normal(data + count - kNormalBlock);
}

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
  auto fill = [&](auto* data) { kNormal ? fill_normal(data, out.numel()) : fill_uniform(data, out.numel()); };
  // The elements fill one block, in any order.
  out.element() == Element::f32 ? fill(out.data<float>()) : fill(out.data<double>());
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
    .run = {.meta = sized_meta, .kernel = drawn<sized_meta, false>},
    .samples = sized,
};
constinit const OpDef randn{
    .path = "torch.ops.aten.randn.default",
    .schema = "randn(SymInt[] size, *, " SEESAW_OPTIONS ") -> Tensor",
    .doc = "Normal random numbers of mean 0 and variance 1.",
    .run = {.meta = sized_meta, .kernel = drawn<sized_meta, true>},
    .samples = sized,
};
constinit const OpDef rand_like{
    .path = "torch.ops.aten.rand_like.default",
    .schema = "rand_like(Tensor self, *, " SEESAW_OPTIONS ", MemoryFormat? memory_format=None) -> Tensor",
    .doc = "Uniform random numbers in the layout of self.",
    .run = {.meta = like_meta, .kernel = drawn<like_meta, false>},
    .python = {.surfaces = kInTorch},
    .samples = like,
};
constinit const OpDef randn_like{
    .path = "torch.ops.aten.randn_like.default",
    .schema = "randn_like(Tensor self, *, " SEESAW_OPTIONS ", MemoryFormat? memory_format=None) -> Tensor",
    .doc = "Normal random numbers in the layout of self.",
    .run = {.meta = like_meta, .kernel = drawn<like_meta, true>},
    .python = {.surfaces = kInTorch},
    .samples = like,
};
#undef SEESAW_OPTIONS

}  // namespace op

}  // namespace seesaw
