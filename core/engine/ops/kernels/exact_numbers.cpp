#include "core/engine/ops/kernels/exact_numbers.h"

#include "core/engine/ops/call/complex_calls.h"

namespace seesaw {

Tensor number_tensor(const Number& number, Element element) {
  if (number.kind == Number::Kind::complex) return complex_number(number, element);
  const bool whole = number.kind == Number::Kind::integer || number.kind == Number::Kind::boolean;
  if (!whole || !is_integral(element)) return Tensor::scalar(number.value, element);
  Tensor out = Tensor::scalar(0, Element::i64);
  *out.data<std::int64_t>() = number.exact;
  return element == Element::i64 ? out : out.copy_to(element, Device::cpu);
}

Tensor filled_with(const Number& number, const TensorSpec& spec) {
  Tensor out = Tensor::empty(spec);
  copy_elements(out, number_tensor(number, spec.element));
  return out;
}

}  // namespace seesaw
