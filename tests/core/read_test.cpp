// Texts in and out, and diagnostics of bad texts.
#include <string>

#include <doctest/doctest.h>

#include "core/graph/text/print.h"
#include "core/graph/text/read.h"
#include "tests/core/helpers.h"

using namespace seesaw;

namespace {

const char* const kCode =
    "\n\n\ndef forward(self, x):\n"
    "    sin = torch.ops.aten.sin.default(x);  x = None\n"
    "    add = torch.ops.aten.add.Tensor(sin, 1);  sin = None\n"
    "    return (add,)\n    ";

}  // namespace

TEST_CASE("rule 66: generated code is read and printed again") {
  Diagnostics diagnostics;
  auto program = read_program(kCode, diagnostics);
  REQUIRE(program);
  CHECK_FALSE(diagnostics.has_errors());
  CHECK(print_code(program->root->graph()) == kCode);
}

TEST_CASE("str(graph) is read and printed again") {
  Diagnostics first, second;
  auto program = read_program(kCode, first);
  REQUIRE(program);
  std::string text = program->root->graph().str();
  auto again = read_program(text, second);
  REQUIRE(again);
  CHECK_FALSE(second.has_errors());
  CHECK(again->root->graph().str() == text);
}

TEST_CASE("texts arrive with CRLF, BOM, indentation and fences") {
  std::string plain = "def forward(self, x):\n    neg = -x\n    return neg\n";
  std::string crlf = "def forward(self, x):\r\n    neg = -x\r\n    return neg\r\n";
  std::string indented = "    def forward(self, x):\n        neg = -x\n        return neg\n";
  for (const std::string& text : {plain, crlf, "\xef\xbb\xbf" + plain, indented, "```python\n" + plain + "```\n"}) {
    CAPTURE(text);
    Diagnostics diagnostics;
    auto program = read_program(text, diagnostics);
    REQUIRE(program);
    CHECK_FALSE(diagnostics.has_errors());
    CHECK(program->root->graph().size() == 3);
  }
}

TEST_CASE("nothing to read is a diagnostic, not a crash") {
  for (std::string text : {std::string(),
                           std::string("   \n\t\n"),
                           std::string("# only\n# comments\n"),
                           std::string("\0\0", 2),
                           std::string(1000, '(')}) {
    CAPTURE(text);
    Diagnostics diagnostics;
    read_program(text, diagnostics);
    CHECK(diagnostics.has_errors());
  }
}

TEST_CASE("diagnostics: place in UTF-16 columns, several at once") {
  Diagnostics diagnostics;
  read_program("def forward(self, x):\n    a = f('\xf0\x9f\x98\x80', nowhere)\n    b = )\n    return x\n", diagnostics);
  REQUIRE(diagnostics.items().size() >= 2);
  bool found = false;
  for (const Diagnostic& d : diagnostics.items()) {
    CHECK(d.place.line >= 2);
    if (d.message.find("nowhere") != std::string::npos) {
      found = true;
      CHECK(d.place.line == 2);
      CHECK(d.place.column == 17);
    }
  }
  CHECK(found);
}

TEST_CASE("nesting: 90 levels are read, 300 are a diagnostic") {
  for (int depth : {90, 300}) {
    auto n = static_cast<std::size_t>(depth);
    Diagnostics diagnostics;
    read_program("def forward(self, x):\n    a = torch.relu(" + std::string(n, '[') + "x" + std::string(n, ']') +
                     ")\n    return a\n",
                 diagnostics);
    CHECK(diagnostics.has_errors() == (depth > 200));
  }
}

TEST_CASE("code that keeps unused values is printed as it was, in-place lines too") {
  std::string code =
      "\n\n\ndef forward(self, x, y):\n    w_add_ = x.add_(1)\n    x += y;  iadd = x;  x = y = None\n    return "
      "w_add_\n    ";
  std::string unused =
      "\n\n\ndef forward(self, x, y):\n    w_add_ = x.add_(1)\n    x += y;  iadd = x;  x = None\n    return y\n    ";
  for (const std::string& text : {code, unused}) CHECK(print_code(test::read(text).root->graph()) == text);
  std::string deleted =
      "\n\n\ndef forward(self, x, y):\n    w_add_ = x.add_(1);  w_add_ = None\n    x += y;  iadd = x;  x = iadd = "
      "None\n    return y\n    ";
  CHECK(print_code(test::read(deleted).root->graph()) == deleted);
}
