// Modules: a graph with its children, parameters and buffers, or a module of which only the name is known.
//
// What: `Module` is torch.fx.GraphModule when it has a graph, else a stand-in for any other nn.Module (`Linear`). Child
// modules are shared references: one graph can be the branch of two conds.
// Why: `get_attr` and `call_module` name things by dotted path, and bodies of higher-order operators are children. A
// module is destroyed with its last reference, without recursion, however deep modules are nested.
//
//   Ref<Module> root = Module::make(context, "GraphModule", std::make_unique<Graph>(context));
//   root->set_child(context.intern("submod_1"), body);
//   root->find_path("submod_1.weight");          // an Attribute or a Module, or nothing
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/ordered_map.h"
#include "core/base/ref.h"
#include "core/graph/ir/graph.h"

namespace seesaw {

// The target of a get_attr other than a module.
struct Attribute {
  enum class Kind : std::uint8_t {
    parameter,
    buffer,
    tensor,   // a plain tensor attribute
    object,   // anything else; described by `type`
    implied,  // named by a text without further details
  };
  Kind kind = Kind::implied;
  Arg value;    // tensor_meta, or none
  Symbol type;  // of an object
};

// Layout of the text that a module was read from, so that printing reproduces it.
struct TextStyle {
  bool strides = false;             // annotations include strides
  bool devices = false;             // annotations include devices
  bool expanded_def = false;        // one parameter per line, as newer versions print when nodes have descriptions
  bool keep_unused = false;         // unused values are not deleted, as in versions before 2.5
  bool record_func = false;         // each call is enclosed in lines of the profiler
  bool bare_lines = false;          // empty lines are empty, whatever stands around them
  std::vector<std::string> header;  // lines before the class
  std::vector<std::string> footer;  // lines after it
  // White space around and in front of the whole text, and its form, for the format `read`.
  std::string form, lead, tail;
  std::uint32_t margin = 0;
  bool trimmed = false;  // no line holds white space alone
};

class Module {
 public:
  using CreateHook = std::function<void(Node*)>;
  // Called with the old node, the name of the new one, and the user, before the user changes.
  using ReplaceHook = std::function<void(Node* old_node, Name new_name, Node* user)>;

  static Ref<Module> make(Context& context, std::string_view class_name, std::unique_ptr<Graph> graph = nullptr);

  Context& context() const { return *context_; }
  Symbol class_name() const { return class_name_; }
  void set_class_name(Symbol name) { class_name_ = name; }
  // The text that str(module) shows in the parentheses of a module without children: `in_features=4, out_features=8`.
  const std::string& extra_repr() const { return extra_repr_; }
  void set_extra_repr(std::string text) {
    extra_repr_ = std::move(text);
    known_by_line_ = true;
  }
  // Whether a text has said what the module is by its line, `LayerNorm((4,), eps=1e-05)`, `ReLU()`: nothing then says
  // which parameters it has.
  bool known_by_line() const { return known_by_line_; }

  bool has_graph() const { return graph_ != nullptr; }
  Graph& graph() const { return *graph_; }
  void set_graph(std::unique_ptr<Graph> graph);

  const OrderedMap<Ref<Module>>& children() const { return children_; }
  Module* child(Symbol name) const;
  void set_child(Symbol name, Ref<Module> module) { children_.set(name, std::move(module)); }
  bool delete_child(Symbol name) { return children_.erase(name); }
  bool delete_attribute(Symbol name) { return attributes_.erase(name); }
  const OrderedMap<Attribute>& attributes() const { return attributes_; }
  const Attribute* attribute(Symbol name) const { return attributes_.find(name); }
  void set_attribute(Symbol name, Attribute attribute) { attributes_.set(name, attribute); }
  // hasattr(module, name): a child or an attribute.
  bool has_attr(Symbol name) const { return children_.contains(name) || attributes_.contains(name); }

  // Target of a dotted path; both null if it does not exist.
  struct Found {
    Module* module = nullptr;
    const Attribute* attribute = nullptr;
    Module* holder = nullptr;        // the module that contains the last atom
    std::size_t missing = SIZE_MAX;  // index of the first missing atom
    explicit operator bool() const { return module != nullptr || attribute != nullptr; }
  };
  Found find_path(std::string_view path) const;

  // This module and all its descendants, parents first, each once: nn.Module.modules. `parent` is an index in the list.
  struct Located {
    Module* module;
    std::size_t parent;
    Symbol name;  // within the parent; null for the first
  };
  std::vector<Located> modules() const;
  // The same with dotted paths, as long as the nesting is deep: nn.Module.named_modules.
  std::vector<std::pair<std::string, Module*>> named_modules() const;
  // Drops children that no get_attr or call_module of this graph names. Unlike PyTorch's function of this name it keeps
  // the descendants of a module that a get_attr names (see passes/differences.h).
  void delete_all_unused_submodules();

  // A copy of the module and all its descendants; sharing inside it is preserved. Node names are requested again, as in
  // copy.deepcopy.
  Ref<Module> deep_copy() const {
    return copy_with([](const Graph& graph) { return graph.deep_copy(); });
  }
  // The same with exact copies of the graphs (Graph::clone).
  Ref<Module> clone() const {
    return copy_with([](const Graph& graph) { return graph.clone(); });
  }
  // For walks that visit each module once: true on the first visit with this epoch (see Context::next_epoch).
  bool visit(std::uint32_t epoch) { return std::exchange(visited_, epoch) != epoch; }

  TextStyle& style() { return style_; }
  const TextStyle& style() const { return style_; }

  std::vector<CreateHook> create_node_hooks;
  std::vector<CreateHook> erase_node_hooks;
  std::vector<ReplaceHook> replace_hooks;

  void retain() { ++references_; }
  static void release(Module* module);

 private:
  Ref<Module> copy_with(std::unique_ptr<Graph> (*copy_graph)(const Graph&)) const;
  Module(Context& context, Symbol class_name) : context_(&context), class_name_(class_name) {}
  ~Module() = default;

  Context* context_;
  Symbol class_name_;
  std::string extra_repr_;
  bool known_by_line_ = false;
  std::unique_ptr<Graph> graph_;
  OrderedMap<Ref<Module>> children_;
  OrderedMap<Attribute> attributes_;
  TextStyle style_;
  std::uint32_t references_ = 0;
  std::uint32_t visited_ = 0;
};

// The dotted path of an entry of modules(); empty for the first.
std::string path_of(const std::vector<Module::Located>& modules, std::size_t index);

// Splits "a.b.c" into its atoms; calls f(atom) for each.
template <class F>
void for_each_atom(std::string_view path, F&& f) {
  for (std::size_t at = 0;;) {
    std::size_t dot = path.find('.', at);
    f(path.substr(at, dot == std::string_view::npos ? dot : dot - at));
    if (dot == std::string_view::npos) return;
    at = dot + 1;
  }
}

}  // namespace seesaw
