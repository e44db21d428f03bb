// One graph in the form of an archive.
//
// What: `write_graph` returns the JSON of a graph, with the offsets at which nested graphs belong. Why: the reverse of
// GraphReader: `getitem` nodes become names of results, graphs passed to a call become arguments. Nested graphs are
// inserted afterwards, so that nothing recurses.
//
//   GraphText text = write_graph(module, original);
//   text.json.substr(0, text.nested[0].offset)          // up to the offset of the first nested graph
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

// Throws Error, with the node as location, for anything that an archive cannot represent.
GraphText write_graph(const Module& module, const Original& original);

}  // namespace seesaw::archive
