// Margin losses of classes, and the grid of an affine map.
#include <algorithm>

#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decomposition_parts.h"
#include "core/engine/ops/kernels/empty_results.h"
#include "core/engine/ops/kernels/narrow.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/nn/loss_reduction.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw {

namespace {

using decomposition::one;

// --- multi_margin_loss: self, target, p, margin, weight, reduction ---

// PyTorch takes it as an int.
double power_at(Args args) {
  if (arg_at(args, 2).is_number()) check_fits(args[2].number(), Element::i32);
  return std::trunc(number_or(args, 2, 1));
}
std::int64_t reduction_at(Args args, std::size_t i) {
  std::int64_t reduction = arg_at(args, i).is_number() ? args[i].integer() : kMeanReduction;
  return reduction == kNoReduction || reduction == kMeanReduction ? reduction : kSumReduction;
}

[[noreturn]] void refuse_loss(std::initializer_list<std::string_view> text) {
  throw fx_error("RuntimeError", cat(text));
}
void check_frames(const Tensor& a, const char* tail) {
  bool some = a.dim() <= 2;
  for (std::size_t i = a.dim() == 2 ? 1 : 0; some && i < a.dim(); ++i) some = a.sizes()[i] != 0;
  if (!some)
    refuse_loss(
        {"Expected non-empty vector or matrix with optional 0-dim batch size, but got: ", dims_text(a.sizes()), tail});
}
Specs multi_margin_specs(Args args) {
  const Tensor &a = args[0].tensor(), &target = args[1].tensor();
  if (power_at(args) != 1 && power_at(args) != 2) refuse_loss({"only p == 1 and p == 2 supported"});
  check_frames(a, "");
  std::int64_t frames = a.dim() == 2 ? a.sizes()[0] : 1, classes = a.dim() == 0 ? 1 : a.sizes().back();
  if (target.dim() > 1 || !dim_equal(target.dim() == 0 ? 1 : target.sizes()[0], frames))
    refuse_loss({"inconsistent target size, expected ", dim_text(frames), " but got ", dims_text(target.sizes())});
  if (arg_at(args, 4).is_tensor() && (args[4].tensor().dim() > 1 || !dim_equal(args[4].tensor().numel(), classes))) {
    refuse_loss(
        {"inconsistent weight size, expected ", dim_text(classes), " but got ", dims_text(args[4].tensor().sizes())});
  }
  if (target.element() != Element::i64)
    refuse_loss({"expected scalar type Long but found ", scalar_name(target.element())});
  if (is_half(a.element()) && !a.is_fake()) not_implemented("multi_margin_loss_cpu_kernel", a.element());
  return spec_like(a, reduction_at(args, 5) == kNoReduction ? target.sizes() : Dims{});
}
// As in run_decompositions.
Outputs multi_margin_rule(Args args) {
  Tensor input = one("atleast_2d.default", {args[0]}), target = one("atleast_1d.default", {args[1]});
  multi_margin_specs(args);
  target = one("unsqueeze.default", {target, 1});
  Tensor own = one("gather.default", {input, 1, target});
  Tensor z = one("add.Tensor", {one("rsub.Scalar", {own, args[3], 1}), input});
  z = one("clamp_min.default", {z, 0});
  if (power_at(args) == 2) z = one("mul.Tensor", {z, z});
  if (decomposition::given(args[4]))
    z = one("mul.Tensor",
            {z, one("index.Tensor", {one("atleast_1d.default", {args[4]}), std::vector<Tensor>{target}})});
  Tensor classes = one("arange.default", {input.sizes()[1], Value(), Value(), decomposition::cpu(), false});
  z = one("where.ScalarOther", {one("ne.Tensor", {classes, target}), z, 0});
  std::int64_t reduction = reduction_at(args, 5);
  if (reduction == kMeanReduction) return one("mean.default", {z});
  if (reduction == kSumReduction) return one("div.Tensor", {one("sum.default", {z}), z.sizes()[1]});
  return one("mean.dim", {z, Dims{1}});
}

// 0, 1, 2, ... on the device of the other tensors.
Tensor counted_beside(std::int64_t count, const Tensor& like) {
  return first(op::arange, {count, Element::i64}).copy_to(Element::i64, like.device());
}
// Rows of classes, the target ones as a column, and the others that are within the margin.
struct Margins {
  Tensor input, target, own, excess, weight;
  double p = 1;

  Margins(const Tensor& a, const Tensor& t, double power, const Value& margin, const Tensor& w)
      : input(first(op::atleast_2d, {a})),
        target(first(op::unsqueeze, {first(op::atleast_1d, {t}), 1})),
        weight(w),
        p(power) {
    std::int64_t classes = input.sizes()[1];
    for (std::int64_t i = 0; i < target.numel(); ++i) {
      if (target.item_at(i) < 0 || target.item_at(i) >= static_cast<double>(classes))
        refuse_loss({"target out of range"});
    }
    own = first(op::gather, {input, 1, target});
    Tensor others = first(op::ne, {counted_beside(classes, input), target});
    excess = where(others, first(op::clamp_min, {input - own + margin, 0}), 0.0);
  }
  Tensor scaled(const Tensor& t) const {
    return weight ? t * first(op::index_select, {weight, 0, first(op::reshape, {target, Dims{-1}})})
                            .as_strided({target.numel(), 1}, {1, 1}, 0)
                  : t;
  }
};
Value margin_of(const Value& v) { return v.is_number() ? Value(v.number().value) : Value(1.0); }
Outputs multi_margin_kernel(Args args) {
  Specs specs = multi_margin_specs(args);
  if (auto none = empty_results(specs, args[0].tensor().element(), "multi_margin_loss_cpu_kernel")) return *none;
  Margins m(args[0].tensor(),
            args[1].tensor(),
            power_at(args),
            margin_of(arg_at(args, 3)),
            arg_at(args, 4).is_tensor() ? args[4].tensor() : Tensor());
  Tensor each = first(op::mean_dim, {m.scaled(m.p == 2 ? m.excess * m.excess : m.excess), Dims{1}});
  Tensor out = Tensor::empty(specs[0]), loss = reduced(each, reduction_at(args, 5));
  copy_elements(out, first(op::reshape, {loss, specs[0].sizes}));
  return out;
}
// args: gradient, self, target, p, margin, weight, reduction.
Outputs multi_margin_gradient_kernel(Args args) {
  const Tensor &gradient = args[0].tensor(), &input = args[1].tensor();
  Tensor weight = args[5].is_tensor() ? args[5].tensor() : Tensor();
  Margins m(input, args[2].tensor(), number_or(args, 3, 1), margin_of(args[4]), weight);
  Tensor slopes = m.p == 2 ? m.excess * 2.0 : first(op::to_dtype, {first(op::gt, {m.excess, 0}), input.element()});
  slopes = m.scaled(slopes) / static_cast<double>(m.input.sizes()[1]);
  Tensor own = -first(op::sum_dim, {slopes, Dims{1}, true});
  slopes = first(op::scatter_add, {slopes, 1, m.target, own});
  std::int64_t reduction = args[6].integer();
  Tensor share = reduction == kNoReduction ? first(op::reshape, {gradient, Dims{-1, 1}}) : gradient;
  if (reduction == kMeanReduction) share = share / static_cast<double>(m.input.sizes()[0]);
  return first(op::reshape, {slopes * share, input.sizes()});
}
void multi_margin_vjp(Vjp& g) {
  std::int64_t reduction = g.arg(5).is_number() ? g.arg(5).integer() : kMeanReduction;
  Value weight = g.saved(2) ? Value(g.saved(2)) : Value();
  g.set(0,
        first(op::multi_margin_gradient,
              {g.grad(), g.saved(0), g.saved(1), number_or(g, 2, 1), g.arg(3), weight, reduction}));
}
Specs second_meta(Args args) { return spec_like(args[1].tensor(), args[1].tensor().sizes()); }

// --- multilabel_margin_loss: self, target, reduction; a row of targets ends at the first -1 ---

Specs multilabel_specs(Args args) {
  const Tensor &a = args[0].tensor(), &target = args[1].tensor();
  check_frames(a, "");
  if (!dims_equal(a.sizes(), target.sizes()))
    refuse_loss(
        {"inconsistent target size: ", dims_text(target.sizes()), " for input of size: ", dims_text(a.sizes())});
  if (is_half(a.element()) && !a.is_fake()) not_implemented("multilabel_margin_loss_forward_out_frame", a.element());
  TensorSpec loss = spec_like(a, reduction_at(args, 2) == kNoReduction && a.dim() == 2 ? Dims{a.sizes()[0]} : Dims{});
  return std::vector<TensorSpec>{loss, spec_like(a, target.sizes())};
}
Outputs multilabel_rule(Args args) {
  const Tensor& a = args[0].tensor();
  Tensor input = one("atleast_2d.default", {a}), target = one("atleast_2d.default", {args[1]});
  multilabel_specs(args);
  std::int64_t classes = input.sizes()[1];
  Tensor places = decomposition::counted(0, classes), ends = one("eq.Scalar", {target, -1});
  Tensor end = one("amin.default", {one("where.ScalarOther", {ends, places, classes}), Dims{-1}, true});
  Tensor valid = one("lt.Tensor", {places, end});
  Tensor own = one("gather.default", {input, -1, one("where.ScalarOther", {valid, target, 0})});
  Tensor named = one("where.ScalarOther", {valid, target, -1});
  Tensor is_target = one("any.dim", {one("eq.Tensor", {places, one("unsqueeze.default", {named, -1})}), 1});
  Tensor z = one("add.Tensor",
                 {one("rsub.Scalar", {one("unsqueeze.default", {one("numpy_T.default", {own}), -1}), 1.0, 1}), input});
  z = one("div.Tensor", {one("clamp_min.default", {z, 0}), classes});
  z = one("where.ScalarSelf", {is_target, 0, z});
  std::int64_t reduction = reduction_at(args, 2);
  if (reduction == kSumReduction) {
    z = one("sum.default", {z});
  } else {
    z = one("sum.dim_IntList", {z, Dims{0, -1}});
    if (reduction == kMeanReduction) z = one("mean.default", {z});
  }
  return std::vector<Tensor>{
      z, one("reshape.default", {one("to.dtype", {is_target, a.element()}), args[1].tensor().sizes()})};
}
// A plane for each row: the labels before the first -1, and the margin of each class to each of them.
struct LabelPlanes {
  Tensor input, target, valid, at;

  LabelPlanes(const Tensor& a, const Tensor& t)
      : input(first(op::atleast_2d, {a})), target(first(op::atleast_2d, {t})) {
    Tensor places = counted_beside(input.sizes()[1], input);
    Tensor end = first(op::amin, {where(first(op::eq, {target, -1}), places, input.sizes()[1]), Dims{-1}, true});
    valid = first(op::lt, {places, end});
    at = where(valid, target, 0);
  }
  Tensor labels() const {
    Tensor named = first(op::unsqueeze, {where(valid, target, -1), 2}),
           places = counted_beside(input.sizes()[1], input);
    return first(op::to_dtype, {first(op::any_dim, {first(op::eq, {named, places}), 1}), input.element()});
  }
  Tensor gap() const {
    Tensor own = first(op::unsqueeze, {first(op::gather, {input, 1, at}), 2});
    return first(op::clamp_min, {rsub(own, 1) + first(op::unsqueeze, {input, 1}), 0});
  }
  Tensor counted(const Tensor& labels) const {
    return first(op::logical_and,
                 {first(op::unsqueeze, {valid, 2}), first(op::eq, {first(op::unsqueeze, {labels, 1}), 0})});
  }
};

Outputs multilabel_forward_kernel(Args args) {
  Specs specs = multilabel_specs(args);
  const Tensor& target = args[1].tensor();
  const Element element = args[0].tensor().element();
  if (auto none = empty_results(specs, element, "multilabel_margin_loss_forward_out_frame")) return *none;
  std::int64_t classes = target.dim() == 0 ? 1 : target.sizes().back();
  for (std::int64_t i = 0; i < target.numel(); ++i) {
    if (target.item_at(i) < -1 || target.item_at(i) >= static_cast<double>(classes))
      refuse_loss({"argument #2 'target' is out of range"});
  }
  LabelPlanes planes(args[0].tensor(), target);
  Tensor is_target = planes.labels(),
         z = where(planes.counted(is_target), planes.gap(), 0.0) / static_cast<double>(classes);
  Tensor loss = reduced(first(op::sum_dim, {z, Dims{1, 2}}), reduction_at(args, 2));
  std::vector<Tensor> out;
  for (const auto& [value, spec] : {std::pair{loss, specs[0]}, std::pair{is_target, specs[1]}}) {
    out.push_back(Tensor::empty(spec));
    copy_elements(out.back(), first(op::reshape, {value, spec.sizes}));
  }
  return out;
}
// args: gradient, self, target, whether a class is right, reduction.
Outputs multilabel_gradient_kernel(Args args) {
  const Tensor& gradient = args[0].tensor();
  LabelPlanes planes(args[1].tensor(), args[2].tensor());
  Tensor within = planes.counted(first(op::atleast_2d, {args[3]}));
  Tensor slopes = first(op::to_dtype,
                        {first(op::logical_and, {within, first(op::gt, {planes.gap(), 0})}), planes.input.element()}) /
                  static_cast<double>(planes.input.sizes()[1]);
  Tensor out = first(op::scatter_add,
                     {first(op::sum_dim, {slopes, Dims{1}}), 1, planes.at, -first(op::sum_dim, {slopes, Dims{2}})});
  std::int64_t reduction = args[4].integer();
  Tensor share = reduction == kNoReduction ? first(op::reshape, {gradient, Dims{-1, 1}}) : gradient;
  if (reduction == kMeanReduction) share = share / static_cast<double>(planes.input.sizes()[0]);
  return first(op::reshape, {out * share, args[1].tensor().sizes()});
}
void multilabel_vjp(Vjp& g) {
  std::int64_t reduction = g.arg(2).is_number() ? g.arg(2).integer() : kMeanReduction;
  g.set(0, first(op::multilabel_gradient, {g.grad(), g.saved(0), g.saved(1), g.saved(2), reduction}));
}
Outputs multilabel_kernel(Args args) {
  return decomposition::aten("multilabel_margin_loss_forward.default", {args[0], args[1], reduction_at(args, 2)})[0];
}

// --- affine_grid_generator: theta, size, align_corners ---

Specs affine_grid_specs(Args args) {
  Dims size = args[1].ints(), sizes{size.empty() ? 0 : size[0]};
  const Tensor& maps = args[0].tensor();
  if ((maps.element() == Element::u8 || maps.element() == Element::b8) && !maps.is_fake())
    throw user_error("no-kernel",
                     cat({"a grid of ", dtype_of(maps.element()).name, " is not computed here"}),
                     "give affine maps of another dtype");
  if (size.size() != 4 && size.size() != 5)
    refuse_loss({"affine_grid_generator needs 4d (spatial) or 5d (volumetric) inputs."});
  ask_numbers(std::span<const std::int64_t>(size.begin(), size.end()).subspan(2));
  for (std::size_t i = 2; i < size.size(); ++i) sizes.push_back(size[i]);
  sizes.push_back(static_cast<std::int64_t>(size.size()) - 2);
  return spec_like(args[0].tensor(), sizes);
}
// Positions from -1 to 1, at the pixels' centres unless corners are aligned.
Tensor places_across(std::int64_t steps, bool corners, const Tensor& like) {
  if (steps <= 1)
    return one("full.default", {Dims{steps}, 0, like.element(), decomposition::strided(), decomposition::cpu(), false});
  double end = corners ? 1.0 : static_cast<double>(steps - 1) / static_cast<double>(steps);
  return one("linspace.default", {-end, end, steps, like.element(), decomposition::strided(), decomposition::cpu()});
}
// In rows: the coordinates of each pixel, and 1.
Tensor base_grid(const Dims& size, bool corners, const Tensor& like) {
  auto space = static_cast<std::int64_t>(size.size()) - 2;
  Tensor sum;
  for (std::int64_t i = 0; i <= space; ++i) {
    Dims shape(static_cast<std::size_t>(space) + 1, 1);
    bool last = i == space;
    std::int64_t steps = last ? 1 : size[static_cast<std::size_t>(space + 1 - i)];
    if (!last) shape[static_cast<std::size_t>(space - 1 - i)] = steps;
    Tensor one_part = last ? one("full.default",
                                 {shape, 1, like.element(), decomposition::strided(), decomposition::cpu(), false})
                           : one("view.default", {places_across(steps, corners, like), shape});
    one_part = one("constant_pad_nd.default", {one_part, Dims{i, space - i}, 0});
    sum = sum ? one("add.Tensor", {sum, one_part}) : one_part;
  }
  return sum;
}
Outputs affine_grid_rule(Args args) {
  Specs specs = affine_grid_specs(args);
  const Tensor& theta = args[0].tensor();
  Dims size = args[1].ints();
  auto space = static_cast<std::int64_t>(size.size()) - 2;
  Tensor base = one("view.default", {base_grid(size, args[2].truth(), theta), Dims{-1, space + 1, 1}});
  Tensor grid = one("sum.dim_IntList",
                    {one("mul.Tensor", {base, one("unsqueeze.default", {one("mT.default", {theta}), 1})}), Dims{-2}});
  return one("view.default", {grid, specs[0].sizes});
}
Outputs affine_grid_kernel(Args args) {
  Tensor out = Tensor::empty(affine_grid_specs(args)[0]);
  const Tensor& theta = args[0].tensor();
  copy_elements(out,
                affine_grid_rule(std::vector<Value>{theta.copy_to(theta.element(), Device::cpu), args[1], args[2]})[0]);
  return out;
}
void affine_grid_vjp(Vjp& g) {
  Dims size = g.arg(1).ints();
  auto space = static_cast<std::int64_t>(size.size()) - 2;
  Tensor base = first(op::reshape,
                      {base_grid(size, g.arg(2).truth(), g.grad()).copy_to(g.grad().element(), g.grad().device()),
                       Dims{1, -1, space + 1}});
  base = first(op::expand, {base, Dims{size[0], -1, -1}});
  Tensor rows = first(op::reshape, {g.grad(), Dims{size[0], -1, space}});
  g.set(0, first(op::transpose, {first(op::bmm, {first(op::transpose, {base, 1, 2}), rows}), 1, 2}));
}

SampleList classes_and_margins() {
  Tensor a = samples::ramp({3, 4}, -1, 1), t = samples::index({0, 3, 1}, {3});
  return {{a, t, 1, 1, Value(), 1},
          {a, t, 2, 0.5, samples::ramp({4}, 0.5, 2), 0},
          {a, t, 1, 1.0, Value(), 2},
          {samples::ramp({4}, -1, 1), samples::index({2}, {1}), 2, 1, Value(), 1}};
}
SampleList labels() {
  Tensor a = samples::ramp({2, 4}, -1, 1), t = samples::index({2, 0, -1, 1, 3, -1, 0, 0}, {2, 4});
  return {{a, t, 1}, {a, t, 0}, {a, t, 2}, {samples::ramp({4}, -1, 1), samples::index({1, -1, 0, 2}, {4}), 1}};
}
SampleList maps() {
  return {{samples::ramp({2, 2, 3}, -1, 1), Dims{2, 1, 3, 2}, false},
          {samples::ramp({1, 2, 3}, -1, 1), Dims{1, 2, 2, 4}, true},
          {samples::ramp({1, 3, 4}, -1, 1), Dims{1, 1, 2, 3, 2}, false}};
}

constexpr SavedSlot kMulti[] = {{"self", 0}, {"target", 1}, {"weight", 4}};
constexpr SavedSlot kLabels[] = {{"self", 0}, {"target", 1}, {"is_target", ~1}};

constexpr OpDef kMargins[] = {
    {
        .path = "torch.ops.aten.multi_margin_loss.default",
        .schema = "multi_margin_loss(Tensor self, Tensor target, Scalar p=1, Scalar margin=1, Tensor? weight=None, int "
                  "reduction=1) -> Tensor",
        .doc = "By how much other classes come within a margin of the right one.",
        .decompose = {Decomposition::composite, multi_margin_rule},
        .run = {.meta = multi_margin_specs, .kernel = multi_margin_kernel, .fits = 0b1000},
        .grad = {.node = "MultiMarginLossBackward0", .saves = kMulti, .vjp = multi_margin_vjp},
        .python = {.surfaces = kInFunctional},
        .samples = classes_and_margins,
    },
    {
        .path = "torch.ops.aten.multilabel_margin_loss_forward.default",
        .schema = "multilabel_margin_loss_forward(Tensor self, Tensor target, int reduction) -> (Tensor output, Tensor "
                  "is_target)",
        .doc = "Margin loss of several right classes, and which classes are right.",
        .decompose = {Decomposition::composite, multilabel_rule},
        .run = {.meta = multilabel_specs, .kernel = multilabel_forward_kernel},
        .grad =
            {
                .constant_results = 0b10,
                .node = "MultilabelMarginLossBackward0",
                .saves = kLabels,
                .vjp = multilabel_vjp,
            },
        .python = {.surfaces = 0},
        .samples = labels,
    },
    {
        .path = "torch.ops.aten.multilabel_margin_loss.default",
        .schema = "multilabel_margin_loss(Tensor self, Tensor target, int reduction=1) -> Tensor",
        .doc = "By how much wrong classes come within a margin of the right ones.",
        .decompose = {Decomposition::table, multilabel_kernel},
        .run = {.kernel = multilabel_kernel, .composite = true},
        .python = {.surfaces = kInFunctional},
        .samples = labels,
    },
    {
        .path = "torch.ops.aten.affine_grid_generator.default",
        .schema = "affine_grid_generator(Tensor theta, SymInt[] size, bool align_corners) -> Tensor",
        .doc = "Where an affine map takes the pixels of an image.",
        .decompose = {Decomposition::table, affine_grid_rule},
        .run = {.meta = affine_grid_specs,
                .kernel = affine_grid_kernel,
                .no_booleans = "linspace_cpu",
                .autocast = Autocast::lower},
        .grad = {.node = "AffineGridGeneratorBackward0", .vjp = affine_grid_vjp},
        .samples = maps,
    },
};

}  // namespace

namespace op {

constinit const OpDef multi_margin_gradient{
    .path = "seesaw.multi_margin_gradient",
    .doc = "The derivative of multi_margin_loss; PyTorch has no second one.",
    .run = {.meta = second_meta, .kernel = multi_margin_gradient_kernel},
    .grad =
        {
            .edges = 3,
            .node = kNoDerivative,
            .vjp = [](Vjp&) { no_derivative("multi_margin_loss_backward"); },
        },
    .samples =
        [] {
          Tensor a = samples::ramp({3, 4}, -1, 1), t = samples::index({0, 3, 1}, {3});
          return SampleList{{samples::ramp({3}, 1, 2), a, t, 1, 1, Value(), 0},
                            {samples::ramp({}, 2, 2), a, t, 2, 0.5, Value(), 1}};
        },
};
constinit const OpDef multilabel_gradient{
    .path = "seesaw.multilabel_gradient",
    .doc = "The derivative of multilabel_margin_loss; PyTorch has no second one.",
    .run = {.meta = second_meta, .kernel = multilabel_gradient_kernel},
    .grad =
        {
            .edges = 3,
            .node = kNoDerivative,
            .vjp = [](Vjp&) { no_derivative("multilabel_margin_loss_backward"); },
        },
    .samples =
        [] {
          Tensor a = samples::ramp({2, 4}, -1, 1), t = samples::index({2, 0, -1, 1, 3, -1, 0, 0}, {2, 4}),
                 right = Tensor::from({1, 0, 1, 0, 1, 0, 0, 1}, {2, 4});
          return SampleList{{samples::ramp({}, 2, 2), a, t, right, 1}};
        },
};

}  // namespace op

std::span<const OpDef> op_records::margin_losses() { return kMargins; }

}  // namespace seesaw
