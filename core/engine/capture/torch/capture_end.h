// How a capture ends, once forward has run.
//
// What: a `CaptureEnd` gets what forward was called with and what it gave; `finish` completes the graph as PyTorch
// leaves it, `describe` tells what else is known of the program. Why: whoever ran forward, our evaluator or CPython,
// the end is the same.
//
//   end.result = python().call_value(nowhere, forward, args, {});
//   end.finish();
#pragma once

#include <string>
#include <vector>

#include "core/engine/capture/capture.h"
#include "core/engine/capture/torch/capture_part.h"
#include "core/engine/capture/torch/initial_values.h"

namespace seesaw {

class CaptureEnd : public CapturePart {
 public:
  using CapturePart::CapturePart;

  PyValues args;
  PyNamedValues kwargs;
  std::vector<Parameter> parameters;  // of forward, without self
  PyValue result;

  void finish();
  void describe(CaptureDetails& details);

 private:
  void describe_ranges(CaptureDetails& details);
  SymRange range_of_size(const std::string& name);
  SymRange symbol_range(const std::string& name);
  void describe_call(CaptureDetails& details);
  InitialGraph initial_graph();
  void check_buffers();
  void check_names();
  void drop_unused_detaches();
  void drop_unused_constants();
  void keep_unused_integers();
  void clean_up();
  static bool is_subscript(Node* node);
  static std::vector<Node*> listed_places(Node* subscript);
};

}  // namespace seesaw
