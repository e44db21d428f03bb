// Rules of run_decompositions: products of tensors, norms, and the Python-level functions of linear algebra.
#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "core/engine/ops/composed/decomposition_parts.h"

namespace seesaw::decomposition {

namespace {

std::vector<std::int64_t> sizes_of(const Tensor& x) { return {x.sizes().begin(), x.sizes().end()}; }

}  // namespace

// self, batch1, batch2, beta, alpha
Outputs baddbmm(Args halves) {
  return in_float(halves, [](Args args) -> Outputs {
    Tensor out = one("bmm.default", {args[1], args[2]});
    if (args[4].number().value != 1) out = one("mul.Tensor", {out, args[4]});
    if (args[3].number().value == 0) return out;
    Tensor more = args[3].number().value != 1 ? one("mul.Tensor", {args[0], args[3]}) : self(args);
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
Outputs linalg_cond(Args args) {
  if (given(args[1]) && args[1].is_number() && args[1].number().value != 2) not_written("linalg_cond of this order");
  const Tensor& x = self(args);
  std::int64_t least = std::min(x.sizes()[x.dim() - 2], x.sizes().back());
  Tensor values = aten("_linalg_svd.default", {x})[1];
  Tensor quotient = one("div.Tensor",
                        {one("slice.Tensor", {values, -1, 0, 1}), one("slice.Tensor", {values, -1, least - 1, least})});
  return one("squeeze.dims", {quotient, Dims{-1}});
}

// self, p, dim, keepdim, dtype
Outputs norm_over_dims(Args args) {
  return one("linalg_vector_norm.default",
             {args[0],
              given(args[1]) ? args[1] : Value(std::int64_t{2}),
              args[2],
              args[3],
              args.size() > 4 ? args[4] : Value()});
}
// self, p, dtype
Outputs norm_in_dtype(Args args) {
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
  if (given(args[1]) && !vector) not_written("linalg_norm of matrices");
  Value order = given(args[1]) ? args[1] : Value(2.0);
  return one("linalg_vector_norm.default", {args[0], order, args[2], args[3], args[4]});
}
// self, ord, dim, keepdim, dtype
Outputs matrix_norm(Args args) {
  const Tensor& x = self(args);
  if (args[1].text() != "fro" || args[2].ints().size() != 2) not_written("linalg_matrix_norm of this order");
  Dims dims{static_cast<std::int64_t>(wrap_dim(args[2].ints()[0], x.dim())),
            static_cast<std::int64_t>(wrap_dim(args[2].ints()[1], x.dim()))};
  return one("linalg_vector_norm.default", {x, 2, dims, args[3], args[4]});
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
  const Tensor &x = self(args), &y = args[1].tensor();
  if (!(x.sizes() == y.sizes())) not_written("linalg_cross of sizes that broadcast");
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
  Outputs out = aten("_linalg_svd.default", {args[0], !args[1].truth()});
  Tensor turned = one("transpose.int", {out[2], -2, -1});
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
