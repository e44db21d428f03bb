// Sizes or strides of a tensor.
//
// What: `Dims` is a short list of 64-bit integers, kept inline up to rank 5.
// Why: every view and every result has two of them; std::vector would allocate for each.
//
//   Dims shape{2, 3};
//   shape.push_back(4);
//   numel(shape)          // 24
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>

#include "core/engine/tensor/sym.h"

namespace seesaw {

class Dims {
 public:
  Dims() = default;
  Dims(std::initializer_list<std::int64_t> values) { assign({values.begin(), values.size()}); }
  explicit Dims(std::span<const std::int64_t> values) { assign(values); }
  Dims(std::size_t count, std::int64_t value) { resize(count, value); }
  Dims(const Dims& other) { assign(other); }
  Dims& operator=(const Dims& other) {
    if (this != &other) assign(other);
    return *this;
  }
  Dims(Dims&&) noexcept = default;
  Dims& operator=(Dims&&) noexcept = default;

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  std::int64_t* data() { return heap_ ? heap_.get() : inline_; }
  const std::int64_t* data() const { return heap_ ? heap_.get() : inline_; }
  std::int64_t& operator[](std::size_t i) { return data()[i]; }
  std::int64_t operator[](std::size_t i) const { return data()[i]; }
  std::int64_t* begin() { return data(); }
  std::int64_t* end() { return data() + size_; }
  const std::int64_t* begin() const { return data(); }
  const std::int64_t* end() const { return data() + size_; }
  // Throws where there is none: the last dimension of a scalar is PyTorch's IndexError.
  std::int64_t back() const { return size_ == 0 ? no_last() : data()[size_ - 1]; }

  void resize(std::size_t count, std::int64_t value = 0) {
    reserve(count);
    for (std::size_t i = size_; i < count; ++i) data()[i] = value;
    size_ = static_cast<std::uint32_t>(count);
  }
  void push_back(std::int64_t value) { resize(size_ + 1, value); }
  void insert(std::size_t at, std::int64_t value) {
    push_back(value);
    std::rotate(begin() + at, end() - 1, end());
  }
  void erase(std::size_t at) {
    std::move(begin() + at + 1, end(), begin() + at);
    --size_;
  }
  friend bool operator==(const Dims& a, const Dims& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

 private:
  static constexpr std::size_t kInline = 5;

  [[noreturn]] static std::int64_t no_last();

  void assign(std::span<const std::int64_t> values) {
    size_ = 0;
    reserve(values.size());
    std::copy(values.begin(), values.end(), data());
    size_ = static_cast<std::uint32_t>(values.size());
  }
  void reserve(std::size_t count) {
    if (count <= (heap_ ? capacity_ : kInline)) return;
    auto bigger = std::make_unique<std::int64_t[]>(count * 2);
    std::copy(begin(), end(), bigger.get());
    heap_ = std::move(bigger);
    capacity_ = static_cast<std::uint32_t>(count * 2);
  }

  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = 0;
  std::int64_t inline_[kInline] = {};
  std::unique_ptr<std::int64_t[]> heap_;
};

// Whether two lists of sizes are the same: of symbols each pair is a question, as PyTorch's guards are.
bool dims_equal(std::span<const std::int64_t> a, std::span<const std::int64_t> b);
// Number of elements; 1 for rank 0.
std::int64_t numel(std::span<const std::int64_t> sizes);
// Row-major strides, at least 1 each, as in PyTorch's contiguous tensors.
Dims contiguous_strides(std::span<const std::int64_t> sizes);
// Whether the elements fill one block of memory, in any order, each at a distinct offset.
bool is_dense(const Dims& sizes, const Dims& strides);
// Whether two sizes are equal, where PyTorch checks that with torch._check: what a guard is, and what the program
// asserts when it runs, differs between its versions.
bool sizes_match(std::int64_t a, std::int64_t b);
// The common shape of two operands. Throws RuntimeError with PyTorch's text if there is none.
Dims broadcast_shapes(std::span<const std::int64_t> a, std::span<const std::int64_t> b);
// A dimension counted from the end made positive. Throws IndexError with PyTorch's text if it is out of range; rank 0
// counts as rank 1 here.
std::size_t wrap_dim(std::int64_t dim, std::size_t rank);
// "[2, 3]".
std::string dims_text(std::span<const std::int64_t> dims);

}  // namespace seesaw
