// Covariances and correlations of rows of observations, written in operators.
#include <vector>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/composed/decomposition_parts.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

namespace {

using decomposition::one;

[[noreturn]] void refuse_cov(std::initializer_list<std::string_view> text) {
  throw fx_error("RuntimeError", cat({"cov(): ", cat(text)}));
}
void check_dims_of_observations(std::string_view name, const Tensor& t) {
  if (t.dim() <= 2) return;
  throw fx_error("RuntimeError",
                 cat({name,
                      "(): expected input to have two or fewer dimensions but got an input with ",
                      std::to_string(t.dim()),
                      " dimensions"}));
}
// fweights count observations, aweights weigh them.
void check_observation_weights(const Tensor& w, std::string_view name, bool counts, std::int64_t observations) {
  std::string rank = std::to_string(w.dim());
  if (w.dim() > 1)
    refuse_cov({"expected ", name, " to have one or fewer dimensions but got ", name, " with ", rank, " dimensions"});
  if (counts ? !is_integral(w.element()) || w.element() == Element::b8 : !is_floating(w.element()))
    refuse_cov({"expected ",
                name,
                counts ? " to have integral dtype but got " : " to have floating point dtype but got ",
                name,
                " with ",
                scalar_name(w.element()),
                " dtype"});
  if (!dim_equal(w.numel(), observations))
    refuse_cov({"expected ",
                name,
                " to have the same numel as there are observations in the input but got ",
                dim_text(w.numel()),
                " != ",
                dim_text(observations)});
  for (std::int64_t i = 0; !w.is_fake() && i < w.numel(); ++i) {
    if (w.item_at(i) < 0) refuse_cov({name, " cannot be negative"});
  }
}
// self, correction, fweights, aweights
Outputs covariances(Args args) {
  const Tensor& self = args[0].tensor();
  check_dims_of_observations("cov", self);
  if (self.element() == Element::b8) refuse_cov({"bool dtype is not supported for input"});
  Tensor in = self.dim() < 2 ? one("view.default", {self, Dims{1, -1}}) : self, w;
  std::int64_t observations = in.sizes()[1];
  double correction = number_or(args, 1, 1);
  Tensor counts = arg_at(args, 2).is_tensor() ? args[2].tensor() : Tensor(),
         weights = arg_at(args, 3).is_tensor() ? args[3].tensor() : Tensor();
  if (counts) check_observation_weights(counts, "fweights", true, observations);
  if (weights) check_observation_weights(weights, "aweights", false, observations);
  w = counts && weights ? counts * weights : counts ? counts : weights;
  Tensor total = w ? one("sum.default", {w}) : Tensor::scalar(double(observations), Element::i64);
  if (w && !total.is_fake() && total.item() == 0) refuse_cov({"weights sum to zero, can't be normalized"});
  Tensor mean = one("sum.dim_IntList", {w ? in * w : in, Dims{1}}) / total;
  Tensor norm = total - correction;
  if (weights && correction != 0) norm = total - one("sum.default", {w * weights}) / total * correction;
  if (!norm.is_fake() && norm.item() <= 0) norm = first(op::zeros_like, {norm});
  Tensor centred = in - first(op::unsqueeze, {mean, 1}), turned = first(op::t, {w ? centred * w : centred});
  Tensor products = first(op::mm, {centred, conjugate_of(turned)});
  return one("squeeze.default", {products / norm});
}
Outputs correlations(Args args) {
  check_dims_of_observations("corrcoef", args[0].tensor());
  Tensor c = one("cov.default", {args[0], 1, Value(), Value()});
  if (c.dim() == 0) return c / c;
  Tensor spread = one("diagonal.default", {c, 0, 0, 1});
  spread = seesaw::sqrt(is_complex(c.element()) ? real_part_of(spread) : spread);
  c = c / one("view.default", {spread, Dims{-1, 1}});
  c = c / one("view.default", {spread, Dims{1, -1}});
  auto bounded = [](const Tensor& t) { return one("clamp.default", {t, -1, 1}); };
  if (!is_complex(c.element())) return bounded(c);
  Tensor parts = one("view_as_real.default", {c});
  return one("view_as_complex.default", {bounded(parts)});
}

SampleList observations() {
  return {{samples::ramp({3, 5}, -1, 2)},
          {samples::ramp({4}, -1, 2)},
          {samples::ramp({2, 3}, -1, 2), 0, samples::index({1, 2, 1}, {3}), samples::ramp({3}, 0.5, 1)}};
}

constexpr OpDef kCovariance[] = {
    {
        .path = "torch.ops.aten.cov.default",
        .schema = "cov(Tensor self, *, int correction=1, Tensor? fweights=None, Tensor? aweights=None) -> Tensor",
        .doc = "Covariances of variables in rows, by their observations in columns.",
        .run = {.kernel = covariances, .complex = on_complex::written, .composite = true},
        .samples = observations,
    },
    {
        .path = "torch.ops.aten.corrcoef.default",
        .schema = "corrcoef(Tensor self) -> Tensor",
        .doc = "Correlations of variables in rows, by their observations in columns.",
        .run = {.kernel = correlations, .complex = on_complex::written, .composite = true},
        .samples =
            [] {
              return SampleList{{samples::ramp({3, 5}, -1, 2)}};
            },
    },
};

}  // namespace

std::span<const OpDef> op_records::covariance() { return kCovariance; }

}  // namespace seesaw
