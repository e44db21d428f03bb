// run_decompositions: lists of results, calls that PyTorch refuses, writes to diagonals; and what its graphs take to
// run.
#include <doctest/doctest.h>

#include "core/base/cat.h"
#include "core/engine/exec/op_call.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/table/ops.h"
#include "core/graph/passes/pass_manager.h"
#include "tests/core/pass_fixture.h"

namespace seesaw {

namespace {

using test::error_of;

PipelineResult decomposed(std::string_view text) { return test::run_one(test::read(text), "run_decompositions"); }

std::string graph_of(std::string_view text) {
  PipelineResult result = decomposed(text);
  REQUIRE_MESSAGE(result.ok, text);
  return result.program.root->graph().str();
}

// A program of one call, of an operator of aten.
std::string program_of(std::string_view inputs, std::string_view call) {
  return cat({"def forward(self, ", inputs, "):\n    out = torch.ops.aten.", call, "\n    return (out,)\n"});
}

std::string refusal_of(std::string_view inputs, std::string_view call) {
  PipelineResult result = decomposed(program_of(inputs, call));
  for (const Diagnostic& d : result.reports.back().diagnostics) {
    if (d.severity == Severity::error) return d.message;
  }
  return "none";
}

std::string last_line(const std::string& text) { return text.substr(text.rfind('\n') + 1); }

}  // namespace

TEST_CASE("run_decompositions: lists of results that share a tensor, and tensors that are in a list") {
  std::string two = graph_of(
      "def forward(self, x: \"f32[2, 3]\", y: \"f32[3]\", z: \"f32[1]\"):\n    bt1 = "
      "torch.ops.aten.broadcast_tensors.default([x, y])\n"
      "    bt2 = torch.ops.aten.broadcast_tensors.default([x, z])\n    g1 = bt1[1]\n    g2 = bt2[1]\n    return (g1, "
      "g2)\n");
  CHECK(two.find("%expand : [num_users=1] = call_function[target=torch.ops.aten.expand.default](args = (%y, [2, 3])") !=
        std::string::npos);
  CHECK(
      two.find("%expand_1 : [num_users=1] = call_function[target=torch.ops.aten.expand.default](args = (%z, [2, 3])") !=
      std::string::npos);
  CHECK(last_line(two) == "    return (expand, expand_1)");
  std::string last = graph_of(
      "def forward(self, x: \"f32[2, 3]\", y: \"f32[3]\"):\n    bt = torch.ops.aten.broadcast_tensors.default([x, "
      "y])\n    g = bt[-1]\n    return (g,)\n");
  CHECK(last_line(last) == "    return (expand,)");
  // A subscript of a tensor that a list gave first is no item of that list.
  PipelineResult input = decomposed(
      "def forward(self, x: \"f32[3, 3]\", y: \"f32[3]\"):\n    bt1 = torch.ops.aten.broadcast_tensors.default([x, "
      "y])\n    g1 = bt1[1]\n    s = x[1]\n    return (g1, s)\n");
  CHECK_FALSE(input.ok);
  PipelineResult item = decomposed(
      "def forward(self, x: \"f32[4, 3]\"):\n    c = torch.ops.aten.chunk.default(x, 2)\n    g = c[0]\n    h = g[1]\n  "
      "  return (h,)\n");
  CHECK_FALSE(item.ok);
}

TEST_CASE("run_decompositions: a region of another device changes nothing of the region around it") {
  std::string text = graph_of(
      "class <lambda>(torch.nn.Module):\n    def forward(self, x: \"f32[2, 2]\"):\n        outer = self.outer\n        "
      "wrapped = torch.ops.higher_order.wrap_with_autocast('cpu', torch.bfloat16, True, False, outer, x)\n        y = "
      "wrapped[0]\n"
      "        return (y,)\n\n    class outer(torch.nn.Module):\n        def forward(self, x: \"f32[2, 2]\"):\n        "
      "    inner = self.inner\n"
      "            wrapped = torch.ops.higher_order.wrap_with_autocast('cuda', torch.float16, False, False, inner, "
      "x)\n            y = wrapped[0]\n            return (y,)\n\n"
      "        class inner(torch.nn.Module):\n            def forward(self, x: \"f32[2, 2]\"):\n                y = "
      "torch.ops.aten.mm.default(x, x)\n                return (y,)\n");
  CHECK(text.find("kwargs = {dtype: torch.bfloat16}") != std::string::npos);
}

TEST_CASE("run_decompositions: calls that PyTorch refuses are refused with its words, before a rule looks at them") {
  struct Wrong {
    std::string_view inputs, call, message;
  };
  constexpr Wrong kWrong[] = {
      {"x: \"f32[1, 4, 2, 2]\"",
       "pixel_shuffle.default(x, 0)",
       "pixel_shuffle expects a positive upscale_factor, but got 0"},
      {"x: \"f32[1, 4, 2, 2]\"",
       "pixel_unshuffle.default(x, 0)",
       "pixel_unshuffle expects a positive downscale_factor, but got 0"},
      {"x: \"f32[1, 4, 2, 2]\"",
       "channel_shuffle.default(x, 0)",
       "Number of groups to divide channels in must be positive. Value of groups:0"},
      {"x: \"f32[3]\"",
       "unflatten.int(x, 0, [0, -1])",
       "unflatten: Provided sizes [0, -1] don't multiply up to the size of dim 0 (3) in the input tensor"},
      {"x: \"f32[0]\"",
       "reshape.default(x, [0, -1])",
       "cannot reshape tensor of 0 elements into shape [0, -1] because the unspecified dimension size -1 can be any "
       "value and is ambiguous"},
      {"x: \"f32[]\", y: \"f32[]\"",
       "select_scatter.default(x, y, 0, 0)",
       "select() cannot be applied to a 0-dim tensor."},
      {"x: \"f32[]\"", "repeat_interleave.self_int(x, 3, 0)", ""},
      {"x: \"f32[3]\"", "group_norm.default(x, 1)", ""},
      {"x: \"f32[3]\"", "reflection_pad2d.default(x, [1, 1, 1, 1])", ""},
      {"x: \"f32[2, 3]\"",
       "reflection_pad1d.default(x, [3, 0])",
       "Argument #4: Padding size should be less than the corresponding input dimension"},
      {"x: \"f32[1, 2, 5]\", w: \"f32[1]\"", "conv1d.default(x, w)", "weight should have at least three dimensions"},
      {"x: \"f32[5]\", w: \"f32[1]\"",
       "conv_transpose1d.default(x, w)",
       "weight should have at least three dimensions"},
      {"x: \"f32[3]\"", "upsample_nearest1d.vec(x, [4], None)", ""},
      {"x: \"f32[1, 1, 2, 2]\"", "upsample_nearest2d.vec(x, [4], None)", ""},
      {"x: \"f32[2, 3, 4]\"",
       "flatten.using_ints(x, 2, 1)",
       "flatten() has invalid args: start_dim cannot come after end_dim"},
      {"x: \"f32[3]\"", "glu.default(x)", "Halving dimension must be even, but dimension 0 is size 3"},
      {"x: \"f32[2, 3]\"", "roll.default(x, [1], [0, 1])", "shifts and dimensions must align. shifts: 1, dims:2"},
      {"x: \"f32[3]\"",
       "rms_norm.default(x, [2, 3])",
       "Given normalized_shape=[2, 3], expected input with shape [*, 2, 3]"},
      {"x: \"f32[2, 0]\", t: \"f32[2, 0]\"",
       "cross_entropy_loss.default(x, t)",
       "cross_entropy of no classes is not decomposed yet"},
      {"x: \"f32[3]\"",
       "softplus.default(x, 'a')",
       "aten::softplus() Expected a value of type 'number' for argument 'beta' but instead found type 'str'."},
      {"x: \"f32[2, 3]\"",
       "einsum.default('ij->k', [x])",
       "einsum(): output subscript k does not appear in the equation for any input operand"},
  };
  for (const Wrong& wrong : kWrong) {
    CAPTURE(wrong.call);
    std::string found = refusal_of(wrong.inputs, wrong.call);
    CHECK(found != "none");
    CHECK(found.substr(0, wrong.message.size()) == wrong.message);
  }
}

TEST_CASE("run_decompositions: where with a number has the result type of both") {
  std::string text = graph_of(
      "def forward(self, c: \"b8[2]\", y: \"i64[2]\"):\n    a = torch.ops.aten.where.ScalarOther(c, y, 0.5)\n    b = "
      "torch.ops.aten.where.ScalarSelf(c, 0.5, y)\n"
      "    d = torch.ops.aten.where.ScalarOther(c, y, 2)\n    return (a, b, d)\n");
  auto count = [&](std::string_view part) {
    std::size_t out = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++out;
    return out;
  };
  CHECK(count("scalar_tensor.default](args = (0.5,), kwargs = {dtype: torch.float32, layout: torch.strided, device: "
              "cpu})") == 2);
  CHECK(count("_to_copy.default](args = (%y,), kwargs = {dtype: torch.float32})") == 2);
  CHECK(
      count("scalar_tensor.default](args = (2,), kwargs = {dtype: torch.int64, layout: torch.strided, device: cpu})") ==
      1);
}

TEST_CASE("run_decompositions: a write to a diagonal") {
  CHECK(
      graph_of("def forward(self, x: \"f32[3, 3]\"):\n    clone: \"f32[3, 3]\" = torch.ops.aten.clone.default(x)\n    "
               "diagonal: \"f32[3]\" = torch.ops.aten.diagonal.default(clone)\n"
               "    mul_: \"f32[3]\" = torch.ops.aten.mul_.Tensor(diagonal, 2)\n    return (clone,)\n") ==
      "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %clone : [num_users=2] = "
      "call_function[target=torch.ops.aten.clone.default](args = (%x,), kwargs = {})\n"
      "    %diagonal : [num_users=1] = call_function[target=torch.ops.aten.diagonal.default](args = (%clone,), kwargs "
      "= {})\n"
      "    %mul : [num_users=1] = call_function[target=torch.ops.aten.mul.Tensor](args = (%diagonal, 2), kwargs = {})\n"
      "    %diagonal_scatter : [num_users=1] = call_function[target=torch.ops.aten.diagonal_scatter.default](args = "
      "(%clone, %mul), kwargs = {})\n"
      "    return (diagonal_scatter,)");
}

TEST_CASE("execution: memory formats reach kernels, and numbers the kernels that wrap them") {
  Context context;
  Tensor across = call(op::t, {Tensor::from({1, 2, 3, 4, 5, 6}, Dims{2, 3})})[0];
  auto cloned = [&](std::string_view format) {
    Interpreter::Arguments arguments{{Datum(across)},
                                     {{context.intern("memory_format"), Datum::name(std::string(format))}}};
    return call_operator("torch.ops.aten.clone.default", arguments).tensor();
  };
  CHECK(cloned("torch.contiguous_format").is_contiguous());
  CHECK(cloned("torch.contiguous_format").item_at(1) == 4);
  CHECK(cloned("torch.preserve_format").strides() == across.strides());
  auto number = [&](std::string_view path, std::vector<Datum> args) {
    return call_operator(cat({"torch.ops.aten.", path}), {std::move(args), {}}).tensor().item_at(1);
  };
  Datum ints(Tensor::from({5, 7}, Dims{2}, Element::i64)), two(Number::of(2));
  CHECK(number("div.Scalar", {ints, two}) == 3.5);
  CHECK(number("mul.Scalar", {ints, two}) == 14);
  CHECK(number("sub.Scalar", {ints, two, two}) == 3);
  CHECK_FALSE(can_run("torch.ops.aten.linalg_eig.default"));
}

TEST_CASE("unflatten: sizes that do not fit") {
  auto failure = [](Tensor x, std::int64_t dim, Dims sizes) {
    return error_of([&] { call(op::unflatten, {x, dim, sizes}); });
  };
  Tensor x = Tensor::zeros(Dims{3}, Element::f32);
  constexpr std::string_view kNoFit = "don't multiply up to the size of dim 0 (3) in the input tensor";
  CHECK(failure(x, 0, {0, -1}) == cat({"RuntimeError: unflatten: Provided sizes [0, -1] ", kNoFit}));
  CHECK(failure(x, 0, {2, 2}) == cat({"RuntimeError: unflatten: Provided sizes [2, 2] ", kNoFit}));
  CHECK(failure(x, -1, {2, -1}) == cat({"RuntimeError: unflatten: Provided sizes [2, -1] ", kNoFit}));
  CHECK(failure(x, 0, {}) == "RuntimeError: unflatten: sizes must be non-empty");
  CHECK(failure(x, 0, {-1, -1}) ==
        "RuntimeError: unflatten got an unexpected error:\nonly one dimension can be inferred");
  CHECK(failure(x, 0, {-2, 1}) == "RuntimeError: invalid shape dimension -2");
  CHECK(failure(x, 3, {3}) == "IndexError: Dimension out of range (expected to be in range of [-1, 0], but got 3)");
  CHECK(failure(Tensor::zeros(Dims{}, Element::f32), 0, {1}) ==
        "IndexError: Dimension specified as 0 but tensor has no dimensions");
  CHECK(failure(Tensor::zeros(Dims{2, 0}, Element::f32), 1, {0, -1}) ==
        "RuntimeError: cannot reshape tensor of 0 elements into shape [0, -1] because the unspecified dimension size "
        "-1 can be any value and is ambiguous");
  CHECK(dims_text(call(op::unflatten, {Tensor::zeros(Dims{2, 6}, Element::f32), -1, Dims{-1, 3}})[0].sizes()) ==
        "[2, 2, 3]");
}

TEST_CASE("dtypes by other names are the dtype, in code and in the text of a graph") {
  Program code = test::read(
      "def forward(self, x: \"f32[3]\"):\n    a = torch.ops.aten.to.dtype(x, torch.float)\n    b = "
      "torch.ops.aten.to.dtype(x, torch.long)\n    return (a, b)\n");
  CHECK(code.root->graph().str().find("(%x, torch.float32)") != std::string::npos);
  CHECK(code.root->graph().str().find("(%x, torch.int64)") != std::string::npos);
  Program text = test::program_of(
      {{"",
        "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %to : [num_users=1] = "
        "call_function[target=torch.ops.aten.to.dtype](args = (%x, torch.cdouble), kwargs = {})\n    return to"}});
  CHECK(text.root->graph().str().find("(%x, torch.complex128)") != std::string::npos);
  PipelineResult merged = test::run_one(
      test::read("def forward(self, x: \"f32[3]\"):\n    a = torch.ops.aten.to.dtype(x, torch.int64)\n    b = "
                 "torch.ops.aten.to.dtype(x, torch.long)\n    return (a, b)\n"),
      "cse_pass");
  REQUIRE(merged.ok);
  CHECK(last_line(merged.program.root->graph().str()) == "    return (a, a)");
}

}  // namespace seesaw
