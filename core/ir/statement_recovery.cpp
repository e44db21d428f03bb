// ModuleReader and GraphBuilder after a mistake: where reading goes on, and what is unknown then. With it what is rare in
// printed graphs. Apart, because it is compiled for size.
#include "core/ir/module_reader.h"
#include "core/support/cat.h"

namespace seesaw {

namespace {

bool is_augmented(std::string_view op) {
  return op.size() >= 2 && op.back() == '=' && op != "==" && op != "<=" && op != ">=" && op != "!=" && op != ":=";
}

}  // namespace

void GraphBuilder::assign_unknown(std::string_view name) { env_.set(context_.name(name), unknown()); }

void GraphBuilder::assign_unknown(const Expr* target) {
  std::vector<const Expr*> left{target};
  while (!left.empty()) {
    const Expr* e = left.back();
    left.pop_back();
    if (e->kind == ExprKind::name) assign_unknown(e->text);
    if (e->kind == ExprKind::tuple || e->kind == ExprKind::list) left.insert(left.end(), e->items.begin(), e->items.end());
    if (e->kind == ExprKind::starred) left.push_back(e->left);
  }
}

// `y = cos(x);  x = None`: from here on Python would not know x. A text that goes on to use it was cut or edited.
void GraphBuilder::mark_deleted(std::string_view name) {
  Name wanted = context_.name(name);
  Arg* known = env_.find(wanted);
  if (known != nullptr && known->is_node() && known->as_node()->name() == wanted) deleted_[known->as_node()->id()] = 1;
}

void GraphBuilder::warn_deleted(const Expr* e, Node* node) {
  if (!(node->name() == context_.name(e->text))) return;
  deleted_[node->id()] = 0;
  if (warn) warn(cat({"'", e->text, "' is used after `", e->text, " = None`: the value from before is meant"}), e->begin, e->end, "lines may be missing between the two");
}

bool GraphBuilder::repeats_keyword(const Expr* e) {
  NameTable seen;
  std::size_t positional = e->items.size() - e->keys.size();
  for (std::size_t i = 0; i < e->keys.size(); ++i) {
    Name key = context_.name(e->keys[i]);
    if (seen.find(key) != nullptr) {
      fail(e->items[positional + i], cat({"the keyword argument '", e->keys[i], "' is repeated"}));
      return true;
    }
    seen.set(key, Arg());
  }
  return false;
}

// Whether `self.a.b()` calls a method of an attribute, and not a module. Generated code never does: there a get_attr has
// a line of its own. So only where a declaration says that a is no module.
bool GraphBuilder::is_attribute_method(const Expr* e) {
  if (e->left->kind != ExprKind::attribute) return false;
  if (e->left->left->kind == ExprKind::name) return false;  // self itself
  std::string path = self_path(e->left->left);
  Module::Found found = module_.find_path(path);
  if (found.attribute != nullptr) return found.attribute->kind != Attribute::Kind::implied && found.attribute->kind != Attribute::Kind::object;
  if (has_declarations && warn && found.module == nullptr) {
    warn(cat({"'self.", path, "' is not declared: this is read as a call of the module '", path, ".", e->left->text, "'"}), e->left->begin, e->left->end,
         cat({"if it is a parameter or a buffer, write `value = self.", path, "` on a line of its own"}));
  }
  return false;
}

// `x: "f32[2]"` alone: what pytree code says of the inputs.
void ModuleReader::read_declaration(GraphBuilder& builder, const Expr* target, std::string_view annotation) {
  if (target->kind != ExprKind::name) {
    report_("only a name can be annotated", target->begin, target->end, "");
    return;
  }
  Node* known = builder.lookup(target->text);
  if (known != nullptr && known->op() == Opcode::placeholder) {
    builder.annotate(known, annotation, type_text_);
  } else {
    known = builder.parameter(target->text, annotation, type_text_, nullptr);
  }
  std::string_view comment = lexer_.take_comment();
  if (!comment.empty()) known->set_meta(context_.keys.desc, context_.string(comment));
}

// A target that is no name.
void ModuleReader::assign_parts(GraphBuilder& builder, Expr* target, Expr* value) {
  if (target->kind == ExprKind::index) {
    builder.augmented(target, "=", value);
  } else if (target->kind == ExprKind::tuple || target->kind == ExprKind::list) {
    if (!read_flatten(builder, target, value)) builder.unpack(target->items, value);
  } else {
    report_("only a name, an element or a list of names can be assigned to", target->begin, target->end, "");
  }
}

// `a, b = c = value`: the value once, under the first name, then each target in order.
void ModuleReader::assign_all(GraphBuilder& builder, std::span<Expr* const> targets, Expr* value) {
  Expr* named = value->kind == ExprKind::name ? value : nullptr;
  for (Expr* target : targets) {
    if (target->kind != ExprKind::name || named != nullptr) continue;
    builder.assign(target->text, value, {}, {});
    named = target;
  }
  if (named == nullptr) {
    report_("several targets without a plain name among them", targets[0]->begin, targets.back()->end, "assign the value to a name first");
    for (const Expr* target : targets) builder.assign_unknown(target);
    return;
  }
  for (Expr* target : targets) {
    if (target->kind != ExprKind::name) {
      assign_parts(builder, target, named);
    } else if (target == targets[0] && named == value) {
      builder.assign(target->text, value, {}, {});
    } else if (target != named) {
      builder.alias(target->text, named->text);
    }
  }
}

// A function that the graph is not: `def forward` follows, or was there.
bool ModuleReader::skip_helper(std::string_view name, bool known, std::uint32_t indent, std::uint32_t begin) {
  if (!known && name != "forward" && !has_class_) {
    if (forward_at_ < begin) forward_at_ = text_.find("def forward(", begin);
    known = forward_at_ != std::string_view::npos;
  }
  if (!known) return false;
  warn_(cat({"the function '", name, "' is left out"}), begin, lexer_.token().begin, "write its lines into forward");
  skipped_ = true;
  statement_ = begin;
  while (lexer_.token().kind != TokenKind::newline && lexer_.token().kind != TokenKind::end) lexer_.next();
  skip_block(indent);
  return true;
}

// Whether the line at `at` can be nothing but a new statement: `a = `, `a, b = `, `a: "f32[2]" = `, `a += `, return and the like.
bool ModuleReader::starts_statement(std::uint32_t at) const {
  Lexer line(text_, at);
  for (std::string_view word : {"return", "def", "class", "del", "with", "while", "pass", "assert", "raise"}) {
    if (line.is(word)) return true;
  }
  while (line.token().kind == TokenKind::name) {
    line.next();
    while (line.is_op('.')) {
      line.next();
      if (line.token().kind == TokenKind::name) line.next();
    }
    if (line.is_op('=') || line.is_op(':')) return true;
    if (line.token().kind == TokenKind::op && is_augmented(line.text())) return true;
    if (!line.is_op(',')) return false;
    line.next();
    if (line.is_op('=')) return true;
  }
  return false;
}

// Where a bracket is open the lexer has read on, over the line ends. Reading goes on at the first line that starts a
// statement and stands no deeper than the present one, or behind the bracket.
void ModuleReader::recover() {
  const std::uint32_t depth = column_of(statement_ + static_cast<std::uint32_t>(text_.substr(statement_).find_first_not_of(" \t")));
  std::size_t line = text_.find('\n', statement_);
  while (lexer_.bracket_depth() > 0) {
    for (; line < lexer_.token().begin; line = text_.find('\n', line + 1)) {
      std::size_t first = text_.find_first_not_of(" \t", line + 1);
      if (first == std::string_view::npos || first - line - 1 > depth || !starts_statement(static_cast<std::uint32_t>(first))) continue;
      lexer_.seek(static_cast<std::uint32_t>(line));
      return;
    }
    if (lexer_.token().kind == TokenKind::end) return;
    lexer_.next();
  }
  lexer_.skip_line();
}

// A statement with a block that graphs do not have. What it would have assigned is unknown then.
void ModuleReader::skip_unsupported(GraphBuilder& builder) {
  std::uint32_t indent = column();
  bool header = true;
  while (lexer_.token().kind != TokenKind::end) {
    if (lexer_.token().kind == TokenKind::newline) {
      lexer_.next();
      continue;
    }
    if (!header && column() <= indent) return;
    // The names at the front of the line, or behind `for` and `as`.
    bool target = !header || lexer_.is("for");
    if (header && target) lexer_.next();
    std::vector<std::string_view> names;
    while (lexer_.token().kind != TokenKind::newline && lexer_.token().kind != TokenKind::end) {
      bool as = lexer_.is("as");
      if (target && lexer_.token().kind == TokenKind::name && !lexer_.is("in")) {
        names.push_back(lexer_.text());
      } else if (target && !lexer_.is_op(',')) {
        bool assigned = lexer_.is_op('=') || lexer_.is_op(':') || lexer_.is("in") || (lexer_.token().kind == TokenKind::op && is_augmented(lexer_.text()));
        if (!assigned) names.clear();
        target = false;
      }
      lexer_.next();
      if (as && lexer_.token().kind == TokenKind::name) names.push_back(lexer_.text());
    }
    if (target) names.clear();
    for (std::string_view name : names) builder.assign_unknown(name);
    header = false;
  }
}

}  // namespace seesaw
