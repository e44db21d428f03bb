#include "core/engine/commands/all_commands.h"

#include <engine_records_passes.h>

#include <vector>

#include "core/engine/commands/archive_commands.h"
#include "core/engine/commands/autograd_commands.h"
#include "core/engine/commands/capture_commands.h"
#include "core/engine/commands/change_commands.h"
#include "core/engine/commands/exec_commands.h"
#include "core/engine/commands/graph_commands.h"
#include "core/engine/commands/node_commands.h"
#include "core/engine/commands/pass_commands.h"
#include "core/engine/commands/retrace_commands.h"
#include "core/engine/commands/version_commands.h"
#include "core/engine/commands/view_commands.h"
#include "core/graph/session/editor.h"

namespace seesaw {

std::span<const Command* const> engine_commands() {
  static const std::vector<const Command*> all = [] {
    std::vector<const Command*> out;
    for (auto some : {archive_commands(),
                      exec_commands(),
                      autograd_commands(),
                      capture_commands(),
                      pass_commands(),
                      retrace_commands(),
                      change_commands(),
                      view_commands(),
                      node_commands(),
                      graph_commands(),
                      version_commands()})
      out.insert(out.end(), some.begin(), some.end());
    return out;
  }();
  return all;
}

void add_engine() {
  add_passes(engine_records::passes());
  add_edit_steps(module_edit_steps());
}

}  // namespace seesaw
