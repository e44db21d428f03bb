#include "core/engine/ops/call/functional_form.h"

#include <algorithm>
#include <map>

namespace seesaw {

std::vector<int> functional_places(const OpSchema& declared, const OpSchema& op) {
  std::vector<int> places(op.parameters.size(), -1);
  auto place = [&](std::size_t i, auto&& fits) {
    for (std::size_t at = 0; at < declared.parameters.size() && places[i] < 0; ++at) {
      if (fits(declared.parameters[at], static_cast<int>(at))) places[i] = static_cast<int>(at);
    }
  };
  for (std::size_t i = 0; i < places.size(); ++i) {
    place(i, [&](const SchemaParameter& p, int) {
      return p.name == op.parameters[i].name || (p.name == "input" && op.parameters[i].name == "self");
    });
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    place(i, [&](const SchemaParameter& p, int at) {
      return p.type == op.parameters[i].type && std::find(places.begin(), places.end(), at) == places.end();
    });
  }
  return places;
}

const FunctionalForm* functional_form(std::string_view name) {
  static const std::map<std::string_view, FunctionalForm> forms = [] {
    std::map<std::string_view, FunctionalForm> out;
    each_record([&](const OpDef& op) {
      if (op.python.functional.empty()) return;
      FunctionalForm form{&op, read_schema(op.python.functional), {}};
      form.places = functional_places(form.declared, read_schema(op.schema));
      out.emplace(op.python.functional.substr(0, op.python.functional.find('(')), std::move(form));
    });
    return out;
  }();
  auto found = forms.find(name);
  return found == forms.end() ? nullptr : &found->second;
}

}  // namespace seesaw
