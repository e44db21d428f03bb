#include "core/engine/passes/retrace/renamed_symbols.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

namespace {

using Used = std::unordered_set<std::string_view>;
using Range = std::pair<std::string, std::string>;

// u of u12, zuf of zuf3: symbols that only a run tells. Empty for any other.
std::string_view family_of(std::string_view symbol) {
  std::size_t digits = symbol.find_first_of("0123456789");
  std::string_view family = symbol.substr(0, digits);
  bool numbered = digits != std::string_view::npos &&
                  symbol.find_first_not_of("0123456789", digits) == std::string_view::npos;
  return numbered && (family == "u" || family == "zuf") ? family : std::string_view();
}

void look(std::string_view text, Used& used) {
  constexpr std::string_view kWord = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
  for (std::size_t at = 0; (at = text.find_first_of(kWord, at)) != std::string_view::npos;) {
    std::size_t end = std::min(text.find_first_not_of(kWord, at), text.size());
    if (!family_of(text.substr(at, end - at)).empty()) used.insert(text.substr(at, end - at));
    at = end;
  }
}

void look(const Arg& value, Used& used) {
  for (const Arg& one : value.is_sequence() ? value.items() : std::span<const Arg>(&value, 1)) {
    if (one.is_symbolic()) look(one.as_sym()->text.view(), used);
    if (one.kind() != ArgKind::tensor_meta) continue;
    for (const Dim& size : one.as_tensor_meta()->shape) {
      if (size.sym != nullptr) look(size.sym->text.view(), used);
    }
  }
}

Used used_symbols(const Program& program) {
  Used used;
  for (const Module::Located& located : program.root->modules()) {
    if (!located.module->has_graph()) continue;
    for (const Node* node : located.module->graph()) {
      if (const Arg* value = node->find_meta(program.context->keys.val); value != nullptr) look(*value, used);
    }
  }
  return used;
}

// Whether the last `count` ranges repeat those in front of them.
bool repeats(const std::vector<const Range*>& ranges, std::size_t count) {
  auto same = [](const Range* a, const Range* b) {
    return a->second == b->second && family_of(a->first) == family_of(b->first);
  };
  auto last = ranges.end() - static_cast<std::ptrdiff_t>(count);
  return std::equal(last, ranges.end(), last - static_cast<std::ptrdiff_t>(count), same);
}

}  // namespace

std::vector<std::string> renamed_symbols(const Program& program) {
  Used used = used_symbols(program);
  std::vector<const Range*> ranges;
  std::size_t bound = 0;  // up to the last one that a value has
  for (const Range& range : program.range_constraints) {
    if (family_of(range.first).empty()) continue;
    ranges.push_back(&range);
    if (used.contains(range.first)) bound = ranges.size();
  }
  constexpr std::size_t kMost = 200;  // of symbols, each of which is compared with those in front of it
  std::size_t most = std::min({ranges.size() / 2, ranges.size() - bound, kMost});
  std::size_t count = 0;
  // 2.6 traces a graph twice more, so that a symbol may be there three times.
  const bool thrice = !has(program.context->dialect, EngineNovelty::default_decompositions);
  for (std::size_t i = 1; i <= most; ++i) {
    if (!repeats(ranges, i)) continue;
    count = i;
    if (thrice && i >= bound) break;
  }
  std::vector<std::string> out;
  for (std::size_t i = ranges.size() - count; i < ranges.size(); ++i) out.push_back(ranges[i]->first);
  return out;
}

void drop_renamed_symbols(Program& program, const std::vector<std::string>& renamed) {
  std::erase_if(program.range_constraints, [&](const Range& range) {
    return std::find(renamed.begin(), renamed.end(), range.first) != renamed.end();
  });
}

}  // namespace seesaw
