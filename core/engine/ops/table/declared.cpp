#include "core/engine/ops/table/declared.h"

#include <array>
#include <deque>
#include <map>
#include <string>
#include <utility>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/table/schema.h"

namespace seesaw {

namespace {

// Records point to the texts, so nothing here moves or is freed.
struct Declaration {
  std::string path, schema, doc;
  OpDef record;
};

struct Declared {
  std::deque<Declaration> all;
  std::array<DeclaredKernel, kMostDeclared> kernels;
  std::map<std::string_view, std::pair<const OpDef*, std::size_t>> by_path;  // the latest of a path, and its kernel
};

Declared& declared_operators() {
  static Declared instance;
  return instance;
}

// A record's kernel is a plain function: one for each index in the list.
template <std::size_t kPlace>
Outputs run_place(std::span<const Value> args) {
  DeclaredKernel kernel = declared_operators().kernels[kPlace];  // it may declare the operator again
  return kernel(args);
}

template <std::size_t... kPlaces>
constexpr auto place_kernels(std::index_sequence<kPlaces...>) {
  return std::array{run_place<kPlaces>...};
}
constexpr auto kPlaceKernels = place_kernels(std::make_index_sequence<kMostDeclared>());

}  // namespace

const OpDef& declare_operator(std::string_view path,
                              std::string_view schema,
                              std::string_view doc,
                              DeclaredKernel kernel) {
  Declared& all = declared_operators();
  auto known = all.by_path.find(path);
  if (known == all.by_path.end() && find_record(path) != nullptr)
    throw user_error("operator", cat({"'", path, "' is an operator already"}), "give it a namespace of its own");
  std::size_t place = known == all.by_path.end() ? all.by_path.size() : known->second.second;
  if (place == kMostDeclared)
    throw user_error("operator",
                     cat({"more than ", std::to_string(kMostDeclared), " operators are declared"}),
                     "begin a new session");
  all.kernels[place] = std::move(kernel);
  if (known != all.by_path.end() && known->second.first->schema == schema) return *known->second.first;
  Declaration& made = all.all.emplace_back(Declaration{std::string(path), std::string(schema), std::string(doc), {}});
  made.record = OpDef{
      .path = made.path,
      .schema = made.schema,
      .doc = made.doc,
      .run = {.kernel = kPlaceKernels[place], .composite = true},
  };
  all.by_path.insert_or_assign(made.path, std::pair<const OpDef*, std::size_t>(&made.record, place));
  add_record(made.record);
  return made.record;
}

const OpDef* find_declared(std::string_view path) {
  auto found = declared_operators().by_path.find(path);
  return found == declared_operators().by_path.end() ? nullptr : found->second.first;
}

}  // namespace seesaw
