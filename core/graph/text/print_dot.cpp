// Graphviz: one box per node, an edge per use, child graphs as clusters below their get_attr or call_module node.
//
//   digraph "GraphModule" {
//     n0_0 [label="placeholder\nx\nf32[2, 3]"]; ...
#include <algorithm>
#include <unordered_map>

#include "core/base/cat.h"
#include "core/base/number.h"
#include "core/graph/ir/value_printer.h"
#include "core/graph/text/print.h"

#include <graph_records_forms.h>

namespace seesaw {

namespace {

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return cat({out, "\""});
}

std::string_view color_of(Opcode op) {
  switch (op) {
    case Opcode::placeholder: return "#e3f2e1";
    case Opcode::output: return "#f6e3e3";
    case Opcode::get_attr: return "#f4f0dc";
    case Opcode::call_module: return "#e8e4f4";
    default: return "#e4edf7";
  }
}

struct Cluster {
  const Module* module;
  std::string path;
  unsigned depth;
  bool close;
};

class DotPrinter {
 public:
  std::string print(const Module& root) {
    out_ = cat({"digraph ",
                quoted(root.class_name().view()),
                " {\n  rankdir=TB;\n  node [shape=box, style=filled, fontname=\"monospace\"];\n"});
    std::vector<Cluster> stack{{&root, "", 0, false}};
    std::uint32_t epoch = root.context().next_epoch();
    while (!stack.empty()) {
      Cluster now = std::move(stack.back());
      stack.pop_back();
      if (now.close) {
        out_ += "  }\n";
        continue;
      }
      if (now.depth > 0) {
        out_ += cat({"  subgraph cluster_", std::to_string(clusters_.size()), " {\n  label=", quoted(now.path), ";\n"});
        stack.push_back({now.module, "", now.depth, true});
      }
      const_cast<Module*>(now.module)->visit(epoch);
      clusters_.emplace_back(now.module, next_);
      nodes(now.module->graph());
      std::size_t first = stack.size();
      for (const auto& entry : now.module->children()) {
        Module* child = entry.value.get();
        if (child->has_graph() && child->visit(epoch)) {
          stack.push_back({child,
                           now.path.empty() ? std::string(entry.key.view()) : cat({now.path, ".", entry.key.view()}),
                           now.depth + 1,
                           false});
        }
      }
      std::reverse(stack.begin() + static_cast<std::ptrdiff_t>(first), stack.end());
    }
    edges();
    return cat({out_, "}\n"});
  }

 private:
  void nodes(const Graph& graph) {
    std::uint64_t base = next_;
    for (Node* node : graph) {
      std::string label(graph.opcode_text(node));
      label += cat({" ", node->name_text()});
      if (node->op() == Opcode::call_function) {
        label = cat({node->name_text(), "\n", node->target().text()});
      } else if (node->op() == Opcode::call_method || node->op() == Opcode::call_module ||
                 node->op() == Opcode::get_attr) {
        label += cat({"\n", node->target().text()});
      }
      std::string value = value_annotation(*node, false, false);
      if (!value.empty()) label += cat({"\n", value});
      out_ += cat({"  n",
                   std::to_string(base + node->id()),
                   " [label=",
                   quoted(label),
                   ", fillcolor=\"",
                   color_of(node->op()),
                   "\"];\n"});
    }
    next_ += graph.id_limit();
  }

  void edges() {
    std::unordered_map<const Module*, std::uint64_t> bases(clusters_.begin(), clusters_.end());
    for (const auto& [module, base] : clusters_) {
      for (Node* node : module->graph()) {
        for (Node* input : node->all_input_nodes()) {
          if (&input->graph() != &module->graph()) continue;
          out_ += cat({"  n", std::to_string(base + input->id()), " -> n", std::to_string(base + node->id()), ";\n"});
        }
        if (node->op() != Opcode::get_attr && node->op() != Opcode::call_module) continue;
        Module* child = module->find_path(node->target().text()).module;
        auto found = bases.find(child);
        if (found == bases.end() || child->graph().first() == nullptr) continue;
        out_ += cat({"  n",
                     std::to_string(base + node->id()),
                     " -> n",
                     std::to_string(found->second + child->graph().first()->id()),
                     " [style=dashed];\n"});
      }
    }
  }

  std::string out_;
  std::uint64_t next_ = 0;
  std::vector<std::pair<const Module*, std::uint64_t>> clusters_;
};

}  // namespace

std::string print_dot(const Module& module) { return DotPrinter().print(module); }

constinit const TextForm text_form::dot{
    .name = "dot",
    .order = 10,
    .doc = "Graphviz",
    .print = [](const Printing& p) { return print_dot(p.module); },
    .ending = "dot",
    .plain = true,
    .read_back = false,
};

}  // namespace seesaw
