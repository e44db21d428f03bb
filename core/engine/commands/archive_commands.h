// Session commands for archives, only in the larger module.
//
// What: `open_archive` and `write_archive`; the JSON of an archive crosses as payload.
// Why: a page loads the graph side first, and most pages never open an archive.
//
//   Session session(archive_commands());
//   session.call("open_archive", "{}", json);         // as open answers, and {"schema": "8.2", "torch": "2.6.0"}
//   session.call("write_archive", R"({"handle": 2})", json);
#pragma once

#include <span>

#include "core/graph/session/session.h"

namespace seesaw {

std::span<const Command* const> archive_commands();

}  // namespace seesaw
