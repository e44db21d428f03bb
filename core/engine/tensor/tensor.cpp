#include "core/engine/tensor/tensor.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <type_traits>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/tensor/half.h"
#include "core/engine/tensor/walk.h"

namespace seesaw {

namespace {

Tensor describe(const TensorSpec& spec) {
  Tensor out(new TensorImpl);
  out->element = spec.element;
  out->device = spec.device;
  out->sizes = spec.sizes;
  out->strides = spec.strides;
  out->offset = spec.offset;
  return out;
}

std::uint64_t storage_bytes(const TensorSpec& spec) {
  auto bytes = static_cast<std::int64_t>(bytes_of(spec.element));
  std::int64_t last = 0;
  for (std::size_t d = 0; d < spec.sizes.size(); ++d) {
    bool fits = !__builtin_mul_overflow(bytes, spec.sizes[d], &bytes);
    std::int64_t way = 0;
    fits = fits && !__builtin_mul_overflow(std::max<std::int64_t>(spec.sizes[d] - 1, 0), spec.strides[d], &way) &&
           !__builtin_add_overflow(last, way, &last);
    if (!fits)
      throw fx_error("RuntimeError", cat({"Storage size calculation overflowed with sizes=", dims_text(spec.sizes)}));
  }
  // Strides may leave gaps.
  return bytes == 0 ? 0
                    : std::max(static_cast<std::uint64_t>(bytes),
                               (static_cast<std::uint64_t>(last) + 1) * bytes_of(spec.element));
}

void check_elements(Element element) {
  if (!has_elements(element))
    throw user_error("fake-tensor", cat({"tensors of ", dtype_of(element).name, " have no elements here"}));
}

// The elements fill one block, in the order of the strides, unless these leave gaps.
Tensor make(const TensorSpec& spec, bool zeroed = true) {
  for (std::int64_t size : spec.sizes) {
    if (is_sym(size))
      throw user_error("fake-tensor",
                       cat({"a tensor of size ", dims_text(spec.sizes), " has no elements: its size is symbolic"}));
    if (size < 0)
      throw fx_error(
          "RuntimeError",
          cat({"Trying to create tensor with negative dimension ", dim_text(size), ": ", dims_text(spec.sizes)}));
  }
  if (spec.strides.size() != spec.sizes.size())
    throw fx_error("RuntimeError",
                   cat({"dimensionality of sizes (",
                        std::to_string(spec.sizes.size()),
                        ") must match dimensionality of strides (",
                        std::to_string(spec.strides.size()),
                        ")"}));
  if (std::any_of(spec.strides.begin(), spec.strides.end(), [](std::int64_t step) { return step < 0; }))
    throw fx_error("RuntimeError",
                   cat({"Storage size calculation overflowed with sizes=",
                        dims_text(spec.sizes),
                        " and strides=",
                        dims_text(spec.strides)}));
  check_elements(spec.element);
  Tensor out = describe(spec);
  if (!spec.sizes.empty() || spec.device != Device::cpu || is_complex(spec.element)) {
    out->storage = Storage::make(storage_bytes(spec), spec.device, zeroed);
  }
  return out;
}

Tensor make(const Dims& sizes, Element element, Device device) { return make(TensorSpec::of(sizes, element, device)); }

[[noreturn]] void no_elements() {
  throw user_error("fake-tensor",
                   "this tensor has a shape and no elements: what depends on their values cannot be computed");
}

// Offset in elements of row-major element `index`.
std::int64_t offset_of(const Tensor& t, std::int64_t index) {
  std::int64_t at = 0;
  for (std::size_t d = t.dim(); d-- > 0;) {
    at += index % t.sizes()[d] * t.strides()[d];
    index /= t.sizes()[d];
  }
  return at;
}

// A number outside the 64-bit range becomes the least integer, as on the processors that PyTorch runs on.
template <class To, class From>
To converted(From value) {
  if constexpr (std::is_same_v<To, std::int64_t> && std::is_floating_point_v<From>) {
    constexpr From kBound = static_cast<From>(9223372036854775808.0);
    return value >= -kBound && value < kBound ? static_cast<To>(value) : std::numeric_limits<To>::min();
  } else {
    return static_cast<To>(value);
  }
}

// Calls `f` with a null pointer of the storage type of a narrow dtype.
template <class F>
decltype(auto) with_narrow(Element element, F&& f) {
  switch (element) {
    case Element::i32: return f(static_cast<std::int32_t*>(nullptr));
    case Element::i16: return f(static_cast<std::int16_t*>(nullptr));
    case Element::i8: return f(static_cast<std::int8_t*>(nullptr));
    case Element::f16: return f(static_cast<Half*>(nullptr));
    case Element::bf16: return f(static_cast<BFloat16*>(nullptr));
    default: return f(static_cast<std::uint8_t*>(nullptr));
  }
}

template <class T>
constexpr bool kIsHalf = std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>;

// The low bits of an integer. Other numbers are converted as on the processors that PyTorch runs on: to 32 bits first,
// for uint8 to 64.
template <class To, class From>
To narrowed(From value) {
  if constexpr (kIsHalf<To>) {
    return To(static_cast<float>(value));
  } else if constexpr (!std::is_floating_point_v<From> || std::is_same_v<To, std::uint8_t>) {
    return static_cast<To>(converted<std::int64_t>(value));
  } else {
    bool fits = value > -2147483649.0 && value < 2147483648.0;
    return static_cast<To>(fits ? static_cast<std::int32_t>(value) : std::numeric_limits<std::int32_t>::min());
  }
}

// Calls `convert` for each element of `to`.
template <class To, class From, class F>
void convert_elements(const Tensor& to, const Tensor& from, F&& convert) {
  StridedWalk<2> walk(to.sizes(), {Dims(to.strides()), broadcast_strides(from.sizes(), from.strides(), to.dim())});
  if (walk.empty()) return;
  To* out = to.data<To>();
  const From* in = from.data<From>();
  do {
    for (std::int64_t i = 0; i < walk.run(); ++i)
      out[walk.at(0) + i * walk.step(0)] = convert(in[walk.at(1) + i * walk.step(1)]);
  } while (walk.next());
}

// One of the two is narrow. Integers are read as int64 and written from int64 or float64, half precision is read and
// written as float32; all other dtypes convert via these.
void copy_narrow(const Tensor& to, const Tensor& from) {
  if (is_narrow(from.element())) {
    Element wide = wide_of(from.element());
    if (to.element() != wide) return copy_elements(to, from.copy_to(wide, from.device()));
    return with_narrow(from.element(), [&](auto* f) {
      using From = std::remove_pointer_t<decltype(f)>;
      using To = std::conditional_t<kIsHalf<From>, float, std::int64_t>;
      convert_elements<To, From>(to, from, [](From v) { return static_cast<To>(v); });
    });
  }
  Element read = is_half(to.element()) ? Element::f32 : is_floating(from.element()) ? Element::f64 : Element::i64;
  if (from.element() != read) return copy_elements(to, from.copy_to(read, from.device()));
  with_narrow(to.element(), [&](auto* t) {
    using To = std::remove_pointer_t<decltype(t)>;
    if constexpr (kIsHalf<To>) {
      convert_elements<To, float>(to, from, narrowed<To, float>);
    } else if (read == Element::f64) {
      convert_elements<To, double>(to, from, narrowed<To, double>);
    } else {
      convert_elements<To, std::int64_t>(to, from, narrowed<To, std::int64_t>);
    }
  });
}

template <class To, class From>
void copy_run(
    To* to, std::int64_t to_step, const From* from, std::int64_t from_step, std::int64_t count, bool to_bool) {
  if (to_bool) {
    for (std::int64_t i = 0; i < count; ++i) to[i * to_step] = static_cast<To>(from[i * from_step] != From{});
  } else {
    for (std::int64_t i = 0; i < count; ++i) to[i * to_step] = converted<To>(from[i * from_step]);
  }
}

}  // namespace

void TensorImpl::release(TensorImpl* impl) {
  if (--impl->refs_ == 0) delete impl;
}

void TensorImpl::share() {
  if (storage || fake) return;
  storage = Storage::make(bytes_of(element), device);
  std::memcpy(storage->data(), inline_element, bytes_of(element));
  storage->bump_version(inline_version);
  storage->cell = std::exchange(cell, nullptr);
}

void TensorImpl::take_memory(Ref<Storage> other) {
  share();
  if (!counter && storage) counter = storage->counter();
  storage = std::move(other);
}

Tensor Tensor::zeros(const Dims& sizes, Element element, Device device) { return make(sizes, element, device); }

Tensor Tensor::zeros(const TensorSpec& spec) { return make(spec); }
Tensor Tensor::empty(const TensorSpec& spec) { return make(spec, false); }

Tensor Tensor::fake(const TensorSpec& spec) {
  Tensor out = describe(spec);
  out->fake = true;
  return out;
}

Tensor Tensor::full(const Dims& sizes, double value, Element element, Device device) {
  Tensor out = make(sizes, element, device);
  if (is_narrow(element) || is_complex(element)) {
    copy_elements(out, scalar(value, Element::f64));
    return out;
  }
  std::int64_t count = out.numel();
  with_element(element, [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    T* data = out.data<T>();
    T v = element == Element::b8 ? static_cast<T>(value != 0) : static_cast<T>(value);
    for (std::int64_t i = 0; i < count; ++i) data[i] = v;
  });
  return out;
}

Tensor Tensor::scalar(double value, Element element) { return full({}, value, element); }

Tensor Tensor::from(std::span<const double> values, const Dims& sizes, Element element) {
  Tensor out = make(sizes, element, Device::cpu);
  if (static_cast<std::uint64_t>(out.numel()) != values.size()) {
    throw fx_error(
        "RuntimeError",
        cat({"shape '", dims_text(sizes), "' is invalid for input of size ", std::to_string(values.size())}));
  }
  for (std::size_t i = 0; i < values.size(); ++i) out.set_item_at(static_cast<std::int64_t>(i), values[i]);
  return out;
}

bool Tensor::is_contiguous() const {
  if (std::find(sizes().begin(), sizes().end(), 0) != sizes().end()) return true;
  std::int64_t step = 1;
  for (std::size_t d = dim(); d-- > 0;) {
    if (sizes()[d] == 1) continue;
    if (strides()[d] != step) return false;
    step = dim_mul(step, sizes()[d]);
  }
  return true;
}

void Tensor::bump_version(std::uint32_t by) const {
  if (impl_->counter) {
    impl_->counter->value += by;
  } else if (impl_->storage) {
    impl_->storage->bump_version(by);
  } else {
    impl_->inline_version += by;
  }
}

bool Tensor::shares_memory_with(const Tensor& other) const {
  if (impl() == other.impl()) return true;
  return impl_->storage && impl_->storage.get() == other->storage.get();
}

double Tensor::item_at(std::int64_t index) const {
  if (is_fake()) no_elements();
  std::int64_t at = offset_of(*this, index);
  if (is_narrow(element())) {
    return with_narrow(element(), [&](auto* t) {
      using T = std::remove_pointer_t<decltype(t)>;
      using Wide = std::conditional_t<kIsHalf<T>, float, double>;
      return static_cast<double>(static_cast<Wide>(data<T>()[at]));
    });
  }
  return with_element(element(),
                      [&](auto* t) { return static_cast<double>(data<std::remove_pointer_t<decltype(t)>>()[at]); });
}

std::int64_t Tensor::integer_item_at(std::int64_t index) const {
  if (element() != Element::i64 || is_fake()) return converted<std::int64_t>(item_at(index));
  return data<std::int64_t>()[offset_of(*this, index)];
}

void Tensor::set_item_at(std::int64_t index, double value) const {
  if (is_fake()) no_elements();
  if (is_complex(element())) {
    part(false).set_item_at(index, value);
    return part(true).set_item_at(index, 0);
  }
  std::int64_t at = offset_of(*this, index);
  if (is_narrow(element())) {
    return with_narrow(element(), [&](auto* t) {
      using T = std::remove_pointer_t<decltype(t)>;
      data<T>()[at] = narrowed<T>(value);
    });
  }
  with_element(element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    data<T>()[at] = element() == Element::b8 ? static_cast<T>(value != 0) : converted<T>(value);
  });
}

double Tensor::item() const {
  if (numel() != 1) {
    throw fx_error("RuntimeError",
                   cat({"a Tensor with ", std::to_string(numel()), " elements cannot be converted to Scalar"}));
  }
  return item_at(0);
}

Tensor Tensor::as_strided(const Dims& sizes, const Dims& strides, std::int64_t offset) const {
  return reinterpreted({sizes, strides, element(), device(), offset});
}

namespace {

// The lowest and the highest element of a view that has elements; false if they are no numbers.
bool reach_of(const TensorSpec& view, std::int64_t& lowest, std::int64_t& highest) {
  lowest = highest = view.offset;
  for (std::size_t d = 0; d < view.sizes.size(); ++d) {
    std::int64_t way = 0, &end = view.strides[d] < 0 ? lowest : highest;
    if (__builtin_mul_overflow(std::max<std::int64_t>(view.sizes[d] - 1, 0), view.strides[d], &way) ||
        __builtin_add_overflow(end, way, &end))
      return false;
  }
  return true;
}

void check_geometry(const TensorSpec& view) {
  if (view.sizes.size() != view.strides.size())
    throw fx_error("RuntimeError", "mismatch in length of strides and shape");
  if (std::any_of(view.sizes.begin(), view.sizes.end(), [](std::int64_t size) { return size < 0; }))
    throw fx_error("RuntimeError",
                   cat({"Storage size calculation overflowed with sizes=",
                        dims_text(view.sizes),
                        " and strides=",
                        dims_text(view.strides)}));
}

}  // namespace

Tensor Tensor::reinterpreted(const TensorSpec& view) const {
  if (is_fake()) return fake({view.sizes, view.strides, view.element, device(), view.offset});
  impl_->share();
  const Dims &sizes = view.sizes, &strides = view.strides;
  check_elements(view.element);
  check_geometry(view);
  std::int64_t lowest = 0, last = 0;
  bool known = reach_of(view, lowest, last), nothing = seesaw::numel(sizes) == 0;
  std::size_t size = bytes_of(view.element), room = impl_->storage->bytes() / size;
  if (view.offset < 0 || (!nothing && (!known || lowest < 0 || static_cast<std::uint64_t>(last) >= room))) {
    throw fx_error("RuntimeError",
                   cat({"setStorage: sizes ",
                        dims_text(sizes),
                        ", strides ",
                        dims_text(strides),
                        ", storage offset ",
                        std::to_string(view.offset),
                        ", and itemsize ",
                        std::to_string(size),
                        " requiring a storage size of ",
                        std::to_string((static_cast<std::uint64_t>(last) + 1) * size),
                        " are out of bounds for storage of size ",
                        std::to_string(impl_->storage->bytes())}));
  }
  Tensor out = describe({sizes, strides, view.element, device(), view.offset});
  out->storage = impl_->storage;
  out->counter = impl_->counter;
  out->inference = impl_->inference;
  return out;
}

Tensor Tensor::part(bool imaginary) const {
  Dims doubled = strides();
  for (std::int64_t& stride : doubled) stride *= 2;
  return reinterpreted({sizes(), doubled, part_of(element()), device(), impl_->offset * 2 + (imaginary ? 1 : 0)});
}

Tensor Tensor::alias() const { return as_strided(sizes(), strides(), impl_->offset); }

Tensor Tensor::unversioned_alias() const {
  Tensor out = alias();
  out->counter = Ref<VersionCounter>(new VersionCounter(0));
  return out;
}

Tensor Tensor::copy() const { return copy_to(element(), device()); }

Tensor Tensor::copy_to(Element element, Device device) const {
  if (is_fake()) return fake(TensorSpec::of(sizes(), element, device));
  Tensor out = empty(TensorSpec::of(sizes(), element, device));
  copy_elements(out, *this);
  return out;
}

std::string_view ctype_name(Element element) {
  switch (element) {
    case Element::f64: return "double";
    case Element::f32: return "float";
    case Element::i64: return "long int";
    case Element::b8: return "bool";
    case Element::i32: return "int";
    case Element::i16: return "short int";
    case Element::i8: return "signed char";
    case Element::u8: return "unsigned char";
    case Element::f16: return "c10::Half";
    case Element::bf16: return "c10::BFloat16";
    case Element::c64: return "c10::complex<float>";
    case Element::c128: return "c10::complex<double>";
    default: return scalar_name(element);
  }
}

namespace {

// The source is viewed in the shape of the destination.
void check_fits(const Dims& to, const Dims& from) {
  bool fits = from.size() <= to.size();
  for (std::size_t d = from.size(), e = to.size(); fits && d > 0;) {
    --e;
    fits = from[--d] == 1 || from[d] == to[e];
  }
  if (fits) return;
  Dims both = broadcast_shapes(to, from);
  throw fx_error("RuntimeError",
                 cat({"output with shape ", dims_text(to), " doesn't match the broadcast shape ", dims_text(both)}));
}

// One of the two is complex. A real number has no imaginary part, and a complex one converted to real loses it; as a
// bool it is whether the number is non-zero.
void copy_complex(const Tensor& to, const Tensor& from) {
  if (is_complex(to.element())) {
    copy_elements(to.part(false), is_complex(from.element()) ? from.part(false) : from);
    return copy_elements(to.part(true),
                         is_complex(from.element()) ? from.part(true) : Tensor::scalar(0, part_of(to.element())));
  }
  copy_elements(to, from.part(false));
  if (to.element() != Element::b8) return;
  Tensor imaginary = from.part(true).copy_to(Element::b8, from.device());
  StridedWalk<2> walk(to.sizes(),
                      {Dims(to.strides()), broadcast_strides(imaginary.sizes(), imaginary.strides(), to.dim())});
  if (walk.empty()) return;
  do {
    for (std::int64_t i = 0; i < walk.run(); ++i)
      to.data<std::uint8_t>()[walk.at(0) + i * walk.step(0)] |=
          imaginary.data<std::uint8_t>()[walk.at(1) + i * walk.step(1)];
  } while (walk.next());
}

}  // namespace

void copy_elements(const Tensor& to, const Tensor& from) {
  if (to.is_fake() || from.is_fake()) no_elements();
  check_fits(to.sizes(), from.sizes());
  if (is_complex(to.element()) || is_complex(from.element())) return copy_complex(to, from);
  if (is_narrow(to.element()) || is_narrow(from.element())) return copy_narrow(to, from);
  StridedWalk<2> walk(to.sizes(), {Dims(to.strides()), broadcast_strides(from.sizes(), from.strides(), to.dim())});
  if (walk.empty()) return;
  with_element(to.element(), [&](auto* t) {
    with_element(from.element(), [&](auto* f) {
      auto* out = to.data<std::remove_pointer_t<decltype(t)>>();
      auto* in = from.data<std::remove_pointer_t<decltype(f)>>();
      do {
        copy_run(
            out + walk.at(0), walk.step(0), in + walk.at(1), walk.step(1), walk.run(), to.element() == Element::b8);
      } while (walk.next());
    });
  });
}

}  // namespace seesaw
