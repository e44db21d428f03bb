#include "core/engine/exec/grad_run.h"

#include <memory>

#include "core/base/cat.h"
#include "core/engine/autograd/engine.h"
#include "core/engine/autograd/functions.h"
#include "core/engine/autograd/grad_mode.h"
#include "core/engine/autograd/graph.h"
#include "core/engine/autograd/record.h"
#include "core/engine/autograd/variable.h"
#include "core/engine/exec/execute.h"
#include "core/engine/exec/watch.h"
#include "core/engine/ops/call/random.h"
#include "core/engine/ops/table/ops.h"

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
  Recording(const GradRunSettings& settings, GradRun& out)
      : settings_(settings), out_(out), seen_(settings.hooks.size()) {
    out.refusals.assign(settings.hooks.size(), "the program has no node of this name that runs");
  }

  void saw(const Watch::Step& step) {
    SeenNode& seen = out_.nodes.emplace_back(
        SeenNode{step.graph, step.node->name_text(), Datum(), false, step.grad_mode, {}, -1});
    if (step.value.is_module()) return;
    seen.value = snapshot(step.value);
    seen.requires_grad = step.value.is_tensor() && autograd::requires_grad(step.value.tensor());
    // Keeps the accumulator of a leaf, and the hooks on it.
    if (seen.requires_grad) seen.edge = autograd::gradient_edge(step.value.tensor());
    place_hooks(seen, step.value);
  }

  void backward() {
    autograd::BackwardArgs args;
    args.grad_tensors.emplace();
    std::vector<autograd::Edge> roots;
    std::vector<Datum> rest(out_.outputs.rbegin(), out_.outputs.rend());
    for (std::int64_t at = 0; !rest.empty();) {
      Datum output = std::move(rest.back());
      rest.pop_back();
      if (output.is_sequence()) {
        rest.insert(rest.end(), output.items().rbegin(), output.items().rend());
        continue;
      }
      if (std::int64_t number = at++; settings_.loss.output >= 0 && settings_.loss.output != number) continue;
      if (!output.is_tensor() || !autograd::requires_grad(output.tensor())) continue;
      if (is_complex(output.tensor().element())) throw complex_output(output.tensor());
      args.tensors.push_back({output.tensor(), {}});
      double share = settings_.loss.mean ? 1.0 / static_cast<double>(std::max<std::int64_t>(1, output.tensor().numel()))
                                         : 1;
      args.grad_tensors->push_back(Tensor::full(output.tensor().sizes(), share, output.tensor().element()));
      roots.push_back(autograd::gradient_edge(output.tensor()));
    }
    out_.graph = autograd::inspect_graph(roots);
    find_places();
    if (settings_.before_backward) settings_.before_backward(out_.graph);
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
  void place_hooks(const SeenNode& seen, const Datum& value) {
    for (std::size_t i = 0; i < settings_.hooks.size(); ++i) {
      const RunHook& hook = settings_.hooks[i];
      if (hook.node != seen.node || hook.graph != seen.graph) continue;
      if (++seen_[i] != hook.call) {
        if (seen_[i] < hook.call)
          out_.refusals[i] = cat({"its graph runs ", std::to_string(seen_[i]), seen_[i] == 1 ? " time" : " times"});
        continue;
      }
      out_.refusals[i].clear();
      try {
        if (!value.is_tensor()) throw user_error("hook", "its value is no tensor");
        place_hook(i, value.tensor(), seen.edge.node);
      } catch (Error& error) {
        out_.refusals[i] = error.diagnostic().message;
      }
    }
  }

  void place_hook(std::size_t index, const Tensor& value, const Ref<autograd::Node>& at) {
    const RunHook& hook = settings_.hooks[index];
    std::string name(hook_name(hook.kind));
    if (hook.at == RunHook::At::tensor) {
      autograd::register_hook(value, name, [this, index](const Tensor& grad) -> HookResult {
        autograd::Gradients gave = called(index, {grad});
        return gave.empty() ? HookResult() : HookResult(gave[0]);
      });
      return;
    }
    if (!at) throw user_error("hook", "it does not require grad: it has no node in the backward graph");
    autograd::Node& node = *at;
    auto result = [](autograd::Gradients gave) { return gave.empty() ? HookResult() : HookResult(std::move(gave)); };
    switch (hook.at) {
      case RunHook::At::prehook:
        autograd::register_prehook(node, name, [this, index, result](const autograd::Gradients& grads) {
          return result(called(index, grads));
        });
        break;
      case RunHook::At::posthook:
        autograd::register_posthook(
            node, name, [this, index, result](const autograd::Gradients& grads, const autograd::Gradients&) {
              return result(called(index, grads));
            });
        break;
      default: place_on_saved(index, node);
    }
  }

  // A pair of hooks on each tensor that the node saved: pack keeps it, unpack returns the hook's result.
  void place_on_saved(std::size_t index, autograd::Node& node) {
    autograd::OpNode* op = node.as_op();
    bool any = false;
    for (std::size_t i = 0; op != nullptr && i < op->slots().size(); ++i) {
      autograd::OpNode::Slot& slot = op->slots()[i];
      if (slot.is_number || !slot.tensor.holds_anything()) continue;
      any = true;
      std::string name(op->op().grad.saves[i].name);
      auto hooks = std::make_shared<autograd::SavedHooks>();
      hooks->pack = [this, index, name](const Tensor& t) {
        tell(index, {t}, name).packs = true;
        return autograd::Packed{t, nullptr};
      };
      hooks->unpack = [this, index, name](const autograd::Packed& packed) {
        autograd::Gradients gave = called(index, {packed.tensor}, name);
        return autograd::Unpacked{gave.empty() ? packed.tensor : gave[0], {}};
      };
      slot.tensor.register_hooks(std::move(hooks));
    }
    if (!any) throw user_error("hook", "its node in the backward graph saved no tensor");
  }

  HookCall& tell(std::size_t index, const autograd::Gradients& got, std::string_view saved) {
    HookCall& call = out_.calls.emplace_back();
    call.hook = index;
    call.saved = saved;
    call.event = log_ ? log_->events().size() : 0;
    for (const Tensor& one : got) call.got.push_back(autograd::logged(one, settings_.elements));
    return call;
  }

  // The hook's result for its input; nothing if unchanged.
  autograd::Gradients called(std::size_t index, const autograd::Gradients& got, std::string_view saved = {}) {
    if (!log_) return {};
    HookCall& call = tell(index, got, saved);
    if (settings_.hooks[index].kind == RunHook::Kind::log) return {};
    autograd::Gradients gave;
    for (const Tensor& one : got) {
      gave.push_back(one ? changed(settings_.hooks[index], one) : one);
      call.gave.push_back(autograd::logged(gave.back(), settings_.elements));
    }
    return gave;
  }

  void find_places() {
    for (SeenNode& seen : out_.nodes) {
      const Ref<autograd::Node>& node = seen.edge.node;
      if (!node || node->place >= out_.graph.nodes.size() || out_.graph.nodes[node->place].node.get() != node.get())
        continue;
      seen.node_index = static_cast<std::int64_t>(node->place);
    }
  }

  const GradRunSettings& settings_;
  GradRun& out_;
  std::vector<std::size_t> seen_;  // by hook: how many times its node ran
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
    out.outputs =
        execute(program, inputs.user(), state, watched([&](const Watch::Step& step) { recording.saw(step); })).outputs;
    recording.backward();
  } catch (Error& error) {
    out.error = error.diagnostic();
  }
  return out;
}

}  // namespace seesaw
