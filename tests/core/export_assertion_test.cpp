// Passes of core/passes/export that add checks or take marks out: inline constraints, guards, tracepoints, quantized
// operators.
#include <doctest/doctest.h>

#include "core/ir/read.h"
#include "core/passes/export/input_constraints.h"
#include "core/passes/node_utils.h"
#include "core/support/cat.h"
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

Program sized(std::string_view ranges) {
  Program program = test::read(
      "def forward(self, x: \"f32[3]\"):\n    nonzero: \"i64[u0, 1]\" = torch.ops.aten.nonzero.default(x)\n    n: "
      "\"Sym(u1)\" = torch.ops.aten.item.default(x)\n"
      "    both: \"f32[u0, u1]\" = torch.ops.mine.both.default(nonzero, n)\n    return (both,)\n");
  for (std::string_view row : {"u0", "u1"}) program.range_constraints.emplace_back(row, ranges);
  return program;
}

}  // namespace

TEST_CASE("add_runtime_assertions: each symbol once, where it is first met; bounds that are none") {
  PipelineResult result = run_one(sized("VR[0, 9]"), "add_runtime_assertions_for_inline_constraints");
  REQUIRE(result.ok);
  CHECK(names_of(result.program) ==
        "x nonzero sym_size_int ge scalar_tensor_default _assert_async_msg le scalar_tensor_default_1 "
        "_assert_async_msg_1 "
        "n ge_1 scalar_tensor_default_2 _assert_async_msg_2 le_1 scalar_tensor_default_3 _assert_async_msg_3 both "
        "output ");
  CHECK(result.program.root->graph().str().find("nonzero.shape[0] is outside of inline constraint [0, 9].") !=
        std::string::npos);
  CHECK(result.program.root->graph().str().find("n is outside of inline constraint [0, 9].") != std::string::npos);
  for (Node* node : result.program.root->graph())
    CHECK((node->op() == Opcode::placeholder || node->op() == Opcode::output || !node->stack_trace().empty()));
  CHECK(names_of(run_one(sized("VR[2, int_oo]"), "add_runtime_assertions_for_inline_constraints").program).find("le") ==
        std::string::npos);
  CHECK_FALSE(
      run_one(sized("VR[-int_oo, int_oo]"), "add_runtime_assertions_for_inline_constraints").reports[0].changed);
  CHECK(failure_of(run_one(sized("VR[0.5, 9]"), "add_runtime_assertions_for_inline_constraints")) ==
        "RuntimeError: Export constraints cannot be non-integer expressions");
  Program bare = sized("VR[0, 9]");
  bare.range_constraints.clear();
  CHECK(failure_of(run_one(bare, "add_runtime_assertions_for_inline_constraints")) == "KeyError: u0");
}

TEST_CASE("insert_custom_op_guards: dtype, device and layout of each tensor, before the call") {
  Program program = test::read(
      "def forward(self, x: \"f32[3]\", y: \"i64[2]cuda:0\", n: \"Sym(s0)\"):\n    foo: \"f32[3]\" = "
      "torch.ops.mine.foo.default(x, n, y)\n"
      "    bar: \"f32[3]\" = torch.ops.mine.bar.default(x)\n    return (foo, bar)\n");
  PipelineResult result = run_one(
      program, "insert_custom_op_guards", {{"ops", "mine.foo.default, mine.other.default"}});
  REQUIRE(result.ok);
  CHECK(names_of(result.program) ==
        "x y n _assert_tensor_metadata_default _assert_tensor_metadata_default_1 foo bar output ");
  CHECK(result.program.root->graph().str().find(
            "(args = (%y,), kwargs = {dtype: torch.int64, device: cuda:0, layout: torch.strided})") !=
        std::string::npos);
  CHECK_FALSE(run_one(program, "insert_custom_op_guards").reports[0].changed);
}

TEST_CASE("collect_tracepoints: marks go, values pass, the signature and a note tell") {
  Program program = test::read(
      "def forward(self, x):\n    _export_tracepoint = torch.ops.higher_order._export_tracepoint(x, 3, kind = "
      "'module_call_inputs', path = 'sub')\n"
      "    getitem = _export_tracepoint[0]\n    sin = torch.ops.aten.sin.default(getitem)\n"
      "    _export_tracepoint_1 = torch.ops.higher_order._export_tracepoint(sin, kind = 'module_call_outputs', path = "
      "'sub')\n    getitem_1 = _export_tracepoint_1[0]\n    return (getitem_1,)\n");
  PipelineResult result = run_one(program, "collect_tracepoints");
  REQUIRE(result.ok);
  CHECK(names_of(result.program) == "x sin output ");
  REQUIRE(result.reports[0].diagnostics.size() == 1);
  CHECK(result.reports[0].diagnostics[0].message == "sub(x, 3) -> (sin)");
  CHECK_FALSE(run_one(result.program, "collect_tracepoints").reports[0].changed);
  Program odd = test::read(
      "def forward(self, x):\n    t = torch.ops.higher_order._export_tracepoint(x, kind = 'odd', path = 'sub')\n    "
      "return (x,)\n");
  CHECK(failure_of(run_one(odd, "collect_tracepoints")) == "AssertionError: Unknown tracepoint kind: odd");
}

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

TEST_CASE(
    "cse_pass: outputs of the signature follow, nested arguments count, in-place calls part what they are between") {
  Program program = test::read(
      "def forward(self, x, i):\n    a = torch.ops.aten.index.Tensor(x, [None, i])\n    b = "
      "torch.ops.aten.index.Tensor(x, [None, i])\n    c = torch.ops.aten.index.Tensor(x, [i, None])\n"
      "    w = torch.ops.aten.add_.Tensor(x, 1)\n    d = torch.ops.aten.index.Tensor(x, [None, i])\n    return (a, b, "
      "c, d)\n");
  Signature signature;
  for (const char* name : {"x", "i"})
    signature.input_specs.push_back({InputKind::user_input, {ArgumentSpec::Type::tensor, name, Arg(), {}}, {}, {}});
  for (const char* name : {"a", "b", "c", "d"})
    signature.output_specs.push_back({OutputKind::user_output, {ArgumentSpec::Type::tensor, name, Arg(), {}}, {}});
  program.signature = signature;
  PipelineResult result = run_one(program, "cse_pass");
  REQUIRE(result.ok);
  CHECK(names_of(result.program) == "x i a c w d output ");
  CHECK(result.program.signature->output_specs[1].arg.name == "a");
  CHECK(result.reports[0].provenance.size() == 1);
  CHECK(names_of(run_one(program, "cse_pass", {{"banned", "none"}}).program) == "x i a c w output ");
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
      {R"([1, {"type": "builtins.tuple", "context": "null", "children_spec": [{"type": "builtins.tuple", "context": "null", "children_spec": [{"type": "builtins.dict", "context": "[\"k\"]", "children_spec": [)",
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
