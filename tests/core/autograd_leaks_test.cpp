// Nothing stays behind: hooks, graphs that were kept, freed, or broken off, and cycles that are broken. Memory of
// tensors is counted here; under the preset `asan` LeakSanitizer counts everything else.
#include <memory>

#include <doctest/doctest.h>

#include "core/base/diagnostic.h"
#include "core/engine/autograd/custom_function.h"
#include "core/engine/autograd/engine.h"
#include "core/engine/autograd/grad_mode.h"
#include "core/engine/autograd/graph.h"
#include "core/engine/autograd/mutation.h"
#include "core/engine/autograd/record.h"
#include "core/engine/ops/table/ops.h"

using namespace seesaw;
using namespace seesaw::autograd;

namespace {

// Memory blocks of tensors, and objects of the host, that are alive.
struct Counted : HostObject {
  Counted() { ++alive; }
  ~Counted() override { --alive; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  static inline int alive = 0;
};
std::size_t blocks() { return device_account(Device::cpu).blocks + device_account(Device::sim).blocks; }

template <class F>
void leaves_nothing(F body) {
  std::size_t before = blocks();
  {
    AutogradScope recording;
    body();
  }
  CHECK(blocks() == before);
  CHECK(Counted::alive == 0);
}

Tensor leaf(double value = 2) {
  Tensor t = Tensor::full({3}, value);
  set_requires_grad(t, true);
  return t;
}
void run(const Tensor& t, bool retain = false, bool create = false) {
  autograd::backward(
      {.tensors = {{t, {}}}, .grad_tensors = {}, .inputs = {}, .retain_graph = retain, .create_graph = create});
}
Tensor sum(const Tensor& t) { return call(op::sum, {t})[0]; }

// Keeps an object of the host and, if given, a tensor alive.
auto holding(Tensor t = {}) {
  return [object = std::make_shared<Counted>(), t](const Tensor&) { return HookResult(); };
}
auto holding_list(Tensor t = {}) {
  return [object = std::make_shared<Counted>(), t](const Gradients&) { return HookResult(); };
}

void hang_hooks(const Tensor& a, const Tensor& y) {
  register_hook(a, "hook", holding());
  register_hook(y, "hook", holding(a));
  register_post_accumulate_grad_hook(a, "hook", holding());
  register_prehook(*grad_fn(y), "hook", holding_list());
  register_posthook(*grad_fn(y), "hook", [object = std::make_shared<Counted>()](const Gradients&, const Gradients&) {
    return HookResult();
  });
  for (const char* mode : {"all", "any"})
    register_multi_grad_hook({a, y}, mode, [object = std::make_shared<Counted>()](const Gradients&) {});
  grad_fn(y)->make_extras().metadata["key"] = std::make_shared<Counted>();
  retain_grad(y);
}

std::shared_ptr<SavedHooks> counting_hooks() {
  auto hooks = std::make_shared<SavedHooks>();
  hooks->pack = [](const Tensor& t) {
    auto object = std::make_shared<Counted>();
    return Packed{t, object};
  };
  hooks->unpack = [object = std::make_shared<Counted>()](const Packed& packed) { return Unpacked{packed.tensor, {}}; };
  return hooks;
}

}  // namespace

TEST_CASE("autograd leaks: graphs that run, are kept, or never run") {
  leaves_nothing([] { run(sum(leaf() * leaf())); });
  leaves_nothing([] {
    Tensor y = sum(exp(leaf() * leaf()));
    run(y, true);
    run(y, true);
  });
  leaves_nothing([] { exp(leaf() * leaf()); });
  leaves_nothing([] {
    Tensor a = leaf(), y = sum(a * a * a);
    autograd::grad({.outputs = {{y, {}}},
                    .inputs = {{a, {}}},
                    .grad_outputs = {},
                    .retain_graph = {},
                    .allow_unused = {},
                    .create_graph = true});
  });
}

TEST_CASE("autograd leaks: hooks that nobody removes") {
  for (bool runs : {false, true}) {
    leaves_nothing([&] {
      Tensor a = leaf(), y = a * a;
      hang_hooks(a, y);
      if (runs) run(sum(y), true);
      if (runs) run(sum(y));
    });
  }
}

TEST_CASE("autograd leaks: an error in the middle") {
  leaves_nothing([] {
    Tensor a = leaf(), y = exp(a * a);
    hang_hooks(a, y);
    register_hook(y, "raises", [object = std::make_shared<Counted>()](const Tensor&) -> HookResult {
      throw fx_error("RuntimeError", "no");
    });
    CHECK_THROWS_AS(run(sum(y)), Error);
    CHECK(current_graph_task() == -1);
    CHECK(current_node() == nullptr);
  });
  leaves_nothing([] {
    auto hooks = std::make_shared<SavedHooks>();
    hooks->pack = [object = std::make_shared<Counted>()](const Tensor&) -> Packed {
      throw fx_error("RuntimeError", "no");
    };
    push_saved_hooks(hooks);
    Tensor a = leaf();
    CHECK_THROWS_AS(a * a, Error);
    pop_saved_hooks();
  });
}

TEST_CASE("autograd leaks: saved tensors that were packed") {
  for (bool runs : {false, true}) {
    leaves_nothing([&] {
      push_saved_hooks(counting_hooks());
      Tensor a = leaf(), y = sum(exp(a * a));
      pop_saved_hooks();
      if (runs) run(y);
    });
  }
  leaves_nothing([] {
    push_saved_hooks(save_on_cpu(true));
    Tensor a = leaf().copy_to(Element::f64, Device::sim), y = exp(a * 2.0);
    pop_saved_hooks();
  });
  leaves_nothing([] {
    auto context = enter_mutation_context();
    Tensor a = leaf(), b = clone(a), y = sum(b * b);
    call_inplace(op::sin, {b});
    run(y);
    leave_mutation_context(context);
  });
}

TEST_CASE("autograd leaks: functions of the host, their results among what they save") {
  for (bool runs : {false, true}) {
    leaves_nothing([&] {
      Tensor a = leaf();
      auto node = begin_custom(
          "F", {a}, [object = std::make_shared<Counted>()](CustomNode& self, const Gradients& grads) {
            return HookResult(Gradients{grads[0] * self.saved_tensors()[1]});
          });
      Tensor result;
      {
        GradModeScope off(false);
        result = exp(a);
      }
      std::vector<Tensor> out = finish_custom(node,
                                              {.inputs = {a}, .outputs = {result}, .saved = {a, result}, .dirty = {}});
      if (runs) run(sum(out[0]));
    });
  }
}

TEST_CASE("autograd leaks: views and in-place operations") {
  leaves_nothing([] {
    Tensor a = leaf(), base = a * 1.0;
    Tensor view = call(op::view, {base, Dims{3, 1}})[0];
    call_inplace(op::mul, {view, view * 2.0});
    Tensor other = call(op::view, {base, Dims{1, 3}})[0];
    run(sum(exp(other)));
  });
}

TEST_CASE("autograd leaks: cycles, once they are broken") {
  leaves_nothing([] {
    // The gradient holds the graph that holds the leaf: PyTorch warns of it.
    Tensor a = leaf();
    run(sum(a * a * a), false, true);
    set_grad(a, Tensor());
  });
  leaves_nothing([] {
    Tensor a = leaf(), y = a * a;
    HookHandle own = register_hook(y, "hook", holding(y));
    HookHandle node = register_prehook(*grad_fn(y), "hook", holding_list(y));
    HookHandle of_leaf = register_hook(a, "hook", holding(a));
    run(sum(y));
    for (HookHandle* handle : {&own, &node, &of_leaf}) handle->remove();
  });
  leaves_nothing([] {
    // A hook that removes itself.
    Tensor a = leaf();
    auto handle = std::make_shared<HookHandle>();
    *handle = register_hook(a, "hook", [handle, a](const Tensor&) {
      handle->remove();
      return HookResult();
    });
    run(sum(a * a));
  });
}

TEST_CASE("autograd leaks: passes inside of passes") {
  leaves_nothing([] {
    Tensor a = leaf(), y = a * a;
    register_multi_grad_hook({y}, "any", [object = std::make_shared<Counted>()](const Gradients&) {});
    register_hook(y, "hook", [a](const Tensor&) {
      GradModeScope on(true);
      run(sum(exp(a)));
      return HookResult();
    });
    run(sum(y), true);
    run(sum(y));
  });
}

TEST_CASE("autograd: an operation in place on a view that is gone is differentiated, and leaves nothing") {
  leaves_nothing([] {
    Tensor x = Tensor::from({1, -2, 3}, {3});
    set_requires_grad(x, true);
    Tensor y = call(op::clone, {x})[0];
    call_inplace(op::relu, {call(op::slice, {y, 0, 0, 2})[0]});
    run(sum(y));
    Tensor grad = autograd::grad(x);
    CHECK(grad.item_at(0) == 1);
    CHECK(grad.item_at(1) == 0);
    CHECK(grad.item_at(2) == 1);
  });
}
