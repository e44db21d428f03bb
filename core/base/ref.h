// An intrusive counted reference.
//
// What: `Ref<T>` calls `retain()` on construction and `T::release(T*)` on destruction.
// Why: the count is in the object, a reference costs one pointer, and `release` can destroy long chains
// without recursion, which std::shared_ptr cannot promise. Not thread-safe: the counts are plain
// integers.
//
//   Ref<Module> root(new Module(...));      // count 1
//   Ref<Module> again = root;               // count 2
#pragma once

#include <cstddef>
#include <utility>

namespace seesaw {

template <class T>
class Ref {
 public:
  Ref() = default;
  Ref(std::nullptr_t) {}
  explicit Ref(T* object) : object_(object) {
    if (object_ != nullptr) object_->retain();
  }
  Ref(const Ref& other) : Ref(other.object_) {}
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_ != nullptr) T::release(object_);
  }
  T* get() const { return object_; }
  T* operator->() const { return object_; }
  T& operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }
  T* detach() { return std::exchange(object_, nullptr); }

 private:
  T* object_ = nullptr;
};

}  // namespace seesaw
