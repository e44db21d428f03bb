// The commands of a session. command_table.cpp lists them.
#pragma once

#include "core/graph/passes/pass_manager.h"
#include "core/graph/session/session.h"

namespace seesaw {

namespace command {
extern const Command open;
extern const Command close;
extern const Command print;
extern const Command run;
extern const Command edit;
extern const Command names;
extern const Command callable;
extern const Command split;
extern const Command format_arg;
extern const Command stack_trace;
extern const Command describe;
extern const Command status;
}  // namespace command

// The description of a program in the answers of open, run and edit.
void write_program_summary(JsonWriter& json, const Program& program, std::uint32_t handle);
void write_report(JsonWriter& json, const PassReport& report, const Program& program);

// The text forms that `print` supports, as describe shows them: [{name, doc, annotated?}].
void write_formats(JsonWriter& json);

// torch.fx.GraphModule(root, graph)'s verdict on targets that `root` lacks. `root`: {"dict": [names]}, {"module":
// [names]}, or anything else, which is an invalid root. Throws Error with PyTorch's exception.
void check_graph_module_root(const Graph& graph, const JsonValue& root);

// A command that fails with several diagnostics: the envelope is ok, the value lists the errors. `open` uses it,
// because a text with errors still has lines to show.
void write_diagnostics(JsonWriter& json, const std::vector<Diagnostic>& diagnostics);

}  // namespace seesaw
