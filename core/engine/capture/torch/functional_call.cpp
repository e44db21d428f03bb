#include "core/engine/capture/torch/functional_call.h"

#include <algorithm>
#include <iterator>

#include "core/base/cat.h"
#include "core/engine/capture/torch/capture_run.h"

namespace seesaw {

namespace {

constexpr const char* kNames = "name its parameters and buffers as named_parameters does";

std::string quoted_list(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += cat({out.empty() ? "'" : ", '", name, "'"});
  return out;
}

}  // namespace

FunctionalCall::~FunctionalCall() {
  for (std::size_t i = before_.size(); i-- > 0;) {
    const Before& one = before_[i];
    if (one.missing) {
      std::erase_if(one.owner->attributes, [&](const auto& attribute) { return attribute.first == one.name; });
      one.owner->places.clear();
    } else if (PyValue* slot = python().find_attribute(one.owner, one.name)) {
      *slot = one.value;
    }
  }
}

FunctionalCall::Request FunctionalCall::request_of(const PyValues& args, const PyNamedValues& named) {
  Request out;
  PyValue* places[] = {&out.module, &out.state, &out.positional, &out.keywords};
  for (std::size_t i = 0; i < args.size() && i < std::size(places); ++i) *places[i] = args[i];
  for (const auto& [key, value] : named) {
    if (key == "module") out.module = value;
    if (key == "parameter_and_buffer_dicts" || key == "parameters_and_buffers") out.state = value;
    if (key == "args") out.positional = value;
    if (key == "kwargs") out.keywords = value;
    if (key == "strict") out.must_fit = python().truth(e_, value);
    if (key == "tie_weights") out.ties = python().truth(e_, value);
  }
  if (!is_kind(out.module, PyKind::instance)) fail(e_, "functional_call takes a module and a dict of tensors");
  return out;
}

// One dict, or several.
FunctionalCall::Tensors FunctionalCall::tensors_of(const PyValue& state) {
  bool many = is_kind(state, PyKind::tuple) || is_kind(state, PyKind::list);
  if (!many && !is_kind(state, PyKind::dict))
    fail_as(e_,
            "ValueError",
            cat({"Expected parameter_and_buffer_dicts to be a dict, or a list/tuple of dicts, but got <class '",
                 python().type_name(state),
                 "'>"}),
            "give it a dict of tensors");
  PyValues dicts = many ? state.object->items : PyValues{state};
  if (!std::all_of(dicts.begin(), dicts.end(), [](const PyValue& one) { return is_kind(one, PyKind::dict); }))
    fail_as(e_,
            "ValueError",
            "Expected all elements of parameter_and_buffer_dicts to be dictionaries",
            "give it dicts of tensors");
  refuse_repeated(dicts);
  Tensors out;
  for (const PyValue& one : dicts) {
    for (std::size_t i = 0; i + 1 < one.object->items.size(); i += 2)
      out.emplace_back(python().name_argument(e_, one.object->items[i]), one.object->items[i + 1]);
  }
  return out;
}

void FunctionalCall::refuse_repeated(const PyValues& dicts) {
  std::vector<std::string> names;
  std::map<std::string, std::size_t, std::less<>> counts;
  for (const PyValue& one : dicts) {
    for (std::size_t i = 0; i + 1 < one.object->items.size(); i += 2) {
      std::string name = python().name_argument(e_, one.object->items[i]);
      if (++counts[name] == 1) names.push_back(std::move(name));
    }
  }
  std::erase_if(names, [&](const std::string& name) { return counts[name] < 2; });
  if (!names.empty())
    fail_as(
        e_,
        "ValueError",
        cat({"[", quoted_list(names), "] appeared in multiple dictionaries; behavior of functional call is ambiguous"}),
        "name each tensor once");
}

FunctionalCall::Tensors FunctionalCall::held_by(PyObject* module) {
  Tensors out;
  for (const char* kind : {"named_parameters", "named_buffers"}) {
    ModuleModel::NamedWalk walk;
    walk.once = false;
    PyValue all = modules().named_state(e_, module, kind, walk);
    for (const PyValue& pair : all.object->items)
      out.emplace_back(std::string(pair.object->items[0].arg.text()), pair.object->items[1]);
  }
  return out;
}

FunctionalCall::Ties FunctionalCall::ties_of(const Tensors& held) {
  std::map<const void*, std::set<std::string>> names;
  for (const auto& [name, value] : held) names[identity_of(value)].insert(name);
  Ties out;
  for (const auto& [tensor, all] : names) {
    for (const std::string& name : all) {
      if (all.size() > 1) out.emplace(name, all);
    }
  }
  return out;
}

// A tensor that is given under one of several names stands under each of them. Under two of them it must be the same
// one, and where the others are not given at all, PyTorch asks for them.
void FunctionalCall::add_tied(Tensors& given, const Ties& ties) {
  std::map<std::string, PyValue, std::less<>> known(given.begin(), given.end());
  Tensors added;
  for (const auto& [name, value] : given) {
    auto tied = ties.find(name);
    if (tied == ties.end()) continue;
    std::vector<std::string> missing;
    std::size_t others = 0;
    bool same = true;
    for (const std::string& other : tied->second) {
      auto found = known.find(other);
      if (found == known.end()) {
        missing.push_back(other);
        added.emplace_back(other, value);
        continue;
      }
      others += other == name ? 0 : 1;
      same = same && python().same(found->second, value);
    }
    if (others > 0 && missing.size() > 1)
      fail(e_, "several names of one tensor are given, and several are not", "give it under one of its names");
    if (others > 0 && missing.size() == 1)
      fail_as(e_, "KeyError", cat({"'", missing[0], "'"}), "give the tensor under one of its names, or under all");
    if (others > 0 && !same)
      fail_as(e_,
              "ValueError",
              cat({"functional_call got multiple values for keys [",
                   quoted_list({tied->second.begin(), tied->second.end()}),
                   "], which are tied. Consider using tie_weights=False"}),
              "give the tensor under one of its names");
  }
  given.insert(given.end(), added.begin(), added.end());
}

// strict=True: all names, and no others.
void FunctionalCall::check_names(const PyObject& module, const Tensors& given, const Tensors& held, const Ties& ties) {
  if (!ties.empty())
    fail(e_, "functional_call with strict=True and tied tensors is outside of the subset", "leave strict out");
  std::set<std::string> all, told;
  for (const auto& [name, value] : held) all.insert(name);
  for (const auto& [name, value] : given) told.insert(name);
  std::vector<std::string> unexpected, missing;
  std::set_difference(told.begin(), told.end(), all.begin(), all.end(), std::back_inserter(unexpected));
  std::set_difference(all.begin(), all.end(), told.begin(), told.end(), std::back_inserter(missing));
  std::string lines;
  if (!unexpected.empty()) lines += cat({"\n\tUnexpected key(s): ", quoted_list(unexpected), "."});
  if (!missing.empty()) lines += cat({"\n\tMissing key(s): ", quoted_list(missing), "."});
  if (!lines.empty())
    fail_as(e_,
            "RuntimeError",
            cat({"Error(s) in reparametrizing for ", module.klass->def->name, ":", lines}),
            "give the names that the module has, or leave strict out");
}

// The module that a name with dots is of, which then names its attribute.
PyObject* FunctionalCall::owner_of(PyObject* module, std::string_view& path) {
  for (std::size_t dot; (dot = path.find('.')) != std::string_view::npos; path.remove_prefix(dot + 1)) {
    std::string_view name = path.substr(0, dot);
    PyValue* child = python().find_attribute(module, name);
    if (child == nullptr)
      fail_as(e_, "AttributeError", cat({module->klass->def->name, " has no attribute `", name, "`"}), kNames);
    if (!is_module(*child))
      fail_as(e_,
              "TypeError",
              cat({"submodule `",
                   name,
                   "`: ",
                   python().text_of(e_, *child, true),
                   " is not an instance of torch.nn.Module"}),
              kNames);
    module = child->object;
  }
  return module;
}

void FunctionalCall::swap(PyObject* module, const std::string& path, const PyValue& with) {
  std::string_view name = path;
  PyObject* owner = owner_of(module, name);
  if (name.empty()) fail_as(e_, "KeyError", "'tensor name can\'t be empty string \"\"'", kNames);
  if (!tensors().is_tensor(with) && !with.is_none())
    fail_as(e_,
            "TypeError",
            cat({python().text_of(e_, with, true), " is not an instance of torch.Tensor"}),
            "give a tensor");
  PyValue* slot = python().find_attribute(owner, name);
  before_.push_back({owner, std::string(name), slot == nullptr ? PyValue() : *slot, slot == nullptr});
  if (slot == nullptr) {
    python().put_plain(owner, name, with);
    return;
  }
  bool state = has_slot(*owner, name, CaptureState::Kind::parameter) ||
               has_slot(*owner, name, CaptureState::Kind::buffer);
  if (!state && !tensors().is_tensor(*slot))
    fail_as(e_,
            "TypeError",
            cat({"attribute `", name, "`: ", python().text_of(e_, *slot, true), " is not an instance of torch.Tensor"}),
            kNames);
  *slot = with;
}

PyValue FunctionalCall::run(const PyValues& args, const PyNamedValues& named) {
  Request request = request_of(args, named);
  if (settings().strict)
    fail(e_, "Dynamo does not see the tensors that functional_call gives a module", "capture it without strict");
  Tensors given = tensors_of(request.state);
  PyObject* module = request.module.object;
  if (request.ties || request.must_fit) {
    Tensors held = held_by(module);
    Ties ties = ties_of(held);
    if (request.ties) add_tied(given, ties);
    if (request.must_fit) check_names(*module, given, held, ties);
  }
  for (const auto& [name, value] : given) swap(module, name, value);
  return call(request);
}

PyValue FunctionalCall::call(const Request& request) {
  PyValues given;
  PyNamedValues kwargs;
  bool tuple = is_kind(request.positional, PyKind::tuple);
  if (tuple) given = request.positional.object->items;
  if (!tuple && !request.positional.is_none()) given.push_back(request.positional);
  if (request.keywords.object != nullptr) {
    for (std::size_t i = 0; i + 1 < request.keywords.object->items.size(); i += 2)
      kwargs.emplace_back(python().name_argument(e_, request.keywords.object->items[i]),
                          request.keywords.object->items[i + 1]);
  }
  return modules().call_module(e_, request.module.object, std::move(given), std::move(kwargs));
}

}  // namespace seesaw
