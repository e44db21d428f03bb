// Runs passes in order and reports on each.
//
// What: `run_pipeline` runs a list of passes on a copy of a program. For each it reports time, whether anything
// changed, how many nodes there were before and after, the reason for each region's treatment, where new nodes came
// from, and what went wrong. The graph is verified after each pass; the first pass that breaks it is named. Why: a pass
// only rewrites. Timing, verification, snapshots and blame belong in one place.
//
//   PipelineResult result = run_pipeline(program, {{"replace_set_grad_with_hop_pass", {{"correct", "true"}}}}, {});
//   result.program, result.reports[0].changed, result.reports[0].why[0].condition
//
// The given program is not changed. After an error the result is the program before the failing pass.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/passes/pass.h"

namespace seesaw {

struct PassRequest {
  std::string name;  // '-' and '_' are equivalent
  std::vector<std::pair<std::string, std::string>> options;
  bool enabled = true;
};

struct PipelineSettings {
  bool ambient_grad = true;
  bool verify = true;
  bool snapshots = false;  // keep the program after each pass
  bool splits = false;     // keep split modules before passes judge them (see PassContext::on_split)
};

struct PassReport {
  const PassDef* def = nullptr;
  bool ran = false;
  bool changed = false;
  double microseconds = 0;
  std::size_t nodes_before = 0, nodes_after = 0;  // in all graphs
  std::vector<WhyEntry> why;
  std::vector<Difference> differences;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> provenance;
  std::vector<Diagnostic> diagnostics;
  std::optional<Program> snapshot;
  std::vector<Ref<Module>> splits;
};

struct PipelineResult {
  Program program;
  std::vector<PassReport> reports;
  bool ok = true;
};

// Throws Error for an unknown pass, an unknown option or an invalid option value.
PipelineResult run_pipeline(const Program& program,
                            const std::vector<PassRequest>& passes,
                            const PipelineSettings& settings);

// The first violation in a program: lint of each graph, and the signature against placeholders and output. Nothing if
// it is valid.
std::optional<Diagnostic> verify(const Program& program);

// Nodes in all graphs of a program.
std::size_t count_nodes(const Program& program);

}  // namespace seesaw
