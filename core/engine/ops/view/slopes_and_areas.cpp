// Slopes of sampled curves and areas below them, written in operators as PyTorch writes them.
//
//   gradient.scalarint(y, spacing = 2)     // differences of neighbours, divided by their distance
//   trapezoid.x(y, x)                      // the area between samples y at the places x
#include <algorithm>
#include <set>

#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/shapes_by_rule.h"
#include "core/engine/ops/composed/decomposition_parts.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw::decomposition {

namespace {

Tensor part(const Tensor& x, std::int64_t dim, const Value& from, const Value& to) {
  return one("slice.Tensor", {x, dim, from, to});
}
Tensor minus(const Tensor& a, const Tensor& b) { return one("sub.Tensor", {a, b}); }
Tensor plus(const Tensor& a, const Tensor& b) { return one("add.Tensor", {a, b}); }
Tensor times(const Tensor& a, const Value& b) { return one(b.is_number() ? "mul.Scalar" : "mul.Tensor", {a, b}); }
Tensor over(const Tensor& a, const Value& b) { return one(b.is_number() ? "div.Scalar" : "div.Tensor", {a, b}); }
Tensor negated(const Tensor& a) { return one("neg.default", {a}); }

void refuse_bools(std::string_view name, std::string_view which, Element element) {
  if (element != Element::b8) return;
  throw fx_error(newer(EngineNovelty::not_implemented) ? "NotImplementedError" : "RuntimeError",
                 cat({name, ": received a bool input for ", which, ", but bool is not supported"}));
}
void check_step(std::string_view name, const Value& dx) {
  if (dx.number().kind == Number::Kind::boolean || is_complex(dx))
    throw fx_error("RuntimeError", cat({name, ": Currently, we only support dx as a real number."}));
}
void check_curves(std::string_view name, const Tensor& y, const Tensor& x) {
  for (Element element : {y.element(), x.element()}) refuse_bools(name, "`x` or `y`", element);
}

// Distances of neighbours among the places x, in a shape that broadcasts with y.
Tensor steps_of(std::string_view name, const Tensor& y, Tensor x, std::int64_t dim) {
  auto at = static_cast<std::size_t>(dim);
  if (x.dim() == 1) {
    if (!dim_equal(x.sizes()[0], y.sizes()[at]))
      throw fx_error("RuntimeError", cat({name, ": There must be one `x` value for each sample point"}));
    std::vector<std::int64_t> sizes(y.dim(), 1);
    sizes[at] = x.sizes()[0];
    x = one("view.default", {x, Dims(sizes)});
  } else if (x.dim() < y.dim()) {
    std::vector<std::int64_t> sizes(y.dim() - x.dim(), 1);
    for (std::int64_t size : x.sizes()) sizes.push_back(size);
    x = one("view.default", {x, Dims(sizes)});
  }
  Tensor left = part(x, dim, 0, -1);
  return minus(part(x, dim, 1, Value()), left);
}
Tensor neighbours_of(const Tensor& y, std::int64_t dim) {
  Tensor left = part(y, dim, 0, -1);
  return plus(left, part(y, dim, 1, Value()));
}
std::int64_t dimension(const Value& dim, const Tensor& y) {
  return static_cast<std::int64_t>(wrap_dim(dim.integer(), y.dim()));
}
Tensor empty_area(const Tensor& y, std::int64_t dim) {
  Dims sizes = y.sizes();
  sizes.erase(static_cast<std::size_t>(dim));
  Value zero = y.element() == Element::b8 ? Value(false) : Value(0);
  return one("full.default", {sizes, zero, y.element(), strided(), cpu(), false});
}

}  // namespace

// y, dx, dim
Outputs trapezoid(Args args) {
  refuse_bools("trapezoid", "`y`", self(args).element());
  check_step("trapezoid", args[1]);
  const Tensor& y = self(args);
  std::int64_t dim = dimension(args[2], y);
  if (y.dim() > 0 && y.sizes()[static_cast<std::size_t>(dim)] == 0) return empty_area(y, dim);
  Tensor last = one("select.int", {y, args[2], -1}), first = one("select.int", {y, args[2], 0});
  Tensor ends = one("mul.Scalar", {one("add.Tensor", {first, last}), 0.5});
  return one("mul.Scalar", {minus(one("sum.dim_IntList", {y, Dims{args[2].integer()}}), ends), args[1].number().value});
}
// y, dx, dim
Outputs cumulative_trapezoid(Args args) {
  refuse_bools("cumulative_trapezoid", "`y`", self(args).element());
  check_step("cumulative_trapezoid", args[1]);
  Tensor sums = neighbours_of(self(args), args[2].integer());
  return one("cumsum.default", {one("mul.Scalar", {sums, args[1].number().value / 2}), args[2]});
}
// y, x, dim
Outputs trapezoid_at(Args args) {
  const Tensor &y = self(args), &x = args[1].tensor();
  check_curves("trapezoid", y, x);
  std::int64_t dim = dimension(args[2], y);
  if (y.dim() > 0 && y.sizes()[static_cast<std::size_t>(dim)] == 0) return empty_area(y, dim);
  Tensor steps = steps_of("trapezoid", y, x, dim);
  Tensor areas = times(neighbours_of(y, dim), steps);
  return over(one("sum.dim_IntList", {areas, Dims{dim}}), 2.0);
}
// y, x, dim
Outputs cumulative_trapezoid_at(Args args) {
  const Tensor &y = self(args), &x = args[1].tensor();
  check_curves("cumulative_trapezoid", y, x);
  std::int64_t dim = dimension(args[2], y);
  Tensor steps = steps_of("cumulative_trapezoid", y, x, dim);
  return over(one("cumsum.default", {times(neighbours_of(y, dim), steps), dim}), 2.0);
}

namespace {

// --- slopes along one dimension ---

// Samples at one distance: between both neighbours inside, and at the ends by one step or, in the second order, two.
Tensor even_slopes(const Tensor& x, std::int64_t dim, const Value& spacing, bool second_order) {
  auto between = [&](const Value& a, const Value& b, const Value& c, const Value& d) {
    Tensor left = part(x, dim, a, b), right = part(x, dim, c, d);
    return over(minus(right, left), spacing);
  };
  Tensor centre = between(0, -2, 2, Value()), first, last;
  if (second_order) {
    Tensor third = times(part(x, dim, 2, 3), 0.5), next = times(part(x, dim, 1, 2), 2);
    first = over(minus(plus(times(part(x, dim, 0, 1), -1.5), next), third), spacing);
    third = times(part(x, dim, -1, Value()), 1.5);
    next = times(part(x, dim, -2, -1), 2);
    last = over(plus(minus(times(part(x, dim, -3, -2), 0.5), next), third), spacing);
  } else {
    first = between(0, 1, 1, 2);
    last = between(-2, -1, -1, Value());
  }
  centre = over(centre, 2);
  return one("cat.default", {std::vector<Tensor>{first, centre, last}, dim});
}

// Three samples, weighted: PyTorch evaluates them from the last one.
Tensor weighted(const Tensor& x, std::int64_t dim, const Tensor (&weights)[3], const Value (&ends)[4]) {
  Tensor third = times(weights[2], part(x, dim, ends[2], ends[3]));
  Tensor second = times(weights[1], part(x, dim, ends[1], ends[2]));
  Tensor first = times(weights[0], part(x, dim, ends[0], ends[1]));
  return plus(plus(first, second), third);
}
// The end of a curve in the second order: `near` is the step at the end, `far` the one beside it.
struct EndSteps {
  const Tensor& steps;
  std::int64_t near, far;
  Tensor at(std::int64_t place) const { return one("select.int", {steps, 0, place}); }
  Tensor both() const {
    Tensor other = at(far);
    return plus(at(near), other);
  }
  // (2 * near + far) / (near * (near + far)), for the sample at the end
  Tensor of_end(bool negative) const {
    Tensor sum = both(), under = times(at(near), sum);
    Tensor other = at(far), top = plus(times(at(near), negative ? Value(2.0) : Value(2)), other);
    return over(negative ? negated(top) : top, under);
  }
  // (near + far) / (near * far)
  Tensor of_middle(bool negative) const {
    Tensor other = at(far), under = times(at(near), other), sum = both();
    return over(negative ? negated(sum) : sum, under);
  }
  // near / (far * (near + far))
  Tensor of_far(bool negative) const {
    Tensor sum = both(), under = times(at(far), sum), top = at(near);
    return over(negative ? negated(top) : top, under);
  }
};

// Samples at the places of a vector.
Tensor uneven_slopes(const Tensor& x, std::int64_t dim, const Tensor& places, bool second_order) {
  std::int64_t count = places.sizes()[0];
  Tensor from = part(places, 0, 0, dim_sub(count, 1)), steps = minus(part(places, 0, 1, count), from);
  std::vector<std::int64_t> sizes(x.dim(), 1);
  sizes[static_cast<std::size_t>(dim)] = -1;
  auto along = [&](const Tensor& t) { return one("view.default", {t, Dims(sizes)}); };
  Tensor before = part(steps, 0, 0, -1), after = part(steps, 0, 1, Value());
  Tensor under = times(before, plus(before, after));
  Tensor a = along(over(negated(after), under));
  under = times(before, after);
  Tensor b = along(over(minus(after, before), under));
  under = times(after, plus(before, after));
  Tensor c = along(over(before, under));
  Tensor third = times(c, part(x, dim, 2, Value())), second = times(b, part(x, dim, 1, -1));
  Tensor centre = plus(plus(times(a, part(x, dim, 0, -2)), second), third), first, last;
  if (second_order) {
    EndSteps low{steps, 0, 1}, high{steps, -1, -2};
    Tensor left[3] = {low.of_end(true), low.of_middle(false), low.of_far(true)};
    first = weighted(x, dim, left, {0, 1, 2, 3});
    Tensor right[3] = {high.of_far(false), high.of_middle(true), high.of_end(false)};
    last = weighted(x, dim, right, {-3, -2, -1, Value()});
  } else {
    Tensor step = one("select.int", {steps, 0, 0}), low = part(x, dim, 0, 1);
    first = over(minus(part(x, dim, 1, 2), low), step);
    step = one("select.int", {steps, 0, -1});
    low = part(x, dim, -2, -1);
    last = over(minus(part(x, dim, -1, Value()), low), step);
  }
  return one("cat.default", {std::vector<Tensor>{first, centre, last}, dim});
}

// --- the overloads: self, then spacing, dim and edge_order, of which gradient.array has no spacing ---

struct Slopes {
  std::vector<std::int64_t> dims;
  std::vector<Value> spacing;  // one for each dimension
  std::int64_t order;
};

void refuse(std::string_view what) { throw fx_error("RuntimeError", cat({"torch.gradient ", what})); }

Slopes slopes_of(Args args) {
  const Tensor& x = self(args);
  if (x.element() == Element::u8) refuse("does not support uint8 input.");
  bool without = args.size() == 3;  // gradient.array
  const Value& dim = without ? args[1] : args[2];
  Slopes out;
  out.order = args.back().integer();
  if (given(dim) && dim.is_number()) {
    out.dims.push_back(dimension(dim, x));
  } else if (given(dim)) {
    for (std::int64_t d : dim.ints()) out.dims.push_back(dimension(Value(d), x));
  } else {
    for (std::size_t d = 0; d < x.dim(); ++d) out.dims.push_back(static_cast<std::int64_t>(d));
  }
  if (without || !given(args[1])) {
    out.spacing.assign(out.dims.size(), Value(1.0));
  } else if (args[1].is_number()) {
    out.spacing.assign(out.dims.size(), args[1]);
  } else if (args[1].is_tensors()) {
    for (const Tensor& t : args[1].tensors()) out.spacing.emplace_back(t);
  } else if (args[1].kind() == Value::Kind::reals) {
    for (double step : args[1].reals()) out.spacing.emplace_back(step);
  } else {
    for (std::int64_t step : args[1].ints()) out.spacing.emplace_back(step);
  }
  return out;
}

void check_slopes_of(const Tensor& x, const Slopes& of, bool named_dims) {
  std::set<std::int64_t> seen;
  for (std::int64_t d : of.dims) {
    if (!seen.insert(d).second)
      throw fx_error("RuntimeError", cat({"dim ", std::to_string(d), " appears multiple times in the list of dims"}));
  }
  if (of.spacing.size() != of.dims.size()) {
    refuse(named_dims
               ? "expected spacing to be unspecified, a scalar or it's spacing and dim arguments to have the same "
                 "length, but got a spacing argument of length " +
                     std::to_string(of.spacing.size()) + " and a dim argument of length " +
                     std::to_string(of.dims.size()) + "."
               : "expected spacing to be unspecified, a scalar, or a list of length equal to 'self.dim() = " +
                     std::to_string(x.dim()) + "', since dim argument was not given");
  }
  if (of.order != 1 && of.order != 2) refuse("only supports edge_order=1 and edge_order=2.");
  for (const Value& spacing : of.spacing) {
    if (spacing.is_tensor() && spacing.tensor().dim() != 1)
      refuse(cat({"expected each element of spacing to have one dimension, but got an element with ",
                  std::to_string(spacing.tensor().dim()),
                  " dimensions!"}));
  }
  for (std::size_t i = 0; i < of.dims.size(); ++i) {
    std::int64_t size = x.sizes()[static_cast<std::size_t>(of.dims[i])];
    if (dim_less(size, of.order + 1)) refuse("expected each dimension size to be at least edge_order+1");
  }
}

Slopes checked_slopes(Args args) {
  Slopes of = slopes_of(args);
  const Value& dim = args.size() == 3 ? args[1] : args[2];
  check_slopes_of(self(args), of, given(dim) && !dim.is_number());
  return of;
}

}  // namespace

Outputs gradient(Args args) {
  const Tensor& x = self(args);
  Slopes of = checked_slopes(args);
  std::vector<Tensor> out;
  for (std::size_t i = 0; i < of.dims.size(); ++i) {
    const Value& spacing = of.spacing[i];
    out.push_back(spacing.is_tensor() ? uneven_slopes(x, of.dims[i], spacing.tensor(), of.order == 2)
                                      : even_slopes(x, of.dims[i], spacing, of.order == 2));
  }
  return out;
}

}  // namespace seesaw::decomposition

namespace seesaw {

Specs shape::trapezoid(Args args) {
  if (args[0].tensor().dim() == 0)
    throw fx_error(
        "IndexError",
        cat({"Dimension specified as ", std::to_string(args[2].integer()), " but tensor has no dimensions"}));
  return spec_of_rule(decomposition::trapezoid, args);
}

Specs shape::trapezoid_at(Args args) { return spec_of_rule(decomposition::trapezoid_at, args); }
Specs shape::cumulative_trapezoid_at(Args args) { return spec_of_rule(decomposition::cumulative_trapezoid_at, args); }

Specs shape::gradient(Args args) {
  const Tensor& t = args[0].tensor();
  decomposition::Slopes of = decomposition::checked_slopes(args);
  std::vector<TensorSpec> out;
  for (std::size_t i = 0; i < of.dims.size(); ++i) {
    Element element = of.spacing[i].is_tensor() ? result_type(std::vector<Value>{t, of.spacing[i]}) : t.element();
    out.push_back(dense(t, t.sizes(), to_floating(element)));
  }
  return out;
}

namespace {

constexpr OpDef kCurves[] = {
    {
        .path = "torch.ops.aten.gradient.scalarint",
        .schema =
            "gradient.scalarint(Tensor self, *, Scalar? spacing=None, int? dim=None, int edge_order=1) -> Tensor[]",
        .doc = "Slopes, estimated from neighbours.",
        .decompose = {Decomposition::table, decomposition::gradient},
        .run = {.fake = shape::gradient},
        .python = {.surfaces = kInTorch},
    },
    {
        .path = "torch.ops.aten.gradient.scalararray",
        .schema = "gradient.scalararray(Tensor self, *, Scalar spacing, int[] dim, int edge_order=1) -> Tensor[]",
        .doc = "Slopes along dimensions, at one distance of samples.",
        .decompose = {Decomposition::table, decomposition::gradient},
        .run = {.fake = shape::gradient},
    },
    {
        .path = "torch.ops.aten.gradient.array",
        .schema = "gradient.array(Tensor self, *, int[] dim, int edge_order=1) -> Tensor[]",
        .doc = "Slopes along dimensions.",
        .decompose = {Decomposition::table, decomposition::gradient},
        .run = {.fake = shape::gradient},
    },
    {
        .path = "torch.ops.aten.gradient.scalarrayint",
        .schema =
            "gradient.scalarrayint(Tensor self, *, Scalar[] spacing, int? dim=None, int edge_order=1) -> Tensor[]",
        .doc = "Slopes, at a distance of samples for each dimension.",
        .decompose = {Decomposition::table, decomposition::gradient},
        .run = {.fake = shape::gradient},
    },
    {
        .path = "torch.ops.aten.gradient.scalarrayarray",
        .schema = "gradient.scalarrayarray(Tensor self, *, Scalar[] spacing, int[] dim, int edge_order=1) -> Tensor[]",
        .doc = "Slopes along dimensions, at a distance of samples for each.",
        .decompose = {Decomposition::table, decomposition::gradient},
        .run = {.fake = shape::gradient},
    },
    {
        .path = "torch.ops.aten.gradient.tensorarrayint",
        .schema =
            "gradient.tensorarrayint(Tensor self, *, Tensor[] spacing, int? dim=None, int edge_order=1) -> Tensor[]",
        .doc = "Slopes, at the places of samples.",
        .decompose = {Decomposition::table, decomposition::gradient},
        .run = {.fake = shape::gradient},
    },
    {
        .path = "torch.ops.aten.gradient.tensorarray",
        .schema = "gradient.tensorarray(Tensor self, *, Tensor[] spacing, int[] dim, int edge_order=1) -> Tensor[]",
        .doc = "Slopes along dimensions, at the places of samples.",
        .decompose = {Decomposition::table, decomposition::gradient},
        .run = {.fake = shape::gradient},
    },
    {
        .path = "torch.ops.aten.cumulative_trapezoid.dx",
        .schema = "cumulative_trapezoid.dx(Tensor y, *, Scalar dx=1, int dim=-1) -> Tensor",
        .doc = "Areas below a curve up to each of its points.",
        .decompose = {Decomposition::table, decomposition::cumulative_trapezoid},
        .run = {.complex = on_complex::written},
        .python = {.surfaces = kInTorch},
    },
    {
        .path = "torch.ops.aten.cumulative_trapezoid.x",
        .schema = "cumulative_trapezoid.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor",
        .doc = "Areas below a curve up to each of its points, at the places x.",
        .decompose = {Decomposition::table, decomposition::cumulative_trapezoid_at},
        .run = {.fake = shape::cumulative_trapezoid_at, .complex = on_complex::written},
        .python = {.surfaces = kInTorch},
    },
    {
        .path = "torch.ops.aten.trapezoid.dx",
        .schema = "trapezoid.dx(Tensor y, *, Scalar dx=1, int dim=-1) -> Tensor",
        .doc = "Area below a curve.",
        .decompose = {Decomposition::table, decomposition::trapezoid},
        .run = {.fake = shape::trapezoid, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.trapezoid.x",
        .schema = "trapezoid.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor",
        .doc = "Area below a curve, at the places x.",
        .decompose = {Decomposition::table, decomposition::trapezoid_at},
        .run = {.fake = shape::trapezoid_at, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.trapz.dx",
        .schema = "trapz.dx(Tensor y, *, float dx=1, int dim=-1) -> Tensor",
        .doc = "Another name of trapezoid.",
        .decompose = {Decomposition::table, decomposition::trapezoid},
        .run = {.fake = shape::trapezoid, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.trapz.x",
        .schema = "trapz.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor",
        .doc = "Another name of trapezoid.",
        .decompose = {Decomposition::table, decomposition::trapezoid_at},
        .run = {.fake = shape::trapezoid_at, .complex = on_complex::written},
    },
};

}  // namespace

std::span<const OpDef> op_records::slopes_and_areas() { return kCurves; }

}  // namespace seesaw
