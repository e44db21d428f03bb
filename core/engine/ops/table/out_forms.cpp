// Overloads with out=, by packet.
#include "core/engine/ops/table/out_forms.h"

#include <algorithm>
#include <iterator>

#include "core/base/cat.h"

namespace seesaw {

namespace {

constexpr std::string_view kAtenPrefix = "torch.ops.aten.";

struct OutForm {
  std::string_view packet, functional, out;
};

// Those of one tensor.
constexpr std::string_view kOutOfOne[] = {
    "abs",   "acos",  "acosh",   "angle",      "asin",    "asinh",  "atan",     "atanh",       "bitwise_not",
    "ceil",  "cos",   "cosh",    "erf",        "erfc",    "erfinv", "exp",      "exp2",        "expm1",
    "floor", "frac",  "lgamma",  "log",        "log10",   "log1p",  "log2",     "logical_not", "neg",
    "rsqrt", "round", "sigmoid", "sign",       "signbit", "sin",    "sinh",     "sqrt",        "square",
    "tan",   "tanh",  "trunc",   "reciprocal", "digamma", "sinc",   "isneginf", "isposinf"};
// Those of two tensors whose overload without out has no name.
constexpr std::string_view kOutOfDefault[] = {
    "addbmm", "addcdiv", "addcmul",     "addmm",      "addmv",        "addr",      "baddbmm",
    "bmm",    "cat",     "clamp",       "cumprod",    "cumsum",       "diag",      "dot",
    "fmax",   "fmin",    "logical_and", "logical_or", "logical_xor",  "logsumexp", "logaddexp",
    "matmul", "maximum", "minimum",     "mm",         "mv",           "argmax",    "argmin",
    "outer",  "stack",   "tril",        "triu",       "index_select", "take"};
// Those whose overload without out takes a tensor.
constexpr std::string_view kOutOfTensor[] = {"add", "atan2", "div", "mul", "sub", "true_divide", "copysign"};
constexpr std::string_view kOutOfPairs[] = {
    "eq", "ne", "lt", "le", "gt", "ge", "bitwise_and", "bitwise_or", "bitwise_xor", "fmod", "remainder"};
constexpr OutForm kOutForms[] = {{"atan2", "default", "out"},
                                 {"clamp", "Tensor", "Tensor_out"},
                                 {"floor_divide", "default", "out"},
                                 {"div", "Tensor_mode", "out_mode"},
                                 {"hypot", "default", "out"},
                                 {"lerp", "Scalar", "Scalar_out"},
                                 {"lerp", "Tensor", "Tensor_out"},
                                 {"max", "other", "out"},
                                 {"mean", "dim", "out"},
                                 {"min", "other", "out"},
                                 {"pow", "Scalar", "Scalar_out"},
                                 {"pow", "Tensor_Scalar", "Tensor_Scalar_out"},
                                 {"pow", "Tensor_Tensor", "Tensor_Tensor_out"},
                                 {"prod", "dim_int", "int_out"},
                                 {"softmax", "int", "int_out"},
                                 {"log_softmax", "int", "int_out"},
                                 {"std", "dim", "out"},
                                 {"std", "correction", "correction_out"},
                                 {"sum", "dim_IntList", "IntList_out"},
                                 {"var", "dim", "out"},
                                 {"var", "correction", "correction_out"},
                                 {"where", "self", "self_out"}};

bool packet_among(std::string_view packet, const std::string_view* begin, const std::string_view* end) {
  return std::find(begin, end, packet) != end;
}

// The overload on the other side; `to_out`: of one without out.
std::string_view other_overload(std::string_view packet, std::string_view overload, bool to_out) {
  if (overload == (to_out ? "default" : "out") &&
      (packet_among(packet, std::begin(kOutOfOne), std::end(kOutOfOne)) ||
       packet_among(packet, std::begin(kOutOfDefault), std::end(kOutOfDefault))))
    return to_out ? "out" : "default";
  if (overload == (to_out ? "Tensor" : "out") && packet_among(packet, std::begin(kOutOfTensor), std::end(kOutOfTensor)))
    return to_out ? "out" : "Tensor";
  if (packet_among(packet, std::begin(kOutOfPairs), std::end(kOutOfPairs))) {
    for (std::string_view kind : {"Tensor", "Scalar"}) {
      std::string_view out = kind == "Tensor" ? "Tensor_out" : "Scalar_out";
      if (overload == (to_out ? kind : out)) return to_out ? out : kind;
    }
  }
  for (const OutForm& row : kOutForms) {
    if (row.packet == packet && overload == (to_out ? row.functional : row.out))
      return to_out ? row.out : row.functional;
  }
  return {};
}

std::string other_path(std::string_view path, bool to_out) {
  std::size_t dot = path.rfind('.');
  if (!path.starts_with(kAtenPrefix) || dot < kAtenPrefix.size()) return {};
  std::string_view packet = path.substr(kAtenPrefix.size(), dot - kAtenPrefix.size());
  std::string_view other = other_overload(packet, path.substr(dot + 1), to_out);
  return other.empty() ? std::string() : cat({path.substr(0, dot + 1), other});
}

}  // namespace

std::string out_path(std::string_view functional) { return other_path(functional, true); }
std::string functional_of_out(std::string_view path) { return other_path(path, false); }

}  // namespace seesaw
