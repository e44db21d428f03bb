// A program, a pattern and a replacement, between lines `---`: what the rewriter leaves is in order, or it says why
// not.
#include "core/engine/passes/export/replace_pattern.h"
#include "core/engine/passes/export/symbolic_trace.h"
#include "tests/fuzz/targets.h"

namespace seesaw::fuzz {

void pattern(std::string_view input) {
  constexpr std::string_view kCut = "\n---\n";
  std::size_t first = input.find(kCut),
              second = first == std::string_view::npos ? first : input.find(kCut, first + kCut.size());
  if (second == std::string_view::npos) return;
  Diagnostics diagnostics;
  std::optional<Program> program = read_program(input.substr(0, first), diagnostics);
  if (!program || verify(*program)) return;
  std::size_t from = first + kCut.size();
  text_or_nothing([&] {
    Ref<Module> what = read_traced(input.substr(from, second - from), program->context, "the pattern");
    Ref<Module> by = read_traced(input.substr(second + kCut.size()), program->context, "the replacement");
    Program literal = program->clone();
    auto same = [&](std::size_t) -> const Module& { return *by; };
    replace_pattern(literal, *literal.root, {*what, true, {}, same});
    for (const ReplacedPattern& done : replace_pattern(*program, *program->root, {*what, false, {}, same})) {
      for (const Node* node : done.replacements)
        require(&node->graph() == &program->root->graph(), "a new node of another graph");
    }
    print_all(*program);
    json_round_trip(*program);
    return std::string();
  });
}

}  // namespace seesaw::fuzz
