#include "core/engine/ops/kernels/window.h"

#include "core/engine/tensor/current_dialect.h"
#include "core/engine/tensor/sym.h"
#include "core/engine/tensor/sym_facts.h"

namespace seesaw {

namespace {

std::int64_t symbolic_places(std::int64_t room, std::int64_t stride, std::int64_t limit, bool ceil) {
  // Before 2.14 the division is rounded by hand, which asks for the remainder.
  if (!newer(EngineNovelty::guarded_checks)) sym_table().facts().ask(SymKind::eq, dim_mod(room, stride), 0);
  std::int64_t count = dim_add(dim_floordiv(room, stride), 1);
  return ceil && sym_table().facts().answer(SymKind::ge, dim_mul(dim_sub(count, 1), stride), limit) ? dim_sub(count, 1)
                                                                                                    : count;
}

}  // namespace

std::int64_t pooled_places(
    std::int64_t size, std::int64_t kernel, std::int64_t pad, std::int64_t stride, std::int64_t dilation, bool ceil) {
  if (is_sym(size)) {
    std::int64_t room = dim_sub(dim_sub(dim_add(size, dim_mul(2, pad)), dim_mul(dilation, dim_sub(kernel, 1))), 1);
    return symbolic_places(dim_add(room, ceil ? stride - 1 : 0), stride, dim_add(size, pad), ceil);
  }
  std::int64_t room = size + 2 * pad - dilation * (kernel - 1) - 1 + (ceil ? stride - 1 : 0);
  std::int64_t count = (room < 0 ? -((-room + stride - 1) / stride) : room / stride) + 1;
  return ceil && (count - 1) * stride >= size + pad ? count - 1 : count;
}

}  // namespace seesaw
