// Rules of run_decompositions: losses of pairs and triples, elementwise operators used with them,
// reductions.
#include <cmath>
#include <limits>
#include <numbers>

#include "core/engine/ops/composed/decomposition_parts.h"

namespace seesaw::decomposition {

namespace {

double number_at(Args args, std::size_t i) { return args[i].number().value; }
Tensor zeros_beside(const Tensor& x) {
  return one("zeros_like.default", {x, Value(), Value(), Value(), false, std::string(kContiguousFormat)});
}
Tensor filled_beside(const Tensor& x, const Value& number) {
  return one("fill.Scalar", {one("empty_like.default", {x}), number});
}
Tensor not_negative(const Tensor& x) { return one("clamp_min.default", {x, 0}); }
Tensor product_of(const Tensor& a, const Tensor& b) { return one("mul.Tensor", {a, b}); }
Tensor difference_of(const Tensor& a, const Tensor& b) { return one("sub.Tensor", {a, b}); }

Tensor distance_of(const Tensor& a, const Tensor& b, const Value& p, const Value& eps, bool keepdim) {
  Tensor apart = one("add.Scalar", {difference_of(a, b), eps});
  return one("linalg_vector_norm.default", {apart, p, Dims{static_cast<std::int64_t>(apart.dim()) - 1}, keepdim});
}

}  // namespace

Outputs l1_loss(Args args) {
  return reduced(one("abs.default", {difference_of(self(args), args[1].tensor())}), args[2]);
}

Outputs soft_margin_loss(Args halves) {
  return in_float(halves, [](Args args) -> Outputs {
    Tensor inner = product_of(one("neg.default", {args[0]}), args[1].tensor());
    return reduced(one("log1p.default", {one("exp.default", {inner})}), args[2]);
  });
}

// input1, input2, target, margin, reduction
Outputs margin_ranking_loss(Args args) {
  Tensor apart = difference_of(self(args), args[1].tensor());
  Tensor signed_apart = product_of(one("neg.default", {args[2]}), apart);
  return reduced(not_negative(one("add.Scalar", {signed_apart, number_at(args, 3)})), args[4]);
}

// self, target, margin, reduction
Outputs hinge_embedding_loss(Args args) {
  const Tensor& x = self(args);
  Tensor zeros = zeros_beside(x);
  Tensor hinge = not_negative(difference_of(filled_beside(x, number_at(args, 2)), x));
  Tensor apart = choose(one("ne.Scalar", {args[1], 1}), hinge, zeros);
  Tensor near = choose(one("ne.Scalar", {args[1], -1}), x, zeros);
  return reduced(one("add.Tensor", {apart, near}), args[3]);
}

// input1, input2, target, margin, reduction
Outputs cosine_embedding_loss(Args args) {
  constexpr double kSmall = double{1e-12F};
  const Tensor &a = self(args), &b = args[1].tensor();
  Dims over{static_cast<std::int64_t>(args[2].tensor().dim())};
  auto product = [&](const Tensor& left, const Tensor& right) {
    return one("sum.dim_IntList", {product_of(left, right), over});
  };
  auto squared = [&](const Tensor& x) { return one("add.Scalar", {product(x, x), kSmall}); };
  Tensor both = product(a, b);
  Tensor first = squared(a);
  Tensor second = squared(b);
  Tensor cosine = one("div.Tensor", {both, one("sqrt.default", {product_of(first, second)})});
  Tensor zeros = zeros_beside(cosine);
  Tensor unlike = difference_of(filled_beside(cosine, 1), cosine);
  Tensor like = not_negative(one("sub.Scalar", {cosine, number_at(args, 3)}));
  Tensor near = choose(one("eq.Scalar", {args[2], 1}), unlike, zeros);
  Tensor apart = choose(one("eq.Scalar", {args[2], -1}), like, zeros);
  return reduced(one("add.Tensor", {near, apart}), args[4]);
}

// anchor, positive, negative, margin, p, eps, swap, reduction
Outputs triplet_margin_loss(Args args) {
  Value p = number_at(args, 4), eps = number_at(args, 5);
  Tensor near = distance_of(self(args), args[1].tensor(), p, eps, false);
  Tensor far = distance_of(self(args), args[2].tensor(), p, eps, false);
  if (args[6].truth())
    far = one("minimum.default", {far, distance_of(args[1].tensor(), args[2].tensor(), p, eps, false)});
  Tensor margin = one("add.Scalar", {near, number_at(args, 3)});
  return reduced(not_negative(difference_of(margin, far)), args[7]);
}

// x1, x2, p, eps, keepdim
Outputs pairwise_distance(Args args) {
  return distance_of(self(args), args[1].tensor(), number_at(args, 2), number_at(args, 3), args[4].truth());
}

// input, p, train
Outputs alpha_dropout(Args args) {
  constexpr double kAlpha = 1.7580993408473766;
  double p = number_at(args, 1);
  if (!args[2].truth() || p == 0) return self(args);
  if (p >= 1) not_written("alpha_dropout of everything");
  double scale = 1 / std::sqrt((kAlpha * kAlpha * p + 1) * (1 - p));
  Tensor kept = one("bernoulli.p", {one("empty_like.default", {args[0]}), 1 - p});
  Tensor shift = one("mul.Scalar", {one("add.Scalar", {kept, -1}), kAlpha * scale});
  shift = one("add.Scalar", {shift, kAlpha * scale * p});
  return one("add.Tensor", {product_of(self(args), one("mul.Scalar", {kept, scale})), shift});
}

// self, lower, upper, training
Outputs rrelu(Args args) {
  const Tensor& x = self(args);
  Tensor noise = one("empty.memory_format",
                     {x.sizes(), x.element(), strided(), cpu(), false, std::string(kContiguousFormat)});
  return aten("rrelu_with_noise_functional.default", {x, noise, args[1], args[2], args[3]})[0];
}

Outputs expit(Args args) { return one("sigmoid.default", {args[0]}); }

Outputs entr(Args args) {
  const Tensor& x = self(args);
  if (!is_floating(x.element()) || x.element() == Element::f16 || x.element() == Element::bf16)
    not_written("entr of this dtype");
  Tensor nan = one("isnan.default", {x}), positive = one("gt.Scalar", {x, 0});
  Tensor less = one("neg.default", {x}), inner = product_of(less, one("log.default", {x}));
  Tensor zero = one("eq.Scalar", {x, 0}), low = scalar(-std::numeric_limits<double>::infinity(), x);
  Tensor otherwise = choose(zero, scalar(0, x), low);
  return choose(nan, x, choose(positive, inner, otherwise));
}

// self, other, rtol, atol, equal_nan
Outputs isclose(Args args) {
  const Tensor &x = self(args), &y = args[1].tensor();
  if (args[4].truth() || !is_floating(x.element())) not_written("isclose in this form");
  Tensor same = one("eq.Tensor", {x, y});
  Tensor room = one("abs.default", {one("mul.Scalar", {y, args[2]})});
  room = one("add.Scalar", {room, args[3]});
  Tensor apart = one("abs.default", {difference_of(x, y)});
  Tensor finite = one("isfinite.default", {apart});
  Tensor near = one("bitwise_and.Tensor", {finite, one("le.Tensor", {apart, room})});
  return one("bitwise_or.Tensor", {same, near});
}

Outputs mvlgamma(Args args) {
  const Tensor& x = self(args);
  std::int64_t p = args[1].integer();
  if (!is_floating(x.element()) || p < 1) not_written("mvlgamma in this form");
  Tensor steps = one("arange.start_step", {1 - p, 1, 1, x.element(), Value(), cpu(), false});
  Tensor halves = one("mul.Tensor", {steps, 0.5});
  Tensor terms = one("lgamma.default", {one("add.Tensor", {one("unsqueeze.default", {x, -1}), halves})});
  double constant = static_cast<double>(p * (p - 1)) / 4 * std::log(std::numbers::pi);
  return one("add.Tensor", {one("sum.dim_IntList", {terms, Dims{-1}}), constant});
}

// --- reductions ---

// self, dim, keepdim, dtype
Outputs nansum(Args args) {
  const Tensor& x = self(args);
  Tensor nan = one("isnan.default", {x});
  return one("sum.dim_IntList", {choose(nan, scalar(0, x), x), args[1], args[2], args[3]});
}
Outputs nanmean(Args args) {
  const Tensor& x = self(args);
  if (!is_floating(x.element())) not_written("nanmean of this dtype");
  Tensor shown = one("alias.default", {x});
  Tensor known = one("logical_not.default", {one("ne.Tensor", {shown, shown})});
  Tensor count = one("sum.dim_IntList", {known, args[1], args[2]});
  return one("div.Tensor", {nansum(args)[0], count});
}
// self, dim, keepdim
Outputs aminmax(Args args) {
  Value dims = given(args[1]) ? Value(Dims{args[1].integer()}) : Value(Dims{});
  Tensor least = one("amin.default", {args[0], dims, args[2]});
  return std::vector<Tensor>{least, one("amax.default", {args[0], dims, args[2]})};
}
// self, dim, descending
Outputs argsort(Args args) { return aten("sort.default", {args[0], args[1], args[2]})[1]; }

// self, dim, unbiased, keepdim
Outputs std_mean_dim(Args args) {
  if (self(args).element() == Element::f16 || self(args).element() == Element::bf16)
    not_written("std_mean of this dtype");
  Outputs both = aten("var_mean.correction", {args[0], args[1], args[2].truth() ? 1.0 : 0.0, args[3]});
  return std::vector<Tensor>{one("sqrt.default", {both[0]}), both[1]};
}
// self, dim, correction, keepdim
Outputs std_mean_correction(Args args) {
  if (self(args).element() == Element::f16 || self(args).element() == Element::bf16)
    not_written("std_mean of this dtype");
  Outputs both = aten("var_mean.correction",
                      {args[0], args[1], given(args[2]) ? args[2].number().value : 1.0, args[3]});
  return std::vector<Tensor>{one("sqrt.default", {both[0]}), both[1]};
}

// self, p, dim, maxnorm
Outputs renorm(Args args) {
  const Tensor& x = self(args);
  if (x.dim() < 2 || x.element() == Element::f16 || x.element() == Element::bf16) not_written("renorm in this form");
  std::size_t dim = wrap_dim(args[2].integer(), x.dim());
  std::vector<std::int64_t> others;
  for (std::size_t i = 0; i < x.dim(); ++i) {
    if (i != dim) others.push_back(static_cast<std::int64_t>(i));
  }
  Tensor norm = one("linalg_vector_norm.default", {x, args[1], Dims(others), true});
  Tensor large = one("gt.Scalar", {norm, args[3]});
  Tensor inverse = one("reciprocal.default", {one("add.Tensor", {norm, 1e-7})});
  Tensor scale = one("mul.Tensor", {inverse, args[3]});
  return product_of(x, choose(large, scale, scalar(1.0, x)));
}

}  // namespace seesaw::decomposition
