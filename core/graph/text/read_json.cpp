#include <algorithm>
#include <unordered_map>

#include "core/base/cat.h"
#include "core/graph/text/print_json.h"
#include "core/graph/text/read.h"

namespace seesaw {

namespace {

class ProgramReader {
 public:
  ProgramReader(std::string_view text, std::shared_ptr<Context> context)
      : program_(context ? Program(std::move(context)) : Program()) {
    document_.parse(text);
  }

  Program read() {
    const JsonValue& root = document_.root();
    check_header(root);
    if (root.has("dialect")) read_dialect(root["dialect"], program_.context->dialect);
    read_metas(root);
    std::span<const JsonValue> modules = root["modules"].items();
    if (modules.empty()) throw json_error(root, "a program needs at least one module");
    for (const JsonValue& item : modules) modules_.push_back(make_module(item));
    for (std::size_t i = 0; i < modules.size(); ++i) read_children(modules[i], i);
    std::size_t nodes = 0;
    for (const JsonValue& item : modules) nodes += item.has("nodes") ? item["nodes"].items().size() : 0;
    lineage_limit_ = limit_for(nodes);
    for (std::size_t i = 0; i < modules.size(); ++i) {
      if (modules[i].has("nodes")) read_graph(modules[i], *modules_[i]);
    }
    program_.root = modules_[0];
    read_lost_users(modules);
    if (!program_.root->has_graph())
      throw json_error(modules[0], "the first module needs a graph", "give it \"nodes\": []");
    if (root.has("signature") && !root["signature"].is_null())
      program_.signature = read_signature(root["signature"], *program_.context);
    if (root.has("range_constraints")) {
      for (const JsonValue& pair : root["range_constraints"].items()) {
        if (pair.items().size() != 2) throw json_error(pair, "expected a symbol and its range");
        program_.range_constraints.emplace_back(pair.items()[0].string(), pair.items()[1].string());
      }
    }
    program_.is_exported = root.has("exported") && root["exported"].boolean();
    program_.ambient_grad = !root.has("ambient_grad") || root["ambient_grad"].boolean();
    return std::move(program_);
  }

 private:
  void read_lost_users(std::span<const JsonValue> modules) {
    if (std::none_of(modules.begin(), modules.end(), [](const JsonValue& item) { return item.has("lost_users"); }))
      return;
    std::unordered_map<const Module*, std::string> paths;
    for (const auto& [path, module] : program_.root->named_modules()) paths.emplace(module, path);
    for (std::size_t i = 0; i < modules.size(); ++i) {
      auto path = paths.find(modules_[i].get());
      if (!modules[i].has("lost_users") || path == paths.end()) continue;
      if (!modules_[i]->has_graph()) throw json_error(modules[i]["lost_users"], "this module has no graph");
      std::int64_t limit = modules_[i]->graph().id_limit();
      for (const JsonValue& pair : modules[i]["lost_users"].items()) {
        if (pair.items().size() != 2) throw json_error(pair, "expected the ids of a value and of a user");
        program_.lost_users.push_back(
            {path->second, number_below(limit, pair.items()[0], "node"), number_below(limit, pair.items()[1], "node")});
      }
    }
  }

  void check_header(const JsonValue& root) {
    if (!root.is_object() || !root["format"].is_string() || root["format"].string() != kJsonFormat) {
      throw json_error(root,
                       "this JSON is not a Seesaw program",
                       "a program starts with {\"format\": \"seesaw.program\", \"version\": 1, ...");
    }
    std::int64_t version = root["version"].integer();
    if (version < 1 || version > kJsonVersion) {
      throw json_error(root["version"],
                       cat({"version ",
                            std::to_string(version),
                            " of the format is not known; this build reads version ",
                            std::to_string(kJsonVersion)}));
    }
  }

  void read_metas(const JsonValue& root) {
    if (!root.has("metas")) return;
    Context& context = *program_.context;
    for (const JsonValue& item : root["metas"].items()) {
      std::vector<Meta::Entry> entries;
      for (const JsonValue& pair : item.items()) {
        if (pair.items().size() != 2) throw json_error(pair, "expected a key and a value");
        entries.push_back(
            {context.intern(pair.items()[0].string()), read_arg(pair.items()[1], context, context.arena, nullptr)});
      }
      metas_.push_back(context.meta_of(entries));
    }
  }

  Ref<Module> make_module(const JsonValue& item) {
    Context& context = *program_.context;
    std::unique_ptr<Graph> graph = item.has("nodes") ? std::make_unique<Graph>(context) : nullptr;
    Ref<Module> module = Module::make(context, item["class"].string(), std::move(graph));
    if (item.has("repr")) module->set_extra_repr(std::string(item["repr"].string()));
    if (item.has("attributes")) {
      for (const JsonValue& attribute : item["attributes"].items()) read_attribute(attribute, *module);
    }
    if (item.has("style")) read_style(item["style"], module->style());
    return module;
  }

  void read_attribute(const JsonValue& item, Module& module) {
    Context& context = *program_.context;
    Attribute attribute;
    attribute.kind = read_attribute_kind(item["kind"], item["kind"].string());
    if (item.has("value")) attribute.value = read_arg(item["value"], context, context.arena, nullptr);
    if (item.has("type")) attribute.type = context.intern(item["type"].string());
    module.set_attribute(context.intern(item["name"].string()), attribute);
  }

  void read_style(const JsonValue& item, TextStyle& style) {
    static_cast<void>(item.members());  // an object
    auto flag = [&](std::string_view key) { return item.has(key) && item[key].boolean(); };
    style.strides = flag("strides");
    style.devices = flag("devices");
    style.expanded_def = flag("expanded_def");
    style.keep_unused = flag("keep_unused");
    style.record_func = flag("record_func");
    if (flag("new_signature")) program_.context->dialect.see(Novelty::signature_lines, true);
    style.bare_lines = flag("bare_lines");
    if (item.has("text")) {
      const JsonValue& text = item["text"];
      style.form = text["form"].string();
      constexpr std::string_view kForms[] = {"readable", "code", "verbose", "graph", "module", "signature"};
      if (std::find(std::begin(kForms), std::end(kForms), style.form) == std::end(kForms))
        throw json_error(text["form"], cat({"there is no form '", style.form, "'"}));
      style.lead = text["lead"].string();
      style.tail = text["tail"].string();
      style.margin = number_below(1 << 20, text["margin"], "margin");
      style.trimmed = text["trimmed"].boolean();
    }
    if (item.has("header")) {
      for (const JsonValue& line : item["header"].items()) style.header.emplace_back(line.string());
    }
    if (item.has("footer")) {
      for (const JsonValue& line : item["footer"].items()) style.footer.emplace_back(line.string());
    }
  }

  // A child must come after its holder in the list, so that modules cannot hold each other.
  void read_children(const JsonValue& item, std::size_t index) {
    if (!item.has("children")) return;
    for (const JsonValue& pair : item["children"].items()) {
      if (pair.items().size() != 2) throw json_error(pair, "expected a name and the number of a module");
      std::int64_t child = pair.items()[1].integer();
      if (child <= static_cast<std::int64_t>(index) || child >= static_cast<std::int64_t>(modules_.size())) {
        throw json_error(
            pair,
            cat({"module ", std::to_string(child), " cannot be a child of module ", std::to_string(index)}),
            "list modules after those that hold them");
      }
      modules_[index]->set_child(program_.context->intern(pair.items()[0].string()),
                                 modules_[static_cast<std::size_t>(child)]);
    }
  }

  void read_graph(const JsonValue& item, Module& module) {
    std::span<const JsonValue> nodes = item["nodes"].items();
    Graph& graph = module.graph();
    by_id_ = IdMap<Node*>();
    id_limit_ = limit_for(nodes.size());
    for (const JsonValue& node : nodes) read_node(node, graph);
    std::vector<Graph::UserOrder> orders;
    for (const JsonValue& node : nodes) {
      if (node.has("users")) orders.push_back(read_users(node));
    }
    graph.set_user_orders(orders);
    graph.set_meta_is_partial(item.has("partial_meta") && item["partial_meta"].boolean());
    if (item.has("pytree")) read_pytree(item["pytree"], graph);
  }

  void read_pytree(const JsonValue& item, Graph& graph) {
    auto info = std::make_shared<PytreeInfo>();
    for (const JsonValue& arg : item["orig_args"].items()) info->orig_args.emplace_back(arg.string());
    info->num_args = static_cast<std::uint32_t>(info->orig_args.size());
    if (item.has("kwargs")) {
      info->has_kwargs = true;
      std::int64_t count = item["num_args"].integer();
      if (count < 0 || count > static_cast<std::int64_t>(info->orig_args.size()))
        throw json_error(item["num_args"], "more arguments than there are");
      info->num_args = static_cast<std::uint32_t>(count);
      for (const JsonValue& name : item["kwargs"].items()) info->kwarg_names.emplace_back(name.string());
    }
    info->has_out_spec = item.has("out_spec") && item["out_spec"].boolean();
    if (item.has("form")) {
      std::span<const JsonValue> form = item["form"].items();
      std::string* const parts[] = {&info->gap, &info->flatten, &info->cleared, &info->before, &info->after};
      for (std::size_t i = 0; i < form.size(); ++i)
        (i < std::size(parts) ? *parts[i] : info->lines.emplace_back()) = std::string(form[i].string());
    }
    graph.set_pytree(std::move(info));
  }

  // Passes leave gaps between ids, but a small text must not request a large table.
  static std::int64_t limit_for(std::size_t nodes) { return static_cast<std::int64_t>(nodes) * 16 + (1 << 22); }

  static std::uint32_t number_below(std::int64_t limit, const JsonValue& value, std::string_view what) {
    std::int64_t number = value.integer();
    if (number < 0 || number >= limit) {
      throw json_error(value,
                       cat({what, " ", value.number_text(), " is out of range"}),
                       cat({"it must be at least 0 and less than ", std::to_string(limit)}));
    }
    return static_cast<std::uint32_t>(number);
  }

  std::uint32_t small_number(const JsonValue& value, std::string_view what) {
    return number_below(id_limit_, value, what);
  }

  void read_node(const JsonValue& item, Graph& graph) {
    Context& context = *program_.context;
    std::uint32_t id = item.has("id") ? small_number(item["id"], "id") : graph.id_limit();
    if (by_id_.get(id) != nullptr) throw json_error(item["id"], cat({"two nodes have the id ", std::to_string(id)}));
    std::string_view opcode = item["op"].string();
    Opcode op = find_opcode(opcode);
    std::string_view target_text = item["target"].string();
    Target target = op == Opcode::call_function ? Target(context.callable(target_text))
                                                : Target(context.intern(target_text));
    NodeFinder finder = [&](const JsonValue& value) -> Node* {
      return value.is_number() ? by_id_.get(small_number(value, "node")) : nullptr;
    };
    std::vector<Arg> args;
    std::vector<Kwarg> kwargs;
    if (item.has("args")) {
      for (const JsonValue& arg : item["args"].items()) args.push_back(read_arg(arg, context, graph.arena(), finder));
    }
    if (item.has("kwargs")) {
      for (const JsonMember& member : item["kwargs"].members())
        kwargs.push_back({context.intern(member.key), read_arg(member.value, context, graph.arena(), finder)});
    }
    Name name = context.name(item["name"].string());
    Symbol type = item.has("type") ? context.intern(item["type"].string()) : Symbol();
    Node* node = graph.create_node_called(name, op, target, args, kwargs, type);
    graph.set_id(node, id);
    if (op == Opcode::unknown) graph.set_unknown_opcode(node, context.intern(opcode));
    by_id_[id] = node;
    if (item.has("meta")) {
      std::int64_t meta = item["meta"].integer();
      if (meta < 0 || meta >= static_cast<std::int64_t>(metas_.size()))
        throw json_error(item["meta"], cat({"there is no meta ", std::to_string(meta)}));
      node->set_meta(metas_[static_cast<std::size_t>(meta)]);
    }
    if (item.has("lineage")) {
      node->set_lineage(number_below(lineage_limit_, item["lineage"], "lineage"));
      context.reserve_lineage(node->lineage());
    }
    if (item.has("line")) {
      if (program_.lines.size() <= node->lineage())
        program_.lines.resize(node->lineage() + program_.lines.size() / 2 + 16);
      program_.lines[node->lineage()] = number_below(std::int64_t{1} << 31, item["line"], "line");
    }
  }

  Graph::UserOrder read_users(const JsonValue& item) {
    Graph::UserOrder order{by_id_.get(item.has("id") ? small_number(item["id"], "id") : 0), {}};
    for (const JsonValue& id : item["users"].items()) {
      Node* user = by_id_.get(small_number(id, "node"));
      if (user == nullptr) throw json_error(id, cat({"there is no node ", id.number_text()}));
      order.users.push_back(user);
    }
    return order;
  }

  JsonDocument document_;
  Program program_;
  std::vector<const Meta*> metas_;
  std::vector<Ref<Module>> modules_;
  IdMap<Node*> by_id_;
  std::int64_t id_limit_ = 0;
  std::int64_t lineage_limit_ = 0;
};

}  // namespace

Program read_json(std::string_view text, std::shared_ptr<Context> context) {
  return ProgramReader(text, std::move(context)).read();
}

}  // namespace seesaw
