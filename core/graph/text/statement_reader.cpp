// ModuleReader, second part: statements of a forward, and assignments of an __init__.
#include <algorithm>

#include "core/base/cat.h"
#include "core/base/rare.h"
#include "core/graph/text/module_reader.h"

namespace seesaw {

namespace {

bool is_augmented(std::string_view op) {
  return op.size() >= 2 && op.back() == '=' && op != "==" && op != "<=" && op != ">=" && op != "!=" && op != ":=";
}

enum class Keyword {
  none,
  returns,
  skipped,
  unsupported,
};

// The kind of a statement that begins with `word`. `remedy`: the replacement for an unsupported one.
Keyword keyword_of(std::string_view word, std::string_view& remedy) {
  struct Row {
    std::string_view word, remedy;
  };
  static constexpr Row kRows[] = {
      {"return", ""},
      {"pass", ""},
      {"import", ""},
      {"from", ""},
      {"del", ""},
      {"with", "write torch._C._set_grad_enabled(False) and (True) around the lines, as torch.export does"},
      {"if", "use torch.where for tensors, or torch.cond with two functions"},
      {"for", "write the steps out, as tracing does"},
      {"while", "write the steps out, or use torch.ops.higher_order.while_loop"},
      {"try", "leave it out: a graph has no exceptions"},
      {"raise", "leave it out: a graph has no exceptions"},
      {"assert", "use torch._assert(condition, message)"},
      {"global", "pass the value as a parameter"},
      {"nonlocal", "pass the value as a parameter"},
      {"yield", "return all values at the end"},
      {"elif", "use torch.cond"},
      {"else", "use torch.cond"},
  };
  if (word.size() < 2 || word.size() > 8) return Keyword::none;
  for (const Row& row : kRows) {
    if (row.word.size() != word.size() || row.word[0] != word[0] || row.word != word) continue;
    remedy = row.remedy;
    return &row == kRows ? Keyword::returns : remedy.empty() ? Keyword::skipped : Keyword::unsupported;
  }
  return Keyword::none;
}

}  // namespace

Expr* ModuleReader::expression() {
  Expr* e = parser_.parse();
  if (e == nullptr) recover();
  return e;
}

void ModuleReader::read_statement(GraphBuilder& builder) {
  statement_ = lexer_.token().begin;
  for (;;) {
    if (read_simple(builder)) {
      builder.end_statement();
      return;
    }
    if (!lexer_.is_op(';')) break;
    lexer_.next();
    if (skip_deletions(builder)) break;
    if (lexer_.token().kind == TokenKind::newline || lexer_.token().kind == TokenKind::end) break;
  }
  builder.end_statement();
  finish_line();
}

// `x = y = None` at the end of a line: torch.fx frees values this way. It is derived when the graph is printed.
bool ModuleReader::skip_deletions(GraphBuilder& builder) {
  std::uint32_t begin = lexer_.token().begin;
  bool any = false, itself = false;
  Node* last = builder.graph().last();
  Name last_name = last == nullptr ? Name{} : last->name();
  deletions_.clear();
  while (lexer_.token().kind == TokenKind::name && !lexer_.is("None")) {
    itself = itself ||
             (last != nullptr && lexer_.text().starts_with(last_name.base.view()) && lexer_.text() == last_name.text());
    deletions_.push_back(lexer_.text());
    lexer_.next();
    if (!lexer_.is_op('=')) break;
    lexer_.next();
    any = true;
  }
  if (any && lexer_.is("None")) {
    if (itself) deleted_itself_[last->id()] = 1;
    lexer_.next();
    if (lexer_.token().kind == TokenKind::newline || lexer_.token().kind == TokenKind::end) {
      for (std::string_view name : deletions_) builder.mark_deleted(name);
      return true;
    }
  }
  lexer_.seek(begin);
  return false;
}

// True if it has moved on to the next line: the statement had a block, which was skipped.
bool ModuleReader::read_simple(GraphBuilder& builder) {
  if (lexer_.token().kind == TokenKind::name) {
    if (lexer_.text().starts_with("_rf") && read_profiled(builder)) return false;
    std::string_view remedy;
    Keyword keyword = keyword_of(lexer_.text(), remedy);
    if (keyword == Keyword::returns) {
      read_return(builder);
      return false;
    }
    if (keyword == Keyword::skipped) {
      lexer_.skip_line();
      return false;
    }
    if (keyword == Keyword::unsupported) {
      report(cat({"'", lexer_.text(), "' is not part of the graph language"}), lexer_.token(), std::string(remedy));
      skip_unsupported(builder);
      return true;
    }
  }
  if (returned_) {
    warn_("this line comes after the return and is left out", lexer_.token().begin, lexer_.token().end, "");
    lexer_.skip_line();
    return false;
  }
  Expr* target = expression();
  if (target != nullptr) read_assignment(builder, target);
  return false;
}

void ModuleReader::read_assignment(GraphBuilder& builder, Expr* target) {
  std::string storage;
  std::string_view annotation;
  type_text_.clear();
  if (lexer_.is_op(':')) {
    std::optional<std::string_view> found = annotation_text(storage);
    if (!found) {
      builder.assign_unknown(target);
      recover();
      return;
    }
    annotation = *found;
    if (!lexer_.is_op('=')) {
      read_declaration(builder, target, annotation);
      return;
    }
  }
  if (lexer_.token().kind == TokenKind::op && is_augmented(lexer_.text())) {
    std::string op(lexer_.text());
    lexer_.next();
    Expr* value = expression();
    if (value != nullptr) builder.augmented(target, op, value);
    return;
  }
  if (!lexer_.is_op('=')) {
    if (!read_cleared(builder, target)) builder.evaluate(target);
    return;
  }
  lexer_.next();
  std::vector<Expr*>& targets = targets_;
  targets.assign(1, target);
  Expr* value = expression();
  while (value != nullptr && lexer_.is_op('=')) {
    targets.push_back(value);
    lexer_.next();
    value = expression();
  }
  if (value == nullptr) {
    for (const Expr* unread : targets) builder.assign_unknown(unread);
    return;
  }
  if (targets.size() > 1) {
    assign_all(builder, targets, value);
    return;
  }
  if (!builder.has_operations() && read_header_line(target, value)) return;
  bool after_augmented = value->kind == ExprKind::name || value->kind == ExprKind::index ||
                         value->kind == ExprKind::attribute;
  if (target->kind != ExprKind::name) {
    assign_parts(builder, target, value);
  } else if (after_augmented && builder.has_augmented()) {
    builder.name_augmented(target->text, annotation);
  } else if (!builder.rename_placeholder(target->text, value)) {
    builder.assign(target->text, value, annotation, type_text_);
    if (value->kind == ExprKind::list || !boxing_.empty()) read_boxed_argument(builder, target->text, value);
  }
}

// `x, y, = fx_pytree.tree_flatten_spec(([a, b], {'k':k}), self._in_spec)`: the real placeholders of a pytree module; or
// the equivalent of other code generators.
SEESAW_RARE bool ModuleReader::read_flatten(GraphBuilder& builder, Expr* target, Expr* value) {
  if (value->kind != ExprKind::call) return false;
  std::string path = dotted_path(value->left);
  bool known = path == "fx_pytree.tree_flatten_spec" && !value->items.empty();
  if (!known && path != "self._dynamo_bytecode_flatten" && path != "self._in_shuffle_graph") return false;
  if (std::any_of(
          target->items.begin(), target->items.end(), [](const Expr* item) { return item->kind != ExprKind::name; }))
    return false;
  auto info = std::make_shared<PytreeInfo>();
  // The names on the left are the placeholders; those of the header are the original arguments.
  std::vector<std::string_view> names;
  for (const Expr* item : target->items) names.push_back(item->text);
  if (!names.empty()) {
    std::uint32_t end = target->items[0]->end;
    info->gap = text_.substr(end, text_.substr(end).find_first_not_of(' '));
  }
  if (!known) {
    info->flatten = written(value);
    flatten(builder, names, *info);
    return true;
  }
  const Expr* spec = value->items[0];
  const Expr* args = spec;
  if (spec->kind == ExprKind::tuple && spec->items.size() == 2) {
    args = spec->items[0];
    info->has_kwargs = true;
  }
  for (const Expr* item : args->items) info->orig_args.emplace_back(text_.substr(item->begin, item->end - item->begin));
  info->num_args = static_cast<std::uint32_t>(info->orig_args.size());
  if (info->has_kwargs) {
    std::span<Expr*> pairs = spec->items[1]->items;
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
      info->kwarg_names.push_back(unquote(pairs[i]->text));
      info->orig_args.emplace_back(text_.substr(pairs[i + 1]->begin, pairs[i + 1]->end - pairs[i + 1]->begin));
    }
  }
  builder.flatten_parameters(names);
  builder.graph().set_pytree(info);
  return true;
}

void ModuleReader::read_return(GraphBuilder& builder) {
  Token token = lexer_.token();
  lexer_.take_comment();
  lexer_.next();
  Expr* value = nullptr;
  if (lexer_.token().kind != TokenKind::newline && lexer_.token().kind != TokenKind::end) {
    value = expression();
    if (value == nullptr) return;
  }
  if (returned_) {
    warn_("a second return is left out", token.begin, token.end, "");
    return;
  }
  returned_ = true;
  if (value != nullptr) value = read_wrapped_results(builder, value);
  if (value != nullptr && value->kind == ExprKind::call && dotted_path(value->left) == "pytree.tree_unflatten" &&
      !value->items.empty()) {
    auto info = builder.graph().pytree() != nullptr ? std::make_shared<PytreeInfo>(*builder.graph().pytree())
                                                    : std::make_shared<PytreeInfo>();
    info->has_out_spec = true;
    builder.graph().set_pytree(info);
    value = value->items[0];
  }
  builder.output(value, {});
}

void ModuleReader::read_init(Module& module, std::uint32_t indent) {
  lexer_.skip_line();
  while (lexer_.token().kind != TokenKind::end) {
    if (lexer_.token().kind == TokenKind::newline) {
      lexer_.next();
      continue;
    }
    if (column() <= indent) return;
    read_init_line(module);
    scratch_.rewind();
  }
}

// `self.lin = Linear(4, 8)`, `self.w = torch.nn.Parameter(...)`: the attributes that the graph may name.
void ModuleReader::read_init_line(Module& module) {
  std::uint32_t begin = lexer_.token().begin;
  std::size_t end = text_.find('\n', begin);
  std::string_view line = text_.substr(begin, end == std::string_view::npos ? end : end - begin);
  std::size_t equals = line.find(" = ");
  lexer_.skip_line();
  bool buffer = line.starts_with("self.register_buffer(");
  if (buffer || line.starts_with("self.register_parameter(")) {
    std::size_t open = line.find_first_of("'\""), close = line.find_first_of("'\"", open + 1);
    if (close != std::string_view::npos) {
      Symbol key = context_.intern(line.substr(open + 1, close - open - 1));
      module.set_attribute(key, {buffer ? Attribute::Kind::buffer : Attribute::Kind::parameter, Arg(), Symbol()});
    }
    return;
  }
  if (!line.starts_with("self.") || equals == std::string_view::npos) return;
  std::string_view name = line.substr(5, equals - 5);
  std::string_view value = line.substr(equals + 3);
  if (name.find_first_of(".[( ") != std::string_view::npos) return;
  std::size_t open = value.find('(');
  if (open == std::string_view::npos) return;
  std::string_view callee = value.substr(0, open);
  std::string_view last = callee.substr(callee.rfind('.') == std::string_view::npos ? 0 : callee.rfind('.') + 1);
  Symbol key = context_.intern(name);
  if (auto aside = aside_.find(callee); aside != aside_.end() && value.ends_with("()")) {
    // Children of a GraphModule print with their attribute name as class name.
    aside->second->set_class_name(context_.intern("GraphModule"));
    module.set_child(key, aside->second);
    return;
  }
  if (last == "Parameter" || last == "Buffer") {
    module.set_attribute(key,
                         {last == "Buffer" ? Attribute::Kind::buffer : Attribute::Kind::parameter, Arg(), Symbol()});
  } else if (!last.empty() && last[0] >= 'A' && last[0] <= 'Z' && last != "Tensor") {
    Ref<Module> child = Module::make(context_, last);
    std::size_t close = value.rfind(')');
    if (close != std::string_view::npos && close > open)
      child->set_extra_repr(std::string(value.substr(open + 1, close - open - 1)));
    module.set_child(key, std::move(child));
  } else {
    module.set_attribute(key, {Attribute::Kind::tensor, Arg(), Symbol()});
  }
}

}  // namespace seesaw
