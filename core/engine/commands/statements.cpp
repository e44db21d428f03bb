#include "core/engine/commands/statements.h"

#include <algorithm>

#include "core/graph/text/lexer.h"

namespace seesaw {

namespace {

// Lines that begin inside brackets or a string.
std::vector<bool> continued_lines(std::string_view text, const std::vector<std::size_t>& starts) {
  std::vector<bool> out(starts.size());
  Lexer lexer(text);
  std::size_t line = 0;
  int depth = 0;
  while (lexer.token().kind != TokenKind::end) {
    const Token& token = lexer.token();
    auto go_to = [&](std::size_t offset, bool inside) {
      while (line + 1 < starts.size() && starts[line + 1] <= offset) out[++line] = inside;
    };
    go_to(token.begin, depth > 0);
    if (token.kind == TokenKind::string) go_to(token.end - 1, true);
    depth = lexer.bracket_depth();
    lexer.next();
  }
  return out;
}

// Without `;  a = b = None` at the end.
std::string_view without_deletions(std::string_view line) {
  std::size_t at = line.rfind(";  ");
  if (at == std::string_view::npos || !line.ends_with("= None")) return line;
  for (char c : line.substr(at + 3)) {
    bool part = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ' ' ||
                c == '=';
    if (!part) return line;
  }
  return line.substr(0, at);
}

struct Range {
  std::size_t a_begin, a_end, b_begin, b_end;
};

// Pairs of positions whose text is unique in both ranges, in order of both: the longest such chain.
std::vector<std::pair<std::size_t, std::size_t>> unique_pairs(const std::vector<std::string_view>& a,
                                                              const std::vector<std::string_view>& b,
                                                              const Range& range) {
  struct Count {
    int a = 0, b = 0;
    std::size_t at = 0;
  };
  std::unordered_map<std::string_view, Count> counts;
  for (std::size_t i = range.a_begin; i < range.a_end; ++i) ++counts[a[i]].a;
  for (std::size_t i = range.b_begin; i < range.b_end; ++i) {
    Count& count = counts[b[i]];
    ++count.b;
    count.at = i;
  }
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = range.a_begin; i < range.a_end; ++i) {
    const Count& count = counts[a[i]];
    if (count.a == 1 && count.b == 1) pairs.emplace_back(i, count.at);
  }
  // The longest chain that rises in b.
  std::vector<std::size_t> tops, previous(pairs.size(), SIZE_MAX);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    auto place = std::lower_bound(tops.begin(), tops.end(), pairs[i].second, [&](std::size_t top, std::size_t value) {
      return pairs[top].second < value;
    });
    if (place != tops.begin()) previous[i] = *(place - 1);
    if (place == tops.end()) {
      tops.push_back(i);
    } else {
      *place = i;
    }
  }
  std::vector<std::pair<std::size_t, std::size_t>> chain;
  for (std::size_t at = tops.empty() ? SIZE_MAX : tops.back(); at != SIZE_MAX; at = previous[at])
    chain.push_back(pairs[at]);
  std::reverse(chain.begin(), chain.end());
  return chain;
}

}  // namespace

std::string_view Statement::name() const {
  std::string_view word = text.substr(std::min(text.size(), text.find_first_not_of(" \t")));
  return word.substr(0, word.find_first_of(" :,"));
}

std::vector<Statement> split_statements(std::string_view text) {
  std::vector<std::size_t> starts{0};
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
    starts.push_back(at + 1);
  std::vector<bool> continued = continued_lines(text, starts);
  std::vector<Statement> out;
  for (std::size_t i = 0; i < starts.size();) {
    std::size_t next = i + 1;
    while (next < starts.size() && continued[next]) ++next;
    std::size_t end = next < starts.size() ? starts[next] - 1 : text.size();
    Statement statement;
    statement.text = text.substr(starts[i], end - starts[i]);
    statement.core = without_deletions(statement.text);
    statement.line = static_cast<std::uint32_t>(i + 1);
    out.push_back(std::move(statement));
    i = next;
  }
  return out;
}

bool NodeKeys::assign(const Program& program, std::vector<Statement>& statements) {
  for (const auto& [path, module] : program.root->named_modules()) {
    if (!module->has_graph()) continue;
    std::uint64_t number = paths_.try_emplace(path, static_cast<std::uint32_t>(paths_.size())).first->second;
    std::uint64_t place = 0;
    for (Node* node : module->graph()) {
      std::uint32_t line = node->lineage() < program.lines.size() ? program.lines[node->lineage()] : 0;
      auto at = std::upper_bound(
          statements.begin(), statements.end(), line, [](std::uint32_t value, const Statement& statement) {
            return value < statement.line;
          });
      if (line == 0 || at == statements.begin()) return false;
      (at - 1)->keys.push_back(number << 32 | place++);
    }
  }
  return true;
}

std::vector<int> match_texts(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b) {
  std::vector<int> out(a.size(), -1);
  std::vector<Range> open{{0, a.size(), 0, b.size()}};
  while (!open.empty()) {
    Range range = open.back();
    open.pop_back();
    while (range.a_begin < range.a_end && range.b_begin < range.b_end && a[range.a_begin] == b[range.b_begin])
      out[range.a_begin++] = static_cast<int>(range.b_begin++);
    while (range.a_begin < range.a_end && range.b_begin < range.b_end && a[range.a_end - 1] == b[range.b_end - 1])
      out[--range.a_end] = static_cast<int>(--range.b_end);
    if (range.a_begin == range.a_end || range.b_begin == range.b_end) continue;
    std::size_t a_at = range.a_begin, b_at = range.b_begin;
    std::vector<std::pair<std::size_t, std::size_t>> chain = unique_pairs(a, b, range);
    if (chain.empty()) continue;
    for (const auto& [i, j] : chain) {
      out[i] = static_cast<int>(j);
      open.push_back({a_at, i, b_at, j});
      a_at = i + 1;
      b_at = j + 1;
    }
    open.push_back({a_at, range.a_end, b_at, range.b_end});
  }
  return out;
}

std::vector<int> match_statements(const std::vector<Statement>& a, const std::vector<Statement>& b) {
  std::vector<std::string_view> left, right;
  for (const Statement& statement : a) left.push_back(statement.core);
  for (const Statement& statement : b) right.push_back(statement.core);
  return match_texts(left, right);
}

}  // namespace seesaw
