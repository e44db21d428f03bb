#include <cmath>
#include <numbers>
#include <vector>

#include "core/engine/ops/call/random.h"

namespace seesaw {

namespace {

// In float32, with 24 random bits.
float uniform_float(float from, float to) {
  float x = static_cast<float>(random_bits() & 0xffffff) * 0x1p-24f;
  return x * (to - from) + from;
}

double draw(Element element, double from, double to) {
  if (element == Element::f64) return random_uniform() * (to - from) + from;
  return uniform_float(static_cast<float>(from), static_cast<float>(to));
}

// Uniform numbers become normal ones: each of the first eight is paired with the one eight positions later.
void make_normal(double* data, double mean, double deviation) {
  for (int j = 0; j < 8; ++j) {
    double u1 = 1 - data[j], u2 = data[j + 8];
    double radius = std::sqrt(-2 * std::log(u1)), angle = 2 * std::numbers::pi * u2;
    data[j] = radius * std::cos(angle) * deviation + mean;
    data[j + 8] = radius * std::sin(angle) * deviation + mean;
  }
}

}  // namespace

void fill_uniform(Tensor& tensor, double from, double to) {
  for (std::int64_t i = 0; i < tensor.numel(); ++i) tensor.set_item_at(i, draw(tensor.element(), from, to));
}

void fill_normal(Tensor& tensor, double mean, double deviation) {
  std::int64_t count = tensor.numel();
  if (count < kNormalBlock) {
    for (std::int64_t i = 0; i < count; ++i) tensor.set_item_at(i, random_normal() * deviation + mean);
    return;
  }
  std::vector<double> data(static_cast<std::size_t>(count));
  for (double& x : data) x = draw(tensor.element(), 0, 1);
  for (std::int64_t i = 0; i + kNormalBlock <= count; i += kNormalBlock) make_normal(data.data() + i, mean, deviation);
  if (count % kNormalBlock != 0) {  // the last block is drawn again
    double* last = data.data() + count - kNormalBlock;
    for (std::int64_t i = 0; i < kNormalBlock; ++i) last[i] = draw(tensor.element(), 0, 1);
    make_normal(last, mean, deviation);
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
