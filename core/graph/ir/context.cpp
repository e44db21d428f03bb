#include "core/graph/ir/context.h"

#include <algorithm>
#include <cstring>

#include "core/base/cat.h"
#include "core/base/number.h"

namespace seesaw {

namespace {

// PyTorch functions written in Python. They print in tables as `<function ...>`, the rest of torch as
// built-in.
bool is_python_written(std::string_view path) {
  return path.starts_with("torch.nn.functional.") || path.starts_with("torch.functional.") ||
         path.starts_with("torch.amp.") || path.starts_with("torch.sym_") || path.starts_with("torch._sym_") ||
         path == "torch._assert";
}

std::uint32_t mix(std::uint32_t hash, std::size_t value) {
  hash ^= static_cast<std::uint32_t>(value) + 0x9e3779b9u + (hash << 6) + (hash >> 2);
  return hash;
}

bool same_dims(std::span<const Dim> a, std::span<const Dim> b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].value != b[i].value || (a[i].sym == nullptr) != (b[i].sym == nullptr)) return false;
    if (a[i].sym != nullptr && !(a[i].sym->text == b[i].sym->text)) return false;
  }
  return true;
}

bool same_tensor_meta(const TensorMeta& a, const TensorMeta& b) {
  return a.dtype == b.dtype && a.device == b.device && a.has_stride == b.has_stride &&
         a.requires_grad == b.requires_grad && a.is_parameter == b.is_parameter && a.is_constant == b.is_constant &&
         a.is_real == b.is_real && same_dims(a.shape, b.shape) && same_dims(a.stride, b.stride);
}

std::uint32_t hash_tensor_meta(const TensorMeta& meta) {
  std::uint32_t hash = static_cast<std::uint32_t>(meta.shape.size());
  for (const Dim& dim : meta.shape)
    hash = mix(hash, dim.sym != nullptr ? dim.sym->text.hash() : static_cast<std::size_t>(dim.value));
  for (const Dim& dim : meta.stride)
    hash = mix(hash, dim.sym != nullptr ? dim.sym->text.hash() : static_cast<std::size_t>(dim.value));
  return mix(hash, meta.device.hash());
}

}  // namespace

const Arg* Meta::find(Symbol key) const {
  for (const Entry& entry : *this) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

Context::Context() : arena(4096), metas_(64, nullptr), tensor_metas_(64, nullptr) {
  keys = {intern("val"),
          intern("tensor_meta"),
          intern("example_value"),
          intern("stack_trace"),
          intern("nn_module_stack"),
          intern("torch_fn"),
          intern("unbacked_bindings"),
          intern("annotation"),
          intern("desc"),
          intern("comment"),
          intern("custom"),
          intern("recompute"),
          intern("ac_graph_id"),
          intern("autograd_backward"),
          intern("additional")};
}

const Callable* Context::callable(std::string_view path) {
  Symbol asked = intern(path);
  if (asked.id() < aliases_.size() && aliases_[asked.id()] != nullptr) return aliases_[asked.id()];
  std::string canonical(path);
  if (path.starts_with("_operator.")) {
    canonical = canonical.substr(1);
  } else if (path.starts_with("torch._ops.")) {
    canonical = cat({"torch.ops.", canonical.substr(11)});
  } else if (path.starts_with("aten.") || path.starts_with("prims.")) {
    canonical = cat({"torch.ops.", canonical});
  } else if (path.find('.') == std::string_view::npos && is_python_builtin(path)) {
    canonical = cat({"builtins.", canonical});
  }
  Symbol known = intern(canonical);
  std::size_t need = std::max(asked.id(), known.id()) + std::size_t{1};
  if (aliases_.size() < need) aliases_.resize(need + need / 2, nullptr);
  if (aliases_[known.id()] == nullptr) aliases_[known.id()] = make_callable(known.view());
  aliases_[asked.id()] = aliases_[known.id()];
  return aliases_[asked.id()];
}

// Operators of ExecuTorch's dialects: nodes are named after namespace, operator and overload.
constexpr std::string_view kInDialect = "._ops.";
static bool is_of_dialect(std::string_view path) {
  return path.starts_with("executorch.exir.dialects.") && path.find(kInDialect) != std::string_view::npos;
}

const Callable* Context::make_callable(std::string_view path) {
  auto* c = arena.make<Callable>();
  c->path = intern(path);
  c->def = find_op(path);
  std::size_t dot = path.rfind('.');
  std::string_view last = dot == std::string_view::npos ? path : path.substr(dot + 1);
  std::string_view name = last;
  std::string qualified(path);
  bool global = false;
  if (path.starts_with("torch.ops.higher_order.")) {
    c->kind = CallableKind::higher_order;
  } else if (path.starts_with("torch.ops.")) {
    std::size_t op = path.find('.', 10);
    std::size_t overload = op == std::string_view::npos ? op : path.find('.', op + 1);
    c->kind = overload == std::string_view::npos ? CallableKind::op_packet : CallableKind::op_overload;
    if (op != std::string_view::npos) name = path.substr(op + 1);
  } else if (path.starts_with("operator.")) {
    c->kind = CallableKind::operator_function;
    qualified = cat({"_", qualified});
    global = true;
  } else if (path.starts_with("builtins.")) {
    c->kind = CallableKind::builtin;
    qualified = std::string(last);
    global = true;
  } else if (path.starts_with("torch.Tensor.")) {
    c->kind = CallableKind::tensor_method;
    global = true;
  } else if (path.starts_with("torch.") && !path.starts_with("torch._dynamo.") &&
             !path.starts_with("torch._inductor.")) {
    c->kind = is_python_written(path) ? CallableKind::torch_function : CallableKind::torch_builtin;
  } else {
    c->kind = CallableKind::function;
    global = true;
  }
  // PyTorch's function is called segment_reduce but is found under another name.
  if (path == "torch._segment_reduce") name = "segment_reduce";
  c->name = intern(name);
  c->qualified = intern(qualified);
  if (global) c->code_name = c->qualified;
  c->impure = (c->def != nullptr && c->def->fx.side_effect) || is_mutable_op(path, c->def);
  c->candidate = this->name(
      snake_case(is_of_dialect(path) ? path.substr(path.find(kInDialect) + kInDialect.size()) : name));
  return c;
}

Arg Context::integer(std::int64_t value) {
  if (value >= INTPTR_MIN && value <= INTPTR_MAX) return Arg::small_integer(static_cast<std::intptr_t>(value));
  std::string text;
  append_int(text, value);
  return Arg::symbol(ArgKind::integer, intern(text));
}

Arg Context::integer(std::string_view decimal) {
  if (std::optional<std::int64_t> value = parse_int(decimal)) return integer(*value);
  return Arg::symbol(ArgKind::integer, intern(decimal));
}

Arg Context::floating(double value) {
  double* box = static_cast<double*>(arena.allocate(sizeof(double), alignof(double)));
  *box = value;
  return Arg::pointer(ArgKind::floating, box);
}

Arg Context::symbolic(ArgKind kind, std::string_view expression, bool has_hint, std::int64_t hint) {
  auto* sym = arena.make<SymExpr>();
  sym->text = intern(expression);
  sym->has_hint = has_hint;
  sym->hint = hint;
  return Arg::pointer(kind, sym);
}

Arg Context::tensor(const TensorConst& tensor) {
  auto* copy = arena.make<TensorConst>(tensor);
  std::span<Dim> shape = arena.make_array<Dim>(tensor.shape.size());
  for (std::size_t i = 0; i < shape.size(); ++i) shape[i] = tensor.shape[i];
  copy->shape = shape;
  return Arg::pointer(ArgKind::tensor, copy);
}

Arg Context::tensor_meta(const TensorMeta& meta) {
  if ((tensor_meta_count_ + 1) * 4 > tensor_metas_.size() * 3) {
    std::vector<const TensorMeta*> old(tensor_metas_.size() * 2, nullptr);
    old.swap(tensor_metas_);
    std::size_t mask = tensor_metas_.size() - 1;
    for (const TensorMeta* row : old) {
      if (row == nullptr) continue;
      std::size_t i = hash_tensor_meta(*row) & mask;
      while (tensor_metas_[i] != nullptr) i = (i + 1) & mask;
      tensor_metas_[i] = row;
    }
  }
  std::size_t mask = tensor_metas_.size() - 1;
  std::size_t i = hash_tensor_meta(meta) & mask;
  for (; tensor_metas_[i] != nullptr; i = (i + 1) & mask) {
    if (same_tensor_meta(*tensor_metas_[i], meta)) return Arg::pointer(ArgKind::tensor_meta, tensor_metas_[i]);
  }
  auto* copy = arena.make<TensorMeta>(meta);
  auto own = [&](std::span<const Dim> dims) {
    std::span<Dim> out = arena.make_array<Dim>(dims.size());
    for (std::size_t k = 0; k < dims.size(); ++k) out[k] = dims[k];
    return std::span<const Dim>(out);
  };
  copy->shape = own(meta.shape);
  copy->stride = own(meta.stride);
  tensor_metas_[i] = copy;
  ++tensor_meta_count_;
  return Arg::pointer(ArgKind::tensor_meta, copy);
}

const Meta* Context::meta_of(std::span<const Meta::Entry> entries) {
  if (entries.empty()) return nullptr;
  std::uint32_t hash = 0;
  for (const Meta::Entry& entry : entries) hash = mix(mix(hash, entry.key.hash()), entry.value.hash());
  if ((meta_count_ + 1) * 4 > metas_.size() * 3) {
    std::vector<const Meta*> old(metas_.size() * 2, nullptr);
    old.swap(metas_);
    std::size_t mask = metas_.size() - 1;
    for (const Meta* row : old) {
      if (row == nullptr) continue;
      std::size_t i = row->hash & mask;
      while (metas_[i] != nullptr) i = (i + 1) & mask;
      metas_[i] = row;
    }
  }
  std::size_t mask = metas_.size() - 1;
  std::size_t i = hash & mask;
  for (; metas_[i] != nullptr; i = (i + 1) & mask) {
    const Meta* row = metas_[i];
    if (row->hash != hash || row->size != entries.size()) continue;
    bool same = true;
    for (std::size_t k = 0; k < entries.size() && same; ++k) {
      same = row->begin()[k].key == entries[k].key && row->begin()[k].value == entries[k].value;
    }
    if (same) return row;
  }
  static_assert(sizeof(Meta) % alignof(Meta::Entry) == 0);
  auto* meta = static_cast<Meta*>(
      arena.allocate(sizeof(Meta) + entries.size() * sizeof(Meta::Entry), alignof(Meta::Entry)));
  meta->size = static_cast<std::uint32_t>(entries.size());
  meta->hash = hash;
  auto* out = reinterpret_cast<Meta::Entry*>(meta + 1);
  for (std::size_t k = 0; k < entries.size(); ++k) ::new (out + k) Meta::Entry(entries[k]);
  metas_[i] = meta;
  ++meta_count_;
  return meta;
}

const Meta* Context::meta_with(const Meta* meta, Symbol key, Arg value) {
  std::vector<Meta::Entry> entries;
  bool found = false;
  if (meta != nullptr) {
    entries.assign(meta->begin(), meta->end());
    for (Meta::Entry& entry : entries) {
      if (entry.key == key) {
        entry.value = value;
        found = true;
      }
    }
  }
  if (!found) entries.push_back({key, value});
  return meta_of(entries);
}

const Meta* Context::meta_without(const Meta* meta, Symbol key) {
  if (meta == nullptr || meta->find(key) == nullptr) return meta;
  std::vector<Meta::Entry> entries;
  for (const Meta::Entry& entry : *meta) {
    if (!(entry.key == key)) entries.push_back(entry);
  }
  return meta_of(entries);
}

}  // namespace seesaw
