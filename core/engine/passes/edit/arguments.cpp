// Edits of one node: its arguments, target and name.
#include <algorithm>

#include "core/base/cat.h"
#include "core/base/identifier.h"
#include "core/base/number.h"
#include "core/engine/passes/edit/fragment.h"
#include "core/engine/passes/edit/graph_edits.h"
#include "core/graph/ops_table/op_def.h"

namespace seesaw {

namespace {

// A callable that accepts anything, used to read arguments.
constexpr std::string_view kReader = "torch.ops.seesaw.arguments.default(";

// The arguments of a node as unbound copies, to be changed and reassigned.
struct LooseArgs {
  std::vector<Arg> args;
  std::vector<Kwarg> kwargs;

  LooseArgs(GraphEdit& edit, const Node* node, const Fragment* names = nullptr) {
    auto leaf = [&](const Arg& arg) {
      return !arg.is_node() ? arg : Arg::node(names == nullptr ? arg.as_node() : names->mapped(arg.as_node()));
    };
    for (const Arg& arg : node->args()) args.push_back(copy_arg(arg, edit.graph().arena(), leaf));
    for (std::size_t i = 0; i < node->num_kwargs(); ++i)
      kwargs.push_back({node->kwarg(i).key, copy_arg(node->kwarg(i).value, edit.graph().arena(), leaf)});
  }

  template <class Visit>
  void each(Visit&& visit) {
    walk_args(args, visit);
    for (Kwarg& kwarg : kwargs) walk_args(std::span<Arg>(&kwarg.value, 1), visit);
  }
};

// The meaning of an argument text here: nodes for its expressions are made before `node`.
LooseArgs read_arguments(GraphEdit& edit, Node* node, std::string_view text) {
  Fragment fragment(edit, cat({kReader, text, ")"}));
  for (Node* input : fragment.inputs()) edit.bring_before(input, node);
  fragment.insert(edit, node, 1);
  return LooseArgs(edit, fragment.last(), &fragment);
}

// The same with locations that count from the beginning of `text`.
LooseArgs read_placed(GraphEdit& edit, Node* node, std::string_view text) {
  try {
    return read_arguments(edit, node, text);
  } catch (Error& error) {
    Place& place = error.diagnostic().place;
    auto prefix = static_cast<std::uint32_t>(kReader.size());
    if (place.line == 1 && place.column > prefix) place.column -= prefix;
    if (place.end_line == 1 && place.end_column > prefix) place.end_column -= prefix;
    throw;
  }
}

void assign(GraphEdit& edit, Node* node, LooseArgs& loose) {
  node->set_args_kwargs(loose.args, loose.kwargs);
  edit.touch(node);
}

void require_arguments(GraphEdit& edit, const Node* node) {
  if (node->op() == Opcode::placeholder || node->op() == Opcode::get_attr)
    throw edit.refused(node,
                       "argument",
                       cat({"'", node->name_text(), "' takes no arguments: it is a ", opcode_name(node->op())}),
                       "change its users instead");
}

std::optional<std::size_t> index_in(std::string_view text, std::size_t size) {
  std::optional<std::int64_t> index = parse_int(text);
  if (!index) return std::nullopt;
  std::int64_t at = *index < 0 ? *index + static_cast<std::int64_t>(size) : *index;
  return at < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(at));
}

Arg* nth_use(LooseArgs& loose, std::int64_t wanted) {
  Arg* found = nullptr;
  loose.each([&](Arg& arg) {
    if (arg.is_node() && wanted-- == 0) found = &arg;
  });
  return found;
}

// The slot at a path; a slot one past the last argument, or a new keyword, is created.
Arg* slot_at(GraphEdit& edit, LooseArgs& loose, std::span<const std::string> way) {
  Arg* at = nullptr;
  if (std::optional<std::size_t> index = index_in(way[0], loose.args.size())) {
    if (*index > loose.args.size()) return nullptr;
    if (*index == loose.args.size()) loose.args.emplace_back();
    at = &loose.args[*index];
  } else {
    Symbol key = edit.context().intern(way[0]);
    auto found = std::find_if(
        loose.kwargs.begin(), loose.kwargs.end(), [&](const Kwarg& kwarg) { return kwarg.key == key; });
    if (found == loose.kwargs.end()) found = loose.kwargs.insert(found, {key, Arg()});
    at = &found->value;
  }
  for (const std::string& step : way.subspan(1)) {
    if (!at->is_container()) return nullptr;
    std::span<Arg> items = at->items();
    bool dict = at->kind() == ArgKind::dict;
    std::optional<std::size_t> index = index_in(step, dict ? items.size() / 2 : items.size());
    if (!index || *index >= (dict ? items.size() / 2 : items.size())) return nullptr;
    at = &items[dict ? *index * 2 + 1 : *index];
  }
  return at;
}

}  // namespace

void set_arguments(GraphEdit& edit, Node* node, std::string_view text) {
  require_arguments(edit, node);
  if (node->op() == Opcode::output)
    throw edit.refused(node, "argument", "the output returns one value", "change one of the returned values");
  LooseArgs loose = read_placed(edit, node, text);
  assign(edit, node, loose);
}

void set_slot(GraphEdit& edit, Node* node, const Slot& slot, const Arg& value) {
  LooseArgs loose(edit, node);
  Arg* place = slot.use ? nth_use(loose, *slot.use) : slot.path.empty() ? nullptr : slot_at(edit, loose, slot.path);
  if (place == nullptr)
    throw edit.refused(node,
                       "argument",
                       cat({"'", node->name_text(), "' has no such argument"}),
                       "its arguments may have changed since: choose the slot again");
  *place = value;
  assign(edit, node, loose);
}

void set_argument(GraphEdit& edit, Node* node, const Slot& slot, std::string_view text) {
  require_arguments(edit, node);
  LooseArgs given = read_placed(edit, node, text);
  if (given.args.size() != 1 || !given.kwargs.empty())
    throw edit.refused(
        node, "argument", "one value is needed for one argument", "put several values into a list: [a, b]");
  set_slot(edit, node, slot, given.args[0]);
}

void set_target(GraphEdit& edit, Node* node, std::string_view target) {
  Context& context = edit.context();
  if (target.empty())
    throw edit.refused(node, "target", "the name of a target is needed", "for example torch.ops.aten.relu.default");
  switch (node->op()) {
    case Opcode::call_function: {
      if (target.find('.') == std::string_view::npos && !is_python_builtin(target))
        throw edit.refused(node,
                           "target",
                           cat({"'", target, "' is no function"}),
                           "write its whole path, for example torch.ops.aten.relu.default");
      const Callable* callable = context.callable(target);
      node->set_target(Target(callable));
      break;
    }
    case Opcode::call_method:
      if (!is_identifier(target))
        throw edit.refused(
            node, "target", cat({"'", target, "' is no name of a method"}), "write it without dots, for example relu");
      node->set_target(Target(context.intern(target)));
      break;
    case Opcode::get_attr:
    case Opcode::call_module:
      if (!edit.module().find_path(target))
        throw edit.refused(
            node, "target", cat({"the graph has no attribute 'self.", target, "'"}), "name one that it has");
      node->set_target(Target(context.intern(target)));
      break;
    default:
      throw edit.refused(node,
                         "target",
                         cat({"the target of a ", opcode_name(node->op()), " cannot be changed"}),
                         node->op() == Opcode::placeholder ? "rename it instead" : "");
  }
  edit.touch(node);
}

void rename_node(GraphEdit& edit, Node* node, std::string_view name) {
  if (node->op() == Opcode::output) throw edit.refused(node, "name", "the output has no name in the text", "");
  if (!is_node_name(name))
    throw edit.refused(node,
                       "name",
                       cat({"'", name, "' is no name"}),
                       "use the letters a to z, digits and underscores, and no digit first");
  Name wanted = edit.context().name(name);
  if (wanted == node->name()) return;
  if (is_reserved_name(name) || name == "self")
    throw edit.refused(node,
                       "name",
                       cat({"'", name, "' is reserved: generated code could not use it"}),
                       cat({"add an underscore: ", name, "_"}));
  for (Node* other : edit.graph()) {
    if (other->name() == wanted && other->op() != Opcode::output)
      throw edit.refused(
          node, "name", cat({"there is a node '", name, "' already"}), "choose another name, or rename that one first");
  }
  edit.graph().names().reserve(wanted);
  node->set_name(wanted);
  if (node->op() == Opcode::placeholder) node->set_target(Target(edit.context().intern(name)));
}

}  // namespace seesaw
