#include "core/ops/pointwise_kernels.h"

#include <algorithm>

namespace seesaw {

namespace {

int kind_of(Element e) { return is_floating(e) ? 2 : e == Element::i64 ? 1
                                                                       : 0; }

Element of_number(Number n) {
  return n.kind == Number::Kind::floating ? default_dtype() : n.kind == Number::Kind::integer ? Element::i64
                                                                                              : Element::b8;
}

// Within one kind only the two floats differ.
Element wider(Element a, Element b) {
  if (kind_of(a) != kind_of(b)) return kind_of(a) > kind_of(b) ? a : b;
  return a == Element::f64 || b == Element::f64 ? Element::f64 : a;
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
  return kind_of(weak.element) > kind_of(strong.element) ? weak.element : strong.element;
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

Tensor operand(const Value& value, Element element) {
  if (value.is_number()) return Tensor::scalar(value.number().value, element);
  const Tensor& t = value.tensor();
  return t.element() == element ? t : t.copy_to(element, t.device());
}

}  // namespace seesaw
