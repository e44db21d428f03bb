// Symbols of what fake tensors remember of their elements.
//
// What: PyTorch's fake tensors remember the symbol of item(), of nonzero() (which a mask in a subscript asks for, too)
// and of unique(), until somebody writes to the tensor or to a view of it. Why: x[mask] and y[mask] have the same size,
// and can be added.
//
//   SymTable::Known known = memo.recall(path, args, graph);   // 0 where nothing is remembered
//   ... the call runs with symbols.use_known(&known) ...
//   memo.keep(path, args, graph, known);
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/base/id_map.h"
#include "core/engine/tensor/sym.h"
#include "core/graph/ir/graph.h"

namespace seesaw {

class ElementMemo {
 public:
  // The symbols that this call asks for, as far as its tensors remember them.
  SymTable::Known recall(std::string_view path, std::span<const Arg> args, const Graph& graph);
  void keep(std::string_view path, std::span<const Arg> args, const Graph& graph, const SymTable::Known& known);
  // The result is a view of the tensor, or the tensor itself.
  void shares(const Node* result, const Node* tensor);
  void written(const Node* tensor);

 private:
  enum class Asked : std::uint8_t { none, item, count, values, runs };
  struct Entry {
    std::int64_t symbol = 0;
    std::uint32_t writes = 0;  // to the storage, when it was made
  };
  static Asked asked_by(std::string_view path, std::span<const Arg> args);
  // The tensors whose elements a call asks for, in the order in which it does.
  static std::vector<const Node*> tensors_of(std::string_view path, std::span<const Arg> args, const Graph& graph);
  Entry& entry(const Node* tensor, Asked asked);
  const Node* storage(const Node* tensor) const;
  std::uint32_t& writes_to(const Node* tensor) { return writes_[storage(tensor)->id()]; }

  IdMap<std::array<Entry, 4>> entries_;
  IdMap<const Node*> storages_;  // of views: the tensor that they show
  IdMap<std::uint32_t> writes_;
};

}  // namespace seesaw
