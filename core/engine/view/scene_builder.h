// The walk over a program that builds its scene; scene.cpp and wiring.cpp are its halves.
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "core/base/id_map.h"
#include "core/engine/view/grouping.h"
#include "core/engine/view/scene.h"

namespace seesaw::view {

inline constexpr std::uint32_t kNone = UINT32_MAX;

class SceneBuilder {
 public:
  SceneBuilder(const Program& program, const PictureOptions& options);
  Scene build();

 private:
  // A graph with the level it is drawn in.
  struct Place {
    const Module* module;
    std::uint32_t path;
    std::uint32_t level;
    std::vector<std::uint32_t> placeholders;  // items
    std::uint32_t output = kNone;
  };
  // A node that runs nested graphs.
  struct Call {
    std::uint32_t node;  // item
    std::uint32_t place;
    std::vector<std::uint32_t> bodies;  // places
    std::vector<std::uint32_t> slots;   // argument positions of the graphs
    // After `plan`: the argument leaves from `first` on are the operands, each for the placeholder of the same number;
    // with `only_nodes`, constants among them do not count.
    bool wired = false;
    bool only_nodes = false;
    std::uint32_t first = 0;
  };

  // scene.cpp
  std::uint32_t open_group(
      std::string key, GroupKind kind, std::string title, std::uint32_t parent, std::uint32_t path);
  void add_place(const Module* module, std::string path, std::uint32_t level);
  void walk_place(std::uint32_t place);
  std::uint32_t add_item(const Node* node, std::uint32_t level, std::uint32_t path);
  void find_bodies(const Node* node, std::uint32_t item, std::uint32_t place);
  const Module* module_named(const Place& place, std::string_view target) const;
  void add_body(Call& call, const Module* module, std::string_view target, GroupKind kind, std::uint32_t slot);
  void add_forgotten();

  // wiring.cpp
  void wire_all();
  void plan(const Node* node, Call& call) const;
  void wire(const Node* node, std::uint32_t item, const Place& place, const Call* call);
  void connect(std::uint32_t from, std::uint32_t to, std::uint32_t slot);
  void merge_parallel();

  const Program& program_;
  const PictureOptions& options_;
  Scene scene_;
  std::unordered_set<std::string_view> collapsed_;
  std::unordered_map<const Module*, std::uint32_t> place_of_;  // drawn already
  std::vector<Place> places_;
  std::vector<Call> calls_;
  std::vector<std::uint32_t> call_of_;    // by item, index plus one
  std::vector<std::uint32_t> hidden_in_;  // by level: the item of the collapsed group it is in, or kNone
  std::vector<std::int32_t> group_of_;    // by level
  std::vector<Module::Located> all_;
  std::size_t next_forgotten_ = 0;
};

}  // namespace seesaw::view
