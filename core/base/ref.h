// A counted reference to an object that counts itself.
//
// What: `Ref<T>` calls `retain()` when it is made and `T::release(T*)` when it goes.
// Why: the count stands in the object, a pointer is all that a reference costs, and `release` can be written so that
// long chains die without recursion, which std::shared_ptr cannot promise. Not for threads: the counts are plain
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
