// Capturing a `forward` function as torch.export does.
//
// What: `capture` runs the statements of a function written in the Python subset on symbols, records each ATen operator
// that PyTorch would have recorded, and gives the program that torch.export has before its passes (training IR,
// non-strict unless told). Why: a person writes Python and sees the graph; passes can be tried on it at once.
//
// A file that ends in a script says itself what is captured: torch.export.export(model, args, kwargs,
// dynamic_shapes=..., strict=...) is captured as it is called; else model(*args), with its shapes; else the module that
// got a name last. What the settings tell holds instead: inputs, and the mode (which is strict in PyTorch 2.6.0 where
// export is not told).
//
//   Program p = capture("def forward(self, x: \"f32[3]\"):\n    return x.sin() + 1\n", {});
//   // def forward(self, arg0_1: "f32[3]"): sin = torch.ops.aten.sin.default(arg0_1); add =
//   torch.ops.aten.add.Tensor(sin, 1) ...
//
// As there, grad mode does not change while non-strict tracing goes on: a region in a region restores the mode of the
// whole capture, not that of the outer region. A warning says so where it happens. Strict capture has no such flaw.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/engine/capture/interpreter/state_kind.h"
#include "core/engine/exec/execute.h"
#include "core/engine/tensor/sym_facts.h"
#include "core/graph/ir/program.h"

namespace seesaw {

struct CaptureState {
  std::string name;  // fully qualified: "linear.weight"
  std::string annotation;
  using Kind = PyStateKind;
  Kind kind = Kind::parameter;
  bool persistent = true;
};

// What a parameter of forward is: a tensor, a number or text, or a list, tuple or dict of such.
struct CaptureInput {
  enum class Kind : std::uint8_t {
    annotation,
    value,
    list,
    tuple,
    dict,
  };
  Kind kind = Kind::annotation;
  std::string text;               // "f32[2, 3]"; of a value, as Python writes it: "3", "0.5", "True", "'sum'", "None"
  std::vector<std::string> keys;  // of a dict
  std::vector<CaptureInput> items;

  CaptureInput() = default;
  CaptureInput(std::string annotation) : text(std::move(annotation)) {}
};

// Of a size that is a symbol: what it may be, both included.
struct CaptureSize {
  std::string name;
  std::int64_t low = INT64_MIN, high = INT64_MAX;
};

struct CaptureSettings {
  std::vector<CaptureInput> inputs;  // by position, for parameters of forward without annotation
  std::vector<CaptureState> state;
  std::vector<CaptureSize> sizes;
  std::vector<EqualSizes> equal_sizes;  // sizes that follow from others, each in those that are left then
  std::string file = "source.py";       // as stack traces name it
  std::string function;                 // of the file, to be captured instead of a module
  std::string module = "__main__";      // as metadata names the classes of the source
  bool ambient_grad = true;
  bool strict = false;       // as Dynamo captures: it knows the mode that a region must restore
  bool strict_told = false;  // it holds for a file, too, that calls export with another
  bool functional = false;   // for the functional form: tied parameters keep their own names
  std::vector<std::string>
      preserved;           // modules whose call signature is kept, as preserve_module_call_signature names them
  std::uint64_t seed = 0;  // of initial values, unless the source calls torch.manual_seed
  std::string torch;       // the version of PyTorch that captures, "2.6" (also if empty) or "2.14"
};

// Throws Error, with a place in the source, for what is outside of the subset and for what PyTorch would not run.
Program capture(std::string_view source, const CaptureSettings& settings, Diagnostics& diagnostics);

// A condition of torch._check on sizes that only a run tells, as PyTorch prints it, and the name that comparing took.
struct CaptureAssert {
  std::string condition, name;
};

// What else is known of it: values of parameters, buffers and constants, and how arguments and results are flattened
// (as torch.utils._pytree.treespec_dumps writes it).
struct CaptureDetails {
  bool wants_values = true;
  NamedValues values;
  std::string in_spec, out_spec;
  std::vector<std::string> forward_args;  // names of the arguments that were given
  std::vector<CaptureAssert> asserts;     // for insert_deferred_runtime_asserts
  std::vector<std::string> kept_symbols;  // data-dependent symbols of calls that Dynamo leaves, used or not
  std::vector<std::string> size_symbols;  // data-dependent symbols that are sizes
  std::vector<std::pair<std::string, std::string>> size_owners;  // symbols, and inputs that they were made for
  bool strict = false;       // the mode: the settings', unless the source calls export with another
  bool ambient_grad = true;  // grad mode where what is captured is called, which the source may switch
  std::vector<std::pair<std::string, std::string>> input_ranges;  // of sizes of inputs: "s0", "VR[0, 64]"
  std::vector<std::string> base_symbols;  // sizes of what examples are views of: no graph has them
  std::vector<std::string> input_names;   // of a person's arguments, as ExportedProgram names them: "x", "x_0"
  std::string lost;                       // a tensor that is registered nowhere, where strict capture fails for it
  std::map<std::string, std::string, std::less<>> ways;  // what names a parameter or buffer, if its path does not
};
Program capture(std::string_view source,
                const CaptureSettings& settings,
                Diagnostics& diagnostics,
                CaptureDetails& details);

}  // namespace seesaw
