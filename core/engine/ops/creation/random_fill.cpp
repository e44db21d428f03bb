#include <cmath>
#include <numbers>
#include <vector>

#include "core/engine/ops/call/random.h"
#include "core/engine/tensor/current_dialect.h"
#include "core/engine/tensor/half.h"

namespace seesaw {

namespace {

// A number as a dtype holds it.
double rounded_to(Element element, double value) {
  if (element == Element::f16) return static_cast<float>(Half(static_cast<float>(value)));
  if (element == Element::bf16) return static_cast<float>(BFloat16(static_cast<float>(value)));
  return element == Element::f32 ? static_cast<float>(value) : value;
}
bool is_half_itself(Element element) {
  return (element == Element::f16 || element == Element::bf16) && !newer(EngineNovelty::wide_draws);
}

// Float32 takes 24 bits of one draw, float64 53 of two; half precision takes as many as its fractions hold.
double fraction_of(Element element) {
  if (element == Element::f64) return random_uniform();
  const int bits = !is_half_itself(element) ? 24 : element == Element::f16 ? 11 : 8;
  return std::ldexp(static_cast<double>(random_bits() & ((1U << bits) - 1)), -bits);
}
// The product and the sum are rounded once.
double draw(Element element, double from, double to) {
  const double x = fraction_of(element);
  if (element == Element::f64) return x * (to - from) + from;
  const Element bounds = is_half_itself(element) ? element : Element::f32;
  const double low = rounded_to(bounds, from), width = rounded_to(bounds, rounded_to(bounds, to) - low);
  return static_cast<float>(x * width + low);
}

// Uniform numbers become normal ones: each of the first eight is paired with the one eight positions later. Arithmetic
// of half precision rounds each step.
void make_normal(double* data, Element element, double mean, double deviation) {
  const bool half = is_half_itself(element);
  auto step = [&](double value) { return half ? rounded_to(element, value) : value; };
  const double width = step(deviation), middle = step(mean);
  for (int j = 0; j < kNormalBlock / 2; ++j) {
    double u1 = step(1 - data[j]), u2 = data[j + kNormalBlock / 2];
    double radius = step(std::sqrt(step(-2 * step(std::log(u1))))), angle = step(2 * std::numbers::pi * u2);
    auto placed = [&](double side) { return step(step(step(radius * step(side)) * width) + middle); };
    data[j] = placed(std::cos(angle));
    data[j + kNormalBlock / 2] = placed(std::sin(angle));
  }
}

void draw_block(double* data, Element element) {
  for (std::int64_t i = 0; i < kNormalBlock; ++i) data[i] = draw(element, 0, 1);
}

}  // namespace

void fill_uniform(Tensor& tensor, double from, double to) {
  const Element element = tensor.element();
  const bool open = newer(EngineNovelty::open_bounds);
  for (std::int64_t i = 0; i < tensor.numel(); ++i) {
    double value = rounded_to(element, draw(element, from, to));
    tensor.set_item_at(i, open && value >= rounded_to(element, to) ? from : value);
  }
}

void fill_normal(Tensor& tensor, double mean, double deviation) {
  const std::int64_t count = tensor.numel();
  const Element element = tensor.element();
  if (count < kNormalBlock) {
    for (std::int64_t i = 0; i < count; ++i) tensor.set_item_at(i, random_normal() * deviation + mean);
    return;
  }
  std::vector<double> data(static_cast<std::size_t>(count));
  // All numbers are drawn before those that take the place of the last ones, but in float32 for half precision.
  const bool by_blocks = (element == Element::f16 || element == Element::bf16) && !is_half_itself(element);
  const std::int64_t first = by_blocks ? count / kNormalBlock * kNormalBlock : count;
  for (std::int64_t i = 0; i < first; ++i) data[static_cast<std::size_t>(i)] = draw(element, 0, 1);
  for (std::int64_t i = 0; i + kNormalBlock <= count; i += kNormalBlock)
    make_normal(data.data() + i, element, mean, deviation);
  if (count % kNormalBlock != 0) {  // the last block is drawn again
    double* last = data.data() + count - kNormalBlock;
    draw_block(last, element);
    make_normal(last, element, mean, deviation);
  }
  for (std::int64_t i = 0; i < count; ++i) tensor.set_item_at(i, data[static_cast<std::size_t>(i)]);
}

void fill_integers(Tensor& tensor, std::int64_t from, std::int64_t to) {
  std::uint64_t range = to > from ? static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from) : 1;
  for (std::int64_t i = 0; i < tensor.numel(); ++i) {
    std::uint64_t bits = random_bits();
    if (range >= std::uint64_t{1} << 32) bits = bits << 32 | random_bits();
    auto value = static_cast<std::int64_t>(static_cast<std::uint64_t>(from) + bits % range);
    if (tensor.element() == Element::i64) {
      tensor.data<std::int64_t>()[i] = value;  // a double holds 53 bits
    } else {
      tensor.set_item_at(i, static_cast<double>(value));
    }
  }
}

}  // namespace seesaw
