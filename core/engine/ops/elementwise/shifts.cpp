// Shifts of the bits of integers.
//
// Narrow integers are computed in int64: bits beyond the narrow type are cut off when the result is written, and the
// sign bit fills from the left in both.
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/base/number.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw {

namespace {

constexpr std::int64_t kBits = 64;

// A shift by at least the number of bits leaves nothing; a negative distance counts as such.
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

// An operand without bits is an error at run time; its shape is computed.
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

// Where nothing is computed, PyTorch's rule for Python's operators takes no truth values for integers.
template <class F>
Specs integers_shifted(std::span<const Value> args) {
  const Element element = args[0].tensor().element();
  const std::string_view name = F::name.substr(0, F::name.find('_'));
  if (!is_integral(element) || element == Element::b8)
    throw fx_error(
        "RuntimeError",
        cat({name, ": Expected input tensor to have an integral dtype. Got torch.", dtype_of(element).name}));
  const bool real = args[1].is_number() && args[1].number().kind == Number::Kind::floating;
  if (real)
    throw fx_error("RuntimeError",
                   cat({name, ": Expected shift value to be an int. Got ", format_float(args[1].number().value)}));
  const std::optional<Element> by = args[1].is_tensor() ? std::optional(args[1].tensor().element()) : std::nullopt;
  if (by && (!is_integral(*by) || *by == Element::b8))
    throw fx_error("RuntimeError",
                   cat({name, ": Expected shift value to have an integral dtype. Got torch.", dtype_of(*by).name}));
  return shape::binary(args);
}

// Tensors or a number on the right.
template <class F>
constexpr OpDef shift(std::string_view path, std::string_view schema, std::string_view doc) {
  const bool python = path.find("__") != std::string_view::npos;
  return {
      .path = path,
      .schema = schema,
      .doc = doc,
      .run = {.meta = shape::binary, .fake = python ? integers_shifted<F> : nullptr, .kernel = shifted<F>},
      .forms = {.inplace = true},
      .python = {.surfaces = python ? std::uint8_t{kMethod} : OpDef{}.python.surfaces},
  };
}
template <class F>
constexpr OpDef shift_of_number(std::string_view path, std::string_view schema, std::string_view doc) {
  return {
      .path = path,
      .schema = schema,
      .doc = doc,
      .run = {.meta = number_first, .kernel = number_shifted<F>},
  };
}

constexpr OpDef kShifts[] = {
    shift<ShiftLeft>("torch.ops.aten.__lshift__.Tensor",
                     "__lshift__.Tensor(Tensor self, Tensor other) -> Tensor",
                     "Bits moved to the left."),
    shift<ShiftLeft>("torch.ops.aten.__lshift__.Scalar",
                     "__lshift__.Scalar(Tensor self, Scalar other) -> Tensor",
                     "Bits moved to the left."),
    shift<ShiftLeft>("torch.ops.aten.bitwise_left_shift.Tensor",
                     "bitwise_left_shift.Tensor(Tensor self, Tensor other) -> Tensor",
                     "Bits moved to the left."),
    shift<ShiftLeft>("torch.ops.aten.bitwise_left_shift.Tensor_Scalar",
                     "bitwise_left_shift.Tensor_Scalar(Tensor self, Scalar other) -> Tensor",
                     "Bits moved to the left."),
    shift_of_number<ShiftLeft>("torch.ops.aten.bitwise_left_shift.Scalar_Tensor",
                               "bitwise_left_shift.Scalar_Tensor(Scalar self, Tensor other) -> Tensor",
                               "Bits moved to the left."),
    shift<ShiftRight>("torch.ops.aten.__rshift__.Tensor",
                      "__rshift__.Tensor(Tensor self, Tensor other) -> Tensor",
                      "Bits moved to the right; the sign fills up."),
    shift<ShiftRight>("torch.ops.aten.__rshift__.Scalar",
                      "__rshift__.Scalar(Tensor self, Scalar other) -> Tensor",
                      "Bits moved to the right; the sign fills up."),
    shift<ShiftRight>("torch.ops.aten.bitwise_right_shift.Tensor",
                      "bitwise_right_shift.Tensor(Tensor self, Tensor other) -> Tensor",
                      "Bits moved to the right; the sign fills up."),
    shift<ShiftRight>("torch.ops.aten.bitwise_right_shift.Tensor_Scalar",
                      "bitwise_right_shift.Tensor_Scalar(Tensor self, Scalar other) -> Tensor",
                      "Bits moved to the right; the sign fills up."),
    shift_of_number<ShiftRight>("torch.ops.aten.bitwise_right_shift.Scalar_Tensor",
                                "bitwise_right_shift.Scalar_Tensor(Scalar self, Tensor other) -> Tensor",
                                "Bits moved to the right; the sign fills up."),
};

}  // namespace

std::span<const OpDef> op_records::shifts() { return kShifts; }

}  // namespace seesaw
