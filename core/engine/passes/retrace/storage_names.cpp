#include "core/engine/passes/retrace/storage_names.h"

#include "core/engine/tensor/sym.h"

namespace seesaw {

bool StorageNames::first_use(const Graph& graph, std::string_view size) { return known_[&graph].emplace(size).second; }

void StorageNames::forget(const Graph& graph, const Arg& val) {
  for (const Dim& size : val.as_tensor_meta()->shape) {
    if (size.sym != nullptr) known_[&graph].erase(std::string(size.sym->text.view()));
  }
}

// itemsize * (offset + 1 + the sum of (size - 1) * stride); a product with 1 is no node.
void StorageNames::note(Graph& graph, const Arg& val) {
  auto use = [&](std::initializer_list<std::string_view> names) {
    for (std::string_view name : names) graph.names().create_name(name);
  };
  SymScope symbols(&caller_.values().symbols());
  TensorSpec spec = caller_.values().tensor(val.as_tensor_meta()).spec();
  bool symbolic = false;
  for (std::size_t i = 0; i < spec.sizes.size(); ++i) {
    std::int64_t size = spec.sizes[i], stride = spec.strides[i];
    if (sizes_ && is_sym(size) && first_use(graph, caller_.values().symbols().text(size))) use({"sym_size_int"});
    if (is_sym(size)) use({"eq", "sub"});
    if ((is_sym(size) && stride != 1) || (is_sym(stride) && size != 2)) use({"mul"});
    bool term = (is_sym(size) && stride != 0) || (is_sym(stride) && size != 1);
    symbolic = symbolic || term;
    if (symbolic) use({"add"});
  }
  if (!symbolic) return;
  use({"add"});
  if (dtype_of(spec.element).bytes > 1) use({"mul"});
}

}  // namespace seesaw
