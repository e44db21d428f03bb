// Sequences of different lengths in one tensor.
#include <algorithm>
#include <string>
#include <vector>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/composed/decomposition_parts.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/view/view_parts.h"

namespace seesaw {

namespace {

using decomposition::one;

// Before 2.14 the longer one is found by a branch, which the examples decide.
std::int64_t longer(std::int64_t a, std::int64_t b) {
  if ((!is_sym(a) && !is_sym(b)) || newer(EngineNovelty::symbolic_extremes)) return dim_max(a, b);
  std::optional<double> left = sym_table().example(a), right = sym_table().example(b);
  return left && right ? (*left < *right ? b : a) : dim_less(a, b) ? b : a;
}

// Arguments of pad_sequence: sequences, batch_first, padding_value, padding_side.
struct Padding {
  const std::vector<Tensor>& sequences;
  bool batch_first, left;
  Value number;
  std::int64_t longest = 0;
  Dims sizes;  // of the result

  explicit Padding(Args args)
      : sequences(args[0].tensors()),
        batch_first(has(args, 1) && args[1].truth()),
        left(has(args, 3) && args[3].text() == "left"),
        number(has(args, 2) ? args[2] : Value(0.0)) {
    if (sequences.empty()) throw fx_error("RuntimeError", "received an empty list of sequences");
    const std::string side = has(args, 3) ? std::string(args[3].text()) : "right";
    if (side != "left" && side != "right")
      throw fx_error("RuntimeError", cat({"Expected padding_side to be one of left or right, but got ", side, "."}));
    for (const Tensor& x : sequences) {
      if (x.dim() == 0) throw fx_error("RuntimeError", "ArrayRef: invalid slice, N = 1; size = 0");
      if (x.dim() < sequences[0].dim())
        throw fx_error("RuntimeError",
                       cat({"Length of pad should be no more than twice the number of dimensions of the input. Pad "
                            "length is ",
                            std::to_string(2 * sequences[0].dim()),
                            " while the input has ",
                            std::to_string(x.dim()),
                            " dimensions."}));
      const std::int64_t length = x.sizes()[0];
      longest = &x == sequences.data() ? length : longer(longest, length);
    }
    auto count = static_cast<std::int64_t>(sequences.size());
    sizes = batch_first ? Dims{count, longest} : Dims{longest, count};
    const Dims& first = sequences[0].sizes();
    for (std::size_t d = 1; d < first.size(); ++d) sizes.push_back(first[d]);
  }
  std::int64_t batch_dim() const { return batch_first ? 0 : 1; }
  Tensor filled() const {
    using namespace decomposition;
    return one("full.default", {sizes, number, sequences[0].element(), strided(), cpu(), false});
  }
};

}  // namespace

}  // namespace seesaw

namespace seesaw::decomposition {

// PyTorch's decomposition in Python pads each sequence to the longest one, and chooses its row by the row's number.
Outputs pad_sequence(Args args) {
  Padding padding(args);
  Tensor out = padding.filled();
  for (std::size_t i = 0; i < padding.sequences.size(); ++i) {
    const Tensor& x = padding.sequences[i];
    Dims widths(2 * padding.sequences[0].dim(), 0);
    widths[widths.size() - (padding.left ? 2 : 1)] = dim_sub(padding.longest, x.sizes()[0]);
    Tensor row = one("constant_pad_nd.default", {x, widths, padding.number});
    out = one("select_scatter.default", {out, row, padding.batch_dim(), static_cast<std::int64_t>(i)});
  }
  return out;
}

}  // namespace seesaw::decomposition

namespace seesaw {

namespace {

// Eager PyTorch copies each sequence into its part of the result: autograd records a CopySlices for each of them.
Outputs pad_sequence_kernel(Args args) {
  Padding padding(args);
  Tensor out = one("new_full.default", {padding.sequences[0], padding.sizes, padding.number});
  for (std::size_t i = 0; i < padding.sequences.size(); ++i) {
    const Tensor& x = padding.sequences[i];
    std::int64_t length = x.sizes()[0], start = padding.left ? padding.longest - length : 0;
    Tensor place = one("select.int", {out, padding.batch_dim(), static_cast<std::int64_t>(i)});
    call_inplace(op::copy, {one("slice.Tensor", {place, 0, start, start + length}), x});
  }
  return out;
}

Specs pad_sequence_specs(Args args) {
  Padding padding(args);
  return spec_like(padding.sequences[0], padding.sizes);
}

SampleList pad_sequence_samples() {
  const std::vector<Tensor> rows = {
      samples::ramp({3, 2}, -2, 2), samples::ramp({1, 2}, 0, 1), samples::ramp({2, 2}, 1, 2)};
  const std::vector<Tensor> vectors = {samples::ramp({2}, -1, 1), samples::ramp({4}, 1, 3)};
  return {{rows}, {rows, true, 0.5}, {vectors, false, -1.0, std::string("left")}, {vectors, true}};
}

}  // namespace

namespace op {

constinit const OpDef pad_sequence{
    .path = "torch.ops.aten.pad_sequence.default",
    .schema =
        "pad_sequence(Tensor[] sequences, bool batch_first=False, float padding_value=0., str "
        "padding_side=\"right\") -> Tensor",
    .doc = "Sequences of different lengths, padded to the longest, side by side.",
    .decompose = {Decomposition::composite, decomposition::pad_sequence},
    .run = {.fake = pad_sequence_specs, .kernel = pad_sequence_kernel, .composite = true},
    .python = {.surfaces = 0},
    .samples = pad_sequence_samples,
};

}  // namespace op

}  // namespace seesaw
