// What anomaly mode keeps of the place where a node was made.
//
// What: `traceback_source` is the host's answer to "where are we?"; each node that is made in anomaly mode keeps what
// it says, in its metadata. Why: when a node fails, PyTorch warns with the traceback of the forward call that made it;
// only the host language knows that.
//
//   traceback_source() = [] { return std::string("    at train (train.js:12:3)\n"); };
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "core/engine/autograd/node.h"

namespace seesaw::autograd {

struct Traceback : HostObject {
  explicit Traceback(std::string where) : text(std::move(where)) {}
  std::string text;
};

// Empty if the host does not say.
using TracebackSource = std::function<std::string()>;
TracebackSource& traceback_source();

}  // namespace seesaw::autograd
