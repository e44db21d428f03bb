#include "core/engine/ops/composed/composed_shapes.h"

#include <algorithm>
#include <cstdio>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/kernels/matrix.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

namespace {

std::string count_of(std::size_t n) { return std::to_string(n); }
[[noreturn]] void refuse_call(std::initializer_list<std::string_view> text) {
  throw fx_error("RuntimeError", cat(text));
}

// As C++ prints a number in PyTorch's messages: "-1", "0.5".
std::string format_short(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

std::vector<TensorSpec> specs_of_rule(Outputs (*rule)(Args), Args args) {
  ModeScope shapes(shape::within_shapes() ? current_mode() : &fake_mode());
  Outputs results = rule(args);
  std::vector<TensorSpec> out;
  for (std::size_t i = 0; i < results.size(); ++i) out.push_back(results[i].spec());
  return out;
}
TensorSpec spec_of_rule(Outputs (*rule)(Args), Args args) { return specs_of_rule(rule, args)[0]; }

const std::vector<Tensor>& tensors_of(Args args, std::string_view name) {
  if (!args[0].is_tensors() || args[0].tensors().empty()) refuse_call({name, " expects a non-empty TensorList"});
  return args[0].tensors();
}

// --- products ---

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
// In the dtype of the first; only the kernel requires the other to have it too.
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

}  // namespace

TensorSpec shape::without(const Tensor& t, std::int64_t dim, bool keep) {
  Dims sizes = t.sizes();
  std::size_t at = wrap_dim(dim, t.dim());
  if (at < sizes.size()) {
    sizes[at] = 1;
    if (!keep) sizes.erase(at);
  }
  return shape::dense(t, sizes);
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

Specs shape::kron(Args args) { return spec_of_rule(decomposition::kron, args); }

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

// --- arranged otherwise ---

Specs shape::diag(Args args) {
  const Tensor& t = args[0].tensor();
  if (t.dim() != 1 && t.dim() != 2) refuse_call({"diag(): Supports 1D or 2D tensors. Got ", count_of(t.dim()), "D"});
  std::int64_t offset = args[1].integer(),
               size = t.dim() == 1 ? dim_add(t.sizes()[0], offset < 0 ? -offset : offset) : 0;
  if (t.dim() == 1) return dense(t, {size, size});
  const Value view[] = {t, offset, 0, 1};
  return in_rows<shown<op::diagonal>>(view);
}

Specs shape::rot90(Args args) {
  auto rank = static_cast<std::int64_t>(args[0].tensor().dim());
  Dims dims = args[2].ints();
  if (dims.size() != 2) refuse_call({"expected total rotation dims == 2, but got dims = ", count_of(dims.size())});
  if (rank < 2) refuse_call({"expected total dims >= 2, but got total dims = ", std::to_string(rank)});
  std::string first = std::to_string(dims[0]), second = std::to_string(dims[1]);
  if (dims[0] == dims[1] || dims[0] - dims[1] == rank || dims[1] - dims[0] == rank)
    refuse_call({"expected rotation dims to be different, but got dim0 = ", first, " and dim1 = ", second});
  for (std::size_t i = 0; i < 2; ++i) {
    if (dims[i] >= rank || dims[i] < -rank)
      refuse_call({"Rotation dim", count_of(i), " out of range, dim", count_of(i), " = ", i == 0 ? first : second});
  }
  return spec_of_rule(decomposition::rot90, args);
}

Specs shape::fliplr(Args args) {
  if (args[0].tensor().dim() < 2) refuse_call({"Input must be >= 2-d."});
  return spec_of_rule(decomposition::fliplr, args);
}
Specs shape::flipud(Args args) {
  if (args[0].tensor().dim() < 1) refuse_call({"Input must be >= 1-d."});
  return spec_of_rule(decomposition::flipud, args);
}

Specs shape::meshgrid(Args args) {
  const std::vector<Tensor>& items = tensors_of(args, "meshgrid");
  for (const Tensor& t : items) {
    if (t.element() != items[0].element()) refuse_call({"meshgrid expects all tensors to have the same dtype"});
  }
  if (args.size() > 1 && args[1].text() != "ij" && args[1].text() != "xy")
    refuse_call({"torch.meshgrid: indexing must be one of \"xy\" or \"ij\", but received: ", args[1].text()});
  for (const Tensor& t : items) {
    if (t.dim() > 1)
      refuse_call({"torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: ", dims_text(t.sizes())});
  }
  return specs_of_rule(decomposition::meshgrid, args);
}
Specs shape::cartesian_prod(Args args) {
  for (const Tensor& t : args[0].tensors()) {
    if (t.dim() != 1) refuse_call({"Expect a 1D vector, but got shape ", dims_text(t.sizes())});
  }
  tensors_of(args, "meshgrid");
  return spec_of_rule(decomposition::cartesian_prod, args);
}

Specs shape::dstack(Args args) {
  tensors_of(args, "dstack");
  return spec_of_rule(decomposition::dstack, args);
}
Specs shape::column_stack(Args args) {
  tensors_of(args, "column_stack");
  return spec_of_rule(decomposition::column_stack, args);
}
Specs shape::block_diag(Args args) {
  const std::vector<Tensor>& items = tensors_of(args, "block_diag");
  std::int64_t height = 0, width = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Tensor& t = items[i];
    if (t.dim() > 2)
      refuse_call({"torch.block_diag: Input tensors must have 2 or fewer dimensions. Input ",
                   count_of(i),
                   " has ",
                   count_of(t.dim()),
                   " dimensions"});
    height = dim_add(height, t.dim() < 2 ? 1 : t.sizes()[0]);
    width = dim_add(width, t.dim() == 0 ? 1 : t.sizes().back());
  }
  return dense(items[0], {height, width}, result_type(std::vector<Value>(items.begin(), items.end())));
}

// --- neighbours ---

namespace {

void check_beside(const Tensor& self, const Tensor& more, std::size_t dim) {
  if (more.dim() != self.dim()) refuse_call({"diff expects prepend or append to be the same dimension as input"});
  for (std::size_t i = 0; i < self.dim(); ++i) {
    if (i == dim || dim_equal(self.sizes()[i], more.sizes()[i])) continue;
    std::string at = count_of(i);
    refuse_call(
        {"diff expects the shape of tensor to prepend or append to match that of input except along the differencing "
         "dimension; input.size(",
         at,
         ") = ",
         dim_text(self.sizes()[i]),
         ", but got tensor.size(",
         at,
         ") = ",
         dim_text(more.sizes()[i])});
  }
}

}  // namespace

// self, n, dim, prepend, append
Specs shape::diff(Args args) {
  const Tensor& t = args[0].tensor();
  if (t.dim() == 0) refuse_call({"diff expects input to be at least one-dimensional"});
  std::int64_t order = args[1].integer();
  if (order < 0) refuse_call({"order must be non-negative but got ", std::to_string(order)});
  std::size_t dim = wrap_dim(args[2].integer(), t.dim());
  Dims sizes = t.sizes();
  std::vector<Value> parts = {t};
  for (std::size_t i : {std::size_t{3}, std::size_t{4}}) {
    if (!given(args, i)) continue;
    check_beside(t, args[i].tensor(), dim);
    sizes[dim] = dim_add(sizes[dim], args[i].tensor().sizes()[dim]);
    parts.push_back(args[i]);
  }
  if (order == 0) return unary(args);
  sizes[dim] = dim_less(sizes[dim], order) ? 0 : dim_sub(sizes[dim], order);
  if (parts.size() > 1) return dense(t, sizes, result_type(parts));
  const Value piece = Tensor::fake(view_spec(t, sizes, t.strides(), 0));
  return unary({&piece, 1});
}

Specs shape::trapezoid(Args args) {
  if (args[0].tensor().dim() == 0)
    throw fx_error(
        "IndexError",
        cat({"Dimension specified as ", std::to_string(args[2].integer()), " but tensor has no dimensions"}));
  return spec_of_rule(decomposition::trapezoid, args);
}

// self, spacing, dim, edge_order
Specs shape::gradient(Args args) {
  const Tensor& t = args[0].tensor();
  if (t.element() == Element::u8) refuse_call({"torch.gradient does not support uint8 input."});
  std::int64_t order = args[3].integer();
  if (order != 1 && order != 2) refuse_call({"torch.gradient only supports edge_order=1 and edge_order=2."});
  std::size_t only = given(args, 2) ? wrap_dim(args[2].integer(), t.dim()) : t.dim();
  for (std::size_t i = 0; i < t.dim(); ++i) {
    if ((only == t.dim() || only == i) && dim_less(t.sizes()[i], order + 1))
      refuse_call({"torch.gradient expected each dimension size to be at least edge_order+1"});
  }
  return std::vector<TensorSpec>(given(args, 2) ? 1 : t.dim(), dense(t, t.sizes(), to_floating(t.element())));
}

// --- compared, scaled, reduced ---

Specs shape::isclose(Args args) {
  const Tensor &a = args[0].tensor(), &b = args[1].tensor();
  if (a.element() != b.element()) refuse_call({scalar_name(a.element()), " did not match ", scalar_name(b.element())});
  constexpr std::string_view kNames[] = {"rtol", "atol"};
  for (std::size_t i = 0; i < 2; ++i) {
    double tolerance = args[2 + i].number().value;
    if (!(tolerance >= 0))
      refuse_call({kNames[i], " must be greater than or equal to zero, but got ", format_short(tolerance)});
  }
  return compare(args);
}

Specs shape::rsub(Args args) { return spec_of_rule(decomposition::rsub, args); }

// self, p, dim, maxnorm
Specs shape::renorm(Args args) {
  const Tensor& t = args[0].tensor();
  if (t.dim() < 2) refuse_call({"renorm: input needs at least 2 dimensions, got ", count_of(t.dim()), " dimensions"});
  wrap_dim(args[2].integer(), t.dim());
  if (!(args[1].number().value > 0)) refuse_call({"renorm: non-positive-norm not supported"});
  if (!(args[3].number().value >= 0))
    refuse_call({"renorm: expected maxnorm to be >= 0 but got ", format_short(args[3].number().value)});
  return like_first(args);
}

Specs shape::aminmax(Args args) {
  const Tensor& t = args[0].tensor();
  bool keep = args[2].truth();
  if (given(args, 1)) {
    std::size_t at = wrap_dim(args[1].integer(), t.dim());
    if (at < t.dim() && t.sizes()[at] == 0)
      throw fx_error("IndexError", cat({"aminmax: Expected reduction dim ", count_of(at), " to have non-zero size."}));
  } else if (std::find(t.sizes().begin(), t.sizes().end(), 0) != t.sizes().end()) {
    refuse_call({"aminmax(): cannot compute aminmax over an empty dimension as the operation has no identity."});
  }
  TensorSpec spec = given(args, 1) ? without(t, args[1].integer(), keep) : dense(t, Dims(keep ? t.dim() : 0, 1));
  return std::vector<TensorSpec>{spec, spec};
}

}  // namespace seesaw
