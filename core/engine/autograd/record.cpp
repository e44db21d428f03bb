#include "core/engine/autograd/record.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/autograd/functions.h"
#include "core/engine/autograd/grad_mode.h"
#include "core/engine/autograd/hook_calls.h"
#include "core/engine/autograd/mutation.h"
#include "core/engine/autograd/variable.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/schema.h"

namespace seesaw::autograd {

namespace {

// Then nothing intervenes between the call and PyTorch's kernel.
bool all_inference(std::span<const Value> args) {
  return std::all_of(args.begin(), args.end(), [](const Value& arg) {
    if (arg.is_tensor()) return arg.tensor()->inference;
    return std::all_of(arg.tensors().begin(), arg.tensors().end(), [](const Tensor& t) { return t->inference; });
  });
}

// Whether a node is to be recorded.
bool any_requires_grad(const OpDef& op, std::span<const Value> args, bool inplace) {
  if (!modes().records() || (op.grad.node.empty() && !(inplace && !op.forms.node.empty()))) return false;
  // A cast to a dtype without gradients ignores its argument's history.
  if (&op == &op::to_copy && args.size() > 1 && args[1].kind() == Value::Kind::dtype &&
      !is_differentiable(args[1].element()))
    return false;
  auto wanted = [&](std::size_t i) {
    if ((op.grad.edges >> i & 1) == 0) return false;
    if (args[i].is_tensor()) return requires_grad(args[i].tensor());
    return std::any_of(
        args[i].tensors().begin(), args[i].tensors().end(), [](const Tensor& t) { return requires_grad(t); });
  };
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (wanted(i)) return inplace || !all_inference(args);
  }
  return false;
}

// Arguments of which PyTorch says that they have no derivative, whatever their dtype; the kernel judges that.
constexpr std::string_view kExempt[] = {"output", "condition", "index", "indices", "mask", "offsets"};

// PyTorch refuses a tensor that requires grad in an argument that the derivative leaves out, such as the running mean
// of batch normalisation. Formulas of derivatives call what they read `output` themselves: it may.
void check_left_out(const OpDef& op, std::span<const Value> args) {
  if (!modes().records() || op.grad.node.empty() || op.grad.node == kNoDerivative) return;
  for (std::size_t i = 0; i < args.size(); ++i) {
    if ((op.grad.edges >> i & 1) != 0 || !args[i].is_tensor() || !requires_grad(args[i].tensor())) continue;
    std::string_view name = read_schema(op.schema).parameters[i].name;
    if (std::find(std::begin(kExempt), std::end(kExempt), name) != std::end(kExempt)) continue;
    throw fx_error("RuntimeError",
                   cat({"The function '",
                        op.schema.substr(0, op.schema.find_first_of(".(")),
                        "' is not differentiable with respect to argument '",
                        name,
                        "'. This input cannot have requires_grad True."}));
  }
}

// Results are on the device of their source tensors; a number of rank 0 may have come from elsewhere.
void place_results(std::span<const Value> args, Outputs& results) {
  if (device_account(Device::sim).blocks == 0) return;
  bool on_sim = std::any_of(args.begin(), args.end(), [](const Value& arg) {
    return arg.is_tensor() && arg.tensor().device() == Device::sim;
  });
  for (std::size_t i = 0; on_sim && i < results.size(); ++i) {
    if (results[i] && results[i].device() != Device::sim)
      results[i] = results[i].copy_to(results[i].element(), Device::sim);
  }
}

// In inference mode under allow_mutation_on_saved_tensors, the mode is what composite operators reach first, and what
// they are written in runs below autograd: its views are none to autograd.
bool below_composite = false;

class BelowComposite {
 public:
  explicit BelowComposite(const OpDef& op) : before_(below_composite) {
    below_composite |= op.run.composite && !op.run.nested_kernel && modes().inference && mutation_is_watched();
  }
  ~BelowComposite() { below_composite = before_; }
  BelowComposite(const BelowComposite&) = delete;
  BelowComposite& operator=(const BelowComposite&) = delete;

 private:
  bool before_;
};

void mark_results(const OpDef& op, std::span<const Value> args, Outputs& results) {
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!results[i]) continue;  // None
    if (op.run.view && !op.grad.node.empty() && !below_composite) {
      mark_view(results[i], args[0].tensor(), op.run.multi_view);
    } else if (modes().inference) {
      // A view of a normal tensor is normal, too.
      results[i]->inference = !op.run.view || args[0].tensor()->inference;
    } else if (&op == &op::detach) {
      results[i]->version_stays = results[i]->inference;
    } else if (op.forms.writes > 0 && all_inference(args) && !mutation_is_watched()) {
      results[i].bump_version(
          op.forms.writes);  // PyTorch's kernel behaves as if its own writes were in-place operations of the user
    }
  }
}

// Composite operators here may be written in other operators than PyTorch's are.
int composites = 0;
struct InComposite {
  InComposite() { ++composites; }
  ~InComposite() { --composites; }
  InComposite(const InComposite&) = delete;
  InComposite& operator=(const InComposite&) = delete;
};
// PyTorch computes the result, and refuses to record it.
void check_real_results(const OpDef& op, const Tensor& result, bool inplace) {
  if (composites > 0 || !op.grad.real_results || !is_complex(result.element())) return;
  std::string_view name = op.path.substr(std::string_view("torch.ops.aten.").size());
  throw fx_error("RuntimeError",
                 cat({name.substr(0, name.rfind('.')),
                      inplace ? "_" : "",
                      " does not support automatic differentiation for outputs with complex dtype."}));
}

}  // namespace

RecordMode& record_mode() {
  static RecordMode instance;
  return instance;
}

Outputs RecordMode::call(const OpDef& op, std::span<const Value> args) {
  if (op.run.composite || op.run.kernel == nullptr) {
    BelowComposite below(op);
    InComposite inside;
    return run_kernel(op, args);
  }
  check_left_out(op, args);
  Ref<OpNode> node;
  if (any_requires_grad(op, args, false)) {
    node = Ref<OpNode>(new OpNode(op, args, false));
    node->save_arguments(args);
  }
  Outputs results;
  {
    ModeScope below(nullptr);
    results = run_kernel(op, args);
    place_results(args, results);
  }
  mark_results(op, args, results);
  if (!node) return results;
  Ref<Node> history(node.get());
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!results[i]) {
      node->add_undefined_input();
      continue;
    }
    if (!is_differentiable(results[i].element()) || (op.grad.constant_results >> i & 1) != 0) continue;
    check_real_results(op, results[i], false);
    set_history(results[i], history);
  }
  node->save_results(results, false);
  created(*node);
  return results;
}

bool RecordMode::requires_grad(const Tensor& t, bool) const { return autograd::requires_grad(t); }

Tensor RecordMode::call_inplace(const OpDef& op, std::span<const Value> args) {
  const Tensor& self = args[0].tensor();
  // Of the in-place forms only copy_ checks whether the dtype has gradients.
  bool record = any_requires_grad(op, args, true) && (&op != &op::copy || is_differentiable(self.element()));
  check_inplace(self, record);
  Ref<OpNode> node;
  if (record) {
    node = Ref<OpNode>(new OpNode(op, args, true));
    node->save_arguments(args);
  }
  before_mutation(self);
  {
    ModeScope below(nullptr);
    run_kernel_inplace(op, args);
  }
  check_inplace_inference(self);
  if (!node) return self;
  check_real_results(op, self, true);
  // The node of a write to a view is a part of the base's CopySlices.
  bool part = !op.run.view && is_view(self);
  if (op.run.view) {
    replace_history(self, Ref<Node>(node.get()));
  } else {
    rebase_history(self, Ref<Node>(node.get()));
  }
  node->save_results(Outputs(self), is_view(self));
  if (!part) created(*node);
  return self;
}

}  // namespace seesaw::autograd
