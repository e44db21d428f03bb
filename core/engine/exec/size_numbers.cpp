#include "core/engine/exec/size_numbers.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "core/engine/ops/table/schema.h"
#include "core/engine/tensor/sym.h"
#include "core/graph/dialect/engine_novelty.h"
#include "core/graph/ir/context.h"

namespace seesaw {

namespace {

std::string_view operator_name(const Node* node) {
  return node->op() == Opcode::call_function ? aten_packet(node->callable()->path.view()) : std::string_view();
}

// Where a size of a result comes from, as the arguments alone show.
enum class Origin : std::uint8_t { operands, computed, elements };

bool is_literal(const Arg& arg, std::int64_t value) {
  return arg.is_integer() && arg.fits_int64() && arg.as_int() == value;
}

std::int64_t number_at(const Node* node, std::size_t place, std::int64_t fallback) {
  std::span<const Arg> args = node->args();
  return args.size() > place && args[place].is_integer() && args[place].fits_int64() ? args[place].as_int() : fallback;
}

bool is_dimension(const Node* node, std::size_t place, std::size_t dim, std::size_t rank, std::int64_t fallback) {
  std::int64_t at = number_at(node, place, fallback);
  return (at < 0 ? at + static_cast<std::int64_t>(rank) : at) == static_cast<std::int64_t>(dim);
}

// Windows over dimensions behind the batch and the channels: their numbers are computed.
bool has_windows(std::string_view name) {
  return name.starts_with("conv") || name.starts_with("max_pool") || name.starts_with("avg_pool") ||
         name.starts_with("upsample_");
}

bool is_rolled(const Node* node, std::size_t dim, std::size_t rank) {
  if (node->args().size() < 3 || !node->args()[2].is_sequence()) return true;
  for (const Arg& one : node->args()[2].items()) {
    if (!one.is_integer() || !one.fits_int64()) continue;
    std::int64_t at = one.as_int() < 0 ? one.as_int() + static_cast<std::int64_t>(rank) : one.as_int();
    if (at == static_cast<std::int64_t>(dim)) return true;
  }
  return false;
}

bool is_view(std::string_view name) { return name == "view" || name == "_unsafe_view" || name == "reshape"; }

// Whether a call of a program computes the size, whatever its parts do with it. Nothing: the parts' rules tell.
std::optional<bool> is_computed_by_call(const Node* call, std::size_t dim, std::size_t rank) {
  std::string_view name = operator_name(call);
  if (has_windows(name)) return rank > 2 && dim >= 2;
  if (name == "roll") return is_rolled(call, dim, rank);
  if (name == "cumsum") return is_dimension(call, 1, dim, rank, 0);
  if (!is_view(name) || call->args().size() < 2 || !call->args()[1].is_sequence()) return std::nullopt;
  std::span<const Arg> shape = call->args()[1].items();
  bool given = dim < shape.size() && shape[dim].is_node() &&
               !shape[dim].as_node()->calls("torch.ops.aten.sym_size.int");
  return given ? std::optional(false) : std::nullopt;
}

// `plain`: the size is a symbol, not an expression.
Origin origin_of(const Node* node, std::size_t dim, std::size_t rank, bool plain) {
  std::string_view name = operator_name(node);
  if (name == "arange" || name == "stack" || name == "repeat") return Origin::computed;
  if (name == "slice" || name == "cat")
    return is_dimension(node, 1, dim, rank, 0) ? Origin::computed : Origin::operands;
  if (!is_view(name) || node->args().size() < 2 || !node->args()[1].is_sequence()) return Origin::operands;
  std::span<const Arg> shape = node->args()[1].items();
  bool inferred = dim < shape.size() && is_literal(shape[dim], -1);
  if ((inferred || !plain) && shape.size() == 1) return Origin::elements;
  return inferred || !plain ? Origin::computed : Origin::operands;
}

}  // namespace

SizeNumber SizeNumbers::of(const Node* node, std::size_t dim) {
  const Sizes& sizes = sizes_of(node);
  return dim < sizes.size() ? sizes[dim] : SizeNumber{};
}

bool SizeNumbers::first_use(const Node* node, std::size_t dim) {
  SizeNumber number = of(node, dim);
  return number.is_symbol() && known_[&node->graph()].given.insert(std::move(number)).second;
}

// Of the first operand that has a size of this text, at the same place from the right if it is there.
SizeNumber SizeNumbers::inherited(const Node* made_by, std::size_t dim, std::size_t rank, std::string_view text) {
  auto look = [&](const Arg& arg) -> SizeNumber {
    if (!arg.is_node() || &arg.as_node()->graph() != &made_by->graph()) return {};
    const Sizes& sizes = sizes_of(arg.as_node());
    std::size_t place = sizes.size() + dim - rank;
    if (sizes.size() + dim >= rank && place < sizes.size() && sizes[place].text == text) return sizes[place];
    for (const SizeNumber& one : sizes) {
      if (one.text == text) return one;
    }
    return {};
  };
  // Columns of a product are those of its second operand.
  const std::string_view name = operator_name(made_by);
  const bool product = name == "matmul" || name == "bmm" || name == "mm";
  if (product && dim + 1 == rank && made_by->args().size() > 1 && made_by->args()[1].is_node()) {
    const Sizes& columns = sizes_of(made_by->args()[1].as_node());
    if (columns.size() > 1 && columns.back().text == text) return columns.back();
  }
  for (const Arg& arg : made_by->args()) {
    bool sizes = arg.is_sequence() && arg.items().size() == rank;
    if (sizes && arg.items()[dim].is_node()) {
      if (SizeNumber number = look(arg.items()[dim]); number.is_symbol()) return number;
    }
  }
  for (const Arg& arg : made_by->args()) {
    for (const Arg& one : arg.is_sequence() ? arg.items() : std::span<const Arg>(&arg, 1)) {
      if (SizeNumber number = look(one); number.is_symbol()) return number;
    }
  }
  return {};
}

const Tensor* SizeNumbers::operand(const Node* made_by, std::size_t place) {
  std::span<const Arg> args = made_by->args();
  const Arg* val = place < args.size() && args[place].is_node()
                       ? args[place].as_node()->find_meta(made_by->graph().context().keys.val)
                       : nullptr;
  return val != nullptr && val->kind() == ArgKind::tensor_meta ? &values_.tensor(val->as_tensor_meta()) : nullptr;
}

// Whether a size of a view is what is left of a dimension behind the size that was split off it: PyTorch computes it.
bool SizeNumbers::is_rest(const Node* view, std::size_t dim, const Dims& sizes) {
  const Tensor* viewed = operand(view, 0);
  if (viewed == nullptr) return false;
  const Dims& given = viewed->sizes();
  SymTable& symbols = values_.symbols();
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

// The dimension of the operand that a view leaves as it is, whatever number the view was given for it: PyTorch goes
// through both shapes from the left, and skips sizes that are equal.
std::optional<std::size_t> SizeNumbers::kept_dimension(const Node* view, std::size_t dim, const Dims& sizes) {
  const Tensor* viewed = is_view(operator_name(view)) ? operand(view, 0) : nullptr;
  if (viewed == nullptr || sizes.size() == 0) return std::nullopt;
  const Dims& given = viewed->sizes();
  // Of memory in rows these are made anew.
  if ((sizes.size() == 1 || given.size() == 1) && sizes.size() != given.size() && viewed->is_contiguous())
    return std::nullopt;
  SymTable& symbols = values_.symbols();
  std::int64_t rest = 0;  // behind the last split; 0 is none
  std::size_t from = 0;
  for (std::size_t i = 0; i <= dim; ++i) {
    const bool whole = rest == 0;
    if (whole && from >= given.size()) return std::nullopt;
    std::int64_t size = whole ? given[from++] : std::exchange(rest, 0);
    if (size == sizes[i]) {
      if (i == dim) return whole ? std::optional(from - 1) : std::nullopt;
      continue;
    }
    const double length = symbols.representative(sizes[i]);
    if (i == dim || length < 1) return std::nullopt;
    while (std::fmod(symbols.representative(size), length) != 0 && from < given.size())
      size = dim_mul(size, given[from++]);
    if (size != sizes[i]) rest = dim_floordiv(size, sizes[i]);
  }
  return std::nullopt;
}

// Whether a product with a matrix is computed on rows: the dimensions in front of them become one, and are cut anew.
// PyTorch does so where the memory allows it, and for each matrix that gradients flow into.
bool SizeNumbers::folds(const Node* product) {
  std::string_view name = operator_name(product);
  if (name != "linear" && name != "matmul") return false;
  const Tensor *rows = operand(product, 0), *matrix = operand(product, 1);
  if (rows == nullptr || matrix == nullptr || rows->dim() < 3 || matrix->dim() != 2) return false;
  const Arg* val = product->args()[1].as_node()->find_meta(product->graph().context().keys.val);
  return val->as_tensor_meta()->requires_grad || rows->is_contiguous();
}

bool SizeNumbers::is_computed(const Node* made_by, std::size_t dim, const Tensor& tensor, const SizeNumber& own) {
  const Dims& dims = tensor.sizes();
  if (of_ == Of::calls) {
    if (std::optional<bool> told = is_computed_by_call(made_by, dim, dims.size())) return *told;
    if (dim > 0 && dim + 2 == dims.size() && folds(made_by)) return true;
  }
  bool plain = own.text.find_first_of(" *+-/(") == std::string::npos;
  Origin origin = origin_of(made_by, dim, dims.size(), plain);
  if (origin == Origin::elements && tensor.strides()[dim] != 1) origin = Origin::computed;
  // The number of elements of the operand, which 2.6 does not ask as a size.
  if (origin == Origin::elements && !has(made_by->graph().context().dialect, EngineNovelty::flat_sizes))
    known_[&made_by->graph()].given.insert(own);
  if (origin != Origin::operands) return true;
  return operator_name(made_by) == "view" && is_rest(made_by, dim, dims);
}

SizeNumber SizeNumbers::number_of(const Node* node, const Node* made_by, std::size_t dim, const Tensor& tensor) {
  const Dims& dims = tensor.sizes();
  if (!is_sym(dims[dim])) return {};
  SizeNumber own{values_.symbols().text(dims[dim]), node->id(), static_cast<std::int64_t>(dim)};
  if (made_by == nullptr || made_by->op() != Opcode::call_function) return own;
  // A fake tensor of PyTorch remembers the number of its elements that are not zero: it is one size.
  const Node* counted = made_by->calls("torch.ops.aten.nonzero.default") && made_by->args()[0].is_node()
                            ? made_by->args()[0].as_node()
                            : nullptr;
  if (counted != nullptr && counted->op() == Opcode::placeholder) return {own.text, counted->id(), -1};
  if (std::optional<std::size_t> kept = kept_dimension(made_by, dim, dims)) {
    SizeNumber number = of(made_by->args()[0].as_node(), *kept);
    if (number.is_symbol()) return number;
  }
  if (is_computed(made_by, dim, tensor, own)) return own;
  SizeNumber number = inherited(made_by, dim, dims.size(), own.text);
  return number.is_symbol() ? number : own;
}

void SizeNumbers::track_number(const Node* node, const Arg& val) {
  bool size = node->calls("torch.ops.aten.sym_size.int") && node->args().size() == 2 && node->args()[0].is_node();
  std::int64_t dim = size ? number_at(node, 1, -1) : -1;
  SizeNumber number = dim < 0 ? SizeNumber{} : of(node->args()[0].as_node(), static_cast<std::size_t>(dim));
  if (!number.is_symbol()) {
    number = {std::string(val.as_sym()->text.view()), node->id(), -1};
    if (!size) known_[&node->graph()].given.insert(number);
  }
  sizes_of(node) = {std::move(number)};
}

SizeNumber SizeNumbers::shared(SizeNumber number) const {
  for (auto next = shared_.find(number); next != shared_.end(); next = shared_.find(number)) number = next->second;
  return number;
}

void SizeNumbers::share(const SizeNumber& one, const SizeNumber& other) {
  if (!one.is_symbol() || one.text != other.text) return;
  SizeNumber first = shared(one), second = shared(other);
  if (second < first) std::swap(first, second);
  for (SizeNumber at : {one, other}) {  // ways stay short
    for (auto next = shared_.find(at); next != shared_.end() && first < next->second; next = shared_.find(at))
      at = std::exchange(next->second, first);
  }
  if (first < second) shared_.insert_or_assign(std::move(second), std::move(first));
}

// An operator finds sizes of its operands equal, from the right; what attention takes for keys has a length of its own.
void SizeNumbers::share_of_call(const Node* node, const Node* made_by) {
  const Sizes results = sizes_of(node);
  // What a view is given for a size is one of the tensor's.
  const bool viewed = operator_name(made_by) == "view" || operator_name(made_by) == "reshape";
  for (std::size_t d = 0; d < results.size(); ++d) {
    if (results[d].is_symbol() && (viewed || results[d].node == node->id()))
      share(results[d], inherited(made_by, d, results.size(), results[d].text));
  }
  std::vector<const Node*> operands;
  for (const Arg& arg : made_by->args()) {
    for (const Arg& one : arg.is_sequence() ? arg.items() : std::span<const Arg>(&arg, 1)) {
      if (!one.is_node() || &one.as_node()->graph() != &made_by->graph()) continue;
      const Arg* val = one.as_node()->find_meta(made_by->graph().context().keys.val);
      if (val != nullptr && val->kind() == ArgKind::tensor_meta) operands.push_back(one.as_node());
    }
  }
  const std::string_view name = operator_name(made_by);
  const bool attention = name.find("attention") != std::string_view::npos;
  const bool product = name == "matmul" || name == "bmm" || name == "mm" || name == "linear";
  for (std::size_t i = 1; i < operands.size(); ++i) {
    const Sizes first = sizes_of(operands[0]), next = sizes_of(operands[i]);
    if (product && name != "linear" && !first.empty() && next.size() > 1) share(first.back(), next[next.size() - 2]);
    for (std::size_t back = product ? 3 : 1; back <= std::min(first.size(), next.size()); ++back) {
      if (!attention || back != 2) share(first[first.size() - back], next[next.size() - back]);
    }
  }
}

void SizeNumbers::track(const Node* node, const Arg& val, const Node* made_by) {
  SymScope symbols(&values_.symbols());
  if (val.is_symbolic()) return track_number(node, val);
  Sizes sizes;
  if (val.kind() == ArgKind::tensor_meta) {
    const Tensor& tensor = values_.tensor(val.as_tensor_meta());
    if (std::none_of(tensor.sizes().begin(), tensor.sizes().end(), is_sym)) return;
    for (std::size_t i = 0; i < tensor.sizes().size(); ++i) sizes.push_back(number_of(node, made_by, i, tensor));
  }
  sizes_of(node) = std::move(sizes);
  if (made_by != nullptr && made_by->op() == Opcode::call_function) share_of_call(node, made_by);
}

}  // namespace seesaw
