// Element-wise kernels, and PyTorch's rules for the dtype of their results.
//
// What: `unary<F>`, `binary<F>` and `compare<F>` make a kernel of a function object on single elements.
// Why: broadcasting, type promotion and strides are the same for all of them.
//
//   struct Mul { template <class T> T operator()(T a, T b) const { return a * b; } };
//   .kernel = binary<Mul>
#pragma once

#include <cmath>
#include <type_traits>

#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/kernels/simd.h"
#include "core/engine/tensor/walk.h"

namespace seesaw {

// An operand as a tensor of a dtype.
Tensor operand(const Value& value, Element element);

// Whether two layouts of the same shape are one block with the same offsets: strides then do not matter.
inline bool same_block(const Tensor& a, const Tensor& b) {
  return a.strides() == b.strides() && a.sizes() == b.sizes() && is_dense(a.sizes(), a.strides());
}

// Function objects that process four elements at once declare `using lanes = void`.
template <class F>
concept HasLanes = requires {
  typename F::lanes;
};

template <class F, class In, class Out>
void map_run(Out* to, const In* from, std::int64_t n) {
  std::int64_t i = 0;
  if constexpr (HasLanes<F> && std::is_same_v<In, float> && std::is_same_v<Out, float>) {
    for (; i + lane_count<float> <= n; i += lane_count<float>) store(to + i, F()(load(from + i)));
  }
  for (; i < n; ++i) to[i] = static_cast<Out>(F()(from[i]));
}

template <class F, class In, class Out>
Tensor map1(const Tensor& a, const TensorSpec& spec) {
  Tensor out = Tensor::empty(spec);
  Out* to = out.data<Out>();
  const In* from = a.data<In>();
  if (same_block(out, a)) {
    map_run<F>(to, from, out.numel());
    return out;
  }
  StridedWalk<2> walk(out.sizes(), {out.strides(), a.strides()});
  if (walk.empty()) return out;
  do {
    Out* o = to + walk.at(0);
    const In* x = from + walk.at(1);
    std::int64_t n = walk.run(), so = walk.step(0), sx = walk.step(1);
    for (std::int64_t i = 0; i < n; ++i) o[i * so] = static_cast<Out>(F()(x[i * sx]));
  } while (walk.next());
  return out;
}

template <class F, class In, class Out>
Tensor map2(const Tensor& a, const Tensor& b, const TensorSpec& spec) {
  Tensor out = Tensor::empty(spec);
  Out* to = out.data<Out>();
  const In* left = a.data<In>();
  const In* right = b.data<In>();
  if (same_block(out, a) && (b.numel() == 1 || same_block(out, b))) {
    std::int64_t n = out.numel();
    if (b.numel() == 1) {
      In c = right[0];
      for (std::int64_t i = 0; i < n; ++i) to[i] = static_cast<Out>(F()(left[i], c));
    } else {
      for (std::int64_t i = 0; i < n; ++i) to[i] = static_cast<Out>(F()(left[i], right[i]));
    }
    return out;
  }
  const Dims& shape = out.sizes();
  StridedWalk<3> walk(shape,
                      {out.strides(),
                       broadcast_strides(a.sizes(), a.strides(), shape.size()),
                       broadcast_strides(b.sizes(), b.strides(), shape.size())});
  if (walk.empty()) return out;
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

// Each kernel has its rule: `binary<Mul>` belongs to `.meta = shape::binary`; a kernel with its own checks names it.
template <class F, ShapeRule kRule = shape::unary_float>
Outputs unary_float(std::span<const Value> args) {
  Specs specs = kRule(args);
  Tensor a = operand(args[0], specs[0].element);
  return a.element() == Element::f64 ? map1<F, double, double>(a, specs[0]) : map1<F, float, float>(a, specs[0]);
}

template <class F, ShapeRule kRule = shape::unary>
Outputs unary(std::span<const Value> args) {
  Specs specs = kRule(args);
  const Tensor& a = args[0].tensor();
  return with_element(a.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    return map1<F, T, T>(a, specs[0]);
  });
}

// A function object with state over a floating tensor.
template <class F>
Tensor map_floating(const Tensor& a, const TensorSpec& spec, F&& f) {
  Tensor out = Tensor::empty(spec);
  copy_elements(out, a);
  with_element(out.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    if constexpr (std::is_floating_point_v<T>) {
      T* data = out.data<T>();
      std::int64_t n = out.numel();
      for (std::int64_t i = 0; i < n; ++i) data[i] = static_cast<T>(f(data[i]));
    }
  });
  return out;
}

// Into a result described by a rule: operands in its dtype.
template <class F>
Outputs binary_as(const Value& left, const Value& right, const TensorSpec& spec) {
  Tensor a = operand(left, spec.element), b = operand(right, spec.element);
  return with_element(spec.element, [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    return map2<F, T, T>(a, b, spec);
  });
}

template <class F, ShapeRule kRule = shape::binary>
Outputs binary(std::span<const Value> args) {
  return binary_as<F>(args[0], args[1], kRule(args)[0]);
}

// The accumulation type: float32 sums in double, so that the error does not grow with the number of elements.
template <class T>
using Wide = std::conditional_t<std::is_same_v<T, float>, double, T>;

// a + b; for bools a logical or.
struct Add {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_same_v<T, std::uint8_t>) return static_cast<T>(a | b);
    return static_cast<T>(a + b);
  }
};

// Comparisons, for `compare`.
struct Gt {
  template <class T>
  bool operator()(T a, T b) const {
    return a > b;
  }
};
struct Lt {
  template <class T>
  bool operator()(T a, T b) const {
    return a < b;
  }
};
struct Ge {
  template <class T>
  bool operator()(T a, T b) const {
    return a >= b;
  }
};
struct Le {
  template <class T>
  bool operator()(T a, T b) const {
    return a <= b;
  }
};
struct Eq {
  template <class T>
  bool operator()(T a, T b) const {
    return a == b;
  }
};
struct Ne {
  template <class T>
  bool operator()(T a, T b) const {
    return a != b;
  }
};

template <class F>
Outputs compare(std::span<const Value> args) {
  Element e = result_type(args.first(2));
  Tensor a = operand(args[0], e), b = operand(args[1], e);
  Specs specs = shape::compare(args);
  return with_element(e, [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    return map2<F, T, std::uint8_t>(a, b, specs[0]);
  });
}

}  // namespace seesaw
