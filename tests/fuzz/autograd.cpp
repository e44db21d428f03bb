// Bytes as a program of tensors, scalars and backward passes.
//
// Two bytes an instruction: what to do, and with what. Operators come from the table of records that bring samples:
// their arguments are the sample's, its first tensors replaced by values of the program where shapes may fit. The
// program's values are bounded, so is its length.
#include <cmath>
#include <memory>

#include "core/engine/autograd/compiled_tape.h"
#include "core/engine/autograd/engine.h"
#include "core/engine/autograd/inspect.h"
#include "core/engine/autograd/record.h"
#include "core/engine/autograd/scalar.h"
#include "core/engine/autograd/variable.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/table/schema.h"
#include "tests/fuzz/targets.h"

namespace seesaw::fuzz {

namespace {

using autograd::Scalar;

constexpr std::size_t kMostValues = 24, kMostInstructions = 96;
constexpr std::int64_t kLargest = 4096;

struct Call {
  const OpDef* op;
  std::vector<Value> args;
};

// A sample of each record, made once.
const std::vector<Call>& calls() {
  static const std::vector<Call> all = [] {
    std::vector<Call> out;
    each_record([&](const OpDef& op) {
      // Records of our own, which derivatives call, take their operands as they come.
      bool own = !op.path.starts_with("torch.ops.");
      if (own || op.run.kernel == nullptr || op.samples == nullptr) return;
      SampleList samples = op.samples();
      if (!samples.empty()) out.push_back({&op, samples.front()});
    });
    return out;
  }();
  return all;
}

class Machine {
 public:
  explicit Machine(std::string_view code) : code_(code) {
    add(samples::ramp({2, 3}, -2, 2));
    add(samples::ramp({3}, -1, 1));
    for (Tensor& t : tensors_) autograd::set_requires_grad(t, true);
    scalars_.push_back(Scalar::leaf(0.5));
    scalars_.push_back(Scalar::leaf(-2.0));
  }

  // As in PyTorch a gradient with a graph of its own holds the tensor that it belongs to: whoever asked for it lets go.
  ~Machine() {
    for (const Tensor& t : made_) text_or_nothing([&] { return autograd::set_grad(t, Tensor()), std::string(); });
  }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  void run() {
    for (std::size_t count = 0; at_ + 1 < code_.size() && count < kMostInstructions; ++count) {
      std::size_t what = next(), with = next();
      text_or_nothing([&] { return step(what, with), std::string(); });
    }
    for (const Tensor& t : tensors_) text_or_nothing([&] { return autograd::grad_fn(t), std::string(); });
  }

 private:
  std::size_t next() { return at_ < code_.size() ? static_cast<unsigned char>(code_[at_++]) : 0; }
  const Tensor& tensor(std::size_t which) { return tensors_[which % tensors_.size()]; }
  Scalar& scalar(std::size_t which) { return scalars_[which % scalars_.size()]; }
  void add(Tensor t) {
    if (!t || t.numel() > kLargest) return;
    made_.push_back(t);
    if (tensors_.size() < kMostValues) return tensors_.push_back(std::move(t));
    tensors_[turn_++ % kMostValues] = std::move(t);
  }
  void add(Scalar s) {
    if (scalars_.size() < kMostValues) return scalars_.push_back(std::move(s));
    scalars_[turn_++ % kMostValues] = std::move(s);
  }

  void step(std::size_t what, std::size_t with) {
    switch (what % 16) {
      case 0:
      case 1:
      case 2:
      case 3: return operate(with, false);
      case 4: return operate(with, true);
      case 5: return add(autograd::detach(tensor(with)));
      case 6: return autograd::retain_grad(tensor(with));
      case 7: return autograd::set_requires_grad(tensor(with), (what & 16) == 0);
      case 8: return hook(tensor(with), what >> 4);
      case 9: return backward(with, (what & 16) != 0, (what & 32) != 0);
      case 10: return gradient(with);
      case 11: return autograd::set_grad(tensor(with), tensor(with + 1).copy());
      case 12: return number(with);
      case 13: return scalar(with).backward((what & 16) != 0);
      case 14: return tape(with);
      default: return modes(with);
    }
  }

  // Operands of the sample become values of the program, each by its bit of `which`.
  void operate(std::size_t with, bool inplace) {
    const Call& call = calls()[(with * 256 + next()) % calls().size()];
    std::size_t which = next();
    std::vector<Value> args = call.args;
    for (std::size_t i = 0; i < args.size(); ++i) {
      if (args[i].is_tensor())
        args[i] = (which >> (i % 8)) % 2 == 1 ? Value(tensor(which + i)) : Value(args[i].tensor().copy());
    }
    if (inplace) {
      if (!call.op->forms.inplace || args.empty() || !args[0].is_tensor()) return;
      call_inplace(*call.op, args);
      return;
    }
    Outputs out = seesaw::call(*call.op, args);
    for (std::size_t i = 0; i < out.size() && i < 4; ++i) add(out[i]);
  }

  void hook(const Tensor& t, std::size_t kind) {
    // By its place: a hook that held a tensor of the graph that it stands in would hold itself.
    // The graph may outlive the machine: an operator that writes leaves it behind in a sample that all runs share.
    std::weak_ptr<int> lives = lives_;
    autograd::register_hook(t, "hook", [this, lives, kind](const Tensor& grad) -> autograd::HookResult {
      if (kind % 4 == 0 || lives.expired()) return {};
      if (kind % 4 == 1) return seesaw::call(*find_record("torch.ops.aten.mul.Tensor"), {grad, 2})[0];
      // A hook may run backward, its own graph's too; where JavaScript's stack ends that, here a number does.
      if (kind % 4 == 2 && passes_ < 3) {
        autograd::Restore<int> deeper(passes_, passes_ + 1);
        autograd::backward({.tensors = {{tensor(kind), {}}}});
      }
      throw fx_error("RuntimeError", "a hook fails");
    });
  }

  void backward(std::size_t with, bool retain, bool create) {
    autograd::BackwardArgs args;
    args.tensors = {{tensor(with), {}}};
    args.grad_tensors = autograd::Gradients{samples::ramp(tensor(with).sizes(), -1, 1)};
    args.retain_graph = retain;
    args.create_graph = create;
    autograd::backward(args);
  }

  void gradient(std::size_t with) {
    autograd::GradArgs args;
    args.outputs = {{tensor(with), {}}};
    args.inputs = {{tensor(with / 16), {}}, {tensor(with / 16 + 1), {}}};
    args.grad_outputs = autograd::Gradients{samples::ramp(tensor(with).sizes(), -1, 1)};
    args.allow_unused = true;
    args.create_graph = with % 2 == 1;
    for (Tensor& t : autograd::grad(args)) add(std::move(t));
  }

  void number(std::size_t with) {
    Scalar &a = scalar(with), &b = scalar(with / 16);
    switch (with % 8) {
      case 0: return add(a + b);
      case 1: return add(a * b);
      case 2: return add(tanh(a));
      case 3: return add(a / b);
      case 4: return a.set_value(static_cast<double>(next()) / 16);
      case 5: return add(a.tensor());
      case 6: return add(Scalar::leaf(static_cast<double>(next()) - 8));
      default: return a.zero_grad();
    }
  }

  void tape(std::size_t with) {
    autograd::CompiledTape again(scalar(with), {scalar(0), scalar(1)});
    std::vector<double> inputs(with % 4, 0.25);  // two are right
    again.replay(inputs);
  }

  void modes(std::size_t with) {
    autograd::GradModeScope grad(with % 2 == 0);
    autograd::InferenceModeScope inference(with % 4 == 3);
    operate(with, with % 8 > 5);
  }

  std::string_view code_;
  std::size_t at_ = 0, turn_ = 0;
  int passes_ = 0;
  std::vector<Tensor> tensors_;
  std::vector<Tensor> made_;  // all that stood in `tensors_`
  std::vector<Scalar> scalars_;
  std::shared_ptr<int> lives_ = std::make_shared<int>(0);
};

}  // namespace

void autograd(std::string_view input) {
  seesaw::autograd::AutogradScope scope;
  Machine(input).run();
  require(seesaw::autograd::current_graph_task() == -1, "a pass still runs");
}

}  // namespace seesaw::fuzz
