// Connectionist temporal classification: losses of sequences of labels that are shorter than what speaks them.
//
// What: log probabilities of T steps by classes, targets without repetitions in time. The path of labels has a blank
// before, between and after those of the target: state 2 k + 1 is label k. Why: forward and backward sums over all
// paths in logarithms; the gradient is their product.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/base/budget.h"
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decomposition_parts.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw {

namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

std::vector<std::int64_t> lengths_in(const Value& value) {
  if (!value.is_tensor()) {
    const Dims list = value.ints();
    return std::vector<std::int64_t>(list.begin(), list.end());
  }
  const Tensor& t = value.tensor();
  if (!is_integral(t.element()) || t.element() == Element::b8)
    throw fx_error("RuntimeError", "input_lengths and target_lengths must be integral");
  std::vector<std::int64_t> out;
  for (std::int64_t i = 0; i < t.numel(); ++i) out.push_back(t.integer_item_at(i));
  return out;
}

// What a call of _ctc_loss works on: log_probs, targets, input_lengths, target_lengths, blank.
struct Paths {
  Tensor scores, labels;  // [steps, batch, classes] in float64
  std::vector<std::int64_t> steps, lengths, begins;
  std::int64_t batch = 0, classes = 0, longest = 0, blank = 0, stride = 1;

  explicit Paths(Args args) {
    const Tensor &probs = args[0].tensor(), &targets = args[1].tensor();
    check(probs, targets);
    steps = lengths_in(args[2]);
    lengths = lengths_in(args[3]);
    blank = arg_at(args, 4).is_number() ? args[4].integer() : 0;
    batch = probs.sizes()[1];
    classes = probs.sizes()[2];
    if (blank < 0 || blank >= classes) refuse("blank must be in label range");
    if (static_cast<std::int64_t>(steps.size()) != batch) refuse("input_lengths must be of size batch_size");
    if (static_cast<std::int64_t>(lengths.size()) != batch) refuse("target_lengths must be of size batch_size");
    place(targets);
    check_steps(probs.sizes()[0]);
    if (probs.is_fake()) return;
    scores = probs.copy_to(Element::f64, probs.device()).copy();
    labels = targets.copy_to(Element::i64, targets.device()).copy();
  }
  std::int64_t label(std::int64_t b, std::int64_t state) const {
    if (state % 2 == 0) return blank;
    std::int64_t out = labels.data<std::int64_t>()[begins[static_cast<std::size_t>(b)] + state / 2];
    if (out < 0 || out >= classes) refuse("targets must be in label range");
    return out;
  }
  double score(std::int64_t t, std::int64_t b, std::int64_t label) const {
    return scores.data<double>()[(t * batch + b) * classes + label];
  }
  std::int64_t states(std::int64_t b) const { return 2 * lengths[static_cast<std::size_t>(b)] + 1; }

 private:
  [[noreturn]] static void refuse(std::string_view what) { throw fx_error("RuntimeError", std::string(what)); }
  static void check(const Tensor& probs, const Tensor& targets) {
    if (probs.dim() != 3) refuse("log_probs has to be of size (T, N, C)");
    if (!is_floating(probs.element()) || is_half(probs.element())) not_implemented("ctc_loss_cpu", probs.element());
    if (targets.element() != Element::i64 && targets.element() != Element::i32)
      refuse(
          cat({"Expected tensor for argument #2 'targets' to have one of the following scalar types: Long, Int; but "
               "got ",
               scalar_name(targets.element()),
               "Tensor instead (while checking arguments for ctc_loss_allocate_outputs)"}));
    if (targets.dim() != 1 && targets.dim() != 2) refuse("targets must be of dimension 1 or 2");
  }
  // In one row, or each in a row of its own.
  void place(const Tensor& targets) {
    std::int64_t at = 0;
    for (std::size_t b = 0; b < lengths.size(); ++b) {
      if (lengths[b] < 0)
        refuse(cat({"Expected target_lengths to have value at least 0, but got value ",
                    std::to_string(lengths[b]),
                    " (while checking arguments for ctc_loss_allocate_outputs)"}));
      begins.push_back(targets.dim() == 1 ? at : static_cast<std::int64_t>(b) * targets.sizes()[1]);
      at += lengths[b];
      longest = std::max(longest, lengths[b]);
    }
    bool fits = targets.dim() == 1 ? targets.numel() == at
                                   : targets.sizes()[0] == batch && targets.sizes()[1] >= longest;
    if (!fits)
      refuse(cat({"Expected tensor to have size ",
                  targets.dim() == 1 ? std::to_string(at) : cat({"at least ", std::to_string(longest)}),
                  " at dimension ",
                  targets.dim() == 1 ? "0" : "1",
                  ", but got size ",
                  std::to_string(targets.sizes().back()),
                  " for argument #2 'targets' (while checking arguments for ctc_loss_allocate_outputs)"}));
  }
  void check_steps(std::int64_t most) const {
    for (std::int64_t one : steps) {
      if (one < 0)
        refuse(cat({"Expected input_lengths to have value at least 0, but got value ",
                    std::to_string(one),
                    " (while checking arguments for ctc_loss_allocate_outputs)"}));
      if (one > most)
        refuse(cat({"Expected input_lengths to have value at most ",
                    std::to_string(most),
                    ", but got value ",
                    std::to_string(one),
                    " (while checking arguments for ctc_loss_allocate_outputs)"}));
    }
    within_budget(Budget::steps, double(most) * double(batch) * double(2 * longest + 1), "ctc_loss");
  }
};

double log_sum(std::initializer_list<double> terms) {
  double top = std::max(terms), sum = 0;
  if (top == kNever) return kNever;
  for (double term : terms) sum += std::exp(term - top);
  return top + std::log(sum);
}
// Logarithms of the probabilities of all beginnings of paths, by step and state.
void sum_beginnings(const Paths& p, std::int64_t b, double* alpha, std::int64_t width) {
  std::int64_t states = p.states(b), steps = p.steps[static_cast<std::size_t>(b)];
  std::fill(alpha, alpha + p.scores.sizes()[0] * width, kNever);
  if (steps == 0) return;
  alpha[0] = p.score(0, b, p.blank);
  if (states > 1) alpha[1] = p.score(0, b, p.label(b, 1));
  for (std::int64_t t = 1; t < steps; ++t) {
    const double* before = alpha + (t - 1) * width;
    for (std::int64_t s = 0; s < states; ++s) {
      std::int64_t label = p.label(b, s);
      bool jumps = s > 1 && label != p.label(b, s - 2);
      alpha[t * width + s] = log_sum({before[s], s > 0 ? before[s - 1] : kNever, jumps ? before[s - 2] : kNever}) +
                             p.score(t, b, label);
    }
  }
}
// The same of all ends of paths.
void sum_ends(const Paths& p, std::int64_t b, double* beta, std::int64_t width) {
  std::int64_t states = p.states(b), steps = p.steps[static_cast<std::size_t>(b)];
  std::fill(beta, beta + p.scores.sizes()[0] * width, kNever);
  if (steps == 0) return;
  double* last = beta + (steps - 1) * width;
  last[states - 1] = p.score(steps - 1, b, p.blank);
  if (states > 1) last[states - 2] = p.score(steps - 1, b, p.label(b, states - 2));
  for (std::int64_t t = steps - 1; t-- > 0;) {
    const double* after = beta + (t + 1) * width;
    for (std::int64_t s = 0; s < states; ++s) {
      std::int64_t label = p.label(b, s);
      bool jumps = s + 2 < states && label != p.label(b, s + 2);
      beta[t * width + s] = log_sum({after[s], s + 1 < states ? after[s + 1] : kNever, jumps ? after[s + 2] : kNever}) +
                            p.score(t, b, label);
    }
  }
}

std::vector<TensorSpec> ctc_specs(const Tensor& probs, std::int64_t longest) {
  return {spec_like(probs, {probs.sizes()[1]}),
          spec_like(probs, {probs.sizes()[1], probs.sizes()[0], 2 * longest + 1})};
}
Specs ctc_meta(Args args) { return ctc_specs(args[0].tensor(), Paths(args).longest); }
Outputs ctc_kernel(Args args) {
  Paths p(args);
  std::vector<TensorSpec> specs = ctc_specs(args[0].tensor(), p.longest);
  Tensor losses = Tensor::zeros({p.batch}, Element::f64), alphas = Tensor::zeros(specs[1].sizes, Element::f64);
  std::int64_t width = specs[1].sizes[2], each = specs[1].sizes[1] * width;
  for (std::int64_t b = 0; b < p.batch; ++b) {
    double* alpha = alphas.data<double>() + b * each;
    sum_beginnings(p, b, alpha, width);
    std::int64_t steps = p.steps[static_cast<std::size_t>(b)], states = p.states(b);
    if (steps == 0) {
      losses.data<double>()[b] = states == 1 ? 0 : -kNever;
      continue;
    }
    const double* last = alpha + (steps - 1) * width;
    losses.data<double>()[b] = -log_sum({last[states - 1], states > 1 ? last[states - 2] : kNever});
  }
  Element element = args[0].tensor().element();
  return std::vector<Tensor>{losses.copy_to(element, Device::cpu), alphas.copy_to(element, Device::cpu)};
}

// grad, log_probs, targets, input_lengths, target_lengths, neg_log_likelihood, log_alpha, blank, zero_infinity
Specs ctc_backward_meta(Args args) { return shape::like_first(args.subspan(1)); }
Outputs ctc_backward_kernel(Args args) {
  Paths p(std::vector<Value>{args[1], args[2], args[3], args[4], args[7]});
  bool skips = arg_at(args, 8).is_number() && args[8].truth();
  Tensor out = Tensor::zeros(p.scores.sizes(), Element::f64);
  const Tensor& alphas = args[6].tensor();
  std::int64_t most = p.scores.sizes()[0], width = alphas.sizes()[2];
  std::vector<double> beta(static_cast<std::size_t>(most * width));
  for (std::int64_t b = 0; b < p.batch; ++b) {
    double loss = args[5].tensor().item_at(b),
           gradient = args[0].tensor().item_at(args[0].tensor().numel() == 1 ? 0 : b);
    if (skips && std::isinf(loss)) continue;
    sum_ends(p, b, beta.data(), width);
    for (std::int64_t t = 0; t < p.steps[static_cast<std::size_t>(b)]; ++t) {
      std::vector<double> sums(static_cast<std::size_t>(p.classes), kNever);
      for (std::int64_t s = 0; s < p.states(b); ++s) {
        double& sum = sums[static_cast<std::size_t>(p.label(b, s))];
        sum = log_sum(
            {sum, alphas.item_at((b * most + t) * width + s) + beta[static_cast<std::size_t>(t * width + s)]});
      }
      double* to = out.data<double>() + (t * p.batch + b) * p.classes;
      for (std::int64_t c = 0; c < p.classes; ++c) {
        double score = p.score(t, b, c);
        to[c] = (std::exp(score) - std::exp(sums[static_cast<std::size_t>(c)] + loss - score)) * gradient;
      }
    }
  }
  return out.copy_to(args[1].tensor().element(), Device::cpu);
}
void ctc_vjp(Vjp& g) {
  g.set(0,
        decomposition::one("_ctc_loss_backward.default",
                           {g.grad(0),
                            g.saved(0),
                            g.saved(1),
                            g.arg(2),
                            g.arg(3),
                            g.saved(2),
                            g.saved(3),
                            g.arg(4),
                            g.arg(5).is_number() && g.arg(5).truth()}));
}

// log_probs, targets, input_lengths, target_lengths, blank, reduction, zero_infinity
Outputs ctc_loss_kernel(Args args) {
  using decomposition::one;
  Tensor probs = args[0].tensor();
  bool single = probs.dim() == 2;
  Tensor targets = args[1].tensor();
  if (single) {
    probs = one("unsqueeze.default", {probs, 1});
    if (targets.dim() == 1) targets = one("unsqueeze.default", {targets, 0});
  }
  std::vector<std::int64_t> steps = lengths_in(args[2]), lengths = lengths_in(args[3]);
  bool skips = arg_at(args, 6).is_number() && args[6].truth();
  Tensor out = one(
      "_ctc_loss.default",
      {probs, targets, Dims(steps), Dims(lengths), arg_at(args, 4).is_number() ? args[4] : Value(0), skips});
  if (skips) {
    Tensor infinite = first(op::eq, {out, -kNever});
    out = where(infinite, first(op::zeros_like, {out}), out);
  }
  std::int64_t reduction = arg_at(args, 5).is_number() ? args[5].integer() : 1;
  if (reduction == 1) {
    std::vector<double> counts;
    for (std::int64_t length : lengths) counts.push_back(double(std::max<std::int64_t>(length, 1)));
    Tensor divisors = Tensor::from(counts, {static_cast<std::int64_t>(counts.size())}, out.element());
    return one("mean.default", {out / divisors});
  }
  if (reduction == 2) return one("sum.default", {out});
  return single ? one("squeeze.dim", {out, 0}) : out;
}

constexpr SavedSlot kCtc[] = {{"log_probs", 0}, {"targets", 1}, {"result0", ~0}, {"result1", ~1}};

// Without samples of doubles that differences would derive: the formula holds for normalised log_probs alone.
constexpr OpDef kCtcRecords[] = {
    {
        .path = "torch.ops.aten._ctc_loss.default",
        .schema = "_ctc_loss(Tensor log_probs, Tensor targets, int[] input_lengths, int[] target_lengths, int blank=0, "
                  "bool zero_infinity=False) -> (Tensor, Tensor)",
        .doc = "Connectionist temporal classification: loss and what backward needs.",
        .run = {.meta = ctc_meta, .kernel = ctc_kernel},
        .grad = {.constant_results = 0b10, .node = "CtcLossBackward0", .saves = kCtc, .vjp = ctc_vjp},
    },
    {
        .path = "torch.ops.aten._ctc_loss.Tensor",
        .schema = "_ctc_loss.Tensor(Tensor log_probs, Tensor targets, Tensor input_lengths, Tensor target_lengths, int "
                  "blank=0, bool zero_infinity=False) -> (Tensor, Tensor)",
        .run = {.meta = ctc_meta, .kernel = ctc_kernel},
        .grad = {.constant_results = 0b10, .node = "CtcLossBackward1", .saves = kCtc, .vjp = ctc_vjp},
    },
    {
        .path = "torch.ops.aten._ctc_loss_backward.default",
        .schema = "_ctc_loss_backward(Tensor grad, Tensor log_probs, Tensor targets, int[] input_lengths, int[] "
                  "target_lengths, Tensor neg_log_likelihood, Tensor log_alpha, int blank, bool zero_infinity=False) "
                  "-> Tensor",
        .doc = "The derivative of _ctc_loss.",
        .run = {.meta = ctc_backward_meta, .kernel = ctc_backward_kernel},
        .grad = {.edges = 0b1100011, .node = kNoDerivative, .vjp = [](Vjp&) { no_derivative("_ctc_loss_backward"); }},
    },
    {
        .path = "torch.ops.aten.ctc_loss.IntList",
        .schema = "ctc_loss.IntList(Tensor log_probs, Tensor targets, int[] input_lengths, int[] target_lengths, int "
                  "blank=0, int reduction=1, bool zero_infinity=False) -> Tensor",
        .doc = "Connectionist temporal classification loss.",
        .decompose = {Decomposition::table},
        .run = {.kernel = ctc_loss_kernel, .autocast = Autocast::full, .composite = true},
        .python = {.surfaces = kInTorch | kInFunctional},
    },
    {
        .path = "torch.ops.aten.ctc_loss.Tensor",
        .schema = "ctc_loss.Tensor(Tensor log_probs, Tensor targets, Tensor input_lengths, Tensor target_lengths, int "
                  "blank=0, int reduction=1, bool zero_infinity=False) -> Tensor",
        .decompose = {Decomposition::table},
        .run = {.kernel = ctc_loss_kernel, .autocast = Autocast::full, .composite = true},
    },
};

}  // namespace

std::span<const OpDef> op_records::ctc() { return kCtcRecords; }

}  // namespace seesaw
