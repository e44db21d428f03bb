// ReLU whose slopes are drawn in training, and rows of a table scaled to a norm.
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/engine/ops/call/random.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw {

namespace {

// --- rrelu_with_noise_functional: self, noise, lower, upper, training ---

struct Slopes {
  double lower, upper;
  bool drawn;
  explicit Slopes(Args args)
      : lower(number_or(args, 2, 0.125)),
        upper(number_or(args, 3, 1.0 / 3)),
        drawn(arg_at(args, 4).is_number() && args[4].truth()) {}
};
Specs sloped(Args args) {
  const Tensor &x = args[0].tensor(), &noise = args[1].tensor();
  Slopes slopes(args);
  if (!(slopes.lower <= slopes.upper))
    throw fx_error("RuntimeError", "Lower bound should be less than or equal to the upper bound");
  if (!is_floating(x.element()))
    not_implemented(slopes.drawn ? "rrelu_with_noise_out_cpu" : "leaky_relu_cpu", x.element());
  if (slopes.drawn && !dims_equal(x.sizes(), noise.sizes()))
    throw fx_error("RuntimeError",
                   cat({"noise tensor shape must match self tensor shape. Got self.shape = ",
                        dims_text(x.sizes()),
                        " noise.shape = ",
                        dims_text(noise.sizes())}));
  return std::vector<TensorSpec>{shape::unary(args)[0], shape::like_first(args.subspan(1))[0]};
}
Outputs sloped_kernel(Args args) {
  Specs specs = sloped(args);
  Slopes slopes(args);
  if (!slopes.drawn) {
    Tensor out = first(op::leaky_relu, {args[0], (slopes.lower + slopes.upper) / 2});
    return std::vector<Tensor>{out, args[1].tensor().copy()};
  }
  Tensor x = args[0].tensor().contiguous(), out = Tensor::zeros(TensorSpec::of(x.sizes(), x.element(), x.device())),
         noise = Tensor::zeros(TensorSpec::of(x.sizes(), x.element(), x.device()));
  for (std::int64_t i = 0; i < x.numel(); ++i) {
    double value = x.item_at(i),
           slope = value <= 0 ? random_uniform() * (slopes.upper - slopes.lower) + slopes.lower : 1;
    noise.set_item_at(i, slope);
    out.set_item_at(i, value * noise.item_at(i));
  }
  return std::vector<Tensor>{out, noise};
}
void sloped_vjp(Vjp& g) {
  double lower = number_or(g, 2, 0.125), upper = number_or(g, 3, 1.0 / 3);
  bool drawn = g.arg(4).is_number() && g.arg(4).truth() && upper - lower > 1e-6;
  g.set(0,
        drawn ? g.grad() * g.saved(1)
              : decomposition::one("leaky_relu_backward.default", {g.grad(), g.saved(0), (lower + upper) / 2, false}));
}
constexpr SavedSlot kSloped[] = {{"self", 0}, {"result1", ~1}};

// --- embedding_renorm: self, indices, max_norm, norm_type ---

Specs renormed(Args args) {
  const Tensor &table = args[0].tensor(), &indices = args[1].tensor();
  if (table.dim() != 2)
    throw fx_error(
        "RuntimeError",
        cat({"Expected 2-dimensional tensor, but got ",
             std::to_string(table.dim()),
             "-dimensional tensor for argument #1 'self' (while checking arguments for embedding_renorm_)"}));
  if (indices.element() != Element::i64 && indices.element() != Element::i32)
    throw fx_error(
        "RuntimeError",
        cat({"Expected tensor for argument #2 'indices' to have one of the following scalar types: Long, Int; "
             "but got CPU",
             scalar_name(indices.element()),
             "Type instead (while checking arguments for embedding_renorm_)"}));
  return shape::like_first(args);
}
Outputs renormed_kernel(Args args) {
  Tensor out = Tensor::empty(renormed(args)[0]), table = args[0].tensor();
  const Tensor& indices = args[1].tensor();
  copy_elements(out, table);
  std::vector<std::int64_t> rows;
  for (std::int64_t i = 0; i < indices.numel(); ++i) rows.push_back(indices.integer_item_at(i));
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  double most = args[2].number().value;
  for (std::int64_t row : rows) {
    std::int64_t count = table.sizes()[0];
    if (row < -count || row >= count)
      throw fx_error("IndexError",
                     cat({"select(): index ",
                          std::to_string(row),
                          " out of range for tensor of size ",
                          dims_text(table.sizes()),
                          " at dimension 0"}));
    if (row < 0) row += count;
    Tensor one = out.as_strided({out.sizes()[1]}, {1}, row * out.sizes()[1]);
    double norm = decomposition::one("linalg_vector_norm.default", {one, args[3], Value(), false, Value()}).item();
    if (!(norm > most)) continue;
    copy_elements(one, first(op::mul_number, {one, most / (norm + 1e-7)}));
  }
  return out;
}

// Without samples: numbers are drawn, and PyTorch itself never returns from embedding_renorm, only from its in-place
// form.
constexpr OpDef kRandomizedRelu[] = {
    {
        .path = "torch.ops.aten.rrelu_with_noise_functional.default",
        .schema =
            "rrelu_with_noise_functional(Tensor self, Tensor noise, Scalar lower=0.125, Scalar "
            "upper=0.3333333333333333, bool training=False, Generator? generator=None) -> (Tensor, Tensor noise_out)",
        .doc = "rrelu, with the slopes that it drew.",
        .run = {.meta = sloped, .kernel = sloped_kernel},
        .grad = {.constant_results = 0b10,
                 .node = "RreluWithNoiseFunctionalBackward0",
                 .saves = kSloped,
                 .vjp = sloped_vjp},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.embedding_renorm.default",
        .schema = "embedding_renorm(Tensor self, Tensor indices, float max_norm, float norm_type) -> Tensor",
        .doc = "Scales rows of a table whose norm is too large.",
        .run = {.meta = renormed, .kernel = renormed_kernel},
        .forms = {.inplace = true},
        .python = {.surfaces = 0},
    },
};

}  // namespace

std::span<const OpDef> op_records::randomized_relu() { return kRandomizedRelu; }

}  // namespace seesaw
