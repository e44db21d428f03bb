// Shapes of images in other sizes: resized by interpolation, padded circularly.
#include <algorithm>
#include <set>
#include <vector>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/base/number.h"
#include "core/engine/ops/nn/layer_shapes.h"
#include "core/engine/ops/table/shape_only.h"
#include "core/engine/tensor/layout_questions.h"
#include "core/engine/tensor/size_checks.h"

namespace seesaw {

namespace {

// "(H: 3, W: 4)"
std::string sides_text(const Dims& sizes) {
  constexpr std::string_view kNames = "DHW";
  std::string out;
  for (std::size_t i = 2; i < sizes.size(); ++i)
    out += cat({i == 2 ? "(" : ", ", kNames.substr(i + kNames.size() - sizes.size(), 1), ": ", dim_text(sizes[i])});
  return out + ")";
}

Specs checked_image(const Tensor& t, const Dims& to) {
  auto known_below = [](std::int64_t size, std::int64_t least) { return !is_sym(size) && size < least; };
  for (std::size_t i = 2; i < to.size(); ++i) {
    if (!known_below(t.sizes()[i], 1) && !known_below(to[i], 1)) continue;
    throw fx_error("RuntimeError",
                   cat({"Input and output sizes should be greater than 0, but got input ",
                        sides_text(t.sizes()),
                        to.size() == 3 ? " and" : "",
                        " output ",
                        sides_text(to)}));
  }
  if (t.sizes()[1] == 0)
    throw fx_error("RuntimeError",
                   cat({"Non-empty ",
                        std::to_string(to.size()),
                        "D data tensor expected but got a tensor with sizes ",
                        dims_text(t.sizes())}));
  return shape::dense(t, to);
}

void need_length(std::string_view what, std::size_t want, std::size_t length) {
  if (length != want)
    throw fx_error(
        "RuntimeError",
        cat({"It is expected ", what, " equals to ", std::to_string(want), ", but got size ", std::to_string(length)}));
}

// Of a call of upsample_*.vec: one of two lists, with an entry for each spatial dimension of the input.
void need_one_list(const Tensor& t, bool sizes, bool factors, std::size_t length) {
  if (sizes == factors) throw fx_error("RuntimeError", "Must specify exactly one of output_size and scale_factors");
  if (length + 2 == t.dim()) return;
  throw fx_error("RuntimeError",
                 cat({"Expected static_cast<int64_t>(",
                      sizes ? "output_size" : "scale_factors",
                      "->size()) == spatial_dimensions to be true, but got false.  (Could this error message be "
                      "improved?  If so, please report an enhancement request to PyTorch.)"}));
}

// Roundings inside of each other that are kept: what is asked of a size takes twice as long for each of them.
constexpr std::size_t kMostRoundings = 2;

std::size_t roundings_in(SymTable& symbols, std::int64_t value) {
  std::vector<std::int64_t> open{value};
  std::set<std::int64_t> seen;
  std::size_t out = 0;
  while (!open.empty()) {
    std::int64_t one = open.back();
    open.pop_back();
    if (!is_sym(one) || !seen.insert(one).second) continue;
    SymOperation operation = symbols.operation(one);
    out += operation.name == "TruncToInt" ? 1 : 0;
    open.insert(open.end(), operation.operands.begin(), operation.operands.end());
  }
  return out;
}

std::int64_t scaled_size(std::int64_t size, double factor) {
  if (is_sym(size)) {
    auto whole = factor >= 1 && factor < 0x1p31 ? static_cast<std::int64_t>(factor) : 0;
    if (factor == static_cast<double>(whole)) return dim_mul(size, whole);
    SymTable& symbols = sym_table();
    if (roundings_in(symbols, size) >= kMostRoundings)
      throw user_error("operator",
                       cat({"a symbolic size that is scaled by ", format_float(factor), " was scaled twice before"}),
                       "give size=, or a factor that is an integer, or make the size a number");
    std::int64_t real = symbols.apply("sym_float", std::array{size});
    return symbols.apply("trunc", std::array{symbols.multiply(symbols.real(factor), real)});
  }
  double out = static_cast<double>(size) * factor;
  if (!(out >= -0x1p63 && out < 0x1p63))
    throw fx_error("RuntimeError", "value cannot be converted to type int64_t without overflow");
  return static_cast<std::int64_t>(out);
}

}  // namespace

Specs shape::resized_image(Args args, std::size_t rank) {
  const Tensor& t = shape::self(args);
  Dims sizes = t.sizes(), want = args[1].ints();
  need_length("output_size", rank, want.size());
  need_length("input_size", rank + 2, t.dim());
  std::copy(want.begin(), want.end(), sizes.begin() + 2);
  return checked_image(t, sizes);
}

Specs shape::scaled_image(Args args, std::size_t rank) {
  const Tensor& t = shape::self(args);
  bool sizes = shape::given(args, 1);
  const std::vector<double> factors = factors_of(args.back());
  need_one_list(t, sizes, args.size() > 2 && !args.back().is_none(), sizes ? args[1].ints().size() : factors.size());
  if (sizes) return resized_image(args, rank);
  need_length("output_size", rank, factors.size());
  Dims to = t.sizes();
  for (std::size_t i = 0; i < rank; ++i) to[2 + i] = scaled_size(to[2 + i], factors[i]);
  return checked_image(t, to);
}

void shape::check_interpolation(const Tensor& image, const Dims& to, Interpolation how) {
  std::size_t rank = to.size() - 2;
  bool bytes = image.element() == Element::u8 && (how != Interpolation::linear || rank == 2);
  if (image.is_fake() || is_floating(image.element()) || bytes) return;
  // Small images have a separate loop.
  bool small = rank == 2 && to[2] + to[3] <= 128;
  switch (how) {
    case Interpolation::nearest:
      not_implemented(small ? "upsample_nearest2d_channels_last" : "compute_indices_weights_nearest", image.element());
    case Interpolation::linear:
      not_implemented(small ? "upsample_bilinear2d_channels_last" : "compute_indices_weights_linear", image.element());
    case Interpolation::cubic: not_implemented("compute_indices_weights_cubic", image.element());
  }
}

namespace {

void check_paddable(const Tensor& t, const Dims& pad, std::size_t rank, bool mirrored) {
  std::string sides = std::to_string(2 * rank);
  if (pad.size() != 2 * rank)
    throw fx_error("RuntimeError",
                   cat({"padding size is expected to be ",
                        sides,
                        mirrored ? ", but got: " : "",
                        mirrored ? std::to_string(pad.size()) : ""}));
  bool batched = t.dim() == rank + 2, filled = t.dim() == rank + 1 || batched;
  for (std::size_t i = batched ? 1 : 0; i < t.dim(); ++i) filled = filled && t.sizes()[i] != 0;
  if (!filled) {
    throw fx_error(
        "RuntimeError",
        cat({"Expected ",
             std::to_string(rank + 1),
             "D or ",
             std::to_string(rank + 2),
             "D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions for input, but got: ",
             dims_text(t.sizes())}));
  }
}

}  // namespace

// self, padding: pairs of widths, the last dimension's first
Specs shape::padded_image(Args args, std::size_t rank, bool mirrored) {
  const Tensor& t = shape::self(args);
  Dims sizes = t.sizes(), pad = args[1].ints();
  check_paddable(t, pad, rank, mirrored);
  for (std::size_t pair = 0; pair < pad.size(); pair += 2) {
    std::size_t dim = t.dim() - 1 - pair / 2;
    if (mirrored && !(checked_less(pad[pair], sizes[dim]) && checked_less(pad[pair + 1], sizes[dim]))) {
      throw fx_error("RuntimeError",
                     cat({"Argument #",
                          std::to_string(pair + 4),
                          ": Padding size should be less than the corresponding input dimension, but got: padding (",
                          dim_text(pad[pair]),
                          ", ",
                          dim_text(pad[pair + 1]),
                          ") at dimension ",
                          std::to_string(dim),
                          " of input ",
                          dims_text(t.sizes())}));
    }
    sizes[dim] = dim_add(dim_add(sizes[dim], pad[pair]), pad[pair + 1]);
    if (!asked_less(sizes[dim], 1)) continue;
    constexpr std::string_view kNames = "WHD";
    std::string side(kNames.substr(pair / 2, 1));
    throw fx_error("RuntimeError",
                   cat({"input (",
                        side,
                        ": ",
                        dim_text(t.sizes()[dim]),
                        ") is too small. Calculated output ",
                        side,
                        ": ",
                        dim_text(sizes[dim])}));
  }
  return shape::dense(t, sizes);
}

// self, pad: pairs of widths, the last dimension's first
Specs shape::circularly_padded(Args args) {
  const Tensor& t = shape::self(args);
  Dims sizes = t.sizes(), pad = args[1].ints();
  std::size_t rank = pad.size() / 2;
  if (rank + 1 != t.dim() && rank + 2 != t.dim()) {
    auto length = [&](int outer) { return std::to_string((static_cast<std::int64_t>(t.dim()) - outer) * 2); };
    throw fx_error("RuntimeError",
                   cat({"Invalid padding size, expected 1 or 2 non-padded dimensions, which would be equivalent to "
                        "padding of length ",
                        length(1),
                        " or ",
                        length(2),
                        " respectively but got ",
                        std::to_string(pad.size())}));
  }
  for (std::size_t i = t.dim() - rank; i < t.dim(); ++i) {
    std::size_t at = 2 * (t.dim() - 1 - i);
    if (asked_less(sizes[i], pad[at]) || asked_less(sizes[i], pad[at + 1]))
      throw fx_error("RuntimeError", "Padding value causes wrapping around more than once.");
    sizes[i] = dim_add(dim_add(sizes[i], pad[at]), pad[at + 1]);
    if (asked_less(sizes[i], 0))
      throw fx_error("RuntimeError", "Negative padding value is resulting in an empty dimension");
  }
  return shape::dense(t, sizes);
}

}  // namespace seesaw
