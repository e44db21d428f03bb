// Passes of core/passes/export that add checks or take marks out: inline constraints, guards, tracepoints, quantized
// operators.
#include <doctest/doctest.h>

#include "core/base/cat.h"
#include "core/engine/passes/export/input_constraints.h"
#include "core/graph/passes/node_utils.h"
#include "core/graph/text/read.h"
#include "tests/core/pass_fixture.h"

namespace seesaw {

namespace {

PipelineResult run_one(const Program& program,
                       std::string name,
                       std::vector<std::pair<std::string, std::string>> options = {}) {
  return run_pipeline(program, {{std::move(name), std::move(options)}}, {});
}

std::string names_of(const Program& program) {
  std::string names;
  for (Node* node : program.root->graph()) names += node->name_text() + " ";
  return names;
}

std::string failure_of(const PipelineResult& result) {
  for (const Diagnostic& d : result.reports.back().diagnostics) {
    if (d.severity == Severity::error) return cat({d.exception, ": ", d.message});
  }
  return "none";
}

}  // namespace

TEST_CASE("replace_quantized_ops: weights that a call packed become attributes; packed objects are not known") {
  std::string_view text =
      "def forward(self, x):\n    q = torch.ops.aten.quantize_per_tensor.default(x, 0.5, 1, 13)\n    w = self.lin.w\n  "
      "  pack = torch.ops.quantized.linear_prepack.default(w, None)\n"
      "    lin = torch.ops.quantized.linear_relu.default(q, pack, 0.25, 3)\n    y = "
      "torch.ops.aten.dequantize.self(lin)\n    return (y,)\n";
  PipelineResult result = run_one(test::read(text), "replace_quantized_ops_with_standard_ops");
  REQUIRE(result.ok);
  CHECK(names_of(result.program).find("dequantized_lin_w_w linear relu calculate_qmin_qmax_1 ") != std::string::npos);
  CHECK(names_of(result.program).find("pack") == std::string::npos);
  const Attribute* weight = result.program.root->find_path("dequantized_lin.w_w").attribute;
  REQUIRE(weight != nullptr);
  CHECK(weight->kind == Attribute::Kind::buffer);
  Program object = test::read(
      "def forward(self, x):\n    q = torch.ops.aten.quantize_per_tensor.default(x, 0.5, 1, 13)\n    p = self.packed\n "
      "   y = torch.ops.quantized.linear.default(q, p, 0.25, 3)\n    return (y,)\n");
  CHECK(failure_of(run_one(object, "replace_quantized_ops_with_standard_ops"))
            .find("what the object 'packed' packs is not known") != std::string::npos);
}

TEST_CASE("check_input_constraints: shapes, symbols with ranges, constants, trees") {
  Program program = test::read(
      "def forward(self, x: \"f32[s0, 3]\", y: \"f32[s0]\", n: \"Sym(s1)\"):\n    return (x,)\n");
  program.range_constraints = {{"s0", "VR[4, 10]"}};
  auto tensor = [](Dims sizes) { return Datum(Tensor::zeros(sizes)); };
  auto said = [&](const std::vector<Datum>& inputs, std::string_view spec = {}) -> std::string {
    try {
      check_input_constraints(program, inputs, spec);
    } catch (const Error& error) {
      return error.what();
    }
    return "fits";
  };
  Datum two(Number::of(2));
  CHECK(said({tensor({5, 3}), tensor({5}), two}) == "fits");
  CHECK(said({tensor({5, 4}), tensor({5}), two}) == "Expected input at *args[0].shape[1] to be equal to 3, but got 4");
  CHECK(said({tensor({5, 3}), tensor({6}), two}) == "Expected input at *args[1].shape[0] to be equal to 5, but got 6");
  CHECK(said({tensor({3, 3}), tensor({3}), two}) == "Expected input at *args[0].shape[0] to be >= 4, but got 3");
  CHECK(said({tensor({11, 3}), tensor({11}), two}) == "Expected input at *args[0].shape[0] to be <= 10, but got 11");
  CHECK(
      said({tensor({3}), tensor({3}), two}) ==
      "Unexpected number of dimensions in input at *args[0].shape (expected torch.Size([s0, 3]), got torch.Size([3]))");
  CHECK(said({two, tensor({3}), two}) == "Expected input at *args[0] to be a tensor, but got <class 'int'>");
  const std::string leaf = R"({"type": null, "context": null, "children_spec": []})";
  std::string spec = cat(
      {R"([1, {"type": "builtins.tuple", "context": "null", "children_spec": [{"type": "builtins.tuple", )"
       R"("context": "null", "children_spec": [{"type": "builtins.dict", "context": "[\"k\"]", "children_spec": [)",
       leaf,
       R"(]}]}, {"type": "builtins.dict", "context": "[\"y\", \"n\"]", "children_spec": [)",
       leaf,
       ", ",
       leaf,
       "]}]}]"});
  CHECK(said({tensor({5, 4}), tensor({5}), two}, spec) ==
        "Expected input at *args[0]['k'].shape[1] to be equal to 3, but got 4");
  CHECK(said({tensor({5, 3}), tensor({6}), two}, spec) == "Expected input at 'y'.shape[0] to be equal to 5, but got 6");
  CHECK(said({tensor({5, 3})}, spec) == "Unexpected number of inputs (expected 3, got 1)");
}

}  // namespace seesaw
