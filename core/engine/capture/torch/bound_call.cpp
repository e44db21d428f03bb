#include "core/engine/capture/torch/bound_call.h"

#include <algorithm>
#include <set>

#include "core/base/cat.h"

namespace seesaw {

namespace {

bool is_dict(const PyValue& value) { return value.object != nullptr && value.object->kind == PyKind::dict; }

bool has_key(const PyValue& dict, std::string_view name) {
  const PyValues& items = dict.object->items;
  for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
    if (items[i].is_arg() && items[i].arg.is_string() && items[i].arg.text() == name) return true;
  }
  return false;
}

}  // namespace

PyValue shape_entry(const PyValue& shapes, std::size_t place, std::string_view name) {
  if (shapes.is_arg() && shapes.arg.is_sequence())
    return place < shapes.arg.items().size() ? PyValue(shapes.arg.items()[place]) : PyValue();
  if (shapes.object == nullptr) return {};
  const PyValues& items = shapes.object->items;
  if (!is_dict(shapes)) return place < items.size() ? items[place] : PyValue();
  for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
    if (items[i].is_arg() && items[i].arg.is_string() && items[i].arg.text() == name) return items[i + 1];
  }
  return {};
}

BoundCall::BoundCall(const ScriptCall& call, const Function& function, bool newer) : call_(call) {
  std::vector<const Parameter*> plain;
  std::set<std::string> known, given;
  std::string rest = "args";
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const Parameter& one = function.parameters[i];
    if (one.kind == Parameter::Kind::plain) plain.push_back(&one);
    if (one.kind == Parameter::Kind::rest) rest = one.name;
    if (one.kind == Parameter::Kind::others) others_ = one.name;
    if (one.kind == Parameter::Kind::plain || one.kind == Parameter::Kind::keyword) known.insert(one.name);
  }
  for (std::size_t i = 0; i < call.args.size(); ++i) {
    bool row = i >= plain.size();
    arguments_.push_back({row ? rest : plain[i]->name, "", row, row ? i - plain.size() : 0});
  }
  const bool by_own_name = newer && is_dict(call.shapes) && !has_key(call.shapes, others_);
  for (const auto& [name, value] : call.kwargs) {
    const bool own = known.contains(name) || by_own_name;
    arguments_.push_back({own ? name : others_, known.contains(name) ? "" : name, false, 0});
  }
  for (const Argument& one : arguments_) given.insert(one.parameter);
  for (const Parameter& one : function.parameters) {
    if (given.erase(one.name) != 0) names_.push_back(one.name);
  }
  for (const Argument& one : arguments_) {
    if (given.erase(one.parameter) != 0) names_.push_back(one.parameter);
  }
}

std::size_t BoundCall::place(const std::string& parameter) const {
  return static_cast<std::size_t>(std::find(names_.begin(), names_.end(), parameter) - names_.begin());
}

PyValue BoundCall::shape_of(std::size_t at) const {
  const Argument& one = arguments_[at];
  PyValue entry = shape_entry(call_.shapes, place(one.parameter), one.parameter);
  if (one.rest) return shape_entry(entry, one.index, {});
  if (one.key.empty() || one.key == one.parameter) return entry;
  return is_dict(entry) ? shape_entry(entry, 0, one.key) : PyValue();
}

PyValue BoundCall::shape_of_rest(std::size_t at) const {
  const Argument& one = arguments_[at];
  return shape_entry(call_.shapes, place(one.parameter), one.parameter);
}

std::string BoundCall::place_of(std::size_t at) const {
  const Argument& one = arguments_[at];
  std::string out = is_dict(call_.shapes) ? cat({"['", one.parameter, "']"})
                                          : cat({"[", std::to_string(place(one.parameter)), "]"});
  if (one.rest) return cat({out, "[", std::to_string(one.index), "]"});
  return one.key.empty() || one.key == one.parameter ? out : cat({out, "['", one.key, "']"});
}

const PyValue& BoundCall::value(std::size_t at) const {
  return at < call_.args.size() ? call_.args[at] : call_.kwargs[at - call_.args.size()].second;
}

}  // namespace seesaw
