// python_code, print_readable: code of a graph, and of a module with its children.
#include <algorithm>

#include "core/base/diagnostic.h"
#include "core/graph/text/code_printer.h"
#include "core/graph/text/print.h"

#include <graph_records_forms.h>

namespace seesaw {

void check_text_length(const std::string& out) {
  if (out.size() <= kMaxTextBytes) return;
  throw user_error(
      "length",
      "the text would be longer than 400 MB: modules in it are nested very deeply or shared many times over",
      "print one nested graph by its path, or as json or dot, which hold each module once");
}

std::string print_code(const Graph& graph, const CodeOptions& options) {
  std::string out = "\n\n\n";
  CodePrinter(out, graph, options, options.style, 0).print();
  return out;
}

std::string with_bare_lines(std::string text) {
  std::size_t out = 0, line = 0;  // ends of the result and of its last line break
  for (char c : text) {
    if (c == '\n' && text.find_first_not_of(' ', line) >= out) out = line;
    text[out++] = c;
    if (c == '\n') line = out;
  }
  if (text.find_first_not_of(' ', line) >= out) out = line;
  text.resize(out);
  return text;
}

std::string print_readable(const Module& module, const ReadableOptions& options) {
  struct Pending {
    std::string_view name;
    const Module* module;
    unsigned depth;
  };
  std::string out;
  CodeOptions code{.verbose = true, .strides = options.strides, .devices = options.devices, .dialect = options.dialect};
  std::vector<Pending> stack{
      {options.class_name.empty() ? module.class_name().view() : options.class_name, &module, 0}};
  while (!stack.empty()) {
    Pending now = stack.back();
    stack.pop_back();
    if (!out.empty()) out += '\n';
    out.append(now.depth * 4, ' ');
    out += "class ";
    out += now.name;
    out += "(torch.nn.Module):\n";
    CodePrinter(out, now.module->graph(), code, &now.module->style(), now.depth * 4 + 4).print();
    check_text_length(out);
    std::size_t first = stack.size();
    for (const auto& entry : now.module->children()) {
      if (entry.value->has_graph()) stack.push_back({entry.key.view(), entry.value.get(), now.depth + 1});
    }
    std::reverse(stack.begin() + static_cast<std::ptrdiff_t>(first), stack.end());
  }
  const Dialect& dialect = options.dialect != nullptr ? *options.dialect : module.context().dialect;
  bool bare = module.style().bare_lines || dialect.has(Novelty::flush_comments);
  return bare ? with_bare_lines(std::move(out)) : out;
}

constinit const TextForm text_form::readable{
    .name = "readable",
    .order = 1,
    .doc = "print_readable(), laid out as the text was",
    .print =
        [](const Printing& p) {
          return p.as_read ? print_as_read(p.program, p.layout()) : print_readable(p.module, p.readable());
        },
    .annotated = true,
};

constinit const TextForm text_form::code{
    .name = "code",
    .order = 2,
    .doc = "GraphModule.code",
    .print = [](const Printing& p) { return print_code(p.module.graph(), p.code(false)); },
};

constinit const TextForm text_form::verbose{
    .name = "verbose",
    .order = 3,
    .doc = "code with annotations and traces",
    .print = [](const Printing& p) { return print_code(p.module.graph(), p.code(true)); },
    .annotated = true,
};

}  // namespace seesaw
