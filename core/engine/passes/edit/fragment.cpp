#include "core/engine/passes/edit/fragment.h"

#include <algorithm>
#include <optional>

#include "core/base/cat.h"
#include "core/base/identifier.h"
#include "core/graph/text/module_reader.h"

namespace seesaw {

namespace {

constexpr std::string_view kIndent = "    ";

// The lines one level below the function line, without their common indent.
std::string body_of(std::string_view text, std::size_t& common) {
  std::vector<std::string_view> lines;
  common = std::string_view::npos;
  for (std::size_t at = 0; at <= text.size();) {
    std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    std::size_t indent = lines.back().find_first_not_of(" \t\r");
    if (indent != std::string_view::npos) common = std::min(common, indent);
    at = end + 1;
  }
  if (common == std::string_view::npos) common = 0;
  std::string out;
  for (std::string_view line : lines) out += cat({kIndent, line.substr(std::min(common, line.size())), "\n"});
  return out;
}

// Whether the expression that begins there is unnamed: it stands alone, or inside another one.
bool is_unnamed(std::string_view text, std::size_t at) {
  std::size_t line = text.rfind('\n', at) + 1;
  std::string_view before = text.substr(line, at - line);
  before = before.substr(0, before.find_last_not_of(' ') + 1);
  return !before.ends_with('=') ||
         std::count(before.begin(), before.end(), '(') != std::count(before.begin(), before.end(), ')');
}

// torch.export's name for the value of an operator's overload: `relu`, where torch.fx proposes `relu_default`.
Name exported_name(Context& context, const Node* node) {
  if (node->op() != Opcode::call_function || node->callable()->kind != CallableKind::op_overload) return node->name();
  std::string_view path = node->callable()->path.view();
  path = path.substr(0, path.rfind('.'));
  return context.name(path.substr(path.rfind('.') + 1));
}

}  // namespace

Fragment::Fragment(GraphEdit& edit, std::string_view text) {
  read(edit, text);
  if (operations_.empty())
    throw user_error(
        "syntax", "there is no operation in this text", "write a call, for example torch.ops.aten.relu.default(x)");
}

void Fragment::read(GraphEdit& edit, std::string_view text) {
  std::string whole = "def forward(self";
  std::vector<Node*> scope;
  for (Node* node : edit.graph()) {
    std::string name = node->name_text();
    if (node->op() == Opcode::output || name == "self" || !is_identifier(name) || is_python_keyword(name)) continue;
    whole += cat({", ", name});
    scope.push_back(node);
  }
  std::size_t common = 0;
  whole += cat({"):\n", body_of(text, common)});
  LineIndex index(whole);
  Diagnostics found;
  auto report = [&](std::string message, std::uint32_t begin, std::uint32_t end, std::string remedy) {
    Error error = user_error("syntax", std::move(message), std::move(remedy));
    Place& place = error.diagnostic().place = index.place(begin, end);
    place.line -= place.line > 1 ? 1 : 0;
    place.end_line -= place.end_line > 1 ? 1 : 0;
    for (std::uint32_t* column : {&place.column, &place.end_column})
      *column = *column > 4 ? *column - 4 + static_cast<std::uint32_t>(common) : 1;
    found.add(error.diagnostic());
  };
  ModuleReader reader(edit.context(), whole, report, [](std::string, std::uint32_t, std::uint32_t, std::string) {});
  reader.on_node = [&](Node* node, const Expr* e) {
    if (e != nullptr && is_unnamed(whole, e->begin)) unnamed_[node->id()] = 1;
  };
  reader.read(0);
  if (found.has_errors()) throw Error(found.items()[0]);
  module_ = reader.root();
  for (Node* node : module_->graph()) {
    if (node->op() == Opcode::placeholder) {
      if (parameters_.size() < scope.size()) map_[node->id()] = scope[parameters_.size()];
      parameters_.push_back(node);
    } else if (node->op() == Opcode::output) {
      throw user_error("syntax", "a graph has one return, which stays", "leave the return out");
    } else {
      operations_.push_back(node);
    }
  }
}

std::vector<Node*> Fragment::inputs() const {
  std::vector<Node*> out;
  for (const Node* parameter : parameters_) {
    if (parameter->has_users()) out.push_back(map_.get(parameter->id()));
  }
  return out;
}

std::vector<Node*> Fragment::insert(GraphEdit& edit, Node* before, std::size_t left_out) {
  std::vector<Node*> out;
  Graph& graph = edit.graph();
  Symbol val = edit.context().keys.val;
  std::optional<InsertPoint> here;
  graph.reset_insert_point();
  if (before != nullptr) here.emplace(graph.inserting_before(before));
  for (std::size_t i = 0; i + left_out < operations_.size(); ++i) {
    const Node* source = operations_[i];
    bool names_module = source->op() == Opcode::get_attr || source->op() == Opcode::call_module;
    if (names_module && !edit.module().find_path(source->target().text())) {
      throw edit.refused(nullptr,
                         "node",
                         cat({"the graph has no attribute 'self.", source->target().text(), "'"}),
                         "name one that it has");
    }
    const Arg* known = source->find_meta(val);
    Node* copy = graph.node_copy(source, map_);
    if (unnamed_.get(source->id()) != 0) copy->rename(exported_name(edit.context(), source));
    copy->set_meta(nullptr);
    if (known != nullptr) copy->set_meta(val, *known);
    map_[source->id()] = copy;
    edit.made(copy);
    out.push_back(copy);
  }
  return out;
}

}  // namespace seesaw
