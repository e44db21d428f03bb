// Rules of run_decompositions: products of tensors, norms, and the Python-level functions of linear algebra.
#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/shapes_by_rule.h"
#include "core/engine/ops/composed/decomposition_parts.h"
#include "core/engine/ops/kernels/matrix.h"
#include "core/engine/ops/linalg/linalg_shapes.h"
#include "core/engine/tensor/current_dialect.h"
#include "core/engine/tensor/size_checks.h"

namespace seesaw::decomposition {

namespace {

std::vector<std::int64_t> sizes_of(const Tensor& x) { return {x.sizes().begin(), x.sizes().end()}; }

}  // namespace

// self, batch1, batch2, beta, alpha
Outputs baddbmm(Args halves) {
  return in_float(halves, [](Args args) -> Outputs {
    // For integers the factors are integers, too.
    const bool whole = !is_differentiable(self(args).element());
    auto factor = [&](std::size_t i) {
      return whole ? Number::of(static_cast<std::int64_t>(args[i].number().value)) : args[i].number();
    };
    const Number beta = factor(3), alpha = factor(4);
    Tensor out = one("bmm.default", {args[1], args[2]});
    if (!alpha.is(1)) out = one("mul.Tensor", {out, alpha});
    if (beta.is(0)) return out;
    Tensor more = beta.is(1) ? self(args) : one("mul.Tensor", {args[0], beta});
    return one("add.Tensor", {more, out});
  });
}

// input1, input2, weight, bias
Outputs bilinear(Args args) {
  const Tensor &x = self(args), &y = args[1].tensor(), &weight = args[2].tensor();
  if (x.dim() == 0 || y.dim() == 0 || weight.dim() != 3) not_written("bilinear of these ranks");
  Tensor left = one("reshape.default", {x, Dims{-1, x.sizes().back()}});
  Tensor right = one("reshape.default", {y, Dims{-1, y.sizes().back()}});
  Tensor out = one("_trilinear.default", {left, weight, right, Dims{1, 3}, Dims{0}, Dims{1, 2}, Dims{2, 3}});
  std::vector<std::int64_t> size = sizes_of(x);
  size.back() = weight.sizes()[0];
  out = one("reshape.default", {out, Dims(size)});
  return given(args[3]) ? one("add.Tensor", {out, args[3]}) : out;
}

// self, other, dims_self, dims_other
Outputs tensordot(Args args) {
  Tensor a = self(args), b = args[1].tensor();
  Dims over_a = args[2].ints(), over_b = args[3].ints();
  std::vector<bool> gone_a(a.dim()), gone_b(b.dim());
  std::int64_t inner = 1;
  for (std::size_t i = 0; i < over_a.size(); ++i) {
    std::size_t da = wrap_dim(over_a[i], a.dim()), db = wrap_dim(over_b[i], b.dim());
    std::int64_t size_a = a.sizes()[da], size_b = b.sizes()[db];
    gone_a[da] = gone_b[db] = true;
    if (size_b == 1 && size_a != 1) {
      a = one("sum.dim_IntList", {a, Dims{over_a[i]}, true});
    } else if (size_a == 1 && size_b != 1) {
      b = one("sum.dim_IntList", {b, Dims{over_b[i]}, true});
    } else {
      inner = dim_mul(inner, size_a);
    }
  }
  std::vector<std::int64_t> order_a, order_b(over_b.begin(), over_b.end()), size;
  std::int64_t rows = 1, columns = 1;
  for (std::size_t i = 0; i < a.dim(); ++i) {
    if (gone_a[i]) continue;
    order_a.push_back(static_cast<std::int64_t>(i));
    size.push_back(a.sizes()[i]);
    rows = dim_mul(rows, a.sizes()[i]);
  }
  order_a.insert(order_a.end(), over_a.begin(), over_a.end());
  for (std::size_t i = 0; i < b.dim(); ++i) {
    if (gone_b[i]) continue;
    order_b.push_back(static_cast<std::int64_t>(i));
    size.push_back(b.sizes()[i]);
    columns = dim_mul(columns, b.sizes()[i]);
  }
  Tensor left = one("reshape.default", {one("permute.default", {a, Dims(order_a)}), Dims{rows, inner}});
  Tensor right = one("reshape.default", {one("permute.default", {b, Dims(order_b)}), Dims{inner, columns}});
  return one("reshape.default", {one("mm.default", {left, right}), Dims(size)});
}

Outputs inner(Args args) {
  if (self(args).dim() == 0 || args[1].tensor().dim() == 0) return one("mul.Tensor", {args[0], args[1]});
  return one("tensordot.default", {args[0], args[1], Dims{-1}, Dims{-1}});
}

Outputs kron(Args args) {
  const Tensor &x = self(args), &y = args[1].tensor();
  std::size_t rank = std::max(x.dim(), y.dim());
  std::vector<std::int64_t> left, right, size;
  for (std::size_t i = 0; i < rank; ++i) {
    std::int64_t a = i + x.dim() < rank ? 1 : x.sizes()[i + x.dim() - rank],
                 b = i + y.dim() < rank ? 1 : y.sizes()[i + y.dim() - rank];
    left.insert(left.end(), {a, 1});
    right.insert(right.end(), {1, b});
    size.push_back(dim_mul(a, b));
  }
  Tensor first = one("reshape.default", {x, Dims(left)});
  Tensor second = one("reshape.default", {y, Dims(right)});
  return one("view.default", {one("mul.Tensor", {first, second}), Dims(size)});
}

Outputs chain_matmul(Args args) {
  const std::vector<Tensor>& items = args[0].tensors();
  return items.size() == 1 ? Outputs(items[0]) : multi_dot(args);
}

namespace {

// The cheapest order of a chain of matrix products: splits[i * n + j] is the last of the left part of those from i to
// j.
std::vector<std::size_t> cheapest_splits(const std::vector<double>& sides) {
  std::size_t n = sides.size() - 1;
  std::vector<double> cost(n * n);
  std::vector<std::size_t> splits(n * n);
  for (std::size_t length = 1; length < n; ++length) {
    for (std::size_t i = 0; i + length < n; ++i) {
      std::size_t j = i + length;
      cost[i * n + j] = std::numeric_limits<double>::infinity();
      for (std::size_t k = i; k < j; ++k) {
        double one_way = cost[i * n + k] + cost[(k + 1) * n + j] + sides[i] * sides[k + 1] * sides[j + 1];
        if (one_way >= cost[i * n + j]) continue;
        cost[i * n + j] = one_way;
        splits[i * n + j] = k;
      }
    }
  }
  return splits;
}
// Of three, the first two are multiplied first unless that costs more.
std::vector<std::size_t> splits_of(const std::vector<Tensor>& matrices) {
  std::vector<double> sides{static_cast<double>(matrices[0].sizes()[0])};
  for (const Tensor& m : matrices) sides.push_back(static_cast<double>(m.sizes()[1]));
  std::vector<std::size_t> splits = cheapest_splits(sides);
  if (matrices.size() == 3)
    splits[2] = sides[0] * sides[2] * (sides[1] + sides[3]) > sides[1] * sides[3] * (sides[0] + sides[2]) ? 0 : 1;
  return splits;
}
Tensor multiplied(std::vector<Tensor> matrices) {
  std::size_t n = matrices.size();
  std::vector<std::size_t> splits = splits_of(matrices);
  struct Part {
    std::size_t from, to;
    bool split;
  };
  std::vector<Part> todo{{0, n - 1, false}};
  std::vector<Tensor> done;
  while (!todo.empty()) {
    Part part = todo.back();
    todo.pop_back();
    if (part.from == part.to) {
      done.push_back(matrices[part.from]);
    } else if (part.split) {
      Tensor right = std::move(done.back());
      done.pop_back();
      done.back() = one("mm.default", {done.back(), right});
    } else {
      std::size_t last = splits[part.from * n + part.to];
      todo.push_back({part.from, part.to, true});
      todo.push_back({last + 1, part.to, false});
      todo.push_back({part.from, last, false});
    }
  }
  return done[0];
}

}  // namespace

// Matrices; the first and the last may be vectors.
Outputs multi_dot(Args args) {
  std::vector<Tensor> items = args[0].tensors();
  std::vector<std::int64_t> sizes;
  if (items.front().dim() == 1) {
    items.front() = one("unsqueeze.default", {items.front(), 0});
  } else {
    sizes.push_back(items.front().sizes()[0]);
  }
  if (items.back().dim() == 1) {
    items.back() = one("unsqueeze.default", {items.back(), -1});
  } else {
    sizes.push_back(items.back().sizes()[1]);
  }
  return one("view.default", {multiplied(std::move(items)), Dims(sizes)});
}

// self, n
Outputs matrix_power(Args args) {
  Tensor base = self(args);
  std::int64_t n = args[1].integer(), order = base.sizes().back();
  if (n == 0) {
    Tensor copy = contiguous_clone(base);
    return one("copy.default",
               {copy, eye_m(std::vector<Value>{order, order, base.element(), Value(), Value(), Value()})[0]});
  }
  if (n < 0) base = linalg_inv(std::vector<Value>{base})[0];
  n = n < 0 ? -n : n;
  auto times = [](const Tensor& a, const Tensor& b) { return matmul(std::vector<Value>{a, b})[0]; };
  if (n == 1) return args[1].integer() < 0 ? Outputs(base) : Outputs(contiguous_clone(base));
  if (n == 3) return times(times(base, base), base);
  Tensor square = base, out;
  for (; n > 0; n /= 2) {
    if (n % 2 == 1) out = out ? times(out, square) : square;
    if (n > 1) square = times(square, square);
  }
  return out;
}

// The ratio of the largest to the smallest singular value. self, p
constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Of square matrices: the norm times that of the inverse, infinite where there is none.
static Tensor condition_by_norm(const Tensor& x, const Value& order) {
  Outputs inverse = aten("linalg_inv_ex.default", {x, false});
  Tensor codes = one("unsqueeze.default", {one("unsqueeze.default", {inverse[1], -1}), -1});
  Tensor filled = choose(one("gt.Scalar", {codes, 0}), scalar(kInfinity, inverse[0]), inverse[0]);
  std::string_view norm = order.is_number() ? "linalg_matrix_norm.default" : "linalg_matrix_norm.str_ord";
  Tensor first = one(norm, {x, order, Dims{-2, -1}, false, Value()});
  Tensor second = one(norm, {contiguous_clone(filled), order, Dims{-2, -1}, false, Value()});
  return one("nan_to_num.default", {one("mul.Tensor", {first, second}), kInfinity, kInfinity, -kInfinity});
}
static Tensor condition_by_values(const Tensor& x, double order) {
  std::int64_t least = std::min(x.sizes()[x.dim() - 2], x.sizes().back());
  Tensor values = aten("_linalg_svd.default", {x, false, true})[1];
  Tensor first = one("slice.Tensor", {values, -1, 0, 1}), last = one("slice.Tensor", {values, -1, least - 1, least});
  Tensor quotient = order < 0 ? one("div.Tensor", {last, first}) : one("div.Tensor", {first, last});
  return one("squeeze.dims", {quotient, Dims{-1}});
}
// self, p
Outputs linalg_cond(Args args) {
  shape::linalg::conditions(args);
  Value order = given(args[1]) ? args[1] : Value(2.0);
  const Tensor& x = self(args);
  if (x.sizes()[x.dim() - 2] == 0 || x.sizes().back() == 0) {
    Dims batch(std::vector<std::int64_t>(x.sizes().begin(), x.sizes().end() - 2));
    return one("zeros.default", {batch, part_of(x.element()), strided(), cpu()});
  }
  if (order.is_number() && std::fabs(order.number().value) == 2) return condition_by_values(x, order.number().value);
  if (order.is_number() || order.text() == "fro") return condition_by_norm(x, order);
  Tensor values = aten("_linalg_svd.default", {x, false, true})[1];
  Tensor inverse = one("sum.dim_IntList", {one("reciprocal.default", {values}), Dims{-1}});
  return one("mul.Tensor", {one("sum.dim_IntList", {values, Dims{-1}}), inverse});
}

// The norm of single elements is what they are without a sign.
static Tensor single_norm(const Tensor& x, const Value& dims, bool keeps) {
  Tensor out = one("abs.default", {x});
  if (keeps || x.dim() == 0) return out;
  if (!given(dims)) return one("select.int", {x.dim() == 1 ? out : one("view.default", {out, Dims{1}}), 0, 0});
  const Dims summed = dims.ints();
  std::vector<std::int64_t> sizes;
  for (std::size_t d = 0; d < x.dim(); ++d) {
    if (std::find(summed.begin(), summed.end(), static_cast<std::int64_t>(d)) == summed.end())
      sizes.push_back(x.sizes()[d]);
  }
  return one("view.default", {out, Dims(sizes)});
}

// self, ord, dim, keepdim, dtype: in the table since 2.14
Outputs vector_norm(Args args) {
  const Tensor& x = self(args);
  double ord = args[1].number().value;
  // Norms of complex values are real.
  Element asked = given(args[4]) ? args[4].element() : x.element(), result = part_of(asked);
  bool narrow = x.element() == Element::f16 || x.element() == Element::bf16;
  Value dims = given(args[2]) && args[2].ints().empty() ? Value() : args[2];
  if (given(dims)) {
    std::vector<std::int64_t> wrapped;
    for (std::int64_t dim : dims.ints()) wrapped.push_back(static_cast<std::int64_t>(wrap_dim(dim, x.dim())));
    dims = Dims(wrapped);
  }
  auto absolute = [](const Tensor& t) { return one("abs.default", {t}); };
  if (ord == 0)
    return given(dims) ? one("sum.dim_IntList", {one("ne.Scalar", {x, 0.0}), dims, args[3], result})
                       : one("sum.default", {one("ne.Scalar", {x, 0.0}), result});
  if (std::isinf(ord)) {
    Value every = given(args[2]) ? args[2] : Value(Dims{});
    return converted(one(ord > 0 ? "amax.default" : "amin.default", {absolute(x), every, args[3]}), result);
  }
  Element computed = narrow && !given(args[4]) ? Element::f32 : asked;
  Tensor wide = x.element() == computed ? x : copied_to(x, computed);
  const Dims over = given(dims) ? dims.ints() : Dims{};
  auto is_one = [&](std::int64_t d) { return x.sizes()[static_cast<std::size_t>(d)] == 1; };
  bool single = given(dims) ? x.dim() > 0 && std::all_of(over.begin(), over.end(), is_one)
                            : !has_symbols(x) && x.numel() == 1;
  if (single) return converted(single_norm(wide, dims, args[3].truth()), result);
  if (std::fmod(ord, 2) != 0 || is_complex(asked)) wide = absolute(wide);
  Tensor powers = one("pow.Tensor_Scalar", {wide, args[1]});
  Tensor total = one("sum.dim_IntList", {powers, dims, args[3]});
  return converted(one("pow.Tensor_Scalar", {total, 1 / ord}), result);
}

// What norm() refuses of the dtype that it is asked for, or of the input's; its result is real.
void check_norm_dtype(const Tensor& x, const Value& dtype) {
  bool asked = given(dtype);
  Element e = asked ? dtype.element() : x.element();
  if (!is_floating(e) && !is_complex(e))
    throw fx_error("RuntimeError",
                   cat({"norm(): ",
                        asked ? "the desired output" : "input",
                        " dtype should be either floating point or complex. Got ",
                        scalar_name(e),
                        " instead."}));
  if (asked && is_complex(e) && is_complex(x.element()))
    throw fx_error(
        "RuntimeError",
        cat({"Expected out tensor to have dtype ", ctype_name(part_of(e)), ", but got ", ctype_name(e), " instead"}));
}
// self, p, dim, keepdim, dtype
Outputs norm_over_dims(Args args) {
  check_norm_dtype(self(args), args.size() > 4 ? args[4] : Value());
  return one("linalg_vector_norm.default",
             {args[0],
              given(args[1]) ? args[1] : Value(std::int64_t{2}),
              args[2],
              args[3],
              args.size() > 4 ? args[4] : Value()});
}
Outputs norm_of_all(Args args) {
  check_norm_dtype(self(args), Value());
  return one("linalg_vector_norm.default", {args[0], args.size() > 1 && given(args[1]) ? args[1] : Value(2)});
}
// self, p, dtype
Outputs norm_in_dtype(Args args) {
  check_norm_dtype(self(args), args[2]);
  return one("linalg_vector_norm.default",
             {args[0], given(args[1]) ? args[1] : Value(std::int64_t{2}), Value(), false, args[2]});
}
// self, dim, keepdim
Outputs frobenius_norm(Args args) { return one("linalg_vector_norm.default", {args[0], 2.0, args[1], args[2]}); }
// self, other, p
Outputs dist(Args args) { return one("linalg_vector_norm.default", {one("sub.Tensor", {args[0], args[1]}), args[2]}); }

// self, ord, dim, keepdim, dtype
Outputs linalg_norm(Args args) {
  bool vector = (given(args[2]) && args[2].ints().size() == 1) || (!given(args[2]) && self(args).dim() == 1);
  if (given(args[1]) && !given(args[2]) && self(args).dim() != 1 && self(args).dim() != 2)
    throw fx_error("RuntimeError",
                   cat({"linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got ",
                        std::to_string(self(args).dim()),
                        "D."}));
  if (given(args[1]) && !vector) {
    Value of_matrix[] = {args[0], args[1], given(args[2]) ? args[2] : Value(Dims{0, 1}), args[3], args[4]};
    return matrix_norm(of_matrix);
  }
  Value order = given(args[1]) ? args[1] : Value(2.0);
  return one("linalg_vector_norm.default", {args[0], order, args[2], args[3], args[4]});
}
// Of the singular values: their sum (order 0), the largest (2) or the smallest (-2).
static Tensor singular_norm(const Tensor& x, std::pair<std::int64_t, std::int64_t> dims, double order, bool keep) {
  Dims places;
  for (std::int64_t d = 0; d < static_cast<std::int64_t>(x.dim()); ++d) {
    if (d != dims.first && d != dims.second) places.push_back(d);
  }
  places.push_back(dims.first);
  places.push_back(dims.second);
  Tensor values = aten("_linalg_svd.default", {one("permute.default", {x, places}), false, true})[1];
  std::string_view by = order == 0 ? "sum.dim_IntList" : order > 0 ? "amax.default" : "amin.default";
  Tensor out = one(by, {values, Dims{-1}, keep});
  if (!keep) return out;
  Dims back(places.size(), 0);
  for (std::size_t i = 0; i < places.size(); ++i)
    back[static_cast<std::size_t>(places[i])] = static_cast<std::int64_t>(i);
  return one("permute.default", {one("unsqueeze.default", {out, -1}), back});
}
// Whether the largest of no numbers is asked for, which the newer PyTorch takes for 0.
static bool over_nothing(const Tensor& x, std::int64_t dim, double order) {
  return order > 0 && x.sizes()[static_cast<std::size_t>(dim)] == 0 && newer(EngineNovelty::norms_of_nothing);
}
static Tensor no_norm(const Tensor& x, std::pair<std::int64_t, std::int64_t> dims, bool keep, const Value& dtype) {
  std::vector<std::int64_t> sizes;
  for (std::int64_t d = 0; d < static_cast<std::int64_t>(x.dim()); ++d) {
    const bool over = d == dims.first || d == dims.second;
    if (!over || keep) sizes.push_back(over ? 1 : x.sizes()[static_cast<std::size_t>(d)]);
  }
  Element element = part_of(given(dtype) ? dtype.element() : x.element());
  return one("zeros.default", {Dims(sizes), element, strided(), cpu()});
}
Outputs matrix_norm(Args args) {
  const Tensor& x = self(args);
  if (args[2].ints().size() != 2) not_written("linalg_matrix_norm over other than two dimensions");
  std::int64_t row = static_cast<std::int64_t>(wrap_dim(args[2].ints()[0], x.dim())),
               column = static_cast<std::int64_t>(wrap_dim(args[2].ints()[1], x.dim()));
  bool text = !args[1].is_number(), keep = args[3].truth();
  double order = text ? 0 : args[1].number().value;
  if (text && args[1].text() == "fro")
    return one("linalg_vector_norm.default", {x, 2, Dims{row, column}, args[3], args[4]});
  if (!text && order == 2 && (over_nothing(x, row, order) || over_nothing(x, column, order)))
    return no_norm(x, {row, column}, keep, args[4]);
  if (text ? args[1].text() == "nuc" : std::fabs(order) == 2)
    return singular_norm(given(args[4]) ? copied_to(x, args[4].element()) : x, {row, column}, text ? 0 : order, keep);
  if (text || !(std::fabs(order) == 1 || std::isinf(order)))
    throw fx_error("RuntimeError",
                   text ? cat({"linalg.matrix_norm: Order ", args[1].text(), " not supported."})
                        : std::string("linalg.matrix_norm: Order must be one of inf, -inf, 2, -2, 1, -1"));
  if (std::isinf(order)) std::swap(row, column);
  if (over_nothing(x, column, order)) return no_norm(x, {row, column}, keep, args[4]);
  Tensor sums = one("linalg_vector_norm.default", {x, 1.0, Dims{row}, args[3], args[4]});
  std::int64_t over = keep || column < row ? column : column - 1;
  return one(order > 0 ? "amax.default" : "amin.default", {sums, Dims{over}, args[3]});
}
// self, dim, keepdim
Outputs nuclear_norm(Args args) {
  const Tensor& x = self(args);
  return singular_norm(x,
                       {static_cast<std::int64_t>(wrap_dim(args[1].ints()[0], x.dim())),
                        static_cast<std::int64_t>(wrap_dim(args[1].ints()[1], x.dim()))},
                       0,
                       args[2].truth());
}

Outputs cdist(Args args) { return one("_cdist_forward.default", {args[0], args[1], args[2].number().value, args[3]}); }
// PyTorch's kernel supports fewer dtypes than its shape rule.
Outputs trace(Args args) {
  Element e = self(args).element();
  if (!self(args).is_fake() && (e == Element::b8 || e == Element::f16 || e == Element::bf16))
    not_implemented("trace", e);
  return one("sum.default", {contiguous_clone(one("diagonal.default", {args[0]}))});
}

// self, other, dim
Outputs cross(Args args) {
  std::int64_t dim = given(args[2]) ? args[2].integer() : -1;
  if (!given(args[2])) {
    const Dims sizes = self(args).sizes();
    std::size_t at = static_cast<std::size_t>(std::find(sizes.begin(), sizes.end(), 3) - sizes.begin());
    dim = static_cast<std::int64_t>(at);
  }
  return one("linalg_cross.default", {args[0], args[1], dim});
}
// self, other, dim
Outputs linalg_cross(Args args) {
  Tensor x = self(args), y = args[1].tensor();
  Dims sizes = broadcast_shapes(x.sizes(), y.sizes());
  if (!dims_equal(x.sizes(), sizes)) x = one("expand.default", {x, sizes});
  if (!dims_equal(y.sizes(), sizes)) y = one("expand.default", {y, sizes});
  auto dim = static_cast<std::int64_t>(wrap_dim(args[2].integer(), x.dim()));
  Tensor places = counted(0, 3);
  auto turned = [&](const Tensor& from, std::int64_t by) {
    return one("index_select.default", {from, dim, one("remainder.Scalar", {one("add.Tensor", {places, by}), 3})});
  };
  Tensor ahead = turned(x, 1);
  ahead = one("mul.Tensor", {ahead, turned(y, 2)});
  Tensor behind = turned(x, 2);
  behind = one("mul.Tensor", {behind, turned(y, 1)});
  return one("sub.Tensor", {ahead, behind});
}

Outputs linalg_det(Args args) { return aten("_linalg_det.default", {args[0]})[0]; }
Outputs linalg_inv(Args args) { return aten("linalg_inv_ex.default", {args[0]})[0]; }
// self, some, compute_uv
Outputs svd(Args args) {
  if (!args[2].truth()) not_written("svd without vectors");
  Outputs out = aten("_linalg_svd.default", {args[0], !args[1].truth(), true});
  Tensor turned = one("transpose.int", {out[2], -2, -1});
  if (is_complex(turned.element())) turned = one("conj.default", {turned});
  return std::vector<Tensor>{out[0], out[1], turned};
}

// For a table that is not a parameter: without the values that backward needs.
Outputs embedding_bag(Args args) {
  Value padding = given(args[8]) ? args[8] : Value(-1);
  return aten("_embedding_bag_forward_only.default",
              {args[0], args[1], args[2], args[3], args[4], args[5], args[6], args[7], padding});
}

// The parts of a complex tensor.
Outputs real(Args args) {
  if (!is_complex(self(args).element())) return self(args);
  return one("select.int",
             {one("view_as_real.default", {one("resolve_conj.default", {args[0]})}),
              static_cast<std::int64_t>(self(args).dim()),
              0});
}
Outputs imag(Args args) {
  if (!is_complex(self(args).element()))
    throw fx_error("RuntimeError", "imag is not implemented for tensors with non-complex dtypes.");
  return one("select.int",
             {one("view_as_real.default", {one("resolve_conj.default", {args[0]})}),
              static_cast<std::int64_t>(self(args).dim()),
              1});
}

}  // namespace seesaw::decomposition

namespace seesaw {

using shape::count_of, shape::refuse_call;

namespace {

void need_vector(const Tensor& t, std::string_view name) {
  if (t.dim() != 1) refuse_call({"outer: Expected 1-D argument ", name, ", but got ", count_of(t.dim()), "-D"});
}

void need_same_dtype(const Tensor& a, const Tensor& b) {
  if (a.element() != b.element()) refuse_call({"both inputs should have same dtype"});
}

void need_each_once(const Dims& dims, std::size_t rank) {
  std::vector<bool> seen(rank);
  for (std::int64_t dim : dims) {
    if (rank == 0)
      throw fx_error("IndexError",
                     cat({"Dimension specified as ", std::to_string(dim), " but tensor has no dimensions"}));
    std::size_t at = wrap_dim(dim, rank);
    if (seen[at]) refuse_call({"dim ", count_of(at), " appears multiple times in the list of dims"});
    seen[at] = true;
  }
}

void check_cross(const Tensor& a, const Tensor& b, std::int64_t dim) {
  if (a.dim() != b.dim()) refuse_call({"linalg.cross: inputs must have the same number of dimensions."});
  if (a.dim() == 0)
    throw fx_error("IndexError",
                   cat({"Dimension specified as ", std::to_string(dim), " but tensor has no dimensions"}));
  std::size_t at = wrap_dim(dim, a.dim());
  std::int64_t x = a.sizes()[at], y = b.sizes()[at];
  if (!dim_equal(x, 3) || !dim_equal(y, 3))
    refuse_call({"linalg.cross: inputs dimension ",
                 std::to_string(dim),
                 " must have length 3. Got ",
                 dim_text(x),
                 " and ",
                 dim_text(y)});
}

// In the dtype of the first; that the other has it too only the kernel wants.
Specs crossed(Args args) {
  const Tensor &a = args[0].tensor(), &b = args[1].tensor();
  if (!a.is_fake()) {
    if (a.element() == Element::b8) not_implemented("cross", a.element());
    check_scalar_type(a, b);
  }
  TensorSpec spec = shape::binary(args.first(2))[0];
  spec.element = a.element();
  return spec;
}

void need_rank(const Tensor& t, std::size_t rank, std::string_view name) {
  if (t.dim() < rank)
    throw fx_error("RuntimeError",
                   cat({name,
                        ": expected a tensor of at least ",
                        std::to_string(rank),
                        " dimensions, but got ",
                        std::to_string(t.dim())}));
}

}  // namespace

Specs shape::norm_of_matrices(Args args) {
  const Tensor& t = shape::self(args);
  need_rank(t, 2, "linalg.matrix_norm");
  Dims sizes = t.sizes();
  std::vector<std::int64_t> left;
  std::vector<bool> gone(t.dim());
  for (std::int64_t dim : args[2].ints()) gone[wrap_dim(dim, t.dim())] = true;
  for (std::size_t i = 0; i < t.dim(); ++i) {
    if (!gone[i] || args[3].truth()) left.push_back(gone[i] ? 1 : sizes[i]);
  }
  return shape::dense(t, Dims(left), part_of(shape::dtype_at(args, 4, t.element())));
}

// self, ord, dim, keepdim, dtype
Specs shape::norm_of_any(Args args) {
  const Tensor& x = shape::self(args);
  bool keep = shape::given(args, 3) && args[3].truth();
  std::vector<bool> gone(x.dim(), !shape::given(args, 2));
  if (shape::given(args, 2)) {
    for (std::int64_t dim : args[2].ints()) gone[wrap_dim(dim, x.dim())] = true;
  }
  Dims sizes;
  for (std::size_t i = 0; i < x.dim(); ++i) {
    if (!gone[i] || keep) sizes.push_back(gone[i] ? 1 : x.sizes()[i]);
  }
  return shape::dense(x, sizes, part_of(shape::dtype_at(args, 4, x.element())));
}

Specs shape::outer(Args args) {
  need_vector(args[0].tensor(), "self");
  need_vector(args[1].tensor(), "vec2");
  return spec_of_rule(decomposition::outer, args);
}

Specs shape::tensordot(Args args) {
  const Tensor &a = args[0].tensor(), &b = args[1].tensor();
  Dims over_a = args[2].ints(), over_b = args[3].ints();
  if (over_a.size() != over_b.size()) refuse_call({"both dimension lists should have same length"});
  need_same_dtype(a, b);
  need_each_once(over_a, a.dim());
  need_each_once(over_b, b.dim());
  for (std::size_t i = 0; i < over_a.size(); ++i) {
    std::int64_t x = a.sizes()[wrap_dim(over_a[i], a.dim())], y = b.sizes()[wrap_dim(over_b[i], b.dim())];
    if (x == 1 || y == 1 || dim_equal(x, y)) continue;
    refuse_call({"contracted dimensions need to match, but first has size ",
                 dim_text(x),
                 " in dim ",
                 std::to_string(over_a[i]),
                 " and second has size ",
                 dim_text(y),
                 " in dim ",
                 std::to_string(over_b[i])});
  }
  return spec_of_rule(decomposition::tensordot, args);
}

Specs shape::inner(Args args) {
  const Tensor &a = args[0].tensor(), &b = args[1].tensor();
  if (a.dim() > 0 && b.dim() > 0) {
    if (!dim_equal(a.sizes().back(), b.sizes().back()))
      refuse_call({"inner() the last dimension must match on both input tensors but got shapes ",
                   dims_text(a.sizes()),
                   " and ",
                   dims_text(b.sizes())});
    need_same_dtype(a, b);
  }
  return spec_of_rule(decomposition::inner, args);
}

// PyTorch reads the sizes as integers.
Specs shape::kron(Args args) {
  for (const Value& factor : args.first(2)) ask_numbers(factor.tensor().sizes());
  return spec_of_rule(decomposition::kron, args);
}

Specs shape::trace(Args args) {
  const Tensor& t = args[0].tensor();
  if (t.dim() != 2) refuse_call({"trace: expected a matrix, but got tensor with dim ", count_of(t.dim())});
  return spec_of_rule(decomposition::trace, args);
}

Specs shape::linalg_cross(Args args) {
  check_cross(args[0].tensor(), args[1].tensor(), args[2].integer());
  return crossed(args);
}

// Without a dim: the first of size 3.
Specs shape::cross(Args args) {
  const Dims sizes = args[0].tensor().sizes();
  std::size_t first = static_cast<std::size_t>(std::find(sizes.begin(), sizes.end(), 3) - sizes.begin());
  if (!given(args, 2) && first == sizes.size()) refuse_call({"no dimension of size 3 in input"});
  check_cross(
      args[0].tensor(), args[1].tensor(), given(args, 2) ? args[2].integer() : static_cast<std::int64_t>(first));
  return crossed(args);
}

Specs shape::chain_matmul(Args args) {
  const std::vector<Tensor>& items = args[0].tensors();
  if (items.empty()) refuse_call({"chain_matmul(): Expected one or more matrices"});
  for (const Tensor& t : items) {
    if (t.dim() != 2) refuse_call({"Tensor dimension is ", count_of(t.dim()), ", expected 2 instead."});
  }
  for (std::size_t i = 0; i + 1 < items.size(); ++i) {
    const Dims &a = items[i].sizes(), &b = items[i + 1].sizes();
    if (!dim_equal(a[1], b[0]))
      refuse_call({"multi_dot(): tensors ",
                   count_of(i),
                   " and ",
                   count_of(i + 1),
                   " with shapes ",
                   dims_text(a),
                   " and ",
                   dims_text(b),
                   " cannot be multiplied"});
  }
  return dense(items[0], {items.front().sizes()[0], items.back().sizes()[1]});
}

namespace {

constexpr OpDef kRecords[] = {
    {
        .path = "torch.ops.aten.chain_matmul.default",
        .schema = "chain_matmul(Tensor[] matrices) -> Tensor",
        .doc = "Product of several matrices.",
        .decompose = {Decomposition::table, decomposition::chain_matmul},
        .run = {.fake = shape::chain_matmul, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.cross.default",
        .schema = "cross(Tensor self, Tensor other, int? dim=None) -> Tensor",
        .doc = "Cross product of vectors of three elements.",
        .decompose = {Decomposition::table, decomposition::cross},
        .run = {.fake = laid_in_rows<shape::cross>, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.imag.default",
        .schema = "imag(Tensor(a) self) -> Tensor(a)",
        .doc = "The imaginary part, as a view.",
        .decompose = {Decomposition::composite, decomposition::imag},
        .run = {.complex = on_complex::written},
        .python = {.surfaces = kInTorch},
    },
    {
        .path = "torch.ops.aten.inner.default",
        .schema = "inner(Tensor self, Tensor other) -> Tensor",
        .doc = "Products summed over the last dimensions.",
        .decompose = {Decomposition::table, decomposition::inner},
        .run = {.fake = shape::inner, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.kron.default",
        .schema = "kron(Tensor self, Tensor other) -> Tensor",
        .doc = "Kronecker product.",
        .decompose = {Decomposition::table, decomposition::kron},
        .run = {.fake = shape::kron, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.linalg_cross.default",
        .schema = "linalg_cross(Tensor self, Tensor other, *, int dim=-1) -> Tensor",
        .doc = "Cross product of vectors of three elements.",
        .decompose = {Decomposition::table, decomposition::linalg_cross},
        .run = {.fake = laid_in_rows<shape::linalg_cross>, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.linalg_matrix_norm.str_ord",
        .schema = "linalg_matrix_norm.str_ord(Tensor self, str ord='fro', int[] dim=[-2,-1], bool keepdim=False, *, "
                  "ScalarType? dtype=None) -> Tensor",
        .doc = "Norms of matrices.",
        .decompose = {Decomposition::table, decomposition::matrix_norm},
        .run = {.fake = shape::norm_of_matrices, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.linalg_norm.default",
        .schema = "linalg_norm(Tensor self, Scalar? ord=None, int[1]? dim=None, bool keepdim=False, *, ScalarType? "
                  "dtype=None) -> Tensor",
        .doc = "Norms of vectors or matrices.",
        .decompose = {Decomposition::table, decomposition::linalg_norm},
        .run = {.fake = shape::norm_of_any, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.real.default",
        .schema = "real(Tensor(a) self) -> Tensor(a)",
        .doc = "The real part, as a view.",
        .decompose = {Decomposition::composite, decomposition::real},
        .run = {.complex = on_complex::written},
        .python = {.surfaces = kInTorch},
    },
    {
        .path = "torch.ops.aten.tensordot.default",
        .schema = "tensordot(Tensor self, Tensor other, int[] dims_self, int[] dims_other) -> Tensor",
        .doc = "Products summed over several dimensions.",
        .decompose = {Decomposition::table, decomposition::tensordot},
        .run = {.fake = shape::tensordot, .complex = on_complex::written},
        .python = {.surfaces = kInTorch},
    },
    {
        .path = "torch.ops.aten.trace.default",
        .schema = "trace(Tensor self) -> Tensor",
        .doc = "Sum of the diagonal.",
        .decompose = {Decomposition::table, decomposition::trace},
        .run = {.fake = shape::trace, .complex = on_complex::written, .autocast = Autocast::full},
    },
};

}  // namespace

std::span<const OpDef> op_records::algebra() { return kRecords; }

}  // namespace seesaw
