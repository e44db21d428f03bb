// Reads classes and functions of Python text into modules.
//
// What: `ModuleReader` reads `class X(torch.nn.Module):` blocks, nested ones included, and their `forward`; or a bare
// `def forward(...)`. It stops at the first other line after them.
// Why: print_readable, code, str(ExportedProgram) and str(graph_module) all contain this, at different indents.
//
//   ModuleReader reader(context, text, diagnostics_sink);
//   reader.read(offset);
//   reader.root(), reader.end()         // the module, and where reading stopped
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/graph/ir/module.h"
#include "core/graph/text/graph_builder.h"
#include "core/graph/text/lexer.h"
#include "core/graph/text/syntax.h"

namespace seesaw {

class ModuleReader {
 public:
  using Report = ExpressionParser::Report;
  // `warn` reports findings that do not make the graph wrong.
  ModuleReader(Context& context, std::string_view text, Report report, Report warn);

  // Reads from a line start. `root` is set when its children are already known (str(graph_module)).
  void read(std::uint32_t at, Ref<Module> root = nullptr);
  const Ref<Module>& root() const { return root_; }
  // Offset of the first line after the module.
  std::uint32_t end() const { return end_; }
  // Functions that are no part of the graph.
  const std::set<std::string, std::less<>>& left_out() const { return left_out_; }
  // Called for each sign of a version, with its place.
  std::function<void(Novelty row, bool newer, std::uint32_t place)> on_sign;
  // Whether the module was written as a class.
  bool has_class() const { return has_class_; }
  std::function<void(Node*, const Expr*)> on_node;

 private:
  struct Open {
    Ref<Module> module;
    std::uint32_t indent;
  };
  std::uint32_t column() const;
  void read_class();
  bool put_aside();
  void find_made_classes();
  void read_function();
  std::string read_return_type();
  void read_init(Module& module, std::uint32_t indent);
  void read_init_line(Module& module);
  bool read_parameters(GraphBuilder& builder);
  bool read_parameter(GraphBuilder& builder, bool first);
  void read_body(GraphBuilder& builder, std::uint32_t indent);
  bool read_comment_line(GraphBuilder& builder, std::uint32_t indent);
  void read_statement(GraphBuilder& builder);
  bool read_simple(GraphBuilder& builder);
  void read_assignment(GraphBuilder& builder, Expr* target);
  void read_declaration(GraphBuilder& builder, const Expr* target, std::string_view annotation);
  void assign_parts(GraphBuilder& builder, Expr* target, Expr* value);
  void assign_all(GraphBuilder& builder, std::span<Expr* const> targets, Expr* value);
  bool skip_helper(std::string_view name, bool known, std::uint32_t indent, std::uint32_t begin);
  bool read_flatten(GraphBuilder& builder, Expr* target, Expr* value);
  bool read_header_line(const Expr* target, const Expr* value);
  bool read_cleared(GraphBuilder& builder, const Expr* value);
  Expr* read_wrapped_results(GraphBuilder& builder, Expr* value);
  void read_boxed_argument(GraphBuilder& builder, std::string_view name, const Expr* value);
  bool read_profiled(GraphBuilder& builder);
  void flatten(GraphBuilder& builder, std::span<const std::string_view> names, PytreeInfo& info);
  std::string_view written(const Expr* e) const { return text_.substr(e->begin, e->end - e->begin); }
  void read_return(GraphBuilder& builder);
  bool skip_deletions(GraphBuilder& builder);
  void find_unused_style(Module& module);
  void read_comment(GraphBuilder& builder, std::string_view comment, std::uint32_t begin, std::uint32_t deeper);
  // `Annotation: {...} recompute: X `: metadata at the front of a comment, which is taken from it.
  std::vector<Meta::Entry> read_stated(std::string_view& comment);
  Arg read_custom(std::string_view dict);
  bool follows_empty_line(std::uint32_t indent) const;
  void skip_block(std::uint32_t indent);
  // The column of a position in the text.
  std::uint32_t column_of(std::uint32_t at) const;
  void finish_line();
  Expr* expression();
  // After an error: skips to the end of the current statement.
  void recover();
  bool starts_statement(std::uint32_t at) const;
  void skip_unsupported(GraphBuilder& builder);
  void read_class_line();
  // Null after an error in it, which has been reported.
  std::optional<std::string_view> annotation_text(std::string& storage);
  Module& owner(std::uint32_t indent);
  void report(std::string message, const Token& token, std::string remedy = {});

  Context& context_;
  std::string_view text_;
  Lexer lexer_;
  Arena scratch_;
  Report report_;
  Report warn_;
  ExpressionParser parser_;
  Ref<Module> root_;
  std::vector<Open> open_;
  std::uint32_t end_ = 0;
  bool has_class_ = false;
  bool stop_ = false;
  bool in_class_form_ = false;  // comments in this function state where values come from
  bool returned_ = false;
  std::uint32_t statement_ = 0;         // start of the current statement
  IdMap<std::uint8_t> deleted_itself_;  // nodes that their own line deletes
  std::string type_text_;
  std::vector<std::string> header_;      // statements of the header being read
  std::vector<std::string_view> boxed_;  // placeholders that it takes from a list
  std::size_t leaves_ = 0;               // of the arguments, in a header with pytree.tree_leaves
  std::string_view boxing_;              // the node whose arguments are boxed above it, and their locations
  std::vector<Arg> boxed_places_;
  bool told_quoted_ = false;
  std::vector<std::string_view> deletions_;
  std::vector<Expr*> targets_;  // of the assignment being read
  std::size_t forward_at_ = 0;  // of the next `def forward(`, once searched
  bool skipped_ = false;        // a function before the graph
  std::set<std::string, std::less<>> left_out_;
  bool has_init_ = false;
  std::map<std::string, Ref<Module>, std::less<>> aside_;  // classes above the one that has objects of them
  std::set<std::string_view> made_;                        // classes that the text calls
  bool made_known_ = false;
  // State of the stack trace comments of the present function.
  std::string last_summary_;
  unsigned salt_ = 0;
  bool trace_known_ = false;
};

}  // namespace seesaw
