#include "core/engine/ops/kernels/narrow.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/table/schema.h"
#include "core/engine/tensor/current_dialect.h"

namespace seesaw {

namespace {

bool narrow(const Tensor& t) { return t && is_narrow(t.element()); }

bool narrow(const Value& v) {
  if (v.is_tensor()) return narrow(v.tensor());
  if (v.kind() == Value::Kind::dtype) return is_narrow(v.element());
  return std::any_of(v.tensors().begin(), v.tensors().end(), [](const Tensor& t) { return narrow(t); });
}

Tensor widened(const Tensor& t) { return narrow(t) ? t.copy_to(wide_of(t.element()), t.device()) : t; }

// A byte among index tensors is a mask.
Value widened(const Value& v, bool masks) {
  if (v.is_tensor()) return widened(v.tensor());
  if (v.kind() == Value::Kind::dtype) return wide_of(v.element());
  if (!v.is_tensors()) return v;
  std::vector<Tensor> out;
  for (const Tensor& t : v.tensors())
    out.push_back(masks && t && t.element() == Element::u8 ? t.copy_to(Element::b8, t.device()) : widened(t));
  return out;
}

}  // namespace

namespace {

// The range of a dtype, under its C++ name in PyTorch's message; none: every number is accepted.
struct Range {
  Element element;
  std::string_view name;
  double least, most;
};
constexpr Range kRanges[] = {
    {Element::f32, "float", -double{std::numeric_limits<float>::max()}, double{std::numeric_limits<float>::max()}},
    {Element::f16, "at::Half", -65504, 65504},
    {Element::bf16, "at::BFloat16", -0x1.fep127, 0x1.fep127},
    {Element::i64, "int64_t", -0x1p63, 0x1p63},
    {Element::i32, "int", -0x1p31, 0x1p31 - 1},
    {Element::i16, "int16_t", -0x1p15, 0x1p15 - 1},
    {Element::i8, "int8_t", -0x1p7, 0x1p7 - 1},
    {Element::u8, "uint8_t", 0, 0xff},
};

}  // namespace

void check_fits(Number number, Element element) {
  const Range* range = std::find_if(
      std::begin(kRanges), std::end(kRanges), [&](const Range& one) { return one.element == element; });
  if (range == std::end(kRanges) || number.kind == Number::Kind::boolean) return;
  // Infinities and NaN fit a floating dtype; integers wrap around in an unsigned one.
  if (is_floating(element) && !std::isfinite(number.value)) return;
  bool wraps = range->least == 0 && number.kind == Number::Kind::integer;
  double least = wraps ? -range->most : range->least;
  if (number.value >= least && number.value <= range->most) return;
  std::string name(range->name);
  if (name.starts_with("at::") && newer(EngineNovelty::operator_texts)) name.replace(0, 2, "c10");
  throw fx_error("RuntimeError", cat({"value cannot be converted to type ", name, " without overflow"}));
}
void check_numbers_fit(const OpDef& op, std::span<const Value> args) {
  // A value this small fits every dtype.
  auto large = [](const Value& v) { return v.is_number() && !(std::fabs(v.number().value) <= 127); };
  if (std::none_of(args.begin(), args.end(), large)) return;
  Element element = op.run.meta(args)[0].element;
  if (op.run.fits != kAllNumbers && (op.run.fits & kHalfInFloat) != 0 && is_half(element)) element = Element::f32;
  const OpSchema* schema = find_schema(op.path);
  for (std::size_t i = 0; i < args.size(); ++i) {
    // Kernels of wide dtypes use an exponent unchanged.
    bool exponent = schema != nullptr && i < schema->parameters.size() && schema->parameters[i].name == "exponent";
    bool asked = i < 32 && (op.run.fits >> i & 1) != 0;
    if (asked && large(args[i]) && !exponent) check_fits(args[i].number(), element);
  }
}
void check_operand_fits(const Tensor& t, const Value& number) {
  if (t.is_fake() || !number.is_number() || !is_floating(t.element()) || t.element() == Element::f64) return;
  check_fits(number.number(), Element::f32);
}

namespace {

// A number in a narrow dtype. PyTorch accepts negative numbers for unsigned ones too.
Value narrowed(const Value& v, Element element, bool fits) {
  if (!v.is_number() || v.number().kind == Number::Kind::boolean) return v;
  if (fits) check_fits(v.number(), element);
  double value = is_half(element) ? v.number().value : std::trunc(v.number().value);
  if (is_half(element)) return Tensor::scalar(value, element).item();
  return static_cast<std::int64_t>(Tensor::scalar(value, Element::i64).copy_to(element, Device::cpu).item());
}

// In half precision, operands are converted to the common dtype before float32 computes with them; a scaling number is
// not.
bool is_promoted(const OpDef& op, const SchemaParameter& parameter, std::span<const Value> args, std::size_t i) {
  constexpr std::string_view kOperands[] = {"self", "other", "exponent"};
  if (op.run.fits == kAllNumbers ||
      std::find(std::begin(kOperands), std::end(kOperands), parameter.name) == std::end(kOperands))
    return false;
  std::string_view name = op.path.substr(0, op.path.rfind('.'));
  bool scales = i == 1 && (name.ends_with(".mul") || name.ends_with(".div") || name.ends_with("_divide"));
  return !scales || (args[i].is_tensor() && args[i].tensor().dim() > 0);
}

// Whether half precision holds the number itself, of those that must fit (OpDef::fits).
bool is_converted(const OpDef& op, std::size_t i) {
  return op.run.fits != kAllNumbers && (op.run.fits & kHalfInFloat) == 0 && i < 31 && (op.run.fits >> i & 1) != 0;
}

Value rounded(const Value& v, Element element) {
  if (v.is_tensor() && v.tensor().element() != element) return v.tensor().copy_to(element, v.tensor().device());
  if (v.is_number() && v.number().kind != Number::Kind::boolean)
    return Tensor::scalar(v.number().value, element).item();
  return v;
}

// A kernel's error names the dtype of the original arguments.
[[noreturn]] void refuse_in(Element element, Error& error) {
  std::string wide = cat({"'", scalar_name(wide_of(element)), "'"});
  std::string& message = error.diagnostic().message;
  if (std::size_t at = message.find(wide); at != std::string::npos)
    message.replace(at, wide.size(), cat({"'", scalar_name(element), "'"}));
  throw;
}

Outputs kernel_on(const OpDef& op, std::span<const Value> wide, std::span<const Value> args) {
  try {
    return op.run.kernel(wide);
  } catch (Error& error) {
    auto given = std::find_if(
        args.begin(), args.end(), [](const Value& v) { return v.is_tensor() && narrow(v.tensor()); });
    if (given == args.end()) throw;
    refuse_in(given->tensor().element(), error);
  }
}

Tensor as_told(const Tensor& result, const TensorSpec& spec) {
  bool same_shape = result.sizes() == spec.sizes;
  if (result.element() == spec.element && same_shape && result.strides() == spec.strides) return result;
  Tensor out = Tensor::empty(same_shape ? spec : TensorSpec::of(result.sizes(), spec.element, result.device()));
  copy_elements(out, result);
  return out;
}

}  // namespace

double largest_finite(Element element) {
  switch (element) {
    case Element::f16: return 65504;
    case Element::bf16: return 0x1.fep127;
    case Element::f32: return double{std::numeric_limits<float>::max()};
    default: return std::numeric_limits<double>::max();
  }
}

bool is_narrow_call(const OpDef& op, std::span<const Value> args) {
  return !op.run.view && !op.run.composite && !op.run.moves &&
         std::any_of(args.begin(), args.end(), [](const Value& v) { return narrow(v); });
}

Outputs run_narrow(const OpDef& op, std::span<const Value> args) {
  Specs specs = op.run.meta(args);
  if (op.run.half != nullptr && is_half(specs[0].element)) {
    check_numbers_fit(op, args);
    Outputs results = op.run.half(args);
    for (std::size_t i = 0; i < results.size(); ++i) results[i] = as_told(results[i], specs[i]);
    if (results.size() > 0) return results;
  }
  const OpSchema* schema = find_schema(op.path);
  const bool all_fit = op.run.fits == kAllNumbers;
  Element common = all_fit ? specs[0].element : result_type(args);
  // An operator with another result dtype takes its numbers in that one.
  bool stays = is_narrow(common) && (specs[0].element == common || specs[0].element == Element::b8);
  if (!stays && is_narrow(specs[0].element) && std::any_of(args.begin(), args.end(), [&](const Value& v) {
        return v.is_tensor() && v.tensor().element() == specs[0].element;
      })) {
    common = specs[0].element;  // a floating number beside tensors whose dtype is kept
    stays = true;
  }
  if (all_fit && !stays) check_numbers_fit(op, args);
  std::vector<Value> wide;
  for (std::size_t i = 0; i < args.size(); ++i) {
    const SchemaParameter* parameter = schema != nullptr && i < schema->parameters.size() ? &schema->parameters[i]
                                                                                          : nullptr;
    std::string_view type = parameter != nullptr ? parameter->type : std::string_view();
    bool operand = stays && (is_type(type, "Tensor") || is_type(type, "Scalar"));
    bool half = is_half(common);
    const bool rounds = half && ((operand && is_promoted(op, *parameter, args, i)) || (stays && is_converted(op, i)));
    wide.push_back(widened(rounds ? rounded(args[i], common) : args[i], type.starts_with("Tensor?[]")));
    if (operand && (!half || all_fit)) wide[i] = narrowed(wide[i], common, all_fit);
  }
  Outputs results = kernel_on(op, wide, args);
  // Statistics that the kernel updated.
  for (std::size_t i = 0; i < args.size(); ++i) {
    bool updated = schema != nullptr && i < schema->parameters.size() &&
                   schema->parameters[i].name.starts_with("running_") && narrow(args[i]);
    if (updated && args[i].is_tensor()) copy_elements(args[i].tensor(), wide[i].tensor());
  }
  for (std::size_t i = 0; i < results.size() && i < specs.size(); ++i) {
    if (results[i]) results[i] = as_told(results[i], specs[i]);
  }
  return results;
}

}  // namespace seesaw
