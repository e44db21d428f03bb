// Steps of an edit on the modules below the graph, and between graphs: as torch.fx.GraphModule and
// Graph.graph_copy.
#include "core/base/cat.h"
#include "core/engine/commands/graph_commands.h"
#include "core/graph/session/editor.h"
#include "core/graph/text/print_json.h"
#include "core/graph/text/read.h"

namespace seesaw {

namespace {

std::vector<Symbol> atoms_of(Context& context, std::string_view path) {
  std::vector<Symbol> atoms;
  for_each_atom(path, [&](std::string_view atom) { atoms.push_back(context.intern(atom)); });
  return atoms;
}

// A module of another program (`from`, `fromPath`), or of this one, brought into the context of this program.
Ref<Module> module_from(Editor& editor, const JsonValue& item) {
  Program copy = editor.session().program(item, "from").clone();
  std::string_view path = string_arg(item, "fromPath", "");
  if (!path.empty()) {
    Module* found = copy.root->find_path(path).module;
    if (found == nullptr)
      throw user_error("path", cat({"there is no module '", path, "' in the program ", item["from"].number_text()}));
    copy.root = Ref<Module>(found);
    copy.signature.reset();
  }
  return read_json(print_json(copy), editor.shared_context()).root;
}

// {from, fromPath?, valMap?: {name there: node here}} -> {result: the mapped output or null, nodes: {name there: {id,
// name}}}
void graph_copy(Editor& editor, const JsonValue& item, JsonWriter& value) {
  Ref<Module> source = module_from(editor, item);
  if (!source->has_graph()) throw user_error("path", "the module to copy from has no graph");
  const Graph& graph = source->graph();
  IdMap<Node*> map(graph.id_limit());
  IdMap<std::uint8_t> given(graph.id_limit());
  if (const JsonValue* known = item.find("valMap"); known != nullptr && !known->is_null()) {
    std::unordered_map<std::string, Node*> by_name;
    for (Node* node : graph) by_name.emplace(node->name_text(), node);
    for (const JsonMember& member : known->members()) {
      auto found = by_name.find(std::string(member.key));
      if (found == by_name.end())
        throw json_error(member.value, cat({"the graph to copy has no node '", member.key, "'"}));
      Node* here = editor.find(member.value);
      if (here == nullptr)
        throw json_error(member.value, cat({"valMap: there is no such node for '", member.key, "'"}));
      map[found->second->id()] = here;
      given[found->second->id()] = 1;
    }
  }
  Arg result = editor.graph().graph_copy(graph, map);
  value.object().key("result");
  write_arg(value, result);
  value.key("nodes").object();
  for (Node* node : graph) {
    Node* copy = map.get(node->id());
    if (copy == nullptr) continue;
    if (given.get(node->id()) == 0) editor.remember(copy);
    value.key(node->name_text())
        .object()
        .member("id", copy->id())
        .member("name", std::string_view(copy->name_text()))
        .end();
  }
  value.end().end();
}

// {target, from?, fromPath?, class?, replace?} -> whether it could be inserted. With `replace` it takes the place of
// the module of this name, as an assignment in Python does.
void add_submodule(Editor& editor, const JsonValue& item, JsonWriter& value) {
  std::vector<Symbol> atoms = atoms_of(editor.context(), item["target"].string());
  Module* holder = &editor.module();
  for (std::size_t i = 0; i + 1 < atoms.size(); ++i) {
    if (!holder->has_attr(atoms[i])) holder->set_child(atoms[i], Module::make(editor.context(), "Module"));
    holder = holder->child(atoms[i]);
    if (holder == nullptr) {
      value.value(false);
      return;
    }
  }
  std::string_view field = atoms.back().view();
  if (field.empty()) throw fx_error("KeyError", "module name can't be empty string \"\"");
  bool replaces = bool_arg(item, "replace", false) && holder->child(atoms.back()) != nullptr;
  if (!replaces && holder->attribute(atoms.back()) != nullptr)
    throw fx_error("KeyError", cat({"attribute '", field, "' already exists"}));
  holder->set_child(atoms.back(),
                    item.has("from") ? module_from(editor, item)
                                     : Module::make(editor.context(), string_arg(item, "class", "Module")));
  value.value(true);
}

// {target} -> {class, graph, children: [name]}
void get_submodule(Editor& editor, const JsonValue& item, JsonWriter& value) {
  Module* module = &editor.module();
  std::string_view target = item["target"].string();
  if (!target.empty()) {
    for (Symbol atom : atoms_of(editor.context(), target)) {
      if (!module->has_attr(atom))
        throw fx_error("AttributeError", cat({module->class_name().view(), " has no attribute `", atom.view(), "`"}));
      module = module->child(atom);
      if (module == nullptr) throw fx_error("AttributeError", cat({"`", atom.view(), "` is not an nn.Module"}));
    }
  }
  value.object()
      .member("class", module->class_name().view())
      .member("graph", module->has_graph())
      .key("children")
      .array();
  for (const auto& child : module->children()) value.value(child.key.view());
  value.end().end();
}

// {target} -> whether the module existed
void delete_submodule(Editor& editor, const JsonValue& item, JsonWriter& value) {
  std::vector<Symbol> atoms = atoms_of(editor.context(), item["target"].string());
  Module* holder = &editor.module();
  for (std::size_t i = 0; holder != nullptr && i + 1 < atoms.size(); ++i) holder = holder->child(atoms[i]);
  value.value(holder != nullptr && holder->delete_child(atoms.back()));
}

void delete_all_unused_submodules(Editor& editor, const JsonValue&, JsonWriter& value) {
  editor.module().delete_all_unused_submodules();
  value.null();
}

// -> [{path, class, graph}], the module itself first
void named_modules(Editor& editor, const JsonValue&, JsonWriter& value) {
  value.array();
  for (const auto& [path, module] : editor.module().named_modules()) {
    value.object()
        .member("path", std::string_view(path))
        .member("class", module->class_name().view())
        .member("graph", module->has_graph())
        .end();
  }
  value.end();
}

// -> [{id, name, op, target, text}]; `text` is the line of str(graph)
void graph_nodes(Editor& editor, const JsonValue&, JsonWriter& value) {
  value.array();
  for (Node* node : editor.graph()) {
    value.object()
        .member("id", node->id())
        .member("name", std::string_view(node->name_text()))
        .member("op", editor.graph().opcode_text(node));
    value.member("target", node->target().text()).member("text", std::string_view(node->format_node())).end();
  }
  value.end();
}

// One row of read_nodes: what a view of the node shows. Neighbours are null at the ends.
void write_row(const Editor& editor, const Node& node, JsonWriter& value) {
  auto beside = [&](const Node* other) {
    if (other == nullptr || other->op() == Opcode::root) {
      value.null();
    } else {
      value.value(other->id());
    }
  };
  value.array().value(node.id()).value(editor.graph().opcode_text(&node)).value(std::string_view(node.name_text()));
  value.value(node.target().text()).array();
  for (const Arg& arg : node.args()) write_arg(value, arg);
  value.end().object();
  for (std::size_t i = 0; i < node.num_kwargs(); ++i) {
    value.key(node.kwarg(i).key.view());
    write_arg(value, node.kwarg(i).value);
  }
  value.end().array();
  for (const Node* user : node.users()) value.value(user->id());
  value.end();
  beside(node.prev());
  beside(node.next());
  if (node.type()) {
    value.value(node.type().view());
  } else {
    value.null();
  }
  value.end();
}

// The nodes that a step names, or all of the graph.
std::vector<Node*> chosen_nodes(const Editor& editor, const JsonValue& item) {
  std::vector<Node*> out;
  if (!item.has("nodes")) {
    for (Node* node : editor.graph()) out.push_back(node);
    return out;
  }
  for (const JsonValue& id : item["nodes"].items()) {
    Node* found = editor.find(id);
    if (found == nullptr) throw json_error(id, "there is no such node");
    out.push_back(found);
  }
  return out;
}

// {nodes?: [id]} -> [[id, op, name, target, args, kwargs, users, prev, next, type]]
void read_nodes(Editor& editor, const JsonValue& item, JsonWriter& value) {
  value.array();
  for (Node* node : chosen_nodes(editor, item)) write_row(editor, *node, value);
  value.end();
}

// {nodes?: [id]} -> {metas: [[[key, value]]], of: [[id, index]]}; nodes without metadata have no row.
void read_metas(Editor& editor, const JsonValue& item, JsonWriter& value) {
  std::unordered_map<const Meta*, std::size_t> index;
  std::vector<const Meta*> metas;
  value.object().key("of").array();
  for (Node* node : chosen_nodes(editor, item)) {
    if (node->meta() == nullptr) continue;
    auto [known, added] = index.emplace(node->meta(), metas.size());
    if (added) metas.push_back(node->meta());
    value.array().value(node->id()).value(static_cast<std::int64_t>(known->second)).end();
  }
  value.end().key("metas").array();
  for (const Meta* meta : metas) {
    value.array();
    for (const Meta::Entry& entry : *meta) {
      value.array().value(entry.key.view());
      write_arg(value, entry.value);
      value.end();
    }
    value.end();
  }
  value.end().end();
}

// {node, meta: [[key, value]]}: in place of all that the node has.
void write_meta(Editor& editor, const JsonValue& item, JsonWriter& value) {
  Node* node = editor.node(item, "node");
  node->set_meta(static_cast<const Meta*>(nullptr));
  for (const JsonValue& entry : item["meta"].items()) {
    if (entry.items().size() != 2) throw json_error(entry, "expected a key and a value");
    node->set_meta(editor.context().intern(entry.items()[0].string()),
                   read_arg(entry.items()[1], editor.context(), editor.context().arena, nullptr));
  }
  value.null();
}

constinit const EditStep kSteps[] = {
    {"graph_nodes", graph_nodes},
    {"read_nodes", read_nodes},
    {"read_metas", read_metas},
    {"write_meta", write_meta},
    {"graph_copy", graph_copy},
    {"add_submodule", add_submodule},
    {"get_submodule", get_submodule},
    {"delete_submodule", delete_submodule},
    {"delete_all_unused_submodules", delete_all_unused_submodules},
    {"named_modules", named_modules},
};

}  // namespace

std::span<const EditStep> module_edit_steps() { return kSteps; }

}  // namespace seesaw
