#include "core/tensor/storage.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace seesaw {

namespace {

DeviceAccount accounts[2];

}  // namespace

std::string_view device_name(Device device) { return device == Device::cpu ? "cpu" : "sim"; }

const DeviceAccount& device_account(Device device) { return accounts[static_cast<int>(device)]; }

Ref<Storage> Storage::make(std::size_t bytes, Device device, bool zeroed) {
  if (bytes > SIZE_MAX / 2) throw std::bad_alloc();
  void* block = ::operator new(sizeof(Storage) + bytes);
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
  ::operator delete(storage);
}

}  // namespace seesaw
