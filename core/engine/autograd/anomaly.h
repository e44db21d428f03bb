// Anomaly mode's record of the creation of a node.
//
// What: `traceback_source` is the host's current traceback; each node made in anomaly mode keeps it in its metadata.
// Why: when a node fails, PyTorch warns with the traceback of the forward call that made it; only the host language
// knows that.
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

// Empty if the host provides none.
using TracebackSource = std::function<std::string()>;
TracebackSource& traceback_source();

}  // namespace seesaw::autograd
