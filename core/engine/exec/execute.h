// Running an exported program on values.
//
// What: `execute` gives the inputs of a program's graph their values (parameters, buffers and constants by name, the
// rest from the caller), runs it, and sorts the results by the signature; `gradients_of_sum`
// differentiates. Why: torch.export's module does the same, and it shows that a pass kept the meaning of a
// program.
//
//   Execution run = execute(program, {Datum(x)}, {{"linear.weight", Datum(w)}});
//   run.outputs[0].tensor()
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/engine/exec/interpreter.h"
#include "core/graph/ir/program.h"

namespace seesaw {

// Values of parameters, buffers and constants by fully qualified name.
using NamedValues = std::vector<std::pair<std::string, Datum>>;

struct Execution {
  std::vector<Datum> outputs;                                 // user outputs
  NamedValues mutated_buffers;                                // by their names
  std::vector<std::pair<std::size_t, Datum>> mutated_inputs;  // by index among the user inputs
};

// Runs the graph: by default with an Interpreter.
using MakeInterpreter =
    std::function<std::unique_ptr<Interpreter>(const Module& module, Interpreter::Attributes attributes)>;
// Records for autograd while grad mode is on. Throws Error: code "inputs" for missing or superfluous values.
Execution execute(const Program& program,
                  const std::vector<Datum>& inputs,
                  const NamedValues& state,
                  const MakeInterpreter& make = {});
// The same, with a function that returns values by name; None if there is none.
using StateSource = std::function<Datum(std::string_view name)>;
Execution execute(const Program& program,
                  const std::vector<Datum>& inputs,
                  const StateSource& state,
                  const MakeInterpreter& make = {});

// d(sum of all floating point outputs that require grad) / d(each of `leaves`); null tensors for independent ones.
// Nothing at all if no output requires grad. PyTorch creates no gradient of 1 for a complex result.
Error complex_output(const Tensor& output);
std::vector<Tensor> gradients_of_sum(const std::vector<Datum>& outputs, const std::vector<Tensor>& leaves);

}  // namespace seesaw
