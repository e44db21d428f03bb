// Subscripts: of lists, dicts, module lists and tensors.
#include <algorithm>

#include "core/capture/evaluator.h"
#include "core/capture/torch_calls.h"
#include "core/ir/annotation.h"
#include "core/support/cat.h"

namespace seesaw {

namespace {

constexpr std::int64_t kEnd = INT64_MAX;

bool is_number(const Arg& arg) { return arg.is_integer() || arg.kind() == ArgKind::sym_int; }

}  // namespace

PyValue* Evaluator::dict_item(PyObject* dict, const PyValue& key) {
  for (std::size_t i = 0; i + 1 < dict->items.size(); i += 2) {
    if (same(dict->items[i], key)) return &dict->items[i + 1];
  }
  return nullptr;
}

PyValue Evaluator::subscript(const PyExpr& e) {
  PyValue object = evaluate(e.kids[0]);
  if (object.is_path()) fail(e, cat({"'", object.path, "' has no items"}));
  if (object.object != nullptr && object.object->kind == PyKind::dict) {
    PyValue key = evaluate(e.kids[1]);
    if (PyValue* found = dict_item(object.object, key)) return *found;
    fail(e, "this key is not in the dict");
  }
  if (object.object != nullptr && object.object->kind == PyKind::instance) {
    PyValue key = evaluate(e.kids[1]);
    if (!is_container(*object.object)) fail(e, "this has no items");
    if (key.is_arg() && key.arg.is_string()) return attribute(e, object, std::string(key.arg.text()));
    return item(e, make_list(PyKind::list, children_of(object.object)), to_arg(e, key));
  }
  if (object.object != nullptr && object.object->kind != PyKind::state) return item(e, object, argument(e.kids[1]));
  if (object.is_arg() && object.arg.is_sequence()) return item(e, make_list(PyKind::tuple, items_of(e, object)), argument(e.kids[1]));
  Arg tensor = to_arg(e, object);
  if (!tracer().is_tensor(tensor)) fail(e, "this has no items");
  return PyValue(index(e, tensor, e.kids[1]));
}

PyValue Evaluator::item(const PyExpr& e, const PyValue& list, const Arg& at) {
  if (list.object == nullptr || (list.object->kind != PyKind::list && list.object->kind != PyKind::tuple)) fail(e, "this has no items");
  const PyValues& items = list.object->items;
  auto count = static_cast<std::int64_t>(items.size());
  if (at.kind() == ArgKind::slice) {
    auto number = [&](const Arg& a, std::int64_t otherwise) { return a.is_integer() && a.fits_int64() ? a.as_int() : otherwise; };
    std::int64_t step = number(at.items()[2], 1);
    if (step == 0) fail(e, "slice step cannot be zero");
    auto bound = [&](const Arg& a, std::int64_t otherwise) {
      std::int64_t v = number(a, otherwise);
      if (!a.is_none() && v < 0) v += count;
      return step > 0 ? std::clamp<std::int64_t>(v, 0, count) : std::clamp<std::int64_t>(v, -1, count - 1);
    };
    PyValues part;
    std::int64_t stop = bound(at.items()[1], step > 0 ? count : -1);
    for (std::int64_t i = bound(at.items()[0], step > 0 ? 0 : count - 1); step > 0 ? i < stop : i > stop; i += step) part.push_back(items[static_cast<std::size_t>(i)]);
    return make_list(list.object->kind, std::move(part));
  }
  if (!at.is_integer() || !at.fits_int64()) fail(e, "items of a list are taken by whole numbers");
  std::int64_t i = at.as_int() < 0 ? at.as_int() + count : at.as_int();
  if (i < 0 || i >= count) fail(e, list.object->kind == PyKind::tuple ? "tuple index out of range" : "list index out of range");
  return items[static_cast<std::size_t>(i)];
}

// The nodes of a subscript, which strict capture leaves out if nothing uses them.
Arg Evaluator::noted(const Arg& result) {
  if (settings_.strict && result.is_node()) subscripts_.push_back(result.as_node());
  return result;
}

// x[0, 1:, None, ..., mask]: one operator for each part, index tensors together at the end.
Arg Evaluator::index(const PyExpr& e, Arg object, int at) {
  Arg key = argument(at);
  const Arg tensor = object;
  std::vector<Arg> parts = key.kind() == ArgKind::tuple ? std::vector<Arg>(key.items().begin(), key.items().end()) : std::vector<Arg>{key};
  auto rank = static_cast<std::int64_t>(rank_of(object));
  std::int64_t named = 0, dim = 0;
  for (const Arg& part : parts) named += is_number(part) || part.kind() == ArgKind::slice || part.kind() == ArgKind::list || tracer().is_tensor(part) ? 1 : 0;
  if (named > rank) fail(e, cat({"too many indices for tensor of dimension ", std::to_string(rank)}));
  std::vector<Arg> tensors;
  bool any = false;
  for (const Arg& part : parts) {
    Arg d = context().integer(dim);
    if (part.kind() == ArgKind::ellipsis) {
      dim += rank - named;
    } else if (part.is_none()) {
      object = guarded(e, [&] { return call_torch(tracer(), "unsqueeze", {object, d}, {}); });
      ++dim;
    } else if (is_number(part)) {
      object = guarded(e, [&] { return call_torch(tracer(), "select", {object, d, part}, {}); });
    } else if (part.kind() == ArgKind::slice) {
      // PyTorch leaves out a slice that is told to end where the tensor ends, unless it stands alone.
      const Arg &begin = part.items()[0], &end = part.items()[1], &step = part.items()[2];
      const Dim& whole = tracer().meta_of(object).as_tensor_meta()->shape[static_cast<std::size_t>(std::min(dim, static_cast<std::int64_t>(rank_of(object)) - 1))];
      bool all = key.kind() == ArgKind::tuple && (begin.is_none() || (begin.is_integer() && begin.as_int() == 0)) && end.is_integer() && whole.sym == nullptr && end.fits_int64() && end.as_int() == whole.value && (step.is_none() || (step.is_integer() && step.as_int() == 1));
      if (all) {
        ++dim;
        continue;
      }
      PyArgs args{object, d, part.items()[0].is_none() ? context().integer(std::int64_t{0}) : part.items()[0], part.items()[1].is_none() ? context().integer(kEnd) : part.items()[1]};
      if (!part.items()[2].is_none()) args.push_back(part.items()[2]);
      object = guarded(e, [&] { return tracer().call("torch.ops.aten.slice.Tensor", args); });
      ++dim;
    } else if (tracer().is_tensor(part) || part.kind() == ArgKind::list) {
      Arg place = part;
      if (part.kind() == ArgKind::list) {  // a list of numbers is a constant tensor
        place = guarded(e, [&] { return literal_tensor(e, {PyValue(part)}, {}, false); });
      }
      while (static_cast<std::int64_t>(tensors.size()) < dim) tensors.push_back(Arg());
      tensors.push_back(place);
      any = true;
      ++dim;
    } else {
      fail(e, "this cannot be an index");
    }
  }
  if (!any && object == tensor) return noted(guarded(e, [&] { return tracer().call("torch.ops.aten.alias.default", {object}); }));
  if (!any) return noted(object);
  return noted(guarded(e, [&] { return tracer().call("torch.ops.aten.index.Tensor", {object, context().list(tensors)}); }));
}

// x[...] = value
void Evaluator::set_item(const PyExpr& e, const PyValue& object, const PyValue& value) {
  if (object.object != nullptr && object.object->kind != PyKind::state) {
    PyValue key = evaluate(e.kids[1]);
    if (object.object->kind == PyKind::dict) {
      PyValue* found = dict_item(object.object, key);
      if (found != nullptr) {
        *found = value;
      } else {
        object.object->items.push_back(key);
        object.object->items.push_back(value);
      }
      return;
    }
    auto count = static_cast<std::int64_t>(object.object->items.size());
    std::int64_t at = key.is_arg() && key.arg.is_integer() && key.arg.fits_int64() ? key.arg.as_int() : count;
    if (at < 0) at += count;
    if (object.object->kind != PyKind::list || at < 0 || at >= count) fail(e, "this item cannot be set");
    object.object->items[static_cast<std::size_t>(at)] = value;
    return;
  }
  Arg tensor = to_arg(e, object), given = to_arg(e, value);
  if (!tracer().is_tensor(tensor)) fail(e, "only items of tensors and lists can be set");
  bool number = !tracer().is_tensor(given);
  if (number) {
    std::string dtype = cat({tracer().meta_of(tensor).as_tensor_meta()->dtype->abbr, "[]"});
    if (!given.is_integer() && !given.is_bool() && given.kind() != ArgKind::floating) fail(e, "an item of a tensor is set to a number or a tensor");
    Arg val = with_strides(read_annotation(context(), dtype));
    Tensor number_value = tensor_of(val, {given});
    given = guarded(e, [&] { return lifted(val, number_value, false); });
  }
  Arg part = index(e, tensor, e.kids[1]);
  guarded(e, [&] { return call_torch(tracer(), number && rank_of(part) > 0 ? "fill_" : "copy_", {part, given}, {}); });
}

}  // namespace seesaw
