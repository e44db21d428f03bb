// ModuleReader, third part: comments of print_readable, which state metadata of the nodes below them.
//
//   # File: model.py:3 in forward, code: y = x + 1
//   # Annotation: {'stage': 0} recompute: PREFER_RECOMPUTE Backward of forward node: File: ...
//   # seq_nr: 3 # No stacktrace found for following nodes
#include "core/base/cat.h"
#include "core/base/number.h"
#include "core/base/rare.h"
#include "core/graph/ir/value_printer.h"
#include "core/graph/text/annotation.h"
#include "core/graph/text/module_reader.h"

namespace seesaw {

namespace {

constexpr std::string_view kNone = "No stacktrace found for following nodes";
constexpr std::string_view kBackward = "Backward of forward node: ";

bool is_stated(std::string_view comment) {
  for (std::string_view word :
       {"File: ", "Annotation: {", "ac_graph_id: ", "recompute: ", "Backward of forward node: "})
    if (comment.starts_with(word)) return true;
  return comment == kNone;
}

// The end of a dict that begins at the front: brackets in balance, outside of quotes.
std::size_t end_of_dict(std::string_view text) {
  std::size_t depth = 0;
  char quote = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    char c = text[at];
    if (quote != 0) {
      if (c == '\\') ++at;
      if (c == quote) quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '{' || c == '[' || c == '(') {
      ++depth;
    } else if ((c == '}' || c == ']' || c == ')') && --depth == 0) {
      return at + 1;
    }
  }
  return std::string_view::npos;
}

// The word behind `before` and the space after it, which are taken from the text.
std::string_view take_word(std::string_view& text, std::string_view before) {
  if (!text.starts_with(before)) return {};
  std::string_view word = text.substr(before.size(), text.find(' ', before.size()) - before.size());
  text.remove_prefix(std::min(text.size(), before.size() + word.size() + 1));
  return word;
}

}  // namespace

// A dict of node.meta["custom"] as printed: values that are no plain ones stay text, and so does what would not be
// printed again as it is.
SEESAW_RARE Arg ModuleReader::read_custom(std::string_view dict) {
  Lexer lexer(dict, 0);
  ExpressionParser parser(lexer, scratch_, [](std::string, std::uint32_t, std::uint32_t, std::string) {});
  Expr* expr = parser.parse_one();
  std::vector<Arg> items;
  if (expr != nullptr && expr->kind == ExprKind::dict) {
    for (const Expr* item : expr->items) {
      std::string_view text = dict.substr(item->begin, item->end - item->begin);
      switch (item->kind) {
        case ExprKind::string: items.push_back(context_.string(unquote(item->text))); break;
        case ExprKind::integer: items.push_back(context_.integer(item->text)); break;
        case ExprKind::true_:
        case ExprKind::false_: items.push_back(Arg::boolean(item->kind == ExprKind::true_)); break;
        case ExprKind::none: items.push_back(Arg()); break;
        default: items.push_back(Arg::symbol(ArgKind::text, context_.intern(text)));
      }
    }
  }
  Arg value = context_.dict(items);
  std::string printed;
  append_plain_str(printed, value);
  return printed == dict ? value : Arg::symbol(ArgKind::text, context_.intern(dict));
}

SEESAW_RARE std::vector<Meta::Entry> ModuleReader::read_stated(std::string_view& comment) {
  const Context::Keys& keys = context_.keys;
  std::vector<Meta::Entry> stated;
  auto text = [&](std::string_view value) { return Arg::symbol(ArgKind::text, context_.intern(value)); };
  for (std::size_t at = 0; !is_stated(comment) && (at = comment.find(" # ", at)) != std::string_view::npos; ++at) {
    if (!is_stated(comment.substr(at + 3))) continue;
    stated.push_back({keys.additional, text(comment.substr(0, at))});
    comment.remove_prefix(at + 3);
  }
  if (comment.starts_with("Annotation: {")) {
    std::size_t end = end_of_dict(comment.substr(12));
    if (end == std::string_view::npos) return stated;
    stated.push_back({keys.custom, read_custom(comment.substr(12, end))});
    comment.remove_prefix(std::min(comment.size(), 12 + end + 1));
  }
  std::string_view region = take_word(comment, "ac_graph_id: ");
  std::optional<std::int64_t> number = parse_int(region);
  if (!region.empty()) stated.push_back({keys.ac_graph_id, number ? context_.integer(*number) : text(region)});
  std::string_view tag = take_word(comment, region.empty() ? "recompute: " : "- ");
  if (!tag.empty()) stated.push_back({keys.recompute, text(tag)});
  if (comment.starts_with(kBackward)) {
    stated.push_back({keys.autograd_backward, Arg::boolean(true)});
    comment.remove_prefix(kBackward.size());
  }
  return stated;
}

// `deeper`: how much deeper than the code the comment stands.
void ModuleReader::read_comment(GraphBuilder& builder,
                                std::string_view comment,
                                std::uint32_t begin,
                                std::uint32_t deeper) {
  std::string_view rest = comment;
  std::vector<Meta::Entry> stated;
  if (!rest.starts_with("File:") && rest != kNone) stated = read_stated(rest);
  bool none = rest == kNone;
  if (!in_class_form_ && !none && !rest.empty() && rest.substr(0, 5) != "File:") return;
  auto see = [&](Novelty row, bool newer) {
    context_.dialect.see(row, newer);
    if (on_sign) on_sign(row, newer, begin);
  };
  if (!stated.empty() || (none && deeper == 1)) see(Novelty::comment_lines, true);
  if (deeper < 2 && (deeper == 1 || !none) && (none || rest.starts_with("File:")))
    see(Novelty::flush_comments, deeper == 0);
  if (none) {
    builder.set_stack_trace(std::nullopt);
    builder.set_stated(std::move(stated));
    last_summary_.clear();
    trace_known_ = true;
    return;
  }
  std::string summary(rest);
  // Two neighbours must differ, or the second comment would not be printed again.
  salt_ = trace_known_ && summary == last_summary_ && stated.empty() ? salt_ ^ 1 : 0;
  std::string trace = rest.empty() ? cat({"(no frame ", std::to_string(salt_), ")"}) : traceback_of(summary);
  if (trace.empty()) {
    builder.set_comment(std::string(comment));
    return;
  }
  builder.set_stack_trace(context_.string(salt_ == 0 ? trace : cat({"\n", trace})));
  builder.set_stated(std::move(stated));
  last_summary_ = summary;
  trace_known_ = true;
}

}  // namespace seesaw
