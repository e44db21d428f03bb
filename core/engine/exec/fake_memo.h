// Memoised results of calls on known values.
//
// What: `FakeMemo` stores results by operator and metadata of its arguments. Why: models repeat their layers, so most
// calls of a graph occur repeatedly. Metadata is interned, so two equal calls have equal words. PyTorch keeps such a
// cache for its fake tensors.
//
//   if (const Arg* known = memo.find(target, args, lookup, grad_mode)) return *known;
//   memo.keep(result);                                   // for the call just missed
//
// Calls with symbolic sizes or numbers are not kept: knowledge about symbols changes. The size is bounded: a slot keeps
// the last call that hashes to it.
#pragma once

#include <optional>
#include <vector>

#include "core/graph/ir/arg.h"

namespace seesaw {

struct CallArgs;
struct Callable;
class FakeLookup;

class FakeMemo {
 public:
  // The result of this call, or null. keep() then stores the result of the last call passed here.
  const Arg* find(const Callable* target, const CallArgs& args, FakeLookup& lookup, bool grad_mode);
  void keep(const Arg& result);

 private:
  struct Slot {
    const Callable* target = nullptr;
    bool grad_mode = false;
    std::vector<Arg> words;
    Arg result;
  };
  static constexpr std::size_t kSlots = 1024;

  void add(const Arg& arg, FakeLookup& lookup);
  void add_leaf(const Arg& arg);

  std::vector<Slot> slots_;
  Slot asked_;
  std::size_t at_ = 0;
  bool keeps_ = false;  // the last call contains nothing symbolic or more deeply nested
};

}  // namespace seesaw
