// Results without elements, of kernels of PyTorch's that take floating tensors only and are not asked for these.
//
//   Specs specs = pooled(args);
//   if (auto out = empty_results(specs, a.element(), "adaptive_avg_pool2d")) return *out;
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/call/value.h"

namespace seesaw {

// Of integers and booleans; throws PyTorch's error where a result has elements. Nothing for floating tensors.
inline std::optional<Outputs> empty_results(const Specs& specs, Element element, std::string_view kernel) {
  if (is_floating(element) || is_complex(element)) return std::nullopt;
  std::vector<Tensor> out;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const Dims& sizes = specs[i].sizes;
    if (std::find(sizes.begin(), sizes.end(), 0) == sizes.end()) not_implemented(kernel, element);
    out.push_back(Tensor::empty(specs[i]));
  }
  return Outputs(std::move(out));
}

}  // namespace seesaw
