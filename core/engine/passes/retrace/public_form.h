// An exported program as torch.export gives it to a person: the last steps of its pipeline.
//
// What: regions become higher-order operators, inputs take the names of what they are (p_linear_weight, b_mean,
// c_lifted_tensor_0, x), and the graphs that operators take the names of their operands. Why: what capture records has
// numbers for names (arg0_1), and nobody sees that stage of export.
//
//   insert_conversion_asserts(program);
//   make_public(program, {{"x", "scale"}, {}});      // print_program(program) is print(ep)
#pragma once

#include <map>
#include <span>
#include <string>

#include "core/engine/exec/execute.h"
#include "core/graph/ir/program.h"

namespace seesaw {

// A constant that forward makes, or finds where no module holds it, has the path of the module that uses it first:
// block.lifted_tensor_0. `values` are those of state, by target.
void place_constants(Program& program, NamedValues& values);
// Of a person's arguments, in the order of the signature; of parameters and buffers what names them, by their paths,
// where these do not, by the names of their inputs.
struct PublicNames {
  std::span<const std::string> inputs;
  const std::map<std::string, std::string, std::less<>>& ways;
  bool ambient_grad = true;  // torch.is_grad_enabled() where torch.export.export is called
  bool strict = false;
};
void make_public(Program& program, const PublicNames& given);
// Symbols of the sizes of what examples are views of: run_decompositions gives their ranges.
void keep_base_symbols(Program& program, std::span<const std::string> symbols);
void tell_base_symbols(Program& program);
// Since 2.14: in front of a conversion stands what was converted, as an assertion. Nothing for older programs.
void insert_conversion_asserts(Program& program);

// An input's name by what it represents: p_tok_weight.
std::string name_by_target(const InputSpec& spec);
// Inputs of branches and mapped graphs are named after their operands, from the outside to the inside.
void name_bodies(Module& root);

}  // namespace seesaw
