// Elements combined with those at given indices: shared by scatter_reduce and index_reduce.
//
//   combined_gradients(g, {self, src, index, result}, dim, reduce, include_self,
//                      "…: Double backward is unsupported …");
#pragma once

#include <string_view>

#include "core/engine/ops/call/vjp.h"

namespace seesaw {

struct Combined {
  Tensor self, src, index, result;  // index: for each element of src its index along the dimension
  Tensor slices = {};               // of index_reduce: its index
};
// Sets the gradients of self and src. `refusal` is the error of the second derivative where several zeros were
// multiplied at one index.
void combined_gradients(Vjp& g,
                        const Combined& parts,
                        const Value& dim,
                        const Value& reduce,
                        const Value& include_self,
                        std::string_view refusal);

// PyTorch's errors for slices of `source` that are written at the indices `index` of dimension `d`; `name` with its
// brackets.
void check_index_source(
    std::string_view name, const Tensor& a, std::size_t d, const Tensor& index, const Tensor& source);

}  // namespace seesaw
