// One graph as an archive has it.
//
// What: `write_graph` gives the JSON of a graph, with the places where those of nested graphs belong.
// Why: the reverse of GraphReader: `getitem` nodes become names of results, graphs that a call takes become arguments.
// Nested graphs are put in afterwards, so that nothing recurses.
//
//   GraphText text = write_graph(module, original);
//   text.json.substr(0, text.nested[0].offset)          // up to the place of the first nested graph
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/engine/archive/original.h"
#include "core/graph/ir/module.h"

namespace seesaw::archive {

struct GraphText {
  struct Nested {
    std::size_t offset;
    const Module* module;
  };
  std::string json;
  std::vector<Nested> nested;
};

// Throws Error, with the node as place, for what an archive cannot hold.
GraphText write_graph(const Module& module, const Original& original);

}  // namespace seesaw::archive
