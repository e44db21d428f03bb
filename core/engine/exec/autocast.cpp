#include "core/engine/exec/autocast.h"

#include <unordered_map>
#include <utility>

#include "core/base/diagnostic.h"
#include "core/engine/autograd/grad_mode.h"
#include "core/engine/autograd/variable.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

namespace {

// Open regions, outermost first; the scope whose mode casts; leaves and their casts.
struct Regions {
  std::vector<AutocastRegion> open;
  Mode* casting = nullptr;
  std::size_t outer = 0;  // number of open regions when the innermost scope began
  struct Cast {
    Tensor leaf, result;
  };
  std::unordered_map<const TensorImpl*, Cast> casts;
};

Regions& cast_regions() {
  static Regions instance;
  return instance;
}

void close_regions(std::size_t depth) {
  Regions& all = cast_regions();
  if (all.open.size() <= depth) return;
  all.open.resize(depth);
  if (depth == 0) all.casts.clear();
}

// The dtype of a castable value; PyTorch leaves float64 alone.
bool eligible(const Tensor& t) {
  return t && t.device() == Device::cpu && is_floating(t.element()) && t.element() != Element::f64;
}

Element widest(Element lower, std::span<const Value> args) {
  Element out = lower;
  auto look = [&](const Tensor& t) {
    if (!eligible(t) || out == Element::f32) return;
    if (t.element() != lower && t.element() != Element::f32)
      throw fx_error("RuntimeError", "Unexpected floating ScalarType in at::autocast::prioritize");
    if (t.element() == Element::f32) out = Element::f32;
  };
  for (const Value& v : args) {
    if (v.is_tensor()) look(v.tensor());
    for (const Tensor& t : v.tensors()) look(t);
  }
  return out;
}

}  // namespace

AutocastRegion AutocastRegion::inside(
    const AutocastRegion& outer, std::string_view device, std::string_view dtype, bool enabled, bool cache) {
  if (device.substr(0, device.find(':')) != "cpu") return outer;
  AutocastRegion out{enabled, outer.element, cache};
  const DTypeInfo* info = find_dtype(dtype);
  if (info != nullptr) fake_element_of(*info, out.element);
  out.on = out.on && is_half(out.element);
  return out;
}

std::vector<Value> autocast_arguments(const OpDef& op,
                                      const AutocastRegion& region,
                                      std::span<const Value> args,
                                      const CastTensor& cast) {
  Element to = op.run.autocast == Autocast::lower  ? region.element
               : op.run.autocast == Autocast::full ? Element::f32
                                                   : widest(region.element, args);
  auto casted = [&](const Tensor& t) { return eligible(t) && t.element() != to ? cast(t, to) : t; };
  std::vector<Value> out(args.begin(), args.end());
  for (Value& v : out) {
    if (v.is_tensor()) v = Value(casted(v.tensor()));
    if (!v.is_tensors()) continue;
    std::vector<Tensor> list;
    for (const Tensor& t : v.tensors()) list.push_back(casted(t));
    v = Value(std::move(list));
  }
  return out;
}

const AutocastRegion& current_autocast() {
  static const AutocastRegion none;
  return cast_regions().open.empty() ? none : cast_regions().open.back();
}

void enter_autocast(AutocastRegion region) { cast_regions().open.push_back(region); }

void exit_autocast() {
  if (cast_regions().open.size() > cast_regions().outer) close_regions(cast_regions().open.size() - 1);
}

AutocastScope::AutocastScope()
    : mode_(current_mode()),
      outer_(cast_regions().casting),
      depth_(std::exchange(cast_regions().outer, cast_regions().open.size())) {
  if (outer_ != nullptr && current_mode() == outer_) return;
  installed_.emplace(&mode_);
  cast_regions().casting = &mode_;
}

AutocastScope::~AutocastScope() {
  cast_regions().casting = outer_;
  close_regions(cast_regions().outer);
  cast_regions().outer = depth_;
}

Outputs AutocastScope::Casting::call(const OpDef& op, std::span<const Value> args) {
  const AutocastRegion region = current_autocast();
  if (!region.on || op.run.autocast == Autocast::none)
    return below_ == nullptr ? run_kernel(op, args) : below_->call(op, args);
  // The callees of an operator's implementation are not cast again.
  ModeScope below(below_);
  std::vector<Value> casted = autocast_arguments(
      op, region, args, [this](const Tensor& t, Element to) { return cast(t, to); });
  return seesaw::call(op, casted);
}

Tensor AutocastScope::Casting::call_inplace(const OpDef& op, std::span<const Value> args) {
  ModeScope below(below_);
  return seesaw::call_inplace(op, args);
}

Tensor AutocastScope::Casting::cast(const Tensor& t, Element to) const {
  const AutocastRegion& region = current_autocast();
  bool kept = region.cache && to == region.element && t.element() == Element::f32 && autograd::requires_grad(t) &&
              autograd::is_leaf(t) && !autograd::is_view(t);
  if (kept) {
    auto found = cast_regions().casts.find(t.impl());
    if (found != cast_regions().casts.end()) return found->second.result;
  }
  Tensor out = first(op::to_copy, {t, to});
  if (kept) cast_regions().casts.emplace(t.impl(), Regions::Cast{t, out});
  return out;
}

}  // namespace seesaw
