// Composite operators, whose rules and derivatives come from their callees.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/complex_calls.h"
#include "core/engine/ops/call/memory_format.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/kernels/reduce.h"
#include "core/engine/ops/nn/layer_shapes.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/current_dialect.h"
#include "core/engine/tensor/size_checks.h"

namespace seesaw {

namespace {

Value at(Args args, std::size_t i) { return i < args.size() ? args[i] : Value(); }
bool truth_at(Args args, std::size_t i, bool otherwise) {
  return at(args, i).is_number() ? args[i].truth() : otherwise;
}
double number_at(Args args, std::size_t i, double otherwise) {
  return at(args, i).is_number() ? args[i].number().value : otherwise;
}
Tensor tensor_at(Args args, std::size_t i) { return at(args, i).is_tensor() ? args[i].tensor() : Tensor(); }

// Channels-last formats apply to images and volumes.
void check_format(Args args) {
  if (at(args, 1).kind() != Value::Kind::text) return;
  for (std::int64_t rank : {4, 5}) {
    std::string_view name = rank == 4 ? "channels_last" : "channels_last_3d";
    bool given = args[1].text() == name || args[1].text() == cat({"torch.", name});
    if (given && args[0].tensor().dim() != static_cast<std::size_t>(rank))
      throw fx_error("RuntimeError", cat({"required rank ", std::to_string(rank), " tensor to use ", name, " format"}));
  }
}
Outputs contiguous_kernel(Args args) {
  check_format(args);
  const Tensor& a = args[0].tensor();
  if (is_channels_last(at(args, 1)))
    return a.strides() == channels_last_strides(a.sizes()) ? Outputs(a) : call(op::clone, {a, args[1]});
  if (a.is_contiguous()) return a;
  return call(op::clone, {a, std::string(kContiguousFormat)});
}

// dim, unbiased, keepdim
template <const OpDef& kOp>
Outputs spread_kernel(Args args) {
  return call(kOp, {args[0], at(args, 1), truth_at(args, 2, true) ? 1 : 0, truth_at(args, 3, false)});
}

// unbiased
template <const OpDef& kOp>
Outputs spread_of_all(Args args) {
  return call(kOp, {args[0], Value(), truth_at(args, 1, true) ? 1 : 0});
}

Dims last_dims(std::size_t count) {
  Dims out;
  for (std::size_t i = count; i > 0; --i) out.push_back(-static_cast<std::int64_t>(i));
  return out;
}

Outputs rms_norm_kernel(Args args) {
  const Tensor& a = args[0].tensor();
  Dims shape = args[1].ints();
  Tensor weight = tensor_at(args, 2);
  if (shape.empty())
    throw fx_error("RuntimeError",
                   "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but "
                   "got normalized_shape = []");
  if (weight && !dims_equal(weight.sizes(), shape)) {
    throw fx_error("RuntimeError",
                   cat({"Expected weight to be of same shape as normalized_shape, but got weight of shape ",
                        dims_text(weight.sizes()),
                        " and normalized_shape = ",
                        dims_text(shape)}));
  }
  if (a.dim() < shape.size() ||
      !dims_equal(shape, std::span<const std::int64_t>(a.sizes().end() - shape.size(), shape.size()))) {
    std::string want = dims_text(shape);
    throw fx_error("RuntimeError",
                   cat({"Given normalized_shape=",
                        want,
                        ", expected input with shape [*, ",
                        want.substr(1),
                        ", but got input of size",
                        dims_text(a.sizes())}));
  }
  double smallest = a.element() == Element::f32 ? static_cast<double>(std::numeric_limits<float>::epsilon())
                                                : std::numeric_limits<double>::epsilon();
  Tensor mean = first(op::mean_dim, {first(op::pow_number, {a, 2}), last_dims(shape.size()), true});
  Tensor out = a * first(op::rsqrt, {mean + number_at(args, 3, smallest)});
  return weight ? out * weight : out;
}

void check_channel_weights(Args args, std::int64_t channels) {
  Tensor weight = tensor_at(args, 2);
  for (std::size_t at : {std::size_t{2}, std::size_t{3}}) {
    Tensor each = tensor_at(args, at);
    if (!each || (each.dim() == 1 && dim_equal(each.numel(), channels))) continue;
    std::string_view name = at == 2 ? "weight" : "bias";
    const Tensor& told = newer(EngineNovelty::operator_texts) ? each : weight;
    throw fx_error("RuntimeError",
                   cat({"Expected ",
                        name,
                        " to be a vector of size equal to the number of channels in input, but got ",
                        name,
                        " of shape ",
                        told ? dims_text(told.sizes()) : "[0]",
                        " and input of shape ",
                        dims_text(args[0].tensor().sizes())}));
  }
}
Outputs group_norm_kernel(Args args) {
  const Tensor& a = args[0].tensor();
  std::int64_t groups = args[1].integer();
  if (a.dim() < 2) wrap_dim(1, a.dim());
  std::int64_t channels = a.sizes()[1];
  if (groups <= 0)
    throw fx_error("RuntimeError", cat({"Expected num groups to be greater than 0, got ", dim_text(groups)}));
  if (!dim_equal(dim_mod(channels, groups), 0)) {
    throw fx_error("RuntimeError",
                   cat({"Expected number of channels in input to be divisible by num_groups, but got input of shape ",
                        dims_text(a.sizes()),
                        " and num_groups=",
                        dim_text(groups)}));
  }
  check_channel_weights(args, channels);
  std::int64_t places = numel(std::span(a.sizes().begin() + 2, a.sizes().end()));
  Tensor input = suggests_channels_last(a) ? a : first(op::contiguous, {a});
  Tensor out = first(op::native_group_norm,
                     {input,
                      tensor_at(args, 2),
                      tensor_at(args, 3),
                      a.sizes()[0],
                      channels,
                      places,
                      groups,
                      number_at(args, 4, 1e-5)});
  // Channels that are symbolic are viewed as groups, and those as channels again.
  return is_sym(channels) ? Tensor::fake(spec_like(a, with_grouped_channels(a.sizes(), groups))) : out;
}

// The kernel that PyTorch chooses for batches of heads gives its result the query's layout: dimensions by falling
// stride. Empty: row-major.
Dims order_of_query(Args args) {
  const Tensor &query = args[0].tensor(), &key = args[1].tensor(), &value = args[2].tensor(), mask = tensor_at(args, 3);
  bool heads = query.dim() == 4 && key.dim() == 4 && value.dim() == 4 && number_at(args, 4, 0) == 0 &&
               !(mask && current_mode() != nullptr && current_mode()->requires_grad(mask, false));
  for (const Tensor* t : {&query, &key, &value}) {
    if (!heads) return {};
    bool empty = std::find(t->sizes().begin(), t->sizes().end(), 0) != t->sizes().end();
    heads = t->strides()[3] == 1 && t->sizes()[3] == query.sizes()[3] && t->sizes()[0] == query.sizes()[0] &&
            t->sizes()[1] == query.sizes()[1] && !empty;
  }
  if (!heads) return {};
  Dims order{0, 1, 2, 3}, strides = pointwise_spec(args.first(1), query.element()).strides;
  auto stride = [&](std::int64_t d) { return strides[static_cast<std::size_t>(d)]; };
  std::stable_sort(
      order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) { return dim_less(stride(b), stride(a)); });
  return order == Dims{0, 1, 2, 3} ? Dims{} : order;
}
Dims inverse(const Dims& order) {
  Dims back = order;
  for (std::size_t i = 0; i < order.size(); ++i)
    back[static_cast<std::size_t>(order[i])] = static_cast<std::int64_t>(i);
  return back;
}

void check_attention(Args args) {
  auto of_each = [&](std::string_view what, auto&& text) {
    return cat({"query.",
                what,
                ": ",
                text(args[0].tensor()),
                " key.",
                what,
                ": ",
                text(args[1].tensor()),
                " and value.",
                what,
                ": ",
                text(args[2].tensor()),
                " instead."});
  };
  auto each = [&](auto&& holds) {
    return holds(args[0].tensor()) && holds(args[1].tensor()) && holds(args[2].tensor());
  };
  Element element = args[0].tensor().element();
  if (!each([&](const Tensor& t) { return t.element() == element; })) {
    throw fx_error("RuntimeError",
                   cat({"Expected query, key, and value to have the same dtype, but got ",
                        of_each("dtype", [](const Tensor& t) { return std::string(ctype_name(t.element())); })}));
  }
  if (!each([](const Tensor& t) { return t.dim() >= 2; })) {
    throw fx_error("RuntimeError",
                   cat({"Expected query, key, and value to all be  at least 2 dimensional, but got ",
                        of_each("dim", [](const Tensor& t) { return std::to_string(t.dim()); })}));
  }
}

// Fully masked rows yield zeros, not NaN.
Tensor safe_softmax(const Tensor& scores) {
  Tensor blind = first(op::all_dim, {first(op::eq, {scores, -HUGE_VAL}), -1, true});
  if (first(op::any, {blind}).item() == 0) return first(op::softmax, {scores, -1});
  return where(blind, 0.0, first(op::softmax, {where(blind, 0.0, scores), -1}));
}

// Heads of keys or values, each repeated for the queries that share it.
Tensor for_each_head(const Tensor& t, const Tensor& query) {
  std::size_t at = t.dim() - 3;
  std::int64_t times = query.sizes()[query.dim() - 3] / t.sizes()[at];
  if (times == 1) return t;
  std::vector<std::int64_t> wide(t.sizes().begin(), t.sizes().end()), out = wide;
  wide.insert(wide.begin() + static_cast<std::ptrdiff_t>(at) + 1, times);
  out[at] *= times;
  return first(
      op::reshape,
      {first(op::expand, {first(op::unsqueeze, {t, static_cast<std::int64_t>(at) + 1}), Dims(wide)}), Dims(out)});
}

// query, key, value, attn_mask, dropout_p, is_causal, scale, enable_gqa
Outputs attention_kernel(Args args) {
  check_attention(args);
  bool grouped = truth_at(args, 7, false);
  if (grouped) shape::check_groups(args);
  Tensor query = args[0].tensor(), key = grouped ? for_each_head(args[1].tensor(), query) : args[1].tensor(),
         value = grouped ? for_each_head(args[2].tensor(), query) : args[2].tensor();
  double scale = number_at(args, 6, 1 / std::sqrt(static_cast<double>(query.sizes().back())));
  Tensor scores = first(op::matmul, {query, first(op::transpose, {key, -2, -1})}) * scale, mask = tensor_at(args, 3);
  if (truth_at(args, 5, false)) {
    if (mask)
      throw fx_error("RuntimeError",
                     "_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True");
    Dims square{scores.sizes()[scores.dim() - 2], scores.sizes().back()};
    // `ones` makes tensors of the CPU only.
    bool host = scores.device() == Device::cpu;
    mask = first(op::tril,
                 {host ? first(op::ones, {square, Element::b8}) : first(op::new_ones, {scores, square, Element::b8})});
  }
  if (mask) scores = mask.element() == Element::b8 ? where(mask, scores, -HUGE_VAL) : scores + mask;
  Tensor weights = mask ? safe_softmax(scores) : first(op::softmax, {scores, -1});
  if (number_at(args, 4, 0) > 0) weights = first(op::dropout, {weights, args[4], true});
  Tensor out = first(op::matmul, {weights, value});
  Dims order = grouped ? Dims{} : order_of_query(args);
  return order.empty()
             ? out
             : first(op::permute, {first(op::contiguous, {first(op::permute, {out, order})}), inverse(order)});
}

// Whether the kernel for batches of heads takes them, as what it asks says: the same batch, heads and widths, and a
// mask of the scores' shape.
bool takes_heads(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& mask, bool grouped) {
  for (std::size_t back : {std::size_t{4}, std::size_t{3}, std::size_t{1}}) {
    if (back > query.dim() || (back == 3 && grouped)) continue;
    std::int64_t size = query.sizes()[query.dim() - back];
    if (!dim_equal(size, key.sizes()[key.dim() - back]) || !dim_equal(size, value.sizes()[value.dim() - back]))
      return false;
  }
  if (!mask) return true;
  std::array<std::int64_t, 4> want{
      key.sizes()[key.dim() - 2], query.sizes()[query.dim() - 2], query.sizes()[query.dim() - 3], query.sizes()[0]};
  for (std::size_t i = 0; i < std::min<std::size_t>(mask.dim(), 4); ++i) {
    std::int64_t size = mask.sizes()[mask.dim() - 1 - i];
    if (size != 1 && !dim_equal(size, want[i])) return false;
  }
  return mask.dim() <= query.dim();
}

// Sizes of the two products: their batches broadcast, and the mask with the scores.
Dims product_sizes(Args args) {
  Tensor query = args[0].tensor(), mask = tensor_at(args, 3);
  bool grouped = truth_at(args, 7, false);
  Tensor key = grouped ? for_each_head(args[1].tensor(), query) : args[1].tensor(),
         value = grouped ? for_each_head(args[2].tensor(), query) : args[2].tensor();
  Tensor scores = first(op::matmul, {query, first(op::transpose, {key, -2, -1})});
  if (mask) scores = Tensor::fake(spec_like(scores, broadcast_shapes(scores.sizes(), mask.sizes())));
  return first(op::matmul, {scores, value}).sizes();
}

// The kernel that PyTorch chooses says which questions it asks of symbolic sizes, and whether operands broadcast.
Dims attention_sizes(Args args) {
  const Tensor &query = args[0].tensor(), &key = args[1].tensor(), &value = args[2].tensor();
  bool grouped = truth_at(args, 7, false), later = newer(EngineNovelty::fused_attention);
  bool same = query.dim() == key.dim() && key.dim() == value.dim();
  bool fused = same && number_at(args, 4, 0) == 0 && (query.dim() == 4 || (later && query.dim() == 3)) &&
               (later || !grouped);
  if (!fused || !takes_heads(query, key, value, tensor_at(args, 3), grouped)) return product_sizes(args);
  Dims sizes = query.sizes();
  sizes[sizes.size() - 1] = value.sizes().back();
  return sizes;
}

Specs attention_fake(Args args) {
  check_attention(args);
  if (truth_at(args, 7, false)) shape::check_groups(args);
  Dims sizes = attention_sizes(args);
  TensorSpec out = spec_like(args[0].tensor(), sizes);
  std::int64_t step = 1;
  Dims order = order_of_query(args);
  for (std::size_t i = order.size(); i-- > 0; step = dim_mul(step, sizes[static_cast<std::size_t>(order[i])]))
    out.strides[static_cast<std::size_t>(order[i])] = step;
  return out;
}

Outputs take_along_dim_kernel(Args args) {
  Tensor self = args[0].tensor(), index = args[1].tensor();
  if (index.element() != Element::i64)
    throw fx_error(
        "RuntimeError",
        cat({"torch.take_along_dim(): dtype of indices should be Long but got ", scalar_name(index.element())}));
  if (at(args, 2).is_none())
    return call(op::gather, {first(op::reshape, {self, Dims{-1}}), 0, first(op::reshape, {index, Dims{-1}})});
  if (self.dim() != index.dim()) {
    throw fx_error("RuntimeError",
                   cat({"torch.take_along_dim(): input and indices should have the same number of dimensions, but got ",
                        std::to_string(self.dim()),
                        " dimensions for input, and ",
                        std::to_string(index.dim()),
                        " dimensions for indices"}));
  }
  if (newer(EngineNovelty::take_along_sizes)) ask_numbers(self.sizes());
  std::size_t d = wrap_dim(args[2].integer(), self.dim());
  Dims without = self.sizes(), other = index.sizes();
  without[d] = index.sizes()[d];
  Dims index_shape = broadcast_shapes(without, other), self_shape = index_shape;
  self_shape[d] = self.sizes()[d];
  Tensor places = first(op::expand, {index, index_shape}), from = first(op::expand, {self, self_shape});
  if (newer(EngineNovelty::counted_from_the_end) && !dim_equal(self.sizes()[d], 0))
    places = first(op::remainder_number, {places, self.sizes()[d]});
  return call(op::gather, {from, static_cast<std::int64_t>(d), places});
}

// Overwritten as under no_grad: the base gets the gradient that it would have had.
Tensor raised_to(Tensor t, double least) {
  for (std::int64_t i = 0; !t.is_fake() && i < t.numel(); ++i) {
    if (t.item_at(i) < least) t.set_item_at(i, least);
  }
  return t;
}
Outputs cosine_similarity_kernel(Args args) {
  Tensor a = args[0].tensor(), b = args[1].tensor();
  std::int64_t dim = at(args, 2).is_number() ? args[2].integer() : 1;
  double eps = number_at(args, 3, 1e-8);
  Dims shape = broadcast_shapes(a.sizes(), b.sizes());
  Element e = result_type(args.first(2));
  if (!is_floating(e))
    throw fx_error("RuntimeError",
                   cat({"expected common dtype to be floating point, yet common dtype is ", scalar_name(e)}));
  // Only integers are converted: two floating dtypes meet in the product.
  if (!is_floating(a.element())) a = first(op::to_copy, {a, e});
  if (!is_floating(b.element())) b = first(op::to_copy, {b, e});
  if (!dims_equal(a.sizes(), b.sizes())) {
    a = first(op::expand, {a, shape});
    b = first(op::expand, {b, shape});
  }
  auto norm = [&](const Tensor& t) {
    return raised_to(first(op::clone, {first(op::linalg_vector_norm, {t, 2, Dims{dim}, true})}), eps);
  };
  Tensor left = norm(a), right = b / norm(b);
  return call(op::sum_dim, {(a / left) * right, Dims{dim}});
}

// Each image of a batch becomes a separate batch.
Outputs instance_norm_kernel(Args args) {
  const Tensor& a = args[0].tensor();
  if (a.dim() < 2) wrap_dim(1, a.dim());
  bool uses_input = truth_at(args, 5, true);
  if (!uses_input && !(tensor_at(args, 3) && tensor_at(args, 4)))
    throw fx_error("RuntimeError", "Expected running_mean and running_var to be defined when use_input_stats is false");
  std::int64_t batch = a.sizes()[0], channels = a.sizes()[1];
  Dims shape = a.sizes();
  shape[0] = 1;
  shape[1] = dim_mul(batch, channels);
  auto each = [&](std::size_t i) {
    return at(args, i).is_tensor() ? Value(first(op::repeat, {args[i], Dims{batch}})) : Value();
  };
  Value running[2] = {each(3), each(4)};
  Tensor out = first(op::batch_norm,
                     {first(op::reshape, {a, shape}),
                      each(1),
                      each(2),
                      running[0],
                      running[1],
                      uses_input,
                      number_at(args, 6, 0.1),
                      number_at(args, 7, 1e-5),
                      false});
  for (std::size_t i = 0; i < 2 && uses_input; ++i) {
    if (running[i].is_tensor())
      first(op::copy,
            {args[3 + i], first(op::mean_dim, {first(op::view, {running[i], Dims{batch, channels}}), Dims{0}, false})});
  }
  return call(op::view, {out, a.sizes()});
}

Specs instance_norm_fake(Args args) {
  ModeScope shapes(&fake_mode());
  Tensor out = instance_norm_kernel(args)[0];
  return spec_like(out, out.sizes());
}

SampleList some() {
  return {
      {samples::ramp({2, 3}, -1, 1)}, {samples::transposed(samples::ramp({3, 2}, -1, 1))}, {samples::ramp({}, -1, 1)}};
}
SampleList spreads() {
  Tensor a = samples::ramp({3, 4}, -2, 3);
  return {{a, Dims{1}}, {a, Dims{0}, false, true}, {a, Value(), true}};
}
SampleList spreads_of_all() { return {{samples::ramp({3, 4}, -2, 3), true}, {samples::ramp({5}, -2, 3), false}}; }
SampleList norm_samples() {
  return {{samples::ramp({2, 3, 4}, -2, 2), Dims{4}, samples::ramp({4}, 0.5, 2), 1e-5},
          {samples::ramp({2, 3}, -2, 2), Dims{2, 3}},
          {samples::ramp({3}, -2, 2, Element::f32), Dims{3}}};
}
SampleList group_samples() {
  return {{samples::ramp({2, 4, 3}, -2, 2), 2, samples::ramp({4}, 0.5, 2), samples::ramp({4}, -1, 1), 1e-5},
          {samples::ramp({1, 2, 2, 2}, -2, 2), 1}};
}
SampleList attention_samples() {
  auto r = [](double low) { return samples::ramp({2, 3, 4}, low, 1); };
  return {{r(-1), r(-2), r(0)},
          {r(-1), r(-2), r(0), Value(), 0.0, true},
          {r(-1), r(-2), r(0), samples::ramp({3, 3}, -1, 1), 0.0, false, 0.25}};
}
SampleList einsum_samples() {
  auto r = [](const Dims& d, double low) { return samples::ramp(d, low, 1); };
  using List = std::vector<Tensor>;
  return {{std::string("ij,jk->ik"), List{r({2, 3}, -1), r({3, 4}, -2)}},
          {std::string("bij,bkj->bik"), List{r({2, 3, 2}, -1), r({2, 2, 2}, -2)}},
          {std::string("ij->j"), List{r({2, 3}, -1)}},
          {std::string("i,j"), List{r({2}, -1), r({3}, -2)}},
          {std::string("ij->ji"), List{r({2, 3}, -1)}},
          {std::string("...ij,jk->...ik"), List{r({2, 2, 3}, -1), r({3, 2}, -2)}},
          {std::string("ii->i"), List{r({3, 3}, -1)}},
          {std::string("bij,bk,b...->...k"), List{r({2, 2, 3}, -1), r({2, 2}, -2), r({2, 2}, 0)}}};
}
SampleList take_samples() {
  Tensor a = samples::ramp({2, 3}, -1, 1);
  return {{a, samples::index({2, 0}, {2, 1}), 1},
          {a, samples::index({1, 0, 0}, {1, 3}), 0},
          {a, samples::index({5, 0}, {2})}};
}
SampleList cosine_samples() {
  return {{samples::ramp({2, 3}, -1, 1), samples::ramp({2, 3}, 1, -2)},
          {samples::ramp({2, 3}, -1, 1), samples::ramp({3}, 1, -2), 0}};
}
SampleList pairs() {
  return {{samples::ramp({2, 3}, -1, 1), samples::ramp({3}, 1, -1)},
          {samples::index({1, 5}, {2}), samples::index({3, 3}, {2})}};
}

}  // namespace

namespace op {

constinit const OpDef contiguous{
    .path = "torch.ops.aten.contiguous.default",
    .schema = "contiguous(Tensor(a) self, *, MemoryFormat memory_format=0) -> Tensor(a)",
    .doc = "The tensor with its elements in rows; itself if they lie so.",
    .decompose = {Decomposition::composite, decomposition::contiguous},
    .run = {.kernel = contiguous_kernel, .complex = on_complex::written, .composite = true},
    .python = {.surfaces = kMethod},
    .samples = some,
};
constinit const OpDef std_dim{
    .path = "torch.ops.aten.std.dim",
    .schema = "std.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor",
    .doc = "Standard deviation over dimensions.",
    .decompose = {Decomposition::table, decomposition::std_dim},
    .run = {.kernel = spread_kernel<op::std_dev>, .complex = on_complex::written, .composite = true},
    .samples = spreads,
};
constinit const OpDef std_default{
    .path = "torch.ops.aten.std.default",
    .schema = "std(Tensor self, bool unbiased=True) -> Tensor",
    .doc = "Standard deviation of all elements.",
    .decompose = {Decomposition::table, decomposition::std_default},
    .run = {.kernel = spread_of_all<op::std_dev>, .complex = on_complex::written, .composite = true},
    .samples = spreads_of_all,
};
constinit const OpDef var_default{
    .path = "torch.ops.aten.var.default",
    .schema = "var(Tensor self, bool unbiased=True) -> Tensor",
    .doc = "Variance of all elements.",
    .decompose = {Decomposition::table, decomposition::var_default},
    .run = {.kernel = spread_of_all<op::var>, .complex = on_complex::written, .composite = true},
    .samples = spreads_of_all,
};
constinit const OpDef var_dim{
    .path = "torch.ops.aten.var.dim",
    .schema = "var.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> Tensor",
    .doc = "Variance over dimensions.",
    .decompose = {Decomposition::table, decomposition::var_dim},
    .run = {.kernel = spread_kernel<op::var>, .complex = on_complex::written, .composite = true},
    .samples = spreads,
};
constinit const OpDef var_mean_dim{
    .path = "torch.ops.aten.var_mean.dim",
    .schema = "var_mean.dim(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False) -> (Tensor, Tensor)",
    .doc = "Variance and mean over dimensions.",
    .decompose = {Decomposition::table, decomposition::var_mean_dim},
    .run = {.kernel = spread_kernel<op::var_mean>, .complex = on_complex::written, .composite = true},
    .python = {.surfaces = kInTorch},
    .samples = spreads,
};
constinit const OpDef numpy_T{
    .path = "torch.ops.aten.numpy_T.default",
    .schema = "numpy_T(Tensor(a) self) -> Tensor(a)",
    .doc = "Dimensions in the opposite order.",
    .decompose = {Decomposition::composite},
    .run =
        {
            .kernel = [](std::span<const Value> args) -> Outputs {
              Dims order;
              for (std::size_t d = args[0].tensor().dim(); d > 0; --d)
                order.push_back(static_cast<std::int64_t>(d) - 1);
              return call(op::permute, {args[0], order});
            },
            .complex = on_complex::written,
            .composite = true,
        },
    .python = {.surfaces = 0},
    .samples =
        [] {
          return SampleList{{samples::ramp({2, 3}, -1, 1)}, {samples::ramp({3}, -1, 1)}};
        },
};
constinit const OpDef rms_norm{
    .path = "torch.ops.aten.rms_norm.default",
    .schema = "rms_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight=None, float? eps=None) -> Tensor",
    .doc = "The last dimensions brought to a mean square of 1, then scaled.",
    .decompose = {Decomposition::table, decomposition::rms_norm},
    .run = {.kernel = rms_norm_kernel, .no_integers = "rms_norm", .composite = true},
    .python = {.surfaces = kInTorch | kInFunctional},
    .samples = norm_samples,
};
constinit const OpDef group_norm{
    .path = "torch.ops.aten.group_norm.default",
    .schema =
        "group_norm(Tensor input, int num_groups, Tensor? weight=None, Tensor? bias=None, float "
        "eps=1.0000000000000001e-05, bool cudnn_enabled=True) -> Tensor",
    .doc = "Groups of channels brought to mean 0 and variance 1, then scaled and shifted.",
    .decompose = {Decomposition::table, decomposition::group_norm},
    .run = {.kernel = group_norm_kernel, .composite = true},
    .python =
        {
            .functional =
                "group_norm(Tensor input, int num_groups, Tensor? weight=None, Tensor? bias=None, float eps=1e-05)",
        },
    .samples = group_samples,
};
constinit const OpDef instance_norm{
    .path = "torch.ops.aten.instance_norm.default",
    .schema =
        "instance_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool "
        "use_input_stats, float momentum, float eps, bool cudnn_enabled) -> Tensor",
    .doc = "Each channel of each image brought to mean 0 and variance 1, then scaled and shifted.",
    .decompose = {Decomposition::table, decomposition::instance_norm},
    .run = {.fake = instance_norm_fake, .kernel = instance_norm_kernel, .composite = true},
    .python =
        {
            .functional = "instance_norm(Tensor input, Tensor? running_mean=None, Tensor? running_var=None, Tensor? "
                          "weight=None, Tensor? "
                          "bias=None, bool use_input_stats=True, float momentum=0.1, float eps=1e-05)",
        },
    .samples =
        [] {
          return SampleList{
              {samples::ramp({2, 2, 3}, -2, 2),
               samples::ramp({2}, 0.5, 2),
               samples::ramp({2}, -1, 1),
               Value(),
               Value(),
               true,
               0.1,
               1e-5,
               false},
              {samples::ramp({1, 3, 2, 2}, -2, 2), Value(), Value(), Value(), Value(), true, 0.1, 1e-3, false}};
        },
};
constinit const OpDef einsum{
    .path = "torch.ops.aten.einsum.default",
    .schema = "einsum(str equation, Tensor[] tensors, *, int[]? path=None) -> Tensor",
    .doc = "Products of tensors' elements, summed as an equation of letters says.",
    .decompose = {Decomposition::table, decomposition::einsum},
    .run = {.kernel = decomposition::einsum, .complex = on_complex::written, .composite = true},
    .samples = einsum_samples,
};
constinit const OpDef attention{
    .path = "torch.ops.aten.scaled_dot_product_attention.default",
    .schema =
        "scaled_dot_product_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask=None, float "
        "dropout_p=0., bool is_causal=False, *, float? scale=None, bool enable_gqa=False) -> Tensor",
    .doc = "softmax(query @ key.T * scale + mask) @ value.",
    .decompose = {Decomposition::table, decomposition::attention},
    .run =
        {
            .fake = attention_fake,
            .kernel = attention_kernel,
            .autocast = Autocast::lower,
            .composite = true,
        },
    .python = {.surfaces = kInFunctional},
    .samples = attention_samples,
};
constinit const OpDef take_along_dim{
    .path = "torch.ops.aten.take_along_dim.default",
    .schema = "take_along_dim(Tensor self, Tensor indices, int? dim=None) -> Tensor",
    .doc = "gather, with sizes that broadcast.",
    .decompose = {Decomposition::table, decomposition::take_along_dim},
    .run = {.kernel = take_along_dim_kernel, .complex = on_complex::written, .composite = true},
    .samples = take_samples,
};
constinit const OpDef cosine_similarity{
    .path = "torch.ops.aten.cosine_similarity.default",
    .schema = "cosine_similarity(Tensor x1, Tensor x2, int dim=1, float eps=1e-08) -> Tensor",
    .doc = "The cosine of the angle between vectors along a dimension.",
    .decompose = {Decomposition::table, decomposition::cosine_similarity},
    .run = {.kernel = cosine_similarity_kernel, .complex = on_complex::written, .composite = true},
    .python = {.surfaces = kInTorch | kInFunctional},
    .samples = cosine_samples,
};
constinit const OpDef max_other{
    .path = "torch.ops.aten.max.other",
    .schema = "max.other(Tensor self, Tensor other) -> Tensor",
    .doc = "maximum.",
    .decompose = {Decomposition::table, decomposition::max_other},
    .run =
        {
            .kernel =
                [](std::span<const Value> args) {
                  return call(op::maximum, {args[0], args[1]});
                },
            .composite = true,
        },
    .samples = pairs,
};
constinit const OpDef min_other{
    .path = "torch.ops.aten.min.other",
    .schema = "min.other(Tensor self, Tensor other) -> Tensor",
    .doc = "minimum.",
    .decompose = {Decomposition::table, decomposition::min_other},
    .run =
        {
            .kernel =
                [](std::span<const Value> args) {
                  return call(op::minimum, {args[0], args[1]});
                },
            .composite = true,
        },
    .samples = pairs,
};
constinit const OpDef split_sizes{
    .path = "torch.ops.aten.split.sizes",
    .schema = "split.sizes(Tensor(a -> *) self, SymInt[] split_size, int dim=0) -> Tensor(a)[]",
    .doc = "split_with_sizes.",
    .decompose = {Decomposition::composite, decomposition::split_sizes},
    .run =
        {
            .kernel =
                [](std::span<const Value> args) {
                  return call(op::split_with_sizes, {args[0], args[1], args.size() > 2 ? args[2] : Value(0)});
                },
            .complex = on_complex::written,
            .composite = true,
            .nested_kernel = true,
        },
    .samples =
        [] {
          return SampleList{{samples::ramp({5, 2}, -1, 1), Dims{2, 3}},
                            {samples::ramp({2, 4}, -1, 1), Dims{1, 0, 3}, 1}};
        },
};

}  // namespace op

}  // namespace seesaw
