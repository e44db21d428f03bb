// str(ExportedProgram), and the readable form of a program in the layout of its text.
#include "core/base/cat.h"
#include "core/graph/ir/program.h"
#include "core/graph/text/print.h"

#include <graph_records_forms.h>

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
  copy.ambient_grad = ambient_grad;
  copy.ir = ir;
  copy.is_loaded = is_loaded;
  copy.lines = lines;
  copy.lost_users = lost_users;
  return copy;
}

std::string print_program(const Program& program, bool strides, bool devices, const Dialect* dialect) {
  std::string out = "ExportedProgram:\n    ";
  out += indented(print_readable(*program.root, {.strides = strides, .devices = devices, .dialect = dialect}));
  if (!program.signature) return out;  // a signature without specs would not match this graph
  const Dialect& own = dialect != nullptr ? *dialect : program.context->dialect;
  const bool lines = own.has(Novelty::signature_lines);
  out += lines && own.has(Novelty::flush_comments) ? "\nGraph signature:" : "\nGraph signature: ";
  const Signature& signature = *program.signature;
  out += lines ? indented(print_signature_lines(signature)) : print_signature(signature);
  out += "\nRange constraints: {";
  bool first = true;
  for (const auto& [symbol, range] : program.range_constraints) {
    if (!first) out += ", ";
    first = false;
    out += cat({symbol, ": ", range});
  }
  return cat({out, "}\n"});
}

std::string signature_text(const Program& program, const Dialect* dialect) {
  const Dialect& own = dialect != nullptr ? *dialect : program.context->dialect;
  return own.has(Novelty::signature_lines) ? print_signature_lines(*program.signature)
                                           : print_signature(*program.signature);
}

// In the form of its text, with the white space around it.
std::string print_read(const Program& program, const LayoutOptions& options) {
  const TextStyle& style = program.root->style();
  const Graph& graph = program.root->graph();
  bool strides = options.strides.value_or(style.strides), devices = options.devices.value_or(style.devices);
  std::string text = style.form == "graph"                            ? print_graph(graph)
                     : style.form == "signature" && program.signature ? signature_text(program, options.dialect)
                     : style.form == "module"                         ? print_module(*program.root)
                     : style.form == "code"    ? print_code(graph, {.dialect = options.dialect, .style = &style})
                     : style.form == "verbose" ? print_code(graph, {true, strides, devices, options.dialect, &style})
                                               : print_as_read(program, options);
  if (style.form.empty()) return text;
  constexpr std::string_view kWhite = " \n";
  std::size_t first = text.find_first_not_of(kWhite);
  if (first == std::string::npos) return text;
  text = text.substr(first, text.find_last_not_of(kWhite) + 1 - first);
  std::string out = style.lead;
  std::string margin(style.margin, ' ');
  out += margin;
  for (char c : text) {
    out += c;
    if (c != '\n') continue;
    out += margin;
    check_text_length(out);
  }
  if (style.trimmed) out = with_bare_lines(std::move(out));
  return out + style.tail;
}

std::string print_as_read(const Program& program, const LayoutOptions& options) {
  const TextStyle& style = program.root->style();
  bool strides = options.strides.value_or(style.strides);
  bool devices = options.devices.value_or(style.devices);
  std::string out;
  for (const std::string& line : style.header) {
    bool before_class = line.ends_with(".py ") ||
                        (line.find("<eval_with_key>.") != std::string::npos && line.ends_with(' '));
    out += before_class ? line : cat({line, "\n"});
  }
  if (program.is_exported) {
    out += print_program(program, strides, devices, options.dialect);
  } else {
    out += print_readable(*program.root, {.strides = strides, .devices = devices, .dialect = options.dialect});
  }
  if (!style.footer.empty() && (out.empty() || out.back() != '\n')) out += '\n';
  // Empty lines that the text has in front of them, as far as the program does not end with as many.
  std::size_t first = 0;
  for (std::size_t at = out.size(); first < style.footer.size() && style.footer[first].empty(); ++first) {
    std::size_t line = at < 2 ? std::string::npos : out.rfind('\n', at - 2);
    if (line == std::string::npos || out.find_first_not_of(" \n", line) < at) break;
    at = line + 1;
  }
  for (; first < style.footer.size(); ++first) out += cat({style.footer[first], "\n"});
  return out;
}

constinit const TextForm text_form::program{
    .name = "program",
    .order = 7,
    .doc = "str(ExportedProgram)",
    .print =
        [](const Printing& p) {
          return print_program(p.program, p.strides.value_or(false), p.devices.value_or(false), p.dialect);
        },
    .annotated = true,
    .ending = "txt",
};

constinit const TextForm text_form::read{
    .name = "read",
    .order = 8,
    .doc = "the form and white space of the text that was read",
    .print =
        [](const Printing& p) {
          return p.whole ? print_read(p.program, p.layout()) : print_readable(p.module, p.readable());
        },
    .annotated = true,
};

}  // namespace seesaw
