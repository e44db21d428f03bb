#include "core/engine/exec/watch.h"

#include "core/base/cat.h"
#include "core/engine/autograd/grad_mode.h"
#include "core/engine/autograd/variable.h"

namespace seesaw {

Watch::Watch(const Module& module, Attributes attributes, const Told& told, std::string path, int depth)
    : Interpreter(module, std::move(attributes), depth), told_(told), path_(std::move(path)) {}

Datum Watch::run_node(Node* node) {
  bool grad_mode = autograd::modes().grad;
  Datum value = Interpreter::run_node(node);
  if (node->op() != Opcode::output) told_({node, path_, value, grad_mode});
  return value;
}

Datum Watch::run_graph(const Module& graph, std::vector<Datum> args) {
  std::string path = path_;
  for (const auto& [name, child] : module_.children()) {
    if (child.get() == &graph) path = path.empty() ? std::string(name.view()) : cat({path, ".", name.view()});
  }
  return Watch(graph, attributes_, told_, std::move(path), depth() + 1).run(std::move(args));
}

MakeInterpreter watched(Watch::Told told) {
  return [told = std::move(told)](const Module& module, Interpreter::Attributes attributes) {
    return std::make_unique<Watch>(module, std::move(attributes), told, std::string(), 0);
  };
}

Datum snapshot(const Datum& value) {
  constexpr std::int64_t kCopied = 1 << 20;
  if (!value.is_tensor() || value.tensor().numel() > kCopied) return value;
  Tensor out = value.tensor().copy();
  if (autograd::requires_grad(value.tensor())) autograd::set_requires_grad(out, true);
  return Datum(out);
}

}  // namespace seesaw
