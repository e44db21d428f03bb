// Names that PyTorch uses up where it asks whether a tensor of symbolic sizes is contiguous, and where it views it.
//
// What: `ShapeNames` repeats the arithmetic on sizes and strides of `contiguous` and `reshape`, and takes the name of
// each number and each comparison that has a symbol in it: mul, eq, ne, lt. Why: they are dead code in PyTorch's graph,
// but the nodes behind them have other numbers.
//
//   ShapeNames names(graph, symbols, use);   // `use(d)`: size d of the tensor is asked for
//   names.is_contiguous(tensor, known);      // f32[4, s0] with strides [1, 4], 2.6: mul, eq, ne
//
// `known` holds what a tensor remembers of earlier questions.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/engine/tensor/sym.h"
#include "core/engine/tensor/tensor.h"
#include "core/graph/ir/graph.h"

namespace seesaw {

class ShapeNames {
 public:
  struct Known {
    bool elements = false;  // their number was computed
    std::optional<bool> contiguous;
  };
  // `sized` is called with each symbolic size of the tensor where its number of elements is computed.
  // A product and its factors, in the order in which they are multiplied.
  struct Product {
    Name name;
    std::int64_t left = 0, right = 0;
  };
  // `made` is called with each product: where the program needs the number, its node is that one.
  ShapeNames(Graph& graph,
             SymTable& symbols,
             std::function<void(std::size_t)> sized,
             std::function<void(std::int64_t, const Product&)> made);

  bool is_contiguous(const Tensor& tensor, Known& known);
  // reshape, up to the clone or the view.
  void reshape(const Tensor& tensor, std::span<const std::int64_t> shape, Known& known);
  // A view of a new contiguous tensor.
  void view(const Tensor& tensor, std::span<const std::int64_t> shape);
  // The product of some sizes.
  std::int64_t product(std::span<const std::int64_t> sizes);

 private:
  // A comparison: what it is for the hints of the symbols, and whether it has any.
  struct Truth {
    bool value, symbolic;
  };

  Name use(std::string_view name) { return graph_.names().create_name(name); }
  std::int64_t mul(std::int64_t a, std::int64_t b);
  std::int64_t largest(std::int64_t size);  // max(size, 1)
  template <typename Compare>
  Truth compare(std::string_view name, std::int64_t a, std::int64_t b, Compare holds);
  Truth eq(std::int64_t a, std::int64_t b);
  Truth ne(std::int64_t a, std::int64_t b);
  Truth lt(std::int64_t a, std::int64_t b);
  Truth gt(std::int64_t a, std::int64_t b);
  Truth either(std::string_view name, Truth a, Truth b, bool value);
  std::int64_t elements(const Tensor& tensor, Known& known);
  bool rows_follow(const Tensor& tensor, std::int64_t count);
  bool rows_follow_or_false(const Tensor& tensor, std::int64_t count, bool largest_too);
  void rows_condition(const Tensor& tensor, std::int64_t count);
  std::vector<std::int64_t> inferred(std::span<const std::int64_t> shape, std::int64_t count);
  bool chunks(const Tensor& tensor, std::span<const std::int64_t> shape);
  bool has_unbacked(const Tensor& tensor) const;

  Graph& graph_;
  SymTable& symbols_;
  std::function<void(std::size_t)> sized_;
  std::function<void(std::int64_t, const Product&)> made_;
  bool newer_;
};

}  // namespace seesaw
