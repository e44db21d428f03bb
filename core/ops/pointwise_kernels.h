// Kernels that work element by element, and PyTorch's rules for the dtype of their results.
//
// What: `unary<F>`, `binary<F>` and `compare<F>` make a kernel of a function object on single elements.
// Why: broadcasting, type promotion and strides are the same for all of them.
//
//   struct Mul { template <class T> T operator()(T a, T b) const { return a * b; } };
//   .kernel = binary<Mul>
#pragma once

#include <cmath>
#include <type_traits>

#include "core/ops/value.h"
#include "core/tensor/walk.h"

namespace seesaw {

// PyTorch's result type: tensors with dimensions decide before rank 0, rank 0 before numbers, unless a later one is of a
// higher kind (bool < integer < float). Numbers that are floats count as float32.
Element result_type(std::span<const Value> values);
// float32 for integers and bools, else the same.
inline Element to_floating(Element e) { return is_floating(e) ? e : Element::f32; }

// An operand as a tensor of a dtype.
Tensor operand(const Value& value, Element element);

template <class F, class In, class Out>
Tensor map1(const Tensor& a, Element element) {
  Tensor out = Tensor::zeros(a.sizes(), element, a.device());
  StridedWalk<2> walk(out.sizes(), {out.strides(), a.strides()});
  if (walk.empty()) return out;
  Out* to = out.data<Out>();
  const In* from = a.data<In>();
  do {
    Out* o = to + walk.at(0);
    const In* x = from + walk.at(1);
    std::int64_t n = walk.run(), so = walk.step(0), sx = walk.step(1);
    if (so == 1 && sx == 1) {
      for (std::int64_t i = 0; i < n; ++i) o[i] = static_cast<Out>(F()(x[i]));
    } else {
      for (std::int64_t i = 0; i < n; ++i) o[i * so] = static_cast<Out>(F()(x[i * sx]));
    }
  } while (walk.next());
  return out;
}

template <class F, class In, class Out>
Tensor map2(const Tensor& a, const Tensor& b, Element element) {
  Dims shape = broadcast_shapes(a.sizes(), b.sizes());
  Tensor out = Tensor::zeros(shape, element, a.dim() >= b.dim() ? a.device() : b.device());
  StridedWalk<3> walk(shape, {out.strides(), broadcast_strides(a.sizes(), a.strides(), shape.size()), broadcast_strides(b.sizes(), b.strides(), shape.size())});
  if (walk.empty()) return out;
  Out* to = out.data<Out>();
  const In* left = a.data<In>();
  const In* right = b.data<In>();
  do {
    Out* o = to + walk.at(0);
    const In* x = left + walk.at(1);
    const In* y = right + walk.at(2);
    std::int64_t n = walk.run(), so = walk.step(0), sx = walk.step(1), sy = walk.step(2);
    if (so == 1 && sx == 1 && sy == 1) {
      for (std::int64_t i = 0; i < n; ++i) o[i] = static_cast<Out>(F()(x[i], y[i]));
    } else if (so == 1 && sx == 1 && sy == 0) {
      In c = y[0];
      for (std::int64_t i = 0; i < n; ++i) o[i] = static_cast<Out>(F()(x[i], c));
    } else {
      for (std::int64_t i = 0; i < n; ++i) o[i * so] = static_cast<Out>(F()(x[i * sx], y[i * sy]));
    }
  } while (walk.next());
  return out;
}

// Floating results whatever comes in.
template <class F>
Outputs unary_float(std::span<const Value> args) {
  Element e = to_floating(args[0].tensor().element());
  Tensor a = operand(args[0], e);
  return e == Element::f64 ? map1<F, double, double>(a, e) : map1<F, float, float>(a, e);
}

// The dtype of the input.
template <class F>
Outputs unary(std::span<const Value> args) {
  const Tensor& a = args[0].tensor();
  return with_element(a.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    return map1<F, T, T>(a, a.element());
  });
}

template <class F>
Outputs binary_as(std::span<const Value> args, Element e) {
  Tensor a = operand(args[0], e), b = operand(args[1], e);
  return with_element(e, [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    return map2<F, T, T>(a, b, e);
  });
}

template <class F>
Outputs binary(std::span<const Value> args) {
  return binary_as<F>(args, result_type(args.first(2)));
}

// Comparisons, for `compare`.
struct Gt {
  template <class T>
  bool operator()(T a, T b) const { return a > b; }
};
struct Lt {
  template <class T>
  bool operator()(T a, T b) const { return a < b; }
};
struct Ge {
  template <class T>
  bool operator()(T a, T b) const { return a >= b; }
};
struct Le {
  template <class T>
  bool operator()(T a, T b) const { return a <= b; }
};
struct Eq {
  template <class T>
  bool operator()(T a, T b) const { return a == b; }
};
struct Ne {
  template <class T>
  bool operator()(T a, T b) const { return a != b; }
};

template <class F>
Outputs compare(std::span<const Value> args) {
  Element e = result_type(args.first(2));
  Tensor a = operand(args[0], e), b = operand(args[1], e);
  return with_element(e, [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    return map2<F, T, std::uint8_t>(a, b, Element::b8);
  });
}

}  // namespace seesaw
