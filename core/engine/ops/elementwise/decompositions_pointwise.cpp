// Rules of run_decompositions: elementwise operators and losses.
#include <cmath>
#include <limits>
#include <numbers>

#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/shapes_by_rule.h"
#include "core/engine/ops/composed/decomposition_parts.h"
#include "core/engine/ops/kernels/matrix.h"
#include "core/engine/ops/kernels/narrow.h"

namespace seesaw::decomposition {

namespace {

Tensor un(std::string_view name, const Tensor& x) { return one(cat({name, ".default"}), {x}); }
Tensor times(const Value& a, const Value& b) { return one("mul.Tensor", {a, b}); }
Tensor plus(const Value& a, const Value& b) { return one("add.Tensor", {a, b}); }
Tensor minus(const Value& a, const Value& b) { return one("sub.Tensor", {a, b}); }
Tensor over(const Value& a, const Value& b) { return one("div.Tensor", {a, b}); }
Tensor compared(std::string_view name, const Tensor& x, const Value& number) {
  return one(cat({name, ".Scalar"}), {x, number});
}

constexpr double kInf = std::numeric_limits<double>::infinity();

// min(0, x) - log1p(exp(-|x|))
Tensor log_of_sigmoid(const Tensor& x) {
  Tensor low = one("minimum.default", {full_scalar(0, x), x});
  return minus(low, un("log1p", un("exp", un("neg", un("abs", x)))));
}

// x * log(y), and 0 where x is 0.
Tensor x_log_y(const Tensor& x, const Tensor& y) {
  Tensor zero = compared("eq", x, 0), product = times(x, un("log", y));
  Tensor whole = choose(zero, scalar(0, x), product);
  Tensor nan = un("isnan", y);
  return choose(nan, scalar(std::nan(""), x), whole);
}

// Integers and truth values in float32, as formulas of real numbers take them.
Tensor float_of(const Tensor& x) { return is_differentiable(x.element()) ? x : copied_to(x, Element::f32); }

Tensor finite(const Tensor& x) {
  if (!is_differentiable(x.element()))
    return one("full_like.default",
               {x, true, Element::b8, Value(), Value(), false, std::string("torch.preserve_format")});
  Tensor bounded = compared("ne", un("abs", x), kInf);
  return times(one("eq.Tensor", {x, x}), bounded);
}

}  // namespace

Outputs rsub(Args args) { return one("sub.Tensor", {args[1], args[0], args[2]}); }

Outputs addcmul(Args halves) {
  return in_float(halves, [](Args args) -> Outputs { return plus(args[0], times(times(args[1], args[3]), args[2])); });
}
Outputs addcdiv(Args halves) {
  return in_float(halves, [](Args args) -> Outputs { return plus(args[0], over(times(args[1], args[3]), args[2])); });
}

Outputs lerp_tensor(Args halves) {
  return in_float(halves, [](Args args) -> Outputs {
    const Tensor &start = self(args), &end = args[1].tensor(), &weight = args[2].tensor();
    Tensor far = compared("ge", un("abs", weight), 0.5);
    Tensor by = choose(far, minus(weight, 1), weight);
    Tensor base = choose(far, end, start);
    return plus(times(by, minus(end, start)), base);
  });
}
Outputs lerp_scalar(Args halves) {
  return in_float(halves, [](Args args) -> Outputs {
    Value all[] = {args[0], args[1], full_scalar(args[2], self(args))};
    return lerp_tensor(all);
  });
}

Outputs softplus(Args halves) {
  return in_float(halves, [](Args args) -> Outputs {
    const Tensor& x = self(args);
    // Only a caller that passes the numbers finds them in the graph.
    bool scaled = args[1].number().kind != Number::Kind::integer || args[1].number().value != 1 ||
                  args[2].number().kind != Number::Kind::integer || args[2].number().value != 20;
    Tensor inner = scaled ? times(x, args[1]) : x;
    Tensor soft = un("log1p", un("exp", inner));
    if (scaled) soft = over(soft, args[1]);
    return choose(compared("gt", inner, args[2]), x, soft);
  });
}

Outputs mish(Args halves) {
  return in_float(halves, [](Args args) -> Outputs {
    return times(args[0], un("tanh", one("softplus.default", {args[0], 1, 20})));
  });
}

Outputs celu(Args halves) {
  return in_float(halves, [](Args args) -> Outputs {
    const Tensor& x = self(args);
    double alpha = args[1].number().value;
    Tensor below = alpha == 1 ? un("expm1", x) : times(un("expm1", over(x, args[1])), args[1]);
    return choose(compared("gt", x, 0), x, below);
  });
}
Outputs selu(Args args) {
  Value all[] = {args[0], 1.6732632423543772848170429916717, 1.0507009873554804934193349852946, 1.0};
  // 2.14 keeps elu.
  if (newer(EngineNovelty::default_decompositions)) return one("elu.default", {all[0], all[1], all[2]});
  return elu(all);
}
// The value kept for its derivative is converted as well.
Outputs log_sigmoid(Args halves) {
  return in_float(halves, [](Args args) -> Outputs {
    Tensor low = one("minimum.default", {full_scalar(0, self(args)), args[0]}),
           kept = un("exp", un("neg", un("abs", self(args))));
    return std::vector<Tensor>{minus(low, un("log1p", kept)), kept};
  });
}
Outputs softshrink(Args args) {
  const Tensor& x = self(args);
  Tensor out = compared("gt", un("abs", x), args[1]);
  Tensor nearer = minus(x, times(un("sign", x), args[1]));
  return choose(out, nearer, times(x, 0));
}
Outputs hardshrink(Args args) {
  const Tensor& x = self(args);
  return one("where.ScalarSelf", {compared("le", un("abs", x), args[1]), 0, x});
}
Outputs threshold(Args halves) {
  return in_float(halves, [](Args args) -> Outputs {
    Tensor low = compared("le", self(args), args[1]);
    return choose(low, scalar(args[2], self(args)), self(args));
  });
}
Outputs prelu(Args args) {
  const Tensor& x = self(args);
  std::vector<std::int64_t> size(x.dim(), 1);
  if (x.dim() > 1) size[1] = args[1].tensor().numel();
  Tensor weight = one("view.default", {args[1], Dims(size)});
  Tensor positive = compared("gt", x, 0);
  return choose(positive, x, times(weight, x));
}
Outputs glu(Args halves) {
  return in_float(halves, [](Args args) -> Outputs {
    std::size_t dim = wrap_dim(args[1].integer(), self(args).dim());
    auto along = static_cast<std::int64_t>(dim);
    std::int64_t size = self(args).sizes()[dim];
    if (is_sym(size)) not_written("glu of a symbolic size");
    Tensor first = one("slice.Tensor", {args[0], along, 0, size / 2}),
           second = one("slice.Tensor", {args[0], along, size / 2, size});
    return times(first, un("sigmoid", second));
  });
}

Outputs sgn(Args args) {
  const Tensor& x = self(args);
  if (!is_complex(x.element())) return un("sign", x);
  Tensor size = un("abs", x), zero = compared("eq", size, 0);
  return choose(zero, scalar(0, x), over(x, size));
}
Outputs heaviside(Args args) {
  Tensor x = self(args), values = args[1].tensor();
  Dims sizes = broadcast_shapes(x.sizes(), values.sizes());
  for (Tensor* one_of : {&x, &values}) {
    if (!dims_equal(one_of->sizes(), sizes)) *one_of = one("expand.default", {*one_of, sizes});
  }
  Tensor zero = compared("eq", x, 0), below = compared("lt", x, 0);
  Tensor low = one("logical_or.default", {below, un("isnan", x)});
  Tensor high = scalar(1, Element::i64), none = scalar(0, Element::i64);
  Tensor out = choose(zero, values, choose(low, none, high));
  Element wanted = result_type(args.first(2));
  return out.element() == wanted ? out : copied_to(out, wanted);
}
Outputs frac(Args args) {
  const Tensor& x = self(args);
  Tensor whole = un("floor", un("abs", x));
  return minus(x, times(whole, un("sign", x)));
}
Outputs sinc(Args args) {
  Tensor x = times(float_of(self(args)), std::numbers::pi), zero = compared("eq", x, 0);
  Tensor ratio = over(un("sin", x), x);
  return choose(zero, scalar(1, x), ratio);
}
Outputs logit(Args halves) {
  return in_float(halves, [](Args args) -> Outputs {
    double low = given(args[1]) ? args[1].number().value : -1.0;
    Tensor x = float_of(self(args));
    if (newer(EngineNovelty::default_decompositions)) {
      Tensor below = compared("lt", x, low), above = compared("gt", x, 1 - low);
      Tensor bounded = choose(above, scalar(1 - low, x), x);
      x = choose(below, scalar(low, x), bounded);
    } else {
      x = one("clamp.default", {x, low, 1 - low});
    }
    return un("log", over(x, minus(1, x)));
  });
}
Outputs xlogy(Args halves) {
  return in_float(halves, [](Args args) -> Outputs {
    if (!args[1].is_tensor()) not_written("xlogy with a number");
    return x_log_y(self(args), args[1].tensor());
  });
}
Outputs deg2rad(Args args) { return times(args[0], std::numbers::pi / 180); }
Outputs rad2deg(Args args) { return times(args[0], 180 / std::numbers::pi); }
Outputs nan_to_num(Args args) {
  const Tensor& x = self(args);
  double most = largest_finite(x.element());
  if (!is_floating(x.element())) return one("clone.default", {x});
  bool half = x.element() == Element::f16 || x.element() == Element::bf16;
  auto equals = [&](double number) { return compared("eq", half ? copied_to(x, Element::f32) : x, number); };
  auto number = [&](std::size_t i, double otherwise) { return given(args[i]) ? args[i].number().value : otherwise; };
  Tensor nan = un("isnan", x);
  Tensor out = choose(nan, scalar(number(1, 0.0), x), x);
  const bool by_name = newer(EngineNovelty::annotated_rules);  // each is annotated as a call of its own
  Tensor low = by_name ? one("isneginf.default", {x}) : equals(-kInf);
  out = choose(low, scalar(number(3, -most), x), out);
  Tensor high = by_name ? one("isposinf.default", {x}) : equals(kInf);
  return choose(high, scalar(number(2, most), x), out);
}
Outputs isfinite(Args args) { return finite(self(args)); }
Outputs logaddexp(Args args) {
  const Tensor &x = self(args), &y = args[1].tensor();
  Tensor first = one("ge.Tensor", {x, y});
  Tensor most = choose(first, x, y), least = choose(first, y, x);
  Tensor endless = un("logical_not", finite(x));
  Tensor same = one("logical_and.default", {endless, one("eq.Tensor", {x, y})});
  Tensor sum = plus(most, un("log1p", un("exp", minus(least, most))));
  return choose(same, x, sum);
}
Outputs logaddexp2(Args args) {
  const Tensor &x = self(args), &y = args[1].tensor();
  Tensor first = one("ge.Tensor", {x, y});
  Tensor most = choose(first, x, y), least = choose(first, y, x);
  Tensor same = one("logical_and.default", {un("isinf", x), one("eq.Tensor", {x, y})});
  constexpr double kBitsPerE = 1.4426950408889634;
  Tensor sum = plus(most, one("mul.Tensor", {un("log1p", un("exp2", minus(least, most))), kBitsPerE}));
  return choose(same, x, sum);
}
Outputs ldexp(Args args) { return one("mul.Tensor", {args[0], one("pow.Scalar", {2.0, args[1]})}); }
Outputs logsumexp(Args args) {
  const Tensor x = float_of(self(args));
  Tensor most = one("amax.default", {x, args[1], true});
  Tensor endless = compared("eq", un("abs", most), kInf);
  Tensor shift = choose(endless, scalar(0.0, x), most);
  Tensor back = args[2].truth() ? shift : one("squeeze.dims", {shift, args[1]});
  Tensor sum = one("sum.dim_IntList", {un("exp", minus(x, shift)), args[1], args[2]});
  return plus(un("log", sum), back);
}
Outputs float_power(Args args) {
  if (args[1].is_tensor() || !args[0].is_tensor()) not_written("float_power with this exponent");
  bool complex = is_complex(result_type(args.first(2)));
  Number exponent = Number::of(args[1].number().value);
  if (complex) exponent = Number::of(args[1].number().value, args[1].number().imaginary);
  return one("pow.Tensor_Scalar", {copied_to(self(args), complex ? Element::c128 : Element::f64), exponent});
}

// --- another spelling ---
Outputs clamp_min(Args args) { return one(args[1].is_tensor() ? "clamp.Tensor" : "clamp.default", {args[0], args[1]}); }
Outputs clamp_max(Args args) {
  return one(args[1].is_tensor() ? "clamp.Tensor" : "clamp.default", {args[0], Value(), args[1]});
}
Outputs clip(Args args) { return one("clamp.default", {args[0], args[1], args[2]}); }
Outputs max_other(Args args) { return one("maximum.default", {args[0], args[1]}); }
Outputs min_other(Args args) { return one("minimum.default", {args[0], args[1]}); }
Outputs true_divide(Args args) { return over(args[0], args[1]); }

Outputs where_scalar_other(Args args) {
  Element element = result_type(args.subspan(1, 2));
  Tensor otherwise = scalar(args[2], element);
  return choose(self(args), copied_to(args[1].tensor(), element), otherwise);
}
Outputs where_scalar_self(Args args) {
  Element element = result_type(args.subspan(1, 2));
  Tensor then = scalar(args[1], element);
  return choose(self(args), then, copied_to(args[2].tensor(), element));
}
Outputs where_scalar(Args args) {
  const bool complex = is_complex(args[1]) || is_complex(args[2]);
  auto element = [&](const Value& number) {
    return complex                                          ? Element::c64
           : number.number().kind == Number::Kind::floating ? Element::f32
           : number.number().kind == Number::Kind::boolean  ? Element::b8
                                                            : Element::i64;
  };
  Tensor otherwise = scalar(args[2], element(args[2]));
  return choose(self(args), scalar(args[1], element(args[1])), otherwise);
}
Outputs fill_scalar(Args args) {
  return one("full_like.default", {args[0], args[1], Value(), Value(), Value(), false});
}
Outputs fill_tensor(Args args) { return one("copy.default", {args[0], args[1]}); }
Outputs fill_zero(Args args) {
  return one("full_like.default", {args[0], 0, Value(), Value(), Value(), false, std::string("torch.preserve_format")});
}

// --- losses ---
Outputs mse_loss(Args halves) {
  return in_float(halves, [](Args args) -> Outputs {
    return reduced(one("pow.Tensor_Scalar", {minus(args[0], args[1]), 2}), args[2]);
  });
}
Outputs smooth_l1_loss(Args halves) {
  return in_float(halves, [](Args args) -> Outputs {
    double beta = args[3].number().value;
    if (beta == 0) not_written("smooth_l1_loss with beta 0");
    Tensor apart = un("abs", minus(args[0], args[1])), near = compared("lt", apart, beta);
    Tensor square = over(times(one("pow.Tensor_Scalar", {apart, 2}), 0.5), beta);
    return reduced(choose(near, square, minus(apart, 0.5 * beta)), args[2]);
  });
}
Outputs huber_loss(Args halves) {
  return in_float(halves, [](Args args) -> Outputs {
    double delta = args[3].number().value;
    Tensor apart = un("abs", minus(args[0], args[1])), near = compared("lt", apart, delta);
    Tensor square = times(times(apart, 0.5), apart);
    Tensor line = times(minus(apart, 0.5 * delta), delta);
    return reduced(choose(near, square, line), args[2]);
  });
}
Outputs binary_cross_entropy(Args halves) {
  return in_float(halves, [](Args args) -> Outputs {
    const Tensor &x = self(args), &y = args[1].tensor();
    auto floor_of = [&](const Tensor& logarithm) { return one("maximum.default", {logarithm, full_scalar(-100, x)}); };
    Tensor missing = minus(y, 1);
    Tensor left = times(missing, floor_of(un("log1p", un("neg", x))));
    Tensor right = times(y, floor_of(un("log", x)));
    Tensor loss = minus(left, right);
    return reduced(given(args[2]) ? times(loss, args[2]) : loss, args[3]);
  });
}
Outputs binary_cross_entropy_with_logits(Args args) {
  const Tensor &x = self(args), &y = args[1].tensor();
  Tensor scale = given(args[3]) ? plus(times(minus(args[3], 1), y), 1) : Tensor();
  Tensor left = times(minus(1, y), x);
  Tensor right = log_of_sigmoid(x);
  if (scale) right = times(scale, right);
  Tensor loss = minus(left, right);
  return reduced(given(args[2]) ? times(loss, args[2]) : loss, args[4]);
}
Outputs kl_div(Args args) {
  const Tensor &x = self(args), &y = args[1].tensor();
  if (args[3].truth()) {
    Tensor apart = minus(y, x);
    return reduced(times(un("exp", y), apart), args[2]);
  }
  Tensor given_log = times(y, x);
  Tensor of_target = newer(EngineNovelty::annotated_rules) ? one("xlogy.Tensor", {y, y}) : x_log_y(y, y);
  return reduced(minus(of_target, given_log), args[2]);
}
// input, target, log_input, full, eps, reduction
Outputs poisson_nll_loss(Args args) {
  const Tensor &x = self(args), &y = args[1].tensor();
  Tensor loss;
  if (args[2].truth()) {
    Tensor expected = times(y, x);
    loss = minus(un("exp", x), expected);
  } else {
    loss = minus(x, times(y, un("log", one("add.Scalar", {x, args[4]}))));
  }
  if (args[3].truth()) {
    Tensor root = one("mul.Scalar", {un("log", one("mul.Scalar", {y, 2 * std::numbers::pi})), 0.5});
    Tensor term = plus(minus(times(y, un("log", y)), y), root);
    Tensor few = compared("le", y, 1);
    loss = plus(loss, choose(few, scalar(0, term), term));
  }
  return reduced(loss, args[5]);
}

}  // namespace seesaw::decomposition

namespace seesaw {

Specs shape::rsub(Args args) { return spec_of_rule(decomposition::rsub, args); }

namespace {

constexpr OpDef kRecords[] = {
    {
        .path = "torch.ops.aten.rsub.Tensor",
        .schema = "rsub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
        .doc = "other less alpha times self.",
        .decompose = {Decomposition::table, decomposition::rsub},
        .run = {.fake = shape::rsub, .complex = on_complex::written},
    },
};

}  // namespace

std::span<const OpDef> op_records::decompositions_pointwise() { return kRecords; }

}  // namespace seesaw
