#include "core/engine/exec/fake_memo.h"

#include <algorithm>

#include "core/engine/exec/fake_call.h"

namespace seesaw {

namespace {

bool is_symbolic(const TensorMeta& meta) {
  auto symbolic = [](const Dim& d) { return d.sym != nullptr; };
  return std::any_of(meta.shape.begin(), meta.shape.end(), symbolic) ||
         std::any_of(meta.stride.begin(), meta.stride.end(), symbolic);
}

bool is_symbolic(std::span<const Arg> words) {
  return std::any_of(words.begin(), words.end(), [](const Arg& word) {
    return word.is_symbolic() || (word.kind() == ArgKind::tensor_meta && is_symbolic(*word.as_tensor_meta()));
  });
}

// No value has this kind with this payload.
Arg mark(std::size_t items) { return Arg::pointer(ArgKind::ellipsis, reinterpret_cast<const void*>(items + 1)); }

}  // namespace

void FakeMemo::add_leaf(const Arg& arg) {
  keeps_ = keeps_ && !arg.is_container() && !arg.is_node();
  asked_.words.push_back(arg);
}

void FakeMemo::add(const Arg& arg, FakeLookup& lookup) {
  Arg value = arg.is_node() ? lookup.value(arg.as_node()) : arg;
  if (!value.is_sequence()) return add_leaf(value);
  asked_.words.push_back(mark(value.items().size()));
  for (const Arg& item : value.items()) add_leaf(item.is_node() ? lookup.value(item.as_node()) : item);
}

const Arg* FakeMemo::find(const Callable* target, const CallArgs& args, FakeLookup& lookup, bool grad_mode) {
  if (slots_.empty()) slots_.resize(kSlots);
  asked_.target = target;
  asked_.grad_mode = grad_mode;
  asked_.words.clear();
  keeps_ = true;
  for (const Arg& arg : args.args) add(arg, lookup);
  for (const Kwarg& kwarg : args.kwargs) {
    asked_.words.push_back(mark(0));
    asked_.words.push_back(Arg::string(kwarg.key));
    add(kwarg.value, lookup);
  }
  if (!keeps_) return nullptr;
  std::size_t hash = reinterpret_cast<std::uintptr_t>(target) >> 4;
  for (const Arg& word : asked_.words) hash = hash * 0x9E3779B1u + word.hash();
  at_ = (hash ^ (hash >> 15)) % kSlots;
  const Slot& slot = slots_[at_];
  return slot.target == target && slot.grad_mode == grad_mode && slot.words == asked_.words ? &slot.result : nullptr;
}

void FakeMemo::keep(const Arg& result) {
  if (!keeps_ || is_symbolic(asked_.words) || result.is_symbolic()) return;
  Slot& slot = slots_[at_];
  slot.target = asked_.target;
  slot.grad_mode = asked_.grad_mode;
  slot.words = asked_.words;
  slot.result = result;
}

}  // namespace seesaw
