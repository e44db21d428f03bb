// The external inputs of a program, and values for them.
//
// What: `ProgramInputs` gives each input, parameter and buffer a value: the chosen one, else one sampled from its
// metadata. Floating point inputs, parameters and attributes without further description are leaves that require grad.
// Why: running a program to inspect, compare or check it must not require typing its weights.
//
//   ProgramInputs inputs(program, 7, {{"x", {.fill = Number::of(0.5)}}});
//   execute(program, inputs.user(), [&](std::string_view name) { return inputs.state(name); });
//   inputs.leaves()                       // {{"input:0", x}, {"linear.weight", w}}
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/engine/exec/datum.h"
#include "core/graph/ir/program.h"

namespace seesaw {

// An input, before it has a value.
struct WantedInput {
  std::string name;    // its name in the graph: a placeholder's name, or the path of an attribute
  std::string target;  // the qualified name of a parameter, buffer or constant; empty for an input of the user
  Attribute::Kind kind = Attribute::Kind::object;  // of the target; `object` for an input of the user
  Arg val;                                         // its metadata
  bool known = true;                               // it has metadata, or no users
  std::uint32_t lineage = 0;                       // of the placeholder, or of the first node that reads the attribute
};
// In the order of the placeholders, then attributes that graphs read themselves.
std::vector<WantedInput> wanted_inputs(const Program& program);

// The source of a value, if not the common seed.
struct InputChoice {
  std::optional<Datum> value;
  std::optional<Number> fill;
  std::optional<std::uint64_t> seed;
  std::string type;  // "f32[2, 3]", instead of its metadata
  bool requires_grad = true;
};
using InputChoices = std::map<std::string, InputChoice, std::less<>>;  // by WantedInput::name

class ProgramInputs {
 public:
  struct Entry : WantedInput {
    std::string key;  // "input:0", "linear.weight"
    Datum value;
    Tensor first;  // a copy, as it was
    bool differentiable = false;
  };
  // `wide`: floating point values are float64. `before`: inputs of the program that this one was derived from; an input
  // that came from one of those keeps its key, and so its value, whatever its current name and position.
  explicit ProgramInputs(const Program& program,
                         std::uint64_t seed,
                         const InputChoices& choices = {},
                         bool wide = false,
                         const ProgramInputs* before = nullptr);

  const std::vector<Datum>& user() const { return user_; }
  // None if the program has no input of this name.
  Datum state(std::string_view target) const;
  const std::vector<Entry>& entries() const { return entries_; }
  // By key, those that require grad.
  const std::vector<std::pair<std::string, Tensor>>& leaves() const { return leaves_; }
  static std::string user_key(std::size_t index);

 private:
  std::vector<Entry> entries_;
  std::vector<Datum> user_;
  std::map<std::string, std::size_t, std::less<>> by_target_;
  std::map<std::uint32_t, std::size_t> by_lineage_;
  std::vector<std::pair<std::string, Tensor>> leaves_;
};

}  // namespace seesaw
