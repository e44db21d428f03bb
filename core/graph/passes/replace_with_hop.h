// Shared by the passes that wrap regions in higher-order operators.
//
// What: `_replace_with_hop_helper` turns one call of a partition into a call of an operator that takes the partition as
// a graph; `RegionPass` runs a pass of that kind on a module and on all graphs that its get_attr nodes hold. Ports of
// torch/_export/passes/replace_with_hop_pass_util.py of 2.6.0.
// Why: regions of grad mode and of autocast differ only in how they are found and judged.
//
//   %submod_1 = call_module[target=submod_1](args = (%x,))
// becomes
//   %submod_3 = get_attr[target=submod_1]
//   %cos = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = (False, %submod_3, %x))
//   %getitem = call_function[target=operator.getitem](args = (%cos, 0))
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/graph/passes/node_utils.h"
#include "core/graph/passes/pass.h"

namespace seesaw {

// Version of PyTorch's pass: 2.6 and newer, or the first ones, which do not wrap a single value in a tuple.
enum class Generation : std::uint8_t { newer, older };

// Replaces `call`, a call_module, by a call of `hop` on the same module. `enter` is the node of the module's graph that
// opens the region; its arguments come first. KeyError 'val' if a value of the region has no meta["val"] (unless the
// graph was read from a text, which omits it).
void _replace_with_hop_helper(
    Node* call, Node* enter, const Callable* hop, Generation generation, PassContext& context);

// Predicts where PyTorch deletes modules below those that a get_attr holds (differences.h, lost_children).
class ChildLoss {
 public:
  // Call before the partitions of `parent` are judged: records the graphs of each partition.
  void begin(const Module& parent);
  // Partition number `index` (in the order of calls) became a region with this body.
  void wrapped(std::size_t index, Module* body);
  // It was inlined, and these modules moved to the parent.
  void inlined(std::size_t index, const std::vector<std::pair<Node*, Module*>>& moved);
  // True once for each module whose children PyTorch has deleted by now.
  bool has_lost_children(const Module* module) const { return lost_.contains(module); }

 private:
  struct Pending {
    Module* module;
    std::size_t last;  // the last partition that contains it
  };
  void expose(Module* module, std::size_t index);
  std::unordered_map<const Module*, std::size_t> last_partition_;
  std::vector<Pending> pending_;
  std::unordered_set<const Module*> lost_;
};

class RegionPass {
 public:
  RegionPass(Program& program, PassContext& context) : program_(program), context_(context) {}
  virtual ~RegionPass() = default;
  // True if anything changed.
  bool run();

 protected:
  enum class Verdict : std::uint8_t {
    wrap,
    inline_,
    drop,
  };
  struct Level {
    std::string path;     // of the module in the program
    bool enclosing_mode;  // grad mode in which the module's graph runs
  };

  // Whether the graph has any split points.
  virtual bool needs_replacing(const Graph& graph) = 0;
  virtual Ref<Module> split(const Module& module) = 0;
  // Judges one partition and records why. The first partition may contain the nodes before the first region.
  virtual Verdict judge(Node* call, Module& body, const Level& level) = 0;
  virtual void wrap(Node* call, Module& body) = 0;
  virtual void before_inlining(Node* call, Module& body) = 0;
  // The mode in which the body in a get_attr node runs.
  virtual bool mode_of_body(const Node* get_attr, const Level& level) const;
  virtual Generation generation() const { return Generation::newer; }
  // Whether to follow the program's meaning: each graph must then have one location, because its mode depends on it.
  virtual bool correct() const { return false; }

  // Lineages of the region's nodes in a body, the opening node first.
  std::vector<std::uint32_t> lineages(const Module& body, const Node* first) const;

  Program& program_;
  PassContext& context_;

 private:
  struct Work {
    Ref<Module> module;
    Module* holder;  // null for the root
    Symbol name;     // in the holder
    Level level;
  };
  Ref<Module> process_level(const Ref<Module>& module, const Level& level, Signature* signature);
  void align_signature(const Graph& graph, Signature& signature);
  void judge_partitions(Module& parent, const Level& level);
  void predict_lost_children(const Module& module, const std::string& path, bool has_regions);
  void report_lost_users(const Level& level);
  void unshare();
  void predict(std::string_view kind, std::string graph, std::string node, std::string pytorch, std::string seesaw);

  struct LostUsers {
    Node* value;
    std::vector<Node*> users;
  };
  ChildLoss loss_;
  std::vector<LostUsers> lost_users_;  // of the current level
  std::vector<Node*> missing_;
  std::vector<Ref<Module>> keep_;  // processed modules stay alive, so that their addresses stay unique
  bool changed_ = false;
  bool predicted_error_ = false;
};

// The graph level's name in the log: "" for the root.
std::string child_path(const std::string& parent, std::string_view name);

}  // namespace seesaw
