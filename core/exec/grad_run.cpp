#include "core/exec/grad_run.h"

#include <memory>

#include "core/autograd/engine.h"
#include "core/autograd/grad_mode.h"
#include "core/autograd/record.h"
#include "core/autograd/variable.h"
#include "core/exec/execute.h"
#include "core/exec/watch.h"
#include "core/ops/ops.h"
#include "core/ops/random.h"
#include "core/support/cat.h"

namespace seesaw {

namespace {

using autograd::HookResult;

Tensor changed(const RunHook& hook, const Tensor& grad) {
  switch (hook.kind) {
    case RunHook::Kind::scale: return grad * Value(hook.amount);
    case RunHook::Kind::zero: return grad * Value(0.0);
    case RunHook::Kind::clip: return call(op::clamp, {grad, Value(-hook.amount), Value(hook.amount)})[0];
    default: return {};
  }
}

std::string_view hook_name(RunHook::Kind kind) {
  constexpr std::string_view names[] = {"log", "scale", "zero", "clip"};
  return names[static_cast<int>(kind)];
}

class Recording {
 public:
  Recording(const GradRunSettings& settings, GradRun& out) : settings_(settings), out_(out), placed_(settings.hooks.size()) {
    out.refusals.assign(settings.hooks.size(), "the program has no node of this name that runs");
  }

  void saw(const Watch::Step& step) {
    SeenNode& seen = out_.nodes.emplace_back(SeenNode{step.graph, step.node->name_text(), Datum(), false, step.grad_mode, {}, -1});
    if (step.value.is_module()) return;
    seen.value = snapshot(step.value);
    place_hooks(seen, step.value);
    if (!step.value.is_tensor() || !autograd::requires_grad(step.value.tensor())) return;
    seen.requires_grad = true;
    seen.edge = autograd::gradient_edge(step.value.tensor());
  }

  void backward() {
    autograd::BackwardArgs args;
    args.grad_tensors.emplace();
    std::vector<autograd::Edge> roots;
    std::vector<Datum> rest(out_.outputs.rbegin(), out_.outputs.rend());
    while (!rest.empty()) {
      Datum output = std::move(rest.back());
      rest.pop_back();
      if (output.is_sequence()) rest.insert(rest.end(), output.items().rbegin(), output.items().rend());
      if (!output.is_tensor() || !is_floating(output.tensor().element()) || !autograd::requires_grad(output.tensor())) continue;
      args.tensors.push_back({output.tensor(), {}});
      args.grad_tensors->push_back(Tensor::full(output.tensor().sizes(), 1, output.tensor().element()));
      roots.push_back(autograd::gradient_edge(output.tensor()));
    }
    out_.graph = autograd::inspect_graph(roots);
    find_places();
    if (roots.empty()) return;
    log_ = std::make_unique<autograd::ExecutionLog>(settings_.elements);
    try {
      autograd::backward(args);
    } catch (Error& error) {
      out_.error = error.diagnostic();
    }
    out_.events = log_->events();
    log_.reset();
  }

 private:
  // A graph that runs several times has its hooks on the first.
  void place_hooks(const SeenNode& seen, const Datum& value) {
    for (std::size_t i = 0; i < settings_.hooks.size(); ++i) {
      const RunHook& hook = settings_.hooks[i];
      if (placed_[i] || hook.node != seen.node || hook.graph != seen.graph) continue;
      placed_[i] = true;
      out_.refusals[i].clear();
      try {
        if (!value.is_tensor()) throw user_error("hook", "its value is no tensor");
        autograd::register_hook(value.tensor(), std::string(hook_name(hook.kind)), [this, i](const Tensor& grad) { return called(i, grad); });
      } catch (Error& error) {
        out_.refusals[i] = error.diagnostic().message;
      }
    }
  }

  HookResult called(std::size_t index, const Tensor& grad) {
    if (!log_) return {};
    HookCall& call = out_.calls.emplace_back();
    call.hook = index;
    call.event = log_->events().size();
    call.got.push_back(autograd::logged(grad, settings_.elements));
    Tensor result = changed(settings_.hooks[index], grad);
    if (!result) return {};
    call.gave.push_back(autograd::logged(result, settings_.elements));
    return result;
  }

  void find_places() {
    for (SeenNode& seen : out_.nodes) {
      const Ref<autograd::Node>& node = seen.edge.node;
      if (!node || node->place >= out_.graph.nodes.size() || out_.graph.nodes[node->place].node.get() != node.get()) continue;
      seen.node_index = static_cast<std::int64_t>(node->place);
    }
  }

  const GradRunSettings& settings_;
  GradRun& out_;
  std::vector<bool> placed_;
  std::unique_ptr<autograd::ExecutionLog> log_;
};

}  // namespace

GradRun run_with_gradients(const Program& program, const ProgramInputs& inputs, const GradRunSettings& settings) {
  GradRun out;
  Recording recording(settings, out);
  manual_seed(0);
  try {
    autograd::AutogradScope scope;
    autograd::GradModeScope mode(settings.grad_mode);
    auto state = [&](std::string_view name) { return inputs.state(name); };
    out.outputs = execute(program, inputs.user(), state, watched([&](const Watch::Step& step) { recording.saw(step); })).outputs;
    recording.backward();
  } catch (Error& error) {
    out.error = error.diagnostic();
  }
  return out;
}

}  // namespace seesaw
