#include "core/engine/passes/export/node_metadata_hook.h"

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/table/schema.h"
#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

namespace {

constexpr std::string_view kEmptyStack = "_empty_nn_module_stack_from_metadata_hook";

// The class of the function object.
std::string_view class_of(const Callable& callable) {
  switch (callable.kind) {
    case CallableKind::op_overload: return "OpOverload";
    case CallableKind::op_packet: return "OpOverloadPacket";
    case CallableKind::operator_function:
    case CallableKind::builtin: return "builtin_function_or_method";
    default: return "function";
  }
}

// The argument whose metadata the node has, or null.
const Node* first_argument(const Node* node, bool inside) {
  if (!inside) {
    for (const Arg& arg : node->args()) {
      if (arg.is_node()) return arg.as_node();
    }
    return nullptr;
  }
  const Node* first = nullptr;
  for (const Arg& arg : node->all_args())
    for_each_node(arg, [&](Node* found) { first = first == nullptr ? found : first; });
  return first;
}

}  // namespace

void node_metadata_hook(Node* node, std::string_view stack_trace) {
  Context& context = node->graph().context();
  bool newer = has(context.dialect, EngineNovelty::hooked_metadata);
  const Node* first = first_argument(node, newer);
  if (node->op() != Opcode::call_function || (first == nullptr && !newer)) throw node_error(node, "AssertionError", "");
  const Callable& callable = *node->callable();
  const OpSchema* schema = callable.kind == CallableKind::op_overload ? find_schema(callable.path.view()) : nullptr;
  if (schema != nullptr && schema->returns.empty()) node->set_meta(context.keys.val, Arg());
  node->set_meta(context.keys.stack_trace, context.string(stack_trace));
  if (first == nullptr) return;
  const Arg* stack = first->find_meta(context.keys.nn_module_stack);
  if (stack != nullptr) {
    node->set_meta(context.keys.nn_module_stack, *stack);
  } else {
    Arg name = context.string(kEmptyStack);
    const Arg pair[] = {name, name};
    const Arg entry[] = {name, context.tuple(pair)};
    node->set_meta(context.keys.nn_module_stack, context.dict(entry));
  }
  const Arg names[] = {context.string(cat({callable.name.view(), "_0"})),
                       context.string(cat({class_of(callable), ".", callable.name.view()}))};
  node->set_meta(context.keys.torch_fn, context.tuple(names));
  const Arg* custom = newer ? first->find_meta(context.keys.custom) : nullptr;
  if (custom != nullptr) node->set_meta(context.keys.custom, *custom);
}

NodeMetadataHook::NodeMetadataHook(Module& root, std::string stack_trace) {
  for (const Module::Located& found : root.modules()) {
    if (!found.module->has_graph()) continue;
    modules_.push_back(found.module);
    found.module->create_node_hooks.push_back([trace = stack_trace](Node* node) { node_metadata_hook(node, trace); });
  }
}

NodeMetadataHook::~NodeMetadataHook() {
  for (Module* module : modules_) module->create_node_hooks.pop_back();
}

}  // namespace seesaw
