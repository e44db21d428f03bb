// The autograd engine, as exported functions over handles. wasm/js/tensor is the only caller.
//
// What: nodes, hooks, backward and grad, modes, saved-tensor hooks, user-defined functions.
// Why: JavaScript functions are counted numbers in C++ (`JsValue`), so that JavaScript drops what C++
// drops.
//
//   st_hook(kind, target, id)     // registers JavaScript's function `id`; the handle removes it
#include <algorithm>
#include <cstddef>
#include <utility>

#include <emscripten.h>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/autograd/anomaly.h"
#include "core/engine/autograd/engine.h"
#include "core/engine/autograd/functions.h"
#include "core/engine/autograd/grad_mode.h"
#include "core/engine/autograd/graph.h"
#include "core/engine/autograd/hook_calls.h"
#include "core/engine/autograd/mutation.h"
#include "core/engine/ops/call/warning.h"
#include "core/engine/ops/table/schema.h"
#include "core/engine/tensor/current_dialect.h"
#include "wasm/tensor_boundary.h"

using namespace seesaw;
using namespace seesaw::host;
using seesaw::autograd::Gradients;
using seesaw::autograd::HookHandle;
using seesaw::autograd::HookResult;
using seesaw::autograd::Node;
using seesaw::autograd::OpNode;

namespace {

HookResult call_with_tensor(Call kind, const Function& fn, const Tensor& t) {
  int handle = handle_of(t);
  scratch(1)[0] = handle;
  return call_hook(kind, fn->id, 1);
}
HookResult call_with_list(Call kind, const Function& fn, const Gradients& list) {
  return call_hook(kind, fn->id, write_list(0, list));
}

enum class Hook : int {
  tensor,
  pre,
  post,
  accumulate,
};

HookHandle register_one(Hook kind, int target, const Function& fn) {
  std::string name = text();
  switch (kind) {
    case Hook::tensor:
      return autograd::register_hook(
          tensor_at(target), name, [fn](const Tensor& grad) { return call_with_tensor(Call::tensor_hook, fn, grad); });
    case Hook::accumulate:
      return autograd::register_post_accumulate_grad_hook(tensor_at(target), name, [fn](const Tensor& leaf) {
        return call_with_tensor(Call::accumulate_hook, fn, leaf);
      });
    case Hook::pre:
      return autograd::register_prehook(
          *node_at(target), name, [fn](const Gradients& grads) { return call_with_list(Call::pre_hook, fn, grads); });
    case Hook::post:
      return autograd::register_posthook(
          *node_at(target), name, [fn](const Gradients& grad_inputs, const Gradients& grad_outputs) {
            return call_hook(Call::post_hook, fn->id, write_list(write_list(0, grad_inputs), grad_outputs));
          });
  }
  throw user_error("argument", "there is no such kind of hook");
}

autograd::Packed pack_with(const Function& fn, const Tensor& t) {
  int handle = handle_of(t);
  scratch(1)[0] = handle;
  Result result = call_js(Call::pack, fn->id, 1);
  std::vector<Tensor> given = take_returned();
  if (result == Result::tensor && !given.empty()) return {given[0], nullptr};
  return {Tensor(), function_of(returned_object())};
}

autograd::Unpacked unpack_with(const Function& fn, const autograd::Packed& packed) {
  int handle = handle_of(packed.tensor);
  scratch(2)[0] = handle;
  scratch(2)[1] = packed.object ? static_cast<const JsValue&>(*packed.object).id : 0;
  Result result = call_js(Call::unpack, fn->id, 2);
  std::vector<Tensor> given = take_returned();
  if (result == Result::tensor && !given.empty()) return {given[0], {}};
  return {Tensor(), text()};
}

std::shared_ptr<autograd::SavedHooks> saved_hooks(int pack, int unpack) {
  auto hooks = std::make_shared<autograd::SavedHooks>();
  hooks->pack = [fn = function_of(pack)](const Tensor& t) { return pack_with(fn, t); };
  hooks->unpack = [fn = function_of(unpack)](const autograd::Packed& packed) { return unpack_with(fn, packed); };
  return hooks;
}

std::optional<bool> read_choice(Reader& in) {
  int value = in.integer();
  return value < 0 ? std::nullopt : std::optional<bool>(value != 0);
}
std::optional<Gradients> read_seeds(Reader& in) {
  if (in.integer() == 0) return std::nullopt;
  return read_tensors(in);
}

OpNode::Slot* saved_slot(Node& node, std::string_view slot) {
  autograd::OpNode* op = node.as_op();
  for (std::size_t i = 0; op != nullptr && i < op->slots().size(); ++i) {
    if (op->op().grad.saves[i].name == slot) return &op->slots()[i];
  }
  return nullptr;
}
std::size_t parameter_named(const OpNode& node, std::string_view name) {
  std::vector<SchemaParameter> parameters = node.op().schema.empty() ? std::vector<SchemaParameter>()
                                                                     : read_schema(node.op().schema).parameters;
  auto at = std::find_if(
      parameters.begin(), parameters.end(), [&](const SchemaParameter& parameter) { return parameter.name == name; });
  return static_cast<std::size_t>(at - parameters.begin());
}
bool stands_for_a_tensor(const OpNode& node, std::string_view name) {
  std::size_t at = parameter_named(node, name);
  return !node.op().schema.empty() && is_type(read_schema(node.op().schema).parameters.at(at).type, "Tensor");
}
// A number in place of a tensor is kept as one, like PyTorch's wrapped numbers.
Tensor wrapped(const Number& number) {
  using Kind = Number::Kind;
  return Tensor::scalar(number.value,
                        number.kind == Kind::floating  ? Element::f64
                        : number.kind == Kind::boolean ? Element::b8
                                                       : Element::i64);
}
// 0 nothing, 1 a tensor's handle in the scratch buffer, 2 a number there.
int give_saved(double number) {
  scratch(1)[0] = number;
  return 2;
}
int give_saved(const Tensor& tensor) {
  int handle = handle_of(tensor);
  scratch(1)[0] = handle;
  return handle == 0 ? 0 : 1;
}

// Of a user-defined function's node, by index, under PyTorch's name of the first: saved_tensors.
autograd::SavedTensor* saved_of_function(Node& node, std::string_view place) {
  autograd::CustomNode* custom = node.as_custom();
  for (std::size_t i = 0; custom != nullptr && i < custom->saved().size(); ++i) {
    if (place == std::to_string(i)) return &custom->saved()[i];
  }
  return nullptr;
}

struct MutationContexts {
  std::vector<std::shared_ptr<autograd::MutationContext>> items{1};
  std::vector<std::size_t> spare;
};
MutationContexts& mutation_contexts() {
  static MutationContexts instance;
  return instance;
}
const std::shared_ptr<autograd::MutationContext>& mutation_context(int handle) {
  auto& all = mutation_contexts().items;
  if (handle <= 0 || static_cast<std::size_t>(handle) >= all.size() || !all[static_cast<std::size_t>(handle)]) {
    throw user_error("disposed", "there is no such context");
  }
  return all[static_cast<std::size_t>(handle)];
}

}  // namespace

extern "C" {

// --- nodes ---

EMSCRIPTEN_KEEPALIVE int st_node_name(int node, int without_namespace) {
  return guarded([&] {
    text() = without_namespace != 0 ? node_at(node)->type_name() : node_at(node)->name();
    return 0;
  });
}
// Pairs of node and number.
EMSCRIPTEN_KEEPALIVE int st_node_next(int node) {
  return guarded([&] {
    Ref<Node> from = node_at(node);
    scratch(from->next().size() * 2);
    for (std::size_t i = 0; i < from->next().size(); ++i) {
      scratch(0)[i * 2] = handle_of(from->next()[i].node);
      scratch(0)[i * 2 + 1] = from->next()[i].input_nr;
    }
    return static_cast<int>(from->next().size());
  });
}
// For each output that the node represents: dtype, rank, sizes.
EMSCRIPTEN_KEEPALIVE int st_node_inputs(int node) {
  return guarded([&] {
    Ref<Node> from = node_at(node);
    const auto& inputs = from->inputs();
    std::size_t at = 0;
    for (const autograd::InputMetadata& input : inputs) {
      double* out = scratch(at + 2 + input.sizes.size());
      out[at++] = static_cast<double>(input.element);
      out[at++] = static_cast<double>(input.sizes.size());
      for (std::int64_t size : input.sizes) out[at++] = static_cast<double>(size);
    }
    return static_cast<int>(inputs.size());
  });
}
EMSCRIPTEN_KEEPALIVE int st_node_sequence(int node) {
  return guarded([&] {
    scratch(1)[0] = static_cast<double>(node_at(node)->sequence());
    return 0;
  });
}
// The slot in the text.
EMSCRIPTEN_KEEPALIVE int st_node_saved(int node, int exists_only) {
  return guarded([&] {
    Ref<Node> from = node_at(node);
    const OpNode* op = from->as_op();
    const OpNode::Slot* slot = saved_slot(*from, text());
    if (const autograd::SavedTensor* saved = saved_of_function(*from, text()))
      return exists_only != 0 ? 1 : give_saved(saved->unpack(from));
    if (exists_only != 0) return slot == nullptr ? 0 : 1;
    if (slot != nullptr && !slot->is_number) return give_saved(slot->tensor.unpack(from));
    if (slot != nullptr && stands_for_a_tensor(*op, text())) {
      if (op->released()) throw fx_error("RuntimeError", std::string(autograd::kBackwardTwice));
      return give_saved(wrapped(slot->number));
    }
    if (slot != nullptr) return give_saved(slot->number.value);
    std::size_t at = op == nullptr ? 0 : parameter_named(*op, text());
    return op != nullptr && at < op->args().size() && op->args()[at].is_number()
               ? give_saved(op->args()[at].number().value)
               : 0;
  });
}
// Names of the slots, separated by commas.
EMSCRIPTEN_KEEPALIVE int st_node_slots(int node) {
  return guarded([&] {
    Ref<Node> from = node_at(node);
    std::string names;
    for (std::size_t i = 0; from->as_op() != nullptr && i < from->as_op()->slots().size(); ++i) {
      if (!names.empty()) names += ',';
      names += from->as_op()->op().grad.saves[i].name;
    }
    for (std::size_t i = 0; from->as_custom() != nullptr && i < from->as_custom()->saved().size(); ++i)
      names += (i == 0 ? "" : ",") + std::to_string(i);
    text() = names;
    return 0;
  });
}
EMSCRIPTEN_KEEPALIVE int st_register_saved_hooks(int node, int pack, int unpack) {
  return guarded([&] {
    auto hooks = saved_hooks(pack, unpack);
    Ref<Node> from = node_at(node);
    if (autograd::SavedTensor* own = saved_of_function(*from, text())) return own->register_hooks(std::move(hooks)), 0;
    OpNode::Slot* saved = saved_slot(*from, text());
    if (saved == nullptr || (saved->is_number && !stands_for_a_tensor(*from->as_op(), text())))
      throw user_error("argument", "the node has no such saved tensor");
    if (saved->is_number && !from->as_op()->released()) {
      saved->tensor = autograd::SavedTensor(wrapped(saved->number), false);
      saved->is_number = false;
    }
    saved->tensor.register_hooks(std::move(hooks));
    return 0;
  });
}
// The number of JavaScript's object with the metadata, 0 if there is none yet.
EMSCRIPTEN_KEEPALIVE int st_node_metadata(int node) {
  return guarded([&] {
    const auto& metadata = node_at(node)->make_extras().metadata;
    auto at = metadata.find("");
    return at == metadata.end() ? 0 : static_cast<const JsValue&>(*at->second).id;
  });
}
// C++'s data for a new one: 1 a traceback, in the text; the parent's handle is in the scratch buffer.
EMSCRIPTEN_KEEPALIVE int st_node_own_metadata(int node) {
  return guarded([&] {
    const auto& metadata = node_at(node)->make_extras().metadata;
    auto parent = metadata.find("parent_");
    int handle = parent == metadata.end() ? 0
                                          : handle_of(static_cast<const autograd::ParentNode&>(*parent->second).node);
    scratch(1)[0] = handle;
    auto made = metadata.find("traceback_");
    if (made != metadata.end()) text() = static_cast<const autograd::Traceback&>(*made->second).text;
    return made != metadata.end() ? 1 : 0;
  });
}
EMSCRIPTEN_KEEPALIVE int st_node_set_metadata(int node, int id) {
  return guarded([&] {
    node_at(node)->make_extras().metadata[""] = function_of(id);
    return 0;
  });
}

// Gradients in the scratch buffer: the node's results for them, without hooks and without a pass.
EMSCRIPTEN_KEEPALIVE int st_node_call(int node) {
  return guarded([&] {
    Ref<Node> self = node_at(node);
    Reader in;
    Gradients grads = read_tensors(in);
    if (grads.size() != self->inputs().size()) {
      throw fx_error("TypeError",
                     "expected " + std::to_string(self->inputs().size()) + " arguments, got " +
                         std::to_string(grads.size()) + " instead");
    }
    Gradients out = self->apply(std::move(grads));
    write_handles(0, out);
    return static_cast<int>(out.size());
  });
}
EMSCRIPTEN_KEEPALIVE int st_node_set_sequence(int node, double sequence) {
  return guarded([&] {
    if (!(sequence >= 0 && sequence < 9007199254740992.0))
      throw user_error("argument", "a sequence number is a whole number that is not negative");
    node_at(node)->set_sequence(static_cast<std::uint64_t>(sequence));
    return 0;
  });
}
// The number of the next node.
EMSCRIPTEN_KEEPALIVE int st_next_sequence() {
  return guarded([] {
    scratch(1)[0] = static_cast<double>(autograd::next_sequence());
    return 0;
  });
}
EMSCRIPTEN_KEEPALIVE int st_will_execute(int node) {
  return guarded([&] { return autograd::will_execute(node_at(node).get()) ? 1 : 0; });
}
// --- hooks ---

// The name of the function is in the text.
EMSCRIPTEN_KEEPALIVE int st_hook(int kind, int target, int id) {
  return guarded([&] { return keep_hook(register_one(static_cast<Hook>(kind), target, function_of(id))); });
}
// Tensors in the scratch buffer, the mode in the text.
EMSCRIPTEN_KEEPALIVE int st_multi_grad_hook(int id) {
  return guarded([&] {
    Function fn = function_of(id);
    Reader in;
    std::vector<Tensor> tensors = read_tensors(in);
    std::string mode = text();
    return keep_hook(autograd::register_multi_grad_hook(
        tensors, mode, [fn](const Gradients& grads) { call_with_list(Call::multi_hook, fn, grads); }));
  });
}
EMSCRIPTEN_KEEPALIVE int st_queue_callback(int id) {
  return guarded([&] {
    autograd::queue_callback([fn = function_of(id)] { call_js(Call::callback, fn->id, 0); });
    return 0;
  });
}
EMSCRIPTEN_KEEPALIVE int st_graph_task() {
  recover_if_lost();
  return static_cast<int>(autograd::current_graph_task());
}
EMSCRIPTEN_KEEPALIVE int st_current_node() {
  recover_if_lost();
  return handle_of(Ref<Node>(autograd::current_node()));
}

// --- the engine ---

// Roots; seeds or 0; inputs or 0; retain_graph; create_graph.
EMSCRIPTEN_KEEPALIVE int st_backward() {
  return guarded([] {
    Reader in;
    autograd::BackwardArgs args;
    args.tensors = read_roots(in);
    args.grad_tensors = read_seeds(in);
    if (in.integer() != 0) args.inputs = read_roots(in);
    args.retain_graph = read_choice(in);
    args.create_graph = in.integer() != 0;
    autograd::backward(args);
    return 0;
  });
}
// Outputs; inputs; seeds or 0; retain_graph; allow_unused; create_graph; materialize_grads.
EMSCRIPTEN_KEEPALIVE int st_grad_of() {
  return guarded([] {
    Reader in;
    autograd::GradArgs args;
    args.outputs = read_roots(in);
    args.inputs = read_roots(in);
    args.grad_outputs = read_seeds(in);
    args.retain_graph = read_choice(in);
    args.allow_unused = read_choice(in);
    args.create_graph = in.integer() != 0;
    args.materialize_grads = in.integer() != 0;
    Gradients grads = autograd::grad(args);
    write_handles(0, grads);
    return static_cast<int>(grads.size());
  });
}

// --- modes ---

// A mode by its index in Modes: 0 grad, 1 inference, 2 anomaly, 4 check for NaN; JavaScript writes there too. A
// negative value only reads. Returns the previous value.
EMSCRIPTEN_KEEPALIVE int st_mode(int which, int value) {
  recover_if_lost();
  autograd::Modes& modes = autograd::modes();
  static_assert(offsetof(autograd::Modes, inference) == 1 && offsetof(autograd::Modes, anomaly) == 2 &&
                offsetof(autograd::Modes, check_nan) == 4);
  if (which < 0 || which > 4 || which == 3) return 0;
  bool& place = reinterpret_cast<bool*>(&modes)[which];
  return std::exchange(place, value >= 0 ? value != 0 : place);
}
EMSCRIPTEN_KEEPALIVE void st_warn_of_anomaly() {
  autograd::traceback_source() = [] {
    std::string kept = text();
    call_js(Call::traceback, 0, 0);
    return std::exchange(text(), std::move(kept));
  };
  warn(
      "Anomaly Detection has been enabled. This mode will increase the runtime and should only be enabled for "
      "debugging.");
}
// 0 warnings, 1 the log: whether JavaScript receives them.
EMSCRIPTEN_KEEPALIVE void st_listen(int what, int on) {
  if (what == 0) {
    warning_sink() = on == 0 ? WarningSink() : [](std::string_view category, std::string_view message) {
      text() = std::string(category) + "\n" + std::string(message);
      call_js(Call::warning, 0, 0);
    };
    return;
  }
  autograd::log_sink() = on == 0 ? autograd::LogSink()
                                 : [](std::string_view message, Node& node, const Gradients& grads) {
                                     int handle = handle_of(Ref<Node>(&node));
                                     scratch(1)[0] = handle;
                                     std::size_t count = write_list(1, grads);
                                     text() = std::string(message);
                                     call_js(Call::log, 0, count);
                                   };
}

// --- saved tensors ---

EMSCRIPTEN_KEEPALIVE int st_push_saved_hooks(int pack, int unpack) {
  return guarded([&] {
    autograd::push_saved_hooks(saved_hooks(pack, unpack));
    return 0;
  });
}
// torch.autograd.graph.node_creation_hook.
EMSCRIPTEN_KEEPALIVE int st_push_creation_hook(int hook) {
  return guarded([&] {
    if (!newer(EngineNovelty::creation_hooks))
      throw fx_error("AttributeError", "module 'torch.autograd.graph' has no attribute 'node_creation_hook'");
    autograd::push_creation_hook([fn = function_of(hook)](Node& node) {
      int handle = handle_of(Ref<Node>(&node));
      scratch(1)[0] = handle;
      HookResult result = call_hook(Call::creation, fn->id, 1);
      if (result.kind == HookResult::Kind::nothing) return;
      bool tensor = result.kind == HookResult::Kind::tensor;
      throw fx_error("RuntimeError",
                     cat({"node creation hook must return None, got ",
                          tensor                                                    ? "Tensor"
                          : result.kind == HookResult::Kind::list || result.in_list ? "tuple"
                                                                                    : result.type}));
    });
    return 0;
  });
}
EMSCRIPTEN_KEEPALIVE int st_pop_creation_hook() {
  return guarded([] { return autograd::pop_creation_hook(), 0; });
}
EMSCRIPTEN_KEEPALIVE int st_push_save_on_cpu(int pin_memory) {
  return guarded([&] {
    autograd::push_saved_hooks(autograd::save_on_cpu(pin_memory != 0));
    return 0;
  });
}
EMSCRIPTEN_KEEPALIVE int st_pop_saved_hooks() {
  return guarded([] { return autograd::pop_saved_hooks(), 0; });
}
// With a message in the text, or enabled again.
EMSCRIPTEN_KEEPALIVE int st_disable_saved_hooks(int disable) {
  return guarded([&] {
    autograd::set_saved_hooks_disabled(disable != 0 ? std::make_unique<std::string>(text()) : nullptr);
    return 0;
  });
}
// Whether they are disabled; if so, the message is in the text.
EMSCRIPTEN_KEEPALIVE int st_saved_hooks_disabled() {
  const std::string* message = autograd::saved_hooks_disabled();
  if (message != nullptr) text() = *message;
  return message != nullptr;
}

EMSCRIPTEN_KEEPALIVE int st_enter_mutation() {
  return guarded([] {
    MutationContexts& all = mutation_contexts();
    std::shared_ptr<autograd::MutationContext> entered = autograd::enter_mutation_context();
    std::size_t at = all.items.size();
    if (all.spare.empty()) {
      all.items.emplace_back();
    } else {
      at = all.spare.back();
      all.spare.pop_back();
    }
    all.items[at] = std::move(entered);
    return static_cast<int>(at);
  });
}
EMSCRIPTEN_KEEPALIVE int st_leave_mutation(int context) {
  return guarded([&] {
    autograd::leave_mutation_context(mutation_context(context));
    return 0;
  });
}
EMSCRIPTEN_KEEPALIVE int st_mutation_counts(int context) {
  return guarded([&] {
    autograd::MutationContext::Counts counts = mutation_context(context)->counts();
    double* out = scratch(4);
    out[0] = static_cast<double>(counts.original);
    out[1] = static_cast<double>(counts.cloned);
    out[2] = static_cast<double>(counts.tid_to_weakhandle);
    out[3] = static_cast<double>(counts.sid_to_tid);
    return 0;
  });
}
EMSCRIPTEN_KEEPALIVE int st_release_mutation(int context) {
  return guarded([&] {
    mutation_context(context);
    mutation_contexts().items[static_cast<std::size_t>(context)] = nullptr;
    mutation_contexts().spare.push_back(static_cast<std::size_t>(context));
    return 0;
  });
}

}  // extern "C"
