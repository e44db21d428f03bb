#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/composed/decomposition_parts.h"

#include <algorithm>
#include <limits>

#include "core/engine/ops/call/view_shapes.h"
#include "core/engine/ops/table/schema.h"

namespace seesaw::decomposition {

namespace {

Dims with(Dims dims, std::initializer_list<std::int64_t> more) {
  for (std::int64_t size : more) dims.push_back(size);
  return dims;
}

Dims front(const Dims& dims, std::size_t count) {
  return Dims(std::vector<std::int64_t>(dims.begin(), dims.begin() + static_cast<std::ptrdiff_t>(count)));
}

// Whether its gradient is required, if the mode knows.
bool wants_grad(const Tensor& x) { return current_mode() != nullptr && current_mode()->requires_grad(x, false); }

Tensor last_swapped(const Tensor& x) { return one("transpose.int", {x, -2, -1}); }

// Whether the batches of the larger tensor are joined as rows of one matrix.
bool folds(const Tensor& a, const Tensor& b) {
  const Tensor &large = a.dim() >= b.dim() ? a : b, &small = a.dim() >= b.dim() ? b : a;
  if (large.dim() < 3 || small.dim() > 2) return false;
  if (wants_grad(small)) return true;
  if (a.dim() == 2) return false;
  std::int64_t expected = 1;
  for (std::size_t i = large.dim(); i-- > 0;) {
    if (large.sizes()[i] == 0) return true;
    if (large.sizes()[i] != 1 && large.strides()[i] != expected) return false;
    expected = dim_mul(expected, large.sizes()[i]);
  }
  return true;
}

Tensor folded(const Tensor& a, const Tensor& b) {
  bool turned = b.dim() > a.dim();
  Tensor large = turned ? last_swapped(b) : a, small = turned ? (a.dim() == 2 ? one("t.default", {a}) : a) : b;
  Dims size = front(large.sizes(), large.dim() - 1);
  Tensor rows = one("reshape.default", {large, Dims{product(size), large.sizes().back()}});
  if (small.dim() < 2) return one("_unsafe_view.default", {one("mv.default", {rows, small}), size});
  Tensor out = one("_unsafe_view.default", {one("mm.default", {rows, small}), with(size, {small.sizes()[1]})});
  return turned ? one("contiguous.default", {last_swapped(out)}) : out;
}

// Matrices of more than two dimensions, as batches; a vector is a matrix of one row or column.
Tensor batched(const Tensor& a, const Tensor& b) {
  bool row = a.dim() == 1, column = b.dim() == 1;
  auto outer = [](const Tensor& x) { return front(x.sizes(), x.dim() < 2 ? 0 : x.dim() - 2); };
  Dims left = broadcast_shapes(outer(a), outer(b)), size = left;
  std::int64_t n = row ? 1 : a.sizes()[a.dim() - 2], k = a.sizes().back(), m = b.sizes().back(), count = product(left);
  Tensor x = one("reshape.default", {one("expand.default", {a, with(left, {n, k})}), Dims{count, n, k}});
  Tensor y = one("reshape.default",
                 {one("expand.default", {b, column ? with(left, {m}) : with(left, {k, m})}),
                  column ? Dims{count, m} : Dims{count, k, m}});
  if (column) y = one("unsqueeze.default", {y, 2});
  Tensor out = one("bmm.default", {x, y});
  if (column) out = one("squeeze.dim", {out, -1});
  if (!row) size = with(size, {n});
  if (!column) size = with(size, {m});
  return one("view.default", {out, size});
}

// options: dtype, layout, device, pin_memory
Tensor filled(const Dims& size, const Value& number, Args options) {
  Value dtype = given(options[0]) ? options[0] : Value(Element::f32),
        layout = given(options[1]) ? options[1] : Value(std::string("torch.strided"));
  Value device = given(options[2]) ? options[2] : Value(std::string("cpu")),
        pinned = given(options[3]) ? options[3] : Value(false);
  return one("full.default", {size, number, dtype, layout, device, pinned});
}
Tensor filled_like(Args args, const Value& number) {
  return one("full_like.default",
             {args[0],
              number,
              args[1],
              args[2],
              args[3],
              given(args[4]) ? args[4] : Value(false),
              given(args[5]) ? args[5] : Value(std::string("torch.preserve_format"))});
}

// 0 or 1 as a fill value: a bool if the result's dtype is bool.
Value fill_value(Args args, std::size_t dtype, bool set) {
  if (args[dtype].kind() == Value::Kind::dtype && args[dtype].element() == Element::b8) return set;
  return set ? 1 : 0;
}

Element default_or(const Value& dtype, Element otherwise) {
  return dtype.kind() == Value::Kind::dtype ? dtype.element() : otherwise;
}

}  // namespace

Outputs aten(std::string_view name, std::initializer_list<Value> args) {
  const OpDef* record = find_record(cat({"torch.ops.aten.", name}));
  if (record == nullptr) throw user_error("no-decomposition", cat({"'torch.ops.aten.", name, "' is not known"}));
  return call(*record, args);
}

Outputs in_float(Args args, Outputs (*rule)(Args)) {
  auto narrow = [](Element e) { return e == Element::f16 || e == Element::bf16; };
  std::vector<Value> given(args.begin(), args.end());
  Element half = Element::f32;
  bool wide = false;
  for (Value& v : given) {
    if (!v.is_tensor()) continue;
    wide = wide || v.tensor().element() == Element::f32 || v.tensor().element() == Element::f64;
    if (!narrow(v.tensor().element())) continue;
    half = v.tensor().element();
    v = copied_to(v.tensor(), Element::f32);
  }
  Outputs out = rule(given);
  if (half == Element::f32 || wide) return out;
  std::vector<Tensor> results;
  for (std::size_t i = 0; i < out.size(); ++i) results.push_back(copied_to(out[i], half));
  return results;
}

Outputs linear(Args args) {
  const Tensor &x = self(args), weight = args[1].tensor();
  if (x.dim() == 2) {
    Tensor turned = one("t.default", {weight});
    return given(args[2]) ? one("addmm.default", {args[2], x, turned}) : one("mm.default", {x, turned});
  }
  if (x.dim() > 0 && given(args[2]) && x.is_contiguous()) {
    Dims outer = front(x.sizes(), x.dim() - 1);
    Tensor rows = one("view.default", {x, Dims{product(outer), x.sizes().back()}});
    Tensor turned = one("t.default", {weight});
    return one("view.default", {one("addmm.default", {args[2], rows, turned}), with(outer, {weight.sizes()[0]})});
  }
  Tensor out = one("matmul.default", {x, one("t.default", {weight})});
  return given(args[2]) ? one("add.Tensor", {out, args[2]}) : out;
}

Outputs matmul(Args args) {
  const Tensor &a = self(args), b = args[1].tensor();
  if (a.dim() == 1 && b.dim() == 1) return one("dot.default", {a, b});
  if (a.dim() == 2 && b.dim() == 1) return one("mv.default", {a, b});
  if (a.dim() == 1 && b.dim() == 2)
    return one("squeeze.dim", {one("mm.default", {one("unsqueeze.default", {a, 0}), b}), 0});
  if (a.dim() == 2 && b.dim() == 2) return one("mm.default", {a, b});
  if (a.dim() == 0 || b.dim() == 0) not_written("matmul of a number");
  if (folds(a, b)) return folded(a, b);
  // A single batch that requires gradients loses its batch dimension.
  if (a.dim() == 3 && b.dim() == 3 && !dim_equal(a.sizes()[0], b.sizes()[0])) {
    auto single = [&](const Tensor& x) { return x.sizes()[0] == 1 && wants_grad(x); };
    Value args_of_one[] = {single(a) ? one("squeeze.dim", {a, 0}) : a,
                           !single(a) && single(b) ? one("squeeze.dim", {b, 0}) : b};
    if (single(a) || single(b)) return matmul(args_of_one);
  }
  return batched(a, b);
}

Outputs conv(Args args) {
  if (args[3].kind() == Value::Kind::text || args[4].kind() == Value::Kind::text)
    not_written("convolution with padding by name");
  std::size_t rank = spatial_rank(args[1].tensor());
  if (self(args).dim() == rank + 1) {
    std::vector<Value> batch(args.begin(), args.end());
    batch[0] = one("unsqueeze.default", {args[0], 0});
    return one("squeeze.dim", {conv(batch)[0], 0});
  }
  auto spread = [&](const Value& v) {
    return v.ints().size() == rank ? v.ints() : Dims(std::vector<std::int64_t>(rank, v.ints()[0]));
  };
  return aten("convolution.default",
              {args[0],
               args[1],
               args[2],
               spread(args[3]),
               spread(args[4]),
               spread(args[5]),
               false,
               Dims(std::vector<std::int64_t>(rank, 0)),
               args[6]});
}

Outputs t(Args args) {
  if (self(args).dim() < 2) return self(args);
  return one("transpose.int", {args[0], 0, 1});
}

Outputs transpose(Args args) {
  std::size_t rank = self(args).dim();
  if (rank < 2) return self(args);
  const std::size_t first = wrap_dim(args[1].integer(), rank), second = wrap_dim(args[2].integer(), rank);
  // Numbers are compared as they are given: 1 and -1 are two.
  if (args[1].integer() == args[2].integer()) return one("alias.default", {args[0]});
  std::vector<std::int64_t> order(rank);
  for (std::size_t i = 0; i < rank; ++i) order[i] = static_cast<std::int64_t>(i);
  std::swap(order[first], order[second]);
  return one("permute.default", {args[0], Dims(order)});
}

Outputs reshape(Args args) {
  const Tensor& x = self(args);
  Dims size = args[1].ints();
  std::int64_t known = 1;
  for (std::int64_t s : size) known = s == -1 ? known : dim_mul(known, s);
  std::vector<std::int64_t> full(size.begin(), size.end());
  for (std::int64_t& s : full) s = s == -1 ? dim_floordiv(product(std::span(x.sizes().begin(), x.dim())), known) : s;
  Dims strides;
  if (x.is_contiguous()) return one("view.default", {x, size});
  if (Dims(full) == x.sizes() || view_strides(x, Dims(full), strides)) return one("view.default", {x, Dims(full)});
  for (std::int64_t s : full) {
    if (current_mode() != nullptr) current_mode()->computes(s);
  }
  return one("_unsafe_view.default", {contiguous_clone(x), Dims(full)});
}

Outputs flatten(Args args) {
  const Tensor& x = self(args);
  if (x.dim() == 0) return one("reshape.default", {x, Dims{1}});
  std::size_t from = wrap_dim(args[1].integer(), x.dim()), to = wrap_dim(args[2].integer(), x.dim());
  if (from == to) return x;
  std::vector<std::int64_t> size(x.sizes().begin(), x.sizes().begin() + static_cast<std::ptrdiff_t>(from));
  size.push_back(product(std::span(x.sizes().begin() + from, to - from + 1)));
  size.insert(size.end(), x.sizes().begin() + static_cast<std::ptrdiff_t>(to) + 1, x.sizes().end());
  return one("reshape.default", {x, Dims(size)});
}

Outputs contiguous(Args args) {
  const Tensor& x = self(args);
  std::string format(args.size() > 1 && given(args[1]) ? args[1].text() : kContiguousFormat);
  bool rows = format == kContiguousFormat, there = rows && x.is_contiguous();
  if (!rows && (x.dim() == 4 || x.dim() == 5)) there = x.strides() == channels_last_strides(x.sizes());
  return there ? x : one("clone.default", {x, format});
}

namespace {

// Where the arguments of x.to(...) stand.
struct ToPlaces {
  std::size_t dtype, copy, format;
};

// Whether x.to(...) is x itself, on the device and in the layout that it has.
bool is_to_itself(Args args, const ToPlaces& places) {
  const Value &dtype = args[places.dtype], &copy = args[places.copy];
  if (copy.is_number() && copy.truth()) return false;
  return (!given(dtype) || self(args).element() == dtype.element()) && lies_as(self(args), args, places.format);
}

}  // namespace

// self, dtype, non_blocking, copy, memory_format
Outputs to_dtype(Args args) {
  const bool told = newer(EngineNovelty::own_conversions);
  if (told && is_to_itself(args, {1, 3, 4})) return self(args);
  return aten("_to_copy.default",
              {args[0], args[1], Value(), Value(), Value(), told ? args[2] : Value(false), args[4]});
}
// self, device, dtype, non_blocking, copy, memory_format
Outputs to_device(Args args) {
  if (is_to_itself(args, {2, 4, 5})) return self(args);
  return aten("_to_copy.default", {args[0], args[2], Value(), args[1], Value(), args[3], args[5]});
}
// self, dtype, layout, device, pin_memory, non_blocking, copy, memory_format
Outputs to_layout(Args args) {
  if (newer(EngineNovelty::own_conversions) && is_to_itself(args, {1, 6, 7})) return self(args);
  return aten("_to_copy.default", {args[0], args[1], args[2], args[3], args[4], args[5], args[7]});
}
Outputs type_as(Args args) { return converted(self(args), args[1].tensor().element()); }

Outputs chunk(Args args) {
  const Tensor& x = self(args);
  std::size_t dim = wrap_dim(args[2].integer(), x.dim());
  std::int64_t size = x.sizes()[dim], count = args[1].integer();
  if (is_sym(size) || count <= 0) not_written("chunk of a symbolic size");
  return aten("split.Tensor", {x, std::max<std::int64_t>((size + count - 1) / count, 1), args[2]});
}

Outputs split(Args args) {
  const Tensor& x = self(args);
  std::int64_t size = x.sizes()[wrap_dim(args[2].integer(), x.dim())], each = args[1].integer();
  if (is_sym(size) || is_sym(each) || each <= 0) not_written("split of a symbolic size");
  std::vector<std::int64_t> sizes;
  for (std::int64_t at = 0; at < size; at += each) sizes.push_back(std::min(each, size - at));
  if (sizes.empty()) sizes.push_back(0);
  return aten("split_with_sizes.default", {x, Dims(sizes), args[2]});
}

Outputs unbind(Args args) {
  const Tensor& x = self(args);
  std::size_t dim = wrap_dim(args[1].integer(), x.dim());
  if (is_sym(x.sizes()[dim])) not_written("unbind of a symbolic size");
  auto along = static_cast<std::int64_t>(dim);
  std::vector<Tensor> slices, out;
  for (std::int64_t i = 0; i < x.sizes()[dim]; ++i) slices.push_back(one("slice.Tensor", {x, along, i, i + 1}));
  for (const Tensor& slice : slices) out.push_back(one("squeeze.dim", {slice, along}));
  return out;
}

Outputs squeeze_dim(Args args) { return one("squeeze.dims", {args[0], Dims{args[1].integer()}}); }

Outputs squeeze(Args args) {
  std::vector<std::int64_t> dims;
  for (std::size_t i = 0; i < self(args).dim(); ++i) dims.push_back(static_cast<std::int64_t>(i));
  return one("squeeze.dims", {args[0], Dims(dims)});
}

// Functional: dropout without writes or random numbers is a copy.
Outputs dropout(Args args) {
  if (args[2].truth() && args[1].number().value != 0)
    return aten("native_dropout.default", {args[0], args[1], args[2]})[0];
  return newer(EngineNovelty::idle_dropout) ? self(args) : one("clone.default", {args[0]});
}

// Whole channels are dropped.
Outputs feature_dropout(Args args) {
  const Tensor& x = self(args);
  double p = args[1].number().value;
  if (!args[2].truth() || p == 0) return x;
  if (p == 1 || x.dim() < 2) not_written("feature_dropout of everything");
  std::vector<std::int64_t> size(x.dim(), 1);
  std::copy_n(x.sizes().begin(), 2, size.begin());
  Tensor noise = one("bernoulli.p", {one("new_empty.default", {x, Dims(size)}), 1 - p});
  return one("mul.Tensor", {x, one("div.Scalar", {noise, 1 - p})});
}

Outputs softmax(Args args) {
  Tensor x = given(args[2]) ? converted(self(args), args[2].element()) : self(args);
  return one("_softmax.default", {x, args[1], false});
}

Outputs log_softmax(Args args) {
  Tensor x = given(args[2]) ? converted(self(args), args[2].element()) : self(args);
  return one("_log_softmax.default", {x, args[1], false});
}

Outputs layer_norm(Args args) {
  return aten("native_layer_norm.default", {args[0], args[1], args[2], args[3], args[4]})[0];
}

Outputs batch_norm(Args args) {
  if (args[5].truth()) {
    if (!given(args[3]) && !given(args[4]))
      return aten("_native_batch_norm_legit.no_stats", {args[0], args[1], args[2], true, args[6], args[7]})[0];
    if (!given(args[3]) || !given(args[4])) not_written("batch_norm with half of its statistics");
    Outputs out = aten("_native_batch_norm_legit_functional.default",
                       {args[0], args[1], args[2], args[3], args[4], true, args[6], args[7]});
    call_inplace(op::copy, {args[3], out[3]});
    call_inplace(op::copy, {args[4], out[4]});
    return out[0];
  }
  return aten("_native_batch_norm_legit_no_training.default",
              {args[0], args[1], args[2], args[3], args[4], args[6], args[7]})[0];
}

Outputs group_norm(Args args) {
  const Tensor& x = self(args);
  std::int64_t places = product(std::span(x.sizes().begin() + 2, x.dim() - 2));
  return aten("native_group_norm.default",
              {x, args[2], args[3], x.sizes()[0], x.sizes()[1], places, args[1], args[4]})[0];
}

Outputs max_pool2d(Args args) {
  return aten("max_pool2d_with_indices.default", {args[0], args[1], args[2], args[3], args[4], args[5]})[0];
}

Outputs adaptive_avg_pool2d(Args args) {
  Dims size = args[1].ints();
  if (size.size() == 2 && size[0] == 1 && size[1] == 1) return one("mean.dim", {args[0], Dims{-1, -2}, true});
  return one("_adaptive_avg_pool2d.default", {args[0], args[1]});
}

Outputs sum(Args args) { return one("sum.dim_IntList", {args[0], Dims{}, false, args[1]}); }

Outputs mv(Args args) {
  return summed_as(self(args), one("sum.dim_IntList", {one("mul.Tensor", {args[0], args[1]}), Dims{1}}));
}

Outputs var_dim(Args args) { return one("var.correction", {args[0], args[1], args[2].truth() ? 1 : 0, args[3]}); }
Outputs var_default(Args args) { return one("var.correction", {args[0], Value(), args[1].truth() ? 1 : 0}); }
Outputs std_default(Args args) { return one("std.correction", {args[0], Value(), args[1].truth() ? 1 : 0}); }
Outputs std_dim(Args args) { return one("std.correction", {args[0], args[1], args[2].truth() ? 1 : 0, args[3]}); }

namespace {

Outputs deviation(Args args) {
  Value correction = given(args[2]) ? Value(args[2].number().value) : Value(1.0);
  return one("sqrt.default", {one("var.correction", {args[0], args[1], correction, args[3]})});
}

}  // namespace

Outputs std_correction(Args args) { return in_float(args, deviation); }

Outputs zeros(Args args) { return filled(args[0].ints(), fill_value(args, 1, false), args.subspan(1)); }
Outputs ones(Args args) { return filled(args[0].ints(), fill_value(args, 1, true), args.subspan(1)); }
Outputs zeros_like(Args args) {
  return filled_like(args, default_or(args[1], self(args).element()) == Element::b8 ? Value(false) : Value(0));
}
Outputs ones_like(Args args) {
  return filled_like(args, default_or(args[1], self(args).element()) == Element::b8 ? Value(true) : Value(1));
}

Outputs masked_fill_scalar(Args args) {
  Tensor number = one("scalar_tensor.default",
                      {args[2], self(args).element(), std::string("torch.strided"), std::string("cpu")});
  return one("where.self", {args[1], number, args[0]});
}

Outputs masked_fill_tensor(Args args) { return one("where.self", {args[1], args[2], args[0]}); }

namespace {

Tensor clamped_to_six(const Tensor& x) {
  Tensor positive = one("clamp.default", {one("add.Tensor", {x, 3}), 0});
  return one("clamp.default", {positive, Value(), 6});
}

}  // namespace

Outputs hardsigmoid(Args given) {
  return in_float(given, [](Args args) -> Outputs { return one("div.Tensor", {clamped_to_six(self(args)), 6}); });
}
Outputs hardswish(Args given) {
  return in_float(given, [](Args args) -> Outputs {
    return one("div.Tensor", {one("mul.Tensor", {args[0], clamped_to_six(self(args))}), 6});
  });
}

namespace {

Outputs exponential_unit(Args args) {
  double alpha = args[1].number().value, scale = args[2].number().value, inner = args[3].number().value;
  Tensor positive = one("gt.Scalar", {args[0], 0});
  Tensor above = one("mul.Tensor", {args[0], scale});
  Tensor below = one("expm1.default", {one("mul.Tensor", {args[0], inner})});
  return one("where.self", {positive, above, one("mul.Tensor", {below, alpha * scale})});
}

}  // namespace

Outputs elu(Args args) { return in_float(args, exponential_unit); }
Outputs silu(Args given) {
  return in_float(given, [](Args args) -> Outputs {
    return one("mul.Tensor", {args[0], one("sigmoid.default", {args[0]})});
  });
}
Outputs relu6(Args args) { return one("hardtanh.default", {args[0], 0, 6}); }
Outputs square(Args args) { return one("pow.Tensor_Scalar", {args[0], 2}); }
// The order of Python and C++: the right operand is computed first.
Outputs cosine_similarity(Args args) {
  Tensor x = self(args), y = args[1].tensor();
  if (!dims_equal(x.sizes(), y.sizes())) {
    Dims sizes = broadcast_shapes(x.sizes(), y.sizes());
    y = one("expand.default", {y, sizes});
    x = one("expand.default", {x, sizes});
  }
  auto norm = [&](const Value& of) {
    return one("clone.default", {one("linalg_vector_norm.default", {of, 2, Dims{args[2].integer()}, true})});
  };
  Tensor left = norm(x), right = norm(y);
  const bool as_tensor = newer(EngineNovelty::default_decompositions);
  const Value least = as_tensor
                          ? Value(one("scalar_tensor.default", {args[3], left.element(), Value(), std::string("cpu")}))
                          : args[3];
  const std::string_view clamp = as_tensor ? "clamp.Tensor" : "clamp.default";
  left = one(clamp, {left, least});
  right = one(clamp, {right, least});
  Tensor second = one("div.Tensor", {y, right}), first = one("div.Tensor", {x, left});
  return one("sum.dim_IntList", {one("mul.Tensor", {first, second}), Dims{args[2].integer()}});
}
Outputs unsafe_view(Args args) { return one("view.default", {args[0], args[1]}); }
Outputs detach(Args args) { return one("alias.default", {args[0]}); }

// Of bytes the answer is bytes.
static Tensor as_truth_of(const Tensor& x, const Tensor& truth) {
  return x.element() == Element::u8 ? copied_to(truth, Element::u8) : truth;
}
Outputs all(Args args) {
  Tensor other = one("any.dims", {one("logical_not.default", {args[0]})});
  return as_truth_of(self(args), one("logical_not.default", {other}));
}
Outputs all_dim(Args args) {
  Tensor other = one("any.dim", {one("logical_not.default", {args[0]}), args[1], args[2]});
  return as_truth_of(self(args), one("logical_not.default", {other}));
}
Outputs all_dims(Args args) {
  Tensor other = one("any.dims", {one("logical_not.default", {args[0]}), args[1], args[2]});
  return as_truth_of(self(args), one("logical_not.default", {other}));
}
Outputs diagonal_copy(Args args) {
  return contiguous_clone(one("diagonal.default", {args[0], args[1], args[2], args[3]}));
}

// n, dtype, layout, device, pin_memory
Outputs eye(Args args) {
  if (newer(EngineNovelty::default_decompositions))
    return eye_m(std::array<Value, 6>{args[0], args[0], args[1], args[2], args[3], args[4]});
  auto count = [&] {
    return one("arange.start_step", {0, args[0], 1, Element::i64, std::string("torch.strided"), args[3], false});
  };
  Tensor rows = count(), columns = count();
  Tensor same = one("eq.Tensor", {one("unsqueeze.default", {rows, -1}), columns});
  if (given(args[1]) && args[1].element() == Element::b8) return same;
  Tensor ones = filled({1}, fill_value(args, 1, true), args.subspan(1));
  Value dtype = given(args[1]) ? args[1] : Value(Element::f32);
  Tensor zero = one("scalar_tensor.default",
                    {fill_value(args, 1, false), dtype, std::string("torch.strided"), args[3]});
  return one("where.self", {same, ones, zero});
}

namespace {

Tensor bitwise(std::string_view name, Args args) {
  return one(cat({name, args[1].is_tensor() ? ".Tensor" : ".Scalar"}), {args[0], args[1]});
}

}  // namespace

Outputs bit_and(Args args) { return bitwise("bitwise_and", args); }
Outputs bit_or(Args args) { return bitwise("bitwise_or", args); }
Outputs bit_xor(Args args) { return bitwise("bitwise_xor", args); }
Outputs floor_divide(Args args) { return one("div.Tensor_mode", {args[0], args[1], std::string("floor")}); }

}  // namespace seesaw::decomposition
