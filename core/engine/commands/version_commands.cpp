#include "core/engine/commands/version_commands.h"

namespace seesaw {

namespace {

// The tables of core/graph/dialect with their texts, which only this module needs.
struct VersionRow {
  std::string_view id, kind, since, older, newer;
};
constexpr VersionRow kRows[] = {
#define SEESAW_NOVELTY(id, kind, since, older, newer) {#id, kind, since, older, newer},
#define SEESAW_ENGINE_NOVELTY SEESAW_NOVELTY
#include "core/graph/dialect/engine_novelties.inc"
#include "core/graph/dialect/novelties.inc"
#undef SEESAW_ENGINE_NOVELTY
#undef SEESAW_NOVELTY
};

void run_versions(Session&, const JsonValue&, std::string_view, JsonWriter& value, std::string&) {
  value.array();
  for (const VersionRow& row : kRows) {
    value.object().member("id", row.id).member("kind", row.kind).member("since", row.since);
    value.member("older", row.older).member("newer", row.newer).end();
  }
  value.end();
}

constinit const Command kVersions{
    "versions", "What differs between versions of PyTorch: [{id, kind, since, older, newer}].", run_versions};
constinit const Command* const kCommands[] = {&kVersions};

}  // namespace

std::span<const Command* const> version_commands() { return kCommands; }

}  // namespace seesaw
