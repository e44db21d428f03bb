#include "core/engine/exec/gradcheck.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "core/base/budget.h"
#include "core/base/clock.h"
#include "core/engine/autograd/grad_mode.h"
#include "core/engine/autograd/variable.h"
#include "core/engine/exec/execute.h"
#include "core/engine/ops/call/random.h"

namespace seesaw {

namespace {

class Check {
 public:
  Check(const Program& program, std::uint64_t seed, const InputChoices& choices, const GradcheckSettings& settings)
      : program_(program), seed_(seed), choices_(choices), settings_(settings) {
    ProgramInputs inputs = fresh();
    Execution run = execute_on(inputs);
    std::vector<Tensor> leaves;
    for (const auto& [key, leaf] : inputs.leaves()) {
      leaves.push_back(leaf);
      total_ += static_cast<std::uint64_t>(parts_of(leaf).numel());
      ends_.push_back(total_);
    }
    gradients_ = gradients_of_sum(run.outputs, leaves);
    gradients_.resize(leaves.size());
    for (const Datum& output : run.outputs) counted_.push_back(is_counted(output));
  }

  std::uint64_t total() const { return total_; }

  GradcheckPart::Element at(std::uint64_t step) const {
    std::uint64_t place = step * stride() % total_;
    std::size_t leaf = static_cast<std::size_t>(std::upper_bound(ends_.begin(), ends_.end(), place) - ends_.begin());
    GradcheckPart::Element out;
    out.index = static_cast<std::int64_t>(place - (leaf == 0 ? 0 : ends_[leaf - 1]));
    double eps = settings_.eps;
    out.numeric = (sum_with(leaf, out.index, eps, out.input) - sum_with(leaf, out.index, -eps, out.input)) / (2 * eps);
    out.analytic = gradients_[leaf] ? parts_of(gradients_[leaf]).item_at(out.index) : 0;
    double difference = std::abs(out.analytic - out.numeric);
    out.excess = difference / (settings_.atol + settings_.rtol * std::abs(out.numeric));
    if (std::isnan(out.excess)) out.excess = std::isnan(out.analytic) && std::isnan(out.numeric) ? 0 : HUGE_VAL;
    return out;
  }

 private:
  ProgramInputs fresh() const {
    manual_seed(seed_);
    return ProgramInputs(program_, seed_, choices_, true);
  }

  static bool is_counted(const Datum& output) {
    return output.is_tensor() && is_floating(output.tensor().element()) && autograd::requires_grad(output.tensor());
  }

  // The real numbers of a tensor: for a complex one its parts, whose gradients are the parts of its gradient.
  static Tensor parts_of(const Tensor& t) {
    if (!is_complex(t.element())) return t;
    Dims sizes = t.sizes(), strides = t.strides();
    for (std::int64_t& stride : strides) stride *= 2;
    sizes.push_back(2);
    strides.push_back(1);
    return t.reinterpreted({sizes, strides, part_of(t.element()), t.device(), t->offset * 2});
  }

  Execution execute_on(const ProgramInputs& inputs) const {
    autograd::GradModeScope mode(settings_.grad_mode);
    return execute(program_, inputs.user(), [&](std::string_view name) { return inputs.state(name); });
  }

  // About 0.62 of the total, coprime to it: consecutive steps are far apart and each element comes once.
  std::uint64_t stride() const {
    auto near = static_cast<std::uint64_t>(static_cast<double>(total_) * 0.6180339887) | 1;
    while (std::gcd(near, total_) != 1) near += 2;
    return near;
  }

  double sum_with(std::size_t leaf, std::int64_t index, double by, std::string& name) const {
    ProgramInputs inputs = fresh();
    const auto& [key, tensor] = inputs.leaves()[leaf];
    Tensor parts = parts_of(tensor);
    parts.set_item_at(index, parts.item_at(index) + by);
    for (const ProgramInputs::Entry& entry : inputs.entries()) {
      if (entry.key == key) name = entry.name;
    }
    Execution run = execute_on(inputs);
    double sum = 0;
    for (std::size_t i = 0; i < run.outputs.size() && i < counted_.size(); ++i) {
      if (!counted_[i]) continue;
      const Tensor& output = run.outputs[i].tensor();
      within_budget(
          Budget::elements, static_cast<double>(output.numel()), "this result", "return a part of it, or its sum");
      for (std::int64_t e = 0; e < output.numel(); ++e) sum += output.item_at(e);
    }
    return sum;
  }

  const Program& program_;
  std::uint64_t seed_;
  const InputChoices& choices_;
  const GradcheckSettings& settings_;
  std::vector<Tensor> gradients_;
  std::vector<std::uint64_t> ends_;  // by leaf: number of elements up to its end
  std::vector<bool> counted_;        // by output
  std::uint64_t total_ = 0;
};

}  // namespace

GradcheckPart gradcheck(const Program& program,
                        std::uint64_t seed,
                        const InputChoices& choices,
                        const GradcheckSettings& settings) {
  double end = now_microseconds() + settings.milliseconds * 1000;
  Check check(program, seed, choices, settings);
  GradcheckPart out;
  out.total = check.total();
  for (out.next = settings.first; out.next < out.total;) {
    GradcheckPart::Element element = check.at(out.next++);
    if (element.excess > 1) ++out.wrong;
    if (element.excess <= 1 && std::isnan(element.analytic)) ++out.undefined;
    if (element.excess > out.worst.excess) out.worst = std::move(element);
    if (now_microseconds() > end) break;
  }
  return out;
}

}  // namespace seesaw
