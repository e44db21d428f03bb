#include "core/engine/commands/source_text.h"

#include <algorithm>
#include <map>

#include "core/base/cat.h"
#include "core/engine/commands/statements.h"
#include "core/graph/text/lexer.h"
#include "core/graph/text/print.h"
#include "core/graph/text/print_json.h"
#include "core/graph/text/read.h"

namespace seesaw {

namespace {

std::string_view comment_of(std::string_view statement) {
  Lexer lexer(statement);
  while (lexer.token().kind != TokenKind::end) lexer.next();
  return lexer.take_comment();
}

// Keeps the parts of the source that the edit did not touch.
class Merge {
 public:
  Merge(std::string_view source, std::string_view before, std::string_view after)
      : source_(split_statements(source)), before_(split_statements(before)), after_(split_statements(after)) {}

  // False if source and print do not match.
  bool align(const Program& of_source, const Program& of_before) {
    NodeKeys keys;
    if (!keys.assign(of_source, source_) || !keys.assign(of_before, before_)) return false;
    std::unordered_map<std::uint64_t, std::size_t> makers;
    for (std::size_t i = 0; i < source_.size(); ++i) {
      for (std::uint64_t key : source_[i].keys) makers[key] = i;
    }
    to_source_.assign(before_.size(), -1);
    group_.resize(source_.size());
    for (std::size_t i = 0; i < before_.size(); ++i) {
      for (std::uint64_t key : before_[i].keys) {
        auto found = makers.find(key);
        if (found == makers.end()) return false;
        if (to_source_[i] < 0) join(i, found->second);
        // A printed statement that corresponds to several of the source.
        if (to_source_[i] != static_cast<int>(found->second)) return false;
      }
    }
    align_others();
    learn_style();
    return true;
  }

  std::string text() {
    std::vector<int> partner = match_statements(after_, before_);
    place_.assign(before_.size(), -1);
    for (std::size_t i = 0; i < after_.size(); ++i) {
      if (partner[i] >= 0) place_[static_cast<std::size_t>(partner[i])] = static_cast<int>(i);
    }
    done_.assign(source_.size(), false);
    std::vector<int> changed = pair_changed(partner);
    for (std::size_t i = 0; i < after_.size(); ++i) {
      int old = partner[i] >= 0 ? partner[i] : changed[i];
      int mine = old < 0 ? -1 : to_source_[static_cast<std::size_t>(old)];
      if (partner[i] < 0) {
        add_new(after_[i], mine);
      } else if (mine >= 0) {
        take(static_cast<std::size_t>(mine), static_cast<std::size_t>(old), after_[i]);
      }
    }
    for (std::size_t i = 0; i < source_.size(); ++i) {
      if (group_[i].empty() && !done_[i]) add(std::string(source_[i].text));
    }
    if (!out_.empty()) out_.pop_back();
    return std::move(out_);
  }

 private:
  void join(std::size_t printed, std::size_t mine) {
    to_source_[printed] = static_cast<int>(mine);
    group_[mine].push_back(printed);
  }

  // Statements that make no nodes: class lines, comments, signatures.
  void align_others() {
    std::vector<std::string_view> mine, printed;
    std::vector<std::size_t> mine_at, printed_at;
    auto plain = [](const Statement& s) {
      std::string_view text = s.text.substr(std::min(s.text.size(), s.text.find_first_not_of(" \t\r")));
      return text;
    };
    for (std::size_t i = 0; i < source_.size(); ++i) {
      if (!source_[i].keys.empty()) continue;
      mine.push_back(plain(source_[i]));
      mine_at.push_back(i);
    }
    for (std::size_t i = 0; i < before_.size(); ++i) {
      if (!before_[i].keys.empty()) continue;
      printed.push_back(plain(before_[i]));
      printed_at.push_back(i);
    }
    std::vector<int> partner = match_texts(printed, mine);
    for (std::size_t i = 0; i < printed.size(); ++i) {
      if (partner[i] >= 0) join(printed_at[i], mine_at[static_cast<std::size_t>(partner[i])]);
    }
  }

  void learn_style() {
    for (std::size_t i = 0; i < before_.size(); ++i) {
      if (to_source_[i] < 0 || before_[i].keys.empty()) continue;
      const Statement& mine = source_[static_cast<std::size_t>(to_source_[i])];
      indents_.emplace(before_[i].indent(), mine.indent());
      frees_ = frees_ || mine.frees();
    }
  }

  // Statements that the edit changed, with their previous form: between the same neighbours and with equal names, or
  // equally many on both sides.
  std::vector<int> pair_changed(const std::vector<int>& partner) const {
    std::vector<int> out(after_.size(), -1);
    std::size_t from = 0;  // of `before`
    for (std::size_t i = 0; i < after_.size();) {
      if (partner[i] >= 0) {
        from = static_cast<std::size_t>(partner[i++]) + 1;
        continue;
      }
      std::size_t end = i, to = from;
      while (end < after_.size() && partner[end] < 0) ++end;
      std::unordered_map<std::string_view, std::size_t> names;
      for (; to < before_.size() && place_[to] < 0; ++to) names.emplace(before_[to].name(), to);
      bool aligned = to - from == end - i;
      for (std::size_t k = i; k < end; ++k) {
        auto found = names.find(after_[k].name());
        if (found != names.end()) {
          out[k] = static_cast<int>(found->second);
        } else if (aligned) {
          out[k] = static_cast<int>(from + k - i);
        }
      }
      i = end;
    }
    return out;
  }

  void add(const std::string& text) { out_ += cat({text, "\n"}); }

  // A printed statement in the style of the source.
  std::string adapted(const Statement& statement) const {
    std::string_view text = frees_ ? statement.text : statement.core;
    auto indent = indents_.find(statement.indent());
    return indent == indents_.end() ? std::string(text) : cat({indent->second, text.substr(indent->first.size())});
  }

  // All statements that represent one of the source are present and consecutive.
  bool is_whole(std::size_t mine) const {
    int low = INT32_MAX, high = -1;
    for (std::size_t printed : group_[mine]) {
      if (place_[printed] < 0) return false;
      low = std::min(low, place_[printed]);
      high = std::max(high, place_[printed]);
    }
    return high - low + 1 == static_cast<int>(group_[mine].size());
  }

  void take(std::size_t mine, std::size_t printed, const Statement& now) {
    bool whole = is_whole(mine), first = !done_[mine];
    if (whole && !first) return;
    if (first) add_comments(mine);
    done_[mine] = true;
    bool exact = source_[mine].text == before_[printed].text;
    if (whole && !exact) return add(std::string(source_[mine].text));
    add(exact ? std::string(now.text) : adapted(now));
  }

  // A new or changed statement in place of one of the source.
  void add_new(const Statement& statement, int mine) {
    // Blank lines and comments that a print adds are not the source's.
    std::size_t first = statement.text.find_first_not_of(" \t");
    if (mine < 0 && (first == std::string_view::npos || statement.text[first] == '#')) return;
    std::string text = adapted(statement);
    if (mine >= 0 && !done_[static_cast<std::size_t>(mine)]) {
      add_comments(static_cast<std::size_t>(mine));
      done_[static_cast<std::size_t>(mine)] = true;
      std::string_view comment = comment_of(source_[static_cast<std::size_t>(mine)].text);
      if (!comment.empty() && comment_of(text).empty()) text += cat({"  # ", comment});
    }
    add(text);
  }

  // Source lines before a statement, absent from prints; those of removed statements stay, too.
  void add_comments(std::size_t mine) {
    std::size_t begin = mine;
    auto is_gone = [&](std::size_t i) {
      return std::all_of(group_[i].begin(), group_[i].end(), [&](std::size_t printed) { return place_[printed] < 0; });
    };
    while (begin > 0 && !done_[begin - 1] && is_gone(begin - 1)) --begin;
    for (; begin < mine; ++begin) {
      if (done_[begin]) continue;
      if (group_[begin].empty()) {
        add(std::string(source_[begin].text));
        done_[begin] = true;
      } else if (std::string_view comment = comment_of(source_[begin].text);
                 !comment.empty() && !source_[begin].keys.empty()) {
        add(cat({source_[begin].indent(), "# ", comment}));
        done_[begin] = true;
      }
    }
  }

  std::vector<Statement> source_, before_, after_;
  std::vector<int> to_source_;                   // from `before`
  std::vector<std::vector<std::size_t>> group_;  // the reverse
  std::vector<int> place_;                       // of statements of `before`, in `after`
  std::vector<bool> done_;                       // statements of the source
  std::map<std::string_view, std::string_view> indents_;
  bool frees_ = false;
  std::string out_;
};

}  // namespace

std::string_view form_of(std::string_view source) {
  bool annotated = source.find(": \"") != std::string_view::npos;
  for (std::size_t at = 0; at < source.size();) {
    std::size_t end = std::min(source.find('\n', at), source.size());
    std::string_view line = source.substr(at, end - at);
    line.remove_prefix(std::min(line.size(), line.find_first_not_of(" \t\r`")));
    if (line.starts_with("{")) return "json";
    if (line.starts_with("graph(") && line.find("):") != std::string_view::npos) return "graph";
    if (line.starts_with("class ") || line.starts_with("ExportedProgram")) return "readable";
    if (line.starts_with("def ")) return annotated ? "verbose" : "code";
    at = end + 1;
  }
  return "readable";
}

std::string print_form(const Program& program, std::string_view form) {
  const TextStyle& style = program.root->style();
  if (form == "json") return print_json(program);
  if (form == "graph") return print_graph(program.root->graph());
  if (form == "code") return print_code(program.root->graph());
  if (form == "verbose") return print_code(program.root->graph(), {true, style.strides, style.devices});
  return print_as_read(program);
}

std::optional<Program> read_again(std::string_view text) {
  Diagnostics diagnostics;
  std::optional<Program> program = read_program(text, diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;
  return program;
}

bool same_program(const Program& a, const Program& b) {
  auto graphs_of = [](const Program& program) {
    std::vector<std::pair<std::string, const Module*>> out;
    for (auto& [path, module] : program.root->named_modules()) {
      if (module->has_graph()) out.emplace_back(path, module);
    }
    std::sort(out.begin(), out.end());
    return out;
  };
  auto left = graphs_of(a), right = graphs_of(b);
  if (left.size() != right.size() || a.signature.has_value() != b.signature.has_value()) return false;
  if (a.signature && print_signature(*a.signature) != print_signature(*b.signature)) return false;
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (left[i].first != right[i].first ||
        print_graph(left[i].second->graph()) != print_graph(right[i].second->graph()))
      return false;
  }
  return true;
}

namespace {

// Printed code begins with empty lines; a text without them gets none, so that its lines do not move.
std::string begun_as(std::string_view source, std::string text) {
  auto empty = [](std::string_view one) { return std::min(one.find_first_not_of("\r\n"), one.size()); };
  return text.replace(0, empty(text), source.substr(0, empty(source)));
}

}  // namespace

Source rewrite_source(std::string_view source, const Program& before, const Program& after) {
  Source out;
  for (std::string_view form : {form_of(source), std::string_view("readable")}) {
    std::string plain = print_form(after, form);
    std::optional<Program> again = form == "json" ? std::nullopt : read_again(plain);
    if (form != "json" && (!again || !same_program(*again, after))) continue;
    out.format = std::string(form);
    out.text = form == "json" ? plain : begun_as(source, plain);
    out.rewritten = true;
    if (form != form_of(source) || form == "json") return out;
    std::string old = print_form(before, form);
    std::optional<Program> old_again = read_again(old);
    if (old == source) {
      out.rewritten = false;
      return out;
    }
    Merge merge(source, old, plain);
    if (!old_again || !merge.align(before, *old_again)) return out;
    std::string merged = merge.text();
    std::optional<Program> merged_again = read_again(merged);
    if (!merged_again || !same_program(*merged_again, after)) return out;
    out.text = begun_as(source, std::move(merged));
    out.rewritten = false;
    return out;
  }
  throw user_error("text",
                   "no form of text shows the edited graph as it is",
                   "work on Seesaw's JSON of the program, which shows everything");
}

}  // namespace seesaw
