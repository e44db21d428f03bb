// Sums, means and maxima of rows of a table, per bag of rows: embedding_bag.
#include <algorithm>
#include <map>
#include <vector>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/shape_only.h"
#include "core/engine/tensor/current_dialect.h"

namespace seesaw {

namespace {

constexpr std::int64_t kSumOfBag = 0, kMeanOfBag = 1, kMaxOfBag = 2;

// weight, indices, offsets, scale_grad_by_freq, mode, sparse, per_sample_weights, include_last_offset, padding_idx
struct Bags {
  Tensor weight, indices, offsets, scales;
  std::int64_t mode = kSumOfBag, padding = -1, count = 0;
  bool ends = false;  // the last offset is the end of the last bag

  explicit Bags(Args args) : weight(args[0].tensor()), indices(args[1].tensor()), offsets(args[2].tensor()) {
    if (arg_at(args, 4).is_number()) mode = args[4].integer();
    if (arg_at(args, 6).is_tensor()) scales = args[6].tensor();
    ends = arg_at(args, 7).is_number() && args[7].truth();
    if (arg_at(args, 8).is_number()) padding = args[8].integer();
    check();
    if (ends && offsets.sizes()[0] == 0)
      throw fx_error("RuntimeError", "include_last_offset: number of offset should be at least 1");
    count = ends ? dim_sub(offsets.sizes()[0], 1) : offsets.sizes()[0];
  }
  // PyTorch's fast path for sums of rows omits values that only derivatives need.
  bool quick() const { return mode == kSumOfBag && has_quick_way(); }
  // The number of indices used: PyTorch's fast paths for sums and means end at the last offset, although a mean is
  // divided by all.
  std::int64_t added() const {
    return ends && mode != kMaxOfBag && has_quick_way() ? offsets.integer_item_at(offsets.numel() - 1)
                                                        : indices.numel();
  }

 private:
  bool has_quick_way() const {
    return (weight.element() == Element::f32 || is_half(weight.element())) && weight.strides()[1] == 1 && padding < 0;
  }
  void check() const {
    for (const auto& [t, number, name] : {std::tuple{&indices, "1", "indices"}, std::tuple{&offsets, "1", "offsets"}}) {
      if (t->element() == Element::i64 || t->element() == Element::i32) continue;
      throw fx_error("RuntimeError",
                     cat({"Expected tensor for argument #",
                          number,
                          " '",
                          name,
                          "' to have one of the following scalar types: Long, Int; but got ",
                          tensor_type_name(t->element()),
                          " instead (while checking arguments for embedding_bag)"}));
    }
    if (!is_floating(weight.element())) {
      throw fx_error("RuntimeError",
                     cat({"Expected tensor for argument #1 'weight' to have one of the following scalar types: Half, "
                          "BFloat16, Float, Double; but got ",
                          tensor_type_name(weight.element()),
                          " instead (while checking arguments for embedding_bag)"}));
    }
    if (mode < kSumOfBag || mode > kMaxOfBag) throw fx_error("RuntimeError", "`mode` must be sum, mean, or max.");
    if (indices.dim() != 1 || offsets.dim() != 1)
      throw fx_error("RuntimeError", "embedding_bag takes indices and offsets of one dimension");
    if (weight.dim() != 2) throw fx_error("RuntimeError", "embedding_bag takes a weight of two dimensions");
    if (scales && mode != kSumOfBag)
      throw fx_error("RuntimeError", "embedding_bag: per_sample_weights only supported with mode='sum'");
  }
};

void check_offsets(const Bags& b) {
  if (b.scales && !dims_equal(b.scales.sizes(), b.indices.sizes())) {
    throw fx_error("ValueError",
                   cat({"embedding_bag: If per_sample_weights (",
                        dims_text(b.scales.sizes()),
                        ") is not None, then it must have the same shape as the input (",
                        dims_text(b.indices.sizes()),
                        ")"}));
  }
  if (b.offsets.numel() == 0) return;
  auto first_one = b.offsets.integer_item_at(0), last = b.offsets.integer_item_at(b.offsets.numel() - 1);
  if (first_one != 0)
    throw fx_error("RuntimeError",
                   cat({"offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from position "
                        "0. However, got ",
                        std::to_string(first_one)}));
  if (last > b.indices.numel()) {
    throw fx_error("RuntimeError",
                   cat({"offsets[-1] can not be greater than input's length ",
                        dim_text(b.indices.numel()),
                        " but got offsets[-1] of ",
                        std::to_string(last)}));
  }
  std::int64_t before = 0;
  for (std::int64_t i = 1; i < b.offsets.numel(); ++i) {
    auto here = b.offsets.integer_item_at(i);
    if (here < before)
      throw fx_error("RuntimeError",
                     cat({"embedding_bag takes offsets that do not decrease, and offsets[",
                          std::to_string(i),
                          "] is ",
                          std::to_string(here),
                          " behind ",
                          std::to_string(before)}));
    before = here;
  }
}

template <bool kForward>
Specs bag_specs(Args args) {
  Bags b(args);
  std::int64_t width = b.weight.sizes()[1];
  TensorSpec members = shape::dense(b.indices, b.quick() ? Dims{0} : b.indices.sizes()),
             sizes = shape::dense(b.offsets, {kForward && b.ends ? dim_add(b.count, 1) : b.count});
  TensorSpec places = b.mode == kMaxOfBag ? shape::dense(b.offsets, {b.count, width}) : sizes;
  if (b.mode != kSumOfBag) sizes = shape::dense(b.offsets, {b.count});
  if (b.mode == kMeanOfBag) places = sizes;
  return std::vector<TensorSpec>{shape::dense(b.weight, {b.count, width}), members, sizes, places};
}

// What PyTorch asks of tensors without elements, in words of its own.
void check_shapes(const Tensor& weight, const Tensor& indices, const Tensor& offsets, Args args) {
  auto refuse = [](std::initializer_list<std::string_view> parts) { throw fx_error("RuntimeError", cat(parts)); };
  for (const auto& [name, t] : {std::pair{"indices", &indices}, std::pair{"offsets", &offsets}}) {
    if (t->element() != Element::i64 && t->element() != Element::i32)
      refuse({"expected ", name, " to be long or int, got torch.", dtype_of(t->element()).name});
  }
  if (!is_floating(weight.element()))
    refuse({"expected weight to be floating point type, got torch.", dtype_of(weight.element()).name});
  if (!arg_at(args, 6).is_tensor() || !args[6].tensor()) return;
  const Tensor& scales = args[6].tensor();
  if (args[4].integer() != kSumOfBag) refuse({"embedding_bag: per_sample_weights only supported with mode='sum'"});
  if (scales.dim() != 1)
    refuse({"expected per_sample_weights to be 1D tensor, got ", std::to_string(scales.dim()), "D"});
}
Specs bag_shapes(Args args) {
  const Tensor &weight = shape::self(args), &indices = args[1].tensor(), &offsets = args[2].tensor();
  check_shapes(weight, indices, offsets, args);
  std::int64_t bags = offsets.sizes()[0], mode = args[4].integer();
  if (args[7].truth()) bags = dim_sub(bags, 1);
  bool fast = weight.element() == Element::f32 || weight.element() == Element::f16 || weight.element() == Element::bf16;
  fast = fast && mode == 0 && weight.strides()[1] == 1;
  TensorSpec offset2bag = shape::dense(indices, fast ? Dims{0} : indices.sizes());
  TensorSpec bag_size = shape::dense(indices, {bags});
  TensorSpec max_indices = shape::dense(indices, mode == kMaxOfBag ? Dims{bags, weight.sizes()[1]} : Dims{bags});
  return std::vector<TensorSpec>{shape::dense(weight, {bags, weight.sizes()[1]}), offset2bag, bag_size, max_indices};
}

// The bag of each index; -1 if there are no bags. The last bag has the remaining indices, even if an offset ends
// it.
std::vector<std::int64_t> bags_of(const Bags& b) {
  std::vector<std::int64_t> out(static_cast<std::size_t>(b.indices.numel()), -1);
  for (std::int64_t bag = 0; bag < b.count; ++bag) {
    auto from = b.offsets.integer_item_at(bag);
    std::int64_t to = bag + 1 < b.count ? b.offsets.integer_item_at(bag + 1) : b.indices.numel();
    for (std::int64_t i = from; i < to; ++i) out[static_cast<std::size_t>(i)] = bag;
  }
  return out;
}

template <class T>
void fill_bags(
    const Bags& b, const std::vector<std::int64_t>& bag_of, T* out, std::int64_t* sizes, std::int64_t* places) {
  std::int64_t width = b.weight.sizes()[1], rows = b.weight.sizes()[0];
  Tensor table = b.weight.contiguous();
  std::int64_t added = b.added();
  for (std::int64_t i = 0; i < b.indices.numel(); ++i) {
    std::int64_t row = b.indices.integer_item_at(i), bag = bag_of[static_cast<std::size_t>(i)];
    if (row < 0 || row >= rows)
      throw fx_error(
          "RuntimeError",
          cat({"embedding_bag: Expected idx >= 0 && idx < num_embeddings but found idx to be ", std::to_string(row)}));
    if (row == b.padding || bag < 0) continue;
    if (i >= added) {
      ++sizes[bag];
      continue;
    }
    const T* from = table.data<T>() + row * width;
    T scale = b.scales ? static_cast<T>(b.scales.item_at(i)) : T{1};
    bool fresh = sizes[bag]++ == 0;
    for (std::int64_t k = 0; k < width; ++k) {
      T& to = out[bag * width + k];
      if (b.mode != kMaxOfBag) {
        to = static_cast<T>(to + from[k] * scale);
      } else if (fresh || from[k] > to) {
        to = from[k];
        places[bag * width + k] = row;
      }
    }
  }
  for (std::int64_t bag = 0; bag < b.count && b.mode == kMeanOfBag; ++bag) {
    for (std::int64_t k = 0; k < width && sizes[bag] > 0; ++k)
      out[bag * width + k] = static_cast<T>(out[bag * width + k] / static_cast<T>(sizes[bag]));
  }
}

template <bool kForward>
Outputs bag_kernel(Args args) {
  Specs specs = bag_specs<kForward>(args);
  Bags b(args);
  check_offsets(b);
  Tensor out = Tensor::zeros(specs[0]), members = Tensor::zeros(specs[1]), sizes = Tensor::zeros(specs[2]),
         places = Tensor::zeros(specs[3]);
  std::vector<std::int64_t> bag_of = bags_of(b), counted(static_cast<std::size_t>(b.count)),
                            at(static_cast<std::size_t>(b.count * b.weight.sizes()[1]));
  with_element(out.element(), [&](auto* t) {
    using T = std::remove_pointer_t<decltype(t)>;
    fill_bags(b, bag_of, out.data<T>(), counted.data(), at.data());
  });
  for (std::int64_t i = 0; i < members.numel(); ++i)
    members.set_item_at(i, static_cast<double>(bag_of[static_cast<std::size_t>(i)]));
  for (std::int64_t i = 0; i < b.count && b.mode != kSumOfBag; ++i) {
    sizes.set_item_at(i, static_cast<double>(counted[static_cast<std::size_t>(i)]));
    if (b.mode == kMeanOfBag) places.set_item_at(i, static_cast<double>(counted[static_cast<std::size_t>(i)]));
  }
  for (std::int64_t i = 0; i < places.numel() && b.mode == kMaxOfBag; ++i)
    places.set_item_at(i, static_cast<double>(at[static_cast<std::size_t>(i)]));
  return std::vector<Tensor>{out, members, sizes, places};
}

// The arguments of the call, with its tensors from the saved slots: indices, offsets, per_sample_weights, weight.
Bags saved_bags(const Vjp& g) {
  std::vector<Value> args{
      g.saved(3) ? Value(g.saved(3)) : Value(Tensor::zeros(g.sizes(0), g.grad().element(), g.grad().device())),
      g.saved(0),
      g.saved(1),
      g.arg(3),
      g.arg(4),
      g.arg(5),
      g.saved(2) ? Value(g.saved(2)) : Value(),
      g.arg(7),
      g.arg(8)};
  return Bags(args);
}
// For each index the gradient of its bag, as applied to the row: scaled, divided by the size of the bag, none for
// padding.
Tensor row_gradients(const Vjp& g, const Bags& b, const Tensor& member) {
  Tensor rows = first(op::index_select, {g.grad(), 0, member});
  Tensor padded = first(op::unsqueeze, {first(op::eq, {b.indices, b.padding}), 1});
  if (b.mode == kMeanOfBag) {
    Tensor used = first(op::where, {first(op::eq, {b.indices, b.padding}), 0.0, 1.0});
    Tensor sizes = first(op::index_add,
                         {Tensor::zeros({b.count}, g.grad().element(), g.grad().device()),
                          0,
                          member,
                          first(op::to_dtype, {used, g.grad().element()})});
    rows = rows / first(op::unsqueeze, {first(op::clamp_min, {first(op::index_select, {sizes, 0, member}), 1}), 1});
  }
  return where(padded, 0.0, rows);
}
// The number of occurrences of each index's row. PyTorch 2.6 counts for the k-th distinct row the k-th of the sorted
// indices, which is copied here.
Tensor frequencies(const Bags& b, Element element) {
  std::map<std::int64_t, std::int64_t> counts;
  std::vector<std::int64_t> sorted;
  for (std::int64_t i = 0; i < b.indices.numel(); ++i) {
    sorted.push_back(b.indices.integer_item_at(i));
    ++counts[sorted.back()];
  }
  std::vector<std::int64_t> order = sorted;
  std::sort(order.begin(), order.end());
  std::map<std::int64_t, double> told;
  std::size_t k = 0;
  for (const auto& [row, count] : counts)
    told[row] = static_cast<double>(counts[newer(EngineNovelty::bag_frequencies) ? row : order[k++]]);
  std::vector<double> out;
  for (std::int64_t row : sorted) out.push_back(told[row]);
  return Tensor::from(out, b.indices.sizes(), element).copy_to(element, b.indices.device());
}
void bag_vjp(Vjp& g) {
  Bags b = saved_bags(g);
  Element element = g.grad().element();
  if (b.mode == kMaxOfBag) {
    // Empty bags have the index 0 as a placeholder.
    Tensor some = first(op::unsqueeze, {first(op::gt, {first(op::slice, {g.saved(5), 0, 0, b.count, 1}), 0}), 1});
    return g.set(
        0,
        first(op::scatter_add,
              {Tensor::zeros(g.sizes(0), element, g.grad().device()), 0, g.saved(6), where(some, g.grad(), 0.0)}));
  }
  std::vector<std::int64_t> bag_of = bags_of(b);
  std::vector<double> numbers(bag_of.begin(), bag_of.end());
  Tensor member = Tensor::from(numbers, {b.indices.numel()}, Element::i64).copy_to(Element::i64, g.grad().device());
  Tensor rows = row_gradients(g, b, member), indices = first(op::to_dtype, {b.indices, Element::i64});
  if (g.needs(1)) g.set(1, first(op::sum_dim, {rows * first(op::index_select, {b.weight, 0, indices}), Dims{1}}));
  if (!g.needs(0)) return;
  if (b.scales) rows = rows * first(op::unsqueeze, {b.scales, 1});
  if (g.arg(3).is_number() && g.arg(3).truth()) {
    rows = rows / first(op::unsqueeze, {frequencies(b, element), 1});
  }
  g.set(0, first(op::index_add, {Tensor::zeros(g.sizes(0), element, g.grad().device()), 0, indices, rows}));
}

// The entry point from Python; without padding_idx no row is left out.
Outputs composed_bags(Args args) {
  Value padding = arg_at(args, 8).is_number() ? args[8] : Value(-1);
  const std::int64_t rows = args[0].tensor().sizes()[0];
  const bool outside = !is_sym(rows) && (padding.integer() < -rows || padding.integer() >= rows);
  if (outside && arg_at(args, 8).is_number())
    throw fx_error("RuntimeError",
                   cat({"padding_idx must be within the number of embeddings, -",
                        std::to_string(rows),
                        " through ",
                        std::to_string(rows - 1),
                        ", but got ",
                        std::to_string(padding.integer())}));
  if (padding.integer() < 0 && arg_at(args, 8).is_number()) padding = dim_add(padding.integer(), rows);
  std::vector<Value> all{args[0], args[1], args[2]};
  for (std::size_t i = 3; i < 8; ++i)
    all.push_back(arg_at(args, i).is_none() && i != 6 ? Value(i == 4 ? Value(0) : Value(false)) : arg_at(args, i));
  return decomposition::aten("_embedding_bag.default",
                             {all[0], all[1], all[2], all[3], all[4], all[5], all[6], all[7], padding});
}

SampleList bag_samples() {
  Tensor w = samples::ramp({5, 2}, -1, 1), at = samples::index({0, 3, 3, 4, 1}, {5}),
         offsets = samples::index({0, 2, 2}, {3}), ends = samples::index({0, 2, 5}, {3});
  Tensor scales = samples::ramp({5}, 0.5, 2);
  return {{w, at, offsets, false, 0, false, Value(), false, -1},
          {w, at, offsets, false, 1, false, Value(), false, -1},
          {w, at, offsets, false, 2, false, Value(), false, -1},
          {w, at, offsets, false, 0, false, scales, false, -1},
          {w, at, ends, false, 1, false, Value(), true, 3},
          {w, at, ends, true, 0, false, Value(), true, -1},
          {w, at, offsets, false, 2, false, Value(), false, 3}};
}
// The fast paths have a different shape, which PyTorch computes otherwise for tensors without elements.
SampleList plain_bags() {
  SampleList out = bag_samples();
  out.erase(out.begin() + 4, out.begin() + 6);
  return out;
}
SampleList padded_bags() {
  Tensor w = samples::ramp({5, 2}, -1, 1), at = samples::index({0, 3, 3, 4, 1}, {5}),
         offsets = samples::index({0, 2, 2}, {3});
  return {{w, at, offsets, false, 1, false, Value(), false, Value()},
          {w, at, offsets, false, 0, false, Value(), false, 3}};
}

constexpr SavedSlot kBags[] = {{"indices", 1},
                               {"offsets", 2},
                               {"per_sample_weights", 6},
                               {"weight", 0, 2},
                               {"result1", ~1},
                               {"result2", ~2},
                               {"result3", ~3}};

constexpr OpDef kBagRecords[] = {
    {
        .path = "torch.ops.aten._embedding_bag.default",
        .schema = "_embedding_bag(Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq=False, int "
                  "mode=0, bool sparse=False, Tensor? per_sample_weights=None, bool include_last_offset=False, int "
                  "padding_idx=-1) -> (Tensor, Tensor, Tensor, Tensor)",
        .doc = "embedding_bag, with what backward needs.",
        .run = {.meta = bag_specs<false>, .fake = bag_shapes, .kernel = bag_kernel<false>},
        .grad = {.edges = 1 | 1 << 6, .node = "EmbeddingBagBackward0", .saves = kBags, .vjp = bag_vjp},
        .samples = bag_samples,
    },
    {
        .path = "torch.ops.aten._embedding_bag_forward_only.default",
        .schema = "_embedding_bag_forward_only(Tensor weight, Tensor indices, Tensor offsets, bool "
                  "scale_grad_by_freq=False, int mode=0, bool sparse=False, Tensor? per_sample_weights=None, bool "
                  "include_last_offset=False, int padding_idx=-1) -> (Tensor, Tensor, Tensor, Tensor)",
        .doc = "embedding_bag, without what backward needs.",
        .run = {.meta = bag_specs<true>, .fake = bag_shapes, .kernel = bag_kernel<true>},
        .samples = plain_bags,
    },
    {
        .path = "torch.ops.aten.embedding_bag.padding_idx",
        .schema = "embedding_bag.padding_idx(Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq, "
                  "int mode, bool sparse, Tensor? per_sample_weights, bool include_last_offset, int? padding_idx) -> "
                  "(Tensor, Tensor, Tensor, Tensor)",
        .doc = "Sums or means of rows of a table, without making the rows.",
        .decompose = {Decomposition::table, decomposition::embedding_bag},
        .run = {.fake = bag_shapes, .kernel = composed_bags, .composite = true},
        .python = {.surfaces = kInTorch | kInFunctional},
        .samples = padded_bags,
    },
};

}  // namespace

std::span<const OpDef> op_records::bags() { return kBagRecords; }

}  // namespace seesaw
