// Graph::lint: the checks of torch.fx.Graph.lint, in its order and with its texts.
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/graph/ir/graph.h"
#include "core/graph/ir/module.h"

namespace seesaw {

Error node_error(const Node* node, std::string_view exception, std::string message, std::string note) {
  Error error = fx_error(exception, std::move(message));
  error.diagnostic().place.node = node->name_text();
  if (!note.empty()) error.diagnostic().note(std::move(note));
  return error;
}

namespace {

Error lint_error(const Node* node, std::string message) { return node_error(node, "RuntimeError", std::move(message)); }

// Looks up the names seen so far; names are pairs, so a table of pairs suffices.
class NameSet {
 public:
  explicit NameSet(std::size_t count) {
    std::size_t size = 16;
    while (size < count * 2) size *= 2;
    slots_.resize(size);
  }
  bool insert(const Name& name) {
    std::size_t mask = slots_.size() - 1;
    std::size_t i = name.hash() & mask;
    for (; slots_[i]; i = (i + 1) & mask) {
      if (slots_[i] == name) return false;
    }
    slots_[i] = name;
    return true;
  }

 private:
  std::vector<Name> slots_;
};

void check_arguments(const Graph& graph, Node* node, IdMap<std::uint8_t>& seen) {
  for (const Arg& root : node->all_args()) {
    for_each_node(root, [&](Node* arg) {
      if (&arg->graph() != &graph) {
        throw lint_error(node,
                         cat({"Argument '",
                              arg->name_text(),
                              "' of Node '",
                              node->name_text(),
                              "' does not belong to this Graph, but was used as an argument! If you are copying nodes "
                              "from another graph, make sure to use ``arg_transform`` on node_copy() to remap values\n",
                              graph.str()}));
      }
      if (seen.get(arg->id()) == 0) {
        throw lint_error(node,
                         cat({"Argument '",
                              arg->name_text(),
                              "' of Node '",
                              node->name_text(),
                              "' was used before it has been defined! Please check that Nodes in the graph are "
                              "topologically ordered\n",
                              graph.str()}));
      }
    });
  }
}

// A layer of which a text has only the line: it has whatever parameters the graph reads.
bool is_line_only(const Module& module) {
  return module.known_by_line() && !module.has_graph() && module.children().empty() && module.attributes().empty();
}

// The target of a get_attr or call_module, atom by atom. Returns the number of its warnings.
int check_target(const Graph& graph, Node* node, int warnings) {
  constexpr int kMaxWarnings = 5;
  std::string_view path = node->target().text();
  Module* at = graph.owning_module();
  std::size_t begin = 0;
  int count = 0;
  for_each_atom(path, [&](std::string_view atom) {
    if (at == nullptr) return;
    std::string name(atom);
    std::string seen_path(path.substr(0, begin == 0 ? 0 : begin - 1));
    begin += atom.size() + 1;
    Symbol key = graph.context().symbols.find(atom);
    Module* child = key ? at->child(key) : nullptr;
    const Attribute* attribute = key ? at->attribute(key) : nullptr;
    std::string about = cat({"Node ", node->name_text(), " target ", path, " "});
    if (child == nullptr && attribute == nullptr) {
      if (at != graph.owning_module() && is_line_only(*at)) {
        at = nullptr;
        return;
      }
      throw lint_error(node, cat({about, "references nonexistent attribute ", name, " of ", seen_path}));
    }
    if (child != nullptr) {
      at = child;
      return;
    }
    // Named by a text, with everything below it, without further details.
    if (attribute->kind == Attribute::Kind::implied) {
      at = nullptr;
      return;
    }
    if (node->op() == Opcode::call_module) {
      throw lint_error(node, cat({about, name, " of ", seen_path, " does not reference an nn.Module"}));
    }
    if (attribute->kind == Attribute::Kind::tensor || attribute->kind == Attribute::Kind::object) {
      if (warnings + count < kMaxWarnings) {
        graph.warn(cat({about,
                        name,
                        " of ",
                        seen_path,
                        " does not reference an nn.Module, nn.Parameter, or buffer, which is what 'get_attr' Nodes "
                        "typically target"}));
      }
      ++count;
    }
  });
  return warnings + count;
}

}  // namespace

void Graph::lint() const {
  NameSet names(size_);
  IdMap<std::uint8_t> seen(id_limit());
  for (Node* node : *this) {
    if (node->op() == Opcode::unknown) {
      throw lint_error(node, cat({"Node ", node->name_text(), " had unknown opcode ", opcode_text(node), "!"}));
    }
    check_arguments(*this, node, seen);
    seen[node->id()] = 1;
    if (!names.insert(node->name())) throw lint_error(node, cat({"Node redefined name ", node->name_text(), "!"}));
  }
  if (owning_module_ == nullptr) return;
  int warnings = 0;
  for (Node* node : *this) {
    if (node->op() == Opcode::get_attr || node->op() == Opcode::call_module)
      warnings = check_target(*this, node, warnings);
  }
  if (warnings > 5)
    warn(cat({"Additional ", std::to_string(warnings - 5), " warnings suppressed about get_attr references"}));
}

}  // namespace seesaw
