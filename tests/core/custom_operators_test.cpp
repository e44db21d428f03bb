// Operators that a source declares (torch.library.custom_op): their schemas, what is refused and where, what their
// bodies are given.
#include <limits>

#include "core/base/cat.h"
#include "core/engine/autograd/engine.h"
#include "core/engine/autograd/record.h"
#include "core/engine/autograd/variable.h"
#include "core/engine/capture/capture.h"
#include "core/engine/capture/torch/custom_operators.h"
#include "core/engine/ops/table/schema.h"
#include "tests/core/helpers.h"
#include "tests/core/ops_support.h"

using namespace seesaw;
using namespace seesaw::test;

namespace {

constexpr std::string_view kMark = "mutates_args=()";

std::string declaring(std::string_view name,
                      std::string_view head,
                      std::string_view body,
                      std::string_view mark = kMark) {
  return cat({"import torch\nfrom typing import List, Tuple\nN = 4\n\n@torch.library.custom_op(\"native_test::",
              name,
              "\", ",
              mark,
              ")\ndef ",
              name,
              head,
              ":\n    ",
              body,
              "\n"});
}
const OpDef& declared(std::string_view name,
                      std::string_view head,
                      std::string_view body,
                      std::string_view mark = kMark) {
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
  CHECK(declared("add_to", "(x: torch.Tensor, y: torch.Tensor) -> None", "y.add_(x)", "mutates_args=(\"y\",)").schema ==
        "add_to(Tensor x, Tensor(a1!) y) -> ()");
  CHECK(declared(
            "add_all", "(x: torch.Tensor, y: List[torch.Tensor]) -> None", "y[0].add_(x)", "mutates_args=\"unknown\"")
            .schema == "add_all(Tensor(a0!) x, Tensor(a1!)[] y) -> ()");
  const OpDef& times = declared("times",
                                "(x: torch.Tensor, k: int = N, sep: str = 'a,b', d: torch.dtype = torch.float64, dev: "
                                "torch.device = torch.device('cpu')) -> torch.Tensor",
                                "return (x * k).to(d)");
  CHECK(times.schema ==
        "times(Tensor x, SymInt k=4, str sep=\"a,b\", ScalarType d=float64, Device dev=\"cpu\") -> Tensor");
  const OpSchema* schema = find_schema(times.path);
  REQUIRE(schema != nullptr);
  REQUIRE(schema->parameters.size() == 5);
  CHECK(default_value(schema->parameters[2]).text() == "a,b");
  CHECK(default_value(schema->parameters[3]).element() == Element::f64);
  CHECK(declared("listed", "(x: torch.Tensor, s: list[int]) -> torch.Tensor", "return x.clone()").schema ==
        "listed(Tensor x, SymInt[] s) -> Tensor");
  int count = 0;
  for (std::string_view type : {"None | torch.Tensor",
                                "torch.Tensor | None",
                                "Union[torch.Tensor, None]",
                                "Union[None, torch.Tensor]",
                                "Optional[torch.Tensor]"}) {
    std::string name = cat({"maybe", std::to_string(count++)});
    CHECK(declared(name, cat({"(x: torch.Tensor, y: ", type, " = None) -> torch.Tensor"}), "return x * 2").schema ==
          cat({name, "(Tensor x, Tensor? y=None) -> Tensor"}));
  }
  CHECK(declared("least", "(x: torch.Tensor, a: int = -9223372036854775808) -> torch.Tensor", "return x * a").schema ==
        "least(Tensor x, SymInt a=-9223372036854775808) -> Tensor");
}

TEST_CASE("declared operators are refused where torch.library.infer_schema refuses them") {
  constexpr std::string_view kPlain = "(x: torch.Tensor) -> torch.Tensor";
  CHECK(says(refusal(kPlain, "tags=()"), "does not tell mutates_args"));
  CHECK(says(refusal(kPlain, "mutates_args=(\"z\",)"), "'z' in mutates_args, which is no parameter of 'odd'"));
  CHECK(says(refusal("(x: torch.Tensor, k: int) -> torch.Tensor", "mutates_args=(\"k\",)"),
             "'k' is in mutates_args and is no tensor"));
  CHECK(says(refusal("(x: torch.Tensor)"), "'odd' has no annotation of what it returns"));
  CHECK(says(refusal("(*x: torch.Tensor) -> torch.Tensor"), "'odd' takes any number of arguments"));
  CHECK(says(refusal("(x: torch.Tensor, s: set[int]) -> torch.Tensor"), "is no annotation of an operator"));
  CHECK(says(refusal("(x: torch.Tensor, s: List[int] = [1]) -> torch.Tensor"),
             "'[1]' is no default value of an operator"));
  CHECK(says(refusal("(x: torch.Tensor, s: int = M) -> torch.Tensor"), "'M' is not known as a default value"));
  CHECK(says(refusal("(x: torch.Tensor, s: str = 'a\\'b\"') -> torch.Tensor"), "cannot stand in a schema"));
  CHECK(says(error_of([] {
               declare_operators(
                   "@torch.library.custom_op(mutates_args=(), name=\"native_test::nk\")\ndef nk(x: torch.Tensor) -> "
                   "torch.Tensor:\n    return x.clone()\n");
             }),
             "by keyword, which PyTorch refuses"));
  for (std::string_view name : {"::", "my::", "::f", "f", "a::b::c", "a.b::c", "my::1f", "my-x::f", "my::f g"}) {
    CAPTURE(name);
    std::string source = cat({"@torch.library.custom_op(\"",
                              name,
                              "\", mutates_args=())\ndef f(x: torch.Tensor) -> torch.Tensor:\n    return x * 2\n"});
    CHECK(says(error_of([&] { declare_operators(source); }), "names no operator"));
  }
  for (std::string_view value : {"1e400", "-1e400", "99999999999999999999"}) {
    CHECK(says(refusal(cat({"(x: torch.Tensor, a: float = ", value, ") -> torch.Tensor"})),
               "is more than a schema can tell"));
  }
  CHECK(says(refusal("(x: torch.Tensor, x: torch.Tensor) -> torch.Tensor"),
             "SyntaxError: duplicate argument 'x' in function definition"));
  std::string once = declaring("first", "(x: torch.Tensor) -> torch.Tensor", "return x + 1");
  std::string twice = cat({once,
                           "\n@torch.library.custom_op(\"native_test::second\", mutates_args=())\ndef first(x: "
                           "torch.Tensor) -> torch.Tensor:\n    return x + 2\n"});
  CHECK(says(error_of([&] { declare_operators(twice); }),
             "the name 'first' of this operator's function is taken again below"));
}

TEST_CASE("bodies of declared operators are given texts and numbers as they are") {
  const std::pair<std::string, std::string_view> texts[] = {
      {"it's", R"("it's")"}, {"back\\", R"("back\\")"}, {"two\nlines", R"("two\nlines")"}};
  for (const auto& each : texts) {
    CAPTURE(each.first);
    check_pair(first(declared("same",
                              "(x: torch.Tensor, s: str) -> torch.Tensor",
                              cat({"return x * 2 if s == ", each.second, " else x"})),
                     {one_two(), each.first}),
               2,
               4);
  }
  const OpDef& plus = declared("plus", "(x: torch.Tensor, s: float) -> torch.Tensor", "return x + s");
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  check_pair(first(plus, {one_two(), kInfinity}), kInfinity, kInfinity);
}

TEST_CASE("declared operators return as many tensors as they say, and none that is given to them") {
  auto told = [](std::string_view name, std::string_view result, std::string_view body) {
    const OpDef& op = declared(name, cat({"(x: torch.Tensor) -> ", result}), body);
    return error_of([&] { call(op, {one_two()}); });
  };
  CHECK(says(told("two_for_one", "torch.Tensor", "return x * 1, x * 2"),
             "returns 2 tensors where its annotation says one tensor"));
  CHECK(says(told("one_for_two", "Tuple[torch.Tensor, torch.Tensor]", "return x * 2"),
             "returns 1 tensor where its annotation says 2 tensors"));
  CHECK(says(told("one_for_none", "None", "return x * 2"), "returns 1 tensor where its annotation says nothing"));
  CHECK(told("any_list", "List[torch.Tensor]", "return [x * 2, x * 3, x * 4]") == "none");
  constexpr std::string_view kAlias = "must not also be an input to this custom operator and (2) may not alias";
  CHECK(says(told("itself", "torch.Tensor", "return x"), kAlias));
  CHECK(says(told("a_view", "torch.Tensor", "return x.view(2)"), kAlias));
  CHECK(says(told("also_itself", "Tuple[torch.Tensor, torch.Tensor]", "return x * 2, x"), kAlias));
  CHECK(says(told("twice_the_same", "Tuple[torch.Tensor, torch.Tensor]", "y = x * 2\n    return y, y"), kAlias));
  CHECK(told("a_copy", "torch.Tensor", "return x.clone()") == "none");
}

TEST_CASE("declared operators are captured where they tell their shapes") {
  auto captured = [](std::string_view name,
                     std::string_view head,
                     std::string_view body,
                     std::string_view mark,
                     std::string_view more) {
    std::string source = cat(
        {declaring(name, head, body, mark),
         "\n",
         more,
         "\nclass M(torch.nn.Module):\n    def forward(self, x: \"f32[2]\"):\n        y = x.clone()\n        ",
         name,
         "(y)\n        return y\n"});
    Diagnostics diagnostics;
    declare_operators(source);
    return error_of([&] { capture(source, {}, diagnostics); });
  };
  constexpr std::string_view kHead = "(x: torch.Tensor) -> torch.Tensor", kFree = "mutates_args=()",
                             kFake = "def _(x):\n    return torch.empty_like(x)\n";
  CHECK(says(captured("silent", kHead, "return x * 2", kFree, ""),
             "RuntimeError: There was no fake impl registered for <CustomOpDef(native_test::silent)>"));
  CHECK(captured("faked", kHead, "return x * 2", kFree, cat({"@faked.register_fake\n", kFake})) == "none");
  CHECK(captured("faked_by_name",
                 kHead,
                 "return x * 2",
                 kFree,
                 cat({"@torch.library.register_fake(\"native_test::faked_by_name\")\n", kFake})) == "none");
  CHECK(captured("written", "(x: torch.Tensor) -> None", "x.add_(1)", "mutates_args=(\"x\",)", "") == "none");
}

TEST_CASE(
    "declared operators say what is not kept: numbers as results, derivatives; fake kernels take symbolic sizes") {
  const OpDef& size = declared("size_of", "(x: torch.Tensor) -> int", "return x.shape[0]");
  CHECK(says(error_of([&] { call(size, {one_two()}); }),
             "'torch.ops.native_test.size_of.default' returns a number, which is not kept here"));
  Diagnostics diagnostics;
  std::string source = cat(
      {declaring("longer", "(x: torch.Tensor) -> torch.Tensor", "return x.new_zeros(x.shape[0] + 1)"),
       "\n@longer.register_fake\ndef _(x):\n    return x.new_empty(x.shape[0] + 1)\n\nclass M(torch.nn.Module):\n    "
       "def forward(self, x: \"f32[s0]\"):\n        return longer(x) + 1\n"});
  declare_operators(source);
  CHECK(error_of([&] { capture(source, {}, diagnostics); }) == "none");
  autograd::AutogradScope scope;
  declare_operators(cat({declaring("doubled", "(x: torch.Tensor) -> torch.Tensor", "return x * 2"),
                         "\ndef backward(ctx, g):\n    return g * 2\n\ndoubled.register_autograd(backward)\n"}));
  Tensor x = one_two();
  autograd::set_requires_grad(x, true);
  Tensor y = first(op::sum, {first(*find_record("torch.ops.native_test.doubled.default"), {x})});
  CHECK(says(error_of([&] {
               autograd::grad({.outputs = {{y, {}}}, .inputs = {{x, {}}}, .grad_outputs = {}});
             }),
             "the formula that register_autograd gives 'native_test.doubled.default' is not used here"));
}

TEST_CASE("declared operators call others that a program declares, as deep as programs are written") {
  std::string source = "import torch\n";
  for (int i = 0; i < 8; ++i) {
    std::string own = std::to_string(i),
                below = i == 0 ? "x" : cat({"torch.ops.native_test.link", std::to_string(i - 1), "(x)"});
    source += cat({"\n@torch.library.custom_op(\"native_test::link",
                   own,
                   "\", mutates_args=())\ndef link",
                   own,
                   "(x: torch.Tensor) -> torch.Tensor:\n    return ",
                   below,
                   " * 2\n"});
  }
  declare_operators(source);
  check_pair(first(*find_record("torch.ops.native_test.link7.default"), {one_two()}), 256, 512);
  // Programs that are kept are not all that were ever asked for.
  const OpDef& plus = declared("more", "(x: torch.Tensor, s: float) -> torch.Tensor", "return x + s");
  for (int i = 0; i < 100; ++i) check_pair(first(plus, {one_two(), i + 0.5}), i + 1.5, i + 2.5);
}
