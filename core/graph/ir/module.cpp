#include "core/graph/ir/module.h"
#include "core/base/cat.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace seesaw {

Ref<Module> Module::make(Context& context, std::string_view class_name, std::unique_ptr<Graph> graph) {
  Ref<Module> module(new Module(context, context.intern(class_name)));
  if (graph != nullptr) module->set_graph(std::move(graph));
  return module;
}

void Module::set_graph(std::unique_ptr<Graph> graph) {
  graph_ = std::move(graph);
  if (graph_ != nullptr) graph_->set_owning_module(this);
}

void Module::release(Module* module) {
  if (--module->references_ > 0) return;
  std::vector<Module*> dying{module};
  while (!dying.empty()) {
    Module* last = dying.back();
    dying.pop_back();
    for (auto& entry : last->children_) {
      Module* child = entry.value.detach();
      if (child != nullptr && --child->references_ == 0) dying.push_back(child);
    }
    delete last;
  }
}

Module* Module::child(Symbol name) const {
  const Ref<Module>* found = children_.find(name);
  return found == nullptr ? nullptr : found->get();
}

Module::Found Module::find_path(std::string_view path) const {
  Found found;
  found.holder = const_cast<Module*>(this);
  Module* at = found.holder;
  std::size_t index = 0;
  for_each_atom(path, [&](std::string_view atom) {
    if (found.missing != SIZE_MAX) {
      found.holder = nullptr;
      return;
    }
    Symbol key = context_->symbols.find(atom);
    found.holder = at;
    found.attribute = nullptr;
    found.module = key && at != nullptr ? at->child(key) : nullptr;
    if (found.module == nullptr) found.attribute = key && at != nullptr ? at->attribute(key) : nullptr;
    if (found.module == nullptr && found.attribute == nullptr) found.missing = index;
    at = found.module;
    ++index;
  });
  return found;
}

std::vector<Module::Located> Module::modules() const {
  std::vector<Located> out, stack{{const_cast<Module*>(this), 0, Symbol()}};
  std::uint32_t epoch = context_->next_epoch();
  while (!stack.empty()) {
    Located now = stack.back();
    stack.pop_back();
    if (!now.module->visit(epoch)) continue;
    std::size_t first = stack.size();
    for (const auto& entry : now.module->children()) stack.push_back({entry.value.get(), out.size(), entry.key});
    std::reverse(stack.begin() + static_cast<std::ptrdiff_t>(first), stack.end());
    out.push_back(now);
  }
  return out;
}

std::string path_of(const std::vector<Module::Located>& modules, std::size_t index) {
  std::vector<std::string_view> atoms;
  for (; index != 0; index = modules[index].parent) atoms.push_back(modules[index].name.view());
  std::string out;
  for (std::size_t i = atoms.size(); i-- > 0;) {
    if (!out.empty()) out += '.';
    out += atoms[i];
  }
  return out;
}

std::vector<std::pair<std::string, Module*>> Module::named_modules() const {
  std::vector<Located> found = modules();
  std::vector<std::pair<std::string, Module*>> out;
  for (std::size_t i = 0; i < found.size(); ++i) out.emplace_back(path_of(found, i), found[i].module);
  return out;
}

void Module::delete_all_unused_submodules() {
  std::unordered_set<std::string> used;
  for (Node* node : graph()) {
    if (node->op() != Opcode::get_attr && node->op() != Opcode::call_module) continue;
    std::string path;
    for_each_atom(node->target().text(), [&](std::string_view atom) {
      path += path.empty() ? std::string(atom) : cat({".", atom});
      used.insert(path);
    });
    Module* target = find_path(path).module;
    if (target == nullptr) continue;
    for (const auto& [below, module] : target->named_modules()) {
      if (!below.empty()) used.insert(cat({path, ".", below}));
    }
  }
  for (const auto& [path, module] : named_modules()) {
    if (path.empty() || used.contains(path)) continue;
    std::size_t dot = path.rfind('.');
    Module* holder = dot == std::string::npos ? this : find_path(path.substr(0, dot)).module;
    if (holder != nullptr)
      holder->delete_child(context_->intern(dot == std::string::npos ? path : path.substr(dot + 1)));
  }
}

Ref<Module> Module::copy_with(std::unique_ptr<Graph> (*copy_graph)(const Graph&)) const {
  std::unordered_map<const Module*, Ref<Module>> copies;
  std::vector<const Module*> order;
  for (const auto& [module, parent, name] : modules()) {
    Ref<Module> copy = make(
        *context_, module->class_name_.view(), module->has_graph() ? copy_graph(module->graph()) : nullptr);
    copy->extra_repr_ = module->extra_repr_;
    copy->known_by_line_ = module->known_by_line_;
    copy->attributes_ = module->attributes_;
    copy->style_ = module->style_;
    copies.emplace(module, std::move(copy));
    order.push_back(module);
  }
  for (const Module* module : order) {
    for (const auto& entry : module->children_) copies.at(module)->set_child(entry.key, copies.at(entry.value.get()));
  }
  return copies.at(this);
}

}  // namespace seesaw
