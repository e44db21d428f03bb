#include "core/graph/dialect/dialect.h"

#include "core/base/cat.h"
#include "core/base/json.h"
#include "core/base/rare.h"
#include "core/graph/dialect/novelty_id.h"

namespace seesaw {

namespace {

constexpr std::string_view kIds[] = {
#define SEESAW_NOVELTY(id, ...) #id,
#include "core/graph/dialect/novelties.inc"
#undef SEESAW_NOVELTY
};

}  // namespace

std::string_view novelty_id(Novelty row) { return kIds[static_cast<std::size_t>(row)]; }

SEESAW_RARE void Dialect::state(std::string_view version) {
  auto number = [&version] {
    int value = 0;
    while (!version.empty() && version[0] >= '0' && version[0] <= '9' && value < 1000) {
      value = value * 10 + (version[0] - '0');
      version.remove_prefix(1);
    }
    return value;
  };
  int major = number();
  if (major == 0 || !version.starts_with('.')) return;
  version.remove_prefix(1);
  int minor = number();
  bool newer = major > 2 || (major == 2 && minor >= 14), older = major < 2 || (major == 2 && minor <= 6);
  if ((newer || older) && !chosen_) (newer ? newer_ : older_) |= kAll & ~(newer_ | older_);
}

SEESAW_RARE void write_dialect(JsonWriter& json, const Dialect& dialect) {
  if ((dialect.newer() | dialect.older()) == 0) return;
  json.key("dialect").object().member("torch", dialect.version());
  if (dialect.chosen()) json.member("chosen", true);
  json.key("signs").array();
  for (std::size_t i = 0; i < std::size(kIds); ++i) {
    std::uint32_t bit = Dialect::bit(static_cast<Novelty>(i));
    if ((dialect.newer() & bit) != 0) json.value(kIds[i]);
    if ((dialect.older() & bit) != 0) json.value(std::string_view(cat({"!", kIds[i]})));
  }
  json.end().end();
}

SEESAW_RARE void read_dialect(const JsonValue& value, Dialect& dialect) {
  for (const JsonValue& sign : value["signs"].items()) {
    std::string_view id = sign.string();
    bool newer = !id.starts_with('!');
    if (!newer) id.remove_prefix(1);
    for (std::size_t i = 0; i < std::size(kIds); ++i) {
      if (kIds[i] == id) dialect.see(static_cast<Novelty>(i), newer);
    }
  }
  std::string_view torch = value["torch"].string();
  if (value.has("chosen") && value["chosen"].boolean()) dialect.choose(torch);
}

}  // namespace seesaw
