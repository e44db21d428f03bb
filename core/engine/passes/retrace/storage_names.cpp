#include "core/engine/passes/retrace/storage_names.h"

#include "core/engine/tensor/sym.h"

namespace seesaw {

// PyTorch makes an empty tensor like it: each size is checked to be one, then memory is computed.
void StorageNames::note_operand(Graph& graph, const Node* node, const Arg& val) {
  std::span<const Dim> shape = val.as_tensor_meta()->shape;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (shape[i].sym == nullptr) continue;
    if (sizes_ && numbers_.first_use(node, i)) graph.names().create_name("sym_size_int");
    graph.names().create_name("ge");
  }
  note(graph, node, val);
}

// itemsize * (offset + 1 + the sum of (size - 1) * stride); a product with 1 is no node.
void StorageNames::note(Graph& graph, const Node* node, const Arg& val) {
  auto use = [&](std::initializer_list<std::string_view> names) {
    for (std::string_view name : names) graph.names().create_name(name);
  };
  SymScope symbols(&values_.symbols());
  TensorSpec spec = values_.tensor(val.as_tensor_meta()).spec();
  bool symbolic = false;
  for (std::size_t i = 0; i < spec.sizes.size(); ++i) {
    std::int64_t size = spec.sizes[i], stride = spec.strides[i];
    if (sizes_ && node != nullptr && is_sym(size) && numbers_.first_use(node, i)) use({"sym_size_int"});
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
