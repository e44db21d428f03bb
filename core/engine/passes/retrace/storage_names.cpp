#include "core/engine/passes/retrace/storage_names.h"

#include <cmath>

#include "core/base/cat.h"
#include "core/engine/tensor/sym.h"
#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

namespace {

// The end of aten.view.default's path: view.
std::string_view operator_name(const Node* node) {
  constexpr std::string_view kAten = "torch.ops.aten.";
  std::string_view path = node->op() == Opcode::call_function ? node->callable()->path.view() : std::string_view();
  if (!path.starts_with(kAten)) return {};
  path.remove_prefix(kAten.size());
  return path.substr(0, path.find('.'));
}

std::string_view text_before_key(std::string_view key) { return key.substr(0, key.find('@')); }

// Where a size of a result comes from, as the arguments alone show.
enum class Origin : std::uint8_t { operands, computed, elements };

bool is_literal(const Arg& arg, std::int64_t value) {
  return arg.is_integer() && arg.fits_int64() && arg.as_int() == value;
}

// `plain`: the size is a symbol, not an expression.
Origin origin_of(const Node* node, std::size_t dim, std::size_t rank, bool plain) {
  std::string_view name = operator_name(node);
  if (name == "arange" || name == "stack" || name == "repeat") return Origin::computed;
  if (name == "slice" || name == "cat") {
    std::int64_t at = 0;
    if (node->args().size() > 1 && node->args()[1].is_integer() && node->args()[1].fits_int64())
      at = node->args()[1].as_int();
    if (at < 0) at += static_cast<std::int64_t>(rank);
    return at == static_cast<std::int64_t>(dim) ? Origin::computed : Origin::operands;
  }
  bool view = name == "view" || name == "_unsafe_view" || name == "reshape";
  if (!view || node->args().size() < 2 || !node->args()[1].is_sequence()) return Origin::operands;
  std::span<const Arg> shape = node->args()[1].items();
  bool inferred = dim < shape.size() && is_literal(shape[dim], -1);
  if ((inferred || !plain) && shape.size() == 1) return Origin::elements;
  return inferred || !plain ? Origin::computed : Origin::operands;
}

}  // namespace

bool StorageNames::first_use(const Node* node, std::size_t dim) {
  const Keys& keys = keys_of(node);
  return dim < keys.size() && !keys[dim].empty() && known_[&node->graph()].given.insert(keys[dim]).second;
}

// Of the first operand that has a size of this text, at the same place from the right if it is there.
std::string StorageNames::inherited(const Node* made_by, std::size_t dim, std::size_t rank, std::string_view text) {
  auto look = [&](const Arg& arg) -> std::string {
    if (!arg.is_node() || &arg.as_node()->graph() != &made_by->graph()) return {};
    const Keys& keys = keys_of(arg.as_node());
    std::size_t place = keys.size() + dim - rank;
    if (keys.size() + dim >= rank && place < keys.size() && text_before_key(keys[place]) == text) return keys[place];
    for (const std::string& key : keys) {
      if (text_before_key(key) == text) return key;
    }
    return {};
  };
  for (const Arg& arg : made_by->args()) {
    bool sizes = arg.is_sequence() && arg.items().size() == rank;
    if (sizes && arg.items()[dim].is_node()) {
      if (std::string key = look(arg.items()[dim]); !key.empty()) return key;
    }
  }
  for (const Arg& arg : made_by->args()) {
    for (const Arg& one : arg.is_sequence() ? arg.items() : std::span<const Arg>(&arg, 1)) {
      if (std::string key = look(one); !key.empty()) return key;
    }
  }
  return {};
}

// Whether a size of a view is what is left of a dimension behind the size that was split off it: PyTorch computes it.
bool StorageNames::is_rest(const Node* view, std::size_t dim, const Dims& sizes) {
  const Arg* val = !view->args().empty() && view->args()[0].is_node()
                       ? view->args()[0].as_node()->find_meta(view->graph().context().keys.val)
                       : nullptr;
  if (val == nullptr || val->kind() != ArgKind::tensor_meta) return false;
  const Dims& given = caller_.values().tensor(val->as_tensor_meta()).sizes();
  SymTable& symbols = caller_.values().symbols();
  std::int64_t rest = 0;  // behind the last split; 0 is none
  std::size_t from = 0;
  for (std::size_t i = 0; i < dim; ++i) {
    std::int64_t size = rest != 0 ? rest : from < given.size() ? given[from] : 1;
    if (rest == 0) ++from;
    rest = 0;
    double length = symbols.representative(sizes[i]);
    if (length < 1) return false;
    while (std::fmod(symbols.representative(size), length) != 0 && from < given.size())
      size = dim_mul(size, given[from++]);
    if (size != sizes[i]) rest = dim_floordiv(size, sizes[i]);
  }
  return rest == sizes[dim];
}

std::string StorageNames::key_of_size(const Node* node, const Node* made_by, std::size_t dim, const Tensor& tensor) {
  const Dims& dims = tensor.sizes();
  if (!is_sym(dims[dim])) return {};
  std::string text = caller_.values().symbols().text(dims[dim]);
  std::string own = cat({text, "@", std::to_string(node->id()), ".", std::to_string(dim)});
  if (made_by == nullptr || made_by->op() != Opcode::call_function) return own;
  // A fake tensor of PyTorch remembers the number of its elements that are not zero: it is one size.
  const Node* of = made_by->calls("torch.ops.aten.nonzero.default") && made_by->args()[0].is_node()
                       ? made_by->args()[0].as_node()
                       : nullptr;
  if (of != nullptr && of->op() == Opcode::placeholder) return cat({text, "@nonzero", std::to_string(of->id())});
  bool plain = text.find_first_of(" *+-/(") == std::string::npos;
  Origin origin = origin_of(made_by, dim, dims.size(), plain);
  if (origin == Origin::elements && tensor.strides()[dim] != 1) origin = Origin::computed;
  // The number of elements of the operand, which 2.6 does not ask as a size.
  if (origin == Origin::elements && !has(node->graph().context().dialect, EngineNovelty::flat_sizes))
    known_[&node->graph()].given.insert(own);
  if (origin != Origin::operands || (operator_name(made_by) == "view" && is_rest(made_by, dim, dims))) return own;
  std::string key = inherited(made_by, dim, dims.size(), text);
  return key.empty() ? own : key;
}

void StorageNames::track(const Node* node, const Arg& val, const Node* made_by) {
  SymScope symbols(&caller_.values().symbols());
  Keys keys;
  if (val.is_symbolic()) {
    const Node* of = node->calls("torch.ops.aten.sym_size.int") && node->args().size() == 2 && node->args()[0].is_node()
                         ? node->args()[0].as_node()
                         : nullptr;
    const Keys* all = of == nullptr ? nullptr : &keys_of(of);
    std::int64_t dim = all != nullptr && node->args()[1].is_integer() && node->args()[1].fits_int64()
                           ? node->args()[1].as_int()
                           : -1;
    if (dim >= 0 && static_cast<std::size_t>(dim) < all->size()) keys.push_back((*all)[static_cast<std::size_t>(dim)]);
    if (keys.empty() || keys[0].empty()) {
      keys = {cat({val.as_sym()->text.view(), "@", std::to_string(node->id())})};
      if (of == nullptr) known_[&node->graph()].given.insert(keys[0]);
    }
  } else if (val.kind() == ArgKind::tensor_meta) {
    const Tensor& tensor = caller_.values().tensor(val.as_tensor_meta());
    for (std::size_t i = 0; i < tensor.sizes().size(); ++i) keys.push_back(key_of_size(node, made_by, i, tensor));
  }
  keys_of(node) = std::move(keys);
}

// PyTorch makes an empty tensor like it: each size is checked to be one, then memory is computed.
void StorageNames::note_operand(Graph& graph, const Node* node, const Arg& val) {
  std::span<const Dim> shape = val.as_tensor_meta()->shape;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (shape[i].sym == nullptr) continue;
    if (sizes_ && first_use(node, i)) graph.names().create_name("sym_size_int");
    graph.names().create_name("ge");
  }
  note(graph, node, val);
}

// itemsize * (offset + 1 + the sum of (size - 1) * stride); a product with 1 is no node.
void StorageNames::note(Graph& graph, const Node* node, const Arg& val) {
  auto use = [&](std::initializer_list<std::string_view> names) {
    for (std::string_view name : names) graph.names().create_name(name);
  };
  SymScope symbols(&caller_.values().symbols());
  TensorSpec spec = caller_.values().tensor(val.as_tensor_meta()).spec();
  bool symbolic = false;
  for (std::size_t i = 0; i < spec.sizes.size(); ++i) {
    std::int64_t size = spec.sizes[i], stride = spec.strides[i];
    if (sizes_ && node != nullptr && is_sym(size) && first_use(node, i)) use({"sym_size_int"});
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
