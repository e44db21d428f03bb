// What calls on known values gave, so that the same call is told at once.
//
// What: `FakeMemo` keeps results of operators under the operator and the metadata of its arguments.
// Why: models repeat their layers, so most calls of a graph have been made before. Metadata is interned, so two equal
// calls have equal words. PyTorch keeps such a cache for its fake tensors.
//
//   if (const Arg* known = memo.find(target, args, lookup, grad_mode)) return *known;
//   memo.keep(result);                                   // of the call that was not found
//
// Calls with symbolic sizes or numbers are not kept: what is known of symbols changes. Room is bounded: a slot takes
// the last call that falls on it.
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
  // The result of this call, or null. What it was asked for last is what keep() keeps.
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
  bool keeps_ = false;  // nothing in the call that was asked for is symbolic or nested deeper
};

}  // namespace seesaw
