#include "core/engine/ops/call/shapes_by_rule.h"

#include "core/engine/ops/call/dispatch.h"

namespace seesaw {

std::vector<TensorSpec> shape::specs_of_rule(Outputs (*rule)(Args), Args args) {
  ModeScope shapes(shape::within_shapes() ? current_mode() : &fake_mode());
  Outputs results = rule(args);
  std::vector<TensorSpec> out;
  for (std::size_t i = 0; i < results.size(); ++i) out.push_back(results[i].spec());
  return out;
}

const std::vector<Tensor>& shape::tensors_of(Args args, std::string_view name) {
  if (!args[0].is_tensors() || args[0].tensors().empty()) refuse_call({name, " expects a non-empty TensorList"});
  return args[0].tensors();
}

TensorSpec shape::without(const Tensor& t, std::int64_t dim, bool keep) {
  Dims sizes = t.sizes();
  std::size_t at = wrap_dim(dim, t.dim());
  if (at < sizes.size()) {
    sizes[at] = 1;
    if (!keep) sizes.erase(at);
  }
  return shape::dense(t, sizes);
}

}  // namespace seesaw
