// A pass, as data.
//
// What: a `PassDef` is one record: name, summary, documentation with a before/after sketch, options, and the function
// that runs it. `PassContext` holds the other inputs of a pass and collects its reports.
// Why: pass picker, option forms, `--help`, reference page and pass manager all read the same record. A pass only
// rewrites; timing, verification, snapshots and blame belong to the pass manager.
//
//   constinit const PassDef pass::eliminate_dead_code{
//     .name = "eliminate_dead_code",
//     .order = 3,
//     .summary = "Erase values that nothing uses.",
//     .run = [](Program& program, PassContext&) { return program.root->graph().eliminate_dead_code(); },
//   };
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/graph/ir/program.h"

namespace seesaw {

enum class OptionType : std::uint8_t {
  boolean,
  choice,
  text,
};

struct PassOption {
  std::string_view name;
  OptionType type = OptionType::boolean;
  std::string_view default_value = {};
  std::string_view doc = {};
  std::string_view choices = {};  // of a choice: separated by '|'
};

// The decision about one candidate region, and the condition behind it.
struct WhyEntry {
  enum class Decision : std::uint8_t {
    wrapped,
    inlined,
    lost,
    dropped,
    kept,
  };
  Decision decision = Decision::kept;
  bool warning = false;              // PyTorch's behaviour differs from the program's meaning
  std::string graph;                 // path of the graph that contains the region
  std::string region;                // name of the partition, e.g. submod_1
  std::string trigger;               // name of the node that opens the region
  std::string condition;             // the deciding condition, in words
  int rule = 0;                      // number of the rule in PyTorch's recorded behaviour, 0 if none
  std::vector<std::uint32_t> nodes;  // lineages of the region's nodes, the opening node first
};
std::string_view decision_name(WhyEntry::Decision decision);

// One deviation from PyTorch 2.6.0 at one location of one run. The kinds are listed in differences.h.
struct Difference {
  std::string kind;
  std::string graph, node;  // the place
  std::string pytorch;      // PyTorch's result: a count, or "ExceptionType: message"
  std::string seesaw;
};

struct PassContext {
  bool ambient_grad = true;  // torch.is_grad_enabled() while the pass runs
  std::vector<std::pair<std::string, std::string>> options;

  std::vector<WhyEntry> why;
  std::vector<Difference> differences;
  // The older nodes that a new node came from, by lineage; copies share their lineage and need no entry.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> provenance;
  Diagnostics diagnostics;
  std::string graph;  // path of the graph that the pass works on, for errors that name a node of it
  // Called with a module that a pass has split into partitions, before they are judged. May be empty.
  std::function<void(const Module&)> on_split;

  bool flag(std::string_view option) const;
  std::string_view choice(std::string_view option) const;
  void came_from(const Node* node, std::uint32_t lineage) { provenance.emplace_back(node->lineage(), lineage); }
};

struct PassDef {
  std::string_view name;
  int order = 100;  // its rank in menus
  std::string_view summary;
  std::string_view doc = {};
  std::span<const PassOption> options = {};
  // Its running time is not bounded by the size of the program: it computes values, or searches for a user's pattern.
  bool unbounded = false;
  // Changes the program; true if anything changed. Throws Error on failure: the program must then be discarded.
  bool (*run)(Program& program, PassContext& context) = nullptr;
};

// All passes of this module and the added ones, by `order`. The build reads them from their files.
std::span<const PassDef* const> pass_table();
// Adds the passes of a larger module. Call once at start-up, before pass_table().
void add_passes(std::span<const PassDef* const> passes);
// By PyTorch's name; '-' and '_' are equivalent. Null if there is no such pass.
const PassDef* find_pass(std::string_view name);

}  // namespace seesaw
