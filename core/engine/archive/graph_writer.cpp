#include "core/engine/archive/graph_writer.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/engine/archive/value_writer.h"
#include "core/engine/ops/table/schema.h"

namespace seesaw::archive {

namespace {

Error cannot_hold(const Node* node, std::string message) {
  Error error = user_error("archive", std::move(message), "an archive holds what torch.export.save can write");
  error.diagnostic().place.node = node->name_text();
  return error;
}

class GraphWriter {
 public:
  GraphWriter(const Module& module, const Original& original)
      : module_(module),
        graph_(module.graph()),
        context_(module.context()),
        original_(original),
        json_(out_.json),
        values_(json_, context_, original_) {}

  GraphText write() {
    json_.object().key("inputs").array();
    for (Node* node : graph_) {
      if (node->op() == Opcode::placeholder) write_input(node);
    }
    json_.end().key("nodes").array();
    for (Node* node : graph_) write_node(node);
    json_.end();
    write_outputs();
    values_.tables();
    json_.end();
    return std::move(out_);
  }

 private:
  const Arg* val_of(const Node* node) const { return node->find_meta(context_.keys.val); }
  const Arg& needed_val(const Node* node) const {
    const Arg* val = val_of(node);
    if (val == nullptr) throw cannot_hold(node, cat({"it is not known what value '", node->name_text(), "' is"}));
    return *val;
  }

  // Records the value of a name and writes the reference: {"as_tensor": {"name": "x"}}. `holder` is the node of the
  // result, or null if unused: None has no name that arguments could refer to.
  void write_result(const Node* node, std::string_view name, const Arg& val, const Node* holder) {
    Leaf leaf = leaf_of(val);
    if (leaf == Leaf::none) {
      if (holder != nullptr && holder->has_users())
        throw cannot_hold(node, cat({"it is not known what value '", name, "' is"}));
      json_.object().member("as_none", true).end();
      return;
    }
    if (leaf == Leaf::string)
      throw cannot_hold(node, cat({"a result of '", node->name_text(), "' is of a kind that cannot be saved"}));
    values_.result(leaf, name, val);
  }

  void write_input(Node* node) {
    const Arg& val = needed_val(node);
    bool constant = val.is_none() || val.is_bool() || val.is_integer() || val.is_string() ||
                    val.kind() == ArgKind::floating;
    if (constant) {
      write_constant(json_, val, original_);
    } else {
      write_result(node, node->name_text(), val, node);
    }
  }

  void write_node(Node* node) {
    if (node->op() == Opcode::placeholder || node->op() == Opcode::output || node->op() == Opcode::get_attr) return;
    if (node->op() != Opcode::call_function)
      throw cannot_hold(node, cat({"'", opcode_name(node->op()), "' has no place in an archive"}));
    if (node->calls(op_path::getitem)) return;
    std::string_view path = node->callable()->path.view();
    bool higher_order = path.starts_with("torch.ops.higher_order.");
    std::string target = path.starts_with("operator.") ? cat({"_", path}) : std::string(path);
    json_.object().member("target", std::string_view(target)).key("inputs").array();
    write_inputs(node, target, higher_order);
    json_.end().key("outputs").array();
    write_results(node, target, higher_order);
    json_.end().key("metadata").object();
    values_.metadata(node);
    json_.end();
    if (original_.has_single_return) {
      json_.key("is_hop_single_tensor_return");
      if (higher_order) {
        json_.value(needed_val(node).kind() != ArgKind::tuple);
      } else {
        json_.null();
      }
    }
    if (original_.has_names) json_.member("name", std::string_view(node->name_text()));
    json_.end();
  }

  void write_input(std::string_view name, const Node* node, const Arg& arg, bool positional, std::string_view type) {
    json_.object().member("name", name).key("arg");
    write_argument(node, arg, type, 0);
    if (original_.has_kinds) json_.member("kind", positional ? 1 : 2);
    json_.end();
  }

  void write_inputs(const Node* node, const std::string& target, bool higher_order) {
    const OpSchema* schema = higher_order ? nullptr : find_schema(node->callable()->path.view());
    const Original::Operator* known = original_.find_operator(target);
    bool in_order = target.starts_with("_operator.") || target.starts_with("torch.sym_") || target.starts_with("math.");
    std::size_t index = 0;
    for (const Arg& arg : node->args()) {
      std::string name;
      std::string_view type;
      if (schema != nullptr && index < schema->parameters.size()) {
        name = std::string(schema->parameters[index].name);
        type = schema->parameters[index].type;
      } else if (!higher_order && known != nullptr && index < known->names.size()) {
        name = std::string(known->names[index]);
      } else if (in_order) {
        name = std::string(1, static_cast<char>('a' + index % 26));
      } else if (!higher_order) {
        throw cannot_hold(node, cat({"the arguments of '", target, "' are not known by name"}));
      }
      write_input(name, node, arg, true, type);
      ++index;
    }
    for (std::size_t i = 0; i < node->num_kwargs(); ++i) {
      Kwarg kwarg = node->kwarg(i);
      std::string_view type;
      if (schema != nullptr) {
        for (const SchemaParameter& parameter : schema->parameters) {
          if (parameter.name == kwarg.key.view()) type = parameter.type;
        }
      }
      write_input(kwarg.key.view(), node, kwarg.value, false, type);
    }
  }

  bool returns_list(const Node* node, const std::string& target) const {
    if (const OpSchema* schema = find_schema(node->callable()->path.view()))
      return schema->returns.size() == 1 && schema->returns[0].starts_with("Tensor") &&
             schema->returns[0].ends_with("[]");
    const Original::Operator* known = original_.find_operator(target);
    return known != nullptr && known->returns_list;
  }

  void write_results(Node* node, const std::string& target, bool higher_order) {
    const Arg* val = val_of(node);
    const OpSchema* schema = find_schema(node->callable()->path.view());
    if (schema != nullptr && schema->returns.empty()) return;
    if (val == nullptr && (schema != nullptr || higher_order || node->has_users())) needed_val(node);
    if (val == nullptr) return;
    if (!val->is_sequence()) return write_result(node, node->name_text(), *val, node);
    std::span<const Arg> vals = val->items();
    std::vector<Node*> users = items_of(node, vals.size());
    bool one_list = higher_order ? vals.size() == 1 && !original_.has_single_return : returns_list(node, target);
    if (one_list) return write_list(node, vals, users);
    for (std::size_t i = 0; i < vals.size(); ++i) {
      if (vals[i].is_sequence()) {
        if (users[i] == nullptr)
          throw cannot_hold(
              node, cat({"result ", std::to_string(i), " of '", node->name_text(), "' is a list that nothing takes"}));
        write_list(users[i], vals[i].items(), items_of(users[i], vals[i].items().size()));
      } else {
        write_result(node, name_of(node, users, i), vals[i], users[i]);
      }
    }
  }

  void write_list(const Node* node, std::span<const Arg> vals, const std::vector<Node*>& users) {
    json_.object().key("as_tensors").array();
    for (std::size_t i = 0; i < vals.size(); ++i) {
      if (vals[i].kind() != ArgKind::tensor_meta)
        throw cannot_hold(node, cat({"a list of results of '", node->name_text(), "' holds more than tensors"}));
      std::string name = name_of(node, users, i);
      values_.remember(Leaf::tensor, name, vals[i]);
      json_.object().member("name", std::string_view(name)).end();
    }
    json_.end().end();
  }

  static std::string name_of(const Node* node, const std::vector<Node*>& users, std::size_t index) {
    return users[index] != nullptr ? users[index]->name_text()
                                   : cat({node->name_text(), "_unused_", std::to_string(index)});
  }

  // For each result the getitem that takes it. Further ones for the same result are replaced by the first.
  std::vector<Node*> items_of(const Node* node, std::size_t count) {
    std::vector<Node*> items(count, nullptr);
    for (Node* user : node->users()) {
      bool getitem = user->calls(op_path::getitem) && user->args().size() == 2 && user->args()[1].is_integer() &&
                     user->args()[0].is_node();
      std::int64_t index = getitem && user->args()[1].fits_int64() ? user->args()[1].as_int() : -1;
      if (index < 0 || static_cast<std::size_t>(index) >= count)
        throw cannot_hold(user,
                          cat({"'",
                               node->name_text(),
                               "' has several results, and '",
                               user->name_text(),
                               "' takes them otherwise than one by one"}));
      Node*& first = items[static_cast<std::size_t>(index)];
      if (first == nullptr) {
        first = user;
      } else {
        same_[user->id()] = first;
      }
    }
    return items;
  }

  void write_outputs() {
    Node* node = graph_.output_or_null();
    if (node == nullptr || node->args().size() != 1)
      throw user_error("archive", "a graph without an output cannot be saved");
    const Arg& result = node->args()[0];
    bool alone = !result.is_sequence();
    json_.key("outputs").array();
    for (const Arg& item : alone ? node->args() : std::span<const Arg>(result.items()))
      write_argument(node, item, {}, 0);
    json_.end().member("is_single_tensor_return", alone);
  }

  void write_argument(const Node* node, const Arg& arg, std::string_view type, int depth);
  void write_node_argument(const Node* node, const Node* value);
  void write_list_argument(const Node* node, std::span<const Arg> items, std::string_view type);
  void write_element(const Node* node, const Arg& item, Leaf leaf);
  Leaf element_kind(std::span<const Arg> items) const;
  Leaf reference_kind(const Node* value) const;
  const Node* first_of(const Node* value) const {
    const Node* first = same_.get(value->id());
    return first != nullptr ? first : value;
  }

  const Module& module_;
  Graph& graph_;
  Context& context_;
  const Original& original_;
  GraphText out_;
  JsonWriter json_;
  ValueWriter values_;
  IdMap<const Node*> same_;
};

Leaf GraphWriter::reference_kind(const Node* value) const {
  const Arg* val = val_of(value);
  // A constant among the inputs has no symbolic value.
  if (val == nullptr || value->op() == Opcode::placeholder) {
    bool symbolic = val != nullptr && (val->kind() == ArgKind::sym_int || val->kind() == ArgKind::sym_float ||
                                       val->kind() == ArgKind::sym_bool || val->kind() == ArgKind::text);
    return symbolic ? leaf_of(*val) : Leaf::tensor;
  }
  Leaf leaf = leaf_of(*val);
  return leaf == Leaf::none || leaf == Leaf::string ? Leaf::tensor : leaf;
}

void GraphWriter::write_node_argument(const Node* node, const Node* value) {
  if (value->op() != Opcode::get_attr) {
    value = first_of(value);
    const Arg* val = val_of(value);
    return values_.reference(reference_kind(value), value->name_text(), val != nullptr ? *val : Arg());
  }
  const Module* nested = module_.find_path(value->target().text()).module;
  if (nested == nullptr || !nested->has_graph())
    throw cannot_hold(node,
                      cat({"'", value->target().text(), "' is no graph: an archive holds other attributes as inputs"}));
  // The offset at which the nested graph belongs.
  json_.object().key("as_graph").object().member("name", std::string_view(value->name_text())).key("graph").raw("");
  out_.nested.push_back({out_.json.size(), nested});
  json_.end().end();
}

// The common kind of a list's items; Leaf::map if the format has none.
Leaf GraphWriter::element_kind(std::span<const Arg> items) const {
  auto all = [&](auto&& is) { return std::all_of(items.begin(), items.end(), is); };
  auto is_kind = [](ArgKind kind) { return [kind](const Arg& a) { return a.kind() == kind; }; };
  auto plain_or_named = [&](ArgKind kind, Leaf leaf) {
    return [&, kind, leaf](const Arg& a) {
      return a.kind() == kind || (a.is_node() && reference_kind(a.as_node()) == leaf);
    };
  };
  if (all(is_kind(ArgKind::boolean))) return Leaf::boolean;
  if (all(is_kind(ArgKind::integer))) return Leaf::integer;
  if (all(is_kind(ArgKind::floating))) return Leaf::floating;
  if (all(is_kind(ArgKind::string))) return Leaf::string;
  if (all(plain_or_named(ArgKind::integer, Leaf::sym_int))) return Leaf::sym_int;
  if (all(plain_or_named(ArgKind::floating, Leaf::sym_float))) return Leaf::sym_float;
  if (all(plain_or_named(ArgKind::boolean, Leaf::sym_bool))) return Leaf::sym_bool;
  auto is_tensor = [&](const Arg& a) { return a.is_node() && reference_kind(a.as_node()) == Leaf::tensor; };
  if (all(is_tensor)) return Leaf::tensor;
  if (all([&](const Arg& a) { return a.is_none() || is_tensor(a); })) return Leaf::optional_tensor;
  return Leaf::map;
}

void GraphWriter::write_element(const Node* node, const Arg& item, Leaf leaf) {
  const Node* value = item.is_node() ? first_of(item.as_node()) : nullptr;
  switch (leaf) {
    case Leaf::boolean: json_.value(item.as_bool()); return;
    case Leaf::integer: write_integer(json_, item); return;
    case Leaf::floating: write_float(json_, item.as_float(), original_); return;
    case Leaf::string: json_.value(item.text()); return;
    case Leaf::tensor: json_.object().member("name", std::string_view(value->name_text())).end(); return;
    case Leaf::optional_tensor:
      if (value == nullptr) {
        json_.object().member("as_none", true).end();
      } else {
        values_.reference(Leaf::tensor, value->name_text(), Arg());
      }
      return;
    case Leaf::sym_int:
    case Leaf::sym_float:
    case Leaf::sym_bool:
      if (value == nullptr) {
        write_constant(json_, item, original_);
      } else {
        values_.name(leaf, value->name_text(), Arg());
      }
      return;
    default: throw cannot_hold(node, cat({"an argument of '", node->name_text(), "' is a list of mixed kinds"}));
  }
}

void GraphWriter::write_list_argument(const Node* node, std::span<const Arg> items, std::string_view type) {
  if (items.empty()) {
    Leaf leaf = type.find("int") != std::string_view::npos || type.find("Int") != std::string_view::npos ? Leaf::integer
                : type.starts_with("float") ? Leaf::floating
                : type.starts_with("bool")  ? Leaf::boolean
                : type.starts_with("str")   ? Leaf::string
                                            : Leaf::tensor;
    json_.object().key(field_of(leaf, 1)).array().end().end();
    return;
  }
  bool nested = std::all_of(items.begin(), items.end(), [](const Arg& a) { return a.is_sequence(); });
  Leaf leaf = nested ? element_kind(items[0].items()) : element_kind(items);
  std::string_view key = field_of(leaf, nested ? 2 : 1);
  if (key.empty())
    throw cannot_hold(node,
                      cat({"an argument of '", node->name_text(), "' is a list that an archive has no form for"}));
  json_.object().key(key).array();
  for (const Arg& item : items) {
    if (!nested) {
      write_element(node, item, leaf);
      continue;
    }
    if (element_kind(item.items()) != leaf)
      throw cannot_hold(node, cat({"an argument of '", node->name_text(), "' is a list of mixed kinds"}));
    json_.array();
    for (const Arg& inner : item.items()) write_element(node, inner, leaf);
    json_.end();
  }
  json_.end().end();
}

void GraphWriter::write_argument(const Node* node, const Arg& arg, std::string_view type, int depth) {
  if (arg.is_node()) return write_node_argument(node, arg.as_node());
  if (arg.is_sequence()) return write_list_argument(node, arg.items(), type);
  if (arg.kind() == ArgKind::dict && depth < kMaxArgumentDepth) {
    json_.object().key("as_string_to_argument").object();
    for (std::size_t i = 0; i + 1 < arg.items().size(); i += 2) {
      if (!arg.items()[i].is_string())
        throw cannot_hold(node, cat({"an argument of '", node->name_text(), "' has keys that are no strings"}));
      json_.key(arg.items()[i].text());
      write_argument(node, arg.items()[i + 1], {}, depth + 1);
    }
    json_.end().end();
    return;
  }
  if (arg.kind() == ArgKind::device) {
    json_.object().key("as_device");
    values_.device(arg.text());
    json_.end();
    return;
  }
  if (!write_constant(json_, arg, original_))
    throw cannot_hold(node,
                      cat({"an argument of '", node->name_text(), "' is of a kind that an archive has no form for"}));
}

}  // namespace

GraphText write_graph(const Module& module, const Original& original) { return GraphWriter(module, original).write(); }

}  // namespace seesaw::archive
