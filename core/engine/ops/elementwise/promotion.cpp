#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/kernels/exact_numbers.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"

#include <algorithm>

namespace seesaw {

namespace {

int kind_of(Element e) { return is_complex(e) ? 3 : is_floating(e) ? 2 : is_integral(e) ? 1 : 0; }

Element of_number(Number n) {
  if (n.kind == Number::Kind::complex) return complex_of(default_dtype());
  return n.kind == Number::Kind::floating  ? default_dtype()
         : n.kind == Number::Kind::integer ? Element::i64
                                           : Element::b8;
}

bool is_unsigned(Element e) { return e == Element::u8 || (e >= Element::u16 && e <= Element::u64); }

// For a real and a complex dtype, the complex one that holds both.
Element complex_with(Element complex, Element real) {
  if (real == Element::f64) return Element::c128;
  if (complex == Element::c32 && real != Element::f16 && real != Element::bf16) return Element::c64;
  return complex;
}

// The smallest dtype that holds both, as torch.promote_types.
Element wider(Element a, Element b) {
  if (a == b) return a;
  int kind_a = kind_of(a), kind_b = kind_of(b);
  if (kind_a != kind_b) {
    Element high = kind_a > kind_b ? a : b, low = kind_a > kind_b ? b : a;
    return is_complex(high) && is_floating(low) ? complex_with(high, low) : high;
  }
  if (kind_a == 2 && (a == Element::f16 || a == Element::bf16) && (b == Element::f16 || b == Element::bf16))
    return Element::f32;
  std::size_t wide_a = dtype_of(a).bytes, wide_b = dtype_of(b).bytes;
  if (kind_a == 1 && is_unsigned(a) != is_unsigned(b)) {
    Element with_sign = is_unsigned(a) ? b : a;
    std::size_t plain = is_unsigned(a) ? wide_a : wide_b, least = is_unsigned(a) ? wide_b : wide_a;
    if (least > plain) return with_sign;
    return plain == 1 ? Element::i16 : plain == 2 ? Element::i32 : Element::i64;
  }
  return wide_a >= wide_b ? a : b;
}

struct Group {
  bool any = false;
  Element element = Element::b8;
  void take(Element e) {
    element = any ? wider(element, e) : e;
    any = true;
  }
};

Element combine(const Group& strong, const Group& weak) {
  if (!strong.any) return weak.element;
  if (!weak.any) return strong.element;
  if (kind_of(weak.element) <= kind_of(strong.element)) return strong.element;
  return is_complex(weak.element) && is_floating(strong.element) ? complex_of(strong.element) : weak.element;
}

}  // namespace

Element result_type(std::span<const Value> values) {
  Group dims, zero, numbers;
  for (const Value& value : values) {
    if (value.is_tensor()) (value.tensor().dim() > 0 ? dims : zero).take(value.tensor().element());
    if (value.is_number()) numbers.take(of_number(value.number()));
    for (const Tensor& t : value.tensors()) (t.dim() > 0 ? dims : zero).take(t.element());
  }
  Group tensors{dims.any || zero.any, combine(dims, zero)};
  return combine(tensors, numbers);
}

Tensor complex_number(Number n, Element element) {
  Tensor out = Tensor::scalar(n.value, element);
  out.part(true).set_item_at(0, n.imaginary);
  return out;
}

Tensor operand(const Value& value, Element element) {
  if (value.is_number()) return number_tensor(value.number(), element);
  const Tensor& t = value.tensor();
  return t.element() == element ? t : t.copy_to(element, t.device());
}

}  // namespace seesaw
