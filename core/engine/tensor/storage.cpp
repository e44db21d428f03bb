#include "core/engine/tensor/storage.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <string>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"

namespace seesaw {

namespace {

DeviceAccount accounts[2];
constexpr std::uint64_t kMost = std::uint64_t{2} << 30;

}  // namespace

std::string_view device_name(Device device) { return device == Device::cpu ? "cpu" : "sim"; }

const DeviceAccount& device_account(Device device) { return accounts[static_cast<int>(device)]; }

Ref<Storage> Storage::make(std::uint64_t wanted, Device device, bool zeroed) {
  void* block = wanted < kMost ? ::operator new(sizeof(Storage) + static_cast<std::size_t>(wanted), std::nothrow)
                               : nullptr;
  if (block == nullptr) {
    throw fx_error("RuntimeError",
                   cat({"[enforce fail at alloc_cpu.cpp:118] err == 0. DefaultCPUAllocator: can't allocate memory: you "
                        "tried to allocate ",
                        std::to_string(wanted),
                        " bytes. Error code 12 (Cannot allocate memory)"}));
  }
  auto bytes = static_cast<std::size_t>(wanted);
  auto* storage = ::new (block) Storage(bytes, device);
  if (zeroed && bytes > 0) std::memset(storage->data(), 0, bytes);
  DeviceAccount& account = accounts[static_cast<int>(device)];
  account.bytes += bytes;
  ++account.blocks;
  account.peak = std::max(account.peak, account.bytes);
  return Ref<Storage>(storage);
}

void Storage::release(Storage* storage) {
  if (--storage->refs_ > 0) return;
  DeviceAccount& account = accounts[static_cast<int>(storage->device_)];
  account.bytes -= storage->bytes_;
  --account.blocks;
  storage->~Storage();
  ::operator delete(storage);
}

}  // namespace seesaw
