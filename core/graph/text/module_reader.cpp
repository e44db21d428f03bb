#include "core/graph/text/module_reader.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/graph/text/annotation.h"

namespace seesaw {

ModuleReader::ModuleReader(Context& context, std::string_view text, Report report, Report warn)
    : context_(context),
      text_(text),
      lexer_(text, static_cast<std::uint32_t>(text.size())),
      scratch_(16384),
      report_(std::move(report)),
      warn_(std::move(warn)),
      parser_(lexer_, scratch_, [this](std::string m, std::uint32_t b, std::uint32_t e, std::string r) {
        report_(std::move(m), b, e, std::move(r));
      }) {}

void ModuleReader::report(std::string message, const Token& token, std::string remedy) {
  report_(std::move(message), token.begin, token.end, std::move(remedy));
}

std::uint32_t ModuleReader::column_of(std::uint32_t at) const {
  std::size_t line = at == 0 ? std::string_view::npos : text_.rfind('\n', at - 1);
  return at - static_cast<std::uint32_t>(line == std::string_view::npos ? 0 : line + 1);
}

// The column of the current token in its line.
std::uint32_t ModuleReader::column() const { return column_of(lexer_.token().begin); }

void ModuleReader::read(std::uint32_t at, Ref<Module> root) {
  root_ = std::move(root);
  if (root_) open_.push_back({root_, 0});
  lexer_.seek(at);
  while (!stop_) {
    lexer_.take_comment();
    end_ = lexer_.token().begin - column();
    const Token& token = lexer_.token();
    if (token.kind == TokenKind::end) {
      end_ = token.begin;
      break;
    }
    if (token.kind == TokenKind::newline) {
      lexer_.next();
      continue;
    }
    if (lexer_.is_op('@')) {
      lexer_.skip_line();
      continue;
    }
    if (lexer_.is("async")) lexer_.next();
    if (lexer_.is("class")) {
      // A second class beside the root one is another graph, unless a class further down has an object of the root one.
      if (root_ && !open_.empty() && column() <= open_.front().indent && has_class_ && !put_aside()) break;
      read_class();
    } else if (lexer_.is("def")) {
      if (root_ && root_->has_graph() && (!has_class_ || column() <= open_.front().indent)) break;
      read_function();
    } else if (has_class_ && column() > open_.front().indent) {
      read_class_line();
    } else if (skipped_ && !root_) {
      lexer_.skip_line();
    } else {
      break;
    }
    scratch_.rewind();
  }
  if (root_) imply_attributes(*root_);
}

// `self.true_graph_0 = true_graph_0_0()` in a file of the minifier: the classes of nested graphs stand above the class
// that has an object of each. Such a root class is put aside for read_init_line.
bool ModuleReader::put_aside() {
  if (!made_known_) find_made_classes();
  std::string_view name = root_->class_name().view();
  if (!made_.contains(name)) return false;
  aside_.insert_or_assign(std::string(name), std::move(root_));
  root_ = nullptr;
  open_.clear();
  has_class_ = has_init_ = false;
  return true;
}

// The classes that a line `self.NAME = CLASS()` calls, anywhere in the text.
void ModuleReader::find_made_classes() {
  made_known_ = true;
  for (std::size_t at = text_.find("()\n"); at != std::string_view::npos; at = text_.find("()\n", at + 3)) {
    std::size_t line = text_.rfind('\n', at) + 1;
    std::string_view content = text_.substr(line, at - line);
    content.remove_prefix(std::min(content.find_first_not_of(' '), content.size()));
    std::size_t equals = content.find(" = ");
    if (content.starts_with("self.") && equals != std::string_view::npos) made_.insert(content.substr(equals + 3));
  }
}

// A statement of a class: a docstring and `pass` have no effect; anything else is skipped, and after a graph most
// likely belongs to it.
void ModuleReader::read_class_line() {
  const Token first = lexer_.token();
  statement_ = first.begin;
  bool silent = first.kind == TokenKind::string || lexer_.is("pass") || lexer_.is("...");
  const Module& module = owner(column());
  bool behind = module.has_graph() && !module.graph().empty();
  std::uint32_t end = first.end;
  std::size_t line = text_.find('\n', first.end);
  while (lexer_.token().begin < line && lexer_.token().kind != TokenKind::end) {
    end = lexer_.token().end;
    lexer_.next();
  }
  if (lexer_.bracket_depth() > 0) recover();
  if (silent) return;
  if (behind) {
    report_("this line follows the graph and is not part of it",
            first.begin,
            end,
            "indent it as the lines of forward if it belongs to them, or remove it");
  } else {
    warn_("this line of the class is left out", first.begin, end, "what a graph needs belongs into forward");
  }
}

void ModuleReader::read_class() {
  std::uint32_t indent = column();
  lexer_.next();
  std::string name(lexer_.text());
  const Token name_token = lexer_.token();
  if (name_token.kind != TokenKind::name && name_token.kind != TokenKind::angle) {
    report("expected the name of the class", name_token);
    lexer_.skip_line();
    return;
  }
  lexer_.next();
  // Names of attributes need not be identifiers: the text up to the parenthesis counts.
  if (!lexer_.is_op('(') && !lexer_.is_op(':')) {
    std::size_t stop = text_.find_first_of("(:\n", name_token.begin);
    if (stop == std::string_view::npos || text_[stop] == '\n') {
      report("expected '(' or ':' after the name of the class", lexer_.token());
      lexer_.skip_line();
      return;
    }
    name = text_.substr(name_token.begin, stop - name_token.begin);
    lexer_.seek(static_cast<std::uint32_t>(stop));
  }
  while (!lexer_.is_op(':') && lexer_.token().kind != TokenKind::newline && lexer_.token().kind != TokenKind::end)
    lexer_.next();
  if (!lexer_.is_op(':')) report("expected ':' at the end of the class line", lexer_.token());
  lexer_.skip_line();
  Ref<Module> module = Module::make(context_, name, std::make_unique<Graph>(context_));
  if (open_.size() >= ExpressionParser::kMaxDepth) {
    report_(cat({"classes nested deeper than ", std::to_string(ExpressionParser::kMaxDepth), " levels"}),
            name_token.begin,
            name_token.end,
            "");
    stop_ = true;
    return;
  }
  if (!root_) {
    root_ = module;
  } else {
    // Children of a GraphModule print with their attribute name as class name.
    module->set_class_name(context_.intern("GraphModule"));
    owner(indent).set_child(context_.intern(name), module);
  }
  has_class_ = true;
  open_.push_back({std::move(module), indent});
}

// The module that a class or function at this indent belongs to.
Module& ModuleReader::owner(std::uint32_t indent) {
  while (open_.size() > 1 && open_.back().indent >= indent) open_.pop_back();
  return *open_.back().module;
}

// A quoted annotation, or the text of a type. Returns the quoted text; a type goes to type_text_.
std::optional<std::string_view> ModuleReader::annotation_text(std::string& storage) {
  type_text_.clear();
  storage.clear();
  lexer_.next();  // ':'
  if (lexer_.token().kind == TokenKind::string) {
    storage = unquote(lexer_.text());
    lexer_.next();
    return storage;
  }
  Expr* type = parser_.parse_one();
  if (type == nullptr) return std::nullopt;
  type_text_ = std::string(text_.substr(type->begin, type->end - type->begin));
  return std::string_view{};
}

bool ModuleReader::read_parameter(GraphBuilder& builder, bool first) {
  std::string name;
  while (lexer_.is_op('*') || lexer_.is("**")) {
    name += lexer_.text();
    lexer_.next();
  }
  if (!name.empty() && (lexer_.is_op(',') || lexer_.is_op(')'))) return true;  // a bare *
  if (lexer_.is_op('/')) {
    lexer_.next();
    return true;
  }
  Token token = lexer_.token();
  if (token.kind != TokenKind::name) {
    report(cat({"expected a parameter, found '", lexer_.text(), "'"}), token);
    return false;
  }
  name += lexer_.text();
  lexer_.next();
  std::string storage;
  std::optional<std::string_view> annotation = std::string_view{};
  type_text_.clear();
  if (lexer_.is_op(':')) annotation = annotation_text(storage);
  if (!annotation) return false;
  Expr* value = nullptr;
  if (lexer_.is_op('=')) {
    lexer_.next();
    value = parser_.parse_one();
    if (value == nullptr) return false;
  }
  if (first && name == "self") return true;
  if (builder.lookup(text_.substr(token.begin, token.end - token.begin)) != nullptr) {
    report(cat({"the parameter '", name, "' is repeated"}), token);
    return true;
  }
  Expr place{ExprKind::name, token.begin, token.end};
  place.text = name;
  Node* node = builder.parameter(name, *annotation, type_text_, value);
  if (on_node) on_node(node, &place);
  return true;
}

bool ModuleReader::read_parameters(GraphBuilder& builder) {
  if (!lexer_.is_op('(')) {
    report("expected '(' after the name of the function", lexer_.token());
    return false;
  }
  lexer_.next();
  bool first = true;
  Graph& graph = builder.graph();
  while (!lexer_.is_op(')')) {
    Node* before = graph.last();
    lexer_.take_comment();
    if (!read_parameter(builder, first)) return false;
    first = false;
    if (lexer_.is_op(',')) {
      lexer_.next();
    } else if (!lexer_.is_op(')')) {
      report("expected ',' or ')' in the parameters", lexer_.token());
      return false;
    }
    std::string_view comment = lexer_.take_comment();
    if (!comment.empty() && graph.last() != before)
      graph.last()->set_meta(context_.keys.desc, context_.string(comment));
  }
  return true;
}

// `-> type:` after the parameters, as written; empty if there is no type.
std::string ModuleReader::read_return_type() {
  std::string return_type;
  if (lexer_.is("->")) {
    lexer_.next();
    Expr* type = parser_.parse_one();
    if (type != nullptr) return_type = std::string(text_.substr(type->begin, type->end - type->begin));
  }
  if (!lexer_.is_op(':')) {
    report("expected ':' at the end of the function line", lexer_.token());
    lexer_.skip_line();
  } else {
    lexer_.next();
  }
  return return_type;
}

void ModuleReader::read_function() {
  std::uint32_t indent = column();
  std::uint32_t line = lexer_.token().begin - indent;
  lexer_.next();
  const Token name_token = lexer_.token();
  std::string name(lexer_.text());
  lexer_.next();
  if (!root_ && skip_helper(name, false, indent, name_token.begin)) return;
  if (!root_) {
    root_ = Module::make(context_, "GraphModule", std::make_unique<Graph>(context_));
    open_.push_back({root_, indent});
  }
  Module& module = has_class_ ? owner(indent) : *root_;
  if (!module.has_graph()) module.set_graph(std::make_unique<Graph>(context_));
  if (name == "__init__") {
    has_init_ = true;
    read_init(module, indent);
    return;
  }
  if (!module.graph().empty() || (has_class_ && name != "forward")) {
    skip_helper(name, true, indent, name_token.begin);
    return;
  }
  GraphBuilder builder(module, report_);
  builder.on_node = on_node;
  builder.warn = warn_;
  builder.has_declarations = has_init_;
  std::uint32_t open = lexer_.token().begin;
  if (!read_parameters(builder)) {
    lexer_.skip_line();
    skip_block(indent);
    return;
  }
  // One parameter per line: the layout of versions that print descriptions.
  bool expanded = text_.substr(open, lexer_.token().begin - open).find('\n') != std::string_view::npos;
  module.style().expanded_def = expanded &&
                                text_.substr(line, lexer_.token().begin - line).find("\n") != std::string_view::npos;
  lexer_.next();
  std::string return_type = read_return_type();
  in_class_form_ = has_class_;
  last_summary_.clear();
  salt_ = 0;
  trace_known_ = false;
  returned_ = false;
  header_.clear();
  boxed_.clear();
  boxing_ = {};
  deleted_itself_ = IdMap<std::uint8_t>();
  builder.set_stack_trace(in_class_form_ ? std::optional<Arg>(Arg::ellipsis()) : std::nullopt);
  read_body(builder, indent);
  if (!return_type.empty()) {
    if (Node* output = module.graph().output_or_null()) output->set_type(context_.intern(return_type));
  }
  module.graph().set_meta_is_partial(true);
  find_unused_style(module);
}

// Versions before 2.5 do not delete unused values; such a graph is printed in the same way.
void ModuleReader::find_unused_style(Module& module) {
  bool kept = false, deleted = false;
  for (Node* node : module.graph()) {
    if (node->op() == Opcode::placeholder || node->op() == Opcode::output || node->has_users()) continue;
    (deleted_itself_.get(node->id()) != 0 ? deleted : kept) = true;
  }
  module.style().keep_unused = kept && !deleted;
}

// Lines indented deeper than `indent` are skipped.
void ModuleReader::skip_block(std::uint32_t indent) {
  while (lexer_.token().kind != TokenKind::end) {
    if (lexer_.token().kind != TokenKind::newline && column() <= indent) return;
    if (lexer_.token().kind == TokenKind::newline) {
      lexer_.next();
    } else {
      lexer_.skip_line();
    }
  }
}

void ModuleReader::read_body(GraphBuilder& builder, std::uint32_t indent) {
  std::uint32_t body = 0;  // the column of the first statement
  for (;;) {
    TokenKind kind = lexer_.token().kind;
    if (kind == TokenKind::newline || kind == TokenKind::end) {
      if (read_comment_line(builder, indent) || kind == TokenKind::end) return;
      lexer_.next();
      continue;
    }
    if (column() <= indent) return;
    if (lexer_.is("class") || lexer_.is("def")) return;  // a class nested one level deeper than usual
    if (body == 0) body = column();
    if (column() != body)
      report("this line is indented differently than the lines before it",
             lexer_.token(),
             "lines may be missing before it");
    if (in_class_form_ && follows_empty_line(body)) builder.set_comment(std::string());
    read_statement(builder);
    builder.set_comment(std::nullopt);
    scratch_.rewind();
  }
}

// Whether the line above the present one is empty: where a test has taken comments out, their empty lines are left.
bool ModuleReader::follows_empty_line(std::uint32_t indent) const {
  std::size_t line = lexer_.token().begin - indent;
  std::size_t before = line < 2 ? std::string_view::npos : text_.find_last_not_of(" \r", line - 2);
  return before != std::string_view::npos && text_[before] == '\n';
}

// A line with only a comment. True if it follows the function, and reading must stop before it.
bool ModuleReader::read_comment_line(GraphBuilder& builder, std::uint32_t indent) {
  std::uint32_t begin = lexer_.comment_begin();
  std::string_view comment = lexer_.take_comment();
  if (begin == 0 && comment.empty()) return false;
  std::size_t line = text_.rfind('\n', begin);
  std::uint32_t column = begin - static_cast<std::uint32_t>(line == std::string_view::npos ? 0 : line + 1);
  if (column <= indent && returned_) {
    end_ = begin - column;
    stop_ = true;
    return true;
  }
  read_comment(builder, comment, begin, column - std::min(column, indent + 4));
  return false;
}

void ModuleReader::finish_line() {
  lexer_.take_comment();
  if (lexer_.token().kind == TokenKind::newline || lexer_.token().kind == TokenKind::end) return;
  if (lexer_.token().kind == TokenKind::error) {
    report(std::string(lexer_.error()), lexer_.token());
  } else {
    report(cat({"expected the end of the line, found '", std::string(lexer_.text().substr(0, 40)), "'"}),
           lexer_.token());
  }
  lexer_.skip_line();
}

}  // namespace seesaw
