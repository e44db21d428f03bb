// torch.tensor of symbols: PyTorch makes a tensor of each number, and stacks them.
#include <algorithm>

#include "core/base/cat.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/engine/capture/torch/torch_calls.h"
#include "core/engine/capture/torch/torch_functions.h"
#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

namespace {

constexpr int kDeepestLiteral = 64;

// The leaves of nested lists, in their order; nothing where they are nested too deep.
std::optional<std::vector<Arg>> leaves_of(const Arg& data) {
  std::vector<std::pair<Arg, int>> open{{data, 0}};
  std::vector<Arg> out;
  while (!open.empty()) {
    auto [one, depth] = open.back();
    open.pop_back();
    if (!one.is_sequence()) {
      out.push_back(one);
      continue;
    }
    if (depth == kDeepestLiteral) return std::nullopt;
    for (std::size_t i = one.items().size(); i-- > 0;) open.emplace_back(one.items()[i], depth + 1);
  }
  return out;
}

}  // namespace

// The dtype that a number of a literal has; nothing of what is none.
const DTypeInfo* TorchFunctions::literal_dtype(const Arg& leaf) {
  if (tracer().is_tensor(leaf)) return tracer().meta_of(leaf).as_tensor_meta()->dtype;
  if (leaf.is_bool() || leaf.kind() == ArgKind::sym_bool) return &dtype_of(Element::b8);
  if (leaf.is_integer() || leaf.kind() == ArgKind::sym_int) return &dtype_of(Element::i64);
  const bool real = leaf.kind() == ArgKind::floating || leaf.kind() == ArgKind::sym_float;
  return real ? &dtype_of(Element::f32) : nullptr;
}

// The widest dtype of a literal; PyTorch asks for it with operators, which stay in the graph.
const DTypeInfo* TorchFunctions::widest_dtype(const Arg& data) {
  if (!data.is_sequence()) return literal_dtype(data);
  const DTypeInfo* out = nullptr;
  for (const Arg& item : data.items()) {
    const DTypeInfo* next = widest_dtype(item);
    if (next == nullptr) return nullptr;
    if (out == nullptr) {
      out = next;
      continue;
    }
    auto named = [&](const DTypeInfo& one) {
      return Arg::symbol(ArgKind::dtype, context().intern(cat({"torch.", one.name})));
    };
    tracer().call_known("torch.ops.aten.promote_types.default", {named(*out), named(*next)}, Arg());
    if (out == next) continue;
    static constexpr Element kNumbers[] = {Element::b8, Element::i64, Element::f32};
    auto rank = [](const DTypeInfo* one) {
      return std::find_if(std::begin(kNumbers), std::end(kNumbers), [&](Element e) { return &dtype_of(e) == one; });
    };
    if (rank(out) == std::end(kNumbers) || rank(next) == std::end(kNumbers)) return nullptr;
    out = &dtype_of(*std::max(rank(out), rank(next)));
  }
  return out;
}

// A tensor of what is a number; of one that is a tensor, a copy of it without dimensions.
Arg TorchFunctions::stacked_literal(const Arg& data, const Arg& dtype) {
  const Arg cpu = Arg::symbol(ArgKind::device, context().intern("cpu"));
  if (data.is_sequence()) {
    std::vector<Arg> items;
    for (const Arg& item : data.items()) items.push_back(stacked_literal(item, dtype));
    return tracer().call("torch.ops.aten.stack.default", {context().list(items)});
  }
  if (!tracer().is_tensor(data))
    return record(tracer(),
                  "torch.ops.aten.scalar_tensor.default",
                  {data},
                  {{"dtype", dtype}, {"device", cpu}, {"pin_memory", Arg::boolean(false)}});
  Arg own = tracer().call("torch.ops.aten.detach.default", {data});
  Arg copy = record(
      tracer(), "torch.ops.aten.to.device", {own, cpu, dtype, Arg::boolean(false), Arg::boolean(true)}, {});
  return recorder().rank_of(data) != 0 ? copy
                                       : tracer().call("torch.ops.aten.view.default", {copy, context().list({})});
}

// torch.tensor of what holds a symbol, or in Dynamo a tensor. Without strict PyTorch 2.6 makes constants of the sizes.
std::optional<Arg> TorchFunctions::symbolic_literal(const PyArgs& args, const PyKwargs& kwargs) {
  if (recorder().outside() || args.size() != 1) return std::nullopt;
  std::optional<std::vector<Arg>> leaves = leaves_of(args[0]);
  if (!leaves || leaves->empty()) return std::nullopt;
  const bool tensors_alone = std::all_of(
      leaves->begin(), leaves->end(), [&](const Arg& leaf) { return tracer().is_tensor(leaf); });
  auto is_tensor = [&](const Arg& leaf) {
    return settings().strict && tracer().is_tensor(leaf) && (recorder().rank_of(leaf) == 0 || tensors_alone) &&
           args[0].is_sequence();
  };
  bool known = std::all_of(leaves->begin(), leaves->end(), [&](const Arg& leaf) {
    return is_tensor(leaf) || (!tracer().is_tensor(leaf) && literal_dtype(leaf) != nullptr);
  });
  bool held = std::any_of(
      leaves->begin(), leaves->end(), [&](const Arg& leaf) { return leaf.is_symbolic() || is_tensor(leaf); });
  if (!known || !held) return std::nullopt;
  if (!settings().strict && !has(context().dialect, EngineNovelty::inlined_layers)) return std::nullopt;
  Arg dtype;
  for (const auto& [name, value] : kwargs) {
    if (name == "dtype" && value.kind() == ArgKind::dtype) dtype = value;
    if (name != "dtype" || (!value.is_none() && dtype.is_none())) return std::nullopt;
  }
  if (dtype.is_none()) {
    const DTypeInfo* widest = widest_dtype(args[0]);
    if (widest == nullptr) return std::nullopt;
    dtype = Arg::symbol(ArgKind::dtype, context().intern(cat({"torch.", widest->name})));
  }
  const Arg cpu = Arg::symbol(ArgKind::device, context().intern("cpu"));
  Arg made = record(tracer(), "torch.ops.aten.to.device", {stacked_literal(args[0], dtype), cpu, dtype}, {});
  return tracer().call_inplace("torch.ops.aten.detach_.default", {made}, {});
}

}  // namespace seesaw
