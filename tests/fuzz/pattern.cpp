// A program, a pattern and a replacement, between lines `---`: what the rewriter leaves is in order, or it says why not.
#include "core/passes/export/replace_pattern.h"
#include "tests/fuzz/targets.h"

namespace seesaw::fuzz {

void pattern(std::string_view input) {
  constexpr std::string_view kCut = "\n---\n";
  std::size_t first = input.find(kCut), second = first == std::string_view::npos ? first : input.find(kCut, first + kCut.size());
  if (second == std::string_view::npos) return;
  Diagnostics diagnostics;
  std::optional<Program> program = read_program(input.substr(0, first), diagnostics);
  if (!program || verify(*program)) return;
  std::size_t from = first + kCut.size();
  text_or_nothing([&] {
    Ref<Module> what = read_rule(input.substr(from, second - from), program->context, "pattern");
    Ref<Module> by = read_rule(input.substr(second + kCut.size()), program->context, "replacement");
    Program literal = program->clone();
    replace_pattern(*literal.root, *what, *by, true);
    for (const ReplacedPattern& done : replace_pattern(*program->root, *what, *by, false)) {
      for (const Node* node : done.replacements) require(&node->graph() == &program->root->graph(), "a new node of another graph");
    }
    print_all(*program);
    json_round_trip(*program);
    return std::string();
  });
}

}  // namespace seesaw::fuzz
