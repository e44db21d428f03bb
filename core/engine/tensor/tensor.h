// Strided tensors.
//
// What: a `Tensor` is a counted reference to a `TensorImpl`: dtype, sizes, strides, offset into a storage, device. Rank
// 0 needs no storage: its one element is in the object until a view of it is taken. Why: a scalar-first
// engine makes millions of single numbers; a heap block for each would cost more than the arithmetic. Nothing here
// depends on autograd: that layer attaches its record to `TensorImpl::autograd`.
//
//   Tensor a = Tensor::scalar(2.0);
//   Tensor m = Tensor::from({1, 2, 3, 4}, {2, 2});
//   Tensor row = m.as_strided({2}, {1}, 2);      // shares m's memory and version counter
//   row.item_at(1)                               // 4.0
//
// Elements are float64, float32, int64 or bool, or of a narrow dtype: integers, passed to kernels as int64,
// and half precision, passed as float32; or complex, passed as its parts. Other dtypes exist as metadata
// only.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "core/base/ref.h"
#include "core/engine/tensor/dims.h"
#include "core/engine/tensor/storage.h"
#include "core/graph/types/dtype.h"

namespace seesaw {

// Properties of a tensor without its elements: computed by shape rules, used to allocate results.
struct TensorSpec {
  Dims sizes, strides;
  Element element = Element::f64;
  Device device = Device::cpu;
  std::int64_t offset = 0;  // of a view, in the elements of its storage

  // Contiguous.
  static TensorSpec of(const Dims& sizes, Element element, Device device) {
    return {sizes, contiguous_strides(sizes), element, device, 0};
  }
};

// The autograd layer's data of a tensor.
struct AutogradRecord {
  virtual ~AutogradRecord() = default;
};

class TensorImpl {
 public:
  void retain() { ++refs_; }
  static void release(TensorImpl* impl);
  std::uint32_t use_count() const { return refs_; }

  Element element = Element::f64;
  Device device = Device::cpu;
  bool inference = false;      // made in inference mode: has no version counter
  bool version_stays = false;  // of an inference tensor detached later: its version reads 0, whatever is written
  bool fake = false;           // has no elements: reading them is an error
  Dims sizes, strides;
  std::int64_t offset = 0;  // in elements
  Ref<Storage> storage;     // null: rank 0, the element is `inline_element`
  alignas(8) std::byte inline_element[8] = {};
  std::uint32_t inline_version = 0;
  Ref<VersionCounter> counter;  // counts instead of the storage
  std::uint32_t handle = 0;     // the host's handle of this object; 0: none
  // For the autograd layer: its cell on the scalar tape while other cells still refer to it. With a storage, it is kept
  // there.
  void* cell = nullptr;
  std::unique_ptr<AutogradRecord> autograd;

  // Moves an inline element to a storage, so that views can share it.
  void share();
  // Replaces the memory; the version counter stays, shared with the tensors that shared the memory so far.
  void take_memory(Ref<Storage> other);

 private:
  std::uint32_t refs_ = 0;
};

class Tensor {
 public:
  Tensor() = default;
  explicit Tensor(TensorImpl* impl) : impl_(impl) {}

  // Zeros of a shape.
  static Tensor zeros(const Dims& sizes, Element element = Element::f64, Device device = Device::cpu);
  static Tensor full(const Dims& sizes, double value, Element element = Element::f64, Device device = Device::cpu);
  static Tensor scalar(double value, Element element = Element::f64);
  static Tensor zeros(const TensorSpec& spec);
  // Uninitialised: the caller must write every element.
  static Tensor empty(const TensorSpec& spec);
  // A tensor without elements, as input of shape rules.
  static Tensor fake(const TensorSpec& spec);
  // Row-major values. Throws RuntimeError if their number does not fit the shape.
  static Tensor from(std::span<const double> values, const Dims& sizes, Element element = Element::f64);
  static Tensor from(std::initializer_list<double> values, const Dims& sizes, Element element = Element::f64) {
    return from(std::span<const double>(values.begin(), values.size()), sizes, element);
  }

  explicit operator bool() const { return static_cast<bool>(impl_); }
  TensorImpl* impl() const { return impl_.get(); }
  TensorImpl* operator->() const { return impl_.get(); }
  friend bool operator==(const Tensor& a, const Tensor& b) { return a.impl() == b.impl(); }

  const Dims& sizes() const { return impl_->sizes; }
  const Dims& strides() const { return impl_->strides; }
  std::size_t dim() const { return impl_->sizes.size(); }
  std::int64_t numel() const { return seesaw::numel(impl_->sizes); }
  Element element() const { return impl_->element; }
  const DTypeInfo& dtype() const { return dtype_of(impl_->element); }
  Device device() const { return impl_->device; }
  bool is_contiguous() const;
  bool is_fake() const { return impl_->fake; }
  TensorSpec spec() const { return {impl_->sizes, impl_->strides, impl_->element, impl_->device, impl_->offset}; }
  std::uint32_t version() const {
    if (impl_->counter) return impl_->counter->value;
    return impl_->storage ? impl_->storage->version() : impl_->inline_version;
  }
  void bump_version(std::uint32_t by = 1) const;
  bool shares_memory_with(const Tensor& other) const;

  // The first element, as stored.
  template <class T>
  T* data() const {
    auto* base = impl_->storage ? impl_->storage->data() : impl_->inline_element;
    return reinterpret_cast<T*>(base) + impl_->offset;
  }
  // Element number `index` in row-major order, as a double. Throws for complex elements; a write to one sets its real
  // part.
  double item_at(std::int64_t index) const;
  // The same element as an integer: exact for integers, truncated for floats. A float outside the 64-bit range gives
  // the least integer, as on the processors that PyTorch runs on.
  std::int64_t integer_item_at(std::int64_t index) const;
  void set_item_at(std::int64_t index, double value) const;
  // The only element. Throws RuntimeError if there is not exactly one.
  double item() const;

  // A view of the same memory; `offset` counts elements from the storage's beginning. Throws RuntimeError if it exceeds
  // the storage.
  Tensor as_strided(const Dims& sizes, const Dims& strides, std::int64_t offset) const;
  // The same memory in another dtype: a complex tensor as pairs of real numbers, and back.
  Tensor reinterpreted(const TensorSpec& view) const;
  // The real or imaginary parts of a complex tensor, in the same memory.
  Tensor part(bool imaginary) const;
  Tensor as_strided(const TensorSpec& view) const { return as_strided(view.sizes, view.strides, view.offset); }
  // A new tensor object on the same memory, without autograd record.
  Tensor alias() const;
  // The same, with a separate version counter.
  Tensor unversioned_alias() const;
  // Contiguous copy, without autograd record.
  Tensor copy() const;
  Tensor copy_to(Element element, Device device) const;
  // Itself if it is contiguous, else a copy.
  Tensor contiguous() const { return is_contiguous() ? *this : copy(); }

 private:
  Ref<TensorImpl> impl_;
};

// A dtype as C++ prints it: "double", "float", "long int", "bool", "signed char".
std::string_view ctype_name(Element element);

// Writes the elements of `from`, broadcast to the shape of `to` and converted to its dtype: integers wrap around. No
// version is counted.
void copy_elements(const Tensor& to, const Tensor& from);

}  // namespace seesaw
