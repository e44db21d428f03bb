// Capture, decompositions and deferred assertions without JavaScript: under the sanitizers, and at a size where more
// than linear shows.
#include <doctest/doctest.h>

#include <algorithm>

#include "core/base/cat.h"
#include "core/engine/capture/capture.h"
#include "core/engine/passes/retrace/insert_deferred_runtime_asserts.h"
#include "core/graph/text/print.h"
#include "tests/core/pass_fixture.h"

namespace seesaw {

namespace {

Program captured(const std::string& source, bool strict = false) {
  Diagnostics diagnostics;
  CaptureSettings settings;
  settings.strict = strict;
  return capture(source, settings, diagnostics);
}

std::string lines_of(const std::string& body) {
  return captured(cat({"def forward(self, x: \"f32[4, 5]\", y: \"f32[5]\"):\n", body})).root->graph().str();
}

std::string failure_of(const std::string& body) {
  try {
    lines_of(body);
  } catch (const Error& error) {
    return error.diagnostic().message;
  }
  return "none";
}

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t out = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++out;
  return out;
}

// So many lines of each kind that a person would write.
std::string long_source(std::size_t lines) {
  constexpr std::string_view kLines[] = {"v = torch.sin(v) + x",
                                         "w = v * y",
                                         "v[0] = w[1]",
                                         "v[1:3, ::2] *= 0.5",
                                         "a, b = w.chunk(2)",
                                         "v = torch.cat([a, b]) - 1",
                                         "w = v.to(torch.double).to(torch.float)",
                                         "v = v.clone()"};
  std::string out = "def forward(self, x: \"f32[4, 5]\", y: \"f32[5]\"):\n    v = x.clone()\n";
  for (std::size_t i = 0; i < lines; ++i) out += cat({"    ", kLines[i % std::size(kLines)], "\n"});
  return out + "    return v\n";
}

Program after(std::string_view text, std::string_view pass) {
  PipelineResult result = test::run_one(test::read(text), pass);
  REQUIRE(result.ok);
  return std::move(result.program);
}

}  // namespace

TEST_CASE("capture: 2,000 lines, in both modes, in order and without quadratic growth") {
  for (bool strict : {false, true}) {
    constexpr std::size_t kLines = test::scaled(2000);
    Program program = captured(long_source(kLines), strict);
    program.root->graph().lint();
    CHECK(count(program.root->graph().str(), "aten.copy_.default") == kLines / 4);
    test::check_growth(
        "capture",
        250,
        [](std::size_t lines) { return long_source(lines); },
        [&](const std::string& source) {
          Program grown = captured(source, strict);
          CHECK(grown.root->graph().size() >
                static_cast<std::size_t>(std::count(source.begin(), source.end(), '\n')) - 3);
        });
  }
}

TEST_CASE("capture: writes through subscripts") {
  std::string text = lines_of(
      "    v = x.clone()\n    v[1:3] = y\n    v[0] = 2\n    v[1, 2] = 3\n    v[x > 0] = 1\n    return v\n");
  CHECK(text.find("view.default](args = (%y, [5])") == std::string::npos);  // placeholders have export's names
  CHECK(text.find("aten.view.default](args = (%arg1_1, [5])") != std::string::npos);
  CHECK(text.find("aten.expand.default](args = (%view, [2, 5])") != std::string::npos);
  CHECK(count(text, "aten.fill_.Tensor") == 1);
  CHECK(count(text, "aten.copy_.default") == 2);
  CHECK(count(text, "aten.index_put_.default") == 1);
  CHECK(text.find("return (index_put_,)") != std::string::npos);
  CHECK(failure_of("    x[0, 0, 0] = 1\n    return x\n") == "too many indices for tensor of dimension 2");
  CHECK(failure_of("    x[0] = 'a'\n    return x\n") == "an item of a tensor is set to a number or a tensor");
  CHECK(failure_of("    x['a'] = 1\n    return x\n") == "this cannot be an index");
  // A number that is a tensor: PyTorch takes its element, which is not known.
  for (std::string_view key : {"t", "t, 1:3", ":, t", "t > 0", "t.to(torch.uint8)"}) {
    CAPTURE(key);
    CHECK(failure_of(cat({"    t = x.sum().long()\n    return x[", key, "]\n"}))
              .find("Could not extract specialized integer from data-dependent expression") != std::string::npos);
  }
  CHECK(failure_of("    t = x.sum().long()\n    v = x.clone()\n    v[t] = 1\n    return v\n").find("depends on data") !=
        std::string::npos);
  CHECK(lines_of("    return x[x.sum().long().view(1)]\n").find("aten.index.Tensor") != std::string::npos);
}

TEST_CASE("capture: numbers stand for a list of sizes where PyTorch takes them so; math raises as Python's") {
  CHECK(lines_of("    return torch.vsplit(x, 1)[0]\n").find("vsplit.int](args = (%arg0_1, 1)") != std::string::npos);
  CHECK(lines_of("    return x.vsplit(1)[0]\n").find("vsplit.int](args = (%arg0_1, 1)") != std::string::npos);
  CHECK(lines_of("    return x.flip(0, 1)\n").find("flip.default](args = (%arg0_1, [0, 1])") != std::string::npos);
  CHECK(lines_of("    return torch.zeros(2, 3)\n").find("zeros.default](args = ([2, 3],)") != std::string::npos);
  CHECK(failure_of("    return torch.flip(x, 0)\n") ==
        "flip(): argument 'dims' (position 2) must be tuple of ints, not int");
  CHECK(failure_of("    return torch.tile(x, 2)\n") ==
        "tile(): argument 'dims' (position 2) must be tuple of ints, not int");
  CHECK(failure_of("    return torch.permute(x, 1, 0)\n") == "permute() takes 2 positional arguments but 3 were given");
  CHECK(failure_of("    return x * math.sqrt(-1)\n") == "ValueError: math domain error");
  CHECK(failure_of("    return x * math.log(0)\n") == "ValueError: math domain error");
  CHECK(failure_of("    return x * math.exp(1000)\n") == "OverflowError: math range error");
  CHECK(failure_of("    return x * math.log(8, base=2)\n") == "math.log() takes no keyword arguments");
}

TEST_CASE("capture: recurrent layers and scan refuse what PyTorch's do") {
  auto refusal = [](std::string_view layer, std::string_view input, std::string_view call) {
    return test::error_of([&] {
      captured(
          cat({"class M(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.l = nn.",
               layer,
               "\n    def forward(self, x: \"",
               input,
               "\"):\n        return self.l(",
               call,
               ")[0]\n"}));
    });
  };
  CHECK(refusal("LSTM(3, 2, 0)", "f32[2, 1, 3]", "x").find("num_layers must be greater than zero") !=
        std::string::npos);
  CHECK(refusal("GRU(3, -2)", "f32[2, 1, 3]", "x").find("hidden_size must be greater than zero") != std::string::npos);
  CHECK(refusal("RNN(3, 2, 2, dropout=2)", "f32[2, 1, 3]", "x").find("dropout should be a number in range [0, 1]") !=
        std::string::npos);
  for (std::string_view layer : {"LSTM(3, 2)", "GRU(3, 2)", "RNN(3, 2)"}) {
    CAPTURE(layer);
    CHECK(refusal(layer, "f32[2, 1, 4]", "x").find("input.size(-1) must be equal to input_size") != std::string::npos);
    CHECK(refusal(layer, "f32[2, 1, 3]", "x") == "none");
    CHECK(refusal(layer, "f32[s0, s1, 3]", "x") == "none");
  }
  CHECK(refusal("GRU(3, 2)", "f32[2, 1, 3]", "x, torch.zeros(2, 1, 2)").find("a hidden state has another size") !=
        std::string::npos);
  CHECK(refusal("LSTM(3, 2)", "f32[2, 1, 3]", "x, (torch.zeros(1, 1, 2), torch.zeros(1, 2))")
            .find("a hidden state has as many dimensions as the input") != std::string::npos);
  auto scanned = [](std::string_view step) {
    return test::error_of([&] {
      captured(
          cat({"import torch\nfrom torch._higher_order_ops.scan import scan\n\ndef forward(self, x: \"f32[3, 2]\"):\n  "
               "  return "
               "scan(lambda c, y: ",
               step,
               ", x[0], x)\n"}));
    });
  };
  CHECK(scanned("(torch.cat([c, y]), c * 1)")
            .find("RuntimeError: The shape of the new_carry[0] torch.Size([4]) doesn't match that of the init[0] "
                  "torch.Size([2]).") != std::string::npos);
  CHECK(scanned("(c.double() + y, c * 1)")
            .find("RuntimeError: The dtype of the new_carry[0] torch.float64 doesn't match that of the init[0] "
                  "torch.float32.") != std::string::npos);
  CHECK(scanned("c").find("gives the next carry, and what is stacked") != std::string::npos);
  CHECK(scanned("(c + y, c * 1)") == "none");
}

TEST_CASE("capture: dtypes by other names, numbers in front, tensors that come back") {
  std::string text = lines_of(
      "    a = 2 // x, 2 % x, x.to(torch.long), x.mT\n    x **= 2\n    b = y.flatten()\n    return a, b, y\n");
  CHECK(text.find("floor_divide.default](args = (2, %arg0_1)") != std::string::npos);
  CHECK(text.find("remainder.Scalar_Tensor](args = (2, %arg0_1)") != std::string::npos);
  CHECK(text.find("to.dtype](args = (%arg0_1, torch.int64)") != std::string::npos);
  CHECK(text.find("%m_t : [num_users=1] = call_function[target=torch.ops.aten.mT.default]") != std::string::npos);
  CHECK(text.find("aten.pow_.Scalar](args = (%arg0_1, 2)") != std::string::npos);
  CHECK(text.find("m_t, flatten, flatten)") != std::string::npos);
}

TEST_CASE("run_decompositions: rules, writes, and operators in place whose overload has another name") {
  std::string text = after(
                         "def forward(self, x: \"f32[3]\"):\n    clone: \"f32[3]\" = torch.ops.aten.clone.default(x)\n "
                         "   pow_: \"f32[3]\" = torch.ops.aten.pow_.Scalar(clone, 2)\n"
                         "    relu6: \"f32[3]\" = torch.ops.aten.relu6.default(pow_)\n    return (relu6,)\n",
                         "run_decompositions")
                         .root->graph()
                         .str();
  CHECK(text.find("aten.pow.Tensor_Scalar](args = (%clone, 2)") != std::string::npos);
  CHECK(text.find("aten.hardtanh.default") != std::string::npos);
  CHECK(text.find("pow_.") == std::string::npos);
}

TEST_CASE("insert_deferred_runtime_asserts: symbols where they are made, and texts that nobody prints") {
  auto program = [] {
    return test::read(
        "def forward(self, x: \"i64[]\"):\n    item: \"Sym(u0)\" = torch.ops.aten.item.default(x)\n    add: \"Sym(u0 + "
        "1)\" = item + 1\n"
        "    zeros: \"f32[u0 + 1]\" = torch.ops.aten.zeros.default([add])\n    return (zeros,)\n");
  };
  Program one = program();
  REQUIRE(insert_deferred_runtime_asserts(one, std::vector<std::string>{"u0 < 9"}));
  std::string text = one.root->graph().str();
  CHECK(text.find("operator.lt](args = (%item, 9)") != std::string::npos);
  CHECK(text.find("Runtime assertion failed for expression u0 < 9 on node 'lt'") != std::string::npos);
  std::string doubled = "u0";
  for (int i = 0; i < 40; ++i)
    doubled = cat(
        {"Max(", doubled.size() < 20000 ? doubled : "u0", ", Mod(", doubled.size() < 20000 ? doubled : "u1", ", 7))"});
  for (const std::string& hostile : {std::string("u99999999999999999999999 < 9"),
                                     cat({doubled, " < 9"}),
                                     std::string("u0 <"),
                                     std::string("u0**9999999999 < 9"),
                                     std::string("-9223372036854775808*u0 < u0*9223372036854775807")}) {
    Program other = program();
    try {
      insert_deferred_runtime_asserts(other, std::vector<std::string>{hostile});
    } catch (const Error& error) {
      CHECK_FALSE(error.diagnostic().message.empty());
    }
    other.root->graph().lint();
  }
}

TEST_CASE("capture: what composed operators are written in is cast within a region of autocast") {
  Diagnostics diagnostics;
  Program program = capture(
      "def forward(self, x: \"f32[3, 3]\"):\n    with torch.autocast(\"cpu\"):\n        a = torch.inner(x, x)\n    b = "
      "torch.inner(x, x)\n    return a, b\n",
      {},
      diagnostics);
  std::string text = print_readable(*program.root);
  CHECK(text.find("inner: \"bf16[3, 3]\"") != std::string::npos);
  CHECK(text.find("inner_1: \"f32[3, 3]\"") != std::string::npos);
}

TEST_CASE("capture: values of branches outlive the graphs that they were made in") {
  // Under AddressSanitizer each of these read the memory of a graph that was rebuilt, or given up.
  auto captured = [](std::string_view body, bool strict) {
    CaptureSettings settings;
    settings.strict = strict;
    Diagnostics diagnostics;
    return print_readable(
        *capture(cat({"import torch\ndef forward(self, x: \"f32[3]\"):\n", body}), settings, diagnostics).root);
  };
  constexpr std::string_view kSubscript =
      "    def first(v):\n        y = v.clone()\n        y[0] = v[1]\n        return y\n"
      "    return torch.cond(x.sum() > 0, first, lambda v: v.cos(), [x])\n";
  constexpr std::string_view kKept =
      "    kept = []\n    def first(v):\n        kept.append(v.sin())\n        return v.sin()\n"
      "    y = torch.cond(x.sum() > 0, first, lambda v: v.cos(), [x])\n    return kept[0] + y\n";
  constexpr std::string_view kFailed =
      "    kept = []\n    def first(v):\n        kept.append(v.sin())\n        raise ValueError('no')\n"
      "    try:\n        torch.cond(x.sum() > 0, first, first, [x])\n    except ValueError:\n        pass\n    return "
      "kept[0] + x\n";
  for (bool strict : {false, true}) {
    CHECK(captured(kSubscript, strict).find("torch.ops.aten.copy_.default") != std::string::npos);
    CHECK_THROWS_AS(captured(kKept, strict), Error);
    CHECK_THROWS_AS(captured(kFailed, strict), Error);
  }
}

TEST_CASE("capture: Python that the caller gives as a value is kept as long as the capture") {
  CaptureSettings settings;
  settings.inputs.resize(2);
  settings.inputs[1] = CaptureInput("sum([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])");
  settings.inputs[1].kind = CaptureInput::Kind::value;
  Diagnostics diagnostics;
  Program program = capture("def forward(self, x: \"f32[3]\", a):\n    return x + a\n", settings, diagnostics);
  CHECK(print_readable(*program.root).find(", 78)") != std::string::npos);
}

}  // namespace seesaw
