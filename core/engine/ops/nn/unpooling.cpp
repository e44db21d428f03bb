// Unpooling: maxima go back to the places that pooling took them from, zeros elsewhere.
//
// What: aten.max_unpool2d and aten.max_unpool3d. Both take the pooled maxima, their places in a plane (a volume) of the
// result, and the sizes of that; where two maxima name one place, the later one stays.
// Why: stride and padding of max_unpool3d are checked and have no other effect, so one kernel serves both.
//
//   aten("max_unpool2d.default", {maxima, places, Dims{4, 4}})[0]  // f32[1, 2, 4, 4]
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/vjp.h"
#include "core/engine/ops/composed/decomposition_parts.h"
#include "core/engine/ops/kernels/pointwise_kernels.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/current_dialect.h"

namespace seesaw {

namespace {

// Which of the two operators a call is, and how PyTorch words it: an error of the fake tensors' rule names other types.
struct Unpool {
  std::size_t spatial;
  bool fake;

  std::string dtype(Element element) const {
    return fake ? cat({"torch.", dtype_of(element).name}) : std::string(scalar_name(element));
  }
  std::string shape(const Dims& sizes) const {
    return fake ? cat({"torch.Size(", dims_text(sizes), ")"}) : dims_text(sizes);
  }
  std::string name() const { return spatial == 2 ? "max_unpooling2d" : "max_unpooling3d"; }
};

[[noreturn]] void refuse_unpool(std::initializer_list<std::string_view> words) {
  throw fx_error("RuntimeError", cat(words));
}

void check_count(const Value& list, std::size_t spatial, std::string_view name) {
  std::size_t count = list.ints().size();
  if (count == spatial) return;
  refuse_unpool({"There should be exactly ",
                 spatial == 2 ? "two elements (height, width)" : "three elements (depth, height, width)",
                 " in ",
                 name,
                 name == "output_size" ? ", but got " : ", but got: ",
                 std::to_string(count),
                 " elements."});
}

void check_rank(const Unpool& call, const Tensor& a) {
  if (a.dim() == call.spatial + 1 || a.dim() == call.spatial + 2) return;
  refuse_unpool({"Input to ",
                 call.name(),
                 call.spatial == 2 ? " should be a 3d or 4d" : " should be a 4d or 5d",
                 " Tensor, but got a tensor with ",
                 std::to_string(a.dim()),
                 " dimensions."});
}

void check_places(const Unpool& call, const Tensor& a, const Tensor& places) {
  bool same = a.dim() == places.dim();
  for (std::size_t d = 0; same && d < a.dim(); ++d) same = dim_equal(a.sizes()[d], places.sizes()[d]);
  if (!same)
    refuse_unpool({"Expected shape of indices to be same as that of the input tensor (",
                   call.shape(a.sizes()),
                   ") but got indices tensor with shape: ",
                   call.shape(places.sizes())});
  for (std::size_t d = 1; d < a.dim(); ++d) {
    if (a.sizes()[d] == 0)
      refuse_unpool({call.name(),
                     call.fake ? "()" : "_forward_out_cpu()",
                     ": Expected input to have non-zero size for non-batch dimensions, but got ",
                     call.shape(a.sizes()),
                     " with dimension ",
                     std::to_string(d),
                     " being empty."});
  }
}

// Since 2.14 PyTorch refuses a negative size before a tensor is made.
void check_sizes(const Unpool& call, const Dims& sizes) {
  if (!newer(EngineNovelty::operator_texts)) return;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (is_sym(sizes[d]) || sizes[d] >= 0) continue;
    std::string all = dims_text(sizes);
    std::string given = call.fake ? cat({"[", std::to_string(d), "]=", dim_text(sizes[d])})
                                  : cat({"=(", std::string_view(all).substr(1, all.size() - 2), ")"});
    refuse_unpool(
        {call.name(), "(): output_size must contain non-negative spatial dimensions, but got output_size", given});
  }
}

Specs unpool_meta(std::span<const Value> args, std::size_t spatial) {
  const Tensor &a = args[0].tensor(), &places = args[1].tensor();
  Unpool call{spatial, a.is_fake()};
  if (places.element() != Element::i64)
    refuse_unpool({"elements in indices should be type int64",
                   spatial == 2 ? cat({" but got: ", call.dtype(places.element())}) : std::string()});
  if (spatial == 2) check_count(args[2], spatial, "output_size");
  check_rank(call, a);
  if (spatial == 3) {
    check_count(args[2], spatial, "output_size");
    check_count(args[3], spatial, "stride");
    check_count(args[4], spatial, "padding");
  }
  check_places(call, a, places);
  if (spatial == 3) {
    Dims strides = args[3].ints();
    for (std::int64_t stride : strides) {
      if (stride <= 0) refuse_unpool({"strides should be greater than zero, but got stride: ", dims_text(strides)});
    }
  }
  Dims want = args[2].ints(), sizes(std::span<const std::int64_t>(a.sizes().begin(), a.dim() - spatial));
  check_sizes(call, want);
  for (std::int64_t size : want) sizes.push_back(size);
  if (!call.fake && !is_floating(a.element()))
    not_implemented(spatial == 2 ? "max_unpool2d" : "max_unpool3d", a.element());
  return TensorSpec::of(sizes, a.element(), a.device());
}
Specs unpool_image_meta(std::span<const Value> args) { return unpool_meta(args, 2); }
Specs unpool_volume_meta(std::span<const Value> args) { return unpool_meta(args, 3); }
Specs unpool_image_fake(std::span<const Value> args) {
  return newer(EngineNovelty::kept_layouts) ? in_input_format<unpool_image_meta>(args) : unpool_image_meta(args);
}

Outputs unpool_kernel(std::span<const Value> args, std::size_t spatial) {
  Tensor out = Tensor::zeros(unpool_meta(args, spatial)[0]);
  Tensor a = args[0].tensor().contiguous(), places = args[1].tensor().contiguous();
  std::int64_t pooled = 1, whole = 1;
  Dims want = args[2].ints();
  for (std::size_t d = 0; d < spatial; ++d) {
    pooled = dim_mul(pooled, a.sizes()[a.dim() - spatial + d]);
    whole = dim_mul(whole, want[d]);
  }
  std::string lengths;
  for (std::int64_t size : want) lengths += cat({lengths.empty() ? "" : "x", dim_text(size)});
  with_element(a.element(), [&](auto* type) {
    using T = std::remove_pointer_t<decltype(type)>;
    for (std::int64_t from = 0; from < a.numel(); ++from) {
      std::int64_t to = places.data<std::int64_t>()[from];
      if (to < 0 || to >= whole)
        refuse_unpool({"Found an invalid max index: ",
                       std::to_string(to),
                       " (output volumes are of size ",
                       lengths,
                       newer(EngineNovelty::operator_texts) ? ")" : ""});
      out.data<T>()[from / pooled * whole + to] = a.data<T>()[from];
    }
  });
  return out;
}
Outputs unpool_image_kernel(std::span<const Value> args) { return unpool_kernel(args, 2); }
Outputs unpool_volume_kernel(std::span<const Value> args) { return unpool_kernel(args, 3); }

// The gradient of a maximum is what arrived at its place.
template <std::size_t kSpatial>
void unpool_vjp(Vjp& g) {
  Dims pooled = g.sizes(0);
  Dims flat(std::span<const std::int64_t>(pooled.begin(), pooled.size() - kSpatial));
  auto last = static_cast<std::int64_t>(flat.size());
  flat.push_back(-1);
  Tensor arrived = first(op::reshape, {g.grad(), flat}), places = first(op::reshape, {g.saved(0), flat});
  g.set(0, first(op::reshape, {first(op::gather, {arrived, last, places}), pooled}));
}

// Planes one behind the other: a maximum's place there is that in its plane, and the length of those before.
template <std::size_t kSpatial>
Outputs unpool_decomposed(Args args) {
  using namespace decomposition;
  const Tensor &a = args[0].tensor(), &places = args[1].tensor();
  if (has_symbols(a)) not_written("max_unpool of symbolic sizes");
  (void)unpool_meta(args, kSpatial);
  std::size_t batch = a.dim() - kSpatial;
  Dims sizes(std::span<const std::int64_t>(a.sizes().begin(), batch)), each(a.dim(), 1);
  std::int64_t planes = 1, whole = 1;
  for (std::size_t d = 0; d < batch; ++d) planes = dim_mul(planes, each[d] = a.sizes()[d]);
  for (std::int64_t size : args[2].ints()) {
    if (is_sym(size)) not_written("max_unpool of symbolic sizes");
    whole = dim_mul(whole, size);
    sizes.push_back(size);
  }
  Tensor before = one("mul.Tensor", {one("view.default", {counted(0, planes), each}), whole});
  Tensor rows = one("reshape.default", {one("add.Tensor", {places, before}), Dims{-1}});
  Tensor zeros = one("new_zeros.default", {a, sizes});
  Tensor filled = one(
      "index_put.default",
      {one("reshape.default", {zeros, Dims{-1}}), std::vector<Tensor>{rows}, one("reshape.default", {a, Dims{-1}})});
  Tensor out = one("view.default", {filled, sizes});
  bool keeps = kSpatial == 2 && suggests_channels_last(a) && newer(EngineNovelty::kept_layouts);
  return keeps ? one("clone.default", {out, std::string("torch.channels_last")}) : out;
}

SampleList unpool_samples(std::size_t spatial) {
  Tensor pooled = samples::ramp(spatial == 2 ? Dims{2, 2, 2, 2} : Dims{1, 2, 2, 2, 1}, -2, 2);
  Tensor places = Tensor::zeros(pooled.sizes(), Element::i64, Device::cpu);
  for (std::int64_t i = 0; i < places.numel(); ++i) places.data<std::int64_t>()[i] = 3 * (i % 4) + 1;
  if (spatial == 2) return {{pooled, places, Dims{3, 4}}};
  return {{pooled, places, Dims{3, 2, 2}, Dims{1, 1, 1}, Dims{0, 0, 0}}};
}

constexpr SavedSlot kPlaces[] = {{"indices", 1}};

constexpr OpDef kUnpooling[] = {
    {
        .path = "torch.ops.aten.max_unpool2d.default",
        .schema = "max_unpool2d(Tensor self, Tensor indices, SymInt[2] output_size) -> Tensor",
        .doc = "Puts maxima back to their places, zeros elsewhere.",
        .decompose = {Decomposition::table, unpool_decomposed<2>},
        .run =
            {
                .meta = unpool_image_meta,
                .fake = unpool_image_fake,
                .kernel = laid_by<in_input_format<unpool_image_meta>, unpool_image_kernel>,
                .autocast = Autocast::full,
            },
        .grad = {.node = "MaxUnpool2DBackward0", .saves = kPlaces, .vjp = unpool_vjp<2>},
        .python = {.surfaces = kInFunctional},
        .samples = [] { return unpool_samples(2); },
    },
    {
        .path = "torch.ops.aten.max_unpool3d.default",
        .schema =
            "max_unpool3d(Tensor self, Tensor indices, SymInt[3] output_size, int[3] stride, int[3] padding) -> Tensor",
        .doc = "Puts maxima of a volume back to their places, zeros elsewhere.",
        .decompose = {Decomposition::table, unpool_decomposed<3>},
        .run = {.meta = unpool_volume_meta, .kernel = unpool_volume_kernel, .autocast = Autocast::full},
        .grad = {.node = "MaxUnpool3DBackward0", .saves = kPlaces, .vjp = unpool_vjp<3>},
        .python = {.surfaces = kInFunctional},
        .samples = [] { return unpool_samples(3); },
    },
};

}  // namespace

std::span<const OpDef> op_records::unpooling() { return kUnpooling; }

}  // namespace seesaw
