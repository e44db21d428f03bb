// Operators that a source declares (torch.library.custom_op): their schemas, what is refused and where, what their bodies are given.
#include <limits>

#include "core/autograd/engine.h"
#include "core/autograd/record.h"
#include "core/autograd/variable.h"
#include "core/capture/capture.h"
#include "core/capture/custom_operators.h"
#include "core/ops/schema.h"
#include "core/support/cat.h"
#include "tests/core/helpers.h"
#include "tests/core/ops_support.h"

using namespace seesaw;
using namespace seesaw::test;

namespace {

constexpr std::string_view kMark = "mutates_args=()";

std::string declaring(std::string_view name, std::string_view head, std::string_view body, std::string_view mark = kMark) {
  return cat({"import torch\nfrom typing import List, Tuple\nN = 4\n\n@torch.library.custom_op(\"native_test::", name, "\", ", mark, ")\ndef ", name, head, ":\n    ", body, "\n"});
}
const OpDef& declared(std::string_view name, std::string_view head, std::string_view body, std::string_view mark = kMark) {
  const OpDef* op = find_record(declare_operators(declaring(name, head, body, mark)).at(0));
  REQUIRE(op != nullptr);
  return *op;
}
std::string refusal(std::string_view head, std::string_view mark = kMark) {
  return error_of([&] { declare_operators(declaring("odd", head, "return x.clone()", mark)); });
}
bool says(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }
Tensor one_two() { return Tensor::from({1, 2}, {2}, Element::f32); }
void check_pair(const Tensor& got, double first, double second) {
  REQUIRE(got.numel() == 2);
  CHECK(got.item_at(0) == first);
  CHECK(got.item_at(1) == second);
}

}  // namespace

TEST_CASE("declared operators have schemas as torch.library.infer_schema makes them") {
  CHECK(declared("add_to", "(x: torch.Tensor, y: torch.Tensor) -> None", "y.add_(x)", "mutates_args=(\"y\",)").schema == "add_to(Tensor x, Tensor(a1!) y) -> ()");
  CHECK(declared("add_all", "(x: torch.Tensor, y: List[torch.Tensor]) -> None", "y[0].add_(x)", "mutates_args=\"unknown\"").schema == "add_all(Tensor(a0!) x, Tensor(a1!)[] y) -> ()");
  const OpDef& times = declared("times", "(x: torch.Tensor, k: int = N, sep: str = 'a,b', d: torch.dtype = torch.float64, dev: torch.device = torch.device('cpu')) -> torch.Tensor", "return (x * k).to(d)");
  CHECK(times.schema == "times(Tensor x, SymInt k=4, str sep=\"a,b\", ScalarType d=float64, Device dev=\"cpu\") -> Tensor");
  const OpSchema* schema = find_schema(times.path);
  REQUIRE(schema != nullptr);
  REQUIRE(schema->parameters.size() == 5);
  CHECK(default_value(schema->parameters[2]).text() == "a,b");
  CHECK(default_value(schema->parameters[3]).element() == Element::f64);
}

TEST_CASE("declared operators are refused where torch.library.infer_schema refuses them") {
  constexpr std::string_view kPlain = "(x: torch.Tensor) -> torch.Tensor";
  CHECK(says(refusal(kPlain, "tags=()"), "does not tell mutates_args"));
  CHECK(says(refusal(kPlain, "mutates_args=(\"z\",)"), "'z' in mutates_args, which is no parameter of 'odd'"));
  CHECK(says(refusal("(x: torch.Tensor, k: int) -> torch.Tensor", "mutates_args=(\"k\",)"), "'k' is in mutates_args and is no tensor"));
  CHECK(says(refusal("(x: torch.Tensor)"), "'odd' has no annotation of what it returns"));
  CHECK(says(refusal("(*x: torch.Tensor) -> torch.Tensor"), "'odd' takes any number of arguments"));
  CHECK(says(refusal("(x: torch.Tensor, s: list[int]) -> torch.Tensor"), "is no annotation of an operator"));
  CHECK(says(refusal("(x: torch.Tensor, s: List[int] = [1]) -> torch.Tensor"), "'[1]' is no default value of an operator"));
  CHECK(says(refusal("(x: torch.Tensor, s: int = M) -> torch.Tensor"), "'M' is not known as a default value"));
  CHECK(says(refusal("(x: torch.Tensor, s: str = 'a\\'b\"') -> torch.Tensor"), "cannot stand in a schema"));
  CHECK(says(error_of([] { declare_operators("@torch.library.custom_op(mutates_args=(), name=\"native_test::nk\")\ndef nk(x: torch.Tensor) -> torch.Tensor:\n    return x.clone()\n"); }), "by keyword, which PyTorch refuses"));
  std::string once = declaring("first", "(x: torch.Tensor) -> torch.Tensor", "return x + 1");
  std::string twice = cat({once, "\n@torch.library.custom_op(\"native_test::second\", mutates_args=())\ndef first(x: torch.Tensor) -> torch.Tensor:\n    return x + 2\n"});
  CHECK(says(error_of([&] { declare_operators(twice); }), "the name 'first' of this operator's function is taken again below"));
}

TEST_CASE("bodies of declared operators are given texts and numbers as they are") {
  const std::pair<std::string, std::string_view> texts[] = {{"it's", R"("it's")"}, {"back\\", R"("back\\")"}, {"two\nlines", R"("two\nlines")"}};
  for (const auto& each : texts) {
    CAPTURE(each.first);
    check_pair(first(declared("same", "(x: torch.Tensor, s: str) -> torch.Tensor", cat({"return x * 2 if s == ", each.second, " else x"})), {one_two(), each.first}), 2, 4);
  }
  const OpDef& plus = declared("plus", "(x: torch.Tensor, s: float) -> torch.Tensor", "return x + s");
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  check_pair(first(plus, {one_two(), kInfinity}), kInfinity, kInfinity);
}

TEST_CASE("declared operators say what is not kept: numbers as results, symbolic sizes, derivatives") {
  const OpDef& size = declared("size_of", "(x: torch.Tensor) -> int", "return x.shape[0]");
  CHECK(says(error_of([&] { call(size, {one_two()}); }), "'torch.ops.native_test.size_of.default' returns a number, which is not kept here"));
  Diagnostics diagnostics;
  std::string source = cat({declaring("longer", "(x: torch.Tensor) -> torch.Tensor", "return x.new_zeros(x.shape[0] + 1)"), "\nclass M(torch.nn.Module):\n    def forward(self, x: \"f32[s0]\"):\n        return longer(x) + 1\n"});
  declare_operators(source);
  CHECK(says(error_of([&] { capture(source, {}, diagnostics); }), "has no shape rule for symbolic sizes"));
  autograd::AutogradScope scope;
  declare_operators(cat({declaring("doubled", "(x: torch.Tensor) -> torch.Tensor", "return x * 2"), "\ndef backward(ctx, g):\n    return g * 2\n\ndoubled.register_autograd(backward)\n"}));
  Tensor x = one_two();
  autograd::set_requires_grad(x, true);
  Tensor y = first(op::sum, {first(*find_record("torch.ops.native_test.doubled.default"), {x})});
  CHECK(says(error_of([&] { autograd::grad({.outputs = {{y, {}}}, .inputs = {{x, {}}}, .grad_outputs = {}}); }), "the formula that register_autograd gives 'native_test.doubled.default' is not used here"));
}

TEST_CASE("declared operators call others that a program declares, as deep as programs are written") {
  std::string source = "import torch\n";
  for (int i = 0; i < 8; ++i) {
    std::string own = std::to_string(i), below = i == 0 ? "x" : cat({"torch.ops.native_test.link", std::to_string(i - 1), "(x)"});
    source += cat({"\n@torch.library.custom_op(\"native_test::link", own, "\", mutates_args=())\ndef link", own, "(x: torch.Tensor) -> torch.Tensor:\n    return ", below, " * 2\n"});
  }
  declare_operators(source);
  check_pair(first(*find_record("torch.ops.native_test.link7.default"), {one_two()}), 256, 512);
  // Programs that are kept are not all that were ever asked for.
  const OpDef& plus = declared("more", "(x: torch.Tensor, s: float) -> torch.Tensor", "return x + s");
  for (int i = 0; i < 100; ++i) check_pair(first(plus, {one_two(), i + 0.5}), i + 1.5, i + 2.5);
}
