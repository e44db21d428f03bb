#include "core/graph/ir/signature.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/graph/ir/value_printer.h"

namespace seesaw {

namespace {

constexpr std::string_view kInputKinds[] = {
    "USER_INPUT", "PARAMETER", "BUFFER", "CONSTANT_TENSOR", "CUSTOM_OBJ", "TOKEN"};
constexpr std::string_view kOutputKinds[] = {"USER_OUTPUT",
                                             "LOSS_OUTPUT",
                                             "BUFFER_MUTATION",
                                             "GRADIENT_TO_PARAMETER",
                                             "GRADIENT_TO_USER_INPUT",
                                             "USER_INPUT_MUTATION",
                                             "TOKEN",
                                             "PARAMETER_MUTATION"};
constexpr std::string_view kArgumentTypes[] = {"TensorArgument",
                                               "SymIntArgument",
                                               "SymFloatArgument",
                                               "SymBoolArgument",
                                               "ConstantArgument",
                                               "CustomObjArgument",
                                               "TokenArgument"};

template <class E, std::size_t N>
std::optional<E> find_in(const std::string_view (&names)[N], std::string_view name, int first) {
  for (std::size_t i = 0; i < N; ++i) {
    if (names[i] == name) return static_cast<E>(static_cast<int>(i) + first);
  }
  return std::nullopt;
}

void append_argument(std::string& out, const ArgumentSpec& arg) {
  out += argument_type_name(arg.type);
  out += "(name=";
  append_string_repr(out, arg.name);
  if (arg.type == ArgumentSpec::Type::constant) {
    out += ", value=";
    append_arg_repr(out, arg.value);
  } else if (arg.type == ArgumentSpec::Type::custom_obj) {
    out += ", class_fqn=";
    append_string_repr(out, arg.class_fqn);
    out += ", fake_val=None";
  }
  out += ')';
}

void append_optional_string(std::string& out, const std::optional<std::string>& text) {
  if (text) {
    append_string_repr(out, *text);
  } else {
    out += "None";
  }
}

void append_kind(std::string& out, std::string_view type, std::string_view name, int value) {
  out += cat({"kind=<", type, ".", name, ": ", std::to_string(value), ">, arg="});
}

}  // namespace

std::string_view input_kind_name(InputKind kind) { return kInputKinds[static_cast<int>(kind) - 1]; }
std::string_view output_kind_name(OutputKind kind) { return kOutputKinds[static_cast<int>(kind) - 1]; }
std::optional<InputKind> find_input_kind(std::string_view name) { return find_in<InputKind>(kInputKinds, name, 1); }
std::optional<OutputKind> find_output_kind(std::string_view name) { return find_in<OutputKind>(kOutputKinds, name, 1); }
std::string_view argument_type_name(ArgumentSpec::Type type) { return kArgumentTypes[static_cast<int>(type)]; }
std::optional<ArgumentSpec::Type> find_argument_type(std::string_view name) {
  return find_in<ArgumentSpec::Type>(kArgumentTypes, name, 0);
}

void Signature::replace_all_uses(std::string_view old_name, std::string_view new_name) {
  auto rename = [&](ArgumentSpec& arg) {
    if (arg.type != ArgumentSpec::Type::constant && arg.name == old_name) arg.name = std::string(new_name);
  };
  for (OutputSpec& spec : output_specs) rename(spec.arg);
  for (InputSpec& spec : input_specs) rename(spec.arg);
}

SignatureRenamer::SignatureRenamer(Signature& signature) {
  auto add = [&](ArgumentSpec& arg) {
    if (arg.type != ArgumentSpec::Type::constant) by_name_[arg.name].push_back(&arg);
  };
  for (OutputSpec& spec : signature.output_specs) add(spec.arg);
  for (InputSpec& spec : signature.input_specs) add(spec.arg);
}

void SignatureRenamer::rename(const std::string& old_name, const std::string& new_name) {
  if (old_name == new_name) return;
  auto found = by_name_.find(old_name);
  if (found == by_name_.end()) return;
  std::vector<ArgumentSpec*> moved = std::move(found->second);
  by_name_.erase(found);
  for (ArgumentSpec* arg : moved) arg->name = new_name;
  std::vector<ArgumentSpec*>& there = by_name_[new_name];
  there.insert(there.end(), moved.begin(), moved.end());
}

Module::ReplaceHook SignatureRenamer::hook() {
  return [this](Node* old_node, Name new_name, Node* user) {
    if (user->op() == Opcode::output) rename(old_node->name_text(), new_name.text());
  };
}

std::string print_signature(const Signature& signature) {
  std::string out = "ExportGraphSignature(input_specs=[";
  bool first = true;
  for (const InputSpec& spec : signature.input_specs) {
    if (!first) out += ", ";
    first = false;
    out += "InputSpec(";
    append_kind(out, "InputKind", input_kind_name(spec.kind), static_cast<int>(spec.kind));
    append_argument(out, spec.arg);
    out += ", target=";
    append_optional_string(out, spec.target);
    out += spec.persistent ? (*spec.persistent ? ", persistent=True)" : ", persistent=False)") : ", persistent=None)";
  }
  out += "], output_specs=[";
  // A program with this kind comes from a version that numbers the others the same way.
  const bool newer = std::any_of(signature.output_specs.begin(),
                                 signature.output_specs.end(),
                                 [](const OutputSpec& spec) { return spec.kind == OutputKind::parameter_mutation; });
  auto number = [newer](OutputKind kind) {
    if (kind == OutputKind::parameter_mutation) return 4;
    return static_cast<int>(kind) + (newer && kind > OutputKind::buffer_mutation ? 1 : 0);
  };
  first = true;
  for (const OutputSpec& spec : signature.output_specs) {
    if (!first) out += ", ";
    first = false;
    out += "OutputSpec(";
    append_kind(out, "OutputKind", output_kind_name(spec.kind), number(spec.kind));
    append_argument(out, spec.arg);
    out += ", target=";
    append_optional_string(out, spec.target);
    out += ')';
  }
  return cat({out, "])"});
}

std::string print_signature_lines(const Signature& signature) {
  std::string out = "\n# inputs\n";
  auto target = [](const std::optional<std::string>& text) {
    return text ? cat({" target='", *text, "'"}) : std::string();
  };
  for (const InputSpec& spec : signature.input_specs) {
    out += cat({spec.arg.name, ": ", input_kind_name(spec.kind), target(spec.target)});
    if (spec.persistent) out += *spec.persistent ? " persistent=True" : " persistent=False";
    out += '\n';
  }
  if (signature.input_specs.empty()) out += '\n';
  out += "\n# outputs\n";
  for (const OutputSpec& spec : signature.output_specs) {
    out += cat({spec.arg.name, ": ", output_kind_name(spec.kind), target(spec.target), "\n"});
  }
  if (signature.output_specs.empty()) out += '\n';
  return out;
}

}  // namespace seesaw
