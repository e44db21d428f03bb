// Which number of PyTorch's a symbolic size of a tensor is.
//
// What: `SizeNumbers` tells for each size of each tensor of a trace in which tensor its number was made. Why: two sizes
// of the same text are two numbers of PyTorch, each with a node sym_size_int of its own once it is used, unless one was
// passed on as the other: from an operand to a result, or from a number to a size.
//
//   SizeNumbers numbers(values, SizeNumbers::Of::calls);
//   numbers.track(node, val, nullptr);   // add of x and y: its first size is that of x
//   numbers.of(node, 0);                 // {"s0", x, 0}
//   numbers.first_use(node, 0);          // whether no node has this number yet
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/base/id_map.h"
#include "core/engine/exec/fake_values.h"
#include "core/graph/ir/graph.h"

namespace seesaw {

// The size `dim` of the result of `node`, where the number was made; no node: the size is no symbol. A number that is
// no size of a tensor has the dimension -1.
struct SizeNumber {
  std::string text;
  std::uint32_t node = 0;
  std::int64_t dim = 0;
  bool is_symbol() const { return !text.empty(); }
  bool operator<(const SizeNumber& other) const {
    return std::tie(node, dim, text) < std::tie(other.node, other.dim, other.text);
  }
};

class SizeNumbers {
 public:
  // What is traced: the calls of a program, or the operators that they are taken apart to.
  enum class Of : std::uint8_t { calls, parts };
  SizeNumbers(FakeValues& values, Of of) : values_(values), of_(of) {}

  // Which numbers the sizes of a new node are, or which number it is. `made_by` is the operator's node where `node` is
  // one of its results.
  void track(const Node* node, const Arg& val, const Node* made_by);
  // Of a node that was tracked; no symbol otherwise.
  SizeNumber of(const Node* node, std::size_t dim = 0);
  // The number that stands for all that are this one to PyTorch's symbols: those that operators compute from it, and
  // those of other tensors that they were found equal to. Of what the whole graph shows.
  SizeNumber shared(SizeNumber number) const;
  // Whether no node of the graph gave this number before: a size of a tensor, or what a node of a number is.
  bool first_use(const Node* node, std::size_t dim = 0);

 private:
  using Sizes = std::vector<SizeNumber>;
  struct Known {
    std::set<SizeNumber> given;  // by nodes
    IdMap<Sizes> sizes;
  };

  Sizes& sizes_of(const Node* node) { return known_[&node->graph()].sizes[node->id()]; }
  SizeNumber number_of(const Node* node, const Node* made_by, std::size_t dim, const Tensor& tensor);
  void track_number(const Node* node, const Arg& val);
  bool is_computed(const Node* made_by, std::size_t dim, const Tensor& tensor, const SizeNumber& own);
  const Tensor* operand(const Node* made_by, std::size_t place);
  bool folds(const Node* product);
  void share(const SizeNumber& one, const SizeNumber& other);
  void share_of_call(const Node* node, const Node* made_by);
  bool is_rest(const Node* view, std::size_t dim, const Dims& sizes);
  std::optional<std::size_t> kept_dimension(const Node* view, std::size_t dim, const Dims& sizes);
  SizeNumber inherited(const Node* made_by, std::size_t dim, std::size_t rank, std::string_view text);

  FakeValues& values_;
  Of of_;
  std::map<const Graph*, Known> known_;
  std::map<SizeNumber, SizeNumber> shared_;  // the next one on the way to the first
};

}  // namespace seesaw
