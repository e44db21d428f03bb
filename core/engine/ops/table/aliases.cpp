// Operators that are other operators under another name.
//
// What: one line each: path and schema as PyTorch spells them, and the operator that does the work. Why:
// PyTorch keeps these names in exported graphs. Each calls its operator, and uses its kernel, derivative and
// shape rule.
#include <algorithm>

#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

namespace {

template <const OpDef* kBase>
Outputs as_other(std::span<const Value> args) {
  return call(*kBase, args);
}
template <const OpDef* kBase>
Tensor as_other_inplace(std::span<const Value> args) {
  return call_inplace(*kBase, args);
}
template <const OpDef* kBase>
SampleList samples_of_other() {
  SampleList out = kBase->samples();
  out.resize(std::min<std::size_t>(out.size(), 2));  // the other one has the rest
  return out;
}

constexpr bool kInPlace = true;

template <const OpDef* kBase>
constexpr OpDef alias(std::string_view path, std::string_view schema, std::string_view doc, bool inplace = false) {
  OpDef out{
      .path = path,
      .schema = schema,
      .doc = doc,
      .decompose = {Decomposition::table, as_other<kBase>},
      .run = {.kernel = as_other<kBase>},
  };
  out.run.complex = on_complex::written;
  out.run.composite = true;
  out.forms.inplace = inplace;
  out.forms.kernel = inplace ? as_other_inplace<kBase> : nullptr;
  out.samples = samples_of_other<kBase>;
  return out;
}

constexpr OpDef kAliases[] = {
    alias<&op::abs>(
        "torch.ops.aten.absolute.default", "absolute(Tensor self) -> Tensor", "Another name of abs.", kInPlace),
    alias<&op::neg>(
        "torch.ops.aten.negative.default", "negative(Tensor self) -> Tensor", "Another name of neg.", kInPlace),
    alias<&op::trunc>("torch.ops.aten.fix.default", "fix(Tensor self) -> Tensor", "Another name of trunc.", kInPlace),
    alias<&op::acos>(
        "torch.ops.aten.arccos.default", "arccos(Tensor self) -> Tensor", "Another name of acos.", kInPlace),
    alias<&op::acosh>(
        "torch.ops.aten.arccosh.default", "arccosh(Tensor self) -> Tensor", "Another name of acosh.", kInPlace),
    alias<&op::asin>(
        "torch.ops.aten.arcsin.default", "arcsin(Tensor self) -> Tensor", "Another name of asin.", kInPlace),
    alias<&op::asinh>(
        "torch.ops.aten.arcsinh.default", "arcsinh(Tensor self) -> Tensor", "Another name of asinh.", kInPlace),
    alias<&op::atan>(
        "torch.ops.aten.arctan.default", "arctan(Tensor self) -> Tensor", "Another name of atan.", kInPlace),
    alias<&op::atanh>(
        "torch.ops.aten.arctanh.default", "arctanh(Tensor self) -> Tensor", "Another name of atanh.", kInPlace),
    alias<&op::atan2>("torch.ops.aten.arctan2.default",
                      "arctan2(Tensor self, Tensor other) -> Tensor",
                      "Another name of atan2.",
                      kInPlace),
    alias<&op::mul>("torch.ops.aten.multiply.Tensor",
                    "multiply.Tensor(Tensor self, Tensor other) -> Tensor",
                    "Another name of mul.",
                    kInPlace),
    alias<&op::mul_scalar>("torch.ops.aten.multiply.Scalar",
                           "multiply.Scalar(Tensor self, Scalar other) -> Tensor",
                           "Another name of mul.",
                           kInPlace),
    alias<&op::sub>("torch.ops.aten.subtract.Tensor",
                    "subtract.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
                    "Another name of sub.",
                    kInPlace),
    alias<&op::sub_scalar>("torch.ops.aten.subtract.Scalar",
                           "subtract.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor",
                           "Another name of sub.",
                           kInPlace),
    alias<&op::div>("torch.ops.aten.divide.Tensor",
                    "divide.Tensor(Tensor self, Tensor other) -> Tensor",
                    "Another name of div.",
                    kInPlace),
    alias<&op::div_scalar>("torch.ops.aten.divide.Scalar",
                           "divide.Scalar(Tensor self, Scalar other) -> Tensor",
                           "Another name of div.",
                           kInPlace),
    alias<&op::div_mode>("torch.ops.aten.divide.Tensor_mode",
                         "divide.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode) -> Tensor",
                         "Another name of div.",
                         kInPlace),
    alias<&op::div>("torch.ops.aten.true_divide.Tensor",
                    "true_divide.Tensor(Tensor self, Tensor other) -> Tensor",
                    "Another name of div.",
                    kInPlace),
    alias<&op::div_scalar>("torch.ops.aten.true_divide.Scalar",
                           "true_divide.Scalar(Tensor self, Scalar other) -> Tensor",
                           "Another name of div.",
                           kInPlace),
    alias<&op::gt>("torch.ops.aten.greater.Tensor",
                   "greater.Tensor(Tensor self, Tensor other) -> Tensor",
                   "Another name of gt.",
                   kInPlace),
    alias<&op::gt_number>("torch.ops.aten.greater.Scalar",
                          "greater.Scalar(Tensor self, Scalar other) -> Tensor",
                          "Another name of gt.",
                          kInPlace),
    alias<&op::ge>("torch.ops.aten.greater_equal.Tensor",
                   "greater_equal.Tensor(Tensor self, Tensor other) -> Tensor",
                   "Another name of ge.",
                   kInPlace),
    alias<&op::ge_number>("torch.ops.aten.greater_equal.Scalar",
                          "greater_equal.Scalar(Tensor self, Scalar other) -> Tensor",
                          "Another name of ge.",
                          kInPlace),
    alias<&op::lt>("torch.ops.aten.less.Tensor",
                   "less.Tensor(Tensor self, Tensor other) -> Tensor",
                   "Another name of lt.",
                   kInPlace),
    alias<&op::lt_number>("torch.ops.aten.less.Scalar",
                          "less.Scalar(Tensor self, Scalar other) -> Tensor",
                          "Another name of lt.",
                          kInPlace),
    alias<&op::le>("torch.ops.aten.less_equal.Tensor",
                   "less_equal.Tensor(Tensor self, Tensor other) -> Tensor",
                   "Another name of le.",
                   kInPlace),
    alias<&op::le_number>("torch.ops.aten.less_equal.Scalar",
                          "less_equal.Scalar(Tensor self, Scalar other) -> Tensor",
                          "Another name of le.",
                          kInPlace),
    alias<&op::ne>("torch.ops.aten.not_equal.Tensor",
                   "not_equal.Tensor(Tensor self, Tensor other) -> Tensor",
                   "Another name of ne.",
                   kInPlace),
    alias<&op::ne_number>("torch.ops.aten.not_equal.Scalar",
                          "not_equal.Scalar(Tensor self, Scalar other) -> Tensor",
                          "Another name of ne.",
                          kInPlace),
    alias<&op::clamp>("torch.ops.aten.clip.default",
                      "clip(Tensor self, Scalar? min=None, Scalar? max=None) -> Tensor",
                      "Another name of clamp.",
                      kInPlace),
    alias<&op::clamp_tensor>("torch.ops.aten.clip.Tensor",
                             "clip.Tensor(Tensor self, Tensor? min=None, Tensor? max=None) -> Tensor",
                             "Another name of clamp.",
                             kInPlace),
    alias<&op::vstack>(
        "torch.ops.aten.row_stack.default", "row_stack(Tensor[] tensors) -> Tensor", "Another name of vstack."),
    alias<&op::outer>(
        "torch.ops.aten.ger.default", "ger(Tensor self, Tensor vec2) -> Tensor", "Another name of outer."),
    alias<&op::matmul>("torch.ops.aten.linalg_matmul.default",
                       "linalg_matmul(Tensor self, Tensor other) -> Tensor",
                       "Another name of matmul."),
    alias<&op::expm1>(
        "torch.ops.aten.special_expm1.default", "special_expm1(Tensor self) -> Tensor", "Another name of expm1."),
    alias<&op::exp2>(
        "torch.ops.aten.special_exp2.default", "special_exp2(Tensor self) -> Tensor", "Another name of exp2."),
    alias<&op::digamma>(
        "torch.ops.aten.special_psi.default", "special_psi(Tensor self) -> Tensor", "Another name of digamma."),
    alias<&op::digamma>(
        "torch.ops.aten.special_digamma.default", "special_digamma(Tensor self) -> Tensor", "Another name of digamma."),
    alias<&op::lgamma>(
        "torch.ops.aten.special_gammaln.default", "special_gammaln(Tensor self) -> Tensor", "Another name of lgamma."),
    alias<&op::erf>("torch.ops.aten.special_erf.default", "special_erf(Tensor self) -> Tensor", "Another name of erf."),
    alias<&op::erfc>(
        "torch.ops.aten.special_erfc.default", "special_erfc(Tensor self) -> Tensor", "Another name of erfc."),
    alias<&op::sigmoid>(
        "torch.ops.aten.special_expit.default", "special_expit(Tensor self) -> Tensor", "Another name of sigmoid."),
    alias<&op::logit>("torch.ops.aten.special_logit.default",
                      "special_logit(Tensor self, float? eps=None) -> Tensor",
                      "Another name of logit."),
    alias<&op::log1p>(
        "torch.ops.aten.special_log1p.default", "special_log1p(Tensor self) -> Tensor", "Another name of log1p."),
    alias<&op::polygamma>("torch.ops.aten.special_polygamma.default",
                          "special_polygamma(int n, Tensor self) -> Tensor",
                          "Another name of polygamma."),
    alias<&op::logsumexp>("torch.ops.aten.special_logsumexp.default",
                          "special_logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor",
                          "Another name of logsumexp."),
    alias<&op::softmax>("torch.ops.aten.special_softmax.default",
                        "special_softmax(Tensor self, int dim, ScalarType? dtype=None) -> Tensor",
                        "Another name of softmax."),
    alias<&op::log_softmax>("torch.ops.aten.special_log_softmax.default",
                            "special_log_softmax(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor",
                            "Another name of log_softmax."),
    alias<&op::xlogy>("torch.ops.aten.special_xlogy.default",
                      "special_xlogy(Tensor self, Tensor other) -> Tensor",
                      "Another name of xlogy."),
    alias<&op::xlogy_number>("torch.ops.aten.special_xlogy.other_scalar",
                             "special_xlogy.other_scalar(Tensor self, Scalar other) -> Tensor",
                             "Another name of xlogy."),
    alias<&op::xlogy_base>("torch.ops.aten.special_xlogy.self_scalar",
                           "special_xlogy.self_scalar(Scalar self, Tensor other) -> Tensor",
                           "Another name of xlogy."),
};

}  // namespace

std::span<const OpDef> op_records::aliases() { return kAliases; }

}  // namespace seesaw
