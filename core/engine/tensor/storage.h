// Memory of tensors.
//
// What: a `Storage` is a counted block of bytes on a device, with the version counter of all tensors on it.
// Why: views, bases and detached aliases share memory and, in PyTorch, one version counter: keeping the counter with
// the memory ensures it by construction. Devices are tags; each keeps an account, so that moving saved tensors to `cpu`
// is a real copy whose effect can be shown.
//
//   Ref<Storage> memory = Storage::make(24, Device::cpu);
//   device_account(Device::sim).bytes             // bytes alive on the simulated accelerator
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/ref.h"

namespace seesaw {

// `sim` is a simulated accelerator: the same memory, its own account.
enum class Device : std::uint8_t { cpu, sim };
std::string_view device_name(Device device);

struct DeviceAccount {
  std::size_t bytes = 0;   // alive
  std::size_t peak = 0;    // the maximum ever alive
  std::size_t blocks = 0;  // alive
};
const DeviceAccount& device_account(Device device);

// A separate count of writes: for a tensor whose memory was replaced (`data =`, set_, resize_) and for those that
// shared its previous memory.
struct VersionCounter {
  explicit VersionCounter(std::uint32_t now) : value(now) {}
  void retain() { ++refs; }
  static void release(VersionCounter* counter) {
    if (--counter->refs == 0) delete counter;
  }
  std::uint32_t value;
  std::uint32_t refs = 0;
};

// Conjugates are a copy here, where PyTorch has a view of the same memory. Neither side may be written to: the other
// would not change.
enum class Conjugated : std::uint8_t {
  no,
  seen,  // a copy exists
  copy,
};

class alignas(16) Storage {
 public:
  // Memory, zeroed by default. Throws RuntimeError with PyTorch's text if it is not available, natively also beyond the
  // limit of WebAssembly.
  static Ref<Storage> make(std::uint64_t bytes, Device device, bool zeroed = true);
  void retain() { ++refs_; }
  std::uint32_t use_count() const { return refs_; }
  static void release(Storage* storage);

  std::byte* data() { return reinterpret_cast<std::byte*>(this + 1); }
  std::size_t bytes() const { return bytes_; }
  Device device() const { return device_; }
  std::uint32_t version() const { return counter_ ? counter_->value : version_; }
  void bump_version(std::uint32_t by = 1) { (counter_ ? counter_->value : version_) += by; }
  // The counter as an object, so that a tensor can keep counting with it without this memory.
  const Ref<VersionCounter>& counter() {
    if (!counter_) counter_ = Ref<VersionCounter>(new VersionCounter(version_));
    return counter_;
  }

  void* cell = nullptr;  // owned by the autograd layer; see TensorImpl::cell
  Conjugated conjugated = Conjugated::no;

 private:
  Storage(std::size_t bytes, Device device) : bytes_(bytes), device_(device) {}
  std::uint32_t refs_ = 0;
  std::uint32_t version_ = 0;
  std::size_t bytes_;
  Ref<VersionCounter> counter_;  // null: version_ counts
  Device device_;
};

}  // namespace seesaw
