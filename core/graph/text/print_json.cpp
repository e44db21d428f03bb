#include "core/graph/text/print_json.h"

#include <algorithm>
#include <unordered_map>

#include "core/base/cat.h"

#include <graph_records_forms.h>

namespace seesaw {

namespace {

// In the order of Attribute::Kind.
constexpr std::string_view kAttributeKinds[] = {"parameter", "buffer", "tensor", "object", "implied"};
static_assert(std::size(kAttributeKinds) == static_cast<std::size_t>(Attribute::Kind::implied) + 1);

class ProgramWriter {
 public:
  explicit ProgramWriter(const Program& program) : program_(program) {}

  std::string write() {
    json_.object().member("format", kJsonFormat).member("version", kJsonVersion);
    if (program_.is_exported) json_.member("exported", true);
    if (!program_.ambient_grad) json_.member("ambient_grad", false);
    write_dialect(json_, program_.context->dialect);
    json_.key("modules").array();
    std::vector<const Module*> modules = holders_first();
    for (const LostUser& lost : program_.lost_users) {
      const Module* module = lost.graph.empty() ? program_.root.get() : program_.root->find_path(lost.graph).module;
      if (module != nullptr) lost_users_[module].push_back(lost);
    }
    for (std::size_t i = 0; i < modules.size(); ++i) index_.emplace(modules[i], i);
    for (const Module* module : modules) write_module(*module);
    json_.end();
    write_metas();
    if (program_.signature) {
      json_.key("signature");
      write_signature(json_, *program_.signature);
    }
    if (!program_.range_constraints.empty()) {
      json_.key("range_constraints").array();
      for (const auto& [symbol, range] : program_.range_constraints)
        json_.array().value(std::string_view(symbol)).value(std::string_view(range)).end();
      json_.end();
    }
    json_.end();
    return json_.take();
  }

 private:
  // Each module once, after all modules that hold it: the reverse of the order in which a depth-first walk leaves
  // them.
  std::vector<const Module*> holders_first() const {
    struct Frame {
      Module* module;
      std::vector<Module*> children;
    };
    std::uint32_t epoch = program_.context->next_epoch();
    auto open = [](Module* module) {
      Frame frame{module, {}};
      for (const auto& entry : module->children()) frame.children.push_back(entry.value.get());
      return frame;
    };
    std::vector<const Module*> left;
    program_.root->visit(epoch);
    std::vector<Frame> stack{open(program_.root.get())};
    while (!stack.empty()) {
      if (stack.back().children.empty()) {
        left.push_back(stack.back().module);
        stack.pop_back();
        continue;
      }
      // From the last child on, so that the reversed order has the first child first.
      Module* child = stack.back().children.back();
      stack.back().children.pop_back();
      if (child->visit(epoch)) stack.push_back(open(child));
    }
    std::reverse(left.begin(), left.end());
    return left;
  }

  void write_module(const Module& module) {
    json_.object().member("class", module.class_name().view());
    if (module.known_by_line()) json_.member("repr", std::string_view(module.extra_repr()));
    if (module.has_graph()) write_graph(module.graph());
    if (!module.children().empty()) {
      json_.key("children").array();
      for (const auto& entry : module.children()) {
        json_.array().value(entry.key.view()).value(static_cast<std::int64_t>(index_.at(entry.value.get()))).end();
      }
      json_.end();
    }
    if (!module.attributes().empty()) {
      json_.key("attributes").array();
      for (const auto& entry : module.attributes()) write_attribute(entry.key, entry.value);
      json_.end();
    }
    write_style(module.style());
    json_.end();
  }

  void write_attribute(Symbol name, const Attribute& attribute) {
    json_.object().member("name", name.view()).member("kind", attribute_kind_name(attribute.kind));
    if (!attribute.value.is_none()) {
      json_.key("value");
      write_arg(json_, attribute.value);
    }
    if (attribute.type) json_.member("type", attribute.type.view());
    json_.end();
  }

  void write_style(const TextStyle& style) {
    bool plain = !style.strides && !style.devices && !style.expanded_def && !style.keep_unused && !style.record_func &&
                 !style.bare_lines && style.form.empty() && style.header.empty() && style.footer.empty();
    if (plain) return;
    json_.key("style").object();
    if (style.strides) json_.member("strides", true);
    if (style.devices) json_.member("devices", true);
    if (style.expanded_def) json_.member("expanded_def", true);
    if (style.keep_unused) json_.member("keep_unused", true);
    if (style.record_func) json_.member("record_func", true);
    if (style.bare_lines) json_.member("bare_lines", true);
    if (!style.form.empty()) {
      json_.key("text").object().member("form", std::string_view(style.form));
      json_.member("lead", std::string_view(style.lead)).member("tail", std::string_view(style.tail));
      json_.member("margin", style.margin).member("trimmed", style.trimmed).end();
    }
    auto lines = [&](std::string_view key, const std::vector<std::string>& list) {
      if (list.empty()) return;
      json_.key(key).array();
      for (const std::string& line : list) json_.value(std::string_view(line));
      json_.end();
    };
    lines("header", style.header);
    lines("footer", style.footer);
    json_.end();
  }

  void write_graph(const Graph& graph) {
    json_.key("nodes").array();
    IdMap<std::uint32_t> position(graph.id_limit());
    std::uint32_t at = 0;
    for (Node* node : graph) position[node->id()] = at++;
    for (Node* node : graph) write_node(graph, *node, position);
    json_.end();
    if (graph.meta_is_partial()) json_.member("partial_meta", true);
    if (auto lost = lost_users_.find(graph.owning_module()); lost != lost_users_.end()) {
      json_.key("lost_users").array();
      for (const LostUser& row : lost->second) json_.array().value(row.value).value(row.user).end();
      json_.end();
    }
    if (const PytreeInfo* pytree = graph.pytree()) write_pytree(*pytree);
  }

  void write_pytree(const PytreeInfo& pytree) {
    json_.key("pytree").object().key("orig_args").array();
    for (const std::string& arg : pytree.orig_args) json_.value(std::string_view(arg));
    json_.end();
    if (pytree.has_kwargs) {
      json_.member("num_args", pytree.num_args).key("kwargs").array();
      for (const std::string& name : pytree.kwarg_names) json_.value(std::string_view(name));
      json_.end();
    }
    json_.member("out_spec", pytree.has_out_spec);
    if (!pytree.gap.empty() || !pytree.flatten.empty() || !pytree.before.empty()) {
      json_.key("form").array();
      for (const std::string* part : {&pytree.gap, &pytree.flatten, &pytree.cleared, &pytree.before, &pytree.after})
        json_.value(std::string_view(*part));
      for (const std::string& line : pytree.lines) json_.value(std::string_view(line));
      json_.end();
    }
    json_.end();
  }

  void write_node(const Graph& graph, const Node& node, const IdMap<std::uint32_t>& position) {
    json_.object()
        .member("id", node.id())
        .member("op", graph.opcode_text(&node))
        .member("name", std::string_view(node.name_text()));
    json_.member("target", node.target().text());
    if (!node.args().empty()) {
      json_.key("args").array();
      for (const Arg& arg : node.args()) write_arg(json_, arg);
      json_.end();
    }
    if (node.num_kwargs() > 0) {
      json_.key("kwargs").object();
      for (std::size_t i = 0; i < node.num_kwargs(); ++i) {
        json_.key(node.kwarg(i).key.view());
        write_arg(json_, node.kwarg(i).value);
      }
      json_.end();
    }
    if (node.type()) json_.member("type", node.type().view());
    if (node.meta() != nullptr) {
      auto [known, added] = meta_index_.emplace(node.meta(), metas_.size());
      if (added) metas_.push_back(node.meta());
      json_.member("meta", static_cast<std::int64_t>(known->second));
    }
    json_.member("lineage", node.lineage());
    if (node.lineage() < program_.lines.size() && program_.lines[node.lineage()] != 0)
      json_.member("line", program_.lines[node.lineage()]);
    // Users are derived from the arguments; only an order other than program order is written.
    std::vector<Node*> users = node.users();
    bool in_order = std::is_sorted(
        users.begin(), users.end(), [&](Node* a, Node* b) { return position.get(a->id()) < position.get(b->id()); });
    if (!in_order) {
      json_.key("users").array();
      for (Node* user : users) json_.value(user->id());
      json_.end();
    }
    json_.end();
  }

  void write_metas() {
    json_.key("metas").array();
    for (const Meta* meta : metas_) {
      json_.array();
      for (const Meta::Entry& entry : *meta) {
        json_.array().value(entry.key.view());
        write_arg(json_, entry.value);
        json_.end();
      }
      json_.end();
    }
    json_.end();
  }

  const Program& program_;
  JsonWriter json_;
  std::unordered_map<const Module*, std::size_t> index_;
  std::unordered_map<const Meta*, std::size_t> meta_index_;
  std::vector<const Meta*> metas_;
  std::unordered_map<const Module*, std::vector<LostUser>> lost_users_;
};

}  // namespace

std::string_view attribute_kind_name(Attribute::Kind kind) { return kAttributeKinds[static_cast<std::size_t>(kind)]; }

Attribute::Kind read_attribute_kind(const JsonValue& item, std::string_view kind) {
  for (std::size_t i = 0; i < std::size(kAttributeKinds); ++i) {
    if (kAttributeKinds[i] == kind) return static_cast<Attribute::Kind>(i);
  }
  throw json_error(item, cat({"unknown kind of attribute '", kind, "'"}));
}

std::string print_json(const Program& program) { return ProgramWriter(program).write(); }

constinit const TextForm text_form::json{
    .name = "json",
    .order = 9,
    .doc = "everything, for programs",
    .print = [](const Printing& p) { return print_json(p.program); },
    .ending = "json",
    .plain = true,
};

}  // namespace seesaw
