// Functions that PyTorch writes in other operators, as does Seesaw: products of vectors and matrices, tests of
// elements, indices, lists.
#include <algorithm>
#include <cmath>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/composed/half_steps.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/schema.h"
#include "core/engine/tensor/current_dialect.h"
#include "core/engine/tensor/size_checks.h"

namespace seesaw {

namespace {

// --- products with a sum: self, left, right, beta, alpha ---

Tensor times_number(const Tensor& t, const Value& number) {
  return number.is_number() && !number.number().is(1) ? t * number : t;
}
Tensor times_number(const Tensor& t, const Vjp& g, std::size_t i) { return times_number(t, g.arg(i)); }

// The product of matrices or vectors, by the operator that multiplies without a sum.
template <const OpDef* kProduct>
Specs product_sum_meta(Args args) {
  bool vectors = kProduct == &op::outer;
  for (std::size_t i : {std::size_t{1}, std::size_t{2}}) {
    std::size_t rank = args[i].tensor().dim();
    if (vectors && rank != 1)
      throw fx_error(
          "RuntimeError",
          cat({"addr: Expected 1-D argument vec", std::to_string(i), ", but got ", std::to_string(rank), "-D"}));
  }
  TensorSpec product =
      fake_call(*kProduct, {Tensor::fake(args[1].tensor().spec()), Tensor::fake(args[2].tensor().spec())})[0].spec();
  if (!dims_equal(broadcast_shapes(args[0].tensor().sizes(), product.sizes), product.sizes)) {
    throw fx_error("RuntimeError",
                   cat({"The expanded size of the tensor (",
                        dim_text(product.sizes.empty() ? 1 : product.sizes[0]),
                        ") must match the existing size (",
                        dim_text(args[0].tensor().numel()),
                        ") at non-singleton dimension 0.  Target sizes: ",
                        dims_text(product.sizes),
                        ".  Tensor sizes: ",
                        dims_text(args[0].tensor().sizes())}));
  }
  if (!vectors && args[0].tensor().element() != product.element && newer(EngineNovelty::operator_texts))
    throw fx_error("RuntimeError",
                   cat({"addmv input tensors must have the same dtype, but got ",
                        scalar_name(args[0].tensor().element()),
                        ", ",
                        scalar_name(args[1].tensor().element()),
                        ", and ",
                        scalar_name(args[2].tensor().element())}));
  Element element = vectors ? result_type(args.first(3)) : product.element;
  for (std::size_t i : {std::size_t{3}, std::size_t{4}}) {
    if (!vectors || !arg_at(args, i).is_number()) continue;
    Number::Kind kind = args[i].number().kind;
    std::string_view name = i == 3 ? "beta" : "alpha";
    if (kind == Number::Kind::boolean && element != Element::b8)
      throw fx_error("RuntimeError", cat({"Boolean ", name, " only supported for Boolean results."}));
    if (kind == Number::Kind::floating && !is_floating(element) && !is_complex(element))
      throw fx_error("RuntimeError",
                     cat({"For integral input tensors, argument ", name, " must not be a floating point number."}));
  }
  if (!vectors || !dims_equal(args[0].tensor().sizes(), product.sizes))
    return spec_like(args[0].tensor(), product.sizes, element);
  return pointwise_spec(args.first(1), element);
}
template <const OpDef* kProduct>
Outputs product_sum_kernel(Args args) {
  Specs specs = product_sum_meta<kProduct>(args);
  Element element = specs[0].element;
  // For integers the factors are integers, too, and for truth values they are truth values.
  auto factor = [&](std::size_t i) {
    Value given = arg_at(args, i);
    if (given.is_number() && element == Element::b8) return Value(given.number().value != 0);
    bool whole = !is_floating(element) && !is_complex(element);
    return given.is_number() && whole ? Value(static_cast<std::int64_t>(given.number().value)) : given;
  };
  Tensor product = times_number(first(*kProduct, {args[1], args[2]}), factor(4)), self = args[0].tensor();
  bool without = arg_at(args, 3).is_number() && args[3].number().is(0);
  if (self.element() != element) self = first(op::to_copy, {self, element});
  Tensor out = without ? product : times_number(self, factor(3)) + product;
  return dims_equal(out.sizes(), specs[0].sizes) ? out.contiguous()
                                                 : first(op::expand, {out, specs[0].sizes}).contiguous();
}
Outputs sum_with_vector(const OpDef&, Args args) {
  product_sum_meta<&op::mv>(args);
  return on_complex::sum_of_product(op::mv, args);
}
void addmv_vjp(Vjp& g) {
  if (g.needs(0)) g.set(0, times_number(g.grad(), g, 3));
  if (g.needs(1)) g.set(1, times_number(first(op::outer, {g.grad(), g.saved(1)}), g, 4));
  if (g.needs(2)) g.set(2, times_number(first(op::mv, {t(g.saved(0)), g.grad()}), g, 4));
}
void addr_vjp(Vjp& g) {
  if (g.needs(0)) g.set(0, times_number(g.grad(), g, 3));
  if (g.needs(1)) g.set(1, times_number(first(op::mv, {g.grad(), g.saved(1)}), g, 4));
  if (g.needs(2)) g.set(2, times_number(first(op::mv, {t(g.grad()), g.saved(0)}), g, 4));
}
// self, vec1, vec2, beta, alpha
Outputs addr_rule(Args args) {
  using decomposition::one;
  const Tensor &left = args[1].tensor(), &right = args[2].tensor();
  Tensor self = args[0].tensor();
  Element element = result_type(args.first(3));
  if (self.element() != element) self = one("_to_copy.default", {self, element});
  Dims sizes{left.sizes()[0], right.sizes()[0]};
  self = one("expand.default", {self, sizes});
  bool adds = !arg_at(args, 3).is_number() || !args[3].number().is(0);
  auto products = [&] { return one("mul.Tensor", {one("view.default", {left, Dims{sizes[0], 1}}), right}); };
  Value alpha = arg_at(args, 4).is_number() ? args[4] : Value(1), beta = adds && args.size() > 3 ? args[3] : Value(1);
  if (!beta.is_number()) beta = 1;
  if (element == Element::b8) {
    Tensor more = alpha.number().is(0) ? one("full_like.default", {self, false, Value(), Value(), Value(), false})
                                       : products();
    return adds ? one("logical_or.default", {self, more}) : more;
  }
  Tensor scaled = adds ? one("mul.Tensor", {self, beta}) : Tensor();
  Tensor more = one("mul.Tensor", {products(), alpha});
  return adds ? one("add.Tensor", {scaled, more}) : more;
}
SampleList addmv_samples() {
  Tensor m = samples::ramp({2, 3}, -1, 1), v = samples::ramp({3}, 1, -2);
  return {{samples::ramp({2}, -1, 1), m, v}, {samples::ramp({2}, -1, 1), m, v, 0.5, 2.0}};
}
SampleList addr_samples() {
  Tensor a = samples::ramp({2}, -1, 1), b = samples::ramp({3}, 1, -2);
  return {{samples::ramp({2, 3}, -1, 1), a, b}, {samples::ramp({2, 3}, -1, 1), a, b, 0.5, 2.0}};
}

Outputs vecdot_kernel(Args args) {
  if (!is_floating(args[0].tensor().element()) && !is_complex(args[0].tensor().element()))
    throw fx_error("RuntimeError",
                   cat({"linalg.vecdot: Expected a floating point or complex tensor as input. Got ",
                        scalar_name(args[0].tensor().element())}));
  if (args[0].tensor().dim() == 1 && args[1].tensor().dim() == 1)
    return decomposition::one("vdot.default", {args[0], args[1]});
  std::int64_t dim = arg_at(args, 2).is_number() ? args[2].integer() : -1;
  Tensor left = args[0].tensor();
  if (is_complex(left.element())) left = decomposition::one("conj.default", {left});
  return call(op::sum_dim, {left * args[1], Dims{dim}});
}
// Matrices, and vectors at the ends.
void check_chain(const std::vector<Tensor>& list) {
  auto refuse = [](std::initializer_list<std::string_view> parts) {
    throw fx_error("RuntimeError", cat({"multi_dot(): ", cat(parts)}));
  };
  for (std::size_t i = 0; i < list.size(); ++i) {
    std::string rank = std::to_string(list[i].dim()), place = std::to_string(i);
    bool first = i == 0, last = i + 1 == list.size(),
         fits = list[i].dim() == 2 || ((first || last) && list[i].dim() == 1);
    if (!fits && (first || last))
      refuse({"the ", first ? "first" : "last", " tensor must be 1D or 2D but got ", rank, "D"});
    if (!fits) refuse({"tensor ", place, " must be 2D but got ", rank, "D"});
    if (list[i].element() != list[0].element())
      refuse({"all tensors must have be the same dtype but tensor 0 is ",
              ctype_name(list[0].element()),
              " and tensor ",
              place,
              " ",
              ctype_name(list[i].element())});
  }
}
Outputs multi_dot_kernel(Args args) {
  const std::vector<Tensor>& list = args[0].tensors();
  if (list.size() < 2)
    throw fx_error("RuntimeError", "multi_dot(): expected at least 2 tensors but got " + std::to_string(list.size()));
  check_chain(list);
  // PyTorch reads the sizes as integers.
  for (const Tensor& t : list) ask_numbers(t.sizes());
  return decomposition::multi_dot(args);
}

// --- tests of elements ---

bool is_whole(const Tensor& t) { return !is_floating(t.element()); }
Tensor all_of(const Tensor& like, bool value) { return first(op::full_like, {like, value, Element::b8}); }
Outputs isreal_kernel(Args args) {
  const Tensor& a = args[0].tensor();
  if (!is_complex(a.element())) return all_of(a, true);
  return call(op::eq_number, {decomposition::one("imag.default", {a}), 0});
}
template <int kSign>
Outputs isinf_kernel(Args args) {
  const Tensor& a = args[0].tensor();
  return is_whole(a) ? Outputs(all_of(a, false)) : call(op::eq_number, {a, kSign * HUGE_VAL});
}
Outputs isfinite_kernel(Args args) {
  const Tensor& a = args[0].tensor();
  if (is_whole(a)) return all_of(a, true);
  return call(op::lt_number, {abs(a), HUGE_VAL});
}
Outputs signbit_kernel(Args args) {
  const Tensor& a = args[0].tensor();
  if (a.element() == Element::b8) return all_of(a, false);
  if (a.is_fake()) return call(op::lt_number, {a, 0});  // the shape functions of copysign ignore its operands' order
  return call(op::lt_number, {is_whole(a) ? a : first(op::copysign, {first(op::ones_like, {a}), a}), 0});
}
SampleList infinite() {
  Tensor a = Tensor::from({1, -2, 0.5, 0}, {4});
  a.set_item_at(1, HUGE_VAL);
  a.set_item_at(2, -HUGE_VAL);
  return {{a}, {samples::index({1, -2}, {2})}, {Tensor::from({-0.0, 0, -1.5}, {3})}};
}

// --- indices ---

Outputs places_kernel(Args args) {
  const Tensor& a = args[0].tensor();
  Tensor rows = a.dim() == 0 ? first(op::unsqueeze, {a, 0}) : a;
  return call(op::unbind, {first(op::nonzero, {rows}), 1});
}
Outputs argwhere_kernel(Args args) { return call(op::nonzero, {args[0]}); }
SampleList truths_and_numbers() {
  return {{Tensor::from({0, 1, 1, 0, 1, 0}, {2, 3}, Element::b8)}, {Tensor::from({0, 2.5, 0, -1}, {4})}};
}

// --- dtypes and shapes ---

Outputs float_power_kernel(Args args) {
  bool complex = is_complex(result_type(args.first(2)));
  auto wide = [&](const Value& v) -> Value {
    if (v.is_tensor()) return first(op::to_dtype, {v, complex ? Element::c128 : Element::f64});
    return complex ? v : Value(v.number().value);
  };
  // A number takes the place of either tensor.
  const OpDef& power = args[0].is_number() ? op::pow_base : args[1].is_number() ? op::pow_number : op::pow_tensor;
  return call(power, {wide(args[0]), wide(args[1])});
}
// The dtype of a tensor, or of the tensor that PyTorch makes of a number.
Element element_of(const Value& v) {
  if (v.is_tensor()) return v.tensor().element();
  switch (v.number().kind) {
    case Number::Kind::boolean: return Element::b8;
    case Number::Kind::integer: return Element::i64;
    case Number::Kind::floating: return Element::f64;
    default: return Element::c128;
  }
}
Outputs to_other_kernel(Args args) {
  return call(op::to_dtype,
              {args[0],
               element_of(args[1]),
               false,
               args.size() > 3 && args[3].is_number() && args[3].truth(),
               args.size() > 4 ? args[4] : Value()});
}
Outputs to_device_kernel(Args args) {
  return call(op::to_dtype,
              {args[0],
               args[2],
               false,
               args.size() > 4 && args[4].is_number() && args[4].truth(),
               args.size() > 5 ? args[5] : Value()});
}
Outputs to_layout_kernel(Args args) {
  Value element = args.size() > 1 && !args[1].is_none() ? args[1] : Value(args[0].tensor().element());
  return call(op::to_dtype,
              {args[0],
               element,
               false,
               args.size() > 6 && args[6].is_number() && args[6].truth(),
               args.size() > 7 ? args[7] : Value()});
}
template <const OpDef* kBoth>
Outputs moments_kernel(Args args) {
  bool unbiased = !arg_at(args, 1).is_number() || args[1].truth();
  return call(*kBoth, {args[0], Value(), unbiased ? 1 : 0});
}
Outputs sum_to_size_kernel(Args args) {
  const Tensor& a = args[0].tensor();
  Dims size = args[1].ints(), dims;
  std::size_t more = a.dim() - std::min(a.dim(), size.size());
  bool fits = size.size() <= a.dim();
  for (std::size_t i = 0; fits && i < a.dim(); ++i) {
    bool goes = i < more || (dim_equal(size[i - more], 1) && !dim_equal(a.sizes()[i], 1));
    fits = goes || dim_equal(size[i - more], a.sizes()[i]);
    if (goes) dims.push_back(static_cast<std::int64_t>(i));
  }
  if (!fits)
    throw fx_error("RuntimeError",
                   cat({"size {", dims_text(size), "} is not expandable to size {", dims_text(a.sizes()), "}."}));
  if (size.empty()) return call(op::sum, {a});
  Tensor out = dims.empty() ? a : first(op::sum_dim, {a, dims, true});
  return more == 0 ? out : first(op::view, {out, size});
}
template <bool kSquare>
Outputs adjoint_kernel(Args args) {
  const Tensor& a = args[0].tensor();
  std::string rank = std::to_string(a.dim());
  if (kSquare && a.dim() != 0 && a.dim() != 2)
    throw fx_error("RuntimeError",
                   cat({"tensor.H is only supported on matrices (2-D tensors). Got ",
                        rank,
                        "-D tensor.",
                        a.dim() > 2 ? " For batches of matrices, consider using tensor.mH" : ""}));
  if (a.dim() == 1)
    throw fx_error("RuntimeError",
                   "tensor.adjoint() is only supported on matrices or batches of matrices. Got 1-D tensor.");
  return call(op::conj, {a.dim() == 0 ? a : first(op::transpose, {a, -2, -1})});
}
Outputs linalg_diagonal_kernel(Args args) {
  auto number = [&](std::size_t i, std::int64_t otherwise) {
    return arg_at(args, i).is_number() ? args[i].integer() : otherwise;
  };
  return call(op::diagonal, {args[0], number(1, 0), number(2, -2), number(3, -1)});
}
template <const OpDef* kBase>
Outputs each_kernel(Args args) {
  std::vector<Tensor> out;
  for (const Tensor& t : args[0].tensors()) out.push_back(first(*kBase, {t}));
  return out;
}
Outputs msort_kernel(Args args) { return call(op::sort, {args[0], 0})[0]; }
Outputs argsort_kernel(Args args) {
  return call(
      op::sort,
      {args[0], arg_at(args, 2).is_number() ? args[2] : Value(-1), arg_at(args, 3).is_number() && args[3].truth()})[1];
}

// The sort of values that PyTorch calls unstable is stable here, too.
Outputs sort_stable_kernel(Args args) {
  return call(
      op::sort,
      {args[0], arg_at(args, 2).is_number() ? args[2] : Value(-1), arg_at(args, 3).is_number() && args[3].truth()});
}
Outputs argsort_default_kernel(Args args) {
  return call(
      op::sort,
      {args[0], arg_at(args, 1).is_number() ? args[1] : Value(-1), arg_at(args, 2).is_number() && args[2].truth()})[1];
}

// Powers of each element, from 0 on, in one more dimension.
Outputs linalg_vander_kernel(Args args) {
  Tensor x = args[0].tensor();
  if ((is_half(x.element()) || x.element() == Element::b8) && !x.is_fake())
    throw fx_error("RuntimeError",
                   cat({"linalg.vander supports floating point, complex, and integer tensors, but got ",
                        scalar_name(x.element())}));
  if (x.dim() == 0) x = first(op::unsqueeze, {x, -1});
  std::int64_t count = arg_at(args, 1).is_number() ? args[1].integer() : x.sizes().back();
  if (!is_sym(count) && count <= 1) throw fx_error("RuntimeError", "N must be greater than 1.");
  Dims sizes = x.sizes();
  sizes.push_back(dim_sub(count, 1));
  Tensor powers = first(op::cumprod, {first(op::expand, {first(op::unsqueeze, {x, -1}), sizes}), -1});
  sizes[sizes.size() - 1] = 1;
  return call(op::cat, {std::vector<Tensor>{first(op::new_ones, {powers, sizes}), powers}, -1});
}
Outputs vander_kernel(Args args) {
  const Tensor& x = args[0].tensor();
  if (x.dim() != 1) throw fx_error("RuntimeError", "x must be a one-dimensional tensor.");
  std::int64_t count = arg_at(args, 1).is_number() ? args[1].integer() : x.sizes()[0];
  if (count < 0) throw fx_error("RuntimeError", "N must be non-negative.");
  // Booleans become integers here, and are refused there.
  Tensor numbers = x.element() == Element::b8 && !x.is_fake() ? x.copy_to(Element::i64, x.device()) : x;
  Tensor powers = linalg_vander_kernel(std::vector<Value>{numbers, count})[0];
  return arg_at(args, 2).is_number() && args[2].truth() ? Outputs(powers) : call(op::flip, {powers, Dims{1}});
}

// --- diag_embed: self, offset, dim1, dim2 ---

struct Planes {
  std::int64_t offset, size;
  std::size_t first_dim, second_dim;
  Dims sizes;

  explicit Planes(Args args) : offset(arg_at(args, 1).is_number() ? args[1].integer() : 0) {
    const Tensor& t = args[0].tensor();
    std::size_t rank = t.dim() + 1;
    first_dim = wrap_dim(arg_at(args, 2).is_number() ? args[2].integer() : -2, rank);
    second_dim = wrap_dim(arg_at(args, 3).is_number() ? args[3].integer() : -1, rank);
    if (first_dim == second_dim)
      throw fx_error("RuntimeError",
                     cat({"diagonal dimensions cannot be identical ",
                          std::to_string(first_dim),
                          ", ",
                          std::to_string(second_dim)}));
    if (first_dim > second_dim) {
      std::swap(first_dim, second_dim);
      offset = -offset;
    }
    size = dim_add(t.sizes().back(), offset < 0 ? -offset : offset);
    std::size_t from = 0;
    for (std::size_t i = 0; i < rank; ++i)
      sizes.push_back(i == first_dim || i == second_dim ? size : t.sizes()[from++]);
  }
};
Specs planes_specs(Args args) { return spec_like(args[0].tensor(), Planes(args).sizes); }
Outputs planes_kernel(Args args) {
  Tensor out = Tensor::zeros(planes_specs(args)[0]);
  Planes p(args);
  copy_elements(first(op::diagonal,
                      {out, p.offset, static_cast<std::int64_t>(p.first_dim), static_cast<std::int64_t>(p.second_dim)}),
                args[0].tensor());
  return out;
}
Outputs planes_rule(Args args) {
  using decomposition::one;
  Planes p(args);
  Tensor t = args[0].tensor();
  if (p.offset != 0) {
    Dims more = t.sizes();
    more[more.size() - 1] = p.offset < 0 ? -p.offset : p.offset;
    Tensor zeros = one("full.default",
                       {more,
                        t.element() == Element::b8 ? Value(false) : Value(0),
                        t.element(),
                        std::string("torch.strided"),
                        std::string("cpu"),
                        false});
    t = one("cat.default", {p.offset > 0 ? std::vector<Tensor>{zeros, t} : std::vector<Tensor>{t, zeros}, -1});
  }
  t = one("movedim.int",
          {one("unsqueeze.default", {t, static_cast<std::int64_t>(p.first_dim)}),
           -1,
           static_cast<std::int64_t>(p.second_dim)});
  auto counted = [](const Value& from, const Value& to) {
    return one("arange.start_step",
               {from, to, 1, Element::i64, std::string("torch.strided"), std::string("cpu"), false});
  };
  Tensor across = counted(0, p.size), down = counted(p.offset, dim_add(p.size, p.offset));
  Dims plane(t.dim(), 1);
  plane[p.first_dim] = plane[p.second_dim] = p.size;
  Tensor there = one("view.default", {one("eq.Tensor", {across, one("unsqueeze.default", {down, -1})}), plane});
  return one(
      "where.self",
      {there, t, one("scalar_tensor.default", {0, t.element(), std::string("torch.strided"), std::string("cpu")})});
}
SampleList diagonals() {
  Tensor a = samples::ramp({2, 3}, -1, 1);
  return {{a}, {a, 1, 0, 2}, {a, -1, 1, 0}, {samples::ramp({3}, -1, 1), 0, -1, 0}};
}

// By a number, rounded: its derivative is a separate node.
void quotient_vjp(Vjp& g) {
  g.set(0, g.arg(2).kind() == Value::Kind::text ? first(op::zeros_like, {g.grad()}) : g.grad() / g.arg(1));
}
SampleList quotients_of_numbers() {
  Tensor a = samples::ramp({2, 3}, -5, 5);
  return {{a, 2, std::string("floor")},
          {a, -1.5, std::string("trunc")},
          {a, 2, Value()},
          {samples::index({7, -7}, {2}), 2, std::string("floor")}};
}

SampleList vector_pairs() { return {{samples::ramp({3}, -1, 1), samples::ramp({3}, 2, 1)}}; }
SampleList vector_rows() {
  return {{samples::ramp({2, 3}, -1, 1), samples::ramp({2, 3}, 2, 1)},
          {samples::ramp({3}, -1, 1), samples::ramp({3}, 2, 1)},
          {samples::ramp({2, 3}, -1, 1), samples::ramp({2, 3}, 2, 1), 0}};
}
SampleList chains() {
  return {
      {std::vector<Tensor>{samples::ramp({2, 3}, -1, 1), samples::ramp({3, 4}, 2, -1), samples::ramp({4, 2}, -1, 1)}}};
}
SampleList matrices_alone() { return {{samples::ramp({2, 3}, -1, 1)}}; }
SampleList list_of_ranks() {
  return {{std::vector<Tensor>{samples::ramp({}, -1, 1), samples::ramp({2}, -1, 1), samples::ramp({2, 3}, -1, 1)}}};
}
SampleList rows_to_sort() { return {{samples::ramp({3, 2}, -1, 1)}}; }

constexpr SavedSlot kVdot[] = {{"other", 1, 1}, {"self", 0, 2}};
constexpr SavedSlot kAddmv[] = {{"mat", 1, 4}, {"vec", 2, 2}};
constexpr SavedSlot kAddr[] = {{"vec1", 1, 4}, {"vec2", 2, 2}};

constexpr OpDef composed(std::string_view path,
                         Decomposition::Kind kind,
                         std::string_view schema,
                         std::string_view doc,
                         Outputs (*kernel)(Args),
                         SampleList (*given)()) {
  OpDef out{
      .path = path,
      .schema = schema,
      .doc = doc,
      .decompose = {kind, kind == Decomposition::table ? kernel : nullptr},
      .run = {.kernel = kernel},
  };
  out.run.composite = true;
  out.samples = given;
  return out;
}
// The formula is valid for complex tensors as written.
constexpr OpDef on_complex_too(OpDef def) {
  def.run.complex = on_complex::written;
  return def;
}
constexpr OpDef in_place_too(OpDef def, Tensor (*kernel)(Args args)) {
  def.forms.inplace = true;
  def.forms.kernel = kernel;
  return def;
}
constexpr OpDef cast_to_lower(OpDef def) {
  def.run.autocast = Autocast::lower;
  return def;
}
constexpr OpDef found_in(std::uint8_t surfaces, OpDef def) {
  def.python.surfaces = surfaces;
  return def;
}

// v with the length g, along each index of a dimension; of all of it for -1.
// PyTorch's kernel for the first and the last dimension reads as many lengths as there are, whatever the sizes of g.
Tensor lengths_along(const Tensor& v, const Tensor& g, std::size_t kept) {
  Dims sizes(v.dim(), 1);
  sizes[kept] = v.sizes()[kept];
  if (v.is_fake() || g.sizes() == sizes) return g;
  if (g.numel() == sizes[kept]) return first(op::reshape, {g, sizes});
  throw user_error("no-kernel",
                   cat({"lengths of sizes ",
                        dims_text(g.sizes()),
                        " are not those of a weight of sizes ",
                        dims_text(v.sizes()),
                        ": PyTorch reads memory that is not theirs"}),
                   cat({"give lengths of sizes ", dims_text(sizes)}));
}
Outputs weight_norm_kernel(Args args) {
  const Tensor& v = args[0].tensor();
  const std::int64_t dim = args.size() > 2 && args[2].is_number() ? args[2].integer() : 0;
  if (v.dim() == 0 && dim != -1)
    throw fx_error("IndexError",
                   cat({"Dimension specified as ", std::to_string(dim), " but tensor has no dimensions"}));
  const std::size_t kept = dim == -1 ? v.dim() : wrap_dim(dim, v.dim());
  const bool outer = dim == 0 || dim + 1 == static_cast<std::int64_t>(v.dim());
  Dims summed;
  for (std::size_t d = 0; d < v.dim(); ++d) {
    if (d != kept) summed.push_back(static_cast<std::int64_t>(d));
  }
  const Tensor g = outer && dim >= 0 ? lengths_along(v, args[1].tensor(), kept) : args[1].tensor();
  return v * (g / decomposition::one("linalg_vector_norm.default", {v, 2, summed, true}));
}
SampleList weights_and_lengths() {
  return {{samples::ramp({3, 2}, -1, 1), samples::ramp({3, 1}, 1, 2)},
          {samples::ramp({3, 2}, -1, 1), samples::ramp({1, 2}, 1, 2), 1}};
}

constexpr OpDef kComposed[] = {
    found_in(kInTorch,
             composed("torch.ops.aten._weight_norm.default",
                      Decomposition::composite,
                      "_weight_norm(Tensor v, Tensor g, int dim=0) -> Tensor",
                      "A tensor given by directions and lengths.",
                      weight_norm_kernel,
                      weights_and_lengths)),
    {
        .path = "torch.ops.aten.diag_embed.default",
        .schema = "diag_embed(Tensor self, int offset=0, int dim1=-2, int dim2=-1) -> Tensor",
        .doc = "Planes with the last dimension on a diagonal.",
        .decompose = {Decomposition::table, planes_rule},
        .run = {.meta = planes_specs, .kernel = planes_kernel, .complex = on_complex::parts<1>},
        .grad =
            {
                .node = "DiagEmbedBackward0",
                .vjp =
                    [](Vjp& g) {
                      auto number = [&](std::size_t i, std::int64_t otherwise) {
                        return g.arg(i).is_number() ? g.arg(i).integer() : otherwise;
                      };
                      g.set(0, first(op::diagonal, {g.grad(), number(1, 0), number(2, -2), number(3, -1)}));
                    },
            },
        .forms = {.writes = 2},
        .samples = diagonals,
    },
    {
        .path = "torch.ops.aten.vdot.default",
        .schema = "vdot(Tensor self, Tensor other) -> Tensor",
        .doc = "Inner product of two vectors.",
        .decompose = {Decomposition::table, decomposition::vdot},
        .run = {
            .meta = [](Args args) { return op::dot.run.meta(args); },
            .kernel = [](Args args) { return call(op::dot, args); },
            .complex = [](const OpDef&, Args args) -> Outputs {
              return call(op::dot, {first(op::conj_physical, {args[0]}), args[1]});
            },
        },
        .grad =
            {
                .edges = 3,
                .node = "VdotBackward0",
                .saves = kVdot,
                .vjp =
                    [](Vjp& g) {
                      if (g.needs(0)) g.set(0, first(op::conj_physical, {g.grad()}) * g.saved(0));
                      if (g.needs(1)) g.set(1, g.grad() * g.saved(1));
                    },
                .complex_vjp = true,
            },
        .samples = vector_pairs,
    },
    {
        .path = "torch.ops.aten.addmv.default",
        .schema = "addmv(Tensor self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
        .doc = "beta * self + alpha * mat @ vec.",
        .run = {.meta = product_sum_meta<&op::mv>,
                .kernel = product_sum_kernel<&op::mv>,
                .complex = sum_with_vector,
                .fits = 0b11000},
        .grad = {.edges = 7, .node = "AddmvBackward0", .saves = kAddmv, .vjp = addmv_vjp},
        .forms = {.inplace = true},
        .samples = addmv_samples,
    },
    {
        .path = "torch.ops.aten.addr.default",
        .schema = "addr(Tensor self, Tensor vec1, Tensor vec2, *, Scalar beta=1, Scalar alpha=1) -> Tensor",
        .doc = "beta * self + alpha times all products of two vectors.",
        .decompose = {Decomposition::table, addr_rule},
        .run = {.meta = product_sum_meta<&op::outer>,
                .kernel = product_sum_kernel<&op::outer>,
                .half = half_steps::outer_sum,
                .complex = on_complex::plus<op::outer>,
                .fits = 0b11000},
        .grad = {.edges = 7, .node = "AddrBackward0", .saves = kAddr, .vjp = addr_vjp},
        .forms = {.inplace = true},
        .samples = addr_samples,
    },
    {
        .path = "torch.ops.aten.div.Scalar_mode",
        .schema = "div.Scalar_mode(Tensor self, Scalar other, *, str? rounding_mode) -> Tensor",
        .doc = "The quotient by a number, rounded.",
        .run = {
            .meta = [](Args args) { return op::div_mode.run.meta(args); },
            .kernel = [](Args args) { return op::div_mode.run.kernel(args); },
        },
        .grad = {.node = "DivBackward3", .vjp = quotient_vjp},
        .forms = {.inplace = true},
        .samples = quotients_of_numbers,
    },
    in_place_too(composed(
                     "torch.ops.aten.divide.Scalar_mode",
                     Decomposition::table,
                     "divide.Scalar_mode(Tensor self, Scalar other, *, str? rounding_mode) -> Tensor",
                     "Another name of div.",
                     [](Args args) {
                       return decomposition::aten("div.Scalar_mode", {args[0], args[1], args[2]});
                     },
                     quotients_of_numbers),
                 [](Args args) {
                   return call_inplace(*find_record("torch.ops.aten.div.Scalar_mode"), {args[0], args[1], args[2]});
                 }),
    cast_to_lower(on_complex_too(composed("torch.ops.aten.linalg_vecdot.default",
                                          Decomposition::table,
                                          "linalg_vecdot(Tensor x, Tensor y, *, int dim=-1) -> Tensor",
                                          "Inner products along a dimension.",
                                          vecdot_kernel,
                                          vector_rows))),
    on_complex_too(composed("torch.ops.aten.linalg_multi_dot.default",
                            Decomposition::table,
                            "linalg_multi_dot(Tensor[] tensors) -> Tensor",
                            "Product of several matrices.",
                            multi_dot_kernel,
                            chains)),
    on_complex_too(composed("torch.ops.aten.isreal.default",
                            Decomposition::table,
                            "isreal(Tensor self) -> Tensor",
                            "Whether elements have no imaginary part.",
                            isreal_kernel,
                            infinite)),
    composed("torch.ops.aten.isposinf.default",
             Decomposition::table,
             "isposinf(Tensor self) -> Tensor",
             "Whether elements are positive infinity.",
             isinf_kernel<1>,
             infinite),
    composed("torch.ops.aten.isneginf.default",
             Decomposition::table,
             "isneginf(Tensor self) -> Tensor",
             "Whether elements are negative infinity.",
             isinf_kernel<-1>,
             infinite),
    composed("torch.ops.aten.signbit.default",
             Decomposition::none,
             "signbit(Tensor self) -> Tensor",
             "Whether the sign is set, also of -0.",
             signbit_kernel,
             infinite),
    {
        .path = "torch.ops.aten.isfinite.default",
        .schema = "isfinite(Tensor self) -> Tensor",
        .doc = "Whether elements are neither infinite nor NaN.",
        .decompose = {Decomposition::table, decomposition::isfinite},
        .run = {.kernel = isfinite_kernel, .complex = on_complex::of_both, .composite = true},
        .samples = infinite,
    },
    on_complex_too(composed("torch.ops.aten.where.default",
                            Decomposition::table,
                            "where(Tensor condition) -> Tensor[]",
                            "The places where a condition holds, a tensor for each dimension.",
                            places_kernel,
                            truths_and_numbers)),
    on_complex_too(found_in(0,
                            composed("torch.ops.aten.nonzero_numpy.default",
                                     Decomposition::table,
                                     "nonzero_numpy(Tensor self) -> Tensor[]",
                                     "The places of what is not zero, a tensor for each dimension.",
                                     places_kernel,
                                     truths_and_numbers))),
    on_complex_too(composed("torch.ops.aten.argwhere.default",
                            Decomposition::table,
                            "argwhere(Tensor self) -> Tensor",
                            "The places of what is not zero, one in a row.",
                            argwhere_kernel,
                            truths_and_numbers)),
    on_complex_too(composed("torch.ops.aten.float_power.Tensor_Tensor",
                            Decomposition::table,
                            "float_power.Tensor_Tensor(Tensor self, Tensor exponent) -> Tensor",
                            "Powers in float64.",
                            float_power_kernel,
                            samples::binary_positive)),
    composed("torch.ops.aten.float_power.Scalar",
             Decomposition::table,
             "float_power.Scalar(Scalar self, Tensor exponent) -> Tensor",
             "Powers of a number in float64.",
             float_power_kernel,
             [] {
               return SampleList{{2, samples::ramp({3}, -1, 2)}};
             }),
    on_complex_too(composed("torch.ops.aten.to.other",
                            Decomposition::composite,
                            "to.other(Tensor(a) self, Tensor other, bool non_blocking=False, bool copy=False, "
                            "MemoryFormat? memory_format=None) -> Tensor(a)",
                            "The tensor in the dtype of another one.",
                            to_other_kernel,
                            [] {
                              return SampleList{{samples::ramp({2}, -1, 1), samples::ramp({3}, 0, 1, Element::f32)}};
                            })),
    {
        .path = "torch.ops.aten.to.device",
        .schema = "to.device(Tensor(a) self, Device device, ScalarType dtype, bool non_blocking=False, bool "
                  "copy=False, MemoryFormat? memory_format=None) -> Tensor(a)",
        .doc = "The tensor on a device, in a dtype; itself if it is there.",
        .decompose = {Decomposition::composite, decomposition::to_device},
        .run = {.kernel = to_device_kernel, .complex = on_complex::written, .composite = true},
        .samples =
            [] {
              return SampleList{{samples::ramp({2}, -1, 1), std::string("cpu"), Element::f64}};
            },
    },
    {
        .path = "torch.ops.aten.to.dtype_layout",
        .schema = "to.dtype_layout(Tensor(a) self, *, ScalarType? dtype=None, Layout? layout=None, Device? "
                  "device=None, bool? pin_memory=None, bool non_blocking=False, bool copy=False, MemoryFormat? "
                  "memory_format=None) -> Tensor(a)",
        .doc = "The tensor in a dtype, a layout and on a device; itself if it is so.",
        .decompose = {Decomposition::composite, decomposition::to_layout},
        .run = {.kernel = to_layout_kernel, .complex = on_complex::written, .composite = true},
        .samples =
            [] {
              return SampleList{{samples::ramp({2}, -1, 1), Element::f64}};
            },
    },
    on_complex_too(composed("torch.ops.aten.std_mean.default",
                            Decomposition::table,
                            "std_mean(Tensor self, bool unbiased=True) -> (Tensor, Tensor)",
                            "Standard deviation and mean.",
                            moments_kernel<&op::std_mean>,
                            matrices_alone)),
    on_complex_too(composed("torch.ops.aten.var_mean.default",
                            Decomposition::table,
                            "var_mean(Tensor self, bool unbiased=True) -> (Tensor, Tensor)",
                            "Variance and mean.",
                            moments_kernel<&op::var_mean>,
                            matrices_alone)),
    on_complex_too(found_in(
        kMethod,
        composed(
            "torch.ops.aten.sum_to_size.default",
            Decomposition::table,
            "sum_to_size(Tensor self, SymInt[] size) -> Tensor",
            "Summed over what a broadcast to its shape would repeat.",
            sum_to_size_kernel,
            [] {
              return SampleList{{samples::ramp({2, 3}, -1, 1), Dims{3}}, {samples::ramp({2, 3}, -1, 1), Dims{2, 1}}};
            }))),
    on_complex_too(composed("torch.ops.aten.adjoint.default",
                            Decomposition::composite,
                            "adjoint(Tensor(a) self) -> Tensor(a)",
                            "The last two dimensions exchanged, conjugated.",
                            adjoint_kernel<false>,
                            matrices_alone)),
    on_complex_too(found_in(0,
                            composed("torch.ops.aten.mH.default",
                                     Decomposition::composite,
                                     "mH(Tensor(a) self) -> Tensor(a)",
                                     "The last two dimensions exchanged, conjugated.",
                                     adjoint_kernel<false>,
                                     matrices_alone))),
    on_complex_too(found_in(0,
                            composed("torch.ops.aten.matrix_H.default",
                                     Decomposition::composite,
                                     "matrix_H(Tensor(a) self) -> Tensor(a)",
                                     "A matrix turned, conjugated.",
                                     adjoint_kernel<true>,
                                     matrices_alone))),
    on_complex_too(composed("torch.ops.aten.linalg_diagonal.default",
                            Decomposition::composite,
                            "linalg_diagonal(Tensor(a) A, *, int offset=0, int dim1=-2, int dim2=-1) -> Tensor(a)",
                            "A diagonal of matrices, as a view.",
                            linalg_diagonal_kernel,
                            [] {
                              return SampleList{{samples::ramp({2, 3, 3}, -1, 1)}, {samples::ramp({3, 3}, -1, 1), 1}};
                            })),
    on_complex_too(found_in(kInTorch,
                            composed("torch.ops.aten.atleast_1d.Sequence",
                                     Decomposition::composite,
                                     "atleast_1d.Sequence(Tensor[] tensors) -> Tensor[]",
                                     "Tensors with at least 1 dimension.",
                                     each_kernel<&op::atleast_1d>,
                                     list_of_ranks))),
    on_complex_too(found_in(kInTorch,
                            composed("torch.ops.aten.atleast_2d.Sequence",
                                     Decomposition::composite,
                                     "atleast_2d.Sequence(Tensor[] tensors) -> Tensor[]",
                                     "Tensors with at least 2 dimensions.",
                                     each_kernel<&op::atleast_2d>,
                                     list_of_ranks))),
    on_complex_too(found_in(kInTorch,
                            composed("torch.ops.aten.atleast_3d.Sequence",
                                     Decomposition::composite,
                                     "atleast_3d.Sequence(Tensor[] tensors) -> Tensor[]",
                                     "Tensors with at least 3 dimensions.",
                                     each_kernel<&op::atleast_3d>,
                                     list_of_ranks))),
    on_complex_too(composed("torch.ops.aten.linalg_vander.default",
                            Decomposition::table,
                            "linalg_vander(Tensor x, *, SymInt? N=None) -> Tensor",
                            "Powers of each element.",
                            linalg_vander_kernel,
                            [] {
                              return SampleList{{samples::ramp({3}, -1, 2)}, {samples::ramp({2, 2}, -1, 2), 4}};
                            })),
    composed("torch.ops.aten.vander.default",
             Decomposition::table,
             "vander(Tensor x, int? N=None, bool increasing=False) -> Tensor",
             "Powers of each element, the highest first.",
             vander_kernel,
             [] {
               return SampleList{{samples::index({1, 2, -3}, {3})}, {samples::index({2, 3}, {2}), 4, true}};
             }),
    composed("torch.ops.aten.msort.default",
             Decomposition::table,
             "msort(Tensor self) -> Tensor",
             "Columns in order.",
             msort_kernel,
             rows_to_sort),
    composed(
        "torch.ops.aten.sort.stable",
        Decomposition::none,
        "sort.stable(Tensor self, *, bool? stable, int dim=-1, bool descending=False) -> (Tensor values, Tensor "
        "indices)",
        "A dimension in order, equal elements in the order that they had.",
        sort_stable_kernel,
        [] {
          return SampleList{{samples::ramp({3, 2}, -1, 1), true, 0}, {samples::index({2, 1, 2}, {3}), true, -1, true}};
        }),
    composed("torch.ops.aten.argsort.default",
             Decomposition::table,
             "argsort(Tensor self, int dim=-1, bool descending=False) -> Tensor",
             "Places of the elements in their order.",
             argsort_default_kernel,
             [] {
               return SampleList{{samples::ramp({3, 2}, -1, 1), 0}, {samples::index({2, 1, 3}, {3}), -1, true}};
             }),
    composed(
        "torch.ops.aten.argsort.stable",
        Decomposition::table,
        "argsort.stable(Tensor self, *, bool stable, int dim=-1, bool descending=False) -> Tensor",
        "Where the elements of a dimension go to be in order.",
        argsort_kernel,
        [] {
          return SampleList{{samples::ramp({3, 2}, -1, 1), true, 0}, {samples::index({2, 1, 2}, {3}), true, -1, true}};
        }),
};

}  // namespace

std::span<const OpDef> op_records::composed() { return kComposed; }

}  // namespace seesaw
