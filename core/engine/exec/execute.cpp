#include "core/engine/exec/execute.h"

#include <unordered_map>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/autograd/engine.h"
#include "core/engine/autograd/grad_mode.h"
#include "core/engine/autograd/record.h"
#include "core/engine/autograd/variable.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

namespace {

Datum state_of(const StateSource& state, const InputSpec& spec) {
  Datum value = state(spec.target ? std::string_view(*spec.target) : std::string_view(spec.arg.name));
  if (value.is_none()) {
    throw user_error(
        "inputs",
        cat({"there is no value for '", spec.target ? *spec.target : spec.arg.name, "' (input ", spec.arg.name, ")"}),
        "give it with the state, by this name");
  }
  return value;
}

Datum constant_of(const Arg& value) {
  if (value.is_bool()) return Datum(Number::of(value.as_bool()));
  if (value.is_integer() && value.fits_int64()) return Datum(Number::of(value.as_int()));
  if (value.kind() == ArgKind::floating) return Datum(Number::of(value.as_float()));
  if (value.is_string()) return Datum::text(std::string(value.text()));
  return Datum();
}

std::vector<Datum> graph_inputs(const Program& program, const std::vector<Datum>& inputs, const StateSource& state) {
  if (!program.signature) return inputs;
  std::vector<Datum> all;
  std::size_t next = 0;
  for (const InputSpec& spec : program.signature->input_specs) {
    if (spec.kind != InputKind::user_input) {
      all.push_back(state_of(state, spec));
    } else if (next < inputs.size()) {
      all.push_back(inputs[next++]);
    } else if (spec.arg.type == ArgumentSpec::Type::constant) {
      all.push_back(constant_of(spec.arg.value));
    } else {
      throw user_error("inputs",
                       cat({"there is no value for the input '", spec.arg.name, "'"}),
                       cat({"the program takes more than ", std::to_string(inputs.size())}));
    }
  }
  if (next < inputs.size())
    throw user_error("inputs",
                     cat({"the program takes ", std::to_string(next), " inputs, got ", std::to_string(inputs.size())}));
  return all;
}

void sort_results(const Program& program, const std::vector<Datum>& results, Execution& out) {
  std::unordered_map<std::string_view, std::size_t> user_inputs;
  std::size_t count = 0;
  for (const InputSpec& spec : program.signature->input_specs) {
    if (spec.kind == InputKind::user_input) user_inputs.emplace(spec.arg.name, count++);
  }
  for (std::size_t i = 0; i < results.size() && i < program.signature->output_specs.size(); ++i) {
    const OutputSpec& spec = program.signature->output_specs[i];
    if (spec.kind == OutputKind::buffer_mutation || spec.kind == OutputKind::parameter_mutation) {
      out.mutated_buffers.emplace_back(spec.target.value_or(spec.arg.name), results[i]);
    } else if (spec.kind == OutputKind::user_input_mutation) {
      auto found = user_inputs.find(spec.target.value_or(""));
      if (found != user_inputs.end()) out.mutated_inputs.emplace_back(found->second, results[i]);
    } else {
      out.outputs.push_back(results[i]);
    }
  }
}

}  // namespace

Execution execute(const Program& program,
                  const std::vector<Datum>& inputs,
                  const NamedValues& state,
                  const MakeInterpreter& make) {
  std::unordered_map<std::string_view, const Datum*> by_name;
  for (const auto& [name, value] : state) by_name.emplace(name, &value);
  auto source = [&](std::string_view name) {
    auto found = by_name.find(name);
    return found == by_name.end() ? Datum() : *found->second;
  };
  return execute(program, inputs, StateSource(source), make);
}

Execution execute(const Program& program,
                  const std::vector<Datum>& inputs,
                  const StateSource& state,
                  const MakeInterpreter& make) {
  autograd::AutogradScope scope;
  auto attributes = [&](const Module&, std::string_view path) { return state(path); };
  std::unique_ptr<Interpreter> interpreter = make ? make(*program.root, attributes)
                                                  : std::make_unique<Interpreter>(*program.root, attributes);
  if (!program.signature && !make) check_argument_count(*program.root, inputs.size());
  Datum result = interpreter->run(graph_inputs(program, inputs, state));
  Execution out;
  std::vector<Datum> results = result.is_sequence() ? result.items() : std::vector<Datum>{result};
  if (program.signature) {
    sort_results(program, results, out);
  } else {
    out.outputs = std::move(results);
  }
  return out;
}

Error complex_output(const Tensor& output) {
  Error error = fx_error(
      "RuntimeError",
      cat({"grad can be implicitly created only for real scalar outputs but got torch.", output.dtype().name}));
  error.diagnostic().note("return a real number of it: its abs(), or one of its parts");
  return error;
}

std::vector<Tensor> gradients_of_sum(const std::vector<Datum>& outputs, const std::vector<Tensor>& leaves) {
  autograd::AutogradScope scope;
  autograd::GradModeScope recorded(true);
  autograd::GradArgs args;
  for (const Datum& output : outputs) {
    if (!output.is_tensor() || !autograd::requires_grad(output.tensor())) continue;
    if (is_complex(output.tensor().element())) throw complex_output(output.tensor());
    args.outputs.push_back({call(op::sum, {output.tensor(), Value()})[0], {}});
  }
  if (args.outputs.empty()) return {};
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    if (!autograd::requires_grad(leaves[i])) continue;
    args.inputs.push_back({leaves[i], {}});
    places.push_back(i);
  }
  std::vector<Tensor> out(leaves.size());
  if (places.empty()) return out;
  args.allow_unused = true;
  autograd::Gradients found = autograd::grad(args);
  for (std::size_t i = 0; i < places.size(); ++i) out[places[i]] = found[i];
  return out;
}

}  // namespace seesaw
