// Edits of single arguments, separate from node.cpp because no pass runs them in a loop: compiled for size.
#include "core/base/diagnostic.h"
#include "core/graph/ir/graph.h"

namespace seesaw {

void Node::update_arg(std::int64_t index, Arg value) {
  std::vector<Arg> args(this->args().begin(), this->args().end());
  auto size = static_cast<std::int64_t>(args.size());
  if (index < -size || index >= size) throw fx_error("IndexError", "list assignment index out of range");
  args[static_cast<std::size_t>(index < 0 ? index + size : index)] = value;
  set_args(args);
}

void Node::insert_arg(std::int64_t index, Arg value) {
  auto size = static_cast<std::int64_t>(args().size());
  if (index < 0 || index > size)
    throw fx_error("AssertionError", "insert_args index must be between 0 and len(self.args)");
  std::span<const Arg> before = this->args().first(static_cast<std::size_t>(index));
  std::span<const Arg> after = this->args().subspan(static_cast<std::size_t>(index));
  std::vector<Arg> args(before.begin(), before.end());
  args.push_back(value);
  args.insert(args.end(), after.begin(), after.end());
  std::vector<Kwarg> kwargs;
  for (std::size_t i = 0; i < num_kwargs(); ++i) kwargs.push_back(kwarg(i));
  args_ = graph_->new_block(args, kwargs);
  // Only the new argument makes new links. A node used for the first time gets this user at the end of its users; one
  // that is already used keeps its position. New links are at the front of their chains.
  std::uint32_t stamp = graph_->next_stamp();
  auto is_new = [&](const Use* use) { return use != nullptr && use->user == this && use->stamp() == stamp; };
  walk_args(all_args().subspan(static_cast<std::size_t>(index), 1), [&](Arg& arg) {
    if (!arg.is_node() || arg.is_bound()) return;
    std::uint32_t again = is_new(arg.as_node()->uses_) ? Use::kRepeated : 0;
    bind(arg);
    arg.use()->order = stamp | Use::kInserted | again;
  });
  walk_args(all_args(), [&](Arg& arg) {
    if (!arg.is_bound() || is_new(arg.use())) return;
    for (Use* use = arg.use()->def->uses_; is_new(use); use = use->next) use->order = arg.use()->order | Use::kRepeated;
  });
}

void Node::update_kwarg(Symbol key, Arg value) {
  std::vector<Kwarg> kwargs;
  bool found = false;
  for (std::size_t i = 0; i < num_kwargs(); ++i) {
    kwargs.push_back(kwarg(i));
    if (kwargs.back().key == key) {
      kwargs.back().value = value;
      found = true;
    }
  }
  if (!found) kwargs.push_back({key, value});
  set_kwargs(kwargs);
}

}  // namespace seesaw
