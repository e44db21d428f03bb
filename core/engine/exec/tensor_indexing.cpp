#include "core/engine/exec/tensor_indexing.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/table/ops.h"

namespace seesaw {

namespace {

[[noreturn]] void no_subscript(const char* what) {
  throw user_error("no-kernel",
                   cat({"a subscript that holds ", what, " is not computed"}),
                   "write it in operators: torch.ops.aten.index.Tensor");
}

bool is_integer(const Datum& value) { return value.is_number() && value.number().kind == Number::Kind::integer; }
bool is_truth(const Datum& value) { return value.is_number() && value.number().kind == Number::Kind::boolean; }

// How many dimensions an item of a subscript takes.
std::size_t taken(const Datum& item) {
  if (is_integer(item) || item.kind() == Datum::Kind::slice || item.is_sequence()) return 1;
  if (!item.is_tensor()) return 0;
  return item.tensor().element() == Element::b8 ? item.tensor().dim() : 1;
}

std::int64_t end_of_slice(const Datum& value, std::int64_t otherwise) {
  if (value.is_none()) return otherwise;
  if (is_integer(value)) return value.number().exact;
  no_subscript("a slice of other things than integers");
}

// A list of integers or truth values, as the tensor that it represents.
Tensor places(const Datum& list) {
  const std::vector<Datum>& items = list.items();
  bool truths = !items.empty() && std::all_of(items.begin(), items.end(), is_truth);
  if (!truths && !std::all_of(items.begin(), items.end(), is_integer))
    no_subscript("a list of other things than integers");
  Tensor out = Tensor::zeros({static_cast<std::int64_t>(items.size())}, Element::i64);
  std::transform(
      items.begin(), items.end(), out.data<std::int64_t>(), [](const Datum& item) { return item.number().exact; });
  return truths ? out.copy_to(Element::b8, out.device()) : out;
}

class Subscript {
 public:
  Subscript(const Tensor& tensor, const std::vector<Datum>& items) : out_(tensor), rank_(tensor.dim()), items_(items) {}

  Datum run() {
    std::size_t wanted = 0;
    for (const Datum& item : items_) wanted += taken(item);
    if (wanted > rank_)
      throw fx_error("IndexError", cat({"too many indices for tensor of dimension ", std::to_string(rank_)}));
    if (std::count_if(
            items_.begin(), items_.end(), [](const Datum& item) { return item.kind() == Datum::Kind::ellipsis; }) > 1)
      no_subscript("two ellipses");
    for (const Datum& item : items_) step(item, rank_ - wanted);
    if (!indexed_) return Datum(changed_ ? out_ : first(op::alias, {out_}));
    return Datum(first(op::index, {out_, gathered_}));
  }

 private:
  void view(const OpDef& op, std::initializer_list<Value> args) {
    out_ = first(op, args);
    changed_ = true;
  }

  void step(const Datum& item, std::size_t rest) {
    auto at = static_cast<std::int64_t>(dim_);
    if (is_integer(item)) {
      select(at, item.number().exact);
    } else if (item.kind() == Datum::Kind::slice) {
      slice(at, item.items());
      ++dim_;
    } else if (item.kind() == Datum::Kind::ellipsis) {
      dim_ += rest;
      given_ += rest;
    } else if (item.is_none()) {
      view(op::unsqueeze, {out_, at});
      ++dim_;
    } else if (is_truth(item)) {
      view(op::unsqueeze, {out_, at});
      Tensor mask = Tensor::zeros({1}, Element::b8);
      mask.set_item_at(0, item.number().value);
      gather(mask, 1);
    } else if (item.is_tensor() && item.tensor().dim() == 0) {
      if (!is_integral(item.tensor().element())) no_subscript("a mask without dimensions");
      select(at, item.tensor().integer_item_at(0));
    } else if (item.is_tensor()) {
      if (taken(item) > 1 && items_.size() > 1) no_subscript("a mask of several dimensions beside something else");
      gather(item.tensor(), taken(item));
    } else if (item.is_sequence()) {
      gather(places(item), 1);
    } else {
      no_subscript("such a value");
    }
  }

  void select(std::int64_t at, std::int64_t index) {
    std::int64_t size = out_.sizes()[dim_];
    if (index >= size || index < -size)
      throw fx_error("IndexError",
                     cat({"index ",
                          std::to_string(index),
                          " is out of bounds for dimension ",
                          std::to_string(given_),
                          " with size ",
                          dim_text(size)}));
    ++given_;
    view(op::select, {out_, at, index});
  }

  void slice(std::int64_t at, const std::vector<Datum>& ends) {
    ++given_;
    std::int64_t step = end_of_slice(ends[2], 1);
    if (step < 1) throw fx_error("ValueError", "step must be greater than zero");
    std::int64_t from = end_of_slice(ends[0], 0), to = end_of_slice(ends[1], INT64_MAX);
    if (from == 0 && to == INT64_MAX && step == 1) return;  // all of it
    view(op::slice, {out_, at, from, to, step});
  }

  void gather(const Tensor& index, std::size_t dims) {
    gathered_.resize(std::max(gathered_.size(), dim_ + 1));
    gathered_[dim_] = index;
    dim_ += std::max<std::size_t>(dims, 1);
    given_ += 1;
    indexed_ = true;
  }

  Tensor out_;
  std::size_t rank_, dim_ = 0, given_ = 0;  // the next dimension of the result, and of the tensor
  const std::vector<Datum>& items_;
  std::vector<Tensor> gathered_;
  bool changed_ = false, indexed_ = false;
};

}  // namespace

Datum index_tensor(const Tensor& tensor, const Datum& subscript) {
  if (subscript.kind() == Datum::Kind::tuple) return Subscript(tensor, subscript.items()).run();
  std::vector<Datum> one{subscript};
  return Subscript(tensor, one).run();
}

}  // namespace seesaw
