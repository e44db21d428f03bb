#include "core/engine/ops/table/surfaces.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "core/base/cat.h"
#include "core/engine/ops/call/functional_form.h"
#include "core/engine/ops/table/schema.h"

namespace seesaw {

namespace {

// Modules whose operators have their name in front.
constexpr std::string_view kLibraries[] = {"linalg", "special", "fft"};

constexpr std::uint8_t kUsual = OpDef{}.python.surfaces;

std::uint8_t told_by(const OpDef& op) {
  if (op.python.surfaces != kUsual) return op.python.surfaces;
  OpSchema schema = read_schema(op.schema);
  bool self = std::any_of(schema.parameters.begin(), schema.parameters.end(), [](const SchemaParameter& p) {
    return p.name == "self" && is_type(p.type, "Tensor");
  });
  return self ? kUsual : std::uint8_t{kInTorch};
}

}  // namespace

std::string_view library_of(std::string_view name) {
  for (std::string_view library : kLibraries) {
    if (name.starts_with(library) && name.size() > library.size() && name[library.size()] == '_') return library;
  }
  return {};
}

std::string name_in_library(std::string_view path) {
  constexpr std::string_view kTorch = "torch.";
  std::size_t dot = path.rfind('.');
  if (!path.starts_with(kTorch) || dot <= kTorch.size()) return {};
  std::string_view module = path.substr(kTorch.size(), dot - kTorch.size());
  bool known = std::find(std::begin(kLibraries), std::end(kLibraries), module) != std::end(kLibraries);
  return known ? cat({module, "_", path.substr(dot + 1)}) : std::string();
}

std::optional<std::uint8_t> surfaces_of(std::string_view name) {
  struct Known {
    std::uint8_t surfaces = 0;
    bool marked = false;
  };
  static const std::map<std::string_view, Known> names = [] {
    std::map<std::string_view, Known> out;
    each_record([&](const OpDef& op) {
      constexpr std::string_view kAten = "torch.ops.aten.";
      if (!op.path.starts_with(kAten) || op.schema.empty()) return;
      std::string_view packet = op.path.substr(kAten.size());
      Known& known = out[packet.substr(0, packet.find('.'))];
      bool marked = op.python.surfaces != kUsual;
      if (marked || !known.marked) known.surfaces = marked ? op.python.surfaces : known.surfaces | told_by(op);
      known.marked = known.marked || marked;
    });
    for (auto& [packet, known] : out) {
      if (!library_of(packet).empty()) known.surfaces = 0;
      if (functional_form(packet) != nullptr) known.surfaces |= kInFunctional;
    }
    return out;
  }();
  auto found = names.find(name);
  return found == names.end() ? std::nullopt : std::optional(found->second.surfaces);
}

}  // namespace seesaw
