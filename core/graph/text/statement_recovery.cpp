// ModuleReader and GraphBuilder after an error: where reading continues, and which names are then unknown. Includes
// constructs that are rare in printed graphs. A separate file, because it is compiled for size.
#include "core/base/cat.h"
#include "core/base/number.h"
#include "core/base/rare.h"
#include "core/graph/text/module_reader.h"

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
    if (e->kind == ExprKind::tuple || e->kind == ExprKind::list)
      left.insert(left.end(), e->items.begin(), e->items.end());
    if (e->kind == ExprKind::starred) left.push_back(e->left);
  }
}

// `y = cos(x);  x = None`: from here on Python would not know x. A text that still uses it was cut or edited.
void GraphBuilder::mark_deleted(std::string_view name) {
  Name wanted = context_.name(name);
  Arg* known = env_.find(wanted);
  if (known != nullptr && known->is_node() && known->as_node()->name() == wanted) deleted_[known->as_node()->id()] = 1;
}

void GraphBuilder::warn_deleted(const Expr* e, Node* node) {
  if (!(node->name() == context_.name(e->text))) return;
  deleted_[node->id()] = 0;
  if (warn)
    warn(cat({"'", e->text, "' is used after `", e->text, " = None`: the value from before is meant"}),
         e->begin,
         e->end,
         "lines may be missing between the two");
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

// Whether `self.a.b()` calls a method of an attribute, and not a module. Generated code never does: there a get_attr
// has its own line. So only if a declaration states that a is not a module.
bool GraphBuilder::is_attribute_method(const Expr* e) {
  if (e->left->kind != ExprKind::attribute) return false;
  if (e->left->left->kind == ExprKind::name) return false;  // self itself
  std::string path = self_path(e->left->left);
  Module::Found found = module_.find_path(path);
  if (found.attribute != nullptr)
    return found.attribute->kind != Attribute::Kind::implied && found.attribute->kind != Attribute::Kind::object;
  if (has_declarations && warn && found.module == nullptr) {
    warn(cat({"'self.",
              path,
              "' is not declared: this is read as a call of the module '",
              path,
              ".",
              e->left->text,
              "'"}),
         e->left->begin,
         e->left->end,
         cat({"if it is a parameter or a buffer, write `value = self.", path, "` on a line of its own"}));
  }
  return false;
}

// `x: "f32[2]"` alone: pytree code's annotation of an input.
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

// The placeholders in place of the parameters, from a header that was read up to here.
SEESAW_RARE void ModuleReader::flatten(GraphBuilder& builder,
                                       std::span<const std::string_view> names,
                                       PytreeInfo& info) {
  for (Node* node : builder.graph()) {
    if (node->op() == Opcode::placeholder) info.orig_args.emplace_back(node->target().text());
  }
  info.num_args = static_cast<std::uint32_t>(info.orig_args.size());
  info.lines.swap(header_);
  builder.flatten_parameters(names);
  builder.graph().set_pytree(std::make_shared<PytreeInfo>(info));
}

// Statements of a header that make no nodes: `_fn_args = (x, )` of Dynamo's bytecode, `x_leaf, =
// pytree.tree_leaves((self, x,))` of export's shuffle graphs, `args_iter = iter(args_list)` and `x = next(args_iter)`
// of boxed arguments.
SEESAW_RARE bool ModuleReader::read_header_line(const Expr* target, const Expr* value) {
  bool name = target->kind == ExprKind::name;
  if (name && target->text == "_fn_args" && value->kind == ExprKind::tuple) {
    header_.emplace_back(text_.substr(target->begin, value->end - target->begin));
    return true;
  }
  if (value->kind != ExprKind::call || value->items.size() != 1) return false;
  std::string callee = dotted_path(value->left);
  if (name && callee == "next" && !header_.empty()) {
    boxed_.push_back(target->text);
    return true;
  }
  bool iterator = name && callee == "iter", leaves = !name && callee == "pytree.tree_leaves";
  if (!iterator && !leaves) return false;
  if (leaves) leaves_ = target->items.size();
  header_.emplace_back(text_.substr(target->begin, value->end - target->begin));
  return true;
}

// `args_list.clear()` ends the header with boxed arguments.
SEESAW_RARE bool ModuleReader::read_cleared(GraphBuilder& builder, const Expr* value) {
  if (value->kind == ExprKind::string && !told_quoted_) {
    told_quoted_ = true;
    warn_(
        "text in quotes is left out", value->begin, value->end, "metadata that FX_GRAPH_SHOW_META prints is not read");
  }
  bool clear = value->kind == ExprKind::call && value->left->kind == ExprKind::attribute &&
               value->left->text == "clear";
  if (!clear || boxed_.empty() || builder.has_operations()) return false;
  PytreeInfo info;
  std::string_view iterator = header_[0];
  info.flatten = cat({"next(", iterator.substr(0, iterator.find(' ')), ")"});
  info.cleared = written(value);
  flatten(builder, boxed_, info);
  boxed_.clear();
  return true;
}

// `return self._dynamo_bytecode_unflatten((a, b,), _fn_args)`, `pytree.tree_unflatten(self._out_shuffle_graph(x_leaf,
// a, b), self._out_spec)`: the results; the text around them is kept.
SEESAW_RARE Expr* ModuleReader::read_wrapped_results(GraphBuilder& builder, Expr* value) {
  const Expr* call = value->kind == ExprKind::tuple && value->items.size() == 1 ? value->items[0] : value;
  if (call->kind != ExprKind::call || call->items.empty()) return value;
  std::size_t first = 0;
  Expr* results = call->items[0];
  if (dotted_path(call->left) == "pytree.tree_unflatten" && results->kind == ExprKind::call &&
      dotted_path(results->left) == "self._out_shuffle_graph") {
    first = leaves_;
  } else if (dotted_path(call->left) != "self._dynamo_bytecode_unflatten" || results->kind != ExprKind::tuple) {
    return value;
  }
  if (results->items.size() <= first) return value;
  PytreeInfo info;
  if (builder.graph().pytree() != nullptr) {
    info = *builder.graph().pytree();
  } else {
    // Without placeholders there is no call that returns them.
    flatten(builder, {}, info);
  }
  results->kind = ExprKind::tuple;
  results->items = results->items.subspan(first);
  std::uint32_t begin = results->items.front()->begin, end = results->items.back()->end;
  info.before = text_.substr(value->begin, begin - value->begin);
  info.after = text_.substr(end, value->end - end);
  builder.graph().set_pytree(std::make_shared<PytreeInfo>(std::move(info)));
  return results;
}

// `f_boxed_arg_0 = [a, b]` above `f = g(f_boxed_arg_0, 0)`: a list that the callee empties. The node records these
// arguments.
SEESAW_RARE void ModuleReader::read_boxed_argument(GraphBuilder& builder, std::string_view name, const Expr* value) {
  constexpr std::string_view kMark = "_boxed_arg_";
  std::size_t mark = name.rfind(kMark);
  if (value->kind == ExprKind::list && mark != std::string_view::npos) {
    std::optional<std::int64_t> place = parse_int(name.substr(mark + kMark.size()));
    if (!place) return;
    if (boxing_ != name.substr(0, mark)) boxed_places_.clear();
    boxing_ = name.substr(0, mark);
    boxed_places_.push_back(context_.integer(*place));
  } else if (boxing_ == name) {
    if (Node* node = builder.lookup(name))
      node->set_meta(context_.intern("boxed_arg_indices"), context_.tuple(boxed_places_));
    boxing_ = {};
  }
}

// The lines that python_code(record_func=True) writes around each call. They are derived when the graph is printed.
SEESAW_RARE bool ModuleReader::read_profiled(GraphBuilder& builder) {
  std::uint32_t begin = lexer_.token().begin;
  std::string_view line = text_.substr(begin, text_.find('\n', begin) - begin);
  if (line.find(" = torch._C._profiler._RecordFunctionFast('## ") == std::string_view::npos &&
      !line.ends_with(".__exit__(None, None, None)"))
    return false;
  if (Module* module = builder.graph().owning_module()) module->style().record_func = true;
  lexer_.skip_line();
  return true;
}

// A target that is not a name.
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
    report_("several targets without a plain name among them",
            targets[0]->begin,
            targets.back()->end,
            "assign the value to a name first");
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

// A function other than the graph: `def forward` follows, or was read before.
bool ModuleReader::skip_helper(std::string_view name, bool known, std::uint32_t indent, std::uint32_t begin) {
  if (!known && name != "forward" && !has_class_) {
    if (forward_at_ < begin) forward_at_ = text_.find("def forward(", begin);
    known = forward_at_ != std::string_view::npos;
  }
  if (!known) return false;
  warn_(cat({"the function '", name, "' is left out"}), begin, lexer_.token().begin, "write its lines into forward");
  skipped_ = true;
  left_out_.emplace(name);
  statement_ = begin;
  while (lexer_.token().kind != TokenKind::newline && lexer_.token().kind != TokenKind::end) lexer_.next();
  skip_block(indent);
  return true;
}

// Whether the line at `at` can only be a new statement: `a = `, `a, b = `, `a: "f32[2]" = `, `a += `, return
// etc.
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

// With an open bracket the lexer has read past the line ends. Reading continues at the first line that starts a
// statement at most as deep as the current one, or after the bracket.
void ModuleReader::recover() {
  const std::uint32_t depth = column_of(statement_ +
                                        static_cast<std::uint32_t>(text_.substr(statement_).find_first_not_of(" \t")));
  std::size_t line = text_.find('\n', statement_);
  while (lexer_.bracket_depth() > 0) {
    for (; line < lexer_.token().begin; line = text_.find('\n', line + 1)) {
      std::size_t first = text_.find_first_not_of(" \t", line + 1);
      if (first == std::string_view::npos || first - line - 1 > depth ||
          !starts_statement(static_cast<std::uint32_t>(first)))
        continue;
      lexer_.seek(static_cast<std::uint32_t>(line));
      return;
    }
    if (lexer_.token().kind == TokenKind::end) return;
    lexer_.next();
  }
  lexer_.skip_line();
}

// A statement with a block that graphs do not have. Names that it assigns are then unknown.
void ModuleReader::skip_unsupported(GraphBuilder& builder) {
  std::uint32_t indent = column();
  bool header = true;
  while (lexer_.token().kind != TokenKind::end) {
    if (lexer_.token().kind == TokenKind::newline) {
      lexer_.next();
      continue;
    }
    if (!header && column() <= indent) return;
    // The names at the front of the line, or after `for` and `as`.
    bool target = !header || lexer_.is("for");
    if (header && target) lexer_.next();
    std::vector<std::string_view> names;
    while (lexer_.token().kind != TokenKind::newline && lexer_.token().kind != TokenKind::end) {
      bool as = lexer_.is("as");
      if (target && lexer_.token().kind == TokenKind::name && !lexer_.is("in")) {
        names.push_back(lexer_.text());
      } else if (target && !lexer_.is_op(',')) {
        bool assigned = lexer_.is_op('=') || lexer_.is_op(':') || lexer_.is("in") ||
                        (lexer_.token().kind == TokenKind::op && is_augmented(lexer_.text()));
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
