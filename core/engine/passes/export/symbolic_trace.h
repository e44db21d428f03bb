// A graph as torch.fx.symbolic_trace records it from Python code.
//
// What: `symbolically_traced` makes new nodes, named after their callees; functions of torch.nn.functional become the
// calls that a tracer sees: F.linear is torch._C._nn.linear, F.relu(x) has `inplace=False`, F.tanh(x) is a method, `x
// += 1` is an addition. Why: a pattern written in Python must look like the graphs that it is matched against.
//
//   Ref<Module> pattern = ...;                       // read from "def pattern(x): return F.relu(x)"
//   pattern->set_graph(symbolically_traced(pattern->graph()));
//   // %relu : call_function[target=torch.nn.functional.relu](args = (%x,), kwargs = {inplace: False})
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/engine/ops/table/traced_functions.h"
#include "core/graph/ir/program.h"

namespace seesaw {

// A call as the tracer records it. Throws Error (TypeError) for arguments that the function does not have.
struct TracedCall {
  Opcode op = Opcode::call_function;
  std::string_view target;
  std::vector<Arg> args;
  std::vector<Kwarg> kwargs;
};
// Nothing for a function that is recorded as written.
std::optional<TracedCall> traced_call(Context& context,
                                      std::string_view path,
                                      std::vector<Arg> args,
                                      std::vector<Kwarg> kwargs);

std::unique_ptr<Graph> symbolically_traced(const Graph& source);

// Whether a text is Python code to be traced (a lambda, a function that is not called forward, a class with __init__),
// not a graph printed by PyTorch.
bool is_python_source(std::string_view text);
// A module of `context` from Python code or any text of a graph; `what` names the text in errors.
Ref<Module> read_traced(std::string_view text, const std::shared_ptr<Context>& context, std::string_view what);

}  // namespace seesaw
