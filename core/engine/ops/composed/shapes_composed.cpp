// Shapes of operators that PyTorch writes in smaller ones without a kernel: losses, products, pieces,
// joins.
#include <algorithm>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/composed/composed_shapes.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"

namespace seesaw {

namespace {

// Of this many tensors, elementwise, unless argument `kReduction` selects a reduction.
template <std::size_t kTensors, std::size_t kReduction>
Specs loss(Args args) {
  TensorSpec spec = pointwise_spec(args.first(kTensors), result_type(args.first(kTensors)));
  return args[kReduction].integer() == 0 ? spec : TensorSpec::of({}, spec.element, spec.device);
}
Specs cosine_loss(Args args) {
  const Tensor &a = args[0].tensor(), &b = args[1].tensor(), &target = args[2].tensor();
  std::size_t rank = target.dim();
  if (rank > 1) throw fx_error("RuntimeError", "0D or 1D target tensor expected, multi-target not supported");
  if (a.dim() != rank + 1 || b.dim() != rank + 1) {
    std::string own = std::to_string(rank), more = std::to_string(rank + 1);
    throw fx_error("RuntimeError",
                   cat({own,
                        "D target tensor expects ",
                        more,
                        "D input tensors, but found inputs with sizes ",
                        dims_text(a.sizes()),
                        " and ",
                        dims_text(b.sizes()),
                        "."}));
  }
  Dims pairs = broadcast_shapes(a.sizes(), b.sizes());
  pairs.erase(rank);
  Dims sizes = broadcast_shapes(target.sizes(), pairs);
  Element element = result_type(args.first(2));
  return args[4].integer() == 0 ? shape::dense(target, sizes, element) : shape::dense(shape::self(args), {}, element);
}
Specs triplet_loss(Args args) {
  std::size_t a = args[0].tensor().dim(), b = args[1].tensor().dim(), c = args[2].tensor().dim();
  if (a != b || b != c) {
    throw fx_error("RuntimeError",
                   cat({"The anchor, positive, and negative tensors are expected to have the same number of "
                        "dimensions, but got: anchor ",
                        std::to_string(a),
                        "D, positive ",
                        std::to_string(b),
                        "D, and negative ",
                        std::to_string(c),
                        "D inputs"}));
  }
  Dims sizes = pointwise_spec(args.first(3), Element::f32).sizes;
  if (sizes.size() > 0) sizes.erase(sizes.size() - 1);
  return shape::dense(
      shape::self(args), args[7].integer() == 0 ? sizes : Dims{}, to_floating(result_type(args.first(3))));
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

// --- reductions ---

Specs norm_of_matrices(Args args) {
  const Tensor& t = shape::self(args);
  need_rank(t, 2, "linalg.matrix_norm");
  Dims sizes = t.sizes();
  std::vector<std::int64_t> left;
  std::vector<bool> gone(t.dim());
  for (std::int64_t dim : args[2].ints()) gone[wrap_dim(dim, t.dim())] = true;
  for (std::size_t i = 0; i < t.dim(); ++i) {
    if (!gone[i] || args[3].truth()) left.push_back(gone[i] ? 1 : sizes[i]);
  }
  return shape::dense(t, Dims(left), shape::dtype_at(args, 4, t.element()));
}
Specs noisy(Args args) { return std::vector<TensorSpec>{shape::unary(args)[0], shape::like_first(args.subspan(1))[0]}; }

// --- memory ---

void check_layout(std::size_t rank, const Dims& order) {
  std::string count = std::to_string(rank), length = std::to_string(order.size());
  if (order.size() != rank)
    throw fx_error(
        "RuntimeError",
        cat({"Number of dimensions in size does not match the length of the physical_layout; i.e. len(size) = ",
             count,
             " is not equal to len(physical_layout) = ",
             length}));
  std::vector<bool> seen(rank);
  for (std::size_t i = 0; i < rank; ++i) {
    auto dim = static_cast<std::size_t>(order[i]);
    if (order[i] < 0 || dim >= rank) {
      throw fx_error("RuntimeError",
                     cat({"Dimension out of range (expected to be between 0 and ",
                          std::to_string(rank - 1),
                          ", but got ",
                          std::to_string(order[i]),
                          " at index ",
                          std::to_string(i),
                          ").  NB: negative dims not currently supported; file an issue if you want it."}));
    }
    if (seen[dim]) throw fx_error("RuntimeError", "Duplicate dim not allowed");
    seen[dim] = true;
  }
}
// size, physical_layout, dtype, layout, device, pin_memory
Specs permuted(Args args) {
  Dims sizes = args[0].ints(), order = args[1].ints(), strides = sizes;
  std::int64_t step = 1;
  check_layout(sizes.size(), order);
  for (std::size_t i = order.size(); i-- > 0;) {
    auto dim = static_cast<std::size_t>(order[i]);
    strides[dim] = step;
    step = dim_mul(step, sizes[dim]);
  }
  return TensorSpec{sizes, strides, shape::dtype_at(args, 2, default_dtype()), Device::cpu, 0};
}
Outputs permuted_memory(Args args) { return Tensor::zeros(permuted(args)[0]); }

// self, ord, dim, keepdim
Specs norm_of_any(Args args) {
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
  return shape::dense(x, sizes);
}

constexpr OpDef kRecords[] = {
    {
        .path = "torch.ops.aten.__xor__.Scalar",
        .schema = "__xor__.Scalar(Tensor self, Scalar other) -> Tensor",
        .doc = "Bits that differ.",
        .decompose = {Decomposition::table, decomposition::bit_xor},
        .run = {.fake = shape::binary},
    },
    {
        .path = "torch.ops.aten._pad_circular.default",
        .schema = "_pad_circular(Tensor self, SymInt[] pad) -> Tensor",
        .doc = "Padding with what stands at the opposite end.",
        .decompose = {Decomposition::table, decomposition::pad_circular},
        .run = {.fake = shape::circularly_padded, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.aminmax.default",
        .schema = "aminmax(Tensor self, *, int? dim=None, bool keepdim=False) -> (Tensor min, Tensor max)",
        .doc = "The smallest and the largest element.",
        .decompose = {Decomposition::table, decomposition::aminmax},
        .run = {.fake = shape::aminmax},
    },
    {
        .path = "torch.ops.aten.block_diag.default",
        .schema = "block_diag(Tensor[] tensors) -> Tensor",
        .doc = "Matrices along a diagonal.",
        .decompose = {Decomposition::table, decomposition::block_diag},
        .run = {.fake = shape::block_diag, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.cartesian_prod.default",
        .schema = "cartesian_prod(Tensor[] tensors) -> Tensor",
        .doc = "All combinations of elements, in rows.",
        .decompose = {Decomposition::composite, decomposition::cartesian_prod},
        .run = {.fake = shape::cartesian_prod, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.chain_matmul.default",
        .schema = "chain_matmul(Tensor[] matrices) -> Tensor",
        .doc = "Product of several matrices.",
        .decompose = {Decomposition::table, decomposition::chain_matmul},
        .run = {.fake = shape::chain_matmul, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.column_stack.default",
        .schema = "column_stack(Tensor[] tensors) -> Tensor",
        .doc = "Vectors as columns, matrices side by side.",
        .decompose = {Decomposition::table, decomposition::column_stack},
        .run = {.fake = shape::column_stack, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.cosine_embedding_loss.default",
        .schema = "cosine_embedding_loss(Tensor input1, Tensor input2, Tensor target, float margin=0.0, int "
                  "reduction=1) -> Tensor",
        .doc = "Loss of angles between pairs.",
        .decompose = {Decomposition::table, decomposition::cosine_embedding_loss},
        .run = {.fake = cosine_loss, .autocast = Autocast::full},
        .python =
            {
                .functional =
                    "cosine_embedding_loss(Tensor input1, Tensor input2, Tensor target, float margin=0, bool? "
                    "size_average=None, bool? reduce=None, str reduction='mean')",
            },
    },
    {
        .path = "torch.ops.aten.cross.default",
        .schema = "cross(Tensor self, Tensor other, int? dim=None) -> Tensor",
        .doc = "Cross product of vectors of three elements.",
        .decompose = {Decomposition::table, decomposition::cross},
        .run = {.fake = laid_in_rows<shape::cross>, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.diag.default",
        .schema = "diag(Tensor self, int diagonal=0) -> Tensor",
        .doc = "The diagonal of a matrix, or a matrix with a diagonal.",
        .decompose = {Decomposition::table, decomposition::diag},
        .run = {.fake = shape::diag, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.diff.default",
        .schema = "diff(Tensor self, int n=1, int dim=-1, Tensor? prepend=None, Tensor? append=None) -> Tensor",
        .doc = "Differences of neighbours.",
        .decompose = {Decomposition::table, decomposition::diff},
        .run = {.fake = shape::diff, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.dsplit.array",
        .schema = "dsplit.array(Tensor(a -> *) self, int[] indices) -> Tensor(a)[]",
        .doc = "Pieces along the third dimension.",
        .decompose = {Decomposition::composite, decomposition::dsplit},
        .run = {.complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.dsplit.int",
        .schema = "dsplit.int(Tensor(a -> *) self, int sections) -> Tensor(a)[]",
        .decompose = {Decomposition::composite, decomposition::dsplit},
        .run = {.complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.dstack.default",
        .schema = "dstack(Tensor[] tensors) -> Tensor",
        .doc = "Tensors put together along the third dimension.",
        .decompose = {Decomposition::table, decomposition::dstack},
        .run = {.fake = shape::dstack, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.empty_permuted.default",
        .schema = "empty_permuted(SymInt[] size, int[] physical_layout, *, ScalarType? dtype=None, Layout? "
                  "layout=None, Device? device=None, bool? pin_memory=None) -> Tensor",
        .doc = "A tensor with any values, whose dimensions lie in memory in the order told.",
        .run = {.fake = permuted, .kernel = permuted_memory, .moves = true},
    },
    {
        .path = "torch.ops.aten.fliplr.default",
        .schema = "fliplr(Tensor self) -> Tensor",
        .doc = "The second dimension reversed.",
        .decompose = {Decomposition::table, decomposition::fliplr},
        .run = {.fake = shape::fliplr, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.flipud.default",
        .schema = "flipud(Tensor self) -> Tensor",
        .doc = "The first dimension reversed.",
        .decompose = {Decomposition::table, decomposition::flipud},
        .run = {.fake = shape::flipud, .complex = on_complex::written},
    },
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
        .path = "torch.ops.aten.grid_sampler.default",
        .schema = "grid_sampler(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool "
                  "align_corners) -> Tensor",
        .doc = "Values of an image or a volume at the places of a grid.",
        .decompose = {Decomposition::table, decomposition::grid_sampler},
        .run = {.autocast = Autocast::full},
    },
    {
        .path = "torch.ops.aten.hinge_embedding_loss.default",
        .schema = "hinge_embedding_loss(Tensor self, Tensor target, float margin=1.0, int reduction=1) -> Tensor",
        .doc = "Loss of distances, near for 1 and far for -1.",
        .decompose = {Decomposition::table, decomposition::hinge_embedding_loss},
        .run = {.fake = laid_in_rows<loss<2, 3>>, .autocast = Autocast::full},
        .python =
            {
                .surfaces = kInTorch,
                .functional =
                    "hinge_embedding_loss(Tensor input, Tensor target, float margin=1.0, bool? size_average=None, "
                    "bool? reduce=None, str reduction='mean')",
            },
    },
    {
        .path = "torch.ops.aten.hsplit.array",
        .schema = "hsplit.array(Tensor(a -> *) self, int[] indices) -> Tensor(a)[]",
        .doc = "Pieces along the second dimension, of a vector along the first.",
        .decompose = {Decomposition::composite, decomposition::hsplit},
        .run = {.complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.hsplit.int",
        .schema = "hsplit.int(Tensor(a -> *) self, int sections) -> Tensor(a)[]",
        .decompose = {Decomposition::composite, decomposition::hsplit},
        .run = {.complex = on_complex::written},
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
        .path = "torch.ops.aten.isclose.default",
        .schema =
            "isclose(Tensor self, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False) -> Tensor",
        .doc = "Whether elements are equal but for a tolerance.",
        .decompose = {Decomposition::table, decomposition::isclose},
        .run = {.fake = shape::isclose},
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
        .run = {.fake = norm_of_matrices},
    },
    {
        .path = "torch.ops.aten.linalg_norm.default",
        .schema = "linalg_norm(Tensor self, Scalar? ord=None, int[1]? dim=None, bool keepdim=False, *, ScalarType? "
                  "dtype=None) -> Tensor",
        .doc = "Norms of vectors or matrices.",
        .decompose = {Decomposition::table, decomposition::linalg_norm},
        .run = {.fake = norm_of_any},
    },
    {
        .path = "torch.ops.aten.margin_ranking_loss.default",
        .schema = "margin_ranking_loss(Tensor input1, Tensor input2, Tensor target, float margin=0.0, int reduction=1) "
                  "-> Tensor",
        .doc = "Loss of pairs in the wrong order.",
        .decompose = {Decomposition::table, decomposition::margin_ranking_loss},
        .run = {.fake = laid_in_rows<loss<3, 4>>, .autocast = Autocast::full},
        .python =
            {
                .functional = "margin_ranking_loss(Tensor input1, Tensor input2, Tensor target, float margin=0, bool? "
                              "size_average=None, bool? reduce=None, str reduction='mean')",
            },
    },
    {
        .path = "torch.ops.aten.meshgrid.indexing",
        .schema = "meshgrid.indexing(Tensor[] tensors, *, str indexing) -> Tensor[]",
        .doc = "Vectors repeated to the grid that they span.",
        .decompose = {Decomposition::table, decomposition::meshgrid},
        .run = {.fake = shape::meshgrid, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.meshgrid.default",
        .schema = "meshgrid(Tensor[] tensors) -> Tensor[]",
        .decompose = {Decomposition::table, decomposition::meshgrid},
        .run = {.fake = shape::meshgrid, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.mvlgamma.default",
        .schema = "mvlgamma(Tensor self, int p) -> Tensor",
        .doc = "Logarithm of the multivariate gamma function.",
        .decompose = {Decomposition::table, decomposition::mvlgamma},
        .run = {.fake = shape::unary_float},
    },
    {
        .path = "torch.ops.aten.nanmean.default",
        .schema = "nanmean(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
        .doc = "Mean of what is not NaN.",
        .decompose = {Decomposition::table, decomposition::nanmean},
        .run = {.no_complex = "nansum does not support complex inputs"},
    },
    {
        .path = "torch.ops.aten.nansum.default",
        .schema = "nansum(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
        .doc = "Sum of what is not NaN.",
        .decompose = {Decomposition::table, decomposition::nansum},
        .run = {.no_complex = "nansum does not support complex inputs"},
    },
    {
        .path = "torch.ops.aten.ravel.default",
        .schema = "ravel(Tensor(a) self) -> Tensor(a)",
        .doc = "All elements in one row.",
        .decompose = {Decomposition::composite, decomposition::ravel},
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
        .path = "torch.ops.aten.renorm.default",
        .schema = "renorm(Tensor self, Scalar p, int dim, Scalar maxnorm) -> Tensor",
        .doc = "Slices along a dimension scaled where their norm is too large.",
        .decompose = {Decomposition::table, decomposition::renorm},
        .run = {.fake = shape::renorm},
    },
    {
        .path = "torch.ops.aten.reshape_as.default",
        .schema = "reshape_as(Tensor(a) self, Tensor other) -> Tensor(a)",
        .doc = "The elements in the shape of another tensor.",
        .decompose = {Decomposition::composite, decomposition::reshape_as},
        .run = {.complex = on_complex::written},
        .python = {.surfaces = kMethod},
    },
    {
        .path = "torch.ops.aten.rot90.default",
        .schema = "rot90(Tensor self, int k=1, int[] dims=[0,1]) -> Tensor",
        .doc = "Turned by right angles.",
        .decompose = {Decomposition::table, decomposition::rot90},
        .run = {.fake = shape::rot90, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.rrelu.default",
        .schema = "rrelu(Tensor self, Scalar lower=0.125, Scalar upper=0.3333333333333333, bool training=False, "
                  "Generator? generator=None) -> Tensor",
        .doc = "Leaky ReLU whose slopes are drawn in training.",
        .decompose = {Decomposition::table, decomposition::rrelu},
        .run = {.fake = shape::unary},
        .python = {.surfaces = kInTorch | kInFunctional | kInplaceInFunctional},
    },
    {
        .path = "torch.ops.aten.rrelu_with_noise_functional.default",
        .schema =
            "rrelu_with_noise_functional(Tensor self, Tensor noise, Scalar lower=0.125, Scalar "
            "upper=0.3333333333333333, bool training=False, Generator? generator=None) -> (Tensor, Tensor noise_out)",
        .doc = "rrelu, with the slopes that it drew.",
        .run = {.fake = noisy},
        .python = {.surfaces = 0},
    },
    {
        .path = "torch.ops.aten.rsub.Tensor",
        .schema = "rsub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor",
        .doc = "other less alpha times self.",
        .decompose = {Decomposition::table, decomposition::rsub},
        .run = {.fake = shape::rsub, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.soft_margin_loss.default",
        .schema = "soft_margin_loss(Tensor self, Tensor target, int reduction=1) -> Tensor",
        .doc = "Logistic loss for targets 1 and -1.",
        .decompose = {Decomposition::table, decomposition::soft_margin_loss},
        .run = {.fake = loss<2, 2>, .autocast = Autocast::full},
        .python =
            {
                .surfaces = 0,
                .functional =
                    "soft_margin_loss(Tensor input, Tensor target, bool? size_average=None, bool? reduce=None, str "
                    "reduction='mean')",
            },
    },
    {
        .path = "torch.ops.aten.special_entr.default",
        .schema = "special_entr(Tensor self) -> Tensor",
        .doc = "-self * log(self), 0 at 0.",
        .decompose = {Decomposition::table, decomposition::entr},
        .run = {.fake = shape::unary_float},
    },
    {
        .path = "torch.ops.aten.tensor_split.indices",
        .schema = "tensor_split.indices(Tensor(a -> *) self, SymInt[] indices, int dim=0) -> Tensor(a)[]",
        .doc = "Pieces along a dimension, also of unequal sizes.",
        .decompose = {Decomposition::composite, decomposition::tensor_split},
        .run = {.complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.tensor_split.sections",
        .schema = "tensor_split.sections(Tensor(a -> *) self, SymInt sections, int dim=0) -> Tensor(a)[]",
        .decompose = {Decomposition::composite, decomposition::tensor_split},
        .run = {.complex = on_complex::written},
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
    {
        .path = "torch.ops.aten.cumulative_trapezoid.dx",
        .schema = "cumulative_trapezoid.dx(Tensor y, *, Scalar dx=1, int dim=-1) -> Tensor",
        .doc = "Areas below a curve up to each of its points.",
        .decompose = {Decomposition::table, decomposition::cumulative_trapezoid},
        .run = {.complex = on_complex::written},
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
        .path = "torch.ops.aten.trapz.dx",
        .schema = "trapz.dx(Tensor y, *, float dx=1, int dim=-1) -> Tensor",
        .doc = "Another name of trapezoid.",
        .decompose = {Decomposition::table, decomposition::trapezoid},
        .run = {.fake = shape::trapezoid, .complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.triplet_margin_loss.default",
        .schema = "triplet_margin_loss(Tensor anchor, Tensor positive, Tensor negative, float margin=1.0, float p=2, "
                  "float eps=1e-06, bool swap=False, int reduction=1) -> Tensor",
        .doc = "Loss of anchors nearer to what differs than to what matches.",
        .decompose = {Decomposition::table, decomposition::triplet_margin_loss},
        .run = {.fake = triplet_loss, .autocast = Autocast::full},
        .python =
            {
                .functional =
                    "triplet_margin_loss(Tensor anchor, Tensor positive, Tensor negative, float margin=1.0, float p=2, "
                    "float "
                    "eps=1e-06, bool swap=False, bool? size_average=None, bool? reduce=None, str reduction='mean')",
            },
    },
    {
        .path = "torch.ops.aten.uniform.default",
        .schema = "uniform(Tensor self, float from=0.0, float to=1.0, *, Generator? generator=None) -> Tensor",
        .doc = "Evenly distributed numbers in the shape of another tensor.",
        .run = {.fake = shape::unary},
        .python = {.surfaces = kInplaceMethod},
    },
    {
        .path = "torch.ops.aten.vsplit.array",
        .schema = "vsplit.array(Tensor(a -> *) self, int[] indices) -> Tensor(a)[]",
        .doc = "Pieces along the first dimension.",
        .decompose = {Decomposition::composite, decomposition::vsplit},
        .run = {.complex = on_complex::written},
    },
    {
        .path = "torch.ops.aten.vsplit.int",
        .schema = "vsplit.int(Tensor(a -> *) self, int sections) -> Tensor(a)[]",
        .decompose = {Decomposition::composite, decomposition::vsplit},
        .run = {.complex = on_complex::written},
    },
};

}  // namespace

std::span<const OpDef> op_records::shapes_composed() { return kRecords; }

}  // namespace seesaw
