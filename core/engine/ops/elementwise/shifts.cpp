// Shifts of the bits of integers.
//
// Narrow integers are computed with in int64: what leaves the narrow one on the left is cut off when the result is
// written, and a sign fills up from the left in both.
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw {

namespace {

constexpr std::int64_t kBits = 64;

// Nothing is left of a number that moves further than it has bits; a negative distance counts as that far.
struct ShiftLeft {
  static constexpr std::string_view name = "lshift_cpu";
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_same_v<T, std::int64_t>)
      return b < 0 || b >= kBits ? 0 : static_cast<T>(static_cast<std::uint64_t>(a) << b);
    return a;
  }
};
// To the right its sign is left.
struct ShiftRight {
  static constexpr std::string_view name = "rshift_cpu";
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_same_v<T, std::int64_t>) return a >> (b < 0 || b >= kBits ? kBits - 1 : b);
    return a;
  }
};

// Whatever has no bits to move is refused when it runs; its shape is told.
template <class F>
Outputs shifted(std::span<const Value> args) {
  Element element = result_type(args.first(2));
  if (!is_integral(element)) not_implemented(F::name, element);
  return binary<F>(args.first(2));
}
Specs number_first(std::span<const Value> args) {
  return pointwise_spec(args.subspan(1, 1), result_type(args.first(2)));
}
template <class F>
Outputs number_shifted(std::span<const Value> args) {
  Element element = result_type(args.first(2));
  if (!is_integral(element)) not_implemented(F::name, element);
  Tensor self = Tensor::scalar(0, Element::i64);
  *self.data<std::int64_t>() = args[0].integer();
  return binary_as<F>(self, args[1], number_first(args)[0]);
}

#define SEESAW_SHIFT(name, dunder, Type, text)                                                               \
  {                                                                                                          \
      .path = "torch.ops.aten.__" dunder "__.Tensor",                                                        \
      .surfaces = kMethod,                                                                                   \
      .schema = "__" dunder "__.Tensor(Tensor self, Tensor other) -> Tensor",                                \
      .doc = text,                                                                                           \
      .meta = shape::binary,                                                                                 \
      .kernel = shifted<Type>,                                                                               \
  },                                                                                                         \
      {                                                                                                      \
          .path = "torch.ops.aten.__" dunder "__.Scalar",                                                    \
          .surfaces = kMethod,                                                                               \
          .schema = "__" dunder "__.Scalar(Tensor self, Scalar other) -> Tensor",                            \
          .doc = text,                                                                                       \
          .meta = shape::binary,                                                                             \
          .kernel = shifted<Type>,                                                                           \
      },                                                                                                     \
      {                                                                                                      \
          .path = "torch.ops.aten." name ".Tensor",                                                          \
          .schema = name ".Tensor(Tensor self, Tensor other) -> Tensor",                                     \
          .doc = text,                                                                                       \
          .meta = shape::binary,                                                                             \
          .kernel = shifted<Type>,                                                                           \
          .inplace = true,                                                                                   \
      },                                                                                                     \
      {                                                                                                      \
          .path = "torch.ops.aten." name ".Tensor_Scalar",                                                   \
          .schema = name ".Tensor_Scalar(Tensor self, Scalar other) -> Tensor",                              \
          .doc = text,                                                                                       \
          .meta = shape::binary,                                                                             \
          .kernel = shifted<Type>,                                                                           \
          .inplace = true,                                                                                   \
      },                                                                                                     \
  {                                                                                                          \
    .path = "torch.ops.aten." name ".Scalar_Tensor",                                                         \
    .schema = name ".Scalar_Tensor(Scalar self, Tensor other) -> Tensor", .doc = text, .meta = number_first, \
    .kernel = number_shifted<Type>,                                                                          \
  }

constexpr OpDef kShifts[] = {
    SEESAW_SHIFT("bitwise_left_shift", "lshift", ShiftLeft, "Bits moved to the left."),
    SEESAW_SHIFT("bitwise_right_shift", "rshift", ShiftRight, "Bits moved to the right; the sign fills up."),
};
#undef SEESAW_SHIFT

}  // namespace

std::span<const OpDef> shape_family::shifts() { return kShifts; }

}  // namespace seesaw
