#include "core/graph/ir/arg.h"

#include "core/base/number.h"

namespace seesaw {

Node* Arg::as_node() const {
  if (kind_ != ArgKind::node) return nullptr;
  return flag_ ? use()->def : reinterpret_cast<Node*>(value_);
}

bool Arg::fits_int64() const { return kind_ == ArgKind::integer && (!flag_ || parse_int(text()).has_value()); }

std::int64_t Arg::as_int() const { return flag_ ? parse_int(text()).value_or(0) : static_cast<std::int64_t>(value_); }

std::string_view python_type_name(const Arg& value) {
  switch (value.kind()) {
    case ArgKind::none: return "NoneType";
    case ArgKind::boolean: return "bool";
    case ArgKind::integer: return "int";
    case ArgKind::floating: return "float";
    case ArgKind::complex: return "complex";
    case ArgKind::string: return "str";
    case ArgKind::dict: return "immutable_dict";
    case ArgKind::list: return "immutable_list";
    case ArgKind::tuple: return "tuple";
    case ArgKind::slice: return "slice";
    case ArgKind::range: return "range";
    case ArgKind::ellipsis: return "ellipsis";
    case ArgKind::dtype: return "torch.dtype";
    case ArgKind::device: return "torch.device";
    default: return "object";
  }
}

Arg make_container(Arena& arena, ArgKind kind, std::span<const Arg> items) {
  if (items.empty()) return Arg::container(kind, nullptr);
  auto* block = static_cast<ArgItems*>(
      arena.allocate(sizeof(ArgItems) + items.size() * sizeof(Arg), alignof(ArgItems)));
  block->size = static_cast<std::uint32_t>(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) ::new (block->data() + i) Arg(items[i]);
  return Arg::container(kind, block);
}

Arg copy_arg_with(const Arg& source, Arena& arena, Arg (*leaf)(const Arg&, void*), void* context) {
  if (!source.is_container()) return leaf(source, context);
  // Copies the containers level by level: each copied container is queued until its items are done.
  Arg result = make_container(arena, source.kind(), source.items());
  std::vector<std::span<Arg>> pending{result.items()};
  while (!pending.empty()) {
    std::span<Arg> level = pending.back();
    pending.pop_back();
    for (Arg& item : level) {
      if (item.is_container()) {
        item = make_container(arena, item.kind(), item.items());
        if (item.container() != nullptr) pending.push_back(item.items());
      } else {
        item = leaf(item, context);
      }
    }
  }
  return result;
}

}  // namespace seesaw
