// The verifier of exported programs: torch/_export/verifier.py.
//
// What: `verify_export` checks the invariants that every pass must keep: values in the metadata, operators that export
// allows, graphs as the only modules that get_attr names, and a signature that fits graph, state and constants. Why: a
// well-formed graph is not necessarily an exported program. The messages are PyTorch's.
//
//   verify_export(program, {.dialect = "ATEN"});
//   // throws Error: SpecViolationError: operator 'aten.add_.Tensor' is not functional
//
// As a pass (verify_export) it changes nothing.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "core/graph/ir/program.h"

namespace seesaw {

// The parts of an ExportedProgram beside its graph.
struct ExportedState {
  std::unordered_map<std::string, bool> state_dict;  // whether the entry is an nn.Parameter
  std::unordered_set<std::string> constants;
};

struct VerifyOptions {
  std::string_view dialect = "TRAINING";  // or "ATEN", which excludes operators that mutate
  std::optional<ExportedState> state;     // default: the entries named in the signature
};

// Throws Error for the first violation.
void verify_export(const Program& program, const VerifyOptions& options);

// Its parts: the nodes of all graphs, and the signature against root, state and constants.
void verify_nodes(const Program& program, std::string_view dialect);
void verify_export_signature(const Program& program, const std::optional<ExportedState>& state);

}  // namespace seesaw
