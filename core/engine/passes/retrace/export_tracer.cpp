// The graph that an ExportPass records.
#include <algorithm>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/passes/retrace/export_pass.h"

namespace seesaw {

ExportTracer::ExportTracer(FakeCaller& caller, const Module& source, std::vector<std::int64_t>& sizes)
    : caller_(caller),
      sizes_(sizes),
      root_(Module::make(source.context(), "GraphModule", std::make_unique<Graph>(source.context()))),
      values_(source.graph().id_limit()) {
  // It leaves on nodes where they come from.
  const auto& keys = source.context().keys;
  for (const Node* node : source.graph())
    exported_ = exported_ || node->find_meta(keys.stack_trace) != nullptr ||
                node->find_meta(keys.nn_module_stack) != nullptr;
  root_->graph().set_pytree(source.graph().shared_pytree());
  root_->style() = source.style();
}

namespace {

// A real tensor counts as a fake one from here on.
Arg fake(Context& context, const Arg& value) {
  if (!value.as_tensor_meta()->is_real) return value;
  TensorMeta meta = *value.as_tensor_meta();
  meta.is_real = false;
  return context.tensor_meta(meta);
}

}  // namespace

Arg ExportTracer::value(const Node* node) {
  if (&node->graph() == &root_->graph()) return values_.get(node->id());
  // A get_attr of the old graph: the attribute.
  const Module* owner = node->graph().owning_module();
  const Attribute* attribute = owner == nullptr ? nullptr : owner->find_path(node->target().text()).attribute;
  if (attribute == nullptr || attribute->value.kind() != ArgKind::tensor_meta) return Arg();
  return fake(caller_.values().context(), attribute->value);
}

const Module* ExportTracer::module(const Node* node) {
  if (node->op() != Opcode::get_attr) return nullptr;
  const Module* owner = node->graph().owning_module();
  return owner == nullptr ? nullptr : owner->find_path(node->target().text()).module;
}

void ExportTracer::set_metadata(Node* node, const Arg& value) {
  Context& context = caller_.values().context();
  auto kept = [&](const Arg& leaf) {
    switch (leaf.kind()) {
      case ArgKind::tensor_meta: return fake(context, leaf);
      case ArgKind::sym_int:
      case ArgKind::sym_float:
      case ArgKind::sym_bool:
      case ArgKind::integer:
      case ArgKind::floating:
      case ArgKind::boolean:
      case ArgKind::string: return leaf;
      default: return Arg();
    }
  };
  values_[node->id()] = value;
  Arg val = value.is_container() ? copy_arg(value, context.arena, kept) : kept(value);
  if (node->find_meta(context.keys.tensor_meta) != nullptr) node->remove_meta(context.keys.tensor_meta);
  const Arg* before = node->find_meta(context.keys.val);
  if (before == nullptr || !(*before == val)) node->set_meta(context.keys.val, val);
}

std::string ExportTracer::fresh_name(std::string_view prefix) {
  Context& context = caller_.values().context();
  for (std::size_t i = 0;; ++i) {
    std::string name = cat({prefix, std::to_string(i)});
    if (!root_->has_attr(context.intern(name))) return name;
  }
}

Node* ExportTracer::get_attr(std::string_view name, const Meta* preserved) {
  Node* node = graph().get_attr(name);
  Context& context = caller_.values().context();
  static constexpr std::string_view kKept[] = {
      "stack_trace", "nn_module_stack", "torch_fn", "source_fn_stack", "original_aten", "from_node"};
  const Meta* meta = nullptr;
  if (preserved != nullptr) {
    for (const Meta::Entry& entry : *preserved) {
      if (std::find(std::begin(kKept), std::end(kKept), entry.key.view()) != std::end(kKept))
        meta = context.meta_with(meta, entry.key, entry.value);
    }
  }
  node->set_meta(meta);
  return node;
}

Arg ExportTracer::module_arg(const Ref<Module>& module, const Meta* preserved) {
  auto [found, added] = submodules_.try_emplace(module.get());
  if (added) {
    found->second = cat({"submodule_", std::to_string(submodules_.size() - 1)});
    root_->set_child(caller_.values().context().intern(found->second), module);
  }
  return Arg::node(get_attr(found->second, preserved));
}

// The object that a get_attr of the old graph names.
Arg ExportTracer::attribute_arg(const Node* old, const Meta* preserved, std::vector<Node*>& made) {
  const Module* owner = old->graph().owning_module();
  Module::Found found = owner == nullptr ? Module::Found{} : owner->find_path(old->target().text());
  if (found.module != nullptr) return module_arg(Ref<Module>(found.module), preserved);
  if (found.attribute == nullptr)
    throw fx_error("ExportPassBaseError", cat({"Cannot add ", old->target().text(), " to graph."}));
  Context& context = caller_.values().context();
  auto [name, added] = attributes_.try_emplace(found.attribute);
  if (added) {
    bool parameter = found.attribute->kind == Attribute::Kind::parameter;
    name->second = fresh_name(parameter ? "_param_constant" : "_tensor_constant");
    Attribute copy = *found.attribute;
    if (!parameter) copy.kind = Attribute::Kind::buffer;
    root_->set_attribute(context.intern(name->second), copy);
  }
  Node* node = get_attr(name->second, preserved);
  if (found.attribute->value.kind() == ArgKind::tensor_meta) {
    set_metadata(node, value(old));
    const TensorMeta& meta = *found.attribute->value.as_tensor_meta();
    if (exported_ && meta.is_real && found.attribute->kind != Attribute::Kind::parameter)
      node->set_meta(context.keys.val, as_new_tensor(meta));
    made.push_back(node);
  }
  return Arg::node(node);
}

// The fake tensor of a tensor that is new to the mode: as in from_tensor, its sizes are symbols, one for each number.
Arg ExportTracer::as_new_tensor(const TensorMeta& real) {
  FakeValues& values = caller_.values();
  TensorMeta meta = real;
  std::vector<Dim> shape(real.shape.begin(), real.shape.end());
  for (Dim& dim : shape) {
    if (dim.sym != nullptr || dim.value < 2) continue;
    std::size_t at = static_cast<std::size_t>(std::find(sizes_.begin(), sizes_.end(), dim.value) - sizes_.begin());
    if (at == sizes_.size()) sizes_.push_back(dim.value);
    dim.sym = values.number(values.symbols().symbol(cat({"s", std::to_string(at)}), dim.value)).as_sym();
  }
  meta.shape = shape;
  meta.stride = {};
  meta.is_real = false;
  return values.context().tensor_meta(meta);
}

Arg ExportTracer::create_arg(const Arg& arg, const Meta* preserved, std::vector<Node*>& made) {
  auto leaf = [&](const Arg& one) {
    if (one.is_node() && &one.as_node()->graph() != &root_->graph())
      return attribute_arg(one.as_node(), preserved, made);
    if (one.kind() == ArgKind::tensor || one.kind() == ArgKind::tensor_meta) {
      std::string size;
      auto shape = one.kind() == ArgKind::tensor ? one.as_tensor()->shape : one.as_tensor_meta()->shape;
      for (const Dim& d : shape)
        size += cat(
            {size.empty() ? "" : ", ", d.sym != nullptr ? std::string(d.sym->text.view()) : std::to_string(d.value)});
      throw fx_error("ExportPassBaseError",
                     cat({"Cannot add FakeTensor(..., size=(", size, shape.size() == 1 ? "," : "", ")) to graph."}));
    }
    return one;
  };
  return copy_arg(arg, graph().arena(), leaf);
}

namespace {

// Output nodes of exported programs return one tuple of plain nodes and constants.
std::vector<const Node*> output_nodes(const Graph& graph) {
  std::vector<const Node*> out;
  const Node* last = graph.output_or_null();
  if (last == nullptr || last->args().empty()) return out;
  const Arg& result = last->args()[0];
  if (!result.is_sequence()) return {result.as_node()};
  for (const Arg& item : result.items()) out.push_back(item.as_node());
  return out;
}

std::vector<const Node*> placeholders(const Graph& graph) {
  std::vector<const Node*> out;
  for (Node* node : graph) {
    if (node->op() == Opcode::placeholder) out.push_back(node);
  }
  return out;
}

template <class Specs>
void rename_by_place(Specs& specs, const std::vector<const Node*>& before, const std::vector<const Node*>& after) {
  if (specs.size() != before.size() || before.size() != after.size()) return;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (before[i] != nullptr && after[i] != nullptr && specs[i].arg.name == before[i]->name_text())
      specs[i].arg.name = after[i]->name_text();
  }
}

}  // namespace

void retrace_program(Program& program, ExportPass& pass) {
  pass.caller().values().learn(program);
  Ref<Module> before = program.root, after = pass.call(*before);
  if (program.signature) {
    rename_by_place(program.signature->input_specs, placeholders(before->graph()), placeholders(after->graph()));
    rename_by_place(program.signature->output_specs, output_nodes(before->graph()), output_nodes(after->graph()));
  }
  after->set_class_name(before->class_name());
  pass.keep_walked(std::move(before));
  program.root = after;
  program.lost_users.clear();
}

}  // namespace seesaw
