#include "core/engine/ops/table/out_forms.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "core/base/cat.h"
#include "core/engine/ops/table/schema.h"
#include "core/engine/ops/table/torch_names.h"

namespace seesaw {

namespace {

constexpr std::string_view kAtenPrefix = "torch.ops.aten.";

struct Overload {
  std::string_view packet, name;
};

// What the rule does not give; an empty name: there is no such form.
struct Exception {
  std::string_view packet, functional, out;
};
constexpr Exception kExceptions[] = {{"_softmax_backward_data", "default", ""},
                                     {"all", "default", "all_out"},
                                     {"any", "default", "all_out"},
                                     {"bernoulli", "p", "float_out"},
                                     {"div", "Tensor_mode", "out_mode"},
                                     {"divide", "Tensor_mode", "out_mode"},
                                     {"huber_loss_backward", "default", ""},
                                     {"linalg_matrix_rank", "tol_tensor", "out_tol_tensor"},
                                     {"linalg_pinv", "rcond_tensor", "out_rcond_tensor"},
                                     {"max", "default", "unary_out"},
                                     {"mean", "default", "dtype_out"},
                                     {"min", "default", "unary_out"},
                                     {"norm", "ScalarOpt_dim", "out"},
                                     {"norm", "ScalarOpt_dim_dtype", "dtype_out"},
                                     {"std", "default", ""},
                                     {"var", "default", ""},
                                     {"xlogy", "Scalar_Other", "OutScalar_Other"},
                                     {"xlogy", "Scalar_Self", "OutScalar_Self"},
                                     {"xlogy", "Tensor", "OutTensor"}};

// Packets whose functions in Python take no out=, although the overload is there.
constexpr std::string_view kGraphsOnly[] = {"adaptive_avg_pool1d",
                                            "affine_grid_generator",
                                            "as_strided_copy",
                                            "as_strided_scatter",
                                            "avg_pool1d",
                                            "binary_cross_entropy_with_logits",
                                            "bincount",
                                            "block_diag",
                                            "cauchy",
                                            "celu",
                                            "channel_shuffle",
                                            "clone",
                                            "constant_pad_nd",
                                            "convolution",
                                            "convolution_overrideable",
                                            "copy",
                                            "count_nonzero",
                                            "diag_embed",
                                            "diagonal_backward",
                                            "diagonal_scatter",
                                            "dist",
                                            "embedding",
                                            "embedding_dense_backward",
                                            "embedding_renorm",
                                            "expand_copy",
                                            "exponential",
                                            "fill",
                                            "flip",
                                            "geometric",
                                            "glu_jvp",
                                            "grid_sampler_2d",
                                            "grid_sampler_3d",
                                            "hardswish_backward",
                                            "index",
                                            "index_fill",
                                            "index_put",
                                            "isinf",
                                            "isnan",
                                            "lift_fresh_copy",
                                            "linalg_matrix_exp",
                                            "log_normal",
                                            "masked_fill",
                                            "masked_scatter",
                                            "max_unpool2d",
                                            "max_unpool3d",
                                            "median",
                                            "nanmedian",
                                            "native_dropout_backward",
                                            "nonzero_static",
                                            "permute_copy",
                                            "pixel_shuffle",
                                            "pixel_unshuffle",
                                            "put",
                                            "random",
                                            "relu",
                                            "repeat",
                                            "repeat_interleave",
                                            "roll",
                                            "rot90",
                                            "rsub",
                                            "segment_reduce",
                                            "select_backward",
                                            "select_scatter",
                                            "slice_backward",
                                            "split_with_sizes_copy",
                                            "trace",
                                            "unfold_backward",
                                            "uniform",
                                            "zero"};

std::optional<Overload> overload_of(std::string_view path) {
  std::size_t dot = path.rfind('.');
  if (!path.starts_with(kAtenPrefix) || dot < kAtenPrefix.size()) return std::nullopt;
  return Overload{path.substr(kAtenPrefix.size(), dot - kAtenPrefix.size()), path.substr(dot + 1)};
}

// Calls f with each name of a text in which spaces separate them, until it gives true.
template <class F>
bool any_name(std::string_view names, F&& f) {
  while (!names.empty()) {
    std::string_view name = names.substr(0, names.find(' '));
    names.remove_prefix(std::min(name.size() + 1, names.size()));
    if (f(name)) return true;
  }
  return false;
}

// X_out for X, IntList_out for dim_IntList, and out where the overload has the name of none or of its operands.
std::string out_name(const Overload& one, std::string_view names) {
  for (const Exception& row : kExceptions) {
    if (row.packet == one.packet && row.functional == one.name) return std::string(row.out);
  }
  constexpr std::string_view kDim = "dim_";
  static constexpr std::string_view kPlain[] = {"default", "Tensor", "dim", "other"};
  bool plain = std::find(std::begin(kPlain), std::end(kPlain), one.name) != std::end(kPlain);
  std::string_view rest = one.name.starts_with(kDim) ? one.name.substr(kDim.size()) : std::string_view();
  for (const std::string& name : {cat({one.name, "_out"}),
                                  rest.empty() ? std::string() : cat({rest, "_out"}),
                                  plain ? std::string("out") : std::string()}) {
    if (!name.empty() && any_name(names, [&](std::string_view known) { return known == name; })) return name;
  }
  return {};
}

// It computes one tensor of tensors; where a dtype and a layout are told, out= says them.
bool computes_one(const OpSchema& schema) {
  auto has = [&](auto holds) { return std::any_of(schema.parameters.begin(), schema.parameters.end(), holds); };
  return schema.returns.size() == 1 && is_type(schema.returns[0], "Tensor") && !is_list_type(schema.returns[0]) &&
         has([](const SchemaParameter& one) { return is_type(one.type, "Tensor"); }) &&
         !has([](const SchemaParameter& one) { return one.name == "layout" || one.name == "out"; });
}

}  // namespace

std::string out_path(std::string_view functional) {
  std::optional<Overload> one = overload_of(functional);
  const OpSchema* schema = one ? find_schema(functional) : nullptr;
  if (schema == nullptr || !computes_one(*schema)) return {};
  std::string name = out_name(*one, overloads_in_torch("aten", one->packet));
  return name.empty() ? std::string() : cat({kAtenPrefix, one->packet, ".", name});
}

std::string functional_of_out(std::string_view path) {
  std::optional<Overload> one = overload_of(path);
  std::string out;
  if (!one) return out;
  any_name(overloads_in_torch("aten", one->packet), [&](std::string_view name) {
    std::string functional = cat({kAtenPrefix, one->packet, ".", name});
    if (out_path(functional) == path) out = std::move(functional);
    return !out.empty();
  });
  return out;
}

bool python_takes_out(std::string_view packet) {
  return std::find(std::begin(kGraphsOnly), std::end(kGraphsOnly), packet) == std::end(kGraphsOnly);
}

}  // namespace seesaw
