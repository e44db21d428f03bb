// A line of pass names and options, then a text: passes leave a graph that verifies, or say why not.
//
// The first line names passes by their place in the table, one letter each: small letters run with default options,
// capital letters with `correct=true` where the pass has it. '!' turns ambient grad mode off.
#include <engine_records_passes.h>
#include "tests/fuzz/targets.h"

namespace seesaw::fuzz {

namespace {

std::vector<PassRequest> requests(std::string_view line) {
  std::vector<PassRequest> out;
  for (char c : line.substr(0, 8)) {
    bool capital = c >= 'A' && c <= 'Z';
    if (!capital && !(c >= 'a' && c <= 'z')) continue;
    const PassDef* def = pass_table()[static_cast<std::size_t>(c - (capital ? 'A' : 'a')) % pass_table().size()];
    PassRequest request{std::string(def->name), {}, true};
    for (const PassOption& option : def->options) {
      if (!capital) continue;
      std::string_view choices = option.choices;
      std::string value = option.type == OptionType::boolean ? "true"
                                                             : std::string(choices.substr(choices.rfind('|') + 1));
      request.options.emplace_back(std::string(option.name), value);
    }
    out.push_back(std::move(request));
  }
  return out;
}

// The pass manager found that a pass broke a graph that was sound before.
bool blames_pass(const Diagnostic& diagnostic) {
  for (const DiagnosticNote& note : diagnostic.notes) {
    if (note.message.find("is not behind it") != std::string::npos) return true;
  }
  return false;
}

}  // namespace

void pipeline(std::string_view input) {
  [[maybe_unused]] static const bool added = (add_passes(engine_records::passes()), true);
  std::size_t end = input.find('\n');
  if (end == std::string_view::npos) return;
  std::string_view line = input.substr(0, end);
  Diagnostics diagnostics;
  std::optional<Program> program = read_program(input.substr(end + 1), diagnostics);
  if (!program) return;
  bool sound = !verify(*program).has_value();
  std::string before = print_json(*program);
  PipelineSettings settings;
  settings.ambient_grad = line.find('!') == std::string_view::npos;
  settings.splits = true;
  PipelineResult result = run_pipeline(*program, requests(line), settings);
  require(print_json(*program) == before, "a pass changed the program it was given", before);
  print_all(result.program);
  if (!sound) return;
  for (const PassReport& report : result.reports) {
    for (const Diagnostic& diagnostic : report.diagnostics)
      require(!blames_pass(diagnostic), diagnostic.message.c_str(), before);
  }
  require(!verify(result.program).has_value(), "the result does not verify", print_graph(result.program.root->graph()));
}

}  // namespace seesaw::fuzz
