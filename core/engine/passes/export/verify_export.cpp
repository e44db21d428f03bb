// The verifier as a pass.
#include <engine_records_passes.h>
#include "core/engine/passes/export/name_list.h"
#include "core/engine/passes/export/verifier.h"

namespace seesaw {

namespace {

constexpr std::string_view kAsSigned = "*";  // the signature's names exist

constexpr PassOption kOptions[] = {
    {.name = "dialect",
     .type = OptionType::choice,
     .default_value = "TRAINING",
     .doc = "ATEN: operators that write to an argument are not allowed.",
     .choices = "TRAINING|ATEN"},
    {.name = "parameters",
     .type = OptionType::text,
     .default_value = kAsSigned,
     .doc = "Names of the state dict's parameters, separated by commas; * means those of the signature."},
    {.name = "buffers",
     .type = OptionType::text,
     .default_value = kAsSigned,
     .doc = "Names of the state dict's other tensors; * means the persistent buffers of the signature."},
    {.name = "constants",
     .type = OptionType::text,
     .default_value = kAsSigned,
     .doc = "Names in the constants dictionary; * means those of the signature."},
};

ExportedState state_of(const Signature& signature, const PassContext& context) {
  ExportedState state;
  std::string_view parameters = context.choice("parameters"), buffers = context.choice("buffers"),
                   constants = context.choice("constants");
  for (const InputSpec& spec : signature.input_specs) {
    if (!spec.target) continue;
    bool persistent = spec.kind == InputKind::buffer && spec.persistent != false;
    if (spec.kind == InputKind::parameter && parameters == kAsSigned) state.state_dict.emplace(*spec.target, true);
    if (persistent && buffers == kAsSigned) state.state_dict.emplace(*spec.target, false);
    if ((spec.kind == InputKind::constant_tensor || spec.kind == InputKind::custom_obj) && constants == kAsSigned)
      state.constants.insert(*spec.target);
  }
  if (parameters != kAsSigned) {
    for (std::string& name : split_names(parameters)) state.state_dict.insert_or_assign(std::move(name), true);
  }
  if (buffers != kAsSigned) {
    for (std::string& name : split_names(buffers)) state.state_dict.insert_or_assign(std::move(name), false);
  }
  if (constants != kAsSigned) {
    for (std::string& name : split_names(constants)) state.constants.insert(std::move(name));
  }
  return state;
}

bool run(Program& program, PassContext& context) {
  VerifyOptions options{.dialect = context.choice("dialect"), .state = {}};
  if (program.signature) options.state = state_of(*program.signature, context);
  verify_export(program, options);
  return false;
}

}  // namespace

constinit const PassDef pass::verify_export{
    .name = "verify_export",
    .order = 6,
    .summary = "Check that this is an exported program; change nothing.",
    .doc = R"(    %relu = call_method[target=relu](args = (%x,))
becomes
    SpecViolationError: call_module is not valid: got a class 'relu'

Values in the metadata, operators that export allows, graphs as the only modules that get_attr names, and a signature
that fits graph, state dict and constants: PyTorch's verifier, with its messages. A program without a signature is
checked without one. What a text does not say, such as a missing value, is taken as good.)",
    .options = kOptions,
    .run = run,
};

}  // namespace seesaw
