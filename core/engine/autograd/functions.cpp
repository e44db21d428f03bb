#include "core/engine/autograd/functions.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/autograd/engine.h"
#include "core/engine/autograd/grad_mode.h"
#include "core/engine/autograd/hook_calls.h"
#include "core/engine/autograd/variable.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/current_dialect.h"

namespace seesaw::autograd {

namespace {

// A formula's view of an OpNode: all saved values are unpacked first, in the order of their slots.
class OpVjp : public Vjp {
 public:
  OpVjp(OpNode& node, Gradients&& grads)
      : node_(node), list_(node.wants_list()), grads_(std::move(grads)), out_(node.next().size()) {
    Ref<Node> self(&node);
    for (std::size_t i = 0; i < node.slots().size(); ++i) {
      const OpNode::Slot& slot = node.slots()[i];
      saved_.push_back(slot.is_number ? Tensor()
                                      : slot.tensor.unpack(node.op().grad.saves[i].source < 0 ? self : Ref<Node>()));
    }
    choose_conjugates();
  }
  const Tensor& grad(std::size_t output) const override {
    static const Tensor none;
    return output < grads_.size() ? grads_[output] : none;
  }
  const Tensor& saved(std::size_t slot) const override {
    if (conjugates_ && !turned_[slot]) {
      turned_[slot] = true;
      if (saved_[slot]) saved_[slot] = conjugate_of(saved_[slot]);
    }
    return saved_[slot];
  }
  Number saved_number(std::size_t slot) const override { return turned(node_.slots()[slot].number); }
  bool saved_is_number(std::size_t slot) const override { return node_.slots()[slot].is_number; }
  const Value& arg(std::size_t index) const override {
    static const Value none;
    if (index >= node_.args().size()) return none;
    return conjugates_ ? numbers_[index] : node_.args()[index];
  }
  const TensorSpec& spec(std::size_t edge) const override { return node_.edge_spec(edge); }
  std::size_t edges() const override { return out_.size(); }
  bool needs_any() const {
    for (std::size_t i = 0; i < out_.size(); ++i) {
      if (node_.needs(i)) return true;
    }
    return false;
  }
  bool needs(std::size_t edge) const override { return edge < out_.size() && (list_ || node_.needs(edge)); }
  bool inplace() const override { return node_.inplace(); }
  bool recorded() const override { return modes().records(); }
  bool list() const { return list_; }
  void set(std::size_t edge, Tensor gradient) override {
    bool real_input = gradient && is_complex(gradient.element()) && !is_complex(node_.edge_spec(edge).element);
    out_[edge] = real_input ? real_part_of(gradient) : std::move(gradient);
  }
  Gradients take() { return std::move(out_); }

 private:
  Number turned(const Number& n) const {
    return conjugates_ && n.kind == Number::Kind::complex ? Number::of(n.value, -n.imaginary) : n;
  }
  // PyTorch's gradient of a holomorphic function is the real formula with the derivative conjugated: the formula on
  // conjugates of what is saved.
  void choose_conjugates() {
    auto is_one = [](const Tensor& t) { return t && is_complex(t.element()); };
    bool any = std::any_of(grads_.begin(), grads_.end(), is_one) || std::any_of(saved_.begin(), saved_.end(), is_one);
    conjugates_ = any && !node_.op().grad.complex_vjp;
    if (!conjugates_) return;
    turned_.resize(saved_.size());
    for (const Value& arg : node_.args()) numbers_.push_back(arg.is_number() ? Value(turned(arg.number())) : arg);
  }

  OpNode& node_;
  bool conjugates_ = false;
  bool list_;  // all gradients of a list, or none
  Gradients grads_, out_;
  mutable std::vector<Tensor> saved_;
  mutable std::vector<bool> turned_;  // whether a saved value is conjugated by now
  std::vector<Value> numbers_;        // the arguments, with complex numbers conjugated
};

bool any_defined(const Gradients& grads) {
  return std::any_of(grads.begin(), grads.end(), [](const Tensor& t) { return static_cast<bool>(t); });
}

}  // namespace

OpNode::OpNode(const OpDef& op, std::span<const Value> args, bool inplace) : op_(op), inplace_(inplace) {
  std::vector<Edge> next;
  bool wanted_only = op.grad.node == kNoDerivative;
  for (std::size_t i = 0; i < args.size(); ++i) {
    bool flows = (op.grad.edges >> i & 1) != 0;
    auto connect = [&](const Tensor& t) {
      if (wanted_only && !(t && requires_grad(t))) return;
      next.push_back(t ? gradient_edge(t) : Edge{});
      edges_.push_back(t ? t.spec() : TensorSpec{});
    };
    if (flows && args[i].is_tensors()) {
      of_list_ = true;
      for (const Tensor& t : args[i].tensors()) connect(t);
    } else if (flows) {
      connect(args[i].is_tensor() ? args[i].tensor() : Tensor());
    }
    bool data = args[i].is_tensor() || args[i].is_tensors();
    args_.push_back(data ? Value() : args[i]);
  }
  set_next(std::move(next));
}

bool OpNode::wants_list() const {
  for (std::size_t i = 0; of_list_ && i < next().size(); ++i) {
    if (needs(i)) return true;
  }
  return false;
}

std::string OpNode::name() const {
  return std::string(inplace_ && !op_.forms.node.empty() ? op_.forms.node : op_.grad.node);
}

// A value read by one input's formula is saved if its gradient is required; a value read by all, or by an operator of
// one input, is always saved.
bool OpNode::wanted(const SavedSlot& slot) const {
  if (slot.needed_for == ~0u || next().size() == 1) return true;
  for (std::size_t i = 0; i < next().size(); ++i) {
    if ((slot.needed_for >> std::min<std::size_t>(i, 31) & 1) != 0 && next()[i].node) return true;
  }
  return false;
}

void OpNode::save_arguments(std::span<const Value> args) {
  slots_.resize(op_.grad.saves.size());
  Tensor original;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const SavedSlot& slot = op_.grad.saves[i];
    // Trailing arguments may be omitted.
    if (slot.source < 0 || static_cast<std::size_t>(slot.source) >= args.size() || !wanted(slot)) continue;
    const Value& value = args[static_cast<std::size_t>(slot.source)];
    if (value.is_number()) {
      slots_[i].number = value.number();
      slots_[i].is_number = true;
    } else if (value.is_tensor()) {
      bool overwritten = inplace_ && slot.source == 0;
      if (overwritten && !original) original = clone(value.tensor());
      slots_[i].tensor = SavedTensor(overwritten ? original : value.tensor(), false);
    }
  }
}

void OpNode::save_results(const Outputs& results, bool inplace_on_view) {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const SavedSlot& slot = op_.grad.saves[i];
    if (slot.source < 0 && wanted(slot))
      slots_[i].tensor = SavedTensor(results[static_cast<std::size_t>(~slot.source)], true, inplace_on_view);
  }
}

Gradients OpNode::apply(Gradients&& grads) {
  if (released_) {
    // Numbers count as saved values too.
    bool number = std::any_of(slots_.begin(), slots_.end(), [](const Slot& slot) { return slot.is_number; });
    if (number) throw fx_error("RuntimeError", std::string(kBackwardTwice));
  }
  bool defined = any_defined(grads);
  OpVjp vjp(*this, std::move(grads));
  // Without a required gradient, some values that a formula reads were not saved. A node without a formula refuses
  // whatever arrives.
  if (op_.grad.node == kNoDerivative || (defined && vjp.needs_any())) op_.grad.vjp(vjp);
  bool list = vjp.list();
  Gradients out = vjp.take();
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (!list && !needs(i)) out[i] = Tensor();
  }
  return out;
}

void OpNode::release_saved() {
  released_ = true;
  for (Slot& slot : slots_) slot.tensor.reset();
}

void OpNode::give_up(std::vector<Ref<Node>>& orphans) { Node::give_up(orphans); }

AccumulateGrad::AccumulateGrad(const Tensor& leaf) : Node(kAccumulate), leaf_(leaf) { add_input(leaf); }

AccumulateGrad::~AccumulateGrad() {
  VariableRecord* record = record_of(leaf_);
  if (record != nullptr && record->accumulator == this) record->accumulator = nullptr;
}

std::vector<TensorHooks> AccumulateGrad::tensor_hooks() const {
  VariableRecord* record = record_of(leaf_);
  if (record == nullptr || !record->hooks) return {};
  return {{record->hooks, 0}};
}

namespace {

// Whether a gradient has the memory layout of its leaf: then it may become the leaf's gradient without a copy.
bool same_layout(const Tensor& grad, const Tensor& leaf) {
  if (!is_dense(leaf.sizes(), leaf.strides())) return grad.is_contiguous();
  for (std::size_t d = 0; d < grad.dim(); ++d) {
    if (grad.sizes()[d] != 1 && grad.strides()[d] != leaf.strides()[d]) return false;
  }
  return true;
}

// A copy in the layout of the leaf.
Tensor copy_like(const Tensor& grad, const Tensor& leaf) {
  if (!is_dense(leaf.sizes(), leaf.strides())) return clone(grad);
  Tensor out = Tensor::empty({leaf.sizes(), leaf.strides(), grad.element(), grad.device(), 0});
  out->inference = modes().inference;
  return call_inplace(op::copy, {out, grad});
}

}  // namespace

Gradients AccumulateGrad::apply(Gradients&& grads) {
  if (grads[0] && grad_fn(leaf_))
    throw fx_error("RuntimeError", "leaf variable has been moved into the graph interior");
  bool arrives = grads[0] && requires_grad(leaf_);
  if (arrives) accumulate(std::move(grads[0]));
  if (arrives || newer(EngineNovelty::hooks_without_gradient)) call_accumulate_hooks();
  return {};
}

void AccumulateGrad::accumulate(Tensor arrived) {
  VariableRecord& record = make_record(leaf_);
  bool hooked = extras() != nullptr && !extras()->post_hooks->empty();
  if (!record.grad) {
    bool alone = arrived->use_count() <= (hooked ? 2u : 1u);
    record.grad = !modes().grad && alone && same_layout(arrived, leaf_) ? autograd::detach(arrived)
                                                                        : copy_like(arrived, leaf_);
  } else if (!modes().grad) {
    call_inplace(op::add, {record.grad, arrived});
  } else {
    record.grad = record.grad + arrived;
  }
}

void AccumulateGrad::call_accumulate_hooks() {
  VariableRecord& record = make_record(leaf_);
  if (!record.accumulate_hooks) return;
  for (const auto& entry : record.accumulate_hooks->snapshot()) {
    HookResult result = entry.fn(leaf_);
    if (result.kind == HookResult::Kind::nothing ||
        (result.kind == HookResult::Kind::tensor && result.values[0] == leaf_))
      continue;
    Tensor checked = leaf_;
    take_single(checked, std::move(result), entry.name);
    throw fx_error("RuntimeError", "Tensor post accumulate grad hooks should return None.");
  }
}

CopySlices::CopySlices(const Tensor& base, const Tensor& view, Ref<Node> fn)
    : base_(metadata_of(base)),
      base_strides_(base.strides()),
      sizes_(view.sizes()),
      strides_(view.strides()),
      offset_(view->offset - base->offset),
      fn_(std::move(fn)) {
  std::vector<Edge> next = fn_->next();
  if (next.empty()) next.resize(1);
  next[0] = gradient_edge(base);
  set_next(std::move(next));
}

Gradients CopySlices::apply(Gradients&& grads) {
  Gradients out(next().size());
  if (!grads[0]) return out;
  if (!fn_) throw fx_error("RuntimeError", std::string(kBackwardTwice));
  // In the layout of the base, which the view's strides assume.
  Tensor whole = Tensor::zeros(base_.sizes, base_.element, base_.device).as_strided(base_.sizes, base_strides_, 0);
  call_inplace(op::copy, {whole, grads[0]});
  Tensor slice = call(op::as_strided, {whole, sizes_, strides_, offset_})[0];
  // The function runs as part of this node: both require the same gradients.
  RunState* outer = fn_->run;
  fn_->run = run;
  std::vector<Edge> kept = fn_->next();
  fn_->set_next(next());
  Gradients inner;
  try {
    inner = fn_->apply({clone(slice)});
  } catch (...) {
    fn_->run = outer;
    fn_->set_next(std::move(kept));
    throw;
  }
  fn_->run = outer;
  fn_->set_next(std::move(kept));
  for (std::size_t i = 0; i < out.size() && i < inner.size(); ++i) {
    if (!needs(i)) continue;
    if (i > 0) {
      out[i] = inner[i];
      continue;
    }
    if (inner[0]) {
      call_inplace(op::copy, {slice, inner[0]});
    } else {
      call_inplace(op::zero, {slice});
    }
    out[0] = whole;
  }
  return out;
}

void CopySlices::give_up(std::vector<Ref<Node>>& orphans) {
  Node::give_up(orphans);
  if (fn_) orphans.push_back(std::move(fn_));
}

Gradients NotImplementedNode::apply(Gradients&&) {
  throw fx_error("RuntimeError", cat({"derivative for ", operation_, " is not implemented"}));
}

// The newer version runs it before what else is ready, and counts no operation.
DelayedError::DelayedError(std::string message)
    : Node(newer(EngineNovelty::error_order) ? kAccumulate : take_sequence()), message_(std::move(message)) {}

Gradients DelayedError::apply(Gradients&&) { throw fx_error("RuntimeError", message_); }

void CustomNode::set_results(const std::vector<Tensor>& results) {
  for (const Tensor& t : results) results_.push_back(t ? metadata_of(t) : InputMetadata::undefined());
}

std::vector<Tensor> CustomNode::saved_tensors() {
  if (released_) throw fx_error("RuntimeError", std::string(kBackwardTwice));
  std::vector<Tensor> out;
  for (const SavedTensor& saved : saved_) out.push_back(saved.unpack(Ref<Node>(this)));
  return out;
}

Gradients CustomNode::apply(Gradients&& grads) {
  for (std::size_t i = 0; i < grads.size() && i < results_.size(); ++i) {
    const InputMetadata& like = results_[i];
    bool zeros = !grads[i] && materialize && (inputs()[i].defined || materialize_non_diff) && like.defined;
    if (zeros) grads[i] = Tensor::zeros(like.sizes, like.element, like.device);
  }
  HookResult result = backward_(*this, grads);
  grads.clear();  // a hook added meanwhile does not see them
  if (result.kind == HookResult::Kind::nothing) result.values.resize(1);
  Gradients values = std::move(result.values);
  std::size_t want = takes_tensor.size();
  bool extra = std::any_of(values.begin() + static_cast<std::ptrdiff_t>(std::min(want, values.size())),
                           values.end(),
                           [](const Tensor& t) { return static_cast<bool>(t); });
  if (values.size() > want && !extra) values.resize(want);
  if (values.size() != want) {
    throw fx_error("RuntimeError",
                   cat({"function ",
                        name(),
                        " returned an incorrect number of gradients (expected ",
                        std::to_string(want),
                        ", got ",
                        std::to_string(values.size()),
                        ")"}));
  }
  if (result.kind == HookResult::Kind::other)
    throw fx_error("RuntimeError", cat({"expected Variable or None (got ", result.type, ")"}));
  Gradients out;
  for (std::size_t i = 0; i < want; ++i) {
    if (takes_tensor[i]) {
      out.push_back(std::move(values[i]));
    } else if (values[i]) {
      throw fx_error("RuntimeError",
                     cat({"function ",
                          name(),
                          " returned a gradient different than None at position ",
                          std::to_string(i + 1),
                          ", but the corresponding forward input was not a Variable"}));
    }
  }
  return out;
}

void CustomNode::release_saved() {
  released_ = true;
  for (SavedTensor& saved : saved_) saved.reset();
}

void CustomNode::give_up(std::vector<Ref<Node>>& orphans) { Node::give_up(orphans); }

std::vector<Tensor> delayed_error(const std::vector<Tensor>& tensors, const std::string& message) {
  Ref<Node> node;
  bool records = modes().records() &&
                 std::any_of(tensors.begin(), tensors.end(), [](const Tensor& t) { return t && requires_grad(t); });
  if (records) {
    node = Ref<Node>(new DelayedError(message));
    std::vector<Edge> next;
    for (const Tensor& t : tensors) {
      if (t) next.push_back(gradient_edge(t));
      if (!t) next.emplace_back();
    }
    node->set_next(std::move(next));
  }
  std::vector<Tensor> out;
  for (const Tensor& t : tensors) {
    out.push_back(t ? t.unversioned_alias() : Tensor());
    if (!t && node) node->add_undefined_input();
    if (!t) continue;
    out.back()->version_stays = out.back()->inference && !modes().inference;
    if (node) set_history(out.back(), node);
  }
  if (node) created(*node);
  return out;
}

Ref<Node> as_strided_node(const Tensor& base, const Tensor& view) {
  Value args[] = {base, view.sizes(), view.strides(), view->offset};
  Ref<Node> node(new OpNode(op::as_strided, args, false));
  node->add_input(view);
  return node;
}

Gradients DeviceCopy::apply(Gradients&& grads) { return {grads[0] ? to_device(grads[0], home_) : Tensor()}; }

}  // namespace seesaw::autograd
