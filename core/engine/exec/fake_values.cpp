#include "core/engine/exec/fake_values.h"

#include <unordered_set>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/base/number.h"

namespace seesaw {

namespace {

Element element_for(const TensorMeta& meta) {
  Element element;
  if (meta.dtype == nullptr || !fake_element_of(*meta.dtype, element))
    throw user_error(
        "fake-tensor",
        cat({"shapes of tensors of ", meta.dtype == nullptr ? "no dtype" : meta.dtype->name, " are not propagated"}));
  return element;
}

Device device_for(const TensorMeta& meta) {
  return meta.device == Symbol() || meta.device.view() == "cpu" || meta.device.view() != device_name(Device::sim)
             ? Device::cpu
             : Device::sim;
}

// "VR[2, int_oo]"
bool read_range(std::string_view text, SymRange& range) {
  if (!text.starts_with("VR[") || !text.ends_with(']')) return false;
  text = text.substr(3, text.size() - 4);
  std::size_t comma = text.find(", ");
  if (comma == std::string_view::npos) return false;
  if (auto low = parse_int(text.substr(0, comma))) range.low = *low;
  if (auto high = parse_int(text.substr(comma + 2))) range.high = *high;
  return true;
}

}  // namespace

std::int64_t FakeValues::tag(const SymExpr* sym) {
  auto [found, added] = tags_.try_emplace(sym, 0);
  if (!added) return found->second;
  std::optional<std::int64_t> out = symbols_.read(sym->text.view(),
                                                  sym->has_hint ? std::optional(sym->hint) : std::nullopt);
  if (!out) throw user_error("symbolic", cat({"the symbolic expression '", sym->text.view(), "' is not understood"}));
  return found->second = *out;
}

const Tensor& FakeValues::tensor(const TensorMeta* meta) {
  Tensor& out = tensors_[meta];
  if (out) return out;
  TensorSpec spec;
  for (const Dim& d : meta->shape) spec.sizes.push_back(d.sym != nullptr ? tag(d.sym) : d.value);
  if (meta->has_stride) {
    for (const Dim& d : meta->stride) spec.strides.push_back(d.sym != nullptr ? tag(d.sym) : d.value);
  } else {
    spec.strides = contiguous_strides(spec.sizes);
  }
  spec.element = element_for(*meta);
  spec.device = device_for(*meta);
  return out = Tensor::fake(spec);
}

Arg FakeValues::number(std::int64_t value) {
  if (!is_sym(value)) return context_.integer(value);
  auto found = numbers_.find(value);
  if (found != numbers_.end()) return found->second;
  SymType type = symbols_.type(value);
  ArgKind kind = type == SymType::integer    ? ArgKind::sym_int
                 : type == SymType::floating ? ArgKind::sym_float
                                             : ArgKind::sym_bool;
  Arg out;
  if (std::optional<bool> known = symbols_.constant(value); known && type == SymType::boolean) {
    out = Arg::boolean(*known);
  } else {
    std::optional<double> hint = symbols_.hint(value);
    bool whole = hint && kind == ArgKind::sym_int;
    out = context_.symbolic(kind, symbols_.text(value), whole, whole ? static_cast<std::int64_t>(*hint) : 0);
    tags_.emplace(out.as_sym(), value);
  }
  numbers_.emplace(value, out);
  return out;
}

Dim FakeValues::dim(std::int64_t size) { return is_sym(size) ? Dim{0, number(size).as_sym()} : Dim{size, nullptr}; }

Arg FakeValues::of(const TensorSpec& spec, bool requires_grad, Symbol device) {
  shape_.clear();
  stride_.clear();
  for (std::int64_t size : spec.sizes) shape_.push_back(dim(size));
  for (std::int64_t step : spec.strides) stride_.push_back(dim(step));
  TensorMeta meta;
  meta.dtype = &dtype_of(spec.element);
  meta.shape = shape_;
  meta.stride = stride_;
  meta.has_stride = true;
  meta.requires_grad = requires_grad && (is_floating(spec.element) || is_complex(spec.element));
  meta.device = spec.device == Device::cpu ? device : context_.intern(device_name(spec.device));
  return context_.tensor_meta(meta);
}

std::optional<std::int64_t> FakeValues::integer(const Arg& arg) {
  switch (arg.kind()) {
    case ArgKind::boolean: return arg.as_bool() ? 1 : 0;
    case ArgKind::integer:
      if (arg.fits_int64() && is_sym(arg.as_int()))
        throw user_error("symbolic",
                         cat({"the number ", std::to_string(arg.as_int()), " is too large for what is kept of sizes"}),
                         "use a smaller one");
      return arg.fits_int64() ? std::optional(arg.as_int()) : std::nullopt;
    case ArgKind::sym_int:
    case ArgKind::sym_float:
    case ArgKind::sym_bool: return tag(arg.as_sym());
    default: return std::nullopt;
  }
}

bool FakeValues::requires_grad(const Arg& arg) {
  if (arg.kind() == ArgKind::tensor_meta) return arg.as_tensor_meta()->requires_grad;
  if (!arg.is_container()) return false;
  bool any = false;
  walk_args(arg.items(), [&](Arg& one) {
    any = any || (one.kind() == ArgKind::tensor_meta && one.as_tensor_meta()->requires_grad);
  });
  return any;
}

// An unparsable text is none of the values to compute with; code that meets it reports it.
void FakeValues::learn(const SymExpr* sym) {
  symbols_.read(sym->text.view(), sym->has_hint ? std::optional(sym->hint) : std::nullopt);
}

void FakeValues::learn(const Arg& value) {
  auto one = [&](const Arg& arg) {
    if (arg.kind() == ArgKind::sym_int || arg.kind() == ArgKind::sym_float || arg.kind() == ArgKind::sym_bool)
      learn(arg.as_sym());
    if (arg.kind() != ArgKind::tensor_meta) return;
    for (const Dim& d : arg.as_tensor_meta()->shape) {
      if (d.sym != nullptr) learn(d.sym);
    }
  };
  if (!value.is_container()) return one(value);
  walk_args(value.items(), one);
}

void FakeValues::learn(const Graph& graph) {
  const Meta* last = nullptr;
  for (Node* node : graph) {
    if (node->meta() == last) continue;
    last = node->meta();
    if (const Arg* val = node->find_meta(context_.keys.val)) learn(*val);
  }
}

std::string FakeValues::range_text(const SymRange& range) {
  auto bound = [](std::int64_t v) {
    return v == INT64_MIN ? std::string("-int_oo") : v == INT64_MAX ? std::string("int_oo") : std::to_string(v);
  };
  return cat({"VR[", bound(range.low), ", ", bound(range.high), "]"});
}

void FakeValues::tell_ranges(Program& program) {
  std::unordered_set<std::string> known;
  for (const auto& [name, range] : program.range_constraints) known.insert(name);
  for (std::int64_t symbol : symbols_.fresh_symbols()) {
    std::string name = symbols_.text(symbol);
    bool number = symbols_.type(symbol) == SymType::floating;
    if (known.insert(name).second)
      program.range_constraints.emplace_back(name, number ? "VR[-oo, oo]" : range_text(symbols_.range(symbol)));
  }
  for (std::uint32_t i = 0; i < symbols_.next_unbacked(); ++i) {
    std::string name = cat({"u", std::to_string(i)});
    if (known.contains(name)) continue;
    SymRange range = symbols_.range(symbols_.symbol(name));
    program.range_constraints.emplace_back(name, range_text(range));
  }
}

void FakeValues::learn(const Program& program) {
  if (!program.root) return;
  for (const Module::Located& located : program.root->modules()) {
    if (located.module->has_graph()) learn(located.module->graph());
  }
  for (const auto& [name, text] : program.range_constraints) {
    SymRange range;
    std::optional<std::int64_t> symbol = symbols_.read(name);
    if (symbol && is_sym(*symbol) && read_range(text, range)) symbols_.set_range(*symbol, range);
  }
}

}  // namespace seesaw
