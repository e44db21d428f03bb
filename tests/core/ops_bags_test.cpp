// Operators whose kernels follow numbers that they are given: embedding_bag's offsets, sizes of triangular systems,
// sorted boundaries. Facts are PyTorch 2.6.0's, but for what is said of offsets that decrease, where it reads what is
// not there or gives values by accident.
#include <limits>

#include "core/engine/ops/composed/decompositions.h"
#include "tests/core/helpers.h"
#include "tests/core/ops_support.h"

using namespace seesaw;
using namespace seesaw::test;

namespace {

using decomposition::aten;

Tensor whole(const std::vector<double>& values) {
  return Tensor::from(values, {static_cast<std::int64_t>(values.size())}, Element::i64);
}
Tensor table(Element element) { return Tensor::from({0, 1, 2, 3, 4, 5, 6, 7}, {4, 2}, element); }
std::vector<double> elements(const Tensor& t) {
  std::vector<double> out;
  Tensor whole = t.contiguous();
  for (std::int64_t i = 0; i < whole.numel(); ++i) out.push_back(whole.item_at(i));
  return out;
}
Outputs bag(Element element, int mode, const std::vector<double>& offsets, bool ends, const Value& scales = Value()) {
  return aten("embedding_bag.padding_idx",
              {table(element), whole({0, 1, 2}), whole(offsets), false, mode, false, scales, ends, Value()});
}
std::string error_of_bag(const std::vector<double>& offsets, bool ends = false, const Value& scales = Value()) {
  return error_of([&] { bag(Element::f64, 0, offsets, ends, scales); });
}
Tensor ones(const Dims& sizes, Element element = Element::f32) { return Tensor::full(sizes, 1, element); }
std::string error_of_call(std::string_view name, std::initializer_list<Value> args) {
  return error_of([&] { aten(name, args); });
}
using Numbers = std::vector<double>;

}  // namespace

TEST_CASE("embedding_bag refuses offsets that lead out of its indices") {
  for (const Numbers& offsets : {Numbers{0, 100000000, 1}, Numbers{0, 50, 1}, Numbers{0, -5, 1}, Numbers{0, 2, 1}}) {
    CHECK(error_of_bag(offsets).starts_with(
        "RuntimeError: embedding_bag takes offsets that do not decrease, and offsets["));
  }
  CHECK(error_of_bag({0, 4}) ==
        "RuntimeError: offsets[-1] can not be greater than input's length 3 but got offsets[-1] of 4");
  CHECK(error_of_bag({}, true) == "RuntimeError: include_last_offset: number of offset should be at least 1");
  for (std::int64_t count : {0, 2, 4}) {
    CHECK(error_of_bag({0, 1}, false, ones({count}, Element::f64))
              .starts_with("ValueError: embedding_bag: If per_sample_weights ("));
  }
}

TEST_CASE("embedding_bag without bags, and with indices behind the last offset") {
  for (Element element : {Element::f32, Element::f64}) {
    CHECK(bag(element, 0, {}, false)[0].sizes() == Dims{0, 2});
    CHECK(bag(element, 1, {0}, true)[0].sizes() == Dims{0, 2});
    CHECK(elements(bag(element, 1, {0}, true)[1]) == Numbers{-1, -1, -1});
    CHECK(elements(bag(element, 2, {0, 1, 2}, true)[0]) == Numbers{0, 1, 4, 5});
    CHECK(elements(bag(element, 1, {0, 1, 2}, true)[1]) == Numbers{0, 1, 1});
    CHECK(elements(bag(element, 1, {0, 1, 2}, true)[2]) == Numbers{1, 2});
    CHECK(elements(bag(element, 0, {0, 3, 3}, false)[0]) == Numbers{6, 9, 0, 0, 0, 0});
  }
  // The quick ways for float32 end with the last offset.
  CHECK(elements(bag(Element::f32, 0, {0, 1, 2}, true)[0]) == Numbers{0, 1, 2, 3});
  CHECK(elements(bag(Element::f64, 0, {0, 1, 2}, true)[0]) == Numbers{0, 1, 6, 8});
  CHECK(elements(bag(Element::f32, 1, {0, 1, 2}, true)[0]) == Numbers{0, 1, 1, 1.5});
  CHECK(elements(bag(Element::f64, 1, {0, 1, 2}, true)[0]) == Numbers{0, 1, 3, 4});
}

TEST_CASE("triangular systems of other sizes are refused") {
  auto solve = [](const Dims& a, const Dims& b, bool left) {
    return error_of_call("linalg_solve_triangular.default", {ones(a), ones(b), true, left, false});
  };
  CHECK(
      solve({2, 2}, {300, 3}, true) ==
      "RuntimeError: linalg.solve_triangular: Incompatible shapes of A and B for the equation AX = B (2x2 and 300x3)");
  CHECK(solve({2, 2}, {2, 3}, false) ==
        "RuntimeError: linalg.solve_triangular: Incompatible shapes of A and B for the equation XA = B (2x2 and 2x3)");
  CHECK(solve({2, 3}, {2, 2}, true) ==
        "RuntimeError: linalg.solve_triangular: A must be batches of square matrices, but they are 2 by 3 matrices");
  CHECK(solve({2, 2}, {2}, true) ==
        "RuntimeError: linalg.solve_triangular: The input tensor B must have at least 2 dimensions.");
  CHECK(solve({2, 2}, {3, 2}, false) == "none");
  CHECK(solve({0, 0}, {0, 2}, true) == "none");
  auto factored = [](const Dims& b, const Dims& a) {
    return error_of_call("cholesky_solve.default", {ones(b), ones(a), false});
  };
  CHECK(factored({3, 2}, {2, 2}) ==
        "RuntimeError: Incompatible matrix sizes for cholesky_solve: each A matrix is 2 by 2 but each b matrix is 3 by "
        "2");
  CHECK(factored({2, 2}, {2, 3}) == "RuntimeError: A must be batches of square matrices, but they are 2 by 3 matrices");
  CHECK(factored({2}, {2, 2}) == "RuntimeError: b should have at least 2 dimensions, but has 1 dimensions instead");
  CHECK(factored({2, 2}, {2}) == "RuntimeError: u should have at least 2 dimensions, but has 1 dimensions instead");
  CHECK(
      error_of_call("cholesky_solve.default", {ones({2, 2}), ones({2, 2}, Element::f64), false}) ==
      "RuntimeError: Expected b and A to have the same dtype, but found b of type Float and A of type Double instead.");
  CHECK(factored({5, 2, 3}, {2, 2}) == "none");
  CHECK(error_of_call("cholesky_inverse.default", {ones({2, 3}), false}) ==
        "RuntimeError: cholesky_inverse: A must be batches of square matrices, but they are 2 by 3 matrices");
  CHECK(error_of_call("cholesky_inverse.default", {Tensor::zeros({2, 2}, Element::f32), false}) ==
        "_LinAlgError: cholesky_inverse: The diagonal element 1 is zero, the inversion could not be completed because "
        "the input matrix is singular.");
}

TEST_CASE("sorted boundaries with NaN, and bins of what is no number") {
  double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  Tensor values = Tensor::from({0, 1, 2, 5, nan, inf}, {6});
  for (bool right : {false, true}) {
    CHECK(elements(aten("searchsorted.Tensor", {Tensor::from({1, nan}, {2}), values, false, right})[0]) ==
          Numbers{2, 2, 2, 2, 2, 2});
    CHECK(elements(aten("searchsorted.Tensor", {Tensor::from({1, 2, nan, nan}, {4}), values, false, right})[0]) ==
          Numbers{4, 4, 4, 4, 4, 4});
  }
  CHECK(elements(aten("searchsorted.Tensor", {Tensor::from({1, 2, 2, 5}, {4}), values, false, false})[0]) ==
        Numbers{0, 0, 1, 3, 4, 4});
  CHECK(elements(aten("searchsorted.Tensor", {Tensor::from({1, 2, 2, 5}, {4}), values, false, true})[0]) ==
        Numbers{0, 1, 3, 4, 4, 4});
  CHECK(error_of_call("bincount.default", {Tensor::from({1, 0}, {2}, Element::b8)}) ==
        "RuntimeError: \"bincount_cpu\" not implemented for 'Bool'");
  CHECK(error_of_call("bincount.default", {Tensor::from({1, 2}, {2})}) ==
        "RuntimeError: \"bincount_cpu\" not implemented for 'Double'");
  CHECK(aten("bincount.default", {whole({}), ones({3})})[0].numel() == 0);
}
