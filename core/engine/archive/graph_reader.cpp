#include "core/engine/archive/graph_reader.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/base/number.h"
#include "core/engine/ops/table/schema.h"

namespace seesaw::archive {

namespace {

// Arguments can contain arguments; their reader recurses.

// The one member of a union.
const JsonMember& only_member(const JsonValue& json, std::string_view what) {
  std::span<const JsonMember> members = json.members();
  if (members.size() != 1)
    throw json_error(json,
                     cat({"expected ", what, ": an object with one member, found ", std::to_string(members.size())}));
  return members[0];
}

// The name of a value: {"name": "x"} or {"as_name": "x"}; the text itself in old versions.
const JsonValue* name_in(const JsonValue& json) {
  if (json.is_string()) return &json;
  const JsonValue* name = json.find("name");
  return name != nullptr ? name : json.find("as_name");
}

bool is_sym_operator(std::string_view path) {
  return path.starts_with("operator.") || path.starts_with("torch.sym_") || path.starts_with("math.") ||
         path == "torch.ops.aten.item.default";
}

bool is_tensor(Leaf leaf) { return leaf == Leaf::tensor || leaf == Leaf::optional_tensor; }

Leaf leaf_of(const JsonValue& argument) {
  const Field* field = find_field(only_member(argument, "an argument").key);
  return field == nullptr ? Leaf::none : field->leaf;
}

// The name of a result, or null if it has none: a list, a constant.
const JsonValue* result_name(const JsonValue& result) {
  const JsonMember& member = only_member(result, "a result");
  const Field* field = find_field(member.key);
  if (field == nullptr) throw json_error(result, cat({"results of the kind '", member.key, "' are not known"}));
  if (field->lists > 0 || !(is_tensor(field->leaf) || is_symbolic(field->leaf) || field->leaf == Leaf::custom_obj))
    return nullptr;
  return name_in(member.value);
}

}  // namespace

GraphReader::GraphReader(Shared& shared, Module& module, const JsonValue& json, std::string path)
    : shared_(shared),
      context_(shared.context),
      module_(module),
      graph_(module.graph()),
      json_(json),
      path_(std::move(path)) {}

void GraphReader::read() {
  shared_.graph = path_;
  shared_.node.clear();
  read_values("tensor_values", ArgKind::tensor_meta);
  read_values("sym_int_values", ArgKind::sym_int);
  read_values("sym_float_values", ArgKind::sym_float);
  read_values("sym_bool_values", ArgKind::sym_bool);
  read_values("custom_obj_values", ArgKind::text);
  read_inputs();
  for (const JsonValue& node : json_["nodes"].items()) read_node(node);
  shared_.node = "output";
  read_outputs();
}

void GraphReader::read_values(std::string_view key, ArgKind kind) {
  const JsonValue* values = json_.find(key);
  if (values == nullptr || values->is_null()) return;
  for (const JsonMember& member : values->members()) {
    Arg val;
    if (kind == ArgKind::tensor_meta) {
      val = shared_.values.tensor(member.value);
    } else if (kind == ArgKind::text) {
      val = Arg::symbol(kind,
                        context_.intern(cat({"CustomObjArgument(name='",
                                             member.value["name"].string(),
                                             "', class_fqn='",
                                             member.value["class_fqn"].string(),
                                             "', fake_val=None)"})));
    } else {
      val = shared_.values.symbolic(kind, member.value);
    }
    vals_[member.key] = val;
  }
}

void GraphReader::read_inputs() {
  std::size_t index = 0;
  for (const JsonValue& input : json_["inputs"].items()) {
    const JsonMember& member = only_member(input, "an input");
    const Field* field = find_field(member.key);
    if (field == nullptr || field->lists > 0 || field->leaf == Leaf::graph || field->leaf == Leaf::map)
      throw json_error(input, cat({"an input of the kind '", member.key, "' is not known"}));
    const JsonValue* name = is_tensor(field->leaf) || is_symbolic(field->leaf) || field->leaf == Leaf::custom_obj
                                ? name_in(member.value)
                                : nullptr;
    if (name != nullptr) {
      bind(graph_.placeholder(name->string()), *name);
    } else {
      // A constant has no own name: the signature has it.
      const Signature* signature = shared_.signature;
      std::string given = signature != nullptr && index < signature->input_specs.size()
                              ? signature->input_specs[index].arg.name
                              : "";
      if (given.empty()) given = cat({"arg_", std::to_string(index)});
      Node* node = graph_.placeholder(given);
      node->set_meta(context_.keys.val, argument(input));
    }
    ++index;
  }
}

void GraphReader::read_node(const JsonValue& json) {
  std::string_view target = json["target"].string();
  shared_.node = std::string(target);
  const Callable* callable = context_.callable(target);
  std::string_view path = callable->path.view();
  Calling calling = is_sym_operator(path)                         ? Calling::in_order
                    : path.starts_with("torch.ops.higher_order.") ? Calling::higher_order
                                                                  : Calling::by_schema;
  graph_args_.clear();
  Call call = read_call(json, callable, calling);

  // A node is named after a single tensor, or the result of a symbolic operator.
  std::span<const JsonValue> results = json["outputs"].items();
  const JsonValue* name = results.size() == 1 ? result_name(results[0]) : nullptr;
  bool named = name != nullptr && (calling == Calling::in_order || results[0].has("as_tensor")) &&
               !returns_tuple(json, calling);
  const JsonValue* given = json.find("name");
  std::string_view hint = named                                    ? name->string()
                          : given != nullptr && given->is_string() ? given->string()
                                                                   : std::string_view{};
  Node* node = graph_.create_node(
      Opcode::call_function, Target(callable), call.args, call.kwargs, hint.empty() ? Name() : context_.name(hint));
  std::vector<Meta::Entry> metadata;
  if (const JsonValue* found = json.find("metadata")) shared_.values.append_metadata(*found, metadata);
  // The format has no metadata for a nested graph: it gets that of the call.
  if (calling == Calling::higher_order) {
    for (Node* graph : graph_args_) add_meta(graph, metadata);
  }
  read_results(json, node, calling, metadata);
  add_meta(node, metadata);
  if (node->find_meta(context_.keys.nn_module_stack) == nullptr)
    node->set_meta(context_.keys.nn_module_stack, context_.dict({}));
}

// Newer archives state whether the single result of a higher-order operator's call is in a tuple.
bool GraphReader::returns_tuple(const JsonValue& json, Calling calling) {
  const JsonValue* single = calling == Calling::higher_order ? json.find("is_hop_single_tensor_return") : nullptr;
  return single != nullptr && single->is_bool() && !single->boolean();
}

GraphReader::Call GraphReader::read_call(const JsonValue& json, const Callable* callable, Calling calling) {
  const JsonValue& inputs = json["inputs"];
  if (calling == Calling::by_schema) return call_by_schema(inputs, callable);
  Call call;
  for (const JsonValue& input : inputs.items()) {
    std::string_view name = input["name"].string();
    Arg value = argument(input["arg"]);
    if (calling == Calling::in_order || name.empty()) {
      call.args.push_back(value);
    } else {
      call.kwargs.push_back({context_.intern(name), value});
    }
  }
  return call;
}

// Without a default: by position. Newer archives state it; for an operator without a known schema, leading tensors
// are.
GraphReader::Call GraphReader::call_by_schema(const JsonValue& inputs, const Callable* callable) {
  constexpr std::int64_t kPositional = 1, kKeyword = 2;
  const OpSchema* schema = find_schema(callable->path.view());
  Call call;
  bool front = true;
  for (const JsonValue& input : inputs.items()) {
    std::string_view name = input["name"].string();
    const JsonValue* told = input.find("kind");
    std::int64_t kind = told != nullptr && told->is_number() ? told->integer() : 0;
    front = front && is_tensor(leaf_of(input["arg"]));
    bool positional = front;
    if (kind == kPositional || kind == kKeyword) {
      positional = kind == kPositional;
    } else if (schema != nullptr) {
      auto parameter = std::find_if(schema->parameters.begin(),
                                    schema->parameters.end(),
                                    [&](const SchemaParameter& p) { return p.name == name; });
      positional = parameter != schema->parameters.end() && parameter->positional();
    }
    Arg value = argument(input["arg"]);
    if ((positional || is_python_keyword(name)) && call.kwargs.empty()) {
      call.args.push_back(value);
    } else {
      call.kwargs.push_back({context_.intern(name), value});
    }
  }
  return call;
}

void GraphReader::read_results(const JsonValue& json,
                               Node* node,
                               Calling calling,
                               std::span<const Meta::Entry> metadata) {
  const JsonValue& results = json["outputs"];
  std::size_t count = results.items().size();
  if (count == 0) return;
  const JsonValue& first = results.items()[0];
  if (count == 1) {
    const JsonValue* name = result_name(first);
    if (name != nullptr && !returns_tuple(json, calling)) return bind(node, *name);
    if (first.has("as_none")) return read_single_none(node);
  }
  const JsonMember& member = only_member(first, "a result");
  const Field* field = find_field(member.key);
  bool one_list = count == 1 && field->lists == 1;
  Arg vals = read_items(one_list ? member.value : results, node, metadata, one_list);
  node->set_meta(context_.keys.val, context_.tuple(vals.items()));
  nodes_.emplace(context_.intern(node->name_text()).view(), node);
}

// No value to name the node after: a name that conflicts with no value.
void GraphReader::read_single_none(Node* node) {
  node->set_meta(context_.keys.val, Arg());
  node->rename(context_.name(cat({node->callable()->candidate.text(), "_unused"})));
}

// A getitem for each of several results. Returns their values as a list.
Arg GraphReader::read_items(const JsonValue& results, Node* node, std::span<const Meta::Entry> metadata, bool in_list) {
  std::vector<Arg> vals;
  std::int64_t index = 0;
  for (const JsonValue& result : results.items()) {
    const JsonMember* member = result.members().size() == 1 ? &result.members()[0] : nullptr;
    const Field* field = member == nullptr ? nullptr : find_field(member->key);
    if (field != nullptr && field->lists == 1 && !in_list) {
      // A list among the results: a getitem for the list, and one for each of its items.
      Arg args[] = {Arg::node(node), context_.integer(index)};
      Node* list = graph_.call_function(context_.callable(op_path::getitem), args);
      Arg inner = read_items(member->value, list, metadata, true);
      add_meta(list, metadata);
      list->set_meta(context_.keys.val, inner);
      vals.push_back(inner);
    } else {
      vals.push_back(read_item(result, node, index, metadata));
    }
    ++index;
  }
  return context_.list(vals);
}

Arg GraphReader::read_item(const JsonValue& result,
                           Node* node,
                           std::int64_t index,
                           std::span<const Meta::Entry> metadata) {
  Arg args[] = {Arg::node(node), context_.integer(index)};
  // List items omit the kind: {"name": "x"}.
  const JsonValue* name = name_in(result);
  if (name == nullptr) name = result_name(result);
  const Callable* getitem = context_.callable(op_path::getitem);
  if (name == nullptr) {
    Node* item = graph_.call_function(getitem, args, {}, context_.name(only_member(result, "a result").key));
    item->set_meta(context_.keys.val, result.has("as_none") ? Arg() : argument(result));
    add_meta(item, metadata);
    return *item->find_meta(context_.keys.val);
  }
  Node* item = graph_.call_function(getitem, args, {}, context_.name(name->string()));
  bind(item, *name);
  add_meta(item, metadata);
  return meta_of(name->string());
}

void GraphReader::read_outputs() {
  std::vector<Arg> outputs, vals;
  for (const JsonValue& output : json_["outputs"].items()) {
    Arg value = argument(output);
    outputs.push_back(value);
    const Arg* val = value.is_node() ? value.as_node()->find_meta(context_.keys.val) : nullptr;
    vals.push_back(val != nullptr ? *val : value.is_node() || value.is_container() ? Arg() : value);
  }
  const JsonValue* single = json_.find("is_single_tensor_return");
  bool alone = single != nullptr && single->is_bool() && single->boolean();
  if (alone && outputs.size() != 1) throw json_error(*single, "a graph with a single result has exactly one output");
  Node* node = graph_.output(alone ? outputs[0] : graph_.container(ArgKind::tuple, outputs));
  node->set_meta(context_.keys.val, alone ? vals[0] : context_.tuple(vals));
}

Arg GraphReader::argument(const JsonValue& json, int depth) {
  const JsonMember& member = only_member(json, "an argument");
  const Field* field = find_field(member.key);
  if (field == nullptr)
    throw json_error(json,
                     cat({"arguments of the kind '", member.key, "' are not known"}),
                     "a newer version of Seesaw may know them");
  if (depth > kMaxArgumentDepth)
    throw json_error(json, cat({"arguments nested deeper than ", std::to_string(kMaxArgumentDepth), " levels"}));
  if (field->lists == 0) return leaf(field->leaf, member.value, depth);
  std::vector<Arg> outer;
  for (const JsonValue& item : member.value.items()) {
    if (field->lists == 1) {
      outer.push_back(leaf(field->leaf, item, depth));
      continue;
    }
    std::vector<Arg> inner;
    for (const JsonValue& each : item.items()) inner.push_back(leaf(field->leaf, each, depth));
    outer.push_back(graph_.container(ArgKind::list, inner));
  }
  return graph_.container(ArgKind::list, outer);
}

Arg GraphReader::leaf(Leaf kind, const JsonValue& json, int depth) {
  switch (kind) {
    case Leaf::none: return Arg();
    case Leaf::tensor: return Arg::node(value(json.is_string() ? json : json["name"]));
    case Leaf::optional_tensor: {
      const JsonValue* tensor = json.is_string() ? &json : json.find("as_tensor");
      if (tensor == nullptr || tensor->is_null()) return Arg();
      const JsonValue* name = name_in(*tensor);
      if (name == nullptr) throw json_error(*tensor, "expected the name of a tensor");
      return Arg::node(value(*name));
    }
    case Leaf::integer: {
      std::optional<std::string> digits = json.is_number() ? normalize_int(json.number_text()) : std::nullopt;
      if (!digits) throw json_error(json, "expected an integer");
      return context_.integer(*digits);
    }
    case Leaf::floating: return context_.floating(read_float(json));
    case Leaf::string: return context_.string(json.string());
    case Leaf::boolean: return Arg::boolean(json.boolean());
    case Leaf::sym_int:
    case Leaf::sym_float:
    case Leaf::sym_bool: {
      const JsonValue* name = name_in(json);
      ArgKind symbolic = kind == Leaf::sym_int     ? ArgKind::sym_int
                         : kind == Leaf::sym_float ? ArgKind::sym_float
                                                   : ArgKind::sym_bool;
      return name != nullptr ? Arg::node(value(*name)) : shared_.values.symbolic(symbolic, json);
    }
    case Leaf::scalar_type: {
      std::string_view name = dtype_name(json.integer());
      if (name.empty()) throw json_error(json, cat({"there is no dtype with the number ", json.number_text()}));
      return Arg::symbol(ArgKind::dtype, context_.intern(cat({"torch.", name})));
    }
    case Leaf::memory_format: return number_name(json, ArgKind::memory_format, memory_format_name, "memory format");
    case Leaf::layout: return number_name(json, ArgKind::layout, layout_name, "layout");
    case Leaf::device: return Arg::symbol(ArgKind::device, context_.intern(device_text(json)));
    case Leaf::graph: return nested_graph(json);
    case Leaf::custom_obj: {
      auto lifted = nodes_.find(json["name"].string());
      if (lifted != nodes_.end()) return Arg::node(lifted->second);
      return Arg::symbol(ArgKind::text, context_.intern(json["name"].string()));
    }
    case Leaf::callable: return Arg::pointer(ArgKind::callable, context_.callable(json.string()));
    case Leaf::complex:
      return Arg::symbol(ArgKind::complex,
                         context_.intern(complex_text({read_float(json["real"]), read_float(json["imag"])})));
    case Leaf::map: return map(json, depth);
  }
  return Arg();
}

Arg GraphReader::number_name(const JsonValue& json,
                             ArgKind kind,
                             std::string_view (*name_of)(std::int64_t),
                             std::string_view what) {
  std::string_view name = name_of(json.integer());
  if (name.empty()) throw json_error(json, cat({"there is no ", what, " with the number ", json.number_text()}));
  return Arg::symbol(kind, context_.intern(name));
}

Arg GraphReader::map(const JsonValue& json, int depth) {
  std::vector<Arg> items;
  for (const JsonMember& member : json.members()) {
    items.push_back(context_.string(member.key));
    items.push_back(argument(member.value, depth + 1));
  }
  return graph_.container(ArgKind::dict, items);
}

Arg GraphReader::nested_graph(const JsonValue& json) {
  std::string_view name = json["name"].string();
  if (name.empty() || name.find('.') != std::string_view::npos)
    throw json_error(json["name"], cat({"'", name, "' cannot be the name of a nested graph"}));
  Ref<Module> child = Module::make(context_, "GraphModule", std::make_unique<Graph>(context_));
  module_.set_child(context_.intern(name), child);
  shared_.pending.push_back({&json["graph"], child, path_.empty() ? std::string(name) : cat({path_, ".", name})});
  Node* node = graph_.create_node(Opcode::get_attr, Target(context_.intern(name)), {}, {}, context_.name(name));
  graph_args_.push_back(node);
  return Arg::node(node);
}

Node* GraphReader::value(const JsonValue& name) {
  auto found = nodes_.find(name.string());
  if (found == nodes_.end())
    throw json_error(name,
                     cat({"there is no value called '", name.string(), "' before this place"}),
                     "a value is an input of the graph or a result of a node above");
  return found->second;
}

void GraphReader::bind(Node* node, const JsonValue& name) {
  std::string_view text = name.string();
  if (!nodes_.emplace(text, node).second)
    throw json_error(name, cat({"there are two values called '", text, "'"}), "each result needs a name of its own");
  if (node->name_text() != text) node->set_name(context_.name(text));
  auto val = vals_.find(text);
  if (val != vals_.end()) {
    node->set_meta(context_.keys.val, val->second);
  } else {
    Diagnostic missing{Severity::warning,
                       "archive",
                       cat({"the archive does not say what value '", text, "' is"}),
                       {},
                       {},
                       name.offset(),
                       {}};
    missing.place.graph = path_;
    missing.place.node = std::string(text);
    shared_.diagnostics.add(std::move(missing));
  }
}

Arg GraphReader::meta_of(std::string_view name) {
  auto val = vals_.find(name);
  return val == vals_.end() ? Arg() : val->second;
}

void GraphReader::add_meta(Node* node, std::span<const Meta::Entry> entries) {
  std::vector<Meta::Entry> all;
  if (node->meta() != nullptr) all.assign(node->meta()->begin(), node->meta()->end());
  all.insert(all.end(), entries.begin(), entries.end());
  node->set_meta(context_.meta_of(all));
}

}  // namespace seesaw::archive
