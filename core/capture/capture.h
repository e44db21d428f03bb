// Capturing a `forward` function as torch.export does.
//
// What: `capture` runs the statements of a function written in the Python subset on symbols, records each ATen operator that PyTorch would
// have recorded, and gives the program that torch.export has before its passes (training IR, non-strict unless told).
// Why: a person writes Python and sees the graph; passes can be tried on it at once.
//
//   Program p = capture("def forward(self, x: \"f32[3]\"):\n    return x.sin() + 1\n", {});
//   // def forward(self, arg0_1: "f32[3]"): sin = torch.ops.aten.sin.default(arg0_1); add = torch.ops.aten.add.Tensor(sin, 1) ...
//
// As there, grad mode does not change while non-strict tracing goes on: a region in a region restores the mode of the whole capture, not that of
// the outer region. A warning says so where it happens. Strict capture has no such flaw.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/ir/program.h"
#include "core/support/diagnostic.h"

namespace seesaw {

struct CaptureState {
  std::string name;  // fully qualified: "linear.weight"
  std::string annotation;
  enum class Kind : std::uint8_t { parameter,
                                   buffer,
                                   constant };  // a tensor that is neither
  Kind kind = Kind::parameter;
  bool persistent = true;
};

struct CaptureSettings {
  std::vector<std::string> inputs;  // annotations by position, for parameters of forward without one
  std::vector<CaptureState> state;
  std::string file = "source.py";  // as stack traces name it
  bool ambient_grad = true;
  bool strict = false;  // as Dynamo captures: it knows the mode that a region must restore
};

// Throws Error, with a place in the source, for what is outside of the subset and for what PyTorch would not run.
Program capture(std::string_view source, const CaptureSettings& settings, Diagnostics& diagnostics);

}  // namespace seesaw
