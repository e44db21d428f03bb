// The signature of an exported program: the role of each input and output of the graph.
//
// What: input and output specs of every kind, torch.export's ExportGraphSignature; its texts; and the hook that keeps
// names correct while a pass replaces nodes. Why: the graph of an exported program is flat: parameters, buffers,
// constants and user inputs are all placeholders, mutations are outputs. A pass that renames an output must rename it
// here too.
//
//   signature.input_specs[0].kind          // InputKind::parameter
//   print_signature(signature)             // ExportGraphSignature(input_specs=[InputSpec(
//                                          //     kind=<InputKind.PARAMETER: 2>, ...
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/graph/ir/module.h"

namespace seesaw {

// Inputs: values 1 to 6 of PyTorch's InputKind. Outputs: 1 to 7 of OutputKind in 2.6. PARAMETER_MUTATION is newer:
// PyTorch inserts it after BUFFER_MUTATION and shifts the values that follow.
enum class InputKind : std::uint8_t {
  user_input = 1,
  parameter,
  buffer,
  constant_tensor,
  custom_obj,
  token,
};
enum class OutputKind : std::uint8_t {
  user_output = 1,
  loss_output,
  buffer_mutation,
  gradient_to_parameter,
  gradient_to_user_input,
  user_input_mutation,
  token,
  parameter_mutation,
};
std::string_view input_kind_name(InputKind kind);    // "USER_INPUT"
std::string_view output_kind_name(OutputKind kind);  // "USER_OUTPUT"
std::optional<InputKind> find_input_kind(std::string_view name);
std::optional<OutputKind> find_output_kind(std::string_view name);

struct ArgumentSpec {
  enum class Type : std::uint8_t {
    tensor,
    sym_int,
    sym_float,
    sym_bool,
    constant,
    custom_obj,
    token,
  };
  Type type = Type::tensor;
  std::string name;
  Arg value;              // of a constant
  std::string class_fqn;  // of a custom object
};
std::string_view argument_type_name(ArgumentSpec::Type type);  // "TensorArgument"
std::optional<ArgumentSpec::Type> find_argument_type(std::string_view name);

struct InputSpec {
  InputKind kind = InputKind::user_input;
  ArgumentSpec arg;
  std::optional<std::string> target;
  std::optional<bool> persistent;
};

struct OutputSpec {
  OutputKind kind = OutputKind::user_output;
  ArgumentSpec arg;
  std::optional<std::string> target;
};

struct Signature {
  std::vector<InputSpec> input_specs;
  std::vector<OutputSpec> output_specs;

  // Renames every spec called `old_name`, except constants. Linear in the specs.
  void replace_all_uses(std::string_view old_name, std::string_view new_name);
};

// Renames specs while nodes are replaced: whenever the output node is a user of the replaced node, as PyTorch's
// get_replace_hook does. Keeps an index by name, so that each replacement costs the specs it renames.
class SignatureRenamer {
 public:
  explicit SignatureRenamer(Signature& signature);
  Module::ReplaceHook hook();
  void rename(const std::string& old_name, const std::string& new_name);

 private:
  std::unordered_map<std::string, std::vector<ArgumentSpec*>> by_name_;
};

// repr(ExportGraphSignature).
std::string print_signature(const Signature& signature);
// str(ExportGraphSignature) of PyTorch 2.7 and later: one line per spec.
std::string print_signature_lines(const Signature& signature);

}  // namespace seesaw
