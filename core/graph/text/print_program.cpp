// str(ExportedProgram), and the readable form of a program in the layout of its text.
#include "core/base/cat.h"
#include "core/graph/ir/program.h"
#include "core/graph/text/print.h"

namespace seesaw {

namespace {

std::string indented(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  for (char c : text) {
    out += c;
    if (c == '\n') out += "    ";
  }
  return out;
}

}  // namespace

Program Program::clone() const {
  Program copy(context);
  if (root) copy.root = root->clone();
  copy.signature = signature;
  copy.range_constraints = range_constraints;
  copy.is_exported = is_exported;
  copy.lines = lines;
  copy.lost_users = lost_users;
  return copy;
}

std::string print_program(const Program& program, bool strides, bool devices) {
  std::string out = "ExportedProgram:\n    ";
  out += indented(print_readable(*program.root, {.strides = strides, .devices = devices}));
  if (!program.signature) return out;  // a signature without specs would not match this graph
  out += "\nGraph signature: ";
  const Signature& signature = *program.signature;
  out += program.root->style().new_signature ? indented(print_signature_lines(signature)) : print_signature(signature);
  out += "\nRange constraints: {";
  bool first = true;
  for (const auto& [symbol, range] : program.range_constraints) {
    if (!first) out += ", ";
    first = false;
    out += cat({symbol, ": ", range});
  }
  return cat({out, "}\n"});
}

std::string print_as_read(const Program& program, const LayoutOptions& options) {
  const TextStyle& style = program.root->style();
  bool strides = options.strides.value_or(style.strides);
  bool devices = options.devices.value_or(style.devices);
  std::string out;
  for (const std::string& line : style.header) out += cat({line, "\n"});
  if (program.is_exported) {
    out += print_program(program, strides, devices);
  } else {
    out += print_readable(*program.root, {.strides = strides, .devices = devices});
  }
  if (!style.footer.empty() && (out.empty() || out.back() != '\n')) out += '\n';
  for (const std::string& line : style.footer) out += cat({line, "\n"});
  return out;
}

}  // namespace seesaw
