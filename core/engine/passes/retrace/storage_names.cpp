#include "core/engine/passes/retrace/storage_names.h"

#include "core/engine/tensor/sym.h"

namespace seesaw {

// The size of data has its node where the program asks for it.
bool StorageNames::first_use(const Graph& graph, std::string_view size) {
  return size.starts_with('u') || known_[&graph].emplace(size).second;
}

void StorageNames::forget(const Graph& graph, const Arg& val, bool computed) {
  for (const Dim& size : val.as_tensor_meta()->shape) {
    bool symbol = size.sym != nullptr && size.sym->text.view().find_first_of(" *+-/(") == std::string_view::npos;
    if (size.sym != nullptr && !(computed && symbol)) known_[&graph].erase(std::string(size.sym->text.view()));
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
    std::string text = sizes_ && is_sym(size) ? caller_.values().symbols().text(size) : std::string();
    if (!text.empty() && !text.starts_with('u') && first_use(graph, text)) use({"sym_size_int"});
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
