// Binds arguments to declared parameters as Python does.
//
//   bind_declared<Arg>(schema, "elu", args, kwargs,
//                      [&](const SchemaParameter& p) { return default_argument(context, p); })
//
// Throws Error: Python's TypeError.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/table/schema.h"

namespace seesaw {

template <class Value, class Default>
std::vector<Value> bind_declared(const OpSchema& schema,
                                 std::string_view function,
                                 const std::vector<Value>& args,
                                 const std::vector<std::pair<std::string, Value>>& kwargs,
                                 Default&& fallback) {
  const auto& parameters = schema.parameters;
  std::vector<Value> out;
  std::string missing;
  std::size_t count = 0,
              places = static_cast<std::size_t>(std::count_if(
                  parameters.begin(), parameters.end(), [](const SchemaParameter&p) { return !p.keyword_only; }));
  if (args.size() > places)
    throw fx_error("TypeError",
                   cat({function,
                        "() takes ",
                        std::to_string(places),
                        " positional arguments but ",
                        std::to_string(args.size()),
                        " were given"}));
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const SchemaParameter& p = parameters[i];
    auto named = std::find_if(kwargs.begin(), kwargs.end(), [&](const auto& pair) { return pair.first == p.name; });
    if (named != kwargs.end() && i < args.size())
      throw fx_error("TypeError", cat({function, "() got multiple values for argument '", p.name, "'"}));
    bool given = i < args.size() || named != kwargs.end();
    if (!given && !p.has_default) {
      missing += cat({missing.empty() ? "'" : "', '", p.name});
      ++count;
    }
    out.push_back(i < args.size() ? args[i] : named != kwargs.end() ? named->second : Value(fallback(p)));
  }
  if (count > 0)
    throw fx_error("TypeError",
                   cat({function,
                        "() missing ",
                        std::to_string(count),
                        " required positional argument",
                        count > 1 ? "s" : "",
                        ": ",
                        missing,
                        "'"}));
  for (const auto& [key, value] : kwargs) {
    bool known = std::any_of(
        parameters.begin(), parameters.end(), [&name = key](const SchemaParameter& p) { return p.name == name; });
    if (!known) throw fx_error("TypeError", cat({function, "() got an unexpected keyword argument '", key, "'"}));
  }
  return out;
}

}  // namespace seesaw
