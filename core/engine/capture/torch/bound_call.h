// Which parameter of forward takes each argument of a call, as Python binds them.
//
// What: a `BoundCall` knows the parameters that are given something, in the order of the signature, and the entry of
// dynamic_shapes for each argument. Why: dynamic_shapes follows the parameters: *args has one entry, a row of them, and
// **kwargs one, a dict of them; PyTorch 2.14 takes what stands in **kwargs by its own name, too.
//
//   // def forward(self, x, *rest, y, **others), called with (a, b, c), {"y": d, "z": e}
//   BoundCall bound(call, function, newer);
//   bound.names();      // x, rest, y, others
//   bound.shape_of(2);  // dynamic_shapes["rest"][1]
//   bound.shape_of(4);  // dynamic_shapes["others"]["z"]
#pragma once

#include <string>
#include <vector>

#include "core/engine/capture/torch/script.h"

namespace seesaw {

class BoundCall {
 public:
  BoundCall(const ScriptCall& call, const Function& function, bool newer);

  // The parameters that are given something, in the order of the signature.
  const std::vector<std::string>& names() const { return names_; }
  // Of an argument (those by position come first, then those by name): the parameter, and as dynamic_shapes counts.
  struct Argument {
    std::string parameter, key;  // `key`: of what **kwargs takes
    bool rest = false;           // *args takes it
    std::size_t index = 0;       // among those
  };
  const Argument& argument(std::size_t at) const { return arguments_[at]; }
  // Where a parameter stands among `names`.
  std::size_t place(const std::string& parameter) const;
  std::size_t count() const { return arguments_.size(); }
  // What dynamic_shapes says of it; None: nothing.
  PyValue shape_of(std::size_t at) const;
  // What it says of all that *args takes, of which `at` is one.
  PyValue shape_of_rest(std::size_t at) const;
  // Where that stands: "['rest'][1]".
  std::string place_of(std::size_t at) const;
  const PyValue& value(std::size_t at) const;
  // What the signature calls **kwargs.
  const std::string& others() const { return others_; }

 private:
  const ScriptCall& call_;
  std::string others_ = "kwargs";
  std::vector<std::string> names_;
  std::vector<Argument> arguments_;
};

// The entry of dynamic_shapes, or of a part of it, at a place or by a name.
PyValue shape_entry(const PyValue& shapes, std::size_t place, std::string_view name);

}  // namespace seesaw
