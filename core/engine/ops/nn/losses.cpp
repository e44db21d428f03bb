// Losses.
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/base/number.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/composed/half_steps.h"
#include "core/engine/ops/kernels/exact_numbers.h"
#include "core/engine/ops/kernels/matrix.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/nn/loss_derivatives.h"
#include "core/engine/ops/nn/loss_reduction.h"
#include "core/engine/ops/nn/nll_rows.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/current_dialect.h"
#include "core/engine/tensor/size_checks.h"

namespace seesaw {

Tensor target_weights(
    const Tensor& target, const Tensor& weight, std::int64_t classes, std::int64_t ignored, Element e) {
  if (weight && weight.numel() != classes)
    throw fx_error("RuntimeError", "weight tensor should be defined either for all or no classes");
  Tensor out = Tensor::zeros(target.sizes(), e, target.device());
  for (std::int64_t i = 0; i < target.numel(); ++i) {
    auto at = target.integer_item_at(i);
    if (at == ignored) continue;
    if (at < 0 || at >= classes)
      throw fx_error("IndexError", cat({"Target ", std::to_string(at), " is out of bounds."}));
    out.set_item_at(i, weight ? weight.item_at(at) : 1);
  }
  return out;
}

namespace {

std::int64_t integer_at(std::span<const Value> args, std::size_t i, std::int64_t otherwise) {
  return args.size() > i && args[i].is_number() ? args[i].integer() : otherwise;
}
std::int64_t integer_at(const Vjp& g, std::size_t i, std::int64_t otherwise) {
  return g.arg(i).is_number() ? g.arg(i).integer() : otherwise;
}

Specs mse_meta(std::span<const Value> args) {
  TensorSpec all = shape::binary(args)[0];
  if (!is_floating(all.element)) not_implemented("mse_cpu", all.element);
  check_reduction(integer_at(args, 2, kMeanReduction));
  return is_unreduced(integer_at(args, 2, kMeanReduction)) ? all : TensorSpec::of({}, all.element, all.device);
}
Outputs mse_kernel(std::span<const Value> args) {
  Element e = mse_meta(args)[0].element;
  Tensor difference = operand(args[0], e) - operand(args[1], e), squares = difference * difference;
  std::int64_t reduction = integer_at(args, 2, kMeanReduction);
  return reduced(squares, reduction);
}

// grad_output, self, target, reduction
Outputs mse_backward_kernel(std::span<const Value> args) {
  if (!newer(EngineNovelty::operator_texts)) check_same_dtype(args[1].tensor(), args[2].tensor());
  Tensor difference = args[1].tensor() - args[2].tensor();
  if (is_floating(args[0].tensor().element())) check_takes_floats(difference);
  // Divided by what the first operand has, not by what both have together: PyTorch's formula.
  double norm = args[3].integer() == kMeanReduction ? 2.0 / static_cast<double>(args[1].tensor().numel()) : 2.0;
  // The factor is a number of the dtype, also of an integer one.
  return difference * number_tensor(Number::of(norm), difference.element()) * args[0].tensor();
}
Specs mse_backward_meta(std::span<const Value> args) {
  return pointwise_spec(args.first(3), result_type(args.first(3)));
}

void mse_vjp(Vjp& g) {
  // The dtypes that were saved, before a call widens them.
  if (!newer(EngineNovelty::operator_texts))
    g.needs(0) ? check_same_dtype(g.saved(0), g.saved(1)) : check_same_dtype(g.saved(1), g.saved(0));
  Value reduction = integer_at(g, 2, kMeanReduction);
  if (g.needs(0)) g.set(0, first(op::mse_loss_backward, {g.grad(), g.saved(0), g.saved(1), reduction}));
  if (g.needs(1)) g.set(1, first(op::mse_loss_backward, {g.grad(), g.saved(1), g.saved(0), reduction}));
}

// Each is linear in grad_output and in the difference.
void mse_backward_vjp(Vjp& g) {
  Tensor gradient = g.saved(0), self = g.saved(1), target = g.saved(2);
  if (g.needs(0)) g.set(0, first(op::mse_loss_backward, {g.grad(), self, target, g.arg(3)}));
  auto slope = [&](const Tensor& side) {
    Tensor twice = (g.grad() * gradient) * 2.0;
    return g.arg(3).integer() == kMeanReduction ? twice / side.numel() : twice;
  };
  if (g.needs(1)) g.set(1, slope(self));
  if (g.needs(2)) g.set(2, -slope(target));
}

void check_nll(const Tensor& self, const Tensor& target, const Tensor& weight) {
  if (self.dim() != 1 && self.dim() != 2) throw fx_error("RuntimeError", "input tensor should be 1D or 2D");
  if (target.dim() > 1) throw fx_error("RuntimeError", "0D or 1D target tensor expected, multi-target not supported");
  bool single = self.dim() == 1 && target.dim() == 0;
  if (!single && !dim_equal(self.sizes()[0], target.numel())) {
    throw fx_error(
        "RuntimeError",
        cat({"size mismatch (got input: ", dims_text(self.sizes()), ", target: ", dims_text(target.sizes()), ")"}));
  }
  std::int64_t classes = self.sizes().back();
  if (weight && (weight.dim() != 1 || !dim_equal(weight.numel(), classes))) {
    throw fx_error("RuntimeError",
                   cat({"weight tensor should be defined either for all ",
                        dim_text(classes),
                        " classes or no classes but got weight tensor of shape: ",
                        dims_text(weight.sizes())}));
  }
  if (!is_floating(self.element())) not_implemented("nll_loss_out_frame", self.element());
  if (target.element() != Element::i64) check_scalar_type(Tensor::scalar(0, Element::i64), target);
  if (weight) check_scalar_type(self, weight);
}

Specs nll_meta(std::span<const Value> args) {
  const Tensor &self = args[0].tensor(), &target = args[1].tensor();
  check_nll(self, target, args[2].is_tensor() ? args[2].tensor() : Tensor());
  bool each = args[3].integer() == kNoReduction && self.dim() == 2;
  return std::vector<TensorSpec>{spec_like(self, each ? target.sizes() : Dims{}), spec_like(self, {})};
}

// self, target, weight, reduction, ignore_index: the loss and the sum of weights.
Outputs nll_kernel(std::span<const Value> args) {
  nll_meta(args);
  Tensor self = args[0].tensor().contiguous(), target = args[1].tensor().contiguous();
  Tensor weight = args[2].is_tensor() ? args[2].tensor() : Tensor();
  std::int64_t reduction = args[3].integer(), ignored = args[4].integer(), classes = self.sizes().back();
  Element e = self.element();
  Tensor weights = target_weights(target, weight, classes, ignored, e),
         loss = Tensor::zeros(target.sizes(), e, self.device());
  auto number = [&](double value) { return Tensor::full({}, value, e, self.device()); };
  double sum = 0, total = 0;
  for (std::int64_t i = 0; i < target.numel(); ++i) {
    if (target.integer_item_at(i) == ignored) continue;
    double w = weights.item_at(i), one = -w * self.item_at(i * classes + target.integer_item_at(i));
    loss.set_item_at(i, one);
    sum += one;
    total += w;
  }
  if (reduction == kNoReduction && self.dim() == 2) return std::vector<Tensor>{loss, number(0)};
  double value = reduction == kMeanReduction ? sum / total : sum;
  return std::vector<Tensor>{number(value), number(total)};
}

void nll_vjp_by(Vjp& g, const OpDef& backward) {
  if (!g.grad()) return;
  g.set(0,
        first(backward,
              {g.grad(),
               g.saved(0),
               g.saved(1),
               g.saved(2) ? Value(g.saved(2)) : Value(),
               g.arg(3),
               g.arg(4),
               g.saved(3)}));
}
void nll_vjp(Vjp& g) { nll_vjp_by(g, nll_loss_backward()); }
void nll_2d_vjp(Vjp& g) { nll_vjp_by(g, nll_loss2d_backward()); }

Outputs nll_loss_kernel(std::span<const Value> args) {
  return first(op::nll_loss_forward,
               {args[0], args[1], arg_at(args, 2), integer_at(args, 3, kMeanReduction), integer_at(args, 4, -100)});
}

// Images of classes seen as rows: dimension 1 goes last.
Tensor class_rows(const Tensor& self) {
  return first(op::reshape, {first(op::permute, {self, Dims{0, 2, 3, 1}}), Dims{-1, self.sizes()[1]}});
}

// The same over rows, with the size checks of images.
std::array<Value, 5> rows_of_images(std::span<const Value> args) {
  const Tensor &self = args[0].tensor(), &target = args[1].tensor();
  if (self.dim() != 4 || target.dim() != 3)
    throw user_error("operator", "nll_loss2d takes an input of 4 and a target of 3 dimensions");
  // Of tensors without elements it gathers, which asks for less.
  auto fits = self.is_fake() && (any_symbolic(self.sizes()) || any_symbolic(target.sizes())) ? checked_at_most
                                                                                             : dim_equal;
  if (!fits(target.sizes()[1], self.sizes()[2]) || !fits(target.sizes()[2], self.sizes()[3])) {
    throw fx_error(
        "RuntimeError",
        cat({"size mismatch (got input: ", dims_text(self.sizes()), " , target: ", dims_text(target.sizes())}));
  }
  return {class_rows(self), first(op::reshape, {target, Dims{-1}}), args[2], args[3], args[4]};
}
Specs nll_2d_meta(std::span<const Value> args) {
  Specs rows = nll_meta(rows_of_images(args));
  return std::vector<TensorSpec>{
      args[3].integer() == kNoReduction ? spec_like(args[0].tensor(), args[1].tensor().sizes()) : rows[0], rows[1]};
}
Outputs nll_2d_kernel(std::span<const Value> args) {
  Specs specs = nll_2d_meta(args);
  Outputs out = nll_kernel(rows_of_images(args));
  return std::vector<Tensor>{out[0].as_strided(specs[0]), out[1]};
}

// Any rank: classes are dimension 1. An input other than a row or an image is reshaped to an image.
Outputs nll_loss_nd_kernel(std::span<const Value> args) {
  Tensor self = args[0].tensor(), target = args[1].tensor();
  if (self.dim() < 1)
    throw fx_error("ValueError", cat({"Expected 1 or more dimensions (got ", std::to_string(self.dim()), ")"}));
  if (self.dim() != 1 && (target.dim() == 0 || !dim_equal(self.sizes()[0], target.sizes()[0]))) {
    throw fx_error("ValueError",
                   cat({"Expected input batch_size (",
                        dim_text(self.sizes()[0]),
                        ") to match target batch_size (",
                        dim_text(target.dim() == 0 ? 0 : target.sizes()[0]),
                        ")."}));
  }
  if (self.dim() <= 2) return call(op::nll_loss, args);
  Dims shape = target.sizes();
  bool image = self.dim() == 4;
  if (!image) {
    Dims want = self.sizes();
    want.erase(1);
    if (!dims_equal(want, shape))
      throw fx_error("RuntimeError", cat({"Expected target size ", dims_text(want), ", got ", dims_text(shape)}));
    self = first(op::reshape, {self, Dims{self.sizes()[0], self.sizes()[1], 1, -1}});
    target = first(op::reshape, {target, Dims{shape[0], 1, -1}});
  }
  std::int64_t reduction = integer_at(args, 3, kMeanReduction);
  Tensor loss = first(op::nll_loss2d_forward, {self, target, arg_at(args, 2), reduction, integer_at(args, 4, -100)});
  return image || reduction != kNoReduction ? loss : first(op::view, {loss, shape});
}

struct CrossEntropy {
  Tensor self, target, weight;
  std::int64_t reduction, ignored, dim, classes;
  double smoothing;

  explicit CrossEntropy(std::span<const Value> args)
      : self(args[0].tensor()),
        target(args[1].tensor()),
        weight(args.size() > 2 && args[2].is_tensor() ? args[2].tensor() : Tensor()),
        reduction(integer_at(args, 3, kMeanReduction)),
        ignored(integer_at(args, 4, -100)),
        dim(self.dim() == 1 ? 0 : 1),
        classes(self.dim() == 0 ? 1 : self.sizes()[static_cast<std::size_t>(dim)]),
        smoothing(args.size() > 5 && args[5].is_number() ? args[5].number().value : 0) {}

  Tensor weight_over_classes() const {
    Dims shape(self.dim(), 1);
    shape[static_cast<std::size_t>(dim)] = classes;
    return first(op::view, {weight, shape});
  }
  // Targets are probabilities of the classes.
  Tensor with_probabilities() const {
    if (!is_floating(target.element())) {
      throw fx_error("RuntimeError",
                     cat({"Expected floating point type for target with class probabilities, got ",
                          scalar_name(target.element())}));
    }
    if (ignored >= 0) throw fx_error("RuntimeError", "ignore_index is not supported for floating point target");
    if (weight && (weight.dim() != 1 || !dim_equal(weight.numel(), classes))) {
      throw fx_error("RuntimeError",
                     cat({"cross_entropy: weight tensor should be defined either for all ",
                          dim_text(classes),
                          " classes or no classes but got weight tensor of shape: ",
                          dims_text(weight.sizes())}));
    }
    if (!newer(EngineNovelty::probability_sizes)) ask_numbers(self.sizes());
    Tensor logs = first(op::log_softmax, {self, dim}), goal = target;
    if (smoothing > 0) goal = goal * (1 - smoothing) + smoothing / static_cast<double>(classes);
    Tensor products = logs * goal;
    if (weight) products = products * weight_over_classes();
    if (reduction == kNoReduction) return -first(op::sum_dim, {products, Dims{dim}});
    Tensor sum = -first(op::sum, {products});
    if (reduction == kMeanReduction && classes == 0)
      throw user_error("operator", "cross_entropy of no classes has no mean");
    if (reduction == kSumReduction) return sum;
    check_known_reduction();
    return first(op::div, {sum, dim_floordiv(self.numel(), classes)});
  }
  void check_known_reduction() const {
    if (!is_unreduced(reduction) || reduction == kNoReduction) return;
    throw fx_error("RuntimeError",
                   cat({"Invalid reduction type encountered in cross_entropy: ", std::to_string(reduction)}));
  }
  Tensor with_indices() const {
    Tensor logs = first(op::log_softmax, {self, dim});
    Tensor loss = first(op::nll_loss_nd, {logs, target, weight, reduction, ignored});
    if (smoothing == 0) return loss;
    check_known_reduction();
    Tensor smooth = -first(op::sum_dim, {weight ? logs * weight_over_classes() : logs, Dims{dim}});
    Tensor skipped = first(op::eq, {target, ignored});
    smooth = where(skipped, 0.0, smooth);
    Tensor even = reduced(smooth, kSumReduction);
    if (reduction == kNoReduction) even = smooth;
    if (reduction == kMeanReduction) {
      Tensor safe = where(skipped, 0, target);
      Tensor counts = weight ? first(op::reshape,
                                     {first(op::index_select, {weight, 0, first(op::reshape, {safe, Dims{-1}})}),
                                      target.sizes()})
                             : first(op::new_ones, {self, target.sizes()});
      even = even / first(op::sum, {where(skipped, 0.0, counts)});
    }
    return loss * (1 - smoothing) + even * (smoothing / static_cast<double>(classes));
  }
};

Outputs cross_entropy_kernel(std::span<const Value> args) {
  CrossEntropy c(args);
  if (c.smoothing > 1) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", c.smoothing);  // as C++ streams print it
    throw fx_error("RuntimeError", cat({"label_smoothing must be between 0.0 and 1.0. Got: ", text}));
  }
  if (!(c.smoothing > 0)) c.smoothing = 0;  // PyTorch asks only whether there is some
  return dims_equal(c.self.sizes(), c.target.sizes()) || c.self.dim() == 0 ? c.with_probabilities() : c.with_indices();
}

SampleList mse_samples() {
  Tensor a = samples::ramp({2, 3}, -1, 1), b = samples::ramp({2, 3}, 2, -1);
  return {{a, b}, {a, b, 0}, {a, b, 2}};
}
SampleList nll_samples() {
  Tensor a = samples::ramp({3, 4}, -3, -0.1), t = samples::index({0, 3, 1}, {3}), w = samples::ramp({4}, 0.5, 2);
  return {{a, t, Value(), 1, -100},
          {a, t, w, 1, -100},
          {a, t, w, 0, -100},
          {a, t, Value(), 2, 3},
          {samples::ramp({4}, -2, -0.1), samples::index({2}, {}), w, 1, -100}};
}
SampleList nll_2d_samples() {
  Tensor a = samples::ramp({2, 3, 1, 2}, -3, -0.1), t = samples::index({0, 2, 1, 1}, {2, 1, 2}),
         w = samples::ramp({3}, 0.5, 2);
  return {{a, t, Value(), 1, -100}, {a, t, w, 0, -100}, {a, t, w, 1, 2}, {a, t, w, 2, -100}};
}
SampleList nll_nd_samples() {
  SampleList out = nll_samples();
  Tensor a = samples::ramp({2, 3, 2}, -3, -0.1), t = samples::index({0, 2, 1, 1}, {2, 2});
  out.push_back({a, t, Value(), 0, -100});
  out.push_back({a, t, samples::ramp({3}, 0.5, 2), 1, 2});
  return out;
}
SampleList cross_entropy_samples() {
  Tensor a = samples::ramp({3, 4}, -2, 2), t = samples::index({0, 3, 1}, {3}), w = samples::ramp({4}, 0.5, 2);
  return {{a, t},
          {a, t, w, 1, -100, 0.0},
          {a, t, Value(), 0},
          {a, t, Value(), 1, 3, 0.1},
          {a, t, w, 1, -100, 0.2},
          {a, t, w, 0, 3, 0.2},
          {a, samples::ramp({3, 4}, 0, 1)},
          {a, samples::ramp({3, 4}, 0, 1), w, 1, -100, 0.1},
          {samples::ramp({4}, -1, 1), samples::index({2}, {})},
          {samples::ramp({2, 3, 2}, -1, 1), samples::index({0, 2, 1, 1}, {2, 2})}};
}

constexpr SavedSlot kMseBackward[] = {{"grad_output", 0}, {"self", 1}, {"target", 2}};
SampleList mse_backward_samples() {
  Tensor a = samples::ramp({2, 3}, -1, 1), b = samples::ramp({2, 3}, 2, -1);
  return {
      {samples::ramp({}, 1, 2), a, b, 1}, {samples::ramp({2, 3}, 1, 2), a, b, 0}, {samples::ramp({}, 1, 2), a, b, 2}};
}
constexpr SavedSlot kMse[] = {{"self", 0}, {"target", 1}};
constexpr SavedSlot kNll[] = {{"self", 0}, {"target", 1}, {"weight", 2}, {"total_weight", ~1}};

}  // namespace

namespace op {

constinit const OpDef mse_loss{
    .path = "torch.ops.aten.mse_loss.default",
    .schema = "mse_loss(Tensor self, Tensor target, int reduction=1) -> Tensor",
    .doc = "Mean of the squared differences (reduction: 0 none, 1 mean, 2 sum).",
    .decompose = {Decomposition::table, decomposition::mse_loss},
    .run = {.meta = mse_meta,
            .kernel = mse_kernel,
            .half = half_steps::squared_error,
            .no_complex = "mse_cpu",
            .autocast = Autocast::full},
    .grad = {.edges = 3, .node = "MseLossBackward0", .saves = kMse, .vjp = mse_vjp},
    .python =
        {
            .surfaces = 0,
            .functional = "mse_loss(Tensor input, Tensor target, bool? size_average=None, bool? reduce=None, str "
                          "reduction='mean', "
                          "Tensor? weight=None)",
            .sizes = OperandSizes::broadcast,
        },
    .samples = mse_samples,
};
constinit const OpDef mse_loss_backward{
    .path = "torch.ops.aten.mse_loss_backward.default",
    .schema = "mse_loss_backward(Tensor grad_output, Tensor self, Tensor target, int reduction) -> Tensor",
    .doc = "The derivative of mse_loss.",
    .decompose = {Decomposition::table},
    .run = {.meta = mse_backward_meta,
            .kernel = mse_backward_kernel,
            .half = half_steps::squared_error_backward,
            .no_booleans = "mse_backward_cpu_out"},
    .grad = {.edges = 7, .node = "MseLossBackwardBackward0", .saves = kMseBackward, .vjp = mse_backward_vjp},
    .python = {.surfaces = 0},
    .samples = mse_backward_samples,
};
constinit const OpDef nll_loss_forward{
    .path = "torch.ops.aten.nll_loss_forward.default",
    .schema =
        "nll_loss_forward(Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index) -> (Tensor "
        "output, Tensor total_weight)",
    .doc = "nll_loss, with the sum of the weights that it divides by.",
    .decompose = {Decomposition::table},
    .run = {.meta = nll_meta, .kernel = nll_kernel},
    .grad = {.constant_results = 0b10, .node = "NllLossBackward0", .saves = kNll, .vjp = nll_vjp},
    .python = {.surfaces = 0},
    .samples = nll_samples,
};
constinit const OpDef nll_loss2d_forward{
    .path = "torch.ops.aten.nll_loss2d_forward.default",
    .schema =
        "nll_loss2d_forward(Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index) -> (Tensor "
        "output, Tensor total_weight)",
    .doc = "nll_loss over images of classes.",
    .decompose = {Decomposition::table},
    .run = {.meta = nll_2d_meta, .kernel = nll_2d_kernel, .no_integers = "nll_loss2d_forward_out_frame"},
    .grad = {.constant_results = 0b10, .node = "NllLoss2DBackward0", .saves = kNll, .vjp = nll_2d_vjp},
    .python = {.surfaces = 0},
    .samples = nll_2d_samples,
};
constinit const OpDef nll_loss{
    .path = "torch.ops.aten.nll_loss.default",
    .schema =
        "nll_loss(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt ignore_index=-100) -> "
        "Tensor",
    .doc = "Mean of -self at the target classes, weighted.",
    .decompose = {Decomposition::table, decomposition::nll_loss},
    .run = {.kernel = nll_loss_kernel, .autocast = Autocast::full, .composite = true},
    .python = {.surfaces = kInFunctional},
    .samples = nll_samples,
};
constinit const OpDef nll_loss_nd{
    .path = "torch.ops.aten.nll_loss_nd.default",
    .schema =
        "nll_loss_nd(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt ignore_index=-100) -> "
        "Tensor",
    .doc = "nll_loss with classes in dimension 1.",
    .decompose = {Decomposition::table, decomposition::nll_loss},
    .run = {.kernel = nll_loss_nd_kernel, .composite = true},
    .python =
        {
            .surfaces = 0,
            .functional = "nll_loss(Tensor input, Tensor target, Tensor? weight=None, bool? size_average=None, SymInt "
                          "ignore_index=-100, "
                          "bool? reduce=None, str reduction='mean')",
        },
    .samples = nll_nd_samples,
};
constinit const OpDef cross_entropy_loss{
    .path = "torch.ops.aten.cross_entropy_loss.default",
    .schema =
        "cross_entropy_loss(Tensor self, Tensor target, Tensor? weight=None, int reduction=1, SymInt "
        "ignore_index=-100, float label_smoothing=0.) -> Tensor",
    .doc = "nll_loss of log_softmax; targets are classes or their probabilities.",
    .decompose = {Decomposition::table, decomposition::cross_entropy},
    .run = {.kernel = cross_entropy_kernel, .autocast = Autocast::full, .composite = true},
    .python =
        {
            .surfaces = 0,
            .functional =
                "cross_entropy(Tensor input, Tensor target, Tensor? weight=None, bool? size_average=None, SymInt "
                "ignore_index=-100, bool? reduce=None, str reduction='mean', float label_smoothing=0.)",
        },
    .samples = cross_entropy_samples,
};

}  // namespace op

}  // namespace seesaw
