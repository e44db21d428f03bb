// Shapes of views without kernels, of copies of views, and of writes to a part of a tensor.
#include <array>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"
#include "core/engine/tensor/layout_questions.h"
#include "core/engine/tensor/sym_facts.h"

namespace seesaw {

namespace {

// self, dimension, start, length
Specs narrow_copy(Args args) {
  const Tensor& t = shape::self(args);
  if (t.dim() == 0) throw fx_error("RuntimeError", "narrow() cannot be applied to a 0-dim tensor.");
  std::int64_t start = args[2].integer(), length = args[3].integer(),
               size = t.sizes()[wrap_dim(args[1].integer(), t.dim())];
  const bool by_run = is_sym(start) && only_run_tells(sym_table(), start);
  if (!by_run && asked_less(start, 0)) start = dim_add(start, size);
  if (asked_less(size, dim_add(start, length))) {
    throw fx_error("RuntimeError",
                   cat({"start (",
                        dim_text(start),
                        ") + length (",
                        dim_text(length),
                        ") exceeds dimension size (",
                        dim_text(size),
                        ")."}));
  }
  Dims sizes = t.sizes();
  sizes[wrap_dim(args[1].integer(), t.dim())] = length;
  return shape::dense(t, sizes);
}

constexpr OpDef kRecords[] = {
    {
        .path = "torch.ops.aten.indices_copy.default",
        .schema = "indices_copy(Tensor self) -> Tensor",
        .doc = "indices of a sparse tensor, copied.",
        .python = {.surfaces = kInTorch},
    },
    {
        .path = "torch.ops.aten.values_copy.default",
        .schema = "values_copy(Tensor self) -> Tensor",
        .doc = "values of a sparse tensor, copied.",
        .python = {.surfaces = kInTorch},
    },
    {
        .path = "torch.ops.aten._neg_view_copy.default",
        .schema = "_neg_view_copy(Tensor self) -> Tensor",
        .doc = "_neg_view, copied.",
        .run = {.fake = shape::like_first},
    },
    {
        .path = "torch.ops.aten._conj_copy.default",
        .schema = "_conj_copy(Tensor self) -> Tensor",
        .doc = "_conj, copied.",
        .run = {.fake = shape::like_first},
    },
    {
        .path = "torch.ops.aten.view_copy.dtype",
        .schema = "view_copy.dtype(Tensor self, ScalarType dtype) -> Tensor",
        .doc = "view, copied.",
    },
    {
        .path = "torch.ops.aten.view_as_complex_copy.default",
        .schema = "view_as_complex_copy(Tensor self) -> Tensor",
        .doc = "view_as_complex, copied.",
        .python = {.surfaces = kInTorch},
    },
    {
        .path = "torch.ops.aten.view_as_real_copy.default",
        .schema = "view_as_real_copy(Tensor self) -> Tensor",
        .doc = "view_as_real, copied.",
        .python = {.surfaces = kInTorch},
    },
    {
        .path = "torch.ops.aten.narrow_copy.default",
        .schema = "narrow_copy(Tensor self, int dim, SymInt start, SymInt length) -> Tensor",
        .doc = "narrow, copied.",
        .run = {.fake = narrow_copy},
    },
    {
        .path = "torch.ops.aten._reshape_alias_copy.default",
        .schema = "_reshape_alias_copy(Tensor self, SymInt[] size, SymInt[] stride) -> Tensor",
        .doc = "_reshape_alias, copied.",
        .run = {.fake = shape::copied<op::reshape_alias>},
    },
};

}  // namespace

std::span<const OpDef> op_records::shapes_views() { return kRecords; }

}  // namespace seesaw
