#include "core/engine/autograd/graph.h"

#include <algorithm>
#include <optional>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/base/id_map.h"
#include "core/engine/autograd/engine.h"
#include "core/engine/autograd/grad_mode.h"
#include "core/engine/autograd/hook_calls.h"
#include "core/engine/autograd/scalar_objects.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/current_dialect.h"

namespace seesaw::autograd {

namespace {

// The edge of a tensor's gradient at the time of registration. Neither node nor leaf is kept alive: the hooks are
// attached to them. An accumulator may be freed and recreated with its leaf.
class Watched {
 public:
  explicit Watched(const Tensor& t) {
    Edge edge = gradient_edge(t);
    if (!edge) refuse_no_edge();
    if (edge.node->as_accumulate() == nullptr) {
      node_.emplace(*edge.node);
      return;
    }
    leaf_ = &make_record(t);
    if (!leaf_->hooks) leaf_->hooks = std::make_shared<HookList<TensorHook>>();
    alive_ = leaf_->hooks;
  }
  Node* node() const {
    if (node_) return node_->get();
    return alive_.expired() ? nullptr : leaf_->accumulator;
  }

 private:
  std::optional<WeakNode> node_;
  VariableRecord* leaf_ = nullptr;
  std::weak_ptr<HookListBase> alive_;  // with the leaf
};

// State shared by the inner hooks of one "all" registration, one record per pass.
struct MultiGrad {
  struct Pass {
    std::int64_t task;
    std::size_t calls = 0;
    Gradients grads;
  };
  std::vector<Watched> nodes;
  MultiGradHook fn;
  std::vector<Pass> passes;
  std::size_t awaited = 0;  // one for all passes, as in PyTorch: an inner pass disturbs the outer one

  Pass& of_current_pass() {
    std::int64_t task = current_graph_task();
    // Passes that an exception ended.
    std::erase_if(passes, [](const Pass& pass) { return !is_running(pass.task); });
    for (Pass& pass : passes) {
      if (pass.task == task) return pass;
    }
    passes.push_back({task, 0, Gradients(nodes.size())});
    return passes.back();
  }
};

void on_gradient(MultiGrad& shared, std::size_t index, const Tensor& grad) {
  MultiGrad::Pass& pass = shared.of_current_pass();
  std::size_t before = pass.calls++;
  if (before == 0) {
    shared.awaited = 0;
    for (const Watched& watched : shared.nodes) {
      Node* node = watched.node();
      shared.awaited += node != nullptr && will_execute(node) ? 1u : 0u;
    }
  }
  pass.grads[index] = grad;
  if (before + 1 != shared.awaited) return;
  Gradients grads = pass.grads;
  std::int64_t task = pass.task;
  shared.fn(grads);
  std::erase_if(shared.passes, [&](const MultiGrad::Pass& p) { return p.task == task; });
}

HookHandle register_all(const std::vector<Tensor>& tensors, MultiGradHook fn) {
  auto shared = std::make_shared<MultiGrad>();
  shared->fn = std::move(fn);
  for (const Tensor& t : tensors) shared->nodes.emplace_back(t);
  HookHandle all;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    all.join(register_hook(tensors[i], "inner_hook", [shared, i](const Tensor& grad) {
      on_gradient(*shared, i, grad);
      return HookResult();
    }));
  }
  return all;
}

HookHandle register_any(const std::vector<Tensor>& tensors, MultiGradHook fn) {
  auto ran = std::make_shared<std::vector<std::int64_t>>();
  HookHandle all;
  for (const Tensor& t : tensors) {
    if (!requires_grad(t)) continue;
    all.join(register_hook(t, "wrapped_fn", [ran, fn](const Tensor& grad) {
      std::int64_t task = current_graph_task();
      std::erase_if(*ran, [](std::int64_t pass) { return !is_running(pass); });
      if (std::find(ran->begin(), ran->end(), task) != ran->end()) return HookResult();
      ran->push_back(task);
      fn({grad});
      return HookResult();
    }));
  }
  return all;
}

// The result of save_on_cpu's pack: the copy is in `tensor`, the original device here.
struct Home : HostObject {
  explicit Home(Device d) : device(d) {}
  Device device;
};

std::string log_entry(const Tensor& t) {
  if (!t) return "None";
  return cat({t.dtype().abbr, dims_text(t.sizes())});
}

}  // namespace

void refuse_no_edge() {
  throw fx_error("AssertionError", newer(EngineNovelty::reworded) ? "Expected gradient function to be set" : "");
}

Edge get_gradient_edge(const Tensor& t) {
  if (!requires_grad(t))
    throw fx_error("RuntimeError",
                   "It is not possible to get the gradient edge for a Tensor that does not require gradients");
  // PyTorch finds the node of a leaf behind a view of it.
  Outputs view;
  if (has_creation_hooks() && is_leaf(t)) {
    GradModeScope on(true);
    view = call(op::view_as, {t, t});
  }
  Edge edge = gradient_edge(t);
  // A view made without recording has no node, and is not a leaf that could have an accumulator.
  if (!edge) refuse_no_edge();
  return edge;
}

Ref<Node> ownership_token(const Tensor& t, const Edge& edge) {
  if (!newer(EngineNovelty::ownership_token) || edge.node->as_custom() == nullptr) return {};
  GradModeScope on(true);
  return grad_fn(call(op::view_as, {t, t})[0]);
}

void increment_version(const Tensor& t) {
  if (t->inference) return;
  settle_users(t);
  t.bump_version();
}

HookHandle register_multi_grad_hook(const std::vector<Tensor>& tensors, std::string_view mode, MultiGradHook fn) {
  for (const Tensor& t : tensors) {
    if (!t) throw fx_error("AttributeError", "'NoneType' object has no attribute 'requires_grad'");
  }
  if (mode == "all") return register_all(tensors, std::move(fn));
  if (mode == "any") return register_any(tensors, std::move(fn));
  throw fx_error("ValueError", cat({"Expects mode to be one of ('all', 'any') but got ", mode}));
}

HookHandle register_prehook(Node& node, std::string name, PreHook hook) {
  return node.make_extras().pre_hooks->add(std::move(name), std::move(hook));
}
HookHandle register_posthook(Node& node, std::string name, PostHook hook) {
  return node.make_extras().post_hooks->add(std::move(name), std::move(hook));
}

std::shared_ptr<SavedHooks> save_on_cpu(bool pin_memory) {
  auto hooks = std::make_shared<SavedHooks>();
  hooks->pack = [pin_memory](const Tensor& t) {
    bool copies = pin_memory || t.device() != Device::cpu;
    return Packed{copies ? t.copy_to(t.element(), Device::cpu) : t, std::make_shared<Home>(t.device())};
  };
  hooks->unpack = [](const Packed& packed) {
    Device home = static_cast<const Home&>(*packed.object).device;
    return Unpacked{
        home == packed.tensor.device() ? packed.tensor : packed.tensor.copy_to(packed.tensor.element(), home), {}};
  };
  return hooks;
}

LogSink& log_sink() {
  static LogSink sink;
  return sink;
}

HookHandle register_logging_hooks(const std::vector<Edge>& roots) {
  HookHandle all;
  std::vector<Ref<Node>> queue;
  std::uint64_t walk = next_walk();
  auto push = [&](const Edge& edge) {
    edge.node->walk = walk;
    queue.push_back(edge.node);
  };
  for (const Edge& root : roots) {
    if (root) push(root);  // once per occurrence as a root
  }
  for (std::size_t at = 0; at < queue.size(); ++at) {
    Node* node = queue[at].get();
    all.join(register_prehook(*node, "prehook", [node](const Gradients& grads) {
      std::string list;
      for (const Tensor& grad : grads) list += cat({list.empty() ? "" : ",", log_entry(grad)});
      if (log_sink())
        log_sink()(cat({"Executing: <",
                        node->as_custom() != nullptr ? "torch.autograd.function." : "",
                        node->type_name(),
                        " object at 0xADDR> with grad_outputs: [",
                        list,
                        "]"}),
                   *node,
                   grads);
      return HookResult();
    }));
    for (const Edge& edge : node->next()) {
      if (edge && edge.node->walk != walk) push(edge);
    }
  }
  return all;
}

}  // namespace seesaw::autograd
