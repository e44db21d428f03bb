// The commands of a session, each once. command_table.cpp lists them.
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

// What a program is, for the answer of open, run and edit.
void write_program_summary(JsonWriter& json, const Program& program, std::uint32_t handle);
void write_report(JsonWriter& json, const PassReport& report, const Program& program);

// The forms of text that `print` knows, as describe shows them: [{name, doc, annotated?}].
void write_formats(JsonWriter& json);

// What torch.fx.GraphModule(root, graph) says of targets that `root` lacks. `root`: {"dict": [names]}, {"module":
// [names]}, or anything else, which is no root. Throws Error with PyTorch's exception.
void check_graph_module_root(const Graph& graph, const JsonValue& root);

// A command that fails with several diagnostics: the envelope says ok, the value says what went wrong. `open` uses it,
// because a text with mistakes still has lines to show.
void write_diagnostics(JsonWriter& json, const std::vector<Diagnostic>& diagnostics);

}  // namespace seesaw
