// What torch.nn.Module keeps its attributes in: module.__dict__ and the tables in it.
#include "core/base/cat.h"
#include "core/engine/capture/torch/capture_run.h"

namespace seesaw {

namespace {

constexpr std::string_view kPassing = "_non_persistent_buffers_set";

}  // namespace

// module._modules, _parameters, _buffers and _non_persistent_buffers_set.
PyValue ModuleModel::members_in(PyObject* module, std::string_view name) {
  PyValues out;
  PyValue table;
  if (name == kPassing) {
    for (auto& [key, value] : module->attributes) {
      if (is_held(*module, key, value, CaptureState::Kind::buffer) && !value.object->persistent)
        out.emplace_back(context().string(key));
    }
    for (const std::string& key : module->passing) out.emplace_back(context().string(key));
    table = python().make_list(PyKind::set, std::move(out));
  } else {
    PySlot wanted = name == "_modules" ? PySlot::module : name == "_parameters" ? PySlot::parameter : PySlot::buffer;
    for (auto& [key, value] : module->attributes) {
      auto slot = module->slots.find(key);
      if (slot == module->slots.end() || slot->second != wanted) continue;
      out.emplace_back(context().string(key));
      out.push_back(read(module, key, value));
    }
    table = python().make_list(PyKind::dict, std::move(out));
  }
  table.object->name = std::string(name);
  table.object->self = PyValue(module);  // what is written into it, or taken out, the module has or has no more
  table.object->held = module->revision;
  return table;
}

// `held` of a table is the revision of the module that it shows.
void ModuleModel::show_again(PyObject& table) {
  const bool shows = table.kind == PyKind::dict && is_kind(table.self, PyKind::instance) &&
                     (table.name == "_modules" || table.name == "_parameters" || table.name == "_buffers");
  if (!shows || table.held == table.self.object->revision) return;
  PyObject* now = members_in(table.self.object, table.name).object;
  python().add_steps(now->items.size());
  table.items = std::move(now->items);
  table.held = now->held;
  ++table.revision;
}

bool ModuleModel::is_passing(PyObject& module, std::string_view name) {
  const PyValue* own = python().find_attribute(&module, name);
  bool held = own != nullptr && is_held(module, std::string(name), *own, CaptureState::Kind::buffer);
  return held ? !own->object->persistent : module.passing.contains(name);
}

void ModuleModel::set_passing(PyObject& names) {
  PyObject* module = names.self.object;
  std::set<std::string, std::less<>> told;
  for (const PyValue& name : names.items) {
    if (name.is_arg() && name.arg.is_string()) told.emplace(name.arg.text());
  }
  for (auto& [key, value] : module->attributes) {
    if (!is_held(*module, key, value, CaptureState::Kind::buffer)) continue;
    value.object->persistent = told.erase(key) == 0;
  }
  module->passing = std::move(told);
}

bool ModuleModel::set_in_table(const PyExpr& e, PyObject& table, const std::string& name, const PyValue& value) {
  PyObject* module = table.self.object;
  bool dict = table.name == "__dict__";
  if (!dict && table.name != "_buffers") return false;
  if (dict && slot_of(*module, name) != PySlot::plain)
    fail(e,
         cat({"'",
              name,
              "' is registered: an item of __dict__ that hides it is outside of the subset that is captured"}),
         "give it another name");
  if (dict && !recorder().outside()) return false;
  if (dict && (is_kind(value, PyKind::instance) || is_state(value, CaptureState::Kind::parameter)))
    fail(e, "an object or a parameter that is only in __dict__ is outside of the subset that is captured", "set it");
  if (!recorder().outside() && !settings().strict) {  // nothing is written back of it
    put(module, name, value);
    return true;
  }
  if (dict) {
    put(module, name, value);
  } else {
    PyValue lasts = PyValue(Arg::boolean(!is_passing(*module, name)));
    python().call_value(
        e, python().attribute(e, table.self, "register_buffer"), {PyValue(context().string(name)), value, lasts}, {});
  }
  return true;
}

// Those of the module itself come first, as Module.__init__ sets them.
PyValues ModuleModel::own_names(PyObject* module) {
  static constexpr std::string_view kHooks[] = {"_backward_pre_hooks",
                                                "_backward_hooks",
                                                "_is_full_backward_hook",
                                                "_forward_hooks",
                                                "_forward_hooks_with_kwargs",
                                                "_forward_hooks_always_called",
                                                "_forward_pre_hooks",
                                                "_forward_pre_hooks_with_kwargs",
                                                "_state_dict_hooks",
                                                "_state_dict_pre_hooks",
                                                "_load_state_dict_pre_hooks",
                                                "_load_state_dict_post_hooks"};
  PyValues out;
  auto add = [&](std::string_view name, PyValue value) {
    out.emplace_back(context().string(name));
    out.push_back(std::move(value));
  };
  if (module->prepared) {
    PyValue* training = python().find_attribute(module, "training");
    add("training", training != nullptr ? *training : PyValue(Arg::boolean(true)));
    for (std::string_view table : {std::string_view("_parameters"), std::string_view("_buffers"), kPassing})
      add(table, members_in(module, table));
    for (std::string_view hooks : kHooks)
      add(hooks, hooks == "_is_full_backward_hook" ? PyValue() : python().make_list(PyKind::dict, {}));
    add("_modules", members_in(module, "_modules"));
  }
  for (auto& [key, value] : module->attributes) {
    if (key != "training" && slot_of(*module, key) == PySlot::plain) add(key, value);
  }
  return out;
}

}  // namespace seesaw
