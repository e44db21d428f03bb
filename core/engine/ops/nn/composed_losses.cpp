// Rules of run_decompositions: losses of pairs and triples, what is computed element by element beside them,
// reductions.
#include <cmath>
#include <limits>
#include <numbers>

#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/shapes_by_rule.h"
#include "core/engine/ops/composed/decomposition_parts.h"
#include "core/engine/ops/kernels/matrix.h"

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

static Outputs soft_margin_steps(Args args) {
  Tensor inner = product_of(one("neg.default", {args[0]}), args[1].tensor());
  return reduced(one("log1p.default", {one("exp.default", {inner})}), args[2]);
}
static void check_soft_margin(Args halves) {
  Element element = result_type(halves.first(2));
  if (is_complex(element) && !is_complex(self(halves).element()))
    throw fx_error("RuntimeError",
                   cat({"result type ",
                        scalar_name(element),
                        " can't be cast to the desired output type ",
                        scalar_name(self(halves).element())}));
}
Outputs soft_margin_loss(Args args) {
  check_soft_margin(args);
  return in_float(args, soft_margin_steps);
}
// PyTorch's kernel rounds each step in half precision, and overflows there; its rule computes in float32.
static Outputs soft_margin_kernel(Args args) {
  check_soft_margin(args);
  return soft_margin_steps(args);
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
  Tensor same = one("eq.Tensor", {x, y});
  if (args[4].truth() && (is_floating(x.element()) || is_complex(x.element()))) {
    Tensor gap = one("isnan.default", {x});
    gap = one("bitwise_and.Tensor", {gap, one("isnan.default", {y})});
    same = one("bitwise_or.Tensor", {same, gap});
  }
  if (args[2].number().value == 0 && args[3].number().value == 0) return same;
  bool whole = !is_floating(y.element()) && !is_complex(y.element());
  Tensor other = whole ? one("_to_copy.default", {y, Element::f32}) : y;
  Tensor room = one("abs.default", {one("mul.Scalar", {other, args[2]})});
  room = one("add.Scalar", {room, args[3]});
  Tensor own = x.element() == Element::b8 ? one("_to_copy.default", {x, Element::f32}) : x;
  Tensor apart = one("abs.default", {difference_of(own, other)});
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

namespace seesaw {

using shape::count_of, shape::refuse_call;

namespace {

// Of so many tensors, elementwise, unless argument `kReduction` says otherwise.
template <std::size_t kTensors, std::size_t kReduction>
Specs loss(Args args) {
  TensorSpec spec = pointwise_spec(args.first(kTensors), result_type(args.first(kTensors)));
  return args[kReduction].integer() == 0 ? spec : TensorSpec::of({}, spec.element, spec.device);
}

Specs cosine_loss(Args args) {
  const Tensor &a = args[0].tensor(), &b = args[1].tensor(), &target = args[2].tensor();
  std::size_t rank = target.dim();
  if (rank > 1) throw fx_error("RuntimeError", "0D or 1D target tensor expected, multi-target not supported");
  if (a.dim() != rank + 1 || b.dim() != rank + 1) {
    std::string own = std::to_string(rank), more = std::to_string(rank + 1);
    throw fx_error("RuntimeError",
                   cat({own,
                        "D target tensor expects ",
                        more,
                        "D input tensors, but found inputs with sizes ",
                        dims_text(a.sizes()),
                        " and ",
                        dims_text(b.sizes()),
                        "."}));
  }
  Dims pairs = broadcast_shapes(a.sizes(), b.sizes());
  pairs.erase(rank);
  Dims sizes = broadcast_shapes(target.sizes(), pairs);
  Element element = result_type(args.first(2));
  return args[4].integer() == 0 ? shape::dense(target, sizes, element) : shape::dense(shape::self(args), {}, element);
}

Specs triplet_loss(Args args) {
  std::size_t a = args[0].tensor().dim(), b = args[1].tensor().dim(), c = args[2].tensor().dim();
  if (a != b || b != c) {
    throw fx_error("RuntimeError",
                   cat({"The anchor, positive, and negative tensors are expected to have the same number of "
                        "dimensions, but got: anchor ",
                        std::to_string(a),
                        "D, positive ",
                        std::to_string(b),
                        "D, and negative ",
                        std::to_string(c),
                        "D inputs"}));
  }
  Dims sizes = pointwise_spec(args.first(3), Element::f32).sizes;
  if (sizes.size() > 0) sizes.erase(sizes.size() - 1);
  return shape::dense(
      shape::self(args), args[7].integer() == 0 ? sizes : Dims{}, to_floating(result_type(args.first(3))));
}

}  // namespace

Specs shape::isclose(Args args) {
  const Tensor &a = args[0].tensor(), &b = args[1].tensor();
  if (a.element() != b.element()) refuse_call({scalar_name(a.element()), " did not match ", scalar_name(b.element())});
  constexpr std::string_view kNames[] = {"rtol", "atol"};
  for (std::size_t i = 0; i < 2; ++i) {
    double tolerance = args[2 + i].number().value;
    if (!(tolerance >= 0))
      refuse_call(
          {kNames[i], " must be greater than or equal to zero, but got ", decomposition::number_text(tolerance)});
  }
  return compare(args);
}

// self, p, dim, maxnorm
Specs shape::renorm(Args args) {
  const Tensor& t = args[0].tensor();
  if (t.dim() < 2) refuse_call({"renorm: input needs at least 2 dimensions, got ", count_of(t.dim()), " dimensions"});
  wrap_dim(args[2].integer(), t.dim());
  if (!(args[1].number().value > 0)) refuse_call({"renorm: non-positive-norm not supported"});
  if (!(args[3].number().value >= 0))
    refuse_call({"renorm: expected maxnorm to be >= 0 but got ", decomposition::number_text(args[3].number().value)});
  return like_first(args);
}

Specs shape::aminmax(Args args) {
  const Tensor& t = args[0].tensor();
  bool keep = args[2].truth();
  if (given(args, 1)) {
    std::size_t at = wrap_dim(args[1].integer(), t.dim());
    if (at < t.dim() && t.sizes()[at] == 0)
      throw fx_error("IndexError", cat({"aminmax: Expected reduction dim ", count_of(at), " to have non-zero size."}));
  } else if (std::find(t.sizes().begin(), t.sizes().end(), 0) != t.sizes().end()) {
    refuse_call({"aminmax(): cannot compute aminmax over an empty dimension as the operation has no identity."});
  }
  TensorSpec spec = given(args, 1) ? without(t, args[1].integer(), keep) : dense(t, Dims(keep ? t.dim() : 0, 1));
  return std::vector<TensorSpec>{spec, spec};
}

namespace {

constexpr OpDef kRecords[] = {
    {
        .path = "torch.ops.aten.aminmax.default",
        .schema = "aminmax(Tensor self, *, int? dim=None, bool keepdim=False) -> (Tensor min, Tensor max)",
        .doc = "The smallest and the largest element.",
        .decompose = {Decomposition::table, decomposition::aminmax},
        .run = {.fake = shape::aminmax},
    },
    {
        .path = "torch.ops.aten.cosine_embedding_loss.default",
        .schema = "cosine_embedding_loss(Tensor input1, Tensor input2, Tensor target, float margin=0.0, int "
                  "reduction=1) -> Tensor",
        .doc = "Loss of angles between pairs.",
        .decompose = {Decomposition::table, decomposition::cosine_embedding_loss},
        .run = {.fake = cosine_loss, .autocast = Autocast::full},
        .python =
            {
                .functional =
                    "cosine_embedding_loss(Tensor input1, Tensor input2, Tensor target, float margin=0, bool? "
                    "size_average=None, bool? reduce=None, str reduction='mean')",
            },
    },
    {
        .path = "torch.ops.aten.hinge_embedding_loss.default",
        .schema = "hinge_embedding_loss(Tensor self, Tensor target, float margin=1.0, int reduction=1) -> Tensor",
        .doc = "Loss of distances, near for 1 and far for -1.",
        .decompose = {Decomposition::table, decomposition::hinge_embedding_loss},
        .run = {.fake = laid_in_rows<loss<2, 3>>, .autocast = Autocast::full},
        .python =
            {
                .surfaces = kInTorch,
                .functional =
                    "hinge_embedding_loss(Tensor input, Tensor target, float margin=1.0, bool? size_average=None, "
                    "bool? reduce=None, str reduction='mean')",
            },
    },
    {
        .path = "torch.ops.aten.isclose.default",
        .schema =
            "isclose(Tensor self, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False) -> Tensor",
        .doc = "Whether elements are equal but for a tolerance.",
        .decompose = {Decomposition::table, decomposition::isclose},
        .run = {.fake = shape::isclose},
    },
    {
        .path = "torch.ops.aten.margin_ranking_loss.default",
        .schema = "margin_ranking_loss(Tensor input1, Tensor input2, Tensor target, float margin=0.0, int reduction=1) "
                  "-> Tensor",
        .doc = "Loss of pairs in the wrong order.",
        .decompose = {Decomposition::table, decomposition::margin_ranking_loss},
        .run = {.fake = laid_in_rows<loss<3, 4>>, .autocast = Autocast::full},
        .python =
            {
                .functional = "margin_ranking_loss(Tensor input1, Tensor input2, Tensor target, float margin=0, bool? "
                              "size_average=None, bool? reduce=None, str reduction='mean')",
            },
    },
    {
        .path = "torch.ops.aten.mvlgamma.default",
        .schema = "mvlgamma(Tensor self, int p) -> Tensor",
        .doc = "Logarithm of the multivariate gamma function.",
        .decompose = {Decomposition::table, decomposition::mvlgamma},
        .run = {.fake = shape::unary_float},
        .forms = {.inplace = true},
    },
    {
        .path = "torch.ops.aten.nanmean.default",
        .schema = "nanmean(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
        .doc = "Mean of what is not NaN.",
        .decompose = {Decomposition::table, decomposition::nanmean},
        .run = {.no_complex = "nansum does not support complex inputs"},
    },
    {
        .path = "torch.ops.aten.nansum.default",
        .schema = "nansum(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
        .doc = "Sum of what is not NaN.",
        .decompose = {Decomposition::table, decomposition::nansum},
        .run = {.no_complex = "nansum does not support complex inputs"},
    },
    {
        .path = "torch.ops.aten.renorm.default",
        .schema = "renorm(Tensor self, Scalar p, int dim, Scalar maxnorm) -> Tensor",
        .doc = "Slices along a dimension scaled where their norm is too large.",
        .decompose = {Decomposition::table, decomposition::renorm},
        .run = {.fake = shape::renorm},
        .forms = {.inplace = true},
    },
    {
        .path = "torch.ops.aten.rrelu.default",
        .schema = "rrelu(Tensor self, Scalar lower=0.125, Scalar upper=0.3333333333333333, bool training=False, "
                  "Generator? generator=None) -> Tensor",
        .doc = "Leaky ReLU whose slopes are drawn in training.",
        .decompose = {Decomposition::table, decomposition::rrelu},
        .run = {.fake = shape::unary},
        .forms = {.inplace = true},
        .python = {.surfaces = kInTorch | kInFunctional | kInplaceInFunctional},
    },
    {
        .path = "torch.ops.aten.soft_margin_loss.default",
        .schema = "soft_margin_loss(Tensor self, Tensor target, int reduction=1) -> Tensor",
        .doc = "Logistic loss for targets 1 and -1.",
        .decompose = {Decomposition::table, decomposition::soft_margin_loss},
        .run = {.fake = loss<2, 2>,
                .kernel = decomposition::soft_margin_kernel,
                .complex = on_complex::written,
                .autocast = Autocast::full,
                .composite = true},
        .python =
            {
                .surfaces = 0,
                .functional =
                    "soft_margin_loss(Tensor input, Tensor target, bool? size_average=None, bool? reduce=None, str "
                    "reduction='mean')",
            },
    },
    {
        .path = "torch.ops.aten.special_entr.default",
        .schema = "special_entr(Tensor self) -> Tensor",
        .doc = "-self * log(self), 0 at 0.",
        .decompose = {Decomposition::table, decomposition::entr},
        .run = {.fake = shape::unary_float},
    },
    {
        .path = "torch.ops.aten.triplet_margin_loss.default",
        .schema = "triplet_margin_loss(Tensor anchor, Tensor positive, Tensor negative, float margin=1.0, float p=2, "
                  "float eps=1e-06, bool swap=False, int reduction=1) -> Tensor",
        .doc = "Loss of anchors nearer to what differs than to what matches.",
        .decompose = {Decomposition::table, decomposition::triplet_margin_loss},
        .run = {.fake = triplet_loss, .autocast = Autocast::full},
        .python =
            {
                .functional =
                    "triplet_margin_loss(Tensor anchor, Tensor positive, Tensor negative, float margin=1.0, float p=2, "
                    "float "
                    "eps=1e-06, bool swap=False, bool? size_average=None, bool? reduce=None, str reduction='mean')",
            },
    },
};

}  // namespace

std::span<const OpDef> op_records::composed_losses() { return kRecords; }

}  // namespace seesaw
